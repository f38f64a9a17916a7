"""IR statements as Python lines.

Comes in: statements.  Goes out: lines.  Expressions are left to `expressions`, whole functions to `blocks`.
"""

from __future__ import annotations

from typing import assert_never

from interpreter.layout import OUTCOME
from interpreter.python.expressions import Values
from interpreter.python.members import sort_of, surely_cards
from interpreter.python.texts import Text
from rulelang.ir.model.expressions import NONE, Const, Expr, Frame, Items, Local, Source
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

INDENT = "    "
OUTCOMES = {"ended": 1, "everyone_loses": 2}


class Statements:
    """Writes the lines of one function."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.context = values.context
        self.lines: list[str] = []
        self.depth = 1
        self.sure: set[str] = set()
        """The variables of loops that surely are no card but a real one."""

    def line(self, text: str) -> None:
        self.lines.append(INDENT * self.depth + text)

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
            case Hold(target, source):
                self.hold(target, source)
            case Write():
                self._write(node)
            case Move() | Deal() | Shuffle() | SwapPlaces() | SwapCards():
                self._cards(node)
            case Show() | ShowCounter() | ShowFact():
                self._show(node)
            case Random():
                self._random(node)
            case If() | Each() | Times() | While():
                self._compound(node)
            case Perform(procedure, arguments):
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

    # ------------------------------------------------------------ variables and counters

    def assign(self, target: Local | Frame, value: str) -> None:
        """``target = value``"""
        self.line(f"{self.values.value(target).text} = {value}")

    def hold(self, target: Local | Frame, source: Source | str) -> None:
        """``target`` holds these cards from now on."""
        cards = source if isinstance(source, str) else self.values.argument(source)
        kept = self.values.places.kept(target)
        if kept is not None:
            self.line(f"{kept} = {cards}")
            return
        assert isinstance(target, Frame)
        capacity = self.context.program.frames[target.slot].capacity
        self.line(f"hold(S, {self.values.places.frame(target).text}, {capacity}, {cards})")

    def _write(self, node: Write) -> None:
        declared = self.context.program.counters[node.counter]
        places = self.values.places
        cell, value = places.counter(node.counter, node.keys).text, self.values.value(node.value)
        offset = places.counter_offset(node.counter, node.keys).text
        sure = isinstance(node.value, Const) and declared.low <= node.value.value <= declared.high
        watched = self.context.traced and not declared.hidden
        if not sure or watched:
            self.line(f"value = {value.text}")
            value = Text("value")
        if not sure and (declared.low > -(2**31) or declared.high < 2**31 - 1):
            self.line(f"if not {declared.low} <= value <= {declared.high}:")
            self.line(f"{INDENT}bounds({node.counter}, {offset}, value, {node.rule})")
        if watched:
            self.line(f"old = S[{cell}]")
        self.line(f"S[{cell}] = {value.text}")
        if node.counter in self.context.layout.told:
            told = places.keyed(self.context.layout.told[node.counter], declared.keys, node.keys)
            self.line(f"S[{told.text}] = 0")
        if watched:
            self.line(f"written(S, {node.counter}, {offset}, old, value, {node.rule})")

    # ------------------------------------------------------------ cards, knowledge, chance

    def _cards(self, node: Move | Deal | Shuffle | SwapPlaces | SwapCards) -> None:
        value, number = self.values.value, self.values.places.number
        match node:
            case Move(card, to, at, rule):
                index = "" if at is None else f", {value(at).text}"
                if at is None and isinstance(card, Local) and card.name in self.sure:
                    place = self.values.places.linear(self.context.layout.zone, [(1, card)]).text
                    self.line(f"ways[S[{place}]][{number(to).text}](S, {value(card).text}, {rule})")
                    return
                self.line(f"move(S, {value(card).text}, {number(to).text}, {rule}{index})")
            case Deal():
                self._deal(node)
            case Shuffle(place, rule):
                self.line(f"shuffle(S, {number(place).text}, {rule})")
            case SwapPlaces(left, right, rule):
                self.line(f"swap_places(S, {number(left).text}, {number(right).text}, {rule})")
            case SwapCards(one, other, rule):
                self.line(f"swap_cards(S, {value(one).text}, {value(other).text}, {rule})")
            case _:
                assert_never(node)

    def _deal(self, node: Deal) -> None:
        """A loop over single cards; what is the same for all of them is reckoned before it."""
        value, number = self.values.value, self.values.places.number
        changing = node.card is not None
        source = self._before("source", number(node.source).text, changing)
        target = self._before("target", number(node.to).text, changing)
        call = f"deals[{source}][{target}](S, {node.rule})"
        if node.at is not None:
            at = self._before("place", value(node.at).text, changing)
            call = f"deal_at(S, {source}, {target}, {node.rule}, {at})"
        same = source == number(node.source).text
        size = self.values.places.size(node.source).text if same else f"size(S, {source})"
        if node.card is not None:
            self.assign(node.card, str(NONE))
        self.line(f"for _ in {self._passes(node.amount, node.rule)}:")
        if node.refill is not None:
            cards = self.values.sources.as_list(node.refill)
            self.line(f"{INDENT}if not {size}:")
            self.line(f"{INDENT * 2}refill(S, {cards}, {source}, {node.rule})")
        self.line(f"{INDENT}if not {size}:")
        self.line(f"{INDENT * 2}{'break' if node.up_to else f'empty({source}, {node.rule})'}")
        self.depth += 1
        if node.card is None:
            self.line(call)
        else:
            self.assign(node.card, call)
        self.depth -= 1

    def _before(self, name: str, text: str, changing: bool) -> str:
        """The text, or a variable that holds its value from now on, if reading it again might give another.

        `changing`: some variable is set meanwhile.
        """
        if text.isdigit() or not (changing or "S" in text or "(" in text):
            return text
        held = self.values.scope.fresh(name)
        self.line(f"{held} = {text}")
        return held

    def _passes(self, amount: Expr, rule: int) -> str:
        """What a loop goes through that is done so often."""
        if isinstance(amount, Const) and amount.value >= 0:
            return f"range({amount.value})"
        return f"times({self.values.value(amount).text}, {rule})"

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
        sort = sort_of(node.source)
        self.assign(node.target, f'random(S, {members}, "{node.stream}", "{sort}", {node.rule})')

    # ------------------------------------------------------------ statements with a body

    def _compound(self, node: If | Each | Times | While) -> None:
        match node:
            case If(test, then, otherwise):
                self.line(f"if {self.values.truth(test).text}:")
                self.indented(then)
                if otherwise:
                    self.line("else:")
                    self.indented(otherwise)
            case Each(variable, source, where, orders, body):
                members = self.values.sources.sorted(variable, source, where, orders)
                if isinstance(source, Items) and members == self.values.places.items(source.of).text:
                    members = members if members.startswith("S[") else f"tuple({members})"
                self.line(f"for {self.values.scope[variable]} in {members}:")
                if surely_cards(source):
                    self.sure.add(variable)
                self.indented(body)
            case Times(amount, body, rule):
                self.line(f"for _ in {self._passes(amount, rule)}:")
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
