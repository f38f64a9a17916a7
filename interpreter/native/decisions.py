"""Decisions as LLVM functions: who chooses, from what, and how a choice is stored.

Comes in: decisions.  Goes out: writers.  `headers` says how choices are written.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.layout import BLOCK
from interpreter.native.context import FAULT
from interpreter.native.expressions import Values
from interpreter.native.headers import cells, picks, width
from interpreter.native.scope import Cards, Context
from interpreter.native.statements import Statements
from interpreter.native.text import ADDRESS, NUMBER, Writer
from rulelang.ir.model.program import Decision, OfferDecl


def decision_writers(context: Context, number: int, decision: Decision) -> list[Writer]:
    return [
        _chooser(context, number, decision),
        _choices(context, number, decision),
        _choose(context, number, decision),
    ]


def front_writers(context: Context) -> list[Writer]:
    """The same for the decision at which the state rests."""
    return [
        _front(context, "chooser", (), NUMBER, lambda w: None),
        _front(context, "choices", ((NUMBER, "room"), (ADDRESS, "out")), NUMBER, lambda w: None),
        _front(context, "choose", ((ADDRESS, "choice"),), "void", _go_on),
    ]


def _chooser(context: Context, number: int, decision: Decision) -> Writer:
    w = Writer(f"chooser{number}")
    values = Values(context, w)
    values.rule = decision.rule
    w.give(values.value(decision.player))
    return w


def _choices(context: Context, number: int, decision: Decision) -> Writer:
    """Writes all choices one after the other; a fault if there are as many as there is room for, or none."""
    w = Writer(f"choices{number}", ((NUMBER, "room"), (ADDRESS, "out")))
    values = Values(context, w)
    values.rule = decision.rule
    found = w.variable(start="0")
    for index, offer in enumerate(decision.offers):
        _add(values, index, offer, found)
    if decision.fallback is not None:
        with w.when(w.test("==", w.get(found), "0")):
            _add(values, len(decision.offers), decision.fallback, found)
    many = w.get(found)
    with w.fault_if(w.test("==", many, "0")):
        w.fault(FAULT["nobody"], decision.rule)
    with w.fault_if(w.test(">=", many, "%room")):
        w.fault(FAULT["memory"], decision.rule, many)
    w.give(many)
    return w


def _add(values: Values, index: int, offer: OfferDecl, found: str) -> None:
    w = values.w
    after = w.label("after")
    if offer.condition is not None:
        on = w.label("on")
        values.condition(offer.condition, on, after)
        w.place(on)
    many = w.get(found)
    out = w.cell("%out", w.two("mul", many, str(width(values.context.program))))
    room = w.two("sub", "%room", many)
    more = values.called(f"each{offer.header}", offer.arguments, True, f"i32 {room}", f"ptr {out}", f"i32 {index}")
    w.add_to(found, more)
    w.place(after)


def _choose(context: Context, number: int, decision: Decision) -> Writer:
    """Stores a written choice."""
    w = Writer(f"choose{number}", ((ADDRESS, "choice"),), "void")
    statements = Statements(context, w)
    chosen, after = w.load("%choice", "0"), w.label("after")
    offers = [*decision.offers, *([decision.fallback] if decision.fallback else [])]
    labels = [(index, w.label("offer")) for index in range(len(offers))]
    w.switch(chosen, after, labels)
    for (_, label), offer in zip(labels, offers, strict=True):
        w.place(label)
        at = 1
        for frame, item in zip(offer.into, picks(context.program.headers[offer.header]), strict=False):
            if context.program.frames[frame.slot].capacity:
                cards = Cards(w.cell("%choice", str(at + 1)), w.load("%choice", str(at)))
                statements.hold(frame, cards)
            else:
                statements.assign(frame, w.load("%choice", str(at)))
            at += cells(item)
        w.go(after)
    w.place(after)
    statements.assign(decision.answer, chosen)
    w.give(None)
    return w


def _front(
    context: Context, name: str, given: tuple[tuple[str, str], ...], gives: str, finish: Callable[[Writer], None]
) -> Writer:
    """Calls the function of the decision at which the state rests."""
    w = Writer(name, given, gives)
    block = w.two("sub", "-1", w.load("%S", str(BLOCK)))
    number, nowhere = w.load("@DECISION", block), w.label("nowhere")
    labels = [(index, w.label("decision")) for index in range(len(context.program.decisions))]
    w.switch(number, nowhere, labels)
    for index, label in labels:
        w.place(label)
        arguments = [f"{sort} %{argument}" for sort, argument in given]
        if gives == NUMBER:
            result = w.call(f"{name}{index}", *arguments)
            w.give(result)
        else:
            w.do(f"{name}{index}", *arguments)
            w.check()
            finish(w)
            w.give(None)
    w.place(nowhere)
    w.give("0" if gives == NUMBER else None)
    return w


def _go_on(w: Writer) -> None:
    block = w.two("sub", "-1", w.load("%S", str(BLOCK)))
    w.store("%S", str(BLOCK), w.load("@THEN", block))
