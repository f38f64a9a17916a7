"""What a step asks of its chooser, as LLVM functions.

Comes in: headers.  Goes out: the loops through their choices, which are counted up to a limit and, if there is room,
written down; for a header `each…`, which only counts them, and `why…`, which finds the first item that does not allow
given picks.

"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from interpreter.kernel.written import cells, width
from interpreter.native.abi import FAULT
from interpreter.native.analyse.effects import open_looks
from interpreter.native.emit.scope import Cards, Context, Number
from interpreter.native.emit.statements import signature, take
from interpreter.native.emit.values.expressions import Values
from interpreter.native.emit.values.subsets import Groups
from interpreter.native.emit.writer import ADDRESS, NUMBER, Loop, Writer
from rulelang.ir.analyse.bounds import most_members
from rulelang.ir.analyse.cards.lookalikes import all_differ, distinct, in_runs
from rulelang.ir.analyse.harmless import harmless
from rulelang.ir.analyse.monotone import of_every_part
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.limits import MOST_MEMBERS
from rulelang.ir.model.program import Header, HeadItem, LetItem, NeedItem, PickItem
from rulelang.ir.walk import nodes
from rulelang.nodes import frozen


def each_writer(context: Context, number: int, header: Header) -> Writer:
    """``each3(…, limit)``: how many choices, at most `limit`."""
    w = Writer(f"each{number}", (*signature(header.parameters), (NUMBER, "limit")))
    values = Values(context, w)
    take(values, header.parameters, set())
    values.remember({f"%p{number}" for number in range(len(header.parameters))})
    found, over = w.variable(start="0"), w.label("over")
    Choices(values, header, Room(found, "%limit", over)).write()
    w.place(over)
    w.give(w.get(found))
    return w


@frozen
class Room:
    """Where choices are counted and, if `out` is given, written one after the other

    `found`: how many there are so far; at `limit` of them on to `over`.  `out`: the cell of the address for the next.
    """

    found: str
    limit: str
    over: str
    out: str | None = None
    offer: str = "0"


class Choices:
    """Writes the loops of one header, whose parameters have their meaning already."""

    def __init__(self, values: Values, header: Header, room: Room) -> None:
        self.context = values.context
        self.w = values.w
        self.values = values
        self.header = header
        self.room = room
        self.width = width(self.context.program)
        self.gone: str | None = None
        """How many members all picks have gone through; none if there cannot be too many.  Where it is counted,
        everything is asked in the order of the header.
        """
        self.items = header.items
        self.groups: dict[str, Groups] = {}
        """The cards of picked sets that are the same for all picks before; by the variables of those sets."""

    def write(self) -> None:
        """All choices; what is written next goes on after the last."""
        after = self.w.label("after")
        if most_members(self.context.program, self.header) > MOST_MEMBERS:
            self.gone = self.w.variable(start="0")
        self._item(0, after)
        self.w.place(after)

    def _item(self, place: int, skip: str) -> None:
        """The items from `place` on; what does not pass goes to `skip`."""
        if place == len(self.items):
            self._choice()
            return
        item, w = self.items[place], self.w
        self.values.rule = getattr(item, "rule", self.values.rule)
        match item:
            case NeedItem(condition):
                on = w.label("on")
                self.values.condition(condition, on, skip)
                w.place(on)
                self._item(place + 1, skip)
            case LetItem():
                let(self.values, item, lambda: self._item(place + 1, skip))
            case PickItem():
                with ExitStack() as ready:
                    if not any(isinstance(before, PickItem) for before in self.items[:place]):
                        self._beforehand(place, ready)
                    every_part, met = self._every_part(place, item) if item.capacity else ((), 0)
                    self._pick(item, every_part, lambda loop: self._item(place + 1 + met, loop.next))

    def _beforehand(self, place: int, ready: ExitStack) -> None:
        """Puts together at the first pick what is the same for all that follow it, if that can be no fault."""
        later = self.items[place:]
        for number, item in enumerate(later[1:], 1):
            if isinstance(item, PickItem) and isinstance(item.source, ir.Subsets):
                known = {before.variable for before in later[:number] if not isinstance(before, NeedItem)}
                source = item.source.source
                named = {node.name for node in nodes(source) if isinstance(node, ir.Local)}
                if not named & known and harmless(self.context.program, source) and open_looks(self.context, source):
                    self.groups[item.variable] = ready.enter_context(self.values.sets.groups(item.source))

    def _choice(self) -> None:
        w, room = self.w, self.room
        found = w.two("add", w.get(room.found), "1")
        if room.out is not None:
            out = w.get(room.out, ADDRESS)
            w.store(out, "0", room.offer)
            at = 1
            for item in self.header.picks:
                meaning = self.values.scope.names[item.variable]
                if item.capacity:
                    cards = self.values.scope.cards(meaning)
                    with w.fault_if(w.test(">", cards.many, str(item.capacity))):
                        w.fault(FAULT["memory"], item.rule, cards.many)
                    w.store(out, str(at), cards.many)
                    w.copy(w.cell(out, str(at + 1)), cards.start, cards.many)
                else:
                    w.store(out, str(at), self.values.scope.number(meaning))
                at += cells(item)
            w.set(room.out, w.cell(out, str(self.width)), ADDRESS)
        w.set(room.found, found)
        on = w.label("on")
        w.branch_rarely(w.test(">=", found, room.limit), room.over, on)
        w.place(on)

    def _every_part(self, place: int, item: PickItem) -> tuple[tuple[ir.Expr, ...], int]:
        """What every part of the set must meet that is picked here, and how many needs after it are met with that."""
        program = self.context.program
        found: list[ir.Expr] = []
        whole = 0
        if self.gone is not None:
            return (), 0
        for number, need in enumerate(self.items[place + 1 :]):
            if not isinstance(need, NeedItem) or item.if_able or not harmless(program, need.condition):
                break
            part = of_every_part(program, need.condition, item.variable)
            if part is not None:
                found.append(part[0])
                whole += part[1] and whole == number
        return tuple(found), whole

    def _pick(self, item: PickItem, every_part: tuple[ir.Expr, ...], body: Callable[[Loop], None]) -> None:
        values, source = self.values, item.source
        if isinstance(source, ir.Subsets):
            self._pick_set(item, source, every_part, body)
        elif self.gone is not None and isinstance(source, ir.Numbers) and not item.if_able:
            self._gone_through(item, self._amount(source))
            values.loops.over(item.variable, source, item.where, body)
        elif (
            self.gone is not None
            or item.if_able
            or not distinct(source)
            or (item.alike and not all_differ(self.context.program, source))
        ):
            self._pick_listed(item, body)
        else:
            values.loops.over(item.variable, source, item.where, body)

    def _pick_listed(self, item: PickItem, body: Callable[[Loop], None]) -> None:
        """The members are put together first."""
        w, values = self.w, self.values
        numbers = isinstance(item.source, ir.Numbers)
        if isinstance(item.source, ir.Numbers):
            self._gone_through(item, self._amount(item.source))
        with values.lists.made(item.source) as cards:
            if not distinct(item.source):
                cards = Cards(cards.start, w.call("once", f"ptr {cards.start}", f"i32 {cards.many}"))
            if not numbers:
                self._gone_through(item, cards.many)
            if item.where is None:
                self._looked_at(item, cards, body)
                return
            passing = w.top
            w.copy(passing, cards.start, cards.many)
            passed = values.lists.filtered(Cards(passing, cards.many), item.variable, item.where)
            with w.above(cards.many):
                if item.if_able:
                    some = w.test(">", passed.many, "0")
                    start = w.op(f"select i1 {some}, ptr {passed.start}, ptr {cards.start}")
                    passed = Cards(start, w.op(f"select i1 {some}, i32 {passed.many}, i32 {cards.many}"))
                self._looked_at(item, passed, body)

    def _gone_through(self, item: PickItem, many: str) -> None:
        """So many members more, not negative."""
        if self.gone is None:
            return
        w = self.w
        left = w.two("sub", str(MOST_MEMBERS), w.get(self.gone))
        with w.fault_if(w.test("ugt", many, left)):
            w.fault(FAULT["members"], item.rule)
        w.add_to(self.gone, many)

    def _amount(self, source: ir.Numbers) -> str:
        """How many numbers these are, without a sign."""
        if self.gone is None:
            return "0"
        w, value = self.w, self.values.value
        low, high, step = value(source.low), value(source.high), value(source.step)
        some = w.op(f"and i1 {w.test('<=', low, high)}, {w.test('>', step, '0')}")
        apart = w.op(f"select i1 {some}, i32 {step}, i32 1")
        many = w.two("add", w.op(f"udiv i32 {w.two('sub', high, low)}, {apart}"), "1")
        return w.op(f"select i1 {some}, i32 {many}, i32 0")

    def _looked_at(self, item: PickItem, cards: Cards, body: Callable[[Loop], None]) -> None:
        if item.alike and not all_differ(self.context.program, item.source):
            function = "one_of_each_run" if in_runs(self.context.program, item.source) else "one_of_each"
            many = self.w.call(function, f"ptr {cards.start}", f"i32 {cards.many}", may_fail=True)
            cards = Cards(cards.start, many)
        self.values.loops.cells(item.variable, cards, body)

    def _pick_set(
        self, item: PickItem, source: ir.Subsets, every_part: tuple[ir.Expr, ...], body: Callable[[Loop], None]
    ) -> None:
        w, values = self.w, self.values
        asks = w.variable(start="1")

        def passing(loop: Loop) -> None:
            if not item.if_able:
                self._gone_through(item, "1")
            if item.where is not None:
                ask, on = w.label("ask"), w.label("on")
                w.branch(w.truth(w.get(asks)), ask, on)
                w.place(ask)
                values.condition(item.where, on, loop.next)
                w.place(on)
            if item.if_able:
                self._gone_through(item, "1")
            body(loop)

        if item.where is not None and item.if_able:
            values.w.set(asks, able(values, item, item.where))
        values.sets.over(item.variable, source, passing, item.rule, every_part, self.groups.get(item.variable))


def able(values: Values, item: PickItem, where: ir.Expr) -> str:
    """Whether any member of a pick's source passes."""
    w = values.w
    result = w.variable(start="0")

    def body(loop: Loop) -> None:
        found = w.label("found")
        values.condition(where, found, loop.next)
        w.place(found)
        w.set(result, "1")
        w.go(loop.done)

    if isinstance(item.source, ir.Subsets):
        values.sets.over(item.variable, item.source, body, item.rule)
    else:
        values.loops.over(item.variable, item.source, None, body)
    return w.get(result)


def let(values: Values, item: LetItem, body: Callable[[], None]) -> None:
    """``let variable = value`` for what the body writes."""
    if isinstance(item.value, ir.Source):
        with values.lists.made(item.value) as cards:
            values.scope.names[item.variable] = cards
            body()
    else:
        values.scope.names[item.variable] = Number(values.value(item.value))
        body()


def why_writer(context: Context, number: int, header: Header) -> Writer:
    """``why3(…, picks…)``: the number of the first item that refuses, -1 if none does."""
    given = list(signature(header.parameters))
    for place, item in enumerate(header.picks):
        given += [(ADDRESS, f"q{place}"), (NUMBER, f"m{place}")] if item.capacity else [(NUMBER, f"q{place}")]
    writer = Writer(f"why{number}", tuple(given))
    values = Values(context, writer)
    take(values, header.parameters, set())
    _why(values, list(enumerate(header.items)), 0)
    return writer


def _why(values: Values, items: list[tuple[int, HeadItem]], place: int) -> None:
    """The items from the first of `items` on; `place` counts the picks."""
    w = values.w
    if not items:
        w.give("-1")
        return
    (index, item), rest = items[0], items[1:]
    refused, on = w.label("refused"), w.label("on")
    match item:
        case LetItem():
            let(values, item, lambda: _why(values, rest, place))
            return
        case NeedItem(condition):
            values.condition(condition, on, refused)
        case PickItem():
            _why_pick(values, item, place, on, refused)
    w.place(refused)
    w.give(str(index))
    w.place(on)
    _why(values, rest, place + isinstance(item, PickItem))


def _why_pick(values: Values, item: PickItem, place: int, on: str, refused: str) -> None:
    w, inside = values.w, _is_member(values, item.source, place)
    member = w.label("member")
    w.branch(inside, member, refused)
    w.place(member)
    chosen = Cards(f"%q{place}", f"%m{place}") if item.capacity else Number(f"%q{place}")
    values.scope.names[item.variable] = chosen
    if item.where is None:
        w.go(on)
        return
    failed = w.label("failed")
    values.condition(item.where, on, failed)
    w.place(failed)
    if not item.if_able:
        w.go(refused)
        return
    w.branch(w.truth(able(values, item, item.where)), refused, on)
    values.scope.names[item.variable] = chosen


def _is_member(values: Values, source: ir.Source, place: int) -> str:
    """Whether a pick is one of the members of its source, as an i1."""
    w = values.w
    if isinstance(source, ir.Subsets):
        with values.lists.made(source.source) as cards:
            low, high = values.value(source.low), values.value(source.high)
            picked, among = (f"ptr %q{place}", f"i32 %m{place}"), (f"ptr {cards.start}", f"i32 {cards.many}")
            return w.truth(w.call("is_set", *picked, *among, f"i32 {low}", f"i32 {high}"))
    found = w.variable(start="0")

    def look(loop: Loop) -> None:
        same = w.label("same")
        member = values.scope.number(values.scope.names["."])
        w.branch(w.test("==", member, f"%q{place}"), same, loop.next)
        w.place(same)
        w.set(found, "1")
        w.go(loop.done)

    values.loops.over(".", source, None, look)
    return w.truth(w.get(found))
