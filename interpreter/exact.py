"""Whole games, counted exactly: every way in which a small game can go.

Comes in: a `Game`.  Goes out: `Counts` (histories, ends, returns, the exact value of random play), every
`History` one by one, and what a player knows in it as a text with perfect recall.  What a state is, and what
chance may bring, is left to `state`.

A history is everything that has been chosen and has come up since the beginning, the empty one included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING

from attrs import evolve

from interpreter.alike import standing
from interpreter.game import Game
from interpreter.machine.layout import FIRST_BOT, FIRST_STREAM
from interpreter.machine.results import returns
from interpreter.state import State
from rulelang.nodes import frozen

if TYPE_CHECKING:
    from interpreter.native.drive.stepper import Stepper

Returns = tuple[Fraction, ...]
DRAWS = slice(4 * FIRST_STREAM, 4 * FIRST_BOT)
"""The bytes of a state in which the generators of the rules lie."""


@frozen
class Counts:
    """What comes of all histories of a game.  Seats count from 0.

    `ends`, `chance` and `decisions[seat]` say how many histories rest there; `depth` how many choices and
    outcomes the longest has; `returns` how many ends give everybody these returns; `value` and `length` what
    is to be expected of the returns and of the number of choices if every choice is drawn at random.
    """

    ends: int
    chance: int
    decisions: tuple[int, ...]
    depth: int
    returns: Counter[Returns]
    value: Returns
    length: Fraction

    @property
    def histories(self) -> int:
        """All of them."""
        return self.ends + self.chance + sum(self.decisions)


@frozen
class History:
    """One history: the state to which it has led, and what each seat has chosen on the way; `before`: what each seat
    was told before the state's log begins, which is nothing unless it is a world (see `worlds`).
    """

    state: State
    chosen: tuple[tuple[str, ...], ...]
    before: tuple[tuple[str, ...], ...] = ()

    @property
    def sort(self) -> str:
        """Where it rests: decision, chance or end."""
        return "chance" if self.state.chance else "end" if self.state.is_over else "decision"

    def next(self) -> Iterator[History]:
        """Every history that is one choice or one outcome longer, in the order of the rules."""
        if self.state.chance is not None:
            for outcome in range(len(self.state.chance.outcomes)):
                yield self.comes_up(outcome)
        elif self.state.decision is not None:
            for choice in range(len(self.state.decision.raw)):
                yield self.after(choice)

    def comes_up(self, outcome: int) -> History:
        """The history that goes on with this outcome of chance, counted from 0."""
        state = self.state.clone()
        state.apply_chance(outcome)
        return evolve(self, state=state)

    def after(self, choice: int) -> History:
        """The history that goes on with this choice of the decision, counted from 0."""
        decision = self.state.decision
        if decision is None:
            raise ValueError("nobody has to choose here")
        mine = (*self.chosen[decision.player], decision.texts[choice])
        state = self.state.clone()
        state.apply(choice)
        before, behind = self.chosen[: decision.player], self.chosen[decision.player + 1 :]
        return History(state, (*before, mine, *behind), self.before)

    def known(self, seat: int) -> str:
        """What this seat knows, with perfect recall: two histories give the same text if and only if the
        player cannot tell them apart by anything seen, told or chosen so far.
        """
        view = sha256(bytes(self.state.view(seat))).hexdigest()[:16]
        return "\n".join((*self.told(seat), *(f"> {text}" for text in self.chosen[seat]), f"view {view}"))

    def told(self, seat: int) -> tuple[str, ...]:
        """All that this seat was told so far."""
        return (*(self.before[seat] if self.before else ()), *self.state.log(seat))

    def worlds(self, seat: int) -> Callable[[Random], History]:
        """A drawer of histories that this seat cannot tell from this one (see `State.worlds`).

        To the others nothing is known in them but what the seat knows, and what they see there.  Errors as there.
        """
        state, told, seats = self.state, self.told(seat), range(self.state.game.players)
        guessed = (*told, *self.chosen[seat], f"as {state.game.names[seat]} may think")
        before = tuple(told if other == seat else guessed for other in seats)
        chosen = tuple(self.chosen[seat] if other == seat else () for other in seats)
        draw = state.worlds(seat)
        return lambda chance: History(standing(state, draw(chance).array), chosen, before)


def begin(game: Game) -> History:
    """The empty history: nothing has been chosen, nothing has come up."""
    return History(game.new(explicit=True), ((),) * game.players)


def histories(game: Game) -> Iterator[History]:
    """Every history, the shorter ones before those that go on from them."""
    ahead = [begin(game)]
    while ahead:
        history = ahead.pop()
        yield history
        ahead.extend(reversed(list(history.next())))


def information_states(game: Game) -> tuple[set[str], ...]:
    """For each seat, everything that it may know when it has to choose."""
    found: tuple[set[str], ...] = tuple(set() for _ in range(game.players))
    for history in histories(game):
        if history.state.decision is not None:
            seat = history.state.decision.player
            found[seat].add(history.known(seat))
    return found


def seen(state: State, seat: int) -> str:
    """What lies open before a seat at this moment, as a text that is equal for equal views."""
    return bytes(state.view(seat)).decode()


def count(game: Game) -> Counts:
    """Everything that `Counts` holds.  Histories that lead to the same state are gone through once, so this is
    far quicker than `histories`; only a small game comes to an end.  On the native backend choices are carried out in
    machine code.
    """
    return _Counting(game).of(game.new(explicit=True, log=False))


class _Counting:
    """The counts of all states that have been gone through, by what they are equal by."""

    def __init__(self, game: Game) -> None:
        self.game, self.seats = game, game.players
        self._known: dict[object, Counts] = {}
        engine = game.engine()
        self._stepper: Stepper | None = getattr(engine, "stepper", None) if game.backend == "native" else None
        self._size = 4 * game.layout.size

    def of(self, state: State) -> Counts:
        """The counts of everything that comes after a state."""
        if state.chance is None and self._stepper is not None:
            return self._of_cells(self._stepper.cells(state.array))
        found = self._known.get(state)
        if found is None:
            result = state.result
            found = self._of_next(state) if result is None else self._of_end(returns(result, self.seats))
            self._known[state] = found
        return found

    def _of_next(self, state: State) -> Counts:
        event, decision = state.chance, state.decision
        if event is not None:
            shares = [outcome.probability for outcome in event.outcomes]
            return self._together(shares, [self.of(_come_up(state, at)) for at in range(len(shares))], None)
        assert decision is not None
        many = len(decision.raw)
        after = [self.of(_applied(state, choice)) for choice in range(many)]
        return self._together([Fraction(1, many)] * many, after, decision.player)

    def _of_cells(self, cells: bytearray) -> Counts:
        """The same in machine code, where it draws by itself: what has moved a generator is done again in Python."""
        assert self._stepper is not None
        key = bytes(memoryview(cells)[: self._size])
        found = self._known.get(key)
        if found is None:
            many = self._stepper.many(cells, 0)
            if many < 0:
                many = self._stepper.settled("many", cells, 0)
            found = self._of_choices(cells, many) if many else self._of_end(self._worth(cells))
            self._known[key] = found
        return found

    def _of_choices(self, cells: bytearray, many: int) -> Counts:
        stepper, after = self._stepper, []
        assert stepper is not None
        for choice in range(many):
            next_cells = cells[:]
            if stepper.take(next_cells, choice) >= 0 and next_cells[DRAWS] == cells[DRAWS]:
                after.append(self._of_cells(next_cells))
            else:
                state = self.game.stand(stepper.listed(cells), explicit=True, log=False)
                state.apply(choice)
                after.append(self.of(state))
        return self._together([Fraction(1, many)] * many, after, stepper.player(cells, 0))

    def _worth(self, cells: bytearray) -> Returns:
        """What an end is worth: payoffs are parts that the rules name, and shares of one point have few players
        below the line."""
        stepper = self._stepper
        assert stepper is not None
        if stepper.worth(cells, 0):
            stepper.settled("worth", cells, 0)
        parts = max(self.seats, self.game.program.result.unit)
        return tuple(Fraction(worth).limit_denominator(parts) for worth in stepper.worths)

    def _of_end(self, worth: Returns) -> Counts:
        return Counts(1, 0, (0,) * self.seats, 0, Counter({worth: 1}), worth, Fraction(0))

    def _together(self, shares: list[Fraction], after: list[Counts], chooser: int | None) -> Counts:
        """The counts of everything that comes after, put together; without a chooser chance has decided."""
        histogram: Counter[Returns] = Counter()
        for each in after:
            histogram.update(each.returns)
        return Counts(
            sum(each.ends for each in after),
            sum(each.chance for each in after) + (chooser is None),
            tuple(sum(each.decisions[seat] for each in after) + (seat == chooser) for seat in range(self.seats)),
            1 + max(each.depth for each in after),
            histogram,
            tuple(_expected(shares, [each.value[seat] for each in after]) for seat in range(self.seats)),
            _expected(shares, [each.length for each in after]) + (chooser is not None),
        )


def _come_up(state: State, outcome: int) -> State:
    after = state.clone()
    after.apply_chance(outcome)
    return after


def _applied(state: State, choice: int) -> State:
    after = state.clone()
    after.apply(choice)
    return after


def _expected(shares: list[Fraction], values: list[Fraction]) -> Fraction:
    """What is to be expected of values with these probabilities, which are mostly equal."""
    if not any(values):
        return Fraction(0)
    if len(set(shares)) == 1:
        return sum(values, Fraction(0)) * shares[0]
    return sum((share * value for share, value in zip(shares, values, strict=True)), Fraction(0))
