"""What players remember, kept up by machine code: the numbers of Python but for fingerprints, and nothing hidden."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest
from attrs import define, field

pytest.importorskip("llvmlite")

import interpreter
from interpreter import Game, State
from interpreter.loading import bundled
from interpreter.native.plan import FINGERPRINT
from interpreter.stepwise import Memory, Recall, Stepwise
from interpreter.stepwise.planning import plan_of
from interpreter.stepwise.together import StepwiseBatch

Numbers: TypeAlias = tuple[float, ...]


@define
class Remembering:
    """One game in Python: what each seat remembers, and the words said of the choice that is being spelt."""

    recall: Recall
    steps: Stepwise
    memories: list[Memory]
    said: list[int] = field(factory=list)

    @classmethod
    def of(cls, recall: Recall, state: State) -> Remembering:
        return cls(recall, Stepwise(state), [Memory(recall, seat) for seat in range(state.game.players)])

    def now(self) -> Numbers:
        seat, state = self.steps.state.decision.player, self.steps.state
        return tuple(self.memories[seat].now(state, state.log(seat), tuple(self.said)))

    def say(self, word: int) -> None:
        state = self.steps.state
        self.said.append(word)
        choice = self.steps.choice(word)
        if choice is not None:
            seat, text = state.decision.player, state.decision.texts[choice]
            self.memories[seat] = self.memories[seat].chose(state, state.log(seat), tuple(self.said), text)
            self.said.clear()
        self.steps.apply(word)

    def again(self) -> Remembering:
        state = self.steps.state.clone()
        state.again()
        return Remembering.of(self.recall, state)


def remembered(recall: Recall, game: Game, seeds: int, words: int) -> Iterator[tuple[int, Numbers, Numbers]]:
    """Random games: who is asked, what it remembers as Python says it, and as machine code does."""
    chance = Random(1)
    batch = StepwiseBatch(game, range(seeds), recall=recall, pipeline="fast")
    games = [Remembering.of(recall, game.new(seed)) for seed in range(seeds)]
    for _ in range(words):
        said = []
        for number, one in enumerate(games):
            seat = one.steps.player
            assert batch.players[number] == (-1 if seat is None else seat)
            if seat is None:
                games[number] = one.again()
                said.append(0)
            else:
                start = (number * game.players + seat) * recall.size
                yield seat, one.now(), tuple(batch.memories[start : start + recall.size])
                said.append(chance.choice(one.steps.legal))
                one.say(said[-1])
        batch.step(said)


def without_fingerprints(recall: Recall, numbers: Numbers) -> Numbers:
    left = list(numbers)
    for row in range(recall.rows):
        end = 2 + (row + 1) * recall.width
        left[end - FINGERPRINT : end] = [0.0] * FINGERPRINT
    return tuple(left)


def held_against_python(game: Game, seeds: int, words: int, rows: int | None = None) -> tuple[int, int]:
    """How many information states came up, and how many machine code tells apart."""
    recall = Recall(game, rows)
    found: dict[tuple[int, Numbers], Numbers] = {}
    for seat, python, native in remembered(recall, game, seeds, words):
        assert without_fingerprints(recall, native) == without_fingerprints(recall, python)
        assert found.setdefault((seat, python), native) == native  # nothing is told that the player does not know
    return len(found), len({(seat, native) for (seat, _), native in found.items()})


@pytest.mark.parametrize("name", sorted(bundled()))
def test_what_is_remembered_is_what_python_remembers(name: str) -> None:
    game = interpreter.load(name, backend="native")
    if plan_of(game) is None:
        pytest.skip("machine code cannot ask this game word by word")
    many, apart = held_against_python(game, seeds=2, words=25, rows=3)
    assert many == apart > 1


@pytest.mark.parametrize(("name", "players"), [("kuhn", 2), ("kuhn", 3), ("leduc", 2), ("liars_dice", 2)])
def test_different_information_states_are_told_apart(name: str, players: int) -> None:
    many, apart = held_against_python(interpreter.load(name, players, backend="native"), seeds=60, words=25)
    assert many == apart > 10


TOLD = """
rules 1
game "Told"
players 2
cards Disc "{size}": 1 for each size in 1 to 8
state:
    dark: pile of Disc, seen by nobody
    player.hand: hand of Disc, seen by owner
    player.aside: pile of Disc, seen by nobody
    rounds: 0 to 99
to nod: add 0 to rounds
to shake: add 0 to rounds
to lay_by:
    pick disc in me.hand
    move disc to me.aside
setup:
    move every disc to dark
    shuffle dark
    for each player: move 3 from dark to player.hand
play:
    repeat 2 times: turns once: choose nod, shake
    repeat 2 times: turns once: choose lay_by
    repeat 2 times: turns once: choose nod, shake
winner: highest points, then shared
define player.points = 1
"""


def test_what_changes_nothing_is_heard_and_what_is_laid_by_is_not(tmp_path: Path) -> None:
    path = tmp_path / "told.rules"
    path.write_text(TOLD, encoding="utf-8")
    many, apart = held_against_python(interpreter.load(path, backend="native"), seeds=80, words=14)
    assert many == apart > 500


def test_memories_go_into_the_callers_buffer() -> None:
    game = interpreter.load("leduc", backend="native")
    recall = Recall(game)
    memories = array("f", bytes(4 * 3 * 2 * recall.size))
    batch = StepwiseBatch(game, range(3), recall=recall, memories=memories, pipeline="fast")
    assert batch.memories is memories
    assert [memories[(2 * one + batch.players[one]) * recall.size] for one in range(3)] == [1.0] * 3
    with pytest.raises(ValueError, match="a buffer of"):
        StepwiseBatch(game, range(2), recall=recall, memories=memories, pipeline="fast")
