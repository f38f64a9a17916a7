"""Where a range's variable comes from, and what it can be.

Comes in: `beast in me.hand`, `other: Player`, `spot in 1 to 4`.  Goes out: the source, the sort of the
variable, and for numbers those that are certainly gone through. Conditions and orders are left to `ranges`.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from rulelang.diagnostics import did_you_mean
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import fit, fitting, how_many, in_order, number, number_of, player
from rulelang.resolve.model.expressions import (
    AllOf,
    EndOf,
    Expr,
    Group,
    NumberRange,
    Source,
    Stretch,
    Through,
)
from rulelang.resolve.model.sorts import (
    CardSort,
    MemberSort,
    MembersSort,
    NumberSort,
    NumbersSort,
    PlaceSort,
    PlayerSort,
    PlayersSort,
    SetSort,
    Sort,
)
from rulelang.resolve.names import variable_name
from rulelang.resolve.scopes import Scope
from rulelang.resolve.signatures import no_kind
from rulelang.resolve.sorts import describe
from rulelang.syntax import model as ast

Element: TypeAlias = CardSort | MemberSort | PlayerSort | NumberSort
Reached: TypeAlias = tuple[int, int] | None
Found: TypeAlias = tuple[Source, Element, Reached]


def source(node: ast.Binding, scope: Scope, *, short: bool = False) -> Found | None:
    """The source with the sort of its variable."""
    declared = None if short else _declared(node, scope)
    if declared is None and not short and (node.kind is not None or not _gives_numbers(node)):
        if node.kind is None:
            _no_kind(node.variable, scope)
        return None
    match node.source:
        case None:
            if declared is None or isinstance(declared, NumberSort):
                _no_kind(node.variable, scope)
                return None
            return AllOf(declared, span=node.span), declared, None
        case ast.Numbers() as numbers:
            return _numbers(numbers, node, declared, scope)
        case ast.InPlace(value=ast.NumberRange() as bracketed):
            written = ast.Numbers(bracketed.low, bracketed.high, bracketed.step, span=bracketed.span)
            return _numbers(written, node, declared, scope)
        case ast.InPlace():
            return _in_place(node.source, declared, scope)
        case ast.PartOf():
            return _part(node.source, declared, scope)
        case _:
            assert_never(node.source)


def _no_kind(name: ast.Name, scope: Scope, kind: str | None = None) -> None:
    """Say so; of the variable that is meant nothing more is said, where nothing else has its name.  `kind`: what it
    goes through."""
    near = no_kind(name, scope.names, scope.reports, kind)
    if near is None and kind is not None:
        near = variable_name(kind)
    if near is not None:
        scope.variables.setdefault(near, (None, name.span))


def _gives_numbers(node: ast.Binding) -> bool:
    match node.source:
        case ast.Numbers() | ast.InPlace(value=ast.NumberRange()):
            return True
        case _:
            return False


def _declared(node: ast.Binding, scope: Scope) -> Element | None:
    """What the author says that the variable is, by its name or by `other: Player`."""
    if node.kind is None:
        sort = scope.names.named_after(node.variable.text)
    else:
        sort = scope.names.kind_sort(node.kind.text)
        if sort is None:
            near = did_you_mean(node.kind.text, scope.names.kind_names())
            scope.reports.diagnostic("RL0207", node.kind.span, name=node.kind.text, suggestion=near)
            return None
    if node.amount is not None and node.kind is not None and not isinstance(sort, CardSort):
        have = describe(sort) if sort else "nothing"
        scope.reports.diagnostic("RL0301", node.kind.span, want="a set of cards", have=have)
        return None
    return sort if isinstance(sort, CardSort | MemberSort | PlayerSort | NumberSort) else None


def _numbers(node: ast.Numbers, binding: ast.Binding, declared: Element | None, scope: Scope) -> Found | None:
    """`n in 2 to 5`, and `rank in four to seven`: members from one to another, in the order of their kind."""
    written = isinstance(node.low, ast.Number) and isinstance(node.high, ast.Number)
    members = declared if isinstance(declared, MemberSort) and not written else None
    if declared is not None and members is None and not isinstance(declared, NumberSort):
        what = describe(declared)
        scope.reports.diagnostic("RL0225", binding.variable.span, name=binding.variable.text, what=what)
        return None
    want = members or NumberSort()
    low = expression(node.low, scope, want)
    if low is not None and isinstance(low.sort, MemberSort) and declared is None:
        _no_kind(binding.variable, scope, low.sort.kind)
        return None
    low, high = fit(low, want, scope), fitting(node.high, want, scope)
    step = number(node.step, scope) if node.step is not None else None
    if low is None or high is None or (step is None) != (node.step is None):
        return None
    if not in_order(low, high, step, node.span, scope):
        return None
    if members is not None:
        return Stretch(low, high, step, span=node.span), MemberSort(members.kind), None
    return _stretch(NumberRange(low, high, step, sort=NumbersSort(), span=node.span))


def _stretch(numbers: NumberRange) -> Found:
    low, high = number_of(numbers.low), number_of(numbers.high)
    sure = (low.high, high.low) if numbers.step is None and low.high <= high.low else None
    found = Stretch(numbers.low, numbers.high, numbers.step, span=numbers.span)
    return found, NumberSort(low.low, max(low.low, high.high)), sure


def _in_place(node: ast.InPlace, declared: Element | None, scope: Scope) -> Found | None:
    start = None
    if node.start is not None:
        start = player(node.start, scope)
        if start is None:
            return None
    if isinstance(node.value, ast.NameRef) and (kind := _kind(node.value.name, scope)) is not None:
        value: Expr | None = None
        sort: Sort = kind
    else:
        value = expression(node.value, scope)
        if value is None:
            return None
        sort = value.sort
    if start is not None and not isinstance(sort, PlayersSort | PlayerSort):
        scope.reports.diagnostic("RL0322", start.span)
        return None
    if isinstance(value, Group) and value.which == "players":
        value, sort = None, PlayerSort()
    if value is None:
        return _whole(sort, declared, start, node, scope)
    return _inside(value, declared, start, node, scope)


def _kind(name: ast.Name, scope: Scope) -> Element | None:
    """The kind that a source names: `for each colour in Colour`."""
    if name.text in scope.variables or not name.text[:1].isupper():
        return None
    sort = scope.names.kind_sort(name.text)
    return sort if isinstance(sort, CardSort | MemberSort | PlayerSort) else None


def _whole(sort: Sort, declared: Element | None, start: Expr | None, node: ast.InPlace, scope: Scope) -> Found | None:
    element = declared if declared is not None else sort
    if not isinstance(element, CardSort | MemberSort | PlayerSort) or type(element) is not type(sort):
        _never_there(declared, sort, node, scope)
        return None
    if isinstance(sort, CardSort) and isinstance(element, CardSort):
        element = CardSort(tuple(t for t in sort.types if t in element.types))
    elif element != sort:
        _never_there(declared, sort, node, scope)
        return None
    return AllOf(element, start, span=node.span), element, None


def _inside(value: Expr, declared: Element | None, start: Expr | None, node: ast.InPlace, scope: Scope) -> Found | None:
    """Through a place, a set, several players or a set of members."""
    element: Element
    match value.sort:
        case PlaceSort(types=held) | SetSort(types=held):
            if declared is None:
                return Through(value, start, span=node.span), CardSort(held), None
            meant = declared.types if isinstance(declared, CardSort) else ()
            types = tuple(t for t in held if t in meant)
            if not types:
                _never_there(declared, value.sort, node, scope)
                return None
            kept = types if types != held else None
            return Through(value, start, kept, span=node.span), CardSort(types), None
        case PlayersSort():
            element = PlayerSort()
        case MembersSort(kind=kind):
            element = MemberSort(kind)
        case NumbersSort():
            return _stretch(value) if isinstance(value, NumberRange) else None
        case _:
            scope.reports.diagnostic("RL0319", value.span, have=describe(value.sort))
            return None
    if declared is not None and declared != element:
        _never_there(declared, value.sort, node, scope)
        return None
    return Through(value, start, span=node.span), element, None


def _never_there(declared: Element | None, sort: Sort, node: ast.InPlace, scope: Scope) -> None:
    what = describe(declared) if declared is not None else "that"
    scope.reports.diagnostic("RL0307", node.value.span, what=what, where=describe(sort))


def _part(node: ast.PartOf, declared: Element | None, scope: Scope) -> Found | None:
    amount = how_many(node.amount, scope)
    found = _in_place(ast.InPlace(node.value, None, span=node.value.span), declared, scope)
    if amount is None or found is None:
        return None
    inner, element, _ = found
    if not isinstance(inner, Through) or not isinstance(inner.value.sort, PlaceSort):
        scope.reports.diagnostic("RL0319", node.value.span, have=describe(element))
        return None
    return EndOf(node.end, amount, inner, span=node.span), element, None
