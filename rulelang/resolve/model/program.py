"""The checked program: one set of layers (base, modules, chosen variants) with every name resolved.

Options and the number of players are still open: the lowering to IR makes them constants.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field

from rulelang.nodes import frozen
from rulelang.resolve.model.expressions import Expr, Node, Order, Variable
from rulelang.resolve.model.sorts import MemberSort, Shape, Sort
from rulelang.resolve.model.statements import Head, StepCall, Stmt
from rulelang.source import Span


@frozen(kw_only=True)
class Declared(Node):
    """A declaration: `span` is its name, `cites` the rulebook statements behind it"""

    cites: tuple[str, ...] = field(default=())


@frozen
class KindColumn:
    """A column of a kind: a value for each member, encoded as in the IR"""

    name: str
    sort: Sort
    values: tuple[int, ...]


@frozen
class KindDecl(Declared):
    """``kind Rank: …``"""

    name: str
    members: tuple[str, ...]
    texts: tuple[str, ...]
    columns: tuple[KindColumn, ...]


CellValue: TypeAlias = int | tuple[int, ...] | tuple[str, ...]


@frozen
class ColumnDecl:
    """A column of a card type; with `key` (a column `on(purse)` for each member) a cell is a tuple of one value a
    member

    A cell of a MembersSort column is a tuple of members, of a NamesSort column a tuple of card names.
    """

    name: str
    sort: Sort
    key: MemberSort | None


@frozen
class CardDecl:
    """One card (copies are cards of their own).  `seats`: it exists only with at least so many players; `note`: what is
    printed on it for people
    """

    text: str
    cells: tuple[CellValue, ...]
    back: str
    seats: int
    note: str
    span: Span = field(eq=False, repr=False)


@frozen
class CardTypeDecl(Declared):
    """``cards Beast "{animal} {hunger}": …``, every card written out

    `face`: how its columns are printed; `left_out`: columns of words in a file, of which the rules do not speak.
    """

    name: str
    columns: tuple[ColumnDecl, ...]
    cards: tuple[CardDecl, ...]
    face: str | None
    left_out: tuple[str, ...]


@frozen
class TableEntry:
    """A row of a table: for each key the values that it fits, as (low, high), and the value"""

    keys: tuple[tuple[int, int], ...]
    value: int
    span: Span = field(eq=False, repr=False)


@frozen
class TableDecl(Declared):
    """``table suspicion(stones: number): …``; `keys` with their sorts, the first one the receiver if `receiver`"""

    name: str
    keys: tuple[Sort, ...]
    sort: Sort
    entries: tuple[TableEntry, ...]
    receiver: bool = False


@frozen
class OptionDecl(Declared):
    """``option diet: any_one or printed, normally any_one``: `values` as written; `numbers` if all of them are
    numbers
    """

    name: str
    values: tuple[str, ...]
    texts: tuple[str, ...]
    normally: str
    numbers: bool


@frozen
class SeenDecl(Node):
    """``top seen by all where card.turned``: `parameters` are the keys, `card` the card that the condition speaks of"""

    top_only: bool
    who: Literal["nobody", "owner", "others", "all"] | Expr
    parameters: tuple[Variable, ...]
    card: Variable | None
    where: Expr | None


@frozen
class PlaceDecl(Declared):
    """A place; `keys` in order, receiver first.  `backs`: who sees the backs of what lies there, none if not said"""

    name: str
    keys: tuple[Variable, ...]
    receiver: bool
    shape: Shape
    capacity: int | None
    types: tuple[str, ...]
    seen: SeenDecl
    backs: SeenDecl | None
    refilled_from: Expr | None


@frozen
class CounterDecl(Declared):
    """A counter; `starts` none means its lowest value, no or none"""

    name: str
    keys: tuple[Variable, ...]
    receiver: bool
    sort: Sort
    seen: SeenDecl | None
    starts: Expr | None


@frozen
class LayerDecl(Node):
    """One layer of a value, with parameters of its own; the lowest has no `when`"""

    parameters: tuple[Variable, ...]
    value: Expr
    when: Expr | None
    cites: tuple[str, ...] = ()


@frozen
class DefineDecl(Declared):
    """A value with its layers, lowest first; `receiver`: the first parameter stands left of the dot.  `payoff`
    is one
    """

    name: str
    receiver: bool
    parameters: tuple[Variable, ...]
    sort: Sort
    layers: tuple[LayerDecl, ...]


@frozen
class HookDecl(Node):
    """``before / after / instead of``: sees the step's receiver, parameters and picks through the step's own
    variables
    """

    when: Expr | None
    once_per: str | None
    mark: int
    sentence: str | None
    body: tuple[Stmt, ...]


@frozen
class ForbidDecl(Node):
    """``forbid s when C else "reason"``, over the step's own variables"""

    when: Expr
    reason: str | None
    text: str
    cites: tuple[str, ...] = ()


@frozen
class BesideDecl(Node):
    """``offer drink with steal when C once per night``, kept at the host"""

    step: StepCall
    when: Expr | None
    once_per: str | None
    mark: int
    cites: tuple[str, ...] = ()


@frozen
class StepDecl(Declared):
    """A step with everything laid over it; `before`, `after` and `instead` in the order written (topmost last)

    `uses_me`: it, or something that it performs, reads `me`.
    """

    name: str
    receiver: Variable | None
    parameters: tuple[Variable, ...]
    sentence: str | None
    header: tuple[Head, ...]
    body: tuple[Stmt, ...]
    before: tuple[HookDecl, ...]
    after: tuple[HookDecl, ...]
    instead: tuple[HookDecl, ...]
    forbids: tuple[ForbidDecl, ...]
    beside: tuple[BesideDecl, ...]
    uses_me: bool


@frozen
class WheneverDecl(Declared):
    """``whenever C: …``"""

    condition: Expr
    body: tuple[Stmt, ...]


@frozen
class WinnerDecl(Declared):
    """``winner: highest coins, then …`` (orders over `player`), or `named`: who wins, one player or several, or who
    `loses`
    """

    player: Variable
    orders: tuple[Order, ...]
    named: Expr | None
    shared: bool
    loses: bool = False


@frozen
class AlwaysDecl(Declared):
    """``always C``"""

    condition: Expr
    text: str


@frozen
class ShownDecl(Declared):
    """``show player.stones as "stones"``: a value or a counter of the whole game, of a player, or of a member"""

    name: str
    unit: str
    is_counter: bool


@frozen
class PreferenceDecl(Node):
    """``lay(card) where C, by highest V``: a step, the variables of its picks, when and for which of its choices"""

    step: str
    picks: tuple[Variable, ...]
    condition: Expr | None
    orders: tuple[Order, ...]


@frozen
class BotDecl(Declared):
    """``bot "careful":``: its lines, the first that applies being done"""

    name: str
    preferences: tuple[PreferenceDecl, ...]


@frozen
class Program:
    """A resolved game.  Dictionaries are in the order of declaration; hooks keep the order of layers"""

    title: str
    path: str
    players: tuple[int, int]
    sheet: dict[str, dict[int, int]]
    teams: str | None
    teams_when: Expr | None
    rulebook: str | None
    variants: tuple[str, ...]
    options: dict[str, OptionDecl]
    chosen: dict[str, str]
    kinds: dict[str, KindDecl]
    types: dict[str, CardTypeDecl]
    tables: dict[str, TableDecl]
    places: dict[str, PlaceDecl]
    counters: dict[str, CounterDecl]
    defines: dict[str, DefineDecl]
    steps: dict[str, StepDecl]
    whenevers: tuple[WheneverDecl, ...]
    setup: tuple[Stmt, ...]
    play: tuple[Stmt, ...]
    winner: WinnerDecl | None
    unit: int
    """What a payoff of 1 is: one part of so many."""
    always: tuple[AlwaysDecl, ...]
    shown: tuple[ShownDecl, ...]
    bots: tuple[BotDecl, ...] = ()


# ---------------------------------------------------------------- scenarios


@frozen
class GivenCards(Node):
    """``given A.hand is 2 of "carrot"``: how many of which, in order; `starts`: on top of what is there"""

    place: Expr
    items: tuple[tuple[int, Expr], ...]
    starts: bool


@frozen
class GivenCount(Node):
    """``given count deck is 19``: so many cards, whichever"""

    place: Expr
    amount: Expr


@frozen
class GivenValue(Node):
    """``given starter is A``"""

    counter: Expr
    value: Expr


@frozen
class ChosenStep(Node):
    """``when A chooses feed(owl, 2 of "apple")``: `text` is the choice as the machine reads it, table names filled
    in
    """

    player: int
    text: str


@frozen
class Claim(Node):
    """``then C because "reason"``; `text` as written"""

    condition: Expr
    because: str | None
    text: str


@frozen
class ScenarioDecl(Declared):
    """One case of a scenario, all names of its table filled in.  `case` says which row, for messages

    `begins`: a step name, ("turn", player), or none (set-up only).  `before` are choices on the way there,
    `lines` choices and
    claims after it in the order written.
    """

    title: str
    case: str
    players: int
    variants: tuple[str, ...]
    options: dict[str, str]
    given: tuple[GivenCards | GivenCount | GivenValue, ...]
    before: tuple[ChosenStep, ...]
    begins: str | tuple[Literal["turn"], int] | None
    lines: tuple[ChosenStep | Claim, ...]
