"""From a path or a name to a game."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter import Game, RulesError, UnknownGame, loading
from tests.interpreter.machine_programs import market

LOTS = """rules 1
game "Lots"
players 2
option lots: 1, 2 or 3, normally 1
state:
    left_over: 0 to 9
    lucky: flag
setup:
    set left_over to lots
    if left_over is 3: set lucky to yes
to draw: subtract 1 from left_over
play: turns once: choose draw
define player.points = left_over
    but 1 when lucky
winner: highest points, then shared
"""


class Project:
    """What the compiler gives back, for a game that is known already."""

    def __init__(self) -> None:
        self.sources: dict[str, object] = {}
        self.asked: tuple[object, ...] = ()
        self.diagnostics: tuple[object, ...] = ()
        self.program = market(2)

    def compile(self, *asked: object) -> Project:
        self.asked = asked
        return self


def test_what_is_asked_of_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, project = tmp_path / "shop.rules", Project()
    path.write_text("rules 1\n", encoding="utf-8")
    monkeypatch.setattr("rulelang.project_from_file", lambda _: project, raising=False)
    game = interpreter.load(path, players=2, variant="Rain", options={"length": "short"})
    assert isinstance(game, Game)
    assert (game.title, game.name, game.backend) == ("Market", "shop.rules", "python")
    assert list(project.asked) == [2, ("Rain",), {"length": "short"}]
    interpreter.load(str(path), variant=["Rain", "Wind"])
    assert list(project.asked) == [None, ("Rain", "Wind"), {}]


def test_wrong_rules_are_shown_as_the_checker_shows_them(tmp_path: Path) -> None:
    path = tmp_path / "broken.rules"
    path.write_text("rules 1\ngame Kuhn\n", encoding="utf-8")
    with pytest.raises(RulesError) as wrong:
        interpreter.load(path)
    assert "game Kuhn" in str(wrong.value)
    assert "broken.rules:2" in str(wrong.value)
    assert len(wrong.value.diagnostics) >= 1


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "latin.rules"
    path.write_bytes(b'rules 1\ngame "K\xfchn"\n')
    with pytest.raises(RulesError, match=r"latin\.rules"):
        interpreter.load(path)


def test_games_that_come_along_have_names() -> None:
    assert loading.find("werwars") == loading.find("werwars.rules")
    assert loading.find("werwars").is_file()
    with pytest.raises(UnknownGame, match="there is no file werwar and no game of this name; near it: werwars"):
        loading.find("werwar")
    with pytest.raises(UnknownGame, match=r"there is no file nowhere/x.rules and no game of this name$"):
        loading.find("nowhere/x.rules")


def test_loading_the_machine_does_not_load_the_compiler() -> None:
    """A program that comes as data needs neither grammar nor parser."""
    import subprocess
    import sys

    code = "import sys, interpreter; print(sorted(m for m in sys.modules if m.split('.')[0] in ('rulelang', 'lark')))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "lark" not in loaded
    assert "rulelang.syntax" not in loaded
    assert "rulelang.ir.model" in loaded


RULES = """\
rules 1
game "Kuhn Poker"
players 2

kind Rank: jack, queen, king
cards Card "{rank}": 1 for each rank

state:
    deck: pile of Card, seen by nobody
    player.hand: slot of Card, seen by owner
    player.stake: 1 to 2, starts at 1
    opener: Player, starts as random player
    folder: Player or none
    checks: 0 to 2

define player.must_answer = player.left.stake > player.stake
define taker = first player where player is not folder, by highest hand.rank

payoff player = -player.stake
    but player.left.stake when player is taker

to check:
    needs not me.must_answer else "There is a bet to answer."
    add 1 to checks
    if checks is 2: stop game

to bet:
    needs not me.must_answer else "There is a bet to answer."
    set me.stake to 2

to call:
    needs me.must_answer else "Nobody has bet."
    set me.stake to 2
    stop game

to fold:
    needs me.must_answer else "Nobody has bet."
    set folder to me
    stop game

setup:
    move every card to deck
    shuffle deck
    for each player: move 1 from deck to player.hand

play:
    turns from opener: choose check, bet, call, fold
"""


def test_a_whole_game_from_its_text(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.rules"
    path.write_text(RULES, encoding="utf-8")
    try:
        game = interpreter.load(path)
    except ModuleNotFoundError as missing:
        if not (missing.name or "").startswith("rulelang."):
            raise
        pytest.skip(f"{missing.name} is not written yet")
    state = game.new(explicit=True)
    for outcome in ("B", "jack", "king"):
        state.apply_chance(outcome)
    assert state.decision is not None
    assert (state.decision.seat, state.decision.texts) == ("B", ["check", "bet"])
    assert state.view(0).zone("A.hand").known == ("jack",)
    assert state.view(0).zone("B.hand").unknown == 1
    with pytest.raises(
        interpreter.IllegalChoice,
        match=r"B cannot choose `call`: Nobody has bet: your left\.stake is 1, not more than your stake \(1\)$",
    ):
        state.apply("call")
    for text in ("check", "bet", "fold"):
        state.apply(text)
    assert state.result is not None
    assert state.result.payoffs == (1, -1)
    assert state.result.why == "A wins with a payoff of 1 (B -1)."


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"players": "3"}, "players is a whole number (int) or None, not '3'"),
        ({"players": 3.0}, "players is a whole number (int) or None, not 3.0"),
        ({"players": True}, "players is a whole number (int) or None, not True"),
        (
            {"options": {"diet": True}},
            "the value of the option `diet` is a text (str) or a whole number (int), not True",
        ),
        ({"options": {"diet": 1.0}}, "the value of the option `diet` is a text (str) or a whole number (int), not 1.0"),
        ({"options": {"diet": None}}, "the option `diet`"),
        ({"options": {3: "printed"}}, "the name of an option is a text (str), not 3"),
        ({"options": ["diet"]}, "options are values by name"),
        ({"variant": 3}, "variant is the title of a variant (str)"),
        ({"variant": [3]}, "the title of a variant is a text (str), not 3"),
    ],
)
def test_what_is_asked_for_in_the_wrong_way(given: dict[str, object], said: str) -> None:
    with pytest.raises(TypeError) as wrong:
        interpreter.load("werwars", **given)  # type: ignore[arg-type]
    assert said in str(wrong.value)


def test_a_number_as_the_value_of_an_option(tmp_path: Path) -> None:
    (tmp_path / "lots.rules").write_text(LOTS)
    for value in (2, "2"):
        game = interpreter.load(tmp_path / "lots.rules", options={"lots": value})
        assert game.new("1").view(0).number("left_over") == 2
        assert game.new("1").view(0).counter("left_over") == "2"
    with pytest.raises(RulesError, match="RL0023"):
        interpreter.load(tmp_path / "lots.rules", options={"lots": 7})
    with pytest.raises(ValueError, match="holds no number but `no`"):
        game.new("1").view(0).number("lucky")
