"""Printing diagnostics, and the exit code that they mean.

Comes in: diagnostics and the texts that they point into.  Goes out: text on the terminal; 0, 1 or 2.  How a
message looks is left to `diagnostics.render`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from typing import TextIO

from rulelang.commands.outcome import CLEAN, PROBLEMS, UNUSABLE, Problem, Unusable, say
from rulelang.diagnostics import Diagnostic, render
from rulelang.source import Source

_ABOUT_FILES = ("RL001", "RL002")
"""Codes that begin so are about files and about what was asked for, not about the rules."""


def exit_code(diagnostics: Iterable[Diagnostic]) -> int:
    """2 if something cannot be read or was asked for wrongly, 1 for any other error, 0 if there are only warnings."""
    errors = [d for d in diagnostics if d.is_error]
    if any(_is_about_files(d) for d in errors):
        return UNUSABLE
    return PROBLEMS if errors else CLEAN


def refuse(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> Unusable:
    """The exception that shows these messages and ends the command with the exit code that they mean."""
    found = list(diagnostics)
    errors = [d for d in found if d.is_error]
    if len(errors) == 1 and _is_about_files(errors[0]):
        return Unusable(_sentence(errors[0]))
    say(render(errors, sources, "full", in_colour(sys.stderr)), coloured=True, nl=False, err=True)
    kind = Unusable if exit_code(found) == UNUSABLE else Problem
    return kind("this cannot be played before that is mended")


def in_colour(stream: TextIO) -> bool:
    """Whether colours are wanted there: on a terminal that has them, unless NO_COLOR says no."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _is_about_files(d: Diagnostic) -> bool:
    return d.code.startswith(_ABOUT_FILES)


def _sentence(d: Diagnostic) -> str:
    return f"{d.message}; {d.help}" if d.help else d.message


def how_many_play(fewest: int, most: int) -> str:
    """`2 to 4 players`."""
    return f"{fewest} to {most} players" if fewest != most else "1 player" if most == 1 else f"{most} players"
