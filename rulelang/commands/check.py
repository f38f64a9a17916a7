"""`rulec check FILE…`: look for mistakes.

Comes in: files and directories.  Goes out: every diagnostic once, a summary, the exit code.  Finding mistakes
is left to the stages of the language, playing at random to `trying`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulelang.commands.messages import exit_code, in_colour
from rulelang.commands.outcome import say
from rulelang.diagnostics import STYLES, Diagnostic, render
from rulelang.source import Source

if TYPE_CHECKING:
    from rulelang.commands.trying import Trial
    from rulelang.compiling import Project


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--format", "style", type=click.Choice(STYLES), default="full", help="How messages look.")
@click.option("--quick", is_flag=True, help="Play no random games.")
@click.option(
    "--deep",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="Play N random games of each variant and number of players, instead of about 300 of all sorts together.",
)
@click.option(
    "--save", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
    help="Write the random games that went wrong into this folder, as .play files.",
)  # fmt: skip
def command(files: tuple[str, ...], style: str, quick: bool, deep: int | None, save: Path | None) -> int:
    """Look for mistakes in rules.

    FILE is a rules file, a directory (all .rules files below it), the name of a game that comes with rulelang, or - for
    standard input.  The base game and each variant are checked for every number of players, and played a little by
    players who choose by chance: what stops such a game is a mistake too.

    \b
    rulec check my_game.rules
    rulec check games --format concise
    rulec check my_game.rules --deep 100
    """
    from rulelang.commands.files import below, open_project

    words = list(dict.fromkeys(word for given in files for word in below(given)))
    found: list[Diagnostic] = []
    sources: dict[str, Source] = {}
    trials: dict[str, Trial] = {}
    for word in words:
        project = open_project(word)
        if isinstance(project, Diagnostic):
            found.append(project)
            continue
        problems = project.check()
        if not quick and not any(d.is_error for d in problems):
            trials[word] = trial = _tried(project, deep, save)
            problems = [*problems, *trial.found]
        found += problems
        sources |= project.sources
    text = render(found, sources, style, in_colour(sys.stdout))
    if style == "json":
        text = _with_trials(text, trials)
    elif style != "sarif":
        text += _sentences(words, not found, trials)
    say(text, coloured=True, nl=False)
    return exit_code(found)


def _tried(project: Project, deep: int | None, save: Path | None) -> Trial:
    from rulelang.commands.trying import try_out, write_stopped

    trial = try_out(project, deep)
    if save is not None:
        write_stopped(project, trial, save)
    return trial


def _sentences(words: Sequence[str], well: bool, trials: Mapping[str, Trial]) -> str:
    """What can be said where nothing was found; of one file with warnings, how it plays all the same."""
    if len(words) > 1:
        games = sum(trial.games for trial in trials.values())
        played = f"{len(words)} files: {games} random games came to their end\n" if trials else ""
        return f"{len(words)} files: no mistakes found\n{played}" if well else ""
    lines = ["no mistakes found"] if well else []
    lines += [line for trial in trials.values() if not trial.found for line in trial.sentences()]
    return "".join(f"{words[0]}: {line}\n" for line in lines)


def _with_trials(text: str, trials: Mapping[str, Trial]) -> str:
    """The report in JSON with how much was played, and what came up in no game."""
    played = [{"rules": word, "games": trial.games, "never": trial.never} for word, trial in trials.items()]
    return json.dumps(json.loads(text) | {"played": played}, indent=2) + "\n"
