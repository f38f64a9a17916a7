"""Areas of a table as coloured blocks of text.

Comes in: areas, and how much room there is.  Goes out: lines, with as much of what is printed on cards as there is room
for.  A heap whose cards have faces begins a line, any other is a word or two beside its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from rich.text import Text

from interpreter.machine.texts import times
from interpreter.screen.wrapping import Block
from interpreter.table import words
from interpreter.table.lines import SILENT
from interpreter.table.model import Area, CardFace, Figure, Heap, Table

NAME, CARD, PRINTED, NUMBER, QUIET = "cyan", "bold", "", "bold yellow", "dim"
COLOURS = {
    "black": "grey50", "brown": "orange4", "gray": "grey70", "gold": "gold1", "orange": "dark_orange",
    "pink": "hot_pink", "silver": "grey84",
}  # fmt: skip
"""Names that `rich` has not, or that cannot be read on a dark ground.  Who sets NO_COLOR gets none of them."""
Detail = Literal["apart", "beside", "names"]
"""Cards with faces: each on a line of its own, several beside each other, or their names alone."""
WITH_FACES: tuple[Detail, ...] = ("apart", "beside")
DETAILS: tuple[Detail, ...] = (*WITH_FACES, "names")


def fitting(
    blocks: Callable[[Detail], Sequence[Block]], details: Sequence[Detail], width: int, height: int
) -> list[Text]:
    """The lines in the most detail that there is room for; in the last one they can be scrolled."""
    lines: list[Text] = []
    for detail in details:
        lines = [line for block in blocks(detail) for line in block.lines(width)]
        if len(lines) <= height:
            break
    return lines


def table(shown: Table, detail: Detail) -> list[Block]:
    """What does not belong to the viewer: first all that fits beside something else, then the heaps with faces."""
    small, large = _parts(shown.common, detail, others=False)
    blocks = [Block(Text(), tuple(small), 0)] if small else []
    for other in shown.others:
        title = Text().append(f" {other.seat} ", "bold reverse").append(" ")
        small, more = _parts(other, detail, others=True)
        blocks.append(Block(title, tuple(small), title.cell_len))
        blocks += [one.further_in(title.cell_len) for one in more]
    return [*blocks, *large]


def own(shown: Area, detail: Detail) -> list[Block]:
    """The viewer's own area."""
    small, large = _parts(shown, detail, others=False)
    return [Block(Text().append(" you ", "bold reverse").append(" "), tuple(small), 6), *large]


def _parts(shown: Area, detail: Detail, others: bool) -> tuple[list[Text], list[Block]]:
    """What stands beside something else, and the heaps of cards with faces; of others no empty places."""
    large: list[Block] = []
    owner = f"{shown.seat}." if shown.seat else ""
    small = [_figure(figure) for figure in shown.figures if figure.value not in SILENT]
    for heap in shown.heaps:
        name = heap.name.removeprefix(owner)
        if detail != "names" and words.has_faces(heap) and heap.shape in ("row", "hand", "bag"):
            large += _with_faces(heap, name, detail)
        elif heap.size or not others:
            small.append(_heap(heap, name, detail))
    return small, large


def _figure(figure: Figure) -> Text:
    value = figure.value if figure.value != "yes" else ""
    text = Text().append(figure.name.replace("_", " "), QUIET)
    if value:
        text.append(" ").append(value, NUMBER)
    return text.append(f" {figure.unit}", QUIET) if figure.unit else text


def _heap(heap: Heap, name: str, detail: Detail) -> Text:
    text = Text().append(name, NAME).append(" ")
    if heap.shape == "pile" and heap.size:
        top = words.pile_top(heap)
        if top:
            text.append_text(card(top[0], face=detail == "apart"))
            return text.append(f" +{heap.size - 1}", QUIET) if heap.size > 1 else text
        return text.append(words.cards(heap.size), QUIET)
    known = [one for one in heap.cards if words.card_name(one) != words.UNKNOWN]
    if not known:
        return text.append(words.summary(heap), QUIET)
    first, face = True, heap.shape == "slot" and detail != "names"
    for one, amount in words.alike(heap.cards) if heap.shape in ("hand", "bag") else [(c, 1) for c in heap.cards]:
        text.append("" if first else ", ")
        text.append(_times(one, amount)).append_text(card(one, face))
        first = False
    return text


def _with_faces(heap: Heap, name: str, detail: Detail) -> Iterator[Block]:
    together = words.alike(heap.cards) if heap.shape in ("hand", "bag") else [(one, 1) for one in heap.cards]
    cards = [Text().append(_times(one, amount)).append_text(card(one)) for one, amount in together]
    head = Text().append(f"{name} ", NAME)
    if detail == "beside":
        yield Block(head, tuple(cards), head.cell_len)
        return
    for number, text in enumerate(cards):
        yield Block(head if number == 0 else Text(" " * head.cell_len), (text,), head.cell_len + 2)


def _times(shown: CardFace, amount: int) -> str:
    """What stands before a card that is there several times."""
    name = words.card_name(shown)
    return times(amount, name).removesuffix(name) if amount > 1 else ""


def card(shown: CardFace, face: bool = True) -> Text:
    """A card with what is printed on it."""
    name = words.card_name(shown)
    ink = f"{CARD} {COLOURS.get(shown.colour, shown.colour)}" if shown.colour else CARD
    text = Text().append(name, QUIET if name == words.UNKNOWN else ink)
    if face and shown.face:
        text.append(f"{words.DOT}{words.face(shown)}", PRINTED)
    return text
