"""Cards and places in words.

Comes in: a place of a view.  Goes out: one line: `3 of "apple", "joker"` for a hand, `12 cards, on top "owl
2"` for a pile.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from interpreter.digits import number
from interpreter.views import CardView, ZoneView

MOST = 24
"""Of a row with more cards only so many are shown."""


def place_text(zone: ZoneView) -> str:
    """A place in one line, equal cards put together where they have no order."""
    if not zone.size:
        return "empty"
    match zone.shape:
        case "pile":
            return _pile(zone)
        case "hand" | "bag":
            return grouped(zone.cards)
        case _:
            return _in_order(zone.cards)


def every_card(zone: ZoneView) -> list[str]:
    """All that can be seen of a place, a line for each card or stretch; a pile from its top."""
    if zone.shape in ("hand", "bag") or not zone.size:
        return [grouped(zone.cards) if zone.size else "empty"]
    above = [f"{number}: {card_text(card)}" for number, card in enumerate(zone.cards[: zone.above], start=1)]
    loose = zone.cards[zone.above : zone.above + zone.loose]
    below = [
        f"{number}: {card_text(card)}"
        for number, card in enumerate(zone.cards[zone.above + zone.loose :], start=zone.above + zone.loose + 1)
    ]
    return above + ([f"in no known order: {grouped(loose)}"] if loose else []) + below


def card_text(card: CardView) -> str:
    """One card: `"owl 2"`, `?` for one that is not known, with what lies on it and what was told about it."""
    name = _quoted(card.text) if card.text else f"? with the back {card.back}" if card.back else "?"
    said = [*(f"{name} {value}" for name, value in card.marks), *card.told]
    return f"{name} ({', '.join(said)})" if said else name


def grouped(cards: Iterable[CardView]) -> str:
    """Cards without an order, equal ones counted: `3 of "apple", "joker", 2 unknown`."""
    amounts: dict[str, int] = {}
    for card in cards:
        text = card_text(card)
        amounts[text] = amounts.get(text, 0) + 1
    if list(amounts) == ["?"]:
        return _cards(amounts["?"])
    hidden = amounts.pop("?", 0)
    texts = [
        text if amount == 1 else f"{amount} of {text}"
        for text, amount in sorted(amounts.items(), key=lambda item: _natural(item[0]))
    ]
    return ", ".join(texts + ([f"{hidden} unknown"] if hidden else []))


def _natural(text: str) -> list[tuple[int, int, str]]:
    """A key that puts `clubs 9` before `clubs 10`."""
    parts = re.split(r"(\d+)", text)
    return [(1, value, part) if (value := number(part)) is not None else (0, 0, part) for part in parts]


def _quoted(text: str) -> str:
    """As choices and logs write it: `"guard" #2` for the second sort of guards."""
    name, mark, counted = text.rpartition(" #")
    return f'"{name}" #{counted}' if mark and number(counted) is not None else f'"{text}"'


def _pile(zone: ZoneView) -> str:
    """How many, and the cards at the top as far as they are known."""
    known: list[str] = []
    for card in zone.cards[: zone.above]:
        if card_text(card) == "?":
            break
        known.append(card_text(card))
    if zone.size == 1 and known:
        return known[0]
    return f"{_cards(zone.size)}, on top {known[0]}" if known else _cards(zone.size)


def _in_order(cards: Sequence[CardView]) -> str:
    if all(card_text(card) == "?" for card in cards) and len(cards) > 1:
        return f"{len(cards)} unknown cards"
    texts = [card_text(card) for card in cards[:MOST]]
    more = f" … and {len(cards) - MOST} more" if len(cards) > MOST else ""
    return ", ".join(texts) + more


def _cards(amount: int) -> str:
    return "1 card" if amount == 1 else f"{amount} cards"
