"""`rulec games`: the games that come along.

Comes in: nothing.  Goes out: for each game its name, its title, how many play, and what it shows an author: the
last line of its text, `# Shows: …`.
"""

from __future__ import annotations

import re
from pathlib import Path

import click

from interpreter.loading import bundled
from rulelang.commands.outcome import CLEAN, say

SHOWS = re.compile(r"^# Shows: (.+)$", re.MULTILINE)


@click.command()
def command() -> int:
    """List the games that come along.

    \b
    rulec games                             all of them
    rulec play euchre                       play one
    rulec new "Short Euchre" --from euchre  begin with its rules
    """
    rows = [(name, *_told(path)) for name, path in sorted(bundled().items())]
    name, title, players = (max(len(row[column]) for row in rows) for column in range(3))
    for row in rows:
        say(f"{row[0]:<{name}}  {row[1]:<{title}}  {row[2]:<{players}}  {row[3]}".rstrip())
    return CLEAN


def _told(path: Path) -> tuple[str, str, str]:
    """Its title, how many play, and what it shows."""
    from rulelang.compiling import Project, project_from_file

    shows = SHOWS.search(path.read_text(encoding="utf-8"))
    project = project_from_file(path)
    if not isinstance(project, Project):
        return path.stem, "", "it cannot be read"
    program, _ = project.resolve(())
    low, high = program.players
    return program.title, str(low) if low == high else f"{low} to {high}", shows[1] if shows else ""
