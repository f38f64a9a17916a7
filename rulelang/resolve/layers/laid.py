"""The declarations of a game when every layer has been laid over the ones beneath.

Filled by `laying`; read by the files that resolve kinds, cards, values and steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeAlias, TypeVar

from attrs import define, field

from rulelang.resolve.names import variable_name
from rulelang.source import Span
from rulelang.syntax import model as ast

Key: TypeAlias = tuple[str | None, str]
"""The word before the dot, if there is one, and the name."""

D = TypeVar("D", ast.Kind, ast.Cards, ast.Table)


@define
class Amended(Generic[D]):
    """A declaration with the rows that `also` adds"""

    declaration: D
    added: list[D] = field(factory=list)


@define
class Value:
    """A `define`, a table or the payoff, with the layers laid over it from elsewhere"""

    declaration: ast.Define | ast.Payoff | ast.Table
    layers: list[ast.Layer] = field(factory=list)


@define
class Laid:
    """What is declared in the end."""

    game: ast.Game | None = None
    rulebook: ast.Rulebook | None = None
    teams: ast.Teams | None = None
    players: ast.Players | ast.PlayerSheet | None = None
    setup: ast.Setup | None = None
    play: ast.Play | None = None
    winner: ast.Winner | None = None
    kinds: dict[str, Amended[ast.Kind]] = field(factory=dict)
    cards: dict[str, Amended[ast.Cards]] = field(factory=dict)
    tables: dict[Key, Amended[ast.Table]] = field(factory=dict)
    options: dict[str, ast.Option] = field(factory=dict)
    chosen: list[ast.OptionChosen] = field(factory=list)
    entries: dict[Key, ast.Place | ast.Counter] = field(factory=dict)
    values: dict[Key, Value] = field(factory=dict)
    steps: dict[str, ast.Step] = field(factory=dict)
    hooks: list[ast.Hook] = field(factory=list)
    forbids: list[ast.Forbid] = field(factory=list)
    offers: list[ast.Offer] = field(factory=list)
    whenevers: list[ast.Whenever] = field(factory=list)
    always: list[ast.Always] = field(factory=list)
    shown: list[ast.Shown] = field(factory=list)
    bots: dict[str, tuple[ast.Bot, str]] = field(factory=dict)
    """By their names, each with the layer in which it stands."""
    left_out: list[ast.Text] = field(factory=list)
    declared: dict[Key, tuple[Span, str]] = field(factory=dict)
    """Where each name stands, and in which layer."""
    headed: dict[str, str] = field(factory=dict)
    replaced: dict[Key, tuple[Span, str]] = field(factory=dict)
    """In which layer each thing stands that a game has once."""


def key_of(signature: ast.Signature) -> Key:
    """The key of what a signature declares."""
    receiver = signature.receiver
    if receiver is None:
        return None, signature.name.text
    match receiver.type:
        case ast.KindType(name=name) | ast.MaybeType(name=name):
            return variable_name(name.text), signature.name.text
        case _:
            return receiver.name.text, signature.name.text


def unique_keys(names: Iterable[Key]) -> dict[Key, str]:
    """What to call each in a dictionary: its name, with its owner where another thing is called so."""
    ordered = sorted(names, key=lambda key: key[0] is not None)
    first = {name for owner, name in ordered if owner is None}
    found: dict[Key, str] = {}
    for owner, name in ordered:
        alone = owner is None or name not in first
        found[owner, name] = name if alone else f"{owner}.{name}"
        first.add(name)
    return found
