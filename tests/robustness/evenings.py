"""Evenings that go wrong: nonsense is typed, the input or the output ends, the disk is full, the process is killed.

Each is played for real and then looked at: no traceback, the last words say how to go on, and every choice that was
carried out is in the file.  `python -m tests.robustness.evenings 10000 1 10`: so many lines of nonsense, this seed, so
many processes of each kind; figures are printed, and whatever went wrong.
"""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

from attrs import define, field

from interpreter import Game, load
from interpreter.record_reading import read
from interpreter.records import Record, replay
from interpreter.terminal.desk import Desk
from interpreter.terminal.interactive import Interactive
from interpreter.terminal.paper import Plain
from interpreter.terminal.table import Branched, InputEnded, Left, Table, Unsaved

ROOT = Path(__file__).parents[2]
GAMES = (("werwars", 3), ("magpie", 2), ("kuhn", 2), ("crazy_eights", 3))
WORDS = (
    "undo", "redo", "help", "?", "rules", "rules feed", "log", "view", "view hand", "left", "why", "why feed", "save",
    "save x", "quit", "n", "y", "back", "branch", "branch 0", "branch 999", "branch -1", ":undo", ":", "::", "0", "1",
    "2", "3", "99", "9" * 50, "", " ", "\t", "(", ")", "()", "((((", '"', '""', "²", "\uff11", "\x00", "\x1b[A",
    "\x1b[2J", "é" * 3000, "\u202e", "gather", "feed", "feed(", "feed(owl", "bet", "call", "take", "lay", "lay(1)", ",",
    "+", "a + b", "None", "%s %d", "{}", "../x", "/dev/null", "--help", "\ud800",
)  # fmt: skip


@define
class Figures:
    """How often what was tried, and what went wrong."""

    tried: Counter[str] = field(factory=Counter)
    wrong: list[str] = field(factory=list)

    def count(self, what: str, wrong: str = "") -> None:
        self.tried[what] += 1
        if wrong:
            self.wrong.append(f"{what}: {wrong}")


def nonsense(chance: Random, offered: list[str]) -> str:
    """A line somebody might type: a word, a choice that is on offer, that one damaged, or signs at random."""
    match chance.randrange(6):
        case 0 | 1:
            return chance.choice(WORDS)
        case 2 if offered:
            return chance.choice(offered)
        case 3 if offered:
            text = chance.choice(offered)
            cut = chance.randrange(len(text) + 1)
            return text[:cut] + chance.choice(WORDS) + text[cut + chance.randrange(3) :]
        case 4:
            return f"{chance.choice(WORDS)} {chance.choice(WORDS)}"
        case _:
            return "".join(chr(chance.choice((chance.randrange(32, 127), chance.randrange(0x250)))) for _ in range(9))


# ---------------------------------------------------------------- line by line, in this process


class Closed(io.StringIO):
    """An output that nobody reads any more after so many characters."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room

    def write(self, text: str) -> int:
        if self.tell() + len(text) > self.room:
            raise BrokenPipeError
        return super().write(text)


def unsaved(name: str) -> str:
    raise Unsaved(f"{name} cannot be written.")


def kept_of(table: Table) -> Callable[[], None]:
    """In place of a file: what has been written down so far."""
    lines: list[Record] = []

    def keep() -> None:
        lines.append(table.unfinished)

    return keep


def typed_at(game: Game, seed: int, lines: int, figures: Figures, width: str = "") -> None:
    """Nonsense at the prompts of one game after another, until so many lines were typed."""
    chance, left = Random(seed), lines
    while left > 0:
        table = Table.open(game, str(chance.randrange(1000)), ("human", *["random"] * (game.players - 1)))
        out = io.StringIO()

        def read(_: str) -> str:
            nonlocal left
            left -= 1
            if left < 0:
                raise EOFError
            decision = table.state.decision  # noqa: B023 - called while the loop stands still
            return nonsense(chance, decision.texts if decision is not None else [])

        wrong = ""
        try:
            table.play(Interactive(read, Plain(out), Desk(table, unsaved)))
        except (InputEnded, Left, Branched):
            pass
        except Exception as bug:  # what is looked for
            wrong = f"{game.title}, seed {seed}: {type(bug).__name__}: {bug}"
        figures.count(f"games of nonsense{width}", wrong or _differs(game, table))
        if re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", out.getvalue().replace("\x1b[2J\x1b[3J\x1b[H", "")):
            figures.count("unseen signs", "something unseen was printed")
    figures.tried["lines of nonsense"] += lines


def _differs(game: Game, table: Table) -> str:
    """Whether what was written down is not the game as it stands."""
    again = replay(game, table.unfinished)
    return "" if bytes(again) == bytes(table.state) else f"{game.title}: the record leads elsewhere"


def interrupted_at(game: Game, figures: Figures) -> None:
    """Ctrl-C, the end of the input and a closed pipe at the first prompt, the second …"""
    for end in (KeyboardInterrupt, EOFError, BrokenPipeError):
        for number in range(12):
            table = Table.open(game, "7", ("human", *["random"] * (game.players - 1)))
            out = Closed(300 * (number + 1)) if end is BrokenPipeError else io.StringIO()
            prompts = 0

            def read(_: str) -> str:
                nonlocal prompts
                prompts += 1
                if prompts > number and end is not BrokenPipeError:  # noqa: B023 - called while the loop stands still
                    raise end  # noqa: B023
                return "1"

            wrong = ""
            try:
                table.play(Interactive(read, Plain(out), Desk(table, unsaved)))
            except (InputEnded, KeyboardInterrupt, BrokenPipeError):
                pass
            except Exception as bug:  # what is looked for
                wrong = f"{game.title}, prompt {number}: {type(bug).__name__}: {bug}"
            figures.count(f"{end.__name__} at a prompt", wrong or _differs(game, table))


# ---------------------------------------------------------------- processes


@contextmanager
def own_state() -> Iterator[dict[str, str]]:
    """The environment for a process that keeps its games in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        yield {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "XDG_STATE_HOME": folder, "COLUMNS": "20"}


def shelf(environment: dict[str, str]) -> list[Path]:
    return sorted(Path(environment["XDG_STATE_HOME"]).glob("rulelang/games/*.play"))


def killed(name: str, players: int, number: int, chance: Random, figures: Figures, how: str) -> None:
    """A process that plays choice after choice and is ended at some moment; then the game goes on with --resume."""
    with own_state() as environment:
        words = [
            sys.executable,
            "-m",
            "rulelang",
            "play",
            name,
            "--players",
            str(players),
            "--seed",
            str(number),
            "--plain",
        ]
        process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
        )  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(BrokenPipeError):
            process.stdin.write(b"1\n" * chance.randrange(1, 60))
            process.stdin.flush()
        _wait_for_a_choice(environment, process)
        time.sleep(chance.random() * 0.05)
        process.send_signal(getattr(signal, how))
        _, problems = process.communicate(timeout=300)
        figures.count(
            f"{how} while playing", _after_the_end(name, environment, process.returncode, problems.decode(), how)
        )


def _wait_for_a_choice(environment: dict[str, str], process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 30
    while not shelf(environment) and process.poll() is None and time.monotonic() < until:
        time.sleep(0.005)


def _after_the_end(name: str, environment: dict[str, str], code: int, problems: str, how: str) -> str:
    if "Traceback" in problems:
        return f"{name}: {problems[-400:]}"
    kept = shelf(environment)
    if len(kept) != 1:
        over = list(Path(environment["XDG_STATE_HOME"]).glob("rulelang/games/over/*.play"))
        return "" if over else f"{name}: nothing is kept, exit {code}: {problems[-200:]}"
    if how != "SIGKILL" and code > 0 and "To go on: rulec play --resume" not in problems:
        return f"{name}: the last words do not say how to go on: {problems!r}"
    text = kept[0].read_text(encoding="utf-8")
    whole = len(re.findall(r"^[A-Z]: ", text.partition("\n---\n")[2], re.MULTILINE)) - (not text.endswith("\n"))
    on = subprocess.run(
        [sys.executable, "-m", "rulelang", "play", "--resume", "--plain"],
        input=b"", capture_output=True, env=environment, check=False, timeout=300,
    )  # fmt: skip
    if f"· {whole} choice" not in on.stdout.decode() or b"Traceback" in on.stderr:
        return f"{name}: it does not go on: {on.stdout.decode()[-200:]}{on.stderr.decode()[-200:]}"
    again = shelf(environment)
    moves = len(read(again[0].read_text(encoding="utf-8")).moves) if again else -1
    return "" if moves >= whole else f"{name}: {whole} choices were kept, {moves} are left"


FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, resource.RLIM_INFINITY))
from rulelang.cli import main
sys.argv = ["rulec", *{words!r}]
main()
"""
"""A file that may not grow beyond a number of bytes stands for a disk on which nothing more has room."""


def full(name: str, players: int, limit: int, figures: Figures) -> None:
    """A disk on which the game has no room, or room for its first choices only."""
    with own_state() as environment:
        words = ["play", name, "--players", str(players), "--seed", "3", "--plain"]
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        run = subprocess.run(
            [sys.executable, "-c", FULL.format(limit=limit, words=words)],
            input=b"1\n" * 6, capture_output=True, env=environment, check=False, timeout=300,
        )  # fmt: skip
        said, wrong = run.stderr.decode(), ""
        if "Traceback" in said or run.returncode not in (0, 1, 2):
            wrong = f"exit {run.returncode}: {said[-300:]}"
        elif "rulec play --resume`: file too large; the game goes on" not in said:
            wrong = f"nothing was said: {said[-300:]}"
        elif "To go on: rulec play --resume" in said:
            wrong = "it says that the game is kept, which it is not"
        for record in shelf(environment):
            read(record.read_text(encoding="utf-8"))  # whole lines only
        figures.count("full disk", wrong and f"{name}, {limit} bytes: {wrong}")


def nowhere(name: str, figures: Figures) -> None:
    """Nobody reads, or nothing has room where it is printed."""
    for what, output in (("/dev/full", "/dev/full"), ("closed pipe", "")):
        with own_state() as environment:
            words = [sys.executable, "-m", "rulelang", "play", name, "--seed", "3", "--plain"]
            if output:
                with open(output, "wb") as full_device:
                    run = subprocess.Popen(
                        words, stdin=subprocess.PIPE, stdout=full_device, stderr=subprocess.PIPE, env=environment
                    )
            else:
                run = subprocess.Popen(
                    words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
                )
                assert run.stdout is not None
                run.stdout.close()
                run.stdout = None
            _, problems = run.communicate(b"1\n" * 40, timeout=300)
            wrong = problems.decode() if b"Traceback" in problems or run.returncode not in (2, 141) else ""
            figures.count(f"printing to {what}", wrong and f"{name}: exit {run.returncode}: {wrong[-300:]}")


def attack(lines: int, seed: int, processes: int = 0) -> Figures:
    """All of it; `lines` of nonsense at prompts, so many processes of each kind.  The full screen: see `screens`."""
    figures, chance = Figures(), Random(seed)
    games = [load(name, players=players) for name, players in GAMES]
    for number, game in enumerate(games):
        typed_at(game, seed + number, lines // len(games), figures)
        interrupted_at(game, figures)
    for number in range(processes):
        name, players = GAMES[number % len(GAMES)]
        for how in ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"):
            killed(name, players, number, chance, figures, how)
        full(name, players, chance.choice((0, 20, 400)), figures)
        nowhere(name, figures)
    return figures


if __name__ == "__main__":
    found = attack(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if sys.argv[3:] else 10)
    sys.stdout.write("\n".join([*(f"{count:>6}  {what}" for what, count in sorted(found.tried.items())), *found.wrong]))
    sys.stdout.write(f"\n{len(found.wrong)} went wrong\n")
