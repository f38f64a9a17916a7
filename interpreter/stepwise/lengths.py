"""How many decisions a game has at most, proved from its program without playing.

Comes in: a program.  Goes out: a number, or none where there is no proof.  What is looked at are loops between blocks:
one that counts up to the size of a list which it does not change, or down to 0 from a number, is gone through no more
often than that; neither is one that uses something up each time (`rulelang.ir.prove.progress`).  A loop that only a
condition ends (`until`, `turns` without an end), and that may give back what it takes, proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.ir.model.expressions import Binary, Const, Frame, Held, Size
from rulelang.ir.model.program import Program
from rulelang.ir.model.statements import Assign, Branch, Decide, Hold
from rulelang.ir.prove.progress import Case, Progress
from rulelang.ir.walk import nodes, successors


def most_decisions(program: Program) -> int | None:
    """The most decisions that a game can have; none if nothing bounds them."""
    flow = _Flow(program)
    return flow.most(flow.progress.cases(flow.progress.blocks))


class _Flow:
    """The blocks of a program, and where each goes on."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.progress = Progress(program)
        self.after = [successors(block.end) for block in program.blocks]
        elsewhere = (program.procedures, program.functions, program.headers)
        self.foreign = {node.target for node in nodes(elsewhere) if isinstance(node, Assign | Hold)}

    def most(self, cases: frozenset[Case]) -> int | None:
        """Decisions on the longest way through blocks, from whichever of them on, while only these cases come up."""
        blocks = frozenset(block for block, _ in cases)
        groups = self._circles(blocks)
        group_of = {block: number for number, group in enumerate(groups) for block in group}
        longest: list[int] = []
        for group in groups:  # those that come later stand first
            inside = self._inside(group, frozenset(case for case in cases if case[0] in group))
            if inside is None:
                return None
            behind = {group_of[to] for block in group for to in self.after[block] if to in blocks and to not in group}
            longest.append(inside + max((longest[number] for number in behind), default=0))
        return max(longest, default=0)

    def _inside(self, group: frozenset[int], cases: frozenset[Case]) -> int | None:
        """Decisions while the game stays among blocks that each lead to all others."""
        if not any(self._asks(block) for block in group):
            return 0
        if len(group) == 1 and not any(block in self.after[block] for block in group):
            return 1
        for head in sorted(group):
            passes = self._passes(head, group)
            each = None if passes is None else self.most(frozenset(case for case in cases if case[0] != head))
            if passes is not None and each is not None:
                return passes * each
        times, using = self.progress.used_up(cases)
        between = self.most(cases - using) if using else None
        own = any(self._asks(block) for block, _ in using)
        return None if between is None else (times + 1) * (between + own)

    def _asks(self, block: int) -> bool:
        return isinstance(self.program.blocks[block].end, Decide)

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
