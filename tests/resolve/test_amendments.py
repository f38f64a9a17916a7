"""What the lines of a variant do to the game beneath: what is there afterwards, or what is said."""

from __future__ import annotations

import pytest

from rulelang.resolve.model.program import Program
from tests.resolve.texts import HEAD, clean, resolve

GAME = """
kind Suit: stars, moons
cards Card "{suit} {n}": 1 for each suit, n in 1 to 2
option long: yes or no, normally no
table fee(suit):
    | stars | 1 |
    | moons | 2 |
state:
    deck: pile of Card, seen by nobody
    player.luck: 0 to 9
    luck: 0 to 9
define player.worth = 1
define worth = 2
to nap: nothing
setup: move every card to deck
play: nap
winner: highest luck, then shared
"""


def there(program: Program) -> set[str]:
    tables = (
        program.kinds, program.types, program.options, program.tables, program.places, program.counters,
        program.defines, program.steps,
    )  # fmt: skip
    return {name for table in tables for name in table}


EVERYTHING = there(clean(GAME))

REMOVED = {"nap": {"nap"}, "long": {"long"}, "fee": {"fee"}, "deck": {"deck"}}


@pytest.mark.parametrize("name", REMOVED)
def test_what_is_removed_is_gone(name: str) -> None:
    text = GAME.replace("play: nap", "play: nothing").replace("setup: move every card to deck\n", "")
    program = clean(f'{text}variant "Less":\n    remove {name}\n', variants=("Less",))
    assert EVERYTHING - there(program) == REMOVED[name]


def test_all_of_one_name_are_removed() -> None:
    program = clean(f'{GAME}variant "Less":\n    remove worth\n', variants=("Less",))
    assert sorted(EVERYTHING - there(program)) == ["player.worth", "worth"]


SAID = {
    "remove nop": [("RL0220", "there is no `nop` to remove", "did you mean `nap`?", "nop")],
    "replace to nop: nothing": [("RL0220", "there is no `nop` to replace", "did you mean `nap`?", "nop")],
    "replace define wroth = 3": [("RL0220", "there is no `wroth` to replace", "did you mean `worth`?", "wroth")],
    "also kind Suits: suns": [("RL0220", "there is no `Suits` to add to", "did you mean `Suit`?", "Suits")],
    "but wroth = 3 when yes": [("RL0221", None, "did you mean `worth`?", "wroth")],
    "define worth = 3": [("RL0201", None, None, "worth")],
    "to nap: nothing": [("RL0201", None, None, "nap")],
    "setup: nothing": [("RL0201", None, None, "setup: nothing")],
}  # fmt: skip


@pytest.mark.parametrize("line", SAID)
def test_what_is_said_of_a_line(line: str) -> None:
    whole = f'{HEAD}{GAME}variant "Less":\n    {line}\n'
    _, found = resolve(whole, variants=("Less",))
    said = [(one.code, one.message, one.help, whole[one.span.start : one.span.end]) for one in found if one.span]
    for (code, message, help, quoted), (is_code, is_message, is_help, is_quoted) in zip(SAID[line], said, strict=True):
        assert (code, quoted) == (is_code, is_quoted)
        assert message is None or message == is_message
        assert help is None or help == is_help


def test_where_a_name_was_declared_before_is_told() -> None:
    whole = f'{HEAD}{GAME}variant "Less":\n    define worth = 3\n'
    _, (found,) = resolve(whole, variants=("Less",))
    (label,) = found.labels
    assert whole[label.span.start : label.span.end] == "worth"
    assert label.span.start < found.span.start  # type: ignore[union-attr]


def test_what_is_replaced_is_the_new() -> None:
    variant = (
        'variant "Other":\n    replace kind Suit: suns, moons\n    replace table fee(suit):\n        | suns | 5 |\n'
        "        | moons | 6 |\n    replace setup: nothing\n    replace define worth = 7\n"
    )
    program = clean(GAME + variant, variants=("Other",))
    assert program.kinds["Suit"].members == ("suns", "moons")
    assert [entry.value for entry in program.tables["fee"].entries] == [5, 6]
    assert program.defines["worth"].layers[0].value.value == 7  # type: ignore[union-attr]
    assert program.setup != clean(GAME).setup
