"""Bots by their names, and those that somebody has written."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter.bots import BotTrouble, Sight, checked, made, seat_bots
from interpreter.simulate.playout import play_out

GOOD = """
class Last:
    def __init__(self, seed, seat):
        self.seat = seat

    def choose(self, sight):
        assert sight.seat == self.seat
        return sight.count - 1


class Named(Last):
    def choose(self, sight):
        return sight.texts[0]


class Idle:
    pass
"""

WRONG = {
    "": "a bot has no name here; there are random, greedy, flat, ismcts",
    "rendom": "no bot is called `rendom`; did you mean `random`?",
    "ismct:20": "no bot is called `ismct:20`; did you mean `ismcts`?",
    "clever": "no bot is called `clever`; there are random, greedy, flat, ismcts",
    "random:3": "`random` takes no number of games, as in `random:3`",
    "ismcts:": "`ismcts:` says neither how many games nor how many seconds, as `ismcts:1000` and `ismcts:2s` do",
    "ismcts:0": "`ismcts:0` says neither how many games nor how many seconds, as `ismcts:1000` and `ismcts:2s` do",
    "flat:-1": "`flat:-1` says neither how many games nor how many seconds, as `flat:1000` and `flat:2s` do",
    "flat:99999999": "`flat:99999999` says neither how many games nor how many seconds",
    "ismcts:0s": "`ismcts:0s` says neither how many games nor how many seconds",
    "ismcts:1e3": "`ismcts:1e3` says neither how many games nor how many seconds",
    "greedy+random": "`greedy` does not read others; `+` stands behind flat and ismcts",
    "ismcts:9+": "`ismcts:9+` reads others: say as what, as in `ismcts:9+greedy`",
    "ismcts:9+clever": "no bot is called `clever`",
    "ismcts:9+greedy+greedy": "`greedy+greedy` reads others itself",
    "ismcts:9+mine.py:Last": "the bot ismcts:9+mine.py:Last cannot be read",
    "none.py:Last": "the bot none.py:Last cannot be read: no such file or directory",
}

FAILING = {
    "return sight.count": "the bot {name} in seat B has answered {count}, not a text",
    "return -1": "the bot {name} in seat B has answered -1, not a text",
    "return True": "the bot {name} in seat B has answered True, not a text",
    "return 1.0": "the bot {name} in seat B has answered 1.0, not a text",
    "return 'nonsense'": "the bot {name} in seat B has answered 'nonsense', not a text",
    "pass": "the bot {name} in seat B has answered None, not a text",
    "return [][0]": "the bot {name} in seat B has failed: IndexError: list index out of range (line 4)",
    "sight.count = 99; return 98": "the bot {name} in seat B has answered 98, not a text",
    "import sys; sys.stdout = None; return -1": "the bot {name} in seat B has answered -1, not a text",
    "raise BaseException('no')": "the bot {name} in seat B has failed: BaseException: no (line 4)",
    "raise type('Odd', (Exception,), {'__str__': lambda self: 1 // 0})": "the bot {name} in seat B has failed: Odd",
    "return type('Odd', (), {'__index__': lambda self: 1 // 0})()": "the bot {name} in seat B has failed: ZeroDiv",
    "return type('Odd', (), {'__repr__': lambda self: 1 // 0})()": "the bot {name} in seat B has failed: ZeroDiv",
    "while True: pass": "the bot {name} in seat B has failed: it took longer than 0.3 s (line 4)",
    "import time; time.sleep(9)": "the bot {name} in seat B has failed: it took longer than 0.3 s (line 4)",
    "raise SystemExit(3)": "the bot {name} in seat B has failed: SystemExit: 3 (line 4)",
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(GOOD)
    return path


@pytest.mark.parametrize("name", WRONG)
def test_names_that_are_none_are_refused_in_words(name: str) -> None:
    for ask in (checked, lambda name: made(name, "0", 0)):
        with pytest.raises(BotTrouble) as refused:
            ask(name)
        assert str(refused.value).startswith(WRONG[name])


@pytest.mark.parametrize(
    "name",
    ["random", "greedy", "flat", "flat:10", "flat:5+greedy", "ismcts+ismcts:5", "ismcts", "ismcts:10", "ismcts:0.05s"],
)
def test_names_that_are_known_play(name: str) -> None:
    checked(name)
    assert play_out(interpreter.load("kuhn"), "1", [name, "random"]).result is not None


def test_an_own_bot_plays(file: Path) -> None:
    game = interpreter.load("werwars", players=2)
    state = game.new(seed=1)
    last, named = seat_bots([f"{file}:Last", f"{file}:Named"], "0")
    assert last is not None
    assert named is not None
    assert last.choose(Sight(state, 0, state.many)) == state.many - 1
    assert named.choose(Sight(state, 1, state.many)) == 0
    assert play_out(game, "1", [f"{file}:Last", "random"], most=200).fault is None


def test_what_an_own_bot_sees(file: Path) -> None:
    state = interpreter.load("werwars", players=2).new(seed=1)
    assert state.player is not None
    sight = Sight(state, state.player, state.many)
    assert sight.view == state.view(state.player)
    assert bytes(sight.table) == bytes(state.table(state.player))
    assert sight.told == state.story(state.player, whole=True) != []
    assert sight.game is state.game


@pytest.mark.parametrize("body", FAILING)
def test_a_bot_that_fails_ends_the_game_in_words(body: str, file: Path) -> None:
    file.write_text(
        "class Mine:\n    seconds = 0.3\n    def choose(self, sight):\n"
        f"        {body}\n    def __init__(self, seed, seat): pass\n"
    )
    game = interpreter.load("werwars", players=2)
    with pytest.raises(BotTrouble) as failed:
        play_out(game, "1", ["random", f"{file}:Mine"])
    wanted = FAILING[body].format(name=f"{file}:Mine", count="")
    assert str(failed.value).startswith(wanted.split(", not")[0].rstrip())


def test_what_cannot_be_loaded_is_told_with_its_line(file: Path) -> None:
    for text, said in (
        ("class Mine(:\n", f"the bot {file}:Mine cannot be loaded: SyntaxError: "),
        ("raise BaseException\n", f"the bot {file}:Mine cannot be loaded: BaseException"),
        ("import nothing_of_this_name\n", f"the bot {file}:Mine cannot be loaded: ModuleNotFoundError: "),
        (
            "class Mine:\n    def __init__(self): pass\n    def choose(self, sight): return 0\n",
            f"the bot {file}:Mine cannot be made of a seed and a seat: TypeError: ",
        ),
    ):
        file.write_text(text)
        with pytest.raises(BotTrouble) as failed:
            made(f"{file}:Mine", "0", 0)
        assert str(failed.value).startswith(said)
        assert "Traceback" not in str(failed.value)


def test_a_class_that_is_not_there_is_told_with_those_that_are(file: Path) -> None:
    for name in ("Lost", "Idle", "GOOD"):
        with pytest.raises(BotTrouble) as failed:
            checked(f"{file}:{name}")
        end = "; did you mean `Last`?" if name == "Lost" else ", only Last, Named"
        assert str(failed.value) == f"{file} has no class {name} with a method `choose`{end}"
