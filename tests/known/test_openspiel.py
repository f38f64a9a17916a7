"""Games of the library as games of OpenSpiel: its own checks pass, and its algorithms find the known values."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.loading import bundled, find

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install rulelang[openspiel]")

from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability  # noqa: E402

import interpreter.adapters.openspiel as adapter  # noqa: E402  # only where OpenSpiel is

pytestmark = pytest.mark.filterwarnings("ignore")  # OpenSpiel's own matter


def game(rules: str, players: int = 2, **given: Any) -> Any:
    return pyspiel.load_game(adapter.NAME, {"rules": str(find(rules)), "players": players, **given})


@pytest.mark.parametrize(
    ("rules", "players", "given"),
    [
        ("kuhn", 2, {"zero_sum": True}),
        ("kuhn", 3, {"zero_sum": True}),
        ("kuhn", 4, {"zero_sum": True}),
        ("leduc", 2, {"zero_sum": True}),
        ("leduc", 2, {"variants": "Suits Ignored"}),
        ("goofspiel", 2, {"options": "cards_each:4;order:falling", "zero_sum": True}),
        ("goofspiel", 3, {"options": "cards_each:3"}),
        ("liars_dice", 2, {"options": "faces:3;dice_each:2", "zero_sum": True}),
        ("tic_tac_toe", 2, {"zero_sum": True}),
        ("magpie", 2, {}),
        ("blackjack", 1, {}),
        ("oh_hell", 3, {}),
    ],
)
def test_openspiels_own_checks_pass(rules: str, players: int, given: dict[str, Any]) -> None:
    """They look at legal choices, probabilities, texts, copies, files and returns on the way."""
    pyspiel.random_sim_test(game(rules, players, **given), 1, True, False)


PLAYERS = {
    "blackjack": [1],
    "cribbage": [2],
    "crazy_eights": [2, 3, 4, 5],
    "goofspiel": [2, 3],
    "hearts": [4],
    "kuhn": [2, 3, 4],
    "leduc": [2],
    "letters": [2, 3, 4],
    "liars_dice": [2],
    "magpie": [2, 3, 4],
    "oh_hell": [3, 4, 5],
    "spades": [4],
    "tic_tac_toe": [2],
}
"""Up to five players."""


def test_every_game_of_the_library_is_tried() -> None:
    assert set(PLAYERS) == {name for name, path in bundled().items() if path.parent.name == "library"}


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "players"), [(rules, many) for rules, seats in PLAYERS.items() for many in seats])
def test_openspiels_own_checks_pass_for_every_game_of_the_library(rules: str, players: int) -> None:
    pyspiel.random_sim_test(game(rules, players), 1, True, False)


def test_a_state_that_was_written_stands_where_it_stood() -> None:
    leduc = game("leduc")
    state = leduc.new_initial_state()
    for action in (2, 1, 1):
        state.apply_action(action)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(leduc, state))
    assert str(again) == str(state)
    assert again.legal_actions() == state.legal_actions()
    assert again.information_state_string(0) == state.information_state_string(0)


def test_the_numbers_of_choices_are_the_same_in_every_state() -> None:
    dice = game("liars_dice")
    found: dict[int, str] = {}
    state = dice.new_initial_state()
    for action in (0, 0):
        state.apply_action(action)
    while not state.is_terminal():
        for number in state.legal_actions():
            text = state.action_to_string(state.current_player(), number)
            assert found.setdefault(number, text) == text
        state.apply_action(state.legal_actions()[1 if len(state.legal_actions()) > 1 else 0])
    assert len(set(found.values())) == len(found) > 10


def test_the_value_of_kuhn_poker_by_cfr_and_best_response() -> None:
    kuhn = game("kuhn", zero_sum=True)
    solver = cfr.CFRPlusSolver(kuhn)
    for _ in range(150):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    off = exploitability.nash_conv(kuhn, policy)
    value = expected_game_score.policy_value(kuhn.new_initial_state(), [policy, policy])
    assert 0 <= off < 0.002
    assert abs(value[0] + 1 / 18) <= off
    assert abs(value[1] - 1 / 18) <= off


def test_the_value_of_leduc_poker_by_cfr_and_best_response() -> None:
    """OpenSpiel's CFR+ solves its own Leduc; against that policy nothing can be won in ours, and it has the same value.
    A few rounds of CFR+ on ours come nearer with every round.
    """
    theirs, ours = pyspiel.load_game("leduc_poker(suit_isomorphism=True)"), game("leduc", variants="Suits Ignored")
    fast = pyspiel.CFRPlusSolver(theirs)
    for _ in range(400):
        fast.evaluate_and_update_policy()
    policy = said_in_ours(ours, theirs, fast.average_policy())
    assert exploitability.nash_conv(ours, policy) < 0.004
    value = expected_game_score.policy_value(ours.new_initial_state(), [policy, policy])
    assert value[0] == pytest.approx(-0.0856, abs=0.002)
    solver = cfr.CFRPlusSolver(ours)
    off = []
    for _ in range(3):
        solver.evaluate_and_update_policy()
        off.append(exploitability.nash_conv(ours, solver.average_policy()))
    assert off[0] > off[1] > off[2] > 0


def said_in_ours(ours: Any, theirs: Any, policy: Any) -> Any:
    """The policy of the same game, in the states and numbers of ours."""
    words = {"fold": "Fold", "call": "Call", "raise": "Raise"}
    table: dict[str, list[tuple[int, float]]] = {}

    def go(mine: Any, other: Any) -> None:
        if mine.is_chance_node():
            ranks = {f'"{rank} of spades"': place for place, rank in enumerate(("jack", "queen", "king"))}
            shares = dict(other.chance_outcomes())
            assert len(shares) == len(mine.chance_outcomes())
            for number, share in mine.chance_outcomes():
                same = ranks[mine.action_to_string(number)]
                assert share == pytest.approx(shares[same])
                go(mine.child(number), other.child(same))
        elif mine.is_terminal():
            assert mine.returns() == other.returns()
        else:
            seat = mine.current_player()
            numbers = {other.action_to_string(seat, number): number for number in other.legal_actions()}
            weights = policy.action_probabilities(other)
            for number in mine.legal_actions():
                same = numbers[words[mine.action_to_string(seat, number)]]
                table.setdefault(mine.information_state_string(), []).append((number, weights[same]))
                go(mine.child(number), other.child(same))

    go(ours.new_initial_state(), theirs.new_initial_state())
    return policies.tabular_policy_from_callable(ours, lambda state: dict(table[state.information_state_string()]))
