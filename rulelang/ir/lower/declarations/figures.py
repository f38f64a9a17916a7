"""The values that people are shown: figures.

Comes in: `show`, and the criteria of the winner.  Goes out: the IR's figures with who sees them.  Criteria that
somebody may work out from what lies open are figures without a word from the author; one that is a counter stands
on the table anyway.
"""

from __future__ import annotations

from rulelang.check.sight.shown import audience, called
from rulelang.ir.lower.declarations.state import keys_of
from rulelang.ir.lower.displays import display
from rulelang.ir.lower.draft import Draft
from rulelang.ir.lower.values import named
from rulelang.ir.model import program as ir
from rulelang.resolve.model import expressions as ex


def figures(draft: Draft, result: ir.Result) -> tuple[ir.Figure, ...]:
    """What `show` names, then the criteria that can be seen."""
    found: dict[str, ir.Figure] = {}
    for shown in draft.game.shown:
        if (value := draft.game.defines.get(shown.define)) is not None:
            number = named.define_function(draft, value, value)
            _add(draft, found, value.name, number, called(value), value.parameters, shown.unit, value.receiver)
    winner = draft.game.winner
    if winner is None:
        return tuple(found.values())
    for order, criterion in zip(winner.orders, result.criteria, strict=True):
        if not isinstance(order.value, ex.CounterRef | ex.SizeOf):
            name = order.value.define if isinstance(order.value, ex.DefineCall) else order.text
            name = name.removeprefix(order.best).strip()
            if name not in found:
                _add(draft, found, name, criterion.function, order.value, (winner.player,), "")
    return tuple(found.values())


def _add(
    draft: Draft,
    found: dict[str, ir.Figure],
    name: str,
    function: int,
    value: ex.Expr,
    parameters: tuple[ex.Variable, ...],
    unit: str,
    receiver: bool = True,
) -> None:
    seen = audience(draft.game, value, parameters)
    if seen != "nobody":
        keys, written = keys_of(draft, parameters), display(draft, value.sort)
        found[name] = ir.Figure(name, function, keys, written, unit, seen, receiver)
