"""Questions whether some member of a source has a value, which one pass through the source answers for all values.

Comes in: folds and conditions.  Goes out: what they ask, taken apart.  The answers are left to `common`.
"""

from __future__ import annotations

from functools import reduce

from rulelang.ir.analyse.harmless import harmless
from rulelang.ir.analyse.monotone import singles
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.program import Program
from rulelang.ir.walk import nodes
from rulelang.nodes import frozen

ASKED = -(1 << 63)
"""The bit for which there is no value: the others are known."""


@frozen
class Membership:
    """``any x in SOURCE if guard: asked(x) == value``, where all but the value is the same all the time if the
    variables `fixed` are
    """

    fold: ir.Fold
    """The same for all values."""
    guard: ir.Expr | None
    asked: ir.Expr
    value: ir.Expr
    fixed: frozenset[str]
    low: int
    high: int


def membership(program: Program, node: ir.Fold) -> Membership | None:
    """A fold as a question whether some member has a value, if it is one and can be no fault."""
    if node.operator != "any" or not harmless(program, node):
        return None
    conditions = [*([] if node.where is None else singles(node.where)), *singles(node.value)]
    for number, condition in enumerate(conditions):
        if not isinstance(condition, ir.Binary) or condition.operator != "==":
            continue
        for asked, value in ((condition.left, condition.right), (condition.right, condition.left)):
            if not isinstance(asked, ir.Lookup) or node.variable not in _named(asked) or _named(value) & _bound(node):
                continue
            cells = program.tables[asked.table].values
            others = conditions[:number] + conditions[number + 1 :]
            if not cells or max(cells) - min(cells) >= ASKED.bit_length() - 1:
                continue
            guard = reduce(lambda left, right: ir.Binary("and", left, right), others) if others else None
            rest = ir.Fold("any", node.variable, node.source, guard, asked)
            fixed = frozenset(_named(rest) - _bound(rest))
            return Membership(rest, guard, asked, value, fixed, min(cells), max(cells))
    return None


def only(program: Program, node: ir.Cond) -> Membership | None:
    """The only member that has a value, none if there is none or more than one, as a question for members."""
    match node:
        case ir.Cond(
            ir.Binary("==", ir.Fold("count", variable, source, where, ir.Const(1)), ir.Const(1)),
            ir.First(first, of, passing, ()),
            ir.Const(-1),
        ) if where is not None and (first, of, passing) == (variable, source, where):
            return membership(program, ir.Fold("any", variable, source, None, where))
    return None


def _named(part: object) -> set[str]:
    return {node.name for node in nodes(part) if isinstance(node, ir.Local)}


def _bound(part: object) -> set[str]:
    return {node.variable for node in nodes(part) if isinstance(node, ir.Fold | ir.First | ir.Ordered)}
