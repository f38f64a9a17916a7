"""Worlds: other states that agree with everything a viewer was shown and told.

Comes in: an edition, an engine, a state's list of integers at rest, a viewer.  Goes out: lists of integers in which all
that the viewer cannot know is drawn anew.  Nothing in them depends on what the viewer cannot see, but for what
docs/reference/python.md ("Worlds") names.

Cards change their names and nothing else: whatever lies in a spot, is meant by a variable, or has a counter of its own,
is there still, as another card.
"""

from __future__ import annotations

from random import Random

from interpreter.machine.contents import includes
from interpreter.machine.edition import Edition
from interpreter.machine.engine import Cells, Engine
from interpreter.machine.layout import Layout, instances
from interpreter.minds.words import DRAWS, GENERATOR, MANY_DRAWS, MANY_OFFERS, NEXT_DRAW, OFFERS
from interpreter.worlds.matching import Matching, Unfit, Weighed
from interpreter.worlds.plans import Secret, plan_of
from interpreter.worlds.reading import Reading
from interpreter.worlds.rulebook import Rulebook
from interpreter.worlds.spots import References, Spot, fact_cells, unknown
from rulelang.ir.model.expressions import Frame
from rulelang.ir.model.program import Decision


class Worlds:
    """All worlds of one viewer at one state.

    `engine`: the one that draws them; `plan`: by what (see `interpreter.minds`), for games that are played there;
    `base`: the state without all that is hidden.
    """

    def __init__(
        self, game: Edition, engine: Engine, cells: list[int], viewer: int, reading: Reading | None = None
    ) -> None:
        """`reading`: what others' choices betray, where that counts.

        IndexError for a seat that is not at the table; ValueError where nobody has to choose."""
        if not 0 <= viewer < game.players:
            raise IndexError(f"there is no seat {viewer}: they are counted from 0 to {game.players - 1}")
        self.engine, self.program = engine, game.program
        self._game, self._viewer = game, viewer
        self._book = Rulebook.of(game)
        number = engine.decision(cells)
        if number is None:
            raise ValueError("nobody has to choose in this state")
        self._number, decision = number, game.program.decisions[number]
        self._secret = decision if decision.secret else None
        self._live = self._book.living(number)
        contents = game.contents(cells, engine)
        self.base = cells.copy()
        self._forget_variables()
        hidden = self._forget_counters(cells)
        self._spots = unknown(game, contents, cells, viewer, self._named(), self._book.own)
        self._clear()
        self._matching = self._weighed(self._matched(), reading)
        values = self._book.habits.values(self.base, hidden, number) if hidden else {}
        found = (self.base, self._spots, self._matching, self._unordered(), values, self._secrets(), self._book.private)
        self._empty = engine.thoughts(self.base)
        self.plan = self._with_offers(plan_of(self._book.naming, self._book.laid, viewer, *found), cells)

    def draw(self, chance: Random) -> Cells:
        """The cells of one world."""
        self.prepare(chance, 1)
        cells = self._empty[:]
        self.engine.think("draw_world", cells, self.plan)
        return cells

    def prepare(self, chance: Random, many: int) -> None:
        """From now on so many worlds, at most `MOST_DRAWS`, are drawn by this generator."""
        self.seed(chance)
        others = self._matching.others
        if others:
            self.plan[MANY_DRAWS], self.plan[NEXT_DRAW] = many, 0
            for number in range(many):
                at = self.plan[DRAWS] + number * len(others)
                for place, card in enumerate(self._matching.draw_others(chance)):
                    self.plan[at + place] = card

    def seed(self, chance: Random) -> None:
        """Only the engine's own draws go on from here."""
        for at in (GENERATOR, GENERATOR + 1):
            self.plan[at] = chance.getrandbits(32) - (1 << 31)

    def _with_offers(self, plan: list[int], cells: list[int]) -> Cells:
        """The plan with the names of the choices that there are, if the viewer is who chooses: they are seen."""
        engine = self.engine
        if engine.chooser(cells) != self._viewer:
            return engine.thoughts(plan)
        state, made = engine.thoughts(cells), engine.thoughts(plan)
        many = engine.think("name_offers", state, made, made, 0, 0)
        if many < 1:
            return made
        made = engine.thoughts(plan + [0] * (2 * many))
        engine.think("name_offers", state, made, made, len(plan), many)
        made[OFFERS], made[MANY_OFFERS] = len(plan), many
        return made

    # ---------------------------------------------------------------- what is left out

    def _forget_variables(self) -> None:
        """Variables that nothing reads any more hold what has been."""
        layout, program, cells = self._game.layout, self._game.program, self.base
        for slot, (first, frame) in enumerate(zip(layout.frames, program.frames, strict=True)):
            if first is not None and slot not in self._live:
                width = (1 + frame.capacity if frame.capacity else 1) * (program.players if frame.seats else 1)
                cells[first : first + width] = [0] * width
        if self._secret is not None:
            for seat in range(program.players):
                for first, width in _of_seat(layout, self._secret, seat):
                    cells[first : first + width] = [0] * width

    def _named(self) -> References:
        """The cells in which variables and counters name each card."""
        found: dict[int, list[int]] = {}
        for cell in self._book.card_cells(self.base, self._number):
            found.setdefault(self.base[cell], []).append(cell)
        return {card: tuple(cells) for card, cells in found.items()}

    def _forget_counters(self, cells: list[int]) -> set[int]:
        """Counters whose values the viewer does not see are as they began; the cells of those that can be drawn."""
        layout, program, drawn = self._game.layout, self._game.program, set(self._book.habits.cells)
        hidden = set()
        for number, counter in enumerate(program.counters):
            if counter.hidden or counter.seen.who == "all":
                continue
            for offset in range(instances(counter.keys)):
                if not includes(self.engine.told(cells, number, offset), self._viewer, program.players):
                    cell = layout.counters[number] + offset
                    self.base[cell] = counter.initial
                    hidden.add(cell)
        return hidden & drawn

    # ---------------------------------------------------------------- cards

    def _matched(self) -> Matching:
        try:
            return Matching(self._fitting(self._book.reach))
        except Unfit:  # somebody has laid the cards in a way to which the rules do not lead
            return Matching(self._fitting(self._book.admitted))

    def _weighed(self, ways: Matching, reading: Reading | None) -> Matching | Weighed:
        if reading is None or not reading.clues:
            return ways
        return Weighed(ways, lambda way: reading.weight(self._spots, way), reading.many)

    def _fitting(self, places: tuple[frozenset[int], ...]) -> list[frozenset[int]]:
        """The cards that fit each spot, among all that the viewer does not know."""
        cards = frozenset(spot.card for spot in self._spots)
        kept: dict[object, frozenset[int]] = {}
        fitting = []
        for spot in self._spots:
            key = spot.place, spot.back, spot.told, tuple(mark for mark, _ in spot.marks)
            if key not in kept:
                kept[key] = frozenset(card for card in cards & places[spot.place] if self._fits(spot, card))
            fitting.append(kept[key])
        return fitting

    def _fits(self, spot: Spot, card: int) -> bool:
        program = self._game.program
        if spot.back is not None and program.cards[card].back != spot.back:
            return False
        if self._sees_there(spot.place, card):
            return False
        if any(mark not in self._book.own.get(card, {}) for mark, _ in spot.marks):
            return False
        for column, value, holds in spot.told:
            table = program.tables[program.columns[column][1]]
            inside = table.first <= card < table.first + len(table.values)
            if not inside or (table.values[card - table.first] == value) is not holds:
                return False
        return True

    def _sees_there(self, number: int, card: int) -> bool:
        """Whether the viewer would see this card there, where that depends on the card."""
        place = self._game.layout.places[number]
        seen = self._game.program.zones[place.declaration].seen
        if seen.who != "card" or seen.function is None:
            return False
        return bool(self.engine.call(seen.function, self.base, *place.keys, card) >> self._viewer & 1)

    def _clear(self) -> None:
        """Nothing is noted of cards of which it is not known where they lie."""
        for spot in self._spots:
            for fact in fact_cells(self._game, spot.card):
                if fact is not None:
                    self.base[fact] = 0
            for (counter, _), cell in self._book.own.get(spot.card, {}).items():
                self.base[cell] = self._game.program.counters[counter].initial

    def _unordered(self) -> dict[int, tuple[int, list[int]]]:
        """Of each place with unknown cards in no order the first cell of what has none, and the known cards there."""
        layout, cells, found = self._game.layout, self.base, dict[int, tuple[int, list[int]]]()
        gone = {spot.card for spot in self._spots}
        for number in dict.fromkeys(spot.place for spot in self._spots if spot.cell is None):
            place = layout.places[number]
            first, many = place.cards, cells[place.size]
            if place.shape == "pile":
                first, many = first + cells[place.low], cells[place.loose]
            found[number] = first, [card for card in cells[first : first + many] if card not in gone]
        return found

    def _secrets(self) -> Secret | None:
        """While a secret choice is open: the cell that says who chooses, and of each seat where what it has set aside
        stands.  Of the one who chooses now it is overwritten."""
        decision = self._secret
        if decision is None or not isinstance(decision.player, Frame) or decision.player.key is not None:
            return None
        asked = self._game.layout.frames[decision.player.slot]
        assert asked is not None
        seats = range(self._game.players)
        return asked, [(seat, *run) for seat in seats for run in _of_seat(self._game.layout, decision, seat)]


def _of_seat(layout: Layout, decision: Decision, seat: int) -> list[tuple[int, int]]:
    """Where what a seat has chosen secretly stands: first cells, and how many."""
    frames = [decision.answer]
    for offer in decision.all_offers:
        frames += offer.into
    found = []
    for frame in frames:
        first, declared = layout.frames[frame.slot], layout.program.frames[frame.slot]
        width = 1 + declared.capacity if declared.capacity else 1
        if first is not None and declared.seats:
            found.append((first + seat * width, width))
    return found
