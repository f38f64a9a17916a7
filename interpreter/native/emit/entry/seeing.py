"""What a player sees, written as numbers, as LLVM functions.

Comes in: a program and a `Plan`.  Goes out: writers.  It is the way of looking of `interpreter.views`: a card that the
place shows to the player or that the player knows counts as what it is, any other as a card that is not known, with its
back if that is seen; counters and facts only for those who may know them.
"""

from __future__ import annotations

from interpreter.kernel.constants import asks
from interpreter.native.emit.scope import Context
from interpreter.native.emit.writer import ADDRESS, NUMBER, Writer
from interpreter.native.plan import CounterPlan, PlacePlan, Plan
from rulelang.ir.model.expressions import NO_NUMBER


def seeing_writers(context: Context, plan: Plan) -> list[Writer]:
    """``see(seat, beside, numbers)``, ``see_table(seat, numbers)``, and what they need."""
    kinds: dict[tuple[object, ...], str] = {}
    for place in plan.places:
        kinds.setdefault(_kind(place), f"see_cards{len(kinds)}")
    writers = [_see_cards(context, plan, name, kind) for kind, name in kinds.items()]
    extras = [_see_more(context, plan)] if _has_more(plan) else []
    return [*extras, *writers, _see_counters(context, plan), _see_table(context, plan, kinds), _see(context, plan)]


def _kind(place: PlacePlan) -> tuple[object, ...]:
    return place.width, place.looks, place.many, place.apart


def _has_more(plan: Plan) -> bool:
    """Whether cards have marks or facts."""
    return any(plan.marks) or any(plan.facts)


def _see(context: Context, plan: Plan) -> Writer:
    """``see(seat, beside, numbers)``: all that the chooser sees, into a buffer of zeros."""
    w = Writer("see", ((NUMBER, "seat"), (ADDRESS, "beside"), (ADDRESS, "numbers")), "void")
    _set(w, "%numbers", w.two("add", "%seat", str(plan.viewer)), "1.0")
    _set(w, "%numbers", w.two("add", "%seat", str(plan.chooser)), "1.0")
    columns = context.constant(tuple(column for column, _, _ in plan.decisions))
    decision = w.load("@DECISION", w.two("sub", "-1", w.load("%S", "0")))
    _set(w, "%numbers", w.two("add", w.load(columns, decision), str(plan.decision)), "1.0")
    w.do("see_table", "i32 %seat", "ptr %numbers")
    with w.counted(w.load("%beside", "2")) as (said, _):
        word = w.load("%beside", w.two("add", said, "3"))
        _add(w, "%numbers", w.two("add", word, str(plan.said)), "1.0")
    w.give(None)
    return w


def _see_table(context: Context, plan: Plan, kinds: dict[tuple[object, ...], str]) -> Writer:
    """``see_table(seat, numbers)``: what lies there for a seat, and its counters, into a buffer of zeros."""
    w = Writer("see_table", ((NUMBER, "seat"), (ADDRESS, "numbers")), "void")
    asked = asks(context.layout)
    for number, (place, at) in enumerate(zip(plan.places, context.layout.places, strict=True)):
        row = w.op(f"getelementptr float, ptr %numbers, i32 {place.start}")
        seen = "-1" if asked[number] else str(at.seen or 0)
        name, size = kinds[_kind(place)], w.load("%S", str(at.size))
        given = [f"i32 {number}", f"i32 {seen}", "i32 %seat", f"i32 {place.backs if at.shape != 'pile' else 0}"]
        first = w.cell("%S", str(at.cards))
        if at.shape == "pile" and (place.second or place.backs):
            size = _see_top(w, name, place, str(at.size), first, size, row, given)
        w.do(name, f"ptr {first}", f"i32 {size}", f"ptr {row}", *given)
    w.do("see_counters", "i32 %seat", "ptr %numbers")
    w.give(None)
    return w


def _see_top(w: Writer, name: str, place: PlacePlan, at: str, first: str, size: str, row: str, given: list[str]) -> str:
    """The top card of a pile, if the top has an order: it alone shows its back, and may have a row of its own.  Gives
    how many cards are left.
    """
    low, loose = w.load("%S", w.two("add", at, "1")), w.load("%S", w.two("add", at, "2"))
    ordered = w.op(f"or i1 {w.test('==', loose, '0')}, {w.test('>', size, w.two('add', low, loose))}")
    there = w.op(f"and i1 {ordered}, {w.test('>', size, '0')}")
    with w.when(there):
        top = w.cell(first, w.two("sub", size, "1"))
        rows = [row, w.op(f"getelementptr float, ptr {row}, i32 {place.width}")][: 1 + place.second]
        for own in rows:
            w.do(name, f"ptr {top}", "i32 1", f"ptr {own}", *given[:-1], f"i32 {place.backs}")
    return w.two("sub", size, w.flag(there))


def _see_cards(context: Context, plan: Plan, name: str, kind: tuple[object, ...]) -> Writer:
    """``see_cards2(cards, size, row, place, seen, seat, backs)``: the cards of a place, `seen` by these; -1 where it
    must be asked.
    """
    line, looks, many, apart = kind
    assert isinstance(looks, tuple)
    given = (
        (ADDRESS, "cards"), (NUMBER, "size"), (ADDRESS, "row"), (NUMBER, "place"), (NUMBER, "seen"), (NUMBER, "seat"),
        (NUMBER, "backs"),
    )  # fmt: skip
    w = Writer(name, given, "void")
    table, unknown = context.constant(looks), w.variable(start="0")

    def more(card: str, row: str) -> None:
        if _has_more(plan):
            w.do("see_more", f"i32 {card}", "i32 %seat", f"ptr {w.op(f'getelementptr float, ptr {row}, i32 {many}')}")

    def of(index: str) -> tuple[str, str]:
        card = w.load("%cards", index)
        own = w.op(f"getelementptr float, ptr %row, i32 {w.two('mul', index, str(line))}") if apart else "%row"
        return card, own

    open_here = w.truth(w.two("and", w.two("lshr", "%seen", "%seat"), "1"))
    with w.when(w.op(f"and i1 {w.test('>=', '%seen', '0')}, {open_here}")):
        with w.counted("%size") as (index, _):
            card, row = of(index)
            _add(w, row, w.load(table, card), "1.0")
            more(card, row)
        w.give(None)
    with w.counted("%size") as (index, _):
        card, row = of(index)
        known, hidden, after = (w.label(hint) for hint in ("known", "hidden", "after"))
        w.branch(_sees(context, w, card), known, hidden)
        w.place(known)
        _add(w, row, w.load(table, card), "1.0")
        w.go(after)
        w.place(hidden)
        if apart:
            _add(w, row, str(many), "1.0")
        else:
            w.add_to(unknown)
        if any(plan.backs):
            _back(context, plan, w, card, row, str(many))
        w.go(after)
        w.place(after)
        more(card, row)
    _add(w, "%row", str(many), w.op(f"sitofp i32 {w.get(unknown)} to float"))
    w.give(None)
    return w


def _sees(context: Context, w: Writer, card: str) -> str:
    """Whether the seat sees or knows a card."""
    seen, ask, on = w.variable(start="%seen"), w.label("ask"), w.label("on")
    w.branch_rarely(w.test("<", "%seen", "0"), ask, on)
    w.place(ask)
    w.set(seen, w.call("asked", "i32 %place", f"i32 {card}"))
    w.go(on)
    w.place(on)
    knows = w.two("or", w.get(seen), w.load("%S", w.two("add", card, str(context.layout.known))))
    return w.truth(w.two("and", w.two("lshr", knows, "%seat"), "1"))


def _back(context: Context, plan: Plan, w: Writer, card: str, row: str, many: str) -> None:
    back = w.load(context.constant(plan.backs), card)
    sees = w.truth(w.two("and", w.two("lshr", "%backs", "%seat"), "1"))
    with w.when(w.op(f"and i1 {sees}, {w.test('>', back, '0')}")):
        _add(w, row, w.two("add", back, many), "1.0")


def _see_more(context: Context, plan: Plan) -> Writer:
    """``see_more(card, seat, row)``: the marks and facts of a card, in the columns behind the one for not known."""
    w = Writer("see_more", ((NUMBER, "card"), (NUMBER, "seat"), (ADDRESS, "row")), "void")
    after = w.label("after")
    labels = [
        (card, w.label("card"))
        for card, (marks, facts) in enumerate(zip(plan.marks, plan.facts, strict=True))
        if marks or facts
    ]
    w.switch("%card", after, labels)
    for card, label in labels:
        w.place(label)
        for mark in plan.marks[card]:
            value = w.load("%S", str(mark.cell))
            away = w.test("!=", value, str(mark.initial))
            with w.when(w.op(f"and i1 {away}, {_may(w, mark.seen, mark.told)}")):
                if mark.numbers:
                    value = w.load(context.constant(mark.numbers), w.two("sub", value, str(mark.low)))
                else:
                    value = w.op(f"select i1 {w.test('==', value, str(NO_NUMBER))}, i32 0, i32 {value}")
                _add(w, "%row", str(mark.column), w.op(f"sitofp i32 {value} to float"))
        for cell, column, holds in plan.facts[card]:
            with w.when(_may(w, 0, cell)):
                _add(w, "%row", str(column), "1.0" if holds else "-1.0")
        w.go(after)
    w.place(after)
    w.give(None)
    return w


def _see_counters(context: Context, plan: Plan) -> Writer:
    """``see_counters(seat, numbers)``: the counters that belong to no card."""
    w = Writer("see_counters", ((NUMBER, "seat"), (ADDRESS, "numbers")), "void")
    for counter in plan.counters:
        with w.when(_may(w, counter.seen, counter.told)):
            _counter(context, plan, w, counter)
    w.give(None)
    return w


def _counter(context: Context, plan: Plan, w: Writer, counter: CounterPlan) -> None:
    value, start = w.load("%S", str(counter.cell)), counter.start
    if counter.sort == "number":
        _set(w, "%numbers", str(start), "1.0")
        there = w.op(f"select i1 {w.test('==', value, str(NO_NUMBER))}, i32 0, i32 {value}")
        _set(w, "%numbers", str(start + 1), w.op(f"sitofp i32 {there} to float"))
    elif counter.sort == "words":
        column = w.load(context.constant(counter.columns), w.two("sub", value, str(counter.low)))
        with w.when(w.test(">=", column, "0")):
            _set(w, "%numbers", w.two("add", column, str(start)), "1.0")
    else:
        none, card, after = (w.label(hint) for hint in ("none", "card", "after"))
        w.branch(w.test("<", value, "0"), none, card)
        w.place(none)
        _set(w, "%numbers", str(start + counter.columns[-1]), "1.0")
        w.go(after)
        w.place(card)
        knows = w.call("knows", f"i32 {value}")
        with w.when(w.truth(w.two("and", w.two("lshr", knows, "%seat"), "1"))):
            column = w.load(context.constant(counter.columns), value)
            _set(w, "%numbers", w.two("add", column, str(start)), "1.0")
        w.go(after)
        w.place(after)


def _may(w: Writer, seen: int, told: int) -> str:
    """Whether the seat is among those who see something, or is among those of a cell."""
    bits = str(seen) if told < 0 else w.two("or", w.load("%S", str(told)), str(seen))
    return w.truth(w.two("and", w.two("lshr", bits, "%seat"), "1"))


def _set(w: Writer, base: str, index: str, value: str) -> None:
    w.line(f"store float {value}, ptr {w.op(f'getelementptr float, ptr {base}, i32 {index}')}")


def _add(w: Writer, base: str, index: str, value: str) -> None:
    at = w.op(f"getelementptr float, ptr {base}, i32 {index}")
    before = w.op(f"load float, ptr {at}")
    w.line(f"store float {w.op(f'fadd float {before}, {value}')}, ptr {at}")
