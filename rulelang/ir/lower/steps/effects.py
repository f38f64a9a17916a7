"""Effects: what moves, sets, shuffles and shows.

Comes in: one statement that changes something.  Goes out: IR statements. What `whenever` makes of the change is added
by `watching`.
"""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from rulelang.ir.folding import NO, YES, binary, choice
from rulelang.ir.lower.bounds import interval, leaves_32_bits, may_be_none
from rulelang.ir.lower.declarations import state
from rulelang.ir.lower.displays import bounds, is_maybe
from rulelang.ir.lower.draft import Draft, NotYet
from rulelang.ir.lower.scope import Scope
from rulelang.ir.lower.steps import facts, sayings, stirring, variables
from rulelang.ir.lower.values import expressions, ranges, sources
from rulelang.ir.model import expressions as ir
from rulelang.ir.model import statements as do
from rulelang.ir.model.expressions import NO_NUMBER, Const, Expr, Local, Zone, ZoneAt
from rulelang.ir.model.statements import Stmt
from rulelang.ir.prove.proofs import MOVED, SWAPPED
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model import statements as st
from rulelang.resolve.model.sorts import CardSort, NumberSort, PlaceSort, SetSort, Sort
from rulelang.resolve.walk import everything, mentions

Effect = (
    st.Move | st.MoveSome | st.MoveEvery | st.Swap | st.Shuffle | st.Set | st.Add | st.Show | st.ShowWhether
    | st.Say
)  # fmt: skip


def effect(draft: Draft, scope: Scope, node: Effect) -> list[Stmt]:
    """The IR statements of one effect; chance goes ahead of them into `scope.before`."""
    rule = draft.rule(scope.owner, node.span)
    match node:
        case st.Move():
            return _move(draft, scope, node, rule)
        case st.MoveSome():
            return _move_some(draft, scope, node, rule)
        case st.MoveEvery():
            return _move_every(draft, scope, node, rule)
        case st.Swap():
            return _swap(draft, scope, node, rule)
        case st.Shuffle(place=place):
            return _shuffle(draft, scope, place, rule)
        case st.Set():
            return _set(draft, scope, node, rule)
        case st.Add():
            return _add(draft, scope, node, rule)
        case st.Show():
            return _show(draft, scope, node, rule)
        case st.ShowWhether():
            return facts.show_whether(draft, scope, node, rule)
        case st.Say():
            return [sayings.say(draft, scope, node, rule)]
        case _:
            assert_never(node)


# ---------------------------------------------------------------- cards


def _goal(draft: Draft, scope: Scope, node: ex.Expr, comes: Sort) -> Zone | ZoneAt:
    """The place where such cards go; it is strict where some of them may not lie there."""
    to = sources.place(draft, scope, node)
    types, held = _types(draft, comes), _types(draft, node.sort)
    possible = [to.zone] if isinstance(to, Zone) else range(len(draft.zones))
    for number in possible:
        zone = draft.zones[number]
        if held >= set(zone.types) and not types <= set(zone.types):
            draft.zones[number] = evolve(zone, strict=True)
    return to


def _types(draft: Draft, sort: Sort) -> set[int]:
    """The numbers of the types of cards that are meant."""
    return (
        {draft.runs[name].index for name in sort.types} if isinstance(sort, CardSort | SetSort | PlaceSort) else set()
    )


def _index(draft: Draft, scope: Scope, at: ex.Expr | None) -> Expr | None:
    """Places are counted from 1 by authors, from 0 by the machine."""
    return None if at is None else expressions.minus(expressions.strict(draft, scope, at), YES)


def _once(scope: Scope, value: Expr, card: Local) -> Expr:
    """A value that is read now, not again for each card that moves, unless it speaks of the card."""
    if isinstance(value, Const | Local) or scope.before is None or card in everything(value):
        return value
    name = Local(scope.names.fresh("once"))
    scope.before.append(do.Assign(name, value))
    return name


def _one_by_one(
    draft: Draft,
    scope: Scope,
    card: Local,
    source: ir.Source,
    to: Zone | ZoneAt,
    at: Expr | None,
    rule: int,
    followers: Expr | None = None,
) -> tuple[Stmt, ...]:
    """What is done with each card of a set: where they go is decided before the first of them moves."""
    if isinstance(to, Zone):
        to = Zone(to.zone, tuple(_once(scope, key, card) for key in to.keys))
    else:
        to = ZoneAt(_once(scope, to.number, card))
    at = None if at is None else _once(scope, at, card)
    if _goes_whole(draft, source, to):
        followers = Const(draft.everybody)
    return (do.Move(card, to, at, rule, followers if at is None else None),)


def _goes_whole(draft: Draft, source: ir.Source, to: Zone | ZoneAt) -> bool:
    """A whole hand goes into a hand: what somebody knew of it is certain still."""
    places = [source.of if isinstance(source, ir.Items) else None, to]
    return all(isinstance(place, Zone) and draft.zones[place.zone].shape == "hand" for place in places)


def _move(draft: Draft, scope: Scope, node: st.Move, rule: int) -> list[Stmt]:
    to = _goal(draft, scope, node.to, node.what.sort)
    at = _index(draft, scope, node.at)
    if isinstance(node.what, ex.SlotCard | ex.EndCard | ex.Selected) or isinstance(node.what.sort, CardSort):
        followers = _watching(draft, scope, node.what) if at is None else None
        if may_be_none(node.what):
            draft.used(rule, *MOVED, node.what)
        return [do.Move(expressions.value(draft, scope, node.what), to, at, rule, followers)]
    source = sources.source(draft, scope, node.what)
    if (dealt := _dealt(draft, scope, source, to, node.to, at, rule)) is not None:
        return [dealt]
    card = Local(scope.names.fresh("card"))
    keeps = stirring.keeps_order(draft, scope, node.to)
    if keeps:
        stirring.settle(draft, scope, node.what, node.span)
    if keeps and stirring.lie_hidden(draft, scope, node.what):
        source = stirring.stirred(draft, scope, source, None, card.name, rule)
    orders = _lifted(source, draft, node.to, card)
    made = _one_by_one(draft, scope, card, source, to, at, rule, _watching(draft, scope, node.what))
    return [do.Each(card.name, source, None, orders, made, rule)]


def _watching(draft: Draft, scope: Scope, what: ex.Expr) -> Expr | None:
    """Who has just been shown what goes now."""
    shown = scope.held_up.get(what.variable.uid) if isinstance(what, ex.Var) else None
    if not shown:
        return None
    bits = [state.viewers(draft, scope, to) for to in shown]
    return Const(draft.everybody) if Const(draft.everybody) in bits else bits[-1]


def _dealt(
    draft: Draft, scope: Scope, source: ir.Source, to: Zone | ZoneAt, target: ex.Expr, at: Expr | None, rule: int
) -> do.Deal | None:
    """All cards of a place whose order not everybody knows: they come by chance, not by their numbers."""
    if not (isinstance(source, ir.Items) and isinstance(source.of, Zone)):
        return None
    declared = draft.zones[source.of.zone]
    unknown = declared.shape == "bag" or (declared.shape == "pile" and declared.seen.who == "nobody")
    unknown |= declared.shape == "hand" and declared.seen != state.OPEN and stirring.keeps_order(draft, scope, target)
    shape = target.sort.shape if isinstance(target.sort, PlaceSort) else None
    if not unknown or shape in stirring.KEPT_BY_NUMBER or source.of.zone == 0:
        return None
    return do.Deal(ir.Size(source.of), source.of, to, at, False, None, None, rule)


def _lifted(source: ir.Source, draft: Draft, target: ex.Expr, card: Local) -> tuple[ir.Order, ...]:
    """A pile put upon a pile is lifted as it is: its top is the top afterwards."""
    if not (isinstance(source, ir.Items) and isinstance(source.of, Zone)):
        return ()
    to_pile = isinstance(target.sort, PlaceSort) and target.sort.shape == "pile"
    if draft.zones[source.of.zone].shape != "pile" or not to_pile:
        return ()
    return (ir.Order("highest", ir.Position(card)),)


def _move_some(draft: Draft, scope: Scope, node: st.MoveSome, rule: int) -> list[Stmt]:
    source = sources.place(draft, scope, node.source)
    to = _goal(draft, scope, node.to, node.source.sort)
    amount = expressions.strict(draft, scope, node.amount)
    at = _index(draft, scope, node.at)
    refill = _refill(draft, scope, node.source, source)
    card = None if node.card is None else variables.declare(draft, scope, node.card)
    return [do.Deal(amount, source, to, at, node.up_to, refill, card, rule)]


def _refill(draft: Draft, scope: Scope, node: ex.Expr, source: Zone | ZoneAt) -> ir.Source | None:
    """What an empty place is filled from; it may speak of the keys of the place."""
    if not isinstance(node, ex.PlaceRef) or not isinstance(source, Zone):
        return None
    declared = draft.game.places.get(node.place)
    if declared is None or declared.refilled_from is None:
        return None
    inner = Scope(scope.owner, scope.names)
    _goal(draft, scope, node, declared.refilled_from.sort)
    for variable, key in zip(declared.keys, source.keys, strict=True):
        inner.bind(variable, key)
    return sources.source(draft, inner, declared.refilled_from)


def _move_every(draft: Draft, scope: Scope, node: st.MoveEvery, rule: int) -> list[Stmt]:
    if node.range.amount is not None:
        raise NotYet(node.span, "moving every set of cards")
    found = ranges.parts(draft, scope, node.range)
    to = _goal(draft, scope, node.to, node.range.variable.sort)
    at = _index(draft, scope, node.at)
    whole = found.where is None and not found.orders and not mentions(node.to, node.range.variable)
    if whole and (dealt := _dealt(draft, scope, found.source, to, node.to, at, rule)) is not None:
        return [dealt]
    if not found.orders and isinstance(node.range.source, ex.Through) and stirring.keeps_order(draft, scope, node.to):
        stirring.settle(draft, scope, node.range.source.value, node.span)
    if not found.orders and _hidden_range(draft, scope, node):
        source = stirring.stirred(draft, scope, found.source, found.where, found.variable, rule)
        found = ranges.Parts(scope.local(node.range.variable), source, None, ())
        to, at = _goal(draft, scope, node.to, node.range.variable.sort), _index(draft, scope, node.at)
    card = Local(found.variable)
    orders = found.orders or _lifted(found.source, draft, node.to, card)
    gone = found.source if found.where is None else ir.Values(())
    made = _one_by_one(draft, scope, card, gone, to, at, rule)
    return [do.Each(found.variable, found.source, found.where, orders, made, rule)]


def all_at_once(draft: Draft, scope: Scope, node: st.ForEach) -> list[Stmt]:
    """`move every player.hand to player.left.hand`: who gives, where to and which cards is settled before any goes.

    Everybody can tell which cards go, so nobody forgets any: those that were there when it began.
    """
    (move,) = node.body
    assert isinstance(move, st.Move)
    rule = draft.rule(scope.owner, node.span)
    low, high = bounds(draft, node.range.variable.sort)
    settled: list[Stmt] = []
    moves: list[Stmt] = []
    for key in range(low, high + 1):
        inner = evolve(scope, bound={**scope.bound, node.range.variable.uid: Const(key)}, before=settled)
        gives = YES if node.range.where is None else expressions.value(draft, inner.pure(), node.range.where)
        if gives == NO:
            continue
        source: ir.Source = sources.source(draft, inner, move.what)
        whole = isinstance(source, ir.Items) and isinstance(source.of, Zone)
        hand = whole and draft.zones[source.of.zone].shape == "hand"  # type: ignore[union-attr]
        if gives != YES:
            source = ranges.passing(source, scope.names.fresh("one"), gives)
        card, held = Local(scope.names.fresh("card")), Local(scope.names.fresh("given"))
        to = _goal(draft, inner, move.to, move.what.sort)
        assert isinstance(to, Zone)
        keys = draft.zones[to.zone].keys
        only = [
            one if isinstance(one, Const) else choice(gives, one, Const(k.low))
            for one, k in zip(to.keys, keys, strict=True)
        ]
        to = Zone(to.zone, tuple(_once(inner, one, card) for one in only))
        settled.append(do.Hold(held, source))
        goes = do.Move(card, to, None, rule, Const(draft.everybody) if hand else None)
        moves.append(do.Each(card.name, ir.Items(ir.Held(held)), None, (), (goes,), rule))
    return [*settled, *moves]


def _hidden_range(draft: Draft, scope: Scope, node: st.MoveEvery) -> bool:
    """Whether hidden cards go in no order to where one is kept."""
    source = node.range.source
    hidden = isinstance(source, ex.Through) and stirring.lie_hidden(draft, scope, source.value)
    return hidden and stirring.keeps_order(draft, scope, node.to)


def _shuffle(draft: Draft, scope: Scope, node: ex.Expr, rule: int) -> list[Stmt]:
    """A pile has no order from now on.  A row keeps one: each card in turn is drawn from those that are left."""
    place = sources.place(draft, scope, node)
    if not (isinstance(node.sort, PlaceSort) and node.sort.shape == "row"):
        return [do.Shuffle(place, rule)]
    if not (isinstance(place, Zone) and draft.zones[place.zone].seen == state.OPEN):
        raise NotYet(node.span, "shuffling a row that not everybody sees")
    left, card = Local(scope.names.fresh("left")), Local(scope.names.fresh("drawn"))
    place = Zone(place.zone, tuple(_once(scope, key, card) for key in place.keys))
    one = scope.names.fresh("card")
    undrawn = binary("<", ir.Position(Local(one)), left)
    body: tuple[Stmt, ...] = (
        do.Random(card, one, ir.Items(place), undrawn, "deal", "card", rule),
        do.Move(card, place, None, rule),
        do.Assign(left, expressions.minus(left, YES)),
    )
    return [do.Assign(left, ir.Size(place)), do.While(binary(">", left, Const(0)), body, rule)]


def _swap(draft: Draft, scope: Scope, node: st.Swap, rule: int) -> list[Stmt]:
    if isinstance(node.left.sort, PlaceSort) and isinstance(node.right.sort, PlaceSort):
        left = _goal(draft, scope, node.left, node.right.sort)
        right = _goal(draft, scope, node.right, node.left.sort)
        return [do.SwapPlaces(left, right, rule)]
    types = _types(draft, node.left.sort) | _types(draft, node.right.sort)
    for number, zone in enumerate(draft.zones):
        if not types.isdisjoint(zone.types) and not types <= set(zone.types):
            draft.zones[number] = evolve(zone, strict=True)
    cards = [_swapped(draft, scope, side) for side in (node.left, node.right)]
    for side, use in ((node.left, MOVED), (node.right, SWAPPED)):
        if isinstance(side.sort, PlaceSort) or may_be_none(side):
            draft.used(rule, *use, side)
    return [do.SwapCards(cards[0], cards[1], rule)]


def _swapped(draft: Draft, scope: Scope, node: ex.Expr) -> Expr:
    if isinstance(node.sort, PlaceSort):
        return ir.At(sources.place(draft, scope, node), Const(0))
    return expressions.value(draft, scope, node)


# ---------------------------------------------------------------- counters


def _set(draft: Draft, scope: Scope, node: st.Set, rule: int) -> list[Stmt]:
    target = expressions.counter(draft, scope, node.target)
    sort = draft.game.counters[node.target.counter].sort
    value = expressions.value(draft, scope, node.value)
    if isinstance(sort, NumberSort) and sort.maybe and not isinstance(value, Const):
        low, high = bounds(draft, sort)
        inside = ir.Within(value, low, high, rule)
        is_none = expressions.same(value, Const(NO_NUMBER))
        value = choice(is_none, value, inside) if is_maybe(node.value.sort) else inside
    return [do.Write(target.counter, target.keys, value, rule)]


def _add(draft: Draft, scope: Scope, node: st.Add, rule: int) -> list[Stmt]:
    target = expressions.counter(draft, scope, node.target)
    amount = expressions.strict(draft, scope, node.amount)
    old: Expr = target
    sort = draft.game.counters[node.target.counter].sort
    low, high = bounds(draft, sort)
    if is_maybe(sort):
        draft.used(rule, low, high, node.target)
        old = ir.Within(old, low, high, rule)
    by = interval(draft, node.amount)
    sums = (low - by[1], high - by[0]) if node.negative else (low + by[0], high + by[1])
    value = binary("-" if node.negative else "+", old, amount, rule if leaves_32_bits(sums) else None)
    return [do.Write(target.counter, target.keys, value, rule)]


# ---------------------------------------------------------------- looks


def _show(draft: Draft, scope: Scope, node: st.Show, rule: int) -> list[Stmt]:
    to = state.viewers(draft, scope, node.to)
    if isinstance(node.what, ex.CounterRef):
        target = expressions.counter(draft, scope, node.what)
        return [do.ShowCounter(target.counter, target.keys, to, rule)]
    return [do.Show(sources.source(draft, scope, node.what), to, rule)]
