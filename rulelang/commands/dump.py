"""`rulec dump FILE --stage ir`: what becomes of a game inside.

Comes in: a rules file and a stage.  Goes out: the text form of that stage, made by the stage itself.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from rulelang.commands.outcome import CLEAN, PROBLEMS, Unusable
from rulelang.commands.playable import Wanted, configuration

if TYPE_CHECKING:
    from rulelang.compiling import Project

STAGES = ("tree", "ast", "checked", "ir", "layout", "python", "llvm")


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--stage", type=click.Choice(STAGES), required=True, help="Which of them.")
@configuration
@click.option("--json", "as_json", is_flag=True, help="As JSON (ast and ir).")
def command(
    file: str,
    stage: str,
    players: int | None,
    variants: tuple[str, ...],
    options: tuple[tuple[str, str], ...],
    as_json: bool,
) -> int:
    """Print what becomes of a game inside.

    The stages in their order: the tree of the text, the syntax tree (ast), the checked program, the intermediate form for one
    number of players (ir), where everything lies in the state (layout), the Python text that plays it (python).

    \b
    rulec dump werwars --stage ir --players 3
    """
    if stage == "llvm":
        raise Unusable("there is no stage `llvm` in this version: games are played as Python")
    if as_json and stage not in ("ast", "ir"):
        raise Unusable(f"--json is for the stages ast and ir; `{stage}` is text only")
    wanted = Wanted(file, players, variants, options)
    project = wanted.project()
    if stage in ("tree", "ast"):
        return _text_stage(project, stage, as_json)
    if stage == "checked":
        return _checked(project, variants)
    from rulelang.commands.playable import compiled

    program = compiled(project, players, variants, dict(options))
    if as_json:
        click.echo(_json(program))
    elif stage == "ir":
        from rulelang.ir.dump import dump

        click.echo(dump(program).rstrip("\n"))
    elif stage == "layout":
        from interpreter.layout import layout_of

        click.echo(layout_of(program).dump().rstrip("\n"))
    else:
        click.echo(_python(program))
    return CLEAN
