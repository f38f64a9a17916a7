"""Values of small games, of policies and of best responses, against numbers that others have published."""

from __future__ import annotations

from fractions import Fraction

import pytest

pytest.importorskip("numpy")

import interpreter
from interpreter import exact
from interpreter.trees import Tree


def tree(name: str, variant: str | None = None, **options: str) -> Tree:
    return Tree.of(interpreter.load(name, 2, variant, options))


@pytest.mark.parametrize(
    ("made", "value", "gain"),
    [
        (lambda: tree("kuhn"), Fraction(1, 8), 11 / 12),
        (lambda: tree("leduc", "Suits Ignored"), Fraction(-5, 64), 4.747222),
        (lambda: tree("liars_dice", faces="3"), Fraction(1, 54), 1.111111),
    ],
    ids=["kuhn", "leduc", "liars_dice"],
)
def test_of_the_uniform_policy(made: object, value: Fraction, gain: float) -> None:
    """What it is worth, counted exactly, and how much could be gained against it, as OpenSpiel has it."""
    grown = made()  # type: ignore[operator]
    assert grown.value(grown.uniform())[0] == pytest.approx(float(value), abs=1e-12)
    assert exact.count(grown.game).value[0] == value
    assert grown.exploitability(grown.uniform()) == pytest.approx(gain, abs=1e-6)


@pytest.mark.parametrize(
    ("made", "rounds", "value", "off"),
    [
        (lambda: tree("kuhn"), 300, -1 / 18, 0.001),
        (lambda: tree("leduc", "Suits Ignored"), 400, -0.0856, 0.003),
        (lambda: tree("liars_dice", faces="3"), 200, 1 / 9, 0.001),
    ],
    ids=["kuhn", "leduc", "liars_dice"],
)
def test_cfr_finds_the_published_value(made: object, rounds: int, value: float, off: float) -> None:
    grown = made()  # type: ignore[operator]
    *_, policy = grown.cfr(rounds)
    exploitability = grown.exploitability(policy)
    assert 0 <= exploitability < off
    assert grown.value(policy)[0] == pytest.approx(value, abs=exploitability + 0.0001)


def test_a_best_response_to_one_who_always_folds() -> None:
    grown = tree("kuhn")
    policy = grown.uniform()
    for first in grown.states[1].values():
        choices = grown.texts[first : first + 2]
        policy[first : first + 2] = [float(text in ("fold", "check")) for text in choices]
    value, best = grown.best_response(policy, 0)
    assert value == pytest.approx(1.0)  # a bet always takes the ante
    assert grown.value(best)[0] == pytest.approx(1.0)


def test_the_arrays_say_the_whole_tree() -> None:
    grown = tree("kuhn")
    counts = exact.count(grown.game)
    assert len(grown.player) == counts.histories == 58
    assert sum(grown.player == -2) == counts.ends
    assert [len(known) for known in grown.states] == [6, 6]
    assert set(grown.texts) == {"check", "bet", "call", "fold"}


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("kuhn", 3, {}),
        ("leduc", 2, {}),
        ("liars_dice", 2, {"faces": "3"}),
        ("goofspiel", 2, {"cards_each": "3"}),
        ("goofspiel", 3, {"cards_each": "3"}),
    ],
)
def test_machine_code_counts_the_same(name: str, players: int, options: dict[str, str]) -> None:
    pytest.importorskip("llvmlite")
    plain = exact.count(interpreter.load(name, players, options=options))
    assert exact.count(interpreter.load(name, players, options=options, backend="native")) == plain


@pytest.mark.parametrize("backend", ["python", "native"])
def test_payoffs_are_exact_fractions(backend: str) -> None:
    game = interpreter.load("werwars", 3, backend=backend)
    found = set()
    for seed in range(30):
        state = game.new(seed, log=False)
        assert state.payoffs == (0, 0, 0)
        state.playout()
        assert sum(state.payoffs) in (0, -3)
        assert tuple(map(float, state.payoffs)) == state.returns
        found |= set(state.payoffs)
    assert Fraction(-1, 2) in found
