"""Expressions: from a tree of words to values with sorts.

Comes in: expressions of the syntax tree and the scope in which they stand.  Goes out: expressions of the
checked program, or None where something was wrong; then it has been reported.
"""

# Loaded here, since each of them says what it resolves.
from rulelang.resolve.expressions import attributes, calls, comparisons, constants, logic, questions, sums, words

__all__ = ["attributes", "calls", "comparisons", "constants", "logic", "questions", "sums", "words"]
