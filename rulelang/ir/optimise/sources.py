"""Where a card that is moved most likely lies, said beforehand, so that nothing need be kept up for it.

A card that was picked out of a hand still lies there when it is moved, as good as always: an engine looks there, and
only if it is not there everywhere else (`analyse.sources` says where it comes from).  If there is such a place for each
move, and nothing else asks in which place a card lies, no cells say so.
"""

from __future__ import annotations

from attrs import evolve

from rulelang.ir.analyse.sources import Origins
from rulelang.ir.model import expressions as ir
from rulelang.ir.model import statements as st
from rulelang.ir.model.program import PickItem, Program
from rulelang.ir.walk import nodes


def sourced(program: Program) -> Program:
    """The program with the sources of its moves, if nobody keeps in mind who knows which card."""
    if program.knowing:
        return program
    origins = Origins(program)

    def body(where: str, statements: tuple[st.Stmt, ...], bound: frozenset[str]) -> tuple[st.Stmt, ...]:
        return tuple(one(where, statement, bound) for statement in statements)

    def one(where: str, node: st.Stmt, bound: frozenset[str]) -> st.Stmt:
        match node:
            case st.Move(card, at=None):
                return evolve(node, source=origins.of(where, card, bound))
            case st.If(_, then, otherwise):
                return evolve(node, then=body(where, then, bound), otherwise=body(where, otherwise, bound))
            case st.Each(variable, body=inner):
                return evolve(node, body=body(where, inner, bound | {variable}))
            case st.Times(body=inner) | st.While(body=inner):
                return evolve(node, body=body(where, inner, bound))
        return node

    program = evolve(
        program,
        procedures=tuple(
            evolve(each, body=body(f"procedure {number}", each.body, frozenset(p.name for p in each.parameters)))
            for number, each in enumerate(program.procedures)
        ),
        blocks=tuple(
            evolve(each, body=body(f"block {number}", each.body, frozenset()))
            for number, each in enumerate(program.blocks)
        ),
    )
    return evolve(program, placing=not _unasked(program))


def _unasked(program: Program) -> bool:
    """Whether nothing has to ask in which place a card lies."""
    pieces = (program.functions, program.headers, program.procedures, program.decisions, program.blocks)
    beginning = [
        one for one in program.blocks[0].body if isinstance(one, st.Each) and isinstance(one.source, ir.Numbers)
    ]
    gathering = [node for node in nodes(pieces) if isinstance(node, st.Each) and node.at_once]
    fine = {id(node) for each in (*beginning, *gathering) for node in each.body}
    for node in nodes(pieces):
        match node:
            case ir.ZoneOf() | ir.Position() | ir.ZoneAt() | st.SwapCards():
                return False
            case st.Move(source=None) if id(node) not in fine:
                return False
            case PickItem(source=source, alike=True) | ir.Subsets(source, alike=True):
                if not _of_one_place(source):
                    return False
    return True


def _of_one_place(source: ir.Source) -> bool:
    match source:
        case ir.Ordered(source=inner) | ir.Last(inner) | ir.Subsets(inner):
            return _of_one_place(inner)
        case ir.Items(ir.Zone()):
            return True
    return False
