"""`whenever` may not come to a choice: it fires in the middle of what somebody does.

Proved: neither its block nor a step that it performs holds a `choose` or `secretly`.  Whether it can ever fire is not
looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.calls import Calls, calls_in
from rulelang.check.touched import bodies_beneath
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model.program import Program
from rulelang.resolve.model.statements import Choose, Secretly
from rulelang.resolve.walk import nodes


def whenevers(program: Program, calls: Calls) -> Iterator[Diagnostic]:
    for whenever in program.whenevers:
        performed = [call.step for call in calls_in(whenever.body, program)]
        for node in nodes(whenever.body, *bodies_beneath(program, calls, performed)):
            if isinstance(node, Choose | Secretly):
                label = Label(whenever.span, "this `whenever` comes to it")
                yield diagnostic("RL0513", node.span, labels=[label])
                break
