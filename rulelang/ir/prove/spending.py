"""How many cards the blocks of a program move from where to where, and by how much they change counters.

Comes in: a program.  Goes out: `Spent` of each block, at least and at most, with what is certain at its beginning
(`walk`).  Procedures are gone through where they are performed, with what is certain there, and where a step needs one
thing or another, each is looked at for itself.  What follows for the length of a game is left to `progress`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from attrs import define, field

from rulelang.ir.model import expressions as ir
from rulelang.ir.model import program as pr
from rulelang.ir.model import statements as do
from rulelang.ir.prove.certain import Reader
from rulelang.ir.prove.known import Known, things
from rulelang.ir.prove.moving import Moving, Zones
from rulelang.ir.prove.spans import ANY, HIGH, LOW, Span, meet
from rulelang.ir.prove.walk import PASSES, Loop, Walk
from rulelang.ir.walk import successors

Way: TypeAlias = tuple[Zones, Zones]
"""From one of some places to one of others."""
Spent: TypeAlias = dict[Way | int, Span]
"""How many cards go each way, and by how much a counter (its number) changes, all its instances together."""
_NOTHING: Span = (0, 0)


@define
class _Choosing(Reader):
    """A reader that takes one side of one `or` to be what holds"""

    split: ir.Binary | None = None
    left: bool = True

    def _compare(self, operator: str, left: ir.Expr, right: ir.Expr, known: Known) -> Known | None:
        """What was compared is known too, not only what it is then."""
        found = Reader._compare(self, operator, left, right, known)
        named = isinstance(left, ir.Local | ir.Frame) and isinstance(right, ir.Read)
        return found.knowing(_compared(operator, left, right), (1, 1)) if found is not None and named else found

    def passing(self, first: ir.First, known: Known) -> Known | None:
        """What is known of one that passes."""
        return self._each(first.variable, first.source, first.where, known)

    def assume(self, test: ir.Expr, holds: bool, known: Known) -> Known | None:
        if holds and self.split is not None and test == self.split:
            return Reader.assume(self, self.split.left if self.left else self.split.right, True, known)
        return Reader.assume(self, test, holds, known)


@define
class Spending(Walk):
    """A program gone through to its end, and then asked for what each of its blocks spends."""

    _spent: Spent = field(factory=dict, init=False)
    _ends: list[Spent] = field(factory=list, init=False)
    _going_round: int = field(default=0, init=False)
    _performing: set[int] = field(factory=set, init=False)
    _arms: dict[int, list[tuple[int, int]]] = field(factory=dict, init=False)

    reader: _Choosing = field(init=False)

    def __attrs_post_init__(self) -> None:
        Walk.__attrs_post_init__(self)
        self.reader = _Choosing(self.program, lambda *what: None)
        self.moving = Moving(self.reader, lambda *what: None, lambda source, to, many: self._add((source, to), many))
        self.proofs()
        for number, block in enumerate(self.program.blocks):
            if number in self.blocks and isinstance(block.end, do.Decide):
                for arm, to in enumerate(self._after_choice(block.end)):
                    self._arms.setdefault(to, []).append((number, arm))

    def of(self, block: int) -> list[Spent]:
        """What a block spends: one thing or another where that depends on what a step has needed, nothing at all where
        it surely is a fault.
        """
        body = self.program.blocks[block].body
        if block not in self.blocks:
            return [{}]
        if block not in self._arms or not self._only_chosen(block):
            ways = [self._whole(body, self.blocks[block])]
        else:
            chosen = (known for at, arm in self._arms[block] for known in self._each_side(at, arm))
            ways = [self._whole(body, known) for known in chosen]
        return [way for way in ways if way is not None]

    # ------------------------------------------------------------ what was chosen

    def _after_choice(self, end: do.Decide) -> Sequence[int]:
        """By offer the block to which it leads."""
        decision, then = self.program.decisions[end.decision], self.program.blocks[end.then]
        if isinstance(then.end, do.Switch) and then.end.value == decision.answer and not then.body:
            return then.end.blocks
        return [end.then] * len(decision.all_offers)

    def _only_chosen(self, block: int) -> bool:
        """Whether a block is come to by these choices alone."""
        decides = {at for at, _ in self._arms[block]}
        switches = {self.program.blocks[at].end.then for at in decides} - {block}  # type: ignore[union-attr]
        return self._before(block) <= decides | switches and all(self._before(one) <= decides for one in switches)

    def _before(self, block: int) -> set[int]:
        return {number for number, one in enumerate(self.program.blocks) if block in successors(one.end)}

    def _each_side(self, at: int, arm: int) -> Iterable[Known]:
        """What may be known when an offer was chosen: where it needs one thing or another, for each of these."""
        end = self.program.blocks[at].end
        assert isinstance(end, do.Decide)
        decision = self.program.decisions[end.decision]
        offer = decision.all_offers[arm]
        needs = [one.condition for one in self.program.headers[offer.header].items if isinstance(one, pr.NeedItem)]
        splits = [one for one in needs if isinstance(one, ir.Binary) and one.operator == "or"]
        known = self._all(self.program.blocks[at].body, self.blocks[at])
        for left in (True, False) if splits else (True,):
            self.reader.split, self.reader.left = (splits[0] if splits else None), left
            self.reader.forget()
            chosen = None if known is None else self._offered(decision, offer, known)
            self.reader.split = None
            self.reader.forget()
            if chosen is not None:
                yield chosen.outside()

    # ------------------------------------------------------------ what statements spend

    def _whole(self, body: Sequence[do.Stmt], known: Known) -> Spent | None:
        """What statements spend however they end; None if they never do."""
        kept = self._spent, self._ends, self._going_round
        self._spent, self._ends, self._going_round = {}, [], 0
        if self._all(body, known) is not None:
            self._ends.append(self._spent)
        found = _either(self._ends) if self._ends else None
        self._spent, self._ends, self._going_round = kept
        return found

    def _add(self, what: Way | int, many: Span) -> None:
        before = self._spent.get(what, _NOTHING)
        if self._going_round:  # nobody knows how often
            now = LOW if many[0] < 0 else before[0], HIGH if many[1] > 0 else before[1]
        else:
            now = max(LOW, before[0] + many[0]), min(HIGH, before[1] + many[1])
        self._spent[what] = now

    def _one(self, node: do.Stmt, known: Known) -> Known | None:
        if isinstance(node, do.Return):
            self._ends.append(dict(self._spent))
        elif isinstance(node, do.SwapCards):
            where = self.moving.lying(node.left, known) | self.moving.lying(node.right, known)
            self._add((where, where), (0, 2))
        after = Walk._one(self, node, known)
        if isinstance(node, do.Assign) and isinstance(node.value, ir.First) and after is not None:
            return self._passing(node.target, node.value, known, after)
        return after

    def _passing(self, target: ir.Local | ir.Frame, first: ir.First, known: Known, after: Known) -> Known:
        """Of the first that passes holds what it had to pass; where there is none, nobody asks."""
        one = ir.Local(first.variable)
        passed = self.reader.passing(first, known)
        for fact, span in {} if passed is None else passed.asked.items():
            if things(one) <= things(fact) and not things(target) & things(fact) and fact != one:
                said = Known(known.state, {}, {fact: span}).renamed({one: target}).only(set())
                for about, between in said.asked.items():
                    after = after.knowing(about, between)
        return after

    def _write(self, node: do.Write, known: Known) -> Known | None:
        change = self._change(node, known)
        after = Walk._write(self, node, known)
        if after is not None:
            self._add(node.counter, change)
        return after

    def _change(self, node: do.Write, known: Known) -> Span:
        """By how much a counter changes."""
        declared = self.program.counters[node.counter]
        own, value = ir.Read(node.counter, node.keys), node.value
        while isinstance(value, ir.Within):
            value = value.value
        if isinstance(value, ir.Binary) and value.operator in ("+", "-"):
            by = (
                value.right
                if value.left == own
                else value.left
                if (value.operator, value.right) == ("+", own)
                else None
            )
            span = None if by is None else self.reader.value(by, known)
            if span is not None:
                return span if value.operator == "+" else (-span[1], -span[0])
        bounds = declared.low, declared.high
        for operator, fewest, most in (("==", 0, 0), (">", 1, HIGH), (">=", 0, HIGH)):
            if known.asked.get(_compared(operator, value, own)) == (1, 1):
                return fewest, min(most, bounds[1] - bounds[0])
        now = meet(self.reader.value(node.value, known) or ANY, bounds) or bounds
        old = meet(self.reader.value(own, known) or ANY, bounds) or bounds
        return now[0] - old[1], now[1] - old[0]

    def _perform(self, procedure: int, arguments: tuple[ir.Expr | ir.Source, ...], known: Known) -> Known | None:
        after = Walk._perform(self, procedure, arguments, known)
        if after is None or not self.notes.on:
            return after
        if procedure in self._performing:
            every = frozenset(range(len(self.program.zones)))
            spent: Spent | None = {(every, every): (0, HIGH), **dict.fromkeys(range(len(self.program.counters)), ANY)}
        else:
            self._performing.add(procedure)
            inside = self._inside(procedure, arguments, known)
            spent = self._whole(self.program.procedures[procedure].body, inside)
            self._performing.remove(procedure)
        for what, many in () if spent is None else spent.items():
            self._add(what, many)
        return None if spent is None else after

    def _if(self, test: ir.Expr, then: Sequence[do.Stmt], otherwise: Sequence[do.Stmt], known: Known) -> Known | None:
        before, ends, spent = self._spent, list[Known](), list[Spent]()
        for holds, body in ((True, then), (False, otherwise)):
            arm = self.reader.assume(test, holds, known) if self.reader.value(test, known) is not None else None
            self._spent = dict(before)
            end = None if arm is None else self._all(body, arm)
            if end is not None:
                ends.append(end)
                spent.append(self._spent)
        self._spent = _either(spent)
        if len(ends) < 2:
            return ends[0] if ends else None
        return ends[0].join(ends[1])

    def _loop(self, node: Loop, known: Known) -> Known | None:
        fewest, most = self._passes(node, known)
        exactly = fewest == most <= PASSES
        self._going_round += not exactly
        after = Walk._loop(self, node, known)
        self._going_round -= not exactly
        return after


def _compared(operator: str, left: ir.Expr, right: ir.Expr) -> ir.Binary:
    return ir.Binary(operator, left, right)  # type: ignore[arg-type]


def _either(ways: Iterable[Spent]) -> Spent:
    """What is certain if one of several is spent."""
    found = list(ways)
    keys = {what for one in found for what in one}
    spans = {what: [one.get(what, _NOTHING) for one in found] for what in keys}
    return {what: (min(low for low, _ in each), max(high for _, high in each)) for what, each in spans.items()}
