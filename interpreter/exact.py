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

from attrs import evolve

from interpreter.game import Game
from interpreter.machine.results import Result, returns
from interpreter.state import State
from rulelang.nodes import frozen

Returns = tuple[Fraction, ...]


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


def standing(state: State, array: list[int]) -> State:
    """A state of the same game on other integers, where chance is explicit and a new log begins."""
    game = state.game
    assert isinstance(game, Game)
    return game.stand(array, explicit=True)


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
    far quicker than `histories`; only a small game comes to an end.
    """
    return _count(game.new(explicit=True, log=False), {})


def _count(state: State, known: dict[State, Counts]) -> Counts:
    found = known.get(state)
    if found is None:
        result = state.result
        found = known[state] = _of_next(state, known) if result is None else _of_end(result, state.game.players)
    return found


def _of_end(result: Result, seats: int) -> Counts:
    worth = returns(result, seats)
    return Counts(1, 0, (0,) * seats, 0, Counter({worth: 1}), worth, Fraction(0))


def _of_next(state: State, known: dict[State, Counts]) -> Counts:
    """The counts of everything that comes after, put together."""
    seats = state.game.players
    event, decision = state.chance, state.decision
    shares: list[Fraction] = []
    after: list[Counts] = []
    if event is not None:
        for index, outcome in enumerate(event.outcomes):
            next_state = state.clone()
            next_state.apply_chance(index)
            after.append(_count(next_state, known))
            shares.append(outcome.probability)
    elif decision is not None:
        shares = [Fraction(1, len(decision.raw))] * len(decision.raw)
        for index in range(len(decision.raw)):
            next_state = state.clone()
            next_state.apply(index)
            after.append(_count(next_state, known))
    chooser = None if decision is None else decision.player
    histogram: Counter[Returns] = Counter()
    for each in after:
        histogram.update(each.returns)
    return Counts(
        sum(each.ends for each in after),
        sum(each.chance for each in after) + (event is not None),
        tuple(sum(each.decisions[seat] for each in after) + (seat == chooser) for seat in range(seats)),
        1 + max(each.depth for each in after),
        histogram,
        tuple(_expected(shares, [each.value[seat] for each in after]) for seat in range(seats)),
        _expected(shares, [each.length for each in after]) + (chooser is not None),
    )


def _expected(shares: list[Fraction], values: list[Fraction]) -> Fraction:
    """What is to be expected of values with these probabilities, which are mostly equal."""
    if not any(values):
        return Fraction(0)
    if len(set(shares)) == 1:
        return sum(values, Fraction(0)) * shares[0]
    return sum((share * value for share, value in zip(shares, values, strict=True)), Fraction(0))
