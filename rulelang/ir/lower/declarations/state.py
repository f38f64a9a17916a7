"""What a game keeps: places, counters, who sees them, how they start.

Comes in: declarations of the checked program.  Goes out: the IR's zones and counters, zone 0 the box, and the
statements that set what does not start with a constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from attrs import evolve

from rulelang.ir.folding import NO, choice
from rulelang.ir.lower.cards import power_table
from rulelang.ir.lower.displays import bounds, card_count, display, is_maybe
from rulelang.ir.lower.draft import Draft, NotYet
from rulelang.ir.lower.scope import Names, Scope
from rulelang.ir.lower.values import expressions, sources
from rulelang.ir.model import program as ir
from rulelang.ir.model.expressions import NO_NUMBER, NONE, Const, Expr, Local, Lookup, Numbers
from rulelang.ir.model.expressions import Fold as IrFold
from rulelang.ir.model.statements import Each, Stmt, Write
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model.program import CounterDecl, PlaceDecl, SeenDecl
from rulelang.resolve.model.sorts import CardSort, NumberSort, PlayerSort, Sort
from rulelang.resolve.sorts import lowest_start

BOX = "box"
OPEN = ir.Seen("all")
HIDDEN = ir.Seen("nobody")
MOST_INSTANCES = 100_000


def declare_places(draft: Draft) -> None:
    """Number the places, the box first; who sees them is added by `declare_seen`."""
    declared = draft.game.places.get(BOX)
    if declared is not None and (declared.keys or declared.shape != "pile"):
        raise NotYet(declared.span, "a box that is no single pile")
    kinds = tuple(range(len(draft.runs)))
    draft.zones.append(ir.ZoneDecl(BOX, "pile", (), kinds, max(1, len(draft.cards)), HIDDEN))
    draft.zone_numbers[BOX] = 0
    for name, place in draft.game.places.items():
        if name != BOX:
            draft.zone_numbers[name] = len(draft.zones)
            draft.zones.append(_zone(draft, place))


def _zone(draft: Draft, place: PlaceDecl) -> ir.ZoneDecl:
    room = card_count(draft, place.types)
    if place.shape == "slot":
        room = 1
    elif place.capacity is not None:
        room = place.capacity
    types = tuple(draft.runs[name].index for name in place.types)
    keys = keys_of(draft, place.keys)
    number = prod(key.high - key.low + 1 for key in keys)
    if number > MOST_INSTANCES:
        raise NotYet(place.span, f"a place that is there {number} times")
    return ir.ZoneDecl(place.name, place.shape, keys, types, max(1, room), HIDDEN, receiver=place.receiver)


def keys_of(draft: Draft, variables: Sequence[ex.Variable]) -> tuple[ir.Key, ...]:
    keys = []
    for variable in variables:
        low, high = bounds(draft, variable.sort)
        keys.append(ir.Key(display(draft, variable.sort), low, max(low, high)))
    return tuple(keys)


def declare_counters(draft: Draft) -> None:
    """Number the counters, with the value that each has before anything happens."""
    for name, declared in draft.game.counters.items():
        draft.counter_numbers[name] = len(draft.counters)
        keys = keys_of(draft, declared.keys)
        instances = prod(key.high - key.low + 1 for key in keys)
        if instances > MOST_INSTANCES:
            raise NotYet(declared.span, f"a counter with {instances} values")
        low, high = counter_bounds(draft, declared.sort)
        start = lowest_start(declared.sort)
        if isinstance(declared.starts, ex.Constant):
            start = declared.starts.value
        elif declared.starts is not None:
            start = low
        shown = display(draft, declared.sort)
        counter = ir.CounterDecl(name, keys, low, high, start, shown, OPEN, receiver=declared.receiver)
        draft.counters.append(counter)


def counter_bounds(draft: Draft, sort: Sort) -> tuple[int, int]:
    """What a counter of this sort may hold; the value that stands for none is the lowest."""
    low, high = bounds(draft, sort)
    if is_maybe(sort):
        low = NO_NUMBER if isinstance(sort, NumberSort) else NONE
    return low, high


def hidden_counter(draft: Draft, name: str, high: int, start: int = 0, each_player: bool = False) -> int:
    """A mark of the compiler's own."""
    keys = (ir.Key(ir.Display("player"), 0, draft.players - 1),) if each_player else ()
    shown = ir.Display("flag") if high == 1 else ir.Display("number")
    draft.counters.append(ir.CounterDecl(name, keys, 0, high, start, shown, HIDDEN, hidden=True))
    return len(draft.counters) - 1


def card_counters(draft: Draft) -> tuple[int, ...]:
    """The counters that belong to single cards: cards that differ in one of them do not look alike."""
    return tuple(
        draft.counter_numbers[name]
        for name, declared in draft.game.counters.items()
        if declared.keys and isinstance(declared.keys[0].sort, CardSort)
    )


# ---------------------------------------------------------------- who sees what


def declare_seen(draft: Draft) -> None:
    """Say of every place and counter who sees it."""
    for name, place in draft.game.places.items():
        number = draft.zone_numbers[name]
        seen = _seen(draft, name, place.seen, place.keys)
        backs = _seen(draft, f"the backs of {name}", place.backs, place.keys) if place.backs is not None else OPEN
        draft.zones[number] = evolve(draft.zones[number], seen=seen, backs=backs)
    for name, counter in draft.game.counters.items():
        if counter.seen is not None:
            number = draft.counter_numbers[name]
            seen = _seen(draft, name, counter.seen, counter.keys)
            draft.counters[number] = evolve(draft.counters[number], seen=seen)


def _seen(draft: Draft, name: str, seen: SeenDecl, keys: tuple[ex.Variable, ...]) -> ir.Seen:
    if isinstance(seen.who, str) and seen.where is None:
        return ir.Seen(seen.who, None, seen.top_only)
    scope = Scope(f"who sees {name}")
    parameters = [ir.Parameter(scope.local(variable)) for variable in seen.parameters]
    if seen.card is not None:
        parameters.append(ir.Parameter(scope.local(seen.card)))
    value = _viewers(draft, scope, seen, keys)
    if seen.where is not None:
        value = choice(expressions.value(draft, scope, seen.where), value, NO)
    if value in (NO, Const(draft.everybody)):
        return ir.Seen("nobody" if value == NO else "all", None, seen.top_only)
    number = draft.new_function(f"who sees {name}", tuple(parameters), value)
    return ir.Seen("players" if seen.card is None else "card", number, seen.top_only)


def _viewers(draft: Draft, scope: Scope, seen: SeenDecl, keys: tuple[ex.Variable, ...]) -> Expr:
    if not isinstance(seen.who, str):
        return player_bits(draft, scope, seen.who)
    if seen.who == "nobody":
        return NO
    if seen.who == "all":
        return Const(draft.everybody)
    if not keys or not isinstance(keys[0].sort, PlayerSort):
        raise NotYet(seen.span, "a place that belongs to nobody and is seen by its owner")
    owner = scope.of(seen.parameters[0])
    assert isinstance(owner, Local)
    bit = Lookup(power_table(draft), owner)
    return bit if seen.who == "owner" else expressions.minus(Const(draft.everybody), bit)


def viewers(draft: Draft, scope: Scope, node: ex.Expr | None) -> Expr:
    """To whom something is shown, as a bit set; everybody if nobody is named."""
    return Const(draft.everybody) if node is None else player_bits(draft, scope, node)


def player_bits(draft: Draft, scope: Scope, node: ex.Expr) -> Expr:
    """A player or several players as a bit set; nobody for a player who is none."""
    table = power_table(draft)
    if isinstance(node.sort, PlayerSort):
        if is_maybe(node.sort):
            player = expressions.value(draft, scope, node)
            return choice(expressions.same(player, Const(NONE)), NO, Lookup(table, player))
        return Lookup(table, expressions.strict(draft, scope, node))
    if isinstance(node, ex.Group) and node.which == "players":
        return Const(draft.everybody)
    name = scope.names.fresh("viewer")
    source = sources.source(draft, scope, node)
    return IrFold("sum", name, source, None, Lookup(table, Local(name)))


# ---------------------------------------------------------------- how they start


def starts(draft: Draft) -> list[Stmt]:
    """What sets the counters that do not start with a constant, in the order in which they are declared."""
    found: list[Stmt] = []
    for name, declared in draft.game.counters.items():
        if declared.starts is not None and not isinstance(declared.starts, ex.Constant):
            found += _start(draft, name, declared, declared.starts)
    return found


def _start(draft: Draft, name: str, declared: CounterDecl, value: ex.Expr) -> list[Stmt]:
    scope = Scope(name, Names(), before=[])
    number = draft.counter_numbers[name]
    names = [scope.local(variable) for variable in declared.keys]
    rule = draft.rule(name, declared.span)
    start = expressions.value(draft, scope, value)
    if isinstance(start, Const):
        draft.counters[number] = evolve(draft.counters[number], initial=start.value)
        return []
    assert scope.before is not None
    keys = tuple(Local(key) for key in names)
    body: list[Stmt] = [*scope.before, Write(number, keys, start, rule)]
    for key, declared_key in zip(reversed(names), reversed(draft.counters[number].keys), strict=True):
        source = Numbers(Const(declared_key.low), Const(declared_key.high))
        body = [Each(key, source, None, (), tuple(body))]
    return body
