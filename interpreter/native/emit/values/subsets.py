"""Loops over sets of cards.

Comes in: `Subsets` and what is to happen with each set.  Goes out: LLVM text.  Cards that look alike stand together.
Sets of one size are gone through as a walk in depth: each card after the last one of the set, or, if a set with that
card has been gone through, the first card that looks otherwise.  So the sets come in the order that ir.md fixes, only
what changes is written, and what no set can meet once a part of it does not is asked once for that part.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.native.emit.scope import Body, Cards
from interpreter.native.emit.values.lists import Lists
from interpreter.native.emit.values.loops import Loops
from interpreter.native.emit.values.parts import Parts
from interpreter.native.emit.values.writing import Values
from interpreter.native.emit.writer import Loop
from rulelang.ir.analyse.cards.lookalikes import all_differ, distinct, in_runs
from rulelang.ir.model import expressions as ir
from rulelang.nodes import frozen


@frozen
class Bounds:
    """How many cards a set has at least and at most; `same`: that this is surely one number"""

    low: str
    high: str
    same: bool


@frozen
class Groups:
    """Cards, look-alikes together, and the cells that say of each where the next ones begin; none if all differ"""

    members: str
    many: str
    following: str | None

    def after(self, values: Values, place: str) -> str:
        """Where the cards begin that look otherwise than the one at a place."""
        return values.w.two("add", place, "1") if self.following is None else values.w.load(self.following, place)


class Sets:
    """Writes loops over sets for one function."""

    def __init__(self, values: Values, loops: Loops, lists: Lists) -> None:
        self.values = values
        self.loops = loops
        self.lists = lists
        self.w = values.w

    def over(
        self,
        variable: str,
        source: ir.Subsets,
        body: Body,
        rule: int | None = None,
        every_part: tuple[ir.Expr, ...] = (),
        groups: Groups | None = None,
    ) -> None:
        """With a rule it is a pick: no card is in it twice, and too many sets are a fault there.  `every_part`: what
        every part of a set must meet; `groups`: the cards, if they stand ready.
        """
        if groups is not None:
            self._walks(variable, source, groups, self._bounds(source, groups.many), body, rule, every_part)
            return
        with self._listed(source, rule is not None) as cards:
            bounds = self._bounds(source, cards.many)
            with self._grouped(source, cards) as groups:
                self._walks(variable, source, groups, bounds, body, rule, every_part)

    @contextmanager
    def groups(self, source: ir.Subsets) -> Iterator[Groups]:
        """The cards of which picked sets are made, as long as they are needed."""
        with self._listed(source, True) as cards, self._grouped(source, cards) as groups:
            yield groups

    # ------------------------------------------------------------ pieces

    @contextmanager
    def _listed(self, source: ir.Subsets, once: bool) -> Iterator[Cards]:
        with self.lists.made(source.source) as cards:
            many = cards.many
            if once and not distinct(source.source):
                many = self.w.call("once", f"ptr {cards.start}", f"i32 {many}")
            yield Cards(cards.start, many)

    @contextmanager
    def _grouped(self, source: ir.Subsets, cards: Cards) -> Iterator[Groups]:
        w, program = self.w, self.values.context.program
        if not source.alike or all_differ(program, source.source):
            yield Groups(cards.start, cards.many, None)
            return
        following = w.top
        with w.above(cards.many):
            function = "runs_by_look" if in_runs(program, source.source) else "by_look"
            w.do(function, f"ptr {cards.start}", f"i32 {cards.many}", f"ptr {following}")
            w.check()
            yield Groups(cards.start, cards.many, following)

    def _bounds(self, source: ir.Subsets, many: str) -> Bounds:
        w, value = self.w, self.values.value
        same = source.low == source.high
        low = value(source.low)
        high = low if same else value(source.high)
        if not isinstance(source.low, ir.Const) or source.low.value < 0:
            low = w.op(f"call i32 @llvm.smax.i32(i32 {low}, i32 0)")
        return Bounds(low, w.op(f"call i32 @llvm.smin.i32(i32 {high}, i32 {many})"), same)

    def _walks(
        self,
        variable: str,
        source: ir.Subsets,
        groups: Groups,
        bounds: Bounds,
        body: Body,
        rule: int | None,
        every_part: tuple[ir.Expr, ...],
    ) -> None:
        """One size after the other."""
        w, loop = self.w, self.loops.new()
        if rule is not None:
            self._few_enough(groups, bounds, rule)
        first, larger = w.label("first"), w.label("larger")
        size = w.variable(start=bounds.low)
        again = w.label("sizes")
        w.place(again)
        now = w.get(size)
        w.branch(w.test("<=", now, bounds.high), first, loop.done)
        w.place(first)
        empty = not isinstance(source.low, ir.Const) or source.low.value < 1
        self._walk(variable, groups, now, empty, body, loop, larger, every_part, rule is None)
        w.place(larger)
        if not bounds.same:
            w.add_to(size)
            w.go(again)
        w.place(loop.done)

    def _few_enough(self, groups: Groups, bounds: Bounds, rule: int) -> None:
        many = f"i32 {groups.many}", f"i32 {bounds.low}", f"i32 {bounds.high}", f"i32 {rule}"
        if groups.following is None:
            self.w.do("few_single", *many)
        else:
            self.w.do("few_enough", f"ptr {groups.following}", *many)
        self.w.check()

    def _walk(
        self,
        variable: str,
        groups: Groups,
        size: str,
        empty: bool,
        body: Body,
        loop: Loop,
        over: str,
        every_part: tuple[ir.Expr, ...],
        polls: bool,
    ) -> None:
        """All sets of one size; then on to `over`."""
        w, loops = self.w, self.loops
        choose, take, back, up, whole, refused, deeper = (
            w.label(word) for word in ("choose", "take", "back", "up", "whole", "refused", "deeper")
        )
        chosen, places = w.top, w.cell(w.top, groups.many)
        parts = Parts(self.values, variable, every_part)
        with w.above(w.two("mul", groups.many, "2")), parts.ready(groups.many):
            place, depth = w.variable(start="0"), w.variable(start="0")
            if empty:
                none, cards = w.label("none"), w.label("cards")
                w.branch(w.test("==", size, "0"), none, cards)
                w.place(none)
                parts.empty(chosen, over)
                w.go(whole)
                w.place(cards)
            w.place(choose)
            at, done = w.get(place), w.get(depth)
            w.branch(w.test("<=", w.two("sub", w.two("add", at, size), done), groups.many), take, back)
            w.place(take)
            card = w.load(groups.members, at)
            w.store(chosen, done, card)
            w.store(places, done, at)
            parts.more(chosen, done, card, refused)
            more = w.two("add", done, "1")
            w.set(depth, more)
            w.branch(w.test("==", more, size), whole, deeper)
            w.place(deeper)
            w.set(place, w.two("add", at, "1"))
            w.go(choose)
            w.place(refused)
            w.set(place, groups.after(self.values, at))
            w.go(choose)
            w.place(whole)
            if polls:
                loops.poll()
            loops.bound(variable, Cards(chosen, size), body, loop)
            w.place(loop.next)
            w.place(back)
            w.branch(w.test("==", w.get(depth), "0"), over, up)
            w.place(up)
            w.add_to(depth, "-1")
            w.set(place, groups.after(self.values, w.load(places, w.get(depth))))
            w.go(choose)
