"""What the names of `words` stand for in one program: tables of its places and cards, and single numbers.

Comes in: a layout.  Goes out: numbers and tuples by their names.  How functions come to see them is left to the
engines.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from interpreter.kernel.words import NONE, SHAPES
from interpreter.machine.layout import Layout, instances, strides
from rulelang.ir.model.limits import MOST_SETS


def numbers(layout: Layout, checked: bool, knowing: bool) -> dict[str, int]:
    """The numbers that the kernel knows by names; `knowing`: who knows what is kept up."""
    program = layout.program
    named = {shape.upper(): number for number, shape in enumerate(SHAPES)}
    return named | {
        "ZONE": layout.zone,
        "KNOWN": layout.known,
        "EVERYONE": (1 << program.players) - 1,
        "MANY_CARDS": len(program.cards),
        "MANY_PLACES": len(layout.places),
        "HAS_FACTS": int(bool(layout.facts)),
        "HAS_TOPS": int(any(place.turned for place in layout.places)),
        "HAS_OWN": int(bool(program.card_counters)),
        "MANY_FACTS": len(layout.facts),
        "MANY_TYPES": len(program.types),
        "STRICT": int(any(zone.strict for zone in program.zones)),
        "CHECKED": int(checked),
        "KNOWING": int(knowing),
        "PLACED": int(program.placing),
        "MOST_SETS": MOST_SETS,
        "NONE": NONE,
    }


def tables(layout: Layout) -> dict[str, tuple[int, ...]]:
    """The tables of places, cards and facts."""
    places, program, facts = layout.places, layout.program, list(layout.facts.values())
    everyone = (1 << program.players) - 1
    own = _own_cells(layout)
    columns: dict[str, Iterable[int]] = {
        "SHAPE": [SHAPES.index(place.shape) for place in places],
        "SIZE": [place.size for place in places],
        "CARDS": [place.cards for place in places],
        "CAPACITY": [place.capacity for place in places],
        "ADMITS": _admitted(layout),
        "ROOM": [place.room for place in places],
        "BASE": [place.base or 0 for place in places],
        "SEEN": [-1 if asked else place.seen or 0 for place, asked in zip(places, asks(layout), strict=True)],
        "OPEN": [int(place.seen == everyone) for place in places],
        "TOP_ONLY": [int(place.top_only) for place in places],
        "TURNED": [int(place.turned) for place in places],
        "TYPE": [card.type for card in program.cards],
        "LOOK": [card.look for card in program.cards],
        "OWN_START": accumulate((len(cells) for cells in own), initial=0),
        "OWN_CELLS": [cell for cells in own for cell in cells],
        "FACT_START": [fact.start for fact in facts],
        "FACT_FIRST": [fact.first for fact in facts],
        "FACT_CARDS": [fact.cards for fact in facts],
        "FACT_VALUES": [len(fact.values) for fact in facts],
    }
    return {name: tuple(values) for name, values in columns.items()}


def _admitted(layout: Layout) -> list[int]:
    """Of each place and type whether such cards may lie there; nothing where nobody asks."""
    zones, types = layout.program.zones, range(len(layout.program.types))
    if not any(zone.strict for zone in zones):
        return []
    return [int(kind in zones[place.declaration].types) for place in layout.places for kind in types]


def asks(layout: Layout) -> list[bool]:
    """Of each place whether who sees it must be asked."""
    return [place.seen is None or (place.top_only and place.seen != 0) for place in layout.places]


def _own_cells(layout: Layout) -> list[list[int]]:
    """Of each card the cells of all counters that are keyed by it."""
    program = layout.program
    found: list[list[int]] = [[] for _ in program.cards]
    for counter in program.card_counters:
        keys = program.counters[counter].keys
        for place in range(instances(keys)):
            values = [
                key.low + place // stride % (key.high - key.low + 1)
                for key, stride in zip(keys, strides(keys), strict=True)
            ]
            cards = {value for key, value in zip(keys, values, strict=True) if key.display.sort == "card"}
            for card in cards:
                if 0 <= card < len(found):
                    found[card].append(layout.counters[counter] + place)
    return found
