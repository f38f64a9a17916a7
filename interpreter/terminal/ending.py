"""The last screen: who has won, and why.

Comes in: the result of a game.  Goes out: lines of text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.machine.texts import seat_name
from interpreter.terminal.table import HUMAN

if TYPE_CHECKING:
    from interpreter.machine.results import Result

MOST_WORDS = 24
"""A criterion longer than this is named by a number in the table and written out beneath it."""


def ending(result: Result, seats: Sequence[str]) -> list[str]:
    """The sentence, and the ranking with everything that counted for it."""
    lines = [result.why]
    if len(result.winners) > 1:
        lines.append(f"{len(result.winners)} players share the first place.")
    if result.ranks or result.scores or result.payoffs:
        lines += ["", *_ranking(result, seats)]
    return lines


def _ranking(result: Result, seats: Sequence[str]) -> list[str]:
    order = sorted(range(len(seats)), key=lambda seat: (result.ranks[seat] if result.ranks else 0, seat))
    heads, notes = _headings(result)
    rows = [["place", "player", *heads]]
    for seat in order:
        place = f"{result.ranks[seat]}" if result.ranks else "-"
        who = seat_name(seat) if seats[seat] == HUMAN else f"{seat_name(seat)} ({seats[seat]})"
        rows.append([place, who, *_values(result, seat)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return [*lines, *notes]


def _headings(result: Result) -> tuple[list[str], list[str]]:
    heads, notes = [], []
    for number, score in enumerate(result.scores, start=1):
        if len(score.text) <= MOST_WORDS:
            heads.append(score.text)
        else:
            heads.append(f"({number})")
            notes.append(f"({number}) {score.best} {score.text}")
    return heads + (["payoff"] if result.payoffs else []), notes


def _values(result: Result, seat: int) -> list[str]:
    values = [str(score.values[seat]) for score in result.scores]
    return [*values, str(result.payoffs[seat])] if result.payoffs else values
