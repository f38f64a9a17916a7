"""What players remember, in numbers, as LLVM functions: information states of many games, kept up while they go on.

Comes in: a program and a `Plan` with rows.  Goes out: writers.  Each game has, for each seat, the numbers of
`interpreter.stepwise.recall` in a buffer of the caller, and some cells beside: whether the game is over, then for each
seat how many rows there are, whether the last is still open, a digest of all that the seat has heard and seen, and one
of what it saw last.

A row is begun when a seat is asked and complete when it has chosen.  Of a choice that is not secret everybody hears
what `interpreter.views.log` tells of it.  What a seat sees counts where it has changed, so that how often others choose
unnoticed tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate

from interpreter.kernel.written import cells
from interpreter.machine.layout import BLOCK
from interpreter.native.emit.entry.desk import word
from interpreter.native.emit.scope import Context
from interpreter.native.emit.writer import ADDRESS, NUMBER, Writer
from interpreter.native.plan import FINGERPRINT, RECALL_HEAD, PickPlan, Plan

OVER, OF_SEATS = 0, 1
MANY, IS_OPEN, DIGEST, LAST_SEEN = 0, 1, 2, 3
SEAT = 4
"""Cells of a seat."""


def memory(plan: Plan, players: int) -> int:
    """How many cells of memory each game has."""
    return OF_SEATS + SEAT * players if plan.rows else 0


def recalling_writers(context: Context, plan: Plan, across: int, width: int) -> list[Writer]:
    """``memory_row``, ``memory_choice``, and what they need; `across`: words of a written choice, `width`: cells."""
    if not plan.rows:
        return []
    return [
        _sighted(plan), _remember(context, plan), _overheard(context, plan), _heard(context, plan, across, width),
    ]  # fmt: skip


def _remember(context: Context, plan: Plan) -> Writer:
    """``memory_row(seat, beside, memory, information)``: the seat is asked; the row of that with the words said so
    far.

    A game that has begun anew is remembered anew.
    """
    given = ((NUMBER, "seat"), *((ADDRESS, name) for name in ("beside", "memory", "information")))
    w = Writer("memory_row", given, "void")
    seats, wide = context.program.players, plan.recalled
    with w.when(w.truth(w.load("%memory", str(OVER)))):
        _clear(w, "%information", seats * wide)
        _clear(w, "%memory", memory(plan, seats))
    own = _of_seat(w, "%seat")
    with w.when(w.test("==", w.load(own, str(IS_OPEN)), "0")):
        for seat in range(seats):
            w.do("memory_sight", f"i32 {seat}", f"ptr {w.cell('%memory', str(OF_SEATS + SEAT * seat))}")
        w.store(own, str(IS_OPEN), "1")
        w.store(own, str(MANY), w.two("add", w.load(own, str(MANY)), "1"))
        with w.when(w.test(">", w.load(own, str(MANY)), str(plan.rows))):
            first = _row(w, plan, "%seat", "0")
            w.copy(first, w.cell(first, str(plan.row)), str((plan.rows - 1) * plan.row))
    many = w.load(own, str(MANY))
    row = _row(w, plan, "%seat", w.two("sub", _least(w, many, plan.rows), "1"))
    _clear(w, row, plan.row)
    w.do("see", "i32 %seat", "ptr %beside", f"ptr {row}")
    digest = w.load(own, str(DIGEST))
    with w.counted(str(FINGERPRINT)) as (bit, _):
        there = w.truth(w.two("and", w.two("lshr", digest, bit), "1"))
        value = w.op(f"select i1 {there}, float 1.0, float -1.0")
        w.line(f"store float {value}, ptr {w.cell(row, w.two('add', bit, str(plan.size)))}")
    head = _of_player(w, plan, "%seat")
    for place, number in ((0, many), (1, w.two("sub", many, _least(w, many, plan.rows)))):
        value = w.op(f"sitofp i32 {number} to float")
        w.line(f"store float {value}, ptr {w.cell(head, str(place))}")
    w.give(None)
    return w


def _sighted(plan: Plan) -> Writer:
    """``memory_sight(seat, own)``: what a seat sees now joins its digest, if it is not what it saw last."""
    w = Writer("memory_sight", ((NUMBER, "seat"), (ADDRESS, "own")), "void")
    numbers = w.variable(many=plan.said)
    _clear(w, numbers, plan.said)
    w.do("see_table", "i32 %seat", f"ptr {numbers}")
    seen = w.variable(start="1")
    with w.counted(str(plan.said)) as (place, loop):
        some = w.label("some")
        number = w.load(numbers, place)
        w.branch(w.truth(number), some, loop.next)
        w.place(some)
        w.set(seen, _blended(w, _blended(w, w.get(seen), place), number))
    now = w.get(seen)
    with w.when(w.test("!=", now, w.load("%own", str(LAST_SEEN)))):
        w.store("%own", str(LAST_SEEN), now)
        w.store("%own", str(DIGEST), _blended(w, w.load("%own", str(DIGEST)), now))
    w.give(None)
    return w


def _heard(context: Context, plan: Plan, across: int, width: int) -> Writer:
    """``memory_choice(desk, out, choice, word, beside, memory, information)``: a choice is complete with this
    word; its row is too, and everybody hears of it what they may.
    """
    pointers = tuple((ADDRESS, name) for name in ("beside", "memory", "information"))
    given = ((ADDRESS, "desk"), (ADDRESS, "out"), (NUMBER, "choice"), (NUMBER, "word"), *pointers)
    w = Writer("memory_choice", given, "void")
    seat = w.call("chooser")
    own = _of_seat(w, seat)
    row = _row(w, plan, seat, w.two("sub", _least(w, w.load(own, str(MANY)), plan.rows), "1"))
    at = w.cell(row, w.two("add", "%word", str(plan.said)))
    before = w.op(f"load float, ptr {at}")
    w.line(f"store float {w.op(f'fadd float {before}, 1.0')}, ptr {at}")
    w.store(own, str(IS_OPEN), "0")
    first = context.constant(tuple(accumulate((len(offers) for _, _, offers in plan.decisions), initial=0)))
    decision = w.load("@DECISION", w.two("sub", "-1", w.load("%S", str(BLOCK))))
    made = w.cell(word(w, "out"), w.two("mul", "%choice", str(width)))
    offer = w.two("add", w.load(first, decision), w.load(made, "0"))
    words = w.cell("%out", w.two("mul", "%choice", str(across)))
    digest = w.variable(start=w.load(own, str(DIGEST)))
    with w.counted(str(across)) as (place, _):
        w.set(digest, _blended(w, w.get(digest), w.load(words, place)))
    w.store(own, str(DIGEST), w.get(digest))
    with w.counted(str(context.program.players)) as (other, loop):
        hears = w.label("hears")
        w.branch(w.test("==", other, seat), loop.next, hears)
        w.place(hears)
        theirs = _of_seat(w, other)
        told = [f"ptr {made}", f"i32 {offer}", f"i32 {seat}", f"i32 {other}", f"i32 {w.load(theirs, str(DIGEST))}"]
        w.store(theirs, str(DIGEST), w.call("memory_heard", *told))
    w.give(None)
    return w


def _overheard(context: Context, plan: Plan) -> Writer:
    """``memory_heard(choice, offer, chooser, seat, digest)``: the digest of a seat that hears of a choice; it hears
    nothing of secret ones, and of picked cards only where it can tell which they are.
    """
    names = ("offer", "chooser", "seat", "digest")
    w = Writer("memory_heard", ((ADDRESS, "choice"), *((NUMBER, name) for name in names)))
    digest, nothing = w.variable(start="%digest"), w.label("nothing")
    offers = [
        (secret, header, planned)
        for decision, (_, secret, offers) in zip(context.program.decisions, plan.decisions, strict=True)
        for header, planned in zip((offer.header for offer in decision.all_offers), offers, strict=True)
    ]
    labels = [(number, w.label("offer")) for number, (secret, _, _) in enumerate(offers) if not secret]
    w.switch("%offer", nothing, labels)
    for number, label in labels:
        w.place(label)
        _, header, planned = offers[number]
        w.set(digest, _blended(w, _blended(w, w.get(digest), "%offer"), "%chooser"))
        at = 1
        for item, pick in zip(context.program.headers[header].picks, planned.picks, strict=True):
            if not pick.kept:
                _hear(context, w, digest, pick, at)
            at += cells(item)
        w.go(nothing)
    w.place(nothing)
    w.give(w.get(digest))
    return w


def _hear(context: Context, w: Writer, digest: str, pick: PickPlan, at: int) -> None:
    """What joins the digest of one pick."""
    value = w.load("%choice", str(at))
    if pick.sort == "place":
        value = w.call("position", f"i32 {value}")
    if pick.sort not in ("card", "cards"):
        w.set(digest, _blended(w, w.get(digest), value))
        return
    many, first = (value, at + 1) if pick.sort == "cards" else ("1", at)
    w.set(digest, _blended(w, w.get(digest), many))
    tells, table = w.variable(start="1"), context.constant(pick.words)
    with w.counted(many) as (place, _), _card(w, place, first) as card:
        w.set(tells, w.two("and", w.get(tells), _told_apart(context, w, card)))
    with w.when(w.truth(w.get(tells))), w.counted(many) as (place, _):
        card = w.load("%choice", w.two("add", place, str(first)))
        w.set(digest, _blended(w, w.get(digest), w.load(table, w.two("sub", card, str(pick.low)))))


@contextmanager
def _card(w: Writer, place: str, first: int) -> Iterator[str]:
    """One of the picked cards, if it is one."""
    card = w.load("%choice", w.two("add", place, str(first)))
    with w.when(w.test(">=", card, "0")):
        yield card


def _told_apart(context: Context, w: Writer, card: str) -> str:
    """Whether the seat can tell which card this is: out of a hand or a bag only if it sees it there."""
    layout = context.layout
    hands = context.constant(tuple(int(place.shape in ("hand", "bag")) for place in layout.places))
    place = w.load("%S", w.two("add", card, str(layout.zone)))
    who = w.variable(start=w.call("knows", f"i32 {card}"))
    with w.when(w.truth(w.load(hands, place))):
        w.set(who, w.call("sees", f"i32 {place}", f"i32 {card}"))
    return w.two("and", w.two("lshr", w.get(who), "%seat"), "1")


def _of_seat(w: Writer, seat: str) -> str:
    return w.cell("%memory", w.two("add", w.two("mul", seat, str(SEAT)), str(OF_SEATS)))


def _of_player(w: Writer, plan: Plan, seat: str) -> str:
    return w.cell("%information", w.two("mul", seat, str(plan.recalled)))


def _row(w: Writer, plan: Plan, seat: str, place: str) -> str:
    return w.cell(_of_player(w, plan, seat), w.two("add", w.two("mul", place, str(plan.row)), str(RECALL_HEAD)))


def _least(w: Writer, value: str, most: int) -> str:
    return w.op(f"call i32 @llvm.smin.i32(i32 {value}, i32 {most})")


def _blended(w: Writer, name: str, value: str) -> str:
    """A digest to which a number is added (a multiplication by the odd number next to 2**32 over the golden ratio)."""
    mixed = w.two("mul", w.two("xor", name, value), str(0x9E3779B1 - 2**32))
    return w.two("xor", mixed, w.two("lshr", mixed, "15"))


def _clear(w: Writer, at: str, cells: int) -> None:
    w.line(f"call void @llvm.memset.p0.i64(ptr {at}, i8 0, i64 {4 * cells}, i1 false)")
