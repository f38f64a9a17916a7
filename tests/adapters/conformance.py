"""Every game of the repository, at every number of players, in the tests that the libraries have for environments.

python -m tests.adapters.conformance [--kept FILE] [GAME …]

Prints a line for each game: how many words and numbers it has, its limits, and for each of the libraries' own tests the
seconds that it took, or what it said.  With `--kept` the lines are kept in a file too, and a game that has passed there
is not tried again: so a run that was stopped goes on; all 74 take half an hour of one core, two fifths of it `realm`
in the test of OpenSpiel.  A sample of it stands in `test_conformance`.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import interpreter
from interpreter.game import Game
from interpreter.loading import bundled
from interpreter.machine.errors import RulesError
from interpreter.stepwise.observing import Observing

MOST_PLAYERS = 10
CYCLES = 120
"""Words of a game, and more, in the tests of PettingZoo."""
COLUMNS = ("random_sim_test", "api_test", "seed_test", "parallel_api_test", "check_env")


def random_sim_test(name: str, game: Game) -> None:
    """OpenSpiel: legal actions, probabilities, texts, tensors, copies, files, utilities, lengths."""
    import pyspiel

    from interpreter.adapters import openspiel

    made = pyspiel.load_game(openspiel.NAME, {"rules": str(bundled()[name]), "players": game.players})
    pyspiel.random_sim_test(made, 1, True, False)


def api_test(name: str, game: Game) -> None:
    from pettingzoo import test

    from interpreter.adapters.pettingzoo import aec_env

    test.api_test(aec_env(game), num_cycles=CYCLES)


def seed_test(name: str, game: Game) -> None:
    from pettingzoo import test

    from interpreter.adapters.pettingzoo import aec_env

    test.seed_test(lambda: aec_env(game), num_cycles=CYCLES)


def parallel_api_test(name: str, game: Game) -> None:
    from pettingzoo import test

    from interpreter.adapters.pettingzoo import parallel_env

    test.parallel_api_test(parallel_env(game), num_cycles=CYCLES)


def check_env(name: str, game: Game) -> None:
    from gymnasium.utils import env_checker

    from interpreter.adapters.gymnasium import RulesGym

    env_checker.check_env(RulesGym(game, seat=game.players - 1), skip_render_check=True)


TESTS: dict[str, Callable[[str, Game], None]] = {
    "random_sim_test": random_sim_test,
    "api_test": api_test,
    "seed_test": seed_test,
    "parallel_api_test": parallel_api_test,
    "check_env": check_env,
}


def concerned(test: str, game: Game) -> bool:
    """Whether a test is for such a game: only where somebody chooses at the same time as others is there a parallel
    environment.
    """
    return test != "parallel_api_test" or any(decision.secret for decision in game.program.decisions)


def passed(test: str, name: str, game: Game) -> float:
    """The seconds that a test took; whatever it raises if it fails."""
    began = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        TESTS[test](name, game)
    return time.perf_counter() - began


def games(wanted: list[str]) -> Iterator[tuple[str, Game]]:
    """Every game with every number of players that it allows."""
    for name in wanted or bundled():
        for players in range(1, MOST_PLAYERS + 1):
            with contextlib.suppress(RulesError):
                yield name, interpreter.load(name, players, backend="native")


def line(name: str, game: Game) -> tuple[str, int]:
    """What is printed of a game, and how many tests failed."""
    seen, failed = Observing(game), 0
    limits = seen.limits
    most = f"{limits.decisions:,}" if limits.proved else "-"
    cells = [f"{name} {game.players}", str(len(seen.words)), f"{seen.size:,}", most, f"{limits.low} to {limits.high}"]
    for test in COLUMNS:
        try:
            cells.append(f"{passed(test, name, game):.1f}" if concerned(test, game) else "-")
        except Exception as trouble:
            failed += 1
            cells.append(f"FAILED: {type(trouble).__name__}: {trouble}")
    return " | ".join(cells), failed


def kept_in(path: Path | None) -> dict[str, str]:
    """The lines of an earlier run without a failure, by the game and its number of players."""
    text = path.read_text("utf-8") if path is not None and path.exists() else ""
    lines = [line for line in text.splitlines() if line.startswith("| ") and "FAILED" not in line]
    return {line.split(" | ")[0].removeprefix("| "): line for line in lines}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kept", type=Path)
    parser.add_argument("games", nargs="*")
    given = parser.parse_args()
    kept = kept_in(given.kept)
    heads = ("game", "words", "numbers", "decisions", "worth", *COLUMNS)
    print("| " + " | ".join(heads) + " |", "|" + "---|" * len(heads), sep="\n")
    many = failures = 0
    for name, game in games(given.games):
        text = kept.get(f"{name} {game.players}")
        if text is None:
            tried, failed = line(name, game)
            text, failures = f"| {tried} |", failures + failed
            if given.kept is not None:
                with given.kept.open("a", encoding="utf-8") as file:
                    file.write(text + "\n")
        print(text, flush=True)
        many += 1
    print(f"\n{many} games, {failures} tests failed")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
