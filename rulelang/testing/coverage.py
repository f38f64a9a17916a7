"""What no scenario touches.

Comes in: a checked program and the results of its scenarios.  Goes out: the steps that no case carried out, and the
rules (steps, hooks, layers, forbids, table rows) whose statement of the rulebook no scenario cites.  That a rule is
cited does not say that the test is a good one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import frozen

from rulelang.resolve.model.program import Program
from rulelang.resolve.walk import everything
from rulelang.testing.model import Result


@frozen
class Coverage:
    """`steps`: carried out in no case.  `cites`: statements that rules cite and no scenario does, with the rules"""

    steps: tuple[str, ...]
    all_steps: int
    cites: tuple[tuple[str, tuple[str, ...]], ...]
    all_cites: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "steps": list(self.steps),
            "all_steps": self.all_steps,
            "cites": {cite: list(rules) for cite, rules in self.cites},
            "all_cites": self.all_cites,
        }

    def text(self) -> str:
        """Some lines for a terminal."""
        done = self.all_steps - len(self.steps)
        lines = [f"steps carried out in a test: {done} of {self.all_steps}"]
        lines += [f"    never: {name}" for name in self.steps]
        done = self.all_cites - len(self.cites)
        lines.append(f"statements of the rulebook that a test cites: {done} of {self.all_cites}")
        lines += [f"    none for {cite}: {', '.join(rules)}" for cite, rules in self.cites]
        return "\n".join(lines) + "\n"


def coverage_of(program: Program, results: Iterable[Result]) -> Coverage:
    """Compare the rules of a program with the results of its scenarios."""
    run = list(results)
    carried_out = {step for result in run for step in result.steps}
    cited = {cite for result in run for cite in result.cites}
    own = [name for name, step in program.steps.items() if step.span.path == program.path]
    by_cite: dict[str, list[str]] = {}
    for cite, rule in _cites(program):
        if rule not in by_cite.setdefault(cite, []):
            by_cite[cite].append(rule)
    return Coverage(
        steps=tuple(name for name in own if name not in carried_out),
        all_steps=len(own),
        cites=tuple((cite, tuple(rules)) for cite, rules in by_cite.items() if cite not in cited),
        all_cites=len(by_cite),
    )


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
