"""The choices of a game so far, for whoever reads others.

Comes in: a game, its seed, one choice after the other.  Goes out: each with the state in which it was made and what
happened after it.  The game is played along for that, since others keep neither.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from interpreter.game import Game
from interpreter.machine.edition import Edition
from interpreter.machine.engine import Picks
from interpreter.machine.generator import seed_streams
from interpreter.worlds import Past


class Trail:
    """`past`: all choices so far"""

    def __init__(self, game: Edition, seed: str) -> None:
        self.past: list[Past] = []
        self._engine = game.once(_own).engine(traced=True)
        self._cells = [0] * game.layout.size
        seed_streams(self._cells, game.players, seed)
        self._engine.begin(self._cells)
        self._run()

    @classmethod
    def of(cls, game: Edition, seed: str, choices: Iterable[tuple[int, Picks]]) -> Self:
        """After these choices."""
        made = cls(game, seed)
        for offer, picks in choices:
            made.choose(offer, picks)
        return made

    def choose(self, offer: int, picks: Picks) -> None:
        """This is chosen, and the game goes on to the next choice."""
        before, seat = self._cells.copy(), self._engine.chooser(self._cells)
        self._engine.choose(self._cells, offer, picks)
        self._run()
        self.past.append(Past(before, seat, offer, picks, self._happened))

    def _run(self) -> None:
        events = self._engine.events
        assert events is not None
        events.clear()
        self._engine.run(self._cells)
        self._happened = tuple(events)
        events.clear()


def _own(game: Edition) -> Game:
    """The same game with engines of its own, whose events nobody else waits for."""
    return Game(game.program, name=game.name)
