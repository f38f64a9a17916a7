"""Somebody's own bot: a class in a Python file.

Comes in: `path.py:Class`.  Goes out: a bot whose mistakes are told in words: a file that cannot be read, an exception,
an answer that is no choice.  The class is made with the seed of the game (a text) and its seat (counted from 0); its
`choose(sight)` answers with the place of a choice, counted from 0, or with its text.
"""

from __future__ import annotations

import traceback
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from interpreter.bots.model import BotTrouble, Sight
from interpreter.machine.texts import seat_name

_LOADED: dict[tuple[str, float], Any] = {}
"""Modules by their path and the time when they were written last."""


def is_own(name: str) -> bool:
    """Whether this names a class in a file."""
    return name.rpartition(":")[0].endswith(".py")


class OwnBot:
    def __init__(self, name: str, seed: str, seat: int) -> None:
        """BotTrouble if there is no such file or class, or it cannot be made."""
        self._name, self._seat = name, seat
        made = own_class(name)
        try:
            self._bot = made(seed, seat)
        except Exception as problem:
            raise BotTrouble(f"the bot {name} cannot be made: {_said(problem, name)}") from problem

    def choose(self, sight: Sight) -> int:
        try:
            answer = self._bot.choose(sight)
        except (Exception, SystemExit) as problem:
            raise BotTrouble(f"{self._who} has failed: {_said(problem, self._name)}") from problem
        if isinstance(answer, str) and answer in sight.texts:
            return sight.texts.index(answer)
        if isinstance(answer, bool) or not hasattr(answer, "__index__") or not 0 <= int(answer) < sight.count:
            wanted = f"a text of a choice or a number from 0 to {sight.count - 1}"
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
    except OSError as problem:
        raise BotTrouble(f"the bot {name} cannot be read: {(problem.strerror or str(problem)).lower()}") from problem
    if key not in _LOADED:
        _LOADED[key] = _module(name, key[0])
    made = getattr(_LOADED[key], wanted, None)
    if not isinstance(made, type) or not callable(getattr(made, "choose", None)):
        classes = [
            word
            for word, value in vars(_LOADED[key]).items()
            if isinstance(value, type) and callable(getattr(value, "choose", None))
        ]
        there = f"only {', '.join(classes)}" if classes else "and no other"
        raise BotTrouble(f"{path} has no class {wanted} with a method `choose`, {there}")
    return made


def _module(name: str, path: str) -> Any:
    spec = spec_from_file_location(f"rulelang_bot_{len(_LOADED)}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as problem:
        raise BotTrouble(f"the bot {name} cannot be loaded: {_said(problem, name)}") from problem
    return module


def _said(problem: BaseException, name: str) -> str:
    """An exception in one line, with the last line of the file in which it came up."""
    file = Path(name.rpartition(":")[0]).name
    lines = [frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if Path(frame.filename).name == file]
    if isinstance(problem, SyntaxError):
        lines = [problem.lineno]
    words = " ".join(f"{type(problem).__name__}: {problem}".split())
    return f"{words[:200]} (line {lines[-1]})" if lines else words[:200]
