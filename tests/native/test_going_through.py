"""What is proved of what an expression goes through: how many members it has, and what one pass can answer."""

from __future__ import annotations

import pytest

from rulelang.ir.analyse.bounds import least_of, most, sets
from rulelang.ir.analyse.membership import membership, only
from rulelang.ir.model.expressions import (
    Binary,
    Cond,
    Const,
    Expr,
    First,
    Fold,
    Frame,
    Held,
    Items,
    Joined,
    Last,
    Local,
    Lookup,
    Numbers,
    Ordered,
    Read,
    Seats,
    Source,
    Subsets,
    Values,
    Within,
    Zone,
    ZoneAt,
)
from rulelang.ir.model.limits import MOST_SETS
from rulelang.ir.model.program import FrameDecl, Table
from tests.interpreter.programs import NUMBER, counter, tiny, zone

X, Y, ROW, FEW = Local("x"), Local("y"), Items(Zone(1, ())), Items(Zone(2, ()))
PROGRAM = tiny(
    tuple(range(10)),
    (zone("row", "row", 99), zone("few", "row", 3)),
    players=4,
    counters=(counter("amount", 2, 4), counter("debt", -3, 1)),
    tables=(Table("suit", 0, (0, 0, 1, 1, 2, 2, 3, 3, 4, 4)), Table("worth", 0, (0, 100)), Table("empty", 0, ())),
    frames=(FrameDecl("held", 5, NUMBER),),
)
AMOUNT, DEBT = Read(0, ()), Read(1, ())

MEMBERS: dict[str, tuple[Source, int]] = {
    "numbers": (Numbers(Const(3), Const(9)), 7),
    "every third number": (Numbers(Const(3), Const(9), Const(3)), 3),
    "numbers of a step that is not known": (Numbers(Const(3), Const(9), X), 7),
    "no numbers": (Numbers(Const(9), Const(3)), 0),
    "numbers up to a counter": (Numbers(DEBT, AMOUNT), 8),
    "seats": (Seats(X), 4),
    "no more than there are cards": (ROW, 10),
    "no more than there is room for": (FEW, 3),
    "what a variable holds": (Items(Held(Frame(0))), 5),
    "any place": (Items(ZoneAt(X)), 10),
    "values": (Values((X, Y)), 2),
    "joined": (Joined((FEW, FEW, Values((X,)))), 7),
    "in an order": (Ordered("x", FEW, None, (), None), 3),
    "the first two": (Ordered("x", FEW, None, (), Const(2)), 2),
    "the first nine": (Ordered("x", FEW, None, (), Const(9)), 3),
    "the last of so many as a counter says": (Last(ROW, AMOUNT), 4),
    "the last of a number below nothing": (Last(ROW, Within(X, -9, -1, 0)), 0),
    "sets of two": (Subsets(FEW, Const(2), Const(2), 0), 3),
    "sets of all sizes": (Subsets(FEW, Const(0), Const(9), 0), 8),
    "more sets than a pick may have": (Subsets(Values((X,) * 40), Const(20), Const(20), 0), MOST_SETS),
}  # fmt: skip


@pytest.mark.parametrize("name", MEMBERS)
def test_the_most_members(name: str) -> None:
    source, number = MEMBERS[name]
    assert most(PROGRAM, source) == number


SETS: dict[tuple[Expr, Expr], int] = {
    (Const(2), Const(3)): 45 + 120,
    (AMOUNT, Const(3)): 45 + 120,
    (Const(3), AMOUNT): 120 + 210,
    (AMOUNT, AMOUNT): 45 + 120 + 210,
    (DEBT, Const(1)): 1 + 10,
    (Const(10), Const(99)): 1,
    (Const(3), Const(2)): 0,
    (X, Y): 2**10,
}


@pytest.mark.parametrize(("low", "high"), SETS)
def test_how_many_sets_there_may_be(low: Expr, high: Expr) -> None:
    assert sets(PROGRAM, Subsets(ROW, low, high, 0)) == SETS[low, high]


LEAST: dict[str, tuple[Expr, int | None]] = {
    "near each other": (Lookup(0, X), 0),
    "too far apart": (Lookup(1, X), None),
    "no cells": (Lookup(2, X), None),
    "no table": (X, None),
}


@pytest.mark.parametrize("name", LEAST)
def test_the_lowest_of_cells_that_lie_near_each_other(name: str) -> None:
    value, least = LEAST[name]
    assert least_of(PROGRAM, value, 5) == least


SUIT, OTHER = Lookup(0, X), Lookup(0, Y)
LARGE = Binary(">", X, Const(3))
ASKED: dict[str, tuple[Fold, tuple[Expr | None, Expr, Expr] | None]] = {
    "a value of a member": (Fold("any", "x", ROW, None, Binary("==", SUIT, Y)), (None, SUIT, Y)),
    "turned round": (Fold("any", "x", ROW, None, Binary("==", Y, SUIT)), (None, SUIT, Y)),
    "in the condition": (Fold("any", "x", ROW, Binary("==", SUIT, Y), LARGE), (LARGE, SUIT, Y)),
    "with another condition": (Fold("any", "x", ROW, LARGE, Binary("==", SUIT, OTHER)), (LARGE, SUIT, OTHER)),
    "two columns of one member": (Fold("any", "x", ROW, None, Binary("==", SUIT, SUIT)), None),
    "the value of another": (Fold("any", "x", ROW, None, Binary("==", OTHER, Const(1))), None),
    "another relation": (Fold("any", "x", ROW, None, Binary("<", SUIT, Y)), None),
    "all": (Fold("all", "x", ROW, None, Binary("==", SUIT, Y)), None),
    "values far apart": (Fold("any", "x", ROW, None, Binary("==", Lookup(1, X), Y)), None),
    "no values": (Fold("any", "x", ROW, None, Binary("==", Lookup(2, X), Y)), None),
    "no table": (Fold("any", "x", ROW, None, Binary("==", X, Y)), None),
}


@pytest.mark.parametrize("name", ASKED)
def test_what_one_pass_answers_for_all_values(name: str) -> None:
    fold, taken_apart = ASKED[name]
    found = membership(PROGRAM, fold)
    assert (found and (found.guard, found.asked, found.value)) == taken_apart
    if found is not None:
        assert (found.low, found.high, found.fixed) == (0, 4, frozenset())


def test_the_only_member_with_a_value() -> None:
    where = Binary("==", SUIT, Y)
    one = Binary("==", Fold("count", "x", ROW, where, Const(1)), Const(1))
    first = First("x", ROW, where, ())
    assert only(PROGRAM, Cond(one, first, Const(-1))) is not None
    assert only(PROGRAM, Cond(one, first, Const(-2))) is None
    assert only(PROGRAM, Cond(one, First("x", FEW, where, ()), Const(-1))) is None
    assert only(PROGRAM, Cond(one, X, Const(-1))) is None
