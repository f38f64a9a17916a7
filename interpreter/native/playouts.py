"""A game played on by chance to its end, as an LLVM function, and the row of results of a game.

Comes in: a program.  Goes out: writers.  Every decision is drawn from the state's own stream for bots, exactly as
`State.random_choice` draws, so the same seed gives the same game as with the Python engine.
"""

from __future__ import annotations

from interpreter.generator import INCREMENTS
from interpreter.layout import BLOCK, OUTCOME, STREAM_CELLS, Layout
from interpreter.native.headers import width
from interpreter.native.scope import Context
from interpreter.native.text import ADDRESS, NUMBER, Writer

STATUS, ROW_OUTCOME, DECISIONS, TURNS, REAL, OPTIONS, ROW_KIND, ROW_RULE, ROW_VALUE, ROW_ALSO, WINNER = (
    0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11
)  # fmt: skip
"""The cells of a row of results: how it went, the outcome and counts, the fault, the winner that the rules name."""
FIRST_SCORE = 12
"""Here begin the criteria, one cell for each player, and then the payoffs."""
ENDED, GIVEN_UP, FAULTED = 0, 1, 2
FIRST_STREAM = min(STREAM_CELLS.values())
STREAM_WORDS = 2 * len(STREAM_CELLS)


def row_width(layout: Layout) -> int:
    """How many cells the results of one game take."""
    result = layout.program.result
    many = FIRST_SCORE + layout.program.players * (len(result.criteria) + (result.payoff is not None))
    return many + many % 2


def playout_writer(context: Context) -> Writer:
    """``playout(out, room, most, row)``: on to the end of the game; `out` is room for choices."""
    w = Writer("playout", ((ADDRESS, "out"), (NUMBER, "room"), (NUMBER, "most"), (ADDRESS, "row")), "void")
    again, ended, given_up, decide, go_on = (w.label(word) for word in ("again", "ended", "up", "decide", "on"))
    last = w.variable(start="-1")
    w.place(again)
    w.do("run", "ptr null")
    w.check()
    block = w.two("sub", "-1", w.load("%S", str(BLOCK)))
    w.branch(w.test("<", w.load("@DECISION", block), "0"), ended, decide)
    w.place(decide)
    decisions = w.load("%row", str(DECISIONS))
    w.branch(w.test(">=", decisions, "%most"), given_up, go_on)
    w.place(go_on)
    many = w.call("choices", "i32 %room", "ptr %out", may_fail=True)
    player = w.call("chooser", may_fail=True)
    cell, increment = STREAM_CELLS["bots"], INCREMENTS["bots"]
    drawn = w.op(f"call i32 @below(ptr %S, i32 {cell}, i64 {increment}, i32 {many})")
    w.do("choose", f"ptr {w.cell('%out', w.two('mul', drawn, str(width(context.program))))}")
    w.check()
    real, turned = w.flag(w.test(">", many, "1")), w.flag(w.test("!=", player, w.get(last)))
    w.set(last, player)
    w.store("%row", str(DECISIONS), w.two("add", decisions, "1"))
    for cell, more in ((TURNS, turned), (REAL, real), (OPTIONS, many)):
        w.store("%row", str(cell), w.two("add", w.load("%row", str(cell)), more))
    w.go(again)
    w.place(given_up)
    w.store("%row", str(STATUS), str(GIVEN_UP))
    w.give(None)
    w.place(ended)
    w.store("%row", str(ROW_OUTCOME), w.load("%S", str(OUTCOME)))
    scores(context, w)
    w.give(None)
    return w


def scores(context: Context, w: Writer) -> None:
    """The winner, the criteria and the payoffs of a game that is over; as in `Game.result`."""
    program, result = context.program, context.program.result
    payoffs = FIRST_SCORE + program.players * len(result.criteria)
    lost = w.test("==", w.load("%S", str(OUTCOME)), "2")
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
