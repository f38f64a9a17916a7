"""What a player is told never depends on what they cannot see, for every statement of the language."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from interpreter import Game
from rulelang.compiling import Project, project_from_file
from rulelang.resolve.model.statements import Statement
from rulelang.resolve.walk import nodes
from tests.interpreter.telling import Told, exchanged, played, same
from tests.interpreter.telling_rows import SIMPLE, TABLE, Row

CARDS = tuple(f'"{value}"' for value in range(1, 10))
SEEDS = range(4)
TRIES = 2
NOT_IN_A_STEP = {"Statement", "Turns", "Stop", "EveryoneLoses", "AsUsual", "Nothing", "Needs"}
"""What tells nothing of a card by itself."""


def project(row: Row, folder: Path) -> Project:
    file = folder / "told.rules"
    file.write_text(row.text())
    made = project_from_file(file)
    assert isinstance(made, Project)
    return made


def watchers(row: Row) -> tuple[int | None, ...]:
    """Who watches: the players but the first, and an onlooker."""
    return (1,) if row.shown else (*range(1, row.players), None)


def differing(game: Game, row: Row) -> list[tuple[Told, Told]]:
    """Pairs of games that a watcher could not tell apart, but is told different things of."""
    found = []
    watching = watchers(row)
    for seed in SEEDS:
        draw, watcher = random.Random(seed), watching[seed % len(watching)]
        plain = played(game, seed, watcher, same)
        for _ in range(TRIES):
            other = played(game, seed, watcher, exchanged(*pairs(row, plain, draw)))
            if other.said != plain.said:
                found.append((plain, other))
    return found


def pairs(row: Row, plain: Told, draw: random.Random) -> list[tuple[str, str]]:
    """What changes places: cards whose faces the watcher never sees, with equal backs where these tell anything."""
    if row.numbers:
        return [("1", "2"), ("red", "blue"), ("A", "B")]
    unseen = [card for card in CARDS if row.shown or card not in plain.cards]
    draw.shuffle(unseen)
    if row.backs:
        unseen.sort(key=lambda card: int(card[1]) % 2)
    together = zip(unseen[::2], unseen[1::2], strict=False)
    return [(one, other) for one, other in together if not row.backs or int(one[1]) % 2 == int(other[1]) % 2]


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
def test_what_is_told_depends_on_what_is_seen(row: Row, tmp_path: Path) -> None:
    made = project(row, tmp_path).compile(options=dict(row.options), variants=row.variants)
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
    for row in SIMPLE:
        program, _ = project(row, tmp_path).resolve()
        stated |= {type(node).__name__ for node in nodes(program) if isinstance(node, Statement)}
    wanted = {kind.__name__ for kind in kinds(Statement)} - NOT_IN_A_STEP
    assert wanted - stated == set()
