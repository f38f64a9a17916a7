"""The rules' own bots: which line applies, what is left to chance, and that nothing else comes of them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from interpreter import Game
from interpreter.bots import BotTrouble, Sight, checked, made, seat_bots
from interpreter.simulate.playout import play_out, recorded
from rulelang.ir.dump import dump
from tests.worlds import games

CASES = Path(__file__).parents[1] / "cases"
TEXT = """rules 1
game "Small Steps"
players 2

cards Card "card {value}": 1 for each value in 1 to 6

state:
    deck: pile of Card, seen by nobody
    player.hand: hand of Card, seen by owner
    player.laid: row of Card, seen by all

setup:
    move every card to deck
    for each player: move 3 from deck to player.hand

to lay:
    pick card in me.hand
    move card to me.laid

to lay_two:
    pick pair: 2 of Card in me.hand
    move pair to me.laid

to give:
    pick card in me.hand
    pick other: Player in players
    move card to other.laid

play: repeat 3 times: turns once: choose lay, lay_two, give, pass

winner: highest count laid, then shared
"""
HANDS = ({4, 5, 6}, {1, 2, 3})
"""Who holds what at the first choice of each seat; the deck is not shuffled."""


@pytest.fixture(scope="module")
def plain() -> Game:
    return games.made(TEXT)


def with_bot(lines: str) -> Game:
    return games.made(TEXT + '\nbot "careful":\n' + "".join(f"    {line}\n" for line in lines.split("; ")))


def chosen(game: Game, seat: int = 0, bot: str = "rules:careful") -> set[str]:
    """What the bot ever does at its first choice, with many seeds."""
    state = game.new(seed=1, log=False)
    for _ in range(seat):
        state.apply("pass")
    sight = Sight(state, seat, state.many)
    return {sight.texts[made(bot, str(seed), seat).choose(sight)] for seed in range(200)}


def test_the_hands_are_as_the_table_says(plain: Game) -> None:
    for seat, hand in enumerate(HANDS):
        assert {text for text in chosen(plain, seat, "random") if text.startswith("lay(")} == {
            f'lay("card {value}")' for value in hand
        }


@pytest.mark.parametrize(
    ("lines", "first", "second"),
    [
        ("pass", {"pass"}, {"pass"}),
        ("lay(it) where it.value > 4", {5, 6}, None),
        ("lay(it) where it.value > 6; lay(it) where it.value < 3; pass", {"pass"}, {1, 2}),
        ("lay(it), by lowest it.value", {4}, {1}),
        ("lay(it) where it.value is not 6, by highest it.value", {5}, {3}),
        ("lay when count me.hand > 3; pass", {"pass"}, {"pass"}),
        ("lay when me.left.laid is empty and (sum of value in me.hand) > 10; pass", {4, 5, 6}, {"pass"}),
        ("lay_two(two) where (sum of value in two) is 11; pass", {'lay_two("card 5" + "card 6")'}, {"pass"}),
        (
            "give(it, who) where who is not me and it.value is 5; give(it, who) where who is me and it.value is 2",
            {'give("card 5", B)'},
            {'give("card 2", B)'},
        ),
    ],
)
def test_the_first_line_that_applies_is_done(lines: str, first: set[str | int], second: set[str | int] | None) -> None:
    game = with_bot(lines)
    for seat, wanted in enumerate((first, second)):
        found = chosen(game, seat)
        if wanted is None:
            assert found == chosen(game, seat, "random"), "where no line applies, anything is done"
        else:
            assert found == {one if isinstance(one, str) else f'lay("card {one}")' for one in wanted}


def test_what_a_bot_does_is_the_same_in_every_world() -> None:
    """In each state that its seat cannot tell from the true one the same lines speak of the same choices."""
    text = (CASES / "good/knowledge/bots_that_ask_for_what_they_see.rules").read_text(encoding="utf-8")
    game, chance = games.made(text, 3), Random(1)
    (bot,) = game.program.bots
    spoken = set()
    for seed in range(30):
        state = game.new(seed, log=False)
        while (decision := state.decision) is not None:
            sight = Sight(state, decision.player, state.many)
            for number, line in enumerate(bot.preferences):
                wanted = {sight.texts[one] for one in sight.preferred(line)}
                spoken |= {number} if wanted else set()
                for _ in range(3):
                    other = Sight(sight.world(chance), decision.player, state.many)
                    assert {other.texts[one] for one in other.preferred(line)} == wanted
            state.apply(chance.randrange(state.many))
    assert spoken == set(range(len(bot.preferences)))


def test_a_bot_changes_nothing_in_the_game(plain: Game) -> None:
    game = with_bot("lay(it) where it.value > 4; pass")
    assert game.program.bots
    rules = plain.program.rules
    assert game.program.rules[: len(rules)] == rules, "places of its faults come behind all others"
    assert evolve(game.program, rules_hash="", rules=()) == evolve(plain.program, rules_hash="", rules=())
    assert dump(game.program) == dump(plain.program)
    assert play_out(game, "7", ["random"] * 2) == play_out(plain, "7", ["random"] * 2)


def test_the_same_seed_plays_the_same_game() -> None:
    game = with_bot("lay(it) where it.value > 4")
    names = ["rules:careful", "rules:careful"]
    records = [recorded(game, str(seed), names, 100)[0] for seed in (1, 1, 2, 3, 4, 5)]
    assert records[0] == records[1]
    assert len({record.moves for record in records}) > 2


def test_each_decision_takes_one_number(plain: Game) -> None:
    """A game that is gone on with goes on as it would have, whichever lines applied before."""
    state = with_bot("lay(it) where it.value > 4").new(seed=1, log=False)
    sight = Sight(state, 0, state.many)
    for seed in range(20):
        first, second = (made("rules:careful", str(seed), 0) for _ in range(2))
        first.choose(sight)
        second.passed(sight.count)
        assert [first.choose(sight) for _ in range(5)] == [second.choose(sight) for _ in range(5)]


@pytest.mark.parametrize(
    ("lines", "name", "message"),
    [
        (None, "rules:careful", "this game has no bot `rules:careful`, nor any other"),
        ("pass", "rules:carefull", "this game has no bot `rules:carefull`; did you mean `rules:careful`"),
        ("pass", "rules:bold", "this game has no bot `rules:bold`, only rules:careful"),
        ("pass", "rules", "say which, as in `rules:careful`"),
    ],
)
def test_bots_that_there_are_not(plain: Game, lines: str | None, name: str, message: str) -> None:
    game = plain if lines is None else with_bot(lines)
    state = game.new(seed=1, log=False)
    with pytest.raises(BotTrouble, match=message):
        made(name, "1", 0).choose(Sight(state, 0, state.many))
    with pytest.raises(BotTrouble, match=message):  # before anything is chosen
        seat_bots(["random", name], "1", game.program)


def test_a_name_is_checked_without_a_game() -> None:
    checked("rules:careful")
    assert seat_bots(["rules:careful", None], "1")[1] is None
