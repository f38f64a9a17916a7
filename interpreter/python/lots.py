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
from interpreter.python.headers import HeaderWriter
from interpreter.python.members import once
from interpreter.python.names import note
from interpreter.python.passing import Question, asked_beforehand, passing_lines, question_of, yes_text
from interpreter.python.texts import AND, COMPARE, INDENT, Context, Text, bracketed
from rulelang.ir.model.expressions import Const, Expr, Numbers, Subsets
from rulelang.ir.model.program import Header, HeadItem, LetItem, NeedItem, PickItem

MOST_COPIES = 8
"""So often at most the inside of loops over constants is written out."""


def lots_lines(context: Context, number: int, header: Header) -> list[str]:
    """``def lots_feed(S, me, offer, found):``, after what it remembers"""
    writer = Lots(context, number, header)
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


class Lots(HeaderWriter):
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
        self.asked_beforehand = False
        """Whether this is remembered as the set of all who pass."""
        self.chosen: list[str] = []
        """The picks made so far, as they are written."""
        self.before: list[str] = []
        """What stands before the function."""
        self.members_name = "members"

    def picks_of(self, items: list[HeadItem], last: int) -> None:
        """Loops for all picks but the last, and its lots."""
        pick, rest = items[last], items[last + 1 :]
        assert isinstance(pick, PickItem)
        numbers = remembered_by(self.context.program, pick, rest)
        if numbers is not None:
            self.remembered, self.numbers = pick, numbers
            self.before += self._anew(pick, rest)
        self.beforehand(items)
        self._onward(items, last, 1)

    def _onward(self, items: list[HeadItem], last: int, copies: int) -> None:
        """Loops and tests around the lots of the pick at `last`; a loop over a few constants is written out."""
        if last == 0:
            self.lot(items)
            return
        item, depth, rest, filled = items[0], self.depth, items[1:], self.values.places.filled
        match item:
            case PickItem(variable, Numbers(Const(low), Const(high)), where, if_able=False) if (
                variable not in self.passing and 0 < (high - low + 1) * copies <= MOST_COPIES
            ):
                tests = [] if where is None else [NeedItem(where, "", item.rule)]
                for value in range(low, high + 1):
                    self.values.scope.stands_for(variable, str(value))
                    self.chosen.append(str(value))
                    self._onward([*tests, *rest], last - 1 + len(tests), copies * (high - low + 1))
                    self.chosen.pop()
            case PickItem(variable):
                members, test = self.going_through(item)
                self.line(f"for {self.values.scope[variable]} in {members}:")
                self.depth += 1
                self.test(test)
                self.know(item.where)
                self.chosen.append(self.values.scope[variable])
                self.inside, before = True, self.inside
                self._onward(rest, last - 1, copies)
                self.inside = before
                self.chosen.pop()
            case LetItem():
                self.let(item)
                self._onward(rest, last - 1, copies)
            case NeedItem(condition):
                self.test(self.values.truth(condition))
                self.know(condition)
                self._onward(rest, last - 1, copies)
        self.depth, self.values.places.filled = depth, filled

    def know(self, condition: Expr | None) -> None:
        """From here on a condition holds."""
        if condition is not None:
            self.values.places.filled |= self.values.places.fills(condition)

    def test(self, test: Text | None) -> None:
        if test is not None:
            self.line(f"if {test.text}:")
            self.depth += 1

    def lot(self, items: list[HeadItem]) -> None:
        """Adds the lot of the last pick, which comes first here."""
        cards = self.last_pick(items)
        self.line("if members:")
        self.line(f"{INDENT}found.append((offer, {self.before_last()}, members, {cards}))")

    def last_pick(self, items: list[HeadItem]) -> str:
        """``members = …``; gives back the cards of which the members are patterns, or None."""
        pick = items[0]
        assert isinstance(pick, PickItem)
        if pick is self.remembered:
            return self._remembered(pick)
        self._members(pick, items[1:])
        return "None"

    def before_last(self) -> str:
        """The picks made so far."""
        return f"({''.join(f'{name}, ' for name in self.chosen).rstrip()})"

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
        self.asked_beforehand = asked_beforehand(self.values, item) is not None

    def going_through(self, item: PickItem) -> tuple[str, Text | None]:
        if item.variable in self.passing:
            self.values.goes_through(item.variable, item.source)
            name = self.values.scope[item.variable]
            return self.members(item), Text(
                f"{name} in passing" if self.asked_beforehand else f"passing[{name}]", COMPARE
            )
        return super().going_through(item)

    def cards_of(self, item: PickItem) -> str:
        """What is remembered asks for the cards as they come."""
        if item is not self.remembered or not isinstance(item.source, Subsets):
            return super().cards_of(item)
        return once(item.source.source, self.values.sources.as_list(item.source.source))

    def make(self, item: PickItem) -> str:
        """The same, and what is known of cards that look like these."""
        name = super().make(item)
        if item is self.remembered:
            self.line(f"known = {self.sets_memory}.of({name})")
        return name

    def _members(self, pick: PickItem, rest: Sequence[HeadItem]) -> None:
        """``members = […]``: what the last pick may be"""
        if pick.variable in self.passing and self.asked_beforehand and not rest:
            self.line(f"{self.members_name} = [*filter(passing.__contains__, {self.members(pick)})]")
            return
        self.line(f"{self.members_name} = [")
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
        bounds = [values.value(bound).text for bound in _bounds(source)]
        for name, bound in zip(("low", "high"), bounds, strict=False):
            self.line(f"{name} = {bound}")
        given = ", ".join([*("low", "high")[: len(bounds)], *(values.scope[each] for each in self.numbers)])
        self.line(f"{self.members_name} = known.get(({given}))")
        self.line(f"if {self.members_name} is None:")
        self.line(f"{INDENT}{self.members_name} = {self.sets}(S, {cards}, known, {given})")
        return cards

    def _anew(self, pick: PickItem, rest: Sequence[HeadItem]) -> list[str]:
        """The function that finds out what is not remembered yet."""
        values = Values(self.context)
        variable = values.scope[pick.variable]
        assert isinstance(pick.source, Subsets)
        bounds = ("low", "high")[: len(_bounds(pick.source))]
        names = ", ".join([*bounds, *(values.scope[each] for each in self.numbers)])
        asked = [] if pick.where is None else [pick.where]
        asked += [item.condition for item in rest if isinstance(item, NeedItem)]
        tests = "".join(f" if {bracketed(values.truth(each), AND + 1)}" for each in asked)
        return [
            f"{self.sets_memory} = memory({pick.capacity})",
            "",
            "",
            f"def {self.sets}(S, cards, known, {names}):",
            f"{INDENT}members = sets_by_look(grouped(S, cards), low, {bounds[-1]}, {pick.rule})",
            f"{INDENT}members = patterns([{variable} for {variable} in members{tests}])",
            f"{INDENT}return {self.sets_memory}.keep(known, ({names}), members)",
            "",
            "",
        ]


def _bounds(source: Subsets) -> tuple[Expr, ...]:
    """How many cards at least and at most, once if that is the same."""
    return (source.low,) if source.low == source.high else (source.low, source.high)
