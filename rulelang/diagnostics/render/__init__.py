"""Write diagnostics out, one file for each style.

Comes in: diagnostics in any order and the texts that they point into.  Goes out: one string that ends with a
line end, or nothing at all if a style for people has nothing to say.  Printing is left to the commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module

from rulelang.diagnostics.model import Diagnostic, InternalError
from rulelang.source import Source

STYLES = ("full", "concise", "plain", "json", "sarif")
"""Each has a module of its name, which is imported when something is to be written in that style."""

_FOR_MACHINES = ("json", "sarif")
Renderer = Callable[[Sequence[Diagnostic], Mapping[str, Source], bool], str]


def render(
    diagnostics: Iterable[Diagnostic],
    sources: Mapping[str, Source],
    style: str = "full",
    colour: bool = False,
) -> str:
    """The text of all diagnostics in one of `STYLES`, by path and place, each (code, place, cell) once."""
    if style not in STYLES:
        raise InternalError(f"there is no style {style}, only {', '.join(STYLES)}")
    listed = ordered(diagnostics)
    if not listed and style not in _FOR_MACHINES:
        return ""
    write: Renderer = import_module(f"{__name__}.{style}").write
    return write(listed, sources, colour)


def ordered(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """By path and place; of several with one code at one place the first.  What has no place comes first."""
    first: dict[tuple[object, ...], Diagnostic] = {}
    for d in diagnostics:
        # Without a place only the message can tell whether two are about the same thing.
        first.setdefault((d.code, d.span, d.cell) if d.span else (d.code, None, d.message), d)
    return tuple(sorted(first.values(), key=_place))


def _place(d: Diagnostic) -> tuple[str, int, int]:
    return (d.span.path, d.span.start, d.span.end) if d.span else ("", -1, -1)
