"""Numbers and masks for programs that learn: a watcher who cannot tell two games apart gets the same of both."""

from __future__ import annotations

import random

import pytest

from interpreter import Game, State
from interpreter.stepwise.recall import Memory, Recall
from interpreter.stepwise.spelling import Stepwise
from interpreter.stepwise.tensors import Encoding
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
    encoding, recall = Encoding(game), Recall(game)

    def numbers(state: State) -> tuple[str, ...]:
        found = encoding.of(state.view(1))
        assert len(found) == encoding.size
        steps = Stepwise(state)
        mask = steps.legal if state.player == 1 else ()
        ways = [steps.way(choice) for choice in range(state.many)] if mask else []
        return str(found), str(mask), str(ways), str(Memory(recall, 1).now(state, state.log(1)))

    for seed in range(2):
        plain = played(game, seed, 1, same, numbers)
        other = played(game, seed, 1, exchanged(*pairs(row, plain, random.Random(seed))), numbers)
        assert other.said == plain.said
