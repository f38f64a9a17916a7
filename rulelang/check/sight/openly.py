"""What everybody knows to happen, and sentences that would tell more.

Comes in: a checked program.  Goes out: where steps are carried out and hooks fire so that nobody learns anything from
being told, and a message for each `say` of what not everybody may know.  Proved: the conditions around it, and the
values in it, read nothing that is hidden from anybody; what a rule works out (`seen by all where …`) counts as hidden.
A card in a sentence is no secret: it is named only to those who know it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field

from rulelang.check.calls import begins, calls_of, hooks, reachable
from rulelang.check.calls import step as origin
from rulelang.check.sight.reading import Reader, Scope
from rulelang.check.sight.viewers import NOTHING, Known, Whose, is_seen
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.nodes import frozen
from rulelang.resolve.model import expressions as x
from rulelang.resolve.model.program import Program, StepDecl
from rulelang.resolve.model.sorts import CardSort, SetSort
from rulelang.resolve.model.statements import (
    EveryoneLoses,
    ForEach,
    If,
    Let,
    Move,
    MoveSome,
    Perform,
    Repeat,
    Say,
    StepFrom,
    Stmt,
    Stop,
    Turns,
    TurnsOnce,
    steps_of,
)
from rulelang.resolve.walk import nodes
from rulelang.source import Span


def said(program: Program) -> Iterator[Diagnostic]:
    walk = _Walk(program)
    for name, body, scope, hidden in _bodies(walk):
        walk.body(name, body, scope, hidden)
    for span, hidden in dict(walk.told).items():
        thing = program.places.get(hidden) or program.counters.get(hidden)
        labels = [Label(thing.span, "who sees it is said here")] if thing is not None else []
        yield diagnostic("RL0621", span, labels=labels, hidden=hidden)


@frozen
class Openly:
    """Where steps are carried out and hooks fire so that everybody knows it; the steps whose end everybody knows"""

    performs: frozenset[Span] = frozenset()
    phases: frozenset[str] = frozenset()


def openly(program: Program) -> Openly:
    """What everybody knows to happen."""
    walk = _Walk(program)
    for name, body, scope, hidden in _bodies(walk):
        walk.body(name, body, scope, hidden)
    choosing = _choosing(program)
    shut = {name for name, _, _, is_open in walk.performs if not is_open and name not in choosing}
    inside = {name: {owner for called, owner, _, _ in walk.performs if called == name} for name in program.steps}
    growing = True
    while growing:
        more = {name for name, owners in inside.items() if owners & shut} - shut
        growing = bool(more)
        shut |= more
    performs = {
        span for name, owner, span, is_open in walk.performs if (is_open or name in choosing) and owner not in shut
    }
    hooked = {span for owner, span in walk.hooks if owner not in shut}
    left = {name for name, owner, is_open in walk.stops if not is_open or owner in shut}
    phases = {name for name, step in program.steps.items() if _is_phase(step) and name not in left}
    return Openly(frozenset(performs | hooked), frozenset(phases))


def _choosing(program: Program) -> frozenset[str]:
    """Steps that come to a choice: that they are carried out cannot be hidden, since what is chosen is told."""
    calls = calls_of(program)
    direct = {name for name in program.steps if any(call.offered for call in calls.get(origin(name), ()))}
    return frozenset(name for name in program.steps if reachable(calls, [name]) & direct)


def _is_phase(step: StepDecl) -> bool:
    """Whether players take turns in it."""
    return any(isinstance(one, Turns | TurnsOnce) for one in _flat(step.body))


def _flat(body: Sequence[Stmt]) -> Iterator[Stmt]:
    for one in body:
        yield one
        match one:
            case If(arms=arms, otherwise=otherwise):
                for inner in (*(arm for _, arm in arms), otherwise):
                    yield from _flat(inner)
            case Repeat(body=inner) | ForEach(body=inner):
                yield from _flat(inner)
            case _:
                pass


def _bodies(walk: _Walk) -> Iterator[tuple[str, tuple[Stmt, ...], Scope, str]]:
    """Everything that is done: whose it is, what, what is known of its variables, and what its condition hides."""
    program = walk.program
    for start, body in begins(program):
        condition = program.whenevers[int(start.name)].condition if start.kind == "whenever" else None
        yield str(start), body, Scope(Whose.ANY), walk.hides(condition, Scope(Whose.ANY))
    for step in program.steps.values():
        scope = Reader(program, surely=True).header(step.header, Scope(Whose.ANY), step.forbids)
        yield step.name, step.body, scope, ""
        for hook in hooks(step):
            hidden = walk.hides(hook.when, scope)
            if not hidden:
                walk.hooks.append((step.name, hook.span))
            yield step.name, hook.body, scope, hidden


@define
class _Walk:
    """Goes through bodies.  `told`: sentences with what is hidden in or around them; `performs`: step, in which, where,
    whether everybody knows
    """

    program: Program
    told: list[tuple[Span, str]] = field(factory=list)
    performs: list[tuple[str, str, Span, bool]] = field(factory=list)
    hooks: list[tuple[str, Span]] = field(factory=list)
    stops: list[tuple[str, str, bool]] = field(factory=list)
    """What ends phases: which, in which step, whether everybody knows."""

    def hides(self, condition: x.Expr | None, scope: Scope) -> str:
        """What somebody cannot see of a condition; empty if everybody sees all of it."""
        if condition is None:
            return ""
        reader = Reader(self.program, surely=True)
        known = reader.read(condition, scope)
        return next((name for name, _ in reader.leaks), "") or min(known.unseen, default="")

    def body(self, owner: str, body: Sequence[Stmt], scope: Scope, hidden: str) -> None:
        """Statements one after the other; `hidden` is what decides whether they are carried out."""
        for node in body:
            scope = self.statement(owner, node, scope, hidden)
            hidden = hidden or self._leaves(node, scope)

    def _leaves(self, node: Stmt, scope: Scope) -> str:
        """What hidden thing decides whether the statements behind this one are reached."""
        if not isinstance(node, If) or not any(isinstance(one, Stop | EveryoneLoses) for one in nodes(node)):
            return ""
        return next((name for test, _ in node.arms if (name := self.hides(test, scope))), "")

    def statement(self, owner: str, node: Stmt, scope: Scope, hidden: str) -> Scope:
        """One statement; what is known of the variables behind it."""
        match node:
            case Say():
                self._say(node, scope, hidden)
            case Perform(what=what):
                for name in steps_of(what):
                    shut = hidden or (self.hides(what.value, scope) if isinstance(what, StepFrom) else "")
                    self.performs.append((name, owner, node.span, not shut))
            case Let(variable=variable, value=value):
                return scope.knowing(variable, self._known(value, scope))
            case MoveSome(card=variable, to=to) if variable is not None:
                return scope.knowing(variable, self._lying(to, scope))
            case Move(what=x.Var(variable=variable), to=to):
                return scope.knowing(variable, self._lying(to, scope))
            case If(arms=arms, otherwise=otherwise):
                for test, inner in arms:
                    hidden = hidden or self.hides(test, scope)
                    self.body(owner, inner, scope, hidden)
                self.body(owner, otherwise, scope, hidden)
            case ForEach(range=range, body=inner):
                reader = Reader(self.program, surely=True)
                within = reader.range(range, scope)
                self.body(owner, inner, within, hidden or next((name for name, _ in reader.leaks), ""))
            case Repeat(times=times, until=until, body=inner):
                self.body(owner, inner, scope, hidden or self.hides(times, scope) or self.hides(until, scope))
            case Turns(where=where, body=inner) | TurnsOnce(where=where, body=inner):
                unseen = self.hides(where, scope)
                self.stops.append((owner, owner, not unseen))
                self.body(owner, inner, scope, hidden or unseen)
            case Stop(step=name):
                self.stops.append((name, owner, not hidden))
            case _:
                pass
        return scope

    def _known(self, value: x.Expr, scope: Scope) -> Known:
        reader = Reader(self.program, surely=True)
        known = reader.read(value, scope)
        return Known(known.whose, known.unseen | {name for name, _ in reader.leaks})

    def _lying(self, place: x.Expr, scope: Scope) -> Known:
        """What is known of a card that has just been put somewhere."""
        if isinstance(place, x.PlaceRef) and (declared := self.program.places.get(place.place)) is not None:
            if is_seen(declared, tuple(NOTHING for _ in place.keys), surely=True) and not declared.seen.top_only:
                return NOTHING
            return Known(unseen=frozenset([place.place]))
        return self._known(place, scope)

    def _say(self, node: Say, scope: Scope, hidden: str) -> None:
        for part in node.parts:
            if not isinstance(part, str):
                reader = Reader(self.program, surely=True)
                known = reader.read(part, scope)
                hidden = hidden or next((name for name, _ in reader.leaks), "")
                if not isinstance(part.sort, CardSort | SetSort):
                    hidden = hidden or min(known.unseen, default="")
        if hidden:
            self.told.append((node.span, hidden))
