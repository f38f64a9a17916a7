"""All that is read for one game: its text, the modules that it uses, its card tables.

Comes in: a text and the folder that it stands in.  Goes out: what is asked for by name, or what stands in the way; each
is read once, so that a game does not change while it is looked at.  What has been read can be told and compared later,
what was not there included.  Opening files is left to `files`, reading texts to `syntax`.
"""

from __future__ import annotations

from collections.abc import Mapping
from errno import ELOOP
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from attrs import define, field

from rulelang import files
from rulelang.diagnostics.catalogue import diagnostic
from rulelang.diagnostics.model import Diagnostic
from rulelang.sheets import NotInstalled, Unreadable, decoded, is_workbook, written
from rulelang.source import Source, Span

WITHIN = "must lie in the folder of its rules file or below it"

Outcome: TypeAlias = Source | Diagnostic | OSError | Unreadable | NotInstalled | None
Reads: TypeAlias = tuple[tuple[str, str, str], ...]
"""What was asked for, in order: "module" or "table", its name, a digest of what came of it"""


@define
class Inputs:
    """`sources` holds every text that was read, by the path that spans name.  `carried`: all texts by their names (see
    `texts`), where none is looked for in a folder.
    """

    source: Source
    folder: Path | None
    sources: dict[str, Source] = field(factory=dict)
    carried: Mapping[str, str] | None = None
    _outcomes: dict[tuple[str, str], Outcome] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.sources[self.source.path] = self.source

    def module(self, name: str) -> Source | Diagnostic | None:
        """The text of a module: beside the game, or one that comes with the language; why it cannot be read; None
        where there is none.
        """
        outcome = self._outcome("module", name)
        assert not isinstance(outcome, Exception)
        return outcome

    def table(self, name: str) -> Source:
        """The text of a card table, that of a workbook as `sheets` writes it; OSError, Unreadable or NotInstalled where
        there is none.
        """
        outcome = self._outcome("table", name)
        if isinstance(outcome, Exception):
            raise outcome
        assert isinstance(outcome, Source)
        return outcome

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """Every text that has been read, by its name seen from the folder of the rules, the rules text first."""
        used = [
            (self._name(kind, name, outcome), outcome.text)
            for (kind, name), outcome in self._outcomes.items()
            if isinstance(outcome, Source)
        ]
        return ((Path(self.source.path).name, self.source.text), *sorted(used))

    def _name(self, kind: str, name: str, source: Source) -> str:
        """A module beside the rules is called as from their folder, wherever that is seen from."""
        beside = kind == "module" and self.folder and source.path == (self.folder / f"{name}.rules").as_posix()
        return f"{name}.rules" if beside else source.path

    def reads(self) -> Reads:
        """What has been asked for so far."""
        return tuple((kind, name, _digest(outcome)) for (kind, name), outcome in self._outcomes.items())

    def are(self, reads: Reads) -> bool:
        """Whether the same comes of all of that now.  It is asked for in the old order up to the first that differs,
        so nothing is read that would not be read today.
        """
        return all(_digest(self._outcome(kind, name)) == digest for kind, name, digest in reads)

    def _outcome(self, kind: str, name: str) -> Outcome:
        if (kind, name) not in self._outcomes:
            if self.carried is not None:
                outcome = self._carried(kind, name)
            else:
                outcome = self._read_table(name) if kind == "table" else self._read_module(name)
            if isinstance(outcome, Source):
                self.sources[outcome.path] = outcome
            elif isinstance(outcome, Diagnostic) and outcome.span:
                self.sources[outcome.span.path] = Source(outcome.span.path, "")
            self._outcomes[kind, name] = outcome
        return self._outcomes[kind, name]

    def _carried(self, kind: str, name: str) -> Outcome:
        assert self.carried is not None
        for path in (name,) if kind == "table" else (f"{name}.rules", f"library/{name}.rules"):
            if path in self.carried and path != self.source.path:
                return Source.clean(path, self.carried[path])
        return FileNotFoundError(2, "it is not among the texts that are carried", name) if kind == "table" else None

    def _read_module(self, name: str) -> Source | Diagnostic | None:
        path = self.folder / f"{name}.rules" if self.folder else None
        if path is None or not path.is_file() or path.as_posix() == self.source.path:
            return files.module_source(name)
        if self._is_inside(path):
            return files.read_source(path)
        shown = path.as_posix()
        return diagnostic("RL0012", Span(shown, 0, 0), path=shown, reason=f"a module {WITHIN}")

    def _read_table(self, name: str) -> Source | OSError | Unreadable | NotInstalled:
        if self.folder is None:
            return FileNotFoundError(2, "a text without a folder has no files beside it", name)
        path = self.folder / name
        try:
            if not self._is_inside(path):
                return PermissionError(13, f"a card table {WITHIN}", name)
            return _text_of(name, files.read_bytes(path))
        except RuntimeError:  # before Python 3.13
            return OSError(ELOOP, "its links lead in a circle", name)
        except (OSError, Unreadable, NotInstalled) as problem:
            return problem

    def _is_inside(self, path: Path) -> bool:
        """Whether a file lies in the folder of the game or below it, links followed to their end."""
        return self.folder is not None and path.resolve().is_relative_to(self.folder.resolve())


def _text_of(name: str, data: bytes) -> Source:
    if is_workbook(name):
        return Source.clean(name, written(data))
    text, guessed = decoded(data)
    source = Source.clean(name, text)
    source.guessed = guessed
    return source


def _digest(outcome: Outcome) -> str:
    return sha256(repr(outcome).encode(errors="surrogatepass")).hexdigest()
