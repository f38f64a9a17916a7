"""Games as programs that learn want them: small choices, numbers, limits.

Comes in: games and their states.  Goes out: choices spelt word by word (`Stepwise`), what a player sees and remembers
as numbers (`Observing`, `Recall`), bounds that are known beforehand (`Limits`).  Whose programs these are is left to
`interpreter.adapters`.
"""

from interpreter.stepwise.limits import Limits
from interpreter.stepwise.observing import Observing
from interpreter.stepwise.recall import Memory, Recall
from interpreter.stepwise.simultaneous import Round
from interpreter.stepwise.spelling import Stepwise
from interpreter.stepwise.tensors import Encoding, Piece
from interpreter.stepwise.words import Words

__all__ = ["Encoding", "Limits", "Memory", "Observing", "Piece", "Recall", "Round", "Stepwise", "Words"]
