"""Turns round the table.

Comes in: `turns` and `turns once`.  Goes out: pieces: laps in which seats that do not qualify are passed over, until
nobody qualifies in a whole lap; or one turn each, in an order fixed at the beginning. A test may begin at each turn.
"""

from __future__ import annotations

from rulelang.ir.folding import NO, YES, binary, both, negation
from rulelang.ir.lower.draft import Draft
from rulelang.ir.lower.flow import flowing
from rulelang.ir.lower.pieces import Entrance, Piece, fork, loop
from rulelang.ir.lower.scope import Scope
from rulelang.ir.lower.steps import variables
from rulelang.ir.lower.steps.bodies import body, lowered
from rulelang.ir.lower.values import expressions, ranges
from rulelang.ir.model.expressions import NONE, Const, Expr, First, Frame, Local, Ordered, Seats
from rulelang.ir.model.statements import Assign, If, Stmt, While
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model import statements as st
from rulelang.resolve.model.sorts import PlayerSort


@lowered.register
def turns(node: st.Turns, draft: Draft, scope: Scope) -> list[Piece]:
    """`turns from P then NEXT where C:`."""
    waits = flowing.flows(draft, node, scope.step, scope.watched)
    inner = scope if waits else scope.plain()
    turn = variables.temporary(draft, inner, "turn")
    rule = draft.rule(scope.owner, node.span)
    start = expressions.strict(draft, scope, node.start)
    acting = inner.acting(turn)
    made = [*_entrance(scope, turn, waits), *body(draft, acting, node.body)]
    left = binary("%", binary("+", turn, YES), Const(draft.players))
    if node.then is None and node.where is not None:
        seek_next = _seek(draft, scope, turn, left, node.where)
        again = loop(binary("!=", turn, Const(NONE)), [*made, *seek_next], rule)
        return [*_seek(draft, scope, turn, start, node.where), *again]
    following = left if node.then is None else expressions.strict(draft, acting.pure(), node.then)
    step: list[Stmt] = [Assign(turn, following)]
    if node.where is None:
        return [Assign(turn, start), *loop(YES, [*made, *step], rule)]
    search = _search(draft, acting, turn, step, node.where, rule)
    test = binary("!=", turn, Const(NONE))
    return [Assign(turn, start), *search, *loop(test, [*made, *step, *search], rule)]


def _entrance(scope: Scope, turn: Local | Frame, waits: bool) -> list[Piece]:
    return [Entrance(scope.owner, "turn", turn)] if waits and isinstance(turn, Frame) else []


def _seek(draft: Draft, scope: Scope, turn: Local | Frame, start: Expr, where: ex.Expr) -> list[Stmt]:
    """The next who qualifies, from this seat to the left."""
    name = scope.names.fresh("seat")
    test = expressions.value(draft, scope.pure().acting(Local(name)), where)
    return [Assign(turn, First(name, Seats(start), None if test == YES else test, ()))]


def _search(
    draft: Draft, acting: Scope, turn: Local | Frame, step: list[Stmt], where: ex.Expr, rule: int
) -> list[Stmt]:
    """With an order of its own: the next who qualifies, asked of each seat at most once."""
    tried = Local(acting.names.fresh("tried"))
    qualifies = expressions.value(draft, acting.pure(), where)
    more = both([binary("<", tried, Const(draft.players)), negation(qualifies)])
    return [
        Assign(tried, NO),
        While(more, (*step, Assign(tried, binary("+", tried, YES))), rule),
        If(binary(">=", tried, Const(draft.players)), (Assign(turn, Const(NONE)),), ()),
    ]


@lowered.register
def turns_once(node: st.TurnsOnce, draft: Draft, scope: Scope) -> list[Piece]:
    """`turns once from P where C, by …:`."""
    waits = flowing.flows(draft, node, scope.step, scope.watched)
    inner = scope if waits else scope.plain()
    everybody = ex.Range(
        node.player, ex.AllOf(PlayerSort(), node.start, span=node.span), None, node.orders, None, None, None, None,
        span=node.span,
    )  # fmt: skip
    found = ranges.parts(draft, scope, everybody)
    members = Ordered(found.variable, found.source, None, found.orders, None)
    turn = variables.temporary(draft, inner, "turn")
    acting = inner.acting(turn)

    def make() -> list[Piece]:
        made = [*_entrance(scope, turn, waits), *body(draft, acting, node.body)]
        if node.where is None:
            return made
        return fork(expressions.value(draft, acting.pure(), node.where), made)

    return variables.through(draft, inner, node, members, turn, draft.players, make)
