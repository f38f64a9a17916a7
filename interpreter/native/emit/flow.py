"""Procedures, blocks and the loop that goes from block to block, as LLVM functions.

Comes in: a program.  Goes out: writers.  A block's function gives the block at which the game goes on; -1 - b means
that it rests at the end of block b.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from interpreter.kernel.constants import asks
from interpreter.machine.layout import BLOCK, OUTCOME
from interpreter.native.abi import FAULT
from interpreter.native.emit.scope import Context
from interpreter.native.emit.statements import Statements, signature
from interpreter.native.emit.tables import table
from interpreter.native.emit.writer import ADDRESS, Writer
from rulelang.ir.model.expressions import Frame
from rulelang.ir.model.program import Block, Procedure
from rulelang.ir.model.statements import Branch, Decide, Goto, Halt, Switch
from rulelang.ir.walk import first_rule, nodes


def procedure_writer(context: Context, number: int, procedure: Procedure) -> Writer:
    writer = Writer(f"do{number}", signature(procedure.parameters), "void")
    statements = Statements(context, writer, procedure.parameters, procedure.body)
    statements.body(procedure.body)
    writer.give(None)
    return writer


def block_writer(context: Context, number: int, block: Block) -> Writer:
    writer = Writer(f"block{number}")
    body = block_body(context, writer, block)
    end(body, block, lambda to: writer.give(str(to)), lambda: writer.give(str(-1 - number)))
    return writer


def block_body(context: Context, writer: Writer, block: Block) -> Statements:
    """What happens in a block; gives what its end can be written with."""
    statements = Statements(context, writer, (), block.body)
    scope = statements.values.scope
    for node in nodes((block.body, block.end)):
        if isinstance(node, Frame) and node.slot not in scope.kept and context.layout.frames[node.slot] is None:
            room = context.program.frames[node.slot].capacity
            scope.kept[node.slot] = scope.new_set(room) if room else scope.new_slot()
    statements.body(block.body)
    return statements


def end(statements: Statements, block: Block, leave: Callable[[int], None], rest: Callable[[], None]) -> None:
    """Where it goes on: `leave` writes how to get to a block, `rest` what comes at a decision or the end."""
    w, values = statements.w, statements.values
    match block.end:
        case Goto(to):
            leave(to)
        case Branch(test, yes, no):
            on, off = w.label("on"), w.label("off")
            values.condition(test, on, off)
            w.place(on)
            leave(yes)
            w.place(off)
            leave(no)
        case Switch(value, blocks, rule):
            chosen, outside = values.value(value), w.label("outside")
            labels = [(place, w.label("to")) for place in range(len(blocks))]
            w.switch(chosen, outside, labels)
            for place, label in labels:
                w.place(label)
                leave(blocks[place])
            w.place(outside)
            w.fault(FAULT["range"], rule, chosen)
        case Decide() | Halt():
            rest()
        case _:
            assert_never(block.end)


def flow_tables(context: Context) -> str:
    """For each block the decision at its end, none at the end of the game, and where it goes on."""
    ends = [block.end for block in context.program.blocks]
    return "\n".join(
        (
            table("DECISION", [end.decision if isinstance(end, Decide) else -1 for end in ends]),
            table("THEN", [end.then if isinstance(end, Decide) else -1 for end in ends]),
            table("RULE", [first_rule(block) for block in context.program.blocks]),
        )
    )


def run_writer(context: Context) -> Writer:
    """``run(stop)``: until a decision, the end, or before a block for which `stop` has a 1, if it is an address."""
    w = Writer("run", ((ADDRESS, "stop"),), "void")
    statements = Statements(context, w)
    again, inside, on, asked, rest, bad, after = (
        w.label(word) for word in ("again", "inside", "on", "asked", "rest", "bad", "after")
    )
    fuel = w.variable(start=str(context.program.fuel))
    block, following = w.variable(start=w.load("%S", str(BLOCK))), w.variable()
    statements.values.loops.begin()
    w.place(again)
    now = w.get(block)
    w.branch(w.test("<", now, "0"), rest, inside)
    w.place(inside)
    with w.fault_if(w.test("==", w.get(fuel), "0")):
        w.fault(FAULT["endless"], w.load("@RULE", now))
    w.add_to(fuel, "-1")
    statements.values.loops.poll()
    labels = [(number, w.label("block")) for number in range(len(context.program.blocks))]
    w.switch(now, bad, labels)
    for number, label in labels:
        w.place(label)
        w.set(following, w.call(f"block{number}"))
        w.go(after)
    w.place(bad)
    w.fault(FAULT["outside"], 0, now)
    w.place(after)
    w.check()
    gone = w.get(following)
    w.set(block, gone)
    w.store("%S", str(BLOCK), gone)
    w.branch(w.op("icmp eq ptr %stop, null"), again, on)
    w.place(on)
    w.branch(w.test("<", gone, "0"), again, asked)
    w.place(asked)
    leave = w.label("leave")
    w.branch(w.truth(w.load("%stop", gone)), leave, again)
    w.place(leave)
    w.give(None)
    w.place(rest)
    _rest(w, now)
    return w


def _rest(w: Writer, block: str) -> None:
    """Where the game rests; if that is its end and nobody said how it ended: by its end."""
    decides = w.test(">=", w.load("@DECISION", w.two("sub", "-1", block)), "0")
    running = w.test("==", w.load("%S", str(OUTCOME)), "0")
    with w.when(w.op(f"select i1 {decides}, i1 false, i1 {running}")):
        w.store("%S", str(OUTCOME), "1")
    w.give(None)


def asked_writer(context: Context) -> Writer:
    """``asked(place, card)``: who sees a card where this depends on the state or the card."""
    w = Writer("asked", (("i32", "place"), ("i32", "card")))
    layout, program = context.layout, context.program
    nobody = w.label("nobody")
    with w.when(w.truth(w.load("@TOP_ONLY", "%place"))):
        top, on = w.call("is_top", "i32 %place", "i32 %card"), w.label("on")
        w.branch(w.truth(top), on, nobody)
        w.place(on)
    asked = [number for number, asks_here in enumerate(asks(layout)) if asks_here]
    labels = [(number, w.label("place")) for number in asked]
    w.switch("%place", nobody, labels)
    for number, label in labels:
        w.place(label)
        place = layout.places[number]
        if place.seen is not None:
            w.give(str(place.seen))
            continue
        seen = program.zones[place.declaration].seen
        given = [f"i32 {key}" for key in place.keys] + (["i32 %card"] if seen.who == "card" else [])
        players = w.call(f"f{seen.function}", *given, may_fail=("f", seen.function) in context.failing)
        w.give(w.two("and", players, str((1 << program.players) - 1)))
    w.place(nobody)
    w.give("0")
    return w
