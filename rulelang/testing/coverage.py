"""What no scenario touches.

Comes in: a checked program and the results of its scenarios.  Goes out: the steps that no case carried out, and the
rules (steps, hooks, layers, forbids, table rows) whose statement of the rulebook no scenario cites.  That a rule is
cited does not say that the test is a good one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rulelang.nodes import frozen
from rulelang.resolve.model.program import Program
from rulelang.resolve.model.statements import (
    Add,
    Move,
    MoveEvery,
    MoveSome,
    Say,
    Set,
    Show,
    ShowWhether,
    Shuffle,
    Swap,
)
from rulelang.resolve.walk import everything, nodes
from rulelang.source import Span
from rulelang.testing.model import Result

LOGGED = (Add, Move, MoveEvery, MoveSome, Say, Set, Show, ShowWhether, Shuffle, Swap)
"""What leaves a line of its own in the log.  A choice does not: what is chosen does, at its own step."""

PASS = "pass"
"""The step that every game has."""


@frozen
class Coverage:
    """What was carried out in no case, and what no scenario cites

    `steps`: names.  `hooks`: each with its place.  `cites`: statements that rules cite and no scenario does.  `lines`:
    every line of the rules file in which something can be seen to happen, and whether it did in a test.
    """

    steps: tuple[str, ...]
    all_steps: int
    hooks: tuple[str, ...]
    all_hooks: int
    cites: tuple[tuple[str, tuple[str, ...]], ...]
    all_cites: int
    lines: tuple[tuple[int, bool], ...] = ()

    @property
    def share(self) -> float:
        """The part of the lines in which something happened, 0 to 1."""
        return sum(done for _, done in self.lines) / len(self.lines) if self.lines else 1.0

    def annotated(self, text: str) -> str:
        """A rules text with `+` before each line in which something happened in a test, and `!` where nothing did."""
        marks = {number: "+" if done else "!" for number, done in self.lines}
        rows = enumerate(text.splitlines(), start=1)
        return "".join(f"{marks.get(number, ' ')} {row}".rstrip() + "\n" for number, row in rows)

    def to_dict(self) -> dict[str, Any]:
        return {
            "steps": list(self.steps),
            "all_steps": self.all_steps,
            "hooks": list(self.hooks),
            "all_hooks": self.all_hooks,
            "cites": {cite: list(rules) for cite, rules in self.cites},
            "all_cites": self.all_cites,
            "lines": {str(number): done for number, done in self.lines},
        }

    def text(self) -> str:
        """Some lines for a terminal."""
        lines = [f"steps carried out in a test: {self.all_steps - len(self.steps)} of {self.all_steps}"]
        lines += [f"    never: {name}" for name in self.steps]
        if self.all_hooks:
            lines.append(f"hooks carried out in a test: {self.all_hooks - len(self.hooks)} of {self.all_hooks}")
            lines += [f"    never: {hook}" for hook in self.hooks]
        if self.all_cites:
            done = self.all_cites - len(self.cites)
            lines.append(f"statements of the rulebook that a test cites: {done} of {self.all_cites}")
            lines += [f"    none for {cite}: {', '.join(rules)}" for cite, rules in self.cites]
        if self.lines:
            done = sum(done for _, done in self.lines)
            lines.append(f"lines in which something happened in a test: {done} of {len(self.lines)}")
        return "\n".join(lines) + "\n"


def coverage_of(program: Program, results: Iterable[Result], place: Callable[[Span], str]) -> Coverage:
    """Compare the rules of a program with the results of its scenarios; `place` as in `Project.place`."""
    run = list(results)
    touched = {where for result in run for where in result.touched}
    own = [step for step in program.steps.values() if step.span.path == program.path and step.name != PASS]
    steps = [step for step in own if _shows(step.body)]
    hooks = dict(_hooks(program, place))
    cited = {cite for result in run for cite in result.cites}
    by_cite: dict[str, list[str]] = {}
    for cite, rule in _cites(program):
        if rule not in by_cite.setdefault(cite, []):
            by_cite[cite].append(rule)
    names, places = {name for name, _ in touched}, {where for _, where in touched}
    return Coverage(
        steps=tuple(step.name for step in steps if step.name not in names),
        all_steps=len(steps),
        hooks=tuple(text for text, inside in hooks.items() if not inside & places),
        all_hooks=len(hooks),
        cites=tuple((cite, tuple(rules)) for cite, rules in by_cite.items() if cite not in cited),
        all_cites=len(by_cite),
        lines=tuple(sorted(_lines(program, places, place).items())),
    )


def _lines(program: Program, touched: set[str], place: Callable[[Span], str]) -> dict[int, bool]:
    """Every line of the game's own file that can leave a line in the log, and whether it did."""
    found: dict[int, bool] = {}
    for node in nodes(program.setup, program.play, program.whenevers, program.steps):
        if isinstance(node, LOGGED) and node.span.path == program.path:
            where = place(node.span)
            number = int(where.rsplit(":", 2)[1])
            found[number] = found.get(number, False) or where in touched
    return found


def _hooks(program: Program, place: Callable[[Span], str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Every hook by which something can be seen to happen, with the places of its lines."""
    for step in program.steps.values():
        for word, hooks in (("before", step.before), ("after", step.after), ("instead of", step.instead)):
            for hook in hooks:
                if hook.span.path == program.path and _shows(hook.body):
                    inside = frozenset(place(node.span) for node in nodes(hook.body))
                    yield f"{word} {step.name}, {place(hook.span)}", inside


def _shows(body: object) -> bool:
    """Whether something in it leaves a line in the log, which is all that a test sees of it."""
    return not body or any(isinstance(node, LOGGED) for node in nodes(body))


def _cites(program: Program) -> Iterator[tuple[str, str]]:
    """Every cite of a rule of the game, with what the rule is called."""
    declared: list[tuple[str, object]] = [("setup", program.setup), ("play", program.play)]
    for table in (program.kinds, program.types, program.tables, program.defines, program.steps):
        declared += [(name, rule) for name, rule in table.items()]
    declared += [(place.name, place) for place in program.places.values()]
    declared += [("winner", program.winner), ("whenever", program.whenevers), ("always", program.always)]
    for name, rule in declared:
        for piece in everything(rule):
            for cite in getattr(piece, "cites", ()):
                yield cite, name
