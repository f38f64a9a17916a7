"""The row of results of a game that is played whole.

Comes in: a layout or context.  Goes out: the cells of the row, and the lines that fill in how a game has ended.
"""

from __future__ import annotations

from interpreter.machine.layout import OUTCOME, Layout
from interpreter.native.emit.scope import Context
from interpreter.native.emit.writer import Writer

STATUS, ROW_OUTCOME, DECISIONS, TURNS, REAL, OPTIONS, ROW_KIND, ROW_RULE, ROW_VALUE, ROW_ALSO, WINNER = (
    0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11
)  # fmt: skip
"""The cells of a row of results: how it went, the outcome and counts, the fault, the winner that the rules name."""
FIRST_SCORE = 12
"""Here begin the criteria, one cell for each player, and then the payoffs."""
ENDED, GIVEN_UP, FAULTED = 0, 1, 2


def row_width(layout: Layout) -> int:
    """How many cells the results of one game take."""
    result = layout.program.result
    many = FIRST_SCORE + layout.program.players * (len(result.criteria) + (result.payoff is not None))
    return many + many % 2


def scores(context: Context, w: Writer) -> None:
    """The winner, the criteria and the payoffs of a game that is over; as in `Game.result`."""
    program, result = context.program, context.program.result
    payoffs = FIRST_SCORE + program.players * len(result.criteria)
    lost = w.test(">=", w.load("%S", str(OUTCOME)), "2")
    if result.payoff is not None:
        for seat in range(program.players):
            w.store("%row", str(payoffs + seat), w.call(f"f{result.payoff}", f"i32 {seat}", may_fail=True))
    over, on = w.label("over"), w.label("on")
    w.branch(lost, over, on)
    w.place(on)
    for number, criterion in enumerate(result.criteria):
        for seat in range(program.players):
            value = w.call(f"f{criterion.function}", f"i32 {seat}", may_fail=True)
            w.store("%row", str(FIRST_SCORE + number * program.players + seat), value)
    if result.player is not None:
        w.store("%row", str(WINNER), w.call(f"f{result.player}", may_fail=True))
    w.place(over)
