"""Picks that are kept where others cannot look: `pick amount in 1 to 5`, then `set me.own to amount`.

Comes in: a step and one of its picks.  Goes out: whether the choice's line must not tell the others what was picked.
It is kept if a counter that not everybody sees depends on it, and nothing that everybody sees shows it: an open
counter set to it, the place that something goes to, how many cards move.  Followed through `let`, `if` and the steps
that are handed it.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from rulelang.check.calls import hooks
from rulelang.resolve.model import expressions as x
from rulelang.resolve.model.nodes import Node
from rulelang.resolve.model.program import Program, StepDecl
from rulelang.resolve.model.statements import (
    Add,
    Let,
    Move,
    MoveEvery,
    MoveSome,
    Set,
    Show,
    Shuffle,
    StepCall,
    Swap,
)  # fmt: skip
from rulelang.resolve.walk import find, nodes

EFFECTS = (Add, Move, MoveEvery, MoveSome, Set, Show, Shuffle, Swap)


def is_kept(program: Program, step: StepDecl, pick: x.Variable) -> bool:
    """Whether what is picked is to stay with the one who picks it."""
    trace = _Trace(program)
    trace.follow(step, {pick.uid}, {pick.uid})
    return trace.hidden and not trace.open


@define
class _Trace:
    """Where a pick goes.  `exact`: the variables that are the pick itself; `from_it`: those that depend on it"""

    program: Program
    hidden: bool = False
    open: bool = False
    followed: set[tuple[str, frozenset[int]]] = field(factory=set)

    def follow(self, step: StepDecl, exact: set[int], from_it: set[int]) -> None:
        key = (step.name, frozenset(from_it))
        if key in self.followed:
            return
        self.followed.add(key)
        for item in step.header:
            self._let(item, exact, from_it)
        self._body((step.body, *(hook.body for hook in hooks(step))), exact, from_it)

    def _body(self, body: object, exact: set[int], from_it: set[int]) -> None:
        for node in nodes(body):
            self._let(node, exact, from_it)
            match node:
                case StepCall():
                    self._called(node, exact, from_it)
                case Set(target=target) | Add(target=target) if not self._is_open(target.counter):
                    self.hidden |= _reads(node, from_it)
                case _ if isinstance(node, EFFECTS):
                    self.open |= any(_is(one, exact) for one in _in_the_open(node))
                case _:
                    self.hidden |= _reads(node, from_it) and self._hides(node)

    def _let(self, node: object, exact: set[int], from_it: set[int]) -> None:
        if isinstance(node, Let) and _reads(node.value, from_it):
            from_it.add(node.variable.uid)
            if _is(node.value, exact):
                exact.add(node.variable.uid)

    def _called(self, call: StepCall, exact: set[int], from_it: set[int]) -> None:
        step = self.program.steps.get(call.step)
        if step is None:
            return
        given = [*([call.receiver] if call.receiver is not None else []), *call.arguments]
        taken = [*([step.receiver] if step.receiver is not None else []), *step.parameters]
        pairs = list(zip(taken, given, strict=False))
        inner = {one.uid for one, value in pairs if _reads(value, from_it)}
        if inner:
            self.follow(step, {one.uid for one, value in pairs if _is(value, exact)}, inner)

    def _hides(self, node: Node) -> bool:
        """Whether a line with lines beneath it sets a counter that not everybody sees."""
        targets = (each.target for each in nodes(node) if isinstance(each, Set | Add))
        return any(not self._is_open(target.counter) for target in targets)

    def _is_open(self, counter: str) -> bool:
        declared = self.program.counters.get(counter)
        return declared is None or declared.seen is None or (declared.seen.who == "all" and declared.seen.where is None)


def _in_the_open(effect: Node) -> Iterator[object]:
    """What everybody can see of an effect: values, amounts, and whose the places and counters are."""
    match effect:
        case Set(value=value) | Add(amount=value) | MoveSome(amount=value):
            yield value
        case Show(to=value):
            yield value
        case _:
            pass
    for place in find(x.PlaceRef, effect):
        yield from place.keys
    if isinstance(effect, Set | Add):
        yield from effect.target.keys


def _is(value: object, variables: set[int]) -> bool:
    return isinstance(value, x.Var) and value.variable.uid in variables


def _reads(piece: object, variables: set[int]) -> bool:
    return any(node.variable.uid in variables for node in find(x.Var, piece))
