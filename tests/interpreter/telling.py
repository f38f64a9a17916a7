"""Games that one watcher cannot tell apart, and all that the watcher is told of each from the beginning.

Not a test itself; `test_told` plays with it the small games of `telling_rows`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from attrs import field, frozen

from interpreter import Game, IllegalChoice, State

ASKED = ("act", 'act("1")', 'act("9")', "act(1)", "act(7)", 'act("2" + "8")', "fetch", "steal(9)", "nonsense")
"""What is asked about and tried at each rest, whether it can be chosen or not."""


@frozen
class Told:
    """All that a watcher (a seat, none for an onlooker) was told, at each rest

    `also`: what else is told of a state.  `cards`: those that a view ever showed to the watcher.
    """

    watcher: int | None
    also: Callable[[State], tuple[str, ...]] = field(eq=False)
    said: list[tuple[str, ...]] = field(factory=list)
    cards: set[str] = field(factory=set)

    def note(self, state: State) -> None:
        watcher = self.watcher
        view, table = state.view(watcher), state.table(watcher)
        told = [*state.log(watcher), "", *state.story(watcher, whole=True)]
        self.said.append(
            (bytes(view).decode(), bytes(table).decode(), *told, *self._refusals(state), *self.also(state))
        )
        self.cards.update(f'"{text}"' for zone in view.zones for text in zone.known)

    def _refusals(self, state: State) -> list[str]:
        found = [] if self.watcher is None else [str(state.why(text, self.watcher)) for text in ASKED]
        if self.watcher is not None and state.player == self.watcher:
            found += [refused(state, text) for text in ASKED]
        return found


def refused(state: State, text: str) -> str:
    try:
        state.clone().apply(text)
    except IllegalChoice as reason:
        return str(reason)
    return ""


def same(text: str) -> str:
    return text


def exchanged(*pairs: tuple[str, str]) -> Callable[[str], str]:
    """A text in which the words of each pair have changed places; sets stand in the order of the cards again."""
    names = {one: other for pair in pairs for one, other in (pair, pair[::-1])}

    def change(text: str) -> str:
        text = re.sub(r'"\d+"|\b\w+\b', lambda word: names.get(word[0], word[0]), text)
        return re.sub(r'"\d+"(?: \+ "\d+")+', lambda cards: " + ".join(sorted(cards[0].split(" + "))), text)

    return change


def nothing_else(state: State) -> tuple[str, ...]:
    return ()


def played(
    game: Game,
    seed: int,
    watcher: int | None,
    change: Callable[[str], str],
    also: Callable[[State], tuple[str, ...]] = nothing_else,
) -> Told:
    """A game drawn from a seed, in which all is changed but what the watcher chooses."""
    told, draw = Told(watcher, also), random.Random(seed)
    state = game.new(seed=0, explicit=True)
    while not state.is_over:
        if state.chance is None:
            told.note(state)
        if state.chance is not None:
            texts = [change(outcome.text) for outcome in state.chance.outcomes]
            state.apply_chance(change(draw.choice(sorted(texts))))
            continue
        assert state.decision is not None
        if state.player == watcher:
            state.apply(draw.choice(sorted(state.decision.texts)))
        else:
            texts = [change(text) for text in state.decision.texts]
            state.apply(change(draw.choice(sorted(texts))))
    told.note(state)
    return told
