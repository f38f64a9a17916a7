"""Recorded games: written, read, played again, and refused with the line."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from interpreter import Game, Record, Recorder, State, UnreadableRecord, replay
from interpreter.record_reading import read
from interpreter.records import Move
from tests.interpreter.machine_programs import market


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(market(2), name="market.rules")


def recorded(game: Game, seed: int | str, most: int = 1000) -> tuple[State, Record]:
    state, recorder, draw = game.new(seed), Recorder(game, seed, ("human", "random")), random.Random(3)
    for _ in range(most):
        if state.decision is None:
            break
        choice = draw.choice([choice for choice in state.decision.choices if choice.text != "wait(-1)"])
        recorder.add(state.decision.player, choice.text)
        state.apply(choice)
    return state, recorder.record(state)


TEXT = """\
rulelang record 1
rules market.rules sha256:{hash}
option length is short
players 2
seed 7
seats human random
---
A: gather
B: wait(1)
A: bid(2)
B: bid(0)
--- end: A wins with 2 coins (B 0).
""".format(hash="5eed" * 16)


def test_a_record_is_text_for_people(game: Game) -> None:
    state, recorder = game.new(7), Recorder(game, 7, ("human", "random"))
    for text in ("gather", "wait(1)", "bid(2)", "bid(0)"):
        assert state.decision is not None
        recorder.add(state.decision.player, text)
        state.apply(text)
    assert recorder.record(state).text() == TEXT


@pytest.mark.parametrize("seed", [0, -5, "", "blue moon", 'a "quoted" # seed\n', "7", "ø"])
def test_written_and_read_and_played_again(game: Game, seed: int | str) -> None:
    state, record = recorded(game, seed)
    again = read(record.text())
    assert again == record
    assert replay(game, again) == state
    assert replay(game, record).log(0) == state.log(0)


def test_variants_are_kept() -> None:
    game = Game(evolve(market(2), variants=("The # short game", "Rain")))
    state, record = recorded(game, 1)
    assert 'variant "The # short game"\n' in record.text()
    assert replay(game, read(record.text())) == state


def test_an_unfinished_game(game: Game) -> None:
    state, record = recorded(game, 4, most=2)
    assert record.end == "not finished"
    assert replay(game, read(record.text())) == state


def test_part_of_a_record(game: Game) -> None:
    record = read(TEXT)
    for moves in range(4):
        state = replay(game, record, moves)
        assert state.decision is not None
        assert state.decision.seat == "AB"[moves % 2]
    assert replay(game, record, 4).is_over


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "  \t\n"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace("A: gather", "# the larder is full\nA:gather   # so what"),
        lambda text: text.replace("rulelang", "# my first game\n\n   rulelang"),
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("seed 7", 'seed "7"').replace('"7"', "7"),
    ],
)
def test_what_does_not_matter(game: Game, change: Callable[[str], str]) -> None:
    assert read(change(TEXT)) == read(TEXT)
    assert replay(game, read(change(TEXT))).is_over


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("rulelang record 1\n", "", 1, "this is no record of a game: one begins with `rulelang record 1`"),
        ("record 1", "record 2", 1, "the version that wrote it, or a newer one, can read it"),
        (TEXT, "", 1, "this is no record of a game: one begins with"),
        ("seed 7\n", "", 6, "the head does not say its seed"),
        ("seed 7", 'seed "7', 5, "a text that begins with a quote must end with one"),
        ("seed 7", "seed 7\nseed 8", 6, "seed is said twice"),
        ("players 2", "players two", 4, "`players` is followed by a number"),
        ("length is short", "length", 3, "an option is written as `option NAME is VALUE`"),
        ("players 2", "player 2", 4, "`player 2` is nothing that the head of a record says"),
        ("sha256:", "", 2, "`rules` is followed by a name and `sha256:…`"),
        ("---\nA", "A", 11, "the record is cut off before the line `---`"),
        ("A wins with 2 coins (B 0).\n", "", 12, "the last line is `--- end:` and what came of the game"),
        ("\n--- end: A wins with 2 coins (B 0).\n", "", 11, "the record is cut off in the middle of this line"),
        ("--- end: A wins with 2 coins (B 0).", "---", 12, "the last line is `--- end:` and what came of the game"),
        ("(B 0).\n", "(B 0).\nA: gather\n", 13, "there is something after the end"),
        ("A: gather", "gather", 8, "a choice is written as a player's letter, a colon and the choice"),
        ("B: wait(1)", "B:", 9, "a choice is written as"),
    ],
)  # fmt: skip
def test_what_cannot_be_read(old: str, new: str, line: int, message: str) -> None:
    assert old in TEXT
    with pytest.raises(UnreadableRecord) as wrong:
        read(TEXT.replace(old, new, 1))
    assert (wrong.value.line, message in wrong.value.reason) == (line, True), wrong.value


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("5eed5eed", "5eed5eee", 2, "the rules are not those with which this game was played"),
        ("players 2", "players 3", 4, "3 play in the record, 2 here"),
        ("players 2", "variant \"Rain\"\nplayers 2", 4, "the record has other variants"),
        ("is short", "is long", 3, "option length is long in the record, short here"),
        ("A: gather", "B: gather", 8, "it is A's turn to choose, not B's"),
        ("A: gather", "A: gatehr", 8, "A cannot choose `gatehr`; near it: gather"),
        ("A: gather", "A: wait(-1)", 8, "wait"),
        ("A: bid(2)", "A: bid(4)", 10, "A cannot choose `bid(4)`"),
        ("B: bid(0)\n", "B: bid(0)\nA: gather\n", 12, "the game is over before this line"),
        ("A wins", "B wins", 12, "the game ends otherwise: A wins with 2 coins (B 0)."),
        ("B: bid(0)\n", "", 11, "the game goes on where the record ends"),
        ("A wins with 2 coins (B 0).", "not finished", 12, "the game ends otherwise: A wins with 2 coins (B 0)."),
    ],
)  # fmt: skip
def test_what_cannot_be_played_again(game: Game, old: str, new: str, line: int, message: str) -> None:
    assert old in TEXT
    with pytest.raises(UnreadableRecord) as wrong:
        replay(game, read(TEXT.replace(old, new, 1)))
    assert (wrong.value.line, message in wrong.value.reason) == (line, True), wrong.value
    assert str(wrong.value).startswith(f"line {line}: ")


def test_a_move_does_not_depend_on_its_line() -> None:
    assert Move("A", "gather", 3) == Move("A", "gather")


@given(st.text() | st.lists(st.sampled_from(TEXT.splitlines()) | st.text(max_size=20)).map("\n".join))
def test_any_text_is_a_record_or_is_refused(text: str) -> None:
    for whole in (text, TEXT + text, TEXT.replace("seed 7", f"seed {text}"), TEXT.replace("A: gather", text)):
        record = _read_or_line(whole)
        if isinstance(record, int):
            assert 0 < record <= len(whole.split("\n")) + whole.count("\r")
        else:
            assert read(record.text()) == record


def _read_or_line(text: str) -> Record | int:
    try:
        return read(text)
    except UnreadableRecord as refused:
        return refused.line
