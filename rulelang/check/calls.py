"""Who comes to which step: the calls that every check of the flow follows.

Comes in: the checked program.  Goes out: for each step and each place where the flow begins (`Origin`) the steps that
it performs or offers, hooks and offers beside a step included, and ways along these calls.  `as usual` is no call: it
only goes down inside its step.  What a way proves is left to the checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from attrs import field

from rulelang.nodes import frozen
from rulelang.resolve.model.program import HookDecl, Program, StepDecl
from rulelang.resolve.model.statements import (
    Choose,
    ForEach,
    If,
    Offered,
    Perform,
    Repeat,
    Secretly,
    Stmt,
    Turns,
    TurnsOnce,
    steps_of,
)
from rulelang.source import Span


@frozen
class Origin:
    """Where calls come from: a step, or one of the places where the flow begins"""

    kind: Literal["step", "setup", "play", "whenever"]
    name: str = ""

    def __str__(self) -> str:
        return self.name if self.kind == "step" else self.kind


@frozen
class Call:
    """One step that is performed or offered.  `acting`: a choice, a turn or `by` around it says who acts"""

    step: str
    offered: bool
    acting: bool
    secret: bool
    span: Span = field(eq=False, repr=False)


Calls = Mapping[Origin, tuple[Call, ...]]
Way = tuple[Origin, ...]


def step(name: str) -> Origin:
    return Origin("step", name)


def calls_of(program: Program) -> dict[Origin, tuple[Call, ...]]:
    """Every origin with its calls, where the flow begins first."""
    found = {origin: tuple(calls_in(body, program)) for origin, body in begins(program)}
    for declared in program.steps.values():
        bodies = [declared.body, *(hook.body for hook in hooks(declared))]
        found[step(declared.name)] = tuple(call for body in bodies for call in calls_in(body, program))
    return found


def begins(program: Program) -> Iterator[tuple[Origin, tuple[Stmt, ...]]]:
    """Where the flow begins, with what is done there."""
    yield Origin("setup"), program.setup
    yield Origin("play"), program.play
    for number, whenever in enumerate(program.whenevers):
        yield Origin("whenever", str(number)), whenever.body


def hooks(declared: StepDecl) -> tuple[HookDecl, ...]:
    return declared.before + declared.after + declared.instead


def calls_in(body: Sequence[Stmt], program: Program, acting: bool = False) -> Iterator[Call]:
    """The calls that some statements make, in the order written."""
    for statement in body:
        match statement:
            case Choose(offers=offers, fallback=fallback):
                yield from _offers(offers, fallback, program, False)
            case Secretly(offers=offers, fallback=fallback):
                yield from _offers(offers, fallback, program, True)
            case Perform(what=what, by=by):
                for name in steps_of(what):
                    yield Call(name, False, acting or by is not None, False, what.span)
            case Turns(body=inner) | TurnsOnce(body=inner):
                yield from calls_in(inner, program, True)
            case _:
                for inner in blocks(statement):
                    yield from calls_in(inner, program, acting)


def blocks(statement: Stmt) -> tuple[tuple[Stmt, ...], ...]:
    """The blocks of statements inside one statement."""
    match statement:
        case If(arms=arms, otherwise=otherwise):
            return (*(body for _, body in arms), otherwise)
        case ForEach(body=body) | Repeat(body=body) | Turns(body=body) | TurnsOnce(body=body):
            return (body,)
        case _:
            return ()


def _offers(offers: Sequence[Offered], fallback: Offered | None, program: Program, secret: bool) -> Iterator[Call]:
    for offer in [*offers, *([fallback] if fallback else [])]:
        for name in steps_of(offer):
            yield Call(name, True, True, secret, offer.span)
            host = program.steps.get(name)
            for beside in host.beside if host else ():
                yield Call(beside.step.step, True, True, secret, beside.span)


# ---------------------------------------------------------------- ways


def reachable(calls: Calls, start: Sequence[str]) -> frozenset[str]:
    """The steps that may be carried out when these are, themselves included."""
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [call.step for call in calls.get(step(name), ())]
    return frozenset(found)


def way_to(calls: Calls, goal: Origin, *, around: str | None = None, without_actor: bool = False) -> Way | None:
    """A shortest way from where the flow begins to an origin.

    `around` names a step that the way may not go through; with `without_actor` nobody has been told to act on the way.
    """
    waiting: list[Way] = [(origin,) for origin in calls if origin.kind != "step"]
    seen: set[Origin] = set()
    while waiting:
        way = waiting.pop(0)
        if way[-1] == goal:
            return way
        for call in calls.get(way[-1], ()):
            to = step(call.step)
            if to not in seen and call.step != around and not (without_actor and call.acting):
                seen.add(to)
                waiting.append((*way, to))
    return None


def written(way: Sequence[Origin | str]) -> str:
    """A way as a person reads it: `play` → `round` → `turn`."""
    return " → ".join(f"`{origin}`" for origin in way)
