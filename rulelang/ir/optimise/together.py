"""Cards of a place that are moved one after the other, moved at once.

``each card in items(hand[%me]): move %card to heap`` changes two places, and nothing can be found out in between:
nobody asks who knows what, there is room for all cards, and where they go is read from variables alone.  The same for a
loop that goes through all cards that there are, wherever they lie, and puts them into one place without an order.
"""

from __future__ import annotations

from attrs import evolve

from rulelang.ir.analyse.harmless import harmless
from rulelang.ir.analyse.uses import BY_NUMBER, keeps_its_top
from rulelang.ir.model import expressions as ir
from rulelang.ir.model import statements as st
from rulelang.ir.model.program import Program
from rulelang.ir.walk import mapped, nodes


def together(program: Program) -> Program:
    """The program with such loops marked."""
    if program.knowing:
        return program
    all_over = not any(keeps_its_top(program, number) for number in range(len(program.zones)))

    def marked(node: object) -> object:
        return evolve(node, at_once=True) if isinstance(node, st.Each) and _fits(program, node, all_over) else node

    return evolve(program, blocks=mapped(program.blocks, marked), procedures=mapped(program.procedures, marked))


def _fits(program: Program, node: st.Each, all_over: bool) -> bool:
    match node:
        case st.Each(
            variable, source, None, (), (st.Move(ir.Local(name), ir.Zone(to, keys), None, followers=followers),)
        ) if name == variable and all(_steady(program, key, variable) for key in keys):
            if not room_for_all(program, to) or (followers is not None and not harmless(program, followers)):
                return False
            match source:
                case ir.Items(ir.Zone(zone)):
                    return zone > 0 and program.zones[zone].shape in (*BY_NUMBER, "slot")
                case ir.Numbers(ir.Const(low), ir.Const(high), ir.Const(1)):
                    by_number = program.zones[to].shape in BY_NUMBER
                    return all_over and by_number and _all(program, low, high, to)
    return False


def _steady(program: Program, key: ir.Expr, variable: str) -> bool:
    """Whether a key is the same all the time while cards are moved."""
    plain = all(isinstance(node, ir.Const | ir.Local | ir.Frame | ir.Binary) for node in nodes(key))
    return plain and harmless(program, key) and ir.Local(variable) not in nodes(key)


def room_for_all(program: Program, zone: int) -> bool:
    """Whether a place takes every card that may be sent there, however many there are."""
    declared = program.zones[zone]
    return not declared.strict and declared.capacity >= sum(program.types[kind].count for kind in declared.types)


def _all(program: Program, low: int, high: int, to: int) -> bool:
    """Whether these numbers are all cards of some types, which lie nowhere beside others."""
    kinds = {number for number, kind in enumerate(program.types) if kind.count and low <= kind.first <= high}
    if sum(program.types[kind].count for kind in kinds) != high - low + 1 or not kinds <= {*program.zones[to].types}:
        return False
    every = range(len(program.types))
    return all(kinds.isdisjoint(lie) or kinds >= {*lie} for lie in (every, *(zone.types for zone in program.zones[1:])))
