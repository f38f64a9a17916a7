"""Statements: what is done, and the headers of steps.

Comes in: statements of the syntax tree and their scope.  Goes out: statements of the checked program; one that
is wrong is reported and left out.
"""

# Loaded here, since each of them says what it resolves.
from rulelang.resolve.statements import effects, flow, headers, moves, offers

__all__ = ["effects", "flow", "headers", "moves", "offers"]
