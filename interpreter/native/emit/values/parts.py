"""What every part of a set must meet, asked while the set grows card by card.

Comes in: the conditions that `analyse.monotone` has found, and each card as it comes to the set.  Goes out: LLVM text.
That all cards must meet something is asked of the new one alone, and what is counted goes on from the set without it;
other conditions are asked of the whole set.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.native.emit.scope import Cards, Number
from interpreter.native.emit.values.writing import Values
from rulelang.ir.analyse.bounds import least_of
from rulelang.ir.analyse.monotone import singles
from rulelang.ir.model import expressions as ir
from rulelang.ir.walk import nodes
from rulelang.nodes import frozen

BITS = 32
"""So many different values fit into one cell."""


@frozen
class Tally:
    """A condition on a number that grows with the set, and where it stands for each size of the set"""

    fold: ir.Fold
    operator: str
    bound: ir.Expr
    cells: str


class Parts:
    """The conditions on the parts of one set."""

    def __init__(self, values: Values, variable: str, conditions: tuple[ir.Expr, ...]) -> None:
        self.values = values
        self.w = values.w
        self.variable = variable
        self.whole = conditions
        self.each: list[ir.Expr] = []
        self.tallies: list[Tally] = []
        self.others: list[ir.Expr] = []

    @contextmanager
    def ready(self, many: str) -> Iterator[None]:
        """Room for what is counted, for sets of at most so many cards."""
        w, before = self.w, self.w.top
        for condition in self.whole:
            for single in singles(condition):
                tally = self._tally(single)
                if tally is not None:
                    self.tallies.append(tally)
                    w.store(tally.cells, "0", "0")
                    w.top = w.cell(w.cell(w.top, many), "1")
                elif _of_each(single, self.variable) is not None:
                    self.each.append(single)
                else:
                    self.others.append(single)
        yield
        w.top = before

    def empty(self, chosen: str, refused: str) -> None:
        """On if the set without cards meets everything."""
        self._ask(Cards(chosen, "0"), self.whole, refused)

    def more(self, chosen: str, many: str, card: str, refused: str) -> None:
        """On if so many cards, of which all but the last met everything, still do."""
        for condition in self.each:
            self._each(condition, card, refused)
        for tally in self.tallies:
            self._go_on(tally, many, card, refused)
        self._ask(Cards(chosen, self.w.two("add", many, "1")), self.others, refused)

    # ------------------------------------------------------------ pieces

    def _ask(self, cards: Cards, conditions: tuple[ir.Expr, ...] | list[ir.Expr], refused: str) -> None:
        for condition in conditions:
            on = self.w.label("on")
            self.values.scope.names[self.variable] = cards
            self.values.condition(condition, on, refused)
            self.w.place(on)

    def _tally(self, condition: ir.Expr) -> Tally | None:
        match condition:
            case ir.Binary("<=" | "<" as operator, ir.Fold() as fold, bound):
                pass
            case ir.Binary(">=" | ">" as turned, bound, ir.Fold() as fold):
                operator = "<=" if turned == ">=" else "<"
            case _:
                return None
        if not _goes_through(fold, self.variable) or any(node == ir.Local(self.variable) for node in nodes(bound)):
            return None
        if fold.operator == "distinct" and least_of(self.values.context.program, fold.value, BITS) is None:
            return None
        return Tally(fold, operator, bound, self.w.top) if fold.operator in ("distinct", "count") else None

    def _each(self, condition: ir.Expr, card: str, refused: str) -> None:
        found = _of_each(condition, self.variable)
        assert found is not None
        (fold, wanted), w, on = found, self.w, self.w.label("on")
        self._passes(fold, card, on)
        if wanted:
            self.values.condition(fold.value, on, refused)
        else:
            self.values.condition(fold.value, refused, on)
        w.place(on)

    def _passes(self, fold: ir.Fold, card: str, leaves: str) -> None:
        """On with what a fold asks of the new card, or to `leaves` if it leaves that card out."""
        self.values.scope.names[fold.variable] = Number(card)
        if fold.where is not None:
            passes = self.w.label("passes")
            self.values.condition(fold.where, passes, leaves)
            self.w.place(passes)

    def _go_on(self, tally: Tally, many: str, card: str, refused: str) -> None:
        w, fold = self.w, tally.fold
        now = w.variable(start=w.load(tally.cells, many))
        counted = w.label("counted")
        self._passes(fold, card, counted)
        if fold.operator == "count":
            w.add_to(now)
        else:
            least = least_of(self.values.context.program, fold.value, BITS)
            bit = w.op(f"shl i32 1, {w.two('sub', self.values.value(fold.value), str(least))}")
            w.set(now, w.two("or", w.get(now), bit))
        w.place(counted)
        result = w.get(now)
        w.store(tally.cells, w.two("add", many, "1"), result)
        if fold.operator == "distinct":
            result = w.op(f"call i32 @llvm.ctpop.i32(i32 {result})")
        good = w.label("good")
        w.branch(w.test(tally.operator, result, self.values.value(tally.bound)), good, refused)
        w.place(good)


def _goes_through(fold: ir.Fold, variable: str) -> bool:
    """Whether a fold goes through the set and asks nothing else of it."""
    asked = (fold.where, fold.value)
    return fold.source == ir.Items(ir.Held(ir.Local(variable))) and not any(
        node == ir.Local(variable) for node in nodes(asked)
    )


def _of_each(condition: ir.Expr, variable: str) -> tuple[ir.Fold, bool] | None:
    """What each card of a set must be asked, and whether it must hold."""
    match condition:
        case ir.Fold("all") as fold if _goes_through(fold, variable):
            return fold, True
        case ir.Unary("not", ir.Fold("any") as fold) if _goes_through(fold, variable):
            return fold, False
    return None
