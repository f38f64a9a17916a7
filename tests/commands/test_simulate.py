"""`rulec simulate`."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from interpreter.simulate import Playout, play_out
from rulelang.commands.progress import speed_text
from tests.commands.conftest import Rulec, outside


def test_the_report(rulec: Rulec) -> None:
    result = rulec("simulate", "many.rules", "-n", "40", "--players", "2", "--seed", "s")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Many: 40 games, seed s, ")
    assert "A fair share is 50.0 %." in result.stdout
    assert re.search(r"^decisions +4.0  0.0      4    4 ", result.stdout, re.MULTILINE)
    assert result.stderr == ""  # nothing moves where nobody looks


def test_ties_and_joint_losses(rulec: Rulec) -> None:
    tie = json.loads(rulec("simulate", "tie.rules", "-n", "10", "--players", "4", "--json", "-").stdout)
    assert tie["ties"] == 10
    assert tie["seats"]["A"] == {
        "wins": 0, "shared": 10, "share": 0.25, "interval": [0.0809, 0.5578], "more_than_chance": None,
    }  # fmt: skip
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

    monkeypatch.setattr("interpreter.simulate.running.play_out", until_stopped)
    result = rulec("simulate", "tie.rules", "-n", "100", "--backend", "python")
    assert result.exit_code == 130
    assert result.stdout.startswith("Tie: 5 games")
    assert result.stderr == "stopped after 5 of 100 games\n"


def test_ctrl_c_ends_all_jobs(folder: Path) -> None:
    """In a process of its own, as somebody would press it; what has been played is in the table and in the report."""
    words = [
        sys.executable,
        "-m",
        "rulelang",
        "simulate",
        "many.rules",
        "-n",
        "1000000",
        "--jobs",
        "2",
        "--csv",
        "out.csv",
    ]
    process = subprocess.Popen(
        words, env=outside(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and not (Path("out.csv").exists() and Path("out.csv").stat().st_size):
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130, err
    found = re.match(r"Many: (\d+) games", out)
    assert found
    assert err == f"stopped after {found[1]} of 1000000 games\n"
    rows = csv.DictReader(Path("out.csv").read_text(encoding="utf-8").splitlines())
    assert [int(row["game"]) for row in rows] == list(range(int(found[1])))


def test_progress_on_a_terminal(rulec: Rulec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda stream: True)
    monkeypatch.setattr("rulelang.commands.progress.EVERY", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    result = rulec("simulate", "tie.rules", "-n", "20", "--backend", "python")
    assert re.search(r"of 20 games, \d+(\.\d)? a second", result.stderr)
    assert "0:00" in result.stderr
    assert result.stdout.startswith("Tie: 20 games")


def test_no_progress_elsewhere(rulec: Rulec) -> None:
    assert rulec("simulate", "tie.rules", "-n", "20").stderr == ""


def test_how_fast_it_goes() -> None:
    assert [speed_text(rate) for rate in (5, 106.4, 0)] == ["5.0 a second", "106 a second", "0.0 a second"]


def test_jobs_tell_the_same(rulec: Rulec) -> None:
    words = ("simulate", "many.rules", "-n", "12", "--players", "2", "--json", "-")
    assert rulec(*words).stdout == rulec(*words, "--jobs", "2").stdout


def test_faults_are_counted(rulec: Rulec) -> None:
    result = rulec("simulate", "fault.rules", "-n", "50", "--seed", "x")
    assert result.exit_code == 1
    assert "of 50 games stop because of a fault in the rules; the first has the seed x/" in " ".join(
        result.stdout.split()
    )
    assert "\nseed x/" in result.stdout
    assert "fault.rules:" in result.stdout


def test_games_are_cut_off(rulec: Rulec) -> None:
    result = rulec("simulate", "many.rules", "-n", "3", "--most", "1", "--csv", "-")
    assert result.exit_code == 0
    assert [row["status"] for row in csv.DictReader(io.StringIO(result.stdout))] == ["cut off"] * 3


def test_native(rulec: Rulec) -> None:
    pytest.importorskip("llvmlite")
    """Native code is what there is by default, and tells what the Python engine tells."""
    words = ("simulate", "many.rules", "-n", "60", "--json", "-")
    native, python = json.loads(rulec(*words).stdout), json.loads(rulec(*words, "--backend", "python").stdout)
    assert (native.pop("backend"), python.pop("backend")) == ("native", "python")
    assert native["watched"]
    assert native == python


def test_without_native_code_it_is_said_once(rulec: Rulec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.native.drive.engine._made", lambda *words: None)
    words = ("simulate", "many.rules", "-n", "5")
    result = rulec(*words, "--backend", "native", "--json", "-")
    assert result.exit_code == 0
    assert result.stderr == "there is no native code here: these games run on the Python engine\n"
    assert result.stdout == rulec(*words, "--json", "-").stdout


def test_without_matplotlib_it_says_what_to_do(rulec: Rulec, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulelang.commands.runs.find_spec", lambda name: None)
    result = rulec("simulate", "tie.rules", "--html", "out.html")
    assert result.exit_code == 2
    assert "pip install 'rulelang[report]'" in result.stderr
    assert not (folder / "out.html").exists()


def test_a_page(rulec: Rulec, folder: Path) -> None:
    pytest.importorskip("matplotlib")
    result = rulec("simulate", "many.rules", "-n", "5", "--html", "out.html")
    assert result.exit_code == 0, result.output
    page = (folder / "out.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "://" not in page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--bots", "greed"], "no bot is called `greed`; did you mean `greedy`?"),
        (["--bots", "ismct:100"], "no bot is called `ismct:100`; did you mean `ismcts`?"),
        (["--bots", "ismcts:many"], "`ismcts:many` says neither how many games nor how many seconds"),
        (["--bots", "clever"], "there are random, greedy, flat, ismcts, always, rules, and your own: `file.py:Class`"),
        (["--bots", "none.py:Mine"], "the bot none.py:Mine cannot be read"),
        (["--bots", "random,random,random"], "names 3 bots for 2 players"),
        (["--bots", ""], "a bot has no name here"),
        (["--backend", "quick"], "native"),
        (["--json", "-", "--csv", "-"], "only one"),
        (["--jobs", "0"], "--jobs"),
        (["--csv", "nowhere/out.csv"], "cannot be written"),
    ],
)
def test_what_cannot_be(words: list[str], said: str, rulec: Rulec) -> None:
    result = rulec("simulate", "tie.rules", "-n", "2", *words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_bot_for_each_seat(rulec: Rulec) -> None:
    result = rulec("simulate", "many.rules", "-n", "5", "--players", "2", "--bots", "random, Random")
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("command", ["simulate tie", "compare tie tie"])
@pytest.mark.parametrize(
    "absurd", ["-n 9999999999", "--jobs 257", "-n 0", "--jobs -1", "--most 0", "-n ²", "--jobs 1e9"]
)
def test_numbers_that_nobody_can_mean(rulec: Rulec, folder: Path, command: str, absurd: str) -> None:
    run = rulec(*command.split(), *absurd.split())
    assert (run.exit_code, "Invalid value" in run.output) == (2, True), run.output


def test_more_steps_on_offer_than_native_code_can_note(rulec: Rulec, folder: Path) -> None:
    for many, said in ((31, ""), (32, "32 steps or more are on offer at once: these games run on the Python engine")):
        steps = [f"step{number}" for number in range(many)]
        text = 'rules 1\ngame "Steps"\nplayers 2\nstate:\n    told: 0 to 9\n'
        text += "".join(f"to {step}: set told to 1\n" for step in steps)
        text += f"play: turns once: choose {', '.join(steps)}\nwinner: everybody\n"
        (folder / "steps.rules").write_text(text.replace("winner: everybody", "winner: highest told_to, then shared"))
        with (folder / "steps.rules").open("a") as file:
            file.write("define player.told_to = told\n")
        run = rulec("simulate", "steps.rules", "-n", "2")
        assert (run.exit_code, said in run.stderr, bool(said) or run.stderr == "") == (0, True, True), run.output
