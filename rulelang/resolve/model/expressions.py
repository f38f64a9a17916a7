"""Expressions with every name resolved and every value given its sort.  No sugar is left.

`span` and `sort` stand on every node.  What needs a card gets a card: a place read as a card is a SlotCard.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.nodes import frozen
from rulelang.resolve.model.nodes import Node as Node
from rulelang.resolve.model.nodes import Valued as Valued
from rulelang.resolve.model.nodes import Variable as Variable
from rulelang.resolve.model.sorts import Sort

# ---------------------------------------------------------------- ranges


@frozen
class AllOf(Node):
    """the whole of a kind, all players (from `start`), or all cards of a type: `sort` says which"""

    sort: Sort
    start: Expr | None = None


@frozen
class Through(Node):
    """through a place, a set, several players or a set of members; `types` keeps only cards of these types
    (none: all)
    """

    value: Expr
    start: Expr | None = None
    types: tuple[str, ...] | None = None


@frozen
class Stretch(Node):
    """``1 to 6``, ``10 to 130 by 10``"""

    low: Expr
    high: Expr
    step: Expr | None


@frozen
class EndOf(Node):
    """``last 3 of series``"""

    end: Literal["first", "last"]
    amount: Expr
    source: Through


@frozen
class Amount:
    """``3 to 5``, ``2``, ``3 or more`` (high is None), ``up to 2`` (low is None)"""

    low: Expr | None
    high: Expr | None


@frozen
class Order:
    """``highest points``: the value speaks of the range's variable; `text` as written"""

    best: Literal["highest", "lowest"]
    value: Expr
    text: str


@frozen
class Range(Node):
    """``x in SOURCE where C, by …``

    With `amount` the variable is a set; `element` is the variable for one card of it, `each` the part of the
    `where` that speaks
    of every single card, `where` what speaks of the whole set.  `limit`: only the first so many, in order.
    """

    variable: Variable
    source: Source
    where: Expr | None
    orders: tuple[Order, ...]
    amount: Amount | None
    element: Variable | None
    each: Expr | None
    limit: Expr | None


Source: TypeAlias = AllOf | Through | Stretch | EndOf


# ---------------------------------------------------------------- expressions


@frozen
class Constant(Valued):
    """``3``, ``yes``, ``hearts``, ``none``: encoded as in the IR (members count from 0, none is -1 or NO_NUMBER)"""

    value: int


@frozen
class Seat(Valued):
    """``A``: a player by letter (tests only)"""

    index: int


@frozen
class Named(Valued):
    """``"a pet parrot"``, ``Card(suit hearts, rank ten)``: any card with this name; `looks` are the indices of the
    cards
    (in the order of Program.cards) that it fits"""

    text: str
    looks: tuple[int, ...]


@frozen
class Var(Valued):
    """``beast``"""

    variable: Variable


@frozen
class Me(Valued):
    """``me``: who acts"""


@frozen
class PlayerCount(Valued):
    """``count players``, a constant of the compiled game"""


@frozen
class SheetValue(Valued):
    """``dealt``, a column of the `players:` sheet"""

    column: str


@frozen
class OptionValue(Valued):
    """``diet``; options whose values are all numbers have a NumberSort, others a MemberSort of the option's name"""

    option: str


@frozen
class CounterRef(Valued):
    """``passes``, ``player.favours``, ``card.turned``: keys include the receiver, first"""

    counter: str
    keys: tuple[Expr, ...]


@frozen
class PlaceRef(Valued):
    """``scraps``, ``player.hand``, ``meld(spot)``; the place `box` too"""

    place: str
    keys: tuple[Expr, ...]


@frozen
class DefineCall(Valued):
    """``player.coins``, ``is_set(meld)``: arguments include the receiver, first; `payoff` is a define too"""

    define: str
    arguments: tuple[Expr, ...]


@frozen
class TableLookup(Valued):
    """``suspicion(stones)``"""

    table: str
    arguments: tuple[Expr, ...]


@frozen
class Column(Valued):
    """``beast.hunger``, ``tile.on(line)``: a column of a card (the card may be of several types that all have it)"""

    card: Expr
    column: str
    key: Expr | None


@frozen
class MemberColumn(Valued):
    """``rank.points``: a column of a kind"""

    member: Expr
    kind: str
    column: str


@frozen
class SlotCard(Valued):
    """the card in a place where one card is meant (`player.bid.value`): none if the place is empty"""

    place: Expr


@frozen
class EndCard(Valued):
    """``discards.top``, ``series.last``: none if the place is empty"""

    place: Expr
    end: Literal["top", "bottom", "first", "last"]


@frozen
class Below(Valued):
    """``discards.below``: all but the top, as a set of cards to go through (a place sort)"""

    place: Expr


@frozen
class Neighbour(Valued):
    """``player.left``, ``player.right``, ``player.partner``"""

    player: Expr
    which: Literal["left", "right", "partner"]


@frozen
class Group(Valued):
    """``me.others``, ``player.team``, ``player.opponents``; `players` and `winners` (tests only) stand without a
    player
    """

    player: Expr | None
    which: Literal["players", "others", "team", "opponents", "winners"]


@frozen
class Ordinal(Valued):
    """``rank.place`` of a member, ``standing.place`` of a card in its row: counted from 1"""

    of: Expr


@frozen
class Next(Valued):
    """``colour.next``: the next member of its kind, after the last the first"""

    member: Expr


@frozen
class Join(Valued):
    """``shown + starter``, ``meld(spot) + card``: places, sets and cards together"""

    parts: tuple[Expr, ...]


@frozen
class Arithmetic(Valued):
    """``a + b``"""

    operator: Literal["+", "-", "*"]
    left: Expr
    right: Expr


@frozen
class Divide(Valued):
    """``a / b rounded up``"""

    left: Expr
    right: Expr
    rounding: Literal["up", "down"]


@frozen
class Negate(Valued):
    """``-bid``"""

    value: Expr


@frozen
class SizeOf(Valued):
    """``count player.hand``: of a place, a set, several players, a set of members"""

    of: Expr


@frozen
class Compare(Valued):
    """``a <= b`` between numbers, or members of one kind (their order)"""

    operator: Literal["<", "<=", ">", ">="]
    left: Expr
    right: Expr


@frozen
class Equal(Valued):
    """``a is b`` for numbers, flags, members, players, and the very same card; may compare with none"""

    left: Expr
    right: Expr


@frozen
class IsNamed(Valued):
    """``card is "joker"``: a card is of this name (both sides may be cards: then it is the look that counts)"""

    card: Expr
    named: Named


@frozen
class IsLike(Valued):
    """``card is like other``: two cards that cannot be told apart by what is printed on them"""

    left: Expr
    right: Expr


@frozen
class IsType(Valued):
    """``card is Guard``"""

    card: Expr
    type: str


@frozen
class IsEmpty(Valued):
    """``larder is empty``"""

    place: Expr


@frozen
class IsIn(Valued):
    """``player is in me.team``, ``answer is in evidence.fits``, ``n is in (1 to 5)``, ``card is in me.hand``"""

    value: Expr
    group: Expr


@frozen
class NumberRange(Valued):
    """``(5 to 95 by 10)``"""

    low: Expr
    high: Expr
    step: Expr | None


@frozen
class MultipleOf(Valued):
    """``face is a multiple of 11``"""

    value: Expr
    of: Expr


@frozen
class Not(Valued):
    """``not safe``; `is not` is Not(Equal)"""

    value: Expr


@frozen
class And(Valued):
    """``a and b``"""

    parts: tuple[Expr, ...]


@frozen
class Or(Valued):
    """``a or b``"""

    parts: tuple[Expr, ...]


@frozen
class Question(Valued):
    """``some x in …``, ``no x …``, ``every x in … has C`` (`condition` only for every)"""

    word: Literal["some", "no", "every"]
    range: Range
    condition: Expr | None


@frozen
class CountRange(Valued):
    """``count (player where player.inside)``"""

    range: Range


@frozen
class Fold(Valued):
    """``sum of coins in player.cleared``, always with its variable spelled out"""

    word: Literal["sum", "highest", "lowest", "distinct"]
    value: Expr
    range: Range


@frozen
class BestOf(Valued):
    """``lowest of a, b and c``: numbers, or members of one kind"""

    word: Literal["highest", "lowest"]
    values: tuple[Expr, ...]


@frozen
class Selected(Valued):
    """``first … by …``, ``the …``, ``random …``; `random` is chance and stands only where a value is set, named or
    moved
    """

    word: Literal["first", "the", "random"]
    range: Range


@frozen
class Can(Valued):
    """``player can clear``, ``A can follow("ten of hearts")``: `arguments` fill parameters, then picks; none asks
    for any choice

    The step's picks may be fewer than given only by error; `may` (tests) asks what is on offer now.
    """

    player: Expr
    word: Literal["can", "may"]
    step: str
    receiver: Expr | None
    arguments: tuple[Expr, ...] | None


@frozen
class MayOnly(Valued):
    """``A may only feed(owl), clear`` (tests only): these choices are on offer to the player, and no others"""

    player: Expr
    offers: tuple[Can, ...]


@frozen
class RankOf(Valued):
    """``A.rank`` (tests only): the place of a player when the game is over, counted from 1; 0 where nobody is ranked"""

    player: Expr


@frozen
class Usual(Valued):
    """``usual``: what lies beneath this layer"""


@frozen
class GameOver(Valued):
    """``game_over`` (tests only)"""


@frozen
class EveryoneLost(Valued):
    """``everyone_lost`` (tests only)"""


Expr: TypeAlias = (
    Constant | Seat | Named | Var | Me | PlayerCount | SheetValue | OptionValue | CounterRef | PlaceRef | DefineCall
    | TableLookup | Column | MemberColumn | SlotCard | EndCard | Below | Neighbour | Group | Ordinal | Next | Join
    | Arithmetic | Divide | Negate | SizeOf | Compare | Equal | IsNamed | IsType | IsEmpty | IsIn | NumberRange
    | MultipleOf | IsLike | BestOf
    | Not | And | Or | Question | CountRange | Fold | Selected | Can | MayOnly | RankOf | Usual | GameOver
    | EveryoneLost
)  # fmt: skip
