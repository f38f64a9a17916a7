"""A game in progress that machine code drives.

Comes in: choices.  Goes out: the same as from every `State`.  The cells lie in a bytearray on which the functions of
`stepper` work at once; lists, decisions and texts are made only when somebody asks for them.

The cells may be shared with clones and with decisions that somebody holds; then the next step copies them first.
"""

from __future__ import annotations

from array import array
from contextlib import suppress
from functools import cached_property
from typing import SupportsIndex

from interpreter.decisions.choices import Choice, Decision
from interpreter.decisions.wording import RawChoice
from interpreter.machine import saves
from interpreter.machine.chance import ChanceEvent
from interpreter.machine.edition import Edition
from interpreter.machine.engine import Cells, GameFault
from interpreter.machine.saves import Pending
from interpreter.native.drive.engine import NativeEngine
from interpreter.native.emit.entry.desk import NO_CHOICE, TROUBLE
from interpreter.state import MOST_DECISIONS, State
from interpreter.views.log import Log


def state_of(game: Edition, array: list[int], explicit: bool, log: bool) -> State:
    """A state on a list of integers; with a log or explicit chance, or without machine code, the common kind."""
    engine = game.engine(traced=log, explicit=explicit)
    if explicit or log or not isinstance(engine, NativeEngine) or engine.native is None:
        return State(game, array, explicit, log)
    return NativeState(game, engine, engine.stepper.cells(array) if array else bytearray())


class NativeState(State):
    """One game in progress; it draws by itself and keeps no log.  Without cells it has to `begin`."""

    __slots__ = ("_cells", "_shared", "_stepper", "_take", "many")

    many: int
    _engine: NativeEngine
    _shared: bool
    explicit = False
    _log: Log | None = None
    _pending: Pending | None = None
    _event: ChanceEvent | None = None

    def __init__(self, game: Edition, engine: NativeEngine, cells: bytearray) -> None:
        self.game = game
        self._engine = engine
        self._stepper = engine.stepper
        self._take = engine.stepper.take
        self._stand(cells, engine.stepper.many(cells, 0) if cells else 0)

    # ---------------------------------------------------------------- steps

    def begin(self, seed: int | str) -> None:
        self._cells = bytearray(self._stepper.size)
        self.reseed(seed)
        self.again()

    def reseed(self, seed: int | str) -> None:
        self._own()
        self._stepper.reseed(self._cells, seed)

    def again(self) -> None:
        self._own()
        self._engine.begins(1)
        many = self._stepper.begin(self._cells, 0)
        if many >= 0:
            self.many, self._decision = many, None
            return
        if many == TROUBLE:
            many = self._stepper.settled("begin", self._cells, 0)
        self._stand(self._cells, many)

    def apply(self, choice: Choice | str | int) -> None:
        place = choice if type(choice) is int else self._place(choice)
        if self._shared:
            self._cells, self._shared = self._cells[:], False
        take = self._take
        many = take(self._cells, place)
        if many < 0:
            self._settle(place, many)
        else:
            self.many = many
            self._decision = None

    def random_choice(self) -> Choice:
        decision = self._needed()
        self._own()
        index = self._stepper.draw(self._cells, 0)
        return decision.choice(index if index >= 0 else self._stepper.settled("draw", self._cells, 0))

    def playout(self, most: int = MOST_DECISIONS) -> int:
        made, cells = self._stepper.played(self._cells, most)
        self._stand(cells, self._stepper.many(cells, 0))
        return made

    # ---------------------------------------------------------------- what can be seen

    @property
    def decision(self) -> Decision | None:
        if self._decision is None and not self.is_over:
            self._shared = True
            self._decision = NativeDecision(self.game, self._engine, self._cells)
        return self._decision

    @property
    def player(self) -> int | None:
        player = self._stepper.player(self._cells, 0)
        if player >= 0:
            return player
        return None if player == NO_CHOICE else self._stepper.settled("player", self._cells, 0)

    @property
    def is_over(self) -> bool:
        try:
            return self.many == 0
        except GameFault:
            return False

    def __getattr__(self, name: str) -> int:
        """`many` at a decision whose choices could not be listed: whoever asks for them is told why."""
        if name != "many":
            raise AttributeError(name)
        many = self._stepper.many(self._cells, 0)
        self.many = many if many >= 0 else self._stepper.settled("many", self._cells, 0)
        return self.many

    @property
    def returns(self) -> tuple[float, ...]:
        stepper = self._stepper
        if stepper.worth(self._cells, 0):
            stepper.settled("worth", self._cells, 0)
        return tuple(stepper.worths)

    @property
    def array(self) -> list[int]:  # type: ignore[override]
        return self._stepper.listed(self._cells)

    @property
    def _partial(self) -> list[int]:  # type: ignore[override]
        return self.array

    # ---------------------------------------------------------------- copies

    def clone(self) -> State:
        copy: NativeState = object.__new__(NativeState)
        copy.game, copy._engine, copy._stepper, copy._take = self.game, self._engine, self._stepper, self._take
        copy._cells, copy._decision = self._cells, self._decision
        self._shared = copy._shared = True
        with suppress(GameFault):
            copy.many = self.many
        return copy

    def __bytes__(self) -> bytes:
        return saves.write(self.game.digest, array("i", self._packed()), False, None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NativeState):
            return super().__eq__(other)
        return self._packed() == other._packed() and self.game.digest == other.game.digest

    __hash__ = State.__hash__

    def _on(self, cells: Cells) -> State:
        return NativeState(self.game, self._engine, self._stepper.cells(cells))

    # ---------------------------------------------------------------- pieces

    def _packed(self) -> bytes:
        return bytes(memoryview(self._cells)[: 4 * self.game.layout.size])

    def _place(self, choice: Choice | str | SupportsIndex) -> int:
        """The place of a choice among the choices."""
        if isinstance(choice, Choice):
            mine = choice.decision is self._decision
            return choice.index if mine else self._chosen(self._needed(), choice).index
        return self._chosen(self._needed(), choice).index if isinstance(choice, str) else self._counted(choice)

    def _settle(self, choice: int, many: int) -> None:
        """After a choice that did not simply go well."""
        if many == TROUBLE:
            many = self._stepper.settled("take", self._cells, choice)
        if many == NO_CHOICE:
            self._chosen(self._needed(), choice)
        self._stand(self._cells, many)

    def _own(self) -> None:
        """Before the cells are changed."""
        if self._shared:
            self._cells, self._shared = self._cells[:], False

    def _stand(self, cells: bytearray, many: int) -> None:
        """Rest on these cells, which nobody else has, with so many choices; negative if that is not known."""
        self._cells, self._shared, self._decision = cells, False, None
        if many >= 0:
            self.many = many
        else:
            with suppress(AttributeError):
                del self.many


class NativeDecision(Decision):
    """A decision on the cells of a state, which stay as they are."""

    _engine: NativeEngine

    def __init__(self, game: Edition, engine: NativeEngine, cells: bytearray) -> None:
        self._game, self._engine, self._cells = game, engine, cells
        stepper = engine.stepper
        self.number = engine.decision_at(stepper.block(cells))
        player = stepper.player(cells, 0)
        self.player = player if player >= 0 else stepper.settled("player", cells, 0)
        self._raw: list[RawChoice] | None = None
        self._choices: list[Choice] | None = None

    @cached_property
    def _array(self) -> list[int]:  # type: ignore[override]
        return self._engine.stepper.listed(self._cells)

    def choice(self, index: int) -> Choice:
        if self._raw is not None or self._choices is not None:
            return super().choice(index)
        [(offer, picks)] = self._engine.read(self.number, self._engine.stepper.written(self._cells, index))
        return Choice(self, index, offer, picks)

    @property
    def raw(self) -> list[RawChoice]:
        if self._raw is None:
            self._raw = self._engine.read(self.number, self._engine.stepper.written(self._cells))
        return self._raw
