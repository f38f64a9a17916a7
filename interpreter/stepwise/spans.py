"""Between which numbers the values of a game lie, for adapters that must say so beforehand.

Comes in: a program.  Goes out: the lowest and highest value of what is picked, and of what an end is worth, proved
without playing.  It is the reading of `rulelang.ir.analyse.certain` with more about sums: how many members a source has
at most, and that no card is in it twice.  Every counter lies within its bounds, else the game stops with a fault, and a
number of a game has 32 bits: so there always are such bounds, however far apart.
"""

from __future__ import annotations

from fractions import Fraction

from attrs import define

from interpreter.game import Game
from rulelang.ir.analyse.bounds import most
from rulelang.ir.analyse.certain import ANY, HIGH, LOW, NEVER, Found, Known, Reader, Span, State
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.program import Program

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
    return Fraction(min(low for low, _ in spans)), Fraction(max(high for _, high in spans))


def _anywhere(program: Program) -> Known:
    """What is certain at every point of a game."""
    return Known(State(tuple((counter.low, counter.high) for counter in program.counters), frozenset()))


def _reader(program: Program) -> Reader:
    return _Summing(program, lambda node, span, known: None)


@define
class _Summing(Reader):
    """A reader that knows how many members a source has at most."""

    def _of_places(self, node: ir.Expr, known: Known) -> Found:
        found = Reader._of_places(self, node, known)
        if isinstance(node, ir.Size) and found == (0, HIGH):
            return 0, most(self.program, ir.Items(node.of))
        return found

    def _binary(self, node: ir.Binary, known: Known) -> Found:
        found = Reader._binary(self, node, known)
        if found != ANY or node.operator not in ("//", "/^", "%"):
            return found
        left, right = self.value(node.left, known), self.value(node.right, known)
        if left is None or right is None or right[1] <= 0:
            return found
        by = (max(right[0], 1), right[1])  # a division by 0 or less is a fault, or not of this sort
        if right[0] < 0:
            return found
        if node.operator == "%":
            return 0, by[1] - 1
        corners = [(value // at, -(-value // at))[node.operator == "/^"] for value in left for at in by]
        return min(corners), max(corners)

    def _fold(self, node: ir.Fold, known: Known) -> Found:
        found = Reader._fold(self, node, known)
        if node.operator in ("count", "distinct") and found is not None and found[1]:
            return found[0], min(found[1], most(self.program, node.source))
        if node.operator != "sum" or found != ANY:
            return found
        each = self._members(node, known)
        low, high = sum(one[0] for one in each), sum(one[1] for one in each)
        return (low, high) if low >= LOW and high <= HIGH else ANY

    def _members(self, node: ir.Fold, known: Known) -> list[Span]:
        """What each member can add, where all can be gone through; else as many of the best and worst as there are."""
        inner = self._each(node.variable, node.source, node.where, known)
        assert inner is not None
        span, many = inner.locals[node.variable], most(self.program, node.source)
        if isinstance(node.source, ir.Subsets) or span[1] - span[0] > len(self.program.cards) + self.program.players:
            value = self.value(node.value, inner) or (0, 0)
            return [(min(value[0], 0), max(value[1], 0))] * many
        spans = []
        for member in range(span[0], span[1] + 1):
            one = known.perhaps().having(node.variable, (member, member))
            passing = one if node.where is None else self.assume(node.where, True, one)
            found = NEVER if passing is None else self.value(node.value, passing)
            spans.append((0, 0) if found is None else found)
        if isinstance(node.source, ir.Seats) and node.where is None:
            return spans
        lows = sorted(min(low, 0) for low, _ in spans)[:many]
        highs = sorted((max(high, 0) for _, high in spans), reverse=True)[:many]
        return list(zip(lows, highs, strict=True))
