"""Which conditions on a set are met by every part of a set that meets them."""

from __future__ import annotations

import pytest

from rulelang.ir.analyse.cards.lookalikes import distinct
from rulelang.ir.analyse.monotone import of_every_part, singles
from rulelang.ir.model.displays import Parameter
from rulelang.ir.model.expressions import (
    Binary,
    Call,
    Const,
    Expr,
    Fold,
    Held,
    Items,
    Joined,
    Last,
    Local,
    Size,
    Source,
    Unary,
    Values,
    Zone,
)
from rulelang.ir.model.program import Function
from tests.interpreter.programs import tiny

SET = Held(Local("some"))
CARDS = Items(SET)
CARD = Local("card")
RED = Binary("==", CARD, Const(1))
SIZE = Size(SET)
REDS = Fold("count", "card", CARDS, RED, Const(1))
WORTH = Fold("sum", "card", CARDS, None, CARD)
ALL_RED = Fold("all", "card", CARDS, None, RED)
ANY_RED = Fold("any", "card", CARDS, None, RED)
OTHERS = Fold("any", "card", Items(Held(Local("others"))), None, RED)
CHANGING = Fold("all", "card", CARDS, None, Binary("<", CARD, SIZE))
THREE = Const(3)
PLACE = Items(Zone(0, ()))

PARTS_TOO: dict[str, Expr] = {
    "no more than": Binary("<=", SIZE, THREE),
    "fewer than": Binary("<", REDS, THREE),
    "at least, turned round": Binary(">=", THREE, SIZE),
    "more than, turned round": Binary(">", THREE, SIZE),
    "all": ALL_RED,
    "none": Unary("not", ANY_RED),
    "both": Binary("and", ALL_RED, Binary("<=", SIZE, THREE)),
    "either": Binary("or", ALL_RED, Unary("not", ANY_RED)),
    "not about the set": OTHERS,
}
NOT_PARTS: dict[str, Expr] = {
    "at least": Binary(">=", SIZE, THREE),
    "more than": Binary(">", SIZE, THREE),
    "no more than itself allows": Binary("<=", SIZE, SIZE),
    "a sum, which can fall": Binary("<=", WORTH, THREE),
    "some": ANY_RED,
    "not all": Unary("not", ALL_RED),
    "each, by the size of the set": CHANGING,
    "one of two": Binary("or", ALL_RED, ANY_RED),
}


@pytest.mark.parametrize("name", PARTS_TOO)
def test_every_part_meets_it(name: str) -> None:
    assert of_every_part(tiny(), PARTS_TOO[name], "some") == (PARTS_TOO[name], True)


@pytest.mark.parametrize("name", NOT_PARTS)
def test_a_part_may_fail_it(name: str) -> None:
    assert of_every_part(tiny(), NOT_PARTS[name], "some") is None


WEAKER: dict[str, tuple[Expr, Expr]] = {
    "equal: no more": (Binary("==", SIZE, THREE), Binary("<=", SIZE, THREE)),
    "equal, turned round": (Binary("==", THREE, SIZE), Binary(">=", THREE, SIZE)),
    "the left half": (Binary("and", ALL_RED, ANY_RED), ALL_RED),
    "the right half": (Binary("and", ANY_RED, ALL_RED), ALL_RED),
    "the half that is about the set": (Binary("and", OTHERS, Binary("and", ANY_RED, ALL_RED)), ALL_RED),
}


@pytest.mark.parametrize("name", WEAKER)
def test_what_every_part_meets_at_least(name: str) -> None:
    condition, weaker = WEAKER[name]
    assert of_every_part(tiny(), condition, "some") == (weaker, False)


CALLED: dict[str, tuple[Expr, tuple[Expr | Items, ...], bool]] = {
    "what each part meets": (ALL_RED, (CARDS, THREE), True),
    "what a part may fail": (ANY_RED, (CARDS, THREE), False),
    "what has to do with the set twice": (ALL_RED, (CARDS, SIZE), False),
    "another set": (ANY_RED, (Items(Held(Local("others"))), THREE), True),
}


@pytest.mark.parametrize("name", CALLED)
def test_what_a_function_asks_of_a_set(name: str) -> None:
    value, given, every_part = CALLED[name]
    program = tiny(functions=(Function("one", (Parameter("some", is_set=True), Parameter("n")), value),))
    asked = Call(0, given)
    assert of_every_part(program, asked, "some") == ((asked, True) if every_part else None)


def test_how_many_a_function_counts_of_a_set() -> None:
    program = tiny(functions=(Function("one", (Parameter("some", is_set=True),), REDS),))
    fewer = Binary("<", Call(0, (CARDS,)), THREE)
    assert of_every_part(program, fewer, "some") == (fewer, True)


SURE: dict[str, tuple[Source, bool]] = {
    "the cards of a place": (PLACE, True),
    "what a variable holds": (CARDS, False),
    "one value": (Values((CARD,)), True),
    "two values": (Values((CARD, SIZE)), False),
    "nothing joined": (Joined(()), True),
    "one place alone": (Joined((PLACE,)), True),
    "one list alone": (Joined((CARDS,)), False),
    "two places": (Joined((PLACE, Items(Zone(1, ())))), False),
    "the last of a place": (Last(PLACE, THREE), True),
    "the last of a list": (Last(CARDS, THREE), False),
}


@pytest.mark.parametrize("name", SURE)
def test_what_surely_has_no_member_twice(name: str) -> None:
    source, sure = SURE[name]
    assert distinct(source) is sure


def test_the_pieces_of_a_condition() -> None:
    assert singles(Binary("and", Binary("and", ALL_RED, ANY_RED), OTHERS)) == [ALL_RED, ANY_RED, OTHERS]
    assert singles(Binary("or", ALL_RED, ANY_RED)) == [Binary("or", ALL_RED, ANY_RED)]
