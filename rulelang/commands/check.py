"""`rulec check FILE…`: look for mistakes.

Comes in: files and directories.  Goes out: every diagnostic once, a summary, the exit code.  Finding mistakes
is left to the stages of the language, playing at random (`--deep`) to `deep`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from rulelang.commands.messages import exit_code, in_colour
from rulelang.commands.outcome import CLEAN, PROBLEMS, say
from rulelang.diagnostics import STYLES, Diagnostic, render
from rulelang.source import Source


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--format", "style", type=click.Choice(STYLES), default="full", help="How messages look.")
@click.option("--deep", type=click.IntRange(1, 1_000_000), metavar="N", help="Also play N random games of each sort.")
@click.option(
    "--save", type=click.Path(file_okay=False, path_type=Path), default=Path(), metavar="FOLDER",
    help="Where --deep writes the games that went wrong (here, unless said otherwise).",
)  # fmt: skip
def command(files: tuple[str, ...], style: str, deep: int | None, save: Path) -> int:
    """Look for mistakes in rules.

    FILE is a rules file, a directory (all .rules files below it), the name of a game that comes with rulelang, or - for
    standard input.  The base game and each variant are checked for every number of players.

    \b
    rulec check my_game.rules
    rulec check games --format concise
    rulec check my_game.rules --deep 100
    """
    from rulelang.commands.files import below, open_project

    words = list(dict.fromkeys(word for given in files for word in below(given)))
    found: list[Diagnostic] = []
    sources: dict[str, Source] = {}
    sound = []
    for word in words:
        project = open_project(word)
        if isinstance(project, Diagnostic):
            found.append(project)
            continue
        problems = project.check()
        found += problems
        sources |= project.sources
        if not any(d.is_error for d in problems):
            sound.append(project)
    say(render(found, sources, style, in_colour(sys.stdout)), coloured=True, nl=False)
    if not found and style not in ("json", "sarif"):
        say(_all_well(words))
    code = exit_code(found)
    if deep is None or not sound:
        return code
    from rulelang.commands.deep import play_deeply

    quiet = style in ("json", "sarif")
    faulty = [project for project in sound if not play_deeply(project, deep, save, quiet)]
    return PROBLEMS if faulty and code == CLEAN else code


def _all_well(words: Iterable[str]) -> str:
    names = list(words)
    return f"{names[0]}: no mistakes found" if len(names) == 1 else f"{len(names)} files: no mistakes found"
