"""Somebody's own bot: a class in a Python file.

Comes in: `path.py:Class`.  Goes out: a bot whose mistakes are told in words: a file that cannot be read, an exception,
an answer that is no choice, one that takes too long.  The class is made with the seed of the game (a text) and its seat
(counted from 0); its `choose(sight)` answers with the place of a choice, counted from 0, or with its text, within the
`seconds` that the class says.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FrameType
from typing import Any

from interpreter.bots.model import BotTrouble, Sight, meant
from interpreter.machine.texts import seat_name

SECONDS = 60.0
"""So long a choice may take where the class does not say another number of `seconds`."""
AGAIN = 0.1
"""After so many seconds whoever does not stop is stopped again."""
_LOADED: dict[tuple[str, float], Any] = {}
"""Modules by their path and the time when they were written last."""


class OutOfTime(BaseException):
    """No Exception, so that a bot that passes over its own mistakes does not pass over this"""


def is_own(name: str) -> bool:
    """Whether this names a class in a file."""
    return name.rpartition(":")[0].endswith(".py")


class OwnBot:
    def __init__(self, name: str, seed: str, seat: int) -> None:
        """BotTrouble if there is no such file or class, or it cannot be made."""
        self._name, self._seat = name, seat
        made = own_class(name)
        self._seconds = _seconds(made, name)
        with _told(f"the bot {name} cannot be made of a seed and a seat", name), _within(self._seconds):
            self._bot = made(seed, seat)

    def choose(self, sight: Sight) -> int:
        count, texts = sight.count, sight.texts  # whatever it does with its sight
        with _told(f"{self._who} has failed", self._name):
            with _within(self._seconds):
                answer = self._bot.choose(sight)
            if isinstance(answer, str) and answer in texts:
                return texts.index(answer)
            if isinstance(answer, bool) or not hasattr(answer, "__index__") or not 0 <= int(answer) < count:
                wanted = f"a text of a choice or a number from 0 to {count - 1}"
                raise BotTrouble(f"{self._who} has answered {answer!r:.80}, not {wanted}")
            return int(answer)

    def passed(self, count: int) -> None:
        """It is not asked again for what it has chosen."""

    @property
    def _who(self) -> str:
        return f"the bot {self._name} in seat {seat_name(self._seat)}"


def own_class(name: str) -> Any:
    """The class that is named.  BotTrouble says why it cannot be had."""
    path, _, wanted = name.rpartition(":")
    try:
        key = str(Path(path).resolve()), Path(path).stat().st_mtime
    except (OSError, ValueError) as problem:
        said = (getattr(problem, "strerror", None) or str(problem)).lower()
        raise BotTrouble(f"the bot {name} cannot be read: {said}") from problem
    if key not in _LOADED:
        _LOADED[key] = _module(name, key[0])
    made = getattr(_LOADED[key], wanted, None)
    if not isinstance(made, type) or not callable(getattr(made, "choose", None)):
        classes = [
            word
            for word, value in vars(_LOADED[key]).items()
            if isinstance(value, type) and callable(getattr(value, "choose", None))
        ]
        there = f", only {', '.join(classes)}" if classes else ", and no other"
        hint = meant(wanted, classes)
        raise BotTrouble(f"{path} has no class {wanted} with a method `choose`{f'; {hint}' if hint else there}")
    return made


def _module(name: str, path: str) -> Any:
    spec = spec_from_file_location(f"rulelang_bot_{len(_LOADED)}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with _told(f"the bot {name} cannot be loaded", name), _within(SECONDS):
        spec.loader.exec_module(module)
    return module


def _seconds(made: Any, name: str) -> float:
    """How long a choice may take."""
    said = getattr(made, "seconds", SECONDS)
    if isinstance(said, bool) or not isinstance(said, int | float) or not 0 < said < 1e6:
        raise BotTrouble(f"the bot {name} says `seconds` as {said!r:.80}; it is how many seconds a choice may take")
    return float(said)


# ---------------------------------------------------------------- what somebody else's program may do


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """OutOfTime for what takes longer: in the middle of it where the system can do that, otherwise afterwards.

    What it prints goes to standard error, where it does not get into a report.
    """
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdout = sys.stderr
    try:
        with _timed(seconds):
            yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams


@contextmanager
def _timed(seconds: float) -> Iterator[None]:
    began = time.monotonic()
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        if time.monotonic() - began > seconds:
            raise OutOfTime(seconds)
        return

    def enough(number: int, frame: FrameType | None) -> None:
        raise OutOfTime(seconds)

    before = signal.signal(signal.SIGALRM, enough)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _told(what: str, name: str) -> Iterator[None]:
    """Whatever is raised in here, but Ctrl-C, is told in words."""
    try:
        yield
    except (KeyboardInterrupt, BotTrouble):
        raise
    except OutOfTime as late:
        raise BotTrouble(f"{what}: it took longer than {late.args[0]:g} s (line {_line(late, name)})") from late
    except BaseException as problem:
        raise BotTrouble(f"{what}: {_said(problem, name)}") from problem


def _said(problem: BaseException, name: str) -> str:
    """An exception in one line, with the last line of the file in which it came up."""
    line = problem.lineno if isinstance(problem, SyntaxError) else _line(problem, name)
    try:
        words = " ".join(f"{type(problem).__name__}: {problem}".split())
    except Exception:  # an exception that cannot say what it is
        words = type(problem).__name__
    return f"{words[:200]} (line {line})" if line else words[:200]


def _line(problem: BaseException, name: str) -> int | None:
    file = Path(name.rpartition(":")[0]).name
    lines = [frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if Path(frame.filename).name == file]
    return lines[-1] if lines else None
