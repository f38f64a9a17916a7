"""What the files of this folder may use beside Python's numbers, `if`, `while` and functions.

Comes in: nothing.  Goes out: names with their types, so that a type checker can read the files.  The translator knows
what they stand for (see `interpreter.native.kernel_text` and `interpreter.native.tables`).
"""

from __future__ import annotations

from typing import NoReturn, TypeAlias

Cells: TypeAlias = list[int]
"""An address in cells."""

S: Cells
"""The state."""
A: Cells
"""The first free cell of the workspace."""

SHAPE: Cells
"""Of each zone instance its shape …"""
SIZE: Cells
"""… the cell of its size …"""
CARDS: Cells
"""… the cell of its first card …"""
CAPACITY: Cells
ROOM: Cells
"""… how many cells its cards take …"""
BASE: Cells
"""… for which card its first bit stands, in a packed layout …"""
SEEN: Cells
"""… who sees it, or -1 where `asked` must say …"""
OPEN: Cells
"""… whether all players always see all of it, …"""
TOP_ONLY: Cells
"""… whether only its top is seen, …"""
TURNED: Cells
"""… and whether it keeps its top turned up."""
LOOK: Cells
"""Of each card what it looks like."""
OWN_START: Cells
"""Of each card where in OWN_CELLS the cells of its own counters begin; the last entry is the end."""
OWN_CELLS: Cells
FACT_START: Cells
"""Of each column of which something is ever told its first cell, …"""
FACT_FIRST: Cells
"""… the first card that has it, …"""
FACT_CARDS: Cells
"""… how many have it, and how many values there are."""
FACT_VALUES: Cells

PILE: int
ROW: int
HAND: int
SLOT: int
BAG: int
ZONE: int
KNOWN: int
EVERYONE: int
MANY_CARDS: int
MANY_PLACES: int
HAS_FACTS: int
HAS_TOPS: int
HAS_OWN: int
MANY_FACTS: int
CHECKED: int
KNOWING: int
"""Whether anybody asks who knows what."""
MOST_SETS: int
NONE: int
RANGE: int
NEGATIVE: int
FULL: int
EMPTY: int
NO_CARD: int
POSITION: int
IN_ROW: int
NO_ORDER: int
SWAP: int
TOO_MANY: int
MEMORY: int
DEAL_STREAM: int


def after(cells: Cells, many: int) -> Cells:
    """The address so many cells on."""
    raise NotImplementedError


def keep(many: int) -> None:
    """The first cells of A are in use from now on."""
    raise NotImplementedError


def copy(target: Cells, source: Cells, many: int) -> None:
    """Copies cells; the two may overlap."""
    raise NotImplementedError


def fault(kind: int, rule: int, value: int = 0, also: int = 0) -> NoReturn:
    """States a fault and gives up."""
    raise NotImplementedError


def asked(place: int, card: int) -> int:
    """Who sees a card in a place where this depends on the state or the card."""
    raise NotImplementedError


def below_deal(bound: int) -> int:
    """A draw from the stream deal."""
    raise NotImplementedError


def ones(bits: int) -> int:
    """How many bits are set."""
    raise NotImplementedError


def lowest(bits: int) -> int:
    """Which bit is the lowest that is set; there is one."""
    raise NotImplementedError
