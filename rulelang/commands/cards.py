"""`rulec cards FILE`: the cards as they were read.

Comes in: a rules file.  Goes out: a table of the cards of each type, or one of them as a CSV file for a spreadsheet.
Reading cards is left to `rulelang.resolve`.
"""

from __future__ import annotations

import csv
import io
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulelang.commands.outcome import CLEAN, Unusable, say
from rulelang.commands.playable import Wanted
from rulelang.near import did_you_mean
from rulelang.sheets.workbooks import ENDINGS

if TYPE_CHECKING:
    from rulelang.compiling import Project
    from rulelang.resolve.model.program import CardDecl, CardTypeDecl, CellValue, Program
    from rulelang.resolve.model.sorts import Sort

_NONE = "-"
_OF_CARDS = "RL04"
"""How codes begin that are about cards"""


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--players", type=int, metavar="N", help="Those with which so many play.")
@click.option("--variant", "variants", multiple=True, metavar="TITLE", help="With a variant; may be given again.")
@click.option("--type", "only", metavar="NAME", help="Those of one type.")
@click.option("--write", "out", metavar="OUT.csv", help="Write them as a CSV file (- prints it).")
def command(file: str, players: int | None, variants: tuple[str, ...], only: str | None, out: str | None) -> int:
    """Show the cards as they were read.

    Each line is a card, with how many there are of it.  What is written with --write is a table that the rules can read
    again, and a spreadsheet too.

    \b
    rulec cards my_game.rules
    rulec cards my_game.rules --type Suspect --write suspects.csv
    """
    if Path(file).suffix.lower() in (".csv", *ENDINGS):
        raise Unusable(f"`{file}` is a table of cards; name the rules file that reads it")
    project = Wanted(file).project()
    program = _program(project, variants)
    low, high = program.players
    if players is not None and not low <= players <= high:
        raise Unusable(f"this game is for {low} to {high} players, not for {players}")
    types = _types(program, only)
    if out is None:
        for number, declared in enumerate(types):
            _show(declared, program, players, first=number == 0)
        return CLEAN
    if len(types) != 1:
        raise Unusable(f"say which cards, with --type: {', '.join(declared.name for declared in types)}")
    _write(Path(out), _csv(types[0], project, program, players))
    return CLEAN


def _program(project: Project, variants: tuple[str, ...]) -> Program:
    from rulelang.commands.messages import in_colour, refuse
    from rulelang.diagnostics import render

    titles = {title.casefold(): title for title in project.variants}
    chosen = tuple(titles.get(title.casefold(), title) for title in variants)
    problems = [*project.parse()[1], *(project.compile(None, variants).diagnostics if variants else ())]
    if not any(problem.is_error for problem in problems):
        program, problems = project.resolve(chosen)
    if any(problem.is_error for problem in problems):
        raise refuse(problems, project.sources)
    of_files = [problem for problem in problems if problem.code.startswith(_OF_CARDS)]
    say(render(of_files, project.sources, "full", in_colour(sys.stderr)), coloured=True, nl=False, err=True)
    return program


def _types(program: Program, only: str | None) -> list[CardTypeDecl]:
    if only is None:
        return list(program.types.values())
    found = next((declared for name, declared in program.types.items() if name.casefold() == only.casefold()), None)
    if found is None:
        near = did_you_mean(only, program.types)
        raise Unusable(
            f"there are no cards of the type `{only}`; "
            + (f"did you mean `{near}`?" if near else f"there are {', '.join(program.types)}")
        )
    return [found]


def _counted(declared: CardTypeDecl, players: int | None) -> dict[CardDecl, int]:
    """Each card with how many there are of it, where so many play."""
    return Counter(card for card in declared.cards if players is None or card.seats <= players)


def _show(declared: CardTypeDecl, program: Program, players: int | None, first: bool) -> None:
    from rulelang.commands.figures import table

    counted = _counted(declared, players)
    headings, *rows = _rows(declared, program, counted)
    sorts = "" if len(counted) == sum(counted.values()) else f", {len(counted)} different ones"
    say(f"{'' if first else chr(10)}{declared.name}: {sum(counted.values())} cards{sorts}\n")
    for line in table([headings, *rows], left=len(headings)):
        say(line)
    if declared.left_out:
        say(f"\nleft out, since the rules do not speak of it: {', '.join(declared.left_out)}")


def _rows(declared: CardTypeDecl, program: Program, counted: dict[CardDecl, int]) -> Iterator[list[str]]:
    """The headings, and a row for each card."""
    notes = any(card.note for card in counted)
    headings = []
    for column in declared.columns:
        members = program.kinds[column.key.kind].members if column.key is not None else ()
        headings += [f"{column.name}({member})" for member in members] or [column.name]
    yield ["copies", "name", *headings, *(["text"] if notes else [])]
    for card, copies in counted.items():
        cells: list[str] = []
        for column, cell in zip(declared.columns, card.cells, strict=True):
            values = cell if column.key is not None and isinstance(cell, tuple) else (cell,)
            cells += [_text(value, column.sort, program) for value in values]
        yield [str(copies), card.text, *cells, *([card.note or _NONE] if notes else [])]


def _text(value: CellValue | int | str, sort: Sort, program: Program) -> str:
    """A cell as it is written in a table."""
    from rulelang.resolve.model.sorts import (
        NO_NUMBER,
        NONE,
        FlagSort,
        MemberSort,
        MembersSort,
        NumberSort,
        PlayerSort,
        StepSort,
    )

    match value, sort:
        case tuple(), MembersSort(kind=kind):
            members = program.kinds[kind].members
            return ", ".join(members[member] for member in value if isinstance(member, int)) or _NONE
        case tuple(), _:
            return ", ".join(f'"{name}"' if "," in str(name) else str(name) for name in value) or _NONE
        case int(), NumberSort():
            return _NONE if value == NO_NUMBER else str(value)
        case int(), FlagSort():
            return "yes" if value else "no"
        case int(), _ if value == NONE:
            return _NONE
        case int(), MemberSort(kind=kind):
            return program.kinds[kind].members[value]
        case int(), StepSort(steps=steps):
            return steps[value]
        case int(), PlayerSort():
            return chr(ord("A") + value)
        case _:
            return str(value)


def _csv(declared: CardTypeDecl, project: Project, program: Program, players: int | None) -> str:
    """A CSV file, its columns headed as those of the file that the rules name, if they name one."""
    from rulelang.syntax import model as ast

    headed = {
        headed.name.text: headed.heading.text
        for decl in project.parse()[0].declarations
        if isinstance(decl, ast.Cards) and decl.name.text == declared.name and isinstance(decl.content, ast.FromFile)
        for headed in decl.content.headed
    }
    headings, *rows = _rows(declared, program, _counted(declared, players))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headed.get(heading, heading) for heading in headings)
    writer.writerows(rows)
    return text.getvalue()


def _write(path: Path, text: str) -> None:
    from rulelang.commands.journal import replace

    if str(path) == "-":
        say(text, nl=False)
        return
    if path.suffix.lower() != ".csv":
        raise Unusable(f"`{path}` does not end in .csv")
    try:
        replace(path, f"\ufeff{text}")  # by the mark spreadsheets know that it is UTF-8
    except OSError as problem:
        raise Unusable(f"`{path}` cannot be written: {(problem.strerror or str(problem)).lower()}") from problem
    say(f"{path} is written")
