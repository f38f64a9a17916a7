"""How a choice is written in cells: the number of the offer, then its picks, a set as its size and its cards.

Comes in: headers and cells.  Goes out: how many cells; choices.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.machine.engine import Pick, Picks
from rulelang.ir.model.program import PickItem, Program


def width(program: Program) -> int:
    """How many cells a written choice takes at most."""
    return 1 + max((sum(cells(item) for item in header.picks) for header in program.headers), default=0)


def cells(item: PickItem) -> int:
    """How many cells a pick takes in a written choice."""
    return 1 + item.capacity if item.capacity else 1


def offers(program: Program, number: int) -> list[tuple[PickItem, ...]]:
    """The picks of each offer of a decision, the fallback last."""
    return [program.headers[offer.header].picks for offer in program.decisions[number].all_offers]


def read(written: Sequence[int], at: int, offers: Sequence[Sequence[PickItem]]) -> tuple[int, Picks]:
    """One written choice."""
    offer = written[at]
    at += 1
    found: list[Pick] = []
    for item in offers[offer]:
        if item.capacity:
            found.append(tuple(written[at + 1 : at + 1 + written[at]]))
        else:
            found.append(written[at])
        at += cells(item)
    return offer, tuple(found)


def write(offer: int, chosen: Picks, offers: Sequence[Sequence[PickItem]], width: int) -> list[int]:
    """One choice in so many cells; what is not used is 0."""
    written = [offer]
    for item, pick in zip(offers[offer], chosen, strict=True):
        if isinstance(pick, tuple):
            written += [len(pick), *pick, *[0] * (item.capacity - len(pick))]
        else:
            written.append(pick)
    return written + [0] * (width - len(written))
