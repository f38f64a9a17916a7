"""A small game as a tree that is gone through again and again: values of policies, best responses, CFR+.

Comes in: a `Game`.  Goes out: a `Tree`: all histories in arrays of NumPy, level by level, so that a round of CFR+ is a
few operations on whole levels.  What a player knows is left to `exact`.  NumPy comes with the extras `gymnasium`,
`pettingzoo` and `openspiel`.

CFR+: Tammelin, Solving Large Imperfect Information Games Using CFR+ (arXiv 1407.5042): regrets never fall below 0, the
players take turns, the average weighs rounds by their number.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from attrs import define, field

from interpreter import exact
from interpreter.game import Game

if TYPE_CHECKING:
    import numpy as np

Policy = Any
"""By entry the probability of an action: an array of floats, `Tree.entries` long."""
_CHANCE, _END = -1, -2


@define
class Tree:
    """All histories of a game, the shorter ones first, so that what follows a history stands side by side.

    `player[node]`: who chooses, -1 for chance, -2 at an end; `first[node]`, `many[node]`: where its followers begin,
    and how many there are; `share[node]`: the probability with which chance leads here, 1 elsewhere; `entry[node]`: the
    entry of a policy that leads here, -1 if it is nobody's choice; `worth[node, seat]` at ends.  `levels`: where each
    length of histories begins.  `states[seat]`: by what the seat knows the first entry of its choices there; `texts`:
    by entry the choice.  `parent[node]`: the one before, of the first itself.
    """

    game: Game
    player: np.ndarray
    first: np.ndarray
    many: np.ndarray
    share: np.ndarray
    entry: np.ndarray
    worth: np.ndarray
    levels: list[int]
    states: tuple[dict[str, int], ...]
    texts: list[str]
    parent: np.ndarray = field(init=False)
    _begins: np.ndarray = field(init=False)
    _numpy: Any = field(init=False)

    @classmethod
    def of(cls, game: Game) -> Tree:
        """The tree of a game; only a small game comes to an end.  ModuleNotFoundError without NumPy."""
        return _grown(game)

    def __attrs_post_init__(self) -> None:
        self._numpy = import_module("numpy")
        inner = self._numpy.flatnonzero(self.many)
        self.parent = self._numpy.zeros(len(self.player), int)
        self.parent[1:] = self._numpy.repeat(inner, self.many[inner])
        firsts = sorted(entry for seat in self.states for entry in seat.values())
        self._begins = self._numpy.array(firsts, int)

    @property
    def entries(self) -> int:
        """How many probabilities a policy has."""
        return len(self.texts)

    def uniform(self) -> Policy:
        """The policy that draws every choice at random."""
        return self._normal(self._numpy.zeros(self.entries))

    def value(self, policy: Policy) -> tuple[float, ...]:
        """What each seat may expect if all play by a policy."""
        return tuple(map(float, self._values(policy)[0]))

    def best_response(self, policy: Policy, seat: int) -> tuple[float, Policy]:
        """What a seat may expect at most if the others play by a policy, and the policy with what it then chooses.

        What it chooses last is decided first: nobody forgets what they have chosen, so all histories that it cannot
        tell apart have as many of its choices before them.
        """
        np, best = self._numpy, policy.copy()
        _, others = self._reach(policy, seat)
        mine = np.flatnonzero((self.entry >= 0) & (self.player[self.parent] == seat))
        before = self._chosen_before(seat)[self.parent[mine]]
        for many in range(before.max(initial=-1), -1, -1):
            here = mine[before == many]
            worths = np.bincount(
                self.entry[here], others[self.parent[here]] * self._values(best)[here, seat], self.entries
            )
            asked = np.bincount(self.entry[here], minlength=self.entries) > 0
            best = np.where(asked, self._best_of_each(worths), best)
        return self.value(best)[seat], best

    def exploitability(self, policy: Policy) -> float:
        """How much all seats together could gain by a best response to a policy; 0 in an equilibrium."""
        value = self.value(policy)
        return sum(self.best_response(policy, seat)[0] - value[seat] for seat in range(self.game.players))

    def cfr(self, rounds: int) -> Iterator[Policy]:
        """The average policy after each of so many rounds of CFR+."""
        np = self._numpy
        regrets, total = np.zeros(self.entries), np.zeros(self.entries)
        for number in range(1, rounds + 1):
            for seat in range(self.game.players):
                policy = self._normal(regrets)
                gained, reach = self._regrets(policy, seat)
                regrets = np.maximum(regrets + gained, 0.0)
                total += number * reach * policy
            yield self._normal(total)

    # ---------------------------------------------------------------- level by level

    def _normal(self, weights: Any) -> Policy:
        """Weights as probabilities, each choice of an information state alike where there are none."""
        np = self._numpy
        sums, sizes = np.add.reduceat(weights, self._begins), np.diff(np.append(self._begins, self.entries))
        sums, sizes = np.repeat(sums, sizes), np.repeat(sizes, sizes)
        return np.where(sums > 0, weights / np.where(sums > 0, sums, 1.0), 1.0 / sizes)

    def _best_of_each(self, worths: Any) -> Policy:
        """The policy that takes the first of the best choices of each information state."""
        np, sizes = self._numpy, self._numpy.diff(self._numpy.append(self._begins, self.entries))
        best = worths == np.repeat(np.maximum.reduceat(worths, self._begins), sizes)
        place = np.where(best, np.arange(self.entries), self.entries)
        return (np.repeat(np.minimum.reduceat(place, self._begins), sizes) == np.arange(self.entries)).astype(float)

    def _chosen_before(self, seat: int) -> Any:
        """By node how many choices of a seat lead there."""
        found = self._numpy.zeros(len(self.player), int)
        for start, end in zip(self.levels[1:], [*self.levels[2:], len(self.player)], strict=True):
            above = self.parent[start:end]
            found[start:end] = found[above] + (self.player[above] == seat)
        return found

    def _steps(self, policy: Policy) -> Any:
        """By node the probability of the step that leads to it."""
        np = self._numpy
        return np.where(self.entry >= 0, policy[self.entry], self.share)

    def _values(self, policy: Policy) -> Any:
        """By node and seat what may be expected there."""
        np, values, steps = self._numpy, self.worth.copy(), self._steps(policy)
        for start, end in self._upwards():
            inner = np.flatnonzero(self.many[start:end]) + start
            if len(inner):
                low, high = self.first[inner[0]], self.first[inner[-1]] + self.many[inner[-1]]
                values[inner] = np.add.reduceat(steps[low:high, None] * values[low:high], self.first[inner] - low)
        return values

    def _reach(self, policy: Policy, seat: int) -> tuple[Any, Any]:
        """By node with which probability the seat's own choices lead there, and all else."""
        np, steps = self._numpy, self._steps(policy)
        own, other = np.ones(len(self.player)), np.ones(len(self.player))
        mine = self.player[self.parent] == seat
        for start, end in zip(self.levels[1:], [*self.levels[2:], len(self.player)], strict=True):
            level = slice(start, end)
            above = self.parent[level]
            own[level] = own[above] * np.where(mine[level], steps[level], 1.0)
            other[level] = other[above] * np.where(mine[level], 1.0, steps[level])
        return own, other

    def _regrets(self, policy: Policy, seat: int) -> tuple[Any, Any]:
        """By entry what its choice would have gained, and with which probability the seat comes there."""
        np, values = self._numpy, self._values(policy)[:, seat]
        own, other = self._reach(policy, seat)
        to = np.flatnonzero((self.entry >= 0) & (self.player[self.parent] == seat))
        above = self.parent[to]
        gained = np.bincount(self.entry[to], other[above] * (values[to] - values[above]), self.entries)
        reach = np.zeros(self.entries)
        reach[self.entry[to]] = own[above]
        return gained, reach

    def _upwards(self) -> Iterator[tuple[int, int]]:
        yield from reversed(list(zip(self.levels, [*self.levels[1:], len(self.player)], strict=True)))


def _grown(game: Game) -> Tree:
    np: Any = import_module("numpy")
    player, first, many, share, entry, worth, levels = [], [], [], [1.0], [-1], [], [0]
    states: tuple[dict[str, int], ...] = tuple({} for _ in range(game.players))
    texts: list[str] = []
    level, made = [exact.begin(game)], 1
    while level:
        after: list[exact.History] = []
        for history in level:
            state = history.state
            following = list(history.next())
            player.append(_END if state.is_over else _CHANCE if state.chance else state.player)
            first.append(made + len(after))
            many.append(len(following))
            worth.append(state.returns)
            after += following
            if state.chance is not None:
                share += [float(outcome.probability) for outcome in state.chance.outcomes]
                entry += [-1] * len(following)
            elif state.decision is not None:
                seat = state.decision.player
                start = states[seat].setdefault(history.known(seat), len(texts))
                texts += state.decision.texts if start == len(texts) else []
                share += [1.0] * len(following)
                entry += range(start, start + len(following))
        made += len(after)
        level = after
        if level:
            levels.append(made - len(after))
    columns = [np.array(column) for column in (player, first, many, share, entry)]
    return Tree(game, *columns, np.array(worth, float), levels, states, texts)  # type: ignore[call-arg]
