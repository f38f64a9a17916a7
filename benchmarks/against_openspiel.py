"""The backends beside OpenSpiel, from Python and with its C++ random bots, for the games that both have.

python -m benchmarks.against_openspiel
"""

from __future__ import annotations

import random
from typing import Any

from benchmarks.measure import Run, contest, print_rates
from benchmarks.ours import all_of, driven

SHARED = {
    "kuhn": "kuhn_poker",
    "leduc": "leduc_poker",
    "goofspiel": "goofspiel(imp_info=False,points_order=random,num_cards=13,players=2)",
}
PYTHON, BOTS = "OpenSpiel from Python", "OpenSpiel, C++ random bots"


def from_python(game: Any) -> Run:
    """The plain loop that every user writes."""
    rng = random.Random(1)
    import pyspiel

    simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS

    def playout() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            elif simultaneous:
                state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in range(game.num_players())])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        state.returns()

    def run(games: int) -> None:
        for _ in range(games):
            playout()

    return run


def by_bots(game: Any) -> Run:
    import pyspiel

    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    seeds = iter(range(1_000_000_000))

    def run(games: int) -> None:
        for _ in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))

    return run


def main() -> None:
    try:
        import pyspiel
    except ModuleNotFoundError:
        print("OpenSpiel: left out, it is not installed (pip install open_spiel).\n")
        return
    for name, theirs in SHARED.items():
        peer = pyspiel.load_game(theirs)
        competitors = {BOTS: by_bots(peer), PYTHON: from_python(peer), **all_of(name), **driven(name)}
        print_rates(name, contest(competitors), [BOTS, PYTHON])


if __name__ == "__main__":
    main()
