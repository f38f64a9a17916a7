"""Ranges of numbers have a longest length, so that no line goes on for ever; both engines say so in the same words."""

from __future__ import annotations

import pytest

from interpreter.game import Game
from interpreter.machine.engine import GameFault
from rulelang.compiling import project_from_text
from rulelang.ir.lower import translate
from tests.ir.conftest import CARDS, HEAD, Lower

COUNTED = """
to grow:
    pick far in 1 to 2
    add 999000 * far to me.score
to add_up: set me.mark to (sum of x - x + 1 for x in {range}) > 3
define player.points = player.score
winner: highest points, then shared
play: repeat 9 times: turns once: choose grow, add_up
"""


@pytest.mark.parametrize("range_", ["1 to 999999999", "0 to 1000000", "-5 to 999999999 by 2"])
def test_one_that_is_certainly_too_long_names_its_line(range_: str) -> None:
    text = HEAD + CARDS + COUNTED.format(range=range_.replace("x in ", ""))
    program, problems = project_from_text(text).resolve()
    assert not problems
    made, _, found = translate(program, 2)
    assert made is None
    [problem] = found
    assert problem.code == "RL0901"
    assert "a range of more than 1000000 numbers" in problem.message
    assert text[problem.span.start : problem.span.end] == range_.split(" by")[0].rpartition(" ")[2]


@pytest.mark.parametrize("backend", ["python", "native"])
def test_one_that_has_grown_too_long_is_a_fault(backend: str, lower: Lower) -> None:
    state = Game(lower(COUNTED.format(range="1 to me.score")).program, backend).new(log=False)
    for choice in ("grow(1)", "grow(2)", "add_up"):
        state.apply(choice)
    before = bytes(state)
    with pytest.raises(GameFault, match="1998000 is outside what is possible here") as fault:
        state.apply("add_up")
    assert fault.value.rule.name == "add_up"
    assert bytes(state) == before


def test_what_stays_short_costs_nothing(lower: Lower) -> None:
    assert "within" not in lower(COUNTED.format(range="1 to rounds")).part("procedure add_up")
    assert lower(COUNTED.format(range="1 to 1000000"))
