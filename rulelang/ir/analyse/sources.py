"""From which place a card that a variable names was most likely taken.

Comes in: a program.  Goes out: for a card that is moved a place, named by what has a value there.  Everything that a
variable is ever given is followed back; where all that is known of it is one place, that is the answer.  It is a guess:
the card may have moved on, and what keys stand for may have changed.  So it may only say where to look first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from rulelang.ir.analyse.cards.types import parts
from rulelang.ir.model import expressions as ir
from rulelang.ir.model import statements as st
from rulelang.ir.model.program import OfferDecl, Parameter, PickItem, Program
from rulelang.ir.walk import mapped, nodes

Found: TypeAlias = ir.Zone | None
SEAT = ir.Local("seat")
"""Stands for the seat of a variable that each seat has for itself."""


class Origins:
    """What is known of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._given: dict[Hashable, list[Callable[[], Found]]] = {}
        self._asked: set[Hashable] = set()
        for where, piece in parts(program):
            for node in nodes(piece):
                self._gives(where, node)

    def of(self, where: str, card: ir.Expr, bound: Collection[str]) -> Found:
        """The place of a card that is moved in a procedure or block; `bound`: variables that surely are set."""
        found = self._value(where, card)
        if found is None or not all(map(_no_fault, nodes(found.keys))):
            return None
        return found if {node.name for node in nodes(found) if isinstance(node, ir.Local)} <= {*bound} else None

    # ---------------------------------------------------------------- going back

    def _value(self, where: str, node: ir.Expr) -> Found:
        match node:
            case ir.Local(name):
                return self._name((where, name))
            case ir.Frame(slot, key):
                found = self._name(slot)
                return found if key is None else _renamed(found, {SEAT: key})
            case ir.Within(value):
                return self._value(where, value)
            case ir.Cond(_, then, otherwise):
                return _agreed([self._value(where, then), self._value(where, otherwise)])
            case ir.First(source=source):
                return self._source(where, source)
            case ir.At(of):
                return self._source(where, ir.Items(of))
        return None

    def _source(self, where: str, source: ir.Source) -> Found:
        match source:
            case ir.Items(ir.Zone(zone, keys) as place):
                return place if zone and all(map(_no_fault, nodes(keys))) else None
            case ir.Items(ir.Held(variable)):
                return self._value(where, variable)
            case ir.Ordered(source=inner) | ir.Last(inner) | ir.Subsets(inner):
                return self._source(where, inner)
            case ir.Joined(joined):
                return _agreed([self._source(where, part) for part in joined])
            case ir.Values(values):
                return _agreed([self._value(where, value) for value in values])
        return None

    def _name(self, name: Hashable) -> Found:
        if name in self._asked:
            return None
        self._asked.add(name)
        found = _agreed([ask() for ask in self._given.get(name, ())])
        self._asked.discard(name)
        return found

    def _any(self, where: str, node: ir.Expr | ir.Source) -> Found:
        return self._source(where, node) if isinstance(node, ir.Source) else self._value(where, node)

    # ---------------------------------------------------------------- what variables are given

    def _gives(self, where: str, node: object) -> None:
        match node:
            case st.Assign(target, value):
                self._set(where, target, partial(self._value, where, value))
            case st.Hold(target, source) | st.Random(target, source=source):
                self._set(where, target, partial(self._source, where, source))
            case st.Deal(card=target, to=ir.Zone() as to) if target is not None:
                self._set(where, target, partial(self._source, where, ir.Items(to)))
            case st.Each(variable, source):
                self._set(where, ir.Local(variable), partial(self._source, where, source))
            case st.Perform(number, arguments):
                self._hand_over(where, number, self.program.procedures[number].parameters, arguments)
            case OfferDecl():
                self._offer(node)

    def _set(self, where: str, target: ir.Local | ir.Frame, ask: Callable[[], Found]) -> None:
        if isinstance(target, ir.Local):
            self._given.setdefault((where, target.name), []).append(ask)
        else:
            names = {} if target.key is None else {target.key: SEAT}
            self._given.setdefault(target.slot, []).append(lambda: _without_locals(_renamed(ask(), names)))

    def _hand_over(
        self, where: str, number: int, parameters: Sequence[Parameter], arguments: Sequence[ir.Expr | ir.Source]
    ) -> None:
        names: dict[ir.Expr, ir.Expr] = {
            argument: ir.Local(parameter.name)
            for parameter, argument in zip(parameters, arguments, strict=True)
            if not isinstance(argument, ir.Source | ir.Const)
        }
        here = {*names.values()}
        for parameter, argument in zip(parameters, arguments, strict=True):

            def ask(argument: ir.Expr | ir.Source = argument) -> Found:
                return _without_locals(_renamed(self._any(where, argument), names), here)

            self._given.setdefault((f"procedure {number}", parameter.name), []).append(ask)

    def _offer(self, offer: OfferDecl) -> None:
        header = self.program.headers[offer.header]
        names: dict[ir.Expr, ir.Expr] = {
            ir.Local(parameter.name): argument
            for parameter, argument in zip(header.parameters, offer.arguments, strict=True)
        }
        names |= {ir.Local(item.variable): frame for item, frame in zip(header.picks, offer.into, strict=True)}
        for item, frame in zip(header.picks, offer.into, strict=True):
            self._set("decision", frame, partial(self._picked, f"header {offer.header}", item, names))

    def _picked(self, where: str, item: PickItem, names: Mapping[ir.Expr, ir.Expr]) -> Found:
        return _renamed(self._source(where, item.source), names)


def _no_fault(node: object) -> bool:
    """Whether reading this can be no fault, wherever it stands."""
    match node:
        case ir.Const() | ir.Local() | ir.Frame(key=None) | ir.Binary(rule=None):
            return True
    return False


def _agreed(found: Sequence[Found]) -> Found:
    """What all that is known says."""
    known = {each for each in found if each is not None}
    return known.pop() if len(known) == 1 else None


def _renamed(found: Found, names: Mapping[ir.Expr, ir.Expr]) -> Found:
    """A place in the words of somewhere else."""
    return found if found is None or not names else mapped(found, lambda node: names.get(node, node))


def _without_locals(found: Found, but: Collection[ir.Expr] = (SEAT,)) -> Found:
    """A place that can be named elsewhere, too."""
    strange = any(isinstance(node, ir.Local) and node not in but for node in nodes(found))
    return None if strange else found
