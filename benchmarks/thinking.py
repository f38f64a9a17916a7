"""How fast players think: worlds drawn, games tried out by `flat`, rounds of `ismcts`, in a second of CPU time.

python -m benchmarks.thinking
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import interpreter
from benchmarks.measure import Run, contest
from interpreter import State
from interpreter.bots.flat import FlatBot
from interpreter.bots.ismcts import IsmctsBot
from interpreter.bots.model import Sight
from interpreter.bots.thinking import Budget, Thinker

TABLES = (
    ("werwars", 3), ("pickpocket", 3), ("edspants", 4), ("leduc", 2), ("goofspiel", 2), ("crazy_eights", 3),
    ("hearts", 4), ("oh_hell", 3),
)  # fmt: skip
BEFORE = 8
"""So many choices into the game somebody thinks, in a shorter one in the middle."""
FIRST = 40_000
SECONDS = 0.1
WAIT = 6.0
"""After so many rounds, and so many seconds, better code is there."""


def state_of(name: str, players: int) -> State:
    """A state in the middle of a game, with a choice."""
    game, found = interpreter.load(name, players=players, backend="native"), list[State]()
    state = game.new(seed=1, log=False)
    while state.many and len(found) <= BEFORE:
        if state.many > 1:
            found.append(state.clone())
        state.apply(state.random_choice())
    return found[len(found) // 2 if state.is_over else -1]


def competitors(state: State) -> dict[str, Run]:
    seat, chance = state.player, random.Random(1)
    assert seat is not None
    draw, sight = state.worlds(seat), Sight(state, seat, state.many)

    def worlds(many: int) -> None:
        for _ in range(many):
            draw(chance)

    def plans(many: int) -> None:
        for _ in range(many):
            state.worlds(seat)

    def thinking(make: Callable[[str, int, Budget], Thinker]) -> Run:
        return lambda games: make("1", seat, Budget(games)).think(sight, random.Random(1))

    return {"plans": plans, "worlds": worlds, "flat": thinking(FlatBot), "ismcts": thinking(IsmctsBot)}


def main() -> None:
    print("| game | players | plans/s | worlds/s | flat, games/s | ismcts, games/s |\n|---|---|---|---|---|---|")
    for name, players in TABLES:
        runs = competitors(state_of(name, players))
        runs["ismcts"](FIRST)
        time.sleep(WAIT)
        rates = contest(runs, seconds=SECONDS)
        print(f"| {name} | {players} | {' | '.join(map(str, rates.values()))} |", flush=True)


if __name__ == "__main__":
    main()
