"""Declarations: the lines that stand at the left margin.  Docstrings show the source."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field

from rulelang.nodes import frozen
from rulelang.syntax.model.expressions import Binding, Expr, Order
from rulelang.syntax.model.heading import (
    Declaration,
    Game,
    Member,
    Option,
    OptionChosen,
    Players,
    PlayerSheet,
    Rulebook,
    Teams,
    Use,
    Version,
)  # fmt: skip
from rulelang.syntax.model.nodes import Name, Node, Row, Text
from rulelang.syntax.model.scenarios import Scenario
from rulelang.syntax.model.statements import Head, Stmt

# ---------------------------------------------------------------- kinds, cards, tables


@frozen
class Kind(Declaration):
    """``kind Suit: clubs, hearts`` or with rows; exactly one of `members` and `rows` is filled"""

    name: Name
    members: tuple[Member, ...]
    rows: tuple[Row, ...]


@frozen
class Generate(Node):
    """``1 for each suit, rank, except "ace of spades"``"""

    copies: Expr
    bindings: tuple[Binding, ...]
    left_out: tuple[Text, ...]


@frozen
class Headed(Node):
    """``copies "Qty"``: the column that is called so, and what stands above it in the file"""

    name: Name
    heading: Text


@frozen
class FromFile(Node):
    """``from "beasts.xlsx" sheet "Animals", copies "Qty"``"""

    path: str
    sheet: Text | None
    headed: tuple[Headed, ...]


@frozen
class Cards(Declaration):
    """``cards Beast "{animal} {hunger}", face "eats {hunger}", text "It bites.", back shows animal:``

    With rows, a rule to make them, or a file.
    """

    name: Name
    pattern: str | None
    face: str | None
    text: str | None
    back_shows: tuple[Name, ...]
    content: tuple[Row, ...] | Generate | FromFile


@frozen
class Parameter(Node):
    """``role``, ``other: Player``, ``steps: number``; `type` is None where the name says its kind"""

    name: Name
    type: Type | None


@frozen
class Signature(Node):
    """``player.supporter(question)``: what stands left of the colon or the equals sign"""

    receiver: Parameter | None
    name: Name
    parameters: tuple[Parameter, ...]


@frozen
class Table(Declaration):
    """``table suspicion(stones: number):`` with rows"""

    signature: Signature
    rows: tuple[Row, ...]


@frozen
class Also(Declaration):
    """``also kind Colour: rainbow``: rows added to what stands already"""

    added: Kind | Cards | Table


# ---------------------------------------------------------------- state


@frozen
class KindType(Node):
    """``Player``, ``number``, ``flag``"""

    name: Name


@frozen
class MaybeType(Node):
    """``Player or none``"""

    name: Name


@frozen
class SetType(Node):
    """``set of Card``"""

    name: Name


@frozen
class NumberType(Node):
    """``0 to 8``, ``-3 to 3``"""

    low: int
    high: int


@frozen
class Seen(Node):
    """``top seen by all``, ``seen by owner``, ``seen by all where card.turned``

    `who` is one of the words nobody, owner, others, all, or an expression of one or several players.
    """

    top_only: bool
    who: Literal["nobody", "owner", "others", "all"] | Expr
    where: Expr | None


@frozen
class Place(Declaration):
    """``animal.stable: pile of Beast, top seen by all``, ``line(spot: 1 to 4): row of up to 5 Card, seen by all``

    `backs`: who sees the backs of the cards, none if that is not said.
    """

    signature: Signature
    shape: Name
    capacity: int | None
    holds: tuple[Name, ...]
    seen: Seen
    backs: Seen | None
    refilled_from: Expr | None


@frozen
class Counter(Declaration):
    """``hints: 0 to 8, starts at 8``, ``starter: Player, starts as random player``"""

    signature: Signature
    type: Type
    seen: Seen | None
    starts: Expr | None


@frozen
class State(Declaration):
    """``state:`` with its entries"""

    entries: tuple[Place | Counter, ...]


# ---------------------------------------------------------------- values and steps


@frozen
class But(Node):
    """``but -bid when player is in bidder.team``, an exception under its `define`"""

    value: Expr
    when: Expr
    cites: tuple[str, ...] = ()


@frozen
class Define(Declaration):
    """``define player.earned = side_worth`` with its exceptions"""

    signature: Signature
    value: Expr
    exceptions: tuple[But, ...]


@frozen
class Layer(Declaration):
    """``but player.bonus = usual + 2 when player.holds(bruce)``, an exception away from its `define`"""

    signature: Signature
    value: Expr
    when: Expr


@frozen
class Step(Declaration):
    """``to feed:`` with its sentence, its header and its effects"""

    signature: Signature
    sentence: str | None
    header: tuple[Head, ...]
    body: tuple[Stmt, ...]


@frozen
class Hook(Declaration):
    """``before / after / instead of caught when … once per night:``"""

    time: Literal["before", "after", "instead of"]
    steps: tuple[Name, ...]
    when: Expr | None
    once_per: Name | None
    sentence: str | None
    body: tuple[Stmt, ...]


@frozen
class Forbid(Declaration):
    """``forbid feed when … else "Jokers alone are no meal."``"""

    steps: tuple[Name, ...]
    when: Expr
    reason: str | None


@frozen
class Offer(Declaration):
    """``offer drink with steal when me.holds(beer) once per night``"""

    step: Name
    host: Name
    when: Expr | None
    once_per: Name | None


@frozen
class Whenever(Declaration):
    """``whenever fuses is 0: everyone loses``"""

    condition: Expr
    body: tuple[Stmt, ...]


@frozen
class Setup(Declaration):
    """``setup:``"""

    body: tuple[Stmt, ...]


@frozen
class Play(Declaration):
    """``play:``"""

    body: tuple[Stmt, ...]


@frozen
class Winner(Declaration):
    """``winner: highest coins, then highest count hand, then shared``, or ``winner: closer``, or ``loser: closer``"""

    orders: tuple[Order, ...]
    player: Expr | None
    shared: bool
    loses: bool = False


@frozen
class Payoff(Declaration):
    """``payoff player = -player.stake`` with its exceptions; with `unit` 6, ``payoff player in units of 1/6 = …``"""

    player: Name
    value: Expr
    exceptions: tuple[But, ...]
    unit: int = 1
    one: int = 1


@frozen
class Always(Declaration):
    """``always (sum of payoff in players) is 0``"""

    condition: Expr


@frozen
class Shown(Declaration):
    """``show player.stones as "stones"``: a value that stands on the table, with the word behind its number"""

    signature: Signature
    unit: str | None


# ---------------------------------------------------------------- players that are no people


@frozen
class Preference(Node):
    """``lay(card) where card.value < 4, by highest card.value``: a line of a bot; `picks` are names for the step's"""

    step: Name
    picks: tuple[Name, ...] | None
    condition: Expr | None
    orders: tuple[Order, ...]


@frozen
class Bot(Declaration):
    """``bot "careful":`` with what it prefers, the best first"""

    name: Text
    preferences: tuple[Preference, ...]


# ---------------------------------------------------------------- layers


@frozen
class Replace(Declaration):
    """``replace define bid_step = 10``"""

    declaration: Define | Step | Table | Option | Kind | State | Setup | Play | Winner | Payoff


@frozen
class Remove(Declaration):
    """``remove bid_limit`` or ``remove "ace of spades"``"""

    name: Name | None
    cards: tuple[Text, ...]


@frozen
class Variant(Declaration):
    """``variant "Powers":`` with its declarations"""

    title: str
    declarations: tuple[Decl, ...]


@frozen
class Module(Node):
    """A whole file, with the comments that stand in it (each with its span, `#` included) and what could not be read"""

    declarations: tuple[Decl, ...]
    comments: tuple[Text, ...] = field(eq=False)
    unread: tuple[Text, ...] = field(eq=False)


Type: TypeAlias = KindType | MaybeType | SetType | NumberType
Decl: TypeAlias = (
    Version | Game | Players | PlayerSheet | Teams | Rulebook | Use | Option | OptionChosen | Kind | Cards | Table
    | Also | State | Define | Layer | Step | Hook | Forbid | Offer | Whenever | Setup | Play | Winner
    | Payoff | Always | Shown | Bot | Replace | Remove | Variant | Scenario
)  # fmt: skip
