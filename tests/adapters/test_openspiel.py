"""Games of the library as games of OpenSpiel: its own checks pass, and its algorithms find the known values."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random
from typing import Any

import pytest

from interpreter.loading import bundled, find
from tests.known.oracle import replay
from tests.known.test_recorded import ORACLES

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install rulelang[openspiel]")

import numpy as np  # noqa: E402
from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

import interpreter  # noqa: E402
import interpreter.adapters.openspiel as adapter  # noqa: E402  # only where OpenSpiel is
from interpreter.adapters.gambit import efg  # noqa: E402
from interpreter.stepwise.observing import Observing  # noqa: E402

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
        ("hanabi", 3, {}),
        ("tiny_bridge", 2, {}),
    ],
)
def test_openspiels_own_checks_pass(rules: str, players: int, given: dict[str, Any]) -> None:
    """They look at legal choices, probabilities, texts, copies, files and returns on the way."""
    pyspiel.random_sim_test(game(rules, players, **given), 1, True, False)


PLAYERS = {
    "blackjack": [1],
    "cribbage": [2],
    "court": [2, 3, 4, 5],
    "crazy_eights": [2, 3, 4, 5],
    "euchre": [4],
    "expedition": [3, 4, 5],
    "gin": [2],
    "go_fish": [2, 3, 4, 5],
    "goofspiel": [2, 3],
    "hanabi": [2, 3, 4, 5],
    "hearts": [4],
    "holdem": [2, 3],
    "jewels": [2, 3, 4],
    "kuhn": [2, 3, 4],
    "leduc": [2],
    "letters": [2, 3, 4],
    "liars_dice": [2],
    "magpie": [2, 3, 4],
    "oh_hell": [3, 4, 5],
    "plates": [2, 3, 4, 5],
    "realm": [2, 3],
    "spades": [4],
    "tic_tac_toe": [2],
    "tiny_bridge": [2],
}
"""Up to five players."""


def test_every_game_of_the_library_is_tried() -> None:
    assert set(PLAYERS) == {name for name, path in bundled().items() if path.parent.name == "library"}


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "players"), [(rules, many) for rules, seats in PLAYERS.items() for many in seats])
def test_openspiels_own_checks_pass_for_every_game_of_the_library(rules: str, players: int) -> None:
    pyspiel.random_sim_test(game(rules, players), 1, True, False)


def test_hanabi_between_careful_players_goes_the_same_way() -> None:
    """Random players, as in the recordings, soon lose.  Here a card is played only if it fits, so the games go on to
    the last card, or to the last firework.
    """
    oracle = next(known for known in ORACLES if known.rules == "hanabi")
    rules = oracle.game()
    worths = set()
    for seed in range(12):
        played = careful_hanabi(Random(seed))
        replay(oracle, rules, played)
        worths.add(played["returns"][0])
    assert len(worths) > 3
    assert max(worths) > 20


def careful_hanabi(random: Random) -> dict[str, Any]:
    """One game of OpenSpiel's, written as the recordings are."""
    theirs = pyspiel.load_game("hanabi(players=2)")
    state = theirs.new_initial_state()
    hands: list[list[str]] = [[], []]
    fireworks: Counter[str] = Counter()
    steps: list[list[Any]] = []
    drawer = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            action, share = random.choices(outcomes, [share for _, share in outcomes])[0]
            text = state.action_to_string(action)
            steps.append(["c", text, len(outcomes), share])
            drawer = next((seat for seat in (0, 1) if len(hands[seat]) < 5), drawer)
            hands[drawer].append(text[6:8])
        else:
            seat = state.current_player()
            texts = {state.action_to_string(number): number for number in state.legal_actions()}
            fitting = [n for n, card in enumerate(hands[seat]) if int(card[1]) == fireworks[card[0]] + 1]
            if fitting:
                text = f"(Play {fitting[0]})"
            else:
                text = random.choice([text for text in texts if "Play" not in text])
            steps.append(["d", seat, text, list(texts)])
            action = texts[text]
            if "Reveal" not in text:
                card = hands[seat].pop(int(text[-2]))
                fireworks[card[0]] += "Play" in text
        state.apply_action(action)
    return {"steps": steps, "returns": state.returns()}


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
    assert len(set(found.values())) == len(found) > 6
    assert max(found) < dice.num_distinct_actions() < 20


def test_werwars_has_a_few_dozen_actions_and_bounds() -> None:
    werwars = game("werwars", 3)
    assert werwars.num_distinct_actions() == 38
    assert (werwars.min_utility(), werwars.max_utility()) == (-1.0, 1.0)
    assert game("goofspiel", 2).max_game_length() == 48


@pytest.mark.parametrize("rules", ["kuhn", "leduc", "hanabi", "liars_dice"])
def test_its_search_runs_on_worlds(rules: str) -> None:
    """The asserts of its search hold: what is drawn looks the same to the player who thinks."""
    playing = game(rules, 2)
    bot = ismcts.ISMCTSBot(
        playing, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), 2.0, 4,
        random_state=np.random.RandomState(2), allow_inconsistent_action_sets=True,
    )  # fmt: skip
    state, chance, thought = playing.new_initial_state(), Random(3), 0
    for _ in range(48):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(chance.choices([o for o, _ in outcomes], [share for _, share in outcomes])[0])
        elif state.current_player() == 0:
            chosen = bot.step(state)
            assert chosen in state.legal_actions()
            state.apply_action(chosen)
            thought += 1
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    assert thought > 0


def test_a_drawn_state_is_not_read_back_as_another_one() -> None:
    state = game("leduc").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    drawn = state.resample_from_infostate(0, Random(1).random)
    drawn.apply_action(drawn.legal_actions()[0])
    assert str(drawn.clone()) == str(drawn)
    with pytest.raises(ValueError, match="a state that was drawn cannot be read from a file"):
        str(pickle.loads(pickle.dumps(drawn)))


def test_a_drawn_state_tells_no_more_than_the_player_knows() -> None:
    """To the one who thinks it is the same; what the others know in it does not come from the true hands."""
    leduc = game("leduc")
    state = leduc.new_initial_state()
    for action in (2, 1):
        state.apply_action(action)
    seen = set()
    for number in range(20):
        world = state.resample_from_infostate(0, Random(number).random)
        assert world.information_state_string(0) == state.information_state_string(0)
        assert world.information_state_tensor(0) == state.information_state_tensor(0)
        assert world.legal_actions() == state.legal_actions()
        seen.add(world.observation_string(1))
        assert world.information_state_tensor(1)[0] == 1  # as if the other had not chosen yet
        assert "may think" in world.information_state_string(1)
    assert len(seen) > 1


@pytest.mark.parametrize(("rules", "options"), [("kuhn", ""), ("liars_dice", "faces:2"), ("goofspiel", "cards_each:3")])
def test_information_states_have_the_same_numbers_only_if_they_are_the_same(rules: str, options: str) -> None:
    playing = game(rules, 2, options=options)
    texts: dict[tuple[float, ...], str] = {}
    numbers: dict[str, tuple[float, ...]] = {}
    todo = [playing.new_initial_state()]
    while todo:
        state = todo.pop()
        if not state.is_terminal() and not state.is_chance_node():
            text, found = state.information_state_string(), tuple(state.information_state_tensor())
            assert texts.setdefault(found, text) == text
            assert numbers.setdefault(text, found) == found
        todo += [state.child(action) for action in state.legal_actions()]
    assert len(texts) == len(numbers) > 10


def test_observations_are_the_numbers_of_the_view() -> None:
    hanabi = game("hanabi", 3)
    state = hanabi.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    observing = Observing(interpreter.load("hanabi", 3))
    assert hanabi.observation_tensor_shape() == [observing.size]
    seen = [state.observation_tensor(seat) for seat in range(3)]
    assert len({tuple(numbers) for numbers in seen}) == 3
    observation = make_observation(hanabi)
    for seat, numbers in enumerate(seen):
        observation.set_from(state, seat)
        assert list(observation.tensor) == numbers
        assert observation.dict["A.hand"].shape == (5, 36)
        assert observation.dict["A.hand"][:, 25].sum() == (5 if seat == 0 else 0)


def test_what_comes_up_has_the_name_that_it_has_in_the_rules() -> None:
    state = game("hearts", 4).new_initial_state()
    texts = [state.action_to_string(number) for number, _ in state.chance_outcomes()]
    assert texts == ["nowhere", "to_the_left", "across", "to_the_right"]


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


LEDUC = -0.0856
"""The value for the first player, to four places."""


def test_the_value_of_leduc_poker_by_cfr_and_best_response() -> None:
    """OpenSpiel's CFR+ solves the whole tree of our game; then its best response plays our game against that policy."""
    tree, policy = solved(efg(interpreter.load("leduc", variant="Suits Ignored")), 800)
    assert pyspiel.nash_conv(tree, policy) < 0.001
    ours = game("leduc", variants="Suits Ignored")
    policy = said_in_ours(ours, tree, policy)
    assert exploitability.nash_conv(ours, policy) < 0.001
    value = expected_game_score.policy_value(ours.new_initial_state(), [policy, policy])
    assert list(value) == pytest.approx([LEDUC, -LEDUC], abs=0.0005)


@pytest.mark.slow
def test_the_value_of_leduc_poker_with_both_suits() -> None:
    """The suits make the tree five times as large, but not the game another one."""
    tree, policy = solved(efg(interpreter.load("leduc")), 1500)
    assert pyspiel.nash_conv(tree, policy) < 0.0005
    ours = game("leduc", zero_sum=True)
    policy = said_in_ours(ours, tree, policy)
    assert exploitability.nash_conv(ours, policy) < 0.0005
    value = expected_game_score.policy_value(ours.new_initial_state(), [policy, policy])
    assert list(value) == pytest.approx([LEDUC, -LEDUC], abs=0.0002)


@pytest.mark.parametrize(
    ("rules", "options", "rounds", "value"),
    [
        ("kuhn", {}, 1000, -1 / 18),
        ("liars_dice", {"faces": "3"}, 1000, 1 / 9),
    ],
)
def test_values_of_small_games_by_cfr_on_their_trees(
    rules: str, options: dict[str, str], rounds: int, value: float
) -> None:
    tree, policy = solved(efg(interpreter.load(rules, 2, options=options)), rounds)
    assert pyspiel.nash_conv(tree, policy) < 0.001
    worth = pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)
    assert worth[0] == pytest.approx(value, abs=0.0005)


def solved(text: str, rounds: int) -> tuple[Any, Any]:
    """The game that a tree says, and OpenSpiel's policy for it."""
    tree = pyspiel.load_efg_game(text)
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    return tree, solver.tabular_average_policy()


def said_in_ours(ours: Any, tree: Any, policy: Any) -> Any:
    """The policy for the tree of our game, in the states and numbers of the game itself."""
    table: dict[str, dict[int, float]] = {}

    def go(mine: Any, other: Any) -> None:
        if mine.is_terminal():
            assert mine.returns() == other.returns()
            return
        seat = mine.current_player()
        words = {other.action_to_string(seat, number): number for number in other.legal_actions()}
        same = {number: words[mine.action_to_string(seat, number).replace('"', "'")] for number in mine.legal_actions()}
        assert len(words) == len(same)
        if mine.is_chance_node():
            assert dict(mine.chance_outcomes()) == pytest.approx(
                {number: dict(other.chance_outcomes())[same[number]] for number in same}
            )
        else:
            weights = dict(policy.action_probabilities(other))
            found = {number: weights[same[number]] for number in same}
            assert table.setdefault(mine.information_state_string(), found) == found
        for number in same:
            go(mine.child(number), other.child(same[number]))

    go(ours.new_initial_state(), tree.new_initial_state())
    return policies.tabular_policy_from_callable(ours, lambda state: table[state.information_state_string()])
