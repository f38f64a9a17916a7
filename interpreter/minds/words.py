"""What the files of this folder may use beside the words of the kernel: where things stand in a plan and in a tree, and
what an engine does for them.

Comes in: a layout.  Goes out: names with their types, and the numbers that differ from program to program.
"""

from __future__ import annotations

from interpreter.kernel.words import Cells
from interpreter.kernel.written import width
from interpreter.machine.layout import FIRST_BOT, FIRST_STREAM, Layout, after_streams

# ---------------------------------------------------------------- a plan

GENERATOR = 0
"""The two cells of the generator from which everything is drawn."""
BEGUN = 2
"""Where the state stands in which nothing hidden is noted: all that a viewer can know."""
SPOTS, MANY_SPOTS = 3, 4
"""Where hidden cards lie, `SPOT` cells each: place, cell or -1, who knows it, where the cells stand that name it and
how many, where its notes stand or -1."""
SPOT = 6
ROWS, MANY_ROWS = 5, 6
"""Spots that get any of the same cards: how many, where their numbers stand; how many cards, where they stand."""
ROW_CELLS = 4
GIVEN, MANY_GIVEN, DRAWS, MANY_DRAWS, NEXT_DRAW = 7, 8, 9, 10, 11
"""Spots whose cards are drawn elsewhere: where their numbers stand, how many; where the draws stand, how many, and
which is the next."""
RUNS, MANY_RUNS = 12, 13
"""Places with hidden cards in no order: first cell; how many known cards, where they stand; first spot, how many."""
RUN = 5
COUNTERS, MANY_COUNTERS = 14, 15
"""Hidden counters: cell; where the values stand and how many, or the least and minus how many."""
COUNTER = 3
ASKED, ASIDE, MANY_ASIDE = 16, 17, 18
"""The cell that says who chooses secretly, or -1; what each has set aside: seat, first cell, how many."""
SET_ASIDE = 3
OFFERS, MANY_OFFERS = 19, 20
"""The names of the choices that there truly are, two cells each; none where the viewer does not choose."""
NAMING = 21
"""For each decision where its row stands: whether it is secret, then for each offer where its picks stand: how many,
then sort, whether it is a set, and whether it is kept from others."""
VIEWER = 22
"""The seat whose worlds they are."""
PRIVATE, MANY_PRIVATE = 23, 24
"""Counters that not everybody sees: cell, who sees it."""
SECRET = 2
PLAN = 25
"""Cells of the head of a plan."""
PLAIN, BY_LOOK, BY_PLACE = 0, 1, 2
"""What a pick is called by."""
TRIES = 40
"""So many worlds are drawn until one keeps the promises of the rules and offers the same choices."""

# ---------------------------------------------------------------- a tree

USED, ROOM_LEFT, CROWDED, MASK, SHARED, NOTED, POINTS, TRUST = 0, 1, 2, 3, 4, 5, 6, 7
"""Points so far; how many more there is room for; whether there was none; how many slots there are, less one; whether
worths are shares of the win; how many worths have come up; where the points begin; how often for each choice somebody
must have chosen with the same cards in sight, until only that counts."""
SUM, SQUARES, SHIFT, SCALE, CURIOSITY = 8, 10, 12, 14, 16
"""Real numbers: of the worths that have come up the sum and that of the squares; what is done to a worth so that most
lie between 0 and 1; how much is tried that seems not best."""
WORTHS = 18
"""What the last game was worth to each seat; after them the points."""
ONE, TWO, VISITS, MADE, COULD, SEAT, WORTH, CLOSE, BACK = 0, 1, 2, 3, 4, 5, 6, 8, 9
"""A point stands for all that a player has heard (and, for some, sees): its name, how often that player chose there.
If the last of it is the player's own choice: how often that was made, how often it could have been, who makes it, and
what it was worth to that seat (two cells).  Of a choice as it was last made: its point with those cards in sight, or
-1, and the point of the choice before it in the game, or -1."""
POINT = 10
HIGHEST = 2**31 - 1
"""The promise of what was never tried."""
FEW = 16
"""So many choices are all tried …"""
WIDER = 16
"""… of more of them, as many as the root of this number times the visits."""
MOST_DECISIONS = 2_000
"""A game that is not over after so many decisions is worth nothing to anybody."""


def numbers(layout: Layout) -> dict[str, int]:
    """The numbers of one program, and those that are the same for all."""
    same = {name: value for name, value in globals().items() if name.isupper() and isinstance(value, int)}
    return same | {
        "PLAYERS": layout.program.players,
        "WIDTH": width(layout.program),
        "STATE": layout.size,
        "STREAMS": FIRST_STREAM,
        "AFTER_STREAMS": after_streams(layout.program.players),
        "BOTS": FIRST_BOT,
    }


PLAYERS: int = 0
WIDTH: int = 0
"""How many cells a written choice takes."""
STATE: int = 0
"""How many cells a state takes."""
STREAMS: int = 0
AFTER_STREAMS: int = 0
BOTS: int = 0

# ---------------------------------------------------------------- what an engine does


def below(cells: Cells, at: int, bound: int) -> int:
    """A number from 0 to bound - 1 from the generator that stands there."""
    raise NotImplementedError


def blended(name: int, value: int) -> int:
    """A name to which a number is added: 32 bits that differ for nearly all that differs."""
    raise NotImplementedError


def heaped(name: int, value: int) -> int:
    """A name to which a number is added, in whatever order: their sum, of which 32 bits are kept."""
    raise NotImplementedError


def resting() -> int:
    """The decision at which the state rests; -1 at the end."""
    raise NotImplementedError


def listed(out: Cells) -> int:
    """Writes down all choices and says how many; 0 at the end, -1 where they cannot be listed."""
    raise NotImplementedError


def who() -> int:
    """The seat that has to choose, -1 where nobody can say."""
    raise NotImplementedError


def stored(out: Cells, at: int) -> int:
    """Stores the choice that is written there; whether that went well."""
    raise NotImplementedError


def acted(out: Cells, at: int) -> int:
    """Carries the choice out, on to the next rest; whether that went well."""
    raise NotImplementedError


def promised() -> int:
    """Whether the state is as the rules promise that it always is."""
    raise NotImplementedError


def valued(tree: Cells) -> int:
    """Puts what the state is worth to each seat into a tree: 0 before the end; whether that went well."""
    raise NotImplementedError


def measured(tree: Cells) -> None:
    """Takes note of the worths in a tree, for `SHIFT` and `SCALE`."""
    raise NotImplementedError


def gained(tree: Cells, to: int, seat: int) -> None:
    """Adds what the last game was worth to a seat to a real number."""
    raise NotImplementedError


def promise(tree: Cells, point: int) -> int:
    """How much a point promises (UCB1), as a whole number."""
    raise NotImplementedError
