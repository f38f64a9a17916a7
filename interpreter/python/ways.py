"""Moves from one place to another as Python text: what `cards.carry` does, with everything written out that is known.

Comes in: two places of a layout.  Goes out: the text of a function that moves a card between them, ``way(S, card,
rule)``, or deals one, ``way(S, rule)`` which gives back the card.  These report no events and ask no hook.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import CodeType
from typing import Any, TypeAlias

from interpreter.layout import Layout, Place

INDENT = "    "
Way: TypeAlias = Callable[..., Any]


class Ways(dict[int, Way]):
    """The ways from one place by target, made by `make` when they are first needed."""

    def __init__(self, place: int, make: Callable[[int, int], Way]) -> None:
        self.place = place
        self.make = make

    def __missing__(self, target: int) -> Way:
        way = self[target] = self.make(self.place, target)
        return way


def written_way(layout: Layout, dealt: bool, called: dict[str, object], place: int, target: int) -> Way:
    """The function of a text, which may call what is named."""
    names = dict(called)
    exec(_code(way_text(layout, place, target, dealt)), names)
    way: Way = names["way"]  # type: ignore[assignment]
    return way


@lru_cache(2048)
def _code(text: str) -> CodeType:
    return compile(text, "<a way between two places>", "exec")


def way_text(layout: Layout, place: int, target: int, dealt: bool) -> str:
    """The text of one way; it calls `asked`, `full`, `forget`, `mix`, `draw` and `bisect_left`."""
    here, there = layout.places[place], layout.places[target]
    everyone = (1 << layout.program.players) - 1
    sees = [0 if at.top_only or at.seen is None else at.seen for at in (here, there)]
    sure = sees[0] | sees[1]
    lines = ["def way(S, rule):" if dealt else "def way(S, card, rule):"]
    aware = sure != everyone or None in (here.seen, there.seen)
    if aware:
        lines.append(f"aware = {sure}")
    body = _dealt(layout, here, place, aware) if dealt else _taken_out(layout, here, place, aware)
    body += _put_in(layout, there, target)
    body += _asked(there, target, aware)
    body.append(f"S[{layout.known} + card] = {'aware' if aware else everyone}")
    if aware and here.shape == "hand":
        body += [f"if aware != {everyone}:", f"{INDENT}forget(S, {place}, card, aware)"]
    if there.shape == "bag":
        body.append(f"mix(S, {target}, (card,))")
    if here.turned:
        body += _turned_up(layout, here, place)
    if dealt:
        body.append("return card")
    return "\n".join([lines[0], *(INDENT + line for line in lines[1:] + body)]) + "\n"


def _asked(here: Place, place: int, aware: bool) -> list[str]:
    """Who sees the card while it lies there, where this depends on the state."""
    if aware and here.seen is None:
        return [f"aware |= asked(S, {place}, card)"]
    if aware and here.top_only and here.seen:
        test = f"S[{here.cards - 1} + S[{here.size}]] == card and S[{here.size}] > S[{here.low}] + S[{here.loose}]"
        return [f"if {test}:", f"{INDENT}aware |= {here.seen}"]
    return []


def _taken_out(layout: Layout, here: Place, place: int, aware: bool) -> list[str]:
    """The card leaves, wherever it lies."""
    pile = here.shape == "pile"
    known = f"aware |= S[{layout.known} + card]"
    lines = [
        *_asked(here, place, aware),
        f"last = {here.cards - 1} + S[{here.size}]",
        "if S[last] == card:",
        *([f"{INDENT}index = last"] if pile else []),
        f"{INDENT}S[last] = 0",
        "else:",
        f"{INDENT}index = S.index(card, {here.cards}, last)",
        f"{INDENT}del S[index]",
        f"{INDENT}S.insert(last, 0)",
        f"S[{here.size}] -= 1",
    ]
    if pile:
        lines.append(f"if not S[{here.loose}] or not leave_pile(S, {here.size}, index - {here.cards}):")
        lines.append(INDENT + (known if aware else "pass"))
    elif aware and here.shape not in ("hand", "bag"):
        lines.append(known)
    return lines


def _dealt(layout: Layout, here: Place, place: int, aware: bool) -> list[str]:
    """The card on top, the first, or one by chance leaves."""
    loose = [
        f"last = {here.cards - 1} + S[{here.size}]",
        "card = S[index]",
        *_asked(here, place, aware),
        "del S[index]",
        "S.insert(last, 0)",
    ]
    known = [f"aware |= S[{layout.known} + card]"] if aware else []
    if here.shape in ("hand", "bag"):
        return [f"index = {here.cards} + draw(S, S[{here.size}])", *loose, f"S[{here.size}] -= 1"]
    if here.shape != "pile":
        return [f"index = {here.cards}", *loose, *known, f"S[{here.size}] -= 1"]
    ordered = [f"last = {here.cards - 1} + S[{here.size}]", "card = S[last]"]
    ordered += [*_asked(here, place, aware), "S[last] = 0", *known]
    return [
        f"many = S[{here.loose}]",
        f"if many and S[{here.size}] <= S[{here.low}] + many:",
        f"{INDENT}index = {here.cards} + S[{here.low}] + draw(S, many)",
        *(INDENT + line for line in loose),
        f"{INDENT}S[{here.loose}] = many - 1",
        f"{INDENT}if many == 1:",
        f"{INDENT * 2}S[{here.low}] = 0",
        "else:",
        *(INDENT + line for line in ordered),
        f"S[{here.size}] -= 1",
    ]


def _turned_up(layout: Layout, here: Place, place: int) -> list[str]:
    """A loose card that is on top now gets its place there by chance, and who sees it knows it."""
    seen = f"asked(S, {place}, up)" if here.seen is None else str(here.seen)
    lines = [
        f"many = S[{here.loose}]",
        f"if many and S[{here.size}] <= S[{here.low}] + many:",
        f"{INDENT}index = {here.cards} + S[{here.low}] + draw(S, many)",
        f"{INDENT}up = S[index]",
        f"{INDENT}del S[index]",
        f"{INDENT}S.insert({here.cards - 1} + S[{here.size}], up)",
        f"{INDENT}S[{here.loose}] = many - 1",
        f"{INDENT}if many == 1:",
        f"{INDENT * 2}S[{here.low}] = 0",
    ]
    return lines if here.seen == 0 else [*lines, f"{INDENT}S[{layout.known} + up] |= {seen}"]


def _put_in(layout: Layout, there: Place, target: int) -> list[str]:
    """The card comes to the usual end."""
    lines = [f"many = S[{there.size}]"]
    if there.capacity < len(layout.program.cards):
        lines += [f"if many >= {there.capacity}:", f"{INDENT}full({target}, rule)"]
    if there.shape in ("hand", "bag"):
        lines += [
            f"if many and S[{there.cards - 1} + many] > card:",
            f"{INDENT}S.insert(bisect_left(S, card, {there.cards}, {there.cards} + many), card)",
            f"{INDENT}del S[{there.cards + 1} + many]",
            "else:",
            f"{INDENT}S[{there.cards} + many] = card",
        ]
    else:
        lines.append(f"S[{there.cards} + many] = card")
    return [*lines, f"S[{there.size}] = many + 1", f"S[{layout.zone} + card] = {target}"]
