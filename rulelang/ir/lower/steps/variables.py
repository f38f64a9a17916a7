"""Variables of statements: local ones, or frames where a decision may come while they are needed.

Comes in: a variable and how much it may hold.  Goes out: where it is stored; the scope knows it from now on.
"""

from __future__ import annotations

from collections.abc import Callable

from rulelang.ir.folding import NO, YES, binary
from rulelang.ir.lower.displays import bounds
from rulelang.ir.lower.draft import Draft
from rulelang.ir.lower.pieces import Piece, loop
from rulelang.ir.lower.scope import Scope, holds_several, slot_of
from rulelang.ir.lower.values import headers
from rulelang.ir.model.expressions import At, Expr, Frame, Held, Local, Size, Source
from rulelang.ir.model.statements import Assign, Hold, Stmt
from rulelang.resolve.model.expressions import Expr as Resolved
from rulelang.resolve.model.expressions import Variable
from rulelang.resolve.model.statements import Stmt as ResolvedStmt


def declare(draft: Draft, scope: Scope, variable: Variable) -> Local | Frame:
    """Where a variable is stored from now on."""
    if variable.uid in scope.bound:  # the same line once more, as the body of a loop that was laid out before
        return slot_of(scope.bound[variable.uid])
    if not scope.framed:
        scope.local(variable)
        return slot_of(scope.of(variable))
    low, high = bounds(draft, variable.sort)
    several = holds_several(variable.sort)
    room = max(1, high - low + 1) if several else 0
    frame = Frame(draft.frame(f"{scope.owner}.{variable.name}", room))
    scope.bind(variable, Held(frame) if several else frame)
    return frame


def let(draft: Draft, scope: Scope, variable: Variable, value: Resolved) -> list[Stmt]:
    """`let x = V`."""
    made = headers.let_value(draft, scope, variable, value)
    return store(declare(draft, scope, variable), made)


def store(target: Local | Frame, value: Expr | Source) -> list[Stmt]:
    """Keep a value or several things."""
    return [Assign(target, value)] if isinstance(value, Expr) else [Hold(target, value)]


def temporary(draft: Draft, scope: Scope, name: str, room: int = 0) -> Local | Frame:
    """A variable of the compiler's own."""
    if scope.framed:
        return Frame(draft.frame(f"{scope.owner}.{name}", room))
    return Local(scope.names.fresh(name))


def through(
    draft: Draft, scope: Scope, node: ResolvedStmt, members: Source, variable: Local | Frame, room: int,
    make: Callable[[], list[Piece]],
) -> list[Piece]:  # fmt: skip
    """A loop over things that are noted down first, since a decision may come before the last of them."""
    rule = draft.rule(scope.owner, node.span)
    held = temporary(draft, scope, "members", room)
    index = temporary(draft, scope, "index")
    step: list[Piece] = [
        Assign(variable, At(Held(held), index)),
        Assign(index, binary("+", index, YES)),
    ]
    test = binary("<", index, Size(Held(held)))
    return [Hold(held, members), Assign(index, NO), *loop(test, [*step, *make()], rule)]
