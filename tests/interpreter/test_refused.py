"""What a program may hand to a state by mistake: refused in words, and nothing is changed, on both engines."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve

from interpreter.game import Game
from interpreter.machine.errors import IllegalChoice
from interpreter.state import State
from tests.interpreter.machine_programs import market

BACKENDS = [("python", True), ("python", False), ("native", False)]


@pytest.fixture(params=BACKENDS, ids=lambda param: f"{param[0]}-{'log' if param[1] else 'no log'}")
def new(request: pytest.FixtureRequest) -> Callable[[], State]:
    backend, log = request.param
    game = Game(market(3), backend)
    return lambda: game.new(4, log=log)


def at_the_end(state: State) -> State:
    while (decision := state.decision) is not None:
        state.apply(next(text for text in decision.texts if text != "wait(-1)"))
    return state


def foreign() -> object:
    """A choice of the same decision, player and number in another game."""
    decision = Game(evolve(market(3), rules_hash="other")).new(4).decision
    assert decision is not None
    return decision.choices[0]


def older() -> object:
    state = Game(market(3)).new(4)
    decision = state.decision
    assert decision is not None
    return next(choice for choice in decision.choices if choice.text == "wait(-1)")


@pytest.mark.parametrize(
    "choice", [-1, 99, 2**31, -(2**63), 2**70, "", "nonsense", "gather\0", "\ud800", "²", foreign()]
)
def test_what_is_refused_changes_nothing(choice: object, new: Callable[[], State]) -> None:
    """Nothing is changed and nothing is told (S8, S9)."""
    state = new()
    before, log, twin = bytes(state), state.log(0), state.clone()
    with pytest.raises(IllegalChoice) as refused:
        state.apply(choice)  # type: ignore[arg-type]
    assert str(refused.value)
    assert (bytes(state), state.log(0)) == (before, log)
    state.apply("gather")
    twin.apply("gather")
    assert state == twin


@pytest.mark.parametrize("choice", [None, 1.0, True, b"gather", ["gather"], object()])
def test_what_is_no_choice_at_all(choice: object, new: Callable[[], State]) -> None:
    state = new()
    before = bytes(state)
    with pytest.raises(TypeError, match="a choice is given as itself, its text or its place, not as "):
        state.apply(choice)  # type: ignore[arg-type]
    assert bytes(state) == before


@pytest.mark.parametrize("choice", [0, -1, "gather", foreign(), older()])
def test_nothing_is_chosen_after_the_end(choice: object, new: Callable[[], State]) -> None:
    state = at_the_end(new())
    before, result = bytes(state), state.result
    with pytest.raises(IllegalChoice, match="the game is over"):
        state.apply(choice)  # type: ignore[arg-type]
    with pytest.raises(IllegalChoice, match="the game is over"):
        state.random_choice()
    with pytest.raises(IllegalChoice, match="nothing is left to chance here"):
        state.apply_chance(0)
    assert (bytes(state), state.result) == (before, result)
    assert state.playout() == 0


@pytest.mark.parametrize("seed", [None, 1.5, True, b"7", [7], float("nan")])
@pytest.mark.parametrize("backend", ["python", "native"])
def test_what_is_no_seed(seed: object, backend: str) -> None:
    game = Game(market(2), backend)
    with pytest.raises(TypeError, match="a seed is a whole number or a text, not "):
        game.new(seed)  # type: ignore[arg-type]
    state = game.new(1, log=False)
    before = bytes(state)
    with pytest.raises(TypeError, match="a seed is a whole number or a text, not "):
        state.reseed(seed)  # type: ignore[arg-type]
    assert bytes(state) == before


def test_seeds_of_any_kind_of_number_and_text() -> None:
    class Seven:
        def __index__(self) -> int:
            return 7

    for backend in ("python", "native"):
        game = Game(market(2), backend)
        for seed in ("", "\0", "\ud800", "ø" * 10_000, -(10**100)):
            assert bytes(game.new(seed, log=False)) == bytes(game.new(seed))
        assert bytes(game.new(Seven())) == bytes(game.new(7)) == bytes(game.new("7"))  # type: ignore[arg-type]
