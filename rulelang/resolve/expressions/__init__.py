"""Expressions: from a tree of words to values with sorts.

Comes in: expressions of the syntax tree and the scope in which they stand.  Goes out: expressions of the
checked program, or None where something was wrong; then it has been reported.
"""

# The files of this folder need one another; loaded from here they always come in the same order.
from rulelang.resolve.expressions import dispatch as dispatch
