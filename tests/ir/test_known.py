"""What is certain at a point: what holds after a change, where ways come together, and in another's words."""

from __future__ import annotations

import pytest

from rulelang.ir.model.expressions import At, Call, Const, Expr, Frame, Held, Local, Position, Read, Size, Zone, ZoneAt
from rulelang.ir.prove.known import ANYWHERE, Known, State, Thing, things
from rulelang.ir.prove.spans import Span

STATE = State(((0, 5),), ((0, 9), (2, 3)))
ME, YOU, CARD = Local("me"), Local("you"), Local("card")
HAND, SHELF = Zone(1, (ME,)), Zone(2, ())


@pytest.mark.parametrize(
    ("node", "found"),
    [
        (Const(3), set()),
        (Read(4, (ME,)), {("counter", 4), ("local", "me")}),
        (Size(HAND), {("zone", 1), ("local", "me")}),
        (At(SHELF, Frame(2)), {("zone", 2), ("frame", 2)}),
        (Position(CARD), {ANYWHERE, ("local", "card")}),
        (Size(ZoneAt(Const(3))), {ANYWHERE}),
        (Size(Held(Frame(7))), {("frame", 7)}),
        (Call(0, (ME,)), {("call", -1), ("local", "me")}),
    ],
)
def test_what_an_expression_reads(node: Expr, found: set[Thing]) -> None:
    assert things(node) == found


@pytest.mark.parametrize(
    ("node", "change", "left"),
    [
        (Size(HAND), ("zone", 1), False),
        (Size(HAND), ("zone", 2), True),
        (Size(HAND), ("local", "me"), False),
        (Size(HAND), ("local", "you"), True),
        (Size(HAND), ANYWHERE, False),
        (Size(ZoneAt(Const(3))), ("zone", 2), False),
        (Position(CARD), ("zone", 2), False),
        (Position(CARD), ("counter", 0), True),
        (Read(0, ()), ("counter", 0), False),
        (Read(0, ()), ANYWHERE, True),
        (Frame(2), ("frame", 2), False),
    ],
)
def test_what_is_left_after_a_change(node: Expr, change: Thing, left: bool) -> None:
    after = Known(STATE).knowing(node, (1, 2)).changed([change])
    assert (node in after.asked) == left


def test_nothing_is_remembered_of_what_functions_say() -> None:
    assert Known(STATE).knowing(Call(0, ()), (1, 1)).asked == {}


def test_where_ways_come_together_only_what_holds_on_both_is_left() -> None:
    one = Known(
        STATE, {"x": (1, 2)}, {Size(HAND): (1, 1), Size(SHELF): (2, 2)}, {CARD: frozenset({1}), ME: frozenset({1})}
    )
    other = Known(STATE.holding(1, (5, 5)), {"x": (4, 4)}, {Size(HAND): (3, 4)}, {CARD: frozenset({2})})
    both = one.join(other)
    assert both.state == State(((0, 5),), ((0, 9), (2, 5)))
    assert both.locals == {"x": (1, 4)}
    assert both.asked == {Size(HAND): (1, 4)}
    assert both.homes == {CARD: frozenset({1, 2})}


@pytest.mark.parametrize(
    ("before", "now", "most", "found"),
    [
        ((1, 3), (1, 3), (0, 9), (1, 3)),
        ((1, 3), (0, 3), (0, 9), (0, 3)),
        ((1, 3), (1, 4), (0, 9), (1, 9)),
        ((4, 5), (2, 7), (0, 9), (0, 9)),
        ((1, 3), (2, 3), (0, 9), (2, 3)),
    ],
)
def test_what_still_grows_is_as_wide_as_it_ever_is(before: Span, now: Span, most: Span, found: Span) -> None:
    states = [State((span,), (span,)) for span in (now, before, most)]
    assert states[0].widened(states[1], states[2]) == State((found,), (found,))


def test_what_is_given_for_a_parameter_is_known_of_it() -> None:
    """The names of one procedure mean nothing in another, not even if they are the same."""
    known = Known(STATE, {"me": (0, 1)}, {Size(HAND): (4, 4), Size(Zone(1, (YOU,))): (5, 5), Size(SHELF): (2, 2)})
    inside = known.given({YOU: ME})
    assert inside.asked == {Size(HAND): (5, 5), Size(SHELF): (2, 2)}
    assert inside.locals == {}
    assert known.given({ME: ME}).asked == {Size(HAND): (4, 4), Size(SHELF): (2, 2)}
    assert known.outside().asked == {Size(SHELF): (2, 2)}
