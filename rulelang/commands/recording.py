"""Writing the game that is being played into files, so that nothing is lost.

Comes in: what was asked for, a table.  Goes out: `.play` files (the one that was asked for, and one on the shelf, from
which the game can go on), and the lines that say how to go on, or to have the same game again.  What such a file looks
like is left to `interpreter.records`, where the shelf is to `shelf`.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from interpreter.loading import bundled
from interpreter.records import NOT_FINISHED
from interpreter.terminal.table import HUMAN, Unsaved
from rulelang.commands import shelf
from rulelang.commands.journal import Journal, NoRecord, replace
from rulelang.commands.outcome import Unusable, say
from rulelang.commands.playable import Wanted

if TYPE_CHECKING:
    from interpreter.records import Record
    from interpreter.terminal.table import Table

SUFFIX = ".play"
WITH_RULES = " with rules"


def _complain(text: str) -> None:
    say(f"rulec: {text}", err=True)


@define
class Recording:
    """Where one game goes

    `texts`: its rules, for the shelf and for whoever wants them in a saved game.  `path` was given with `--record`.
    `older`: the file on the shelf from which the game went on, until the new one is there.  `tell` says what goes wrong
    while the game goes on.
    """

    wanted: Wanted
    texts: tuple[tuple[str, str], ...]
    path: str | None
    older: Path | None = None
    tell: Callable[[str], None] = _complain
    _record: Journal | None = None
    _shelf: Journal | None = None
    _no_shelf: str = field(default="", init=False)

    def prepare(self) -> None:
        """Find out before the game begins whether the file can be written; only a record is ever overwritten."""
        if self.path is None:
            return
        try:
            self._record = Journal(Path(self.path))
            self._record.prepare()
        except NoRecord:
            raise Unusable(f"`{self.path}` is no recorded game; it has been left as it is") from None
        except (OSError, ValueError) as problem:
            raise Unusable(f"`{self.path}` cannot be written: {_reason(problem)}") from problem

    # ---------------------------------------------------------------- while the game goes on

    def keep(self, table: Table) -> None:
        """Write down the choice that has been made.  If that fails, it is said once, and the game goes on."""
        if self._record is not None and (said := _keep(self._record, table.unfinished)):
            self.tell(f"`{self.path}` cannot be written: {said}; the game goes on")
        if table.people:
            self._keep_on_shelf(table)

    def _keep_on_shelf(self, table: Table) -> None:
        if self._no_shelf:
            return
        if self._shelf is None:
            try:
                self._shelf = Journal(shelf.place(self.wanted.file))
                shelf.thin_out(self._shelf.path.parent)
            except OSError as problem:
                self._no_shelf = _reason(problem)
                self.tell(f"this game is not kept for `rulec play --resume`: {self._no_shelf}; the game goes on")
                return
        if said := _keep(self._shelf, evolve(table.unfinished, files=self.texts)):
            self.tell(f"the last choices are not kept for `rulec play --resume`: {said}; the game goes on")
        elif self.older is not None and self._shelf.problem is None:
            with suppress(OSError):
                self.older.unlink()
            self.older = None

    def finish(self, table: Table) -> bool:
        """Write down how the game has ended, or that it has not.  Whether the file that was asked for holds all of it;
        if not, it is said."""
        if self._shelf is not None and table.record.end != NOT_FINISHED:
            self._shelf.keep(_lines(self._shelf.path, evolve(table.record, files=self.texts)))
            self._shelf.path = shelf.put_away(self._shelf.path)
        if self._record is None or self._record.keep(_lines(self._record.path, table.record)):
            return True
        assert self._record.problem is not None
        self.tell(f"`{self.path}` cannot be written: {_reason(self._record.problem)}; {self._record.state}")
        return False

    def save(self, table: Table, name: str) -> str:
        """Write the game so far into another file, which must not be there yet; the sentence that says so."""
        if table.waiting:
            who = "a choice that is" if len(table.waiting) == 1 else "choices that are"
            raise Unsaved(f"The file would show {who} secret still; save when all have chosen.")
        record, rules = table.record, name.endswith(WITH_RULES)
        name = name.removesuffix(WITH_RULES).strip()
        path = Path(name if name.endswith(SUFFIX) else name + SUFFIX)
        try:
            if path.exists():
                raise Unsaved(f"There is a file {path} already; choose another name.")
            write(path, evolve(record, files=self.texts if rules else ()))
        except (OSError, ValueError) as problem:
            raise Unsaved(f"{path} cannot be written: {_reason(problem)}.") from problem
        verb = "plays on" if table.state.decision is not None else "shows it"
        command = "play" if table.state.decision is not None else "replay"
        return f"The game so far is in {path}; `rulec {command} {shlex.quote(str(path))}` {verb}."

    # ---------------------------------------------------------------- last words

    def going_on(self, table: Table) -> Iterator[str]:
        """How to go on with a game that is not over; nothing where nobody has chosen anything."""
        made = len(table.unfinished.moves)
        if not made:
            return
        record = [] if self.path is None else ["--record", self.path]
        if self._shelf is not None and self._shelf.problem is None:
            yield f"To go on: {shlex.join(['rulec', 'play', '--resume', *record])}"
        elif self._record is not None and self._record.problem is None:
            yield f"To go on: {shlex.join(['rulec', 'play', *record[1:]])}"
        else:
            yield "This game is kept nowhere."
            if self.older is not None:
                yield "To go on from where it was before: rulec play --resume"

    def farewell(self, table: Table) -> Iterator[str]:
        """How to have a game that is over once more."""
        yield f"Seed {table.seed}. The same cards again: {self._same_cards(table)}"
        if self.path is not None:
            yield f"The game is in {self.path}: rulec replay {shlex.quote(self.path)}"

    def _same_cards(self, table: Table) -> str:
        if self.wanted.carried and self._shelf is not None and not _is_there(self.wanted.file):
            return shlex.join(["rulec", "play", str(self._shelf.path), "--at", "0"])
        words = ["rulec", "play", self.wanted.file, "--seed", table.seed, "--players", str(table.game.players)]
        for variant in self.wanted.variants:
            words += ["--variant", variant]
        for name, value in self._not_normal():
            words += ["--set", f"{name}={value}"]
        for number, name in enumerate(table.seats, start=1):
            if name != (HUMAN if number == 1 else "random"):
                words += ["--seat", f"{number}={name}"]
        return shlex.join(words)

    def _not_normal(self) -> Iterator[tuple[str, str]]:
        """The options that somebody has set; a record names all of them."""
        normal: dict[str, str] = {}
        if self.wanted.options:
            with suppress(Unusable):
                normal = dict(evolve(self.wanted, options=()).program().options)
        yield from ((name, value) for name, value in self.wanted.options if normal.get(name) != value)


def _keep(journal: Journal, record: Record) -> str:
    """Let the file hold this record; why it does not, if that is new."""
    well = journal.problem is None
    if journal.keep(_lines(journal.path, record)) or not well:
        return ""
    assert journal.problem is not None
    return _reason(journal.problem)


def _is_there(rules: str) -> bool:
    return rules in bundled() or Path(rules).is_file()


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
