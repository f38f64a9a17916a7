"""Hooks that can never fire.

Proved: the step of the hook is never performed or offered by anybody; or a later `instead of` without `when` takes
the place of the step and never says `as usual`.  Not looked at: whether the `when` of a hook can hold.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.calls import Calls, hooks, reachable
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model.program import HookDecl, Program, StepDecl
from rulelang.resolve.model.statements import AsUsual
from rulelang.resolve.walk import find


def idle_hooks(program: Program, calls: Calls) -> Iterator[Diagnostic]:
    begun = [call.step for origin, found in calls.items() if origin.kind != "step" for call in found]
    carried_out = reachable(calls, begun)
    for declared in program.steps.values():
        if declared.name in carried_out:
            yield from _covered(declared)
        else:
            yield from (diagnostic("RL0506", hook.span, name=declared.name) for hook in hooks(declared))


def _covered(declared: StepDecl) -> Iterator[Diagnostic]:
    """Of the hooks `instead of`, the last one without a `when` hides all that was written before it."""
    hiding = [hook for hook in declared.instead if hook.when is None and not _goes_down(hook)]
    if not hiding:
        return
    last = declared.instead.index(hiding[-1])
    for hook in (*declared.instead[:last], *declared.before, *declared.after):
        label = Label(hiding[-1].span, "this always takes the place of the step")
        yield diagnostic("RL0507", hook.span, labels=[label], name=declared.name)


def _goes_down(hook: HookDecl) -> bool:
    return next(find(AsUsual, hook.body), None) is not None
