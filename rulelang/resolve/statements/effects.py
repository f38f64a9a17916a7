"""Counters that are set, and looks: `set`, `add`, `subtract`, `show`.

Comes in: such statements.  Goes out: the same, with the counter that is meant and a value that fits it.
"""

from __future__ import annotations

import re

from rulelang.resolve import numbers
from rulelang.resolve.expressions.calls import Wrong, value_of
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import fitting, flag, number
from rulelang.resolve.model.expressions import CounterRef, Expr, Group, Me
from rulelang.resolve.model.sorts import (
    CardSort,
    FlagSort,
    MemberSort,
    NumberSort,
    PlaceSort,
    PlayerSort,
    PlayersSort,
    SetSort,
)
from rulelang.resolve.model.statements import Add, Say, Set, Show, ShowWhether, Stmt
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import can_be_none, describe
from rulelang.resolve.statements.dispatch import statement
from rulelang.resolve.wording import path_words
from rulelang.source import Span
from rulelang.syntax import model as ast

_BRACES = re.compile(r"\{([^{}]*)\}")
_PATH = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")


# ---------------------------------------------------------------- counters


def _counter(path: ast.Path, scope: Scope) -> CounterRef | None:
    """What is set: a counter, not a value that is worked out."""
    found = expression(value_of(path), scope)
    if found is None or isinstance(found, CounterRef):
        return found
    scope.reports.diagnostic("RL0314", path.span, name=path_words(path))
    return None


@statement.register
def _set(node: ast.Set, scope: Scope) -> Stmt | None:
    target = _counter(node.target, scope)
    if target is None:
        expression(node.value, scope) if not _is_short(node.value) else None
        return None
    value = fitting(node.value, target.sort, scope)
    if value is None:
        return None
    if isinstance(node.value, ast.NoneValue) and not can_be_none(target.sort):
        name, what = path_words(node.target), describe(target.sort)
        scope.reports.diagnostic("RL0324", value.span, name=name, what=what)
        return None
    _check_bounds(value, target, node.target, value.span, scope)
    return Set(target, value, span=node.span, cites=node.cites)


def _is_short(node: ast.Expr) -> bool:
    """Whether a value may need the sort of the counter to be understood."""
    return isinstance(node, ast.NameRef | ast.NoneValue)


def _check_bounds(value: Expr, target: CounterRef, path: ast.Path, span: Span, scope: Scope) -> None:
    if not isinstance(value.sort, NumberSort) or not isinstance(target.sort, NumberSort):
        return
    if numbers.apart(value.sort, target.sort) and not value.sort.maybe:
        scope.reports.diagnostic(
            "RL0309",
            span,
            name=path_words(path),
            low=target.sort.low,
            high=target.sort.high,
            have=describe(value.sort),
        )


@statement.register
def _add(node: ast.Add | ast.Subtract, scope: Scope) -> Stmt | None:
    negative = isinstance(node, ast.Subtract)
    amount = number(node.amount, scope)
    target = _counter(node.target, scope)
    if target is not None and not isinstance(target.sort, NumberSort):
        scope.reports.diagnostic("RL0301", target.span, want="a number", have=describe(target.sort))
        return None
    if amount is None or target is None:
        return None
    return Add(target, amount, negative, span=node.span, cites=node.cites)


# ---------------------------------------------------------------- looks


@statement.register
def _show(node: ast.Show, scope: Scope) -> Stmt | None:
    what = expression(node.what, scope)
    to = viewers(node.to, scope)
    if what is None or to is False:
        return None
    if not isinstance(what, CounterRef) and not isinstance(what.sort, CardSort | SetSort | PlaceSort):
        scope.reports.diagnostic("RL0325", what.span, have=describe(what.sort))
        return None
    return Show(what, to, span=node.span, cites=node.cites)


@statement.register
def _show_whether(node: ast.ShowWhether, scope: Scope) -> Stmt | None:
    condition = flag(node.condition, scope)
    to = viewers(node.to, scope)
    if condition is None or to is False:
        return None
    return ShowWhether(condition, to, span=node.span, cites=node.cites)


@statement.register
def _say(node: ast.Say, scope: Scope) -> Stmt | None:
    """A sentence: its words and, for each pair of braces, the value that is named there, and the word behind it."""
    parts: list[str | Expr] = []
    units: list[str] = []
    for place, part in enumerate(_BRACES.split(node.text)):
        if place % 2 == 0:
            if "{" in part or "}" in part:
                scope.reports.diagnostic("RL0241", node.span, text=part.strip())
                return None
            if part:
                parts.append(part)
                units.append("")
            continue
        path, unit = _with_unit(part)
        value = _named(path, node.span, scope)
        if value is None:
            return None
        if unit is not None and not (unit and isinstance(value.sort, NumberSort)):
            scope.reports.diagnostic("RL0241", node.span, text=f"{{{part}}}")
            return None
        parts.append(value)
        units.append(unit or "")
    return Say(tuple(parts), tuple(units) if any(units) else (), span=node.span, cites=node.cites)


def _with_unit(hole: str) -> tuple[str, str | None]:
    """`price as coins`: a name, and the word behind the number."""
    path, words, unit = hole.partition(" as ")
    return path.strip(), unit.strip() if words else None


def _named(path: str, span: Span, scope: Scope) -> Expr | None:
    """What stands in braces: a name, or names with dots between them."""
    if not _PATH.fullmatch(path):
        scope.reports.diagnostic("RL0241", span, text=f"{{{path}}}")
        return None
    first, *rest = path.split(".")
    found: ast.Expr = ast.NameRef(name=ast.Name(text=first, span=span), span=span)
    for name in rest:
        found = ast.Get(target=found, name=ast.Name(text=name, span=span), arguments=(), span=span)
    value = expression(found, scope)
    if value is not None and not isinstance(
        value.sort, NumberSort | FlagSort | MemberSort | PlayerSort | CardSort | SetSort
    ):
        scope.reports.diagnostic("RL0241", span, text=f"{{{path}}}")
        return None
    return value


def viewers(node: ast.Expr, scope: Scope) -> Expr | Wrong | None:
    """Who is shown something: None is everybody, False was wrong."""
    word = node.name.text if isinstance(node, ast.NameRef) else ""
    if word == "all":
        return None
    if word == "others":
        if not scope.me:
            scope.reports.diagnostic("RL0210", node.span)
            return False
        me = Me(sort=PlayerSort(), span=node.span)
        return Group(me, "others", sort=PlayersSort(), span=node.span)
    found = expression(node, scope)
    if found is None:
        return False
    if not isinstance(found.sort, PlayerSort | PlayersSort):
        want, have = "a player or several players", describe(found.sort)
        scope.reports.diagnostic("RL0301", found.span, want=want, have=have)
        return False
    return found
