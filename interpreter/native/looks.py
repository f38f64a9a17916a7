"""Where no two cards can look alike, so that nobody need compare them.

Comes in: a program and a source of cards.  Goes out: yes or no; yes is certain.
"""

from __future__ import annotations

from rulelang.ir.model.expressions import Items, Last, Ordered, Source, Zone
from rulelang.ir.model.program import Program


def all_differ(program: Program, source: Source) -> bool:
    """Whether all cards that a source can give differ in their looks."""
    match source:
        case Ordered(source=inner) | Last(source=inner):
            return all_differ(program, inner)
        case Items(Zone(zone)):
            types = [program.types[number] for number in program.zones[zone].types]
            cards = [card for kind in types for card in range(kind.first, kind.first + kind.count)]
        case _:
            cards = list(range(len(program.cards)))
    looks = [program.cards[card].look for card in cards]
    return len(set(looks)) == len(looks)
