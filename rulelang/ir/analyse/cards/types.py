"""Of which types the cards are that a value may name.

Comes in: a program.  Goes out: for an expression or a source a set of numbers of types, empty for what is no card.
What flows from places into variables is followed until nothing new comes up; a number that a loop counts is a card
where it is used as one (`card_variables`).  `where` says in what a node stands: ``function 3``, ``block 0``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from rulelang.ir.analyse.cards.variables import CARD, Links, linked
from rulelang.ir.model import expressions as ir
from rulelang.ir.model import statements as st
from rulelang.ir.model.program import LetItem, OfferDecl, Parameter, PickItem, Program
from rulelang.ir.walk import nodes

Types = frozenset[int]
NO_CARD: Types = frozenset()


def parts(program: Program) -> Iterator[tuple[str, object]]:
    """Everything that is read or carried out, with what it is called."""
    for word, pieces in (
        ("function", program.functions), ("procedure", program.procedures), ("header", program.headers),
        ("block", program.blocks),
    ):  # fmt: skip
        for number, piece in enumerate(pieces):
            yield f"{word} {number}", piece
    yield "decision", program.decisions


class Cards:
    """What is known of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.every: Types = frozenset(range(len(program.types)))
        self._links: Links = linked(program)
        self._known: dict[Hashable, Types] = {}
        self._changed = True
        while self._changed:
            self._changed = False
            for where, piece in parts(program):
                for node in nodes(piece):
                    self._flows(where, node)
            for number, function in enumerate(program.functions):
                self._add(("function", number), self.of(f"function {number}", function.value))

    def of(self, where: str, node: object) -> Types:
        """The types of the card that an expression names."""
        match node:
            case ir.Local() | ir.Frame():
                return self._known.get(_name(where, node), NO_CARD)
            case ir.Cond(_, then, otherwise):
                return self.of(where, then) | self.of(where, otherwise)
            case ir.Within(value):
                return self.of(where, value)
            case ir.First(variable):
                return self._known.get((where, variable), NO_CARD)
            case ir.Call(number):
                return self._known.get(("function", number), NO_CARD)
            case ir.At(of):
                return self.lying(where, of)
        return NO_CARD

    def members(self, where: str, source: ir.Source, variable: Hashable = None) -> Types:
        """The types of the cards of a source; `variable` goes through it."""
        match source:
            case ir.Items(of):
                return self.lying(where, of)
            case ir.Values(values):
                return NO_CARD.union(*(self.of(where, value) for value in values))
            case ir.Joined(joined):
                return NO_CARD.union(*(self.members(where, part, variable) for part in joined))
            case ir.Ordered(named, inner, passing):
                found = self.members(where, inner, (where, named))
                return frozenset(kind for kind in found if passing is None or self._pass(kind, named, passing))
            case ir.Last(inner) | ir.Subsets(inner):
                return self.members(where, inner, variable)
            case ir.Numbers(low, high) if self._links.find(variable) == self._links.find(CARD):
                return self._between(low, high)
        return NO_CARD

    def lying(self, where: str, of: ir.List) -> Types:
        """The types of the cards of a list."""
        match of:
            case ir.Zone(zone):
                return frozenset(self.program.zones[zone].types) if zone else self.every
            case ir.Held(variable):
                return self.of(where, variable)
        return self.every

    # ---------------------------------------------------------------- pieces

    def _between(self, low: ir.Expr, high: ir.Expr) -> Types:
        if not isinstance(low, ir.Const) or not isinstance(high, ir.Const):
            return self.every
        return frozenset(
            number
            for number, kind in enumerate(self.program.types)
            if low.value < kind.first + kind.count and kind.first <= high.value
        )

    def _pass(self, kind: int, variable: str, condition: ir.Expr) -> bool:
        """Whether cards of a type may meet a condition that compares their numbers."""
        cards = self.program.types[kind]
        match condition:
            case ir.Binary("and", left, right):
                return self._pass(kind, variable, left) and self._pass(kind, variable, right)
            case ir.Binary(">=", ir.Local(name), ir.Const(low)) if name == variable:
                return cards.first + cards.count > low
            case ir.Binary("<=", ir.Local(name), ir.Const(high)) if name == variable:
                return cards.first <= high
        return True

    def _add(self, name: Hashable, types: Types) -> None:
        before = self._known.get(name, NO_CARD)
        if not types <= before:
            self._known[name] = before | types
            self._changed = True

    def _flows(self, where: str, node: object) -> None:
        program = self.program
        match node:
            case st.Assign(target, value):
                self._add(_name(where, target), self.of(where, value))
            case st.Hold(target, source):
                self._add(_name(where, target), self.members(where, source))
            case st.Random(target, variable, source):
                found = self.members(where, source, (where, variable))
                self._add((where, variable), found)
                self._add(_name(where, target), found)
            case st.Deal(source=place, card=target) if target is not None:
                self._add(_name(where, target), self.lying(where, place))
            case (
                st.Each(variable, source) | ir.Fold(_, variable, source) | ir.First(variable, source)
                | ir.Ordered(variable, source) | PickItem(variable, source)
            ):  # fmt: skip
                self._add((where, variable), self.members(where, source, (where, variable)))
            case LetItem(variable, value):
                self._add((where, variable), self._given(where, value))
            case ir.Call(number, arguments):
                self._hand_over(where, f"function {number}", program.functions[number].parameters, arguments)
            case st.Perform(number, arguments):
                self._hand_over(where, f"procedure {number}", program.procedures[number].parameters, arguments)
            case ir.Offered(number, arguments):
                self._hand_over(where, f"header {number}", program.headers[number].parameters, arguments)
            case OfferDecl():
                self._offer(where, node)

    def _given(self, where: str, value: object) -> Types:
        return self.members(where, value) if isinstance(value, ir.Source) else self.of(where, value)

    def _hand_over(
        self, where: str, to: str, parameters: tuple[Parameter, ...], arguments: tuple[ir.Expr | ir.Source, ...]
    ) -> None:
        for parameter, argument in zip(parameters, arguments, strict=True):
            self._add((to, parameter.name), self._given(where, argument))

    def _offer(self, where: str, offer: OfferDecl) -> None:
        header, name = self.program.headers[offer.header], f"header {offer.header}"
        self._hand_over(where, name, header.parameters, offer.arguments)
        for item, frame in zip(header.picks, offer.into, strict=True):
            self._add(frame.slot, self._known.get((name, item.variable), NO_CARD))


def _name(where: str, variable: ir.Local | ir.Frame) -> Hashable:
    return variable.slot if isinstance(variable, ir.Frame) else (where, variable.name)
