"""Addresses of counters, variables and places as Python expressions, and what is asked of a place.

Comes in: IR nodes that name something in the state.  Goes out: text that reads it straight from the list.
Where an address would stand twice and its keys are more than a name, a function of the runtime is called
instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from interpreter.layout import Place, instances, strides
from interpreter.python.limits import bounds_of
from interpreter.python.members import parts
from interpreter.python.texts import ATOM, CHOICE, PRODUCT, SUM, Text, bracketed
from rulelang.ir.model.expressions import At, Binary, Const, Expr, Frame, Held, List, Local, Size, Within, Zone, ZoneAt
from rulelang.ir.model.program import Key

if TYPE_CHECKING:
    from interpreter.python.expressions import Values


class Places:
    """Writes addresses for one function of the generated text."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.program = values.context.program
        self.layout = values.context.layout
        self.filled: frozenset[Zone] = frozenset()
        """Places that surely are not empty where the text now stands."""

    # ------------------------------------------------------------ addresses

    def linear(self, start: int, terms: Sequence[tuple[int, Expr]]) -> Text:
        """``start + stride * key + …`` with everything constant put together."""
        words: list[str] = []
        for stride, key in terms:
            if isinstance(key, Const):
                start += stride * key.value
            elif (text := self.values.value(key)).text.isdigit():
                start += stride * int(text.text)
            elif stride == 1:
                words.append(bracketed(text, SUM))
            else:
                words.append(f"{stride} * {bracketed(text, SIGN_OF_PRODUCT)}")
        if start < 0 and words:
            return Text(f"{' + '.join(words)} - {-start}", SUM)
        if start or not words:
            words.insert(0, str(start))
        if len(words) == 1:
            return Text(words[0], ATOM if words[0].isdigit() else PRODUCT if terms[0][0] > 1 else SUM)
        return Text(" + ".join(words), SUM)

    def keyed(self, start: int, keys: tuple[Key, ...], given: tuple[Expr, ...], cells: int = 1) -> Text:
        """The address of the instance with these keys, each instance `cells` apart from the next."""
        apart = [stride * cells for stride in strides(keys)]
        start -= sum(stride * key.low for stride, key in zip(apart, keys, strict=True))
        return self.linear(start, list(zip(apart, given, strict=True)))

    def counter(self, counter: int, keys: tuple[Expr, ...]) -> Text:
        """The cell of a counter."""
        return self.keyed(self.layout.counters[counter], self.program.counters[counter].keys, keys)

    def counter_offset(self, counter: int, keys: tuple[Expr, ...]) -> Text:
        """Which instance of the counter it is."""
        return self.keyed(0, self.program.counters[counter].keys, keys)

    def frame(self, frame: Frame) -> Text:
        """The first cell of a variable that has cells."""
        start = self.layout.frames[frame.slot]
        assert start is not None
        if frame.key is None:
            return Text(str(start))
        capacity = self.program.frames[frame.slot].capacity
        return self.linear(start, [(1 + capacity if capacity else 1, frame.key)])

    def number(self, place: Zone | ZoneAt) -> Text:
        """The number of a zone instance."""
        if isinstance(place, ZoneAt):
            return self.values.value(place.number)
        return self.keyed(self.layout.first_place[place.zone], self.program.zones[place.zone].keys, place.keys)

    def first(self, zone: Zone) -> Place:
        """The first instance of the zone, which has all but the keys in common with the others."""
        return self.layout.places[self.layout.first_place[zone.zone]]

    def cell(self, zone: Zone, beyond: int = 0) -> Text:
        """The cell of the size of a zone instance, or one `beyond` it."""
        first = self.first(zone)
        declared = self.program.zones[zone.zone]
        cells = first.cards - first.size + declared.capacity
        return self.keyed(first.size + beyond, declared.keys, zone.keys, cells)

    # ------------------------------------------------------------ asking a list

    def size(self, of: List) -> Text:
        """How many cards."""
        match of:
            case Zone():
                return Text(f"S[{self.cell(of).text}]")
            case ZoneAt():
                return Text(f"size(S, {self.number(of).text})")
            case Held(variable):
                kept = self.kept(variable)
                return Text(f"len({kept})" if kept else f"S[{self._held_cell(variable)}]")
        assert_never(of)

    def items(self, of: List) -> Text:
        """The cards, as a new list or a tuple that nothing changes."""
        match of:
            case Zone(zone, keys):
                first = self.layout.places[self.layout.first_place[zone]]
                if not all(self.cheap(key) for key in keys):
                    return Text(f"items(S, {self.number(of).text})")
                many = f"S[{self.cell(of).text}]"
                cards = self.cell(of, first.cards - first.size)
                before = self.cell(of, first.cards - first.size - 1)
                if first.shape == "pile":
                    return Text(f"S[{before.text} + {many}:{before.text}:-1]")
                return Text(f"S[{cards.text}:{cards.text} + {many}]")
            case ZoneAt():
                return Text(f"items(S, {self.number(of).text})")
            case Held(variable):
                kept = self.kept(variable)
                if kept:
                    return Text(kept)
                if isinstance(variable, Frame) and variable.key is not None and not self.cheap(variable.key):
                    return Text(f"held(S, {self._held_cell(variable)})")
                cell = self._held_cell(variable)
                after = self._held_cell(variable, 1)
                return Text(f"S[{after}:{after} + S[{cell}]]")
        assert_never(of)

    def first_cell(self, node: At) -> str | None:
        """The cell of a first card, which holds 0 if there is none; none if there is no such cell."""
        of = node.of
        if not isinstance(of, Zone) or node.index != Const(0) or not all(self.cheap(key) for key in of.keys):
            return None
        first = self.first(of)
        return None if first.shape == "pile" else f"S[{self.cell(of, first.cards - first.size).text}]"

    def at(self, node: At) -> Text:
        """The card at an index."""
        of, index = node.of, node.index
        if isinstance(of, Zone) and isinstance(index, Const) and all(self.cheap(key) for key in of.keys):
            first = self.layout.places[self.layout.first_place[of.zone]]
            if not 0 <= index.value < first.capacity:
                return Text("-1")
            many = f"S[{self.cell(of).text}]"
            cards = first.cards - first.size
            if first.shape == "pile":
                card = f"S[{self.cell(of, cards - 1 - index.value).text} + {many}]"
            else:
                card = f"S[{self.cell(of, cards + index.value).text}]"
            if index.value == 0 and of in self.filled:
                return Text(card)
            test = many if index.value == 0 else f"{many} > {index.value}"
            return Text(f"{card} if {test} else -1", CHOICE)
        where = self.values.value(index).text
        if isinstance(of, Held):
            if isinstance(of.variable, Frame) and self.kept(of.variable) is None and self.cheap_at(of.variable, index):
                card = f"S[{self._held_cell(of.variable, 1)} + {bracketed(self.values.value(index), SUM)}]"
                return Text(f"{card} if 0 <= {where} < S[{self._held_cell(of.variable)}] else -1", CHOICE)
            return Text(f"among({self.items(of).text}, {where})")
        return Text(f"at(S, {self.number(of).text}, {where})")

    def indexed(self, of: Zone, index: str) -> str:
        """The card at an index that surely lies inside."""
        first = self.first(of)
        cards = first.cards - first.size
        if first.shape == "pile":
            return f"S[{self.cell(of, cards - 1).text} + S[{self.cell(of).text}] - {index}]"
        return f"S[{self.cell(of, cards).text} + {index}]"

    def kept(self, variable: Local | Frame) -> str | None:
        """The Python variable in which a variable is kept, none if it has cells."""
        if isinstance(variable, Local):
            return self.values.scope[variable.name]
        return self.values.kept.get(variable.slot)

    def _held_cell(self, variable: Local | Frame, beyond: int = 0) -> str:
        assert isinstance(variable, Frame)
        cell = self.frame(variable)
        if cell.text.isdigit():
            return str(int(cell.text) + beyond)
        return f"{cell.text} + {beyond}" if beyond else cell.text

    def cheap_at(self, variable: Frame, index: Expr) -> bool:
        """Whether address and index of a card in a set may as well be read twice."""
        return (variable.key is None or self.cheap(variable.key)) and self.cheap(index)

    def fills(self, condition: Expr) -> frozenset[Zone]:
        """Places that are not empty if a condition holds."""
        found = set()
        for test in parts(condition):
            match test:
                case Binary("!=" | ">", Size(Zone() as zone), Const(0)):
                    found.add(zone)
        return frozenset(found)

    def cheap(self, key: Expr) -> bool:
        """Whether an expression may as well be read twice."""
        match key:
            case Const() | Local():
                return True
            case Within(value, low, high):
                known = bounds_of(self.values, value)
                return known is not None and low <= known[0] and known[1] <= high and self.cheap(value)
            case Frame(key=inner):
                return inner is None or self.cheap(inner)
            case _:
                return False


SIGN_OF_PRODUCT = PRODUCT + 1
__all__ = ["Places", "Size", "instances"]
