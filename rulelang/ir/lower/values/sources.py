"""Places, sets and several things at once: where cards lie, and what a range goes through.

Comes in: expressions that stand for several things.  Goes out: IR lists and sources, in the order that the language
promises (players from A, kinds as declared, rows from the first, piles from the top).
"""

from __future__ import annotations

from rulelang.diagnostics import InternalError
from rulelang.ir.folding import NO, YES, binary, both, choice, negation, size
from rulelang.ir.lower.bounds import clipped
from rulelang.ir.lower.cards import named_cards, set_table, team_table
from rulelang.ir.lower.displays import bounds, card_types
from rulelang.ir.lower.draft import Draft, NotYet
from rulelang.ir.lower.options import live_layers
from rulelang.ir.lower.scope import Bound, Scope
from rulelang.ir.lower.scope import holds_several as several
from rulelang.ir.lower.values import expressions
from rulelang.ir.model.expressions import (
    At,
    Const,
    Expr,
    First,
    Held,
    Items,
    Joined,
    Last,
    List,
    Local,
    Lookup,
    Numbers,
    Ordered,
    Seats,
    Size,
    Source,
    Values,
    Within,
    Zone,
    ZoneAt,
    ZoneNumber,
    ZoneOf,
)
from rulelang.ir.model.expressions import Fold as IrFold
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model.sorts import (
    HIGHEST,
    LOWEST,
    CardSort,
    MembersSort,
    NamesSort,
    PlaceSort,
    PlayerSort,
    PlayersSort,
)

LONGEST = 1_000_000
"""A range of numbers that begins at a certain number holds at most so many, whatever its step."""
MOST_NUMBERS = 10_000


def place(draft: Draft, scope: Scope, node: ex.Expr) -> Zone | ZoneAt:
    """A single place, to move cards to or deal them from."""
    match node:
        case ex.PlaceRef(place=name, keys=keys):
            declared = draft.game.places.get(name)
            wanted = declared.keys if declared is not None else ()
            made = tuple(
                expressions.strict(draft, scope, key, variable.sort) for key, variable in zip(keys, wanted, strict=True)
            )
            return Zone(draft.zone_numbers[name], made)
        case ex.DefineCall():
            return _called_place(draft, scope, node)
        case ex.SlotCard(place=inner):
            return place(draft, scope, inner)
        case ex.Var(variable=variable) if isinstance(scope.of(variable), Zone | ZoneAt):
            found = scope.of(variable)
            assert isinstance(found, Zone | ZoneAt)
            return found
        case _:
            raise NotYet(node.span, "this in the place of a place")


def a_list(draft: Draft, scope: Scope, node: ex.Expr) -> List | None:
    """A place or a set whose cards have numbers in it; none for what is put together."""
    found = source(draft, scope, node)
    return found.of if isinstance(found, Items) else None


def source(draft: Draft, scope: Scope, node: ex.Expr) -> Source:
    """What an expression goes through; a single card or player is one of its own."""
    match node:
        case ex.PlaceRef():
            return Items(place(draft, scope, node))
        case ex.Var(variable=variable):
            return _bound(draft, scope, node, scope.of(variable))
        case ex.Join(parts=()):
            return Values(())
        case ex.Join(parts=parts):
            return Joined(tuple(source(draft, scope, part) for part in parts))
        case ex.Below(place=inner):
            beneath = source(draft, scope, inner)
            count = size(beneath, scope.names.fresh("card"))
            return Last(beneath, choice(binary(">", count, NO), expressions.minus(count, YES), NO))
        case ex.Group():
            return _group(draft, scope, node, NO)
        case ex.NumberRange(low=low, high=high, step=step):
            return numbers(draft, scope, low, high, step)
        case ex.Column(sort=MembersSort() | NamesSort()):
            return _set_column(draft, scope, node)
        case ex.Named(looks=looks):
            return Values(tuple(Const(card) for card in named_cards(draft, looks)))
        case ex.Usual():
            raise NotYet(node.span, "`usual` where it stands for several things")
        case ex.DefineCall() if several(draft.game.defines[node.define].sort):
            return _called_source(draft, scope, node)
        case _:
            return Values((expressions.value(draft, scope, node),))


def _bound(draft: Draft, scope: Scope, node: ex.Expr, bound: Bound) -> Source:
    if isinstance(bound, Held | Zone | ZoneAt):
        return Items(bound)
    if isinstance(bound, Source):
        return bound
    return Values((expressions.value(draft, scope, node),))


def numbers(draft: Draft, scope: Scope, low: ex.Expr, high: ex.Expr, step: ex.Expr | None) -> Numbers:
    """`1 to 6 by 2`; one that begins at a certain number goes no further than `LONGEST` from there."""
    by = YES if step is None else expressions.strict(draft, scope, step)
    first, last = expressions.strict(draft, scope, low), expressions.strict(draft, scope, high)
    if isinstance(first, Const):
        furthest = first.value + LONGEST - 1
        if isinstance(last, Const) and last.value > furthest:
            raise NotYet(high.span, f"a range of more than {LONGEST} numbers")
        if clipped(draft, high)[1] > furthest and furthest < HIGHEST and not isinstance(last, Const):
            last = Within(last, LOWEST, furthest, draft.rule(scope.owner, high.span))
    return Numbers(first, last, by)


def _group(draft: Draft, scope: Scope, node: ex.Group, start: Expr) -> Source:
    """Several players; they are gone through from `start` to the left."""
    if node.which == "winners":
        raise NotYet(node.span, "who has won, inside a longer claim,")
    everybody = Seats(start)
    if node.which == "players" or node.player is None:
        return everybody
    player = expressions.strict(draft, scope, node.player)
    name = scope.names.fresh("other")
    return Ordered(name, everybody, _belongs(draft, Local(name), player, node.which), (), None)


def _belongs(draft: Draft, one: Expr, player: Expr, which: str) -> Expr:
    if which == "players":
        return YES
    if which == "others":
        return binary("!=", one, player)
    table = team_table(draft)
    return binary("==" if which == "team" else "!=", Lookup(table, one), Lookup(table, player))


def group_from(draft: Draft, scope: Scope, node: ex.Expr, start: ex.Expr) -> Source:
    """Several players, from one of them to the left."""
    first = expressions.strict(draft, scope, start)
    if isinstance(node, ex.Group):
        return _group(draft, scope, node, first)
    name, inner = scope.names.fresh("player"), scope.names.fresh("one")
    among = IrFold("any", inner, source(draft, scope, node), None, binary("==", Local(inner), Local(name)))
    return Ordered(name, Seats(first), among, (), None)


def _set_column(draft: Draft, scope: Scope, node: ex.Column) -> Source:
    table, low, width, first = set_table(draft, card_types(node.card), node.column)
    card = expressions.strict(draft, scope, node.card)
    name = scope.names.fresh("one")
    row = binary("*", expressions.minus(card, Const(low)), Const(width))
    cell = binary("+", row, expressions.minus(Local(name), Const(first)))
    return Ordered(name, Numbers(Const(first), Const(first + width - 1)), Lookup(table, cell), (), None)


@expressions.lowered.register
def _end_card(node: ex.SlotCard | ex.EndCard, draft: Draft, scope: Scope) -> Expr:
    """The card at an end of a place, none if the place is empty."""
    found = a_list(draft, scope, node.place)
    last = isinstance(node, ex.EndCard) and node.end in ("bottom", "last")
    if found is not None:
        return At(found, expressions.minus(Size(found), YES) if last else NO)
    if last:
        raise NotYet(node.span, "the last of several places together")
    name = scope.names.fresh("card")
    return First(name, source(draft, scope, node.place), None, ())


@expressions.lowered.register
def _how_many(node: ex.SizeOf, draft: Draft, scope: Scope) -> Expr:
    return size(source(draft, scope, node.of), scope.names.fresh("one"))


@expressions.lowered.register
def _is_empty(node: ex.IsEmpty, draft: Draft, scope: Scope) -> Expr:
    return binary("==", size(source(draft, scope, node.place), scope.names.fresh("one")), NO)


@expressions.lowered.register
def _is_in(node: ex.IsIn, draft: Draft, scope: Scope) -> Expr:
    """`value is in group`."""
    group, one = node.group, node.value
    match group:
        case ex.PlaceRef() if isinstance(one.sort, CardSort):
            zone = place(draft, scope, group)
            assert isinstance(zone, Zone)
            return expressions.same(ZoneOf(expressions.strict(draft, scope, one)), ZoneNumber(zone))
        case ex.Group(player=player, which=which) if which != "winners":
            found = expressions.strict(draft, scope, one)
            if player is None:
                return YES
            return _belongs(draft, found, expressions.strict(draft, scope, player), which)
        case ex.Column(sort=MembersSort() | NamesSort()):
            table, low, width, first = set_table(draft, card_types(group.card), group.column)
            row = binary("*", expressions.minus(expressions.strict(draft, scope, group.card), Const(low)), Const(width))
            within = expressions.strict(draft, scope, one, _inside(group))
            return Lookup(table, binary("+", row, expressions.minus(within, Const(first))))
        case _:
            return _among(draft, scope, node)


def _inside(group: ex.Column) -> CardSort | None:
    """Only cards of these types have a cell in the table of a column of names."""
    return CardSort(group.sort.types) if isinstance(group.sort, NamesSort) else None


def _among(draft: Draft, scope: Scope, node: ex.IsIn) -> Expr:
    wanted = expressions.strict(draft, scope, node.value)
    if isinstance(node.group, ex.NumberRange) and expressions.simple(wanted):
        found = numbers(draft, scope, node.group.low, node.group.high, node.group.step)
        inside = [binary(">=", wanted, found.low), binary("<=", wanted, found.high)]
        if found.step != YES:
            rule = draft.rule(scope.owner, node.span)
            offset = binary("-", wanted, found.low, rule)
            inside.append(expressions.same(binary("%", offset, found.step, rule), NO))
        return both(inside)
    name = scope.names.fresh("one")
    return IrFold("any", name, source(draft, scope, node.group), None, expressions.same(Local(name), wanted))


def argument(draft: Draft, scope: Scope, node: ex.Expr, variable: ex.Variable) -> Expr | Source:
    """What is given for a parameter."""
    if several(variable.sort):
        return source(draft, scope, node)
    if getattr(variable.sort, "maybe", False):
        return expressions.value(draft, scope, node)
    return expressions.strict(draft, scope, node, variable.sort)


# ---------------------------------------------------------------- values that are places or several things


def _expanded(draft: Draft, scope: Scope, node: ex.DefineCall) -> list[tuple[Scope, ex.Expr, Expr]]:
    """The layers of a value, each in a scope with the arguments bound, and when it counts: exactly one of them does."""
    declared = draft.game.defines[node.define]
    given: list[Bound] = [
        argument(draft, scope, one, variable) for one, variable in zip(node.arguments, declared.parameters, strict=True)
    ]
    found: list[tuple[Scope, ex.Expr, Expr]] = []
    above: list[Expr] = []
    for number, when in live_layers(draft, declared):
        layer = declared.layers[number]
        inner = Scope(declared.name, scope.names, bound=dict(scope.bound))
        for variable, bound in zip(layer.parameters, given, strict=True):
            inner.bind(variable, bound)
        holds = Const(1) if when is None else expressions.value(draft, inner, when)
        found.append((inner, layer.value, _only(above, holds)))
        above.append(holds)
    return found


def _only(above: list[Expr], holds: Expr) -> Expr:
    return both([*(negation(one) for one in above), holds])


def _called_place(draft: Draft, scope: Scope, node: ex.DefineCall) -> Zone | ZoneAt:
    """A named value that is one place."""
    layers = _expanded(draft, scope, node)
    inner, one, _ = layers[-1]
    found = place(draft, inner, one)
    for inner, one, holds in reversed(layers[:-1]):
        other = place(draft, inner, one)
        found = ZoneAt(choice(holds, _number(other), _number(found)))
    return found


def _number(place: Zone | ZoneAt) -> Expr:
    return place.number if isinstance(place, ZoneAt) else ZoneNumber(place)


def _called_source(draft: Draft, scope: Scope, node: ex.DefineCall) -> Source:
    """A named value that is several things."""
    layers = _expanded(draft, scope, node)
    if len(layers) == 1:
        inner, several_things, _ = layers[0]
        return source(draft, inner, several_things)
    if isinstance(draft.game.defines[node.define].sort, PlaceSort) and all(
        isinstance(one, ex.PlaceRef) for _, one, _ in layers
    ):
        return Items(_called_place(draft, scope, node))
    found: list[Source] = []
    for inner, several_things, holds in layers:
        name = inner.names.fresh("one")
        found.append(Ordered(name, source(draft, inner, several_things), holds, (), None))
    return Joined(tuple(found))


def most_in(draft: Draft, node: ex.Source) -> int:
    """The most things that a source can go through, for a variable that holds them."""
    match node:
        case ex.AllOf(sort=sort):
            low, high = bounds(draft, sort)
            return high - low + 1
        case ex.Stretch(low=low_node, high=high_node):
            low, high = bounds(draft, low_node.sort)[0], bounds(draft, high_node.sort)[1]
            low = low_node.value if isinstance(low_node, ex.Constant) else low
            high = high_node.value if isinstance(high_node, ex.Constant) else high
            if high - low > MOST_NUMBERS:
                raise NotYet(node.span, "a loop over so many numbers with a choice in it")
            return max(1, high - low + 1)
        case ex.EndOf(source=inner):
            return most_in(draft, inner)
        case ex.Through(value=inner_value):
            if isinstance(inner_value.sort, PlayersSort | PlayerSort):
                return draft.players
            if isinstance(inner_value, ex.NumberRange):
                return most_in(draft, ex.Stretch(inner_value.low, inner_value.high, inner_value.step, span=node.span))
            low, high = bounds(draft, inner_value.sort)
            return max(1, high - low + 1)
        case _:
            raise InternalError("an unknown source")
