"""What a player is told never depends on what they cannot see, for every statement of the language."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from interpreter import Game
from rulelang.compiling import Project, project_from_file
from rulelang.resolve.model.statements import Statement
from rulelang.resolve.walk import nodes
from tests.interpreter.telling import TABLE, Row, Told, exchanged, played

CARDS = tuple(f'"{value}"' for value in range(1, 10))
SEEDS = range(2)
PAIRS = 6
NOT_IN_A_STEP = {"Statement", "Turns", "Stop", "EveryoneLoses", "AsUsual", "Nothing", "Needs"}
"""What tells nothing of a card by itself."""


def project(row: Row, folder: Path) -> Project:
    file = folder / "told.rules"
    file.write_text(row.text())
    made = project_from_file(file)
    assert isinstance(made, Project)
    return made


def same(text: str) -> str:
    return text


def differing(game: Game, row: Row) -> list[tuple[Told, Told]]:
    """Pairs of games that the watcher could not tell apart, but is told different things of."""
    found = []
    for seed in SEEDS:
        plain = played(game, seed, same)
        if row.numbers:
            pairs = [(("1", "2"), ("red", "blue"), ("A", "B"))]
        else:
            unseen = CARDS if row.shown else [card for card in CARDS if card not in plain.cards]
            pairs = [(pair,) for pair in combinations(unseen, 2)]
        for pair in random.Random(seed).sample(pairs, min(PAIRS, len(pairs))):
            other = played(game, seed, exchanged(*pair))
            if other.said != plain.said:
                found.append((plain, other))
    return found


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
def test_what_is_told_depends_on_what_is_seen(row: Row, tmp_path: Path) -> None:
    made = project(row, tmp_path).compile()
    assert made.program is not None, [str(found) for found in made.diagnostics]
    differ = differing(Game(made.program), row)
    if row.shown:
        assert differ
        return
    for plain, other in differ:
        assert other.said == plain.said


@cache
def kinds(kind: type[Statement]) -> frozenset[type[Statement]]:
    return frozenset({kind}).union(*(kinds(inner) for inner in kind.__subclasses__()))


def test_every_kind_of_statement_stands_in_the_table(tmp_path: Path) -> None:
    stated: set[str] = set()
    for row in TABLE:
        program, _ = project(row, tmp_path).resolve()
        stated |= {type(node).__name__ for node in nodes(program) if isinstance(node, Statement)}
    wanted = {kind.__name__ for kind in kinds(Statement)} - NOT_IN_A_STEP
    assert wanted - stated == set()
