"""Decisions as Python functions.

Comes in: decisions.  Goes out: for each of them its chooser, its choices, why something is no choice, and how
a choice is stored. What a header allows is left to `headers`.
"""

from __future__ import annotations

from interpreter.python.expressions import Values
from interpreter.python.names import note
from interpreter.python.statements import Statements
from interpreter.python.texts import INDENT, NOT, Context, bracketed, opposite
from rulelang.ir.model.program import Decision, OfferDecl

NOT_ON_OFFER, ONLY_IF_NOTHING_ELSE = -2, -3
"""What `why_not_…` gives beside the numbers of items and -1."""


def decision_lines(context: Context, number: int, decision: Decision) -> list[list[str]]:
    """The four functions of a decision."""
    return [
        _chooser(context, number, decision),
        _lots(context, number, decision),
        _why_not(context, number, decision),
        _choose(context, number, decision),
    ]


def _chooser(context: Context, number: int, decision: Decision) -> list[str]:
    return [
        f"def {context.chooser[number]}(S):",
        f"{INDENT}return {Values(context).value(decision.player).text}",
    ]


def _lots(context: Context, number: int, decision: Decision) -> list[str]:
    writer = Statements(Values(context))
    writer.line("found = []")
    for index, offer in enumerate(decision.offers):
        _add(writer, index, offer)
    if decision.fallback is not None:
        writer.line("if not found:")
        writer.depth += 1
        _add(writer, len(decision.offers), decision.fallback)
        writer.depth -= 1
    writer.line("if not found:")
    writer.line(f"{INDENT}nobody({decision.rule})")
    writer.line("return found")
    return [f"def {context.choices[number]}(S):", f"{INDENT}# {context.rule(decision.rule)}", *writer.lines]


def _add(writer: Statements, index: int, offer: OfferDecl) -> None:
    arguments = "".join(f"{writer.values.argument(argument)}, " for argument in offer.arguments)
    adding = f"{writer.context.lots[offer.header]}(S, {arguments}{index}, found)"
    if offer.condition is not None:
        writer.line(f"if {writer.values.truth(offer.condition).text}:")
        adding = INDENT + adding
    writer.line(f"{adding}  # {note(offer.label)}")


def _why_not(context: Context, number: int, decision: Decision) -> list[str]:
    writer = Statements(Values(context))
    for index, offer in enumerate(decision.offers):
        _refuse(writer, index, offer)
    if decision.fallback is not None:
        for offer in decision.offers:
            call = writer.values.called(context.can[offer.header], offer.arguments)
            test = f"next({call}, None) is not None"
            if offer.condition is not None:
                test = f"{bracketed(writer.values.truth(offer.condition), NOT)} and {test}"
            writer.line(f"if {test}:")
            writer.line(f"{INDENT}return {ONLY_IF_NOTHING_ELSE}")
        _refuse(writer, len(decision.offers), decision.fallback)
    writer.line(f"return {NOT_ON_OFFER}")
    return [f"def {context.why_not[number]}(S, offer, picks):", *writer.lines]


def _refuse(writer: Statements, index: int, offer: OfferDecl) -> None:
    writer.line(f"if offer == {index}:  # {note(offer.label)}")
    if offer.condition is not None:
        writer.line(f"{INDENT}if {opposite(writer.values.truth(offer.condition)).text}:")
        writer.line(f"{INDENT * 2}return {NOT_ON_OFFER}")
    arguments = "".join(f"{writer.values.argument(argument)}, " for argument in offer.arguments)
    writer.line(f"{INDENT}return {writer.context.why[offer.header]}(S, {arguments}picks)")


def _choose(context: Context, number: int, decision: Decision) -> list[str]:
    writer = Statements(Values(context))
    offers = [*decision.offers, *([decision.fallback] if decision.fallback else [])]
    for index, offer in enumerate(offers):
        if not offer.into:
            continue
        writer.line(f"if offer == {index}:  # {note(offer.label)}")
        writer.depth += 1
        for place, frame in enumerate(offer.into):
            if context.program.frames[frame.slot].capacity:
                writer.hold(frame, f"picks[{place}]")
            else:
                writer.assign(frame, f"picks[{place}]")
        writer.depth -= 1
    writer.assign(decision.answer, "offer")
    return [f"def {context.choose[number]}(S, offer, picks):", *writer.lines]
