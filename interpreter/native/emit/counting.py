"""Choices that are counted first and then selected, so that no list of them is written.

Comes in: a decision.  Goes out: ``count3(room, out, tally)``, which says how many choices there are, and
``select3(number, out, tally)``, which gives the address of one of them, written as in `headers`.  The tally has for
each offer how many choices it has, and a bit for each member of its last pick that passes, or how many have been listed
before it; behind that is room for the choice that is selected.

How each offer is counted says `analyse.plans`; what else there is is listed, as for single steps.  Nothing changes
meanwhile, everything is asked in the same order, and what is asked only once more has been no fault before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from attrs import evolve

from interpreter.kernel.written import cells, width
from interpreter.native.abi import FAULT
from interpreter.native.analyse.plans import Domain, Meals, Plan, Unplanned, counted_plan
from interpreter.native.emit.decisions import asking
from interpreter.native.emit.headers import Choices, Room, let
from interpreter.native.emit.scope import Context, Meaning, Number
from interpreter.native.emit.values import bitsets
from interpreter.native.emit.values.expressions import Values
from interpreter.native.emit.writer import ADDRESS, NUMBER, Loop, Writer, literal, signed
from rulelang.ir.analyse.harmless import harmless
from rulelang.ir.analyse.monotone import singles
from rulelang.ir.analyse.one_by_one import holds_for
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.expressions import Expr
from rulelang.ir.model.program import Decision, Header, LetItem, OfferDecl, PickItem


def counted_writers(context: Context, number: int, decision: Decision) -> list[Writer]:
    """``count`` and ``select``; nothing where all choices would be listed."""
    offers = decision.all_offers
    plans = [counted_plan(context, offer) for offer in offers]
    if all(isinstance(plan, Unplanned) for plan in plans):
        return []
    return [_count(context, number, decision, plans), _select(context, number, decision, plans)]


def tally_cells(context: Context) -> int:
    """How many cells of 64 bits a tally takes at most."""
    return 2 * max((len(each.all_offers) for each in context.program.decisions), default=0) + width(context.program)


# ---------------------------------------------------------------- count


def _count(context: Context, number: int, decision: Decision, plans: Sequence[Plan | Unplanned]) -> Writer:
    w = Writer(f"count{number}", ((NUMBER, "room"), (ADDRESS, "out"), (ADDRESS, "tally")))
    values, fixed = asking(context, w, decision)
    values.loops.begin()
    total, listed = w.variable(start="0"), w.variable(start="0")
    room = Room(total, "%room", w.label("full"), w.variable(ADDRESS, "%out"))

    def one(index: int, offer: OfferDecl) -> None:
        before, plan = w.get(total), plans[index]
        header = context.program.headers[offer.header]
        if isinstance(plan, Unplanned):
            _store(w, index, 1, w.get(listed))
            _with_arguments(values, offer, fixed, Choices(values, header, evolve(room, offer=str(index))).write)
            w.set(listed, w.two("add", w.get(listed), w.two("sub", w.get(total), before)))
        else:
            if isinstance(plan, Domain):
                w.line(f"store i64 0, ptr {_at(w, index, 1)}")
            inner = Inner(values, header, evolve(room, out=None), plan, w.variable("i64", "0"))
            _with_arguments(values, offer, fixed, inner.write)
            if isinstance(plan, Domain):
                w.line(f"store i64 {w.get(inner.passed, 'i64')}, ptr {_at(w, index, 1)}")
        _store(w, index, 0, w.two("sub", w.get(total), before))

    for index, offer in enumerate(decision.offers):
        one(index, offer)
    if decision.fallback is not None:
        _store(w, len(decision.offers), 0, "0")
        with w.when(w.test("==", w.get(total), "0")):
            one(len(decision.offers), decision.fallback)
    many = w.get(total)
    with w.fault_if(w.test("==", many, "0")):
        w.fault(FAULT["nobody"], decision.rule)
    w.give(many)
    w.place(room.over)
    w.fault(FAULT["choices"], decision.rule)
    return w


def _at(w: Writer, offer: int, cell: int) -> str:
    return w.op(f"getelementptr i64, ptr %tally, i32 {2 * offer + cell}")


def _store(w: Writer, offer: int, cell: int, value: str) -> None:
    w.line(f"store i64 {w.op(f'zext i32 {value} to i64')}, ptr {_at(w, offer, cell)}")


def _load(w: Writer, offer: int, cell: int) -> str:
    return w.op(f"trunc i64 {w.op(f'load i64, ptr {_at(w, offer, cell)}')} to i32")


def _with_arguments(values: Values, offer: OfferDecl, fixed: dict[Expr, str], write: Callable[[], None]) -> None:
    """What `write` writes happens if the offer's condition holds."""
    w, scope, rule = values.w, values.scope, values.rule
    after = w.label("after")
    if offer.condition is not None:
        on = w.label("on")
        values.condition(offer.condition, on, after)
        w.place(on)
    before, names = scope.names, _arguments(values, offer, fixed)
    scope.names, values.rule = names, 0
    write()
    scope.names, values.rule = before, rule
    w.place(after)


def _arguments(values: Values, offer: OfferDecl, fixed: dict[Expr, str]) -> dict[str, Meaning]:
    header = values.context.program.headers[offer.header]
    return {
        parameter.name: Number(fixed[argument] if argument in fixed else values.value(argument))
        for parameter, argument in zip(header.parameters, offer.arguments, strict=True)
    }


class Inner(Choices):
    """Writes the loops of one header, whose last pick is counted."""

    def __init__(self, values: Values, header: Header, room: Room, plan: Plan, passed: str) -> None:
        super().__init__(values, header, room)
        self.plan = plan
        self.passed = passed
        """The bits of the members of the last pick that pass."""
        self.member: str | None = None
        """The bit of the member at hand, while what comes behind the pick is asked."""

    def _item(self, place: int, skip: str) -> None:
        last = self.plan is not None and place < len(self.items) and self.items[place] is self.header.picks[-1]
        if last and isinstance(self.plan, Meals):
            self._many(Sizes(self.values, self.plan).many())
        elif last and isinstance(self.plan, Domain):
            self._bits(place, self.plan)
        else:
            super()._item(place, skip)

    def _beforehand(self, place: int, ready: ExitStack) -> None:
        """Nothing is put together for sets that are only counted."""

    def _choice(self) -> None:
        if self.member is None:
            super()._choice()
            return
        self.w.set(self.passed, self.w.op(f"or i64 {self.w.get(self.passed, 'i64')}, {self.member}"), "i64")

    def _many(self, more: str) -> None:
        w, on = self.w, self.w.label("on")
        found = w.two("add", w.get(self.room.found), more)
        w.set(self.room.found, found)
        w.branch_rarely(w.test(">=", found, self.room.limit), self.room.over, on)
        w.place(on)

    def _bits(self, place: int, plan: Domain) -> None:
        """Sets the bits of all members that pass, in their order."""
        w = self.w
        item = self.items[place]
        assert isinstance(item, PickItem)
        members = Members(self.values, plan.source)
        self._passing(members, plan.conditions, self.passed)
        if plan.able is not None:
            able = w.variable("i64", "0")
            self._passing(members, (*plan.conditions, plan.able), able, w.get(self.passed, "i64"))
            some, all_of = w.get(able, "i64"), w.get(self.passed, "i64")
            able_ones = w.op(f"select i1 {w.op(f'icmp ne i64 {some}, 0')}, i64 {some}, i64 {all_of}")
            w.set(self.passed, able_ones, "i64")
        if place < len(self.items) - 1:
            before = w.get(self.passed, "i64")
            w.set(self.passed, "0", "i64")

            def ask(member: str, bit: str, loop: Loop) -> None:
                self.values.scope.names[item.variable] = Number(member, *members.range)
                self.member = bit
                self._item(place + 1, loop.next)
                self.member = None

            members.each(before, ask)
        if plan.looks:
            w.set(self.passed, first_of_each(w, w.get(self.passed, "i64"), plan.looks), "i64")
        many = w.op(f"call i64 @llvm.ctpop.i64(i64 {w.get(self.passed, 'i64')})")
        self._many(w.op(f"trunc i64 {many} to i32"))

    def _passing(
        self, members: Members, conditions: Sequence[tuple[str, Expr]], into: str, known: str | None = None
    ) -> None:
        """The bits of all members that meet conditions; `known`: of those that meet all but the last."""
        w = self.w
        sure = all(harmless(self.context.program, condition) for _, condition in conditions)
        if known is not None:
            start, left = known, [conditions[-1]]
        else:
            start, left = members.those(conditions if sure else ())
            left = left if sure else list(conditions)
        if not left:
            w.set(into, start, "i64")
            return
        w.set(into, "0", "i64")

        def ask(member: str, bit: str, loop: Loop) -> None:
            for name, condition in left:
                on = w.label("on")
                self.values.scope.names[name] = Number(member, *members.range)
                self.values.condition(condition, on, loop.next)
                w.place(on)
            w.set(into, w.op(f"or i64 {w.get(into, 'i64')}, {bit}"), "i64")

        members.each(start, ask)


def first_of_each(w: Writer, passed: str, looks: tuple[int, ...]) -> str:
    """Of the cards of each look only the first."""
    result = "0"
    for bits in looks:
        here = w.op(f"and i64 {passed}, {signed(bits, 64)}")
        lowest = w.op(f"and i64 {here}, {w.op(f'sub i64 0, {here}')}")
        result = w.op(f"or i64 {result}, {lowest}")
    return result


# ---------------------------------------------------------------- members


class Members:
    """The members of a domain as bits, in the order of their source."""

    def __init__(self, values: Values, source: ir.Items | ir.Seats | ir.Numbers) -> None:
        self.values = values
        self.w = values.w
        self.program = values.context.program
        self.source = source
        match source:
            case ir.Items(ir.Zone() as zone):
                self.first, self.cell = values.places.first(zone), values.places.cell(zone)
                self.range = (0, len(self.program.cards) - 1)
            case ir.Seats():
                self.range = (0, self.program.players - 1)
            case ir.Numbers(ir.Const(low), ir.Const(high)):
                self.range = (low, high)

    def those(self, conditions: Sequence[tuple[str, Expr]]) -> tuple[str, list[tuple[str, Expr]]]:
        """The bits of all members that meet what can be asked of all at once, and what is left to be asked of each."""
        left, mask, found = [], -1, list[str]()
        for name, condition in ((name, one) for name, whole in conditions for one in singles(whole)):
            answers = self._answers(name, condition)
            if answers is not None:
                mask &= answers
            elif (each := self._asked_at_once(name, condition)) is not None:
                found.append(each)
            else:
                left.append((name, condition))
        bits = self._all()
        for each in found:
            bits = self.w.op(f"and i64 {bits}, {each}")
        if literal(bits) is not None:
            return str(int(bits) & mask), left
        return (bits if mask == -1 else self.w.op(f"and i64 {bits}, {signed(mask, 64)}")), left

    def _all(self) -> str:
        """The bits of all members."""
        w = self.w
        match self.source:
            case ir.Numbers(ir.Const(low), ir.Const(high), ir.Const(step)):
                return str((1 << max((high - low) // step + 1, 0)) - 1)
            case ir.Seats():
                return str((1 << self.program.players) - 1)
        if self.first.base is None:
            many = w.op(f"zext i32 {w.load('%S', self.cell)} to i64")
            every = w.op(f"lshr i64 -1, {w.op(f'sub i64 64, {many}')}")
            return w.op(f"select i1 {w.op(f'icmp eq i64 {many}, 0')}, i64 0, i64 {every}")
        bits = self._word(0)
        if self.first.room > 1:
            bits = w.op(f"or i64 {bits}, {w.op(f'shl i64 {self._word(1)}, 32')}")
        return bits

    def _word(self, word: int) -> str:
        at = self.w.two("add", self.cell, str(self.first.cards - self.first.size + word))
        return self.w.op(f"zext i32 {self.w.load('%S', at)} to i64")

    def _asked_at_once(self, name: str, condition: Expr) -> str | None:
        """A bit for each member that meets a condition, reckoned for all of them together."""
        memos = self.values.memos
        if memos is None or not isinstance(condition, ir.Fold) or not isinstance(self.source, ir.Items):
            return None
        if self.first.base is None:
            return None
        return bitsets.of_all(self.values, memos, condition, name, self._cards())

    def _cards(self) -> list[int | None]:
        """The cards for which the bits of the place stand, none for a bit that no card has."""
        base, types = self.first.base or 0, self.program.zones[self.first.declaration].types
        kinds = [self.program.types[kind] for kind in types]
        lie = {card for kind in kinds for card in range(kind.first, kind.first + kind.count)}
        return [card if card in lie else None for card in range(base, base + 32 * self.first.room)]

    def _answers(self, name: str, condition: Expr) -> int | None:
        """A bit for each member that meets a condition, if that can be said beforehand."""
        members: Sequence[int | None]
        match self.source:
            case ir.Numbers(ir.Const(low), ir.Const(high), ir.Const(step)):
                members = [*range(low, high + 1, step)]
            case ir.Items() if self.first.base is not None:
                members = self._cards()
            case _:
                return None
        answers = [0 if one is None else holds_for(self.program, condition, name, one) for one in members]
        return None if None in answers else sum(bool(answer) << place for place, answer in enumerate(answers))

    def each(self, start: str, ask: Callable[[str, str, Loop], None]) -> None:
        """A loop over the members with these bits, with the bit of each."""
        w, loop = self.w, self.values.loops.new()
        left = w.variable("i64", start)
        again, inside = w.label("again"), w.label("inside")
        w.place(again)
        now = w.get(left, "i64")
        w.branch(w.op(f"icmp ne i64 {now}, 0"), inside, loop.done)
        w.place(inside)
        place = w.op(f"trunc i64 {w.op(f'call i64 @llvm.cttz.i64(i64 {now}, i1 true)')} to i32")
        ask(self.member(place), w.op(f"and i64 {now}, {w.op(f'sub i64 0, {now}')}"), loop)
        w.place(loop.next)
        now = w.get(left, "i64")
        w.set(left, w.op(f"and i64 {now}, {w.op(f'sub i64 {now}, 1')}"), "i64")
        w.go(again)
        w.place(loop.done)

    def member(self, place: str) -> str:
        """The member at a place of the source."""
        w = self.w
        match self.source:
            case ir.Numbers(ir.Const(low), _, ir.Const(step)):
                return w.two("add", w.two("mul", place, str(step)), str(low))
            case ir.Seats(start):
                players = str(self.program.players)
                first = self.values.places.inside(start, 0, self.program.players - 1)
                seat = w.two("add", first, place)
                past = w.test(">=", seat, players)
                return w.op(f"select i1 {past}, i32 {w.two('sub', seat, players)}, i32 {seat}")
        if self.first.base is not None:
            return w.two("add", place, str(self.first.base))
        if self.first.shape == "pile":
            place = w.two("sub", w.two("sub", w.load("%S", self.cell), "1"), place)
        start_at = w.two("add", self.cell, str(self.first.cards - self.first.size))
        return w.load("%S", w.two("add", start_at, place))


FEW_CARDS = 8
"""Sets of so few cards are written without a loop."""


class Sizes:
    """Sets of so many cards of one value each, reckoned from how many cards there are of each."""

    def __init__(self, values: Values, plan: Meals) -> None:
        self.values = values
        self.w = values.w
        self.plan = plan
        first = values.places.first(plan.zone)
        self.start = values.w.two("add", values.places.cell(plan.zone), str(first.cards - first.size))
        self.base = first.base or 0
        self.size = values.value(plan.size)
        self.wild = self._here(plan.without)

    def _here(self, words: tuple[int, ...]) -> str:
        """How many of these cards lie there."""
        w, total = self.w, "0"
        for word, bits in enumerate(words):
            if bits:
                here = w.two("and", w.load("%S", w.two("add", self.start, str(word))), str(bits))
                total = w.two("add", total, w.op(f"call i32 @llvm.ctpop.i32(i32 {here})"))
        return total

    def ways(self, words: tuple[int, ...]) -> tuple[str, str]:
        """How many sets have cards of a value, and how many cards of it the first of them has."""
        w, here = self.w, self._here(words)
        most = w.op(f"call i32 @llvm.smin.i32(i32 {self.size}, i32 {here})")
        least = w.op(f"call i32 @llvm.smax.i32(i32 1, i32 {w.two('sub', self.size, self.wild)})")
        ways = w.two("add", w.two("sub", most, least), "1")
        return w.op(f"call i32 @llvm.smax.i32(i32 {ways}, i32 0)"), most

    def many(self) -> str:
        """All sets."""
        w = self.w
        bare = w.op(f"and i1 {w.test('>=', self.size, '0')}, {w.test('<=', self.size, self.wild)}")
        total = w.flag(bare)
        for words in self.plan.values:
            total = w.two("add", total, self.ways(words)[0])
        return total

    def write(self, number: str, into: str) -> None:
        """The set with a number: its size and its cards."""
        w, left = self.w, self.w.variable(start=number)
        done = w.label("done")
        w.store(into, "0", self.size)
        for words in self.plan.values:
            ways, most = self.ways(words)
            here, on = w.label("here"), w.label("on")
            now = w.get(left)
            w.branch(w.test("<", now, ways), here, on)
            w.place(here)
            taken = w.two("sub", most, now)
            self._take(words, taken, w.cell(into, "1"))
            self._take(self.plan.without, w.two("sub", self.size, taken), w.cell(w.cell(into, "1"), taken))
            w.go(done)
            w.place(on)
            w.set(left, w.two("sub", now, ways))
        self._take(self.plan.without, self.size, w.cell(into, "1"))
        w.place(done)

    def _take(self, words: tuple[int, ...], many: str, into: str) -> None:
        """So many of these cards, the lowest first; what is written behind them means nothing."""
        used = [word for word, bits in enumerate(words) if bits]
        if self.plan.most <= FEW_CARDS and used and used[-1] - used[0] <= 1:
            self._take_few(words, used, into)
            return
        w, taken, over = self.w, self.w.variable(start="0"), self.w.label("over")
        for word, bits in enumerate(words):
            if not bits:
                continue
            here = w.two("and", w.load("%S", w.two("add", self.start, str(word))), str(bits))
            left = w.variable(start=here)
            again, inside, store, after = (w.label(hint) for hint in ("again", "inside", "store", "after"))
            w.place(again)
            now = w.get(left)
            w.branch(w.truth(now), inside, after)
            w.place(inside)
            at = w.get(taken)
            w.branch(w.test("<", at, many), store, over)
            w.place(store)
            place = w.op(f"call i32 @llvm.cttz.i32(i32 {now}, i1 true)")
            w.store(into, at, w.two("add", place, str(self.base + 32 * word)))
            w.add_to(taken)
            w.set(left, w.two("and", now, w.two("sub", now, "1")))
            w.go(again)
            w.place(after)
        w.place(over)

    def _take_few(self, words: tuple[int, ...], used: list[int], into: str) -> None:
        """As many as a set may have, or all that there are, without a question between them."""
        w, left = self.w, "0"
        for word in used:
            here = w.two("and", w.load("%S", w.two("add", self.start, str(word))), str(words[word]))
            wide = w.op(f"shl i64 {self.values.wide(here)}, {32 * (word - used[0])}")
            left = w.op(f"or i64 {left}, {w.op(f'and i64 {wide}, {signed(0xFFFFFFFF << 32 * (word - used[0]), 64)}')}")
        for card in range(self.plan.most):
            place = w.op(f"trunc i64 {w.op(f'call i64 @llvm.cttz.i64(i64 {left}, i1 false)')} to i32")
            w.store(into, str(card), w.two("add", place, str(self.base + 32 * used[0])))
            left = w.op(f"and i64 {left}, {w.op(f'sub i64 {left}, 1')}")


# ---------------------------------------------------------------- select


def _select(context: Context, number: int, decision: Decision, plans: Sequence[Plan | Unplanned]) -> Writer:
    w = Writer(f"select{number}", ((NUMBER, "number"), (ADDRESS, "out"), (ADDRESS, "tally")), ADDRESS)
    values, fixed = asking(context, w, decision)
    offers = decision.all_offers
    left = w.variable(start="%number")
    chosen = w.op(f"getelementptr i64, ptr %tally, i32 {2 * len(offers)}")
    for index, (offer, plan) in enumerate(zip(offers, plans, strict=True)):
        here, on = w.label("here"), w.label("on")
        now, many = w.get(left), _load(w, index, 0)
        w.branch(w.test("ult", now, many), here, on)
        w.place(here)
        if isinstance(plan, Unplanned):
            at = w.two("mul", w.two("add", _load(w, index, 1), now), str(width(context.program)))
            w.give(w.cell("%out", at))
        else:
            w.store(chosen, "0", str(index))
            header = context.program.headers[offer.header]
            values.scope.names = _arguments(values, offer, fixed)
            _Selected(values, header, plan, index, chosen, left).write()
            w.give(chosen)
        w.place(on)
        w.set(left, w.two("sub", now, many))
    w.give("null")
    return w


class _Selected(Choices):
    """Writes the choice with a number among those of one header."""

    def __init__(self, values: Values, header: Header, plan: Plan, offer: int, chosen: str, left: str) -> None:
        super().__init__(values, header, Room("", "", values.w.label("over")))
        self.plan = plan
        self.offer = offer
        self.chosen = chosen
        self.left = left

    def write(self) -> None:
        w = self.w
        if isinstance(self.plan, Domain) and len(self.header.picks) == 1:
            for item in self.items:
                if isinstance(item, PickItem):
                    bits = w.op(f"load i64, ptr {_at(w, self.offer, 1)}")
                    self._member(Members(self.values, self.plan.source), bits, w.get(self.left), 1)
                    break
                if isinstance(item, LetItem):
                    let(self.values, item, lambda: None)
        elif self.plan is not None:
            after = w.label("after")
            self._item(0, after)
            w.place(after)
        w.place(self.room.over)

    def _beforehand(self, place: int, ready: ExitStack) -> None:
        """Nothing is put together for sets that are only counted."""

    def _member(self, members: Members, bits: str, number: str, at: int) -> None:
        place = self.w.op(f"call i32 @nth(i64 {bits}, i32 {number})")
        self.w.store(self.chosen, str(at), members.member(place))

    def _item(self, place: int, skip: str) -> None:
        plan, w = self.plan, self.w
        if plan is None or self.items[place] is not self.header.picks[-1]:
            super()._item(place, skip)
            return
        here, on = w.label("here"), w.label("on")
        now, bits, sizes = w.get(self.left), "0", None
        if isinstance(plan, Meals):
            sizes = Sizes(self.values, plan)
            many = sizes.many()
        else:
            members = Members(self.values, plan.source)
            bits = members.those(plan.conditions)[0]
            bits = first_of_each(w, bits, plan.looks) if plan.looks else bits
            many = w.op(f"trunc i64 {w.op(f'call i64 @llvm.ctpop.i64(i64 {bits})')} to i32")
        w.branch(w.test("<", now, many), here, on)
        w.place(here)
        at = 1
        for item in self.header.picks[:-1]:
            w.store(self.chosen, str(at), self.values.scope.number(self.values.scope.names[item.variable]))
            at += cells(item)
        if sizes is not None:
            sizes.write(now, w.cell(self.chosen, str(at)))
        else:
            self._member(members, bits, now, at)
        w.go(self.room.over)
        w.place(on)
        w.set(self.left, w.two("sub", now, many))
