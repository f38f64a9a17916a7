"""What notes are taken with while whole games are played, as LLVM functions (see `trace`).

Comes in: a program.  Goes out: writers.
"""

from __future__ import annotations

from interpreter.kernel.written import width
from interpreter.machine.layout import BLOCK, FIRST_STREAM, after_streams
from interpreter.native.abi import FAULT, X_KIND, X_MUTED, X_TOUCHED
from interpreter.native.emit.scope import Context
from interpreter.native.emit.writer import ADDRESS, NUMBER, Writer, signed
from interpreter.native.trace import NOBODY, UNKNOWN

_LANES = 4
_FACTORS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93)
"""Odd numbers by which a hash is multiplied, one for each lane."""


def watching_writers(context: Context) -> list[Writer]:
    """``touch``, ``leader``, ``hashed`` and ``offers``."""
    hashed = _hashed(context) if context.watched == "lines" else _fingerprint(context)
    return [_touch(), _leader(context), hashed, _offers(context)]


def _touch() -> Writer:
    """``touch(rule)``"""
    w = Writer("touch", ((NUMBER, "rule"),), "void")
    with w.when(w.test("==", w.load("%X", str(X_MUTED)), "0")):
        bytes_at = w.op(f"load ptr, ptr {w.cell('%X', str(X_TOUCHED))}")
        w.line(f"store i8 1, ptr {w.op(f'getelementptr i8, ptr {bytes_at}, i32 %rule')}")
    w.give(None)
    return w


def _leader(context: Context) -> Writer:
    """``leader()``: who is alone in the lead by the first criterion; unknown where it has no value now."""
    w, result = Writer("leader"), context.program.result
    if not result.criteria:
        w.give(str(UNKNOWN))
        return w
    better = ">" if result.criteria[0].best == "highest" else "<"
    best, leader = w.variable(start="0"), w.variable(start=str(UNKNOWN))
    for seat in range(context.program.players):
        worth = w.call(f"f{result.criteria[0].function}", f"i32 {seat}")
        kind = w.load("%X", str(X_KIND))
        with w.when(w.test("!=", kind, "0")):
            with w.when(w.test("!=", kind, str(FAULT["stopped"]))):
                w.store("%X", str(X_KIND), "0")
            w.give(str(UNKNOWN))
        more = "true" if seat == 0 else w.test(better, worth, w.get(best))
        with w.when(more if seat == 0 else w.op(f"or i1 {more}, {w.test('==', worth, w.get(best))}")):
            alone = str(seat) if seat == 0 else w.op(f"select i1 {more}, i32 {seat}, i32 {NOBODY}")
            w.set(leader, alone)
            w.set(best, worth)
    w.give(w.get(leader))
    return w


def _hashed(context: Context) -> Writer:
    """``hashed(into)``: a hash of everything but the streams, in two cells."""
    w = Writer("hashed", ((ADDRESS, "into"),), "void")
    first, after = after_streams(context.program.players), context.layout.size
    lanes = [w.variable("i64", str(lane + 1)) for lane in range(_LANES)]

    def mix(lane: int, word: str) -> None:
        w.set(lanes[lane], mixed(w, w.get(lanes[lane], "i64"), word, _FACTORS[lane]), "i64")

    for cell in range(FIRST_STREAM):
        mix(cell % _LANES, w.op(f"zext i32 {w.load('%S', str(cell))} to i64"))
    step = 2 * _LANES
    passes = (after - first) // step
    with w.counted(str(passes)) as (index, _):
        for lane in range(_LANES):
            address = w.cell("%S", w.two("add", w.two("mul", index, str(step)), str(first + 2 * lane)))
            mix(lane, w.op(f"load i64, ptr {address}, align 4"))
    for cell in range(first + passes * step, after):
        mix(cell % _LANES, w.op(f"zext i32 {w.load('%S', str(cell))} to i64"))
    total = w.get(lanes[0], "i64")
    for lane in range(1, _LANES):
        turned = w.op(f"call i64 @llvm.fshl.i64(i64 {total}, i64 {total}, i64 17)")
        both = w.op(f"xor i64 {turned}, {w.get(lanes[lane], 'i64')}")
        total = w.op(f"mul i64 {both}, {signed(_FACTORS[0], 64)}")
    w.line(f"store i64 {total}, ptr %into, align 4")
    w.give(None)
    return w


def _fingerprint(context: Context) -> Writer:
    """``hashed(into)``: the same of the block, the counters, and how many cards lie in each place: where one of these
    is other, so is the position.
    """
    w = Writer("hashed", ((ADDRESS, "into"),), "void")
    layout = context.layout
    cells = [BLOCK, *range(after_streams(context.program.players), layout.zone), *(at.size for at in layout.places)]
    total = "1"
    for cell in cells:
        total = mixed(w, total, w.op(f"zext i32 {w.load('%S', str(cell))} to i64"))
    w.line(f"store i64 {total}, ptr %into, align 4")
    w.give(None)
    return w


def mixed(w: Writer, hashed: str, word: str, factor: int = _FACTORS[0]) -> str:
    """A hash, and 64 bits more."""
    turned = w.op(f"call i64 @llvm.fshl.i64(i64 {hashed}, i64 {hashed}, i64 29)")
    return w.op(f"mul i64 {w.op(f'xor i64 {turned}, {word}')}, {signed(factor, 64)}")


def _offers(context: Context) -> Writer:
    """``offers(out, many)``: a bit for each offer of which there is a choice in a list."""
    w = Writer("offers", ((ADDRESS, "out"), (NUMBER, "many")))
    bits = w.variable(start="0")
    with w.counted("%many") as (index, _):
        bit = w.op(f"shl i32 1, {w.load('%out', w.two('mul', index, str(width(context.program))))}")
        w.set(bits, w.two("or", w.get(bits), bit))
    w.give(w.get(bits))
    return w
