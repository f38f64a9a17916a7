"""Whole games: each one is lowered for every number of players, written and read again, and played by chance."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from interpreter.game import Game
from rulelang.compiling import Project, project_from_text
from rulelang.ir.dump import dump
from rulelang.ir.lower import translate
from rulelang.ir.model.program import Program

SKETCHES = Path(__file__).parents[1] / "sketches"
GAMES = sorted(file for folder in ("games", "blind", "thirteenth") for file in (SKETCHES / folder).glob("*.rules"))
LONGEST = 150
"""So many choices are made of a game at most; some never end by chance."""


@cache
def project(file: Path) -> Project:
    return project_from_text(file.read_text(encoding="utf-8"), file.name, SKETCHES / "library")


@cache
def lowered(file: Path, players: int, variants: tuple[str, ...] = ()) -> Program:
    program, problems = project(file).resolve(variants)
    assert not [d for d in problems if d.is_error], [d.message for d in problems]
    made, _, found = translate(program, players)
    assert made is not None, [d.message for d in found]
    return made


def cases() -> list[tuple[Path, int, tuple[str, ...]]]:
    found = []
    for file in GAMES:
        program, _ = project(file).resolve()
        for variants in [(), *((title,) for title in project(file).variants)]:
            found += [(file, players, variants) for players in range(program.players[0], program.players[1] + 1)]
    return found


def name(value: object) -> str:
    return value.stem if isinstance(value, Path) else str(value)


@pytest.mark.parametrize(("file", "players", "variants"), cases(), ids=name)
def test_a_game_is_played_and_keeps_its_cards(file: Path, players: int, variants: tuple[str, ...]) -> None:
    program = lowered(file, players, variants)
    game = Game(program)
    for seed in range(2 if players < 4 else 1):
        state = game.new(seed=seed, log=False)
        for _ in range(LONGEST):
            if state.is_over:
                assert state.result is not None
                break
            state.apply(state.random_choice())
        held = game.contents(state.array)
        cards = sorted(card for place in range(len(game.zones)) for card in held.cards(place))
        assert cards == list(range(len(program.cards)))


def test_a_small_game_as_text(text_snapshot: SnapshotAssertion) -> None:
    assert dump(lowered(SKETCHES / "games" / "kuhn.rules", 2)) == text_snapshot


@pytest.mark.parametrize("file", GAMES, ids=name)
def test_every_frame_decision_and_procedure_is_used(file: Path) -> None:
    text = dump(lowered(file, project(file).resolve()[0].players[0]))
    program = lowered(file, project(file).resolve()[0].players[0])
    for procedure in program.procedures:
        assert f"do {procedure.name}(" in text
    for number, _ in enumerate(program.decisions):
        assert f"decide {number} then" in text
