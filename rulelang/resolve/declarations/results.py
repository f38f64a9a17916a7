"""What ends a game and what must hold in it: `winner`, `whenever`, `always`, teams.

Comes in: these declarations as laid.  Goes out: their checked forms. Nobody acts in any of them.
"""

from __future__ import annotations

from rulelang.diagnostics import did_you_mean
from rulelang.resolve.declarations.defines import Values
from rulelang.resolve.declarations.state import State
from rulelang.resolve.expressions import ranges
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import flag
from rulelang.resolve.layers.laid import Laid, key_of, unique_keys
from rulelang.resolve.model.expressions import Expr
from rulelang.resolve.model.program import AlwaysDecl, CounterDecl, ShownDecl, WheneverDecl, WinnerDecl
from rulelang.resolve.model.sorts import FlagSort, MemberSort, NumberSort, PlayerSort, PlayersSort
from rulelang.resolve.names import Names
from rulelang.resolve.reports import Reports
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import describe
from rulelang.resolve.statements.dispatch import block
from rulelang.resolve.wording import words
from rulelang.syntax import model as ast

MOST_PARTS = 1_000_000
ARRANGEMENTS = ("opposite",)


def winner(node: ast.Winner | None, scope: Scope) -> WinnerDecl | None:
    """Who wins: the orders speak of `player`."""
    if node is None:
        return None
    inner = scope.inner()
    who = inner.bind_quietly("player", PlayerSort(), node.span)
    orders = ranges.orders(node.orders, inner.speaking_of(who))
    named = _players(node.player, scope) if node.player is not None else None
    if orders is None or (named is None) != (node.player is None):
        return None
    return WinnerDecl(who, orders, named, node.shared, node.loses, span=node.span, cites=node.cites)


def unit(laid: Laid, reports: Reports) -> int:
    """In what parts payoffs are counted: `in units of 1/6` is 6."""
    written = [value.declaration for value in laid.values.values() if isinstance(value.declaration, ast.Payoff)]
    for payoff in written:
        if payoff.one != 1 or not 0 < payoff.unit <= MOST_PARTS:
            reports.diagnostic("RL0712", payoff.span, one=payoff.one, unit=payoff.unit, most=MOST_PARTS)
            return 1
    return written[-1].unit if written else 1


def _players(node: ast.Expr, scope: Scope) -> Expr | None:
    """One player or several."""
    found = expression(node, scope)
    if found is not None and not isinstance(found.sort, PlayerSort | PlayersSort):
        want, have = "a player or several players", describe(found.sort)
        scope.reports.diagnostic("RL0301", found.span, want=want, have=have)
        return None
    return found


def whenevers(laid: Laid, scope: Scope) -> tuple[WheneverDecl, ...]:
    """What happens as soon as something is so."""
    found: list[WheneverDecl] = []
    for node in laid.whenevers:
        condition = flag(node.condition, scope)
        body = block(node.body, scope)
        if condition is not None:
            found.append(WheneverDecl(condition, body, span=node.span, cites=node.cites))
    return tuple(found)


def always(laid: Laid, scope: Scope) -> tuple[AlwaysDecl, ...]:
    """What must hold."""
    found: list[AlwaysDecl] = []
    for node in laid.always:
        condition = flag(node.condition, scope)
        if condition is not None:
            found.append(AlwaysDecl(condition, words(node.condition), span=node.span, cites=node.cites))
    return tuple(found)


def shown(laid: Laid, values: Values, state: State, reports: Reports) -> tuple[ShownDecl, ...]:
    """The values and counters that stand on the table; of two that show the same one the later counts."""
    names, found = unique_keys(laid.values), dict[str, ShownDecl]()
    counters = unique_keys(key for key, decl in laid.entries.items() if isinstance(decl, ast.Counter))
    for node in laid.shown:
        key, word = key_of(node.signature), node.signature.name
        counter = state.counters.get(counters.get(key, ""))
        if key not in names and counter is None:
            near = did_you_mean(word.text, [name for _, name in (*laid.values, *counters)])
            reports.diagnostic("RL0203", word.span, name=word.text, suggestion=near)
            continue
        value = counter or values.decl(names[key])
        if value is None:
            continue
        single = isinstance(value.sort, NumberSort | FlagSort | MemberSort | PlayerSort)
        parameters = value.keys if isinstance(value, CounterDecl) else value.parameters
        if not single or not all(isinstance(one.sort, PlayerSort | MemberSort) for one in parameters):
            reports.diagnostic("RL0240", word.span, name=word.text)
            continue
        found[value.name] = ShownDecl(
            value.name, node.unit or "", isinstance(value, CounterDecl), span=node.span, cites=node.cites
        )
    return tuple(found.values())


def teams(node: ast.Teams | None, names: Names, reports: Reports) -> tuple[str | None, Expr | None]:
    """How partners sit, and when there are teams."""
    if node is None:
        return None, None
    if node.arrangement.text not in ARRANGEMENTS:
        reports.diagnostic("RL0234", node.arrangement.span, name=node.arrangement.text)
        return None, None
    when = flag(node.when, Scope(names, reports)) if node.when is not None else None
    return node.arrangement.text, when
