"""How a game is won, what may be asked about it, what must hold.

Comes in: winner, payoff, defines, `always`, and questions of tests.  Goes out: functions and what points at them.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulelang.ir.folding import binary
from rulelang.ir.lower.declarations import state
from rulelang.ir.lower.displays import display
from rulelang.ir.lower.draft import Draft
from rulelang.ir.lower.options import certain
from rulelang.ir.lower.scope import Scope, holds_several
from rulelang.ir.lower.values import expressions, named
from rulelang.ir.model import program as ir
from rulelang.ir.model.expressions import Call, Const
from rulelang.ir.model.statements import Fault, If, Perform, Stmt
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model.sorts import PlayerSort

PAYOFF = "payoff"


def result(draft: Draft) -> ir.Result:
    """Ranking and payoff."""
    return evolve(_result(draft), unit=draft.game.unit)


def _result(draft: Draft) -> ir.Result:
    payoff = None
    if PAYOFF in draft.game.defines:
        declared = draft.game.defines[PAYOFF]
        payoff = named.define_function(draft, declared, declared)
    winner = draft.game.winner
    if winner is None:
        return ir.Result((), None, payoff, False)
    criteria = tuple(_criterion(draft, winner.player, order) for order in winner.orders)
    if winner.named is None:
        return ir.Result(criteria, None, payoff, winner.shared)
    scope = Scope("winner")
    if isinstance(winner.named.sort, PlayerSort) and not winner.loses:
        winning = draft.new_function("winner", (), expressions.value(draft, scope, winner.named))
        return ir.Result((), winning, payoff, winner.shared)
    bits = state.player_bits(draft, scope, winner.named)
    if winner.loses:
        bits = binary("-", Const(draft.everybody), bits)
    winning = draft.new_function("loser" if winner.loses else "winner", (), bits)
    return ir.Result((), winning, payoff, winner.shared, "losers" if winner.loses else "winners")


def _criterion(draft: Draft, player: ex.Variable, order: ex.Order) -> ir.Criterion:
    scope = Scope("winner")
    parameter = ir.Parameter(scope.local(player))
    value = expressions.strict(draft, scope, order.value)
    return ir.Criterion(order.best, draft.new_function(f"winner: {order.text}", (parameter,), value), order.text)


def named_values(draft: Draft) -> tuple[ir.Value, ...]:
    """Every named value that is one number and asks for single things."""
    found = []
    for name, declared in draft.game.defines.items():
        if holds_several(declared.sort) or any(holds_several(one.sort) for one in declared.parameters):
            continue
        number = named.define_function(draft, declared, declared)
        keys = tuple(display(draft, one.sort) for one in declared.parameters)
        found.append(ir.Value(name, number, keys, display(draft, declared.sort)))
    return tuple(found)


def always(draft: Draft) -> tuple[ir.Always, ...]:
    """What must hold at each decision, and at the end."""
    found = []
    for declared in draft.game.always:
        if certain(draft, declared.condition) == 1:
            continue
        value = expressions.value(draft, Scope("always"), declared.condition)
        number = draft.new_function("always", (), value)
        found.append(ir.Always(number, declared.text, draft.rule("always", declared.span)))
    return tuple(found)


def keeping(draft: Draft, promised: Sequence[ir.Always]) -> list[Stmt]:
    """What looks at the promises: a fault that quotes the first that does not hold."""

    def body() -> tuple[Stmt, ...]:
        return tuple(
            If(Call(one.function, ()), (), (Fault(f"`always {one.text}` does not hold", one.rule),)) for one in promised
        )

    return [Perform(draft.procedure("always", "always", lambda: ((), body())), ())] if promised else []


def questions(draft: Draft, asked: Sequence[ex.Expr]) -> list[int]:
    """A function for each question of a test."""
    return [draft.new_function("question", (), expressions.value(draft, Scope("question"), one)) for one in asked]
