"""The one place of the language that reads files: rules texts, modules and card tables.

Comes in: a path.  Goes out: clean text, or a diagnostic that says why there is none.  Nothing is ever written here.
"""

from __future__ import annotations

import os
from errno import EFBIG, EINVAL, EISDIR
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from rulelang.diagnostics import Diagnostic, diagnostic
from rulelang.near import did_you_mean
from rulelang.source import Source, Span

LARGEST = 20_000_000
"""Bytes of the largest file that is read at all; a rules text of a thousand lines has about 50,000."""


class TooLarge(OSError):
    """A file of more than LARGEST bytes; `size` as far as it is known"""

    def __init__(self, path: Path, size: int) -> None:
        super().__init__(EFBIG, f"it has more than {LARGEST // 1_000_000} million bytes", str(path))
        self.size = size


def read_bytes(path: Path) -> bytes:
    """All of an ordinary file; OSError for anything else (pipes and devices have no end), and for TooLarge."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(descriptor, "rb") as file:
        about = os.fstat(descriptor)
        if S_ISDIR(about.st_mode):
            raise IsADirectoryError(EISDIR, "it is a folder", str(path))
        if not S_ISREG(about.st_mode):
            raise OSError(EINVAL, "it is not an ordinary file", str(path))
        data = b"" if about.st_size > LARGEST else file.read(LARGEST + 1)
        if about.st_size > LARGEST or len(data) > LARGEST:
            raise TooLarge(path, max(about.st_size, len(data)))
    return data


def read_source(path: Path) -> Source | Diagnostic:
    """The text of a rules file under the name by which it was asked for, or what stands in the way."""
    text = _read(path)
    return text if isinstance(text, Diagnostic) else Source.clean(path.as_posix(), text)


def _read(path: Path) -> str | Diagnostic:
    name = path.as_posix()
    nowhere = Span(name, 0, 0)
    try:
        data = read_bytes(path)
    except IsADirectoryError:
        return diagnostic("RL0011", nowhere, path=name)
    except TooLarge as problem:
        return diagnostic("RL0014", nowhere, path=name, size=problem.size // 1_000_000)
    except FileNotFoundError:
        near = did_you_mean(path.name, _neighbours(path))
        return diagnostic("RL0010", nowhere, path=name, suggestion=near)
    except (OSError, ValueError) as problem:
        return diagnostic("RL0012", nowhere, path=name, reason=_reason(problem))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        return diagnostic("RL0013", nowhere, path=name, line=line)


def _neighbours(path: Path) -> list[str]:
    try:
        return [p.name for p in path.parent.iterdir() if p.suffix == ".rules"]
    except OSError:
        return []


def _reason(problem: OSError | ValueError) -> str:
    said = problem.strerror if isinstance(problem, OSError) else str(problem)
    return (said or type(problem).__name__).lower()


def module_source(name: str) -> Source | None:
    """The text of a module that comes with the language (`standard`, `tricks`, …), or None."""
    file = Path(__file__).with_name("library") / f"{name}.rules"
    if not name.isidentifier() or not file.is_file():
        return None
    return Source.clean(f"library/{name}.rules", file.read_text(encoding="utf-8"))


def module_names() -> list[str]:
    """The modules that come with the language, in order of the alphabet."""
    return sorted(file.stem for file in Path(__file__).with_name("library").glob("*.rules"))
