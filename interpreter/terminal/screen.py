"""What one seat sees, as rows of text.

Comes in: a view.  Goes out: a `Screen`: rows for the table, for the seat itself and one for each other seat.
Nothing but the view is read, so nothing else can be shown.  Frames and colours are left to `panels`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import frozen

from interpreter.terminal.cards import place_text
from interpreter.views import CounterView, View, ZoneView

FEW = 6
"""Of up to so many places of one declaration the empty ones are shown, too."""
SILENT = ("none", "no")
"""Values of counters that say only that there is nothing to say."""


@frozen
class Row:
    """A name and what there is to see under it"""

    name: str
    text: str


@frozen
class Screen:
    """Everything in view, in the order in which it is shown

    `me` is the letter of the seat, none for an onlooker; `own` is empty then.
    """

    title: str
    me: str | None
    table: tuple[Row, ...]
    others: tuple[Row, ...]
    own: tuple[Row, ...]


def screen_of(view: View, seats: Sequence[str]) -> Screen:
    """The screen of a view at a table with these seats (letters, in order)."""
    common: list[ZoneView] = []
    zones: dict[str, list[ZoneView]] = {seat: [] for seat in seats}
    counters: dict[str, list[CounterView]] = {seat: [] for seat in seats}
    shared: list[CounterView] = []
    for zone in view.zones[1:]:  # the first is the box
        owner, _, _ = zone.name.partition(".")
        if owner in zones:
            zones[owner].append(zone)
        else:
            common.append(zone)
    for counter in view.counters:
        owner, _, _ = counter.name.partition(".")
        counters.get(owner, shared).append(counter)
    table = _common(common)
    if said := _counters(shared, ""):
        table.append(Row("also", said))
    return Screen(
        title=view.title,
        me=view.player,
        table=tuple(table),
        others=tuple(Row(seat, _one_line(seat, zones[seat], counters[seat])) for seat in seats if seat != view.player),
        own=tuple(_own(view.player, zones[view.player], counters[view.player])) if view.player else (),
    )


def lines(screen: Screen) -> list[str]:
    """The screen as plain lines, one fact for each: for screen readers and for pipes."""
    return [
        *(f"{row.name}: {row.text}" for row in screen.table),
        *(f"{row.name}: {row.text}" for row in screen.others),
        *(f"your {row.name}: {row.text}" for row in screen.own),
    ]


def _common(zones: Sequence[ZoneView]) -> list[Row]:
    """The places that belong to nobody; of many alike the empty ones are only counted."""
    alike = Counter(_family(zone) for zone in zones)
    empty = Counter(_family(zone) for zone in zones if not zone.size)
    rows: list[Row] = []
    for zone in zones:
        family = _family(zone)
        if alike[family] <= FEW or zone.size:
            rows.append(Row(zone.name, place_text(zone)))
        elif family in empty:
            rows.append(Row(family, f"{empty.pop(family)} empty"))
    return rows


def _family(zone: ZoneView) -> str:
    """`stable` for `owl.stable`, `meld` for `3.meld`."""
    return zone.name.partition("(")[0].rpartition(".")[2]


def _own(seat: str, zones: Iterable[ZoneView], counters: Iterable[CounterView]) -> list[Row]:
    """One row for each place, one for all counters."""
    rows = [Row(zone.name.removeprefix(f"{seat}."), place_text(zone)) for zone in zones]
    if said := _counters(counters, f"{seat}."):
        rows.append(Row("counters", said))
    return rows


def _one_line(seat: str, zones: Iterable[ZoneView], counters: Iterable[CounterView]) -> str:
    parts = [
        f"{zone.name.removeprefix(f'{seat}.')} {place_text(zone)}"
        for zone in zones
        if zone.size or zone.shape == "hand"
    ]
    if said := _counters(counters, f"{seat}."):
        parts.append(said)
    return "; ".join(parts) or "nothing"


def _counters(counters: Iterable[CounterView], owner: str) -> str:
    return ", ".join(
        f"{counter.name.removeprefix(owner)} {counter.value}" for counter in counters if counter.value not in SILENT
    )
