"""The one place of the language that reads files: rules texts, modules and card tables.

Comes in: a path.  Goes out: clean text, or a diagnostic that says why there is none.  Nothing is ever written here.
"""

from __future__ import annotations

from pathlib import Path

from rulelang.diagnostics import Diagnostic, diagnostic
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.source import Source, Span

LARGEST = 20_000_000
"""Bytes of the largest file that is read at all; a rules text of a thousand lines has about 50,000."""


def read_source(path: Path) -> Source | Diagnostic:
    """The text of a rules file under the name by which it was asked for, or what stands in the way."""
    text = _read(path)
    return text if isinstance(text, Diagnostic) else Source.clean(path.as_posix(), text)


def _read(path: Path) -> str | Diagnostic:
    name = path.as_posix()
    nowhere = Span(name, 0, 0)
    try:
        if path.is_dir():
            return diagnostic("RL0011", nowhere, path=name)
        if path.stat().st_size > LARGEST:
            return diagnostic("RL0014", nowhere, path=name, size=path.stat().st_size // 1_000_000)
        data = path.read_bytes()
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
