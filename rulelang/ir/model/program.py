"""A compiled game: constants, the shape of its state, pure functions, headers, procedures and blocks.

One Program stands for the rules with one variant, one value of each option and one number of players (S1).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field

from rulelang.ir.model.displays import Display as Display
from rulelang.ir.model.displays import Parameter as Parameter
from rulelang.ir.model.expressions import Expr, Frame, Order, Source
from rulelang.ir.model.reasons import Reasons
from rulelang.ir.model.statements import End, Stmt
from rulelang.nodes import frozen


@frozen
class Rule:
    """Where a piece of the program comes from: what to call it and an opaque place for messages
    (`games/x.rules:12:5`)
    """

    name: str
    place: str


@frozen
class Kind:
    """A closed ordered list; `texts` are what people read (the name where the author gave none)"""

    name: str
    members: tuple[str, ...]
    texts: tuple[str, ...]


@frozen
class CardType:
    """The cards ``first`` to ``first + count - 1``"""

    name: str
    first: int
    count: int


@frozen
class Card:
    """A card; cards of equal `look` cannot be told apart by any column.  `back` is what its back shows, or empty

    `face`: what is printed on it that its text and its back do not say, as (name, value): (coins, 2), (alibi, owl,
    snake); no name where the author says it in words.  `colour`: the word of one of its members that is a colour.
    """

    text: str
    type: int
    look: int
    back: str = ""
    face: tuple[tuple[str, str], ...] = ()
    colour: str = ""


@frozen
class Table:
    """A constant table of one dimension: ``values[i - first]``; several keys are laid row by row by the lowering"""

    name: str
    first: int
    values: tuple[int, ...]


@frozen
class Key:
    """One key of a zone or counter: its values run from `low` to `high`"""

    display: Display
    low: int
    high: int


@frozen
class Seen:
    """Who sees a zone or counter

    nobody, owner (the first key is a player), others (all but the owner), all, or `players`: a function of the keys
    that gives a bit set of players.  `card`: a function of (keys…, card) that gives a bit set, for places in which
    it depends on the card.  `top_only`: only for the top of the pile; the rest is seen by nobody.
    """

    who: Literal["nobody", "owner", "others", "all", "players", "card"]
    function: int | None = None
    top_only: bool = False


@frozen
class ZoneDecl:
    """``player.hand: hand of …``; `capacity` is the most cards that one instance may hold; `backs`: who sees
    their backs; `receiver`: the first key stands before the name, not in brackets behind it; `strict`: some effect
    may send a card here that is of none of the `types`, which is a fault
    """

    name: str
    shape: Literal["pile", "row", "hand", "slot", "bag"]
    keys: tuple[Key, ...]
    types: tuple[int, ...]
    capacity: int
    seen: Seen
    backs: Seen = Seen("all")
    receiver: bool = True
    strict: bool = False


@frozen
class CounterDecl:
    """``hints: 0 to 8``; `initial` before the game's own first block runs.  Hidden ones hold the compiler's own
    marks.  `receiver` as of a zone
    """

    name: str
    keys: tuple[Key, ...]
    low: int
    high: int
    initial: int
    display: Display
    seen: Seen
    hidden: bool = False
    receiver: bool = True


@frozen
class FrameDecl:
    """A variable kept in the state; capacity 0 for a number, else the most cards the set holds; `seats` for
    one each player
    """

    name: str
    capacity: int = 0
    seats: bool = False


@frozen
class Function:
    """``function coins(%player) = V``: pure; no chance, no change"""

    name: str
    parameters: tuple[Parameter, ...]
    value: Expr


@frozen
class PickItem:
    """``pick %card in SOURCE where C if able`` in a header

    `alike`: cards of one look (and equal counters of their own) are one choice; the one known to most viewers
    stands for
    them, then the lowest number.  `by_place`: the chooser does not see it, so it is written by its place,
    counted from 1.
    `capacity` above 0: a set of at most so many cards (the source is Subsets).  `kept`: the others are not told what
    was picked, since it is kept where they cannot look.  `goes`: the rules of the moves that carry it, one of which is
    surely carried out; only logs read it.
    """

    variable: str
    source: Source
    where: Expr | None
    if_able: bool
    alike: bool
    by_place: bool
    capacity: int
    display: Display
    rule: int
    kept: bool = False
    goes: tuple[int, ...] = ()


@frozen
class LetItem:
    """``let %beast = V`` in a header; a set is given as a Source"""

    variable: str
    value: Expr | Source


@frozen
class NeedItem:
    """``needs C else "…"`` in a header; `reason` for people, the condition's own text where the author gave none"""

    condition: Expr
    reason: str
    rule: int


HeadItem: TypeAlias = PickItem | LetItem | NeedItem


@frozen
class Header:
    """What a step asks of its chooser, in order.  Its choices are the tuples of its picks, in the order of the
    sources
    """

    name: str
    parameters: tuple[Parameter, ...]
    items: tuple[HeadItem, ...]

    @property
    def picks(self) -> tuple[PickItem, ...]:
        """What is picked, in order."""
        return tuple(item for item in self.items if isinstance(item, PickItem))


@frozen
class Procedure:
    """A step (or part of one) that never stops for a decision and stops nothing outside itself"""

    name: str
    parameters: tuple[Parameter, ...]
    body: tuple[Stmt, ...]


@frozen
class OfferDecl:
    """One step on offer: `arguments` for the header's parameters; the picks are stored into `into`, in order

    `condition`: on offer only if it holds.  `label` is how the choice is written (`feed`, `B.expel`).
    """

    step: int
    label: str
    header: int
    arguments: tuple[Expr, ...]
    condition: Expr | None
    into: tuple[Frame, ...]


@frozen
class Decision:
    """``choose a, b, if none: c``: the offers in order; the fallback only if no other offer has a choice

    The number of the chosen offer (the fallback is last) is stored into `answer`.  `secret`: others must not learn that
    or what was chosen until the block that follows has gone on.
    """

    name: str
    player: Expr
    offers: tuple[OfferDecl, ...]
    fallback: OfferDecl | None
    answer: Frame
    secret: bool
    rule: int

    @property
    def all_offers(self) -> tuple[OfferDecl, ...]:
        """The offers in their order, the fallback last."""
        return self.offers if self.fallback is None else (*self.offers, self.fallback)


@frozen
class Block:
    """A run of statements without a stop, and where it goes on"""

    name: str
    body: tuple[Stmt, ...]
    end: End


@frozen
class StepText:
    """A step as people see it: its name and its sentence (or empty)"""

    name: str
    sentence: str


@frozen
class Saying:
    """A sentence of the story: words, and displays for the values of its `Say`

    `step`: the step in whose effects it stands, so that it is said in place of that step's choice; none otherwise.
    """

    parts: tuple[str | Display, ...]
    step: int | None = None


@frozen
class Entry:
    """A block at which a scenario may begin: a step by name, or a turn (`me` holds the player whose turn it is)

    `end`: the block at which the step of this name is over, its hooks included; a test that began in it goes
    no further.
    """

    name: str
    kind: Literal["step", "turn", "end"]
    block: int
    me: Frame | None


@frozen
class Criterion:
    """``highest coins``: a function of the player; `text` as the author wrote it"""

    best: Literal["highest", "lowest"]
    function: int
    text: str


@frozen
class Result:
    """How the winner is found: criteria in order, or `player`: a function that names the one winner, or none

    `payoff`: a function of the player, or none.  `shared`: the author owns a tie that is left.  `several`: `player`
    gives a bit set of those who win, whom the author has named as the winners or by naming the losers.
    `unit`: a payoff of 1 is one part of so many.
    """

    criteria: tuple[Criterion, ...]
    player: int | None
    payoff: int | None
    shared: bool
    several: Literal["", "winners", "losers"] = ""
    unit: int = 1


@frozen
class Value:
    """A named value that tests, explanations and reports may ask for: a define without set parameters"""

    name: str
    function: int
    keys: tuple[Display, ...]
    display: Display


@frozen
class Figure:
    """``show player.stones as "stones"``, or a criterion of the winner: a value that stands on the table

    `keys` as of a counter; `unit`: the word behind the number, or empty.  `seen`: all, or the player who is the first
    key.  `told`: whether a story tells what it becomes.
    """

    name: str
    function: int
    keys: tuple[Key, ...]
    display: Display
    unit: str
    seen: Literal["all", "owner"]
    receiver: bool = True
    told: bool = True


@frozen
class Always:
    """What must hold at each decision and at the end"""

    function: int
    text: str
    rule: int


@frozen
class Preference:
    """A line of a bot: a step, and for which of its choices; `parameters`: who chooses, then the picks in order

    Of the choices for which the condition holds those that are first by the orders are meant.
    """

    step: str
    parameters: tuple[str, ...]
    condition: Expr | None
    orders: tuple[Order, ...]


@frozen
class Bot:
    """``bot "careful":``: how a player who is no person chooses; the first line that applies is done

    No engine plays with this.  It is proved that who chooses sees all that the lines read.
    """

    name: str
    preferences: tuple[Preference, ...]


@frozen
class Program:
    """A whole compiled game.  Block 0 is where a game begins; `play` is the first block after the set-up

    `teams`: the number of each seat's team, or nothing where everybody plays alone.  `course`: how the game goes, in
    the lines in which the author wrote it; for people alone.  `knowing`: whether who knows which card is kept up;
    `placing`: whether beside the places it is kept up in which of them each card lies.  Only passes of
    `rulelang.ir.optimise` say that they are not.
    """

    title: str
    players: int
    variants: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    rules_hash: str
    rules: tuple[Rule, ...]
    kinds: tuple[Kind, ...]
    types: tuple[CardType, ...]
    cards: tuple[Card, ...]
    card_counters: tuple[int, ...]
    tables: tuple[Table, ...]
    columns: tuple[tuple[str, int, Display], ...]
    zones: tuple[ZoneDecl, ...]
    counters: tuple[CounterDecl, ...]
    frames: tuple[FrameDecl, ...]
    functions: tuple[Function, ...]
    headers: tuple[Header, ...]
    procedures: tuple[Procedure, ...]
    blocks: tuple[Block, ...]
    decisions: tuple[Decision, ...]
    steps: tuple[StepText, ...]
    entries: tuple[Entry, ...]
    values: tuple[Value, ...]
    always: tuple[Always, ...]
    result: Result
    play: int
    fuel: int = 100_000
    figures: tuple[Figure, ...] = ()
    sayings: tuple[Saying, ...] = ()
    teams: tuple[int, ...] = ()
    reasons: Reasons = field(default=Reasons(), eq=False, repr=False)
    course: tuple[str, ...] = field(default=(), eq=False, repr=False)
    bots: tuple[Bot, ...] = field(default=(), eq=False, repr=False)
    knowing: bool = True
    placing: bool = True
