"""Names that the language or a column has already.

Comes in: everything that is declared.  Goes out: messages about attributes such as `player.left`, which mean something
anyway, about kinds called `Player`, and about values that have the name of a column of the same cards.
"""

from __future__ import annotations

from rulelang.diagnostics import Label
from rulelang.resolve.layers.laid import Laid
from rulelang.resolve.model.sorts import CardSort, MemberSort
from rulelang.resolve.names import BUILT_IN, PLAYER_WORDS, Names, variable_name
from rulelang.resolve.reports import Reports
from rulelang.source import Span
from rulelang.syntax import model as ast

KINDS = ("Player", "number", "flag")
VIEWERS = ("all", "nobody")
"""Who sees a place; a place of that name could not be told from them."""


def check(laid: Laid, names: Names, reports: Reports) -> None:
    """Report each name that is taken."""
    cards = {"card", *map(variable_name, names.all_types)}
    members = set(map(variable_name, names.kinds))
    for (owner, name), (span, _) in laid.declared.items():
        taken = (
            (owner is None and name in (*BUILT_IN, *KINDS, *VIEWERS) and not _is_own(name, laid))
            or (owner == "player" and name in PLAYER_WORDS)
            or (owner in cards and name == "place")
            or (owner in members and name in ("place", "next"))
        )
        if taken:
            reports.diagnostic("RL0202", span, name=name)
    _check_columns(names, reports)


def _is_own(name: str, laid: Laid) -> bool:
    """A game may say itself what `pass` does, and who sees the box."""
    if name == "pass":
        return name in laid.steps
    box = laid.entries.get((None, name)) if name == "box" else None
    return isinstance(box, ast.Place) and not box.signature.parameters


def _check_columns(names: Names, reports: Reports) -> None:
    """A column and something declared with a dot may not have one name for the same cards or members."""
    for word, things in names.attributes.items():
        for thing in things:
            column = _column(word, thing.receiver, names)
            if column is not None:
                labels = [Label(column, "this table has a column of that name")]
                reports.diagnostic("RL0201", thing.span, labels=labels, name=word)


def _column(word: str, receiver: object, names: Names) -> Span | None:
    match receiver:
        case CardSort(types=types):
            having = (names.types[t] for t in types if t in names.types and names.column(t, word) is not None)
            return next((decl.span for decl in having), None)
        case MemberSort(kind=kind) if kind in names.kinds:
            decl = names.kinds[kind]
            return decl.span if any(c.name == word for c in decl.columns) else None
        case _:
            return None
