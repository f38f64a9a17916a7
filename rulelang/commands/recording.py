"""Writing the game that is being played into a file.

Comes in: what was asked for, a table.  Goes out: a `.play` file, and the lines that say how to see the game
again.  What such a file looks like is left to `interpreter.records`.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, evolve

from interpreter.loading import bundled
from interpreter.terminal.table import HUMAN, Unsaved
from rulelang.commands.journal import Journal, NoRecord, replace
from rulelang.commands.outcome import Unusable, say
from rulelang.commands.playable import Wanted

if TYPE_CHECKING:
    from interpreter.records import Record
    from interpreter.terminal.table import Table

SUFFIX = ".play"


@define
class Recording:
    """Where the game goes, if anywhere: `path` was given with `--record`."""

    wanted: Wanted
    path: str | None
    _journal: Journal | None = None

    def prepare(self) -> None:
        """Find out before the game begins whether the file can be written; only a record is ever overwritten."""
        if self.path is None:
            return
        try:
            self._journal = Journal(Path(self.path))
            self._journal.prepare()
        except NoRecord:
            raise Unusable(f"`{self.path}` is no recorded game; it has been left as it is") from None
        except (OSError, ValueError) as problem:
            raise Unusable(f"`{self.path}` cannot be written: {_reason(problem)}") from problem

    def keep(self, table: Table) -> None:
        """Write down the choice that has been made.  If that fails, it is said once, and the game goes on."""
        if self._journal is None:
            return
        well = self._journal.problem is None
        if not self._journal.keep(_lines(self._journal.path, table.unfinished)) and well:
            assert self._journal.problem is not None
            say(f"rulec: `{self.path}` cannot be written: {_reason(self._journal.problem)}; the game goes on", err=True)

    def finish(self, table: Table) -> bool:
        """Write down how the game has ended.  Whether the file holds all of it; if not, it is said."""
        if self._journal is None or self._journal.keep(_lines(self._journal.path, table.record)):
            return True
        assert self._journal.problem is not None
        reason = _reason(self._journal.problem)
        say(f"rulec: `{self.path}` cannot be written: {reason}; {self._journal.state}", err=True)
        return False

    def save(self, table: Table, name: str) -> str:
        """Write the game so far into another file, which must not be there yet; the sentence that says so."""
        if table.waiting:
            who = "a choice that is" if len(table.waiting) == 1 else "choices that are"
            raise Unsaved(f"The file would show {who} secret still; save when all have chosen.")
        path = Path(name if name.endswith(SUFFIX) else name + SUFFIX)
        try:
            if path.exists():
                raise Unsaved(f"There is a file {path} already; choose another name.")
            write(path, table.record)
        except (OSError, ValueError) as problem:
            raise Unsaved(f"{path} cannot be written: {_reason(problem)}.") from problem
        return f"The game so far is in {path}; `rulec replay {shlex.quote(str(path))}` shows it."

    def farewell(self, table: Table) -> list[str]:
        """How to have the same game once more."""
        words = ["rulec", "play", self.wanted.file, "--seed", table.seed, "--players", str(table.game.players)]
        for variant in self.wanted.variants:
            words += ["--variant", variant]
        for name, value in self.wanted.options:
            words += ["--set", f"{name}={value}"]
        for number, name in enumerate(table.seats, start=1):
            if name != (HUMAN if number == 1 else "random"):
                words += ["--seat", f"{number}={name}"]
        lines = [f"Seed {table.seed}. The same cards again: {shlex.join(words)}"]
        if self.path is not None:
            lines.append(f"The game is in {self.path}: rulec replay {shlex.quote(self.path)}")
        return lines


def write(path: Path, record: Record) -> None:
    """Write a record; the rules are named so that they are found from where it lies."""
    replace(path, _placed(path, record).text())


def _placed(path: Path, record: Record) -> Record:
    return evolve(record, rules=_seen_from(path.parent, Path(record.rules)))


def _lines(path: Path, record: Record) -> list[str]:
    return _placed(path, record).text().split("\n")[:-1]


def _seen_from(folder: Path, rules: Path) -> str:
    """The path to the rules from a folder; of a game that comes with rulelang the file's name alone."""
    if not rules.is_file() or rules in bundled().values():
        return rules.name
    try:
        return Path(os.path.relpath(rules, folder)).as_posix()
    except ValueError:  # another drive
        return rules.resolve().as_posix()


def _reason(problem: OSError | ValueError) -> str:
    said = problem.strerror if isinstance(problem, OSError) else str(problem)
    return (said or str(problem)).lower()
