"""What a choice has changed that no event tells: figures, and where a card lies in its row.

Comes in: a game, its cells before and after, the events in between.  Goes out: entries for the log, each with who may
know of it.  Who that is was proved for figures; a card's way within a row is for those who saw the card go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from interpreter.machine.engine import Engine, GameFault
from interpreter.machine.events import Event, Moved
from interpreter.machine.texts import all_keys
from rulelang.nodes import frozen

if TYPE_CHECKING:
    from interpreter.machine.edition import Edition
    from rulelang.ir.model.program import Figure


@frozen
class FigureChanged:
    """What stands on the table has another value; `seen`: by whom"""

    figure: int
    offset: int
    old: int
    new: int
    seen: int


@frozen
class Shifted:
    """A card has moved within its row, from one index to another"""

    card: int
    zone: int
    old: int
    new: int
    knows: int


Change: TypeAlias = FigureChanged | Shifted


def changes(
    game: Edition, engine: Engine, before: list[int], after: list[int], events: Sequence[Event]
) -> list[Change]:
    """The entries that come behind the events of one choice."""
    return [*_indexes(game, before, after, events), *_figures(game, engine, before, after)]


def _indexes(game: Edition, before: list[int], after: list[int], events: Sequence[Event]) -> Iterator[Shifted]:
    within: dict[tuple[int, int], int] = {}
    for event in (one for one in events if isinstance(one, Moved) and one.source == one.target):
        if game.layout.places[event.source].shape == "row":
            key = event.card, event.source
            within[key] = within.get(key, -1) & event.knows
    for (card, place), knows in within.items():
        was, now = (game.layout.cards_in(cells, place) for cells in (before, after))
        if card in was and card in now:
            yield Shifted(card, place, was.index(card), now.index(card), knows)


def _figures(game: Edition, engine: Engine, before: list[int], after: list[int]) -> Iterator[FigureChanged]:
    everybody = (1 << game.players) - 1
    for number, figure in enumerate(game.program.figures):
        for offset, keys in enumerate(all_keys(figure.keys) if figure.told else ()):
            was, now = (_value(engine, figure, cells, keys) for cells in (before, after))
            if now is not None and was is not None and now != was:
                seen = everybody if figure.seen == "all" else 1 << keys[0]
                yield FigureChanged(number, offset, was, now, seen)


def _value(engine: Engine, figure: Figure, cells: list[int], keys: Sequence[int]) -> int | None:
    """None while it has no value: the highest of no cards."""
    try:
        return engine.call(figure.function, cells, *keys)
    except GameFault:
        return None
