"""The syntax tree: frozen classes named as the grammar's rules and the reference's headings are.

What comes in is made by `from_tree`; what goes out is read by `resolve`, the formatter and editors.  Nothing is
decided here: a name is a word with a place.
"""

from rulelang.syntax.model.declarations import *  # noqa: F403
from rulelang.syntax.model.expressions import *  # noqa: F403
from rulelang.syntax.model.heading import *  # noqa: F403
from rulelang.syntax.model.nodes import Cell as Cell
from rulelang.syntax.model.nodes import Name as Name
from rulelang.syntax.model.nodes import Node as Node
from rulelang.syntax.model.nodes import Row as Row
from rulelang.syntax.model.nodes import Text as Text
from rulelang.syntax.model.scenarios import *  # noqa: F403
from rulelang.syntax.model.statements import *  # noqa: F403
