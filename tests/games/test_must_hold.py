"""Every game in `games/`, at every number of players and in every variant: games that were played once are played so
for ever, 1,000 random games come to their end, and people are seldom asked where there is nothing to choose.

What else must hold of every game stands in `test_every_game.py` (what is hidden changes nothing), in
`tests/native/test_games.py` (both engines are equal); `.ci/run` checks all games (no mistakes).
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from interpreter import Game
from interpreter.simulate import Plan, play_all
from tests.games.test_every_game import configurations, made, name

PINNED = Path(__file__).parent / "pinned.txt"
GAMES = 1_000
SELDOM = 0.1
FOLLOWING = "suit is followed, and the last card of a hand is played"
DRAWING = "who has nothing to play draws, and is asked as in the games that it is held against"
FORCED = {
    "crazy_eights": (0.26, DRAWING),
    "cribbage": (0.48, "who has nothing to peg says go, as in the games that it is held against"),
    "euchre": (0.37, FOLLOWING),
    "expedition": (0.26, FOLLOWING),
    "hearts": (0.22, FOLLOWING),
    "letters": (0.27, "of two players one is the rival, and the aunt forbids a letter"),
    "liars_dice": (0.18, "above the highest bid there is only doubt"),
    "magpie": (0.42, "the first trinket of a turn is taken, never left"),
    "oh_hell": (0.41, FOLLOWING),
    "pickpocket": (0.53, "the last thief in the inn goes on, and hands are soon empty; of two, one is warned"),
    "spades": (0.23, FOLLOWING),
    "tiny_bridge": (0.2, "above the highest contract there is only declining"),
    "werwars": (0.4, "who cannot feed anybody gathers"),
}
"""The largest share of choices of one that the rules of a game want, of any number of players, and why."""


def fewest_first() -> list[object]:
    """Each game and variant with the fewest players; the others take long."""
    found: list[object] = []
    seen = set()
    for each in configurations():
        file, _, variants = each
        found.append(pytest.param(each, marks=pytest.mark.slow if (file, variants) in seen else (), id=name(each)))
        seen.add((file, variants))
    return found


@pytest.mark.parametrize("configuration", fewest_first())
def test_recorded_games_stay_as_they_were(configuration: tuple[Path, int, tuple[str, ...]]) -> None:
    """One whole game: how many choices it had, a hash of them, how it ended.  If a game is meant to be another one from
    now on, its line in `pinned.txt` is written anew.
    """
    lines = PINNED.read_text(encoding="utf-8").splitlines()
    assert f"{name(configuration)}: {summary(made(configuration))}" in lines


def test_every_game_is_pinned_once() -> None:
    lines = PINNED.read_text(encoding="utf-8").splitlines()
    assert sorted(line.partition(": ")[0] for line in lines) == sorted(map(name, configurations()))


def summary(game: Game) -> str:
    state, moves = game.new(seed=13, log=False), []
    while state.decision is not None:
        choice = state.random_choice()
        moves.append(f"{state.decision.player}: {choice.text}")
        state.apply(choice)
    digest = sha256("\n".join(moves).encode()).hexdigest()[:16]
    return f"{len(moves)} choices, {digest}: {state.result.why if state.result else 'not over'}"


@pytest.mark.slow
@pytest.mark.parametrize("configuration", configurations(), ids=name)
def test_a_thousand_random_games_end(configuration: tuple[Path, int, tuple[str, ...]]) -> None:
    program = made(configuration).program
    games = list(play_all(Game(program, "native"), Plan("must hold", GAMES, ("random",), watch=False)))
    assert len(games) == GAMES
    assert [each for each in games if each.result is None] == []
    decisions = sum(each.decisions for each in games)
    alone = 1 - sum(each.real for each in games) / decisions if decisions else 0.0
    assert alone <= FORCED.get(configuration[0].stem, (SELDOM, ""))[0]
