"""What can be no fault.

Comes in: parts of a program.  Goes out: yes or no; yes is certain.
"""

from __future__ import annotations

from rulelang.ir.model import expressions as ir
from rulelang.ir.model.program import Program
from rulelang.ir.walk import nodes


def harmless(program: Program, condition: object) -> bool:
    """Whether reading an expression, a source or several of them can be no fault."""
    for node in nodes(condition):
        if isinstance(node, ir.Offered) or getattr(node, "rule", None) is not None:
            return False
        if isinstance(node, ir.Call) and not harmless(program, program.functions[node.function].value):
            return False
    return True
