"""IR statements as Python lines.

Comes in: statements.  Goes out: lines.  Expressions are left to `expressions`, whole functions to `blocks`.
"""

from __future__ import annotations

from typing import assert_never

from interpreter.layout import OUTCOME
from interpreter.lifetimes import nodes
from interpreter.python.expressions import Values
from interpreter.python.limits import set_once
from interpreter.python.members import surely_cards
from interpreter.python.setting import Setting
from interpreter.python.texts import INDENT
from interpreter.python.unrolled import constants
from rulelang.ir.model.expressions import Const, Expr, Items, Local, Source
from rulelang.ir.model.program import Procedure
from rulelang.ir.model.statements import (
    Assign,
    Deal,
    Each,
    Fault,
    Finish,
    Hold,
    If,
    Move,
    Note,
    Perform,
    Random,
    Return,
    Show,
    ShowCounter,
    ShowFact,
    Shuffle,
    Stmt,
    SwapCards,
    SwapPlaces,
    Times,
    While,
    Write,
)  # fmt: skip

OUTCOMES = {"ended": 1, "everyone_loses": 2}


MOST_COPIES = 24
"""So many lines at most are written in all for a body that is written once for each member."""


class Statements(Setting):
    """Writes the lines of one function."""

    def whole(self, body: tuple[Stmt, ...]) -> None:
        """All statements of a block or procedure."""
        self.once = set_once(body)
        self.body(body)

    def body(self, body: tuple[Stmt, ...]) -> None:
        """Statements one after the other."""
        for statement in body:
            self.statement(statement)

    def indented(self, body: tuple[Stmt, ...]) -> None:
        self.depth += 1
        self.body(body)
        if not body:
            self.line("pass")
        self.depth -= 1

    def statement(self, node: Stmt) -> None:
        """One statement."""
        match node:
            case Assign(target, value):
                self.assign(target, self.values.value(value).text)
                if isinstance(target, Local) and target.name in self.once:
                    self.values.lies_in(target.name, value)
            case Hold(target, source):
                self.hold(target, source)
            case Write():
                self.write(node)
            case Move() | Deal() | Shuffle() | SwapPlaces() | SwapCards():
                self.cards(node)
            case Show() | ShowCounter() | ShowFact():
                self._show(node)
            case Random():
                self._random(node)
            case If() | Each() | Times() | While():
                self._compound(node)
            case Perform(procedure, arguments):
                if self.context.plain and procedure in self.context.short_procedures:
                    self._in_place(self.context.program.procedures[procedure], arguments)
                else:
                    self.line(self.values.called(self.context.procedures[procedure], arguments))
            case Return():
                self.line("return")
            case Fault(message, rule):
                self.line(f"fault({message!r}, {rule})")
            case Note(step, player, rule):
                if self.context.traced:
                    who = "-1" if player is None else self.values.value(player).text
                    self.line(f'events.append(("step", {step}, {who}, {rule}))')
            case Finish(outcome, rule):
                self.line(f"S[{OUTCOME}] = {OUTCOMES[outcome]}  # {outcome}")
                if self.context.traced:
                    self.line(f'events.append(("finish", {OUTCOMES[outcome]}, {rule}))')
            case _:
                assert_never(node)

    def _in_place(self, procedure: Procedure, arguments: tuple[Expr | Source, ...]) -> None:
        """What a short procedure does, written out."""
        inner = Statements(Values(self.context, scope=self.values.scope.inner()))
        inner.lines, inner.depth = self.lines, self.depth
        named = {node.name for node in nodes(procedure.body) if isinstance(node, Local)}
        for parameter, argument in zip(procedure.parameters, arguments, strict=True):
            text = self.values.argument(argument)
            if parameter.name not in named:
                if "outside(" in text or "within(" in text:
                    self.line(text)  # which may be a fault
            elif text.isdigit() or text.isidentifier():
                inner.values.scope.stands_for(parameter.name, text)
            else:
                inner.line(f"{inner.values.scope[parameter.name]} = {text}")
        inner.whole(procedure.body)

    # ------------------------------------------------------------ cards, knowledge, chance

    def _show(self, node: Show | ShowCounter | ShowFact) -> None:
        value = self.values.value
        match node:
            case Show(cards, to, rule):
                self.line(f"show(S, {self.values.sources.source(cards).text}, {value(to).text}, {rule})")
            case ShowCounter(counter, keys, to, rule):
                offset = self.values.places.counter_offset(counter, keys).text
                self.line(f"show_counter(S, {counter}, {offset}, {value(to).text}, {rule})")
            case ShowFact(column, card, said, to, rule):
                given = f"{value(card).text}, {value(said).text}, {value(to).text}"
                self.line(f"show_fact(S, {column}, {given}, {rule})")
            case _:
                assert_never(node)

    def _random(self, node: Random) -> None:
        members = self.values.sources.filtered(node.variable, node.source, node.where)
        self.assign(node.target, f'random(S, {members}, "{node.stream}", "{node.sort}", {node.rule})')

    # ------------------------------------------------------------ statements with a body

    def _copied(self, variable: str, source: Source, body: tuple[Stmt, ...]) -> bool:
        """Writes a body once for each of a few constant members, if that is not too long."""
        members = None if not self.context.plain else constants(source, self.context.program.players)
        if members is None:
            return False
        before, beginning, scope = self.sure, len(self.lines), self.values.scope
        self.sure = self.sure | {variable}
        for member in members:
            with scope.same([variable], str(member)):
                self.body(body)
        self.sure = before
        if len(self.lines) - beginning <= MOST_COPIES:
            return True
        del self.lines[beginning:]
        return False

    def _compound(self, node: If | Each | Times | While) -> None:
        match node:
            case If(test, then, otherwise):
                self.line(f"if {self.values.truth(test).text}:")
                self.indented(then)
                if otherwise:
                    self.line("else:")
                    self.indented(otherwise)
            case Each(variable, source, None, (), body) if self._copied(variable, source, body):
                pass
            case Each(variable, source, where, orders, (Move(Local(name), to, None, rule),)) if name == variable and (
                self.all_moved(node, source, to, rule)
            ):
                pass
            case Each(variable, source, where, orders, body):
                members = self.values.sources.sorted(variable, source, where, orders)
                if isinstance(source, Items) and members == self.values.places.items(source.of).text:
                    members = members if members.startswith("S[") else f"tuple({members})"
                self.line(f"for {self.values.scope[variable]} in {members}:")
                self.values.goes_through(variable, source)
                if surely_cards(source):
                    self.sure.add(variable)
                self.indented(body)
            case Times(Const(1), body, _) if self.context.plain:
                self.body(body)
            case Times(amount, body, rule):
                self.line(f"for _ in {self.passes(amount, rule)}:")
                self.indented(body)
            case While(test, body, rule):
                passes = self.values.scope.fresh("passes")
                self.line(f"{passes} = 0")
                self.line(f"while {self.values.truth(test).text}:")
                self.line(f"{INDENT}{passes} += 1")
                self.line(f"{INDENT}if {passes} > FUEL:")
                self.line(f"{INDENT * 2}endless({rule})")
                self.indented(body)
            case _:
                assert_never(node)
