"""Cards that are gone through in an order drawn by chance, or drawn again, come in the same order on both engines."""

from __future__ import annotations

import pytest

from interpreter.machine.engine import Engine
from rulelang.compiling import project_from_text
from tests.interpreter.telling_rows import DRAWN, EACH, FETCH, GROUP, PICK, ROBBED, SEVERAL, Row
from tests.native.playing import compare, engines

MIXED = "\n".join(
    [
        "for each card: set card.weight to 1",
        "move every it: Card in me.hand where not it.marked to me.line",
        "move me.line to me.hand",
        SEVERAL + "add 1 to rounds\n    set one.weight to rounds",
        EACH + "move one to heap",
        "move heap to me.hand",
    ]
)
SETTLED = "shuffle deck\nfor each one: Card in deck + me.hand:\n    add 1 to rounds\n    set one.weight to rounds"
ROWS = (
    Row("where", MIXED, FETCH, DRAWN),
    Row("set", GROUP + "move group to heap", FETCH, DRAWN),
    Row("choices in it", SEVERAL + "choose fetch\n    move one to heap", FETCH, "turns once: act"),
    Row(
        "settled",
        "shuffle deck\nfor each one: Card in deck + me.hand:\n    add 1 to rounds\n    set one.weight to rounds",
    ),
    Row("stolen", PICK + "set card.marked to yes", FETCH, ROBBED),
    Row("two stolen", PICK + "set card.marked to yes", FETCH, ROBBED.replace("steal", "rob")),
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_both_engines_stir_alike(row: Row) -> None:
    made = project_from_text(row.text()).compile()
    assert made.program is not None, [str(found) for found in made.diagnostics]
    pair: tuple[Engine, Engine] = engines(made.program)
    for seed in range(40):
        assert compare(pair, made.program, seed, 30) > 2
