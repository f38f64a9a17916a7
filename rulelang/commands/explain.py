"""`rulec explain RL0203`: what a message means.

Comes in: a code.  Goes out: its explanation with examples.  The wording is left to `diagnostics`.
"""

from __future__ import annotations

import click

from rulelang.commands.outcome import CLEAN, Unusable


@click.command()
@click.argument("code", required=False)
@click.option("--list", "list_all", is_flag=True, help="List all codes with their titles.")
def command(code: str | None, list_all: bool) -> int:
    """Say what a message means and how to mend it.

    CODE stands in brackets in the message, as in error[RL0203]; the number alone will do.

    \b
    rulec explain RL0203
    rulec explain 203
    """
    from rulelang.diagnostics import catalogue, explain, find_code

    if list_all:
        for known in catalogue.codes():
            entry = catalogue.entry(known)
            click.echo(f"{known}  {entry.severity:7}  {entry.title}")
        return CLEAN
    if code is None:
        raise click.UsageError("which code? `rulec explain --list` shows them all")
    if find_code(code) is None:
        raise Unusable(explain(code).strip())
    click.echo(explain(code), nl=False)
    return CLEAN
