"""Whole games by chance, many of them, as LLVM functions over a packed layout.

Comes in: a program.  Goes out: writers.  All blocks of the program stand in one function, in which a game goes from
block to block and every choice is drawn on the spot, from the state's own stream for bots, exactly as
`State.random_choice` draws: the same seed gives the same game as with the plain engine.  What all games begin with is
done once.
"""

from __future__ import annotations

from attrs import evolve

from interpreter.kernel.written import width
from interpreter.machine.generator import INCREMENTS
from interpreter.machine.layout import BLOCK, FIRST_BOT, FIRST_STREAM, OUTCOME, after_streams
from interpreter.native import trace
from interpreter.native.abi import FAULT, X_ALSO, X_KIND, X_MUTED, X_REFILLS, X_RULE, X_TOUCHED, X_VALUE
from interpreter.native.analyse.setup import opening
from interpreter.native.emit.counting import tally_cells
from interpreter.native.emit.entry import rows
from interpreter.native.emit.flow import block_body, end
from interpreter.native.emit.scope import Context
from interpreter.native.emit.statements import Statements
from interpreter.native.emit.values.expressions import Values
from interpreter.native.emit.writer import ADDRESS, NUMBER, Writer
from interpreter.native.figures import Figures
from rulelang.ir.model.program import Block
from rulelang.ir.model.statements import Decide
from rulelang.ir.walk import first_rule


def game_writer(context: Context) -> Writer:
    """``game(out, room, most, row, log, places)``: a prepared game to its end; `out` is room for choices."""
    given = (
        (ADDRESS, "out"), (NUMBER, "room"), (NUMBER, "most"), (ADDRESS, "row"), (ADDRESS, "log"), (ADDRESS, "places"),
    )  # fmt: skip
    w = Writer("game", given, "void")
    _Game(context, w).write()
    return w


def prepare_writer(context: Context) -> Writer:
    """``prepare()``: what every game begins with."""
    first, _ = opening(context.program, context.layout)
    w = Writer("prepare", (), "void")
    Statements(context, w, (), first).body(first)
    w.give(None)
    return w


class _Game:
    """Writes the blocks one after the other; where somebody has to choose, it is done on the spot."""

    def __init__(self, context: Context, writer: Writer) -> None:
        self.context = context
        self.w = writer
        self.blocks = [writer.label("block") for _ in context.program.blocks]
        self.fuel = writer.variable()
        self.last = writer.variable(start="-1")
        self.bots = writer.variable(many=2 * context.program.players)
        """The streams of the bots while a game lasts: among the cells of the state, a store to one of which only the
        running game knows which it is would make LLVM forget all others."""
        self.tally = writer.variable(many=2 * tally_cells(context))
        """Where choices are counted."""
        self.values = Values(context, writer)
        """For polls alone."""
        self.begins_again = False
        """Whether the first block comes once more, with all that it does."""

    def write(self) -> None:
        w, program = self.w, self.context.program
        w.set(self.fuel, str(program.fuel))
        w.copy(self.bots, w.cell("%S", str(FIRST_BOT)), str(2 * program.players))
        _, left = opening(program, self.context.layout)
        self._block(0, evolve(program.blocks[0], body=left))
        for number, block in [*enumerate(program.blocks)][1:]:
            w.place(self.blocks[number])
            self._block(number, block)
        if self.begins_again:
            w.place(self.blocks[0])
            self._block(0, program.blocks[0])

    def _block(self, number: int, block: Block) -> None:
        w = self.w
        fuel = w.get(self.fuel)
        with w.fault_if(w.test("==", fuel, "0")):
            w.fault(FAULT["endless"], first_rule(block))
        w.set(self.fuel, w.two("sub", fuel, "1"))
        statements = block_body(self.context, w, block)
        if w.ended:
            return

        def leave(to: int) -> None:
            if to <= number:
                self.values.loops.poll()
            self._go(to)

        def rest() -> None:
            if isinstance(block.end, Decide):
                self._decide(number, block.end)
            else:
                self._over(number)

        end(statements, block, leave, rest)

    def _decide(self, number: int, decision: Decide) -> None:
        w = self.w
        decisions = w.load("%row", str(rows.DECISIONS))
        with w.when(w.test(">=", decisions, "%most")):
            w.store("%S", str(BLOCK), str(-1 - number))
            w.store("%row", str(rows.STATUS), str(rows.GIVEN_UP))
            self._put_back()
            w.give(None)
        w.set(self.fuel, str(self.context.program.fuel))
        self.values.loops.poll()
        counted = decision.decision in self.context.counted
        if counted:
            many = w.call(f"count{decision.decision}", "i32 %room", "ptr %out", f"ptr {self.tally}", may_fail=True)
        else:
            many = w.call(f"choices{decision.decision}", "i32 %room", "ptr %out", may_fail=True)
        player = w.call(f"chooser{decision.decision}", may_fail=True)
        stream = f"ptr {self.bots}, i32 {w.two('mul', player, '2')}, i64 {INCREMENTS['bots']}"
        drawn = w.op(f"call i32 @below({stream}, i32 {many})")
        if counted:
            select = f"select{decision.decision}"
            chosen = w.call(select, f"i32 {drawn}", "ptr %out", f"ptr {self.tally}", gives=ADDRESS)
        else:
            chosen = w.cell("%out", w.two("mul", drawn, str(width(self.context.program))))
        if self.context.watched:
            self._line(number, decision.decision, decisions, (player, many, w.load(chosen, "0")))
        w.do(f"choose{decision.decision}", f"ptr {chosen}")
        w.check()
        real, turned = w.flag(w.test(">", many, "1")), w.flag(w.test("!=", player, w.get(self.last)))
        w.set(self.last, player)
        w.store("%row", str(rows.DECISIONS), w.two("add", decisions, "1"))
        self.values.loops.begin()
        for at, more in ((rows.TURNS, turned), (rows.REAL, real), (rows.OPTIONS, many)):
            w.store("%row", str(at), w.two("add", w.load("%row", str(at)), more))
        self._go(decision.then)

    def _put_back(self) -> None:
        """The streams of the bots into the state."""
        self.w.copy(self.w.cell("%S", str(FIRST_BOT)), self.bots, str(2 * self.context.program.players))

    def _line(self, block: int, decision: int, decisions: str, said: tuple[str, str, str]) -> None:
        """What is noted at a decision."""
        w = self.w
        line = w.cell("%log", w.two("mul", decisions, str(trace.LINE)))
        w.store("%S", str(BLOCK), str(-1 - block))
        w.do("hashed", f"ptr {w.cell(line, str(trace.POSITION))}")
        player, many, offer = said
        leader = w.call("leader", may_fail=True)
        offered = self._offered(decision, many)
        cells = {
            trace.DECISION: str(decision),
            trace.CHOOSER: player,
            trace.MANY: many,
            trace.OFFER: offer,
            trace.OFFERED: offered,
            trace.LEADER: leader,
        }
        for cell, operand in cells.items():
            w.store(line, str(cell), operand)
        self._places(decisions)

    def _offered(self, decision: int, many: str) -> str:
        """A bit for each offer of which there is a choice."""
        w = self.w
        if decision not in self.context.counted:
            return w.call("offers", "ptr %out", f"i32 {many}")
        bits = "0"
        for offer in range(len(self.context.program.decisions[decision].all_offers)):
            found = w.op(f"load i64, ptr {w.op(f'getelementptr i64, ptr {self.tally}, i32 {2 * offer}')}")
            there = w.flag(w.op(f"icmp ne i64 {found}, 0"))
            bits = w.two("or", bits, w.two("shl", there, str(offer)))
        return bits

    def _places(self, line: str) -> None:
        """Where each card lies, if that is asked for."""
        w, cards = self.w, str(len(self.context.program.cards))
        if self.context.watched == "figures":
            return
        with w.when(w.op("icmp ne ptr %places, null")):
            w.copy(w.cell("%places", w.two("mul", line, cards)), w.cell("%S", str(self.context.layout.zone)), cards)

    def _go(self, to: int) -> None:
        self.begins_again |= to == 0
        self.w.go(self.blocks[to])

    def _over(self, number: int) -> None:
        """The end of the game; if nobody said how it ended: by its end."""
        w = self.w
        w.store("%S", str(BLOCK), str(-1 - number))
        with w.when(w.test("==", w.load("%S", str(OUTCOME)), "0")):
            w.store("%S", str(OUTCOME), "1")
        w.store("%row", str(rows.ROW_OUTCOME), w.load("%S", str(OUTCOME)))
        self._put_back()
        rows.scores(self.context, w)
        if self.context.watched:
            w.check()
            decisions = w.load("%row", str(rows.DECISIONS))
            self._places(decisions)
            line = w.cell("%log", w.two("mul", decisions, str(trace.LINE)))
            w.store(line, str(trace.LAST_LEADER), w.call("leader", may_fail=True))
        w.give(None)


def batch_writer(context: Context) -> Writer:
    """``playouts(out, room, most, many, own, start, streams, rows, log, lines, touched, places, games, sums, memory)``:
    so many games from `start`.

    With `own` each has its own streams; otherwise each goes on with those of the one before.  Gives how many
    were played; fewer only if it was stopped, or if the games are watched and the lines of the log are used up.  `rows`
    must be all 0.  `log` gets the lines of the games one after the other, `touched` for each game a byte for each rule;
    `places`, unless it is null, beside each line the place of each card.  Where only figures are wanted, `log` has the
    lines of one game, `touched` a byte for each rule; `games` and `sums` get the figures (see `gathering`).
    """
    given = (
        (ADDRESS, "out"), (NUMBER, "room"), (NUMBER, "most"), (NUMBER, "many"), (NUMBER, "own"), (ADDRESS, "start"),
        (ADDRESS, "streams"), (ADDRESS, "rows"), (ADDRESS, "log"), (NUMBER, "lines"), (ADDRESS, "touched"),
        (ADDRESS, "places"), (ADDRESS, "games"), (ADDRESS, "sums"), (ADDRESS, "memory"),
    )  # fmt: skip
    w = Writer("playouts", given)
    sort = {"": None, "lines": _Watch, "figures": _Gathering}[context.watched]
    watch = None if sort is None else sort(context, w)
    prepared, same = w.variable(many=context.layout.size), w.variable(start="0")
    _prepare(context, w, watch, prepared)
    w.set(same, w.flag(w.test("==", w.load("%X", str(X_KIND)), "0")))
    with w.counted("%many") as (now, _):
        if watch:
            watch.begin(now)
        _begin(context, w, prepared, now)
        row = w.cell("%rows", w.two("mul", now, str(rows.row_width(context.layout))))
        with w.when(w.truth(w.get(same))):
            log, places = watch.here() if watch else ("%log", "%places")
            w.do("game", "ptr %out", "i32 %room", "i32 %most", f"ptr {row}", f"ptr {log}", f"ptr {places}")
        kind = w.load("%X", str(X_KIND))
        with w.when(w.truth(kind)):
            with w.when(w.test("==", kind, str(FAULT["stopped"]))):
                w.give(now)
            _faulted(w, row, same)
        if watch:
            watch.end(row, now)
    w.give("%many")
    return w


def _prepare(context: Context, w: Writer, watch: _Watch | None, prepared: str) -> None:
    """What all games begin with, once."""
    size = str(context.layout.size)
    w.copy("%S", "%start", size)
    if watch:
        watch.prepare()
    w.do("prepare")
    w.copy(prepared, "%S", size)


def _begin(context: Context, w: Writer, prepared: str, game: str) -> None:
    """The state as it was prepared; the streams are the game's own, or go on."""
    size, after = context.layout.size, after_streams(context.program.players)
    words = str(after - FIRST_STREAM)
    w.copy("%S", prepared, str(FIRST_STREAM))
    w.copy(w.cell("%S", str(after)), w.cell(prepared, str(after)), str(size - after))
    with w.when(w.truth(w.two("or", "%own", w.flag(w.test("==", game, "0"))))):
        w.copy(w.cell("%S", str(FIRST_STREAM)), w.cell("%streams", w.two("mul", game, words)), words)


def _faulted(w: Writer, row: str, same: str) -> None:
    """Puts a fault into the row; one of what all games begin with stays for the others."""
    pairs = (
        (rows.ROW_KIND, X_KIND), (rows.ROW_RULE, X_RULE), (rows.ROW_VALUE, X_VALUE),
        (rows.ROW_VALUE + 1, X_VALUE + 1), (rows.ROW_ALSO, X_ALSO),
    )  # fmt: skip
    for cell, of in pairs:
        w.store(row, str(cell), w.load("%X", str(of)))
    w.store(row, str(rows.STATUS), str(rows.FAULTED))
    with w.when(w.truth(w.get(same))):
        w.store("%X", str(X_KIND), "0")


class _Watch:
    """What has to be done around each game that is watched; writes into `playouts`."""

    def __init__(self, context: Context, w: Writer) -> None:
        self.w, self.program = w, context.program
        self.rules, self.cards = len(context.program.rules), len(context.program.cards)
        self.used = w.variable(start="0")
        self.bytes = w.variable(many=(self.rules + 3) // 4 + 1)
        """What the beginning of all games touches."""

    def prepare(self) -> None:
        w = self.w
        w.line(f"call void @llvm.memset.p0.i64(ptr {self.bytes}, i8 0, i64 {self.rules}, i1 false)")
        self._note_at(self.bytes)

    def begin(self, game: str) -> None:
        """Gives up if the lines might not last."""
        w = self.w
        with w.when(w.test("<", w.two("sub", "%lines", w.get(self.used)), w.two("add", "%most", "1"))):
            w.give(game)
        touched = w.op(f"getelementptr i8, ptr %touched, i32 {w.two('mul', game, str(self.rules))}")
        w.line(f"call void @llvm.memmove.p0.p0.i64(ptr {touched}, ptr {self.bytes}, i64 {self.rules}, i1 false)")
        self._note_at(touched)

    def _note_at(self, touched: str) -> None:
        w = self.w
        w.line(f"store ptr {touched}, ptr {w.cell('%X', str(X_TOUCHED))}")
        for cell in (X_REFILLS, X_MUTED):
            w.store("%X", str(cell), "0")

    def here(self) -> tuple[str, str]:
        """Where the lines of the game begin, and what stands beside them; null stays null."""
        w, used = self.w, self.w.get(self.used)
        beside = w.cell("%places", w.two("mul", used, str(self.cards)))
        places = w.op(f"select i1 {w.op('icmp ne ptr %places, null')}, ptr {beside}, ptr null")
        return w.cell("%log", w.two("mul", used, str(trace.LINE))), places

    def end(self, row: str, game: str) -> None:
        w = self.w
        last = w.two("add", w.get(self.used), w.load(row, str(rows.DECISIONS)))
        w.store(w.cell("%log", w.two("mul", last, str(trace.LINE))), str(trace.REFILLS), w.load("%X", str(X_REFILLS)))
        w.set(self.used, w.two("add", last, "1"))


class _Gathering(_Watch):
    """The same where only figures are wanted: the lines of one game are forgotten when it is over."""

    def prepare(self) -> None:
        self._note_at("%touched")

    def begin(self, game: str) -> None:
        for cell in (X_REFILLS, X_MUTED):
            self.w.store("%X", str(cell), "0")

    def here(self) -> tuple[str, str]:
        return "%log", "null"

    def end(self, row: str, game: str) -> None:
        w = self.w
        mine = w.cell("%games", w.two("mul", game, str(Figures(self.program).of_game)))
        w.do("gather", f"ptr {row}", "ptr %log", f"ptr {mine}", "ptr %sums", "ptr %memory")
