"""`whenever`: what is looked at after an effect, and what happens when it has become true.

Comes in: the `whenever` rules and the statements of a game.  Goes out: which statement touches what a rule reads, and
the pieces that look at it afterwards. A rule is armed when `play` begins and fires once each time its condition becomes
true.  What it does is looked at by all others at once, by itself only when it is done: so rules that call each other
come to an end, and a procedure may be entered again from below, where it then does nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ir.lower.declarations import state
from rulelang.ir.lower.draft import Draft
from rulelang.ir.lower.flow.pieces import Enter, Piece, fork
from rulelang.ir.lower.folding import NO, YES, both
from rulelang.ir.lower.options import certain
from rulelang.ir.lower.scope import Scope
from rulelang.ir.lower.values import expressions
from rulelang.ir.model.expressions import Call, Const, Expr, Read
from rulelang.ir.model.statements import Perform, Stmt, Write
from rulelang.nodes import frozen
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model import statements as st
from rulelang.resolve.model.program import WheneverDecl
from rulelang.resolve.model.sorts import CardSort, PlaceSort, SetSort
from rulelang.resolve.walk import nodes

UNARMED, WAS, WAS_NOT = 2, 1, 0
ANY_PLACE = "any place"
Touched = frozenset[tuple[str, str]]


@frozen
class Watch:
    """One `whenever` rule: `mark` is a hidden counter (see above), `busy` another: its body is under way"""

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


def declare_watches(draft: Draft) -> None:
    """Number the rules that can ever fire."""
    for number, declared in enumerate(draft.game.whenevers):
        if certain(draft, declared.condition) is not None:
            continue
        scope = Scope("whenever")
        condition = expressions.value(draft, scope, declared.condition)
        function = draft.new_function(f"whenever {number + 1}", (), condition)
        mark = state.hidden_counter(draft, f"whenever {number + 1}", UNARMED, UNARMED)
        busy = state.hidden_counter(draft, f"whenever {number + 1} busy", 1)
        rule = draft.rule("whenever", declared.span)
        reads = read_in(draft, declared.condition)
        draft.watches.append(Watch(declared, number, function, mark, busy, reads, rule))


def arm(draft: Draft) -> list[Stmt]:
    """What is true when `play` begins waits until it was false once."""
    return [Write(watch.mark, (), Call(watch.function, ()), watch.rule) for watch in draft.watches]


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


def after(draft: Draft, scope: Scope, statement: st.Stmt) -> list[Piece]:
    """What looks at the rules after an effect."""
    if not scope.watched:
        return []
    touched = [watch for watch in touching(draft, statement) if watch.number != scope.under_way]
    return [piece for watch in touched for piece in _look(draft, watch)]


def _look(draft: Draft, watch: Watch) -> list[Piece]:
    from rulelang.ir.lower.steps import layered

    if watch.number not in draft.flow_watches:
        return [Perform(layered.whenever_procedure(draft, watch), ())]
    layered.whenever_routine(draft, watch)
    return fork(becomes_true(watch), [Enter(watch.routine)], settle(watch))


def becomes_true(watch: Watch) -> Expr:
    """It was not true and is now, and is not being carried out."""
    ready = [expressions.same(Read(watch.mark, ()), Const(WAS_NOT)), expressions.same(Read(watch.busy, ()), NO)]
    return both([*ready, Call(watch.function, ())])


def settle(watch: Watch) -> list[Piece]:
    """Remember that it is no longer true."""
    was = expressions.same(Read(watch.mark, ()), Const(WAS))
    no_longer = both([was, expressions.same(Call(watch.function, ()), NO)])
    return fork(no_longer, [Write(watch.mark, (), Const(WAS_NOT), watch.rule)])


def around(watch: Watch, body: list[Piece]) -> list[Piece]:
    """The body of a rule: while it is under way nobody looks; afterwards it counts as true or not as it then is."""
    before: list[Piece] = [Write(watch.mark, (), YES, watch.rule), Write(watch.busy, (), YES, watch.rule)]
    afterwards: list[Piece] = [
        Write(watch.busy, (), NO, watch.rule),
        Write(watch.mark, (), Call(watch.function, ()), watch.rule),
    ]
    return [*before, *body, *afterwards]


# ---------------------------------------------------------------- what is read, what is changed


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
