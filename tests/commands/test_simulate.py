"""`rulec simulate`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from interpreter.simulate import Playout, play_out
from tests.commands.conftest import Rulec


def test_the_report(rulec: Rulec) -> None:
    result = rulec("simulate", "many.rules", "-n", "40", "--players", "2", "--seed", "s")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Many: 40 games, seed s, ")
    assert "a fair share is 50.0%" in result.stdout
    assert "decisions in a game: 4.0 on average, from 4 to 4" in result.stdout
    assert "playing" not in result.output  # no bar where nobody looks


def test_ties_and_joint_losses(rulec: Rulec) -> None:
    tie = json.loads(rulec("simulate", "tie.rules", "-n", "10", "--players", "4", "--json", "-").stdout)
    assert tie["ties"] == 10
    assert tie["seats"]["A"] == {"wins": 0, "shared": 10, "share": 0.25, "interval": tie["seats"]["A"]["interval"]}
    lost = json.loads(rulec("simulate", "lost.rules", "-n", "10", "--json", "-").stdout)
    assert (lost["everyone_lost"], lost["ended"], lost["seats"]["B"]["share"]) == (10, 10, 0.0)


def test_the_same_seed_counts_the_same(rulec: Rulec) -> None:
    words = ("simulate", "many.rules", "-n", "30", "--players", "3", "--json", "-", "--seed")
    first, second, other = (json.loads(rulec(*words, seed).stdout) for seed in ("1", "1", "2"))
    assert first == second
    assert first["seats"] != other["seats"]


def test_a_game_of_a_run_can_be_seen_again(rulec: Rulec) -> None:
    """The number of decisions and the winner are those of `play` with the seed SEED/i."""
    counts = json.loads(rulec("simulate", "werwars", "-n", "1", "--seed", "9", "--players", "3", "--json", "-").stdout)
    played = rulec(
        "play", "werwars", "--seed", "9/0", "--players", "3", "--seat", "1=random", "--record", "out.play", input=""
    )
    assert played.exit_code == 0, played.output
    moves = Path("out.play").read_text(encoding="utf-8").partition("---\n")[2].splitlines()[:-1]
    assert len(moves) == counts["decisions"]["max"]


def test_json_into_a_file(rulec: Rulec, folder: Path) -> None:
    result = rulec("simulate", "tie.rules", "-n", "3", "--json", "out.json")
    assert result.stdout.startswith("Tie: 3 games")
    counts = json.loads((folder / "out.json").read_text(encoding="utf-8"))
    assert (counts["format"], counts["games"], counts["bots"], counts["title"]) == (1, 3, ["random"] * 2, "Tie")
    assert rulec("simulate", "tie.rules", "-n", "3", "--json", "nowhere/out.json").exit_code == 2


def test_ctrl_c_shows_what_there_is(rulec: Rulec, monkeypatch: pytest.MonkeyPatch) -> None:
    games = iter(range(5))

    def until_stopped(*words: Any) -> Playout:
        if next(games, None) is None:
            raise KeyboardInterrupt
        return play_out(*words)

    monkeypatch.setattr("interpreter.simulate.play_out", until_stopped)
    result = rulec("simulate", "tie.rules", "-n", "100")
    assert result.exit_code == 130
    assert result.stdout.startswith("Tie: 5 games")
    assert result.stderr == "stopped after 5 of 100 games\n"


def test_faults_are_counted(rulec: Rulec) -> None:
    result = rulec("simulate", "fault.rules", "-n", "50", "--seed", "x")
    assert result.exit_code == 1
    assert "of 50 games stopped because of a fault in the rules" in result.stdout
    assert "seed x/" in result.stdout
    assert "fault.rules:" in result.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--bots", "greedy"], "no bot is called `greedy`"),
        (["--bots", "random,random,random"], "names 3 bots for 2 players"),
        (["--bots", ""], "no bot is called ``"),
        (["--backend", "native"], "native"),
    ],
)
def test_what_cannot_be(words: list[str], said: str, rulec: Rulec) -> None:
    result = rulec("simulate", "tie.rules", "-n", "2", *words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_bot_for_each_seat(rulec: Rulec) -> None:
    result = rulec("simulate", "many.rules", "-n", "5", "--players", "2", "--bots", "random, Random")
    assert result.exit_code == 0, result.output
