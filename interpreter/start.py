"""The state before block 0.

Comes in: a layout.  Goes out: its list of integers, with all streams 0.
"""

from __future__ import annotations

from interpreter.layout import Layout, instances


def first_state(layout: Layout) -> list[int]:
    """Initial values, and every card in the box: a pile with the lowest number on top."""
    state = [0] * layout.size
    for first, counter in zip(layout.counters, layout.program.counters, strict=True):
        many = instances(counter.keys)
        state[first : first + many] = [counter.initial] * many
    box, cards = layout.places[0], len(layout.program.cards)
    state[box.size] = cards
    state[box.cards : box.cards + cards] = range(cards - 1, -1, -1)
    return state
