"""Cards and heaps in words, the same for all painters.

Comes in: parts of a table.  Goes out: short texts: `page · coins 2 · alibi owl, snake`, `3 apple, joker, 2 unknown`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter.machine.texts import times
from interpreter.table.model import CardFace, Heap

DOT = " · "
UNKNOWN = "?"


def card_name(card: CardFace) -> str:
    """A card's name with what lies on it and what was told of it; of an unknown one its back."""
    name = apart(card.text) if card.text else f"{UNKNOWN} {card.back}" if card.back else UNKNOWN
    said = [*(mark.name if mark.value == "yes" else f"{mark.name} {mark.value}" for mark in card.marks), *card.told]
    return f"{name} ({', '.join(said)})" if said else name


def apart(name: str) -> str:
    """In quotes if it would run into its neighbours in a list."""
    return f'"{name}"' if "," in name else name


def face(card: CardFace) -> str:
    """What is printed on a card besides its name."""
    return DOT.join(f"{line.name} {line.value}".lstrip() for line in card.face)


def whole_card(card: CardFace) -> str:
    """Name and face."""
    return DOT.join(part for part in (card_name(card), face(card)) if part)


def has_faces(heap: Heap) -> bool:
    """Whether some card of it has something printed on it that its name does not say."""
    return any(card.face for card in heap.cards)


def alike(cards: Iterable[CardFace]) -> list[tuple[CardFace, int]]:
    """Equal cards put together, in the order in which the first of them lies."""
    amounts: dict[CardFace, int] = {}
    for card in cards:
        amounts[card] = amounts.get(card, 0) + 1
    return list(amounts.items())


def counted(cards: Sequence[CardFace], name: str = "unknown") -> str:
    """`2 apple, joker, 3 unknown`: equal cards counted."""
    parts = []
    for card, amount in alike(cards):
        text = card_name(card)
        if text == UNKNOWN:
            parts.append(f"{amount} {name}")
        else:
            parts.append(text if amount == 1 else times(amount, text))
    return ", ".join(parts)


def cards(amount: int) -> str:
    return "1 card" if amount == 1 else f"{amount} cards"


def pile_top(heap: Heap) -> list[CardFace]:
    """The cards on top of a pile as far as something is known of each."""
    known: list[CardFace] = []
    for card in heap.cards[: heap.above]:
        if card_name(card) == UNKNOWN:
            break
        known.append(card)
    return known


def summary(heap: Heap) -> str:
    """A heap in one line, without faces."""
    if not heap.size:
        return "empty"
    match heap.shape:
        case "pile":
            top = pile_top(heap)
            if heap.size == len(top) == 1:
                return card_name(top[0])
            return f"{cards(heap.size)}, on top {card_name(top[0])}" if top else cards(heap.size)
        case "hand" | "bag":
            hidden = all(card_name(card) == UNKNOWN for card in heap.cards)
            return cards(heap.size) if hidden else counted(heap.cards)
        case _:
            hidden = heap.size > 1 and all(card_name(card) == UNKNOWN for card in heap.cards)
            return f"{heap.size} unknown cards" if hidden else ", ".join(card_name(card) for card in heap.cards)
