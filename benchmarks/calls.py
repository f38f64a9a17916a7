"""What one call costs from Python: clone, choices, apply; decisions in a second; how large a state is.

python -m benchmarks.calls
"""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.measure import ROUNDS, Run, Spread, contest, spent, table
from benchmarks.ours import GAMES, game, steps
from interpreter.state import State

CALLS = 2_000
MIDDLE = 7
"""So many choices into the game the calls are made."""


def middle(name: str, backend: str) -> State:
    """A state in the middle of a game that has more than one choice."""
    for seed in range(1_000):
        state = game(name, backend).new(seed=seed, log=False)
        for _ in range(MIDDLE if name != "kuhn" else 1):
            if state.decision is None:
                break
            state.apply(state.random_choice())
        if state.decision is not None and len(state.decision.raw) > 1:
            return state
    raise LookupError(f"no state of {name} has a real choice there")


def timed(rates: dict[str, Spread], name: str) -> Spread:
    """Microseconds of one call, without what it takes to clone the state first."""
    clones = rates["clone"].values
    return Spread(tuple(1e6 / rate - 1e6 / clone for rate, clone in zip(rates[name].values, clones, strict=True)))


def repeat(call: Callable[[], object]) -> Run:
    def run(times: int) -> None:
        for _ in range(times):
            call()

    return run


def competitors(state: State) -> dict[str, Run]:
    def fresh() -> State:
        copy = state.clone()
        copy._known = False  # as after a step: nobody has asked yet
        return copy

    def choices() -> object:
        decision = fresh().decision
        assert decision is not None
        return decision.raw

    return {
        "clone": repeat(state.clone),
        "choices": repeat(choices),
        "apply": repeat(lambda: state.clone().apply(0)),
        "random choice and apply": repeat(lambda: step(fresh())),
        "bytes": repeat(lambda: bytes(state)),
    }


def step(state: State) -> None:
    state.apply(state.random_choice())


def decisions_in_a_second(name: str, backend: str) -> Spread:
    playing, found = steps(name, backend), []
    total = 0

    def run(games: int) -> None:
        nonlocal total
        total = sum(next(playing) for _ in range(games))

    run(20)
    for _ in range(ROUNDS):
        taken = spent(run, 30 if name in ("werwars", "letters", "goofspiel") else 1_000)
        found.append(total / taken)
    return Spread(tuple(found))


def main() -> None:
    rows = []
    for name in GAMES:
        for backend in ("native", "python"):
            state = middle(name, backend)
            rates = contest(competitors(state), seconds=0.05)
            calls = [Spread(tuple(1e6 / rate for rate in rates["clone"].values)), timed(rates, "choices")]
            calls += [timed(rates, "apply"), timed(rates, "random choice and apply"), timed(rates, "bytes")]
            rows.append([name, backend, *calls, decisions_in_a_second(name, backend), 4 * game(name).layout.size])
    table(
        [
            "game",
            "backend",
            "clone, µs",
            "choices, µs",
            "apply, µs",
            "both, µs",
            "bytes, µs",
            "decisions/s",
            "state, B",
        ],
        rows,
    )


if __name__ == "__main__":
    main()
