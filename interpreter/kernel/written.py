"""How a choice is written in cells: the number of the offer, then its picks, a set as its size and its cards.

Comes in: headers and cells.  Goes out: how many cells; choices.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.machine.engine import Pick, Picks
from rulelang.ir.model.program import Header, PickItem, Program


def width(program: Program) -> int:
    """How many cells a written choice takes at most."""
    return 1 + max((sum(cells(item) for item in picks(header)) for header in program.headers), default=0)


def picks(header: Header) -> list[PickItem]:
    return [item for item in header.items if isinstance(item, PickItem)]


def cells(item: PickItem) -> int:
    """How many cells a pick takes in a written choice."""
    return 1 + item.capacity if item.capacity else 1


def offers(program: Program, number: int) -> list[list[PickItem]]:
    """The picks of each offer of a decision, the fallback last."""
    return [picks(program.headers[offer.header]) for offer in program.decisions[number].all_offers]


def read(written: Sequence[int], at: int, offers: list[list[PickItem]]) -> tuple[int, Picks]:
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


def write(offer: int, chosen: Picks, offers: list[list[PickItem]], width: int) -> list[int]:
    """One choice in so many cells; what is not used is 0."""
    written = [offer]
    for item, pick in zip(offers[offer], chosen, strict=True):
        if isinstance(pick, tuple):
            written += [len(pick), *pick, *[0] * (item.capacity - len(pick))]
        else:
            written.append(pick)
    return written + [0] * (width - len(written))
