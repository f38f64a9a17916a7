"""Piles and rows whose order no rule can find out, kept without one.

They become bags, and rows that always lie by number become hands: in whole games both are a bit for each card, so
that a card is put in, taken out or drawn without moving others (`analyse.uses` says when).  What hands and bags know of
their cards is other than in piles and rows, so this is only done where nobody asks who knows what.
"""

from __future__ import annotations

from attrs import evolve

from rulelang.ir.analyse.uses import without_order, zone_uses
from rulelang.ir.model.program import Program

WIDEST = 256
"""A place for more cards stays as it is."""


def unordered(program: Program) -> Program:
    """The program with bags and hands where nothing asks for an order."""
    if program.knowing:
        return program
    uses = zone_uses(program)
    zones = list(program.zones)
    for number in without_order(program, uses):
        types = [program.types[kind] for kind in zones[number].types]
        if types and max(kind.first + kind.count for kind in types) - min(kind.first for kind in types) <= WIDEST:
            zones[number] = evolve(zones[number], shape="hand" if uses[number].rising else "bag")
    return evolve(program, zones=tuple(zones))
