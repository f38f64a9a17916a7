"""What a program really uses: which variables must be kept in the state, and which knowledge is ever handed
out.

Comes in: a program.  Goes out: sets of numbers for `layout`.  A variable that lives inside one block has no
cell: it occurs in no other block, function, header, procedure, decision or entry, is not one for each player,
and the block sets it before it reads it.  Backends keep such a variable where they like; at the end of the
block it is gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import evolve

from rulelang.ir.model import expressions as ir
from rulelang.ir.model import statements as st
from rulelang.ir.model.program import Block, Program
from rulelang.ir.walk import nodes


def told_columns(program: Program) -> frozenset[int]:
    """The columns of which some statement tells a fact."""
    return frozenset(node.column for node in _statements(program) if isinstance(node, st.ShowFact))


def told_counters(program: Program) -> frozenset[int]:
    """The counters of which some statement tells the value."""
    return frozenset(node.counter for node in _statements(program) if isinstance(node, st.ShowCounter))


def stored_frames(program: Program) -> frozenset[int]:
    """The numbers of the variables that have a cell in the state."""
    elsewhere = _frames((program.functions, program.headers, program.procedures, program.decisions, program.entries))
    inside = [_frames((block.body, block.end)) for block in program.blocks]
    blocks = Counter(slot for slots in inside for slot in slots)
    stored = elsewhere | {slot for slot, many in blocks.items() if many > 1}
    stored |= {slot for slot in blocks if program.frames[slot].seats}
    for block in program.blocks:
        stored |= _read_early(block)
    return frozenset(stored)


def _statements(program: Program) -> Iterator[object]:
    yield from nodes((tuple(block.body for block in program.blocks), program.procedures))


def _frames(part: object) -> set[int]:
    return {node.slot for node in nodes(part) if isinstance(node, ir.Frame)}


def _read_early(block: Block) -> set[int]:
    """The variables that a block may read before it has set them."""
    return _read_and_set(block)[0]


def reads_and_sets(program: Program, block: Block) -> tuple[frozenset[int], frozenset[int]]:
    """The variables that a block may read before it has set them, and those that it sets in any case; one with a value
    for each player is never set as a whole."""
    early, known = _read_and_set(block)
    seats = {slot for slot, frame in enumerate(program.frames) if frame.seats}
    return frozenset(early | (seats & _frames((block.body, block.end)))), known - seats


def _read_and_set(block: Block) -> tuple[set[int], frozenset[int]]:
    early: set[int] = set()
    known = _follow(block.body, frozenset(), early)
    early |= _frames(block.end) - known
    return early, known


def _follow(body: tuple[st.Stmt, ...], known: frozenset[int], early: set[int]) -> frozenset[int]:
    """Goes through statements in order; adds to `early` what is read too soon; gives back what is set in any
    case."""
    for statement in body:
        match statement:
            case st.If(test, then, otherwise):
                early |= _frames(test) - known
                known = _follow(then, known, early) & _follow(otherwise, known, early)
            case st.Each(_, source, where, orders, inner):
                early |= _frames((source, where, orders)) - known
                _follow(inner, known, early)
            case st.Times(amount, inner):
                early |= _frames(amount) - known
                _follow(inner, known, early)
            case st.While(test, inner):
                early |= _frames(test) - known
                _follow(inner, known, early)
            case st.Assign(target, value) | st.Hold(target, value):
                early |= _frames((value, _key(target))) - known
                known |= _slot(target)
            case st.Random(target, _, source, where):
                early |= _frames((source, where, _key(target))) - known
                known |= _slot(target)
            case st.Deal(card=target):
                early |= _frames((evolve(statement, card=None), _key(target))) - known
                known |= _slot(target)
            case _:
                early |= _frames(statement) - known
    return known


def _slot(target: ir.Local | ir.Frame | None) -> set[int]:
    return {target.slot} if isinstance(target, ir.Frame) else set()


def _key(target: ir.Local | ir.Frame | None) -> ir.Expr | None:
    return target.key if isinstance(target, ir.Frame) else None
