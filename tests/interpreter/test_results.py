"""Rankings, ties, payoffs, and the sentence that says why."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from interpreter import Game
from interpreter.machine.results import Score, everyone_lost, former_why, ranking, result_of, returns, together
from rulelang.ir.model.expressions import NONE, Binary, Const, Local, Read
from rulelang.ir.model.program import Criterion, Function, Parameter, Result
from rulelang.ir.model.statements import Finish
from tests.interpreter.machine_programs import COINS, market

COIN = Score("highest", "coins", (12, 17, 9))


def test_one_winner() -> None:
    result = result_of(3, [COIN], None, ())
    assert (result.ranks, result.winners, result.shared) == ((2, 1, 3), (1,), False)
    assert result.why == "B wins with 17 coins (A 12, C 9)."


def test_equal_ranks_skip_the_next() -> None:
    result = result_of(3, [Score("highest", "coins", (5, 5, 2))], None, ())
    assert (result.ranks, result.winners, result.shared) == ((1, 1, 3), (0, 1), True)
    assert result.why == "A and B share the win with 5 coins (C 2)."


def test_a_tie_is_broken_by_the_next_criterion() -> None:
    scores = [Score("highest", "coins", (7, 7, 3)), Score("lowest", "count hand", (4, 2, 0))]
    result = result_of(3, scores, None, ())
    assert result.ranks == (2, 1, 3)
    assert result.why == "B wins with 7 coins (A 7, C 3), then 2 for “count hand” (A 4)."


def test_a_tie_on_everything_names_everything() -> None:
    scores = [Score("highest", "coins", (7, 7)), Score("lowest", "cards_left", (1, 1))]
    assert result_of(2, scores, None, ()).why == "A and B share the win with 7 coins, then 1 cards left."


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("coins", "", ["0 coins", "1 coin", "2 coins"]),
        ("victory_points", "", ["0 victory points", "1 victory point", "2 victory points"]),
        ("count hand", "hand", ["0 cards in hand", "1 card in hand", "2 cards in hand"]),
        ("count player.far_pile", "far_pile", ["0 cards in far pile", "1 card in far pile", "2 cards in far pile"]),
        ("sum of stakes", "", ["0 for “sum of stakes”", "1 for “sum of stakes”", "2 for “sum of stakes”"]),
        ("cities", "", ["0 cities", "1 city", "2 cities"]),
        ("boxes", "", ["0 boxes", "1 box", "2 boxes"]),
        *(
            (word, "", [f"0 {word}", f"1 {word}", f"2 {word}"])
            for word in ("guilt", "bonus", "chess", "series", "basis")
        ),
    ],
)
def test_numbers_have_words_that_fit(text: str, place: str, said: list[str]) -> None:
    for value, words in enumerate(said):
        assert result_of(1, [Score("highest", text, (value,), place)], None, ()).why == f"A wins with {words}."


def test_nobody_may_have_won() -> None:
    result = result_of(2, [], NONE, (3, -3))
    assert (result.ranks, result.winners, result.shared, result.everyone_lost) == ((), (), False, False)
    assert (result.why, returns(result, 2)) == ("Nobody wins.", (3, -3))
    assert returns(result_of(2, [], NONE, ()), 2) == (0, 0)


def test_the_words_of_earlier_records() -> None:
    scores = [Score("highest", "coins", (1, 1, 0)), Score("lowest", "count hand", (4, 2, 0), "hand")]
    assert former_why(result_of(3, scores, None, ())) == "B wins with 1 coins (A 1, C 0), then 2 as count hand (A 4)."
    for result in (result_of(3, [], NONE, ()), everyone_lost((), ()), result_of(3, [], 1, ())):
        assert former_why(result) == result.why


def test_the_rules_may_name_the_winner() -> None:
    result = result_of(3, [], 2, ())
    assert (result.ranks, result.winners) == ((2, 2, 1), (2,))
    assert result.why == "C wins."


@pytest.mark.parametrize(
    ("several", "won", "ranks", "why"),
    [
        ("winners", 0b101, (1, 3, 1), "A and C share the win."),
        ("winners", 0b010, (2, 1, 2), "B wins."),
        ("winners", 0b111, (1, 1, 1), "Everyone wins."),
        ("winners", 0, (), "Nobody wins."),
        ("losers", 0b101, (1, 3, 1), "B loses."),
        ("losers", 0b010, (2, 1, 2), "A and C lose."),
        ("losers", 0b111, (1, 1, 1), "Everyone wins."),
        ("losers", 0, (), "Nobody wins."),
    ],
)
def test_the_rules_may_name_several(several: str, won: int, ranks: tuple[int, ...], why: str) -> None:
    result = result_of(3, [], won, (), several)
    assert (result.ranks, result.why) == (ranks, why)
    assert result.winners == tuple(seat for seat in range(3) if won >> seat & 1)


@pytest.mark.parametrize(
    ("outcome", "why", "worth"),
    [(2, "Everyone loses.", -1), (3, "Everyone wins.", 0), (4, "Nobody wins.", 0)],
)
def test_an_end_for_all_together(outcome: int, why: str, worth: int) -> None:
    result = together(outcome, 2, ())
    assert result is not None
    assert (result.why, result.everyone_lost, returns(result, 2)) == (why, outcome == 2, (worth, worth))
    assert together(1, 2, ()) is None


def test_payoffs_rank_where_nothing_else_does() -> None:
    result = result_of(2, [], None, [-2, 2])
    assert (result.ranks, result.payoffs) == ((2, 1), (-2, 2))
    assert result.why == "B wins with a payoff of 2 (A -2)."
    assert result_of(2, [Score("highest", "x", (1, 0))], None, [-2, 2]).ranks == (1, 2)


def test_all_win_or_all_lose_together() -> None:
    assert result_of(2, [], None, ()).why == "Everyone wins."
    assert result_of(1, [], None, ()).why == "A wins."
    lost = everyone_lost((), (0, 0))
    assert (lost.ranks, lost.winners, lost.everyone_lost, lost.why) == ((), (), True, "Everyone loses.")
    assert lost.to_dict()["payoffs"] == {"A": 0, "B": 0}


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=6))
def test_ranking_counts_who_is_better(worths: list[tuple[int, int]]) -> None:
    ranks = ranking(worths)
    for rank, worth in zip(ranks, worths, strict=True):
        assert rank == 1 + sum(other > worth for other in worths)
    assert min(ranks) == 1
    best = sorted(ranks)
    assert all(rank == best.index(rank) + 1 for rank in best)


def play_out(game: Game) -> object:
    state = game.new(1)
    while not state.is_over:
        state.apply("wait(0)" if state.view().decision else "bid(1)")
    return state.result


def test_the_result_of_a_game() -> None:
    program = market(2)
    declared = Result((Criterion("lowest", 1, "lowest coins"),), None, 3, False)
    payoff = Function("payoff", (Parameter("player"),), Binary("-", Const(1), Read(COINS, (Local("player"),))))
    game = Game(evolve(program, result=declared, functions=(*program.functions, payoff)))
    result = play_out(game)
    assert result == result_of(2, [Score("lowest", "coins", (1, 1))], None, [0, 0])


def test_everyone_may_lose() -> None:
    program = market(2)
    blocks = list(program.blocks)
    body = tuple(
        Finish("everyone_loses", 1) if isinstance(statement, Finish) else statement for statement in blocks[15].body
    )
    blocks[15] = evolve(blocks[15], body=body)
    assert play_out(Game(evolve(program, blocks=tuple(blocks)))) == everyone_lost((), ())


def test_the_rules_may_ask_for_one_player() -> None:
    program = market(2)
    functions = (*program.functions, Function("winner", (), Const(1)))
    game = Game(evolve(program, functions=functions, result=Result((), 3, None, False)))
    result = play_out(game)
    assert result == result_of(2, [], 1, ())


@pytest.mark.parametrize("text", ["highest coins", "coins"])
def test_a_criterion_is_named_without_its_first_word(text: str) -> None:
    program = market(2)
    game = Game(evolve(program, result=Result((Criterion("highest", 1, text),), None, None, True)))
    assert getattr(play_out(game), "why", "") == "A and B share the win with 1 coin."
