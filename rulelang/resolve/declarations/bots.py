"""Players that the author has written: `bot "careful":` and what it prefers.

Comes in: bots as laid, and the steps of the game.  Goes out: their lines, in which the picks of a step go by the names
that the line gives them.  Whether a bot may see what it asks for is left to `check.sight`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulelang.diagnostics import Label, did_you_mean
from rulelang.resolve.expressions import ranges
from rulelang.resolve.expressions.fitting import flag
from rulelang.resolve.layers.laid import Laid
from rulelang.resolve.model.expressions import Order, Variable
from rulelang.resolve.model.program import BotDecl, PreferenceDecl, StepDecl
from rulelang.resolve.model.statements import Pick
from rulelang.resolve.names import PASS
from rulelang.resolve.scopes import Scope
from rulelang.syntax import model as ast

_NAME = re.compile(r"[\w-]+")
"""What can stand in a command and in a record, where capitals do not count."""


def resolve(laid: Laid, steps: Mapping[str, StepDecl], scope: Scope) -> tuple[BotDecl, ...]:
    """The bots of a game."""
    found = []
    for node, _ in laid.bots.values():
        name = node.name.text
        if not _NAME.fullmatch(name) or name != name.casefold():
            scope.reports.diagnostic("RL0242", node.name.span, name=name)
        lines = (_preference(line, laid, steps, scope.inner()) for line in node.preferences)
        preferences = tuple(line for line in lines if line is not None)
        found.append(BotDecl(name, preferences, span=node.name.span, cites=node.cites))
    return tuple(found)


def _preference(node: ast.Preference, laid: Laid, steps: Mapping[str, StepDecl], scope: Scope) -> PreferenceDecl | None:
    name = node.step.text
    if name not in steps and name != PASS:
        near = did_you_mean(name, steps)
        scope.reports.diagnostic("RL0212", node.step.span, name=name, suggestion=near)
        return None
    picks = _bind(node, laid, steps.get(name), scope)
    condition = flag(node.condition, scope) if node.condition is not None else None
    orders: tuple[Order, ...] | None = ranges.orders(node.orders, scope)
    if picks is None or orders is None or (condition is None) != (node.condition is None):
        return None
    return PreferenceDecl(name, picks, condition, orders, span=node.span)


def _bind(node: ast.Preference, laid: Laid, step: StepDecl | None, scope: Scope) -> tuple[Variable, ...] | None:
    """Let the picks of the step be known by the names of this line; none where there are not as many."""
    if node.picks is None:
        return ()
    picks = [line.range.variable for line in step.header if isinstance(line, Pick)] if step is not None else []
    for name in node.picks:
        scope.check_free(name)
        scope.variables[name.text] = (None, name.span)
    written = laid.steps.get(node.step.text)
    if written is not None and len(picks) < sum(isinstance(line, ast.Pick) for line in written.header):
        return None  # what is wrong with one of them has been told
    if len(picks) != len(node.picks):
        labels = [Label(step.span, "declared here")] if step is not None and written is not None else []
        span, have = node.step.span, len(node.picks)
        scope.reports.diagnostic("RL0214", span, labels=labels, name=node.step.text, want=len(picks), have=have)
        return None
    for name, variable in zip(node.picks, picks, strict=True):
        scope.variables[name.text] = (variable, name.span)
    return tuple(picks)
