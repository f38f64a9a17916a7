"""What an expression is for one value of its only variable, if nothing else has a part in it.

Comes in: an expression, a variable and its value.  Goes out: the number, none if the state has a part in it or reading
it would be a fault.
"""

from __future__ import annotations

from rulelang.ir.folding import calculate
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.program import Program


def holds_for(program: Program, node: ir.Expr, variable: str, value: int) -> int | None:
    """The value of an expression."""

    def of(node: ir.Expr) -> int | None:
        match node:
            case ir.Const(constant):
                return constant
            case ir.Local(name):
                return value if name == variable else None
            case ir.Lookup(table, index):
                at, cells = of(index), program.tables[table]
                if at is None or not 0 <= at - cells.first < len(cells.values):
                    return None
                return cells.values[at - cells.first]
            case ir.Within(inner, low, high):
                number = of(inner)
                return number if number is not None and low <= number <= high else None
            case ir.Unary(operator, inner):
                number = of(inner)
                return None if number is None else -number if operator == "neg" else int(not number)
            case ir.Binary("and" | "or" as operator, left, right):
                first = of(left)
                if first is None or bool(first) is (operator == "or"):
                    return None if first is None else int(bool(first))
                second = of(right)
                return None if second is None else int(bool(second))
            case ir.Binary(operator, left, right):
                one, other = of(left), of(right)
                return None if one is None or other is None else calculate(operator, one, other)
            case ir.Cond(test, then, otherwise):
                decided = of(test)
                return None if decided is None else of(then if decided else otherwise)
        return None

    return of(node)
