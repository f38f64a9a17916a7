"""Headers as Python functions.

Comes in: headers.  Goes out: for each of them `can_…`, which yields its choices one by one for whoever asks only
whether there is any, and `why_…`, which says which item refuses given picks (-1: none).  All choices at once are
left to `lots`.
"""

from __future__ import annotations

from interpreter.lifetimes import nodes
from interpreter.python.earlier import earlier, harmless
from interpreter.python.expressions import Values
from interpreter.python.members import once, unlike
from interpreter.python.names import note
from interpreter.python.statements import Statements
from interpreter.python.texts import CHOICE, INDENT, NOT, Context, Text, bracketed, opposite
from rulelang.ir.model.expressions import Expr, Local, Subsets
from rulelang.ir.model.program import Header, HeadItem, LetItem, NeedItem, PickItem


def can_lines(context: Context, number: int, header: Header) -> list[str]:
    """``def can_feed(S, me):`` a generator of pick tuples"""
    writer = HeaderWriter(Values(context), header)
    for item in earlier(context.program, header.items):
        writer.item(item)
    writer.line(f"yield {writer.picks}")
    return [f"def {context.can[number]}({writer.parameters}):", f"{INDENT}# {note(header.name)}", *writer.lines]


def why_lines(context: Context, number: int, header: Header) -> list[str]:
    """``def why_feed(S, me, picks):`` the number of the first item that refuses, -1 if none does"""
    writer = HeaderWriter(Values(context), header)
    place = 0
    for index, item in enumerate(header.items):
        if isinstance(item, PickItem):
            writer.why_pick(item, index, place)
            place += 1
        elif isinstance(item, NeedItem):
            writer.line(f"if {opposite(writer.values.truth(item.condition)).text}:")
            writer.line(f"{INDENT}return {index}  # {note(item.reason)}")
        else:
            writer.let(item)
    writer.line("return -1")
    return [f"def {context.why[number]}({writer.parameters}, picks):", *writer.lines]


class HeaderWriter(Statements):
    """Writes the lines of one header."""

    def __init__(self, values: Values, header: Header) -> None:
        super().__init__(values)
        self.header = header
        names = (values.scope[parameter.name] for parameter in header.parameters)
        self.parameters = ", ".join(["S", *names])
        picks = [values.scope[item.variable] for item in header.items if isinstance(item, PickItem)]
        self.picks = f"({', '.join(picks)}{',' if len(picks) == 1 else ''})"
        self.made: dict[str, str] = {}
        """What is made before all loops, by the variable of the pick that goes through it."""
        self.inside = False
        """Whether a loop stands around what comes next."""

    def item(self, item: HeadItem) -> None:
        """One item on the way to a choice."""
        match item:
            case PickItem():
                self._pick(item)
            case LetItem():
                self.let(item)
            case NeedItem(condition, reason):
                self.line(f"if {opposite(self.values.truth(condition)).text}:  # {note(reason)}")
                self.line(INDENT + ("continue" if self.inside else "return"))

    def clause(self, item: HeadItem) -> None:
        """The same as a part of a comprehension."""
        match item:
            case PickItem(variable):
                members, test = self.going_through(item)
                self.line(f"for {self.values.scope[variable]} in {members}")
                if test is not None:
                    self.line(f"if {bracketed(test, CHOICE + 1)}")
            case LetItem(variable, value):
                with self.values.as_list():
                    argument = self.values.argument(value)
                self.line(f"for {self.values.scope[variable]} in ({argument},)")
                self.values.lies_in(variable, value)
            case NeedItem(condition, reason):
                test = self.values.truth(condition)
                self.line(f"if {bracketed(test, CHOICE + 1)}  # {note(reason)}")

    def let(self, item: LetItem) -> None:
        self.line(f"{self.values.scope[item.variable]} = {self.values.argument(item.value)}")
        self.values.lies_in(item.variable, item.value)

    def _pick(self, item: PickItem) -> None:
        variable = self.values.scope[item.variable]
        members, test = self.going_through(item)
        self.line(f"for {variable} in {members}:")
        self.depth += 1
        self.inside = True
        if test is not None:
            self.line(f"if {opposite(test).text}:")
            self.line(f"{INDENT}continue")

    def going_through(self, item: PickItem) -> tuple[str, Text | None]:
        """What a pick goes through, and what is still to be asked of each member."""
        variable = self.values.scope[item.variable]
        self.values.goes_through(item.variable, item.source)
        if item.variable in self.made and not isinstance(item.source, Subsets):
            return self.made[item.variable], None
        with self.values.as_list():
            members = self.members(item)
        test = None
        if item.where is not None and (item.if_able or self.by_look(item)):
            with self.values.as_list():
                passes = bracketed(self.values.truth(item.where), CHOICE + 1)
            passing = f"[{variable} for {variable} in {members} if {passes}]"
            members = f"({passing} or {members})" if item.if_able else passing
        elif item.where is not None:
            test = self.values.truth(item.where)
        if self.by_look(item):
            members = f"one_of_each(S, {members})"
        return members, test

    def by_look(self, item: PickItem) -> bool:
        """Whether of cards that look alike only one is to be gone through."""
        return item.alike and not item.capacity and not unlike(self.context.program, item.source)

    def members(self, item: PickItem) -> str:
        """What a pick goes through, each member once."""
        source = item.source
        if not isinstance(source, Subsets):
            return once(source, self.values.sources.source(source).text)
        bounds = f"{self.values.value(source.low).text}, {self.values.value(source.high).text}"
        cards = self.made.get(item.variable) or self.cards_of(item)
        return f"{'sets_by_look' if source.alike else 'sets'}({cards}, {bounds}, {item.rule})"

    def cards_of(self, item: PickItem) -> str:
        """The cards of which sets are taken."""
        source = item.source
        assert isinstance(source, Subsets)
        cards = once(source.source, self.values.sources.as_list(source.source))
        return f"grouped(S, {cards})" if source.alike else cards

    def beforehand(self, items: list[HeadItem]) -> None:
        """Makes before all loops what inner loops would make again and again, if it is the same every
        time."""
        outer = {item.variable for item in items if isinstance(item, PickItem | LetItem)}
        for item in items[1:]:
            if not isinstance(item, PickItem):
                continue
            sets = item.source if isinstance(item.source, Subsets) else None
            parts = (item.source, item.where) if sets is None else (sets.source, None)
            named = {node.name for node in nodes(parts) if isinstance(node, Local)} - {item.variable}
            if named & outer or not harmless(self.context.program, parts) or not (sets or item.alike or item.if_able):
                continue
            self.made[item.variable] = self.make(item)

    def make(self, item: PickItem) -> str:
        """A line that makes what a pick goes through, or the cards of which it takes sets; gives back the name."""
        made = self.cards_of(item) if isinstance(item.source, Subsets) else self._whole(item)
        name = self.values.scope.fresh(f"{item.variable}_source")
        self.line(f"{name} = {made}")
        return name

    def _whole(self, item: PickItem) -> str:
        """Everything that a pick goes through, none of which need be asked any more."""
        members, test = self.going_through(item)
        variable = self.values.scope[item.variable]
        if test is None:
            return members
        return f"[{variable} for {variable} in {members} if {bracketed(test, CHOICE + 1)}]"

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
        self.values.goes_through(item.variable, source)
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
