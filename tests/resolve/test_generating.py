"""Cards by rule: how many of each there are, and what cannot be reckoned before a game."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.resolve.texts import HEAD, clean, resolve

GAME = """
kind Colour:
    | colour | worth |
    | red    | 3     |
    | green  | 5     |
table often(n: 1 to 3):
    | 1 to 2 | 4 |
    | 3      | 1 |
"""

COPIES = {
    "2 for each colour": {"red": 2, "green": 2},
    "colour.worth for each colour": {"red": 3, "green": 5},
    "colour.worth - 3 for each colour": {"green": 2},
    "colour.worth * 2 + 1 for each colour": {"red": 7, "green": 11},
    "8 - colour.worth for each colour": {"red": 5, "green": 3},
    "colour.worth / 2 rounded down for each colour": {"red": 1, "green": 2},
    "colour.worth / 2 rounded up for each colour": {"red": 2, "green": 3},
    "- (2 - colour.worth) for each colour": {"red": 1, "green": 3},
    "often(n) for each n in 1 to 3": {"1": 4, "2": 4, "3": 1},
    "n for each n in 2 to 6 by 2": {"2": 2, "4": 4, "6": 6},
    "n for each n in 3 to 3": {"3": 3},
    "1 for each player": {"A": 1, "B": 1, "C": 1, "D": 1},
}  # fmt: skip


def cards(line: str) -> str:
    name = line.rsplit(" each ", 1)[1].split()[0]
    return f'cards Chip "{{{name}}}": {line}\n'


@pytest.mark.parametrize("line", COPIES)
def test_how_many_there_are(line: str) -> None:
    found = clean(GAME + cards(line)).types["Chip"].cards
    assert Counter(card.text for card in found) == COPIES[line]


def test_a_card_of_a_player_is_there_if_he_is() -> None:
    found = clean(GAME + cards("1 for each player")).types["Chip"].cards
    assert [card.seats for card in found] == [1, 2, 3, 4]
    assert {card.seats for card in clean(GAME + cards("1 for each colour")).types["Chip"].cards} == {0}


SAID = {
    "colour.worth - 4 for each colour": "RL0421 colour.worth - 4",
    "1 / 0 rounded down for each colour": "RL0421 1 / 0 rounded down",
    "count players for each colour": "RL0421 count players",
    "1 for each n in 1 to count players": "RL0420 n in 1 to count players",
    "1 for each n in 1 to 50001": "RL0427 n in 1 to 50001",
    "1 for each n in 0 to 100000 by 2": "RL0427 n in 0 to 100000 by 2",
}  # fmt: skip


@pytest.mark.parametrize("line", SAID)
def test_what_cannot_be_reckoned(line: str) -> None:
    whole = HEAD + GAME + cards(line)
    _, found = resolve(whole)
    assert SAID[line] in [f"{one.code} {whole[one.span.start : one.span.end]}" for one in found if one.span]


def test_the_most_cards() -> None:
    whole = HEAD + GAME + 'cards Chip "{n}": 0 for each n in 1 to 50000\n'
    program, found = resolve(whole)
    assert [one.code for one in found] == []
    assert program.types["Chip"].cards == ()
