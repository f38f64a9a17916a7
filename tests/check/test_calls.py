"""Ways along the calls of a game."""

from __future__ import annotations

import pytest

import rulelang
from rulelang.check.calls import Calls, Origin, calls_of, reachable, step, way_to, written

GAME = """rules 1
game "Ways"
players 2
to round:
    turns once: choose draw, if none: pause
    close
to draw: "Draw."
to pause: nothing
to close: rest
to rest: nothing
to extra: nothing
after rest: pause
offer extra with draw
setup: rest
play:
    round
    close
"""


@pytest.fixture(scope="module")
def calls() -> Calls:
    program, found = rulelang.project_from_text(GAME, "ways.rules").resolve()
    assert not found
    return calls_of(program)


def test_where_calls_come_from(calls: Calls) -> None:
    assert [call.step for call in calls[Origin("play")]] == ["round", "close"]
    assert [call.step for call in calls[step("round")]] == ["draw", "extra", "pause", "close"]
    assert [call.offered for call in calls[step("round")]] == [True, True, True, False]
    assert [call.step for call in calls[step("rest")]] == ["pause"]


def test_a_shortest_way(calls: Calls) -> None:
    way = way_to(calls, step("rest"))
    assert way is not None
    assert written(way) == "`setup` → `rest`"


def test_a_way_around_a_step(calls: Calls) -> None:
    way = way_to(calls, step("close"), around="round")
    assert way is not None
    assert written(way) == "`play` → `close`"
    assert way_to(calls, step("draw"), around="round") is None


def test_a_way_on_which_nobody_acts(calls: Calls) -> None:
    assert way_to(calls, step("draw"), without_actor=True) is None
    assert way_to(calls, step("pause"), without_actor=True) is not None


def test_what_may_be_carried_out(calls: Calls) -> None:
    assert reachable(calls, ["close"]) == {"close", "rest", "pause"}
