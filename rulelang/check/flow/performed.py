"""Steps that are performed although they ask something first.

Proved: a step that is performed, not offered, has no pick and no `needs`: nobody would answer them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.calls import Calls
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model.program import Program
from rulelang.resolve.model.statements import Needs, Pick


def performed(program: Program, calls: Calls) -> Iterator[Diagnostic]:
    for call in (call for found in calls.values() for call in found if not call.offered):
        declared = program.steps.get(call.step)
        asking = [item for item in declared.header if isinstance(item, Pick | Needs)] if declared else []
        if asking:
            what = "a pick" if isinstance(asking[0], Pick) else "a `needs`"
            label = Label(asking[0].span, "asked here")
            yield diagnostic("RL0515", call.span, labels=[label], name=call.step, what=what)
