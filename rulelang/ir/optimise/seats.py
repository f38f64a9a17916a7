"""Lists of all players, kept as the seat with which they begin.

``{$3} := (player in seats from $0)`` is what a loop over players remembers while the game stops in it.  Such a list is
known from its first seat: the one at an index is so many seats further, and there are as many as play.  A variable that
never holds anything else, and of which only that is asked, becomes a number.  It is always set before it is read.
"""

from __future__ import annotations

from attrs import evolve

from rulelang.ir.model import expressions as ir
from rulelang.ir.model import statements as st
from rulelang.ir.model.program import Block, Program
from rulelang.ir.walk import mapped, nodes


def seated(program: Program) -> Program:
    """The program with numbers in place of such lists."""
    lists = {slot for slot, frame in enumerate(program.frames) if frame.capacity and not frame.seats}
    while lists and (others := {slot for slot in lists if not _fits(program, slot, lists)}):
        lists -= others
    lists = {slot for slot in lists if _set_first(program.blocks, slot)}
    if not lists or any(not _fits(program, slot, lists) for slot in lists):
        return program

    first = _from_the_first_seat(program, lists)

    def changed(node: object) -> object:
        match node:
            case st.Hold(ir.Frame(slot, None) as frame, source) if slot in lists:
                return st.Assign(frame, _start(source))
            case ir.Size(ir.Held(ir.Frame(slot, None))) if slot in lists:
                return ir.Const(program.players)
            case ir.At(ir.Held(ir.Frame(slot, None) as frame), index) if slot in lists:
                return _seat(program, index, None if slot in first else frame)
        return node

    frames = (evolve(each, capacity=0) if slot in lists else each for slot, each in enumerate(program.frames))
    return evolve(program, frames=tuple(frames), blocks=mapped(program.blocks, changed))


def _start(source: ir.Source) -> ir.Expr:
    """The first seat of a list."""
    match source:
        case ir.Seats(start):
            return start
        case ir.Items(ir.Held(ir.Frame() as frame)):
            return frame
        case ir.Ordered(source=inner):
            return _start(inner)
    raise AssertionError("this is no list of all seats")


def _from_the_first_seat(program: Program, lists: set[int]) -> set[int]:
    """Of these variables those whose lists all begin with seat 0."""
    starts = [
        (node.target.slot, _start(node.source))
        for node in nodes(program.blocks)
        if isinstance(node, st.Hold) and isinstance(node.target, ir.Frame) and node.target.slot in lists
    ]
    found = set(lists)
    while others := {slot for slot, start in starts if start != ir.Const(0) and _slot(start) not in found} & found:
        found -= others
    return found


def _seat(program: Program, index: ir.Expr, start: ir.Frame | None) -> ir.Expr:
    """The seat at an index, none outside; from seat 0 if there is no `start`."""
    players = ir.Const(program.players)
    inside = ir.Binary("and", ir.Binary(">=", index, ir.Const(0)), ir.Binary("<", index, players))
    seat = index if start is None else ir.Binary("%", ir.Binary("+", start, index), players)
    return ir.Cond(inside, seat, ir.Const(-1))


def _fits(program: Program, slot: int, lists: set[int]) -> bool:
    """Whether a variable only ever holds all seats, and only blocks ask of it: what stands where, or how many."""
    elsewhere = (program.functions, program.headers, program.procedures, program.decisions)
    if any(isinstance(node, ir.Frame) and node.slot == slot for node in nodes(elsewhere)):
        return False
    mentioned = asked = 0
    for node in nodes(program.blocks):
        match node:
            case ir.Frame(found) if found == slot:
                mentioned += 1
            case st.Hold(target, source):
                asked += target == ir.Frame(slot) and _all_seats(source, lists)
                asked += source == ir.Items(ir.Held(ir.Frame(slot))) and _slot(target) in lists
            case ir.Size(ir.Held(ir.Frame(found, None))) if found == slot:
                asked += 1
            case ir.At(ir.Held(ir.Frame(found, None)), index) if found == slot:
                asked += isinstance(index, ir.Frame | ir.Const)
    return mentioned == asked


def _slot(target: ir.Expr) -> int:
    return target.slot if isinstance(target, ir.Frame) and target.key is None else -1


def _all_seats(source: ir.Source, lists: set[int]) -> bool:
    match source:
        case ir.Seats():
            return True
        case ir.Items(ir.Held(ir.Frame(slot, None))):
            return slot in lists
        case ir.Ordered(source=ir.Seats() as inner, where=None, orders=(), limit=None):
            return _all_seats(inner, lists)
    return False


def _set_first(blocks: tuple[Block, ...], slot: int) -> bool:
    """Whether a variable is set before it is read, whichever way a game goes."""
    reached, todo = {0}, [0]
    while todo:
        number = todo.pop()
        for part in (*blocks[number].body, blocks[number].end):
            if isinstance(part, st.Hold) and part.target == ir.Frame(slot):
                break
            if any(isinstance(node, ir.Frame) and node.slot == slot for node in nodes(part)):
                return False
        else:
            after = {*_following(blocks[number].end)} - reached
            reached |= after
            todo += after
    return True


def _following(end: st.End) -> tuple[int, ...]:
    match end:
        case st.Goto(block):
            return (block,)
        case st.Branch(_, yes, no):
            return yes, no
        case st.Switch(_, blocks):
            return blocks
        case st.Decide(_, then):
            return (then,)
    return ()
