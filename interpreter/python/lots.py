"""The choices of headers in lots, as Python functions.

Comes in: headers.  Goes out: for each of them ``lots_…``, which adds its choices to a list, those that differ only in
the last pick as one lot (see `looks`).  Where the last pick is a set that may be judged by its looks (see `alike`), a
function ``…_anew`` finds out what passes, and it is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.python.alike import remembered_by
from interpreter.python.earlier import earlier
from interpreter.python.expressions import Values
from interpreter.python.headers import HeaderWriter, once
from interpreter.python.names import note
from interpreter.python.passing import Question, passing_lines, question_of, yes_text
from interpreter.python.statements import INDENT
from interpreter.python.texts import AND, COMPARE, Context, Text, bracketed
from rulelang.ir.model.expressions import Subsets
from rulelang.ir.model.program import Header, HeadItem, LetItem, NeedItem, PickItem


def lots_lines(context: Context, number: int, header: Header) -> list[str]:
    """``def lots_feed(S, me, offer, found):``, after what it remembers"""
    writer = _Lots(context, number, header)
    items = earlier(context.program, header.items)
    picks = [place for place, item in enumerate(items) if isinstance(item, PickItem)]
    for item in items[: picks[0] if picks else len(items)]:
        writer.item(item)
    if picks:
        writer.picks_of(items[picks[0] :], picks[-1] - picks[0])
    else:
        writer.line("found.append((offer, (), ALONE, ALONE))")
    head = f"def {writer.name}({writer.parameters}, offer, found):"
    return [*writer.before, head, f"{INDENT}# {note(header.name)}", *writer.lines]


class _Lots(HeaderWriter):
    """Writes the lots of one header."""

    def __init__(self, context: Context, number: int, header: Header) -> None:
        super().__init__(Values(context), header)
        self.name = context.lots[number]
        self.sets, self.sets_memory = context.sets[number], context.sets_memory[number]
        self.asking, self.memory = context.passing[number], context.passing_memory[number]
        self.remembered: PickItem | None = None
        """The last pick, if it is remembered what passes."""
        self.numbers: list[str] = []
        """The variables besides the looks on which that depends."""
        self.passing: set[str] = set()
        """The variable of the pick for which it is remembered who passes."""
        self.before: list[str] = []
        """What stands before the function."""

    def picks_of(self, items: list[HeadItem], last: int) -> None:
        """Loops for all picks but the last, and its lots."""
        pick, rest = items[last], items[last + 1 :]
        assert isinstance(pick, PickItem)
        numbers = remembered_by(self.context.program, pick, rest)
        if numbers is not None:
            self.remembered, self.numbers = pick, numbers
        self.beforehand(items)
        for item in items[:last]:
            self.item(item)
        before = "".join(f"{self.values.scope[item.variable]}, " for item in items[:last] if isinstance(item, PickItem))
        cards = "None"
        if numbers is None:
            self._members(pick, rest)
        else:
            cards = self._remembered(pick)
            self.before += self._anew(pick, rest)
        self.line("if members:")
        self.line(f"{INDENT}found.append((offer, ({before.rstrip()}), members, {cards}))")

    def beforehand(self, items: list[HeadItem]) -> None:
        """Also who passes picks of which that is remembered."""
        outer = {item.variable for item in items if isinstance(item, PickItem | LetItem)}
        for item in items:
            if isinstance(item, PickItem) and not item.if_able and not item.alike:
                question = question_of(self.context.program, item)
                if question is not None and not self.passing and not question.named & outer:
                    self._question(item, question)
        super().beforehand(items)

    def _question(self, item: PickItem, question: Question) -> None:
        """``passing = …``: who passes"""
        scope = self.values.scope
        given = ", ".join(["yes", *(scope[each] for each in question.numbers)])
        self.line(f"yes = {yes_text(self.context, self.values, question)}")
        self.line(f"passing = {self.memory}.get(({given}))")
        self.line("if passing is None:")
        self.line(f"{INDENT}passing = {self.asking}({given})")
        self.before += passing_lines(self.context, self.asking, self.memory, question, item)
        self.passing = {item.variable}

    def going_through(self, item: PickItem) -> tuple[str, Text | None]:
        if item.variable in self.passing:
            return self.members(item), Text(f"{self.values.scope[item.variable]} in passing", COMPARE)
        return super().going_through(item)

    def cards_of(self, item: PickItem) -> str:
        """What is remembered asks for the cards as they come."""
        if item is not self.remembered or not isinstance(item.source, Subsets):
            return super().cards_of(item)
        return once(item.source.source, self.values.sources.as_list(item.source.source))

    def make(self, item: PickItem) -> str:
        """The same, and the shape of the cards if that is what counts."""
        name = super().make(item)
        if item is self.remembered:
            self.line(f"shape = {self.sets_memory}.shape({name})")
        return name

    def _members(self, pick: PickItem, rest: Sequence[HeadItem]) -> None:
        """``members = […]``: what the last pick may be"""
        self.line("members = [")
        self.depth += 1
        self.line(self.values.scope[pick.variable])
        for item in (pick, *rest):
            self.clause(item)
        self.depth -= 1
        self.line("]")

    def _remembered(self, pick: PickItem) -> str:
        """``members = …`` from what is remembered; gives back the name of the cards."""
        source, values = pick.source, self.values
        assert isinstance(source, Subsets)
        cards = self.made.get(pick.variable) or self.make(pick)
        self.line(f"low = {values.value(source.low).text}")
        self.line(f"high = {'low' if source.high == source.low else values.value(source.high).text}")
        given = ", ".join(["low", "high", *(values.scope[each] for each in self.numbers)])
        self.line(f"members = {self.sets_memory}.get((shape, {given}))")
        self.line("if members is None:")
        self.line(f"{INDENT}members = {self.sets}(S, {cards}, shape, {given})")
        return cards

    def _anew(self, pick: PickItem, rest: Sequence[HeadItem]) -> list[str]:
        """The function that finds out what is not remembered yet."""
        values = Values(self.context)
        variable = values.scope[pick.variable]
        names = ", ".join(["low", "high", *(values.scope[each] for each in self.numbers)])
        asked = [] if pick.where is None else [pick.where]
        asked += [item.condition for item in rest if isinstance(item, NeedItem)]
        tests = "".join(f" if {bracketed(values.truth(each), AND + 1)}" for each in asked)
        return [
            f"{self.sets_memory} = memory({pick.capacity})",
            "",
            "",
            f"def {self.sets}(S, cards, shape, {names}):",
            f"{INDENT}members = sets_by_look(grouped(S, cards), low, high, {pick.rule})",
            f"{INDENT}members = patterns(S, cards, [{variable} for {variable} in members{tests}])",
            f"{INDENT}return {self.sets_memory}.keep((shape, {names}), members)",
            "",
            "",
        ]
