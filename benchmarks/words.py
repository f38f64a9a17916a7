"""Games asked word by word, many together: with masks, with masks and what the chooser sees, beside whole choices.

python -m benchmarks.words
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from benchmarks.measure import Spread, in_turn, table
from benchmarks.ours import game
from interpreter.stepwise import Observing, Stepwise
from interpreter.stepwise.together import StepwiseBatch

GAMES = ("werwars", "leduc", "kuhn", "goofspiel", "hanabi")
TOGETHER = 128
SECONDS = 0.2
Way = Callable[[str], Iterator[int]]


def choices(name: str) -> Iterator[int]:
    """Whole choices (`Batch`)."""
    batch = game(name, "native").batch(range(TOGETHER))
    while True:
        yield TOGETHER - batch.step(batch.random_choices()).count(0)


def words(name: str, seen: bool) -> Iterator[int]:
    """Words (`StepwiseBatch`), drawn by chance from the masks."""
    batch = StepwiseBatch(game(name, "native"), range(TOGETHER), seen=seen)
    while True:
        batch.step(batch.random_words())
        yield TOGETHER - batch.players.count(-1)


def one_by_one(name: str) -> Iterator[int]:
    """One game in Python (`Stepwise`), with masks and what the chooser sees."""
    playing, chance, seed = game(name, "native"), Random(1), 0
    observing = Observing(playing)
    while True:
        steps, said, seed = Stepwise(playing.new(seed, log=False)), 0, seed + 1
        while steps.player is not None:
            observing.write(steps, steps.player, [0.0] * observing.size)
            steps.mask()
            steps.apply(steps.random_word(chance))
            said += 1
        yield said


def environment(name: str) -> Iterator[int]:
    """The environment of PettingZoo."""
    from interpreter.adapters.pettingzoo import aec_env

    env, chance, seed = aec_env(game(name, "native")), Random(1), 0
    while True:
        env.reset(seed=seed)
        said, seed = 0, seed + 1
        while not any(env.terminations.values()):
            seen, *_ = env.last()
            env.step(chance.choice(seen["action_mask"].nonzero()[0]))
            said += 1
        yield said


WAYS: dict[str, Way] = {
    "whole choices (Batch)": choices,
    "words, masks": lambda name: words(name, False),
    "words, masks and numbers": lambda name: words(name, True),
    "one by one in Python (Stepwise)": one_by_one,
    "PettingZoo": environment,
}


def rates(name: str) -> list[Spread]:
    """Decisions in a second of CPU time, of each way in every round."""
    return in_turn([way(name) for way in WAYS.values()], SECONDS)


def main() -> None:
    rows = []
    for name in GAMES:
        observing = Observing(game(name))
        rows.append([name, len(observing.words), observing.size, *rates(name)])
    print(f"{TOGETHER} games together.")
    table(["decisions/s", "words", "numbers", *WAYS], rows)


if __name__ == "__main__":
    main()
