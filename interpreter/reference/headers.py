"""Headers and decisions as Python functions.

Comes in: headers and decisions.  Goes out: for each header a generator of its choices, and what says which item refuses
given picks; for each decision its chooser, its choices, why something is no choice, and how a choice is stored.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.reference.names import note
from interpreter.reference.statements import INDENT, Lines, parameters
from interpreter.reference.values import Writer
from rulelang.ir.model.expressions import Subsets
from rulelang.ir.model.program import Decision, Header, LetItem, NeedItem, OfferDecl, PickItem

NOT_ON_OFFER, ONLY_IF_NOTHING_ELSE = -2, -3
"""What ``why_not`` gives beside the numbers of items and -1."""


def choices_lines(writer: Writer, number: int, header: Header) -> list[str]:
    """``def choices3(me):`` a generator of tuples of picks"""
    lines = Lines(writer)
    if any(isinstance(item, PickItem) for item in header.items):
        lines.line("gone = 0")
    _choices(lines, header, 0)
    head = f"def choices{number}({parameters(writer, header.parameters)}):"
    return [head, f"{INDENT}# {note(header.name)}", *lines.lines]


def _choices(lines: Lines, header: Header, place: int) -> None:
    """What comes from the item at a place on."""
    writer = lines.writer
    if place == len(header.items):
        picks = [writer.names[item.variable] for item in header.picks]
        lines.line(f"yield ({''.join(f'{pick}, ' for pick in picks).strip()})")
        return
    match item := header.items[place]:
        case NeedItem(condition, reason):
            with lines.under(f"if {writer.truth(condition)}:  # {note(reason)}"):
                _choices(lines, header, place + 1)
        case LetItem(variable, value):
            lines.line(f"{writer.names[variable]} = {writer.argument(value)}")
            _choices(lines, header, place + 1)
        case PickItem():
            _pick(lines, item, lambda: _choices(lines, header, place + 1))


def _pick(lines: Lines, item: PickItem, then: Callable[[], None]) -> None:
    """Goes through the members of a pick: sets count where they come up, all else when it is reached."""
    writer, sets = lines.writer, isinstance(item.source, Subsets)
    name, members = writer.names[item.variable], _each_once(writer, item)
    if not sets:
        lines.line(f"members = {members}")
        lines.line(f"gone = gone_through(gone + len(members), {item.rule})")
        members = "members"
    test = None if item.where is None else writer.truth(item.where)
    if test is not None and item.if_able:
        members, test = f"if_able({members}, lambda {name}: {test})", None
    if item.alike and not item.capacity:
        if test is not None:
            members, test = f"[{name} for {name} in {members} if {test}]", None
        members = f"one_by_look({members})"
    with lines.under(f"for {name} in {members}:"):
        if sets:
            lines.line(f"gone = gone_through(gone + 1, {item.rule})")
        if test is None:
            then()
        else:
            with lines.under(f"if {test}:"):
                then()


def _each_once(writer: Writer, item: PickItem) -> str:
    """The source of a pick, each member once."""
    source = item.source
    if not isinstance(source, Subsets):
        return f"each_once({writer.source(source)})"
    low, high = writer.value(source.low), writer.value(source.high)
    return f"sets(each_once({writer.source(source.source)}), {low}, {high}, {source.alike}, {item.rule})"


def why_lines(writer: Writer, number: int, header: Header) -> list[str]:
    """``def why3(me, picks):`` the number of the first item that refuses, -1 if none does"""
    lines = Lines(writer)
    place = 0
    for index, item in enumerate(header.items):
        match item:
            case NeedItem(condition, reason):
                with lines.under(f"if not {writer.truth(condition)}:  # {note(reason)}"):
                    lines.line(f"return {index}")
            case LetItem(variable, value):
                lines.line(f"{writer.names[variable]} = {writer.argument(value)}")
            case PickItem():
                _why_pick(lines, item, index, place)
                place += 1
    lines.line("return -1")
    given = parameters(writer, header.parameters)
    return [f"def why{number}({given}{', ' if given else ''}picks):", *lines.lines]


def _why_pick(lines: Lines, item: PickItem, index: int, place: int) -> None:
    """Refuses a pick that is not in its source or does not pass."""
    writer, source = lines.writer, item.source
    name = writer.names[item.variable]
    with lines.under(f"if len(picks) <= {place}:"):
        lines.line("return -1")
    lines.line(f"{name} = picks[{place}]")
    if isinstance(source, Subsets):
        bounds = f"{writer.value(source.low)}, {writer.value(source.high)}"
        belongs = f"is_set_of({name}, {writer.source(source.source)}, {bounds})"
    else:
        belongs = f"{name} in {writer.source(source)}"
    with lines.under(f"if not {belongs}:"):
        lines.line(f"return {index}")
    if item.where is not None:
        test = f"not {writer.truth(item.where)}"
        if item.if_able:
            test += f" and any({writer.truth(item.where)} for {name} in {_each_once(writer, item)})"
        with lines.under(f"if {test}:"):
            lines.line(f"return {index}")


# ---------------------------------------------------------------- decisions


def decision_lines(lines: list[Lines], number: int, decision: Decision) -> list[list[str]]:
    """The four functions of a decision; each has lines of its own."""
    chooser, choices, why_not, choose = lines
    player, last = chooser.writer.value(decision.player), chooser.writer.program.players - 1
    chooser.line(f"return within({player}, 0, {last}, {decision.rule})")
    _all_choices(choices, decision)
    _why_not(why_not, decision)
    _choose(choose, decision)
    return [
        [f"def chooser{number}():", *chooser.lines],
        [f"def decision{number}():", f"{INDENT}# {note(decision.name)}", *choices.lines],
        [f"def why_not{number}(offer, picks):", *why_not.lines],
        [f"def choose{number}(offer, picks):", *choose.lines],
    ]


def _all_choices(lines: Lines, decision: Decision) -> None:
    lines.line("found = []")
    for index, offer in enumerate(decision.offers):
        _add(lines, index, offer, decision.rule)
    if decision.fallback is not None:
        with lines.under("if not found:"):
            _add(lines, len(decision.offers), decision.fallback, decision.rule)
    with lines.under("if not found:"):
        lines.line(f"fault('nobody', {decision.rule})")
    lines.line("return found")


def _add(lines: Lines, index: int, offer: OfferDecl, rule: int) -> None:
    call = lines.writer.called(f"choices{offer.header}", offer.arguments)
    test = "True" if offer.condition is None else lines.writer.truth(offer.condition)
    with lines.under(f"if {test}:  # {note(offer.label)}"):
        lines.line(f"add_choices(found, {index}, {call}, {rule})")


def _why_not(lines: Lines, decision: Decision) -> None:
    writer = lines.writer
    for index, offer in enumerate(decision.offers):
        _refuse(lines, index, offer)
    if decision.fallback is not None:
        for offer in decision.offers:
            test = f"any(True for _ in {writer.called(f'choices{offer.header}', offer.arguments)})"
            if offer.condition is not None:
                test = f"{writer.truth(offer.condition)} and {test}"
            with lines.under(f"if {test}:"):
                lines.line(f"return {ONLY_IF_NOTHING_ELSE}")
        _refuse(lines, len(decision.offers), decision.fallback)
    lines.line(f"return {NOT_ON_OFFER}")


def _refuse(lines: Lines, index: int, offer: OfferDecl) -> None:
    with lines.under(f"if offer == {index}:  # {note(offer.label)}"):
        if offer.condition is not None:
            with lines.under(f"if not {lines.writer.truth(offer.condition)}:"):
                lines.line(f"return {NOT_ON_OFFER}")
        lines.line(f"return {lines.writer.called(f'why{offer.header}', offer.arguments, 'picks')}")


def _choose(lines: Lines, decision: Decision) -> None:
    for index, offer in enumerate(decision.all_offers):
        with lines.under(f"if offer == {index}:  # {note(offer.label)}"):
            for place, frame in enumerate(offer.into):
                if lines.writer.program.frames[frame.slot].capacity:
                    lines.hold(frame, f"picks[{place}]")
                else:
                    lines.assign(frame, f"picks[{place}]")
    lines.assign(decision.answer, "offer")
