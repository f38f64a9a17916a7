"""How the choices of an offer can be counted without a list of them.

Comes in: an offer.  Goes out: a plan, or `Unplanned` where they have to be listed.  What is written from it is left to
`emit.counting`.

An offer is counted

* without picks: it is there or not;
* by the bits of its only pick, which goes through seats, a few numbers, or a place of at most 64 cards; of the last
  of several too, if all members that pass can be found at once;
* by reckoning, where its last pick is a set of so many cards among which all that have a value in a column have the
  same one: with so many cards of that value and so many without one there is a range of such sets.

The picks before the last are gone through twice.
"""

from __future__ import annotations

from itertools import groupby

from interpreter.machine.layout import Place
from interpreter.native.emit.scope import Context
from interpreter.native.emit.writer import signed
from rulelang.ir.analyse.bounds import bounds_of, most_members
from rulelang.ir.analyse.cards.lookalikes import all_differ, distinct, in_runs
from rulelang.ir.analyse.harmless import harmless
from rulelang.ir.analyse.monotone import singles
from rulelang.ir.analyse.one_by_one import holds_for
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.expressions import Expr
from rulelang.ir.model.limits import MOST_MEMBERS, MOST_SETS
from rulelang.ir.model.program import Header, LetItem, NeedItem, OfferDecl, PickItem, Program
from rulelang.nodes import frozen

BITS = 64
MOST_LOOKS = 12
"""With more looks in one pick, choices are listed."""


@frozen
class Domain:
    """What the last pick goes through: a source, and the conditions on its members, each with its name for them"""

    source: ir.Items | ir.Seats | ir.Numbers
    conditions: tuple[tuple[str, Expr], ...]
    able: tuple[str, Expr] | None
    """One more, which counts only if some member meets it."""
    looks: tuple[int, ...] = ()
    """Where only the first of each look counts: the bits of all cards of each."""


@frozen
class Meals:
    """Sets of `size` cards out of a place, of one value each: the cards of each value, and those that have none, as
    bits of its cells; `most`: how many cards a set has at most
    """

    zone: ir.Zone
    size: Expr
    values: tuple[tuple[int, ...], ...]
    without: tuple[int, ...]
    most: int


Plan = Domain | Meals | None
"""None for an offer without picks."""


class Unplanned(Exception):
    """These choices have to be listed."""


def counted_plan(context: Context, offer: OfferDecl) -> Plan | Unplanned:
    try:
        return _plan(context, context.program.headers[offer.header])
    except Unplanned as unplanned:
        return unplanned


def _plan(context: Context, header: Header) -> Plan:
    program, picked = context.program, header.picks
    if most_members(program, header) > MOST_MEMBERS:
        raise Unplanned
    if not picked:
        return None
    last = picked[-1]
    if last.capacity:
        return _meals(context, header, last)
    sets = any(isinstance(item, LetItem) and isinstance(item.value, ir.Source) for item in header.items)
    if sets or not all(_plain(program, before) for before in picked[:-1]):
        raise Unplanned
    found = _domain(context, last)
    behind = header.items[header.items.index(last) + 1 :]
    asked = (*found.conditions, *([] if found.able is None else [found.able]), *behind)
    one_by_one = found.able is None or len(found.conditions) > 1
    if one_by_one and len(asked) > 1 and not harmless(program, asked):  # the first fault must stay the first
        raise Unplanned
    if len(picked) > 1 and (found.able or header.items[-1] is not last or not _at_once(context, found)):
        raise Unplanned
    return found


def stripped(source: ir.Source) -> tuple[ir.Source, list[tuple[str, Expr]]]:
    """A source without what only leaves out members."""
    conditions: list[tuple[str, Expr]] = []
    while isinstance(source, ir.Ordered) and not source.orders and source.limit is None:
        if source.where is not None:
            conditions.insert(0, (source.variable, source.where))
        source = source.source
    return source, conditions


def in_words(bits: int, place: Place) -> tuple[int, ...]:
    """Bits as the cells of a place have them."""
    return tuple(signed(bits >> 32 * word & 0xFFFFFFFF, 32) for word in range(place.room))


def _domain(context: Context, item: PickItem) -> Domain:
    program = context.program
    source, conditions = stripped(item.source)
    able = (item.variable, item.where) if item.if_able and item.where is not None else None
    if item.where is not None and able is None:
        conditions.append((item.variable, item.where))
    looks: tuple[int, ...] = ()
    match source:
        case ir.Items(ir.Zone(zone)):
            place = context.layout.places[context.layout.first_place[zone]]
            if place.capacity > BITS or (place.base is not None and place.room > 2):
                raise Unplanned
            if item.alike and not all_differ(program, item.source):
                if program.knowing or place.base is None or not in_runs(program, item.source):
                    raise Unplanned
                looks = tuple(bits for bits, _ in _looks(program, zone, place.base))
                if len(looks) > MOST_LOOKS:
                    raise Unplanned
        case ir.Seats():
            pass
        case ir.Numbers(ir.Const(low), ir.Const(high), ir.Const(step)) if step > 0 and high - low < BITS:
            pass
        case _:
            raise Unplanned
    return Domain(source, tuple(conditions), able, looks)


def _at_once(context: Context, domain: Domain) -> bool:
    """Whether all members that pass can be found without asking each."""
    program = context.program
    match domain.source:
        case ir.Items(ir.Zone(zone)):
            place = context.layout.places[context.layout.first_place[zone]]
            cards = (card.type in program.zones[zone].types for card in program.cards)
            members = [number for number, may_lie in enumerate(cards) if may_lie and place.base is not None]
        case ir.Numbers(ir.Const(low), ir.Const(high), ir.Const(step)):
            members = [*range(low, high + 1, step)]
        case _:
            members = []
    asked = [(name, one) for name, whole in domain.conditions for one in singles(whole)]
    return bool(members) and all(
        holds_for(program, one, name, member) is not None for name, one in asked for member in members
    )


def _looks(program: Program, zone: int, base: int) -> list[tuple[int, int]]:
    """The bits of all cards of each look that may lie in a place, and the first of these cards."""
    types = program.zones[zone].types
    cards = [number for number, card in enumerate(program.cards) if card.type in types]
    found = []
    for _, same in groupby(cards, key=lambda card: program.cards[card].look):
        run = list(same)
        found.append((sum(1 << card - base for card in run), run[0]))
    return found


def _meals(context: Context, header: Header, item: PickItem) -> Meals:
    program, source = context.program, item.source
    behind = header.items[header.items.index(item) + 1 :]
    if not isinstance(source, ir.Subsets) or not source.alike or source.low != source.high or program.knowing:
        raise Unplanned
    inner, conditions = stripped(source.source)
    before = header.items[: header.items.index(item)]
    plain = all(not isinstance(each, PickItem) or _plain(program, each) for each in before)
    if item.where is not None or item.if_able or len(behind) != 1 or not plain or not in_runs(program, source.source):
        raise Unplanned
    match inner, behind[0]:
        case (
            ir.Items(ir.Zone() as place),
            NeedItem(
                ir.Binary(
                    "<=", ir.Fold("distinct", card, ir.Items(ir.Held(ir.Local(held))), passes, value), ir.Const(1)
                )
            ),
        ) if held == item.variable and harmless(program, behind[0].condition):
            return _grouped(context, place, item, source, conditions, (card, passes, value))
    raise Unplanned


def _grouped(
    context: Context,
    place: ir.Zone,
    item: PickItem,
    source: ir.Subsets,
    conditions: list[tuple[str, Expr]],
    asked: tuple[str, Expr | None, Expr],
) -> Meals:
    """The cards of each value, if each has one look and those without a value come last."""
    program, zone = context.program, place.zone
    at = context.layout.places[context.layout.first_place[zone]]
    if at.base is None:
        raise Unplanned
    groups: list[tuple[int | None, int]] = []
    card, passes, value = asked
    for bits, first in _looks(program, zone, at.base):
        kept = [holds_for(program, condition, name, first) for name, condition in conditions]
        if 0 in kept:
            continue
        has = 1 if passes is None else holds_for(program, passes, card, first)
        worth = holds_for(program, value, card, first) if has else None
        if None in kept or has is None or (has and worth is None):
            raise Unplanned
        groups.append((worth if has else None, bits))
    worths = [worth for worth, _ in groups]
    ways = (
        (max(bounds_of(program, source.high)[1], 0) + 1) ** len(groups) if len(groups) <= MOST_LOOKS else MOST_SETS + 1
    )
    if len(set(worths)) < len(worths) or None in worths[:-1] or ways > MOST_SETS:
        raise Unplanned
    words = [in_words(bits, at) for _, bits in groups]
    wild = words.pop() if worths and worths[-1] is None else (0,) * at.room
    return Meals(place, source.low, tuple(words), wild, item.capacity)


def _plain(program: Program, item: PickItem) -> bool:
    """Whether a pick that is gone through twice needs no list."""
    listed = item.capacity or item.if_able or not distinct(item.source)
    return not listed and not (item.alike and not all_differ(program, item.source))
