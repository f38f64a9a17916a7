"""Whole games resolve without a word: the games, the library, and the texts of the blind test."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from rulelang.resolve.dump import dump
from rulelang.resolve.from_ast import translate
from rulelang.resolve.layers.order import variant_titles
from rulelang.resolve.scenarios import from_ast as scenarios
from rulelang.source import Source
from rulelang.syntax import model as ast
from tests.resolve.texts import LIBRARY, ROOT, module, resolve

FOLDERS = ("games", "blind", "thirteenth")
FILES = sorted(file for folder in FOLDERS for file in (ROOT / "tests" / "sketches" / folder).glob("*.rules"))


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_game_and_its_variants(file: Path) -> None:
    titles = variant_titles(module(_text(file)))
    for variants in [(), *((title,) for title in titles), titles]:
        program, found = resolve(_text(file), variants=variants)
        assert not found
        assert program.variants == variants
        assert dump(program)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_its_scenarios(file: Path) -> None:
    for scenario in module(_text(file)).declarations:
        if not isinstance(scenario, ast.Scenario):
            continue
        variants = tuple(line.title for line in scenario.lines if isinstance(line, ast.WithVariant))
        program, _ = resolve(_text(file), variants=variants)
        cases = scenarios.cases(scenario)
        assert len(cases) == max(1, len(scenario.cases) - 1)
        for case in cases:
            decl, found = scenarios.translate(case, program, scenarios.names_of(program))
            assert not found
            assert decl.lines


@pytest.mark.parametrize("name", sorted(file.stem for file in LIBRARY.glob("*.rules")))
def test_a_module_of_the_library(name: str) -> None:
    # The first line of each says with which others it is used: `use standard, pips, counting`.
    said = (
        (LIBRARY / f"{name}.rules").read_text(encoding="utf-8").split("\n")[0].rpartition("`use ")[2].partition("`")[0]
    )
    assert said.split(", ")[-1] == name
    program, found = resolve(f"rules 1\nuse {said}\n")
    assert not found
    assert program.steps or program.defines


def test_the_largest_game_is_resolved_at_once() -> None:
    """An author waits for the whole check; 80 ms of computing is the share of this stage on a slow machine."""
    file = ROOT / "tests" / "sketches" / "games" / "edspants.rules"
    resolve(_text(file))
    tree = module(_text(file))
    times = []
    for _ in range(5):
        start = process_time()
        translate(tree, library=lambda name: None, read_table=lambda name: Source(name, ""))
        times.append(process_time() - start)
    assert min(times) < 0.08
