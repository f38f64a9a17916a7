"""Where what is picked goes: a step with what stands round it, and the lines that surely carry the card."""

from __future__ import annotations

import pytest

from rulelang.ir.model.program import PickItem
from tests.ir.conftest import CARDS, HEAD, Lower

STEP = "to lay:\n    pick chip in me.hand\n"
USUAL = STEP + "    move chip to line\n"
NEEDY = STEP + "    needs me.mark\n    move chip to line\n"
GIVING = STEP + "    give(chip)\nto give(other: Chip):\n    needs me.mark\n    move other to line\n"
CHAIN = "".join(f"to give{number}(c{number}: Chip): give{number + 1}(c{number})\n" for number in range(1, 8))

WAYS: dict[str, list[str]] = {
    # in the step itself
    USUAL: ["move chip to line"],
    STEP + "    move 1 from deck to line\n": [],
    STEP + "    let other = chip\n    move other to line\n": [],
    STEP + "    move chip to line\n    move chip to heap\n": ["move chip to line", "move chip to heap"],
    STEP + "    if me.mark: move chip to line\n": [],
    STEP + "    if me.mark: move chip to line\n    else: move chip to heap\n":
        ["move chip to line", "move chip to heap"],
    STEP + "    if me.mark: move chip to line\n    if rounds is 3: move chip to heap\n": [],
    STEP + "    if count players is 2: move chip to line\n    else: set rounds to 1\n": ["move chip to line"],
    STEP + "    for each player: move chip to line\n": [],
    # in steps that it performs
    GIVING: ["move other to line"],
    STEP + "    give(line.first)\nto give(other: Chip): move other to line\n": [],
    STEP + "    give(1, chip)\nto give(n: 1 to 2, other: Chip): move other to heap at n\n": ["move other to heap at n"],
    STEP + "    give1(chip)\n" + CHAIN + "to give8(last: Chip): move last to heap\n": ["move last to heap"],
    STEP + "    give1(chip)\n" + CHAIN + "to give8(last: Chip): give9(last)\nto give9(it: Chip): move it to heap\n": [],
    # where hooks stand in for it
    USUAL + "before lay: set rounds to 1\n": ["move chip to line"],
    USUAL + "instead of lay when rounds is 3: set rounds to 0\n": [],
    USUAL + "instead of lay when rounds is 3: move chip to heap\n": ["move chip to line", "move chip to heap"],
    USUAL + "instead of lay when count players is 3: set rounds to 0\n": ["move chip to line"],
    USUAL + "instead of lay when rounds is 3:\n    set rounds to 0\n    as usual\n": ["move chip to line"],
    USUAL + "instead of lay:\n    move chip to heap\n    as usual\n": ["move chip to line", "move chip to heap"],
    # a hook that never fires for a step that was chosen
    NEEDY + "instead of lay when not me.mark: set rounds to 0\n": ["move chip to line"],
    NEEDY + "instead of lay when me.mark: set rounds to 0\n": [],
    NEEDY + "instead of lay when not (rounds is 3): set rounds to 0\n": [],
    NEEDY.replace("me.mark", "me.mark or count players is 3") + "instead of lay when not me.mark: set rounds to 0\n":
        ["move chip to line"],
    NEEDY.replace("me.mark", "me.mark or rounds is 3") + "instead of lay when not me.mark: set rounds to 0\n": [],
    NEEDY.replace("me.mark", "me.mark or never") + "instead of lay when not me.mark: set rounds to 0\n"
        "define never = no\n    but count players is 3 when count players > 3\n": ["move chip to line"],
    GIVING + "instead of give when not me.mark: set rounds to 0\n": [],  # nobody has asked before
}  # fmt: skip


@pytest.mark.parametrize("text", WAYS)
def test_the_lines_that_carry_what_is_picked(text: str, lower: Lower) -> None:
    whole = text + "play: turns once: choose lay, pass\nto pass: nothing\n"
    program = lower(whole).program
    [item] = [item for header in program.headers if header.name == "lay" for item in header.items][:1]
    assert isinstance(item, PickItem)
    starts = [int(program.rules[rule].place.partition("@")[2]) for rule in item.goes]
    assert sorted((HEAD + CARDS + whole)[start:].partition("\n")[0] for start in starts) == sorted(WAYS[text])
