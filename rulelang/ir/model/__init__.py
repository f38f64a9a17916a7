"""The IR: a small closed language over integers, the only thing that the machine reads.

Made by `ir.from_resolved`, printed by `ir.dump`.  What each node means stands in docs/design/ir.md.
"""

from rulelang.ir.model import expressions as expressions
from rulelang.ir.model import program as program
from rulelang.ir.model import statements as statements
