"""Headers and decisions as Python functions.

Comes in: headers and decisions.  Goes out: for each header `can_…`, which yields every tuple of picks, and
`why_…`, which says which item refuses given picks (-1: none); for each decision its chooser, its choices, why
not, and how a choice is stored.
"""

from __future__ import annotations

from interpreter.python.earlier import earlier
from interpreter.python.expressions import Values
from interpreter.python.names import note
from interpreter.python.statements import INDENT, Statements
from interpreter.python.texts import CHOICE, NOT, Context, bracketed
from rulelang.ir.model.expressions import Expr, Items, Joined, Last, Ordered, Source, Subsets
from rulelang.ir.model.expressions import Values as Listed
from rulelang.ir.model.program import Decision, Header, LetItem, NeedItem, OfferDecl, PickItem

NOT_ON_OFFER, ONLY_IF_NOTHING_ELSE = -2, -3
"""What `why_not_…` gives beside the numbers of items and -1."""


def can_lines(context: Context, number: int, header: Header) -> list[str]:
    """``def can_feed(S, me):`` a generator of pick tuples"""
    writer = _Header(Values(context), header)
    for item in earlier(context.program, header.items):
        writer.item(item)
    picks = [writer.values.scope[item.variable] for item in header.items if isinstance(item, PickItem)]
    writer.line(f"yield ({', '.join(picks)}{',' if len(picks) == 1 else ''})")
    return [f"def {context.can[number]}({writer.parameters}):", f"{INDENT}# {note(header.name)}", *writer.lines]


def why_lines(context: Context, number: int, header: Header) -> list[str]:
    """``def why_feed(S, me, picks):`` the number of the first item that refuses, -1 if none does"""
    writer = _Header(Values(context), header)
    place = 0
    for index, item in enumerate(header.items):
        if isinstance(item, PickItem):
            writer.why_pick(item, index, place)
            place += 1
        elif isinstance(item, NeedItem):
            writer.line(f"if not {bracketed(writer.values.truth(item.condition), NOT)}:")
            writer.line(f"{INDENT}return {index}  # {note(item.reason)}")
        else:
            writer.let(item)
    writer.line("return -1")
    return [f"def {context.why[number]}({writer.parameters}, picks):", *writer.lines]


class _Header(Statements):
    """Writes the lines of one header."""

    def __init__(self, values: Values, header: Header) -> None:
        super().__init__(values)
        names = (values.scope[parameter.name] for parameter in header.parameters)
        self.parameters = ", ".join(["S", *names])
        self.inside = False
        """Whether a loop stands around what comes next."""

    def item(self, item: PickItem | LetItem | NeedItem) -> None:
        """One item on the way to a choice."""
        match item:
            case PickItem():
                self._pick(item)
            case LetItem():
                self.let(item)
            case NeedItem(condition, reason):
                self.line(f"if not {bracketed(self.values.truth(condition), NOT)}:  # {note(reason)}")
                self.line(INDENT + ("continue" if self.inside else "return"))

    def let(self, item: LetItem) -> None:
        self.line(f"{self.values.scope[item.variable]} = {self.values.argument(item.value)}")

    def _pick(self, item: PickItem) -> None:
        variable = self.values.scope[item.variable]
        members, where = self.members(item), item.where
        if item.if_able and where is not None:
            name = self.values.scope.fresh(f"{variable}_members")
            self.line(f"{name} = {self._listed(item, members)}")
            test = bracketed(self.values.truth(where), CHOICE + 1)
            self.line(f"{name} = [{variable} for {variable} in {name} if {test}] or {name}")
            members, where = name, None
        if item.alike and not item.capacity:
            if where is not None:
                test = bracketed(self.values.truth(where), CHOICE + 1)
                members = f"[{variable} for {variable} in {members} if {test}]"
            members, where = f"one_of_each(S, {members})", None
        self.line(f"for {variable} in {members}:")
        self.depth += 1
        self.inside = True
        if where is not None:
            self.line(f"if not {bracketed(self.values.truth(where), NOT)}:")
            self.line(f"{INDENT}continue")

    def members(self, item: PickItem) -> str:
        """What a pick goes through, each member once."""
        source = item.source
        if not isinstance(source, Subsets):
            return once(source, self.values.sources.source(source).text)
        bounds = f"{self.values.value(source.low).text}, {self.values.value(source.high).text}"
        cards = once(source.source, self.values.sources.as_list(source.source))
        function = "sets_by_look" if source.alike else "sets"
        state = "S, " if source.alike else ""
        return f"{function}({state}{cards}, {bounds}, {item.rule})"

    def why_pick(self, item: PickItem, index: int, place: int) -> None:
        """Refuses a pick that is not in its source or does not pass."""
        variable = self.values.scope[item.variable]
        self.line(f"if len(picks) <= {place}:")
        self.line(f"{INDENT}return -1")
        self.line(f"{variable} = picks[{place}]")
        source = item.source
        if isinstance(source, Subsets):
            bounds = f"{self.values.value(source.low).text}, {self.values.value(source.high).text}"
            cards = self.values.sources.as_list(source.source)
            self.line(f"if not is_set({variable}, {cards}, {bounds}):")
        else:
            self.line(f"if {variable} not in {bracketed(self.values.sources.source(source), CHOICE + 1)}:")
        self.line(f"{INDENT}return {index}")
        if item.where is not None:
            self._why_where(item, item.where, index)

    def _why_where(self, item: PickItem, where: Expr, index: int) -> None:
        test = f"not {bracketed(self.values.truth(where), NOT)}"
        if item.if_able:
            variable = self.values.scope[item.variable]
            able = bracketed(self.values.truth(where), CHOICE)
            test += f" and any({able} for {variable} in {self.members(item)})"
        self.line(f"if {test}:")
        self.line(f"{INDENT}return {index}")

    def _listed(self, item: PickItem, members: str) -> str:
        return f"[*{members}]" if isinstance(item.source, Subsets) else members


def once(source: Source, text: str) -> str:
    """The same source, gone through without repeating a member, where it may have one twice."""
    return text if distinct(source) else f"tuple(dict.fromkeys({text}))"


def distinct(source: Source) -> bool:
    """Whether a source surely has no member twice."""
    match source:
        case Listed(values):
            return len(values) <= 1
        case Joined(parts):
            zones = [part.of for part in parts if isinstance(part, Items)]
            return len(zones) == len(parts) <= 1
        case Ordered(source=inner) | Last(source=inner):
            return distinct(inner)
        case _:
            return True


def decision_lines(context: Context, number: int, decision: Decision) -> list[list[str]]:
    """The four functions of a decision."""
    return [
        _chooser(context, number, decision),
        _choices(context, number, decision),
        _why_not(context, number, decision),
        _choose(context, number, decision),
    ]


def _chooser(context: Context, number: int, decision: Decision) -> list[str]:
    return [
        f"def {context.chooser[number]}(S):",
        f"{INDENT}return {Values(context).value(decision.player).text}",
    ]


def _choices(context: Context, number: int, decision: Decision) -> list[str]:
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
    call = writer.values.called(writer.context.can[offer.header], offer.arguments)
    adding = f"found += [({index}, picks) for picks in {call}]"
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
        writer.line(f"{INDENT}if not {bracketed(writer.values.truth(offer.condition), NOT)}:")
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
