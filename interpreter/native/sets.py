"""Loops over sets of cards.

Comes in: `Subsets` and what is to happen with each set.  Goes out: LLVM text.  Cards that look alike are put together
in groups; how many of each group are in a set is counted, and the sets are gone through in the order that ir.md fixes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.native.looks import all_differ
from interpreter.native.scope import Cards
from rulelang.ir.model.expressions import Expr, Subsets

if TYPE_CHECKING:
    from interpreter.native.expressions import Values
    from interpreter.native.loops import Body


@frozen
class Groups:
    """The cells in which sets are counted

    The cards, group by group; how many of each are in the set; how many there are; where the cards of the set stand.
    """

    members: str
    counts: str
    sizes: str
    chosen: str
    many: str

    @property
    def counted(self) -> tuple[str, str, str]:
        return f"ptr {self.counts}", f"ptr {self.sizes}", f"i32 {self.many}"


class Sets:
    """Writes loops over sets for one function."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.w = values.w

    def over(
        self,
        variable: str,
        source: Subsets,
        body: Body,
        once: bool = False,
        rule: int | None = None,
        every_part: tuple[Expr, ...] = (),
    ) -> None:
        """With a rule, too many sets are a fault there; `every_part`: what every part of a set must meet."""
        w, values = self.w, self.values
        with values.lists.made(source.source) as cards:
            many = cards.many
            if once:
                many = w.call("once", f"ptr {cards.start}", f"i32 {many}")
            low, high = values.value(source.low), values.value(source.high)
            low = w.op(f"call i32 @llvm.smax.i32(i32 {low}, i32 0)")
            high = w.op(f"call i32 @llvm.smin.i32(i32 {high}, i32 {many})")
            cells = [w.top, w.cell(w.top, many), w.cell(w.top, w.two("mul", many, "2"))]
            with w.above(w.two("mul", many, "3")):
                groups = self._grouped(source, cards.start, many, cells)
                if rule is not None:
                    known = f"ptr {groups.sizes}", f"i32 {groups.many}", f"i32 {many}"
                    w.do("few_enough", *known, f"i32 {low}", f"i32 {high}", f"i32 {rule}")
                    w.check()
                self._sizes(variable, groups, (low, high), body, every_part)

    def _grouped(self, source: Subsets, members: str, many: str, cells: list[str]) -> Groups:
        counts, sizes, chosen = cells
        if source.alike and not all_differ(self.values.context.program, source.source):
            groups = self.w.call("by_look", f"ptr {members}", f"i32 {many}", f"ptr {sizes}", may_fail=True)
        else:
            groups = self.w.call("each_alone", f"ptr {sizes}", f"i32 {many}")
        return Groups(members, counts, sizes, chosen, groups)

    def _sizes(
        self, variable: str, groups: Groups, bounds: tuple[str, str], body: Body, every_part: tuple[Expr, ...]
    ) -> None:
        w, loops = self.w, self.values.loops
        again, first, inside, larger = (w.label(word) for word in ("sizes", "first", "set", "larger"))
        loop = loops.new()
        size = w.variable(start=bounds[0])
        w.place(again)
        w.branch(w.test("<=", w.get(size), bounds[1]), first, loop.done)
        w.place(first)
        now = w.get(size)
        w.do("first_set", *groups.counted, f"i32 {now}")
        w.place(inside)
        w.do("set_cards", f"ptr {groups.members}", *groups.counted, f"ptr {groups.chosen}")
        loops.poll()
        for condition in every_part:
            self._pass_over(variable, groups, condition, now, loop.next)
        loops.bound(variable, Cards(groups.chosen, now), body, loop)
        w.place(loop.next)
        more = w.truth(w.call("next_set", *groups.counted))
        w.branch(more, inside, larger)
        w.place(larger)
        w.add_to(size)
        w.go(again)
        w.place(loop.done)

    def _pass_over(self, variable: str, groups: Groups, condition: Expr, size: str, following: str) -> None:
        """A set that does not meet a condition is left out, with all that share the part of it which does not."""
        w, names = self.w, self.values.scope.names
        meets, fails, again, shorter, found = (w.label(word) for word in ("meets", "fails", "again", "less", "found"))
        good = w.variable(start=size)
        names[variable] = Cards(groups.chosen, size)
        self.values.condition(condition, meets, fails)
        w.place(fails)
        w.place(again)
        w.add_to(good, "-1")
        now = w.get(good)
        w.branch(w.test(">", now, "0"), shorter, found)
        w.place(shorter)
        names[variable] = Cards(groups.chosen, now)
        self.values.condition(condition, found, again)
        w.place(found)
        w.do("skip_sets", *groups.counted, f"i32 {size}", f"i32 {w.get(good)}")
        w.go(following)
        w.place(meets)
