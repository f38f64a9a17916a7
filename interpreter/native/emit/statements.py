"""IR statements as LLVM text.

Comes in: statements of one procedure or block.  Goes out: lines in its writer.  Expressions are left to `expressions`,
what happens to cards to the kernel.
"""

from __future__ import annotations

from typing import assert_never

from interpreter.machine.effort import DEALT
from interpreter.machine.generator import INCREMENTS
from interpreter.machine.layout import OUTCOME, STREAM_CELLS
from interpreter.native.abi import FAULT
from interpreter.native.emit.bulk import Bulk
from interpreter.native.emit.kernel import with_zones
from interpreter.native.emit.scope import Cards, Context, Number, SetSlot, Slot, Unsupported
from interpreter.native.emit.values.expressions import Values
from interpreter.native.emit.writer import Loop, Writer
from interpreter.native.trace import note
from rulelang.ir.model import expressions as ir
from rulelang.ir.model import statements as st
from rulelang.ir.model.program import Parameter
from rulelang.ir.walk import first_rule, nodes

FEW_CARDS = 8
"""So many cells are set one by one, without a loop."""
OUTCOMES = {"ended": "1", "everyone_loses": "2", "everyone_wins": "3", "nobody_wins": "4"}


class Statements:
    """Writes the statements of one function."""

    def __init__(
        self, context: Context, writer: Writer, parameters: tuple[Parameter, ...] = (), body: object = ()
    ) -> None:
        self.context = context
        self.values = Values(context, writer)
        self.bulk = Bulk(self.values)
        self.w = writer
        self.changed = {
            node.target.name
            for node in nodes(body)
            if isinstance(node, st.Assign | st.Hold | st.Random) and isinstance(node.target, ir.Local)
        } | {node.card.name for node in nodes(body) if isinstance(node, st.Deal) and isinstance(node.card, ir.Local)}
        take(self.values, parameters, self.changed)

    def body(self, body: tuple[st.Stmt, ...]) -> None:
        """Statements one after the other."""
        for statement in body:
            rule = getattr(statement, "rule", None)
            self.values.rule = self.values.rule if rule is None else rule
            self.statement(statement)

    def statement(self, node: st.Stmt) -> None:
        """One statement."""
        w, values = self.w, self.values
        match node:
            case st.Assign(target, value):
                self.assign(target, values.value(value))
            case st.Hold(target, source):
                with values.lists.made(source) as cards:
                    self.hold(target, cards)
            case st.Write():
                self._write(node)
            case st.Move() | st.Deal() | st.Shuffle() | st.SwapPlaces() | st.SwapCards():
                self._cards(node)
                self._noted("cards", node.rule)
            case st.Show() | st.ShowCounter() | st.ShowFact():
                self._show(node)
                self._noted("show", node.rule)
            case st.Random():
                self._random(node)
            case st.If() | st.Each() | st.Times() | st.While():
                self._compound(node)
            case st.Perform(procedure, arguments):
                self.call(f"do{procedure}", arguments)
            case st.Return():
                w.give(None)
            case st.Fault(message, rule):
                if message not in self.context.messages:
                    self.context.messages.append(message)
                w.fault(FAULT["stated"], rule, str(self.context.messages.index(message)))
            case st.Note(rule=rule):
                self._noted("step", rule)
            case st.Say(rule=rule):
                self._noted("say", rule)
            case st.Finish(outcome, rule):
                w.store("%S", str(OUTCOME), OUTCOMES[outcome])
                self._noted("finish", rule)
            case _:
                assert_never(node)

    def _noted(self, sort: str, rule: int) -> None:
        """A rule has been carried out."""
        if self.context.watched:
            note(self.w, sort, str(rule))

    def call(self, procedure: str, arguments: tuple[ir.Expr | ir.Source, ...]) -> None:
        before = self.w.top
        given = [text for argument in arguments for text in self.values.argument(argument)]
        self.w.do(procedure, *given)
        self.w.check()
        self.w.top = before

    # ------------------------------------------------------------ variables and counters

    def assign(self, target: ir.Local | ir.Frame, value: str) -> None:
        """``target = value``"""
        meaning = self._meaning(target)
        if meaning is None:
            assert isinstance(target, ir.Frame)
            self.w.store("%S", self.values.places.frame(target), value)
        elif isinstance(meaning, Slot):
            self.w.set(meaning.cell, value)
        else:
            raise Unsupported("a loop's variable that is set")

    def hold(self, target: ir.Local | ir.Frame, cards: Cards, all_there: bool = False) -> None:
        """``target`` holds these cards from now on; `all_there`: there are as many cells as it may ever hold."""
        w, meaning = self.w, self._meaning(target, True)
        if meaning is None:
            assert isinstance(target, ir.Frame)
            capacity = self.context.program.frames[target.slot].capacity
            cell = self.values.places.frame(target)
            if all_there and capacity <= FEW_CARDS and self.context.layout.packed:
                self._hold_few(cell, capacity, cards)
                return
            w.do("hold", f"i32 {cell}", f"i32 {capacity}", f"ptr {cards.start}", f"i32 {cards.many}")
            w.check()
            return
        if not isinstance(meaning, SetSlot):
            raise Unsupported("a set in a number's place")
        with w.fault_if(w.test(">", cards.many, str(meaning.room))):
            w.fault(FAULT["memory"], self.values.rule, cards.many)
        w.copy(meaning.start, cards.start, cards.many)
        w.set(meaning.many, cards.many)

    def _hold_few(self, cell: str, capacity: int, cards: Cards) -> None:
        """The size, and each cell: a card, or 0."""
        w = self.w
        with w.fault_if(w.test(">", cards.many, str(capacity))):
            w.fault(FAULT["memory"], 0, cards.many)
        w.store("%S", cell, cards.many)
        for place in range(capacity):
            card = w.load(cards.start, str(place))
            kept = w.op(f"select i1 {w.test('<', str(place), cards.many)}, i32 {card}, i32 0")
            w.store("%S", w.two("add", cell, str(place + 1)), kept)

    def _meaning(self, target: ir.Local | ir.Frame, is_set: bool = False) -> object:
        """What a variable that is set stands for; it is made if this is the first time."""
        scope = self.values.scope
        if isinstance(target, ir.Frame):
            return scope.kept.get(target.slot)
        if target.name not in scope.names:
            room = len(self.context.program.cards)
            scope.names[target.name] = scope.new_set(room) if is_set else scope.new_slot()
        return scope.names[target.name]

    def _write(self, node: st.Write) -> None:
        w, values = self.w, self.values
        declared = self.context.program.counters[node.counter]
        offset = values.places.keyed(0, declared.keys, node.keys)
        value = values.value(node.value)
        sure = isinstance(node.value, ir.Const) and declared.low <= node.value.value <= declared.high
        if not sure and self.context.checked:
            low, high = w.test("<", value, str(declared.low)), w.test(">", value, str(declared.high))
            with w.fault_if(w.op(f"or i1 {low}, {high}")):
                also = w.two("add", w.two("mul", offset, str(len(self.context.program.counters))), str(node.counter))
                w.fault(FAULT["bounds"], node.rule, value, also)
        w.store("%S", w.two("add", offset, str(self.context.layout.counters[node.counter])), value)
        self._noted("write", node.rule)
        if node.counter in self.context.layout.told:
            w.store("%S", w.two("add", offset, str(self.context.layout.told[node.counter])), "0")

    # ------------------------------------------------------------ cards, knowledge, chance

    def _cards(self, node: st.Move | st.Deal | st.Shuffle | st.SwapPlaces | st.SwapCards) -> None:
        w, value, number = self.w, self.values.value, self.values.places.number
        rule = f"i32 {node.rule}"
        match node:
            case st.Move(card, to, None, followers=followers, source=ir.Zone() as source):
                if followers is not None:
                    value(followers)
                given = [f"i32 {value(card)}", f"i32 {self.values.places.likely(source)}", f"i32 {number(to)}"]
                w.do(with_zones(self.context, "move_from", place=source, target=to), *given, rule)
            case st.Move(card, to, None, followers=followers) if followers is not None:
                seen = f"i32 {value(followers)}"
                w.do(
                    with_zones(self.context, "move_followed", target=to),
                    f"i32 {value(card)}",
                    f"i32 {number(to)}",
                    seen,
                    rule,
                )
            case st.Move(card, to, at):
                given = [f"i32 {value(card)}", f"i32 {number(to)}"]
                if at is None:
                    w.do(with_zones(self.context, "move", target=to), *given, rule)
                else:
                    w.do(with_zones(self.context, "move_at", target=to), *given, f"i32 {value(at)}", rule)
            case st.Deal(at=None, refill=None):
                self._deal_all(node)
                return
            case st.Deal():
                self._deal(node)
            case st.Shuffle(place, settle=settle):
                done = with_zones(self.context, "put_in_order" if settle else "shuffle", place=place)
                w.do(done, f"i32 {number(place)}", rule)
            case st.SwapPlaces(left, right):
                swap = with_zones(self.context, "swap_places", left=left, right=right)
                w.do(swap, f"i32 {number(left)}", f"i32 {number(right)}", rule)
            case st.SwapCards(one, other):
                w.do("swap_cards", f"i32 {value(one)}", f"i32 {value(other)}", rule)
            case _:
                assert_never(node)
        w.check()

    def _deal_all(self, node: st.Deal) -> None:
        """One after the other, with nothing in between."""
        value, number = self.values.value, self.values.places.number
        amount, source, to = value(node.amount), number(node.source), number(node.to)
        given = f"i32 {amount}", f"i32 {source}", f"i32 {to}", f"i32 {int(node.up_to)}", f"i32 {node.rule}"
        deal = with_zones(self.context, "deal", place=node.source, target=node.to)
        card = self.w.call(deal, *given, may_fail=True)
        if node.card is not None:
            self.assign(node.card, card)

    def _deal(self, node: st.Deal) -> None:
        """Card by card, with what a kernel function cannot be given."""
        w, values = self.w, self.values
        rule = f"i32 {node.rule}"
        amount = values.value(node.amount)
        source, to = values.places.number(node.source), values.places.number(node.to)
        at = None if node.at is None else values.value(node.at)
        with w.fault_if(w.test("<", amount, "0")):
            w.fault(FAULT["negative"], node.rule, amount)
        dealt = w.variable(start="-1")
        size, size_of = f"i32 {source}", with_zones(self.context, "size_of", place=node.source)
        with w.counted(amount) as (_, loop):
            values.loops.poll()
            values.loops.passed(node.rule, DEALT)
            if node.refill is not None:
                empty = w.test("==", w.call(size_of, size, may_fail=True), "0")
                with w.when(empty):
                    self._refill(node.refill, node.source, source, node.rule)
            with w.when(w.test("==", w.call(size_of, size, may_fail=True), "0")):
                if node.up_to:
                    w.go(loop.done)
                else:
                    w.fault(FAULT["empty"], node.rule, source)
            if at is None:
                one = with_zones(self.context, "deal_one", place=node.source, target=node.to)
                card = w.call(one, size, f"i32 {to}", rule, may_fail=True)
            else:
                card = w.call("deal_one_at", size, f"i32 {to}", f"i32 {at}", rule, may_fail=True)
            w.set(dealt, card)
        if node.card is not None:
            self.assign(node.card, w.get(dealt))

    def _refill(self, cards: ir.Source, source: ir.Zone | ir.ZoneAt, place: str, rule: int) -> None:
        w = self.w
        if self.bulk.refilled(cards, source, place, rule):
            return
        with self.values.lists.made(cards) as given:
            refill = with_zones(self.context, "refill", target=source)
            w.do(refill, f"ptr {given.start}", f"i32 {given.many}", f"i32 {place}", f"i32 {rule}")
        w.check()

    def _show(self, node: st.Show | st.ShowCounter | st.ShowFact) -> None:
        w, values = self.w, self.values
        match node:
            case st.Show(cards, to, rule):
                with values.lists.made(cards) as shown:
                    w.do("show", f"ptr {shown.start}", f"i32 {shown.many}", f"i32 {values.value(to)}", f"i32 {rule}")
                    w.check()
            case st.ShowCounter(counter, keys, to, rule):
                start = self.context.layout.told[counter]
                told = w.cell("%S", values.places.keyed(start, self.context.program.counters[counter].keys, keys))
                players = w.two("and", values.value(to), str((1 << self.context.program.players) - 1))
                w.set(told, w.two("or", w.get(told), players))
            case st.ShowFact(column, card, said, to, rule):
                number = list(self.context.layout.facts).index(column)
                given = [f"i32 {values.value(part)}" for part in (card, said, to)]
                w.do("show_fact", f"i32 {number}", f"ptr @F{number}", *given, f"i32 {rule}")
                w.check()
            case _:
                assert_never(node)

    def _random(self, node: st.Random) -> None:
        w, values = self.w, self.values
        result = w.variable(start="-1")
        with values.lists.made(node.source, node.where, node.variable) as cards, w.when(w.test(">", cards.many, "0")):
            w.set(result, w.load(cards.start, self.draw(node.stream, cards.many)))
        self.assign(node.target, w.get(result))

    def draw(self, stream: str, bound: str) -> str:
        """A draw from one of the streams."""
        cell, increment = STREAM_CELLS[stream], INCREMENTS[stream]
        return self.w.op(f"call i32 @below(ptr %S, i32 {cell}, i64 {increment}, i32 {bound})")

    # ------------------------------------------------------------ statements with a body

    def _compound(self, node: st.If | st.Each | st.Times | st.While) -> None:
        w, values = self.w, self.values
        match node:
            case st.If(test, then, otherwise):
                yes, no, after = w.label("then"), w.label("else"), w.label("after")
                values.condition(test, yes, no)
                w.place(yes)
                self.body(then)
                if not w.ended:
                    w.go(after)
                w.place(no)
                self.body(otherwise)
                w.place(after)
            case st.Each(rule=rule):
                self._each(node)
                if rule is not None:
                    self._noted("cards", rule)
            case st.Times(amount, body, rule):
                many = values.value(amount)
                if not isinstance(amount, ir.Const) or amount.value < 0:
                    with w.fault_if(w.test("<", many, "0")):
                        w.fault(FAULT["negative"], rule, many)
                with w.counted(many):
                    values.loops.poll()
                    self._passed(node)
                    self.body(body)
            case st.While():
                self._while(node)
            case _:
                assert_never(node)

    def _passed(self, loop: st.Each | st.Times | st.While) -> None:
        self.values.loops.passed(first_rule(loop), self.context.effort.of(loop.body))

    def _each(self, node: st.Each) -> None:
        loops = self.values.loops
        if node.at_once:
            self.bulk.each(node, self.context.effort.of(node.body))
            return
        plain = node.where is None and not node.orders

        def body(_: Loop) -> None:
            if not isinstance(node.source, ir.Seats):
                loops.poll()
            self._passed(node)
            self.body(node.body)

        if plain and isinstance(node.source, ir.Numbers | ir.Seats | ir.Subsets):
            loops.over(node.variable, node.source, None, body)
            return
        with self.values.lists.made(node.source, node.where, node.variable, node.orders) as cards:
            loops.cells(node.variable, cards, body)

    def _while(self, node: st.While) -> None:
        w = self.w
        passes = w.variable(start="0")
        again, inside, after = w.label("again"), w.label("inside"), w.label("after")
        w.place(again)
        self.values.condition(node.test, inside, after)
        w.place(inside)
        w.add_to(passes)
        with w.fault_if(w.test(">", w.get(passes), str(self.context.program.fuel))):
            w.fault(FAULT["endless"], node.rule)
        self.values.loops.poll()
        self._passed(node)
        self.body(node.body)
        if not w.ended:
            w.go(again)
        w.place(after)


def take(values: Values, parameters: tuple[Parameter, ...], changed: set[str]) -> None:
    """Gives the parameters of a function their meaning."""
    for number, parameter in enumerate(parameters):
        if parameter.is_set:
            values.scope.names[parameter.name] = Cards(f"%p{number}", f"%n{number}")
        elif parameter.name in changed:
            slot = values.scope.new_slot()
            values.w.set(slot.cell, f"%p{number}")
            values.scope.names[parameter.name] = slot
        else:
            values.scope.names[parameter.name] = Number(f"%p{number}")


def signature(parameters: tuple[Parameter, ...]) -> tuple[tuple[str, str], ...]:
    """How parameters are handed over: a set as the address of its cards and their number."""
    given: list[tuple[str, str]] = []
    for number, parameter in enumerate(parameters):
        if parameter.is_set:
            given += [("ptr", f"p{number}"), ("i32", f"n{number}")]
        else:
            given.append(("i32", f"p{number}"))
    return tuple(given)
