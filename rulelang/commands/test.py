"""`rulec test [PATH…]`: run what games say about themselves.

Comes in: rules files, recorded games, folders.  Goes out: each failure, a count, what no test touches; the
exit code.  Running is left to `rulelang.testing`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import define, field

from rulelang.commands.outcome import CLEAN, PROBLEMS, say

if TYPE_CHECKING:
    from rulelang.diagnostics import Diagnostic
    from rulelang.source import Source
    from rulelang.testing import Coverage, Result


@define
class Run:
    """What has come of the tests so far."""

    results: list[Result] = field(factory=list)
    problems: list[Diagnostic] = field(factory=list)
    sources: dict[str, Source] = field(factory=dict)
    coverage: dict[str, Coverage] = field(factory=dict)
    blessed: list[str] = field(factory=list)


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]…")
@click.option("--bless", is_flag=True, help="Write recorded games anew whose end has changed.")
@click.option("--coverage", is_flag=True, help="Also say which steps and rulebook statements no test touches.")
@click.option(
    "--annotate", is_flag=True, help="Show the rules: + where something happened in a test, ! where nothing did."
)
@click.option(
    "--at-least",
    type=click.IntRange(0, 100),
    metavar="PERCENT",
    help="Fail if in fewer of the lines something happened in a test.",
)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(
    paths: tuple[str, ...], bless: bool, coverage: bool, annotate: bool, at_least: int | None, as_json: bool
) -> int:
    """Run the scenarios of games and recorded games.

    PATH is a rules file, a recorded game (.play), a folder (everything below it) or the name of a game that comes with
    rulelang; without any, the folder where you are.

    \b
    rulec test my_game.rules --coverage
    rulec test my_game.rules --annotate --at-least 80
    rulec test games
    """
    from rulelang.commands.files import below

    run = Run()
    for word in dict.fromkeys(word for path in paths or (".",) for word in below(path, (".rules", ".play"))):
        if word.endswith(".play"):
            _record(Path(word), bless, run)
        else:
            _rules(word, coverage or annotate or at_least is not None, run)
    if as_json:
        _show_json(run)
    else:
        _show(run, coverage)
        if annotate:
            _show_annotated(run)
    return _code(run) or _too_little(run, at_least)


def _rules(word: str, coverage: bool, run: Run) -> None:
    from rulelang.commands.files import open_project
    from rulelang.diagnostics import Diagnostic
    from rulelang.testing import coverage_of, run_scenarios

    project = open_project(word)
    if isinstance(project, Diagnostic):
        run.problems.append(project)
        return
    wrong = project.refusals()
    results: list[Result] = []
    if not wrong:
        results, found = run_scenarios(project)
        wrong = [d for d in found if d.is_error]
    run.results += results
    run.problems += wrong
    run.sources |= project.sources
    if coverage and not wrong:
        run.coverage[project.source.path] = coverage_of(project.resolve()[0], results, project.place)


def _record(path: Path, bless: bool, run: Run) -> None:
    from interpreter.machine.errors import MachineError
    from rulelang.commands.journal import replace
    from rulelang.testing import run_record
    from rulelang.testing.records import bless as blessed

    result = run_record(path)
    if bless and not result.passed:
        try:
            text = blessed(path)
            replace(path, text)
        except (MachineError, OSError, UnicodeError):
            pass  # the failure itself is reported, and stays one
        else:
            run.blessed.append(path.as_posix())
            result = run_record(path)
    run.results.append(result)


def _show_annotated(run: Run) -> None:
    for path, coverage in run.coverage.items():
        say(f"\n{path}\n{coverage.annotated(run.sources[path].text)}", nl=False)


def _too_little(run: Run, at_least: int | None) -> int:
    """A problem, told on standard error, for each game that is tested less than was asked for."""
    few = [path for path, found in run.coverage.items() if at_least is not None and 100 * found.share < at_least]
    for path in few:
        say(f"rulec: {path}: {100 * run.coverage[path].share:.0f} % of the lines, not {at_least} %", err=True)
    return PROBLEMS if few else CLEAN


def _show(run: Run, coverage: bool) -> None:
    from rulelang.commands.messages import in_colour
    from rulelang.diagnostics import render
    from rulelang.testing import Report, report_text

    say(render(run.problems, run.sources, "full", in_colour(sys.stdout)), coloured=True, nl=False)
    for path in run.blessed:
        say(f"{path}: written anew")
    say(report_text(Report(tuple(run.results))), nl=False)
    for path, found in run.coverage.items() if coverage else ():
        say(f"\n{path}\n{found.text()}", nl=False)


def _show_json(run: Run) -> None:
    from rulelang.diagnostics import render
    from rulelang.testing import Report

    report = Report(tuple(run.results)).to_dict()
    report |= json.loads(render(run.problems, run.sources, "json")) if run.problems else {"diagnostics": []}
    report |= {"blessed": run.blessed, "coverage": {path: c.to_dict() for path, c in run.coverage.items()}}
    say(json.dumps(report, indent=2, ensure_ascii=False))


def _code(run: Run) -> int:
    from rulelang.commands.messages import exit_code

    if run.problems:
        return exit_code(run.problems)
    return CLEAN if all(result.passed for result in run.results) else PROBLEMS
