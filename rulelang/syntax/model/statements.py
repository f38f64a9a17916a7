"""Statements: the header of a step (pick, let, needs) and the effects.  Docstrings show the source."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field

from rulelang.nodes import frozen
from rulelang.syntax.model.expressions import Binding, Expr, Order, Path, Range
from rulelang.syntax.model.nodes import Name, Node


@frozen(kw_only=True)
class Statement(Node):
    """A line that does something; `cites` are the rulebook statements named behind it, as in ``[W30 W38]``."""

    cites: tuple[str, ...] = field(default=())


@frozen
class Pick(Statement):
    """``pick card in me.hand where card.suit is led if able else "Follow suit."``"""

    binding: Binding
    where: Expr | None
    if_able: bool
    reason: str | None


@frozen
class Needs(Statement):
    """``needs hints > 0 else "No hints are left."``"""

    condition: Expr
    reason: str | None


@frozen
class Let(Statement):
    """``let beast = animal.stable.top``"""

    name: Name
    value: Expr


@frozen
class Move(Statement):
    """``move beast to me.hand``, ``move standing to ranking at spot``"""

    what: Expr
    to: Expr
    at: Expr | None


@frozen
class MoveSome(Statement):
    """``move up to 2 from larder to me.hand``, ``move 1 from bag to drawn as card``"""

    up_to: bool
    amount: Expr
    source: Expr
    to: Expr
    at: Expr | None
    name: Name | None


@frozen
class MoveEvery(Statement):
    """``move every letter in player.hand to player.laid``"""

    range: Range
    to: Expr
    at: Expr | None


@frozen
class MovePlaces(Statement):
    """``move every player.hand where player.inside to player.left.hand``: all of them at one moment"""

    range: Range
    what: Expr
    to: Expr


@frozen
class Swap(Statement):
    """``swap me.hand with player.hand``"""

    left: Expr
    right: Expr


@frozen
class Shuffle(Statement):
    """``shuffle deck``"""

    place: Expr


@frozen
class Set(Statement):
    """``set me.safe to yes``"""

    target: Path
    value: Expr


@frozen
class Add(Statement):
    """``add 1 to checks``"""

    amount: Expr
    target: Path


@frozen
class Subtract(Statement):
    """``subtract 1 from hints``"""

    amount: Expr
    target: Path


@frozen
class Show(Statement):
    """``show player.hand to me``; `to` is a player, several players, or the name `all`, `others`, `nobody`"""

    what: Expr
    to: Expr


@frozen
class ShowWhether(Statement):
    """``show whether rocket.shows(colour) to all``"""

    condition: Expr
    to: Expr


@frozen
class Say(Statement):
    """``say "{me} wakes the {animal}"``; `text` as written"""

    text: str


@frozen
class Choose(Statement):
    """``choose gather, feed, clear, if none: give_up``, ``bidder chooses name_trump``"""

    chooser: Path | None
    offers: tuple[Path, ...]
    fallback: Path | None


@frozen
class Anyone(Statement):
    """``anyone of me.others may doubt, block``"""

    players: Expr
    offers: tuple[Path, ...]


@frozen
class Secretly(Statement):
    """``secretly each player where player.inside: choose bid``"""

    range: Range
    offers: tuple[Path, ...]
    fallback: Path | None


@frozen
class Stop(Statement):
    """``stop round``"""

    name: Name


@frozen
class EveryoneLoses(Statement):
    """``everyone loses``, ``everyone wins``, ``nobody wins``: the end, without a ranking"""

    outcome: Literal["everyone_loses", "everyone_wins", "nobody_wins"] = "everyone_loses"


@frozen
class AsUsual(Statement):
    """``as usual``"""


@frozen
class Nothing(Statement):
    """``nothing``"""


@frozen
class Do(Statement):
    """``do card.does``, ``do harvest by player``: asked only where there is something to ask"""

    step: Path
    by: Path | None


@frozen
class Perform(Statement):
    """``expel(player)``, ``lose_courtier by player``"""

    step: Path
    by: Expr | None


@frozen
class If(Statement):
    """``if …: / else if …: / else:``"""

    arms: tuple[tuple[Expr, tuple[Stmt, ...]], ...]
    otherwise: tuple[Stmt, ...]


@frozen
class ForEach(Statement):
    """``for each player in players from starter: …``"""

    range: Range
    body: tuple[Stmt, ...]


@frozen
class Repeat(Statement):
    """``repeat: …``, ``repeat 13 times: …``, ``repeat until …: …``"""

    times: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]


@frozen
class Turns(Statement):
    """``turns from starter then me.left where me.inside: …``"""

    start: Expr
    then: Expr | None
    where: Expr | None
    body: tuple[Stmt, ...]


@frozen
class TurnsOnce(Statement):
    """``turns once from leader where …, by lowest points: …``"""

    start: Expr | None
    where: Expr | None
    orders: tuple[Order, ...]
    body: tuple[Stmt, ...]


Head: TypeAlias = Pick | Needs | Let
Stmt: TypeAlias = (
    Let | Move | MoveSome | MoveEvery | MovePlaces | Swap | Shuffle | Set | Add | Subtract | Show | ShowWhether | Say
    | Choose | Anyone | Secretly | Stop | EveryoneLoses | AsUsual | Nothing | Do | Perform | If | ForEach | Repeat
    | Turns | TurnsOnce
)  # fmt: skip
