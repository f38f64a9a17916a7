"""The checked program: what `resolve` makes of the syntax tree, and what checks and the lowering read."""

from rulelang.resolve.model import expressions as expressions
from rulelang.resolve.model import program as program
from rulelang.resolve.model import sorts as sorts
from rulelang.resolve.model import statements as statements
