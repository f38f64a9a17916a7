"""Bots of all sorts in seats: `play`, `simulate`, `compare`, and saved games that go on."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from interpreter.record_reading import read
from rulelang.commands import shelf
from tests.commands.conftest import Rulec

MINE = "class Mine:\n    def __init__(self, seed, seat): pass\n    def choose(self, sight): return {}\n"


@pytest.fixture(autouse=True)
def own_shelf(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty one for each test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))


@pytest.fixture
def mine(folder: Path) -> Path:
    path = folder / "mine.py"
    path.write_text(MINE.format("sight.count - 1"), encoding="utf-8")
    return path


def test_thinking_bots_play_whole_games(rulec: Rulec) -> None:
    words = ["--players", "3", "--seed", "1", "--seat", "1=Greedy", "--seat", "2=flat:20", "--seat", "3=ISMCTS:20"]
    first, again = (rulec("play", "many.rules", *words) for _ in range(2))
    assert (first.exit_code, first.stdout) == (0, again.stdout)
    assert "--seat 1=greedy --seat 2=flat:20 --seat 3=ismcts:20" in first.stdout


@pytest.mark.parametrize("command", [["simulate", "many.rules"], ["compare", "many.rules", "--b-variant", "Early"]])
def test_many_games_of_thinking_bots(rulec: Rulec, command: list[str]) -> None:
    words = ["--players", "2", "-n", "4", "--bots", "ismcts:10,greedy"]
    result = rulec(*command, *words, "--backend", "native")
    assert result.exit_code == 0, result.output
    assert "only games of the bot `random` run on the native backend" in result.stderr
    shown = [rulec(*command, *words, "--csv", "-", "--jobs", jobs).stdout for jobs in ("1", "2")]
    assert shown[0] == shown[1]


CAREFUL = 'bot "careful":\n    lay(it) where it.value > 9, by lowest it.value\n    rest when count me.hand > 3\n'
"""For `many.rules`."""


@pytest.fixture
def careful(folder: Path) -> Path:
    path = folder / "many.rules"
    path.write_text(path.read_text(encoding="utf-8").replace("variant", f"{CAREFUL}\nvariant", 1), encoding="utf-8")
    return path


def test_a_bot_of_the_rules_in_every_command(rulec: Rulec, careful: Path) -> None:
    bots = ["--players", "2", "-n", "9", "--bots", "Rules:Careful,random"]
    for words in (
        ["play", "many.rules", "--players", "2", "--seat", "1=rules:careful", "--seat", "2=RULES:careful"],
        ["simulate", "many.rules", *bots],
        ["compare", "many.rules", "--b-variant", "Early", *bots],
        ["sweep", "many.rules", *bots],
        ["explain", "many.rules"],
        ["explain", "many.rules", "lay"],
    ):
        result = rulec(*words)
        assert (result.exit_code, "careful" in result.stdout.casefold()) == (0, words[0] != "compare"), result.output
    assert 'bot "careful"' in rulec("explain", "many.rules").stdout
    assert rulec("fmt", "many.rules", "--check").exit_code == 0
    shown = [rulec("simulate", "many.rules", *bots, "--csv", "-", "--jobs", jobs).stdout for jobs in ("1", "2")]
    assert shown[0] == shown[1]


WRONG = {
    "rules:carefull": "this game has no bot `rules:carefull`; did you mean `rules:careful`?",
    "rules:bold": "this game has no bot `rules:bold`, only rules:careful",
    "rules": "say which, as in `rules:careful`",
    "careful": "no bot is called `careful`",
    "always:lai": "no decision of this game ever offers; did you mean `always:lay`?",
    "always:dance": "no decision of this game ever offers; there are ",
    "ismcst:20": "no bot is called `ismcst:20`; did you mean `ismcts`?",
    "ismcts:often": "says neither how many games nor how many seconds",
    "random:3": "takes no number of games",
    "": "a bot has no name here",
    "ismcts:9+rules:bold": "this game has no bot `rules:bold`",
    "greedy+random": "`greedy` does not read others",
    "missing.py:Mine": "cannot be read: no such file",
    "mine.py:Mein": "mine.py has no class Mein with a method `choose`; did you mean `Mine`?",
}
"""Names of bots that there are not in this game, and what is said of each: at once, by every command."""


@pytest.mark.parametrize("name", WRONG)
def test_bots_that_there_are_not(rulec: Rulec, careful: Path, mine: Path, name: str) -> None:
    many = ["-n", "3", "--players", "2", "--bots", f"random,{name}"]
    for words in (
        ["simulate", "many.rules", *many],
        ["compare", "many.rules", "--b-variant", "Early", *many],
        ["sweep", "many.rules", *many],
        ["tune", "many.rules", "--goal", "seats=0", *many],
        ["play", "many.rules", "--players", "2", "--seat", "1=random", "--seat", f"2={name}"],
    ):
        if words[0] == "tune" and find_spec("optuna") is None:
            continue
        result = rulec(*words)
        assert (result.exit_code, WRONG[name] in result.stderr) == (2, True), (words, result.output)
        assert not result.stdout


def test_a_game_without_bots_says_how_one_is_written(rulec: Rulec) -> None:
    result = rulec("simulate", "tie.rules", "-n", "3", "--bots", "rules:careful")
    assert (result.exit_code, "nor any other; write one" in result.stderr) == (2, True), result.output


def test_a_record_with_a_bot_of_other_rules_is_refused_at_once(rulec: Rulec, careful: Path, folder: Path) -> None:
    words = ("play", "many.rules", "--players", "2", "--seed", "1", "--seat", "2=rules:careful")
    assert rulec(*words, input="rest\nsave half.play\n").exit_code == 1
    half = folder / "half.play"
    half.write_text(half.read_text(encoding="utf-8").replace("rules:careful", "rules:bold"), encoding="utf-8")
    result = rulec("play", "half.play", input="rest\n")
    assert (result.exit_code, "half.play: this game has no bot `rules:bold`" in result.stderr) == (1, True), (
        result.output
    )


def test_an_own_bot_in_every_command(rulec: Rulec, mine: Path) -> None:
    for words in (
        ["play", "tie.rules", "--seat", "1=mine.py:Mine"],
        ["simulate", "tie.rules", "-n", "3", "--bots", "mine.py:Mine"],
        ["simulate", "tie.rules", "-n", "3", "--bots", "mine.py:Mine", "--jobs", "2"],
        ["compare", "many.rules", "--b-variant", "Early", "-n", "3", "--bots", "mine.py:Mine"],
    ):
        result = rulec(*words)
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_own_bot_that_fails_is_told_in_words(rulec: Rulec, mine: Path, jobs: str) -> None:
    mine.write_text(MINE.format("1 // 0"), encoding="utf-8")
    said = "rulec: the bot mine.py:Mine in seat A has failed: ZeroDivisionError"
    for words in (
        ["simulate", "tie.rules", "-n", "3", "--bots", "mine.py:Mine,random", "--jobs", jobs],
        ["compare", "many.rules", "--players", "2", "--b-variant", "Early", "-n", "3", "--bots", "mine.py:Mine,random"],
    ):
        result = rulec(*words)
        assert (result.exit_code, said in result.stderr) == (1, True), result.output


def test_a_game_whose_bot_fails_is_kept(rulec: Rulec, mine: Path) -> None:
    mine.write_text(MINE.format("9"), encoding="utf-8")
    result = rulec("play", "tie.rules", "--seed", "1", "--seat", "2=mine.py:Mine", input="take\n")
    assert result.exit_code == 1
    assert (
        "the bot mine.py:Mine in seat B has answered 9, not a text of a choice or a number from 0 to 0" in result.stderr
    )


def test_a_saved_game_carries_out_no_program_unless_it_is_named(rulec: Rulec, mine: Path, folder: Path) -> None:
    game = ("play", "many.rules", "--players", "2", "--seed", "1", "--seat", "2=mine.py:Mine")
    assert rulec(*game, input="rest\nsave half.play\n").exit_code == 1
    mine.write_text("raise SystemExit('carried out')", encoding="utf-8")
    for words in (("half.play",), ("--resume",)):
        refused = rulec("play", *words)
        assert refused.exit_code == 1
        assert "carried out only if you name them: `rulec play " in refused.stderr
        assert "--seat 2=mine.py:Mine`" in refused.stderr
    assert "cannot be loaded" in rulec("play", "half.play", "--seat", "2=mine.py:Mine").stderr
    mine.write_text(MINE.format("0"), encoding="utf-8")
    gone_on = rulec("play", "half.play", "--seat", "2=mine.py:Mine", input="rest\n")
    assert gone_on.exit_code == 0, gone_on.output
    for other in ("2=random", "1=mine.py:Mine", "2=mine.py:Other"):
        assert rulec("play", "half.play", "--seat", other).exit_code == 2


@pytest.mark.parametrize("bot", ["ismcts:30", "rules:careful", "ismcts:30+rules:careful"])
def test_a_bot_goes_on_where_it_was(rulec: Rulec, careful: Path, bot: str) -> None:
    """A game in two parts is the game in one part; nothing is thought twice."""
    words = ("play", "many.rules", "--players", "2", "--seed", "1", "--seat", f"2={bot}")
    whole = rulec(*words, "--record", "whole.play", input="rest\nrest\n")
    assert whole.exit_code == 0, whole.output
    assert rulec(*words, input="rest\n").exit_code == 1
    assert rulec("play", "--resume", "--record", "rest.play", input="rest\n").exit_code == 0
    one, two = (read(Path(name).read_text(encoding="utf-8")).moves for name in ("whole.play", "rest.play"))
    assert one == two
    assert not shelf.unfinished()


def test_a_path_with_a_space_cannot_stand_in_a_record(rulec: Rulec, folder: Path) -> None:
    (folder / "my bot.py").write_text(MINE.format("0"), encoding="utf-8")
    result = rulec("play", "tie.rules", "--seat", "1=my bot.py:Mine")
    assert result.exit_code == 2
    assert "there is a space in it" in result.stderr
    assert rulec("simulate", "tie.rules", "-n", "2", "--bots", "my bot.py:Mine").exit_code == 0
