"""A program gone through without playing: what is certain at each point of it, and what follows for its faults.

Comes in: an IR program.  Goes out: for each place where it may come to a fault whether it surely does whenever it is
reached, surely never does, or whether only play can tell (`Proofs`).  Followed from the first block on, with every
counter as it starts and every card in the box: what may have been written or moved on any way to a point counts there.
Ways that come together are joined; what still grows the fourth time is taken to be as wide as it may ever be.  What is
asked from outside (named values, results, what stands on the table) is looked at with all that the program ever writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from attrs import define, evolve, field

from rulelang.ir.model import expressions as ir
from rulelang.ir.model import program as pr
from rulelang.ir.model import statements as do
from rulelang.ir.model.expressions import NONE
from rulelang.ir.prove.certain import Reader
from rulelang.ir.prove.changes import Changes, Touched, filled, needed, reading, statements
from rulelang.ir.prove.known import ANYWHERE, Known, State, Thing, things
from rulelang.ir.prove.moving import Moving
from rulelang.ir.prove.proofs import Notes, Proofs, inside
from rulelang.ir.prove.spans import ANY, Span, hull, meet

Place: TypeAlias = tuple[str, int]
Loop: TypeAlias = do.Each | do.Times | do.While
JOINS = 3
"""So often ways that come together are joined exactly."""
PASSES = 24
"""A loop of so many passes is gone through pass by pass."""


def proofs(program: pr.Program, given: frozenset[str] = frozenset()) -> Proofs:
    """What is certain of everything in a program that may come to a fault.

    `given`: the names of counters and places that a test may set to anything, wherever it begins.
    """
    return Walk(program, given).proofs()


def rules_of(program: pr.Program) -> frozenset[int]:
    """The rules of all its effects."""
    bodies = [*(block.body for block in program.blocks), *(procedure.body for procedure in program.procedures)]
    rules = (getattr(one, "rule", None) for body in bodies for one in statements(body))
    return frozenset(rule for rule in rules if isinstance(rule, int))


@define
class Walk:
    """One going through, until nothing new is found; then once more, noting."""

    program: pr.Program
    given: frozenset[str] = frozenset()
    reader: Reader = field(init=False)
    moving: Moving = field(init=False)
    notes: Notes = field(factory=Notes)
    changes: Changes = field(init=False)
    blocks: dict[int, Known] = field(factory=dict)
    procedures: dict[int, Known] = field(factory=dict)
    exits: dict[int, State] = field(factory=dict)
    waiting: dict[Place, None] = field(factory=dict)
    here: Place = ("block", 0)
    callers: dict[int, set[Place]] = field(factory=dict)
    _joins: dict[tuple[str, str, int], int] = field(factory=dict)
    _most: State = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.reader = Reader(self.program, lambda *what: self.notes.note(self.reader, *what))
        self.moving = Moving(self.reader, self.notes.amount)
        self.changes = Changes(self.program)
        self._most = self._ever()

    # ------------------------------------------------------------ the whole

    def proofs(self) -> Proofs:
        self._reach("block", 0, Known(self._start()))
        while self.waiting:
            place = max(self.waiting, key=lambda place: (place[0], -place[1]))
            del self.waiting[place]
            self._go_through(*place)
        self.notes.on = True
        self.reader.forget()
        for number in list(self.blocks):
            self._go_through("block", number)
        for number in list(self.procedures):
            self._go_through("procedure", number)
        for function in self._from_outside():
            self.reader.forget()
            self.reader.value(self.program.functions[function].value, Known(self._most))
        return self.notes.proofs()

    def at_the_end_of(self, block: int) -> State | None:
        """What holds when a block has been carried out; None if that never happens."""
        self.here = "block", block
        if block not in self.blocks:
            return None
        known = self._all(self.program.blocks[block].body, self.blocks[block])
        return None if known is None else known.state

    def _from_outside(self) -> Iterator[int]:
        program, result = self.program, self.program.result
        yield from (value.function for value in program.values)
        yield from (criterion.function for criterion in result.criteria)
        yield from (number for number in (result.player, result.payoff) if number is not None)
        yield from (figure.function for figure in program.figures)
        yield from (promise.function for promise in program.always)

    # ------------------------------------------------------------ states

    def _start(self) -> State:
        program = self.program
        counters = tuple((counter.initial, counter.initial) for counter in program.counters)
        cards = len(program.cards)
        return State(counters, ((cards, cards), *((0, 0) for _ in program.zones[1:])))

    def _ever(self) -> State:
        """What holds at every point: no counter has a value that nobody writes, no place is filled by nobody."""
        program = self.program
        written: dict[int, Span] = {n: (c.initial, c.initial) for n, c in enumerate(program.counters)}
        ever = {0}
        bodies = [block.body for block in program.blocks]
        for one in statements([node for body in bodies + [p.body for p in program.procedures] for node in body]):
            if isinstance(one, do.Write):
                bounds = program.counters[one.counter].low, program.counters[one.counter].high
                value = one.value.value if isinstance(one.value, ir.Const) else None
                now = bounds if value is None else (value, value)
                written[one.counter] = hull(written[one.counter], meet(now, bounds) or written[one.counter])
            for place in filled(one):
                ever |= {place.zone} if isinstance(place, ir.Zone) else set(range(len(program.zones)))
        ever |= {n for n, zone in enumerate(program.zones) if zone.name in self.given}
        written.update({n: (one.low, one.high) for n, one in enumerate(program.counters) if one.name in self.given})
        most = [(0, self.moving.capacity(zone)) if zone in ever else (0, 0) for zone in range(len(program.zones))]
        return State(tuple(written[n] for n in range(len(written))), tuple(most))

    def _set_by_tests(self, known: Known) -> Known:
        """Where a test may begin, what it sets is as low or high as it ever is."""
        state, gone = known.state, set[Thing]()
        if not self.given:
            return known
        for number, counter in enumerate(self.program.counters):
            if counter.name in self.given:
                state = state.writing(number, self._most.counters[number])
                gone.add(("counter", number))
        for number, zone in enumerate(self.program.zones):
            if zone.name in self.given or not number:
                state = state.holding(number, self._most.sizes[number])
                gone.add(("zone", number))
        return known.changed(gone, state)

    def _reach(self, what: str, number: int, known: Known) -> None:
        known = known if what == "procedure" else self._set_by_tests(known.outside())
        points = self.blocks if what == "block" else self.procedures
        before = points.get(number)
        now = known if before is None else self._widened(("at", what, number), before, before.join(known))
        if not self.notes.on and before != now:
            points[number] = now
            self.waiting[what, number] = None

    def _widened(self, where: tuple[str, str, int], before: Known, now: Known) -> Known:
        if now == before:
            return before
        self._joins[where] = self._joins.get(where, 0) + 1
        if self._joins[where] <= JOINS:
            return now
        asked = {node: span for node, span in now.asked.items() if before.asked.get(node) == span}
        return evolve(now, state=now.state.widened(before.state, self._most), asked=asked)

    def _go_through(self, what: str, number: int) -> None:
        self.here = what, number
        if what == "procedure":
            known = self._all(self.program.procedures[number].body, self.procedures[number])
            if known is not None:
                self._returns(number, known)
            return
        block = self.program.blocks[number]
        end = self._all(block.body, self.blocks[number])
        if end is not None:
            self._on(block.end, end)

    def _returns(self, procedure: int, known: Known) -> None:
        """This procedure may come to an end like this: whoever performs it goes on."""
        before = self.exits.get(procedure)
        now = known.state if before is None else before.join(known.state)
        if before is not None and now != before:
            where = ("exit", "procedure", procedure)
            self._joins[where] = self._joins.get(where, 0) + 1
            if self._joins[where] > JOINS:
                now = now.widened(before, self._most)
        if now != before and not self.notes.on:
            self.exits[procedure] = now
            self.waiting.update(dict.fromkeys(self.callers.get(procedure, ())))

    # ------------------------------------------------------------ where a block goes on

    def _on(self, end: do.End, known: Known) -> None:
        match end:
            case do.Goto(block=block):
                self._reach("block", block, known)
            case do.Branch(test=test, yes=yes, no=no):
                if self.reader.value(test, known) is None:
                    return
                for holds, block in ((True, yes), (False, no)):
                    then = self.reader.assume(test, holds, known)
                    if then is not None:
                        self._reach("block", block, self._learnt(then))
            case do.Switch(value=value, blocks=blocks):
                between = self.reader.value(value, known)
                for place, block in enumerate(blocks):
                    if between is not None and between[0] <= place <= between[1]:
                        self._reach("block", block, known)
            case do.Decide(decision=decision, then=then):
                self._decide(self.program.decisions[decision], then, known)
            case do.Halt():
                pass

    def _decide(self, decision: pr.Decision, then: int, known: Known) -> None:
        """Where each offer leads that may have a choice, with what it needs."""
        if self.reader.value(decision.player, known) is None:
            return
        offers = decision.all_offers
        chosen = {
            n: after for n, offer in enumerate(offers) if (after := self._offered(decision, offer, known)) is not None
        }
        arms = self.program.blocks[then].end
        if isinstance(arms, do.Switch) and arms.value == decision.answer and not self.program.blocks[then].body:
            for number, found in chosen.items():
                self._reach("block", arms.blocks[number], found)
        elif chosen:
            first, *others = chosen.values()
            for other in others:
                first = first.join(other)
            self._reach("block", then, first)

    def _offered(self, decision: pr.Decision, offer: pr.OfferDecl, known: Known) -> Known | None:
        """What is known when a choice of this offer has been made."""
        inner: Known | None = known
        if offer.condition is not None:
            asked_for = self.reader.value(offer.condition, known)
            inner = None if asked_for is None else self.reader.assume(offer.condition, True, known)
        if inner is None or any(self.reader.value(one, inner) is None for one in offer.arguments):
            return None
        header = self.program.headers[offer.header]
        names = dict(zip((ir.Local(one.name) for one in header.parameters), offer.arguments, strict=True))
        asked = self.reader.header(offer.header, inner.given({value: name for name, value in names.items()}))
        if asked is None:
            return None
        picks = [item for item in header.items if isinstance(item, pr.PickItem)]
        kept: dict[ir.Expr, ir.Expr] = {
            ir.Local(pick.variable): frame for pick, frame in zip(picks, offer.into, strict=True)
        }
        changed: set[Thing] = {("frame", frame.slot) for frame in (decision.answer, *offer.into)}
        stays: dict[ir.Expr, ir.Expr] = {name: value for name, value in names.items() if not things(value) & changed}
        return self._learnt(asked.changed(changed).renamed({**stays, **kept}))

    def _learnt(self, known: Known) -> Known:
        """What was asked of counters and places that there are once is part of the state."""
        state = known.state
        for node, value in known.asked.items():
            match node:
                case ir.Read(counter=counter, keys=()):
                    state = state.writing(counter, meet(state.counters[counter], value) or value)
                case ir.Size(of=ir.Zone(zone=zone, keys=())):
                    state = state.holding(zone, meet(state.sizes[zone], value) or value)
                case _:
                    pass
        return evolve(known, state=state)

    # ------------------------------------------------------------ statements

    def _all(self, body: Sequence[do.Stmt], known: Known | None) -> Known | None:
        for one in body:
            if known is None:
                return None
            if self.notes.on and isinstance(rule := getattr(one, "rule", None), int):
                self.notes.carried.add(rule)
            known = self._one(one, known)
        return known

    def _one(self, node: do.Stmt, known: Known) -> Known | None:
        match node:
            case do.Assign(target=target, value=value):
                found = self.reader.value(value, known)
                if found is None:
                    return None
                home = self.reader.places(value, known)
                known = self.moving.given(target, found, known)
                return known if home is None else evolve(known, homes={**known.homes, target: home})
            case do.Write():
                return self._write(node, known)
            case do.If(test=test, then=then, otherwise=otherwise):
                return self._if(test, then, otherwise, known)
            case do.Each(body=(do.Move(card=ir.Local(name=name), at=None) as move,), variable=variable) if (
                name == variable
            ):
                return self._every(node, move, known)
            case do.Each() | do.Times() | do.While():
                return self._loop(node, known)
            case do.Perform(procedure=procedure, arguments=arguments):
                return self._perform(procedure, arguments, known)
            case do.Return():
                self._returns(self.here[1], known)
                return None
            case do.Fault():
                return None
            case _:
                return self._effect(node, known)

    def _write(self, node: do.Write, known: Known) -> Known | None:
        places = [self.reader.value(key, known) for key in node.keys]
        found = self.reader.value(node.value, known)
        if found is None or None in places:
            return None
        counter = self.program.counters[node.counter]
        bounds = counter.low, counter.high
        if self.notes.on:
            self.notes.prove("bounds", node.rule, inside(found, bounds), found, bounds, True)
        now = meet(found, bounds)
        if now is None:
            return None
        state = known.state
        state = state.writing(node.counter, hull(now, state.counters[node.counter]) if node.keys else now)
        return known.changed((("counter", node.counter),), state)

    def _perform(self, procedure: int, arguments: tuple[ir.Expr | ir.Source, ...], known: Known) -> Known | None:
        if None in [self.reader.argument(one, known) for one in arguments]:
            return None
        self._reach("procedure", procedure, self._inside(procedure, arguments, known))
        self.callers.setdefault(procedure, set()).add(self.here)
        end = self.exits.get(procedure)
        if end is None:
            return None
        touched = self.changes.by(procedure)
        state = known.state
        for kind, number in touched.things:
            if kind == "counter":
                state = state.writing(int(number), end.counters[int(number)])
        if touched.moves:
            state = State(state.counters, end.sizes)
        return evolve(known.changed(touched.things, state), homes={} if touched.moves else known.homes)

    def _inside(self, procedure: int, arguments: tuple[ir.Expr | ir.Source, ...], known: Known) -> Known:
        """What is known where a procedure begins that is performed here."""
        parameters = self.program.procedures[procedure].parameters
        pairs = list(zip((ir.Local(one.name) for one in parameters), arguments, strict=True))
        inside = known.given({value: name for name, value in pairs if isinstance(value, ir.Expr)})
        homes: dict[ir.Expr, frozenset[int]] = {
            name: home for name, value in pairs if (home := self.reader.places(value, known)) is not None
        }
        for name, value in pairs:
            if isinstance(value, ir.Source):
                inside = inside.knowing(ir.Size(ir.Held(name)), self.reader.many(value, known))
        return evolve(inside, homes={**inside.homes, **homes})

    def _effect(self, node: do.Stmt, known: Known) -> Known | None:
        """Everything that moves, shows, draws or tells: its values are read, and then what it may have changed."""
        for value in reading(node):
            if self.reader.value(value, known) is None:
                return None
        for use, card in needed(node):
            if self.notes.on:
                self.notes.use(use, self.reader.value(card, known) == (NONE, NONE), known)
        match node:
            case do.Show(cards=cards):
                self.reader.source(cards, known)
            case do.Hold(target=target, source=source):
                return self._hold(target, source, known)
            case do.Random(target=target):
                return self._drawn(node, known)
            case do.Move(card=card, to=to, rule=rule):
                return self.moving.move(card, to, rule, known)
            case do.Deal(refill=refill):
                if refill is not None:
                    self.reader.source(refill, known)
                return self.moving.deal(node, known)
            case do.SwapPlaces(left=left, right=right, rule=rule):
                return self.moving.swap(left, right, rule, known)
            case do.SwapCards(left=left, right=right):
                where = self.moving.lying(left, known) | self.moving.lying(right, known)
                gone: list[Thing] = [("zone", zone) for zone in where]
                homes = {card: home | where if home & where else home for card, home in known.homes.items()}
                return evolve(known.changed(gone, known.state), homes=homes)
            case _:
                pass
        return known

    def _hold(self, target: ir.Local | ir.Frame, source: ir.Source, known: Known) -> Known:
        self.reader.source(source, known)
        size, home = self.reader.many(source, known), self.reader.places(source, known)
        known = self.moving.given(target, ANY, known).knowing(ir.Size(ir.Held(target)), size)
        return known if home is None else evolve(known, homes={**known.homes, target: home})

    def _drawn(self, node: do.Random, known: Known) -> Known:
        members = self.reader.source(node.source, known)
        if members is not None and node.where is not None:
            self.reader.value(node.where, known.perhaps().having(node.variable, members))
        home = self.reader.places(node.source, known)
        low, high = members or (NONE, NONE)
        there = node.where is None and self.reader.many(node.source, known)[0] > 0
        known = self.moving.given(node.target, (low if there else min(NONE, low), high), known)
        return known if home is None else evolve(known, homes={**known.homes, node.target: home})

    def _if(self, test: ir.Expr, then: Sequence[do.Stmt], otherwise: Sequence[do.Stmt], known: Known) -> Known | None:
        if self.reader.value(test, known) is None:
            return None
        arms = [(self.reader.assume(test, holds, known), body) for holds, body in ((True, then), (False, otherwise))]
        with self.notes.passing_over(all(arm is not None for arm, _ in arms)):
            ends = [end for arm, body in arms if arm is not None and (end := self._all(body, arm)) is not None]
        if len(ends) < 2:
            return ends[0] if ends else None
        return ends[0].join(ends[1])

    # ------------------------------------------------------------ loops

    def _every(self, node: do.Each, move: do.Move, known: Known) -> Known | None:
        """A loop that moves its cards."""
        first = self._begin(node, known)
        if first is None:
            return known
        if self.notes.on:
            self.notes.carried.add(move.rule)
        with self.notes.passing_over():
            read = all(self.reader.value(value, first) is not None for value in reading(move))
        if not read:
            return None if self._passes(node, known)[0] else known
        return self.moving.every(node, move, known)

    def _loop(self, node: Loop, known: Known) -> Known | None:
        """Pass by pass where it is certain how many there are; else until nothing new comes of it."""
        first = self._begin(node, known)
        if first is None:
            return known
        fewest, most = self._passes(node, known)
        if fewest == most <= PASSES:
            return self._exactly(node, most, known, first)
        with self.notes.passing_over():
            end = self._all(node.body, first)
        if end is None:
            return None if fewest else known
        noting, self.notes.on = self.notes.on, False
        now = self._stable(node, known, first, known.join(self._left(node, end)))
        self.notes.on = noting
        inside = self._next(node, first, now)
        if inside is not None:
            with self.notes.passing_over():
                self._all(node.body, inside)
        return self.reader.assume(node.test, False, now) if isinstance(node, do.While) else now

    def _stable(self, node: Loop, before: Known, first: Known, now: Known) -> Known:
        """What holds at the beginning of each pass."""
        for turn in range(4):
            inside = self._next(node, first, now)
            end = None if inside is None else self._all(node.body, inside)
            after = now if end is None else now.join(self._left(node, end))
            if after == now:
                return now
            asked = {n: span for n, span in after.asked.items() if now.asked.get(n) == span}
            now = after if not turn else evolve(after, state=after.state.widened(now.state, self._most), asked=asked)
        return self._after(before, self.changes.of(node.body))

    def _exactly(self, node: Loop, passes: int, known: Known, first: Known) -> Known | None:
        own = self._own_places(node)
        before, ends = known.state.sizes, dict[int, Span]()
        for number in range(passes):
            inside = self._numbered(node, number, first if not number else self._next(node, first, known))
            if inside is None:
                return known
            for zone in own:
                inside = inside.knowing(_one_place(zone, node), before[zone])
            end = self._all(node.body, inside)
            if end is None:
                return None
            for zone in own:
                size = self.reader.size(_one_place(zone, node).of, end) or (0, 0)
                ends[zone] = hull(ends.get(zone, size), size)
            known = self._left(node, end)
        state = known.state
        for zone, size in ends.items():
            state = state.holding(zone, size)
        return evolve(known, state=state)

    def _own_places(self, node: Loop) -> list[int]:
        """Places of which each pass changes another instance, and nothing else any: those of the loop's own member."""
        if not isinstance(node, do.Each) or not isinstance(node.source, ir.Seats):
            return []
        changed: set[tuple[int, tuple[ir.Expr, ...]]] = set()
        for one in statements(node.body):
            match one:
                case do.Deal(source=ir.Zone() as source, to=ir.Zone() as to, refill=None):
                    changed |= {(source.zone, source.keys), (to.zone, to.keys)}
                case do.Deal() | do.Move() | do.SwapPlaces() | do.SwapCards() | do.Perform():
                    return []
                case _:
                    pass
        own = (ir.Local(node.variable),)
        others = {zone for zone, keys in changed if keys != own}
        return sorted(zone for zone, keys in changed if keys == own and zone not in others)

    def _left(self, node: Loop, known: Known) -> Known:
        """What is known at the end of a pass, without its member."""
        return known.changed((("local", node.variable),)) if isinstance(node, do.Each) else known

    def _passes(self, node: Loop, known: Known) -> Span:
        """How many passes a loop has."""
        most = len(self.program.cards) + PASSES + 1
        match node:
            case do.Times(amount=amount):
                low, high = self.reader.value(amount, known) or (0, 0)
                return max(0, low), max(0, high)
            case do.While(test=test):
                return (1 if self.reader.assume(test, False, known) is None else 0), most
            case do.Each(source=source, where=where):
                low, high = self.reader.many(source, known)
                return low if where is None else 0, high if where is None else max(high, PASSES + 1)

    def _begin(self, node: Loop, known: Known) -> Known | None:
        """What is known at the beginning of the first pass; None if there is none for certain."""
        read = self.reader
        match node:
            case do.Times(amount=amount):
                times = read.value(amount, known)
                return None if times is None or times[1] <= 0 else known
            case do.While(test=test):
                return read.assume(test, True, known) if read.value(test, known) else None
            case do.Each(variable=variable, source=source, where=where, orders=orders):
                members = read.source(source, known)
                if members is None:
                    return None
                inner: Known | None = known.having(variable, members)
                home = read.places(source, known)
                if home is not None and inner is not None:
                    inner = evolve(inner, homes={**inner.homes, ir.Local(variable): home})
                if inner is not None and where is not None:
                    inner = read.assume(where, True, inner) if read.value(where, inner) else None
                for order in orders if inner is not None else ():
                    read.value(order.value, inner)  # type: ignore[arg-type]
                return inner

    def _next(self, node: Loop, first: Known, now: Known) -> Known | None:
        """What is known at the beginning of another pass.

        Members were found before the first one: of them holds what held then, but for what passes may have changed.
        """
        if not isinstance(node, do.Each):
            return self._begin(node, now)
        member, touched = ir.Local(node.variable), self.changes.of(node.body)
        then = first.changed(touched.things)
        asked = {fact: span for fact, span in then.asked.items() if ("local", node.variable) in things(fact)}
        homes: dict[ir.Expr, frozenset[int]] = (
            {} if touched.moves or member not in first.homes else {member: first.homes[member]}
        )
        inside = now.having(node.variable, first.locals[node.variable])
        return evolve(inside, asked={**inside.asked, **asked}, homes={**inside.homes, **homes})

    def _numbered(self, node: Loop, number: int, inside: Known | None) -> Known | None:
        """The pass of this number, with its member where that is certain."""
        match node:
            case do.Each(variable=variable, source=ir.Numbers(low=ir.Const(value=low), step=ir.Const(value=1))):
                return inside and inside.having(variable, (low + number, low + number))
            case _:
                return inside

    # ------------------------------------------------------------ what statements change

    def _after(self, known: Known, touched: Touched) -> Known:
        """What is left of what is known when something has been carried out that may change these."""
        state = known.state
        for kind, number in touched.things:
            if kind == "counter":
                at = int(number)
                state = state.writing(at, hull(state.counters[at], self._most.counters[at]))
        if touched.moves:
            state = State(state.counters, self._most.sizes)
        known = evolve(known.changed({*touched.things, ANYWHERE}, state), homes={})
        for name in touched.locals:
            known = known.having(name, ANY)
        return known


def _one_place(zone: int, node: Loop) -> ir.Size:
    assert isinstance(node, do.Each)
    return ir.Size(ir.Zone(zone, (ir.Local(node.variable),)))
