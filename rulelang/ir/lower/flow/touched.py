"""What statements change and `whenever` rules read.

Comes in: the `whenever` rules and a statement of a game.  Goes out: the rules that read what the statement changes, by
the names of counters and places.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ir.lower.draft import Draft
from rulelang.nodes import frozen
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model import statements as st
from rulelang.resolve.model.program import WheneverDecl
from rulelang.resolve.model.sorts import CardSort, PlaceSort, SetSort
from rulelang.resolve.walk import nodes

ANY_PLACE = "any place"
Touched = frozenset[tuple[str, str]]


@frozen
class Watch:
    """One `whenever` rule: `mark` is a hidden counter, whether it was true, `busy` another: its body is under way"""

    declared: WheneverDecl
    number: int
    function: int
    mark: int
    busy: int
    reads: Touched
    rule: int

    @property
    def routine(self) -> str:
        return f"whenever {self.number + 1}"


def touching(draft: Draft, statement: st.Stmt) -> list[Watch]:
    """The rules that read what a statement changes."""
    if not draft.watches:
        return []
    changed = changed_by(draft, statement)
    return [watch for watch in draft.watches if _meet(watch.reads, changed)]


def _meet(reads: Touched, changed: Touched) -> bool:
    if reads & changed:
        return True
    places = [any(sort == "place" for sort, _ in touched) for touched in (reads, changed)]
    anywhere = ("place", ANY_PLACE)
    return all(places) and (anywhere in reads or anywhere in changed)


def read_in(draft: Draft, *pieces: object) -> Touched:
    """The counters and places that some expressions read, also through named values and headers."""
    found: set[tuple[str, str]] = set()
    seen: set[str] = set()
    waiting: list[object] = list(pieces)
    while waiting:
        for node in nodes(waiting.pop()):
            match node:
                case ex.CounterRef(counter=name):
                    found.add(("counter", name))
                case ex.PlaceRef(place=name):
                    found.add(("place", name))
                case ex.Ordinal(of=of) if isinstance(of.sort, CardSort):
                    found.add(("place", ANY_PLACE))
                case ex.DefineCall(define=name) if name not in seen:
                    seen.add(name)
                    waiting.append(draft.game.defines[name].layers)
                case ex.Can(step=name) if f"can {name}" not in seen:
                    seen.add(f"can {name}")
                    waiting += [draft.step(name).header, draft.step(name).forbids]
                case _:
                    pass
    return frozenset(found)


def changed_by(draft: Draft, statement: st.Stmt) -> Touched:
    """What one statement changes; for cards that may come from anywhere, every place that may hold them."""
    return frozenset(_changed(draft, statement))


def _changed(draft: Draft, statement: st.Stmt) -> Iterator[tuple[str, str]]:
    match statement:
        case st.Set(target=target) | st.Add(target=target):
            yield "counter", target.counter
        case st.Move(what=what, to=to):
            yield from _places(to)
            yield from _from(draft, what)
        case st.MoveSome(source=source, to=to):
            yield from _places(to)
            yield from _places(source)
            refills = [draft.game.places[name].refilled_from for name in _named(source) if name in draft.game.places]
            for refill in refills:
                yield from _places(refill) if refill is not None else ()
        case st.MoveEvery(range=range_, to=to):
            yield from _places(to)
            if isinstance(range_.source, ex.Through):
                yield from _from(draft, range_.source.value)
            else:
                yield "place", ANY_PLACE
        case st.Swap(left=left, right=right):
            yield from _from(draft, left)
            yield from _from(draft, right)
        case st.Shuffle(place=place):
            yield from _from(draft, place)
        case _:
            pass


def _places(node: object) -> Iterator[tuple[str, str]]:
    """The places that are named; any place where a variable or a named value says which."""
    yield from [("place", name) for name in _named(node)]
    if not _named(node) or any(isinstance(part, ex.DefineCall | ex.Var) and _holds(part) for part in nodes(node)):
        yield "place", ANY_PLACE


def _named(node: object) -> list[str]:
    return [part.place for part in nodes(node) if isinstance(part, ex.PlaceRef)]


def _holds(part: ex.DefineCall | ex.Var) -> bool:
    return isinstance(part.sort, PlaceSort | SetSort)


def _from(draft: Draft, node: ex.Expr) -> Iterator[tuple[str, str]]:
    """Where cards come from: the place named, or any that may hold them."""
    match node:
        case ex.PlaceRef(place=name):
            yield "place", name
        case ex.SlotCard(place=ex.PlaceRef() as place) | ex.EndCard(place=ex.PlaceRef() as place):
            yield "place", place.place
        case _ if isinstance(node.sort, CardSort | SetSort | PlaceSort):
            types = set(node.sort.types)
            for name, declared in draft.game.places.items():
                if types & set(declared.types):
                    yield "place", name
        case _:
            yield "place", ANY_PLACE
