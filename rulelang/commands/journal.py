"""Files that are written so that nothing is lost: the record of a game that is being played, and whole texts.

Comes in: a path, lines.  Goes out: the file.  A text takes the place of an older one only when it is
complete on the disk.  A record does so at its first choice; from then on each choice is in the file as soon as it is
made, so whatever ends the process, and whenever, loses none.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from attrs import define, field

from interpreter.records import FIRST


class NoRecord(Exception):
    """The file is there, and it is something else than a recorded game."""


def replace(path: Path, text: str) -> None:
    """Write a whole text: anew beside the file, then in its place.  OSError leaves the older file as it is."""
    path = path.resolve()
    aside = _aside(path)
    try:
        with aside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    except BaseException:
        _gone(aside)
        raise


def _aside(path: Path) -> Path:
    """A new empty file in the same folder, with the rights that the file has or would get."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", suffix=".part", dir=path.parent)
    os.close(handle)
    aside = Path(name)
    try:
        aside.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
    except OSError:
        _gone(aside)
        raise
    return aside


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _gone(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


@define
class Journal:
    """The record of one game on its way into a file

    `_good`: how many bytes of this game stand in the file; 0 while an older record, or nothing, stands there.
    `_kept`: the lines of the game that these are.
    """

    path: Path
    _kept: tuple[str, ...] = ()
    _good: int = 0
    problem: OSError | None = field(default=None, init=False)

    def prepare(self) -> None:
        """Find out before the game begins whether the file can be written, without touching it.  NoRecord if it is
        something else, OSError if it cannot be."""
        path = self.path.resolve()
        if path.exists():
            if not path.is_file():
                raise NoRecord
            with path.open("r+b") as file:
                begin = file.read(len(FIRST))
            if begin and begin != FIRST.encode():
                raise NoRecord
        _gone(_aside(path))

    @property
    def state(self) -> str:
        """What stands in the file, for people."""
        return "what it held is as it was" if not self._good else "the last choices are not in it"

    def keep(self, lines: Sequence[str]) -> bool:
        """Let the file hold these lines; whether it does now.  Lines that go on where the file ends are added, others
        take the place of what was there: a choice has been taken back.

        If not, `problem` says why; the file holds what it held before, and the next call tries all of it again.
        """
        if tuple(lines[: len(self._kept)]) != self._kept or not self.path.exists():  # somebody has taken it away
            self._kept, self._good = (), 0
        if tuple(lines) == self._kept:
            return True
        new = "".join(f"{line}\n" for line in lines[len(self._kept) :])
        try:
            self._add(new)
        except OSError as problem:
            self.problem = problem
            return False
        self.problem = None
        self._kept, self._good = tuple(lines), self._good + len(new.encode())
        return True

    def _add(self, text: str) -> None:
        if not self._good:
            replace(self.path, text)
            return
        with self.path.open("r+b", buffering=0) as file:
            file.seek(self._good)
            rest = text.encode()
            try:
                while rest:
                    rest = rest[file.write(rest) :]
            except OSError:
                with suppress(OSError):
                    file.truncate(self._good)
                raise
