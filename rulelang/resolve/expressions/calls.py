"""Steps with what stands before their dot and in their brackets, and the question `P can STEP`.

Comes in: the path of a step.  Goes out: a call of the step, or the step that a column names.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.diagnostics import Label, did_you_mean
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import fit, fitting, number_of, player
from rulelang.resolve.expressions.references import arguments
from rulelang.resolve.model.expressions import Can, Expr, Join, Not
from rulelang.resolve.model.sorts import HIGHEST, CardSort, FlagSort, NumberSort, PlaceSort, SetSort, Sort, StepSort
from rulelang.resolve.model.statements import Offered, Pick, StepCall, StepFrom
from rulelang.resolve.names import StepHead
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import describe
from rulelang.source import Span
from rulelang.syntax import model as ast

Wrong: TypeAlias = Literal[False]
"""What is wrong and has been reported, where None has a meaning of its own."""


def picks(head: StepHead) -> list[Pick]:
    """What a player must choose in a step."""
    return [line for line in head.header() if isinstance(line, Pick)]


def value_of(path: ast.Path) -> ast.Expr:
    """The same words read as a value."""
    if path.target is not None:
        return ast.Get(path.target, path.name, path.arguments, span=path.span)
    if path.arguments:
        return ast.Call(path.name, path.arguments, span=path.span)
    return ast.NameRef(path.name, span=path.span)


def offered(path: ast.Path, scope: Scope) -> Offered | None:
    """A step to perform or to offer: named outright, or by a column as in `letter.does`."""
    head = scope.names.steps.get(path.name.text)
    if path.name.text in scope.names.wrong:
        return None
    if head is None and (path.target is not None or path.name.text in scope.variables):
        return _from_column(path, scope)
    if head is None:
        unknown_step(path.name, scope)
        return None
    receiver = step_receiver(head, path, scope)
    if receiver is False:
        return None
    given = arguments(head.name, head.parameters, path.arguments, path.span, scope, declared=head.span)
    return StepCall(head.name, receiver, given, span=path.span) if given is not None else None


def _from_column(path: ast.Path, scope: Scope) -> Offered | None:
    if path.target is not None and not _is_attribute(path.name.text, scope):
        near = did_you_mean(path.name.text, [s.name for s in scope.names.steps.values() if s.receiver])
        scope.reports.diagnostic("RL0212", path.name.span, name=path.name.text, suggestion=near)
        return None
    value = expression(value_of(path), scope)
    if value is None:
        return None
    if not isinstance(value.sort, StepSort):
        scope.reports.diagnostic("RL0213", path.span, name=path.name.text)
        return None
    return StepFrom(value, span=path.span)


def _is_attribute(word: str, scope: Scope) -> bool:
    return word in scope.names.attributes or word in scope.names.all_columns()


def step_receiver(head: StepHead, path: ast.Path, scope: Scope) -> Expr | Wrong | None:
    """Who or what stands before the dot: None if nothing does, False if that was wrong."""
    if head.receiver is None:
        if path.target is None:
            return None
        scope.reports.diagnostic("RL0204", path.name.span, what="this", name=path.name.text)
        return False
    if path.target is None:
        example = f"{head.receiver.name}.{head.name}"
        scope.reports.diagnostic("RL0205", path.name.span, name=head.name, example=example)
        return False
    value = fitting(path.target, head.receiver.sort, scope)
    return value if value is not None else False


def unknown_step(name: ast.Name, scope: Scope) -> None:
    """Say that this is no step; or that it is a value."""
    word = name.text
    if word in scope.names.plain or word in scope.variables or word in scope.names.attributes:
        scope.reports.diagnostic("RL0213", name.span, name=word)
        return
    near = did_you_mean(word, scope.names.steps)
    scope.reports.diagnostic("RL0212", name.span, name=word, suggestion=near)


# ---------------------------------------------------------------- can, may


@expression.register
def can(node: ast.Can, scope: Scope, want: Sort | None = None) -> Expr | None:
    """`player can clear`, `A may not feed(owl, 2 of "apple")`."""
    if node.word == "may" and not scope.test:
        scope.reports.diagnostic("RL0218", node.span, what="may")
        return None
    who = player(node.player, scope)
    path = node.step
    head = scope.names.steps.get(path.name.text)
    if head is None:
        unknown_step(path.name, scope)
        return None
    receiver = step_receiver(head, path, scope)
    given = chosen(head, path, scope)
    if who is None or receiver is False or given is False:
        return None
    found = Can(who, node.word, head.name, receiver, given, sort=FlagSort(), span=node.span)
    return Not(found, sort=FlagSort(), span=node.span) if node.negated else found


def chosen(head: StepHead, path: ast.Path, scope: Scope) -> tuple[Expr, ...] | Wrong | None:
    """What a choice says in its brackets: parameters, then picks; None if it says nothing, False if it is wrong."""
    if not path.arguments and not head.parameters:
        return None
    picked = picks(head)
    enough = (len(head.parameters), len(head.parameters) + len(picked))
    if len(path.arguments) not in enough:
        _count(head, path.arguments, enough[1], path.span, scope)
        return False
    fixed = len(head.parameters)
    found = [fitting(n, p.sort, scope) for n, p in zip(path.arguments[:fixed], head.parameters, strict=True)]
    found += [choice_argument(n, p, scope) for n, p in zip(path.arguments[fixed:], picked, strict=False)]
    return tuple(value for value in found if value is not None) if None not in found else False


def _count(head: StepHead, given: tuple[ast.Expr, ...], want: int, span: Span, scope: Scope) -> None:
    label = Label(head.span, "declared here")
    scope.reports.diagnostic("RL0214", span, labels=[label], name=head.name, want=want, have=len(given))


# ---------------------------------------------------------------- what a choice names


def choice_argument(node: ast.Expr, pick: Pick, scope: Scope) -> Expr | None:
    """One place in the brackets of a choice."""
    sort = pick.range.variable.sort
    if isinstance(sort, SetSort):
        return _set(node, sort, pick, scope)
    value = expression(node, scope, sort)
    if value is not None and pick.by_place and isinstance(value.sort, NumberSort):
        return value
    return fit(value, sort, scope)


def _set(node: ast.Expr, sort: SetSort, pick: Pick, scope: Scope) -> Expr | None:
    parts = _parts(node, CardSort(sort.types), scope)
    if parts is None:
        return None
    least, most = _size(pick)
    if all(isinstance(part.sort, CardSort) for part in parts) and not least <= len(parts) <= most:
        want = str(least) if least == most else f"{least} to {most}" if most < HIGHEST else f"{least} or more"
        name = pick.range.variable.name
        scope.reports.diagnostic("RL0326", node.span, name=name, want=want, have=len(parts))
        return None
    return parts[0] if len(parts) == 1 else Join(tuple(parts), sort=PlaceSort(sort.types, None), span=node.span)


def _size(pick: Pick) -> tuple[int, int]:
    """How many cards a set surely has at least and at most."""
    amount = pick.range.amount
    assert amount is not None
    low = number_of(amount.low).low if amount.low is not None else 0
    high = number_of(amount.high).high if amount.high is not None else HIGHEST
    return low, high


def _parts(node: ast.Expr, sort: CardSort, scope: Scope) -> list[Expr] | None:
    """The cards of a set, one for each."""
    match node:
        case ast.Arithmetic(operator="+", left=left, right=right):
            one, other = _parts(left, sort, scope), _parts(right, sort, scope)
            return one + other if one is not None and other is not None else None
        case ast.Empty():
            return []
        case ast.Several(amount=amount, what=what):
            card = fit(expression(what, scope, sort), sort, scope)
            return [card] * amount if card is not None else None
        case _:
            value = expression(node, scope, sort)
            if value is None:
                return None
            if not isinstance(value.sort, CardSort | SetSort | PlaceSort):
                want = "a set of cards"
                scope.reports.diagnostic("RL0301", value.span, want=want, have=describe(value.sort))
                return None
            return [value]
