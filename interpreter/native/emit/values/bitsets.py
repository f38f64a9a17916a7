"""Columns that hold sets of a few things, each set in one cell as bits.

Comes in: folds over what a column holds (``every animal in suspect.alibi has …``).  Goes out: operands, and constants
for the module.  What is asked of each must be a question for members, which `common` answers for all at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.native.abi import FAULT
from interpreter.native.emit.scope import Number
from interpreter.native.emit.values.common import Memos
from interpreter.native.emit.values.writing import Values
from interpreter.native.emit.writer import signed
from rulelang.ir.analyse.membership import ASKED
from rulelang.ir.model import expressions as ir
from rulelang.nodes import frozen

MOST = 31
"""So many things fit into one cell."""
FEW = 8
"""So many things are each asked for all rows at once."""


@frozen
class Held:
    """Sets of the numbers from low to high, of each row of a table one"""

    table: int
    row: ir.Expr
    stride: int
    low: int
    high: int


def decided(values: Values, memos: Memos, node: ir.Fold) -> str | None:
    """Whether any or all that a column holds are members, as a number; none if this asks something else."""
    held = _held(values, node)
    if held is None:
        return None
    names, w = values.scope.names, values.w
    names[node.variable] = Number(str(held.low), held.low, held.high)
    answers = memos.of_all(node.value, node.variable)
    if answers is None:
        return None
    bits, least = answers
    mask = w.op(f"shl i64 {_mask(values, held)}, {held.low}")
    bits = w.op(f"{'shl' if least >= 0 else 'lshr'} i64 {bits}, {abs(least)}")
    if node.operator == "all":
        bits = w.op(f"xor i64 {bits}, -1")
    both = w.op(f"and i64 {mask}, {bits}")
    return w.flag(w.op(f"icmp {'eq' if node.operator == 'all' else 'ne'} i64 {both}, 0"))


def of_all(values: Values, memos: Memos, node: ir.Fold, name: str, rows: Sequence[int | None]) -> str | None:
    """Whether any or all of a set are members, of the sets of many rows at once: a bit for each row, as an i64.

    `name` stands for the row; of a bit without one nothing is said.  Each thing that sets may hold is asked once, and
    decides for all sets that hold it.
    """
    held = _held(values, node)
    if held is None or held.row != ir.Local(name) or held.high - held.low >= FEW:
        return None
    cells = values.context.program.tables[held.table].values
    if not all(row is None or 0 <= row < len(cells) // held.stride for row in rows):
        return None
    w = values.w
    values.scope.names[node.variable] = Number(str(held.low), held.low, held.high)
    answers = memos.of_all(node.value, node.variable)
    if answers is None:
        return None
    bits, least = answers
    result = "-1" if node.operator == "all" else "0"
    for thing in range(held.low, held.high + 1):
        those = [row is not None and cells[row * held.stride + thing - held.low] != 0 for row in rows]
        holding = signed(sum(has << place for place, has in enumerate(those)), 64)
        asked = 0 <= thing - least < ASKED.bit_length() - 1
        one = w.op(f"and i64 {w.op(f'lshr i64 {bits}, {thing - least}')}, 1") if asked else "0"
        every = w.op(f"sub i64 0, {one}")
        if node.operator == "all":
            result = w.op(f"and i64 {result}, {w.op(f'or i64 {every}, {-1 - holding}')}")
        else:
            result = w.op(f"or i64 {result}, {w.op(f'and i64 {every}, {holding}')}")
    return result


def _held(values: Values, node: ir.Fold) -> Held | None:
    match node:
        case ir.Fold(
            source=ir.Ordered(
                variable=variable,
                source=ir.Numbers(ir.Const(low), ir.Const(high), ir.Const(1)),
                where=ir.Lookup(table, ir.Binary("+", ir.Binary("*", row, ir.Const(stride)), ir.Local(named))),
                orders=(),
                limit=None,
            ),
            where=None,
        ) if variable == named:
            column = values.context.program.tables[table]
            whole = column.first == low and stride > 0 and len(column.values) % stride == 0
            if whole and 0 <= low <= high < MOST and high - low < stride and row != ir.Local(variable):
                return Held(table, row, stride, low, high)
    return None


def _mask(values: Values, held: Held) -> str:
    """The set of a row, a bit for each number from the lowest, as an i64."""
    w, cells = values.w, values.context.program.tables[held.table].values
    rows = len(cells) // held.stride
    many = held.high - held.low + 1
    sets = tuple(sum((cells[row * held.stride + place] != 0) << place for place in range(many)) for row in range(rows))
    row = values.value(held.row)
    if values.context.checked:
        with w.fault_if(w.test("uge", row, str(rows))):
            index = w.two("add", w.two("mul", row, str(held.stride)), str(held.low))
            w.fault(FAULT["outside"], values.rule, index)
    return values.wide(w.load(values.context.constant(sets), row))
