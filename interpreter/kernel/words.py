"""What the files of this folder may use beside Python's numbers, `if`, `while` and functions.

Comes in: nothing.  Goes out: names with their types.  What they stand for in one program is said by
`interpreter.reference.machine` and, for native code, by `interpreter.native.emit.tables`; only what is the same in
every program has its value here.
"""

from __future__ import annotations

from typing import NoReturn, TypeAlias

Cells: TypeAlias = list[int]
"""Cells that can be read and written."""

S: Cells = []
"""The state."""

SHAPE: Cells = []
"""Of each zone instance its shape …"""
SIZE: Cells = []
"""… the cell of its size …"""
CARDS: Cells = []
"""… the cell of its first card …"""
CAPACITY: Cells = []
ADMITS: Cells = []
"""… for each type of cards whether it may lie there (asked where `STRICT`) …"""
ROOM: Cells = []
"""… how many cells its cards take …"""
BASE: Cells = []
"""… for which card its first bit stands, in a packed layout …"""
SEEN: Cells = []
"""… who sees it, or -1 where `asked` must say …"""
OPEN: Cells = []
"""… whether all players always see all of it, …"""
TOP_ONLY: Cells = []
"""… whether only its top is seen, …"""
TURNED: Cells = []
"""… and whether it keeps its top turned up."""
TYPE: Cells = []
"""Of each card its type …"""
LOOK: Cells = []
"""… and what it looks like."""
OWN_START: Cells = []
"""Of each card where in OWN_CELLS the cells of its own counters begin; the last entry is the end."""
OWN_CELLS: Cells = []
FACT_START: Cells = []
"""Of each column of which something is ever told its first cell, …"""
FACT_FIRST: Cells = []
"""… the first card that has it, …"""
FACT_CARDS: Cells = []
"""… how many have it, and how many values there are."""
FACT_VALUES: Cells = []

SHAPES = ("pile", "row", "hand", "slot", "bag")
PILE, ROW, HAND, SLOT, BAG = range(5)
NONE = -1
ZONE: int = 0
KNOWN: int = 0
EVERYONE: int = 0
MANY_CARDS: int = 0
MANY_PLACES: int = 0
MANY_FACTS: int = 0
MANY_TYPES: int = 0
STRICT: int = 0
"""Whether a card may be sent to a place that does not hold its type."""
HAS_FACTS: int = 0
HAS_TOPS: int = 0
HAS_OWN: int = 0
CHECKED: int = 0
KNOWING: int = 0
"""Whether anybody asks who knows what."""
PLACED: int = 0
"""Whether there are cells that say in which place each card lies."""
TRACED: int = 0
"""Whether anybody listens to events; where nobody does, native code leaves out what happens only then."""
MOST_SETS: int = 0

RANGE = "range"
"""Sorts of faults, as `interpreter.kernel.faults` words them."""
NEGATIVE = "negative"
FULL = "full"
EMPTY = "empty"
STRANGE = "strange"
NO_CARD = "no_card"
POSITION = "position"
IN_ROW = "row"
NO_ORDER = "no_order"
SWAP = "swap"
TOO_MANY = "too_many"
MEMORY = "memory"


def room(many: int) -> Cells:
    """So many cells to work in, as long as the function lasts."""
    raise NotImplementedError


def copy(target: Cells, to: int, source: Cells, start: int, many: int) -> None:
    """Copies a run of cells; the two may overlap."""
    raise NotImplementedError


def fault(kind: str, rule: int, value: int = 0, also: int = 0) -> NoReturn:
    """States a fault and gives up."""
    raise NotImplementedError


def asked(place: int, card: int) -> int:
    """Who sees a card in a place where this depends on the state or the card."""
    raise NotImplementedError


def drawn(place: int, first: int, many: int, rule: int) -> int:
    """A draw from the stream deal among so many cards of a place, of which `first` is the index of the first."""
    raise NotImplementedError


def dealing(rule: int) -> None:
    """Counts one more card that is dealt: without that a deal from a place to itself might never end."""
    raise NotImplementedError


def event(sort: str, *numbers: int) -> None:
    """Tells whoever listens what has happened (see `interpreter.machine.events`)."""
    raise NotImplementedError


def mute(on: int) -> None:
    """Whether nothing is told for a while."""
    raise NotImplementedError


def ones(bits: int) -> int:
    """How many bits are set."""
    raise NotImplementedError


def lowest(bits: int) -> int:
    """Which bit is the lowest that is set; there is one."""
    raise NotImplementedError


def nth(bits: int, number: int) -> int:
    """Which bit is the one with a number among those that are set, counted from the lowest and 0; there are more."""
    raise NotImplementedError
