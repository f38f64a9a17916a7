"""IR expressions, lists and sources.  Every value is one 32-bit integer, except the lists that stand for cards.

The meaning of each node is law and stands in docs/design/ir.md; docstrings show the dump.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.nodes import frozen

NONE = -1
"""No member, no player, no card, no step."""
NO_NUMBER = -(2**31)
"""No number, where a number may be none."""


@frozen
class Const:
    """``7``"""

    value: int


@frozen
class Local:
    """``%beast``: a parameter, loop variable or value of one function, header or procedure, named uniquely in it"""

    name: str


@frozen
class Frame:
    """``$3`` or ``$3[key]``: a variable that lives in the state because the game may stop while it is needed"""

    slot: int
    key: Expr | None = None


@frozen
class Read:
    """``passes``, ``favours[%player]``: a counter"""

    counter: int
    keys: tuple[Expr, ...]


@frozen
class Lookup:
    """``Beast.hunger[%beast]``: a cell of a constant table; the index counts from the table's `first`"""

    table: int
    index: Expr


@frozen
class Within:
    """``(x within 0..3)``: x, or a fault at `rule` if it lies outside; none lies outside"""

    value: Expr
    low: int
    high: int
    rule: int


@frozen
class Unary:
    """``neg x``, ``not x``"""

    operator: Literal["neg", "not"]
    value: Expr


@frozen
class Binary:
    """``a + b``, ``a and b``; `rule` is where a result beyond 32 bits or a division by 0 is a fault, none if it
    cannot be

    ``//`` rounds down (towards minus infinity), ``/^`` rounds up, ``%`` has the sign of the divisor.  ``and``
    and ``or``
    read their right side only if the left does not decide.  Comparisons give 1 or 0.
    """

    operator: Literal["+", "-", "*", "//", "/^", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or"]
    left: Expr
    right: Expr
    rule: int | None = None


@frozen
class Cond:
    """``if t then a else b`` as a value; only the chosen side is read"""

    test: Expr
    then: Expr
    otherwise: Expr


@frozen
class Call:
    """``f(a, b)``: a pure function; an argument for a set parameter is a Source"""

    function: int
    arguments: tuple[Expr | Source, ...]


@frozen
class Size:
    """``size(hand[%me])``: how many cards"""

    of: List


@frozen
class At:
    """``at(suspects, 0)``: the card at an index counted from the first (row), the top (pile); none outside"""

    of: List
    index: Expr


@frozen
class ZoneOf:
    """``zone(%card)``: the number of the zone instance in which a card lies (see Layout)"""

    card: Expr


@frozen
class ZoneNumber:
    """``&hand[%me]``: the number of a zone instance, to compare with ZoneOf"""

    zone: Zone


@frozen
class Position:
    """``position(%card)``: its index in its place, 0 for the first of a row, the top of a pile"""

    card: Expr


@frozen
class Fold:
    """``sum x in SOURCE where C: V``

    any, all: of the truth of `value`; count: how many pass `where` (value is 1); sum; distinct: how many
    different values;
    highest, lowest: a fault at `rule` if there is none.
    """

    operator: Literal["any", "all", "count", "sum", "highest", "lowest", "distinct"]
    variable: str
    source: Source
    where: Expr | None
    value: Expr
    rule: int | None = None


@frozen
class Order:
    """``highest V``, one key of an order"""

    best: Literal["highest", "lowest"]
    value: Expr


@frozen
class First:
    """``first x in SOURCE where C by highest V``: the best, on a tie the earlier in the source; none if there is
    none
    """

    variable: str
    source: Source
    where: Expr | None
    orders: tuple[Order, ...]


@frozen
class Offered:
    """``offered(clear, %player)``: does the header have a choice; with `picks`, is it among them"""

    header: int
    arguments: tuple[Expr, ...]
    picks: tuple[Expr | Source, ...] | None = None


# ---------------------------------------------------------------- lists: where cards lie


@frozen
class Zone:
    """``hand[%me]``: an instance of a declared zone"""

    zone: int
    keys: tuple[Expr, ...]


@frozen
class ZoneAt:
    """``zone(%card)`` as a place: the zone instance with this number"""

    number: Expr


@frozen
class Held:
    """``{%meal}``: the cards that a set variable holds, in the order in which they were put"""

    variable: Local | Frame


List: TypeAlias = Zone | ZoneAt | Held


# ---------------------------------------------------------------- sources: what a range goes through, in order


@frozen
class Numbers:
    """``1..6``, ``10..130 by 10``: both ends included; empty if low is above high"""

    low: Expr
    high: Expr
    step: Expr = Const(1)


@frozen
class Seats:
    """``seats from %p``: every player once, from this one to the left"""

    start: Expr


@frozen
class Items:
    """``items(hand[%me])``: the cards of a list; a row from its first, a pile from its top, hand and bag by number"""

    of: List


@frozen
class Values:
    """``[%card, %old]``: these, in this order, without those that are none"""

    values: tuple[Expr, ...]


@frozen
class Joined:
    """``a ++ b``: one source after the other"""

    parts: tuple[Source, ...]


@frozen
class Ordered:
    """``first 3 of (x in SOURCE where C by highest V)``, a source cut short; `limit` none takes all"""

    variable: str
    source: Source
    where: Expr | None
    orders: tuple[Order, ...]
    limit: Expr | None


@frozen
class Last:
    """``last 3 of SOURCE``, in the order of the source"""

    source: Source
    amount: Expr


@frozen
class Subsets:
    """``2..4 of SOURCE``: every set of so many cards, each a list in the order of the source; the variable holds a set

    Cards that look alike count as one: of two sets that look alike only the first is gone through.
    In a Fold (`alike` false) every card counts for itself.
    """

    source: Source
    low: Expr
    high: Expr
    alike: bool


Source: TypeAlias = Numbers | Seats | Items | Values | Joined | Ordered | Last | Subsets
Expr: TypeAlias = (
    Const | Local | Frame | Read | Lookup | Within | Unary | Binary | Cond | Call | Size | At | ZoneOf | ZoneNumber
    | Position | Fold | First | Offered
)  # fmt: skip
