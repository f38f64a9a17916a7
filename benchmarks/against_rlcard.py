"""The backends beside RLCard, for the game that both have: Leduc poker.

python -m benchmarks.against_rlcard
"""

from __future__ import annotations

from importlib import import_module

from benchmarks.measure import Run, contest, print_rates
from benchmarks.ours import all_of, driven

RLCARD = "RLCard"


def theirs() -> Run:
    rlcard, agents = import_module("rlcard"), import_module("rlcard.agents")
    env = rlcard.make("leduc-holdem", config={"seed": 1})
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def run(games: int) -> None:
        for _ in range(games):
            env.run(is_training=False)

    return run


def main() -> None:
    try:
        competitor = theirs()
    except ModuleNotFoundError:
        print("RLCard: left out, it is not installed (pip install rlcard).\n")
        return
    ours = all_of("leduc") | driven("leduc")
    print_rates("leduc", contest({RLCARD: competitor, **ours}), [RLCARD])


if __name__ == "__main__":
    main()
