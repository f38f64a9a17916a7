"""IR statements as Python lines.

Comes in: statements of one function of a program.  Goes out: lines.  Expressions are left to `values`, what happens to
cards to the kernel, whole functions to `source`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from interpreter.machine.layout import OUTCOME
from interpreter.reference.values import Writer
from rulelang.ir.model import expressions as ir
from rulelang.ir.model import statements as st
from rulelang.ir.model.program import Parameter
from rulelang.ir.walk import first_rule

INDENT = "    "
OUTCOMES = {"ended": 1, "everyone_loses": 2, "everyone_wins": 3, "nobody_wins": 4}


class Lines:
    """Writes the lines of one function."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.lines: list[str] = []
        self._depth = 1

    def line(self, text: str) -> None:
        self.lines.append(INDENT * self._depth + text)

    @contextmanager
    def under(self, head: str) -> Iterator[None]:
        """What is written inside stands under this line."""
        self.line(head)
        self._depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self._depth -= 1

    def body(self, body: tuple[st.Stmt, ...]) -> None:
        """Statements one after the other."""
        for statement in body:
            self.statement(statement)

    def statement(self, node: st.Stmt) -> None:
        """One statement."""
        value = self.writer.value
        match node:
            case st.Assign(target, given):
                self.assign(target, value(given))
            case st.Hold(target, source):
                self.hold(target, self.writer.source(source))
            case st.Write(counter, keys, given, rule):
                self.line(f"write({counter}, {self._offset(counter, keys)}, {value(given)}, {rule})")
            case st.Move() | st.Deal() | st.Shuffle() | st.SwapPlaces() | st.SwapCards():
                self._cards(node)
                self._carried_out(node.rule)
            case st.Show() | st.ShowCounter() | st.ShowFact():
                self._show(node)
                self._carried_out(node.rule)
            case st.Random(target, variable, source, where, stream, sort, rule):
                members = self.writer.members(variable, source, where)
                self.assign(target, f"random({members}, {stream!r}, {sort!r}, {rule})")
            case st.If() | st.Each() | st.Times() | st.While():
                self._compound(node)
            case st.Perform(procedure, arguments):
                self.line(self.writer.called(f"do{procedure}", arguments))
            case st.Return():
                self.line("return")
            case st.Fault(message, rule):
                self.line(f"stated({message!r}, {rule})")
            case st.Note(step, player, rule):
                who = ir.NONE if player is None else value(player)
                with self.under("if TRACED:"):
                    self.line(f"event('step', {step}, {who}, {rule})")
            case st.Say(saying, values, rule):
                told = [value(one) if isinstance(one, ir.Expr) else self.writer.source(one) for one in values]
                with self.under("if TRACED:"):
                    self.line(f"say({saying}, [{', '.join(told)}], {rule})")
            case st.Finish(outcome, rule):
                self.line(f"S[{OUTCOME}] = {OUTCOMES[outcome]}  # {outcome}")
                with self.under("if TRACED:"):
                    self.line(f"event('finish', {OUTCOMES[outcome]}, {rule})")
            case _:
                assert_never(node)

    def _carried_out(self, rule: int | None) -> None:
        """This rule has been carried out, even if nothing has changed by it."""
        if rule is not None:
            with self.under("if TRACED:"):
                self.line(f"carried_out({rule})")

    def assign(self, target: ir.Local | ir.Frame, value: str) -> None:
        """``target = value``"""
        self.line(f"{self.writer.value(target)} = {value}")

    def hold(self, target: ir.Local | ir.Frame, cards: str) -> None:
        """``target`` holds these cards from now on."""
        name = self.writer.variable(target)
        if name is not None:
            self.line(f"{name} = {cards}")
        else:
            assert isinstance(target, ir.Frame)
            capacity = self.writer.program.frames[target.slot].capacity
            self.line(f"hold_cards({self.writer.frame(target)}, {capacity}, {cards})")

    def _offset(self, counter: int, keys: tuple[ir.Expr, ...]) -> str:
        """Which instance of a counter it is."""
        return self.writer.keyed(0, self.writer.program.counters[counter].keys, keys)

    # ------------------------------------------------------------ cards and knowledge

    def _cards(self, node: st.Move | st.Deal | st.Shuffle | st.SwapPlaces | st.SwapCards) -> None:
        value, place = self.writer.value, self.writer.place
        match node:
            case st.Move(card, to, None, rule, followers) if followers is not None:
                self.line(f"move_followed({value(card)}, {place(to)}, {value(followers)}, {rule})")
            case st.Move(card, to, None, rule):
                self.line(f"move({value(card)}, {place(to)}, {rule})")
            case st.Move(card, to, at, rule):
                assert at is not None
                self.line(f"move_at({value(card)}, {place(to)}, {value(at)}, {rule})")
            case st.Deal():
                self._deal(node)
            case st.Shuffle(of, rule, settle):
                self.line(f"{'put_in_order' if settle else 'shuffle'}({place(of)}, {rule})")
            case st.SwapPlaces(left, right, rule):
                self.line(f"swap_places({place(left)}, {place(right)}, {rule})")
            case st.SwapCards(one, other, rule):
                self.line(f"swap_cards({value(one)}, {value(other)}, {rule})")
            case _:
                assert_never(node)

    def _deal(self, node: st.Deal) -> None:
        """A loop over single cards; what is the same for all of them is reckoned before it."""
        value, place, rule = self.writer.value, self.writer.place, node.rule
        self.line(f"many, origin, target = {value(node.amount)}, {place(node.source)}, {place(node.to)}")
        if node.at is not None:
            self.line(f"index = {value(node.at)}")
        self.line(f"dealt = {ir.NONE}")
        with self.under(f"for _ in times(many, {rule}):"):
            if node.refill is not None:
                with self.under("if size_of(origin) == 0:"):
                    self.line(f"refill_from({self.writer.source(node.refill)}, origin, {rule})")
            with self.under("if size_of(origin) == 0:"):
                self.line("break" if node.up_to else f"fault('empty', {rule}, origin)")
            self.line(f"dealing({rule})")
            if node.at is None:
                self.line(f"dealt = deal_one(origin, target, {rule})")
            else:
                self.line(f"dealt = deal_one_at(origin, target, index, {rule})")
        if node.card is not None:
            self.assign(node.card, "dealt")

    def _show(self, node: st.Show | st.ShowCounter | st.ShowFact) -> None:
        value = self.writer.value
        match node:
            case st.Show(cards, to, rule):
                self.line(f"show_cards({self.writer.source(cards)}, {value(to)}, {rule})")
            case st.ShowCounter(counter, keys, to, rule):
                self.line(f"show_counter({counter}, {self._offset(counter, keys)}, {value(to)}, {rule})")
            case st.ShowFact(column, card, said, to, rule):
                self.line(f"tell_fact({column}, {value(card)}, {value(said)}, {value(to)}, {rule})")
            case _:
                assert_never(node)

    # ------------------------------------------------------------ statements with a body

    def _compound(self, node: st.If | st.Each | st.Times | st.While) -> None:
        writer = self.writer
        match node:
            case st.If(test, then, otherwise):
                with self.under(f"if {writer.truth(test)}:"):
                    self.body(then)
                if otherwise:
                    with self.under("else:"):
                        self.body(otherwise)
            case st.Each(variable, source, where, orders, body, rule):
                members = writer.members(variable, source, where, orders)
                with self.under(f"for {writer.names[variable]} in {members}:"):
                    self._passed(node)
                    self.body(body)
                self._carried_out(rule)
            case st.Times(amount, body, rule):
                with self.under(f"for _ in times({writer.value(amount)}, {rule}):"):
                    self._passed(node)
                    self.body(body)
            case st.While(test, body, rule):
                passes = f"passes{self._depth}"
                self.line(f"{passes} = 0")
                with self.under(f"while {writer.truth(test)}:"):
                    self.line(f"{passes} = another({passes}, {rule})")
                    self._passed(node)
                    self.body(body)
            case _:
                assert_never(node)

    def _passed(self, loop: st.Each | st.Times | st.While) -> None:
        self.line(f"passed({first_rule(loop)}, {self.writer.effort.of(loop.body)})")


def parameters(writer: Writer, given: tuple[Parameter, ...]) -> str:
    """The parameters of a function, header or procedure as they stand in its head."""
    return ", ".join(writer.names[parameter.name] for parameter in given)
