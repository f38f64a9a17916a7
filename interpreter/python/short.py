"""Short functions and procedures, which are written out where they are called.

Comes in: calls.  Goes out: text of what is called, none if that would be long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.lifetimes import nodes
from interpreter.python.limits import HIGHEST, LOWEST
from interpreter.python.texts import Text
from rulelang.ir.model.expressions import Call
from rulelang.ir.model.program import Program
from rulelang.ir.model.statements import Perform, Return

if TYPE_CHECKING:
    from interpreter.python.expressions import Values as Writer

MOST_NODES, MOST_LETTERS = 12, 80
"""A function of so many nodes, and letters of text, is short."""
MOST_STEPS = 24
"""A procedure of so many nodes is."""


def short_call(writer: Writer, node: Call) -> Text | None:
    """A short function, written out; what is given to it may be read many times."""
    function = writer.context.program.functions[node.function]
    if not writer.context.plain or node.function not in writer.context.short_functions:
        return None
    inner = type(writer)(writer.context, scope=writer.scope.inner())
    inner.listing = writer.listing
    for parameter, argument in zip(function.parameters, node.arguments, strict=True):
        text = "" if parameter.is_set else writer.argument(argument)
        if not text.isidentifier() and not text.isdigit():
            return None
        inner.scope.stands_for(parameter.name, text)
        inner.bounds[text] = writer.bounds.get(text, (LOWEST, HIGHEST))
    written = inner.value(function.value)
    return written if len(written.text) <= MOST_LETTERS else None


def short_functions(program: Program) -> frozenset[int]:
    """The numbers of the functions that may be written out where they are called."""
    functions = enumerate(program.functions)
    return frozenset(number for number, function in functions if len(list(nodes(function.value))) <= MOST_NODES)


def short_procedures(program: Program) -> frozenset[int]:
    """The numbers of the procedures that are written out where they are performed."""
    bodies = [list(nodes(procedure.body)) for procedure in program.procedures]
    return frozenset(
        number
        for number, body in enumerate(bodies)
        if len(body) <= MOST_STEPS and not any(isinstance(node, Return | Perform) for node in body)
    )
