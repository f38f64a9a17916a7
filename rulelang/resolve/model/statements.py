"""Statements with every name resolved."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field

from rulelang.nodes import frozen
from rulelang.resolve.model.expressions import CounterRef, Expr, Node, Order, Range, Variable
from rulelang.resolve.model.sorts import StepSort


@frozen(kw_only=True)
class Statement(Node):
    """A line that does something, with the rulebook statements that it cites"""

    cites: tuple[str, ...] = field(default=())


@frozen
class StepCall(Node):
    """``feed``, ``player.expel``, ``block(banker)``: a step with its receiver and parameters"""

    step: str
    receiver: Expr | None
    arguments: tuple[Expr, ...]


@frozen
class StepFrom(Node):
    """``letter.does``: the step named in a column; none is no step"""

    value: Expr


Offered: TypeAlias = StepCall | StepFrom


def steps_of(offered: Offered) -> tuple[str, ...]:
    """The steps that may be meant."""
    if isinstance(offered, StepCall):
        return (offered.step,)
    assert isinstance(offered.value.sort, StepSort)
    return offered.value.sort.steps


@frozen
class Pick(Statement):
    """``pick card in me.hand where … if able else "reason"``; `by_place`: the chooser cannot see what is picked"""

    range: Range
    if_able: bool
    by_place: bool
    reason: str | None = None


@frozen
class Needs(Statement):
    """``needs C else "reason"``; `text` is the condition as written"""

    condition: Expr
    reason: str | None
    text: str


@frozen
class Let(Statement):
    """``let beast = animal.stable.top``"""

    variable: Variable
    value: Expr


@frozen
class Move(Statement):
    """``move X to Z at N``: X is a card, a set, or a place (all its cards)"""

    what: Expr
    to: Expr
    at: Expr | None


@frozen
class MoveSome(Statement):
    """``move up to 2 from larder to me.hand as card``"""

    up_to: bool
    amount: Expr
    source: Expr
    to: Expr
    at: Expr | None
    card: Variable | None


@frozen
class MoveEvery(Statement):
    """``move every letter in player.hand to player.laid``; `to` may speak of the range's variable"""

    range: Range
    to: Expr
    at: Expr | None


@frozen
class Swap(Statement):
    """``swap me.hand with player.hand``: two places, or two cards (a slot counts as its place)"""

    left: Expr
    right: Expr


@frozen
class Shuffle(Statement):
    """``shuffle deck``"""

    place: Expr


@frozen
class Set(Statement):
    """``set me.safe to yes``"""

    target: CounterRef
    value: Expr


@frozen
class Add(Statement):
    """``add 1 to checks``; `subtract` when negative"""

    target: CounterRef
    amount: Expr
    negative: bool


@frozen
class Show(Statement):
    """``show player.hand to me``: a card, a set, a place, or a hidden counter; `to` is a player or several, none
    is everybody
    """

    what: Expr
    to: Expr | None


@frozen
class ShowWhether(Statement):
    """``show whether rocket.shows(colour) to all``"""

    condition: Expr
    to: Expr | None


@frozen
class Say(Statement):
    """``say "{me} takes {animal} for {price as coins}"``: words and values in turn; `units`: for each part the word
    behind it, empty for most, and nothing at all where no part has one
    """

    parts: tuple[str | Expr, ...]
    units: tuple[str, ...]


@frozen
class Choose(Statement):
    """``choose a, b, if none: c``; `chooser` none is `me`

    `unasked`: ``do card.does``, which is not asked where nothing is to be picked, and left out where it cannot be done.
    `anyone`: ``anyone of me.others may doubt``; the players who are asked in turn, as the `chooser`, until one of them
    does something else than the last of the offers, which is to pass.
    """

    chooser: Expr | None
    offers: tuple[Offered, ...]
    fallback: Offered | None
    unasked: bool = False
    anyone: Range | None = None


@frozen
class Secretly(Statement):
    """``secretly each player where …: choose bid``"""

    range: Range
    offers: tuple[Offered, ...]
    fallback: Offered | None


@frozen
class Stop(Statement):
    """``stop round``; the step `game` is the whole game"""

    step: str


@frozen
class EveryoneLoses(Statement):
    """``everyone loses``, ``everyone wins``, ``nobody wins``"""

    outcome: Literal["everyone_loses", "everyone_wins", "nobody_wins"] = "everyone_loses"


@frozen
class AsUsual(Statement):
    """``as usual``"""


@frozen
class Nothing(Statement):
    """``nothing``"""


@frozen
class Perform(Statement):
    """``expel(player)``, ``lose_courtier by player``, ``letter.does``"""

    what: Offered
    by: Expr | None


@frozen
class If(Statement):
    """``if …: / else if …: / else:``"""

    arms: tuple[tuple[Expr, tuple[Stmt, ...]], ...]
    otherwise: tuple[Stmt, ...]


@frozen
class ForEach(Statement):
    """``for each player …:``; `at_once`: ``move every player.hand to player.left.hand``, one move that all make at the
    same moment
    """

    range: Range
    body: tuple[Stmt, ...]
    at_once: bool = False


@frozen
class Repeat(Statement):
    """``repeat:``, ``repeat N times:``, ``repeat until C:``"""

    times: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]


@frozen
class Turns(Statement):
    """``turns from P then NEXT where C:``; in the body, the where and the next, `me` is whose turn it is"""

    start: Expr
    then: Expr | None
    where: Expr | None
    body: tuple[Stmt, ...]


@frozen
class TurnsOnce(Statement):
    """``turns once from P where C, by …:``; the orders speak of `player`, the where of `me`"""

    start: Expr | None
    where: Expr | None
    player: Variable
    orders: tuple[Order, ...]
    body: tuple[Stmt, ...]


Head: TypeAlias = Pick | Needs | Let
Stmt: TypeAlias = (
    Let | Move | MoveSome | MoveEvery | Swap | Shuffle | Set | Add | Show | ShowWhether | Say | Choose | Secretly | Stop
    | EveryoneLoses | AsUsual | Nothing | Perform | If | ForEach | Repeat | Turns | TurnsOnce
)  # fmt: skip
