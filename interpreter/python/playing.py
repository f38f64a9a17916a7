"""Whole random games as Python text: for each block that ends in a decision a function that goes on from there.

Comes in: a program.  Goes out: functions that count the choices of a decision without making them, draw one, make only
that one, and go on as a chain does (see `chains`), and a list ``PLAYS`` of them.  They find the choices that `lots`
finds, in the same order.
"""

from __future__ import annotations

from interpreter.engine import EVERYONE_LOST
from interpreter.layout import OUTCOME
from interpreter.lifetimes import nodes
from interpreter.python.chains import Chain, chains
from interpreter.python.counting import Counted, Counting
from interpreter.python.draws import draw_lines
from interpreter.python.expressions import Values
from interpreter.python.names import note
from interpreter.python.statements import Statements
from interpreter.python.texts import INDENT, Context
from rulelang.ir.model.expressions import Expr, Local, Source
from rulelang.ir.model.program import Block, Decision, OfferDecl
from rulelang.ir.model.statements import Decide, Switch


def plays_text(context: Context) -> str:
    """The functions of all decisions, and the list of them, found under where the game rests."""
    pieces, names = [], []
    targets: list[int] = []
    for number, block in enumerate(context.program.blocks):
        if isinstance(block.end, Decide):
            play = _Play(context, number, block.end)
            pieces.append(play.text())
            targets += play.targets
        names.append(context.plays[number] if isinstance(block.end, Decide) else "None")
    pieces += [*chains(context, targets)[0], _scores(context)]
    pieces.append([f"PLAYS = [{', '.join(reversed(names))}]"])
    return "\n\n\n".join("\n".join(piece) for piece in pieces) + "\n"


def _scores(context: Context) -> list[str]:
    """``def scores(S):`` the criteria and payoffs of all seats"""
    result, seats = context.program.result, range(context.program.players)
    criteria = [f"{context.functions[each.function]}(S, {seat})" for each in result.criteria for seat in seats]
    payoffs = [] if result.payoff is None else [f"{context.functions[result.payoff]}(S, {seat})" for seat in seats]
    lines = [f"return ({''.join(f'{each}, ' for each in criteria + payoffs).rstrip()})"]
    if criteria:
        lost = ["0"] * len(criteria) + payoffs
        lines = [f"if S[{OUTCOME}] == {EVERYONE_LOST}:", f"{INDENT}return ({', '.join(lost)},)", *lines]
    return ["def scores(S):", *(INDENT + line for line in lines)]


class _Play:
    """The function that goes on from one block at whose end there is a decision."""

    def __init__(self, context: Context, number: int, end: Decide) -> None:
        self.context, self.number, self.end = context, number, end
        self.decision: Decision = context.program.decisions[end.decision]
        self.writer = Statements(Values(context))
        self.targets: list[int] = []
        """The blocks at which other chains go on."""
        self.given: dict[str, str] = {}
        """The variables that hold arguments, by the arguments."""

    def text(self) -> list[str]:
        writer, decision = self.writer, self.decision
        counted = [self._count(index, offer) for index, offer in enumerate(decision.offers)]
        many, sure = self._add_up(counted)
        if not sure:
            writer.line(f"if not {many}:")
            writer.depth += 1
            self._otherwise(decision.fallback)
            writer.depth -= 1
        self._draw(many, sure)
        self._choose(counted)
        name = self.context.plays[self.number]
        return [f"def {name}(S):", f"{INDENT}# {note(decision.name)}", *writer.lines]

    def _otherwise(self, fallback: OfferDecl | None) -> None:
        """What there is to choose if there is nothing else."""
        writer = self.writer
        if fallback is not None:
            counted = self._count(len(self.decision.offers), fallback)
            many, sure = self._add_up([counted])
            if not sure:
                writer.line("if not many:")
                writer.line(f"{INDENT}nobody({self.decision.rule})")
            self._draw(many, sure)
            self._choose([counted])
        else:
            writer.line(f"nobody({self.decision.rule})")

    def _add_up(self, counted: list[Counted]) -> tuple[str, int]:
        """How many choices there are, as a number or a variable, and how many there are in any case."""
        sure = sum(int(each.amount) for each in counted if each.amount.isdigit())
        amounts = [each.amount for each in counted if not each.amount.isdigit()]
        many = " + ".join([*([str(sure)] if sure else []), *amounts]) or "0"
        if not amounts:
            return many, sure
        self.writer.line(f"many = {many}")
        return "many", sure

    def _draw(self, many: str, sure: int) -> None:
        for line in draw_lines("bots", many, "chosen", sure):
            self.writer.line(line)

    def _count(self, index: int, offer: OfferDecl) -> Counted:
        counting = Counting(self.context, self.writer, index, offer)
        named = {node.name for node in nodes(counting.header.items) if isinstance(node, Local)}
        for parameter, argument in zip(counting.header.parameters, offer.arguments, strict=True):
            if parameter.name in named:
                counting.values.scope.stands_for(parameter.name, self._argument(parameter.name, argument))
        for name in self.given.values():
            counting.values.scope.keep(name)  # may be needed by a later offer
        return counting.count()

    def _argument(self, name: str, argument: Expr | Source) -> str:
        """The variable that holds an argument."""
        text = self.writer.values.argument(argument)
        if text.isdigit():
            return text
        if text not in self.given:
            self.given[text] = self.writer.values.scope.fresh(name)
            self.writer.line(f"{self.given[text]} = {text}")
        return self.given[text]

    # ------------------------------------------------------------ the choice

    def _choose(self, counted: list[Counted]) -> None:
        """From the number of the choice to what follows it; with a Switch on the answer each offer goes its own way."""
        writer, then = self.writer, self.context.program.blocks[self.end.then]
        known = self._answered(then)
        for each in counted[:-1]:
            writer.line(f"if chosen < {each.amount}:")
            writer.depth += 1
            self._take(each)
            if known is None:
                self._go_on(self.end.then)
            else:
                self._go_on(known.blocks[each.index])
            writer.depth -= 1
            writer.line(f"chosen -= {each.amount}")
        self._take(counted[-1])
        self._go_on(self.end.then if known is None else known.blocks[counted[-1].index])

    def _answered(self, then: Block) -> Switch | None:
        """The Switch with which the next block begins, if it asks only for the answer."""
        if isinstance(then.end, Switch) and then.end.value == self.decision.answer and not then.body:
            many = len(self.decision.offers) + (self.decision.fallback is not None)
            return then.end if len(then.end.blocks) >= many else None
        return None

    def _take(self, counted: Counted) -> None:
        """Stores the picks and the answer."""
        writer = self.writer
        if counted.lots or counted.found:
            lots = counted.found or f"({', '.join(counted.lots)}{',' if len(counted.lots) == 1 else ''})"
            shown = "before, members, cards" if counted.found else "before, members"
            writer.line(f"for {shown} in {lots}:")
            writer.line(f"{INDENT}if chosen < len(members):")
            writer.line(f"{INDENT * 2}break")
            writer.line(f"{INDENT}chosen -= len(members)")
        member = counted.member or "members[chosen]"
        if counted.cards != "None":
            member = f"taken(S, {member}, {counted.cards})"
        for place, frame in enumerate(counted.offer.into):
            pick = member if place == len(counted.offer.into) - 1 else f"before[{place}]"
            if self.context.program.frames[frame.slot].capacity:
                writer.hold(frame, pick)
            else:
                writer.assign(frame, pick)
        writer.assign(self.decision.answer, str(counted.index))

    def _go_on(self, block: int) -> None:
        """The chain from this block on."""
        chain = Chain(self.context)
        skipped = [] if block == self.end.then else [self.end.then]
        chain.link(block, skipped, self.writer.depth)
        self.targets += chain.targets
        self.writer.lines += chain.text
