"""Hooks that can never fire.

Proved: the step of the hook is never performed or offered by anybody; or a later `instead of` that always applies takes
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
    done = carried_out(calls)
    for declared in program.steps.values():
        if declared.name in done:
            yield from _covered(declared)
        else:
            yield from (diagnostic("RL0506", hook.span, name=declared.name) for hook in hooks(declared))


def carried_out(calls: Calls) -> frozenset[str]:
    """The steps that somebody may come to."""
    begun = [call.step for origin, found in calls.items() if origin.kind != "step" for call in found]
    return frozenset(reachable(calls, begun))


def always_covers(hook: HookDecl) -> bool:
    """Whether a hook `instead of` always applies and hides all that is beneath it."""
    return hook.when is None and hook.once_per is None and not goes_down(hook)


def goes_down(hook: HookDecl) -> bool:
    """Whether a hook may say `as usual`."""
    return next(find(AsUsual, hook.body), None) is not None


def _covered(declared: StepDecl) -> Iterator[Diagnostic]:
    """Of the hooks `instead of`, the last one that always applies hides all that was written before it."""
    hiding = [hook for hook in declared.instead if always_covers(hook)]
    if not hiding:
        return
    last = declared.instead.index(hiding[-1])
    for hook in (*declared.instead[:last], *declared.before, *declared.after):
        label = Label(hiding[-1].span, "this always takes the place of the step")
        yield diagnostic("RL0507", hook.span, labels=[label], name=declared.name)
