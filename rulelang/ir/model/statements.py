"""IR statements and the ends of blocks.  `rule` is an index into Program.rules: where a fault or a log line points."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.ir.model.expressions import Expr, Frame, Local, Order, Source, Zone, ZoneAt
from rulelang.nodes import frozen


@frozen
class Assign:
    """``%x := V``"""

    target: Local | Frame
    value: Expr


@frozen
class Hold:
    """``{%x} := SOURCE``: the set variable now holds these cards"""

    target: Local | Frame
    source: Source


@frozen
class Write:
    """``favours[%p] := V``: sets a counter; beyond its bounds is a fault"""

    counter: int
    keys: tuple[Expr, ...]
    value: Expr
    rule: int


@frozen
class Move:
    """``move %card to hand[%me] at 0``: `at` is an index from the first or top; none means the usual end

    The usual end: row last, pile top, slot empty (else a fault), hand and bag by number.  A card that is none
    is a fault.  `followers`: a bit set of players who can tell which card of its place it is that goes, since all of
    them go together or it has just been shown; only without `at`.  `source`: where the card most likely lies, so that
    an engine looks there first; only a pass of `rulelang.ir.optimise` says so.
    """

    card: Expr
    to: Zone | ZoneAt
    at: Expr | None
    rule: int
    followers: Expr | None = None
    source: Zone | None = None


@frozen
class Deal:
    """``deal 2 from larder to hand[%me]``: one after the other from the top; a bag or shuffled pile gives a random card

    An empty source is first refilled from `refill` (a Source of cards, read then, moved there and shuffled).
    Still empty: with
    `up_to` it stops, otherwise a fault.  `card` gets the last card dealt (none if there was none).
    """

    amount: Expr
    source: Zone | ZoneAt
    to: Zone | ZoneAt
    at: Expr | None
    up_to: bool
    refill: Source | None
    card: Local | Frame | None
    rule: int


@frozen
class Shuffle:
    """``shuffle larder``: its cards have no order from now on, and nobody knows any of them by its place

    ``settle larder`` (`settle`): those of a pile that have no order get one, which nobody knows.
    """

    place: Zone | ZoneAt
    rule: int
    settle: bool = False


@frozen
class SwapPlaces:
    """``swap hand[%a] with hand[%b]``: all cards of two places change over"""

    left: Zone | ZoneAt
    right: Zone | ZoneAt
    rule: int


@frozen
class SwapCards:
    """``swap %a with %b``: two cards change places, each to the index of the other"""

    left: Expr
    right: Expr
    rule: int


@frozen
class Show:
    """``show SOURCE to V``: the players of the bit set `to` now know these cards where they are"""

    cards: Source
    to: Expr
    rule: int


@frozen
class ShowCounter:
    """``show die[%p, 1] to V``: the players of the bit set `to` learn the value that a hidden counter has now"""

    counter: int
    keys: tuple[Expr, ...]
    to: Expr
    rule: int


@frozen
class ShowFact:
    """``show fact 2 of %card is V to W``: whether the cell of a card in a column is this value; known until the
    card is mixed
    """

    column: int
    card: Expr
    value: Expr
    to: Expr
    rule: int


@frozen
class Random:
    """``%x := random y in SOURCE where C``: each with equal chance; none if there is none

    `sort`: what the members are: "card", "player", "number", or the name of their kind.
    """

    target: Local | Frame
    variable: str
    source: Source
    where: Expr | None
    stream: Literal["deal", "dice"]
    sort: str
    rule: int


@frozen
class If:
    """``if C: … else: …``"""

    test: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@frozen
class Each:
    """``each x in SOURCE where C by …:`` over what was there when it began, in that order

    `rule`: the one line of the rules that all of it stands for (`move every …`), carried out also where nothing is gone
    through; none if its body is lines of its own.  `at_once`: it moves all cards of a place, or all that there are, and
    neither in which order nor anything in between can be found out; only a pass of `rulelang.ir.optimise` says so.
    """

    variable: str
    source: Source
    where: Expr | None
    orders: tuple[Order, ...]
    body: tuple[Stmt, ...]
    rule: int | None = None
    at_once: bool = False


@frozen
class Times:
    """``times V:``, read once; a negative number is a fault"""

    amount: Expr
    body: tuple[Stmt, ...]
    rule: int


@frozen
class While:
    """``while C:``; more than Program.fuel passes without a decision is a fault"""

    test: Expr
    body: tuple[Stmt, ...]
    rule: int


@frozen
class Perform:
    """``do expel(%player)``: a procedure, which never stops for a decision"""

    procedure: int
    arguments: tuple[Expr | Source, ...]


@frozen
class Return:
    """``return``: out of the procedure"""


@frozen
class Fault:
    """``fault "…"``: the game cannot go on; message in the author's words"""

    message: str
    rule: int


@frozen
class Note:
    """``note gather by %me``: a line for the log: this step is carried out by this player (none: by nobody)"""

    step: int
    player: Expr | None
    rule: int


@frozen
class Say:
    """``say 3 (%card, %me)``: a line for the story; `values` stand in the sentence, a set as a Source"""

    saying: int
    values: tuple[Expr | Source, ...]
    rule: int


@frozen
class Finish:
    """``finish ended`` / ``finish everyone_loses``: sets the outcome; the block that follows halts"""

    outcome: Literal["ended", "everyone_loses", "everyone_wins", "nobody_wins"]
    rule: int


Stmt: TypeAlias = (
    Assign | Hold | Write | Move | Deal | Shuffle | SwapPlaces | SwapCards | Show | ShowCounter | ShowFact | Random | If
    | Each | Times | While | Perform | Return | Fault | Note | Say | Finish
)  # fmt: skip


# ---------------------------------------------------------------- ends of blocks


@frozen
class Goto:
    """``goto 12``"""

    block: int


@frozen
class Branch:
    """``if C goto 12 else 13``"""

    test: Expr
    yes: int
    no: int


@frozen
class Switch:
    """``goto [12, 13, 14][V]``"""

    value: Expr
    blocks: tuple[int, ...]
    rule: int


@frozen
class Decide:
    """``decide 3 then 14``: the game stops here until the player of decision 3 has chosen"""

    decision: int
    then: int


@frozen
class Halt:
    """``halt``: the game is over"""


End: TypeAlias = Goto | Branch | Switch | Decide | Halt
