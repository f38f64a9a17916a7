"""Generated games: both engines do the same, and nobody is told what they cannot see.

Many more are played by `python -m tests.generated.sweep`.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from interpreter.alike import pairs, swapped
from interpreter.game import Game
from interpreter.machine.engine import GameFault
from interpreter.state import State
from rulelang.compiling import project_from_text
from tests.generated.playing import played
from tests.generated.programs import programs
from tests.generated.sweep import text_of

QUICK = settings(
    max_examples=60,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
SEEDS, TEXTS = range(2), range(60)


@pytest.mark.filterwarnings("ignore:The recursion limit")
@QUICK
@given(programs())
def test_both_engines_play_the_same(text: str) -> None:
    pytest.importorskip("llvmlite", reason="llvmlite is not installed, so there is no native code here")
    played(text, 1, whole=len(text) % 8 == 0)


def test_most_programs_check_clean() -> None:
    found = Counter(_compiled(text_of(number)) is not None for number in TEXTS)
    assert found[True] > 0.8 * len(TEXTS)


def test_hidden_cards_may_change_over_unnoticed() -> None:
    """What a player sees and is asked stays as it is when two cards change over that the player cannot tell apart."""
    compared = 0
    for number in TEXTS:
        game = _compiled(text_of(number))
        if game is not None:
            compared += sum(_swapped(game, seed) for seed in SEEDS)
    assert compared > 100


def _compiled(text: str) -> Game | None:
    project = project_from_text(text)
    program = project.compile().program
    return Game(program) if program is not None else None


def _swapped(game: Game, seed: int) -> int:
    """Plays some way into a game; how many states were held against one that a player cannot tell from it."""
    draw, compared = random.Random(seed), 0
    try:
        state = game.new(seed)
        for _ in range(3):
            if state.decision is None:
                break
            for player in range(game.players):
                compared += _unnoticed(state, player, draw)
            state.apply(draw.randrange(state.many))
    except GameFault:
        return compared
    return compared


def _unnoticed(state: State, player: int, draw: random.Random) -> int:
    among = pairs(state, player)
    chosen = draw.sample(among, min(len(among), 3))
    for pair in chosen:
        other = swapped(state, *pair)
        assert other.view(player).to_dict() == state.view(player).to_dict(), state.game.program.title
        if state.player == player:
            assert other.decision is not None
            assert state.decision is not None
            assert other.decision.texts == state.decision.texts
    return len(chosen)
