"""What every expression means (docs/design/ir.md, "Values"), asked of the plain engine."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.machine.engine import GameFault
from rulelang.ir.model.expressions import (
    NO_NUMBER,
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
    Held,
    Items,
    Joined,
    Last,
    Local,
    Lookup,
    Numbers,
    Order,
    Ordered,
    Position,
    Read,
    Seats,
    Size,
    Source,
    Subsets,
    Unary,
    Values,
    Within,
    Zone,
    ZoneAt,
    ZoneNumber,
    ZoneOf,
)  # fmt: skip
from rulelang.ir.model.program import Block, FrameDecl, Function, Key, Parameter, Table
from rulelang.ir.model.statements import Assign, Branch, Goto, Halt, Hold, If, Move
from tests.interpreter.programs import (
    ALL,
    NUMBER,
    OWNER,
    begun,
    by_player,
    carried_out,
    counter,
    equal,
    less,
    plus,
    tiny,
    value_of,
    zone,
)  # fmt: skip

A, B, C, X = Local("a"), Local("b"), Local("c"), Local("x")
SMALL = st.integers(-20, 20)


def fault_of(node: Expr, *arguments: int, **parts: Any) -> GameFault:
    with pytest.raises(GameFault) as caught:
        value_of(node, *arguments, **parts)
    return caught.value


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("operator", "left", "right", "value"),
    [
        ("//", 7, 2, 3), ("//", -7, 2, -4), ("//", 7, -2, -4), ("//", -7, -2, 3), ("//", 0, -5, 0),
        ("/^", 7, 2, 4), ("/^", -7, 2, -3), ("/^", 7, -2, -3), ("/^", -7, -2, 4), ("/^", 6, 3, 2),
        ("%", 7, 3, 1), ("%", -7, 3, 2), ("%", 7, -3, -2), ("%", -7, -3, -1), ("%", 6, 3, 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("rule", [None, 4])
def test_division_rounds_as_the_page_says(operator: Any, left: int, right: int, value: int, rule: int | None) -> None:
    assert value_of(Binary(operator, A, B, rule), left, right) == value
    assert value_of(Binary(operator, Const(left), Const(right), rule)) == value


@pytest.mark.parametrize("operator", ["//", "/^", "%"])
def test_division_by_zero_is_a_fault_of_its_rule(operator: Any) -> None:
    fault = fault_of(Binary(operator, A, B, 4), 7, 0)
    assert (fault.sort, fault.rule.name, fault.rule.place) == ("division", "rule 4", "tiny.rules:4:1")
    assert fault_of(Binary(operator, A, Const(0), 4), 7).sort == "division"
    assert "rule 4, tiny.rules:4:1" in str(fault)


@pytest.mark.parametrize(
    ("operator", "left", "right"),
    [
        ("+", 2**31 - 1, 1), ("-", -(2**31), 1), ("*", 2**16, 2**15), ("*", -(2**16), 2**16),
        ("//", -(2**31), -1), ("/^", -(2**31), -1),
    ],
)  # fmt: skip
def test_beyond_32_bits_is_a_fault(operator: Any, left: int, right: int) -> None:
    assert fault_of(Binary(operator, A, B, 2), left, right).sort == "number"
    assert fault_of(Binary(operator, A, Const(right), 2), left).sort == "number"


def test_the_ends_of_32_bits_are_numbers() -> None:
    assert value_of(Binary("+", A, B, 2), 2**31 - 2, 1) == 2**31 - 1
    assert value_of(Binary("*", A, B, 2), -(2**16), 2**15) == -(2**31)


def test_a_sum_is_checked_as_a_whole() -> None:
    total = Fold("sum", "x", Values((A, B, C)), None, X, 5)
    assert value_of(total, 2**31 - 1, 2**31 - 1, -(2**31)) == 2**31 - 2
    assert fault_of(total, 2**31 - 1, 1, 1).sort == "number"


_TREES = st.recursive(
    st.one_of(SMALL.map(Const), st.sampled_from([A, B, C])),
    lambda inner: st.one_of(
        st.builds(
            Binary,
            st.sampled_from(["+", "-", "*", "//", "/^", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or"]),
            inner,
            inner,
            st.just(1),
        ),
        st.builds(Unary, st.sampled_from(["neg", "not"]), inner),
        st.builds(Cond, inner, inner, inner),
        st.builds(lambda value: Within(value, -50, 50, 2), inner),
        st.builds(lambda value, body: Fold("sum", "x", Values((value, Const(3))), None, body, 3), inner, inner),
    ),
    max_leaves=12,
)


def plainly(node: Expr, names: dict[str, int]) -> int:
    """A tree walker, as slow and as simple as can be."""
    match node:
        case Const(value):
            return value
        case Local(name):
            return names[name]
        case Unary("neg", value):
            return -plainly(value, names)
        case Unary(_, value):
            return int(not plainly(value, names))
        case Cond(test, then, otherwise):
            return plainly(then if plainly(test, names) else otherwise, names)
        case Within(value, low, high):
            number = plainly(value, names)
            if not low <= number <= high:
                raise ArithmeticError
            return number
        case Binary("and", left, right):
            return int(plainly(left, names) != 0 and plainly(right, names) != 0)
        case Binary("or", left, right):
            return int(plainly(left, names) != 0 or plainly(right, names) != 0)
        case Binary(operator, left, right):
            return plain_binary(operator, plainly(left, names), plainly(right, names))
        case Fold(source=Values(values), variable=variable, value=value):
            members = [plainly(each, names) for each in values]
            return bits32(sum(plainly(value, names | {variable: each}) for each in members if each != NONE))
    raise AssertionError(node)


def plain_binary(operator: str, left: int, right: int) -> int:
    compared = {"==": left == right, "!=": left != right, "<": left < right, "<=": left <= right,
                ">": left > right, ">=": left >= right}  # fmt: skip
    if operator in compared:
        return int(compared[operator])
    if operator in "+-*":
        return bits32({"+": left + right, "-": left - right, "*": left * right}[operator])
    if right == 0:
        raise ArithmeticError
    down = abs(left) // abs(right)
    if (left < 0) != (right < 0):
        down = -((abs(left) + abs(right) - 1) // abs(right))
    up = down if down * right == left else down + 1
    return bits32({"//": down, "/^": up, "%": left - down * right}[operator])


def bits32(value: int) -> int:
    if not -(2**31) <= value < 2**31:
        raise ArithmeticError
    return value


@given(_TREES, SMALL, SMALL, SMALL)
def test_any_expression_as_a_tree_walker_reads_it(node: Expr, a: int, b: int, c: int) -> None:
    try:
        expected: int | None = plainly(node, {"a": a, "b": b, "c": c})
    except ArithmeticError:
        expected = None
    if expected is None:
        fault_of(node, a, b, c)
    else:
        value = value_of(node, a, b, c)
        assert value == expected
        assert type(value) is int


def test_and_or_and_conditions_read_only_what_decides() -> None:
    never = Within(Const(9), 0, 1, 1)
    assert value_of(Binary("and", A, never), 0) == 0
    assert value_of(Binary("or", A, never), 5) == 1
    assert value_of(Cond(A, Const(3), never), 1) == 3
    assert value_of(Cond(A, never, Const(4)), 0) == 4
    assert fault_of(Binary("and", A, never), 1).sort == "range"


def test_within_is_its_value_or_a_fault_and_none_lies_outside() -> None:
    assert value_of(Within(A, 0, 3, 6), 3) == 3
    assert fault_of(Within(A, 0, 3, 6), 4).rule.name == "rule 6"
    assert "there is none" in fault_of(Within(A, 0, 3, 6), NONE).message
    assert fault_of(Within(plus(A, Const(1)), 0, 3, 6), 3).sort == "range"


# ---------------------------------------------------------------- folds, firsts, sources


def members(source: Source) -> Expr:
    """The members of a source as digits of one number in base 100, the first leftmost; for a source of at
    most five."""
    code: Expr = Const(0)
    for index in range(5):
        card = At(Held(Local("got")), Const(index))
        code = Cond(equal(card, Const(NONE)), code, plus(Binary("*", code, Const(100)), plus(card, Const(1))))
    return code


def listed(source: Source, *arguments: int, sets: tuple[int, ...] = (), **parts: Any) -> list[int]:
    """What a source goes through (numbers from 0 to 98)."""
    inner = Function("coded", (Parameter("got", True),), members(source))
    code = value_of(Call(1, (source,)), *arguments, sets=sets, functions=(inner,), **parts)
    found: list[int] = []
    while code:
        code, member = divmod(code, 100)
        found.insert(0, member - 1)
    return found


def test_folds_of_nothing() -> None:
    nothing = Numbers(Const(1), Const(0))
    expected = {"any": 0, "all": 1, "count": 0, "sum": 0, "distinct": 0}
    for operator, value in expected.items():
        assert value_of(Fold(operator, "x", nothing, None, X)) == value  # type: ignore[arg-type]
        assert value_of(Fold(operator, "x", Numbers(A, A), Const(0), X), 5) == value  # type: ignore[arg-type]
    for best in ("highest", "lowest"):
        fault = fault_of(Fold(best, "x", nothing, None, X, 7))
        assert (fault.sort, fault.rule.name) == ("nothing", "rule 7")


def test_folds_of_something() -> None:
    numbers, even = Numbers(Const(1), Const(6)), equal(Binary("%", X, Const(2)), Const(0))
    assert value_of(Fold("sum", "x", numbers, even, Binary("*", X, A)), 10) == 120
    assert value_of(Fold("count", "x", numbers, even, Const(1))) == 3
    assert value_of(Fold("count", "x", numbers, None, Const(1))) == 6
    assert value_of(Fold("distinct", "x", numbers, None, Binary("%", X, Const(4)))) == 4
    assert value_of(Fold("highest", "x", numbers, even, Binary("-", Const(0), X), 1)) == -2
    assert value_of(Fold("lowest", "x", numbers, even, Binary("-", Const(0), X), 1)) == -6
    assert value_of(Fold("any", "x", numbers, None, equal(X, A)), 4) == 1
    assert value_of(Fold("all", "x", numbers, even, less(X, A)), 6) == 0


def test_any_and_all_stop_at_the_member_that_decides() -> None:
    risky = Within(X, 1, 2, 1)
    assert value_of(Fold("any", "x", Numbers(Const(1), Const(9)), None, equal(risky, Const(2)))) == 1
    assert value_of(Fold("all", "x", Numbers(Const(1), Const(9)), None, less(risky, Const(2)))) == 0
    fault_of(Fold("any", "x", Numbers(Const(1), Const(9)), None, equal(risky, Const(5))))


def test_first_takes_the_earlier_on_a_tie_and_the_first_key_first() -> None:
    source = Values((Const(31), Const(22), Const(12), Const(32)))
    tens, ones = Binary("//", X, Const(10)), Binary("%", X, Const(10))
    assert value_of(First("x", source, None, (Order("highest", tens),))) == 31
    assert value_of(First("x", source, None, (Order("lowest", ones),))) == 31
    assert value_of(First("x", source, None, (Order("highest", ones),))) == 22
    assert value_of(First("x", source, None, (Order("highest", tens), Order("highest", ones)))) == 32
    assert value_of(First("x", source, None, (Order("highest", ones), Order("lowest", tens)))) == 12
    assert value_of(First("x", source, less(X, Const(30)), ())) == 22
    assert value_of(First("x", source, less(X, Const(3)), ())) == NONE
    assert value_of(First("x", source, less(X, Const(3)), (Order("lowest", ones),))) == NONE


def test_numbers_go_to_both_ends_and_are_empty_upside_down() -> None:
    assert listed(Numbers(A, B), 3, 6) == [3, 4, 5, 6]
    assert listed(Numbers(A, B), 3, 2) == []
    assert listed(Numbers(Const(5), Const(16), Const(5))) == [5, 10, 15]
    assert listed(Numbers(A, B, C), 5, 15, 5) == [5, 10, 15]


def test_seats_go_round_once() -> None:
    assert listed(Seats(Const(2)), players=4) == [2, 3, 0, 1]
    assert listed(Seats(A), 1, players=3) == [1, 2, 0]


def test_values_leave_out_none_and_keep_their_order() -> None:
    assert listed(Values((A, Const(7), B, Const(NONE), A)), 3, NONE) == [3, 7, 3]
    assert listed(Values((Const(4),))) == [4]
    assert listed(Values(())) == []


def test_joined_ordered_and_last() -> None:
    joined = Joined((Numbers(Const(1), Const(2)), Values((A, B)), Numbers(Const(5), Const(4))))
    assert listed(joined, 9, NONE) == [1, 2, 9]
    ones = Binary("%", X, Const(10))
    source = Values((Const(31), Const(22), Const(12), Const(41)))
    assert listed(Ordered("x", source, None, (Order("lowest", ones),), None)) == [31, 41, 22, 12]
    assert listed(Ordered("x", source, None, (Order("highest", ones), Order("highest", X)), Const(3))) == [22, 12, 41]
    assert listed(Ordered("x", source, less(X, Const(40)), (), A), 2) == [31, 22]
    assert listed(Ordered("x", source, None, (), A), 0) == []
    assert listed(Ordered("x", source, None, (), A), -3) == []
    assert listed(Last(source, A), 2) == [12, 41]
    assert listed(Last(source, A), 0) == []
    assert listed(Last(source, A), 9) == [31, 22, 12, 41]
    assert listed(Last(source, A), -2) == []


def test_subsets_in_a_fold_count_every_card_for_itself() -> None:
    fifteen = equal(Fold("sum", "y", Items(Held(Local("x"))), None, Local("y")), Const(15))
    source = Values((Const(5), Const(5), Const(10), Const(4), Const(1)))
    sets = Subsets(source, Const(2), Const(5), False)
    # 5+10 twice, 5+5+4+1, 10+4+1
    assert value_of(Fold("count", "x", sets, fifteen, Const(1))) == 4
    assert value_of(Fold("count", "x", Subsets(source, Const(0), Const(1), False), None, Const(1))) == 6
    assert value_of(Fold("count", "x", Subsets(source, Const(6), Const(9), False), None, Const(1))) == 0
    biggest = Fold("highest", "x", sets, None, Size(Held(Local("x"))), 1)
    assert value_of(biggest) == 5


def test_calls_take_sets_and_values() -> None:
    size = Function(
        "size", (Parameter("cards", True), Parameter("more")), plus(Size(Held(Local("cards"))), Local("more"))
    )
    assert value_of(Call(1, (Items(Held(A)), B)), (4, 5), 10, sets=(0,), functions=(size,)) == 12
    assert value_of(Call(1, (Values((A, B)), Const(1))), 4, NONE, functions=(size,)) == 2


def test_flags_that_functions_give_are_numbers() -> None:
    assert (
        value_of(
            plus(Call(1, (A,)), Call(1, (A,))),
            3,
            functions=(Function("low", (Parameter("n"),), less(Local("n"), Const(5))),),
        )
        == 2
    )


# ---------------------------------------------------------------- counters, tables, variables, places


def test_counters_and_tables_are_read_by_key() -> None:
    keys = (Key(NUMBER, 2, 4), Key(NUMBER, -1, 1))
    program = tiny(counters=(counter("one", 0, 9, 7), counter("grid", 0, 99, 5, keys)))
    engine, state = begun(program)
    first = engine.layout.counters[1]
    state[first : first + 9] = range(10, 19)
    reading = tiny(
        counters=program.counters,
        tables=(Table("squares", 3, (9, 16, 25)),),
        functions=(
            Function("grid", (Parameter("a"), Parameter("b")), Read(1, (A, B))),
            Function("fixed", (), Read(1, (Const(4), Const(-1)))),
            Function("one", (), Read(0, ())),
            Function("square", (Parameter("a"),), Lookup(0, A)),
            Function("twentyfive", (), Lookup(0, Const(5))),
        ),
    )
    engine = begun(reading)[0]
    assert [engine.call(0, state, a, b) for a in (2, 3, 4) for b in (-1, 0, 1)] == list(range(10, 19))
    assert (engine.call(1, state), engine.call(2, state)) == (16, 7)
    assert [engine.call(3, state, number) for number in (3, 4, 5)] == [9, 16, 25]
    assert engine.call(4, state) == 25


PLACES = (
    zone("pile", "pile", 5), zone("row", "row", 5, ALL), zone("hand", "hand", 5, OWNER, by_player(2)),
    zone("slot", "slot", 1), zone("bag", "bag", 5),
)  # fmt: skip


def filled(*moves: tuple[int, Zone]) -> Any:
    return [Move(Const(card), place, None, 0) for card, place in moves]


@pytest.mark.parametrize(
    ("place", "order"),
    [(Zone(1, ()), [2, 4, 3]), (Zone(2, ()), [3, 4, 2]), (Zone(3, (Const(1),)), [2, 3, 4]), (Zone(5, ()), [2, 3, 4])],
)
def test_items_at_position_and_zone_of_agree(place: Zone, order: list[int]) -> None:
    there = ZoneAt(ZoneNumber(place))
    asked: list[Expr] = [
        At(place, A), At(there, A), Position(A), equal(ZoneOf(A), ZoneNumber(place)), Size(place), Size(there),
        Fold("sum", "x", Items(there), None, X), *(At(place, Const(index)) for index in range(-1, 6)),
    ]  # fmt: skip
    functions = tuple(Function("f", (Parameter("a"),), node) for node in asked)
    program = tiny((0,) * 6, PLACES, functions=functions)
    engine, state = carried_out(program, *filled((3, place), (4, place), (2, place)))
    keys = tuple(key.value for key in place.keys if isinstance(key, Const))
    assert engine.layout.cards_in(state, engine.layout.place_number(place.zone, keys)) == order
    for function in (0, 1):
        assert [engine.call(function, state, index) for index in range(-2, 5)] == [-1, -1, *order, -1, -1]
    assert [engine.call(2, state, card) for card in order] == [0, 1, 2]
    assert [engine.call(3, state, card) for card in range(6)] == [0, 0, 1, 1, 1, 0]
    assert [engine.call(function, state, 0) for function in (4, 5, 6)] == [3, 3, 9]
    assert [engine.call(function, state, 0) for function in range(7, 14)] == [-1, *order, -1, -1, -1]


def test_the_box_holds_every_card_lowest_on_top() -> None:
    box = Zone(0, ())
    engine, state = begun(
        tiny(
            (0,) * 4,
            functions=(
                Function("top", (), At(box, Const(0))),
                Function("all", (), Fold("count", "x", Items(box), None, Const(1))),
            ),
        )
    )
    assert (engine.call(0, state), engine.call(1, state)) == (0, 4)
    assert engine.layout.cards_in(state, 0) == [0, 1, 2, 3]


def test_an_empty_slot_holds_none_not_card_0() -> None:
    slot = Zone(4, ())
    assert value_of(At(slot, Const(0)), looks=(0, 0), zones=PLACES) == NONE
    engine, state = carried_out(
        tiny((0, 0), PLACES, functions=(Function("f", (), At(slot, Const(0))),)), *filled((0, slot))
    )
    assert engine.call(0, state) == 0


def test_variables_with_and_without_cells() -> None:
    """A number and a set kept in one block, the same in two blocks, and one for each player."""
    frames = (
        FrameDecl("inside"), FrameDecl("set inside", 3), FrameDecl("kept"), FrameDecl("set kept", 3),
        FrameDecl("each", 0, True), FrameDecl("sets", 2, True),
    )  # fmt: skip
    inside, inside_set, kept, kept_set = (Frame(slot) for slot in range(4))
    hers = Frame(5, Const(1))
    total = Fold("sum", "x", Items(Held(inside_set)), None, X)
    blocks = (
        Block(
            "first",
            (
                Assign(inside, Const(5)),
                Hold(inside_set, Numbers(Const(1), Const(3))),
                Assign(kept, plus(plus(inside, total), Size(Held(inside_set)))),
                Hold(kept_set, Values((Const(9), Const(8)))),
                Assign(Frame(4, Const(1)), Const(77)),
                Hold(hers, Items(Held(kept_set))),
            ),
            Goto(1),
        ),
        Block(
            "second",
            (
                Hold(kept_set, Values((plus(At(Held(kept_set), Const(1)), kept),))),
                If(equal(Size(Held(hers)), Const(2)), (Assign(Frame(4, Const(0)), At(Held(hers), Const(0))),), ()),
            ),
            Branch(kept, 2, 2),
        ),
        Block("end", (), Halt()),
    )  # fmt: skip
    engine, state = begun(tiny(frames=frames, blocks=blocks))
    engine.run(state)
    cells = engine.layout.frames
    assert cells[:2] == (None, None)
    start = cells[2]
    assert start is not None
    assert state[start:] == [14, 1, 22, 0, 0, 9, 77, 0, 0, 0, 2, 9, 8]


def test_no_number_is_a_number_like_any_other_to_the_machine() -> None:
    assert value_of(equal(A, Const(NO_NUMBER)), NO_NUMBER) == 1
    assert value_of(Unary("not", A), 0) == 1
