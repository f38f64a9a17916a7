"""Between which numbers a value lies: every calculation of small numbers tried out, a line for each expression."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import combinations_with_replacement, product

import pytest

from rulelang.ir.model.expressions import (
    NONE,
    At,
    Binary,
    Call,
    Cond,
    Const,
    Expr,
    First,
    Fold,
    Frame,
    Items,
    Joined,
    Last,
    Local,
    Lookup,
    Numbers,
    Ordered,
    Read,
    Seats,
    Size,
    Source,
    Unary,
    Values,
    Within,
    Zone,
)
from rulelang.ir.model.program import Function, Parameter, Table
from rulelang.ir.prove.certain import Reader
from rulelang.ir.prove.known import Known, State
from rulelang.ir.prove.spans import (
    ANY,
    FLAG,
    HIGH,
    LOW,
    NEVER,
    Found,
    Span,
    calculated,
    compared,
    narrowed,
    unary,
)
from tests.interpreter.programs import counter, tiny, zone

SPANS: list[Span] = list(combinations_with_replacement(range(-3, 4), 2))
CALCULATED: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
DIVIDED: dict[str, Callable[[int, int], int]] = {
    "//": operator.floordiv, "/^": lambda a, b: -(-a // b), "%": operator.mod,
}  # fmt: skip
COMPARED: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


def between(span: Span) -> range:
    return range(span[0], span[1] + 1)


def hull_of(values: list[int]) -> Found:
    return (min(values), max(values)) if values else NEVER


@pytest.mark.parametrize("sign", CALCULATED)
def test_what_is_calculated(sign: str) -> None:
    for one, other in product(SPANS, repeat=2):
        results = [CALCULATED[sign](a, b) for a in between(one) for b in between(other)]
        assert calculated(sign, one, other) == hull_of(results)


@pytest.mark.parametrize("sign", DIVIDED)
def test_what_is_divided(sign: str) -> None:
    for one, by in product(SPANS, range(1, 4)):
        low, high = hull_of([DIVIDED[sign](a, by) for a in between(one)]) or ANY
        found = calculated(sign, one, (by, by))
        assert found == (low, high) if sign != "%" else found[0] <= low and high <= found[1] < by


def test_what_leaves_the_numbers_there_are_may_be_anything() -> None:
    assert calculated("+", (HIGH, HIGH), (0, 1)) == calculated("-", (LOW, 0), (1, 1)) == ANY
    assert calculated("*", (2**16, 2**16), (2**15, 2**15)) == calculated("//", (4, 4), (0, 2)) == ANY
    assert calculated("+", (HIGH - 1, HIGH - 1), (1, 1)) == (HIGH, HIGH)
    assert unary("neg", (LOW, 3)) == (-3, HIGH)


@pytest.mark.parametrize("sign", COMPARED)
def test_what_a_comparison_says_and_what_follows_from_it(sign: str) -> None:
    holds = COMPARED[sign]
    for one, other in product(SPANS, repeat=2):
        said = [int(holds(a, b)) for a in between(one) for b in between(other)]
        assert compared(sign, one, other) == hull_of(said)
        left = [a for a in between(one) if any(holds(a, b) for b in between(other))]
        assert narrowed(sign, one, other) == hull_of(left)


def test_signs_and_truths() -> None:
    for span in SPANS:
        assert unary("neg", span) == hull_of([-a for a in between(span)])
        assert unary("not", span) == hull_of([int(not a) for a in between(span)])
    assert unary("neg", NEVER) is unary("not", NEVER) is NEVER


X = Local("x")
AMOUNT, FLAGGED, SOME = Read(0, ()), Read(1, ()), Read(2, ())
ROW, EMPTY, ANY_ROW = Zone(1, ()), Zone(2, ()), Zone(3, ())
OVER = Within(X, 20, 30, 0)
PROGRAM = tiny(
    tuple(range(10)),
    (zone("row", "row", 10), zone("empty", "row", 10), zone("any", "row", 10)),
    players=4,
    counters=(counter("amount", 0, 99), counter("flagged", 0, 1), counter("some", 0, 99)),
    tables=(Table("worth", 3, (5, -1, 7, 2)),),
    functions=(
        Function("twice", (Parameter("n"),), Binary("*", Local("n"), Const(2))),
        Function("worth", (Parameter("n"),), Lookup(0, Local("n"))),
    ),
)
KNOWN = Known(State(((2, 4), FLAG, (0, 5)), ((0, 10), (4, 10), (0, 0), (0, 10))), {"x": (3, 9)})

LIES: dict[str, tuple[Expr, Found]] = {
    "a number": (Const(3), (3, 3)),
    "a variable": (X, (3, 9)),
    "another": (Local("y"), ANY),
    "a kept one": (Frame(0), ANY),
    "a kept one of somebody who is not there": (Frame(0, OVER), NEVER),
    "a counter": (AMOUNT, (2, 4)),
    "a counter of nobody": (Read(0, (OVER,)), NEVER),
    "a cell": (Lookup(0, Const(4)), (-1, -1)),
    "some cells": (Lookup(0, Binary("+", AMOUNT, Const(1))), (-1, 7)),
    "no cell": (Lookup(0, Const(9)), ANY),
    "within": (Within(X, 5, 7, 0), (5, 7)),
    "never within": (OVER, NEVER),
    "less": (Unary("neg", X), (-9, -3)),
    "a sum": (Binary("+", X, AMOUNT), (5, 13)),
    "a sum of what is never there": (Binary("+", OVER, AMOUNT), NEVER),
    "more than it can be": (Binary(">", AMOUNT, X), FLAG),
    "always": (Binary("<=", AMOUNT, Const(4)), (1, 1)),
    "never": (Binary(">", AMOUNT, Const(4)), (0, 0)),
    "not": (Unary("not", FLAGGED), FLAG),
    "and, decided": (Binary("and", FLAGGED, Const(0)), (0, 0)),
    "and, of what has just been said": (Binary("and", Binary(">", X, Const(5)), Binary("<", X, Const(6))), (0, 0)),
    "or, decided": (Binary("or", FLAGGED, Const(1)), (1, 1)),
    "or, of what has just been denied": (Binary("or", FLAGGED, FLAGGED), FLAG),
    "or, after a no": (Binary("or", Const(0), AMOUNT), (1, 1)),
    "if": (Cond(FLAGGED, Const(3), Const(8)), (3, 8)),
    "if so": (Cond(AMOUNT, Const(3), Const(8)), (3, 3)),
    "if not": (Cond(Binary(">", AMOUNT, Const(9)), Const(3), Const(8)), (8, 8)),
    "if perhaps none": (Cond(SOME, Const(3), Const(8)), (3, 8)),
    "if, with what was asked": (Cond(FLAGGED, Const(0), FLAGGED), (0, 0)),
    "if, with what was compared": (Cond(Binary("<", X, Const(6)), X, Const(4)), (3, 5)),
    "if, with what was denied": (Cond(Binary("<", X, Const(6)), Const(7), X), (6, 9)),
    "if neither": (Cond(FLAGGED, OVER, OVER), NEVER),
    "if one of them": (Cond(FLAGGED, OVER, Const(2)), (2, 2)),
    "what a function says": (Call(0, (X,)), (6, 18)),
    "what it says of nothing": (Call(0, (OVER,)), NEVER),
    "what another says": (Call(1, (Const(5),)), (7, 7)),
    "how many": (Size(ROW), (4, 10)),
    "how many of those that were asked about": (Cond(Binary("<", Size(ROW), Const(6)), Size(ROW), Const(5)), (4, 5)),
    "how many of none": (Size(EMPTY), (0, 0)),
    "a card": (At(ROW, Const(3)), (0, 9)),
    "a card that may be there": (At(ROW, Const(4)), (NONE, 9)),
    "a card that cannot be there": (At(ROW, Const(10)), (NONE, NONE)),
    "no card": (At(EMPTY, Const(0)), (NONE, NONE)),
    "no card where there was none": (Cond(Binary("==", Size(ANY_ROW), Const(0)), At(ANY_ROW, Const(0)), X), (-1, 9)),
    "a card where there was one": (Cond(Binary(">", Size(ANY_ROW), Const(0)), At(ANY_ROW, Const(0)), Const(5)), (0, 9)),
    "a card at no place": (At(ROW, OVER), NEVER),
    "some": (Fold("any", "c", Items(ROW), None, Binary(">", Local("c"), Const(3))), FLAG),
    "some, too large": (Fold("any", "c", Items(ROW), None, Binary(">", Local("c"), Const(30))), (0, 0)),
    "some of none": (Fold("any", "c", Items(EMPTY), None, Const(1)), (0, 0)),
    "all": (Fold("all", "c", Items(ROW), None, Local("c")), FLAG),
    "all of none": (Fold("all", "c", Items(EMPTY), None, Const(0)), (1, 1)),
    "a count": (Fold("count", "c", Items(ROW), None, Const(1)), (4, 10)),
    "a count of some": (Fold("count", "c", Items(ROW), Binary(">", Local("c"), Const(3)), Const(1)), (0, 10)),
    "how many differ": (Fold("distinct", "c", Items(ROW), None, Local("c")), (1, 10)),
    "a count of none": (Fold("count", "c", Items(ROW), Binary(">", Local("c"), Const(30)), Const(1)), (0, 0)),
    "a sum of all": (Fold("sum", "c", Items(ROW), None, Local("c")), (0, 90)),
    "a sum of some": (Fold("sum", "c", Items(ROW), Binary(">", Local("c"), Const(3)), Const(-2)), (-20, 0)),
    "a sum of none": (Fold("sum", "c", Items(EMPTY), None, Local("c")), (0, 0)),
    "the highest": (Fold("highest", "c", Items(ROW), Binary(">", Local("c"), Const(3)), Local("c")), (4, 9)),
    "the highest of none": (Fold("highest", "c", Items(EMPTY), None, Local("c")), NEVER),
    "the first": (First("n", Numbers(AMOUNT, X), Binary(">", Local("n"), Const(5)), ()), (NONE, 9)),
    "the first of all": (First("c", Items(ROW), None, ()), (0, 9)),
    "the first of none": (First("n", Numbers(AMOUNT, X), Binary(">", Local("n"), Const(50)), ()), (NONE, NONE)),
}  # fmt: skip

MEMBERS: dict[str, tuple[Source, Found]] = {
    "numbers": (Numbers(Const(2), Const(5)), (2, 5)),
    "numbers up to what is not known": (Numbers(Const(2), X), (2, 9)),
    "numbers from what is not known": (Numbers(AMOUNT, Const(5)), (2, 5)),
    "numbers that may be upside down": (Numbers(X, AMOUNT), (3, 4)),
    "no numbers": (Numbers(Const(10), X), NEVER),
    "seats": (Seats(X), (0, 3)),
    "seats from nobody": (Seats(OVER), NEVER),
    "cards": (Items(ROW), (0, 9)),
    "no cards": (Items(EMPTY), NEVER),
    "values": (Values((AMOUNT, X)), (2, 9)),
    "values without those that are none": (Values((Const(NONE), X, OVER)), (3, 9)),
    "no values": (Values((Const(NONE),)), NEVER),
    "joined": (Joined((Items(EMPTY), Values((AMOUNT,)))), (2, 4)),
    "joined of none": (Joined((Items(EMPTY),)), NEVER),
    "what passes": (Ordered("n", Numbers(AMOUNT, X), Binary("<", Local("n"), Const(4)), (), None), (2, 9)),
    "nothing passes": (Ordered("n", Numbers(AMOUNT, X), Binary("<", Local("n"), Const(2)), (), None), NEVER),
    "the last": (Last(Numbers(AMOUNT, X), Const(2)), (2, 9)),
}  # fmt: skip


@pytest.mark.parametrize("name", LIES)
def test_where_a_value_lies(name: str) -> None:
    node, found = LIES[name]
    assert Reader(PROGRAM, lambda node, value, known: None).value(node, KNOWN) == found


@pytest.mark.parametrize("name", MEMBERS)
def test_where_members_lie(name: str) -> None:
    node, found = MEMBERS[name]
    assert Reader(PROGRAM, lambda node, value, known: None).source(node, KNOWN) == found


NOTED: dict[str, tuple[Expr, list[tuple[Span, bool]]]] = {
    "whatever happens": (Within(AMOUNT, 0, 3, 0), [((2, 4), True)]),
    "where it is so": (Cond(Const(1), Within(AMOUNT, 0, 3, 0), Const(0)), [((2, 4), True)]),
    "where it may be so": (Cond(FLAGGED, Within(AMOUNT, 0, 3, 0), Const(0)), [((2, 4), False)]),
    "behind an and": (Binary("and", FLAGGED, Within(AMOUNT, 0, 3, 0)), [((2, 4), False)]),
    "in a condition": (Cond(Within(AMOUNT, 0, 3, 0), Const(1), Const(0)), [((2, 4), True)]),
    "for each of some": (Fold("sum", "n", Numbers(Const(1), X), None, Within(Local("n"), 0, 3, 0)), [((1, 9), False)]),
    "where it never is": (Cond(Const(0), Within(AMOUNT, 0, 3, 0), Const(0)), []),
    "as it was asked": (
        Cond(Binary("<", Within(AMOUNT, 0, 4, 0), Const(3)), Within(AMOUNT, 0, 4, 0), Const(0)),
        [((2, 4), True), ((2, 4), False), ((2, 2), False)],
    ),
}


@pytest.mark.parametrize("name", NOTED)
def test_what_is_noted_of_what_must_lie_within(name: str) -> None:
    noted: list[tuple[Span, bool]] = []
    node, expected = NOTED[name]
    Reader(PROGRAM, lambda node, value, known: noted.append((value, known.sure))).value(node, KNOWN)
    assert list(dict.fromkeys(noted)) == expected
