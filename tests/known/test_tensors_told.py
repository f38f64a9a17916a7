"""Numbers and masks for programs that learn: a watcher who cannot tell two games apart gets the same of both."""

from __future__ import annotations

import random

import pytest

from interpreter import Game, State
from interpreter.adapters.actions import Actions
from interpreter.adapters.tensors import Encoding
from rulelang.compiling import project_from_text
from tests.interpreter.telling import exchanged, played, same
from tests.interpreter.telling_rows import TABLE, Row
from tests.interpreter.test_told import pairs

WANTED = ("mark", "move 3", "move 8", "pour 8", "line 0", "top 0", "loop 0", "stolen", "backs, move 1", "three, mark 6")
ROWS = [row for row in TABLE if row.name.startswith(WANTED)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_numbers_depend_on_what_is_seen(row: Row) -> None:
    made = project_from_text(row.text()).compile()
    assert made.program is not None
    game = Game(made.program)
    encoding, actions = Encoding(game), Actions(game)

    def numbers(state: State) -> tuple[str, ...]:
        found = encoding.of(state.view(1))
        assert len(found) == encoding.size
        mask = actions.numbers(state.decision) if state.decision is not None and state.player == 1 else []
        return str(found), str(mask)

    for seed in range(2):
        plain = played(game, seed, 1, same, numbers)
        other = played(game, seed, 1, exchanged(*pairs(row, plain, random.Random(seed))), numbers)
        assert other.said == plain.said
