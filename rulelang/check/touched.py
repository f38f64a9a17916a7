"""What expressions read and statements change, by the names of counters and places.

Comes in: pieces of the checked program.  Goes out: sets of names, looked up through values, headers and steps.  A
place is one name, whoever's it is; what a statement changes at the place that cards come from is not told apart, so
all moves count as changing every place.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.check.calls import Calls, hooks, reachable
from rulelang.resolve.model.expressions import Can, CounterRef, DefineCall, Ordinal, PlaceRef
from rulelang.resolve.model.program import Program
from rulelang.resolve.model.statements import Add, Move, MoveEvery, MoveSome, Set, Swap
from rulelang.resolve.walk import nodes

PLACES = "any place"
"""Stands for the contents of all places."""


def read_in(program: Program, *pieces: object) -> frozenset[str]:
    """The counters that some pieces read, and PLACES if they look at a place."""
    found: set[str] = set()
    seen: set[str] = set()
    waiting: list[object] = list(pieces)
    while waiting:
        for node in nodes(waiting.pop()):
            match node:
                case CounterRef(counter=name):
                    found.add(name)
                case PlaceRef() | Ordinal():
                    found.add(PLACES)
                case DefineCall(define=name) if name not in seen and name in program.defines:
                    seen.add(name)
                    waiting.append(program.defines[name].layers)
                case Can(step=name) if f"can {name}" not in seen and name in program.steps:
                    seen.add(f"can {name}")
                    waiting += [program.steps[name].header, program.steps[name].forbids]
                case _:
                    pass
    return frozenset(found)


def changed_in(*pieces: object) -> frozenset[str]:
    """The counters that some statements set, and PLACES if they move a card; steps are not followed."""
    found: set[str] = set()
    for node in nodes(*pieces):
        match node:
            case Set(target=target) | Add(target=target):
                found.add(target.counter)
            case Move() | MoveSome() | MoveEvery() | Swap():
                found.add(PLACES)
            case _:
                pass
    return frozenset(found)


def bodies_beneath(program: Program, calls: Calls, names: Iterable[str]) -> list[object]:
    """All that may be carried out when these steps are: bodies and hooks, and what `whenever` may add."""
    found: list[object] = []
    for name in sorted(reachable(calls, sorted(names))):
        if name in program.steps:
            declared = program.steps[name]
            found += [declared.body, *(hook.body for hook in hooks(declared))]
    return found
