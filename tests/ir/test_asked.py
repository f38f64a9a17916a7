"""Questions about steps and places in the IR: a value, and the function that it becomes."""

from __future__ import annotations

import pytest

from rulelang.ir.model.expressions import Binary
from rulelang.ir.walk import nodes
from tests.ir.conftest import Lower

GIVEN = """
cards Stone "stone {size}": 1 for each size in 1 to 2
state:
    sack: bag of Chip or Stone, seen by all
    mixed: row of Chip or Stone, seen by all
    spot: slot of Chip, seen by all
to sing(n: 1 to 3):
    needs me.score > n
to lay(n: 1 to 3):
    pick chip in me.hand
    pick colour
    move chip to line
to player.praise:
    pick chip in line
    add 1 to player.score
to act: nothing
play: turns once: choose act
"""

ASKED = {
    "opener can sing(2)": "offered(sing, (opener() within 0..1), 2)",
    "opener can lay(2)": "offered(lay, (opener() within 0..1), 2)",
    'opener can lay(2, "red 1", green)':
        "any named in [0]: offered(lay, (opener() within 0..1), 2; %named, 1)",
    "opener can opener.praise": "offered(praise, (opener() within 0..1))",
    'opener can opener.praise("red 2")':
        "any named in [1]: offered(praise, (opener() within 0..1); %named)",
    "count (chip in sack where chip.worth > 1)":
        "count chip in items(sack) where (%chip <= 8) and (Chip.worth[%chip] > 1): 1",
    "count (stone in sack where stone.size > 1)":
        "count stone in items(sack) where (%stone >= 9) and (Stone.size[%stone] > 1): 1",
    'line.first is "red 1"': "at(line, 0) == 0",
    'mixed.first is "stone 1"': "at(mixed, 0) == 9",
    "count box": "size(box)",
    "count bag": "size(bag)",
}  # fmt: skip


@pytest.mark.parametrize("value", ASKED)
def test_what_is_asked(value: str, lower: Lower) -> None:
    assert lower(f"{GIVEN}define asked = {value}\n").line("function asked") == f"function asked() = {ASKED[value]}"


STRICT = {
    "move sack to mixed": [],
    "move sack to line": ["line"],
    "move every card in sack to heap": ["heap"],
    "move every chip in sack to heap": [],
    "move 1 from mixed to spot": ["spot"],
    "move 1 from line to mixed": [],
    "move mixed.first to line": ["line"],
    "move every card in sack to me.hand": ["hand"],
    "move every card in sack to box": [],
    "swap mixed.first with line.first": ["bag", "deck", "line", "heap", "hand", "spot"],
    "swap line.first with heap.top": [],
}  # fmt: skip


@pytest.mark.parametrize("line", STRICT)
def test_where_a_card_may_come_that_may_not_lie_there(line: str, lower: Lower) -> None:
    found = lower(GIVEN.replace("to act: nothing", f"to act: {line}")).program
    assert [zone.name for zone in found.zones if zone.strict] == STRICT[line]


GEMS = """
cards Gem:
    | copies | name    | size |
    | 2      | "ruby"  | 1    |
    | 1      | "opal"  | 2    |
    | 1      | "pearl" | 3    |
    | 1      | "opal"  | 2    |
    | 3      | "jade"  | 5    |
state:
    shelf: row of Gem, seen by all
"""
ONE_OF = {
    'shelf.first is "pearl"': ("at(shelf, 0) == 12", None),
    'shelf.first is "ruby"': ("one of[at(shelf, 0)]", {9, 10}),
    'shelf.first is "opal"': ("one of[at(shelf, 0)]", {11, 13}),
    'some gem in shelf where gem is "pearl"': ("any gem in items(shelf): (%gem == 12)", None),
    'some gem in shelf where gem is "ruby"': ("any gem in items(shelf): ((%gem >= 9) and (%gem <= 10))", None),
    'some gem in shelf where gem is "jade"': ("any gem in items(shelf): ((%gem >= 14) and (%gem <= 16))", None),
    'some gem in shelf where gem is "opal"': ("any gem in items(shelf): one of[%gem]", {11, 13}),
}


@pytest.mark.parametrize("value", ONE_OF)
def test_whether_a_card_has_a_name(value: str, lower: Lower) -> None:
    written, cards = ONE_OF[value]
    found = lower(f"{GEMS}define asked = {value}\n")
    assert found.line("function asked") == f"function asked() = {written}"
    tables = [table for table in found.program.tables if table.name == "one of"]
    named = [{table.first + place for place, cell in enumerate(table.values) if cell} for table in tables]
    assert named == ([] if cards is None else [cards])


FAULTY = {
    "rounds + 1": False,
    "rounds - 20": False,
    "opener.score + 1": True,
    "opener.score - opener.score": True,
    "rounds * 1000000000": True,
    "rounds * 100000000": False,
    "rounds / 1 rounded down": False,
    "rounds / 2 rounded up": False,
    "rounds / (rounds - 1) rounded down": True,
    "rounds / 0 rounded down": True,
}  # fmt: skip


@pytest.mark.parametrize("value", FAULTY)
def test_which_arithmetic_may_be_a_fault(value: str, lower: Lower) -> None:
    program = lower(f"{GIVEN}define asked = {value}\n").program
    (function,) = [one for one in program.functions if one.name == "asked"]
    assert isinstance(function.value, Binary)
    assert (function.value.rule is not None) is FAULTY[value]


MULTIPLES = {"rounds is a multiple of 1": False, "rounds is a multiple of 3": False, "6 is a multiple of rounds": True}


@pytest.mark.parametrize("value", MULTIPLES)
def test_which_multiple_may_be_a_fault(value: str, lower: Lower) -> None:
    program = lower(f"{GIVEN}define asked = {value}\n").program
    (function,) = [one for one in program.functions if one.name == "asked"]
    (rest,) = [node for node in nodes(function.value) if isinstance(node, Binary) and node.operator == "%"]
    assert (rest.rule is not None) is MULTIPLES[value]


CERTAIN = {
    # what is certain before a game is no question in it
    "1\n    but 2 when two is 2": "2",
    "1\n    but 2 when two is 3": "1",
    "1\n    but 2 when not (two is 3)": "2",
    "1\n    but 2 when - two < 0": "2",
    "1\n    but 2 when - two > 0": "1",
    "1\n    but 2 when two + 1 is 3": "2",
    "1\n    but 2 when two * 3 is 6 and two - 2 is 0": "2",
    "1\n    but 2 when two is 3 and rounds is 1": "1",
    "1\n    but 2 when two is 2 or rounds is 1": "2",
    "1\n    but 2 when count players is 2": "2",
    "1\n    but 2 when count players is 3": "1",
    "1\n    but 2 when rounds is 1": "if (rounds == 1) then 2 else 1",
    "1\n    but 2 when rounds is 1\n    but 3 when two is 2": "3",
    "1\n    but 2 when two is 2\n    but 3 when rounds is 1": "if (rounds == 1) then 3 else 2",
    "two + rounds": "2 + rounds",
    "layered": "3",
}  # fmt: skip


@pytest.mark.parametrize("value", CERTAIN)
def test_what_is_certain_is_reckoned_beforehand(value: str, lower: Lower) -> None:
    given = f"{GIVEN}define two = 2\ndefine layered = 1\n    but 3 when two is 2\n"
    assert lower(f"{given}define asked = {value}\n").line("function asked") == f"function asked() = {CERTAIN[value]}"
