"""What others' choices betray: against Bayes' rule worked out by hand, and never more than the viewer could read."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from interpreter import Game, State
from interpreter.bots import made
from interpreter.bots.model import Sight
from interpreter.bots.trail import Trail
from interpreter.worlds import Past, Worlds
from interpreter.worlds.reading import ERROR, Reading
from tests.worlds import games

WAGER = """rules 1
game "Wager"
players 3

cards Card "card {{value}}": 1 for each value in 1 to {top}

state:
    deck: pile of Card, seen by nobody
    player.hand: hand of Card, seen by owner
    player.shown: row of Card, seen by all
    player.bets: number

to bet: add 1 to me.bets
to check: nothing
to draw: move 1 from deck to me.hand
to show_one:
    pick card in me.hand
    move card to me.shown
to hide_one:
    pick card in me.hand
    move card to deck at bottom

setup:
    move every card to deck
    shuffle deck
    for each player: move {cards} from deck to player.hand

play: repeat 4 times: turns once: choose bet, check, draw, show_one, hide_one

winner: highest bets, then shared

bot "honest":
    bet when some mine: Card in me.hand where mine.value > 3
    check
"""


def table(steps: list[str], cards: int = 1, seed: int = 1) -> tuple[Game, State, list[Past]]:
    """A game in which these steps were chosen so far, with the past of it."""
    game = games.made(WAGER.format(cards=cards, top=3 + 2 * cards), 3)
    state, trail = game.new(seed=seed, log=False), Trail(game, str(seed))
    for step in steps:
        decision = state.decision
        assert decision is not None
        choice = next(choice for choice in decision.choices if choice.step == step)
        trail.choose(choice.offer, choice.picks)
        state.apply(choice)
        assert trail._cells == state.array  # the same game
    return game, state, trail.past


def hands(game: Game, cells: list[int]) -> tuple[tuple[int, ...], ...]:
    """The cards in the hands, by their numbers from 0."""
    names = [zone.name for zone in game.zones]
    return tuple(tuple(game.layout.cards_in(cells, names.index(f"{seat}.hand"))) for seat in "ABC")


def read_as(game: Game, state: State, past: list[Past], model: str = "rules:honest") -> Worlds:
    seat = state.player
    assert seat is not None
    odds = made(model, "1", 0).odds  # type: ignore[attr-defined]
    return Sight(state, seat, state.many, past=past).reading(odds, 100_000)


def honest(value: int, bets: bool) -> Fraction:
    """How likely the choice is with this card, where one in ten is made by chance among five."""
    error, many = Fraction(1, 10), 5
    return (1 - error) * int((value > 3) is bets) + error / many


def test_worlds_are_drawn_as_bayes_says() -> None:
    """A has bet and B has checked; C counts every way in which the other cards can lie."""
    game, state, past = table(["bet", "check"])
    worlds = read_as(game, state, past)
    mine = hands(game, state.array)[2]
    found, chance = Counter[tuple[int, int]](), Random(7)
    for _ in range(4000):
        one, two, three = hands(game, list(worlds.draw(chance)))
        assert three == mine
        found[one[0] + 1, two[0] + 1] += 1
    rest = [value for value in range(1, 6) if (value - 1,) != mine]
    exact = {(a, b): honest(a, True) * honest(b, False) for a, b in permutations(rest, 2)}
    whole = sum(exact.values())
    assert set(found) <= set(exact)
    for way, weight in exact.items():
        assert found[way] / 4000 == pytest.approx(float(weight / whole), abs=0.03)


def test_each_way_has_the_weight_of_bayes() -> None:
    game, state, past = table(["bet", "check", "bet", "bet", "check"])
    seat = 2
    odds = made("rules:honest", "1", 0).odds  # type: ignore[attr-defined]
    engine = game.engine()
    reading = Reading(
        game, engine, state.array, seat, past, lambda cells, who: odds(Sight(game.stand(cells, log=False), who, 5))
    )
    worlds = Worlds(game, engine, state.array, seat, reading)
    assert len(reading.clues) == 4  # all but its own
    mine = hands(game, state.array)[2][0]
    spots = worlds._spots
    rest = [card for card in range(5) if card != mine]
    for way in permutations(rest):
        lies = {spot.card: card for spot, card in zip(spots, way, strict=True)}
        (one,), (two,) = hands(game, state.array)[:2]
        a, b = lies[one] + 1, lies[two] + 1
        exact = honest(a, True) ** 2 * honest(b, False) ** 2
        assert reading.weight(spots, way) == pytest.approx(float(exact))


@pytest.mark.parametrize(
    ("steps", "cards", "clues"),
    [
        (["bet", "check"], 1, 2),
        (["draw", "check"], 1, 1),  # a card came to A that C does not know
        (["bet", "draw", "bet", "bet"], 1, 2),  # A's two, nothing of B from before
        (["show_one", "check"], 2, 2),  # what A showed was seen as it left
        (["show_one", "check"], 1, 1),  # nothing is hidden in A's hand any more
        (["bet", "hide_one"], 2, 1),  # what B hid is not known
        (["bet", "hide_one", "bet", "bet", "bet"], 2, 3),
    ],
)
def test_what_is_read_is_what_the_viewer_could_follow(steps: list[str], cards: int, clues: int) -> None:
    game, state, past = table(steps, cards)
    engine = game.engine()
    reading = Reading(game, engine, state.array, 2, past, lambda cells, seat: [1.0])
    assert len(reading.clues) == clues


def test_nothing_in_it_depends_on_what_is_hidden() -> None:
    """The same game with other hidden cards, told alike, is read alike: the true cards have no weight of their own."""
    found = {}
    for seed in range(60):
        game, state, past = table(["bet", "check", "check", "bet", "check"], seed=seed)
        mine = hands(game, state.array)[2]
        worlds, chance = read_as(game, state, past), Random(3)
        drawn = Counter(hands(game, list(worlds.draw(chance)))[:2] for _ in range(1500))
        for way, many in drawn.items():
            found.setdefault((mine, way), []).append(many / 1500)
    for shares in found.values():
        assert max(shares) - min(shares) < 0.09


def test_where_nothing_fits_worlds_are_even() -> None:
    game, state, past = table(["bet", "check"])
    engine = game.engine()
    reading = Reading(game, engine, state.array, 2, past, lambda cells, seat: [0.0] * 5)
    worlds, chance = Worlds(game, engine, state.array, 2, reading), Random(1)
    assert 0 < ERROR < 1
    assert len({hands(game, list(worlds.draw(chance))) for _ in range(300)}) == 12
