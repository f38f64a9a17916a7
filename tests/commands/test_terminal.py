"""`rulec play` at a real terminal: a pseudo-terminal of 80 by 24."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.record_reading import read
from tests.commands.conftest import outside

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")
COLOUR = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
PATIENCE = 20.0


def bare(text: str) -> str:
    """The text as it is seen."""
    return COLOUR.sub("", text)


class Terminal:
    """A `rulec` that believes it talks to a person."""

    def __init__(self, *words: str, colours: bool = False) -> None:
        import pty

        self.pid, self.master = pty.fork()
        if self.pid == 0:
            environment = outside(TERM="xterm-256color", COLUMNS="80", LINES="24")
            if colours:
                del environment["NO_COLOR"]
            os.execve(sys.executable, [sys.executable, "-m", "rulelang", *words], environment)
        self.text = ""

    def wait_for(self, words: str) -> str:
        """Everything that is shown until these words stand there; what was shown is taken away."""
        until = time.monotonic() + PATIENCE
        while words not in self.text:
            ready, _, _ = select.select([self.master], [], [], max(0.0, until - time.monotonic()))
            data = b""
            if ready:
                with contextlib.suppress(OSError):  # EIO: the other side has closed
                    data = os.read(self.master, 65536)
            if not data:
                raise AssertionError(f"never saw {words!r} in:\n{self.text}")
            self.text += data.decode("utf-8", errors="replace").replace("\r\n", "\n")
        before, _, self.text = self.text.partition(words)
        return before + words

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def signal(self, number: int) -> None:
        """Sent again while nothing comes: what arrives between a prompt and the wait for a key is not looked at."""
        for _ in range(int(PATIENCE)):
            os.kill(self.pid, number)
            if select.select([self.master], [], [], 1.0)[0]:
                return

    def rest(self) -> tuple[str, int]:
        """What is still shown, and the exit code."""
        text = self.text
        until = time.monotonic() + PATIENCE
        while select.select([self.master], [], [], max(0.0, until - time.monotonic()))[0]:
            try:
                data = os.read(self.master, 65536)
            except OSError:  # EIO: the other side has closed
                break
            if not data:
                break
            text += data.decode("utf-8", errors="replace").replace("\r\n", "\n")
        else:
            raise AssertionError(f"it never ended:\n{text}")
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        return text, os.waitstatus_to_exitcode(status)

    def close(self) -> None:
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.master)


@contextlib.contextmanager
def terminal(*words: str, colours: bool = False) -> Iterator[Terminal]:
    screen = Terminal(*words, colours=colours)
    try:
        yield screen
    finally:
        screen.close()


def test_a_whole_game(folder: Path) -> None:
    with terminal("play", "tie.rules", "--plain", "--seed", "1", "--record", "out.play") as screen:
        shown = screen.wait_for("A> ")
        assert not COLOUR.search(shown.replace("\x1b[?2004h", ""))
        assert "ask A: " in shown
        assert "1: take -- Take a point." in shown
        screen.type("1\n")
        text = screen.wait_for("end> ")
        screen.type("\n")
        assert screen.rest()[1] == 0
    assert "A and B share the win" in text
    assert "rulec replay out.play" in text
    assert len(read((folder / "out.play").read_text(encoding="utf-8")).moves) == 2


def test_the_full_screen(folder: Path) -> None:
    """It opens, shows the hand and the question, takes an answer, and says how it ended."""
    with terminal("play", "many.rules", "--players", "3", "--seed", "2", colours=True) as screen:
        shown = bare(screen.wait_for("rest"))
        assert "your turn" in shown
        assert "hand" in shown
        for _ in range(2):
            screen.type("rest\r")  # the second one while bots play: it stays there
            time.sleep(0.5)
        screen.wait_for("your turn")
        screen.type("\r")
        screen.wait_for("The end")
        screen.type("\r")
        text, code = screen.rest()
    assert code == 0
    assert "place" in bare(text)


def test_nonsense_is_answered(folder: Path) -> None:
    with terminal("play", "many.rules", "--plain", "--seed", "2", "--players", "1", "--every-choice") as screen:
        screen.wait_for("A> ")
        for typed, answer in (
            ("", "A> "),
            ("fly", "A cannot choose `fly`"),
            ("999", "there is no line 999"),
            ("lay(\"clubs 99\")", "A cannot choose"),
            (":fly", "There is no command `fly`"),
            ("view moon", "There is no place `moon`"),
            ("view deck", "in no known order: "),
            ("help", "leave the game"),
            ("rules", "length is short"),
            ("rules", "how it goes"),
            ("log", "deck: 5 cards"),
            ("hearts", "lay(\"hearts "),
            ("\x1b[A\x00\x7f", "A> "),
        ):  # fmt: skip
            screen.type(f"{typed}\n")
            assert "Traceback" not in screen.wait_for(answer)
        screen.type("rest\n")
        screen.wait_for("A> ")
        screen.type("rest\n")
        screen.wait_for("end> ")
        screen.type("\n")
        _, code = screen.rest()
    assert code == 0


def test_quitting(folder: Path) -> None:
    with terminal("play", "tie.rules", "--plain", "--seed", "1") as screen:
        screen.wait_for("A> ")
        screen.type("quit\n")
        screen.wait_for("Leave the game?")
        screen.type("\n")
        screen.wait_for("A> ")
        screen.type("quit\n")
        screen.wait_for("Leave the game?")
        screen.type("nowhere/at/all\n")
        screen.wait_for("cannot be written")
        screen.wait_for("A> ")
        screen.type("quit\n")
        screen.wait_for("Leave the game?")
        screen.type("kept\n")
        text, code = screen.rest()
    assert code == 0
    assert "The game so far is in kept.play" in text
    assert read((folder / "kept.play").read_text(encoding="utf-8")).end == "not finished"


def test_saving_never_overwrites(folder: Path) -> None:
    (folder / "mine.play").write_text("precious", encoding="utf-8")
    with terminal("play", "tie.rules", "--plain") as screen:
        screen.wait_for("A> ")
        screen.type("save mine\n")
        screen.wait_for("There is a file mine.play already")
        screen.type("save\n")
        screen.wait_for("Which file?")
        screen.type("quit\n")
        screen.wait_for("Leave the game?")
        screen.type("y\n")
        assert screen.rest()[1] == 0
    assert (folder / "mine.play").read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("record", [True, False])
def test_ctrl_c(record: bool, folder: Path) -> None:
    words = ("--record", "out.play") if record else ()
    with terminal("play", "tie.rules", "--plain", "--seat", "2=human", *words) as screen:
        screen.wait_for("press Enter: ")
        screen.type("\n")
        screen.wait_for("> ")
        screen.type("take\n")
        screen.wait_for("press Enter: ")
        time.sleep(0.3)  # a person is slower than the moment between the prompt and the waiting
        screen.type("\x03")
        text, code = screen.rest()
    assert code == 130
    assert "stopped with Ctrl-C" in text
    assert "Traceback" not in text
    assert f"To go on: rulec play --resume{' --record out.play' if record else ''}\n" in text
    if record:
        assert len(read((folder / "out.play").read_text(encoding="utf-8")).moves) == 1


def test_ctrl_d(folder: Path) -> None:
    with terminal("play", "tie.rules", "--plain") as screen:
        screen.wait_for("A> ")
        screen.type("\x04")
        text, code = screen.rest()
    assert code == 1
    assert "the input ended while A has to choose" in text


def test_the_device_is_passed_on(folder: Path) -> None:
    with terminal("play", "many.rules", "--plain", "--players", "2", "--seat", "2=human", "--seed", "4") as screen:
        shown = screen.wait_for("press Enter: ")
        assert '"' not in shown  # no card before somebody has said that they look
        first = re.findall(r"Pass the device to (.)\.", shown)[-1]
        screen.type("\n")
        screen.wait_for(f"{first}> ")
        screen.type("rest\n")
        shown = screen.wait_for("press Enter: ")
        cleared = shown.rpartition("\x1b[2J\x1b[3J\x1b[H")[2]
        assert '"' not in cleared
        second = re.findall(r"Pass the device to (.)\.", cleared)[-1]
        assert second != first
        screen.type("\n")
        shown = screen.wait_for(f"{second}> ")
        assert f"ask {second}: " in shown
        assert not re.search(rf"{first} takes .*\"", shown)


def test_a_person_whose_screen_is_a_pipe(folder: Path) -> None:
    """`rulec play tie.rules | tee log.txt`: still a person who types, but nothing is framed."""
    import pty

    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "rulelang", "play", "tie.rules"],
        stdin=slave, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=outside(), text=True,
    )  # fmt: skip
    os.write(master, b"help\ntake\nleave\n")
    output, problems = process.communicate(timeout=PATIENCE)
    os.close(slave)
    os.close(master)
    assert process.returncode == 0, problems
    assert "leave the game" in output
    assert "share the win" in output
    assert "╭" not in output
