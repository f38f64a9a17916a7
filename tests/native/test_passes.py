"""Whatever passes are left out, whole games are the same, row for row."""

from __future__ import annotations

from functools import cache

import pytest

from interpreter.loading import load
from interpreter.machine.layout import layout_of
from interpreter.native.drive.calls import Native
from interpreter.native.drive.whole_games import play_many
from rulelang.ir.model.program import Program
from rulelang.ir.optimise import NAMES, optimised

GAMES = {"werwars": 3, "letters": 2, "goofspiel": 2}


def rows(program: Program) -> bytes:
    native = Native(program, layout_of(program, packed=True), True, "fast")
    return play_many(native, program, range(100)).cells.tobytes()


@cache
def plain(game: str) -> tuple[Program, bytes]:
    program = load(game, players=GAMES[game]).program
    return program, rows(program)


@pytest.mark.parametrize("without", [(), *((name,) for name in NAMES)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_a_pass_can_be_left_out(game: str, without: tuple[str, ...]) -> None:
    program, expected = plain(game)
    assert rows(optimised(program, without)) == expected
