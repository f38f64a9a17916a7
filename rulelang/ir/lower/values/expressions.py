"""Values: every expression of the checked program that stands for one number.

Comes in: an expression and the scope in which it stands.  Goes out: an IR expression. Ranges are left to `ranges`,
places and several things at once to `sources`, columns to `columns`, named values and tables to `named`: values
stand in values, so that all of them ask for this file, and say there which nodes they lower.
"""

from __future__ import annotations

from functools import singledispatch
from typing import assert_never

from rulelang.diagnostics import InternalError
from rulelang.ir.folding import NO, binary, both, either, negation
from rulelang.ir.lower.bounds import interval, kept_within, leaves_32_bits
from rulelang.ir.lower.cards import member_table, team_table
from rulelang.ir.lower.displays import bounds
from rulelang.ir.lower.draft import Draft, NotYet
from rulelang.ir.lower.options import certain
from rulelang.ir.lower.scope import Scope
from rulelang.ir.model.expressions import (
    NONE,
    Const,
    Expr,
    Frame,
    Local,
    Lookup,
    Position,
    Read,
    Unary,
    Within,
)
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model.sorts import CardSort, Sort


def value(draft: Draft, scope: Scope, node: ex.Expr) -> Expr:
    """The value of an expression, which may be none where its sort says so."""
    known = certain(draft, node)
    return Const(known) if known is not None else lowered(node, draft, scope)


def strict(draft: Draft, scope: Scope, node: ex.Expr, sort: Sort | None = None) -> Expr:
    """The value where none is not allowed, nor anything outside of `sort` (by default its own)."""
    return kept_within(draft, node, found(node, draft, scope), sort or node.sort, draft.rule(scope.owner, node.span))


@singledispatch
def found(node: ex.Expr, draft: Draft, scope: Scope) -> Expr:
    """The value where something is found for certain, or the game ends."""
    return value(draft, scope, node)


@singledispatch
def lowered(node: ex.Expr, draft: Draft, scope: Scope) -> Expr:
    """What is not certain before the game begins.  Other files say which nodes they lower."""
    match node:
        case ex.Constant(value=known):
            return Const(known)
        case ex.Seat(index=index):
            return Const(index)
        case ex.Var(variable=variable):
            return _variable(scope, node, variable)
        case ex.Me():
            if scope.me is None:
                raise InternalError(f"nobody acts in {scope.owner}")
            return scope.me
        case ex.PlayerCount() | ex.SheetValue() | ex.OptionValue():
            raise InternalError("what is certain was not found to be")
        case ex.CounterRef():
            return counter(draft, scope, node)
        case ex.Usual():
            if scope.usual is None:
                raise InternalError(f"`usual` in {scope.owner}")
            return scope.usual()
        case ex.GameOver() | ex.EveryoneLost():
            raise NotYet(node.span, "whether the game is over, inside a longer claim,")
        case ex.PlaceRef() | ex.Below() | ex.Group() | ex.Join() | ex.NumberRange():
            raise InternalError(f"several things where one value is meant in {scope.owner}")
        case _:
            return _part(draft, scope, node)


def _part(draft: Draft, scope: Scope, node: ex.Expr) -> Expr:
    match node:
        case ex.MemberColumn(member=member, kind=kind, column=column):
            return Lookup(member_table(draft, kind, column), strict(draft, scope, member))
        case ex.Neighbour():
            return _neighbour(draft, scope, node)
        case ex.Ordinal(of=of):
            found = strict(draft, scope, of)
            return binary("+", Position(found) if isinstance(of.sort, CardSort) else found, Const(1))
        case ex.Next(member=member):
            count = bounds(draft, member.sort)[1] + 1
            return binary("%", binary("+", strict(draft, scope, member), Const(1)), Const(count))
        case ex.Arithmetic() | ex.Divide() | ex.Negate() | ex.MultipleOf():
            return _sum(draft, scope, node)
        case _:
            return _condition(draft, scope, node)


def _condition(draft: Draft, scope: Scope, node: ex.Expr) -> Expr:
    match node:
        case ex.Compare(operator=operator, left=left, right=right):
            return binary(operator, strict(draft, scope, left), strict(draft, scope, right))
        case ex.Equal(left=left, right=right):
            return same(value(draft, scope, left), value(draft, scope, right))
        case ex.Not(value=inner):
            return negation(value(draft, scope, inner))
        case ex.And(parts=parts):
            return both(_until(draft, scope, parts, deciding=0))
        case ex.Or(parts=parts):
            return either(_until(draft, scope, parts, deciding=1))
        case _:
            raise InternalError(f"{type(node).__name__} is not lowered")


def _until(draft: Draft, scope: Scope, parts: tuple[ex.Expr, ...], deciding: int) -> list[Expr]:
    """The parts of an `and` or `or`, up to one that decides it for certain: what follows is never read."""
    found: list[Expr] = []
    for part in parts:
        found.append(value(draft, scope, part))
        if isinstance(found[-1], Const) and bool(found[-1].value) is bool(deciding):
            break
    return found


def _variable(scope: Scope, node: ex.Expr, variable: ex.Variable) -> Expr:
    bound = scope.of(variable)
    if isinstance(bound, Expr):
        return bound
    raise InternalError(f"{variable.name} stands for several things where one value is meant in {scope.owner}")


def counter(draft: Draft, scope: Scope, node: ex.CounterRef) -> Read:
    """A counter, to read or to know where to write."""
    declared = draft.game.counters[node.counter]
    keys = tuple(
        strict(draft, scope, key, variable.sort) for key, variable in zip(node.keys, declared.keys, strict=True)
    )
    return Read(draft.counter_numbers[node.counter], keys)


def _neighbour(draft: Draft, scope: Scope, node: ex.Neighbour) -> Expr:
    player = strict(draft, scope, node.player)
    if node.which == "partner":
        return _partner(draft, scope, node, player)
    step = 1 if node.which == "left" else draft.players - 1
    return binary("%", binary("+", player, Const(step)), Const(draft.players))


def _partner(draft: Draft, scope: Scope, node: ex.Neighbour, player: Expr) -> Expr:
    teams = draft.tables[team_table(draft)].values
    partners = [
        next((other for other in range(draft.players) if other != seat and teams[other] == teams[seat]), NONE)
        for seat in range(draft.players)
    ]
    table = draft.table("partners", "partners", 0, lambda: tuple(partners))
    found = Lookup(table, player)
    if NONE not in partners:
        return found
    rule = draft.rule(scope.owner, node.span)
    draft.used(rule, 0, draft.players - 1, node)
    return Within(found, 0, draft.players - 1, rule)


def _sum(draft: Draft, scope: Scope, node: ex.Arithmetic | ex.Divide | ex.Negate | ex.MultipleOf) -> Expr:
    rule = draft.rule(scope.owner, node.span)
    match node:
        case ex.Arithmetic(operator=operator, left=left, right=right):
            open_end = leaves_32_bits(interval(draft, node))
            return binary(operator, strict(draft, scope, left), strict(draft, scope, right), rule if open_end else None)
        case ex.Divide(left=left, right=right, rounding=rounding):
            below = strict(draft, scope, right)
            safe = isinstance(below, Const) and below.value != 0
            operation = "//" if rounding == "down" else "/^"
            return binary(operation, strict(draft, scope, left), below, None if safe else rule)  # type: ignore[arg-type]
        case ex.Negate(value=inner):
            return negative(strict(draft, scope, inner))
        case ex.MultipleOf(value=inner, of=of):
            below = strict(draft, scope, of)
            safe = isinstance(below, Const) and below.value != 0
            return same(binary("%", strict(draft, scope, inner), below, None if safe else rule), NO)
        case _:
            assert_never(node)


def same(left: Expr, right: Expr) -> Expr:
    """`left is right`."""
    return binary("==", left, right)


def minus(left: Expr, right: Expr) -> Expr:
    """A difference that stays within 32 bits."""
    return binary("-", left, right)


def negative(inner: Expr) -> Expr:
    """`-value`."""
    return Const(-inner.value) if isinstance(inner, Const) else Unary("neg", inner)


def simple(made: Expr) -> bool:
    """Whether reading this twice costs nothing."""
    return isinstance(made, Const | Local) or (isinstance(made, Frame) and made.key is None)
