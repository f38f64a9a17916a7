"""Choices that are made at the same time: all who are asked spell theirs before any is carried out.

Comes in: a state at a decision.  Goes out: who is asked, each with a `Stepwise` of their own.  Where the rules let
several choose secretly, the machine asks one after the other; nothing happens between them, so whatever the first
chooses, the next is asked the same.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.machine.errors import IllegalChoice
from interpreter.machine.layout import BLOCK
from interpreter.state import State
from interpreter.stepwise.spelling import Stepwise
from interpreter.stepwise.words import Word


class Round:
    """Everybody who is asked now.

    `asked`: by seat the choice that is being spelt; `state`: as it was before, or the end.
    """

    def __init__(self, state: State) -> None:
        self._stand(state)

    def _stand(self, state: State) -> None:
        self.state, self.asked = state, _asked(state)
        self._order, self._chosen = list(self.asked), dict[int, int]()

    def say(self, words: Mapping[int, Word]) -> None:
        """A word of each seat that is asked; when all choices are complete they are carried out, and others are asked.

        IllegalChoice for a word that may not be said, or if somebody says none; then nothing has changed.
        """
        for seat, steps in self.asked.items():
            if seat not in words:
                raise IllegalChoice(f"{self.state.game.names[seat]} has to say a word")
            steps.choice(words[seat])
        for seat, steps in list(self.asked.items()):
            choice = steps.choice(words[seat])
            if choice is None:
                steps.say(words[seat])
            else:
                self._chosen[seat] = choice
                del self.asked[seat]
        if not self.asked:
            self._carry_out()

    def _carry_out(self) -> None:
        state = self.state.clone()
        for seat in self._order:
            state.apply(self._chosen[seat])
        self._stand(state)


def _asked(state: State) -> dict[int, Stepwise]:
    """Who chooses here, and those who choose before anything comes of it, in the order in which they are asked."""
    found: dict[int, Stepwise] = {}
    first = state.decision
    while state.decision is not None and state.decision.player not in found:
        found[state.decision.player] = Stepwise(state)
        if first is None or not first.secret:
            break
        after = state.clone()
        after.apply(0)
        if after.decision is None or after.decision.number != first.number or not _nothing_happened(state, after):
            break
        state = after
    return found


def _nothing_happened(before: State, after: State) -> bool:
    """Whether two states differ in nothing but where the game stands and what its variables hold."""
    layout = before.game.layout
    variables = min((cell for cell in layout.frames if cell is not None), default=layout.size)
    return before.array[BLOCK + 1 : variables] == after.array[BLOCK + 1 : variables]
