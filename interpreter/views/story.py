"""What has happened as somebody at the table would tell it.

Comes in: the entries of a log.  Goes out: lines for one viewer: the set-up in a line for each thing, then for each
choice a line with what it directly does, and what else it led to.  Counters are silent, unless they are shown figures.

Nothing is told that the log does not tell this viewer: lines are put together by what the viewer sees, never by what
is hidden.  A card is followed from place to place only where the viewer knows it in each of them, or where it was
alone.  A picked card is called by its name, and its way is left out, by moves that are sure to carry it
(`PickItem.goes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from attrs import define, evolve

from interpreter.decisions.wording import picks_of
from interpreter.machine.events import (
    FINISHED,
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
)
from interpreter.machine.texts import Texts, amount, keys_at
from interpreter.views.changes import FigureChanged, Shifted
from interpreter.views.composing import Clause, Paragraph
from interpreter.views.english import deed, verb
from interpreter.views.log import Begun, Chosen, Entry, Log, Teller
from interpreter.views.setting_up import SetUp
from rulelang.ir.model.expressions import NO_NUMBER
from rulelang.ir.model.program import Program

MOST = 2
"""More cards than this that go from place to place are no small thing that a choice does."""
NAMED = 6
"""Of more sorts of cards than this that go the same way only the number is told."""


def story(program: Program, texts: Texts, log: Log, player: int | None, whole: bool = False) -> list[str]:
    """What has happened since a player last chose openly, that choice with it; for everybody, since anybody did.

    `whole`: from the beginning.
    """
    told = _paragraphs(log)
    mine = [
        number
        for number, part in enumerate(told)
        if part and isinstance(part[0], Chosen) and player in (None, part[0].player)
    ]
    begin = mine[-1] if mine and not whole else 0
    teller = StoryTeller(program, texts, player)
    return [line for part in told[begin:] for line in teller.paragraph(part)]


def _paragraphs(log: Log) -> list[list[Entry]]:
    """Each choice with all that followed it."""
    found: list[list[Entry]] = []
    open_choice = False
    for batch in log.batches():
        if open_choice:
            found[-1] += batch
        else:
            found.append(list(batch))
        open_choice = len(batch) == 1 and isinstance(batch[0], Chosen)
    return found


@define
class _Leg:
    """The way of one card; `known`: whether the viewer knows which one it is, `named`: whether its choice said so"""

    card: int
    source: int
    target: int
    knows: int
    known: bool
    ordered: bool
    named: bool = False


class StoryTeller(Teller):
    """Tells paragraphs to one player."""

    def __init__(self, program: Program, texts: Texts, player: int | None) -> None:
        super().__init__(program, texts, player, spoken=True)
        self._page = Paragraph(texts.player)
        self._ways: dict[int, bool] = {}
        """The rules that carry what was picked, and whether it always goes that way."""
        self._picked: frozenset[int] = frozenset()
        self._in_place: set[FigureChanged] = set()
        """Those that stand where their counters were set."""
        self._own_words: dict[int, str] = {}

    def paragraph(self, entries: Sequence[Entry]) -> list[str]:
        """The lines for one choice and what followed it, or for the set-up."""
        self._page = Paragraph(self._texts.player)
        if entries and isinstance(entries[0], Begun):
            set_up = list(self._set_up(entries).lines(self._zones, self._texts))
            silent = Moved | Refilled | Shuffled | Turned
            return [*set_up, *self._rest([entry for entry in entries if not isinstance(entry, silent)])]
        return self._rest(entries)

    def _set_up(self, entries: Sequence[Entry]) -> SetUp:
        found = SetUp()
        for entry in entries:
            match entry:
                case Moved(card, source, target, knows):
                    found.move(card, source, target, self._may(knows))
                case Refilled(source, target):
                    found.pour(source, target)
                case Turned(card, zone, knows) if self._may(knows) and self._zones[zone][0].seen.top_only:
                    found.tops[zone] = card
                case _:
                    pass
        return found

    def _rest(self, entries: Sequence[Entry]) -> list[str]:
        heard = [entry for entry in self._where_they_change(list(entries)) if self._is_told(entry)]
        told = self._in_the_authors_words(self._named_by_moves(heard))
        for kind, together in groupby(told, _together):
            if kind is Moved:
                self._moved_on([event for event in together if isinstance(event, Moved)])
            elif kind in (Shown, FactTold):
                for line in self.tell(list(together)):
                    self._page.begin(None, line)
            elif kind is not None:
                for entry in together:
                    self._one(entry)
        self._at_last(told)
        for entry in told:
            if isinstance(entry, Finished):
                self._page.begin(None, FINISHED[entry.outcome])
        return self._page.written()

    def _one(self, entry: Entry) -> None:
        match entry:
            case Chosen():
                said = self._choice(entry)
                self._page.begin(entry.player, self._own_words.get(entry.offer.step, said))
            case Stepped(step, player):
                for said in self._step(entry):
                    self._page.begin(None if player < 0 else player, self._own_words.get(step, said))
            case Said():
                self._page.begin(None, self._said(entry))
            case Shuffled(zone):
                self._page.add(Clause(None, f"{self._does(zone, 'be')} shuffled"))
            case Refilled(source, target):
                be = verb(self._zone(source), "be")
                self._page.add(Clause(None, f"{self._does(source, 'go')} into {self._zone(target)} and {be} shuffled"))
            case Turned(card, zone):
                self._page.add(Clause(None, f"{self._does(zone, 'show')} {self._names[card]}"))
            case FigureChanged() if entry in self._in_place:
                self._figure(entry)
            case _:
                for line in self.tell([entry]):
                    self._page.begin(None, line)

    def _is_told(self, entry: Entry) -> bool:
        """What is not must not part what belongs together."""
        match entry:
            case Turned(zone=zone, knows=knows):
                return self._zones[zone][0].seen.top_only and self._may(knows)
            case Shifted(old=old, new=new, knows=knows):
                return old != new and self._may(knows)
            case FigureChanged(seen=seen):
                return self._may(seen)
            case Written() | Begun():
                return False
            case _:
                return True

    def _does(self, zone: int, infinitive: str) -> str:
        name = self._zone(zone)
        return f"{name} {verb(name, infinitive)}"

    def _choice(self, event: Chosen) -> str:
        """`A feeds owl, apple`: the name of a step is what somebody does."""
        self.chosen = (event.player, event.offer.step)
        return f"{self._texts.player(event.player)} {deed(event.offer.label, self._parts(event))}"

    # ---------------------------------------------------------------- what was picked

    def _named_by_moves(self, entries: list[Entry]) -> list[Entry]:
        """The choice with the names of cards that the viewer gets to know as they go where they were picked to go."""
        self._ways, self._picked = {}, frozenset()
        chosen = entries[0] if entries else None
        if not isinstance(chosen, Chosen):
            return entries
        known = dict(chosen.known)
        for item, value in zip(picks_of(self._program, chosen.offer), chosen.picks, strict=True):
            cards = {card for card in (value if isinstance(value, tuple) else (value,)) if card in known}
            if item.display.sort not in ("card", "cards") or any(known[card][1] for card in cards):
                continue
            for event in entries:
                if isinstance(event, Moved) and event.rule in item.goes and event.card in cards:
                    known[event.card] = (known[event.card][0] | event.knows, "")
            if len({self._may(known[card][0]) for card in cards}) < 2:
                self._ways |= dict.fromkeys(item.goes, len(item.goes) == 1)
                self._picked |= cards
        return [evolve(chosen, known=known), *entries[1:]]

    def _in_the_authors_words(self, entries: list[Entry]) -> list[Entry]:
        """Sentences that are said in place of a choice are kept for it; what went before them, of cards that they name,
        need not be told again.
        """
        self._own_words = {}
        left: list[Entry] = []
        since, open_steps = 0, set[int]()
        for entry in entries:
            match entry:
                case Chosen(offer=offer):
                    since, open_steps = len(left), open_steps | {offer.step}
                case Stepped(step):
                    since, open_steps = len(left), open_steps | {step}
                case Said(saying, values) if self._program.sayings[saying].step in open_steps - set(self._own_words):
                    self._own_words[self._program.sayings[saying].step or 0] = self._said(entry)
                    named = {card for value in values for card, knows in value if self._may(knows)}
                    left[since:] = [one for one in left[since:] if not (isinstance(one, Moved) and one.card in named)]
                    continue
                case _:
                    pass
            left.append(entry)
        return left

    # ---------------------------------------------------------------- moves

    def _moved_on(self, events: Sequence[Moved]) -> None:
        legs: list[_Leg] = []
        for event in self._in_an_order_that_tells_nothing(events):
            self._follow(legs, event)
        ways: list[list[_Leg]] = []
        for leg in legs:
            if leg.source != leg.target:
                self._beside(ways, leg)
            elif leg.ordered:
                ways.append([leg])
        for _, alike in groupby(ways, self._kind_of_way):
            self._way([leg for way in alike for leg in way])

    def _in_an_order_that_tells_nothing(self, events: Sequence[Moved]) -> Iterator[Moved]:
        """Cards that are gone through from many places come in the order of their numbers: by their ways instead."""
        for rule, together in groupby(events, lambda event: event.rule):
            moves = list(together)
            yield from sorted(moves, key=lambda one: (one.source, one.target)) if rule in self._from_many else moves

    def _follow(self, legs: list[_Leg], event: Moved) -> None:
        """One move, joined to the one that brought the card if the viewer can tell that it is the same."""
        known, picked = self._may(event.knows), event.rule in self._ways and event.card in self._picked
        alone = self._zones[event.source][0].shape == "slot" and not picked
        for leg in reversed(legs):
            brought = leg.card == event.card and leg.target == event.source != leg.source
            if brought and (alone or (leg.known and known)):
                leg.target, leg.known, leg.knows = event.target, known, event.knows
                return
        if not picked or not self._ways[event.rule] or event.source == event.target:
            ordered = event.rule not in self._from_many
            legs.append(_Leg(event.card, event.source, event.target, event.knows, known, ordered, picked))

    @staticmethod
    def _beside(ways: list[list[_Leg]], leg: _Leg) -> None:
        """To the cards that go the same way, unless something between them has to do with where they go."""
        for way in reversed(ways):
            first = way[0]
            if (first.source, first.target, first.named) == (leg.source, leg.target, leg.named):
                way.append(leg)
                return
            if first.target in (leg.source, leg.target) or first.source == leg.target:
                break
        ways.append([leg])

    def _kind_of_way(self, way: list[_Leg]) -> object:
        """What comes to one place from places of one kind, a trick from those who played it, is one thing."""
        first = way[0]
        if first.source == first.target or first.named:
            return id(way)
        return first.target, self._zones[first.source][0].name

    def _way(self, way: list[_Leg]) -> None:
        source, target = way[0].source, way[0].target
        if source == target:
            self._within(way)
            return
        ordered = way[0].ordered and self._zones[target][0].shape in ("row", "pile")
        number, cards = self._cards([(leg.card, leg.knows) for leg in way], ordered, NAMED)
        go = verb(cards, "go") if number == 1 else "go"
        cards = ("it" if number == 1 else "them") if way[0].named else cards
        owner, giver, to = self._owner(target), self._owner(source), self._zone(target)
        if owner is not None:
            to = to.removeprefix(f"{self._texts.player(owner)}.")
        if any(leg.source != source for leg in way):
            clause = Clause(owner, f"{cards} come to {to}" if owner is None else f"gets {cards} into {to}")
        elif owner is not None and self._holder(target) is not None:
            clause = Clause(owner, f"takes {cards} from {self._zone(source)}")
        elif giver is not None and self._holder(source) is not None:
            clause = Clause(giver, f"puts {cards} into {to if owner == giver else self._zone(target)}")
        elif owner is not None:
            clause = Clause(owner, f"gets {cards} from {self._zone(source)} into {to}")
        else:
            clause = Clause(None, f"{cards} {go} from {self._zone(source)} to {to}")
        if clause.seat is None and number > MOST:
            self._page.begin(None, clause.text)
        else:
            self._page.add(clause)

    def _within(self, way: list[_Leg]) -> None:
        """A move inside one place of which nobody says from where to where."""
        if not (way[0].known and self._zones[way[0].source][0].shape == "row"):
            number, cards = self._cards([(leg.card, leg.knows) for leg in way])
            move = verb(cards, "move") if number == 1 else "move"
            self._page.add(Clause(None, f"{cards} {move} within {self._zone(way[0].source)}"))

    def _owner(self, zone: int) -> int | None:
        """The seat of the player whose place it is."""
        declaration, keys = self._zones[zone]
        return keys[0] if keys and declaration.keys[0].display.sort == "player" else None

    # ---------------------------------------------------------------- what is different now

    def _where_they_change(self, entries: list[Entry]) -> list[Entry]:
        """Figures that are counters stand where these were set last, and not at the end."""
        changed = {
            (self._program.figures[entry.figure].name, entry.offset): entry
            for entry in entries
            if isinstance(entry, FigureChanged)
        }
        self._in_place = set()
        found: list[Entry] = []
        for entry in reversed(entries):
            if isinstance(entry, Written):
                at = changed.pop((self._program.counters[entry.counter].name, entry.offset), None)
                if at is not None:
                    self._in_place.add(at)
                    found = [*(one for one in found if one is not at), at]
            else:
                found.append(entry)
        return found[::-1]

    def _at_last(self, entries: Sequence[Entry]) -> None:
        """Ways within rows, and the figures that have become something else, behind the choice if they can."""
        for entry in entries:
            match entry:
                case Shifted(card, zone, old, new):
                    name = self._names[card]
                    way = f"{verb(name, 'move')} from {_ordinal(old + 1)} to {_ordinal(new + 1)} in {self._zone(zone)}"
                    self._page.add(Clause(None, f"{name} {way}"))
                case FigureChanged() if entry not in self._in_place:
                    self._figure(entry, first=True)
                case _:
                    pass

    def _figure(self, entry: FigureChanged, first: bool = False) -> None:
        """`has 9 points (+3)`, `haul is 6 for whoever leaves (+1)`."""
        figure = self._program.figures[entry.figure]
        keys = keys_at(figure.keys, entry.offset)
        name, said = self._texts.with_keys(figure, keys), self._texts.value(figure.display, entry.new)
        counts = figure.display.sort == "number" and NO_NUMBER not in (entry.old, entry.new)
        more = f" ({entry.new - entry.old:+})" if counts else ""
        if not (figure.keys and figure.keys[0].display.sort == "player"):
            self._page.add(Clause(None, f"{name.replace('_', ' ')} is {amount(said, figure.unit)}{more}"))
            return
        name = name.removeprefix(f"{self._texts.player(keys[0])}.").replace("_", " ")
        what = f"has {amount(said, figure.unit)}" if figure.unit else f"{name} {said}"
        self._page.add(Clause(keys[0], f"{what}{more}", bool(figure.unit)), first)


def _together(entry: Entry) -> type | None:
    """What is told together; none for what is told at last, or not at all."""
    match entry:
        case Moved():
            return Moved
        case Shown() | FactTold():
            return type(entry)
        case Written() | Begun() | Shifted() | Finished():
            return None
        case _:
            return object


def _ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`"""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
