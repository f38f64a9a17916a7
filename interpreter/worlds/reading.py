"""What others' choices betray: worlds in which they would have chosen so count more.

Comes in: the choices of a game so far, with the states in which they were made; for any state how likely each choice
is there, by some model of play.  Goes out: a weight for each way in which the hidden cards may lie (Bayes' rule: how
likely those who chose would have chosen so).

Only that is read which the viewer could work out as well.  A choice counts if the viewer heard all of it, and nothing
was hidden from the viewer then but cards; and if to and from where its maker had cards in sight nothing has gone since
but what the viewer saw: what was there then is there still, or was seen as it left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from attrs import field

from interpreter.machine.contents import includes
from interpreter.machine.edition import Edition
from interpreter.machine.engine import Engine, Pick, Picks
from interpreter.machine.events import Event, Moved, Refilled, Shuffled
from interpreter.machine.layout import instances
from interpreter.worlds.matching import CANDIDATES, DRAWN, FEW
from interpreter.worlds.rulebook import Rulebook
from interpreter.worlds.spots import Spot, fact_cells
from rulelang.ir.model.program import OfferDecl, PickItem
from rulelang.nodes import frozen

Odds: TypeAlias = Callable[[list[int], int], Sequence[float]]
"""For the cells of a state and the seat that has to choose there how likely each of its choices is."""
ERROR = 0.1
"""So often anybody chooses by chance, whatever the model says: nobody plays quite as expected."""


@frozen
class Past:
    """A choice that was made: the cells of the state in which that was, who made it, what it was, and all that
    happened then until the next one"""

    cells: list[int]
    seat: int
    offer: int
    picks: Picks
    events: Sequence[Event]


class Reading:
    """The choices of others up to a state, as one viewer may read them

    `clues`: those that tell something.
    """

    def __init__(
        self, game: Edition, engine: Engine, cells: list[int], viewer: int, past: Sequence[Past], odds: Odds,
        affords: int = CANDIDATES * DRAWN,
    ) -> None:  # fmt: skip
        """`affords`: so often at most `odds` is asked."""
        self._game, self._engine = game, engine
        self._viewer, self._odds = viewer, odds
        self.clues: list[Clue] = []
        layout = game.layout
        mixed: set[int] = set()
        for one in reversed(past):
            mixed |= _mixed(one.events, viewer)
            then = _Look(self, one.cells)
            stay = [card for card in then.secrets_of(one.seat) if cells[layout.zone + card] == then.place(card)]
            if one.seat == viewer or not stay or not self._heard(one, then):
                continue
            places = {then.place(card) for card in then.secrets_of(one.seat)}
            if mixed.isdisjoint(places):
                left = frozenset(then.secrets_of(one.seat)) - set(stay)
                self.clues.append(Clue(one, tuple(stay), then.seen | left))

        self.many = max(FEW, min(CANDIDATES, affords // max(1, len(self.clues))))

    def weight(self, spots: Sequence[Spot], drawn: Sequence[int]) -> float:
        """How likely all these choices are where these cards lie in the spots."""
        renamed = {spot.card: card for spot, card in zip(spots, drawn, strict=True)}
        weight = 1.0
        for clue in self.clues:
            weight *= self._likely(clue, renamed)
            if not weight:
                break
        return weight

    def _heard(self, made: Past, then: _Look) -> bool:
        """Whether the viewer heard all of a choice, and could see all numbers."""
        decision = self._game.program.decisions[then.number]
        items = self._game.program.headers[decision.all_offers[made.offer].header].picks
        return not (decision.secret or any(item.kept for item in items) or then.hides_numbers)

    def _likely(self, clue: Clue, renamed: Mapping[int, int]) -> float:
        program = self._game.program
        now = {card: renamed.get(card, card) for card in clue.cards}
        if not clue.known.isdisjoint(now.values()):
            return 0.0
        zone, cells = self._game.layout.zone, clue.made.cells
        key = tuple(sorted((cells[zone + card], program.cards[other].look) for card, other in now.items()))
        if key not in clue.found:
            clue.found[key] = self._chance(clue.made, _swapped(now))
        return clue.found[key]

    def _chance(self, made: Past, renamed: Mapping[int, int]) -> float:
        """How likely the choice is where these cards have each other's places."""
        cells = self._renamed(made.cells, renamed)
        choices = self._engine.choices(cells)
        offers = self._game.program.decisions[self._engine.decision(cells) or 0].all_offers
        wanted = self._named(offers, made.offer, made.picks, renamed)
        names = [self._named(offers, offer, picks, {}) for offer, picks in choices]
        if wanted not in names:
            return 0.0
        chance = self._odds(cells, made.seat)[names.index(wanted)] if len(names) > 1 else 1.0
        return (1 - ERROR) * chance + ERROR / len(names)

    def _named(
        self, offers: Sequence[OfferDecl], offer: int, picks: Picks, renamed: Mapping[int, int]
    ) -> tuple[object, ...]:
        """A choice of renamed cards as it is heard: cards by what they look like."""
        items = self._game.program.headers[offers[offer].header].picks
        return offer, tuple(self._called(item, pick, renamed) for item, pick in zip(items, picks, strict=True))

    def _called(self, item: PickItem, pick: Pick, renamed: Mapping[int, int]) -> object:
        if item.display.sort not in ("card", "cards"):
            return pick
        cards = [renamed.get(card, card) for card in (pick if isinstance(pick, tuple) else (pick,))]
        return sorted(card if item.by_place else self._game.program.cards[card].look for card in cards)

    def _renamed(self, cells: list[int], renamed: Mapping[int, int]) -> list[int]:
        """The same state with other cards: whatever lies there, is noted of a card or names it goes with the name."""
        layout, own = self._game.layout, Rulebook.of(self._game).own
        made = cells.copy()
        for card, other in renamed.items():
            for first in (layout.zone, layout.known):
                made[first + other] = cells[first + card]
            pairs = [*zip(fact_cells(self._game, card), fact_cells(self._game, other), strict=True)]
            pairs += [(own.get(card, {}).get(mark), cell) for mark, cell in own.get(other, {}).items()]
            for from_cell, to_cell in pairs:
                if from_cell is not None and to_cell is not None:
                    made[to_cell] = cells[from_cell]
        for place in layout.places:
            first, many = place.cards, cells[place.size]
            found = [renamed.get(card, card) for card in cells[first : first + many]]
            low, high = (0, many) if place.shape in ("hand", "bag") else (0, 0)
            if place.shape == "pile":
                low, high = cells[place.low], cells[place.low] + cells[place.loose]
            made[first : first + many] = [*found[:low], *sorted(found[low:high]), *found[high:]]
        for cell in Rulebook.of(self._game).card_cells(cells, self._engine.decision(cells) or 0):
            made[cell] = renamed.get(cells[cell], cells[cell])
        return made


@frozen
class Clue:
    """A choice that tells something: of these `cards`, which its maker had in sight and the viewer had not; `known`:
    cards that they cannot be; `found`: how likely the choice is, by what the cards look like"""

    made: Past
    cards: tuple[int, ...]
    known: frozenset[int]
    found: dict[tuple[tuple[int, int], ...], float] = field(factory=dict)


class _Look:
    """One state as the viewer saw it."""

    def __init__(self, reading: Reading, cells: list[int]) -> None:
        self._game, self._engine, self._viewer = reading._game, reading._engine, reading._viewer
        self._cells = cells

    @cached_property
    def number(self) -> int:
        number = self._engine.decision(self._cells)
        assert number is not None
        return number

    def place(self, card: int) -> int:
        return self._cells[self._game.layout.zone + card]

    @cached_property
    def _bits(self) -> list[int]:
        """Who sees or knows each card."""
        cards = range(len(self._game.program.cards))
        return [self._engine.seen_by(self._cells, self.place(card), card) for card in cards]

    def sees(self, card: int) -> bool:
        return includes(self._bits[card], self._viewer, self._game.players)

    @cached_property
    def seen(self) -> frozenset[int]:
        return frozenset(card for card in range(len(self._bits)) if self.sees(card))

    def secrets_of(self, seat: int) -> list[int]:
        """The cards that a seat sees or knows and the viewer does not."""
        return [card for card, bits in enumerate(self._bits) if bits >> seat & 1 and card not in self.seen]

    @cached_property
    def hides_numbers(self) -> bool:
        """Whether some counter is hidden from the viewer."""
        program = self._game.program
        for number, counter in enumerate(program.counters):
            if counter.hidden or counter.seen.who == "all":
                continue
            for offset in range(instances(counter.keys)):
                if not includes(self._engine.told(self._cells, number, offset), self._viewer, program.players):
                    return True
        return False


def _mixed(events: Sequence[Event], viewer: int) -> set[int]:
    """Places to or from which cards went, or in which they were mixed, while the viewer did not see which."""
    found: set[int] = set()
    for event in events:
        match event:
            case Moved() if not event.knows >> viewer & 1:
                found |= {event.source, event.target}
            case Refilled():
                found |= {event.source, event.target}
            case Shuffled():
                found.add(event.zone)
            case _:
                pass
    return found


def _swapped(now: Mapping[int, int]) -> dict[int, int]:
    """Cards with others in their places, and these in places that have become free."""
    gone, come = set(now), set(now.values())
    return {**dict(zip(sorted(come - gone), sorted(gone - come), strict=True)), **now}
