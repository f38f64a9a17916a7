"""A bare word: a variable, a declared name, a member, `me`, `players` …

Comes in: a word without a dot on its left, with or without brackets.  Goes out: what it stands for. One name is
one thing here; attributes have the dot, except where a range lets them speak for themselves.
"""

from __future__ import annotations

from rulelang.resolve.expressions import attributes, constants
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.references import refer
from rulelang.resolve.model.expressions import (
    Constant,
    EveryoneLost,
    Expr,
    GameOver,
    Group,
    Me,
    PlaceRef,
    Seat,
    Var,
)
from rulelang.resolve.model.sorts import CardSort, FlagSort, PlaceSort, PlayerSort, PlayersSort, Sort
from rulelang.resolve.scopes import Scope
from rulelang.resolve.sorts import either
from rulelang.source import Span
from rulelang.syntax import model as ast

ONLY_IN_TESTS = ("game_over", "everyone_lost", "winners")


@expression.register
def name(node: ast.NameRef, scope: Scope, want: Sort | None = None) -> Expr | None:
    """What a word stands for; the sort that is meant decides between members of the same name."""
    word, span = node.name.text, node.span
    if attribute := _bare_attribute(node.name, (), span, scope):
        return attribute[0]
    if word in scope.variables:
        variable, _ = scope.variables[word]
        return Var(variable, sort=scope.sort_of(variable), span=span) if variable else None
    if found := constants.member(word, span, scope, want):
        return found
    if word in ("me", "players", "box"):
        return _built_in(word, span, scope)
    if thing := scope.names.plain.get(word):
        return refer(thing, None, (), span, scope)
    if scope.test and (found := _only_in_tests(word, span, scope)):
        return found
    if scope.names.members(word):
        return _member(word, span, scope)
    _unknown(node.name, scope)
    return None


@expression.register
def call(node: ast.Call, scope: Scope, want: Sort | None = None) -> Expr | None:
    """A word with brackets."""
    if attribute := _bare_attribute(node.name, node.arguments, node.span, scope):
        return attribute[0]
    thing = scope.names.plain.get(node.name.text)
    if thing is None and isinstance(scope.names.kind_sort(node.name.text), CardSort):
        columns = ", ".join(c.name + " …" for c in scope.names.columns_of(node.name.text))
        help = f"a card is told by its name, or by headed columns: `{node.name.text}({columns})`"
        scope.reports.diagnostic("RL0230", node.name.span, help=help, name=node.name.text)
        return None
    if thing is None or node.name.text in scope.variables:
        _unknown(node.name, scope)
        return None
    return refer(thing, None, node.arguments, node.span, scope)


def _bare_attribute(
    word: ast.Name, arguments: tuple[ast.Expr, ...], span: Span, scope: Scope
) -> tuple[Expr | None] | None:
    """The attribute of what a range goes through, in a tuple, or None if the word is no such attribute."""
    variable = scope.speaks_of
    if variable is None or not scope.names.has_attribute(scope.sort_of(variable), word.text):
        return None
    owner = Var(variable, sort=scope.sort_of(variable), span=word.span)
    return (attributes.attribute(owner, word, arguments, span, scope),)


def _built_in(word: str, span: Span, scope: Scope) -> Expr | None:
    if word == "players":
        return Group(None, "players", sort=PlayersSort(), span=span)
    if word == "box":
        return PlaceRef("box", (), sort=PlaceSort(scope.names.all_types, "pile"), span=span)
    if not scope.me:
        scope.reports.diagnostic("RL0210", span)
        return None
    return Me(sort=PlayerSort(), span=span)


def seat(word: str) -> int | None:
    """The seat of a player who is named by a letter."""
    return ord(word) - ord("A") if len(word) == 1 and "A" <= word <= "Z" else None


def _only_in_tests(word: str, span: Span, scope: Scope) -> Expr | None:
    index = seat(word)
    if index is not None and index < scope.names.players[1]:
        return Seat(index, sort=PlayerSort(), span=span)
    match word:
        case "game_over":
            return GameOver(sort=FlagSort(), span=span)
        case "everyone_lost":
            return EveryoneLost(sort=FlagSort(), span=span)
        case "winners":
            return Group(None, "winners", sort=PlayersSort(), span=span)
        case _:
            return None


def _member(word: str, span: Span, scope: Scope) -> Expr | None:
    """A member that no sort asks for: it must be the only one of its name."""
    sorts = scope.names.members(word)
    if len(sorts) > 1:
        kinds = either(f"`{sort.kind}`" for sort in sorts)
        scope.reports.diagnostic("RL0208", span, name=word, kinds=kinds)
        return None
    return Constant(scope.names.values_of(sorts[0]).index(word), sort=sorts[0], span=span)


def _with_column(heading: str, scope: Scope) -> str | None:
    """`card.suit`, for the variable that came into sight last and stands for cards with this column."""
    for name, (variable, _) in reversed(scope.variables.items()):
        if variable and isinstance(variable.sort, CardSort) and scope.names.has_attribute(variable.sort, heading):
            return f"{name}.{heading}"
    return None


def _unknown(word: ast.Name, scope: Scope) -> None:
    """Say what is wrong with a word that means nothing here."""
    names, text, say = scope.names, word.text, scope.reports.diagnostic
    if text in names.wrong or any(kind in names.kinds for kind in names.broken):
        return
    if text in scope.variables:
        say("RL0214", word.span, name=text, want=0, have="some")
    elif text in names.steps:
        say("RL0211", word.span, name=text)
    elif names.kind_sort(text):
        say("RL0230", word.span, name=text)
    elif text in names.attributes:
        owners = [f"{owner}.{text}" for owner in attributes.owners(text, scope)]
        say("RL0205", word.span, name=text, example=owners[0] if owners else None)
    elif text in ONLY_IN_TESTS or (seat(text) is not None and not scope.test):
        instead = None if text in ONLY_IN_TESTS else "say `me`, or what is so of the player: `(first player where …)`"
        say("RL0218", word.span, what=text, instead=instead)
    else:
        if text in names.all_columns():
            say("RL0205", word.span, name=text, example=_with_column(text, scope))
        else:
            near = scope.nearest(text)
            say("RL0203", word.span, name=text, suggestion=near)
            if near is None:
                # Nothing is like it, so it was never declared, and one message about that is enough.
                names.wrong.add(text)
