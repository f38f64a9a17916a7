"""What one call costs from Python: clone, choices, apply; decisions in a second; how large a state is.

python -m benchmarks.calls
"""

from __future__ import annotations

import time
from collections.abc import Callable

from benchmarks.measure import ROUNDS, Run, Spread, contest, enough, table
from benchmarks.ours import GAMES, WAYS, game, stepping
from interpreter.native.stepper import Stepper
from interpreter.state import State

TIMED = ("choices", "apply", "random choice and apply", "bytes")
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
        "bytes": repeat(lambda: bytes(state.clone())),
    }


def step(state: State) -> None:
    state.apply(state.random_choice())


def decisions_in_a_second(name: str) -> list[Spread]:
    """Of each way to drive a game from Python."""
    playing = {way: WAYS[way](name) for way in WAYS}
    games = {way: enough(stepping(name, way), 0.1) for way in WAYS}
    found: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(ROUNDS):
        for way in WAYS:
            start = time.process_time()
            decisions = sum(next(playing[way]) for _ in range(games[way]))
            found[way].append(decisions / (time.process_time() - start))
    return [Spread(tuple(rates)) for rates in found.values()]


def stepper_calls(name: str) -> list[Spread]:
    """Microseconds to save a state and to restore one with `Stepper`."""
    stepper = Stepper(game(name))
    stepper.begin(1)
    saved = stepper.save()
    rates = contest({"save": repeat(stepper.save), "restore": repeat(lambda: stepper.restore(saved))}, seconds=0.05)
    return [Spread(tuple(1e6 / rate for rate in rates[call].values)) for call in ("save", "restore")]


def main() -> None:
    rows = []
    for name in GAMES:
        for backend in ("native", "python"):
            rates = contest(competitors(middle(name, backend)), seconds=0.05)
            clone = Spread(tuple(1e6 / rate for rate in rates["clone"].values))
            rows.append([name, backend, clone, *(timed(rates, call) for call in TIMED)])
    table(["microseconds", "backend", "clone", *TIMED], rows)
    head = ["microseconds", "Stepper: save a state", "Stepper: restore it and list its choices"]
    table(head, [[name, *stepper_calls(name)] for name in GAMES])
    rows = [[name, *map(str, decisions_in_a_second(name)), str(4 * game(name).layout.size)] for name in GAMES]
    table(["decisions/s", *WAYS, "state, bytes"], rows)


if __name__ == "__main__":
    main()
