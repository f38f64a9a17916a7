"""IR statements and the ends of blocks as text, as in the docstrings of the nodes.

Comes in: statements of a program.  Goes out: indented lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from rulelang.ir.dump_expressions import ExpressionWriter
from rulelang.ir.model import statements as ir
from rulelang.ir.model.expressions import Expr

INDENT = "    "


class StatementWriter(ExpressionWriter):
    """Writes the statements of one program."""

    def body(self, statements: Sequence[ir.Stmt], depth: int) -> Iterator[str]:
        for statement in statements:
            yield from self.statement(statement, depth)

    def statement(self, node: ir.Stmt, depth: int) -> Iterator[str]:
        """The lines of one statement."""
        indent = INDENT * depth
        match node:
            case ir.If(test=test, then=then, otherwise=otherwise):
                yield f"{indent}if {self.expr(test)}:"
                yield from self.body(then, depth + 1)
                if otherwise:
                    yield f"{indent}else:"
                    yield from self.body(otherwise, depth + 1)
            case ir.Each(body=body):
                word = "at once each" if node.at_once else "each"
                yield f"{indent}{word} {self.range(node.variable, node.source, node.where, node.orders)}:"
                yield from self.body(body, depth + 1)
            case ir.Times(amount=amount, body=body):
                yield f"{indent}times {self.expr(amount)}:"
                yield from self.body(body, depth + 1)
            case ir.While(test=test, body=body):
                yield f"{indent}while {self.expr(test)}:"
                yield from self.body(body, depth + 1)
            case _:
                yield indent + self._simple(node)

    def _simple(self, node: ir.Stmt) -> str:
        match node:
            case ir.Assign(target=target, value=value):
                return f"{self.expr(target)} := {self.expr(value)}"
            case ir.Hold(target=target, source=source):
                return f"{{{self.expr(target)}}} := {self.source(source)}"
            case ir.Write(counter=counter, keys=keys, value=value):
                return f"{self.program.counters[counter].name}{self.keys(keys)} := {self.expr(value)}"
            case ir.Random(target=target, variable=variable, source=source, where=where, stream=stream):
                drawn = self.range(variable, source, where, ())
                return f"{self.expr(target)} := random {drawn} with {stream}"
            case ir.Perform(procedure=procedure, arguments=arguments):
                given = ", ".join(map(self.any, arguments))
                return f"do {self.program.procedures[procedure].name}({given})"
            case ir.Return():
                return "return"
            case ir.Fault(message=message):
                return f'fault "{message}"'
            case ir.Note(step=step, player=player):
                by = "" if player is None else f" by {self.expr(player)}"
                return f"note {self.program.steps[step].name}{by}"
            case ir.Say(saying=number, values=values):
                words = "".join(part if isinstance(part, str) else "{}" for part in self.program.sayings[number].parts)
                return f'say "{words}"' + (f" ({', '.join(map(self.any, values))})" if values else "")
            case ir.Finish(outcome=outcome):
                return f"finish {outcome}"
            case _:
                return self._effect(node)

    def _effect(self, node: ir.Stmt) -> str:
        match node:
            case ir.Move(card=card, to=to, at=at, followers=followers, source=source):
                origin = "" if source is None else f" from {self.list(source)}"
                sight = "" if followers is None else f" in the sight of {self.expr(followers)}"
                return f"move {self.expr(card)}{origin} to {self.list(to)}{self._at(at)}{sight}"
            case ir.Deal():
                return self._deal(node)
            case ir.Shuffle(place=place, settle=settle):
                return f"{'settle' if settle else 'shuffle'} {self.list(place)}"
            case ir.SwapPlaces(left=a, right=b):
                return f"swap {self.list(a)} with {self.list(b)}"
            case ir.SwapCards(left=left, right=right):
                return f"swap {self.expr(left)} with {self.expr(right)}"
            case ir.Show(cards=cards, to=viewers):
                return f"show {self.source(cards)} to {self.expr(viewers)}"
            case ir.ShowCounter(counter=counter, keys=keys, to=viewers):
                return f"show {self.program.counters[counter].name}{self.keys(keys)} to {self.expr(viewers)}"
            case ir.ShowFact(column=column, card=card, value=value, to=viewers):
                name = self.program.columns[column][0]
                return f"show fact {name} of {self.expr(card)} is {self.expr(value)} to {self.expr(viewers)}"
            case _:
                raise AssertionError(f"{type(node).__name__} is written elsewhere")

    def _at(self, at: Expr | None) -> str:
        return "" if at is None else f" at {self.expr(at)}"

    def _deal(self, node: ir.Deal) -> str:
        text = f"deal {'up to ' if node.up_to else ''}{self.expr(node.amount)} from {self.list(node.source)}"
        text += f" to {self.list(node.to)}{self._at(node.at)}"
        if node.refill is not None:
            text += f" refill {self.source(node.refill)}"
        return text if node.card is None else f"{text} as {self.expr(node.card)}"

    def end(self, node: ir.End) -> str:
        """Where a block goes on."""
        match node:
            case ir.Goto(block=block):
                return f"goto {block}"
            case ir.Branch(test=test, yes=yes, no=no):
                return f"if {self.expr(test)} goto {yes} else {no}"
            case ir.Switch(value=value, blocks=blocks):
                return f"goto [{', '.join(map(str, blocks))}][{self.expr(value)}]"
            case ir.Decide(decision=decision, then=then):
                return f"decide {decision} then {then}"
            case ir.Halt():
                return "halt"
            case _:
                assert_never(node)
