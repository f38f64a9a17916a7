"""How a command ends.

Comes in: nothing.  Goes out: the exit codes, and the exceptions that end a command with one sentence.
"""

from __future__ import annotations

from typing import IO, Any

import click

CLEAN = 0
PROBLEMS = 1
UNUSABLE = 2
OUR_BUG = 3
INTERRUPTED = 130
CLOSED_PIPE = 141


class Unusable(click.ClickException):
    """What was asked for cannot be done as it was asked: a missing file, a wrong number of players …"""

    exit_code = UNUSABLE

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"rulec: {self.format_message()}", file=file, err=file is None)


class Problem(Unusable):
    """The game, the record or the scripted input is wrong."""

    exit_code = PROBLEMS


class Interrupted(Unusable):
    """Somebody pressed Ctrl-C where the command could still say something useful."""

    exit_code = INTERRUPTED
