"""`rulec dump FILE --stage ir`: what becomes of a game inside.

Comes in: a rules file and a stage.  Goes out: the text form of that stage, made by the stage itself.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from rulelang.commands.outcome import CLEAN, Unusable, say
from rulelang.commands.playable import Wanted, configuration

if TYPE_CHECKING:
    from rulelang.compiling import Project
    from rulelang.diagnostics import Diagnostic
    from rulelang.ir.model.program import Program

STAGES = ("tree", "ast", "checked", "ir", "optimised", "layout", "python", "llvm")


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--stage", type=click.Choice(STAGES), required=True, help="Which of them.")
@configuration
@click.option("--without", metavar="PASS", multiple=True, help="A pass of the optimiser that is left out.")
@click.option("--json", "as_json", is_flag=True, help="As JSON (ast and ir).")
def command(
    file: str,
    stage: str,
    players: int | None,
    variants: tuple[str, ...],
    options: tuple[tuple[str, str], ...],
    without: tuple[str, ...],
    as_json: bool,
) -> int:
    """Print what becomes of a game inside.

    The stages in their order: the tree of the text, the syntax tree (ast), the checked program, the
    intermediate form for one number of players (ir), the same as whole games are played in machine code
    (optimised), where everything lies in the state (layout), the Python text that plays it (python), and the
    same for the machine itself (llvm).

    \b
    rulec dump werwars --stage ir --players 3
    """
    if as_json and stage not in ("ast", "ir"):
        raise Unusable(f"--json is for the stages ast and ir; `{stage}` is text only")
    if without and stage != "optimised":
        raise Unusable("--without is for the stage optimised: all others come before the optimiser")
    wanted = Wanted(file, players, variants, options)
    project = wanted.project()
    if stage in ("tree", "ast"):
        return _text_stage(project, stage, as_json)
    if stage == "checked":
        return _checked(project, variants)
    from rulelang.commands.playable import compiled

    program = compiled(project, players, variants, dict(options))
    if stage == "optimised":
        program = _optimised(program, without)
    say(_compiled_stage(program, stage, as_json).rstrip("\n"))
    return CLEAN


def _optimised(program: Program, without: tuple[str, ...]) -> Program:
    from rulelang.ir.optimise import NAMES, optimised

    if unknown := [name for name in without if name not in NAMES]:
        raise Unusable(f"there is no pass `{unknown[0]}`; these can be left out: {', '.join(NAMES)}")
    return optimised(program, without)


def _compiled_stage(program: Program, stage: str, as_json: bool) -> str:
    if stage == "layout":
        from interpreter.machine.layout import layout_of

        return layout_of(program).dump()
    if stage == "llvm":
        from interpreter.machine.layout import layout_of
        from interpreter.native.emit.module import module_text

        return module_text(program, layout_of(program)).text
    if stage == "python":
        from interpreter.machine.layout import layout_of
        from interpreter.reference.source import python_text

        return python_text(layout_of(program))
    if as_json:
        from rulelang.plain import to_json

        return to_json(program)
    from rulelang.ir.dump import dump

    return dump(program)


def _text_stage(project: Project, stage: str, as_json: bool) -> int:
    """The two stages that exist even for a text with mistakes; these are shown beneath."""
    from rulelang.commands.outline import outline
    from rulelang.plain import to_json

    module, found = project.parse()
    if stage == "tree":
        from rulelang.syntax.dump import dump_tree

        text = dump_tree(project.source)
    else:
        text = to_json(module) if as_json else outline(module)
    say(text.rstrip("\n"))
    return _shown(project, found)


def _checked(project: Project, variants: tuple[str, ...]) -> int:
    from rulelang.commands.messages import refuse
    from rulelang.commands.outline import outline

    wanted = {title.casefold() for title in variants}
    chosen = tuple(title for title in project.variants if title.casefold() in wanted)
    if len(chosen) < len(wanted):
        raise refuse(project.compile(None, variants).diagnostics, project.sources)
    say(outline(project.resolve(chosen)[0]).rstrip("\n"))
    return _shown(project, project.refusals(chosen))


def _shown(project: Project, found: list[Diagnostic]) -> int:
    from rulelang.commands.messages import exit_code, in_colour
    from rulelang.diagnostics import render

    say(render(found, project.sources, "full", in_colour(sys.stderr)), coloured=True, nl=False, err=True)
    return exit_code(found)
