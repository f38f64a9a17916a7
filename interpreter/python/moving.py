"""Statements that move cards, as Python lines.

Comes in: moves, deals, shuffles and swaps.  Goes out: lines.  Where nobody looks on and both places are known, what
happens between them is written out (see `passages`); everything else calls the runtime.
"""

from __future__ import annotations

from typing import assert_never

from interpreter.python.expressions import Values
from interpreter.python.members import plain
from interpreter.python.passages import Passage, Spot, spot
from interpreter.python.texts import INDENT, SUM, bracketed
from rulelang.ir.model.expressions import NONE, Const, Expr, Frame, Held, Items, Local, Source, Zone, ZoneAt
from rulelang.ir.model.statements import Deal, Each, Move, Shuffle, SwapCards, SwapPlaces


class Moving:
    """Writes the lines of one function."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.context = values.context
        self.lines: list[str] = []
        self.depth = 1
        self.sure: set[str] = set()
        """The variables of loops that surely are no card but a real one."""
        self.once: frozenset[str] = frozenset()
        """The variables that are set in one place only."""

    def line(self, text: str) -> None:
        self.lines.append(INDENT * self.depth + text)

    def assign(self, target: Local | Frame, value: str) -> None:
        """``target = value``"""
        self.line(f"{self.values.value(target).text} = {value}")

    def cards(self, node: Move | Deal | Shuffle | SwapPlaces | SwapCards) -> None:
        value, number = self.values.value, self.values.places.number
        match node:
            case Move(card, to, at, rule):
                if at is None:
                    self._move(card, to, rule)
                else:
                    self.line(f"move(S, {value(card).text}, {number(to).text}, {rule}, {value(at).text})")
            case Deal():
                self._deal(node)
            case Shuffle(place, rule):
                self.line(f"shuffle(S, {number(place).text}, {rule})")
            case SwapPlaces(left, right, rule):
                self.line(f"swap_places(S, {number(left).text}, {number(right).text}, {rule})")
            case SwapCards(one, other, rule):
                self.line(f"swap_cards(S, {value(one).text}, {value(other).text}, {rule})")
            case _:
                assert_never(node)

    def _move(self, card: Expr, to: Zone | ZoneAt, rule: int) -> None:
        """To the usual end of a place, from wherever it lies."""
        places, name = self.values.places, self.values.value(card).text
        target = places.number(to).text
        sure = isinstance(card, Local) and card.name in self.sure
        if not sure and not self.context.plain:
            self.line(f"move(S, {name}, {target}, {rule})")
            return
        if not sure:
            if not name.isidentifier():
                self.line(f"card = {name}")
                name = "card"
            self.line(f"if {name} < 0:")
            self.line(f"{INDENT}no_card({rule})")
        place = str(self.context.layout.zone + int(name)) if name.isdigit() else f"{self.context.layout.zone} + {name}"
        self.line(f"ways[S[{place}]][{target}](S, {name}, {rule})")

    def all_moved(self, node: Each, source: Source, to: Zone | ZoneAt, rule: int) -> bool:
        """Writes a loop that does nothing but move the cards of a place to another one; says whether it could."""
        source = plain(source)
        if not self.context.plain or not isinstance(source, Items) or isinstance(source.of, Held):
            return False
        here, there = self._spot(source.of), self._spot(to)
        if here is None or there is None:
            return False
        passage = Passage(self.context.layout, here, there, str(rule))
        lines = None if node.where is not None or node.orders else passage.emptied()
        if lines is None:
            members = self.values.sources.sorted(node.variable, source, node.where, node.orders)
            lines = [f"for card in [*{members}]:", *(INDENT + line for line in passage.moved())]
        for line in lines:
            self.line(line)
        return True

    def _spot(self, zone: Zone | ZoneAt) -> Spot | None:
        """A place as the lines of a passage need it; none if only the running game tells which declaration it has."""
        places, layout = self.values.places, self.context.layout
        if isinstance(zone, ZoneAt) or not all(places.cheap(key) for key in zone.keys):
            return None
        number, size = places.number(zone).text, places.cell(zone).text
        if number.isdigit():
            return spot(layout, int(number))
        declared = self.context.program.zones[zone.zone]
        name = self.values.scope.fresh(declared.name.rpartition(".")[2])
        self.line(f"{name} = {size}")
        owner, first = f"1 << {bracketed(self.values.value(zone.keys[0]), SUM)}", places.first(zone)
        seen = str(first.seen) if first.seen is not None else None
        if declared.seen.who == "owner":
            seen = owner
        elif declared.seen.who == "others":
            seen = f"{(1 << self.context.program.players) - 1} - ({owner})"
        return Spot(first, number, name, seen)

    def _deal(self, node: Deal) -> None:
        """A loop over single cards; what is the same for all of them is reckoned before it."""
        value, number = self.values.value, self.values.places.number
        changing = node.card is not None
        source = self._before("source", number(node.source).text, changing)
        target = self._before("target", number(node.to).text, changing)
        call = f"deals[{source}][{target}](S, {node.rule})"
        if node.at is not None:
            at = self._before("place", value(node.at).text, changing)
            call = f"deal_at(S, {source}, {target}, {node.rule}, {at})"
        same = source == number(node.source).text
        size = self.values.places.size(node.source).text if same else f"size(S, {source})"
        if node.card is not None:
            self.assign(node.card, str(NONE))
        if node.amount == Const(1):
            self._deal_one(node, source, size, call)
            return
        self.line(f"for _ in {self.passes(node.amount, node.rule)}:")
        self.depth += 1
        self._refill(node, source, size)
        self.line(f"if not {size}:")
        self.line(f"{INDENT}{'break' if node.up_to else f'empty({source}, {node.rule})'}")
        self._dealt(node, call)
        self.depth -= 1

    def _deal_one(self, node: Deal, source: str, size: str, call: str) -> None:
        self._refill(node, source, size)
        self.line(f"if {size}:" if node.up_to else f"if not {size}:")
        self.depth += 1
        if node.up_to:
            self._dealt(node, call)
        else:
            self.line(f"empty({source}, {node.rule})")
        self.depth -= 1
        if not node.up_to:
            self._dealt(node, call)

    def _refill(self, node: Deal, source: str, size: str) -> None:
        if node.refill is not None:
            self.line(f"if not {size}:")
            self.line(f"{INDENT}refill(S, {self.values.sources.as_list(node.refill)}, {source}, {node.rule})")

    def _dealt(self, node: Deal, call: str) -> None:
        """One card of a place that is not empty."""
        here, there = (None, None) if node.at is not None or not self.context.plain else self._ends(node)
        if here is not None and there is not None:
            for line in Passage(self.context.layout, here, there, str(node.rule)).dealt():
                self.line(line)
            if node.card is not None:
                self.assign(node.card, "card")
        elif node.card is None:
            self.line(call)
        else:
            self.assign(node.card, call)

    def _ends(self, node: Deal) -> tuple[Spot | None, Spot | None]:
        return self._spot(node.source), self._spot(node.to)

    def _before(self, name: str, text: str, changing: bool) -> str:
        """The text, or a variable that holds its value from now on, if reading it again might give another.

        `changing`: some variable is set meanwhile.
        """
        if text.isdigit() or not (changing or "S" in text or "(" in text):
            return text
        held = self.values.scope.fresh(name)
        self.line(f"{held} = {text}")
        return held

    def passes(self, amount: Expr, rule: int) -> str:
        """What a loop goes through that is done so often."""
        if isinstance(amount, Const) and amount.value >= 0:
            return f"range({amount.value})"
        return f"times({self.values.value(amount).text}, {rule})"
