"""`P can s`: whether a step's header has a choice for a player, or one certain choice.

Comes in: the question.  Goes out: an IR expression. A card by its name is any card of that name.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.ir.lower.cards import named_cards
from rulelang.ir.lower.draft import Draft, NotYet
from rulelang.ir.lower.scope import Scope, holds_several
from rulelang.ir.lower.values import expressions, headers, sources
from rulelang.ir.model.expressions import Const, Expr, Local, Offered, Source
from rulelang.ir.model.expressions import Fold as IrFold
from rulelang.ir.model.expressions import Values as IrValues
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model.program import StepDecl


@expressions.lowered.register
def can(node: ex.Can, draft: Draft, scope: Scope) -> Expr:
    """Whether there is such a choice."""
    if node.word == "may":
        raise NotYet(node.span, "`may` inside a longer claim")
    step = draft.step(node.step)
    number = headers.header(draft, step)
    player = expressions.strict(draft, scope, node.player)
    given: list[Expr] = [player] if step.uses_me else []
    inner = scope.acting(player)
    wanted = headers.parameters(step)
    filled = [*([node.receiver] if node.receiver is not None else []), *(node.arguments or ())]
    for variable, value in zip(wanted, filled, strict=False):
        made = sources.argument(draft, inner, value, variable)
        if not isinstance(made, Expr):
            raise NotYet(node.span, "a question about a step with a set for a parameter")
        given.append(made)
    if node.arguments is None or len(filled) <= len(wanted):
        return Offered(number, tuple(given))
    return _among(draft, inner, step, number, given, filled[len(wanted) :])


def _among(
    draft: Draft, scope: Scope, step: StepDecl, number: int, given: Sequence[Expr], picks: Sequence[ex.Expr]
) -> Expr:
    """Whether these picks are among the choices; a name stands for each card that has it."""
    made: list[Expr | Source] = []
    names: list[tuple[str, tuple[Expr, ...]]] = []
    for variable, pick in zip(headers.picks(step), picks, strict=False):
        if holds_several(variable.sort):
            raise NotYet(pick.span, "a question about a picked set")
        if isinstance(pick, ex.Named):
            name = scope.names.fresh("named")
            names.append((name, tuple(Const(card) for card in named_cards(draft, pick.looks))))
            made.append(Local(name))
        else:
            made.append(expressions.strict(draft, scope, pick))
    found: Expr = Offered(number, tuple(given), tuple(made))
    for name, cards in reversed(names):
        found = IrFold("any", name, IrValues(cards), None, found)
    return found
