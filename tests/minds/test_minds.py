"""Machine code thinks as Python does, cell by cell; what is said to be the same in every world is so."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

import interpreter
from interpreter import Game, State
from interpreter.bots.ismcts import IsmctsBot
from interpreter.bots.model import Sight
from interpreter.bots.thinking import Budget
from interpreter.bots.tree import Tree
from interpreter.bots.worth import Worth
from interpreter.kernel import words as kernel_words
from interpreter.machine.engine import Cells
from interpreter.minds import words
from interpreter.reference.engine import ReferenceEngine
from interpreter.reference.machine import Machine
from interpreter.reference.thinking import Thinking
from interpreter.worlds import MOST_DRAWS, Worlds
from tests.worlds import games

PARTS = str(Path(__file__).parents[1] / "cases" / "meaning" / "parts_of_a_payoff.rules")
TABLES = (
    ("kuhn", 2), ("leduc", 2), ("goofspiel", 2), ("liars_dice", 2), ("hanabi", 3), ("hearts", 4), ("werwars", 3),
    ("pickpocket", 3), ("edspants", 4), ("blackjack", 1), ("letters", 3), ("tiny_bridge", 2), ("cribbage", 2),
    (PARTS, 3),
)  # fmt: skip


def states(game: Game, many: int = 3, apart: int = 5) -> list[State]:
    """States at choices, further and further into a game that chance plays."""
    found, state = [], game.new(seed="minds", log=False)
    while len(found) < many and state.decision is not None:
        if state.many > 1:
            found.append(state.clone())
        for _ in range(apart):
            if state.decision is not None:
                state.apply(state.random_choice())
    return found


def both(name: str, players: int) -> tuple[Game, Game]:
    pytest.importorskip("llvmlite")
    plain, native = (interpreter.load(name, players=players, backend=backend) for backend in ("python", "native"))
    return plain, native


def worlds(game: Game, state: State, viewer: int) -> Worlds:
    return Worlds(game, game.engine(), state.array, viewer)


# ---------------------------------------------------------------- machine code and Python


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_both_engines_draw_the_same_worlds(name: str, players: int) -> None:
    plain, native = both(name, players)
    for number, state in enumerate(states(plain)):
        for viewer in range(players):
            one, other = worlds(plain, state, viewer), worlds(native, state, viewer)
            assert list(one.plan) == list(other.plan)
            for seed in range(4):
                drawn = list(one.draw(Random(f"{number}/{seed}")))
                assert drawn == list(other.draw(Random(f"{number}/{seed}")))
                world = plain.stand(drawn, log=False)
                assert bytes(world.view(viewer)) == bytes(state.view(viewer))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_both_engines_search_the_same_trees(name: str, players: int) -> None:
    plain, native = both(name, players)
    for state in states(plain, many=2):
        seat = state.player
        assert seat is not None
        trees = [Tree(worlds(game, state, seat), 0.7, points=8) for game in (plain, native)]
        for tree in trees:
            tree.search(Random(1), 25)
        one, other = ([(each.choice, each.tried, each.worth) for each in tree.of_offers()] for tree in trees)
        assert one == other
        assert sum(tried for _, tried, _ in one) <= 25
        tried = [Tree(worlds(game, state, seat), points=64 + state.many) for game in (plain, native)]
        order = list(range(state.many))
        assert {tree.try_each(Random(2), order, 0, 9) for tree in tried} == {9 % state.many}
        assert tried[0].by_place(state.many) == tried[1].by_place(state.many)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_end_is_worth_the_payoff_or_the_share_of_the_win(name: str, players: int) -> None:
    """Machine code finds the same: the trees show it."""
    game = interpreter.load(name, players=players)
    thinking = Thinking(ReferenceEngine(game.program), Machine(game.layout, traced=False))
    for seed in range(6):
        state = game.new(seed=seed, log=False)
        for most in (1, 2000):
            state.playout(most)
            tree = [0] * (words.WORTHS + 2 * players)
            thinking.names["S"] = state.array
            assert thinking.valued(tree)
            found = tree[words.WORTHS :: 2]
            assert found == pytest.approx(list(Worth(game).of(state)))


# ---------------------------------------------------------------- trees


def test_a_tree_that_has_to_grow_finds_the_same() -> None:
    """What is tried again after there was no room is noted once."""
    game = interpreter.load("kuhn", players=2)
    state = game.new(seed=2, log=False)
    state.apply("bet")  # whoever has a queen calls
    small, large = (Tree(worlds(game, state, 1), 0.7, points=points) for points in (2, 4096))
    for tree in (small, large):
        tree.search(Random(1), 300)
    made = [sum(thought.tried for thought in tree.of_offers()) for tree in (small, large)]
    assert made == [300, 300]
    best = [max(tree.of_offers(), key=lambda thought: thought.tried).choice for tree in (small, large)]
    assert best[0] == best[1]


def test_a_tree_takes_no_more_than_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.bots.tree.MOST_POINTS", 64)
    game = interpreter.load("goofspiel", players=2)
    state = game.new(seed=1, log=False)
    tree = Tree(worlds(game, state, 0), 0.7, points=16)
    assert tree.search(Random(1), 3)
    assert not tree.search(Random(1), 500)
    assert tree.of_offers()
    thoughts = IsmctsBot("1", 0, Budget(500)).think(Sight(state, 0, state.many), Random(1))
    assert 0 < sum(thought.tried for thought in thoughts) < 500


def test_games_are_parted_alike_and_none_is_left_out() -> None:
    for games_in_all in (1, MOST_DRAWS, MOST_DRAWS + 1, 1000):
        portions = list(Budget(games_in_all).portions())
        assert sum(portions) == games_in_all
        assert max(portions) <= MOST_DRAWS
    assert list(Budget(None, 0.0).portions()) == [1]


# ---------------------------------------------------------------- names


def names(game: Game, plan: Cells, state: list[int], seat: int, heard: bool) -> list[tuple[int, int]]:
    """What the choices are called that there are in a state."""
    engine = game.engine()
    cells, found = engine.thoughts(state), engine.thoughts([0, 0])
    many = engine.think("name_offers", cells, plan, plan, 0, 0)
    called = []
    for choice in range(many):
        engine.think(
            "name_choice", cells, choice * words.numbers(game.layout)["WIDTH"], plan, seat, int(heard), found, 0
        )
        called.append((found[0], found[1]))
    return called


def test_choices_have_the_same_names_in_every_world() -> None:
    for name, players in (("hanabi", 3), ("werwars", 3), ("pickpocket", 3), ("edspants", 4), ("goofspiel", 2)):
        game = interpreter.load(name, players=players)
        for state in states(game, many=6, apart=3):
            seat = state.player
            assert seat is not None
            all_worlds = worlds(game, state, seat)
            mine = names(game, all_worlds.plan, state.array, seat, heard=False)
            assert len(set(mine)) == len(mine)
            for seed in range(3):
                world = list(all_worlds.draw(Random(seed)))
                assert names(game, all_worlds.plan, world, seat, heard=False) == mine


def test_what_others_hear_of_a_choice_tells_nothing_that_they_cannot_see() -> None:
    game = interpreter.load("goofspiel", players=2)
    state = game.new(seed=1, log=False)
    plan = worlds(game, state, 0).plan
    assert len(set(names(game, plan, state.array, 0, heard=True))) == 1
    assert len(set(names(game, plan, state.array, 0, heard=False))) == state.many > 1


# ---------------------------------------------------------------- odd things


def test_no_word_means_two_things() -> None:
    """Machine code knows numbers by their names alone."""
    shared = [name for name in vars(words) if name in vars(kernel_words) and not name.startswith("_")]
    assert all(vars(words)[name] is vars(kernel_words)[name] for name in shared)


def test_cards_of_which_different_things_were_told_lie_everywhere_as_likely() -> None:
    """How they may lie is counted in Python, in all ways."""
    game = games.made(games.CROSSED)
    plain = game.texts.plain
    crossed = 0
    for seed in range(6):
        state = game.new(seed=seed)
        for choice in ("name_red", "name_one", "name_one"):
            state.apply(choice)
        true = shown(game, state.array)
        hidden = set(range(len(plain))) - set(shown(game, state.array, "A"))
        ways = {
            way: 1.0
            for way in permutations(sorted(hidden), 2)
            if plain[way[0]].startswith("red") == plain[true[0]].startswith("red")
            and plain[way[1]].endswith("1") == plain[true[1]].endswith("1")
        }
        all_worlds = worlds(game, state, 1)
        crossed += bool(all_worlds.plan[words.MANY_GIVEN])
        chance, counts = Random(seed), Counter[tuple[int, ...]]()
        cells = game.engine().thoughts(all_worlds.base)
        for _ in range(30):
            all_worlds.prepare(chance, 100)
            for _ in range(100):
                game.engine().think("draw_world", cells, all_worlds.plan)
                counts[shown(game, list(cells))] += 1
        assert set(counts) == set(ways)
        assert games.far_off(counts, ways) < 4
    assert crossed > 1


def test_machine_code_lays_cards_that_are_drawn_elsewhere() -> None:
    pytest.importorskip("llvmlite")
    plain = games.made(games.CROSSED)
    native = Game(plain.program, "native")
    state = plain.new(seed=2, log=False)
    for choice in ("name_red", "name_one", "name_one"):
        state.apply(choice)
    drawn = []
    for game in (plain, native):
        all_worlds, cells = worlds(game, state, 1), game.engine().thoughts(state.array)
        assert all_worlds.plan[words.MANY_GIVEN]
        all_worlds.prepare(Random(1), 3)
        for _ in range(7):  # after the last draw the first one comes again
            game.engine().think("draw_world", cells, all_worlds.plan)
            drawn.append(list(cells))
    assert drawn[:7] == drawn[7:]
    assert shown(plain, drawn[0]) == shown(plain, drawn[3]) == shown(plain, drawn[6])


def test_a_world_keeps_the_promises_of_the_rules_if_it_can() -> None:
    """Two of three cards fit, but with one of them the rules would have broken their word."""
    compiled = Game(games.made(PROMISE).program), Game(games.made(PROMISE).program, "native")
    for game in compiled:
        state = game.new(seed=1, log=False)
        found = {texts(game, list(worlds(game, state, 1).draw(Random(seed)))) for seed in range(40)}
        assert found == {"ball 1", "ball 2"}


PROMISE = """rules 1
game "Promise"
players 2

cards Ball "ball {value}": 1 for each value in 1 to 3

state:
    sack: pile of Ball, seen by nobody
    cup: slot of Ball, seen by nobody

to wait: nothing

setup:
    move every ball to sack
    shuffle sack
    repeat until cup is not empty:
        move 1 from sack to cup
        if cup.value > 2: move cup to sack

play: turns once: choose wait

always no ball in cup where ball.value > 2
winner: highest count sack, then shared
"""


def texts(game: Game, cells: list[int]) -> str:
    [card] = game.layout.cards_in(cells, [zone.name for zone in game.zones].index("cup"))
    return game.texts.plain[card]


def shown(game: Game, cells: list[int], seat: str = "B") -> tuple[int, ...]:
    """What lies before a player."""
    zones = [zone.name for zone in game.zones]
    return tuple(
        card for name in ("line", "ring") for card in game.layout.cards_in(cells, zones.index(f"{seat}.{name}"))
    )
