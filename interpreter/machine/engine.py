"""What every backend offers: an engine plays one program on one flat list of integers.

Comes in: nothing.  Goes out: the protocol that `game` and `state` are written against, the faults of a game,
and the shapes of what passes between them.  How the integers lie in the list is `layout`'s matter; what they
mean for people is left to `texts`, `choices` and `views`.

An engine changes only the list that it is given.  After a fault that list may hold half a step: run on a
copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from typing import Literal, Protocol, TypeAlias

from interpreter.machine.errors import MachineError
from interpreter.machine.events import Event
from rulelang.ir.model.expressions import Expr, Source
from rulelang.ir.model.program import Rule
from rulelang.nodes import frozen

Pick: TypeAlias = int | tuple[int, ...]
"""A number, seat, member or card; or the cards of a set in the order in which the source lists them."""
Picks: TypeAlias = tuple[Pick, ...]
Chance: TypeAlias = Callable[[list[int], str, tuple[int, ...], str, int], int]
"""Decides one chance event: (state, stream, members, sort, rule) -> the place of the member that comes up,
from 0.

`members` are equally likely; `sort` is "card", "player", "number" or the name of a kind; `rule` is an index into
`Program.rules`. The hook may raise an exception of its own to stop the engine there; the state then holds
what was done before.
"""

Cells: TypeAlias = MutableSequence[int]
"""Numbers of 32 bits that an engine works on where they are."""

STREAMS = ("deal", "dice", "bots")
RUNNING, ENDED, EVERYONE_LOST, EVERYONE_WON, NOBODY_WON = range(5)

FaultSort: TypeAlias = Literal[
    "endless", "nobody_can_choose", "no_card", "empty", "full", "strange", "position", "bounds", "range",
    "division", "number", "nothing", "negative", "too_many", "stated",
]  # fmt: skip


class GameFault(MachineError):
    """The rules led to something that cannot be done; `rule` says where, `sort` what kind of thing."""

    def __init__(self, message: str, rule: Rule, sort: FaultSort) -> None:
        super().__init__(f"{message} ({rule.name}, {rule.place})" if rule.place else f"{message} ({rule.name})")
        self.message = message
        self.rule = rule
        self.sort = sort


@frozen
class Refusal:
    """Why some picks are no choice: the first thing that refuses them

    offer: the step is not on offer now.  fallback: something else can be done.  pick, needs: the item of the
    header; `reason` is the author's for needs, else empty.  `rule` is an index into `Program.rules`.
    """

    sort: Literal["offer", "fallback", "pick", "needs"]
    item: int
    reason: str
    rule: int


class Engine(Protocol):
    """One program, made ready to play.  `state` is always the whole list; `Layout` says what lies where."""

    chance: Chance | None
    """Set by the caller to decide chance events itself; none draws from the streams in the state."""

    @property
    def events(self) -> list[Event] | None:
        """What a traced engine has reported; the caller empties it.  None if the engine is not traced."""

    @property
    def reached(self) -> set[int]:
        """The rules that a traced engine has ever carried out.

        Also where nothing changed: a counter set to the value that it has, a deal of no cards.
        """

    def begin(self, state: list[int]) -> None:
        """Everything but the streams as it is before block 0: initial values, every card in the box, no
        frames."""

    def run(self, state: list[int], stop_at: frozenset[int] = frozenset()) -> None:
        """On until a decision, the end, or before a block in `stop_at` other than the one at which it stands.

        Only blocks of `Program.entries` and `Program.play` may be asked for.  Raises GameFault.
        """

    def decision(self, state: list[int]) -> int | None:
        """The decision at which the state rests; none before a block and at the end."""

    def over(self, state: list[int]) -> bool:
        """Whether the state rests at the end of the game."""

    def chooser(self, state: list[int]) -> int:
        """The seat whose decision it is; only where there is a decision."""

    def choices(self, state: list[int]) -> list[tuple[int, Picks]]:
        """Every choice, in the order that ir.md fixes; the fallback's number is that of the last offer plus
        1.

        Raises GameFault if there is none ("nobody can choose").
        """

    def choose(self, state: list[int], offer: int, picks: Picks) -> None:
        """Stores a choice and stands before the block that follows.  The caller has made sure that it is a
        choice."""

    def playout(self, state: list[int], most: int) -> int:
        """On from a decision by random choices, drawn as `State.random_choice` draws, to the end
        or until there have been so many; how many there were.  Raises GameFault."""

    def why_not(self, state: list[int], offer: int, picks: Picks) -> Refusal | None:
        """The first thing that refuses these picks, none if they are allowed.

        Cards that look alike stand for each other here and sets may come in any order.  Too few picks are
        read as far as they go.
        """

    def call(self, function: int, state: list[int], *arguments: Pick) -> int:
        """The value of a function of the program."""

    def look(self, state: list[int], node: Expr | Source, given: Mapping[str, Pick]) -> int | tuple[Pick, ...]:
        """A value of the program, or the members of a source in order, with values for its variables.

        For explanations: whatever it reads must be something that who asks may know.
        """

    def offered(self, header: int, state: list[int], arguments: Picks, picks: Picks | None = None) -> bool:
        """Whether a header has a choice; with `picks`, whether these are allowed (as `why_not` reads
        them)."""

    def seen_by(self, state: list[int], place: int, card: int | None = None) -> int:
        """Who sees this card where it lies, or knows it there; without a card, who sees all of the place.  A
        bit set."""

    def told(self, state: list[int], counter: int, offset: int) -> int:
        """Who may know the value of a counter now: those who see it, and those who were shown it.  A bit
        set."""

    def think(self, function: str, state: Cells, *given: Cells | int) -> int:
        """Carries out a function of `interpreter.minds` on a state that `thoughts` has made; `given` what comes after
        the room for choices."""

    def thoughts(self, cells: Sequence[int]) -> Cells:
        """Cells for `think`."""

    def real(self, cells: Cells, at: int, value: float | None = None) -> float:
        """The real number that stands in two cells, after it has been set to a value if there is one."""
