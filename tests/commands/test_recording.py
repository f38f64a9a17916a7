"""A game that is recorded: whatever ends the process, no choice that was made is lost, and no older record."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.record_reading import read
from rulelang.commands.journal import Journal, NoRecord, replace
from tests.commands.conftest import Rulec, outside
from tests.commands.test_terminal import Terminal, terminal

on_posix = pytest.mark.skipif(os.name == "nt", reason="there are no signals and pseudo-terminals of this kind")
OLDER = "rulelang record 1\nrules older.rules sha256:00\nplayers 1\nseed 1\n---\n--- end: not finished\n"
ALONE = ("play", "late.rules", "--seed", "3", "--record", "out.play", "--plain", "--every-choice")
"""A walks, a bot walks, A walks …"""
FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, resource.RLIM_INFINITY))
from rulelang.cli import main
sys.argv = ["rulec", *{words!r}]
main()
"""


def _walk_once(screen: Terminal) -> None:
    screen.wait_for("A> ")
    screen.type("walk\n")
    screen.wait_for("A> ")


@on_posix
@pytest.mark.parametrize("end", ["SIGKILL", "SIGTERM", "SIGHUP", "SIGINT"])
def test_a_process_that_is_ended(end: str, rulec: Rulec, folder: Path) -> None:
    (folder / "out.play").write_text(OLDER, encoding="utf-8")
    with terminal(*ALONE) as screen:
        screen.wait_for("A> ")
        assert (folder / "out.play").read_text(encoding="utf-8") == OLDER
        screen.type("walk\n")
        screen.wait_for("A> ")
        screen.signal(getattr(signal, end))
        screen.rest()
    assert [move.seat for move in read((folder / "out.play").read_text(encoding="utf-8")).moves] == ["A", "B"]
    assert not list(folder.glob(".*.part"))
    again = rulec("replay", "out.play")
    assert again.exit_code == 0, again.output
    assert "The record ends before the game is over.\nverified: 2 choices" in again.stdout


@on_posix
def test_the_terminal_is_closed(folder: Path) -> None:
    screen = Terminal(*ALONE)
    _walk_once(screen)
    os.close(screen.master)
    os.waitpid(screen.pid, 0)
    assert len(read((folder / "out.play").read_text(encoding="utf-8")).moves) == 2


@on_posix
@pytest.mark.parametrize(
    ("limit", "state"), [(20, "what it held is as it was"), (None, "the last choices are not in it")]
)
def test_a_full_disk(limit: int | None, state: str, rulec: Rulec, folder: Path) -> None:
    """A file that may not grow over a number of bytes stands for a disk on which nothing more has room."""
    words = ["play", "tie.rules", "--seed", "1", "--players", "4", "--record", "out.play"]
    words += [word for seat in "1234" for word in ("--seat", f"{seat}=human")]
    (folder / "out.play").write_text(OLDER, encoding="utf-8")
    if limit is None:
        rulec(*words, input="take\n" * 2)
        limit = len((folder / "out.play").read_bytes()) - len("--- end: not finished\n") + 3
        (folder / "out.play").write_text(OLDER, encoding="utf-8")
    played = subprocess.run(
        [sys.executable, "-c", FULL.format(limit=limit, words=words)],
        env=outside(PYTHONDONTWRITEBYTECODE="1"), input=b"take\n" * 4, capture_output=True, check=False,
    )  # fmt: skip
    said = played.stderr.decode().splitlines()
    assert played.returncode == 2, said
    assert [line for line in said if "out.play" in line] == [
        "rulec: `out.play` cannot be written: file too large; the game goes on",
        f"rulec: `out.play` cannot be written: file too large; {state}",
    ]
    lost = "rulec: the last choices are not kept for `rulec play --resume`: file too large; the game goes on"
    assert said.count(lost) == len(said) - 2 == 1
    assert b"share the win" in played.stdout
    kept = (folder / "out.play").read_text(encoding="utf-8")
    assert kept == OLDER if limit == 20 else len(read(kept).moves) == 2
    assert not list(folder.glob(".*.part"))


def test_a_disk_that_has_room_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be written is written with the next choice."""
    journal = Journal(tmp_path / "a.play")
    assert journal.keep(["one"])
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", lambda *_, **__: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        assert not journal.keep(["one", "two"])
        assert journal.problem is not None
    assert journal.keep(["one", "two", "three"])
    assert journal.problem is None
    assert (tmp_path / "a.play").read_text(encoding="utf-8") == "one\ntwo\nthree\n"


def test_a_text_takes_the_place_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.play"
    path.write_text("older", encoding="utf-8")
    path.chmod(0o640)
    replace(path, "newer\n")
    assert (path.read_text(encoding="utf-8"), path.stat().st_mode & 0o777) == ("newer\n", 0o640)
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space"):
        replace(path, "newest\n")
    assert path.read_text(encoding="utf-8") == "newer\n"
    assert [file.name for file in tmp_path.iterdir()] == ["a.play"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.play").write_text(OLDER, encoding="utf-8")
    (tmp_path / "link.play").symlink_to(tmp_path / "real.play")
    journal = Journal(tmp_path / "link.play")
    journal.prepare()
    assert journal.keep(["one"])
    assert journal.keep(["one", "two"])
    assert (tmp_path / "link.play").is_symlink()
    assert (tmp_path / "real.play").read_text(encoding="utf-8") == "one\ntwo\n"


@pytest.mark.parametrize("name", ["folder", "text.play", os.devnull])
def test_what_is_no_record_is_left_alone(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "text.play").write_text("precious", encoding="utf-8")
    with pytest.raises(NoRecord):
        Journal(tmp_path / name).prepare()
    assert (tmp_path / "text.play").read_text(encoding="utf-8") == "precious"


# ---------------------------------------------------------------- one terminal for all


@on_posix
def test_nobody_reads_a_secret_choice(folder: Path) -> None:
    """Neither Up nor a saved game tells what somebody else has chosen before all have."""
    with terminal("play", "secret.rules", "--seat", "2=human", "--plain") as screen:
        screen.wait_for("press Enter: ")
        screen.type("\n")
        screen.wait_for("A> ")
        screen.type("save first\n")
        screen.wait_for("The game so far is in first.play")
        screen.wait_for("A> ")
        screen.type("show_fingers(4)\n")
        screen.wait_for("press Enter: ")
        screen.type("\x1b[A\x1b[A\x1b[A\n")
        screen.wait_for("B> ")
        screen.type("\x1b[A\x1b[A\n")
        shown = screen.wait_for("B> ")
        assert "show_fingers" not in shown.partition("\n")[0]  # the list comes again, but nothing that was typed
        screen.type("save second\n")
        screen.wait_for("The file would show a choice that is secret still; save when all have chosen.")
        screen.wait_for("B> ")
        screen.type("2\n")
        screen.wait_for("press Enter: ")
        screen.type("\n")
        screen.wait_for("A> ")
        screen.type("save third\n")
        screen.wait_for("The game so far is in third.play")
    assert not (folder / "second.play").exists()
    assert len(read((folder / "third.play").read_text(encoding="utf-8")).moves) == 2


# ---------------------------------------------------------------- faults at the very end, and at the beginning


@pytest.mark.parametrize("backend", ["python", "native"])
def test_a_fault_in_winner(backend: str, rulec: Rulec, folder: Path) -> None:
    """`late.rules` divides by nothing when the winner is asked for."""
    place = "late.rules:"
    played = rulec("play", "late.rules", "--seed", "1", "--record", "out.play", input="walk\n" * 2)
    assert (played.exit_code, played.stderr.count("division by 0")) == (1, 1), played.output
    assert place in played.stderr
    assert len(read((folder / "out.play").read_text(encoding="utf-8")).moves) == 4
    again = rulec("replay", "out.play")
    assert again.exit_code == 1, again.output
    assert "division by 0" in again.stderr
    deep = rulec("check", "late.rules", "--deep", "2", "--save", ".")
    assert deep.exit_code == 1, deep.output
    assert "division by 0" in deep.output
    [record] = folder.glob("**/late-2-*.play")
    assert rulec("replay", str(record)).exit_code == 1
    other = (folder / "late.rules").read_text(encoding="utf-8").replace("7 /", "8 /")
    (folder / "other.rules").write_text(other, encoding="utf-8")
    for words in (["simulate", "late.rules"], ["compare", "late.rules", "other.rules"]):
        counted = rulec(*words, "-n", "20", "--backend", backend)
        assert counted.exit_code in (0, 1), counted.output
        assert "division by 0" in counted.output
    assert rulec("test", "late.rules").exit_code in (0, 1)


def test_a_fault_in_the_set_up(rulec: Rulec, folder: Path) -> None:
    text = (folder / "late.rules").read_text(encoding="utf-8")
    text = text.replace("\nplay:", "\nsetup: set pace to 7 / rest rounded down\n\nplay:")
    (folder / "early.rules").write_text(text, encoding="utf-8")
    played = rulec("play", "early.rules", "--seed", "1", "--record", "out.play", input="walk\n" * 2)
    assert played.exit_code == 1, played.output
    assert "the set-up of this game fails with seed 1: division by 0" in played.stderr
    deep = rulec("check", "early.rules", "--deep", "2", "--save", ".")
    assert deep.exit_code == 1, deep.output
    [record] = folder.glob("**/early-2-*.play")
    again = rulec("replay", str(record))
    assert again.exit_code == 1
    assert "the set-up of the game fails: division by 0" in again.stderr
    counted = rulec("simulate", "early.rules", "-n", "5")
    assert counted.exit_code in (0, 1), counted.output
    assert "division by 0" in counted.output


def test_a_record_that_breaks_off_within_a_line(rulec: Rulec, folder: Path) -> None:
    rulec("play", "tie.rules", "--seed", "1", "--record", "out.play", input="take\n")
    whole = (folder / "out.play").read_text(encoding="utf-8").partition("--- end")[0]
    (folder / "out.play").write_text(whole, encoding="utf-8")
    assert rulec("replay", "out.play").exit_code == 0  # the game is over, although the record does not say how
    (folder / "out.play").write_text(whole[:-2], encoding="utf-8")
    result = rulec("replay", "out.play")
    assert result.exit_code == 1
    assert "cut off in the middle of this line" in result.stderr


@pytest.mark.parametrize(
    ("seats", "code", "said"),
    [
        ("random random", 0, "0 choices so far"),
        ("human random", 1, "the input ended while A has to choose"),
        ("human", 1, "the input ended while B has to choose"),
        ("randon random", 1, "half.play: no bot is called `randon`; did you mean `random`?"),
        (
            "human BOT.py:Mine",
            1,
            "half.play: bots that are programs sat at this table, and they are carried out only if you name them",
        ),
    ],
)
def test_a_record_that_goes_on_says_who_plays(rulec: Rulec, folder: Path, seats: str, code: int, said: str) -> None:
    assert rulec("play", "tie.rules", "--seed", "3", "--seat", "1=random", "--record", "whole.play").exit_code == 0
    heading = (folder / "whole.play").read_text(encoding="utf-8").partition("---\n")[0]
    half = heading.replace("seats random random", f"seats {seats}")
    (folder / "half.play").write_text(f"{half}---\n", encoding="utf-8")
    run = rulec("play", "half.play")
    assert (run.exit_code, said in run.output) == (code, True), run.output
