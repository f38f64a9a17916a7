"""What stands on cards: in the author's words, for people alone, and in which colour."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

import interpreter
from interpreter.screen import painting
from interpreter.table.model import CardFace, Table
from interpreter.table.words import whole_card
from interpreter.terminal.paper import Plain

TEXT = """rules 1
game "Faces"
players 2

kind Animal:
    | animal | text              |
    | owl    | "It never sleeps." |
    | snake  | "snake"           |
kind Ink: red, Grey, plain

cards Suspect, face "{coins} coins · proved by {alibi}":
    | name   | coins | alibi      | text                     |
    | "page" | 2     | owl, snake | "He was in the library." |
    | "cook" | 3     | -          | -                        |
cards Guard "guard {bravado}", text "Two of them end the night.": 1 for each bravado in 2 to 3
cards Tile "{ink} tile": 1 for each ink

state:
    line: row of Suspect or Guard or Tile, seen by all
    player.taken: row of Suspect or Guard or Tile, seen by all
    player.friend: Animal or none

define player.coins = sum of suspect.coins for suspect in player.taken where owl is in suspect.alibi
define player.strength = sum of guard.bravado for guard in player.taken
define player.inks = count (tile in player.taken where tile.ink is red)

setup:
    move every suspect to line
    move every guard to line
    move every tile to line

to clear:
    "Take a card."
    pick card in line
    move card to me.taken

to befriend:
    "Make a friend."
    pick animal
    set me.friend to animal

play: repeat 2 times: turns once: choose clear, befriend

winner: highest coins, then highest strength, then highest inks, then shared
"""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    file = tmp_path / "faces.rules"
    file.write_text(TEXT, encoding="utf-8")
    state = interpreter.load(file, backend="python").new(seed=1)
    assert state.player is not None
    return state.table(state.player)


def cards(table: Table) -> Iterator[CardFace]:
    return iter(next(heap for heap in table.common.heaps if heap.name == "line").cards)


def test_the_authors_words_leave_out_what_a_card_has_not(table: Table) -> None:
    assert [whole_card(card) for card in cards(table)][:4] == [
        "page · 2 coins · proved by owl, snake · He was in the library.",
        "cook · 3 coins",
        "guard 2 · Two of them end the night.",
        "guard 3 · Two of them end the night.",
    ]


def test_a_member_that_is_a_colour_colours_the_card(table: Table) -> None:
    tiles = [card for card in cards(table) if card.kind == "Tile"]
    assert [card.colour for card in tiles] == ["red", "gray", None]
    assert [str(painting.card(card).spans[0].style) for card in tiles] == ["bold red", "bold grey70", "bold"]


def test_picks_say_what_stands_on_them(table: Table) -> None:
    assert table.question is not None
    clear, befriend = table.question.answers
    assert (clear.sentence, befriend.sentence) == ("Take a card.", "Make a friend.")
    assert clear.then[0].sentence == "2 coins · proved by owl, snake · He was in the library."
    assert [answer.sentence for answer in befriend.then] == ["It never sleeps.", ""]


def test_signs_that_an_output_has_not_are_replaced() -> None:
    for encoding, wanted in (("ascii", "a - b...  >  caf? ?\n"), ("utf-8", "a · b…  ▸  café ♥\n")):
        kept = io.BytesIO()
        out = io.TextIOWrapper(kept, encoding=encoding)
        Plain(out).lines(["a · b…  ▸  café ♥"])
        assert kept.getvalue().decode(encoding) == wanted
