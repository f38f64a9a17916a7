"""What each pass makes of small programs: the lines of the dump that it changes, and that it may leave all as it is."""

from __future__ import annotations

from difflib import unified_diff

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.ir.dump import dump
from rulelang.ir.optimise import NAMES, optimised
from tests.ir.conftest import Lower

PLAY = "\nplay:\n    turns from opener: choose act\n\nwinner: highest score\n"
CASES = {
    "hoist-asked_first": """
to act:
    pick card in me.hand
    pick colour
    needs me.score < 3 else "enough"
    needs card.colour is colour else "another one"
    move card to heap
""",
    "hoist-fault_stays": """
to act:
    pick card in me.hand
    needs 10 / me.score rounded up > 2 else "enough"
    move card to heap
""",
    "knowledge-all_differ": """
to act:
    pick card in me.hand
    show card to all
    move card to heap
""",
    "order-mixed_pile": """
to act:
    pick card in me.hand
    move card to heap

after act: move 1 from deck to me.hand

setup:
    move every chip to deck
    shuffle deck
    for each player: move 3 from deck to player.hand
""",
    "order-put_on_top": """
to act:
    pick card in me.hand
    move card to deck
    move 1 from deck to me.hand

setup:
    move every chip to deck
    shuffle deck
    for each player: move 3 from deck to player.hand
""",
    "order-dealt_onto": """
to act:
    pick card in me.hand
    move card to line
    move 1 from deck to heap
    move 1 from heap to me.hand

setup:
    move every chip to deck
    shuffle deck
    for each player: move 3 from deck to player.hand
""",
    "order-rising_row": """
to act:
    pick card in line
    move card to me.hand

setup: move every chip to line
""",
    "order-row_added_to": """
to act:
    pick card in line
    move card to me.hand

to put:
    pick card in me.hand
    move card to line

setup: move every chip to line
""",
    "together-a_hand": """
to act:
    pick card in me.hand
    move every chip in me.hand to bag
    for each player in me.others: move every chip in player.hand to me.hand
    for each chip in bag: move chip to heap
""",
    "together-everything": """
to act:
    move every chip to bag
    move every chip to heap
""",
    "together-in_between": """
to act:
    pick card in me.hand
    for each chip in me.hand:
        move chip to bag
        add 1 to me.score
    move every chip in me.hand where chip.worth > 1 to heap
""",
    "seats-everybody": """
to act:
    pick card in me.hand
    move card to line

play:
    for each player: player chooses act
    for each player in opener.others: player chooses act
    for each player where player.score > 1: player chooses act

winner: highest score
""",
    "seats-from_somebody": """
to act:
    pick card in me.hand
    move card to line

play: turns once from opener.left where me.score < 3: choose act

winner: highest score
""",
    "sources-picked": """
to act:
    pick card in me.hand
    pick both: 2 of Chip in bag
    move card to line
    move both to me.hand
    move (first chip in line, by lowest worth) to bag
""",
    "sources-without_who_has_it": """
to give(chip, target: Player): move chip to target.hand

to act:
    pick card in me.hand
    do give(card, opener)
""",
    "sources-with_who_has_it": """
to give(chip):
    move chip to line
    add 1 to me.score

to act:
    pick card in me.hand
    do give(card)
""",
    "sources-asked_where": """
to act:
    pick card in me.hand
    move card to line
    swap line.first with heap.top
""",
    "order-top_looked_at": """
to act:
    pick card in me.hand where card.colour is heap.top.colour
    move card to heap

setup:
    move every chip to heap
    shuffle heap
    for each player: move 3 from heap to player.hand
""",
}
NEEDED = {"order": ["knowledge"], "together": ["knowledge"], "sources": ["knowledge", "together"]}
"""Without which passes another one does nothing."""


@pytest.mark.parametrize("case", CASES)
def test_what_a_pass_changes(case: str, lower: Lower, text_snapshot: SnapshotAssertion) -> None:
    name = case.split("-")[0]
    text = CASES[case] + ("" if "play:" in CASES[case] else PLAY)
    program = lower(text.replace("choose act", "choose act, put") if "to put" in text else text).program
    others = [other for other in NAMES if other != name and other not in NEEDED.get(name, ())]
    changed = unified_diff(
        dump(optimised(program, [*others, name])).splitlines(),
        dump(optimised(program, others)).splitlines(),
        "before", "after", lineterm="", n=0,
    )  # fmt: skip
    assert "\n".join(changed) + "\n" == text_snapshot
