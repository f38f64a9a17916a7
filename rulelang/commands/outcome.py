"""What a command says, and how it ends.

Comes in: texts with whatever authors, file names and arguments put into them.  Goes out: text that is safe on a
terminal; the exit codes, and the exceptions that end a command with one sentence.
"""

from __future__ import annotations

import re
from typing import IO, Any

import click

from rulelang.source import INVISIBLE

_COLOURS = re.compile(r"(\x1b\[[0-9;]*m)")

CLEAN = 0
PROBLEMS = 1
UNUSABLE = 2
OUR_BUG = 3
INTERRUPTED = 130
CLOSED_PIPE = 141


def say(text: str, nl: bool = True, err: bool = False, coloured: bool = False) -> None:
    """Print, with a sign in the place of each character that would upset a terminal; colours stay where they are ours.

    Nothing in `rulec` prints otherwise, but for what `interpreter.terminal` shows.
    """
    parts = _COLOURS.split(text) if coloured else [text]  # colours stand at odd places
    safe = "".join(part if place % 2 else INVISIBLE.sub("\ufffd", part) for place, part in enumerate(parts))
    click.echo(safe, nl=nl, err=err)


class Unusable(click.ClickException):
    """What was asked for cannot be done as it was asked: a missing file, a wrong number of players …"""

    exit_code = UNUSABLE

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"rulec: {self.format_message()}", file=file)


class Problem(Unusable):
    """The game, the record or the scripted input is wrong."""

    exit_code = PROBLEMS


class Interrupted(Unusable):
    """Somebody pressed Ctrl-C where the command could still say something useful."""

    exit_code = INTERRUPTED


class Terminated(Unusable):
    """Somebody has ended the process; the exit code is that of shells."""

    exit_code = 143


class HungUp(Unusable):
    """The terminal has gone."""

    exit_code = 129
