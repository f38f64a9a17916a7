"""Which variables are still needed at a decision: all others hold what has been, and tell of it.

Comes in: a program.  Goes out: for each decision the variables of the state that may be read before they are set again
(the textbook's analysis of live variables, from the ends of the blocks backwards).
"""

from __future__ import annotations

from rulelang.ir.analyse.lifetimes import reads_and_sets
from rulelang.ir.model.expressions import Frame
from rulelang.ir.model.program import Block, Decision, Program
from rulelang.ir.model.statements import Branch, Decide, Goto, Switch
from rulelang.ir.walk import nodes


def before_blocks(program: Program) -> list[frozenset[int]]:
    """For each block the variables that may be read from its beginning on before they are set."""
    effects = [reads_and_sets(program, block) for block in program.blocks]
    before: list[frozenset[int]] = [frozenset()] * len(program.blocks)
    changed = True
    while changed:
        changed = False
        for number in reversed(range(len(program.blocks))):
            read, put = effects[number]
            now = read | (_after(program, program.blocks[number], before) - put)
            changed |= now != before[number]
            before[number] = now
    return before


def live_after(program: Program) -> list[frozenset[int]]:
    """For each block the numbers of the variables that are needed behind it, or asked while somebody chooses there."""
    before = before_blocks(program)
    return [_always(program) | _after(program, block, before) for block in program.blocks]


def living(program: Program) -> dict[int, frozenset[int]]:
    """For each decision the numbers of the variables that may still be read."""
    always, before = _always(program), before_blocks(program)
    found: dict[int, frozenset[int]] = {}
    secret = {number: set_aside(decision) for number, decision in enumerate(program.decisions) if decision.secret}
    for block in program.blocks:
        if isinstance(block.end, Decide):
            number = block.end.decision
            over = frozenset().union(*(slots for other, slots in secret.items() if other != number))
            found[number] = found.get(number, always) | (_after(program, block, before) - over)
    return found


def _always(program: Program) -> frozenset[int]:
    """What may be read anywhere."""
    return _slots((program.functions, program.headers, program.procedures))


def set_aside(decision: Decision) -> frozenset[int]:
    """What holds secret answers and their picks: all of them are carried out before anything else is asked."""
    return frozenset(frame.slot for frame in _frames(decision) if frame.key is not None)


def _frames(decision: Decision) -> list[Frame]:
    offers = decision.all_offers
    return [decision.answer, *(frame for offer in offers for frame in offer.into)]


def _after(program: Program, block: Block, before: list[frozenset[int]]) -> frozenset[int]:
    """What may be read at the end of a block and behind it."""
    match block.end:
        case Goto(then):
            return before[then]
        case Branch(_, yes, no):
            return before[yes] | before[no]
        case Switch(_, blocks):
            return frozenset().union(*(before[then] for then in blocks))
        case Decide(decision, then):
            return _read(program, decision) | (before[then] - _answered(program, decision))
        case _:
            return frozenset()


def _answered(program: Program, number: int) -> frozenset[int]:
    """What holds the answer and its picks.  Picks of what is not chosen are not read: no step is under way twice."""
    return frozenset(frame.slot for frame in _frames(program.decisions[number]) if frame.key is None)


def _read(program: Program, number: int) -> frozenset[int]:
    """What a decision reads to be asked."""
    decision = program.decisions[number]
    offers = decision.all_offers
    return _slots((decision.player, tuple((offer.arguments, offer.condition) for offer in offers)))


def _slots(part: object) -> frozenset[int]:
    return frozenset(node.slot for node in nodes(part) if isinstance(node, Frame))
