"""Signatures: `player.supporter(question)` and what its parameters are.

Comes in: parameters and types as written.  Goes out: variables with their sorts. A parameter is named after its
kind or says its type.
"""

from __future__ import annotations

from typing import assert_never

from rulelang.diagnostics import did_you_mean
from rulelang.resolve.model.expressions import Variable
from rulelang.resolve.model.sorts import HIGHEST, CardSort, NumberSort, SetSort, Sort
from rulelang.resolve.names import Names
from rulelang.resolve.reports import Reports
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import maybe
from rulelang.syntax import model as ast


def type_sort(written: ast.Type, names: Names, reports: Reports) -> Sort | None:
    """The sort of a type as written."""
    match written:
        case ast.KindType(name=name):
            return _kind(name, names, reports)
        case ast.MaybeType(name=name):
            sort = _kind(name, names, reports)
            return maybe(sort) if sort is not None else None
        case ast.SetType(name=name):
            sort = _kind(name, names, reports)
            if sort is not None and not isinstance(sort, CardSort):
                reports.diagnostic("RL0207", name.span, name=name.text)
                return None
            return SetSort(sort.types) if sort is not None else None
        case ast.NumberType(low=low, high=high):
            if max(low, high) > HIGHEST:
                reports.diagnostic("RL0133", written.span)
                return None
            if low > high:
                reports.diagnostic("RL0321", written.span, low=low, high=high)
                return None
            return NumberSort(low, high)
        case _:
            assert_never(written)


def _kind(name: ast.Name, names: Names, reports: Reports) -> Sort | None:
    sort = names.kind_sort(name.text)
    if sort is None:
        near = did_you_mean(name.text, names.kind_names())
        reports.diagnostic("RL0207", name.span, name=name.text, suggestion=near)
    return sort


def no_kind(name: ast.Name, names: Names, reports: Reports, kind: str | None = None) -> str | None:
    """Say that a variable is named after no kind, and which one may be meant; the same name for whoever goes on."""
    near = did_you_mean(name.text, names.kind_variables())
    example = kind or next((kind for kind in (*names.all_types, *names.kinds)), "Player")
    help = None if near else f"name the variable after its kind, or say its kind: `{name.text}: {example}`"
    reports.diagnostic("RL0206", name.span, help=help, name=name.text, suggestion=near)
    return near


def parameter_sort(
    parameter: ast.Parameter, names: Names, reports: Reports, inferred: Sort | None = None
) -> Sort | None:
    """What a parameter is; `inferred` is what a name that is no kind stands for, where something tells."""
    if parameter.type is not None:
        return type_sort(parameter.type, names, reports)
    sort = names.named_after(parameter.name.text) or inferred
    if sort is None:
        no_kind(parameter.name, names, reports)
    return sort


def variables(
    written: tuple[ast.Parameter, ...], scope: Scope, like: tuple[Sort, ...] = ()
) -> tuple[Variable, ...] | None:
    """Variables for parameters, in sight from now on; `like` has the sorts of what is laid over."""
    found: list[Variable | None] = []
    for index, parameter in enumerate(written):
        inferred = like[index] if index < len(like) else None
        sort = parameter_sort(parameter, scope.names, scope.reports, inferred)
        found.append(scope.bind(parameter.name, sort))
    return tuple(v for v in found if v is not None) if None not in found else None


def all_parameters(signature: ast.Signature) -> tuple[ast.Parameter, ...]:
    """The receiver, if there is one, and what stands in brackets."""
    receiver = (signature.receiver,) if signature.receiver is not None else ()
    return (*receiver, *signature.parameters)
