"""What has happened, told to one player.

Comes in: the events of a traced engine and the choices between them.  Goes out: short sentences in which
every card or number that the player may not know is left out: `A takes 2 cards from larder`.  Two games
that differ only in what the player cannot see give the player the same sentences.  What happened is left to
the engine.

A choice that is made openly stands there as it is written, its cards only for those who may know them.  Of
a secret choice nothing is said until the step itself is carried out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeAlias, TypeVar, assert_never

from attrs import field, frozen

from interpreter.decisions.choices import Choice, Decision
from interpreter.decisions.wording import Picks, in_brackets, picks_of, write_pick
from interpreter.machine.contents import includes
from interpreter.machine.events import (
    FINISHED,
    CounterTold,
    Event,
    FactTold,
    Finished,
    Moved,
    Refilled,
    Said,
    Shown,
    Shuffled,
    Stepped,
    Turned,
    Written,
)  # fmt: skip
from interpreter.machine.layout import static_seen
from interpreter.machine.texts import Texts, all_keys, amount, counted, keys_at, listed, plain_name
from interpreter.views.changes import Change, FigureChanged, Shifted
from rulelang.ir.model.expressions import NONE
from rulelang.ir.model.program import OfferDecl, PickItem, Program


@frozen
class Chosen:
    """A choice that is made openly; `known`: of each picked card who may know it, and how it is written when picked by
    its place
    """

    player: int
    offer: OfferDecl
    picks: Picks
    known: dict[int, tuple[int, str]]


@frozen
class Begun:
    """What stands behind it in its batch leads to the first choice of a game: it is set up"""


Entry: TypeAlias = Event | Chosen | Begun | Change
Single: TypeAlias = Chosen | Stepped | Refilled | Shuffled | Turned | CounterTold | Said | Finished
Sort = TypeVar("Sort")


@frozen(eq=False)
class Log:
    """A log that is shared by all clones of a state: one more batch of entries after `before`"""

    before: Log | None
    entries: tuple[Entry, ...]
    told: dict[int | None, tuple[tuple[str, ...], tuple[int, int] | None]] = field(
        factory=dict, init=False, repr=False, eq=False
    )
    """What has been told of this batch to whom, and what the teller keeps in mind behind it."""

    @classmethod
    def empty(cls) -> Log:
        return cls(None, ())

    def add(self, entries: Iterable[Entry]) -> Log:
        """This log and one more batch, even an empty one."""
        return Log(self, tuple(entries))

    def batches(self) -> list[tuple[Entry, ...]]:
        """All batches, the oldest first."""
        return [log.entries for log in self.all()]

    def all(self) -> list[Log]:
        """This log and all before it, the oldest first."""
        found: list[Log] = []
        log: Log | None = self
        while log is not None:
            found.append(log)
            log = log.before
        return found[::-1]


def chosen_entry(decision: Decision, choice: Choice) -> Chosen:
    """The entry for a choice that is made openly, read before it is carried out."""
    contents, offer = decision.contents, decision.offers[choice.offer]
    known: dict[int, tuple[int, str]] = {}
    for item, value in zip(decision.items(choice.offer), choice.picks, strict=True):
        if item.display.sort in ("card", "cards"):
            for card in value if isinstance(value, tuple) else (value,):
                if card != NONE:
                    place = str(contents.position(card) + 1) if item.by_place else ""
                    known[card] = (contents.told_apart(card), place)
    return Chosen(decision.player, offer, choice.picks, known)


def sentences(program: Program, texts: Texts, log: Log, player: int | None) -> list[str]:
    """The whole log for a player by seat, or for everybody."""
    teller = Teller(program, texts, player)
    said: list[str] = []
    for part in log.all():
        if player not in part.told:
            part.told[player] = tuple(teller.tell(part.entries)), teller.chosen
        sentences, teller.chosen = part.told[player]
        said.extend(sentences)
    return said


class Teller:
    """Tells events to one player."""

    def __init__(self, program: Program, texts: Texts, player: int | None, spoken: bool = False) -> None:
        """`spoken`: cards are called as in a story, not as in a file of rules."""
        self._program = program
        self._texts = texts
        self._player = player
        self._names, self._of = (texts.spoken, " ") if spoken else (texts.cards, " of ")
        self._zones = [(zone, keys) for zone in program.zones for keys in all_keys(zone.keys)]
        self.chosen: tuple[int, int] | None = None
        self._from_many = texts.from_many

    def tell(self, batch: Sequence[Entry]) -> Iterator[str]:
        """The sentences for one batch.  What the player must not notice goes first, so that it cannot part
        what belongs together.
        """
        told = (event for event in batch if not isinstance(event, Begun | FigureChanged | Shifted))
        noticed = [event for event in told if not isinstance(event, Written) or self._may(event.knows)]
        for _, together in groupby(enumerate(noticed), lambda numbered: self._alike(*numbered)):
            yield from self._sentences([event for _, event in together])

    def _stretches(self, events: Sequence[Moved]) -> Iterator[list[Moved]]:
        """The moves of one line of the rules, cut where a place gives what it has got, or gets what it has given: so
        that what comes first stands first.  Only places decide, which everybody can follow.  Cards that are gone
        through from many places are not cut: their order tells their numbers.
        """
        given: set[int] = set()
        got: set[int] = set()
        stretch: list[Moved] = []
        for event in events:
            source, target = event.source, event.target
            if event.rule not in self._from_many and (source in got - {target} or target in given - {source}):
                yield stretch
                stretch, given, got = [], set(), set()
            stretch.append(event)
            given.add(source)
            got.add(target)
        yield stretch

    def _alike(self, number: int, event: Entry) -> object:
        """Equal for events that make one sentence; only things that the player may notice are in it."""
        match event:
            case Moved(rule=rule):
                return Moved, rule
            case Shown(zone=zone, to=to):
                return Shown, zone, to
            case FactTold(zone=zone, column=column, value=value, to=to, knows=knows):
                return FactTold, zone, to, (column, value) if self._may(to | knows) else None
            case Written(at=at) if at != NONE:
                return Written
            case _:
                return number

    def _sentences(self, events: Sequence[Event | Chosen]) -> Iterator[str]:
        """Of events that are alike."""
        match events[0]:
            case Moved():
                for stretch in self._stretches(_of(Moved, events)):
                    yield from self._moves(stretch)
            case Shown() as event:
                _, cards = self._cards([(shown.card, shown.to | shown.knows) for shown in _of(Shown, events)])
                yield f"{self._players(event.to, 'see')} {cards} in {self._zone(event.zone)}"
            case FactTold():
                yield self._facts(_of(FactTold, events))
            case Written(at=at) as event:
                yield from [self._written(event)] if at == NONE else self._marks(_of(Written, events))
            case event:
                yield from self._sentence(event)

    def _sentence(self, event: Single) -> Iterator[str]:
        """Of what stands alone."""
        match event:
            case Chosen():
                yield self._choice(event)
            case Stepped():
                yield from self._step(event)
            case Refilled(source, target):
                yield f"{self._zone(source)} goes into {self._zone(target)} and is shuffled"
            case Shuffled(zone):
                yield f"{self._zone(zone)} is shuffled"
            case Turned():
                yield from self._turned(event)
            case CounterTold():
                yield self._told(event)
            case Said():
                yield self._said(event)
            case Finished(outcome):
                yield FINISHED[outcome]
            case _:
                assert_never(event)

    def _turned(self, event: Turned) -> Iterator[str]:
        """The new top of a pile; of a hidden one its back, if that is seen and tells anything."""
        card, knows = event.card, event.knows
        declared, keys = self._zones[event.zone]
        backs = static_seen(self._program, declared.backs, keys) or 0
        back = self._program.cards[card].back if self._may(backs) and not self._may(knows) else ""
        if back or declared.seen.top_only:
            _, cards = self._cards([(card, knows)])
            shown = f" with the back {back}" if back else ""
            yield f"{cards}{shown} is on top of {self._zone(event.zone)} now"

    def _choice(self, event: Chosen) -> str:
        self.chosen = (event.player, event.offer.step)
        return f"{self._texts.player(event.player)}: {in_brackets(event.offer.label, self._parts(event))}"

    def _parts(self, event: Chosen) -> list[str]:
        """The picks of a choice as far as the viewer may know them."""
        return [
            self._kept(item) if item.kept and self._player != event.player else self._pick(item, value, event.known)
            for item, value in zip(picks_of(self._program, event.offer), event.picks, strict=True)
        ]

    def _kept(self, item: PickItem) -> str:
        """In place of what only the one who picked it may know."""
        match item.display.sort:
            case "member":
                return f"one {self._program.kinds[item.display.of].name}"
            case "cards":
                return "cards"
            case "flag":
                return "yes or no"
            case sort:
                return f"a {sort}"

    def _pick(self, item: PickItem, value: int | tuple[int, ...], known: dict[int, tuple[int, str]]) -> str:
        if item.display.sort not in ("card", "cards") or value == NONE:
            return self._texts.value(item.display, value) if isinstance(value, int) else "nothing"
        cards = value if isinstance(value, tuple) else (value,)
        if all(self._may(known[card][0]) and not known[card][1] for card in cards):
            return write_pick(self._texts, item, value, self._names.__getitem__, self._names, self._of)
        places = [known[card][1] for card in cards]
        return " + ".join(sorted(places, key=int)) if all(places) else _number_of_cards(len(cards))

    def _step(self, event: Stepped) -> Iterator[str]:
        """A step that is carried out; not once more if its player has just chosen it openly."""
        step, player = event.step, event.player
        if self.chosen == (player, step):
            self.chosen = None
            return
        name = self._program.steps[step].name
        yield name if player == NONE else f"{self._texts.player(player)}: {name}"

    def _moves(self, events: Sequence[Moved]) -> Iterator[str]:
        """The moves of one line of the rules, put together by where they go.  What stays where it lies while cards are
        gathered from many places is not told.
        """
        ways: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for event in events:
            ways.setdefault((event.source, event.target), []).append((event.card, event.knows))
        from_many = events[0].rule in self._from_many
        for (source, target), moved in sorted(ways.items(), key=lambda way: way[0] if from_many else 0):
            if source != target or not from_many:
                yield self._moved(source, target, moved, ordered=not from_many)

    def _moved(self, source: int, target: int, moved: Sequence[tuple[int, int]], ordered: bool) -> str:
        ordered = ordered and self._zones[target][0].shape in ("row", "pile")
        number, cards = self._cards(moved, ordered)
        if source == target:
            return f"{cards} {'moves' if number == 1 else 'move'} within {self._zone(source)}"
        if (taker := self._holder(target)) is not None:
            return f"{taker} takes {cards} from {self._zone(source)}"
        if (giver := self._holder(source)) is not None:
            return f"{giver} puts {cards} into {self._zone(target)}"
        return f"{cards} {'goes' if number == 1 else 'go'} from {self._zone(source)} to {self._zone(target)}"

    def _facts(self, events: Sequence[FactTold]) -> str:
        """`B learns of B.row: colour is red for 1, 3, not for 2`; for those who must not know, only that
        there was something.
        """
        first = events[0]
        who, zone = self._players(first.to, "learn"), self._zone(first.zone)
        if not self._may(first.to | first.knows):
            return f"{who} something about {_number_of_cards(len(events))} in {zone}"
        name, _, display = self._program.columns[first.column]
        parts = []
        for holds, word in ((1, "for"), (0, "not for")):
            places = [event.position + 1 for event in events if event.holds == holds]
            if places and self._zones[first.zone][0].shape in ("row", "pile", "slot"):
                parts.append(f"{word} {', '.join(map(str, sorted(places)))}")
            elif places:
                parts.append(f"{word} {_number_of_cards(len(places))}")
        said = f"{name} is {self._texts.value(display, first.value)} {', '.join(parts)}"
        return f"{who} of {zone}: {said}"

    def _written(self, event: Written) -> str:
        """`A.hits is now 3`; of a card that the player does not know only where it lies."""
        return f"{self._counter(event)} is now {self._value(event, event.new)}"

    def _marks(self, events: Sequence[Written]) -> Iterator[str]:
        """What is set on cards one after the other: in which order they were gone through may tell which is which."""
        said = [self._written(event) for event in events]
        hidden = any(not self._may(event.own) for event in events)
        yield from sorted(said) if hidden else said

    def _told(self, event: CounterTold) -> str:
        name = self._counter(event)
        what = f"that {name} is {self._value(event, event.value)}" if self._may(event.to) else name
        return f"{self._players(event.to, 'learn')} {what}"

    # ---------------------------------------------------------------- words

    def _cards(
        self, cards: Sequence[tuple[int, int]], ordered: bool = False, most: int | None = None
    ) -> tuple[int, str]:
        """How many, and in words: those that the player may know by their names, the others counted.  `ordered`: as
        they come, equal ones put together only where they are neighbours.  `most`: of more words only the number.
        """
        names = [self._names[card] for card, knows in cards if self._may(knows)]
        if ordered:
            words = [word for _, alike in groupby(names) for word in counted(alike, of=self._of)]
        else:
            words = counted(names, self._names, self._of)
        if len(names) < len(cards):
            words.append(_number_of_cards(len(cards) - len(names)))
        if most is not None and len(words) > most:
            words = [_number_of_cards(len(cards))]
        return len(cards), listed(words, len(words), "and")

    def _said(self, event: Said) -> str:
        """A sentence of the author with its values; cards that the viewer does not know are counted."""
        given = iter(event.values)
        words = []
        for part in self._program.sayings[event.saying].parts:
            if isinstance(part, str):
                words.append(part)
            elif part.sort in ("card", "cards"):
                cards = [one for one in next(given) if one[0] != NONE]
                words.append(self._cards(cards)[1] if cards else "nothing")
            else:
                words.append(amount(self._texts.value(part, next(given)[0][0]), part.unit))
        return "".join(words)

    def _players(self, bits: int, verb: str) -> str:
        """Who does something, and the verb: `A sees`, `A and B see`, `Everybody sees`."""
        if bits == (1 << self._program.players) - 1 and self._program.players > 1:
            return f"Everybody {verb}s"
        seats = [self._texts.player(seat) for seat in range(self._program.players) if bits >> seat & 1]
        if not seats:
            return f"Nobody {verb}s"
        return f"{listed(seats, len(seats), 'and')} {verb}{'s' if len(seats) == 1 else ''}"

    def _holder(self, zone: int) -> str | None:
        """The player whose hand a place is, none if it is no hand of a player."""
        declaration, keys = self._zones[zone]
        if declaration.shape == "hand" and keys and declaration.keys[0].display.sort == "player":
            return self._texts.player(keys[0])
        return None

    def _zone(self, zone: int) -> str:
        return self._texts.zone(*self._zones[zone])

    def _counter(self, event: Written | CounterTold) -> str:
        """A counter; one that belongs to a card that lies somewhere by the card's name only if the player knows it."""
        declaration = self._program.counters[event.counter]
        keys = keys_at(declaration.keys, event.offset)
        if event.at == NONE or self._may(event.own):
            return self._texts.counter(declaration, keys)
        rest = [
            self._texts.value(key.display, value)
            for key, value in zip(declaration.keys, keys, strict=True)
            if key.display.sort != "card"
        ]
        name = plain_name(declaration.name) + (f"({', '.join(rest)})" if rest else "")
        return f"{name} of a card in {self._zone(event.at)}"

    def _value(self, event: Written | CounterTold, value: int) -> str:
        if event.there == NONE or self._may(event.card):
            return self._texts.value(self._program.counters[event.counter].display, value)
        return f"a card in {self._zone(event.there)}"

    def _may(self, bits: int) -> bool:
        return includes(bits, self._player, self._program.players)


def _of(sort: type[Sort], events: Sequence[Entry]) -> list[Sort]:
    """Those of one sort."""
    return [event for event in events if isinstance(event, sort)]


def _number_of_cards(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"
