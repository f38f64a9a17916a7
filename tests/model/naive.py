"""A naive model of cards, written from `docs/design/ir.md` alone: lists of cards, sets of players; slow and obvious.

Comes in: the declarations of a program, a seed, operations as `operations` writes them.  Goes out: the state in cells,
what was told, faults.  It shares nothing with the engines, so that it can bear witness for or against them.

Where a docstring is in quotation marks it is a sentence of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from hashlib import sha256
from itertools import product

from attrs import define, field

from rulelang.ir.model import expressions as e
from rulelang.ir.model.program import Program, Seen

NONE = -1
WORD, LONG = 2**32, 2**64
Players = AbstractSet[int]


class Fault(Exception):
    """What cannot be done; its text is the sort of the fault."""


@define
class Pile:
    """A place of any shape: `above` from the top (or the first) down, `loose` without an order, `low` beneath it

    Only piles have loose and low cards.  Hands and bags keep `above` by number.
    """

    number: int
    declaration: int
    keys: tuple[int, ...]
    shape: str
    capacity: int
    turned: bool
    above: list[int] = field(factory=list)
    loose: set[int] = field(factory=set)
    low: list[int] = field(factory=list)

    @property
    def cards(self) -> list[int]:
        """In the order in which an expression goes through them."""
        return [*self.above, *sorted(self.loose, reverse=True), *self.low]

    @property
    def by_number(self) -> bool:
        return self.shape in ("hand", "bag")

    def disordered(self, card: int) -> bool:
        """Whether the card lies without an order: in a bag, or loose in a pile."""
        return self.shape == "bag" or card in self.loose

    def tells_which(self, card: int) -> bool:
        """\"a row, a slot, an ordered part of a pile\""""
        return self.shape in ("row", "slot") or (self.shape == "pile" and card not in self.loose)

    def take(self, card: int) -> None:
        self.loose.discard(card)
        self.above = [each for each in self.above if each != card]
        self.low = [each for each in self.low if each != card]
        self.settle()

    def put(self, card: int, at: int | None) -> None:
        """At the usual end, or so that the card has this index afterwards."""
        if self.by_number or self.shape == "slot":
            self.above = sorted([*self.above, card])
            return
        if at is None:
            at = len(self.above) if self.shape == "row" else 0
        beneath = at - len(self.above) - len(self.loose)
        if 0 <= at <= len(self.above):
            self.above.insert(at, card)
        elif 0 <= beneath <= len(self.low):
            self.low.insert(beneath, card)
        else:
            raise Fault("position")

    def settle(self) -> None:
        """\"`low` is 0 while `loose` is 0.\""""
        if not self.loose:
            self.above, self.low = [*self.above, *self.low], []


@define
class Model:
    """The state of one program, and operations on it"""

    program: Program
    deal_stream: int = 0
    dice_stream: int = 0
    places: list[Pile] = field(factory=list)
    known: list[set[int]] = field(factory=list)
    counters: list[dict[tuple[int, ...], int]] = field(factory=list)
    told: dict[tuple[int, tuple[int, ...]], set[int]] = field(factory=dict)
    facts: dict[tuple[int, int, int], set[int]] = field(factory=dict)
    events: list[tuple[object, ...]] = field(factory=list)

    def __init__(self, program: Program, seed: str) -> None:
        cards = range(len(program.cards))
        self.__attrs_init__(program, _start("deal", seed), _start("dice", seed))  # type: ignore[attr-defined]
        for number, zone in enumerate(program.zones):
            backs = number > 0 and zone.backs.who != "nobody"
            telling = backs and any(card.back for card in program.cards if card.type in zone.types)
            turned = zone.shape == "pile" and (zone.seen.top_only or telling)
            for keys in _instances(zone.keys):
                self.places.append(Pile(len(self.places), number, keys, zone.shape, zone.capacity, turned))
        self.places[0].above = list(cards)
        self.known = [set() for _ in cards]
        self.counters = [dict.fromkeys(_instances(each.keys), each.initial) for each in program.counters]

    # ------------------------------------------------------------ the operations

    def do(self, line: str) -> None:
        """One operation; Fault leaves the state half changed."""
        name, *words = line.split()
        numbers, declared = [*map(int, words)], 0
        if name.rsplit("_", 1)[-1].isdigit():
            name, declared = name.rsplit("_", 1)[0], int(name.rsplit("_", 1)[1])
            method: Callable[..., None] = getattr(self, f"do_{name}_declared")
            method(declared, *numbers)
            return
        getattr(self, f"do_{name}")(*numbers)

    def do_move(self, card: int, to: int) -> None:
        self.move(card, self.places[to], None)

    def do_move_at(self, card: int, to: int, at: int) -> None:
        self.move(card, self.places[to], at)

    def do_move_followed(self, card: int, to: int, followers: int) -> None:
        self.move(card, self.places[to], None, followers=players(followers))

    def do_move_declared(self, zone: int, card: int, *keys: int) -> None:
        self.move(card, self.instance(zone, keys), None)

    def do_deal(self, amount: int, source: int, to: int) -> None:
        self.deal(amount, source, to, None, False, None)

    def do_deal_at(self, amount: int, source: int, to: int, at: int) -> None:
        self.deal(amount, source, to, at, False, None)

    def do_deal_up_to(self, amount: int, source: int, to: int) -> None:
        self.deal(amount, source, to, None, True, None)

    def do_deal_refilled(self, amount: int, source: int, to: int, refill: int) -> None:
        self.deal(amount, source, to, None, True, refill)

    def do_deal_declared(self, zone: int, to: int, *keys: int) -> None:
        self.deal(1, self.instance(zone, keys).number, to, None, True, None)

    def do_shuffle(self, place: int) -> None:
        self.shuffle(self.places[place])
        self.events.append(("shuffle", place, 0))
        self.turn_up(self.places[place])

    def do_settle(self, place: int) -> None:
        pile = self.places[place]
        while pile.shape == "pile" and pile.loose:
            card = sorted(pile.loose)[self.draw("deal", len(pile.loose))]
            pile.loose.discard(card)
            pile.above.append(card)
            pile.settle()

    def do_show(self, card: int, to: int) -> None:
        self.show([card], to)

    def do_show_place(self, place: int, to: int) -> None:
        self.show(self.places[place].cards, to)

    def do_random_card(self, place: int) -> None:
        self.draw("deal", len(self.places[place].cards))

    def do_random_seat(self, seat: int) -> None:
        self.draw("deal", self.program.players)

    def do_random_number(self, most: int) -> None:
        self.draw("dice", most + 1)

    def do_write_declared(self, counter: int, *given: int) -> None:
        keys, value = given[:-1], given[-1]
        declared = self.program.counters[counter]
        if not declared.low <= value <= declared.high:
            raise Fault("bounds")
        old = self.counters[counter][keys]
        sees = self.may_see(declared.seen, keys, None)
        self.counters[counter][keys] = value
        self.told.pop((counter, keys), None)
        if not declared.hidden and old != value:
            cards = self.cards_named(counter, keys, value)
            knows = sees | self.may_see(declared.seen, keys, None)
            self.events.append(("write", counter, self.offset(counter, keys), old, value, bits(knows), 0, *cards))

    def do_tell_declared(self, counter: int, *given: int) -> None:
        keys, to = given[:-1], given[-1]
        self.told.setdefault((counter, keys), set()).update(players(to))
        value = self.counters[counter][keys]
        cards = self.cards_named(counter, keys, value)
        self.events.append(("tell", counter, self.offset(counter, keys), value, to, 0, *cards))

    def cards_named(self, counter: int, keys: tuple[int, ...], value: int) -> list[int]:
        """Of the card to which a counter belongs, and of one that is its value: who knows it, and where it lies."""
        declared, found = self.program.counters[counter], []
        own = [key for key, of in zip(keys, declared.keys, strict=True) if of.display.sort == "card"]
        for card in (own[0] if own else NONE, value if declared.display.sort == "card" else NONE):
            place = self.place_of(card) if card != NONE else None
            found += [bits(self.knows(card, place)), place.number] if place else [NONE, NONE]
        return found

    def do_fact_declared(self, column: int, card: int, value: int, to: int) -> None:
        """\"`ShowFact` sets a fact bit (card, column, value, viewer).\""""
        place = self.place_of(card)
        if not place.disordered(card):
            self.facts.setdefault((column, card, value), set()).update(players(to))
        table = self.program.tables[self.program.columns[column][1]]
        holds = int(table.values[card - table.first] == value)
        position, knows = place.cards.index(card), bits(self.knows(card, place))
        self.events.append(("fact", card, place.number, position, column, value, holds, to, knows, 0))

    def do_swap_places(self, left: int, right: int) -> None:
        one, other = self.places[left], self.places[right]
        if one is other:
            return
        for source, target in ((one, other), (other, one)):
            if len(source.cards) > target.capacity:
                raise Fault("full")
            if target.shape == "row" and not self.may_lie_in_row(source, target):
                raise Fault("position")
        before = {card: self.knows(card, place) for place in (one, other) for card in place.cards}
        moved = [(card, one, other) for card in one.cards] + [(card, other, one) for card in other.cards]
        first, second = _runs(one, other), _runs(other, one)
        (other.above, other.loose, other.low), (one.above, one.loose, one.low) = first, second
        for card, source, target in moved:
            knows = before[card] | self.sees(card, target)
            self.arrive(card, target, knows)
            self.events.append(("move", card, source.number, target.number, bits(knows), 0))
        self.turn_up(one)
        self.turn_up(other)

    def do_swap_cards(self, left: int, right: int) -> None:
        one, other = self.place_of(left), self.place_of(right)
        if left == right:
            return
        if left in one.loose or right in other.loose:
            raise Fault("position")
        if one is other and one.by_number:
            return
        swapped = [(left, one, other), (right, other, one)]
        before = {card: self.aware_before(card, source) for card, source, _ in swapped}
        for place in {one.number: one, other.number: other}.values():
            for run in (place.above, place.low):
                run[:] = [{left: right, right: left}.get(card, card) for card in run]
            if place.by_number:
                place.above.sort()
        aware = {card: before[card] | self.sees(card, target) for card, _, target in swapped}
        for card, source, target in swapped:
            came = right if card == left else left
            self.leave(card, source, aware[card], spared=came)
            self.arrive(card, target, aware[card])
            self.events.append(("move", card, source.number, target.number, bits(aware[card]), 0))

    # ------------------------------------------------------------ moving

    def move(self, card: int, to: Pile, at: int | None, word: str = "move", followers: Players = frozenset()) -> None:
        source = self.place_of(card)
        # "who of them knew the card stays aware of it, and none of them forgets what is left"
        aware = self.aware_before(card, source) | self.known[card] & followers
        source.take(card)
        if len(to.cards) >= to.capacity:
            raise Fault("full")
        to.put(card, at)
        aware = aware | self.sees(card, to)
        self.leave(card, source, aware | followers)
        self.arrive(card, to, aware)
        self.events.append((word, card, source.number, to.number, bits(aware), 0))
        self.turn_up(source)
        if to is not source:
            self.turn_up(to)

    def deal(self, amount: int, source: int, to: int, at: int | None, up_to: bool, refill: int | None) -> None:
        if amount < 0:
            raise Fault("negative")
        place = self.places[source]
        for _ in range(amount):
            if not place.cards and refill is not None:
                self.refill(place, self.places[refill])
            if not place.cards:
                if up_to:
                    return
                raise Fault("empty")
            self.move(self.drawn(place), self.places[to], at, "deal")

    def refill(self, place: Pile, source: Pile) -> None:
        """\"every card of the refill source is moved there … and it is shuffled\""""
        cards, told = source.cards, len(self.events)
        for card in cards:
            self.move(card, place, None)
        self.shuffle(place)
        self.turn_up(place)
        # All of it is told in one; a top that was turned up is the card that is dealt next.
        del self.events[told:]
        if cards:
            self.events.append(("refill", source.number, place.number, 0))

    def shuffle(self, place: Pile) -> None:
        if place.shape == "row":
            raise Fault("position")
        cards = place.cards
        if place.shape == "pile":
            place.above, place.loose, place.low = [], set(cards), []
        for card in cards:
            self.forget(card, self.sees(card, place))

    def drawn(self, place: Pile) -> int:
        """The card that a deal takes."""
        if place.by_number:
            return place.above[self.draw("deal", len(place.above))]
        if place.above:
            return place.above[0]
        return sorted(place.loose)[self.draw("deal", len(place.loose))]

    def turn_up(self, place: Pile) -> None:
        """\"one of the loose cards is drawn as by a `Deal` … and lies in order on top from then on\""""
        if not place.turned or place.above or not place.loose:
            return
        card = self.drawn(place)
        place.loose.discard(card)
        place.above = [card]
        place.settle()
        sees = self.sees(card, place)
        self.known[card] |= sees
        self.events.append(("turn", card, place.number, bits(self.known[card]), 0))

    def may_lie_in_row(self, source: Pile, target: Pile) -> bool:
        seen = self.program.zones[target.declaration].seen
        if source.shape == "hand" and seen.who == "all":
            return True
        return not source.loose and not (source.by_number and len(source.cards) > 1)

    # ------------------------------------------------------------ knowing

    def aware_before(self, card: int, source: Pile) -> Players:
        """Who sees the card before it moves, \"or knew it and it left a place that tells which card it is\"."""
        return self.sees(card, source) | (self.known[card] if source.tells_which(card) else set())

    def leave(self, card: int, source: Pile, aware: Players, spared: int = NONE) -> None:
        """\"Forget rather than leak\""""
        if source.shape == "hand":
            for other in source.above:
                if other not in (card, spared):
                    self.forget(other, aware | self.sees(other, source))
            self.forget_facts(card, aware)

    def arrive(self, card: int, to: Pile, aware: Players) -> None:
        """\"Afterwards `known` = who is aware\", but without an order only who sees it there."""
        self.known[card] = set(aware)
        if to.disordered(card):
            self.forget(card, self.sees(card, to))

    def forget(self, card: int, but: Players) -> None:
        self.known[card] &= but
        self.forget_facts(card, but)

    def forget_facts(self, card: int, but: Players) -> None:
        for key, viewers in self.facts.items():
            if key[1] == card:
                viewers &= but

    def show(self, cards: Iterable[int], to: int) -> None:
        for card in cards:
            place = self.place_of(card)
            if not place.disordered(card):
                self.known[card] |= players(to)
            self.events.append(("show", card, place.number, to, bits(self.knows(card, place)), 0))

    def knows(self, card: int, place: Pile) -> Players:
        return self.sees(card, place) | self.known[card]

    def sees(self, card: int, place: Pile) -> Players:
        """Who sees this card in this place, in which it lies."""
        seen = self.program.zones[place.declaration].seen
        if seen.top_only and place.above[:1] != [card]:
            return set()
        return self.may_see(seen, place.keys, card)

    def may_see(self, seen: Seen, keys: tuple[int, ...], card: int | None) -> Players:
        everybody = set(range(self.program.players))
        match seen.who:
            case "all":
                return everybody
            case "owner":
                return {keys[0]}
            case "others":
                return everybody - {keys[0]}
            case "nobody":
                return set()
        given = keys if seen.who == "players" or card is None else (*keys, card)
        assert seen.function is not None
        return players(self.call(seen.function, given))

    # ------------------------------------------------------------ values

    def call(self, function: int, given: tuple[int, ...]) -> int:
        declared = self.program.functions[function]
        names = dict(zip((each.name for each in declared.parameters), given, strict=True))
        return self.value(declared.value, names)

    def value(self, node: e.Expr, names: dict[str, int]) -> int:
        match node:
            case e.Const(value):
                return value
            case e.Local(name):
                return names[name]
            case e.Read(counter, keys):
                return self.counters[counter][tuple(self.value(key, names) for key in keys)]
            case e.Lookup(table, index):
                looked = self.program.tables[table]
                return looked.values[self.value(index, names) - looked.first]
            case e.Cond(test, then, otherwise):
                return self.value(then if self.value(test, names) else otherwise, names)
            case e.Binary("==", left, right):
                return int(self.value(left, names) == self.value(right, names))
            case e.Binary(">", left, right):
                return int(self.value(left, names) > self.value(right, names))
        raise NotImplementedError(node)

    def draw(self, stream: str, bound: int) -> int:
        """A number below `bound`: PCG-XSH-RR 64/32, Lemire's multiply and shift with rejection."""
        if bound < 2:
            return 0
        while True:
            now = self.deal_stream if stream == "deal" else self.dice_stream
            stepped = (now * 6364136223846793005 + _INCREMENTS[stream]) % LONG
            if stream == "deal":
                self.deal_stream = stepped
            else:
                self.dice_stream = stepped
            word, turn = ((now >> 18 ^ now) >> 27) % WORD, now >> 59
            number = (word >> turn | word << (32 - turn)) % WORD
            if number * bound % WORD >= WORD % bound:
                return number * bound // WORD

    def place_of(self, card: int) -> Pile:
        return next(place for place in self.places if card in place.cards)

    def instance(self, zone: int, keys: tuple[int, ...]) -> Pile:
        return next(place for place in self.places if (place.declaration, place.keys) == (zone, tuple(keys)))

    def offset(self, counter: int, keys: tuple[int, ...]) -> int:
        return list(self.counters[counter]).index(tuple(keys))

    # ------------------------------------------------------------ cells

    def cells(self) -> list[int]:
        """The streams deal and dice, and all from the first counter to the last place ("Layout of the state")."""
        program, cells = self.program, []
        for stream in (self.deal_stream, self.dice_stream):
            cells += [_signed(stream % WORD), _signed(stream // WORD)]
        for counter in self.counters:
            cells += counter.values()
        cells += [self.place_of(card).number for card in range(len(program.cards))]
        cells += [bits(known) for known in self.known]
        for column, (_, number, _) in enumerate(program.columns):
            table = program.tables[number]
            for card in range(table.first, table.first + len(table.values)):
                cells += [bits(self.facts.get((column, card, value), set())) for value in sorted(set(table.values))]
        for number, declared in enumerate(program.counters):
            if not declared.hidden:
                cells += [bits(self.told.get((number, keys), set())) for keys in self.counters[number]]
        for place in self.places:
            run = place.cards[::-1] if place.shape == "pile" else place.cards
            cells += [len(run), *([len(place.low), len(place.loose)] if place.shape == "pile" else [])]
            cells += run + [0] * (place.capacity - len(run))
        return cells


_INCREMENTS = {"deal": 2 * 0xDEA1 + 1, "dice": 2 * 0xD1CE + 1}


def _start(stream: str, seed: str) -> int:
    """\"the first 8 bytes, little-endian, of SHA-256 of `rulelang-seed-1/<stream>/<seed>`, advanced once\""""
    begun = int.from_bytes(sha256(f"rulelang-seed-1/{stream}/{seed}".encode()).digest()[:8], "little")
    return (begun * 6364136223846793005 + _INCREMENTS[stream]) % LONG


def _instances(keys: Iterable[object]) -> list[tuple[int, ...]]:
    return list(product(*(range(key.low, key.high + 1) for key in keys)))  # type: ignore[attr-defined]


def _runs(source: Pile, target: Pile) -> tuple[list[int], set[int], list[int]]:
    """How the cards of one place lie in another after a swap of the two: ordered, loose, beneath the loose ones."""
    if target.shape != "pile":
        cards = sorted(source.cards) if target.by_number or source.by_number else source.cards
        return cards, set(), []
    if source.by_number and len(source.cards) > 1:
        return [], set(source.cards), []
    return list(source.above), set(source.loose), list(source.low)


def bits(of: Players) -> int:
    return sum(1 << player for player in of)


def players(found: int) -> Players:
    return {player for player in range(32) if found >> player & 1}


def _signed(word: int) -> int:
    return word - WORD if word >= WORD // 2 else word
