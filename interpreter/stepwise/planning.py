"""The words and numbers of one game, as native code must know them.

Comes in: a `Game`.  Goes out: a `Plan`, or none where something needs more than tables: a rule works out who sees backs
or a counter, or cards of one name are told apart by where they lie.  Then Python does it.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from interpreter.decisions.wording import picks_of
from interpreter.game import Game
from interpreter.machine.layout import Place, static_seen
from interpreter.machine.texts import all_keys, offset_of
from interpreter.native.plan import CounterPlan, MarkPlan, OfferPlan, PickPlan, PlacePlan, Plan
from interpreter.stepwise.observing import Observing
from interpreter.stepwise.tensors import CHOOSER, DECISION, WHOSE, Spots
from interpreter.stepwise.words import Words, digits_of, one_name_each, one_place
from rulelang.ir.model.expressions import NONE
from rulelang.ir.model.program import CounterDecl, Decision, PickItem


class _NoTable(Exception):
    """Something needs more than tables."""


def plan_of(game: Game, rows: int = 0) -> Plan | None:
    """The plan of a game, none if it cannot be done so.  `rows`: how much a player remembers (see `Recall`)."""
    try:
        return evolve(_Planner(game).plan(), rows=rows)
    except _NoTable:
        return None


class _Planner:
    def __init__(self, game: Game) -> None:
        self.game, self.program = game, game.program
        self.observing, self.words = Observing(game), Words.of(game)
        self.encoding = self.observing.encoding

    def plan(self) -> Plan:
        program, start = self.program, {piece.name: piece.start for piece in self.observing.pieces}
        columns = list(dict.fromkeys(decision.name for decision in program.decisions))
        places = zip(self.encoding.spots, self.game.layout.places, strict=True)
        decisions = tuple(
            (columns.index(decision.name), decision.secret, tuple(self._offers(decision)))
            for decision in program.decisions
        )
        cards = range(len(program.cards))
        return Plan(
            words=len(self.words),
            end=self.words.end,
            longest=self.words.longest,
            size=self.observing.size,
            viewer=start[WHOSE],
            chooser=start[CHOOSER],
            decision=start[DECISION],
            said=self.encoding.size,
            decisions=decisions,
            places=tuple(self._place(spots, place) for spots, place in places),
            counters=tuple(self._counters()),
            backs=tuple(self.encoding.faces.backs.get(card.back, -1) + 1 for card in program.cards),
            marks=tuple(tuple(self._marks(card)) for card in cards),
            facts=tuple(tuple(self._facts(card)) for card in cards),
        )

    # ------------------------------------------------------------ words

    def _offers(self, decision: Decision) -> Iterator[OfferPlan]:
        labels = [offer.label for offer in decision.all_offers]
        if len(set(labels)) < len(labels):
            raise _NoTable
        for offer in decision.all_offers:
            items = picks_of(self.program, offer)
            picks = tuple(evolve(self._pick(item), kept=item.kept) for item in items)
            yield OfferPlan(self.words.number(offer.label), picks)

    def _pick(self, item: PickItem) -> PickPlan:
        sort, texts = item.display.sort, self.game.texts
        if sort in ("card", "cards"):
            if item.by_place:
                return self._by_place(item)
            names = [text.casefold() for text in texts.cards]
            if not one_name_each(self.program, item) and len(set(names)) < len(names):
                alone = {name for name in names if names.count(name) == 1}
                if {text.casefold() for text in self.words.of_item(item)} - alone - {"none"}:
                    raise _NoTable
            words = tuple(self.words.found(text) for text in texts.cards)
            return PickPlan("cards" if item.capacity else "card", -1, (self.words.found("none"), *words))
        if digits := digits_of(self.program, item):
            return PickPlan("digits", digits, tuple(self.words.found(text) for text in ("-", "+", *"0123456789")))
        found = self.words.values_of(item)
        low = min(found, default=0)
        return PickPlan("value", low, tuple(found.get(value, -1) for value in range(low, max(found, default=0) + 1)))

    def _by_place(self, item: PickItem) -> PickPlan:
        if not one_place(item.source) or item.capacity:
            raise _NoTable
        capacity = max((place.capacity for place in self.game.layout.places), default=0)
        return PickPlan("place", 0, tuple(self.words.found(str(spot)) for spot in range(1, capacity + 1)))

    # ------------------------------------------------------------ numbers

    def _place(self, spots: Spots, place: Place) -> PlacePlan:
        rows, width = spots.piece.shape
        declared = self.program.zones[place.declaration]
        backs = static_seen(self.program, declared.backs, place.keys)
        if backs is None and any(card.back for card in self.program.cards if card.type in declared.types):
            raise _NoTable
        hidden = place.shape == "bag" or place is self.game.layout.places[0]
        looks = tuple(spots.looks.get(text, -1) for text in self.game.texts.plain)
        second = not spots.apart and rows > 1
        return PlacePlan(
            spots.piece.start, width, looks, len(spots.looks), spots.apart, second, 0 if hidden else backs or 0
        )

    def _counters(self) -> Iterator[CounterPlan]:
        for number, counter in enumerate(self.program.counters):
            if counter.hidden or any(key.display.sort == "card" for key in counter.keys):
                continue
            for keys in all_keys(counter.keys):
                start, values = self.encoding.counters[self.game.texts.counter(counter, keys)]
                cell, seen, told = self._seen(number, counter, keys)
                sort, low, columns = self._columns(counter, values.words)
                yield CounterPlan(cell, seen, told, start, sort, low, columns)  # type: ignore[arg-type]

    def _columns(self, counter: CounterDecl, words: dict[str, int]) -> tuple[str, int, tuple[int, ...]]:
        display, texts = counter.display, self.game.texts
        if not words:
            return "number", 0, ()
        if display.sort == "card":
            return "card", 0, (*(words.get(text, -1) for text in texts.cards), words["none"])
        low = min(counter.low, NONE)
        found = (words.get(texts.value(display, value), -1) for value in range(low, counter.high + 1))
        return "words", low, tuple(found)

    def _seen(self, number: int, counter: CounterDecl, keys: tuple[int, ...]) -> tuple[int, int, int]:
        """Its cell, who sees it, and the cell that says who was told of it."""
        layout, offset = self.game.layout, offset_of(counter.keys, keys)
        seen = static_seen(self.program, counter.seen, keys)
        if seen is None:
            raise _NoTable
        return layout.counters[number] + offset, seen, layout.told[number] + offset if number in layout.told else -1

    def _marks(self, card: int) -> Iterator[MarkPlan]:
        faces = self.encoding.faces
        for number, counter in enumerate(self.program.counters):
            at = [place for place, key in enumerate(counter.keys) if key.display.sort == "card"]
            if counter.hidden or not at:
                continue
            if counter.display.sort == "card":
                raise _NoTable
            for keys in all_keys(counter.keys):
                if keys[at[0]] != card:
                    continue
                cell, seen, told = self._seen(number, counter, keys)
                rest = [
                    self.game.texts.value(key.display, value)
                    for key, value in zip(counter.keys, keys, strict=True)
                    if key.display.sort != "card"
                ]
                column, values = faces.marks[f"{counter.name}({', '.join(rest)})" if rest else counter.name]
                low = min(counter.low, NONE)
                names = [self.game.texts.value(counter.display, value) for value in range(low, counter.high + 1)]
                numbers = tuple(values.words.get(name, -1) + 1 for name in names) if values.words else ()
                column += 1 + len(faces.backs)
                yield MarkPlan(cell, counter.initial, seen, told, column, low, numbers)

    def _facts(self, card: int) -> Iterator[tuple[int, int, bool]]:
        faces = self.encoding.faces
        for column, cells in self.game.layout.facts.items():
            name, table, display = self.program.columns[column]
            for value in cells.values:
                cell = cells.cell(card, value)
                if cell is not None:
                    fact = faces.facts[f"{name} is {self.game.texts.value(display, value)}"]
                    values = self.program.tables[table]
                    holds = values.values[card - values.first] == value
                    yield cell, 1 + len(faces.backs) + len(faces.marks) + fact, holds
