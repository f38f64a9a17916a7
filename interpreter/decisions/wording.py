"""The texts of all choices of one decision.

Comes in: the offers of a decision, its choices as numbers, and where the cards lie.  Goes out: one text for
each choice, written as in the scenarios of a rules file, no two alike even after case folding.  Reading
such a text is left to `parsing`.

A choice is the label of its step and, in brackets, one place for each pick: `gather`,
`feed(owl, 3 of "apple" + "joker")`, `denounce(B, heir)`, `light(1)` for a card that is picked by its place.
The empty set is `nothing`.  Where the names of two cards in the same bracket place would be equal though they
are different choices (in another place, with another value of a counter of their own), each gets a number:
`"guard" #1`, `"guard" #2`, in the order of places, then of looks, then of counters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from interpreter.machine.contents import Contents
from interpreter.machine.texts import Texts, counted
from rulelang.ir.model.expressions import NONE
from rulelang.ir.model.program import OfferDecl, PickItem, Program
from rulelang.nodes import frozen

Picks = tuple[int | tuple[int, ...], ...]
RawChoice = tuple[int, Picks]
NameCard = Callable[[int], str]


@frozen
class Place:
    """One bracket place of one label: what stands there in the choices of a decision."""

    label: str
    index: int


def texts_of(
    program: Program,
    texts: Texts,
    contents: Contents,
    offers: Sequence[OfferDecl],
    choices: Sequence[RawChoice],
) -> list[str]:
    """One text for each choice, in their order."""
    parts = parts_of(program, texts, contents, offers, choices)
    written = [in_brackets(offers[offer].label, words) for (offer, _), words in zip(choices, parts, strict=True)]
    return _all_different(written)


def parts_of(
    program: Program,
    texts: Texts,
    contents: Contents,
    offers: Sequence[OfferDecl],
    choices: Sequence[RawChoice],
) -> list[list[str]]:
    """What stands in the bracket places of each choice, in their order."""
    picks = [picks_of(program, offer) for offer in offers]
    names = card_names(program, texts, contents, offers, picks, choices)
    return [
        [
            write_pick(texts, item, value, names.get(Place(offers[offer].label, index), texts.card))
            for index, (item, value) in enumerate(zip(picks[offer], values, strict=True))
        ]
        for offer, values in choices
    ]


def picks_of(program: Program, offer: OfferDecl) -> tuple[PickItem, ...]:
    """The picks that an offer's header asks for, in order."""
    return program.headers[offer.header].picks


def write_pick(
    texts: Texts,
    item: PickItem,
    value: int | tuple[int, ...],
    name: NameCard,
    names: Sequence[str] = (),
    of: str = " of ",
) -> str:
    """One bracket place; sets in the order of the card table, equal cards counted.  `names`: what cards are called, if
    not as the rules write them; `of`: what stands behind the number of equal ones.
    """
    if isinstance(value, tuple) and item.by_place:
        return " + ".join(sorted((name(card) for card in value), key=_place_order)) or "nothing"
    if isinstance(value, tuple):
        return (
            " + ".join(counted((name(card) for card in value), _table_order(names or texts.cards, value, name), of))
            or "nothing"
        )
    if value != NONE and (item.by_place or item.display.sort == "card"):
        return name(value)
    return texts.value(item.display, value)


def in_brackets(label: str, parts: Sequence[str]) -> str:
    """`feed` and its parts; a label that has brackets already takes the parts into them."""
    if not parts:
        return label
    inside = ", ".join(parts)
    return f"{label[:-1]}, {inside})" if label.endswith(")") else f"{label}({inside})"


def _place_order(name: str) -> tuple[str, int]:
    """By the number of the place: the order of the cards themselves would tell something about them."""
    number, _, zone = name.partition(" in ")
    return zone, int(number)


def _table_order(names: Sequence[str], cards: Sequence[int], name: NameCard) -> list[str]:
    first = {text: index for index, text in reversed(list(enumerate(names)))}
    return list(dict.fromkeys(name(card) for card in sorted(cards, key=lambda card: (first[names[card]], name(card)))))


def card_names(
    program: Program,
    texts: Texts,
    contents: Contents,
    offers: Sequence[OfferDecl],
    picks: Sequence[tuple[PickItem, ...]],
    choices: Sequence[RawChoice],
) -> Mapping[Place, NameCard]:
    """For each bracket place with cards, how to write a card there so that different choices read
    differently.
    """
    found: dict[Place, dict[int, PickItem]] = {}
    for offer, values in choices:
        for index, (item, value) in enumerate(zip(picks[offer], values, strict=True)):
            if item.display.sort in ("card", "cards"):
                cards = found.setdefault(Place(offers[offer].label, index), {})
                for card in value if isinstance(value, tuple) else (value,):
                    if card != NONE:
                        cards.setdefault(card, item)
    return {place: _namer(program, texts, contents, cards) for place, cards in found.items()}


def _namer(program: Program, texts: Texts, contents: Contents, cards: Mapping[int, PickItem]) -> NameCard:
    if any(item.by_place for item in cards.values()):
        return _by_place(contents, cards).__getitem__
    classes: dict[str, set[tuple[int, ...]]] = {}
    sort_of: dict[int, tuple[int, ...]] = {}
    for card, item in cards.items():
        sort_of[card] = _class_of(program, contents, card, item)
        classes.setdefault(texts.card(card).casefold(), set()).add(sort_of[card])
    names = {}
    for card, sort in sort_of.items():
        same = sorted(classes[texts.card(card).casefold()])
        text = texts.card(card)
        tag = ("." if "#" in text.rsplit('"', 1)[-1] else " #") + str(same.index(sort) + 1)
        names[card] = text + tag if len(same) > 1 else text
    return names.__getitem__


def _class_of(program: Program, contents: Contents, card: int, item: PickItem) -> tuple[int, ...]:
    """Equal for cards that count as one in this pick; sorted in an order that card numbers do not decide."""
    zone = contents.zone_of(card)
    counters = tuple(contents.card_counter(counter, card) for counter in program.card_counters)
    look = (program.cards[card].look, *counters)
    if item.alike:
        return (zone, *look)
    return (zone, contents.position(card) if contents.has_order(zone) else 0, *look, card)


def _by_place(contents: Contents, cards: Mapping[int, PickItem]) -> dict[int, str]:
    """Places counted from 1, with the name of the place if there is more than one."""
    zones = {contents.zone_of(card) for card in cards}
    return {
        card: str(contents.position(card) + 1)
        + (f" in {contents.zone_name(contents.zone_of(card))}" if len(zones) > 1 else "")
        for card in cards
    }


def _all_different(written: list[str]) -> list[str]:
    """The last resort: two steps of one label that offer the same picks are counted."""
    times: dict[str, int] = {}
    for text in written:
        times[text.casefold()] = times.get(text.casefold(), 0) + 1
    if len(times) == len(written):
        return written
    seen: dict[str, int] = {}
    different = []
    for text in written:
        fold = text.casefold()
        seen[fold] = seen.get(fold, 0) + 1
        different.append(f"{text} #{seen[fold]}" if times[fold] > 1 else text)
    return different
