"""What nothing uses: steps, values, tables, options, kinds, columns, places, counters.

Proved: no rule of the program names it, nor a scenario, a variant, or the making of cards where these are told
(`mentioned`).  What a library module brings and the game does not want is not reported.  Not looked at: whether the
rule that names it is ever carried out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.setup.cells import on_the_face
from rulelang.diagnostics import Diagnostic, diagnostic
from rulelang.resolve.model import expressions as x
from rulelang.resolve.model.program import Declared, Program, ShownDecl
from rulelang.resolve.model.sorts import MemberSort, MembersSort, StepSort
from rulelang.resolve.model.statements import StepCall, Stop
from rulelang.resolve.walk import everything

GIVEN = frozenset({"payoff", "pass", "box", "nothing"})
"""Names that the language itself asks for."""


def unused(program: Program, mentioned: frozenset[str]) -> Iterator[Diagnostic]:
    if not program.play:
        return  # a module for other games
    used = frozenset(_used(program))
    for what, declared, name in _declared(program):
        own = declared.span.path == program.path
        if own and name not in GIVEN | mentioned and (what, name) not in used:
            yield diagnostic("RL0520", declared.span, what=what, name=name)
    for declared in program.types.values():
        for column in declared.columns:
            own = declared.span.path == program.path
            known = (
                column.name in mentioned
                or f"{{{column.name}}}" in (declared.face or "")
                or ("column", column.name) in used
            )
            if own and not known and not on_the_face(declared, column, program):
                yield diagnostic("RL0521", declared.span, name=column.name, type=declared.name)


def _declared(program: Program) -> Iterator[tuple[str, Declared, str]]:
    for what, table in (
        ("option", program.options),
        ("kind", program.kinds),
        ("table", program.tables),
        ("place", program.places),
        ("counter", program.counters),
        ("value", program.defines),
        ("step", program.steps),
    ):
        for name, declared in table.items():
            yield what, declared, name


def _used(program: Program) -> Iterator[tuple[str, str]]:
    """What is named anywhere; a value or step that only names itself counts as named (a circle is told apart)."""
    for piece in everything(program):
        match piece:
            case x.OptionValue(option=name):
                yield "option", name
            case MemberSort(kind=name) | MembersSort(kind=name):
                yield "kind", name
            case x.MemberColumn(kind=name):
                yield "kind", name
            case x.TableLookup(table=name):
                yield "table", name
            case x.PlaceRef(place=name):
                yield "place", name
            case x.CounterRef(counter=name):
                yield "counter", name
            case x.DefineCall(define=name):
                yield "value", name
            case StepCall(step=name) | x.Can(step=name) | Stop(step=name):
                yield "step", name
            case ShownDecl(name=name, is_counter=is_counter):
                yield ("counter" if is_counter else "value"), name
            case StepSort(steps=names):
                yield from (("step", name) for name in names)
            case x.Column(column=name):
                yield "column", name
            case _:
                pass
