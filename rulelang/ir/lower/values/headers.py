"""Headers: what a step asks of its chooser.

Comes in: a step with its picks, lets, needs and everything that forbids it.  Goes out: one IR header for each step,
made when it is first offered or asked about.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.sight.kept import is_kept
from rulelang.ir.folding import negation
from rulelang.ir.lower.displays import bounds, display
from rulelang.ir.lower.draft import Draft, NotYet
from rulelang.ir.lower.options import certain
from rulelang.ir.lower.scope import Scope, holds_several
from rulelang.ir.lower.values import expressions, ranges, sources
from rulelang.ir.lower.values.reasons import Explainer
from rulelang.ir.model import program as ir
from rulelang.ir.model.expressions import Expr, Local, Source
from rulelang.ir.model.reasons import Why
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model.program import StepDecl
from rulelang.resolve.model.sorts import CardSort, PlaceSort, SetSort
from rulelang.resolve.model.statements import Let, Needs, Pick

ME = "me"


def header(draft: Draft, step: StepDecl) -> int:
    """The header of a step."""
    if step.name not in draft.header_numbers:
        number = draft.header_numbers[step.name] = len(draft.headers)
        draft.headers.append(None)
        scope = Scope(step.name)
        given = bind_parameters(step, scope)
        made = tuple(_items(draft, scope, step))
        draft.headers[number] = ir.Header(step.name, given, tuple(item for item, _ in made))
        draft.header_reasons[step.name] = tuple(why for _, why in made)
    return draft.header_numbers[step.name]


def parameters(step: StepDecl) -> tuple[ex.Variable, ...]:
    """The receiver and the parameters of a step, as they are handed over."""
    return (*([step.receiver] if step.receiver is not None else []), *step.parameters)


def picks(step: StepDecl) -> tuple[ex.Variable, ...]:
    """The variables of a step's picks."""
    return tuple(item.range.variable for item in step.header if isinstance(item, Pick))


def bind_parameters(step: StepDecl, scope: Scope, more: tuple[ex.Variable, ...] = ()) -> tuple[ir.Parameter, ...]:
    """Bind who acts and the step's parameters to local variables, which are returned in order."""
    found: list[ir.Parameter] = []
    if step.uses_me:
        scope.me = Local(scope.names.fresh(ME))
        found.append(ir.Parameter(ME))
    for variable in (*parameters(step), *more):
        found.append(ir.Parameter(scope.local(variable), holds_several(variable.sort)))
    return tuple(found)


def _items(draft: Draft, scope: Scope, step: StepDecl) -> Iterator[tuple[ir.HeadItem, Why | None]]:
    """Every item, and what can be told where it refuses."""
    explainer = Explainer(draft, scope)
    explainer.parameters(parameters(step))
    for item in step.header:
        match item:
            case Pick():
                yield _pick(draft, scope, step, item), explainer.pick(step, item)
            case Let(variable=variable, value=value):
                stored = let_value(draft, scope, variable, value)
                explainer.let(item)
                yield ir.LetItem(scope.local(variable), stored), None
            case Needs(condition=condition, reason=reason, text=text):
                if certain(draft, condition) != 1:
                    rule = draft.rule(step.name, item.span)
                    needed = expressions.value(draft, scope, condition)
                    yield ir.NeedItem(needed, reason or text, rule), explainer.need(step, item)
    for forbid in step.forbids:
        if certain(draft, forbid.when) != 0:
            allowed = negation(expressions.value(draft, scope, forbid.when))
            rule = draft.rule(step.name, forbid.span)
            yield ir.NeedItem(allowed, forbid.reason or forbid.text, rule), explainer.forbid(step, forbid)


def let_value(draft: Draft, scope: Scope, variable: ex.Variable, value: ex.Expr) -> Expr | Source:
    """What a `let` stores: a value, or several things as they are now."""
    if holds_several(variable.sort):
        return sources.source(draft, scope, value)
    return expressions.value(draft, scope, value)


def _pick(draft: Draft, scope: Scope, step: StepDecl, pick: Pick) -> ir.PickItem:
    node = pick.range
    kept = is_kept(draft.game, step, node.variable)
    alike = _alike(draft, node) and not pick.by_place
    found = ranges.parts(draft, scope, node, alike=not pick.by_place, gives_way=pick.if_able)
    if found.orders:
        raise NotYet(pick.span, "a pick in an order")
    rule = draft.rule(scope.owner, pick.span)
    shown = display(draft, node.variable.sort)
    room = set_room(draft, node) if node.amount is not None else 0
    return ir.PickItem(
        found.variable,
        found.source,
        found.where,
        pick.if_able,
        alike,
        pick.by_place,
        room,
        shown,
        rule,
        kept,
    )


def set_room(draft: Draft, node: ex.Range) -> int:
    """The most cards that a picked set may hold."""
    most = sources.most_in(draft, node.source)
    value = node.source.value if isinstance(node.source, ex.Through) else None
    if isinstance(value, ex.PlaceRef) and value.place in draft.zone_numbers:
        most = min(most, draft.zones[draft.zone_numbers[value.place]].capacity)
    if node.amount is not None and node.amount.high is not None:
        known = certain(draft, node.amount.high)
        most = min(most, known if known is not None else bounds(draft, node.amount.high.sort)[1])
    return max(1, most)


def _alike(draft: Draft, node: ex.Range) -> bool:
    """Whether cards that look alike are one choice: where they lie in no order (S6)."""
    if node.amount is None and not isinstance(node.variable.sort, CardSort):
        return False
    return isinstance(node.source, ex.Through) and _without_order(node.source.value)


def _without_order(value: ex.Expr) -> bool:
    match value:
        case ex.Join(parts=parts):
            return all(_without_order(part) for part in parts)
        case _:
            pass
    match value.sort:
        case PlaceSort(shape=shape):
            return shape in ("hand", "bag")
        case SetSort():
            return True
        case _:
            return False
