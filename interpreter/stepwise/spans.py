"""Between which numbers the values of a game lie, for programs that must be told beforehand.

Comes in: a program.  Goes out: the lowest and highest value of what is picked, and of what an end is worth, proved
without playing: the reading of `rulelang.ir.prove.certain`, and for sums that no card is added twice.  Every counter
lies within its bounds, else the game stops with a fault, and a number of a game has 32 bits: so there always are such
bounds, however far apart.
"""

from __future__ import annotations

from fractions import Fraction

from attrs import define

from interpreter.game import Game
from rulelang.ir.analyse.bounds import most
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.program import Program
from rulelang.ir.prove.certain import Reader
from rulelang.ir.prove.known import Known, State
from rulelang.ir.prove.spans import ANY, HIGH, LOW, Found, Span, meet

Utility = tuple[Fraction, Fraction]


def of_source(program: Program, source: ir.Source) -> Span:
    """The lowest and the highest member of what is picked from; an empty span where there is none."""
    found = _reader(program).source(source, _anywhere(program))
    return (0, -1) if found is None else found


def utility(game: Game) -> Utility:
    """The lowest and the highest that an end can be worth to a seat (see `results.returns`)."""
    program, spans = game.program, []
    payoff = program.result.payoff
    if payoff is None:  # the winners share one point, the others pay it; all pay one where all have lost
        return Fraction(-1), Fraction(int(program.players > 1))
    for seat in range(program.players):
        found = _reader(program).value(ir.Call(payoff, (ir.Const(seat),)), _anywhere(program))
        spans.append((0, 0) if found is None else found)
    unit = program.result.unit
    return Fraction(min(low for low, _ in spans), unit), Fraction(max(high for _, high in spans), unit)


def _anywhere(program: Program) -> Known:
    """What is certain at every point of a game."""
    counters = tuple((counter.low, counter.high) for counter in program.counters)
    return Known(State(counters, tuple((0, min(zone.capacity, len(program.cards))) for zone in program.zones)))


def _reader(program: Program) -> Reader:
    return _Summing(program, lambda node, span, known: None)


@define
class _Summing(Reader):
    """A reader that adds up what each card can add, the best and the worst of as many as there can be."""

    def _binary(self, node: ir.Binary, known: Known) -> Found:
        """A division by what is not known to be one number: by 0 it is a fault."""
        found = Reader._binary(self, node, known)
        if found != ANY or node.operator not in ("//", "/^"):
            return found
        left, right = self.value(node.left, known), self.value(node.right, known)
        if left is None or right is None or right[0] < 0:
            return found
        by = (max(right[0], 1), max(right[1], 1))
        corners = [(value // at, -(-value // at))[node.operator == "/^"] for value in left for at in by]
        return min(corners), max(corners)

    def _fold(self, node: ir.Fold, known: Known) -> Found:
        found = Reader._fold(self, node, known)
        inner = self._each(node.variable, node.source, node.where, known)
        if node.operator != "sum" or inner is None or isinstance(node.source, ir.Subsets):
            return self._subsets(node, inner, found)
        low, high = inner.locals[node.variable]
        if high - low >= len(self.program.cards) + self.program.players:
            return found
        each = [self._one(node, member, known) for member in range(low, high + 1)]
        fewest, many = self.many(node.source, known)
        if node.where is None and fewest == len(each):
            return meet(found or ANY, (sum(one[0] for one in each), sum(one[1] for one in each)))
        lows = sorted(min(one[0], 0) for one in each)[:many]
        highs = sorted((max(one[1], 0) for one in each), reverse=True)[:many]
        return meet(found or ANY, (sum(lows), sum(highs)))

    def _one(self, node: ir.Fold, member: int, known: Known) -> Span:
        """What one member can add."""
        one = known.perhaps().having(node.variable, (member, member))
        passing = one if node.where is None else self.assume(node.where, True, one)
        return (0, 0) if passing is None else self.value(node.value, passing) or (0, 0)

    def _subsets(self, node: ir.Fold, inner: Known | None, found: Found) -> Found:
        """Sums over sets: as many as there are sets of so many cards."""
        if node.operator != "sum" or inner is None or found != ANY:
            return found
        low, high = self.value(node.value, inner) or (0, 0)
        many = most(self.program, node.source)
        return max(LOW, min(low, 0) * many), min(HIGH, max(high, 0) * many)
