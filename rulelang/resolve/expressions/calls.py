"""Steps with what stands before their dot and in their brackets, and the question `P can STEP`.

Comes in: the path of a step.  Goes out: a call of the step, or the step that a column names.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.diagnostics import Label, did_you_mean
from rulelang.resolve.expressions import dispatch
from rulelang.resolve.expressions.choices import choice_argument
from rulelang.resolve.expressions.fitting import fitting, player
from rulelang.resolve.expressions.references import arguments
from rulelang.resolve.model.expressions import Can, Expr, Not
from rulelang.resolve.model.sorts import FlagSort, StepSort
from rulelang.resolve.model.statements import Offered, Pick, StepCall, StepFrom
from rulelang.resolve.names import StepHead
from rulelang.resolve.scopes import Scope
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
    value = dispatch.expression(value_of(path), scope)
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


def can(node: ast.Can, scope: Scope) -> Expr | None:
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
