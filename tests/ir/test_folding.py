"""What is constant already is one number; what a part decides is that part."""

from __future__ import annotations

import pytest

from rulelang.ir.folding import NO, YES, binary, both, choice, either, negation, size
from rulelang.ir.model.expressions import (
    Binary,
    Cond,
    Const,
    Expr,
    Fold,
    Held,
    Items,
    Local,
    Numbers,
    Read,
    Seats,
    Size,
    Unary,
)

A, B, C = Read(0, ()), Read(1, ()), Local("c")
NOUGHT = Const(0)

CONSTANTS = {
    ("+", 7, -2): 5, ("-", 7, -2): 9, ("*", 7, -2): -14, ("//", 7, -2): -4, ("/^", 7, -2): -3, ("%", 7, -2): -1,
    ("//", -7, 2): -4, ("/^", -7, 2): -3, ("%", -7, 2): 1, ("//", 6, 2): 3, ("/^", 6, 2): 3, ("%", 6, 2): 0,
    ("==", 3, 3): 1, ("==", 3, 4): 0, ("!=", 3, 3): 0, ("!=", 3, 4): 1,
    ("<", 3, 3): 0, ("<", 2, 3): 1, ("<=", 3, 3): 1, ("<=", 4, 3): 0,
    (">", 3, 3): 0, (">", 4, 3): 1, (">=", 3, 3): 1, (">=", 2, 3): 0,
    ("and", 1, 0): 0, ("and", 1, 1): 1, ("or", 0, 1): 1, ("or", 0, 0): 0,
}  # fmt: skip


@pytest.mark.parametrize(("operator", "left", "right"), CONSTANTS)
def test_two_numbers(operator: str, left: int, right: int) -> None:
    found = binary(operator, Const(left), Const(right), 4)  # type: ignore[arg-type]
    assert found == Const(CONSTANTS[operator, left, right])


LEFT_ALONE = [("//", 1, 0), ("/^", 1, 0), ("%", 1, 0), ("+", 2**31 - 1, 1), ("*", 2**16, 2**15), ("-", -(2**31), 1)]


@pytest.mark.parametrize(("operator", "left", "right"), LEFT_ALONE)
def test_what_is_a_fault_stays_for_the_machine(operator: str, left: int, right: int) -> None:
    found = binary(operator, Const(left), Const(right), 4)  # type: ignore[arg-type]
    assert found == Binary(operator, Const(left), Const(right), 4)  # type: ignore[arg-type]


SMALLER: dict[str, tuple[Expr, Expr]] = {
    "nothing added": (binary("+", A, NOUGHT), A),
    "added to nothing": (binary("+", NOUGHT, A), A),
    "nothing taken away": (binary("-", A, NOUGHT), A),
    "taken away from nothing": (binary("-", NOUGHT, A), Binary("-", NOUGHT, A)),
    "times nothing, which may yet fault": (binary("*", A, NOUGHT), Binary("*", A, NOUGHT)),
    "not yes": (negation(YES), NO),
    "not no": (negation(NO), YES),
    "not any other number": (negation(Const(7)), NO),
    "not not": (negation(Unary("not", A)), A),
    "not equal": (negation(Binary("==", A, B)), Binary("!=", A, B)),
    "not unequal": (negation(Binary("!=", A, B)), Binary("==", A, B)),
    "not less": (negation(Binary("<", A, B)), Unary("not", Binary("<", A, B))),
    "all of none": (both([]), YES),
    "all of one": (both([A]), A),
    "all of three": (both([A, B, C]), Binary("and", Binary("and", A, B), C)),
    "all but what is certain": (both([YES, A, YES, B]), Binary("and", A, B)),
    "what is impossible ends it": (both([A, NO, B]), Binary("and", A, NO)),
    "what is impossible at once": (both([YES, NO, B]), NO),
    "one of none": (either([]), NO),
    "one of one": (either([NO, A]), A),
    "one of two": (either([A, NO, B]), Binary("or", A, B)),
    "what is certain ends it": (either([A, YES, B]), Binary("or", A, YES)),
    "what is certain at once": (either([YES, B]), YES),
    "a choice that is made": (choice(YES, A, B), A),
    "a choice that is made the other way": (choice(NO, A, B), B),
    "a choice of the same": (choice(C, A, A), A),
    "a choice": (choice(C, A, B), Cond(C, A, B)),
    "cards": (size(Items(Held(C)), "one"), Size(Held(C))),
    "numbers": (size(Numbers(Const(2), Const(5)), "one"), Const(4)),
    "numbers by three": (size(Numbers(Const(2), Const(9), Const(3)), "one"), Const(3)),
    "no numbers": (size(Numbers(Const(2), Const(-5)), "one"), NOUGHT),
    "numbers by nothing": (
        size(Numbers(Const(2), Const(5), NOUGHT), "one"),
        Fold("count", "one", Numbers(Const(2), Const(5), NOUGHT), None, YES),
    ),
    "numbers up to what is not known": (
        size(Numbers(Const(2), A), "one"),
        Fold("count", "one", Numbers(Const(2), A), None, YES),
    ),
    "seats": (size(Seats(NO), "one"), Fold("count", "one", Seats(NO), None, YES)),
}


@pytest.mark.parametrize("name", SMALLER)
def test_what_its_parts_decide(name: str) -> None:
    found, expected = SMALLER[name]
    assert found == expected
