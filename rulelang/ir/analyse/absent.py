"""What is none for certain wherever a program uses it as if it were there.

Comes in: an IR program.  Goes out: the `Within` nodes whose value is none whenever they are reached, as (rule, low,
high).  Followed from the first block on, with every counter as it starts and every place but the box empty: what may
have been written or moved on any way to a point counts there.  Whoever is reached only if something else holds
that nobody can know is looked at all the same: it is dead, or it ends in a fault.  What is asked from outside (named
values, results, what stands on the table) is looked at with all that the program ever writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from attrs import define, evolve, field

from rulelang.ir.analyse.certain import ANY, LOW, Known, Reader, Span, State, hull, is_none
from rulelang.ir.model import expressions as ir
from rulelang.ir.model import program as pr
from rulelang.ir.model import statements as do
from rulelang.ir.model.expressions import NONE
from rulelang.nodes import frozen

Use: TypeAlias = tuple[int, int, int]
Place: TypeAlias = tuple[str, int]
MOVED, SWAPPED = (0, -1), (0, -2)
"""What stands in place of bounds for a card that is moved, or swapped with another: it has to be there."""


@frozen
class Absent:
    """What is never there where it is used, and cells that may be blank: for each use the cards that have one"""

    never: frozenset[Use]
    blank: dict[Use, frozenset[int]]


def absent(program: pr.Program) -> Absent:
    """Where something is used that is never there when it is used."""
    return Walk(program).found()


@define
class _Touched:
    """The counters that statements may write, and the places that they may fill; `anywhere`: any place"""

    counters: set[int] = field(factory=set)
    zones: set[int] = field(factory=set)
    locals: set[str] = field(factory=set)
    anywhere: bool = False

    def take(self, other: _Touched) -> None:
        self.counters |= other.counters
        self.zones |= other.zones
        self.anywhere |= other.anywhere


@define
class Walk:
    """One going through, until nothing new is found; then once more, noting."""

    program: pr.Program
    reader: Reader = field(init=False)
    noting: bool = False
    never: dict[Use, bool] = field(factory=dict)
    certain: set[Use] = field(factory=set)
    blank: dict[Use, frozenset[int]] = field(factory=dict)
    blocks: dict[int, State] = field(factory=dict)
    procedures: dict[int, State] = field(factory=dict)
    waiting: list[Place] = field(factory=list)
    here: Place = ("block", 0)
    callers: dict[int, set[Place]] = field(factory=dict)
    returning: set[int] = field(factory=set)
    _touched: dict[int, _Touched] = field(factory=dict)
    _ever: State = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.reader = Reader(self.program, self._note)
        self._ever = self._always_holds()

    # ------------------------------------------------------------ the whole

    def found(self) -> Absent:
        self._reach("block", 0, self._start())
        while self.waiting:
            self._go_through(*self.waiting.pop())
        self.noting = True
        self.reader.forget()
        for number in list(self.blocks):
            self._go_through("block", number)
        for number in list(self.procedures):
            self._go_through("procedure", number)
        for function in self._from_outside():
            self.reader.forget()
            self.reader.value(self.program.functions[function].value, Known(self._ever))
        never = self.certain | {use for use, never in self.never.items() if never}
        return Absent(frozenset(never), self.blank)

    def at_the_end_of(self, block: int) -> State | None:
        """What holds when a block has been carried out; None if that never happens."""
        self.here = "block", block
        if block not in self.blocks:
            return None
        known = self._all(self.program.blocks[block].body, Known(self.blocks[block]))
        return None if known is None else known.state

    def _note(self, node: ir.Within, value: Span, known: Known) -> None:
        if not self.noting:
            return
        use = node.rule, node.low, node.high
        never = is_none(value) and not node.low <= value[0] <= node.high
        self._use(use, never, known)
        if not never and isinstance(node.value, ir.Lookup) and value[0] in (NONE, LOW) and value[0] < node.low:
            self.blank[use] = self.blank.get(use, frozenset()) | self._blank_cells(node.value, known)

    def _use(self, use: Use, never: bool, known: Known) -> None:
        self.never[use] = never and self.never.get(use, True)
        if never and known.sure and known.calls:
            self.certain.add(use)

    def _blank_cells(self, node: ir.Lookup, known: Known) -> frozenset[int]:
        table, index = self.program.tables[node.table], self.reader.value(node.index, known)
        cells = enumerate(table.values, start=table.first)
        return frozenset(n for n, cell in cells if cell in (NONE, LOW) and index and index[0] <= n <= index[1])

    def _from_outside(self) -> Iterator[int]:
        program, result = self.program, self.program.result
        yield from (value.function for value in program.values)
        yield from (criterion.function for criterion in result.criteria)
        yield from (number for number in (result.player, result.payoff) if number is not None)
        yield from (figure.function for figure in program.figures)
        yield from (promise.function for promise in program.always)

    # ------------------------------------------------------------ states

    def _start(self) -> State:
        counters = tuple((counter.initial, counter.initial) for counter in self.program.counters)
        return State(counters, frozenset(range(1, len(self.program.zones))))

    def _always_holds(self) -> State:
        """What holds at every point: no counter has a value that nobody writes, no place is filled by nobody."""
        all_of_it = _Touched()
        written: dict[int, Span] = {n: (c.initial, c.initial) for n, c in enumerate(self.program.counters)}
        bodies = [block.body for block in self.program.blocks]
        for body in [*bodies, *(procedure.body for procedure in self.program.procedures)]:
            self._collect(body, all_of_it, set())
            for one in _statements(body):
                if isinstance(one, do.Write):
                    written[one.counter] = hull(written[one.counter], self._written(one, None))
        empty = frozenset() if all_of_it.anywhere else frozenset(range(1, len(self.program.zones))) - all_of_it.zones
        return State(tuple(written[n] for n in range(len(written))), empty)

    def _written(self, node: do.Write, value: Span | None) -> Span:
        """What a counter may be after it was written: a constant, or anything that it may hold."""
        if isinstance(node.value, ir.Const):
            return node.value.value, node.value.value
        if value is not None and value in ((NONE, NONE), (LOW, LOW)):
            return value
        counter = self.program.counters[node.counter]
        return counter.low, counter.high

    def _reach(self, what: str, number: int, state: State) -> None:
        states = self.blocks if what == "block" else self.procedures
        now = states[number].join(state) if number in states else state
        if not self.noting and states.get(number) != now:
            states[number] = now
            self.waiting.append((what, number))

    def _go_through(self, what: str, number: int) -> None:
        self.here = what, number
        if what == "procedure":
            if self._all(self.program.procedures[number].body, Known(self.procedures[number])) is not None:
                self._returns(number)
            return
        block = self.program.blocks[number]
        known = self._all(block.body, Known(self.blocks[number]))
        if known is not None:
            self._on(block.end, known)

    def _returns(self, procedure: int) -> None:
        """This procedure may come to an end: whoever performs it goes on."""
        if procedure not in self.returning:
            self.returning.add(procedure)
            self.waiting += self.callers.get(procedure, ())

    # ------------------------------------------------------------ where a block goes on

    def _on(self, end: do.End, known: Known) -> None:
        match end:
            case do.Goto(block=block):
                self._reach("block", block, known.state)
            case do.Branch(test=test, yes=yes, no=no):
                if self.reader.value(test, known) is None:
                    return
                for holds, block in ((True, yes), (False, no)):
                    then = self.reader.assume(test, holds, known)
                    if then is not None:
                        self._reach("block", block, _learnt(then))
            case do.Switch(value=value, blocks=blocks):
                between = self.reader.value(value, known)
                for place, block in enumerate(blocks):
                    if between is not None and between[0] <= place <= between[1]:
                        self._reach("block", block, known.state)
            case do.Decide(decision=decision, then=then):
                self._decide(self.program.decisions[decision], then, known)
            case do.Halt():
                pass

    def _decide(self, decision: pr.Decision, then: int, known: Known) -> None:
        """Where each offer leads that may have a choice, with what it needs."""
        if self.reader.value(decision.player, known) is None:
            return
        offers = [*decision.offers, *([decision.fallback] if decision.fallback else [])]
        chosen = {n: state for n, offer in enumerate(offers) if (state := self._offered(offer, known)) is not None}
        after = self.program.blocks[then]
        arms = after.end
        if isinstance(arms, do.Switch) and arms.value == decision.answer and not after.body:
            for number, state in chosen.items():
                self._reach("block", arms.blocks[number], state)
        elif chosen:
            first, *others = chosen.values()
            for other in others:
                first = first.join(other)
            self._reach("block", then, first)

    def _offered(self, offer: pr.OfferDecl, known: Known) -> State | None:
        inner: Known | None = known
        if offer.condition is not None:
            asked_for = self.reader.value(offer.condition, known)
            inner = None if asked_for is None else self.reader.assume(offer.condition, True, known)
        if inner is None or any(self.reader.value(one, inner) is None for one in offer.arguments):
            return None
        asked = self.reader.header(offer.header, evolve(inner, locals={}, calls=0))
        return None if asked is None else _learnt(asked)

    # ------------------------------------------------------------ statements

    def _all(self, body: Sequence[do.Stmt], known: Known | None) -> Known | None:
        for one in body:
            if known is None:
                return None
            known = self._one(one, known)
        return known

    def _one(self, node: do.Stmt, known: Known) -> Known | None:
        read = self.reader
        match node:
            case do.Assign(target=target, value=value):
                found = read.value(value, known)
                if found is None:
                    return None
                known = known.changed(known.state)
                return known.having(target.name, found) if isinstance(target, ir.Local) else known
            case do.Write(counter=counter, keys=keys, value=value):
                places = [read.value(key, known) for key in keys]
                found = read.value(value, known)
                if found is None or None in places:
                    return None
                now = self._written(node, found)
                if keys:
                    now = hull(now, known.state.counters[counter])
                return known.changed(known.state.writing(counter, now))
            case do.If(test=test, then=then, otherwise=otherwise):
                return self._if(test, then, otherwise, known)
            case do.Each() | do.Times() | do.While():
                return self._loop(node, known)
            case do.Perform(procedure=procedure, arguments=arguments):
                if None in [read.argument(one, known) for one in arguments]:
                    return None
                self._reach("procedure", procedure, known.state)
                self.callers.setdefault(procedure, set()).add(self.here)
                return self._after(known, self._touched_by(procedure)) if procedure in self.returning else None
            case do.Return():
                self._returns(self.here[1])
                return None
            case do.Fault():
                return None
            case _:
                return self._effect(node, known)

    def _effect(self, node: do.Stmt, known: Known) -> Known | None:
        """Everything that moves, shows, draws or tells: its values are read, and then what it may have changed."""
        for value in _values(node):
            if self.reader.value(value, known) is None:
                return None
        for use, card in _cards(node):
            if self.noting:
                self._use(use, self.reader.value(card, known) == (NONE, NONE), known)
        match node:
            case do.Show(cards=cards):
                self.reader.source(cards, known)
            case do.Hold(source=source):
                self.reader.source(source, known)
            case do.Deal(refill=refill) if refill is not None:
                self.reader.source(refill, known)
            case do.Random(variable=variable, source=source, where=where):
                members = self.reader.source(source, known)
                if members is not None and where is not None:
                    self.reader.value(where, known.perhaps().having(variable, members))
            case _:
                pass
        touched = _Touched()
        self._collect((node,), touched, set())
        return self._after(known, touched)

    def _if(self, test: ir.Expr, then: Sequence[do.Stmt], otherwise: Sequence[do.Stmt], known: Known) -> Known | None:
        if self.reader.value(test, known) is None:
            return None
        ends = []
        for holds, body in ((True, then), (False, otherwise)):
            arm = self.reader.assume(test, holds, known)
            end = None if arm is None else self._all(body, arm)
            if end is not None:
                ends.append(end)
        if len(ends) < 2:
            return ends[0] if ends else None
        return _joined(*ends)

    def _loop(self, node: do.Each | do.Times | do.While, known: Known) -> Known | None:
        """The first pass with what holds before; if it comes to an end, the others with what all passes may change."""
        first = self._pass(node, known)
        if first is None:
            return known
        if self._all(node.body, first) is None:
            return None if self._has_a_pass(node, known) else known
        touched = _Touched()
        self._collect(node.body, touched, set())
        again = self._after(known, touched)
        inside = self._pass(node, again)
        if inside is not None:
            self._all(node.body, inside)
        return again

    def _has_a_pass(self, node: do.Each | do.Times | do.While, known: Known) -> bool:
        match node:
            case do.Times(amount=amount):
                return (self.reader.value(amount, known) or ANY)[0] > 0
            case do.While(test=test):
                return self.reader.assume(test, False, known) is None
            case do.Each(source=source, where=where):
                return isinstance(source, ir.Seats) and where is None

    def _pass(self, node: do.Each | do.Times | do.While, known: Known) -> Known | None:
        """What is known at the beginning of a pass; None if there is none for certain."""
        read = self.reader
        match node:
            case do.Times(amount=amount):
                times = read.value(amount, known)
                return None if times is None or times[1] <= 0 else known
            case do.While(test=test):
                return read.assume(test, True, known) if read.value(test, known) else None
            case do.Each(variable=variable, source=source, where=where, orders=orders):
                members = read.source(source, known)
                inner = None if members is None else known.having(variable, members)
                if inner is not None and where is not None:
                    inner = read.assume(where, True, inner) if read.value(where, inner) else None
                for order in orders if inner is not None else ():
                    read.value(order.value, inner)  # type: ignore[arg-type]
                return inner

    # ------------------------------------------------------------ what statements change

    def _after(self, known: Known, touched: _Touched) -> Known:
        """What is left of what is known when something has been carried out that may write and fill these."""
        state = known.state
        for counter in touched.counters:
            state = state.writing(counter, hull(state.counters[counter], self._ever.counters[counter]))
        empty = frozenset() if touched.anywhere else state.empty - touched.zones
        known = known.changed(State(state.counters, empty))
        for name in touched.locals:
            known = known.having(name, ANY)
        return known

    def _touched_by(self, procedure: int) -> _Touched:
        if procedure not in self._touched:
            found = _Touched()
            self._collect(self.program.procedures[procedure].body, found, {procedure})
            found.locals.clear()
            self._touched[procedure] = found
        return self._touched[procedure]

    def _collect(self, body: Sequence[do.Stmt], found: _Touched, seen: set[int]) -> None:
        for one in _statements(body):
            match one:
                case do.Write(counter=counter):
                    found.counters.add(counter)
                case do.Perform(procedure=procedure) if procedure not in seen:
                    seen.add(procedure)
                    inner = _Touched()
                    self._collect(self.program.procedures[procedure].body, inner, seen)
                    found.take(inner)
                case do.Assign(target=ir.Local(name=name)) | do.Random(target=ir.Local(name=name)):
                    found.locals.add(name)
                case do.Deal(card=ir.Local(name=name)):
                    found.locals.add(name)
                case _:
                    pass
            for place in _filled(one):
                if isinstance(place, ir.Zone):
                    found.zones.add(place.zone)
                else:
                    found.anywhere = True


def _filled(node: do.Stmt) -> tuple[ir.Zone | ir.ZoneAt, ...]:
    """The places into which a statement may put cards."""
    match node:
        case do.Move(to=to):
            return (to,)
        case do.Deal(to=to, source=source, refill=refill):
            return (to,) if refill is None else (to, source)
        case do.SwapPlaces(left=left, right=right):
            return left, right
        case _:
            return ()


def _values(node: do.Stmt) -> Iterator[ir.Expr]:
    """The values that an effect reads, its places' keys with them."""
    match node:
        case do.Move(card=card, to=to, at=at):
            yield card
            yield from _keys(to)
            yield from () if at is None else (at,)
        case do.Deal(amount=amount, source=source, to=to, at=at):
            yield amount
            yield from (*_keys(source), *_keys(to))
            yield from () if at is None else (at,)
        case do.Shuffle(place=place):
            yield from _keys(place)
        case do.SwapPlaces(left=left, right=right):
            yield from (*_keys(left), *_keys(right))
        case do.SwapCards(left=one, right=other):
            yield from (one, other)
        case do.Show(to=viewers):
            yield viewers
        case do.ShowCounter(keys=keys, to=viewers):
            yield from (*keys, viewers)
        case do.ShowFact(card=card, value=value, to=viewers):
            yield from (card, value, viewers)
        case do.Say(values=values):
            yield from (value for value in values if isinstance(value, ir.Expr))
        case do.Note(player=player):
            yield from () if player is None else (player,)
        case _:
            pass


def _cards(node: do.Stmt) -> Iterator[tuple[Use, ir.Expr]]:
    """The cards that a statement moves and that have to be there."""
    match node:
        case do.Move(card=card, rule=rule):
            yield (rule, *MOVED), card
        case do.SwapCards(left=left, right=right, rule=rule):
            yield from (((rule, *MOVED), left), ((rule, *SWAPPED), right))
        case _:
            pass


def _keys(place: ir.Zone | ir.ZoneAt) -> tuple[ir.Expr, ...]:
    return place.keys if isinstance(place, ir.Zone) else (place.number,)


def _statements(body: Sequence[do.Stmt]) -> Iterator[do.Stmt]:
    """All statements, those inside others too."""
    for one in body:
        yield one
        match one:
            case do.If(then=then, otherwise=otherwise):
                yield from _statements(then)
                yield from _statements(otherwise)
            case do.Each(body=inner) | do.Times(body=inner) | do.While(body=inner):
                yield from _statements(inner)
            case _:
                pass


def _learnt(known: Known) -> State:
    """The state, with what was asked of counters that there are once."""
    state = known.state
    for node, value in known.asked.items():
        if isinstance(node, ir.Read) and not node.keys:
            state = state.writing(node.counter, value)
    return state


def _joined(one: Known, other: Known) -> Known:
    values = {
        name: hull(one.locals.get(name, ANY), other.locals.get(name, ANY)) for name in {*one.locals, *other.locals}
    }
    return Known(one.state.join(other.state), values)
