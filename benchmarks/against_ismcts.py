"""Our search beside that of OpenSpiel: how fast, and how well.

python -m benchmarks.against_ismcts                    speed at the first choice of games that both have, then strength
python -m benchmarks.against_ismcts --games 2000 --rounds 1000

Speed is in games tried out for one choice, for each second of CPU time; all take turns in one process.  For strength
both sit at one table of Leduc or Kuhn poker: the cards are dealt by our game, and OpenSpiel's own game is led along.
Each bot sees only its own game, and has the same budget.  The payoff is ours, its interval that of the mean (95 %).
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from itertools import count
from typing import Any

import interpreter
from benchmarks.measure import Run, contest, print_rates
from benchmarks.strength import Mean
from interpreter import Game
from interpreter.bots import made
from interpreter.bots.ismcts import IsmctsBot
from interpreter.bots.model import Sight
from interpreter.bots.thinking import Budget

SHARED = {
    ("kuhn", 2): "kuhn_poker",
    ("leduc", 2): "leduc_poker",
    ("oh_hell", 3): "oh_hell(players=3)",
    ("hearts", 4): "hearts",
    ("euchre", 4): "euchre",
}
OURS, NATIVE, PYTHON = "ismcts", "OpenSpiel's ISMCTSBot (C++)", "OpenSpiel's ISMCTSBot (Python)"
CURIOSITIES = (2.0, 5.0, 13.0)
"""What OpenSpiel's search is tried with: it does not scale payoffs."""


def bot(peer: Any, rounds: int, curiosity: float, seed: int = 1) -> Any:
    """OpenSpiel's own, in C++."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    most = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return pyspiel.ISMCTSBot(seed, evaluator, curiosity, rounds, -1, most, False, False)


def python_bot(peer: Any, rounds: int, curiosity: float) -> Any:
    """The same in Python."""
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    most = ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    given = {"random_state": np.random.RandomState(1), "final_policy_type": most}
    return ismcts.ISMCTSBot(peer, evaluator, curiosity, rounds, **given)


# ---------------------------------------------------------------- speed


def first_choice(peer: Any) -> Any:
    state, chance = peer.new_initial_state(), random.Random(1)
    while state.is_chance_node():
        state.apply_action(chance.choice(state.chance_outcomes())[0])
    return state


def theirs(peer: Any, make: Any) -> Run:
    state = first_choice(peer)
    return lambda rounds: make(peer, rounds + 1, 2.0).step(state)  # with one round it fails


def ours(game: Game) -> Run:
    state = game.new(seed=1, log=False)
    seat = state.player
    assert seat is not None
    sight = Sight(state, seat, state.many)
    return lambda rounds: IsmctsBot("1", seat, Budget(rounds)).think(sight, random.Random(1))


def speed() -> None:
    import pyspiel

    for (name, players), theirs_is in SHARED.items():
        peer = pyspiel.load_game(theirs_is)
        game = interpreter.load(name, players=players)
        competitors = {
            NATIVE: theirs(peer, bot),
            PYTHON: theirs(peer, python_bot),
            OURS: ours(game),
        }
        for _ in range(3):  # until the better code is there
            competitors[OURS](20_000)
        print_rates(name, contest(competitors), [NATIVE, PYTHON])


# ---------------------------------------------------------------- strength


ACTIONS = {
    "leduc": {"fold": 0, "call": 1, "raise": 2},
    "kuhn": {"check": 0, "fold": 0, "bet": 1, "call": 1},
}
"""What OpenSpiel calls our choices."""


class Table:
    """One game of poker that both play along."""

    def __init__(self, name: str, game: Game, peer: Any, seed: str) -> None:
        self.actions = ACTIONS[name]
        self.game, self.state, self.peer = game, game.new(seed=seed, log=False), peer.new_initial_state()
        self.zones = [zone.name for zone in game.zones]
        for seat in ("A", "B"):
            self.deal(f"{seat}.hand")

    def deal(self, place: str) -> None:
        """Deals to OpenSpiel's game what lies in a place of ours."""
        [card] = self.game.layout.cards_in(self.state.array, self.zones.index(place))
        self.peer.apply_action(card)

    def choose(self, choice: int) -> None:
        """A choice by its place, in both games."""
        text = self.texts()[choice]
        self.state.apply(choice)
        self.peer.apply_action(self.actions[text])
        if self.peer.is_chance_node():
            self.deal("board")

    def texts(self) -> list[str]:
        decision = self.state.decision
        assert decision is not None
        return decision.texts


def played(table: Table, seat: int, mine: str, other: Any, seed: str) -> float:
    """What one game pays to our bot."""
    bots = made(mine, seed, seat)
    while (player := table.state.player) is not None:
        if player == seat:
            table.choose(bots.choose(Sight(table.state, seat, table.state.many)))
            continue
        action = other.step(table.peer)
        table.choose([table.actions[text] for text in table.texts()].index(action))
    assert table.peer.is_terminal()
    assert list(table.peer.returns()) == [float(worth) for worth in table.state.returns]
    return float(table.state.returns[seat])


def strength(games: int, rounds: int) -> None:
    import pyspiel

    print("| game | ours | against | curiosity | games | payoff |\n|---|---|---|---|---|---|")
    for name, theirs_is in (("leduc", "leduc_poker"), ("kuhn", "kuhn_poker")):
        game, peer = interpreter.load(name, players=2), pyspiel.load_game(theirs_is)
        for curiosity in CURIOSITIES:
            seeds = count(1)
            found = [
                played(Table(name, game, peer, f"beside/{number // 2}"), number % 2, f"ismcts:{rounds}",
                       bot(peer, rounds, curiosity, next(seeds)), str(number))
                for number in range(games)
            ]  # fmt: skip
            mean = Mean.of(found)
            print(f"| {name} | ismcts:{rounds} | {NATIVE}, {rounds} | {curiosity:g} | {games} | "
                  f"{mean.value:.2f} ± {mean.about:.2f} |", flush=True)  # fmt: skip


def main(words: Sequence[str] = ()) -> None:
    options = argparse.ArgumentParser(prog="python -m benchmarks.against_ismcts")
    options.add_argument("--games", type=int, default=1000, help="for each match")
    options.add_argument("--rounds", type=int, default=1000, help="for each choice")
    said = options.parse_args(list(words))
    try:
        import pyspiel  # noqa: F401
    except ModuleNotFoundError:
        print("OpenSpiel: left out, it is not installed (pip install open_spiel).\n")
        return
    speed()
    strength(said.games, said.rounds)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
