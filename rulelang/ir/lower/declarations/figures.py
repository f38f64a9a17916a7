"""The values that people are shown: figures.

Comes in: `show`, and the criteria of the winner.  Goes out: the IR's figures with who sees them.  Criteria that
somebody may work out from what lies open are figures without a word from the author; one that is a counter stands
on the table anyway.
"""

from __future__ import annotations

from rulelang.check.sight.shown import audience, shown_value
from rulelang.ir.lower.declarations.state import keys_of
from rulelang.ir.lower.displays import display
from rulelang.ir.lower.draft import Draft
from rulelang.ir.lower.values import named
from rulelang.ir.model import program as ir
from rulelang.ir.model.expressions import Local, Read
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model.program import ShownDecl


def figures(draft: Draft, result: ir.Result) -> tuple[ir.Figure, ...]:
    """What `show` names, then criteria that can be seen; a story tells of the former, else of the first criterion."""
    found: dict[str, ir.Figure] = {}
    for shown in draft.game.shown:
        value, parameters = shown_value(draft.game, shown)
        declared = draft.game.counters[shown.name] if shown.is_counter else draft.game.defines[shown.name]
        _add(draft, found, shown.name, _function(draft, shown), value, parameters, shown.unit,
             declared.receiver)  # fmt: skip
    winner, own = draft.game.winner, bool(found)
    if winner is None:
        return tuple(found.values())
    for number, (order, criterion) in enumerate(zip(winner.orders, result.criteria, strict=True)):
        told = number == 0 and not own
        if not isinstance(order.value, ex.CounterRef | ex.SizeOf) or (told and isinstance(order.value, ex.CounterRef)):
            name = order.text
            if isinstance(order.value, ex.DefineCall):
                name = order.value.define
            elif isinstance(order.value, ex.CounterRef):
                name = order.value.counter
            name = name.removeprefix(order.best).strip()
            if name not in found:
                _add(draft, found, name, criterion.function, order.value, (winner.player,), "", told=told)
    return tuple(found.values())


def _function(draft: Draft, shown: ShownDecl) -> int:
    if not shown.is_counter:
        declared = draft.game.defines[shown.name]
        return named.define_function(draft, declared, declared)
    keys = tuple(f"key{number}" for number, _ in enumerate(draft.game.counters[shown.name].keys))
    read = Read(draft.counter_numbers[shown.name], tuple(Local(key) for key in keys))
    return draft.function(("shown", shown.name), shown.name, lambda: (tuple(map(ir.Parameter, keys)), read))


def _add(
    draft: Draft,
    found: dict[str, ir.Figure],
    name: str,
    function: int,
    value: ex.Expr,
    parameters: tuple[ex.Variable, ...],
    unit: str,
    receiver: bool = True,
    told: bool = True,
) -> None:
    seen = audience(draft.game, value, parameters)
    if seen != "nobody":
        keys, written = keys_of(draft, parameters), display(draft, value.sort)
        found[name] = ir.Figure(name, function, keys, written, unit, seen, receiver, told)
