"""From cut pieces to the blocks of a program: only what can be reached, joined where it simply follows, numbered.

Comes in: a `Cutter` that has cut everything.  Goes out: IR blocks, entries, and the number of the first block of
`play`.
"""

from __future__ import annotations

from collections import Counter

from attrs import define, field

from rulelang.ir.lower.flow.blocks import Call, Cut, Cutter, End, Exit, Open, next_blocks
from rulelang.ir.lower.pieces import Entrance
from rulelang.ir.model import program as ir
from rulelang.ir.model.expressions import Const, Frame
from rulelang.ir.model.statements import Assign, Branch, Decide, Fault, Goto, Halt, Switch
from rulelang.ir.model.statements import End as IrEnd


@define
class Joiner:
    """What can be reached: `sites` are, for each routine, the blocks to which it goes back"""

    cutter: Cutter
    reached: set[int] = field(factory=set)
    sites: dict[str, list[int]] = field(factory=dict)
    left: set[str] = field(factory=set)

    def reach(self) -> None:
        """Follow every end from block 0; a routine is gone back from only where its end can be reached."""
        waiting = [0]
        while waiting:
            number = waiting.pop()
            if number in self.reached:
                continue
            self.reached.add(number)
            waiting += self._beyond(self.cutter.blocks[number].end)

    def _beyond(self, end: End) -> list[int]:
        match end:
            case Call(routine=routine, then=then):
                self.sites.setdefault(routine, []).append(then)
                return [self.cutter.starts[routine], *([then] if routine in self.left else [])]
            case Exit(routine=routine):
                self.left.add(routine)
                return list(self.sites.get(routine, []))
            case _:
                return list(next_blocks(end))

    def close(self) -> None:
        """Turn the ends that speak of routines into plain ones."""
        frames: dict[str, Frame] = {}
        order = {routine: sorted(sites) for routine, sites in self.sites.items()}
        for routine, sites in order.items():
            if len(sites) > 1 and routine in self.left:
                frames[routine] = Frame(self.cutter.draft.frame(f"{routine}.back"))
        for number in sorted(self.reached):
            block = self.cutter.blocks[number]
            match block.end:
                case Call(routine=routine, then=then):
                    if routine in frames:
                        block.body.append(Assign(frames[routine], Const(order[routine].index(then))))
                    block.end = Goto(self.cutter.starts[routine])
                case Exit(routine=routine) if routine in frames:
                    block.end = Switch(frames[routine], tuple(order[routine]), 0)
                case Exit(routine=routine):
                    block.end = Goto(order[routine][0])
                case Open():
                    block.body.append(Fault("a step is to be left that is not under way", 0))
                    block.end = Halt()
                case _:
                    pass


def finish(cutter: Cutter) -> tuple[tuple[ir.Block, ...], tuple[ir.Entry, ...], int]:
    """The blocks, the entries, the first block of `play`."""
    joiner = Joiner(cutter)
    joiner.reach()
    joiner.close()
    kept = {block for _, block in cutter.entries}
    blocks = {number: cutter.blocks[number] for number in sorted(joiner.reached)}
    _thread(blocks, kept)
    _join(blocks, kept)
    numbers = {old: new for new, old in enumerate(sorted(blocks))}
    made = tuple(_block(blocks[old], numbers) for old in sorted(blocks))
    entries = tuple(_entry(entrance, numbers[old]) for entrance, old in cutter.entries if old in numbers)
    play = next((entry.block for entry in entries if entry.name == "play" and entry.kind == "step"), 0)
    return made, entries, play


def _thread(blocks: dict[int, Cut], kept: set[int]) -> None:
    """Lead past blocks that do nothing."""

    def target(number: int) -> int:
        seen: set[int] = set()
        while number not in kept and number not in seen:
            seen.add(number)
            block = blocks[number]
            if block.body or not isinstance(block.end, Goto):
                break
            number = block.end.block
        return number

    for block in blocks.values():
        block.end = _renumbered(block.end, {number: target(number) for number in next_blocks(block.end)})
    _prune(blocks)


def _prune(blocks: dict[int, Cut]) -> None:
    reached: set[int] = set()
    waiting = [0]
    while waiting:
        number = waiting.pop()
        if number not in reached:
            reached.add(number)
            waiting += next_blocks(blocks[number].end)
    for number in set(blocks) - reached:
        del blocks[number]


def _join(blocks: dict[int, Cut], kept: set[int]) -> None:
    """Put a block behind the only one that leads to it."""
    leading = Counter(following for block in blocks.values() for following in next_blocks(block.end))
    for number in sorted(blocks):
        while number in blocks and isinstance(end := blocks[number].end, Goto):
            following = end.block
            if following in kept or following in (0, number) or leading[following] != 1:
                break
            blocks[number].body += blocks[following].body
            blocks[number].end = blocks[following].end
            del blocks[following]


def _renumbered(end: End, numbers: dict[int, int]) -> End:
    match end:
        case Goto(block=block):
            return Goto(numbers[block])
        case Branch(test=test, yes=yes, no=no):
            return Branch(test, numbers[yes], numbers[no])
        case Switch(value=value, blocks=following, rule=rule):
            return Switch(value, tuple(numbers[one] for one in following), rule)
        case Decide(decision=decision, then=then):
            return Decide(decision, numbers[then])
        case _:
            return end


def _block(block: Cut, numbers: dict[int, int]) -> ir.Block:
    end = _renumbered(block.end, numbers)
    assert isinstance(end, IrEnd)
    return ir.Block(block.name, tuple(block.body), end)


def _entry(entrance: Entrance, block: int) -> ir.Entry:
    return ir.Entry(entrance.name, entrance.kind, block, entrance.me)
