"""Decisions as LLVM functions: who chooses, from what, and how a choice is stored.

Comes in: decisions.  Goes out: writers.  `headers` says how choices are written.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from interpreter.kernel.written import cells
from interpreter.machine.layout import BLOCK
from interpreter.native.abi import FAULT
from interpreter.native.emit.headers import Choices, Room
from interpreter.native.emit.scope import Cards, Context, Meaning, Number
from interpreter.native.emit.statements import Statements
from interpreter.native.emit.values.expressions import Values
from interpreter.native.emit.writer import ADDRESS, NUMBER, Writer
from rulelang.ir.model.expressions import Expr, Frame
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
    player = values.value(decision.player)
    with w.fault_if(w.test("ugt", player, str(context.program.players - 1))):
        w.fault(FAULT["range"], decision.rule, player)
    w.give(player)
    return w


def _choices(context: Context, number: int, decision: Decision) -> Writer:
    """Writes all choices one after the other; a fault if there are as many as there is room for, or none."""
    w = Writer(f"choices{number}", ((NUMBER, "room"), (ADDRESS, "out")))
    values, fixed = asking(context, w, decision)
    values.loops.begin()
    room = Room(w.variable(start="0"), "%room", w.label("full"), w.variable(ADDRESS, "%out"))
    for index, offer in enumerate(decision.offers):
        _add(values, offer, evolve(room, offer=str(index)), fixed)
    many = w.get(room.found)
    if decision.fallback is not None:
        with w.when(w.test("==", many, "0")):
            _add(values, decision.fallback, evolve(room, offer=str(len(decision.offers))), fixed)
        many = w.get(room.found)
    with w.fault_if(w.test("==", many, "0")):
        w.fault(FAULT["nobody"], decision.rule)
    w.give(many)
    w.place(room.over)
    w.fault(FAULT["choices"], decision.rule)
    return w


def asking(context: Context, w: Writer, decision: Decision) -> tuple[Values, dict[Expr, str]]:
    """What the offers of a decision are asked with: values, and the arguments that are read before anything else."""
    values = Values(context, w)
    values.rule = decision.rule
    fixed = _fixed(values, decision)
    values.remember(set(fixed.values()))
    return values, fixed


def _fixed(values: Values, decision: Decision) -> dict[Expr, str]:
    """The arguments of offers that can be read before anything is asked."""
    offers = decision.all_offers
    given = [argument for offer in offers for argument in offer.arguments if isinstance(argument, Frame)]
    return {argument: values.value(argument) for argument in dict.fromkeys(given) if argument.key is None}


def _add(values: Values, offer: OfferDecl, room: Room, fixed: dict[Expr, str]) -> None:
    w, scope, rule = values.w, values.scope, values.rule
    after = w.label("after")
    if offer.condition is not None:
        on = w.label("on")
        values.condition(offer.condition, on, after)
        w.place(on)
    header = values.context.program.headers[offer.header]
    names: dict[str, Meaning] = {}
    for parameter, argument in zip(header.parameters, offer.arguments, strict=True):
        names[parameter.name] = Number(fixed[argument] if argument in fixed else values.value(argument))
    before, scope.names, values.rule = scope.names, names, 0
    Choices(values, header, room).write()
    scope.names, values.rule = before, rule
    w.place(after)


def _choose(context: Context, number: int, decision: Decision) -> Writer:
    """Stores a written choice."""
    w = Writer(f"choose{number}", ((ADDRESS, "choice"),), "void")
    statements = Statements(context, w)
    chosen, after = w.load("%choice", "0"), w.label("after")
    offers = decision.all_offers
    labels = [(index, w.label("offer")) for index in range(len(offers))]
    w.switch(chosen, after, labels)
    for (_, label), offer in zip(labels, offers, strict=True):
        w.place(label)
        at = 1
        for frame, item in zip(offer.into, context.program.headers[offer.header].picks, strict=False):
            if context.program.frames[frame.slot].capacity:
                cards = Cards(w.cell("%choice", str(at + 1)), w.load("%choice", str(at)))
                statements.hold(frame, cards, all_there=True)
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
