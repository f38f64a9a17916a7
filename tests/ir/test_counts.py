"""How many cards lie where, between which numbers counters lie, what is never reached: texts with what is said."""

from __future__ import annotations

import pytest

from rulelang.compiling import project_from_text
from tests.ir.conftest import CARDS, HEAD
from tests.ir.test_absent import PLAY, SET_UP, STATE

CARDS = CARDS.replace("1 for each", "3 for each")
CODES = ("RL0532", "RL0533", "RL0534", "RL0535", "RL0536")
PLACES = """
state:
    slot: slot of Chip, seen by all
    pair: row of up to 2 Chip, seen by all
    few: 0 to 3
"""


def told(rules: str, play: str = PLAY, head: str = HEAD) -> list[tuple[str, str]]:
    """What is said, as the last two digits of its code and the words that it stands at."""
    text = head + CARDS + STATE + PLACES + rules + play + (SET_UP if "setup" not in rules else "")
    found = project_from_text(text).check()
    assert not [one for one in found if one.is_error], found
    return [(one.code[-2:], text[one.span.start : one.span.end]) for one in found if one.code in CODES]


DRAW = "to act: move {} from deck to me.hand"


SWAP = "to act:\n    move {} from deck to heap\n    swap heap with {}"


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        # deals: 27 chips, of which 2 are dealt to each of 2 to 4 players
        (DRAW.format(20), ["32 move 20 from deck to me.hand"]),  # with 4 players 19 are left
        (DRAW.format(19), []),
        (DRAW.format("up to 30"), []),
        ("to act:\n    needs count deck >= 26\n    move 1 from deck to me.hand", ["35 count deck >= 26"]),
        ("to act:\n    if count deck >= 26: move 1 from deck to me.hand", ["36 count deck >= 26"]),
        ("to act: move 3 from heap to me.hand\nbefore act: move 3 from deck to heap", []),
        ("to act: move 3 from slot to me.hand\nbefore act: move 1 from deck to slot",
         ["32 move 3 from slot to me.hand"]),
        ("to act:\n    move every chip in heap to deck\n    move 1 from heap to me.hand",
         ["32 move 1 from heap to me.hand"]),
        ("to act:\n    move every chip to deck\n    move 27 from deck to heap\n    move heap to bag", []),
        ("to act:\n    move every chip to deck\n    move 27 from deck to heap\n    move 1 from deck to bag",
         ["32 move 1 from deck to bag"]),
        ("to act:\n    for each player: move 4 from deck to player.hand", []),
        ("to act:\n    for each player: move 8 from deck to player.hand", ["32 move 8 from deck to player.hand"]),
        ("to act:\n    repeat 5 times: move 5 from deck to heap", ["32 move 5 from deck to heap"]),
        ("to act:\n    repeat 5 times:\n        if me.mark: move 5 from deck to heap\nbefore act: set me.mark to yes",
         []),
        ("to act:\n    move 3 from deck to heap\n    swap deck with heap\n    move 3 from deck to me.hand", []),
        ("to act:\n    move every chip to heap\n    swap deck with heap\n    move 27 from deck to bag", []),
        # places with room for some
        ("to act:\n    move 1 from deck to slot\n    move 1 from deck to slot", ["33 move 1 from deck to slot"]),
        ("to act:\n    move slot to heap\n    move 1 from deck to slot", []),
        ("to act:\n    needs slot is not empty\n    move 1 from deck to slot", ["35 slot is not empty"]),
        ("to act:\n    if slot is empty: move 1 from deck to slot\n    move 1 from deck to slot",
         ["33 move 1 from deck to slot"]),
        ("to act: move 3 from deck to pair", ["33 move 3 from deck to pair"]),
        ("to act:\n    pick two: 2 of Chip in me.hand\n    move two to slot", ["33 move two to slot"]),
        ("to act:\n    pick two: 2 of Chip in me.hand\n    move two to pair", []),
        ("to act:\n    pick chip in me.hand\n    move chip to slot\n    move chip to slot", []),  # it is the same one
        (SWAP.format(3, "pair"), ["33 swap heap with pair"]),
        (SWAP.format(2, "pair"), []),
        # counters
        ("to act: add 4 to few", ["34 add 4 to few"]),
        ("to act: add 2 to few", []),
        ("to act:\n    set few to 2\n    add 2 to few", ["34 add 2 to few"]),
        ("to act:\n    set few to 0\n    add 1 to few\n    add 1 to few\n    add 1 to few", []),
        ("to act:\n    if few < 3: add 1 to few", []),
        ("to act: set few to count deck", ["34 set few to count deck"]),
        # needs
        ("to act:\n    needs few > 1\n    needs few < 2\n    set few to 1", ["35 few > 1"]),
        ("to act:\n    needs few < 2\n    needs few > 1\n    set few to 1", ["35 few > 1"]),
        ("to act:\n    needs count players > 2\n    set few to 1", []),  # so it is with three
        ("to act:\n    needs count me.hand > 27\n    set few to 1", ["35 count me.hand > 27"]),
        ("to act:\n    needs count me.hand > 2\n    move 1 from deck to heap", ["35 count me.hand > 2"]),
        # what is never reached
        ("to act: give\nto give:\n    if few is 2: set few to 1", ["36 few is 2"]),
        ("to act: give\nto give:\n    if few is 0: set few to 0\n    else: set few to 1", ["36 few is 0"]),
        ("to act: give\nto give:\n    if few is 2: set few to 1\nafter act: add 1 to few", []),
        # who is gone through is decided once, whatever a pass changes
        ("to act:\n    for each player where few <= player.score: add 1 to few\n"
         "after act:\n    if few is 2: set few to 0", []),
        ("to act:\n    for each chip in line:\n        move line to heap\n        add 1 to few\n"
         "before act: move 2 from deck to line\nafter act:\n    if few is 2: set few to 0", []),
        ("to act: set few to 1\nto give: set few to 2\nafter act:\n    if few is 2: give", ["36 give"]),
    ],
)  # fmt: skip
def test_what_is_told(rules: str, expected: list[str]) -> None:
    assert told(rules) == [tuple(one.split(" ", 1)) for one in expected]


OPTION = HEAD + "option long: yes or no, normally no\n"
VARIANT = '\nvariant "Long":\n    after act: set few to 2\n'


@pytest.mark.parametrize(
    ("rules", "head"),
    [
        ("to act:\n    if long is yes: set few to 1\n    if few is 1: set me.mark to yes", OPTION),
        ("to act:\n    needs long is yes or few is 0\n    needs long is no or few > 0\n    set few to 0", OPTION),
        ("to act:\n    if long is yes and loud is yes: set few to 1", OPTION + "option loud: yes or no, normally no\n"),
        ("to act: set me.mark to no\nafter act:\n    if few is 2: set few to 0" + VARIANT, HEAD),
    ],
)
def test_options_and_variants_count(rules: str, head: str) -> None:
    """What another value of an option or a variant reaches is reached."""
    assert told(rules, head=head) == []


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (DRAW.format(20), "`move 20 from deck to me.hand` never finds so many cards with 4 players: 20 are wanted, and "
         "19 are there"),
        ("to act: add 4 to few", "`add 4 to few` always leaves the bounds: it would be 4, and may be 0 to 3"),
        ("to act: move 3 from deck to pair", "`move 3 from deck to pair` never finds room: 3 cards would lie there, "
         "and 2 may"),
    ],
)  # fmt: skip
def test_the_numbers_are_told(rules: str, message: str) -> None:
    text = HEAD + CARDS + STATE + PLACES + rules + PLAY + SET_UP
    assert [one.message for one in project_from_text(text).check() if one.code in CODES] == [message]


@pytest.mark.parametrize(
    "rules",
    [
        "to act: set me.mark to no\nafter act:\n    if few is 2: set few to 0\n"
        'scenario "few":\n    given few is 2\n    when A\'s turn begins\n    when A chooses act\n    then few is 0\n',
        "to act:\n    needs slot is not empty\n    move slot to heap\n"
        'scenario "slot":\n    given slot is Chip(colour red, worth 1)\n    when A\'s turn begins\n'
        "    when A chooses act\n"
        "    then slot is empty\n",
    ],
)
def test_what_scenarios_set_counts(rules: str) -> None:
    """A rule that a test carries out is no dead one."""
    assert told("", play="\n" + rules + PLAY) == []


def test_steps_that_ask_for_each_other_are_looked_at_once() -> None:
    """Each asks for the next one twice: what is asked of the last must not double with each."""
    steps = [f"to s{n}:\n    needs me can s{n + 1} or me can s{n + 1}\n    add 1 to few" for n in range(18)]
    rules = "\n".join(["to act:\n    needs me can s0\n    add 1 to few", *steps, "to s18: add chief.score to me.score"])
    assert told(rules) == []


def test_numbers_of_players_are_told_in_their_order() -> None:
    """The fewest and the most are looked at before those between them."""
    text = HEAD + CARDS + STATE + PLACES + DRAW.format(20) + PLAY + SET_UP
    text = text.replace("players 2 to 4", "players 2 to 5").replace("move 20", "move 18")
    found = [one.message for one in project_from_text(text).check() if one.code in CODES]
    assert found == [
        "`move 18 from deck to me.hand` never finds so many cards with 5 players: 18 are wanted, and 17 are there"
    ]
    found = [one.message for one in project_from_text(text.replace("move 18", "move 20")).check() if one.code in CODES]
    assert found == [
        "`move 20 from deck to me.hand` never finds so many cards with 4 or 5 players: 20 are wanted, and 17 to 19 "
        "are there"
    ]
