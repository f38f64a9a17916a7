"""A program as Python text.

Comes in: a program and its layout.  Goes out: one readable text with a function for every function, header,
procedure, block and decision.  Running it is left to `engine`; the names that it calls are those of
`runtime`.
"""

from __future__ import annotations

import attrs

from interpreter.layout import Layout
from interpreter.python.beginning import beginning_lines
from interpreter.python.blocks import block_lines, procedure_lines
from interpreter.python.chains import after_decisions, chains
from interpreter.python.decisions import decision_lines
from interpreter.python.expressions import Values
from interpreter.python.headers import can_lines, why_lines
from interpreter.python.lots import MOST_COPIES, lots_lines
from interpreter.python.names import note
from interpreter.python.playing import plays_text
from interpreter.python.runtime import RESERVED
from interpreter.python.short import short_functions, short_procedures
from interpreter.python.texts import BYTES, INDENT, Context, context, fits_bytes, opposite, padding
from interpreter.python.unrolled import best_lines
from rulelang.ir.model.expressions import Const, First, Fold, Numbers
from rulelang.ir.model.program import Function, Program


def python_text(program: Program, layout: Layout, traced: bool = False, asked: bool = False) -> str:
    """The whole text; `traced` adds the lines that report what happens, `asked`: somebody may decide chance events."""
    plain = not traced and not asked
    written = _context(program, layout, traced, plain)
    spare = attrs.evolve(written, plain=False)
    pieces = [_head(program, traced), _tables(program)]
    pieces += [_function(written, number, function) for number, function in enumerate(program.functions)]
    for number, header in enumerate(program.headers):
        pieces += [lots_lines(written, number, header), can_lines(written, number, header)]
        pieces.append(why_lines(written, number, header))
    pieces += [procedure_lines(written, number, step) for number, step in enumerate(program.procedures)]
    for number, block in enumerate(program.blocks):
        pieces.append(block_lines(spare, number, block))
    for number, decision in enumerate(program.decisions):
        pieces += decision_lines(written, number, decision)
    first = [0]
    if plain:
        beginning, first = beginning_lines(written)
        pieces += beginning
    functions, by_block = chains(written, [*first, *after_decisions(program)])
    pieces += [*functions, [*_lists(written), by_block]]
    return "\n\n\n".join("\n".join(piece) for piece in pieces if piece) + "\n"


def playing_text(program: Program, layout: Layout) -> str:
    """The text of what random playouts need besides; it calls the functions of the text without a log."""
    return plays_text(_context(program, layout, False, True))


def _context(program: Program, layout: Layout, traced: bool, plain: bool) -> Context:
    tables = tuple(f"{of}T{number}" for number in range(len(program.tables)) for of in ("", "OF_", "BYTES_"))
    short = short_functions(program), short_procedures(program)
    return context(program, layout, traced, plain, short, RESERVED | frozenset(tables))


def _head(program: Program, traced: bool) -> list[str]:
    settings = [f"{program.players} players", *program.variants]
    settings += [f"{option} is {value}" for option, value in program.options]
    return [
        f"# {note(program.title)}: {note(', '.join(settings))}{', traced' if traced else ''}",
        "# S is the state: one list of integers.  What is called without being defined here is the runtime's.",
    ]


def _tables(program: Program) -> list[str]:
    """Each table with zeros before its first cell, so that its index needs no reckoning, and what reads
    it."""
    lines: list[str] = []
    for number, table in enumerate(program.tables):
        values = (0,) * padding(table) + table.values
        lines.append(f"T{number} = {values!r}  # {note(table.name)}, from {table.first}")
        lines.append(f"OF_T{number} = T{number}.__getitem__")
        if fits_bytes(table) and padding(table) == table.first:
            lines.append(f"BYTES_T{number} = bytes(T{number}).ljust({BYTES})")
    return lines


def _function(context: Context, number: int, function: Function) -> list[str]:
    """A question of any or all is a loop of its own, which is faster than an expression; all else is one
    expression."""
    values, asked = Values(context), function.value
    names = ["S", *(values.scope[parameter.name] for parameter in function.parameters)]
    head = f"def {context.functions[number]}({', '.join(names)}):"
    best = best_lines(values, asked) if isinstance(asked, First) else None
    if best is not None:
        return [head, *best]
    if not isinstance(asked, Fold) or asked.operator not in ("any", "all"):
        return [head, f"{INDENT}return {values.value(asked).text}"]
    return [head, *_asked_one_by_one(values, asked), f"{INDENT}return {int(asked.operator == 'all')}"]


def _asked_one_by_one(values: Values, asked: Fold) -> list[str]:
    """The loop of an any or all; over a few constants it is written out."""
    match asked.source:
        case Numbers(Const(low), Const(high), Const(1)) if 0 < high - low + 1 <= MOST_COPIES:
            lines: list[str] = []
            for value in range(low, high + 1):
                values.scope.stands_for(asked.variable, str(value))
                test = None if asked.where is None else values.truth(asked.where).text
                lines += _asked_once(values, asked, test, INDENT)
            return lines
        case _:
            clauses = values.sources.clauses(asked.variable, asked.source, asked.where)
            loop = f"{INDENT}for {clauses.variable} in {clauses.source}:"
            return [loop, *_asked_once(values, asked, clauses.test, INDENT * 2)]


def _asked_once(values: Values, asked: Fold, test: str | None, depth: str) -> list[str]:
    """Gives back the answer if this member decides."""
    lines = []
    if test is not None:
        lines.append(f"{depth}if {test}:")
        depth += INDENT
    decides = values.truth(asked.value)
    if asked.operator == "all":
        decides = opposite(decides)
    return [*lines, f"{depth}if {decides.text}:", f"{depth}{INDENT}return {int(asked.operator == 'any')}"]


def _lists(context: Context) -> list[str]:
    """What `engine` takes out of the text."""
    lists = {
        "FUNCTIONS": context.functions, "CAN": context.can, "WHY": context.why, "BLOCKS": context.blocks,
        "CHOOSER": context.chooser, "LOTS": context.choices, "WHY_NOT": context.why_not, "CHOOSE": context.choose,
    }  # fmt: skip
    return [f"{name} = [{', '.join(functions)}]" for name, functions in lists.items()]
