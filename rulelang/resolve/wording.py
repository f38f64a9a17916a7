"""An expression in words, as an author would write it on one line.

Comes in: an expression of the syntax tree.  Goes out: its text, for messages, reasons and the choices of a
scenario. The layout of whole files is left to the formatter.
"""

from __future__ import annotations

from typing import assert_never

from rulelang.syntax import model as ast

Plain = (
    ast.NameRef | ast.Number | ast.CardName | ast.YesNo | ast.NoneValue | ast.Empty | ast.Usual | ast.Playing
    | ast.CardByColumns
)  # fmt: skip
Counted = (
    ast.Several | ast.Arithmetic | ast.Divide | ast.Negate | ast.Count | ast.NumberRange | ast.Fold | ast.BestOf
)  # fmt: skip
Comparison = ast.Compare | ast.Is | ast.IsIn | ast.IsMultiple | ast.IsLike
Asked = Comparison | ast.Not | ast.And | ast.Or | ast.Question | ast.Every | ast.Can


def words(node: ast.Expr) -> str:
    """The text of an expression."""
    match node:
        case ast.Get(target=target, name=name, arguments=arguments):
            return f"{_tight(target)}.{name.text}{_brackets(arguments)}"
        case ast.Call(name=name, arguments=arguments):
            return f"{name.text}{_brackets(arguments)}"
        case ast.Selected(word=word, range=range):
            return f"{word} {range_words(range)}"
        case _ if isinstance(node, Plain):
            return _plain(node)
        case _ if isinstance(node, Counted):
            return _counted(node)
        case _:
            return _asked(node)


def _plain(node: Plain) -> str:
    match node:
        case ast.NameRef(name=name):
            return name.text
        case ast.Number(value=value):
            return str(value)
        case ast.CardName(text=text):
            return f'"{text}"'
        case ast.YesNo(value=value):
            return "yes" if value else "no"
        case ast.NoneValue():
            return "none"
        case ast.Empty():
            return "nothing"
        case ast.Usual():
            return "usual"
        case ast.Playing(title=title):
            return f'playing "{title}"'
        case ast.CardByColumns(kind=kind, headings=headings):
            return f"{kind.text}({', '.join(f'{h.text} {w.text}' for h, w in headings)})"
        case _:
            assert_never(node)


def _counted(node: Counted) -> str:
    match node:
        case ast.Several(amount=amount, what=what):
            return f"{amount} of {words(what)}"
        case ast.Arithmetic(operator=operator, left=left, right=right):
            return f"{_operand(left, _level(node))} {operator} {_operand(right, _level(node) + 1)}"
        case ast.Divide(left=left, right=right, rounding=rounding):
            return f"{_operand(left, _level(node))} / {_operand(right, _level(node) + 1)} rounded {rounding}"
        case ast.Negate(value=value):
            return f"-{_tight(value)}"
        case ast.Count(what=what):
            return f"count ({range_words(what)})" if isinstance(what, ast.Range) else f"count {_tight(what)}"
        case ast.NumberRange(low=low, high=high, step=step):
            return f"({words(low)} to {words(high)}{f' by {words(step)}' if step is not None else ''})"
        case ast.Fold():
            return _fold(node)
        case ast.BestOf(word=word, values=values):
            *some, last = (_operand(value) for value in values)
            return f"{word} of {', '.join(some)} and {last}"
        case _:
            assert_never(node)


def _asked(node: Asked) -> str:
    match node:
        case ast.Not(value=value):
            return f"not {_closed(value)}"
        case ast.And(parts=parts):
            return " and ".join(_closed(part) for part in parts[:-1]) + f" and {_last(parts[-1])}"
        case ast.Or(parts=parts):
            return " or ".join(_closed(part) for part in parts[:-1]) + f" or {_last(parts[-1])}"
        case ast.Question(word=word, range=range):
            return f"{word} {range_words(range)}"
        case ast.Every(range=range, condition=condition):
            return f"every {range_words(range)} has {words(condition)}"
        case ast.Can(player=player, word=word, negated=negated, step=step):
            no = {"can": "cannot", "may": "may not"}[word]
            return f"{_operand(player)} {no if negated else word} {path_words(step)}"
        case _:
            return _comparison(node)


def path_words(path: ast.Path) -> str:
    """The text of a step with its receiver and its brackets."""
    target = f"{_tight(path.target)}." if path.target is not None else ""
    return f"{target}{path.name.text}{_brackets(path.arguments)}"


def _brackets(arguments: tuple[ast.Expr, ...]) -> str:
    return f"({', '.join(words(a) for a in arguments)})" if arguments else ""


def _comparison(node: Comparison) -> str:
    left, right = _operand(node.left), _operand(node.right)
    match node:
        case ast.Compare(operator=operator):
            return f"{left} {operator} {right}"
        case ast.Is(negated=negated):
            return f"{left} is {'not ' if negated else ''}{right}"
        case ast.IsIn(negated=negated):
            return f"{left} is {'not ' if negated else ''}in {right}"
        case ast.IsMultiple(negated=negated):
            return f"{left} is {'not ' if negated else ''}a multiple of {right}"
        case ast.IsLike(negated=negated):
            return f"{left} is {'not ' if negated else ''}like {right}"
        case _:
            assert_never(node)


OPEN = ast.Question | ast.Every | ast.Fold | ast.BestOf | ast.Selected
LOOSE = (*OPEN.__args__, ast.And, ast.Or, ast.Not)


def _tight(node: ast.Expr) -> str:
    """An operand that binds more tightly than any sum."""
    loose = (*LOOSE, ast.Arithmetic, ast.Divide, *Comparison.__args__, ast.Can)
    return f"({words(node)})" if isinstance(node, (*loose, ast.Negate, ast.Count)) else words(node)


def _operand(node: ast.Expr, level: int = 1) -> str:
    """An operand of a comparison, or of a sum or a product that binds so tightly."""
    loose = isinstance(node, (*LOOSE, *Comparison.__args__, ast.Can))
    return f"({words(node)})" if loose or _level(node) < level else words(node)


def _level(node: ast.Expr) -> int:
    """How tightly it binds: a sum, a product, anything else."""
    match node:
        case ast.Arithmetic(operator="+" | "-"):
            return 1
        case ast.Arithmetic() | ast.Divide():
            return 2
        case _:
            return 3


def _closed(node: ast.Expr) -> str:
    """A part of an `and` that others may follow."""
    return f"({words(node)})" if isinstance(node, (*OPEN.__args__, ast.And, ast.Or)) else words(node)


def _last(node: ast.Expr) -> str:
    return f"({words(node)})" if isinstance(node, ast.And | ast.Or) else words(node)


def _fold(node: ast.Fold) -> str:
    word = "sum of" if node.word == "sum" else node.word
    if node.short and node.range.binding.source is not None:
        where = f" where {words(node.range.where)}" if node.range.where is not None else ""
        return f"{word} {_operand(node.value)} in {_source(node.range.binding.source)}{where}"
    return f"{word} {_operand(node.value)} for {range_words(node.range)}"


def range_words(node: ast.Range) -> str:
    """The text of a range."""
    limit = f"first {words(node.limit)} " if node.limit is not None else ""
    binding = node.binding
    text = binding.variable.text
    if binding.kind is not None:
        amount = f"{_amount(binding.amount)} of " if binding.amount is not None else ""
        text += f": {amount}{binding.kind.text}"
    text += f" in {_source(binding.source)}" if binding.source is not None else ""
    where = f" where {words(node.where)}" if node.where is not None else ""
    orders = " then ".join(f"{order.best} {words(order.value)}" for order in node.orders)
    return f"{limit}{text}{where}{f', by {orders}' if orders else ''}"


def _amount(node: ast.Amount) -> str:
    low, high = node.low, node.high
    if low is None:
        return f"up to {words(high)}" if high is not None else ""
    if high is None:
        return f"{words(low)} or more"
    return words(low) if low == high else f"{words(low)} to {words(high)}"


def _source(node: ast.Source) -> str:
    match node:
        case ast.InPlace(value=value, start=start):
            return f"{_operand(value)}{f' from {_operand(start)}' if start is not None else ''}"
        case ast.Numbers(low=low, high=high, step=step):
            by = f" by {_operand(step)}" if step is not None else ""
            return f"{_operand(low)} to {_operand(high)}{by}"
        case ast.PartOf(end=end, amount=amount, value=value):
            return f"{end} {_operand(amount)} of {_operand(value)}"
        case _:
            assert_never(node)
