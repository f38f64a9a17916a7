"""What holds of Pickpocket in random games, at every number of players and for every value of every option.

What a loot is worth, and which tile continues it, is reckoned here once more from the names of the tiles.
"""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from interpreter import Game, State
from rulelang.compiling import Project, project_from_file
from tests.games.test_pickpocket import FILE

PLAYERS = range(2, 7)
FEW_MORE_MANY = (2, 3, 5)
"""Few players are warned and choose twice, many are not and do not; 3 is the most of the few."""
LINES = "PKVJ"
MOST_DECISIONS = 2_000
OPTIONS = {
    "merchant": "1",
    "first_guard": "draw_again",
    "first_guard_in_double": "redraw",
    "hand_refill": "on",
    "warnings": "never",
    "final_tie": "replay",
}
"""Each option with the value that it does not normally have; `warnings` has a third one, tried with the powers."""
POWER_OPTIONS = {
    "warnings": "with_powers",
    "accomplice_with_passage": "on",
    "passage_is_voluntary": "on",
    "second_catch": "expels",
}


@cache
def made(players: int, powers: bool, *options: tuple[str, str]) -> Game:
    project = project_from_file(FILE)
    assert isinstance(project, Project)
    program = project.compile(players, ("Powers",) if powers else (), dict(options)).program
    assert program is not None
    return Game(program, name=FILE.name)


def names(state: State, place: str) -> tuple[str, ...]:
    return tuple(card.text or "?" for card in state.view().zone(place).cards)


def elements(tile: str, line: str) -> int:
    return tile.count(line)


def unbroken(loot: tuple[str, ...]) -> list[str]:
    return [line for line in LINES if all(elements(tile, line) for tile in loot)]


def haul(loot: tuple[str, ...]) -> int:
    return sum(elements(tile, line) for line in unbroken(loot) for tile in loot)


def guard_points(guards: tuple[str, ...]) -> int:
    return sum(int(guard.removeprefix("guard ")) for guard in guards)


def points(state: State) -> list[int]:
    return [state.value("points", seat) for seat in range(state.game.players)]


def sound(state: State) -> None:
    """Some line is unbroken, no guard is in a hand, the bag has a tile as long as a guard is in it."""
    loot, guards, spent = (names(state, place) for place in ("loot", "guards", "spent_guards"))
    assert unbroken(loot)
    assert len(guards) <= 1 or state.decision is None
    assert state.value("guards_out") == len(guards) + len(spent)
    assert len(spent) + len(guards) < 7 or state.decision is None
    assert state.value("haul") >= haul(loot)
    assert names(state, "drawn") == () or "try_again" in (state.decision.texts if state.decision else ())
    for seat, letter in enumerate(state.game.names):
        hand = tuple(card.text or "?" for card in state.view(seat).zone(f"{letter}.hand").cards)
        assert not [tile for tile in hand if "guard" in tile or tile == "?"]


def play_out(game: Game, seed: object) -> State:
    state = game.new(seed=str(seed), log=False)
    for number in range(MOST_DECISIONS):
        if state.decision is None:
            break
        if number % 5 == 0:
            sound(state)
        before = points(state)
        state.apply(state.random_choice())
        assert state.value("nights") == 1 or all(now >= then for now, then in zip(points(state), before, strict=True))
    assert state.result is not None, "the game does not end"
    assert state.value("guards_out") >= 7
    return state


@pytest.mark.parametrize("powers", [False, True], ids=["base", "powers"])
@pytest.mark.parametrize("players", PLAYERS)
def test_games_are_sound_and_end(players: int, powers: bool) -> None:
    for seed in range(2):
        play_out(made(players, powers), seed)


@pytest.mark.parametrize("players", FEW_MORE_MANY)
@pytest.mark.parametrize("option", OPTIONS)
def test_games_end_for_every_value_of_an_option(option: str, players: int) -> None:
    play_out(made(players, False, (option, OPTIONS[option])), option)


@pytest.mark.parametrize("players", FEW_MORE_MANY)
@pytest.mark.parametrize("option", POWER_OPTIONS)
def test_games_end_for_every_value_of_an_option_of_the_powers(option: str, players: int) -> None:
    play_out(made(players, True, (option, POWER_OPTIONS[option])), option)


@pytest.mark.parametrize("players", PLAYERS)
def test_games_end_with_all_options_at_once(players: int) -> None:
    play_out(made(players, True, *OPTIONS.items(), *POWER_OPTIONS.items()), "all")


@given(seed=st.integers(), players=st.integers(2, 6), steps=st.integers(0, 120))
@hypothesis_settings(max_examples=40)
def test_what_leaving_is_worth_and_which_tiles_may_be_laid(seed: int, players: int, steps: int) -> None:
    state = made(players, False).new(seed=seed, log=False)
    for _ in range(steps):
        if state.decision is None:
            return
        state.apply(state.random_choice())
    decision = state.decision
    if decision is None or "steal" not in decision.texts:
        return
    seat, loot = decision.player, names(state, "loot")
    hand = {card.text or "?" for card in state.view(seat).zone(f"{state.game.names[seat]}.hand").cards}
    fitting = {tile for tile in hand if any(elements(tile, line) for line in unbroken(loot))}
    assert {text for text in decision.texts if text.startswith("lay")} == {f'lay("{tile}")' for tile in fitting}
    insiders = state.value("insiders")
    assert ("leave" in decision.texts) == (insiders > 1)
    if insiders > 1:
        gone = state.clone()
        gone.apply("leave")
        worth = haul(loot) + guard_points(names(state, "guards"))
        assert gone.value("points", seat) - state.value("points", seat) == worth
        assert names(gone, "loot") == loot


@pytest.mark.parametrize("players", PLAYERS)
def test_powers_are_chosen_from_the_poorest_on(players: int) -> None:
    """By points, on a tie by who came last; two rounds for two and three players, the Prince only in the first."""
    drafts = 0
    for seed in range(3):
        state = made(players, True).new(seed=seed, log=False)
        order: list[int] = []
        while state.decision is not None:
            if state.decision.texts[0].startswith("claim"):
                if not order:
                    order = expected_order(state, players)
                    drafts += 1
                assert state.decision.player == order.pop(0)
            else:
                assert not order
            state.apply(state.random_choice())
    assert drafts > 10


def expected_order(state: State, players: int) -> list[int]:
    seats = sorted(range(players), key=lambda seat: (state.value("points", seat), -state.value("arrival", seat)))
    prince = state.value("prince")
    assert prince == seats[-1]
    others = [seat for seat in seats if seat != prince]
    return [*seats, *others] if players <= 3 else others


def test_what_others_have_in_hand_stays_hidden() -> None:
    state = made(4, True).new(seed=1, log=False)
    for seat, letter in enumerate(state.game.names):
        for other in range(4):
            known = state.view(other).zone(f"{letter}.hand").known
            assert len(known) == (3 if other == seat else 0)
        assert state.view(seat).zone("bag").known == ()
