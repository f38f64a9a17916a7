"""What is certain at one point of a program.

`State` holds for all of a game: between which numbers each counter lies, and how many cards each place holds.  `Known`
is what is certain where an expression is read: the state, local variables, what was asked before (`asked`), and in
which places the cards that variables hold may lie (`homes`).  What was asked holds until something changes that it
reads: `Known.changed` is told what, as `Thing`s, and forgets the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from attrs import field, frozen

from rulelang.ir.model import expressions as ir
from rulelang.ir.prove.spans import ANY, Span, hull, meet
from rulelang.nodes import Parts

Thing: TypeAlias = tuple[str, int | str]
"""What an expression may read: ("counter", 3), ("zone", 2), ("frame", 7), ("local", "card"); ("zone", -1): any place"""
ANYWHERE: Thing = ("zone", -1)
_PARTS = Parts(plain=("bool", "int", "str"))


def parts(node: object) -> Iterator[object]:
    """A part of a program with all that stands in it."""
    yield node
    for part in _PARTS[type(node)](node):
        yield from parts(part)


def things(node: object) -> frozenset[Thing]:
    """What an expression reads, but for what the functions read that it calls: facts have no calls.

    It is remembered of each object by itself: to find an equal one takes longer than to go through it.
    """
    known = _THINGS.get(id(node))
    if known is None:
        if len(_THINGS) > MOST_KNOWN:
            _THINGS.clear()
        known = _THINGS[id(node)] = node, _things(node)
    return known[1]


_THINGS: dict[int, tuple[object, frozenset[Thing]]] = {}
MOST_KNOWN = 20_000


def _things(node: object) -> frozenset[Thing]:
    found: set[Thing] = set()
    for part in _PARTS[type(node)](node):
        found |= things(part)
    match node:
        case ir.Read(counter=counter):
            found.add(("counter", counter))
        case ir.Zone(zone=zone):
            found.add(("zone", zone))
        case ir.ZoneAt() | ir.ZoneOf() | ir.Position():
            found.add(ANYWHERE)
        case ir.Frame(slot=slot):
            found.add(("frame", slot))
        case ir.Local(name=name):
            found.add(("local", name))
        case ir.Call() | ir.Offered():
            found.add(("call", -1))
        case _:
            pass
    return frozenset(found)


@frozen(cache_hash=True)
class State:
    """Between which numbers each counter lies, all its instances together, and how many cards each instance of a place
    holds
    """

    counters: tuple[Span, ...]
    sizes: tuple[Span, ...]

    def join(self, other: State) -> State:
        """What holds if one of two does."""
        return (
            self if self == other else State(_joined(self.counters, other.counters), _joined(self.sizes, other.sizes))
        )

    def writing(self, counter: int, value: Span) -> State:
        return self if self.counters[counter] == value else State(_put(self.counters, counter, value), self.sizes)

    def holding(self, zone: int, size: Span) -> State:
        return self if self.sizes[zone] == size else State(self.counters, _put(self.sizes, zone, size))

    def widened(self, before: State, most: State) -> State:
        """What has changed since `before` as low or high as it ever is."""
        counters = map(_widest, before.counters, self.counters, most.counters)
        return State(tuple(counters), tuple(map(_widest, before.sizes, self.sizes, most.sizes)))


def _widest(before: Span, now: Span, most: Span) -> Span:
    return now[0] if now[0] >= before[0] else most[0], now[1] if now[1] <= before[1] else most[1]


def _joined(one: tuple[Span, ...], other: tuple[Span, ...]) -> tuple[Span, ...]:
    return tuple(hull(a, b) for a, b in zip(one, other, strict=True))


def _put(spans: tuple[Span, ...], at: int, span: Span) -> tuple[Span, ...]:
    return (*spans[:at], span, *spans[at + 1 :])


Homes: TypeAlias = Mapping[ir.Expr, frozenset[int]]
Facts: TypeAlias = Mapping[ir.Expr, Span]


@frozen
class Known:
    """What is certain where an expression is read

    `asked`: spans of expressions that are narrower than what follows from the state.  `homes`: for variables that hold
    cards the places in which they may lie; any place for a variable that is not there.  `sure`: what is read here is
    read whenever its statement is carried out; `calls`: inside how many functions.
    """

    state: State
    locals: Mapping[str, Span] = field(factory=dict)
    asked: Facts = field(factory=dict)
    homes: Homes = field(factory=dict)
    sure: bool = True
    calls: int = 0

    def knowing(self, node: ir.Expr, value: Span) -> Known:
        if ("call", -1) in things(node) or self.asked.get(node) == value:
            return self
        return Known(self.state, self.locals, {**self.asked, node: value}, self.homes, self.sure, self.calls)

    def having(self, name: str, value: Span) -> Known:
        """A local variable has a new value."""
        left = self.changed((("local", name),))
        return Known(left.state, {**self.locals, name: value}, left.asked, left.homes, self.sure, self.calls)

    def perhaps(self) -> Known:
        return Known(self.state, self.locals, self.asked, self.homes, False, self.calls) if self.sure else self

    def changed(self, what: Iterable[Thing], state: State | None = None) -> Known:
        """When something has changed: what was asked of it holds no longer."""
        gone = frozenset(what)
        places = any(kind == "zone" for kind, _ in gone)
        asked, homes = self.asked, self.homes
        if asked and any(_reads(node, gone, places) for node in asked):
            asked = {node: span for node, span in asked.items() if not _reads(node, gone, places)}
        if homes and any(things(node) & gone for node in homes):
            homes = {node: home for node, home in homes.items() if not things(node) & gone}
        if state is None or state is self.state:
            if asked is self.asked and homes is self.homes:
                return self
            state = self.state
        return Known(state, self.locals, asked, homes, self.sure, self.calls)

    def join(self, other: Known) -> Known:
        """What holds if one of two does."""
        names = {*self.locals, *other.locals}
        values = {name: hull(self.locals.get(name, ANY), other.locals.get(name, ANY)) for name in names}
        asked = {node: hull(span, other.asked[node]) for node, span in self.asked.items() if node in other.asked}
        homes = {node: home | other.homes[node] for node, home in self.homes.items() if node in other.homes}
        return Known(self.state.join(other.state), values, asked, homes, self.sure and other.sure, self.calls)

    def outside(self) -> Known:
        """What is left of it where its local variables are unknown."""
        return self.only(set())

    def only(self, names: set[str]) -> Known:
        """What is left of it where of its local variables only these are known."""
        every = {thing for node in (*self.asked, *self.homes) for thing in things(node) if thing[0] == "local"}
        left = self.changed({thing for thing in every if thing[1] not in names})
        return Known(left.state, {}, left.asked, left.homes)

    def given(self, names: Mapping[ir.Expr, ir.Local]) -> Known:
        """What is known of what is given for parameters, said of these; of other local variables nothing."""
        between = {value: ir.Local(f" {name.name}") for value, name in names.items()}
        inside = self.renamed(between).only({name.name for name in between.values()})
        return inside.renamed({name: names[value] for value, name in between.items()}).only(
            {name.name for name in names.values()}
        )

    def renamed(self, names: Mapping[ir.Expr, ir.Expr]) -> Known:
        """The same, said of other variables too: parameters for what is given for them, or the other way round."""
        asked, homes = dict(self.asked), dict(self.homes)
        for node, span in self.asked.items():
            other = _renamed(node, names)
            if other != node:
                asked[other] = meet(asked.get(other, ANY), span) or span
        for node, home in self.homes.items():
            homes[_renamed(node, names)] = home
        return Known(self.state, self.locals, asked, homes, self.sure, self.calls)


def _reads(node: ir.Expr, gone: frozenset[Thing], places: bool) -> bool:
    read = things(node)
    return (
        bool(read & gone) or (places and ANYWHERE in read) or (ANYWHERE in gone and any(t[0] == "zone" for t in read))
    )


def _renamed(node: ir.Expr, names: Mapping[ir.Expr, ir.Expr]) -> ir.Expr:
    """An expression with other variables; only in the keys of places and counters, which is where facts have them."""
    if node in names:
        return names[node]
    match node:
        case ir.Size(of=ir.Zone(zone=zone, keys=keys)):
            return ir.Size(ir.Zone(zone, tuple(_renamed(key, names) for key in keys)))
        case ir.Size(of=ir.Held(variable=variable)):
            other = names.get(variable, variable)
            return ir.Size(ir.Held(other)) if isinstance(other, ir.Local | ir.Frame) else node
        case ir.Read(counter=counter, keys=keys):
            return ir.Read(counter, tuple(_renamed(key, names) for key in keys))
        case ir.Binary(operator=operator, left=left, right=right):
            return ir.Binary(operator, _renamed(left, names), _renamed(right, names))
        case _:
            return node
