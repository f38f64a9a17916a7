"""Bots play well, always the same with the same seed, and never by what they cannot see."""

from __future__ import annotations

from random import Random

import pytest

import interpreter
from interpreter import Game, State
from interpreter.bots import made, seat_bots
from interpreter.bots.ismcts import IsmctsBot
from interpreter.bots.model import BotTrouble, Sight
from interpreter.bots.thinking import Budget
from interpreter.minds.words import FEW
from interpreter.simulate.playout import play_out
from tests.bots.rigged import DARE, GAMES, MIXED, SECRET, TOLD
from tests.worlds import games

HONEST = ("greedy", "flat:40", "ismcts:40", "ismcts:40+greedy")
GAMES_PLAYED = 120


def played(game: Game, bots: list[str], seed: str) -> tuple[int, ...]:
    result = play_out(game, seed, bots).result
    assert result is not None
    return result.winners


def cheating(state: State) -> int:
    """A search that plays from the true state, as no bot may."""
    seat = state.player
    assert seat is not None
    worths = []
    for choice in range(state.many):
        trial = state.clone()
        trial.apply(choice)
        trial.playout()
        worths.append(trial.returns[seat])
    return worths.index(max(worths))


# ---------------------------------------------------------------- honest


@pytest.mark.parametrize("name", GAMES)
def test_who_cheats_always_wins(name: str) -> None:
    game = games.made(GAMES[name])
    for seed in range(20):
        state = game.new(seed=seed, log=False)
        state.apply(cheating(state))
        assert state.returns[0] == 1


@pytest.mark.parametrize("bot", HONEST)
@pytest.mark.parametrize("name", GAMES)
def test_who_plays_honestly_wins_half(name: str, bot: str) -> None:
    """Four standard deviations about a half."""
    game = games.made(GAMES[name])
    wins = sum(0 in played(game, [bot, "random"], str(seed)) for seed in range(GAMES_PLAYED))
    assert abs(wins - GAMES_PLAYED / 2) < 4 * (GAMES_PLAYED / 4) ** 0.5


@pytest.mark.parametrize("bot", HONEST)
def test_who_is_asked_last_does_not_know_what_was_chosen_secretly(bot: str) -> None:
    game = games.made(SECRET)
    wins = sum(1 in played(game, ["random", bot], str(seed)) for seed in range(GAMES_PLAYED))
    assert abs(wins - GAMES_PLAYED / 2) < 4 * (GAMES_PLAYED / 4) ** 0.5


@pytest.mark.parametrize(
    ("text", "bot", "share"),
    [
        (TOLD, "ismcts:40", 0.5),
        (TOLD, "ismcts:40+random", 0.5),
        (TOLD, "ismcts:40+rules:telling", 1.0),
        (TOLD, "flat:40+rules:telling", 1.0),
        (MIXED, "ismcts:40+rules:telling", 0.5),
        (MIXED, "flat:40+rules:telling", 0.5),
    ],
)
def test_what_others_betray_is_read_where_it_can_be(text: str, bot: str, share: float) -> None:
    game = games.made(text)
    wins = sum(0 in played(game, [bot, "rules:telling"], str(seed)) for seed in range(GAMES_PLAYED))
    assert abs(wins - share * GAMES_PLAYED) <= 4 * (GAMES_PLAYED * share * (1 - share)) ** 0.5


@pytest.mark.parametrize("own", ["me.palm.value", "me.lot"])
def test_others_are_thought_to_know_what_they_see(own: str) -> None:
    """A search that lets them choose the same in all worlds thinks half of the games are won by daring."""
    game = games.made(DARE.format(own=own))
    for seed in range(4):
        state = game.new(seed=seed, log=False)
        sight = Sight(state, 0, state.many)
        thoughts = made("ismcts:600", str(seed), 0).think(sight, Random(seed))  # type: ignore[attr-defined]
        assert [sight.texts[thought.choice] for thought in thoughts] == ["be_safe", "dare"]


@pytest.mark.parametrize("bot", ["greedy", "flat:24", "ismcts:24"])
def test_whatever_is_hidden_a_bot_thinks_the_same(bot: str) -> None:
    """In every state that its seat cannot tell from the true one, to the last digit."""
    for name, players in (("kuhn", 2), ("liars_dice", 2), ("hanabi", 3), ("werwars", 3), ("cribbage", 2)):
        state = interpreter.load(name, players=players).new(seed=1, log=False)
        for number in range(8):
            seat = state.player
            assert seat is not None
            true = Sight(state, seat, state.many)
            other = Sight(true.world(Random(number)), seat, state.many)
            found = [made(bot, "1", seat).think(sight, Random(2)) for sight in (true, other)]  # type: ignore[attr-defined]
            assert found[0] == found[1]
            state.apply(state.random_choice())
            if state.is_over:
                break


# ---------------------------------------------------------------- always the same


@pytest.mark.parametrize("bot", ["random", "greedy", "flat:30", "ismcts:30", "always:feed"])
def test_the_same_seed_plays_the_same(bot: str) -> None:
    game = interpreter.load("werwars", players=3)
    one, two, *others = (choices(game, bot, seed) for seed in ("1", "1", "2", "3", "4", "5"))
    assert one == two
    assert any(other != one for other in others)


def choices(game: Game, bot: str, seed: str, replayed: int = 0) -> list[int]:
    """What bots choose in the first decisions of one deal; the first of them, where so many were made before, as they
    were made then."""
    bots, state, chosen = seat_bots([bot] * game.players, seed), game.new(seed=7, log=False), []
    before = choices(game, bot, seed) if replayed else []
    for number in range(10):
        decision = state.decision
        assert decision is not None
        player = bots[decision.player]
        assert player is not None
        if number < replayed:
            player.passed(len(decision.raw))
            chosen.append(before[number])
        else:
            chosen.append(player.choose(Sight(state, decision.player, len(decision.raw))))
        state.apply(chosen[-1])
    return chosen


@pytest.mark.parametrize("bot", ["random", "greedy", "flat:30", "ismcts:30", "always:feed"])
def test_a_bot_goes_on_where_it_was(bot: str) -> None:
    game = interpreter.load("werwars", players=3)
    assert choices(game, bot, "1", replayed=6) == choices(game, bot, "1")


# ---------------------------------------------------------------- well

NUMBERS = """rules 1
game "Numbers"
players 2

state:
    player.points: 0 to 99

to take:
    pick amount in 1 to 90
    set me.points to amount

play: turns once: choose take

winner: highest points, then shared
"""


def kuhn_state(mine: str) -> State:
    """B has this card, and A has bet."""
    game = interpreter.load("kuhn")
    for seed in range(100):
        state = game.new(seed=seed, log=False)
        state.apply("bet")
        if state.view(1).zone("B.hand").known == (mine,):
            return state
    raise AssertionError(mine)


@pytest.mark.parametrize("bot", ["flat:200", "ismcts:200"])
def test_what_is_certain_is_found(bot: str) -> None:
    for mine, choice in (("jack", "fold"), ("king", "call")):
        state = kuhn_state(mine)
        sight = Sight(state, 1, state.many)
        assert sight.texts[made(bot, "0", 1).choose(sight)] == choice


def test_search_never_loses_noughts_and_crosses() -> None:
    game = interpreter.load("tic_tac_toe")
    for number in range(6):
        seat = number % 2
        names = ["random", "random"]
        names[seat] = "ismcts:300"
        assert seat in played(game, names, str(number))


def test_an_open_win_is_taken_by_all_that_look_ahead() -> None:
    game = interpreter.load("tic_tac_toe")
    state = game.new(seed=1, log=False)
    for field in (1, 4, 2, 5):
        state.apply(f"draw_mark({field})")
    for bot in HONEST:
        assert Sight(state, 0, 5).texts[made(bot, "0", 0).choose(Sight(state, 0, 5))] == "draw_mark(3)"


def test_of_many_choices_only_some_are_tried() -> None:
    state = games.made(NUMBERS).new(seed=1, log=False)
    sight = Sight(state, 0, state.many)
    few = IsmctsBot("0", 0, Budget(60)).think(sight, Random(1))
    assert FEW <= len(few) < sight.count == 90
    assert sum(thought.tried for thought in few) == 60
    many = IsmctsBot("0", 0, Budget(2000)).think(sight, Random(1))
    assert len(many) == 90
    assert many[0].choice > 80


# ---------------------------------------------------------------- always the same step


def test_who_always_does_one_thing_does_it_whenever_he_may() -> None:
    game = interpreter.load("magpie", players=2)
    bots, state = seat_bots(["always:take"] * 2, "1"), game.new(seed=1, log=False)
    seen = set()
    while (decision := state.decision) is not None:
        bot = bots[decision.player]
        assert bot is not None
        choice = decision.choices[bot.choose(Sight(state, decision.player, len(decision.raw)))]
        offered = {one.step for one in decision.choices}
        assert choice.step == "take" or "take" not in offered
        seen.add((choice.step == "take", len(offered) > 1))
        state.apply(choice)
    assert {(True, True), (False, False)} <= seen


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("always", "say which step, as in `always:draw`"),
        ("always:fli", "did you mean `always:fly`"),
        ("always:dance", "`always:dance` does a step that no decision of this game ever offers"),
    ],
)
def test_what_cannot_always_be_done(name: str, message: str) -> None:
    game = interpreter.load("magpie", players=2)
    state = game.new(seed=1, log=False)
    with pytest.raises(BotTrouble, match=message):
        made(name, "1", 0).choose(Sight(state, 0, 2))
    with pytest.raises(BotTrouble, match=message):  # before anything is chosen
        seat_bots(["random", name], "1", game.program)
