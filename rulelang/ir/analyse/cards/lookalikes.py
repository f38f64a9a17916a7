"""Where no two members can be the same, or look alike, so that nobody need compare them.

Comes in: a program and a source.  Goes out: yes or no; yes is certain.
"""

from __future__ import annotations

from itertools import pairwise

from rulelang.ir.model import expressions as ir
from rulelang.ir.model.program import PickItem, Program
from rulelang.ir.walk import nodes


def all_differ(program: Program, source: ir.Source) -> bool:
    """Whether all cards that a source can give differ in their looks."""
    match source:
        case ir.Ordered(source=inner) | ir.Last(source=inner) | ir.Subsets(source=inner):
            return all_differ(program, inner)
        case ir.Items(ir.Zone(zone)):
            types = [program.types[number] for number in program.zones[zone].types]
            cards = [card for kind in types for card in range(kind.first, kind.first + kind.count)]
        case _:
            cards = list(range(len(program.cards)))
    looks = [program.cards[card].look for card in cards]
    return len(set(looks)) == len(looks)


def asks_who_knows(program: Program) -> bool:
    """Whether it matters to any choice who knows which card: of cards that look alike the best known stands first."""
    everything = (program.headers, program.functions, program.procedures, program.blocks)
    return any(
        isinstance(node, PickItem | ir.Subsets) and node.alike and not all_differ(program, node.source)
        for node in nodes(everything)
    )


def in_runs(program: Program, source: ir.Source) -> bool:
    """Whether cards that look alike surely stand side by side in a source, by number: so they do in a place that is
    kept by number, if their numbers are neighbours and nothing but their looks tells them apart.
    """
    match source:
        case ir.Ordered(source=inner, orders=()) | ir.Last(source=inner):
            return in_runs(program, inner)
        case ir.Items(ir.Zone(zone)) if program.zones[zone].shape in ("hand", "bag") and not program.card_counters:
            return neighbours(program)
        case _:
            return False


def neighbours(program: Program) -> bool:
    """Whether the cards of each look have numbers that follow each other."""
    looks = [card.look for card in program.cards]
    changes = sum(look != after for look, after in pairwise(looks))
    return changes + 1 == len(set(looks))


def distinct(source: ir.Source) -> bool:
    """Whether a source surely has no member twice."""
    match source:
        case ir.Values(values):
            return len(values) <= 1
        case ir.Joined(parts):
            return not parts or (len(parts) == 1 and distinct(parts[0]))
        case ir.Ordered(source=inner) | ir.Last(source=inner):
            return distinct(inner)
        case ir.Items(ir.Held()):
            return False
        case _:
            return True
