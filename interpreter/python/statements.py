"""IR statements and the ends of blocks as Python lines.

Comes in: procedures and blocks.  Goes out: whole functions, as lines.  A block's function gives back the
block at which the game goes on; -1 - b means that it rests at the end of block b.  Expressions are left to
`expressions`.
"""

from __future__ import annotations

from typing import assert_never

from interpreter.layout import OUTCOME
from interpreter.python.expressions import Values
from interpreter.python.names import note
from interpreter.python.texts import CHOICE, Context, Text, bracketed
from rulelang.ir.model.expressions import Const, Frame, Items, Local, Source, Subsets
from rulelang.ir.model.program import Block, Procedure
from rulelang.ir.model.statements import (
    Assign,
    Branch,
    Deal,
    Decide,
    Each,
    End,
    Fault,
    Finish,
    Goto,
    Halt,
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
    Switch,
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
        number = self.values.places.number
        places = f"{number(node.source).text}, {number(node.to).text}"
        more = "" if node.at is None else f", at={self.values.value(node.at).text}"
        more += ", up_to=True" if node.up_to else ""
        if node.refill is not None:
            more += f", refill=lambda: {self.values.sources.as_list(node.refill)}"
        call = f"deal(S, {self.values.value(node.amount).text}, {places}, {node.rule}{more})"
        if node.card is None:
            self.line(call)
        else:
            self.assign(node.card, call)

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
                self.indented(body)
            case Times(Const(amount), body) if amount >= 0:
                self.line(f"for _ in range({amount}):")
                self.indented(body)
            case Times(amount, body, rule):
                self.line(f"for _ in times({self.values.value(amount).text}, {rule}):")
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

    def end(self, number: int, end: End) -> None:
        """The line that says where the game goes on."""
        match end:
            case Goto(block):
                self.line(f"return {block}")
            case Branch(test, yes, no):
                self.line(f"return {yes} if {bracketed(self.values.truth(test), CHOICE + 1)} else {no}")
            case Switch(value, blocks, rule):
                self.line(f"return block_at({blocks}, {self.values.value(value).text}, {rule})")
            case Decide(decision):
                self.line(f"return {-1 - number}  # decide {self.context.program.decisions[decision].name}")
            case Halt():
                self.line(f"return {-1 - number}  # the end")
            case _:
                assert_never(end)


def sort_of(source: Source) -> str:
    """What a chance event chooses from, as far as the source says."""
    names = {"Items": "card", "Subsets": "card", "Seats": "player", "Numbers": "number"}
    inner = getattr(source, "source", None)
    if inner is not None and not isinstance(source, Subsets):
        return sort_of(inner)
    parts = getattr(source, "parts", ())
    return sort_of(parts[0]) if parts else names.get(type(source).__name__, "member")


def procedure_lines(context: Context, number: int, procedure: Procedure) -> list[str]:
    """The function of a procedure."""
    values = Values(context)
    names = ["S", *(values.scope[parameter.name] for parameter in procedure.parameters)]
    writer = Statements(values)
    writer.body(procedure.body)
    head = f"def {context.procedures[number]}({', '.join(names)}):"
    return [head, *(writer.lines or [f"{INDENT}pass"])]


def block_lines(context: Context, number: int, block: Block, kept: dict[int, str]) -> list[str]:
    """The function of a block; `kept` names the variables without a cell."""
    values = Values(context, kept)
    for name in kept.values():
        values.scope.keep(name)
    writer = Statements(values)
    writer.body(block.body)
    writer.end(number, block.end)
    return [f"def {context.blocks[number]}(S):", f"{INDENT}# {note(block.name)}", *writer.lines]
