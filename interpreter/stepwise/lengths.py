"""How many decisions a game has at most, proved from its program without playing.

Comes in: a program.  Goes out: a number, or none where there is no proof.  What is looked at are loops between blocks:
one that counts up to the size of a list which it does not change, or down to 0 from a number, is gone through no more
often than that.  A loop that only a condition ends (`until`, `turns` without an end) proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.ir.model.expressions import Binary, Const, Frame, Held, Size
from rulelang.ir.model.program import Program
from rulelang.ir.model.statements import Assign, Branch, Decide, Goto, Hold, Switch
from rulelang.ir.walk import nodes


def most_decisions(program: Program) -> int | None:
    """The most decisions that a game can have; none if nothing bounds them."""
    return _Flow(program).most(frozenset(range(len(program.blocks))), 0)


class _Flow:
    """The blocks of a program, and where each goes on."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.after = [tuple(_after(block.end)) for block in program.blocks]
        elsewhere = (program.procedures, program.functions, program.headers)
        self.foreign = {node.target for node in nodes(elsewhere) if isinstance(node, Assign | Hold)}

    def most(self, blocks: frozenset[int], start: int) -> int | None:
        """Decisions on the longest way through these blocks from one of them on."""
        groups = [group for group in self._circles(blocks) if group]
        group_of = {block: number for number, group in enumerate(groups) for block in group}
        longest: dict[int, int | None] = {}
        for number, group in enumerate(groups):  # those that come later stand first
            inside = self._inside(group)
            behind: list[int | None] = [0]
            for block in group:
                behind += [longest[group_of[to]] for to in self.after[block] if to in blocks and to not in group]
            longest[number] = None if inside is None or None in behind else inside + _longest(behind)
        return longest[group_of[start]]

    def _inside(self, group: frozenset[int]) -> int | None:
        """Decisions while the game stays among blocks that each lead to all others."""
        if len(group) == 1 and not any(block in self.after[block] for block in group):
            return sum(isinstance(self.program.blocks[block].end, Decide) for block in group)
        if not any(isinstance(self.program.blocks[block].end, Decide) for block in group):
            return 0
        for head in sorted(group):
            passes = self._passes(head, group)
            if passes is not None:
                rest = group - {head}
                each = [self.most(rest, to) for to in self.after[head] if to in rest]
                if None not in each:
                    return passes * _longest(each)
        return None

    def _passes(self, head: int, group: frozenset[int]) -> int | None:
        """How often a loop that begins with this block is gone through at most; none if it does not count."""
        end = self.program.blocks[head].end
        if not isinstance(end, Branch) or not isinstance(end.test, Binary) or end.no in group:
            return None
        counter, limit = end.test.left, end.test.right
        if not isinstance(counter, Frame) or counter.key is not None or counter in self.foreign:
            return None
        match end.test.operator, limit:
            case "<", Size(of=Held(variable=Frame(slot=slot, key=None) as held)) if held not in self.foreign:
                if self._steps(counter, end.yes, group, "+") and not self._written(held, group):
                    return None if self._starts(counter, group, 0, 0) is None else self.program.frames[slot].capacity
            case ">", Const(0) if self._steps(counter, end.yes, group, "-"):
                return self._starts(counter, group, 0, None)
        return None

    def _steps(self, counter: Frame, first: int, group: frozenset[int], sign: str) -> bool:
        """Whether the counter goes on by one in the first block of each pass, and nowhere else."""
        one = Assign(counter, Binary(sign, counter, Const(1)))  # type: ignore[arg-type]
        written = [(block, node) for block in group for node in self._assigned(block) if node.target == counter]
        return written == [(first, one)]

    def _starts(self, counter: Frame, group: frozenset[int], low: int, high: int | None) -> int | None:
        """The highest number that the counter has when the loop begins; none if it is not known, or not from `low`."""
        outside = [block for block in range(len(self.program.blocks)) if block not in group]
        found = [node for block in outside for node in self._assigned(block)]
        values = [node.value for node in found if node.target == counter and isinstance(node, Assign)]
        numbers = [value.value for value in values if isinstance(value, Const)]
        known = numbers and len(numbers) == len(values) and min(numbers) >= low
        return max(numbers) if known and (high is None or max(numbers) <= high) else None

    def _written(self, held: Frame, group: frozenset[int]) -> bool:
        return any(node.target == held for block in group for node in self._assigned(block))

    def _assigned(self, block: int) -> Iterator[Assign | Hold]:
        for node in nodes((self.program.blocks[block].body, self.program.blocks[block].end)):
            if isinstance(node, Assign | Hold):
                yield node

    def _circles(self, blocks: frozenset[int]) -> list[frozenset[int]]:
        """Blocks that lead to one another (strongly connected, by Tarjan's method); those that come later first."""
        index: dict[int, int] = {}
        low: dict[int, int] = {}
        stack: list[int] = []
        found: list[frozenset[int]] = []
        for root in sorted(blocks):
            if root in index:
                continue
            ways: list[tuple[int, Iterator[int]]] = []
            self._enter(root, index, low, stack, ways, blocks)
            while ways:
                block, following = ways[-1]
                to = next(following, None)
                if to is None:
                    ways.pop()
                    if ways:
                        low[ways[-1][0]] = min(low[ways[-1][0]], low[block])
                    if low[block] == index[block]:
                        at = stack.index(block)
                        found.append(frozenset(stack[at:]))
                        del stack[at:]
                elif to not in index:
                    self._enter(to, index, low, stack, ways, blocks)
                elif to in stack:
                    low[block] = min(low[block], index[to])
        return found

    def _enter(
        self, block: int, index: dict[int, int], low: dict[int, int], stack: list[int],
        ways: list[tuple[int, Iterator[int]]], blocks: Iterable[int],
    ) -> None:  # fmt: skip
        index[block] = low[block] = len(index)
        stack.append(block)
        ways.append((block, iter([to for to in self.after[block] if to in blocks])))


def _longest(ways: Iterable[int | None]) -> int:
    return max((way for way in ways if way is not None), default=0)


def _after(end: object) -> Iterator[int]:
    match end:
        case Goto(to):
            yield to
        case Branch(_, yes, no):
            yield from (yes, no)
        case Switch(_, blocks):
            yield from blocks
        case Decide(_, then):
            yield then
