"""Expressions and ranges: what may be asked.  Docstrings show the source that a node stands for."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.nodes import frozen
from rulelang.syntax.model.nodes import Name, Node


@frozen
class NameRef(Node):
    """``scraps``"""

    name: Name


@frozen
class Number(Node):
    """``12``"""

    value: int


@frozen
class CardName(Node):
    """``"a pet parrot"`` where a card is meant"""

    text: str


@frozen
class YesNo(Node):
    """``yes``"""

    value: bool


@frozen
class NoneValue(Node):
    """``none``"""


@frozen
class Empty(Node):
    """``nothing``, no cards at all, in a test"""


@frozen
class Playing(Node):
    """``playing "Powers"``: whether this variant is laid over the game"""

    title: str


@frozen
class Usual(Node):
    """``usual``, the value that lies beneath this layer"""


@frozen
class CardByColumns(Node):
    """``Card(suit hearts, rank ten)``"""

    kind: Name
    headings: tuple[tuple[Name, Name], ...]


@frozen
class Get(Node):
    """``player.supporter(question)``, ``cards.top``"""

    target: Expr
    name: Name
    arguments: tuple[Expr, ...]


@frozen
class Call(Node):
    """``meld(3)``, ``suspicion(stones)``: a keyed name with nothing on its left"""

    name: Name
    arguments: tuple[Expr, ...]


@frozen
class Several(Node):
    """``3 of "apple"``"""

    amount: int
    what: Expr


@frozen
class Arithmetic(Node):
    """``a + b``; ``+`` also joins places and sets"""

    left: Expr
    operator: Literal["+", "-", "*"]
    right: Expr


@frozen
class Divide(Node):
    """``credibility / 2 rounded up``"""

    left: Expr
    right: Expr
    rounding: Literal["up", "down"]


@frozen
class Negate(Node):
    """``-bid``"""

    value: Expr


@frozen
class Count(Node):
    """``count player.hand``, ``count (card in hand where …)``"""

    what: Expr | Range


@frozen
class Compare(Node):
    """``a <= b``, ``1 <= steps``"""

    left: Expr
    operator: Literal["<", "<=", ">", ">="]
    right: Expr


@frozen
class Is(Node):
    """``card.suit is led``, ``larder is not empty``, ``card is Guard``"""

    left: Expr
    negated: bool
    right: Expr


@frozen
class IsIn(Node):
    """``answer is in evidence.fits``, ``n is not in (5 to 95 by 10)``"""

    left: Expr
    negated: bool
    right: Expr


@frozen
class IsMultiple(Node):
    """``card.face is a multiple of 11``"""

    left: Expr
    negated: bool
    right: Expr


@frozen
class IsLike(Node):
    """``card is like other``"""

    left: Expr
    negated: bool
    right: Expr


@frozen
class BestOf(Node):
    """``lowest of me.coins and 3``, ``highest of a, b and c``"""

    word: Literal["highest", "lowest"]
    values: tuple[Expr, ...]


@frozen
class Not(Node):
    """``not claim_stands``"""

    value: Expr


@frozen
class And(Node):
    """``a and b and c``"""

    parts: tuple[Expr, ...]


@frozen
class Or(Node):
    """``a or b or c``"""

    parts: tuple[Expr, ...]


@frozen
class NumberRange(Node):
    """``(5 to 95 by 10)`` in brackets, as a set of numbers"""

    low: Expr
    high: Expr
    step: Expr | None


@frozen
class Question(Node):
    """``some beast in hand where …``, ``no player where …``"""

    word: Literal["some", "no"]
    range: Range


@frozen
class Every(Node):
    """``every animal has animal.stable is empty``"""

    range: Range
    condition: Expr


@frozen
class Fold(Node):
    """``sum of coins in player.cleared``, ``highest rank.place for card in meld``

    With `short`, the value is a bare attribute of what the range goes through.
    """

    word: Literal["sum", "highest", "lowest", "distinct"]
    value: Expr
    range: Range
    short: bool = False


@frozen
class Selected(Node):
    """``first player where …, by highest points``, ``the letter in hand``, ``random tile in bag``"""

    word: Literal["first", "the", "random"]
    range: Range


@frozen
class Can(Node):
    """``player can clear``, ``A may not feed(owl, 2 of "apple")``

    `can` asks the header of the step; `may` asks what is on offer now (tests only).
    """

    player: Expr
    word: Literal["can", "may"]
    negated: bool
    step: Path


@frozen
class Path(Node):
    """``player.expel``, ``letter.does``, ``me.supporter(question)``: something to perform, offer or change"""

    target: Expr | None
    name: Name
    arguments: tuple[Expr, ...]


# ---------------------------------------------------------------- ranges


@frozen
class Amount(Node):
    """``3 or more``, ``up to 2``, ``2``, ``3 to 5``: how many a set binding takes"""

    low: Expr | None
    high: Expr | None


@frozen
class Binding(Node):
    """``card in me.hand``, ``other: Player``, ``meal: 3 of Ration in me.hand``

    `kind` is None where the variable is named after its kind; `source` is None for the whole kind.
    """

    variable: Name
    kind: Name | None
    amount: Amount | None
    source: Source | None


@frozen
class InPlace(Node):
    """``in players from dealer.left``, ``in me.hand``"""

    value: Expr
    start: Expr | None


@frozen
class Numbers(Node):
    """``in 10 to 130 by 10``"""

    low: Expr
    high: Expr
    step: Expr | None


@frozen
class PartOf(Node):
    """``in last 3 of series``: the first or last few of what has an order"""

    end: Literal["first", "last"]
    amount: Expr
    value: Expr


@frozen
class Order(Node):
    """``highest hand.rank``"""

    best: Literal["highest", "lowest"]
    value: Expr


@frozen
class Range(Node):
    """``x in SOURCE where C, by highest E then lowest E``; `limit` is the number in ``for first 3 x in …``"""

    binding: Binding
    where: Expr | None
    orders: tuple[Order, ...]
    limit: Expr | None


Source: TypeAlias = InPlace | Numbers | PartOf
Expr: TypeAlias = (
    NameRef | Number | CardName | YesNo | NoneValue | Empty | Usual | Playing | CardByColumns | Get | Call | Several
    | Arithmetic | Divide | Negate | Count | Compare | Is | IsIn | IsMultiple | IsLike | Not | And | Or | NumberRange
    | BestOf | Question | Every | Fold | Selected | Can
)  # fmt: skip
