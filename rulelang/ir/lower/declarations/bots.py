"""The author's own bots.

Comes in: their lines.  Goes out: for each the step, and what is asked of one of its choices, over who chooses and the
picks.  No engine plays with it.
"""

from __future__ import annotations

from rulelang.ir.lower.draft import Draft
from rulelang.ir.lower.scope import Scope
from rulelang.ir.lower.values import expressions
from rulelang.ir.lower.values.headers import ME
from rulelang.ir.model import program as ir
from rulelang.ir.model.expressions import Local, Order
from rulelang.resolve.model.program import BotDecl, PreferenceDecl


def bots(draft: Draft) -> tuple[ir.Bot, ...]:
    return tuple(
        ir.Bot(bot.name, tuple(_preference(draft, bot, line) for line in bot.preferences)) for bot in draft.game.bots
    )


def _preference(draft: Draft, bot: BotDecl, line: PreferenceDecl) -> ir.Preference:
    scope = Scope(f"bot {bot.name}")
    scope.me = Local(scope.names.fresh(ME))
    picks = tuple(scope.local(variable) for variable in line.picks)
    condition = expressions.value(draft, scope, line.condition) if line.condition is not None else None
    orders = tuple(Order(order.best, expressions.strict(draft, scope, order.value)) for order in line.orders)
    return ir.Preference(line.step, (ME, *picks), condition, orders)
