"""What the environments of Gymnasium and PettingZoo show a seat.

Comes in: an `Observing`.  Goes out: the spaces of actions and observations, what is observed (a dict of `observation`,
the numbers of `Observing`, and `action_mask`), and a view as a text.
"""

from __future__ import annotations

from typing import Any

from interpreter.adapters.needed import needed
from interpreter.stepwise.observing import Observing
from interpreter.stepwise.spelling import Stepwise
from interpreter.views import View

Seen = dict[str, Any]


def spaces_of(observing: Observing, more: int = 0) -> tuple[Any, Any]:
    """The space of actions, the words and so many more, and that of observations."""
    np, spaces = needed("numpy", "gymnasium"), needed("gymnasium.spaces", "gymnasium")
    actions = len(observing.words) + more
    numbers = spaces.Box(-np.inf, np.inf, (observing.size,), np.float32)
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Discrete(actions), spaces.Dict({"observation": numbers, "action_mask": mask})


def seen_by(seat: int, steps: Stepwise, observing: Observing, asked: bool = True, more: int = 0) -> Seen:
    """What a seat observes; without a word to say if it is not asked."""
    np = needed("numpy", "gymnasium")
    numbers, mask = np.zeros(observing.size, np.float32), np.zeros(len(observing.words) + more, np.int8)
    observing.write(steps, seat, numbers)
    if asked:
        observing.mask(steps, seat, mask)
    return {"observation": numbers, "action_mask": mask}


def shown(view: View) -> str:
    """What lies where, and the counters."""
    zones = [f"{zone.name}: {', '.join(card.text or '?' for card in zone.cards)}" for zone in view.zones if zone.size]
    return "\n".join([*zones, *(f"{counter.name}: {counter.value}" for counter in view.counters)])
