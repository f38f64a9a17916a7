"""What one call costs from Python: clone, choices, apply; decisions in a second; how large a state is.

python -m benchmarks.calls
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.measure import Run, Spread, contest, in_turn, table
from benchmarks.ours import BATCH, GAMES, WAYS, batches, game, steps
from interpreter.state import State

TIMED = ("many", "choices", "apply", "random choice and apply", "bytes")
MIDDLE = 7
"""So many choices into the game the calls are made."""
SECONDS = 0.1


def middle(name: str, backend: str) -> State:
    """A state in the middle of a game that has more than one choice, of which nothing has been asked."""
    for seed in range(1_000):
        state = game(name, backend).new(seed=seed, log=False)
        for _ in range(MIDDLE if name != "kuhn" else 1):
            if state.is_over:
                break
            state.apply(state.random_choice())
        if state.many > 1:
            return game(name, backend).restore(bytes(state), log=False)
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
    def step() -> None:
        copy = state.clone()
        copy.apply(copy.random_choice())

    def choices() -> object:
        decision = state.clone().decision
        assert decision is not None
        return decision.choices

    return {
        "clone": repeat(state.clone),
        "many": repeat(lambda: state.clone().many),
        "choices": repeat(choices),
        "apply": repeat(lambda: state.clone().apply(0)),
        "random choice and apply": repeat(step),
        "bytes": repeat(lambda: bytes(state.clone())),
    }


def decisions_in_a_second(name: str) -> list[Spread]:
    """Of each way to drive games from Python."""
    together = (decisions for decisions, _ in batches(name))
    playing: list[Iterator[int]] = [together, *(steps(name, backend) for backend in WAYS.values())]
    return in_turn(playing, SECONDS, 10)


def main() -> None:
    rows = []
    for name in GAMES:
        for backend in ("native", "python"):
            rates = contest(competitors(middle(name, backend)), seconds=0.05)
            clone = Spread(tuple(1e6 / rate for rate in rates["clone"].values))
            rows.append([name, backend, clone, *(timed(rates, call) for call in TIMED)])
    table(["microseconds", "backend", "clone", *TIMED], rows)
    rows = [[name, *map(str, decisions_in_a_second(name)), str(4 * game(name).layout.size)] for name in GAMES]
    table(["decisions/s", BATCH, *WAYS, "state, bytes"], rows)


if __name__ == "__main__":
    main()
