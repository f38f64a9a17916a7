"""Choices and ways to pick have limits that the language sets, so both engines refuse the same, at the same rule."""

from __future__ import annotations

import pytest

from interpreter.kernel import faults
from interpreter.machine.layout import layout_of
from interpreter.native.emit import headers
from rulelang.compiling import project_from_text
from rulelang.ir.analyse.bounds import most_members
from rulelang.ir.model.limits import MOST_MEMBERS
from rulelang.ir.model.program import Program
from tests.native.playing import compare, engines, told

GAME = """\
rules 1
game "Ways"
players 2
cards Card "{{value}}": 1 for each value in 1 to 52
state:
    row: row of Card, seen by all
    hand: hand of Card, seen by all
    rounds: 0 to 9
    far: number
setup:
    move every card to {first}
    set far to {far}
{text}
play: repeat 3 times: turns once: choose go
winner: highest points, then shared
define player.points = 0
"""


def picks(*items: str) -> str:
    """A step that picks one thing after the other."""
    return "to go:\n" + "".join(f"    {item}\n" for item in items) + "    set rounds to 1\n"


def none_fits(*items: str) -> str:
    """The same, where no way passes the last pick."""
    return picks(*items, "needs rounds > 8")


NAMES = "abcde"
ROW = [f"pick {name}: Card in row" for name in NAMES]
HAND = [f"pick {name}: Card in hand" for name in NAMES]
SETS = [f"pick {name}: 2 of Card in row" for name in NAMES]
NUMBERS = [f"pick {name} in 1 to far" for name in NAMES]

TOO_MANY = {
    "cards of a row": none_fits(*ROW),
    "a need that could be asked before": picks(*ROW, "needs a.value > 60"),
    "only one of each look": none_fits(*HAND),
    "one of each look that passes": picks(*HAND[:4], f"{HAND[4]} where e.value > 90"),
    "if able": none_fits(*(f"{pick} where {pick[5]}.value > 60 if able" for pick in ROW)),
    "sets": none_fits(*SETS),
    "sets if able": none_fits(*(f"{pick} where count {pick[5]} > 2 if able" for pick in SETS)),
    "sets each part of which must meet something": picks(*SETS[:4], "needs no card in d where card.value < 90"),
    "numbers": none_fits(*NUMBERS),
    "far more numbers": none_fits(NUMBERS[0].replace("1 to far", "rounds to far * 9000000")),
    "numbers in steps": none_fits(*(f"{pick} by rounds + 2" for pick in NUMBERS)),
    "numbers if able": none_fits(*(f"{pick} where {pick[5]} > 900 if able" for pick in NUMBERS)),
    "what is put together": none_fits(*(f"pick {name}: Card in row + hand" for name in NAMES)),
    "cut": none_fits(*(f"pick {name}: Card in first 40 of row" for name in NAMES)),
    "asked whether it can be done": none_fits(*ROW).replace("go", "try") + picks("needs me can try"),
}
FEW_ENOUGH = {
    "cards that follow one another": picks(
        ROW[0], *(f"{pick} where {pick[5]}.value is {'abcd'[number]}.value + 1" for number, pick in enumerate(ROW[1:]))
    ),
    "few cards of many": picks(*(f"pick {name}: Card in first (rounds + 3) of row" for name in NAMES)),
    "sets": picks(SETS[0] + " where (sum of value in a) is 3", SETS[1]),
    "asked, and the first is enough": picks(*ROW).replace("go", "try") + picks("needs me can try"),
}


def program(text: str, far: int = 9, first: str = "row") -> Program:
    project = project_from_text(GAME.format(text=text, far=far, first=first))
    made = project.compile(2).program
    assert made is not None, project.check()
    return made


def reached(made: Program) -> list[object]:
    """The choices at the first decision, or the fault, on both engines."""
    found = []
    for engine in engines(made):
        state = [0] * layout_of(made).size
        engine.begin(state)
        engine.run(state)
        found.append(told(lambda: engine.choices(state)))  # noqa: B023
    return found


FAULTS = {
    "more numbers than a range may have": none_fits("pick a in 1 to far * 9000000"),
    "more sets than a pick may have": none_fits("pick a: 3 to 9 of Card in row"),
    "nothing of which to take the highest": none_fits("pick a: Card in row where a.value > (highest value in hand)"),
}


@pytest.fixture
def low(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousandth of the limit, which is as good and quicker."""
    for module in (faults, headers):
        monkeypatch.setattr(module, "MOST_MEMBERS", 1000)


@pytest.mark.parametrize("name", TOO_MANY)
def test_too_many_ways_to_pick(name: str, low: None) -> None:
    first = "row" if "row" in TOO_MANY[name] else "hand"
    one, other = reached(program(TOO_MANY[name], far=230, first=first))
    assert one == other
    assert isinstance(one, tuple)
    assert one[0] == "more than 1000 ways to pick have to be tried"


def test_the_most_ways_to_pick() -> None:
    """Five picks of 52 cards."""
    one, other = reached(program(none_fits(*ROW)))
    assert one == other
    assert one[0] == "more than 1000000 ways to pick have to be tried"  # type: ignore[index]


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_a_fault_before_a_need_could_be_asked(name: str) -> None:
    one, other = reached(program(FAULTS[name], far=230))
    assert one == other
    assert isinstance(one, tuple)
    assert one[2] != "nobody_can_choose"


@pytest.mark.parametrize("name", FEW_ENOUGH)
def test_few_enough_ways_to_pick(name: str) -> None:
    made = program(FEW_ENOUGH[name])
    assert max(most_members(made, header) for header in made.headers) > MOST_MEMBERS
    assert compare(engines(made), made, 1, 3) == 3


@pytest.mark.parametrize(("far", "several"), [(316, False), (317, True)])
def test_the_most_choices(far: int, several: bool) -> None:
    one, other = reached(program(picks(*NUMBERS[:2]), far=far))
    assert one == other
    assert one[0] == "there are more than 100000 choices" if several else len(one) == far * far  # type: ignore[index,arg-type]
