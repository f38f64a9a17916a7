"""What is said to stand out, and what is not."""

from __future__ import annotations

import pytest
from attrs import evolve

from interpreter.machine.results import Result, Score
from interpreter.simulate import Playout, Statistics, findings
from interpreter.simulate.findings import of_hundred, seated, some
from interpreter.simulate.sides import Sides
from interpreter.simulate.watching import Notes

A = Result((1, 2), (0,), False, False, (), (), "A wins.")
B = evolve(A, ranks=(2, 1), winners=(1,))
BOTH = evolve(A, ranks=(1, 1), winners=(0, 1), shared=True)
LOST = evolve(A, ranks=(), winners=(), everyone_lost=True)
NOTES = Notes(0, (2, 3), (1, 1), (0, 0), {"go": (2, 2)}, 0, 0, frozenset({"x.rules:3:1"}))


def said(*results: Result | None, notes: Notes | None = None, turns: int = 2, real: int = 2, **more: object) -> str:
    statistics = Statistics(2, **more)  # type: ignore[arg-type]
    for number, result in enumerate(results):
        statistics.add(Playout(f"s/{number}", 2, turns, real, 4, result, None, notes))
    return "\n".join(findings(statistics))


def test_a_seat_that_wins_too_often() -> None:
    text = said(*[A] * 65, *[B] * 35)
    assert "A wins 65 of 100 games, more than chance explains: the true share lies between 55.3 % and 73.6 %" in text
    assert "B wins 35 of 100 games, less than chance explains" in text
    assert "No seat" not in text


def test_chance_is_not_said_to_be_more() -> None:
    text = said(*[A] * 55, *[B] * 45)
    assert text.startswith("No seat wins more or less than chance explains. With 100 games")


def test_a_fair_share_is_less_where_all_can_lose() -> None:
    text = said(*[A] * 30, *[B] * 30, *[LOST] * 40)
    assert "No seat wins more or less" in text
    assert "Everyone loses in 40 of 100 games." in text
    assert said(LOST, LOST) == "Everyone always loses: nobody ever won a game."


def test_a_game_for_all_together() -> None:
    together = Sides(((0, 1),))
    won = evolve(BOTH, shared=False)
    text = said(*[won] * 6, *[LOST] * 4, sides=together)
    assert text.startswith("All win or lose together: of 10 games 6 were won by all, 4 lost by all.")
    assert "Everyone loses" not in text
    assert "No seat" not in text
    assert said(LOST, sides=together) == "Everyone always loses: nobody ever won a game."
    assert said(won, sides=together).startswith(
        "All win or lose together: of 1 game 1 were won by all, none lost by all."
    )


def test_who_leads_is_told_where_somebody_mostly_does() -> None:
    notes = evolve(NOTES, lead_changes=3, half=0, ahead=1)
    nobody = evolve(notes, half=-1)
    for leading, told in ((4, False), (5, True)):
        statistics = Statistics(2, open_score=True)
        for number in range(10):
            playout = Playout(f"s/{number}", 2, 2, 2, 4, A, None, notes if number < leading else nobody)
            statistics.add(playout)
        assert ("Half-time often tells the end" in "\n".join(findings(statistics))) is told


def test_something_is_said_where_nothing_stands_out() -> None:
    statistics = Statistics(1)
    statistics.add(Playout("s/0", 2, 2, 2, 4, evolve(A, ranks=(1,)), None, None))
    assert findings(statistics) == ["Nothing stands out."]


def test_ties() -> None:
    assert "30 of 100 games end with a shared win." in said(*[A] * 35, *[B] * 35, *[BOTH] * 30)
    assert "shared" not in said(*[A] * 49, *[B] * 49, *[BOTH] * 2)


def test_a_comparison_that_never_decides() -> None:
    won = evolve(A, scores=(Score("highest", "coins", (3, 1)), Score("lowest", "cards", (3, 1))))
    text = said(won, won, won)
    assert "`cards` never decided who wins." in text
    assert "`coins`" not in text


def test_games_without_an_end_come_first() -> None:
    statistics = Statistics(2)
    statistics.add(Playout("s/0", 9, 9, 9, 9, None, "the pile is empty"))
    statistics.add(Playout("s/1", 9, 9, 9, 9, None))
    first, second = findings(statistics)
    assert first == (
        "1 of 2 games stops because of a fault in the rules; the first has the seed s/0: the pile is empty"
    )
    assert second == "1 of 2 games was not over after very many decisions and cut off; the first has the seed s/1."
    assert findings(Statistics(2)) == ["No game was played."]
    for number in range(1, 4):
        statistics.add(Playout(f"s/{number}", 9, 9, 9, 9, None, "no card"))
    assert findings(statistics)[0].startswith(
        "4 of 5 games stop because of a fault in the rules; the first has the seed"
    )
    assert findings(statistics)[0].endswith("s/0: the pile is empty")


def test_moves_that_nobody_could_or_would_choose() -> None:
    notes = evolve(NOTES, moves={"go": (2, 2), "stay": (2, 0)})
    text = said(A, B, notes=notes, names=["go", "stay", "fly", "pass"], fallbacks=["pass"])
    assert "Nobody ever could choose fly.\n" in text + "\n"
    assert "Nobody ever chose stay, though it was on offer 4 times." in text


def test_lines_in_which_nothing_happened() -> None:
    lines = {"x.rules:3:1": "go", "x.rules:3:9": "go", "x.rules:12:5": "fly", "x.rules:12:9": "fly"}
    assert "Nothing ever happened in line 12 (fly) of the rules." in said(A, B, notes=NOTES, lines=lines)


def test_nothing_to_choose_and_forced_passes() -> None:
    text = said(A, B, notes=evolve(NOTES, passes=(1, 0)), real=1)
    assert "In 50 of 100 decisions there is nothing to choose" in text
    assert "In 50 of 100 decisions a player can do nothing and has only what `if none` offers." in text


def test_leaders() -> None:
    notes = evolve(NOTES, lead_changes=0, half=0, ahead=1)
    text = said(*[A] * 8, *[B] * 2, notes=notes, open_score=True)
    assert "who leads alone then wins 80 of 100 games." in text
    assert "The lead hardly ever changes: 0.00 times in a game." in text
    assert "lead" not in said(*[A] * 5, *[B] * 5, notes=evolve(notes, lead_changes=3), open_score=True)
    assert "though players cannot see all of the score" in said(*[A] * 10, notes=notes)


def test_whoever_begins() -> None:
    statistics = Statistics(2)
    for number in range(100):
        winner, first = (A, 0) if number % 2 else (B, 1)
        statistics.add(Playout(f"s/{number}", 2, 2, 2, 4, winner, None, evolve(NOTES, first=first)))
    assert "Whoever chooses first wins 100 of 100 games, more than chance explains" in "\n".join(findings(statistics))
    assert "chooses first" not in said(*[A] * 90, *[B] * 10, notes=NOTES)  # always A: said of the seat


def test_positions_that_come_back() -> None:
    text = said(A, notes=evolve(NOTES, repeats=3))
    assert (
        "In 1 of 1 games the table came to stand as it had stood before; most often, 3 times, with the seed s/0" in text
    )


def test_long_games() -> None:
    statistics = Statistics(2)
    for number in range(100):
        statistics.add(Playout(f"s/{number}", 2, 90 if number < 10 else 20, 2, 4, A if number % 2 else B))
    assert "one in twenty takes 90 turns or more, half of the games take at most 20." in "\n".join(findings(statistics))


def test_shares_in_words() -> None:
    assert [of_hundred(share) for share in (0.0, 0.5, 1.0, 0.004, 0.0004, 0.996)] == [
        "0 of 100", "50 of 100", "100 of 100", "4 of 1000", "4 of 10000", "996 of 1000",
    ]  # fmt: skip
    assert some(["a", "b"]) == "a and b"
    assert some(list("abcdef")) == "a, b, c, d, e and f"
    assert some(list("abcdefg")) == "a, b, c, d, e and 2 more"
    assert some(list("abcdefgh")) == "a, b, c, d, e and 3 more"


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        (("random", "random"), "--seat 1=random"),
        (("random", "greedy"), "--seat 1=random --seat 2=greedy"),
        (("ismcts:9", "random", "ismcts:9"), "--seat 1=ismcts:9 --seat 3=ismcts:9"),
    ],
)
def test_a_game_is_played_again_by_the_same_bots(bots: tuple[str, ...], words: str) -> None:
    assert seated(bots) == words
