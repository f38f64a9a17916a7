"""What the tests of the resolve stage share: from a text to its checked program, without any file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulelang.diagnostics import Diagnostic
from rulelang.resolve.from_ast import translate
from rulelang.resolve.model.program import Program, ScenarioDecl
from rulelang.resolve.scenarios import from_ast as scenarios
from rulelang.source import Source
from rulelang.syntax import model as ast
from rulelang.syntax.parser import parse

ROOT = Path(__file__).parents[2]
LIBRARY = ROOT / "rulelang" / "library"
HEAD = "rules 1\nplayers 2 to 4\n"


def module(text: str, path: str = "game.rules") -> ast.Module:
    """The tree of a text that must be free of syntax errors."""
    tree, found = parse(Source.clean(path, text))
    assert not found, found
    return tree


def resolve(
    text: str,
    *,
    variants: tuple[str, ...] = (),
    modules: Mapping[str, str] | None = None,
    files: Mapping[str, str | Exception] | None = None,
) -> tuple[Program, list[Diagnostic]]:
    """The checked program of a text; modules come from `modules` or the library, tables from `files`."""

    def library(name: str) -> ast.Module | None:
        if modules is not None and name in modules:
            return module(modules[name], f"{name}.rules")
        file = LIBRARY / f"{name}.rules"
        return module(file.read_text(encoding="utf-8"), f"library/{name}.rules") if file.is_file() else None

    def read_table(name: str) -> Source:
        found = (files or {}).get(name, FileNotFoundError(2, "there is no such file", name))
        if isinstance(found, Exception):
            raise found
        return Source(name, found)

    return translate(module(text), variants=variants, library=library, read_table=read_table)


def clean(text: str, **more: object) -> Program:
    """The checked program of a text in which nothing is wrong."""
    program, found = resolve(HEAD + text, **more)  # type: ignore[arg-type]
    assert not found, [d.message for d in found]
    return program


def wrong(text: str, **more: object) -> list[tuple[str, str]]:
    """Codes and messages of a text."""
    _, found = resolve(HEAD + text, **more)  # type: ignore[arg-type]
    return [(d.code, d.message) for d in found]


def case(text: str, scenario: str, number: int = 0) -> tuple[ScenarioDecl, list[tuple[str, str]]]:
    """One case of the only scenario of a text, with codes and messages about it."""
    program, problems = resolve(HEAD + text + scenario)
    assert not problems, [d.message for d in problems]
    declared = [d for d in module(HEAD + text + scenario).declarations if isinstance(d, ast.Scenario)]
    case = scenarios.cases(declared[-1])[number]
    decl, found = scenarios.translate(case, program, scenarios.names_of(program))
    return decl, [(d.code, d.message) for d in found]
