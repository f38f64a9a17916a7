"""What a player sees while a choice is spelt word by word, as numbers, with a mask of the words that may be said.

Comes in: a `Stepwise` and a seat.  Goes out: numbers, written into a buffer.  They are those of the view (`tensors`)
and, for whoever is spelling a choice, how often each word was said for it; the others do not hear of it.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from pathlib import Path
from typing import Any

from interpreter.game import Game
from interpreter.loading import load
from interpreter.stepwise.limits import Limits
from interpreter.stepwise.spelling import Stepwise
from interpreter.stepwise.tensors import Encoding, Piece
from interpreter.stepwise.words import Words

SAID = "words said"


class Observing:
    """The numbers of one game: `pieces` in their order, `size` numbers together; `words` and `limits` beside them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.encoding, self.words, self.limits = Encoding.for_game(game), Words.of(game), Limits.of(game)
        self.pieces = [*self.encoding.pieces, Piece(SAID, self.encoding.size, (len(self.words),))]
        self.size = self.encoding.size + len(self.words)

    @classmethod
    def of_rules(cls, rules: Game | str | Path, **given: Any) -> Observing:
        """Of a game, or of what `interpreter.load` finds for a path or a name, `players` and so on; in machine code
        where there is any, unless another backend is wanted.
        """
        return cls(rules if isinstance(rules, Game) else load(rules, **{"backend": "native", **given}))

    def new(self, seed: int | str) -> Stepwise:
        """A new game, asked word by word."""
        return Stepwise(self.game.new(seed, log=False))

    def write(self, steps: Stepwise, seat: int, into: MutableSequence[float]) -> None:
        """The numbers for what a seat sees, into a buffer of `size` zeros."""
        self.encoding.write(steps.state.view(seat), into)
        for word in steps.said if steps.player == seat else ():
            into[self.encoding.size + word] += 1.0

    def mask(self, steps: Stepwise, seat: int, into: MutableSequence[int]) -> None:
        """1 for each word that a seat may say, into a buffer of zeros; none where it is not asked."""
        for word in steps.legal if steps.player == seat else ():
            into[word] = 1
