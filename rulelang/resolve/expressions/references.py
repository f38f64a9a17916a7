"""A declared name with what stands before its dot and in its brackets.

Comes in: a place, counter, value, table, option or sheet column and its arguments as written.  Goes out: a
reference to it with its keys resolved, receiver first.
"""

from __future__ import annotations

from typing import assert_never

from rulelang.diagnostics import Label
from rulelang.resolve.expressions.fitting import check_key, fitting
from rulelang.resolve.model.expressions import (
    CounterRef,
    DefineCall,
    Expr,
    OptionValue,
    PlaceRef,
    SheetValue,
    TableLookup,
    Variable,
)
from rulelang.resolve.names import Thing
from rulelang.resolve.scopes import Scope
from rulelang.source import Span
from rulelang.syntax import model as ast


def refer(thing: Thing, receiver: Expr | None, written: tuple[ast.Expr, ...], span: Span, scope: Scope) -> Expr | None:
    """The reference; the receiver is known to fit."""
    given = arguments(thing.name, thing.parameters, written, span, scope, declared=thing.span)
    sort = thing.sort()
    if given is None or sort is None:
        return None
    keys = given if receiver is None else (receiver, *given)
    match thing.what:
        case "place":
            return PlaceRef(thing.key, keys, sort=sort, span=span)
        case "counter":
            return CounterRef(thing.key, keys, sort=sort, span=span)
        case "define":
            return DefineCall(thing.key, keys, sort=sort, span=span)
        case "table":
            return TableLookup(thing.key, keys, sort=sort, span=span)
        case "sheet":
            return SheetValue(thing.key, sort=sort, span=span)
        case "option":
            return OptionValue(thing.key, sort=sort, span=span)
        case _:
            assert_never(thing.what)


def arguments(
    name: str,
    parameters: tuple[Variable, ...],
    written: tuple[ast.Expr, ...],
    span: Span,
    scope: Scope,
    *,
    declared: Span | None,
) -> tuple[Expr, ...] | None:
    """What stands in the brackets, one for each parameter."""
    if len(written) != len(parameters):
        labels = [Label(declared, "declared here")] if declared else []
        scope.reports.diagnostic("RL0214", span, labels=labels, name=name, want=len(parameters), have=len(written))
        return None
    outer = scope
    found = [fitting(node, parameter.sort, outer) for node, parameter in zip(written, parameters, strict=True)]
    for value, parameter in zip(found, parameters, strict=True):
        if value is not None:
            check_key(value, parameter.sort, f"{name}({parameter.name})", scope)
    return tuple(value for value in found if value is not None) if None not in found else None
