"""What native code must know to ask games word by word and to say in numbers what a player sees.

Comes in: nothing.  Goes out: shapes of data.  They are filled in by `interpreter.stepwise.planning`, whose words and
numbers they are, and read by `emit.entry.observe`.
"""

from __future__ import annotations

from typing import Literal

from rulelang.nodes import frozen

FINGERPRINT = 32
"""Numbers at the end of a row of what a player remembers, 1 or -1."""
RECALL_HEAD = 2
"""Numbers before the first row: how many rows there would be, and how many of them are left out."""


@frozen
class PickPlan:
    """How a pick is spelt: ``words[value - low]``; of a card by its number, of a place by the position in it

    "cards" is a set of them, in the order of the vocabulary, with the word for its end behind it.  "digits": `low` is
    how many, negative if there is a sign before them; `words` are those for minus, plus, and 0 to 9.  `kept`: the
    others are not told.
    """

    sort: Literal["value", "card", "place", "cards", "digits"]
    low: int
    words: tuple[int, ...]
    kept: bool = False


@frozen
class OfferPlan:
    """How the choices of an offer are spelt"""

    word: int
    picks: tuple[PickPlan, ...]


@frozen
class PlacePlan:
    """Where the numbers of a zone instance stand: `rows` of `width`, each card in its own if they are `apart`

    `looks`: by card the column of what is written on it; `many`: the column of a card that is not known, behind which
    stand its back, its counters and facts.  `second`: a pile with a row for its top card.  `backs`: who sees backs.
    """

    start: int
    width: int
    looks: tuple[int, ...]
    many: int
    apart: bool
    second: bool
    backs: int


@frozen
class CounterPlan:
    """Where a counter stands that belongs to no card; `seen` by whom, or who was `told` (a cell, -1 if nobody can be)

    A "number" has two columns, "words" one for each value, `columns[value - low]`, -1 for none of them.  A "card" has
    one for each card by number, if it is known, and the last of `columns` for none.
    """

    cell: int
    seen: int
    told: int
    start: int
    sort: Literal["number", "words", "card"]
    low: int
    columns: tuple[int, ...]


@frozen
class MarkPlan:
    """A counter of one card: it counts where it is not at its beginning, as its value or ``numbers[value - low]``"""

    cell: int
    initial: int
    seen: int
    told: int
    column: int
    low: int
    numbers: tuple[int, ...]


@frozen
class Plan:
    """All of one game

    `words`, `end`: how many words there are, and the one that ends sets; `longest`: of a choice.  `size` of the
    numbers; where the seat that looks, who chooses, which decision and the words said stand.  `decisions`: by decision
    its column, whether it is secret, and its offers.  By card the number of its back from 1 (0 for none), its marks,
    and its facts as (cell, column, whether it holds).  `rows`: how many of its own decisions a player remembers, 0 if
    nobody asks.
    """

    words: int
    end: int
    longest: int
    size: int
    viewer: int
    chooser: int
    decision: int
    said: int
    decisions: tuple[tuple[int, bool, tuple[OfferPlan, ...]], ...]
    places: tuple[PlacePlan, ...]
    counters: tuple[CounterPlan, ...]
    backs: tuple[int, ...]
    marks: tuple[tuple[MarkPlan, ...], ...]
    facts: tuple[tuple[tuple[int, int, bool], ...], ...]
    rows: int = 0

    @property
    def row(self) -> int:
        """Numbers of a row of what a player remembers."""
        return self.size + FINGERPRINT

    @property
    def recalled(self) -> int:
        """Numbers of all that a player remembers."""
        return RECALL_HEAD + self.rows * self.row if self.rows else 0
