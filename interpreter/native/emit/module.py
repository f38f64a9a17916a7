"""A program as one LLVM module.

Comes in: a program and its layout, and whether to check everything.  Goes out: text, and the messages of its stated
faults by their numbers.  Compiling is left to `compile`.
"""

from __future__ import annotations

from interpreter.kernel.constants import numbers
from interpreter.machine.layout import Layout
from interpreter.minds.words import numbers as thinking_numbers
from interpreter.native.analyse.effects import fails
from interpreter.native.emit.counting import counted_writers
from interpreter.native.emit.decisions import decision_writers, front_writers
from interpreter.native.emit.entry.batch import vector_writers
from interpreter.native.emit.entry.builtins import BUILTINS, builtin_text, builtin_writers
from interpreter.native.emit.entry.gathering import gather_writer
from interpreter.native.emit.entry.minds import mind_text, mind_writers
from interpreter.native.emit.entry.observe import OPEN as OBSERVING
from interpreter.native.emit.entry.observe import observing_writers
from interpreter.native.emit.entry.tracing import watching_writers
from interpreter.native.emit.entry.whole_games import batch_writer, game_writer, prepare_writer
from interpreter.native.emit.flow import asked_writer, block_writer, flow_tables, procedure_writer, run_writer
from interpreter.native.emit.headers import each_writer, why_writer
from interpreter.native.emit.kernel import fallible, kernel_texts
from interpreter.native.emit.scope import Context
from interpreter.native.emit.statements import signature, take
from interpreter.native.emit.tables import head_text, table, table_text
from interpreter.native.emit.values.expressions import Values
from interpreter.native.emit.writer import Writer
from interpreter.native.plan import Plan
from interpreter.native.trace import Watch
from rulelang.ir.model.expressions import Call, Offered
from rulelang.ir.model.program import Function, Program
from rulelang.ir.walk import nodes
from rulelang.nodes import frozen

OPEN = frozenset(("run", "step_all", "draw_all", *BUILTINS))
"""Functions that Python calls, beside those of the program."""


@frozen
class Module:
    """Text, ready to be compiled; `instructions` is how long it is without the kernel"""

    text: str
    messages: tuple[str, ...]
    instructions: int


def module_text(
    program: Program,
    layout: Layout,
    checked: bool = True,
    watched: Watch = "",
    thinking: bool = False,
    bmi2: bool = False,
    plan: Plan | None = None,
) -> Module:
    """The whole module; with a packed layout only what whole games by chance need, `watched` or not; `thinking`: only
    what thinking players need; `bmi2`: the processor has these instructions; with a `plan` games can be asked word by
    word, too."""
    context = Context(program, layout, checked, watched)
    writers = [_function(context, number, program.functions[number]) for number in _callees_first(program)]
    asked = {(node.header, node.picks is None) for node in nodes(_parts(program)) if isinstance(node, Offered)}
    for number, header in enumerate(program.headers):
        if (number, True) in asked:
            writers.append(each_writer(context, number, header))
        if (number, False) in asked:
            writers.append(why_writer(context, number, header))
    writers += [procedure_writer(context, number, step) for number, step in enumerate(program.procedures)]
    for number, decision in enumerate(program.decisions):
        writers += decision_writers(context, number, decision)
        if layout.packed and watched != "lines" and (counting := counted_writers(context, number, decision)):
            context.counted.add(number)
            writers += counting
    writers.append(asked_writer(context))
    if layout.packed:
        writers += [prepare_writer(context), game_writer(context), batch_writer(context)]
        writers += watching_writers(context) if watched else []
        writers += [gather_writer(context)] if watched == "figures" else []
    else:
        writers += [block_writer(context, number, block) for number, block in enumerate(program.blocks)]
        writers += [*front_writers(context), run_writer(context)]
        entries = [mind_writers] if thinking else [builtin_writers, vector_writers]
        writers += [writer for entry in entries for writer in entry(context)]
        writers += [] if plan is None else observing_writers(context, plan)
    seeing_fails = _seeing_fails(context)
    failing = fallible(frozenset({"asked"} if seeing_fails else ()), layout.packed, thinking)
    known = numbers(layout, checked, program.knowing) | (thinking_numbers(layout) if thinking else {})
    kernel = kernel_texts(context, known, failing, thinking)
    texts = [head_text(layout.packed, bmi2), table_text(layout), flow_tables(context)]
    open_here = frozenset({"playouts"}) if layout.packed else frozenset() if thinking else OPEN | {*OBSERVING}
    texts += [*kernel, *(writer.text("" if _is_open(writer.name, open_here) else "internal ") for writer in writers)]
    texts += [table(name[1:], cells) for cells, name in context.constants.items()]
    if not layout.packed:
        texts.append(mind_text(context) if thinking else builtin_text())
    return Module("\n\n".join(texts) + "\n", tuple(context.messages), sum(len(writer.lines) for writer in writers))


def function_sorts(function: Function) -> list[str]:
    """How the parameters of a function are handed over."""
    return [sort for sort, _ in signature(function.parameters)]


def _is_open(name: str, names: frozenset[str]) -> bool:
    return name in names or ("run" in names and name[0] == "f" and name[1:].isdigit())


def _parts(program: Program) -> tuple[object, ...]:
    return (program.functions, program.headers, program.procedures, program.blocks, program.decisions)


def _callees_first(program: Program) -> list[int]:
    """The functions in an order in which each comes after those that it calls."""
    order: list[int] = []
    done: set[int] = set()

    def visit(number: int) -> None:
        if number in done:
            return
        done.add(number)
        for node in nodes(program.functions[number]):
            if isinstance(node, Call):
                visit(node.function)
        order.append(number)

    for number in range(len(program.functions)):
        visit(number)
    return order


def _function(context: Context, number: int, function: Function) -> Writer:
    if fails(context, function.value):
        context.failing.add(("f", number))
    writer = Writer(f"f{number}", signature(function.parameters))
    values = Values(context, writer)
    take(values, function.parameters, set())
    values.remember({f"%p{each}" for each in range(len(function.parameters))})
    writer.give(values.value(function.value))
    return writer


def _seeing_fails(context: Context) -> bool:
    return any(
        zone.seen.function is not None and ("f", zone.seen.function) in context.failing
        for zone in context.program.zones
    )
