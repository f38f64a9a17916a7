"""Cards that lie in no order are gone through in an order drawn by chance, wherever that order could be noticed.

Comes in: what a loop or a move goes through, and what is done with each card.  Goes out: the same cards in an order
that tells nothing of them; the draws go ahead of the statement in hand.  A hand that not everybody sees is kept by
the numbers of its cards: a pile or a row that is made of it, or what a loop counts on its way, would tell who sees some
of the cards something of the others.  Where nothing keeps the order, and where everybody sees the cards in their new
place, it stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulelang.ir.folding import NO, YES, binary, either, negation
from rulelang.ir.lower.declarations import state
from rulelang.ir.lower.draft import Draft
from rulelang.ir.lower.flow import flowing
from rulelang.ir.lower.scope import Bound, Scope, slot_of
from rulelang.ir.lower.values import headers, ranges, sources
from rulelang.ir.model import statements as do
from rulelang.ir.model.expressions import (
    Expr,
    Fold,
    Held,
    Items,
    Joined,
    Local,
    Ordered,
    Size,
    Source,
    Subsets,
    Values,
)
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model import statements as st
from rulelang.resolve.model.program import StepDecl
from rulelang.resolve.model.sorts import CardSort, PlaceSort, SetSort
from rulelang.resolve.walk import find, nodes
from rulelang.source import Span

KEPT_BY_NUMBER = ("hand", "bag")


def lie_hidden(draft: Draft, scope: Scope, value: ex.Expr) -> bool:
    """Whether cards lie there in no order, and not everybody sees them."""
    match value:
        case ex.PlaceRef(place=name) if name in draft.zone_numbers:
            declared = draft.zones[draft.zone_numbers[name]]
            return declared.shape in KEPT_BY_NUMBER and declared.seen != state.OPEN
        case ex.Join(parts=parts):
            return any(lie_hidden(draft, scope, part) for part in parts)
        case ex.Var(variable=variable) if isinstance(variable.sort, SetSort):
            return _taken_from(draft, scope, variable)
        case _:
            sort = value.sort
            return isinstance(sort, SetSort) or (isinstance(sort, PlaceSort) and sort.shape in KEPT_BY_NUMBER)


def _taken_from(draft: Draft, scope: Scope, variable: ex.Variable) -> bool:
    """The same of a set: of what it was picked from, or what it was named after."""
    step = draft.steps.get(scope.step or "")
    for item in step.header if step is not None else ():
        match item:
            case st.Pick(range=range) if range.variable.uid == variable.uid:
                return isinstance(range.source, ex.Through) and lie_hidden(draft, scope, range.source.value)
            case st.Let(variable=named, value=value) if named.uid == variable.uid:
                return lie_hidden(draft, scope, value)
            case _:
                pass
    return True


def settle(draft: Draft, scope: Scope, value: ex.Expr, span: Span) -> None:
    """Shuffled cards get an order, ahead of the statement in hand that goes through them one by one."""
    assert scope.before is not None
    for part in value.parts if isinstance(value, ex.Join) else (value,):
        if isinstance(part, ex.PlaceRef) and part.place in draft.zone_numbers:
            declared = draft.zones[draft.zone_numbers[part.place]]
            if declared.shape == "pile" and declared.seen != state.OPEN and declared is not draft.zones[0]:
                place = sources.place(draft, scope.pure(), part)
                scope.before.append(do.Shuffle(place, draft.rule(scope.owner, span), settle=True))


def keeps_order(draft: Draft, scope: Scope, to: ex.Expr) -> bool:
    """Whether a place has an order that lasts, and not everybody sees what comes there."""
    if isinstance(to.sort, PlaceSort) and to.sort.shape in (*KEPT_BY_NUMBER, "slot"):
        return False
    if not isinstance(to, ex.PlaceRef):
        return True
    return draft.zones[draft.zone_numbers[to.place]].seen != state.OPEN and not _shuffled_soon(draft, scope, to.place)


def _shuffled_soon(draft: Draft, scope: Scope, place: str) -> bool:
    """Whether all such places are shuffled before anybody chooses, and before anything is done with what lies there."""
    for node in scope.behind:
        inner = node.body if isinstance(node, st.ForEach) and node.range.where is None else (node,)
        if any(isinstance(one, st.Shuffle) and _is_place(one.place, place) for one in inner):
            return True
        if _touches(draft, node, place, frozenset()):
            return False
    return False


def _touches(draft: Draft, node: object, place: str, under_way: frozenset[str]) -> bool:
    """Whether somebody may choose there, or such a place is used otherwise than that cards come to it."""
    if any(True for kind in (st.Choose, st.Secretly, st.Stop, st.StepFrom) for _ in find(kind, node)):
        return True
    moves = [one for one in nodes(node) if isinstance(one, st.Move | st.MoveSome | st.MoveEvery)]
    if sum(_is_place(one, place) for one in nodes(node)) > sum(_is_place(one.to, place) for one in moves):
        return True
    called = {call.step for call in find(st.StepCall, node)} - under_way
    bodies = [body for name in called if name in draft.steps for body in flowing.bodies(draft, draft.steps[name])]
    return any(_touches(draft, body, place, under_way | called) for body in bodies)


def _is_place(value: object, place: str) -> bool:
    return isinstance(value, ex.PlaceRef) and value.place == place


def tells_order(draft: Draft, scope: Scope, variable: ex.Variable, body: Sequence[st.Stmt]) -> bool:
    """Whether something may be left of the order in which a loop goes through cards: all but one simple effect."""
    match body:
        case []:
            return False
        case [st.Move(what=ex.Var(variable=moved), to=to, at=None)] if moved.uid == variable.uid:
            return keeps_order(draft, scope, to)
        case [st.Set(target=target, value=value)]:
            return not (_is_of(target, variable) and _of_itself(value, variable))
        case [st.Add(target=target, amount=value)]:
            return not (_of_itself(value, variable) if _is_of(target, variable) else isinstance(value, ex.Constant))
        case [st.Show(what=ex.Var(variable=shown))]:
            return shown.uid != variable.uid
        case [st.If(arms=((_, inner),), otherwise=())] if not draft.game.whenevers:
            return tells_order(draft, scope, variable, inner)
        case _:
            return any(not isinstance(one, st.Nothing) for one in body)


def _is_of(counter: ex.CounterRef, variable: ex.Variable) -> bool:
    """Whether a counter belongs to this card."""
    return any(isinstance(key, ex.Var) and key.variable.uid == variable.uid for key in counter.keys)


def _of_itself(value: ex.Expr, variable: ex.Variable) -> bool:
    """Whether a value cannot change while a loop goes through other cards."""
    plain = (ex.Var, ex.Me, ex.Constant, ex.Column, ex.Arithmetic, ex.CounterRef)
    counters = find(ex.CounterRef, value)
    return all(isinstance(one, plain) for one in nodes(value)) and all(_is_of(one, variable) for one in counters)


def stirred(draft: Draft, scope: Scope, source: Source, where: Expr | None, variable: str, rule: int) -> Source:
    """The members of a source in an order drawn by chance, ahead of the statement in hand."""
    left, done = Local(scope.names.fresh("left")), Local(scope.names.fresh("stirred"))
    card, one = Local(scope.names.fresh("drawn")), scope.names.fresh("one")
    rest = binary("!=", Local(one), card)
    body: tuple[do.Stmt, ...] = (
        do.Random(card, scope.names.fresh("one"), Items(Held(left)), None, "deal", "card", rule),
        do.Hold(done, Joined((Items(Held(done)), Values((card,))))),
        do.Hold(left, Ordered(one, Items(Held(left)), rest, (), None)),
    )
    assert scope.before is not None
    scope.before += [
        do.Hold(left, source if where is None else Ordered(variable, source, where, (), None)),
        do.Hold(done, Values(())),
        do.While(binary(">", Size(Held(left)), NO), body, rule),
    ]
    return Items(Held(done))


def gone_through(draft: Draft, scope: Scope, node: st.ForEach) -> ranges.Parts:
    """What a loop goes through; hidden cards in no order of the author's are stirred if anything is left of it."""
    found = ranges.parts(draft, scope, node.range)
    if found.orders or node.range.amount is not None or not isinstance(node.range.variable.sort, CardSort):
        return found
    source = node.range.source
    if not isinstance(source, ex.Through) or not tells_order(draft, scope, node.range.variable, node.body):
        return found
    settle(draft, scope, source.value, node.span)
    if not lie_hidden(draft, scope, source.value):
        return found
    rule = draft.rule(scope.owner, node.span)
    made = stirred(draft, scope, found.source, found.where, found.variable, rule)
    return ranges.Parts(scope.local(node.range.variable), made, None, ())


def drawn_again(draft: Draft, scope: Scope, step: StepDecl) -> list[do.Stmt]:
    """What was picked by its place where there are no places: each card that might have been picked, by chance."""
    made: list[do.Stmt] = []
    inner = evolve(scope, bound=dict(scope.bound), before=made)
    if not any(isinstance(item, st.Pick) and _in_no_place(draft, inner, item) for item in step.header):
        return made
    for item in step.header:
        match item:
            case st.Let(variable=variable, value=value):
                inner.bind(variable, headers.let_value(draft, inner.pure(), variable, value))
            case st.Pick(range=range) if _in_no_place(draft, inner, item):
                drawn = _drawn(draft, inner, item, scope.of(range.variable))
                scope.bind(range.variable, drawn)
                inner.bind(range.variable, drawn)
            case _:
                pass
    return made


def _in_no_place(draft: Draft, scope: Scope, pick: st.Pick) -> bool:
    source = pick.range.source
    return pick.by_place and isinstance(source, ex.Through) and lie_hidden(draft, scope, source.value)


def _drawn(draft: Draft, scope: Scope, pick: st.Pick, picked: Bound) -> Bound:
    """One that passes, or as many as were picked of those that pass; where it is kept."""
    rule = draft.rule(scope.owner, pick.span)
    found = ranges.parts(draft, scope, pick.range)
    assert scope.before is not None
    if isinstance(found.source, Subsets):
        if found.where is not None:
            return picked
        many = Size(Held(slot_of(picked)))
        source = stirred(draft, scope, found.source.source, None, found.variable, rule)
        target = slot_of(picked) if scope.framed else Local(scope.names.fresh(pick.range.variable.name))
        one = scope.names.fresh("one")
        scope.before.append(do.Hold(target, Ordered(one, source, None, (), many)))
        return Held(target)
    where = found.where
    if where is not None and pick.if_able:
        again = ranges.parts(draft, scope, pick.range)
        where = either([where, negation(Fold("any", again.variable, again.source, None, again.where or YES))])
    scope.before.append(do.Random(slot_of(picked), found.variable, found.source, where, "deal", "card", rule))
    return picked
