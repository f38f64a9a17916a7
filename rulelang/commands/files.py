"""Finding and opening what a command was asked about.

Comes in: a word of the command line: a path, `-`, or the name of a game that comes with the language.  Goes
out: a `Project`, or one message and exit code 2.  Reading is left to `rulelang.files`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from rulelang.commands.outcome import Unusable
from rulelang.compiling import Project, project_from_file, project_from_text
from rulelang.diagnostics import Diagnostic, diagnostic, did_you_mean
from rulelang.files import LARGEST
from rulelang.source import Span

STDIN = "<stdin>"


def find(word: str) -> Path:
    """The file that a word means: a path, or else a game that comes with the language.  It need not exist."""
    path = Path(word)
    try:
        if path.exists() or path.suffix or len(path.parts) != 1:
            return path
        beside = path.with_suffix(".rules")
        if beside.exists():
            return beside
    except (OSError, ValueError) as problem:
        raise Unusable(f"`{word[:80]}` cannot be a file name: {problem}") from problem
    from interpreter.loading import bundled

    games = bundled()
    if word in games:
        return games[word]
    near = did_you_mean(word, games)
    raise Unusable(
        f"there is no file `{word}` or `{word}.rules` here, and no game of that name"
        + (f"; did you mean `{near}`?" if near else f"; the games are {', '.join(games)}" if games else "")
    )


def open_project(word: str) -> Project | Diagnostic:
    """The project of one file, of standard input (`-`) or of a game that comes with the language."""
    project = _open(word)
    if isinstance(project, Project) and _is_empty(project.source.text):
        path = project.source.path
        return diagnostic("RL0015", Span(path, 0, 0), path=path)
    return project


def _is_empty(text: str) -> bool:
    return all(not line.strip() or line.lstrip().startswith("#") for line in text.split("\n"))


def read_stdin() -> str:
    """The text that comes from standard input, as it is, but for a byte-order mark."""
    if sys.stdin is None:
        raise Unusable("standard input is closed")
    data = sys.stdin.buffer.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Unusable(f"there are more than {LARGEST // 1_000_000} million bytes in standard input")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unusable("standard input is not text in UTF-8") from None


def _open(word: str) -> Project | Diagnostic:
    if word == "-":
        return project_from_text(read_stdin(), STDIN, Path.cwd())
    path = find(word)
    if path.suffix == ".play":
        raise Unusable(f"`{word}` is a recorded game; `rulec replay {word}` shows it")
    return project_from_file(path)


def below(word: str, endings: tuple[str, ...] = (".rules",)) -> list[str]:
    """The word itself, or every file below it that ends so, if it is a directory, in order."""
    path = Path(word)
    try:
        is_folder = word != "-" and path.is_dir()
    except (OSError, ValueError):
        is_folder = False
    if not is_folder:
        return [word]
    found = sorted(file.as_posix() for file in _below(path) if file.suffix in endings)
    if not found:
        raise Unusable(f"there are no {' or '.join(endings)} files in `{word}`")
    return found


def _below(folder: Path) -> Iterator[Path]:
    for file in folder.rglob("*"):
        if not any(part.startswith(".") for part in file.relative_to(folder).parts) and file.is_file():
            yield file
