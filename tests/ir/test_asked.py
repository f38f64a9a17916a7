"""Questions about steps and places in the IR: a value, and the function that it becomes."""

from __future__ import annotations

import pytest

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
}  # fmt: skip


@pytest.mark.parametrize("line", STRICT)
def test_where_a_card_may_come_that_may_not_lie_there(line: str, lower: Lower) -> None:
    found = lower(GIVEN.replace("to act: nothing", f"to act: {line}")).program
    assert [zone.name for zone in found.zones if zone.strict] == STRICT[line]
