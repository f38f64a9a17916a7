"""The benchmarks run, and their yardsticks play the same games as we do.  Nothing here looks at a clock."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module

import pytest

from benchmarks import calls, growth, thinking, words
from benchmarks.__main__ import SCRIPTS, main
from benchmarks.against_objects import WRITTEN
from benchmarks.measure import ROUNDS, Spread, contest, enough, in_turn, print_rates, ratio, shown
from benchmarks.ours import GAMES, WAYS, batches, engine, stepping, steps, together
from benchmarks.programs import compiler, program

GAMES_OF_OURS = 20_000
FEWER = {"werwars": 400, "kuhn": 10_000, "goofspiel": 500}


@cache
def averages(name: str) -> tuple[float, list[float]]:
    """Decisions of one of our games, and the first criterion or the payoff of each seat."""
    played = engine(name, True).play_many([1], GAMES_OF_OURS)
    values = [sum(played.scores(0, seat)) / GAMES_OF_OURS for seat in range(GAMES[name])]
    return sum(played.column("decisions")) / GAMES_OF_OURS, values


@pytest.mark.skipif(compiler() is None, reason="there is no C compiler here")
@pytest.mark.parametrize(("name", "flags"), [*((name, ()) for name in GAMES), ("werwars", ("-DCOUNTING",))])
def test_the_c_programs_play_the_same_games(name: str, flags: tuple[str, ...]) -> None:
    games = GAMES_OF_OURS * (10 if name == "kuhn" else 1)
    decisions, *values = (total / games for total in program(name, *flags)(games))
    ours = averages(name)
    assert decisions == pytest.approx(ours[0], rel=0.02)
    assert values[: GAMES[name]] == pytest.approx(ours[1], rel=0.03, abs=0.03)


@pytest.mark.parametrize("name", WRITTEN)
def test_the_object_style_programs_play_the_same_games(name: str) -> None:
    playout, rng, games = import_module(f"benchmarks.objects.{name}").playout, random.Random(1), FEWER[name]
    decisions = sum(playout(GAMES[name], rng)[0] for _ in range(games)) / games
    assert decisions == pytest.approx(averages(name)[0], rel=0.05)


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_drive_a_game_plays_it(way: str) -> None:
    games = 300
    decisions = sum(decisions for decisions, _ in zip(steps("kuhn", WAYS[way]), range(games), strict=False)) / games
    assert decisions == pytest.approx(averages("kuhn")[0], rel=0.1)
    stepping("kuhn", way)(2)


@pytest.mark.parametrize("way", words.WAYS)
def test_every_way_to_ask_word_by_word_goes_on(way: str) -> None:
    playing = words.WAYS[way]("kuhn")
    assert sum(next(playing) for _ in range(10)) > 10


def test_games_that_are_driven_together() -> None:
    """No step that begins a game counts as a decision."""
    made = [pair for pair, _ in zip(batches("kuhn"), range(100), strict=False)]
    decisions, ended = sum(pair[0] for pair in made), sum(pair[1] for pair in made)
    assert decisions / ended == pytest.approx(averages("kuhn")[0], rel=0.05)
    together("kuhn")(2)


def test_what_calls_are_timed_on() -> None:
    """Each has its own name, and leaves the state as it is for the next."""
    state = calls.middle("kuhn", "native")
    before, found = bytes(state), calls.competitors(state)
    for run in found.values():
        run(2)
    assert bytes(state) == before
    assert set(found) == {"clone", *calls.TIMED}


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_can_be_begun(script: str) -> None:
    module = import_module(f"benchmarks.{script}")
    assert callable(module.main)
    assert f"python -m benchmarks.{script}" in module.__doc__


def test_only_scripts_that_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmarks", "nonsense"])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2


@pytest.mark.parametrize(
    ("script", "module"),
    [("against_openspiel", "pyspiel"), ("against_ismcts", "pyspiel"), ("against_rlcard", "rlcard")],
)
def test_a_peer_that_is_missing_is_left_out(
    script: str, module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    import_module(f"benchmarks.{script}").main()
    assert "left out, it is not installed" in capsys.readouterr().out


def test_what_thinking_is_timed_on() -> None:
    pytest.importorskip("llvmlite")
    for name, players in thinking.TABLES[3:5]:
        state = thinking.state_of(name, players)
        before = bytes(state)
        for run in thinking.competitors(state).values():
            run(3)
        assert state.many > 1
        assert bytes(state) == before


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    against_c = import_module("benchmarks.against_c")
    monkeypatch.setattr(against_c, "compiler", lambda: None)
    against_c.main()
    assert "there is no C compiler here" in capsys.readouterr().out


def test_rules_that_are_repeated() -> None:
    once, thrice = (growth.compiled(growth.repeated(copies)) for copies in (1, 3))
    assert len(thrice.decisions) == 3 * len(once.decisions)
    assert len(thrice.headers) == 3 * len(once.headers)


def test_ratios_are_taken_round_by_round(capsys: pytest.CaptureFixture[str]) -> None:
    fast, slow = Spread((4.0, 9.0, 6.0)), Spread((2.0, 3.0, 1.0))
    assert ratio(fast, slow).values == (2.0, 3.0, 6.0)
    print_rates("a game", {"slow": slow, "fast": fast}, ["slow"])
    assert "3 (2 to 6)" in capsys.readouterr().out


def test_what_goes_on_for_ever_is_asked_in_turn() -> None:
    asked: list[str] = []

    def going(name: str) -> Iterator[int]:
        while True:
            asked.append(name)
            yield 1

    rates = in_turn([going("a"), going("b")], 1e-9, 3)
    assert "".join(asked).startswith("abaaa")
    assert all(asked.count(name) % 3 == 1 and asked.count(name) > 3 * ROUNDS for name in "ab")
    assert all(rate > 0 for found in rates for rate in found.values)
    assert [len(found.values) for found in rates] == [ROUNDS, ROUNDS]


def test_all_take_turns() -> None:
    played: list[str] = []
    rates = contest({"a": lambda games: played.append("a"), "b": lambda games: played.append("b")}, 4, 1e-9)
    assert "".join(played).endswith("abbaabba")
    assert [len(rate.values) for rate in rates.values()] == [4, 4]


def test_as_many_games_as_are_asked_for() -> None:
    assert enough(lambda games: None, 1e-9) >= 1


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.01234, "0.0123"), (12.34, "12.3"), (1234, "1,234"), (123_456, "123 k"), (2_345_678, "2.35 M")],
)
def test_numbers_with_the_digits_that_matter(value: float, text: str) -> None:
    assert shown(value) == text
