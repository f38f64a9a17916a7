"""Chance made explicit: outcomes, probabilities, and games driven by them."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from interpreter import Game, IllegalChoice, State, UnreadableSave, load
from interpreter.machine.chance import Outcome
from tests.interpreter.machine_programs import HAND, LARDER, SCRAPS, market, stand


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(market(2))


def deal(state: State, *texts: str) -> None:
    for text in texts:
        state.apply_chance(text)


def test_the_first_card_of_all(game: Game) -> None:
    state = game.new(explicit=True)
    assert state.decision is None
    assert not state.is_over
    assert state.chance is not None
    assert {outcome.text: outcome.probability for outcome in state.chance.outcomes} == {
        '"apple"': Fraction(6, 14),
        '"joker"': Fraction(4, 14),
        '"Guard" #1': Fraction(1, 14),
        '"guard" #2': Fraction(1, 14),
        '"clown"': Fraction(2, 14),
    }
    assert (state.chance.stream, state.chance.rule.name) == ("deal", "set-up")
    with pytest.raises(IllegalChoice, match="chance has to decide first"):
        state.apply("gather")


def test_probabilities_always_add_up_to_one(game: Game) -> None:
    events = 0
    for seed in range(8):
        state, draw = game.new(explicit=True), random.Random(seed)
        while not state.is_over:
            if state.chance is not None:
                events += 1
                assert sum(outcome.probability for outcome in state.chance.outcomes) == 1
                texts = [outcome.text for outcome in state.chance.outcomes]
                assert len(set(texts)) == len(texts)
                state.apply_chance(draw.choice(state.chance.outcomes))
            else:
                assert state.decision is not None
                state.apply(draw.choice([c for c in state.decision.choices if c.text != "wait(-1)"]))
    assert events > 60


WEATHER = """
rules 1
game "Weather"
players 2
kind Sky: bright, cloudy, dark
state:
    sky: Sky or none
    chosen: Player or none
    degrees: 0 to 30
setup:
    set sky to random sky_above: Sky where sky_above is not cloudy
    set chosen to random player
    set degrees to random warmth in 10 to 12
play: nothing
winner: chosen
"""


def test_outcomes_have_the_names_of_the_rules(tmp_path: Path) -> None:
    file = tmp_path / "weather.rules"
    file.write_text(WEATHER, encoding="utf-8")
    state = load(file).new(explicit=True)
    found = []
    for text in ("dark", "B", "11"):
        assert state.chance is not None
        found.append([outcome.text for outcome in state.chance.outcomes])
        state.apply_chance(text)
    assert found == [["bright", "dark"], ["A", "B"], ["10", "11", "12"]]
    assert state.value("degrees") == 11
    assert state.result is not None
    assert state.result.winners == (1,)


def test_what_comes_up_happens(game: Game) -> None:
    state = game.new(explicit=True)
    deal(state, "apple", "JOKER", "clown", "clown", "apple", "apple", "joker", "Guard #1")
    assert not state.view(0).chance
    assert state.view(0).zone("A.hand").known == ("apple", "joker")
    assert state.view(1).zone("A.shelf").known == ("clown", "clown")
    state.apply("gather")
    assert state.chance is not None
    assert state.view(0).chance
    assert state.view(0).decision is None
    assert state.log(0)[-1] == "A: gather"
    deal(state, "guard #2", "apple")
    assert state.log(0)[-2:] == ["A: gather", 'A takes "apple" and "guard" #2 from larder']
    assert state.view(0).zone("A.hand").known == ("apple", "apple", "guard #2", "joker")


def test_outcomes_by_place_and_by_themselves(game: Game) -> None:
    one, other, third = (game.new(explicit=True) for _ in range(3))
    assert one.chance is not None
    one.apply_chance(one.chance.outcomes[1])
    other.apply_chance(1)
    third.apply_chance('"joker"')
    assert one == other == third
    before = bytes(one)
    for wrong in ("king", 9, -1, Outcome("king", Fraction(1), 0)):
        with pytest.raises(IllegalChoice, match="cannot come up, only"):
            one.apply_chance(wrong)
    assert bytes(one) == before
    with pytest.raises(IllegalChoice, match="nothing is left to chance here"):
        game.new().apply_chance(0)


def test_a_state_at_chance_is_copied_and_saved(game: Game) -> None:
    state = game.new(explicit=True)
    deal(state, "apple", "joker", "clown", "clown", "apple", "apple", "joker", "Guard #1")
    state.apply("eat(apple)")
    state.apply("gather")
    deal(state, "apple")
    twin = state.clone()
    again = game.restore(bytes(state))
    assert again == twin == state
    assert again.chance == state.chance
    for one in (state, twin, again):
        deal(one, "guard #2")
    assert again == twin == state
    assert again.view(1) == state.view(1)
    data = bytes(game.new(explicit=True))
    with pytest.raises(UnreadableSave, match="cut off"):
        game.restore(data[:-9])


def test_explicit_chance_agrees_with_the_streams(game: Game) -> None:
    """Which cards A begins with: exact probabilities against many seeds."""
    exact: dict[tuple[str, ...], Fraction] = {}

    def follow(state: State, probability: Fraction, left: int) -> None:
        if left == 0:
            hand = state.view(0).zone("A.hand").known
            exact[hand] = exact.get(hand, Fraction(0)) + probability
            return
        assert state.chance is not None
        for outcome in state.chance.outcomes:
            after = state.clone()
            after.apply_chance(outcome)
            follow(after, probability * outcome.probability, left - 1)

    follow(game.new(explicit=True, log=False), Fraction(1), 2)
    assert sum(exact.values()) == 1
    games = 4000
    found = Counter(game.new(seed, log=False).view(0).zone("A.hand").known for seed in range(games))
    assert set(found) <= set(exact)
    # Chi-squared with len(exact) - 1 degrees of freedom stays below this in all but one of 10 000 series.
    distance = sum((found[hand] - games * float(p)) ** 2 / (games * float(p)) for hand, p in exact.items())
    assert distance < 42


def test_a_refill_is_drawn_from_too(game: Game) -> None:
    state = stand(game, {HAND: [["apple"], []], SCRAPS: [["joker", "joker", "clown"]]}, larder_empty=True)
    explicit = game.stand(state.array, explicit=True)
    assert explicit.decision is not None
    assert explicit.decision.choices[0].text == "eat(nothing)"
    state = stand(game, {LARDER: [["guard"]], SCRAPS: [["joker", "joker", "clown"]]})
    assert state.decision is not None
