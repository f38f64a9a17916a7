"""`rulec trace FILE`: the rulebook held against the rules.

Comes in: a rules file that names its rulebook.  Goes out: what is carried out, untested and open, as a table, as JSON
or as a page.  What that is, is left to `rulelang.tracing`.
"""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulelang.commands.outcome import CLEAN, PROBLEMS, Unusable, say
from rulelang.commands.playable import Wanted

if TYPE_CHECKING:
    from rulelang.compiling import Project
    from rulelang.syntax.model import Module
    from rulelang.tracing import Trace

_SAID = {
    "carried out": "carried out, and tested",
    "untested": "carried out, untested",
    "failing": "a test fails",
    "open": "open",
    "binds nobody": "binding nobody",
}
_WIDEST = 70
_REMARKED = re.compile(r"\[([A-Z]+[0-9]+(?: +[A-Z]+[0-9]+)*)\]\s*\Z")


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--all", "everything", is_flag=True, help="List every statement, not only those that need a look.")
@click.option("--html", "html_to", metavar="OUT", help="Write a page with all of it.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(file: str, everything: bool, html_to: str | None, as_json: bool) -> int:
    """Hold a rulebook against the rules.

    The rules name their rulebook (`rulebook "my_game.md"`) and cite its numbered statements at the ends of lines, as in
    [R3 R4].  A statement that a rule cites is carried out; one that a scenario cites is tested.

    \b
    rulec trace my_game.rules
    rulec trace my_game.rules --html my_game.html
    """
    if html_to is not None and find_spec("jinja2") is None:
        raise Unusable("`--html` needs jinja2, which is not installed: pip install 'rulelang[report]'")
    project = Wanted(file).project()
    module, book = _rulebook(project)
    found = _trace(project, module, book)
    if as_json:
        say(json.dumps({"rulebook": book, **found.to_dict()}, indent=2, ensure_ascii=False))
    else:
        _show(found, book, everything)
    if html_to is not None:
        _write(Path(html_to), _page(project, found, book))
    return PROBLEMS if found.unknown or found.count("failing") else CLEAN


def _rulebook(project: Project) -> tuple[Module, str]:
    """The syntax tree, and the name of the rulebook."""
    from rulelang.commands.messages import refuse
    from rulelang.syntax import model as ast

    wrong = project.refusals()
    if wrong:
        raise refuse(wrong, project.sources)
    module = project.parse()[0]
    book = next((declared.path for declared in module.declarations if isinstance(declared, ast.Rulebook)), None)
    if book is None:
        stem = Path(project.source.path).stem
        raise Unusable(f'{project.source.path} names no rulebook; it could be `rulebook "{stem}.md"`')
    return module, book


def _trace(project: Project, module: Module, book: str) -> Trace:
    from rulelang.sheets import NotInstalled, Unreadable
    from rulelang.testing import run_scenarios
    from rulelang.tracing import trace

    try:
        register = project.inputs.table(book).text
    except (OSError, Unreadable, NotInstalled) as problem:
        why = (problem.strerror or "") if isinstance(problem, OSError) else str(problem)
        raise Unusable(f"the rulebook `{book}` cannot be read{f': {why}' if why else ''}") from problem
    found = trace(register, _cited(project, module), run_scenarios(project)[0])
    if not found.statements:
        raise Unusable(f"there are no statements in `{book}`; they stand in tables headed `| no. | statement |`")
    return found


def _cited(project: Project, module: Module) -> dict[str, tuple[int, ...]]:
    """By statement the lines of the rules that cite it, at the end of a comment too; those of scenarios are tests."""
    from rulelang.syntax import hygiene
    from rulelang.syntax import model as ast
    from rulelang.syntax.places import start_of
    from rulelang.syntax.reading import read

    tests = [declared.span for declared in module.declarations if isinstance(declared, ast.Scenario)]
    found: dict[str, tuple[int, ...]] = {}
    reading = read(hygiene.clean(project.source)[0])
    remarked = {start_of(word): tuple(cite[1].split()) for word in reading.comments if (cite := _REMARKED.search(word))}
    for place, cites in sorted({**remarked, **reading.cites}.items()):
        if not any(span.start <= place < span.end for span in tests):
            for cite in cites:
                found[cite] = (*found.get(cite, ()), project.source.position(place)[0])
    return found


def _show(found: Trace, book: str, everything: bool) -> None:
    from rulelang.commands.figures import table
    from rulelang.tracing import STATES

    say(f"{book}: {len(found.statements)} statements\n")
    counts = [(str(found.count(state)), _SAID[state]) for state in STATES if found.count(state)]
    for count, words in counts:
        say(f"{count:>5}  {words}")
    listed = [s for s in found.statements if everything or s.state in ("untested", "failing", "open")]
    if listed:
        rows = [["no.", "state", "lines", "tests", "statement"]]
        rows += [[s.number, s.state, _lines(s.lines), str(len(s.tests) or ""), _short(s.text)] for s in listed]
        say("\n" + "\n".join(table(rows, left=5)))
    for number, lines in found.unknown:
        where = f"line{'s' if len(lines) > 1 else ''} {_lines(lines)}" if lines else "a test"
        say(f"\nthere is no statement {number} in {book}; it is cited in {where}")


def _lines(lines: tuple[int, ...]) -> str:
    return ", ".join(map(str, lines))


def _short(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1].rstrip()}…"


def _page(project: Project, found: Trace, book: str) -> str:
    from jinja2 import Environment, StrictUndefined

    from rulelang.tracing import STATES

    machine = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    template = machine.from_string(Path(__file__).with_name("trace.html.jinja").read_text(encoding="utf-8"))
    title = project.resolve()[0].title or Path(project.source.path).stem
    shown = {line: project.source.line(line).strip() for s in found.statements for line in s.lines}
    counts = [(state, _SAID[state], found.count(state)) for state in STATES if found.count(state)]
    sections = [(heading, list(under)) for heading, under in groupby(found.statements, lambda s: s.heading)]
    words = {"title": title, "book": book, "trace": found, "sections": sections, "counts": counts}
    return template.render(words, said=_SAID, shown=shown) + "\n"


def _write(path: Path, text: str) -> None:
    from rulelang.commands.journal import replace

    try:
        replace(path, text)
    except OSError as problem:
        raise Unusable(f"`{path}` cannot be written: {(problem.strerror or str(problem)).lower()}") from problem
    say(f"{path} is written", err=True)
