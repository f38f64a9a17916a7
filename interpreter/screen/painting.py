"""Areas of a table as coloured text.

Comes in: areas.  Goes out: `rich` texts, one a line, to be wrapped by whoever shows them.  A heap whose cards have
faces has a line for each card, any other is a word or two beside its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from interpreter.table import words
from interpreter.table.lines import SILENT
from interpreter.table.model import Area, CardFace, Figure, Heap, Table

NAME, CARD, PRINTED, NUMBER, QUIET = "cyan", "bold", "", "bold yellow", "dim"
COLOURS = {
    "black": "grey50", "brown": "orange4", "gray": "grey70", "gold": "gold1", "orange": "dark_orange",
    "pink": "hot_pink", "silver": "grey84",
}  # fmt: skip
"""Names that `rich` has not, or that cannot be read on a dark ground.  Who sets NO_COLOR gets none of them."""
GAP = "   "


def table(shown: Table) -> list[Text]:
    """What does not belong to the viewer: first all that fits beside something else, then the heaps with faces."""
    small, large = _parts(shown.common, "", others=False)
    lines = [_beside(small)]
    for other in shown.others:
        small, more = _parts(other, f" {other.seat} ", others=True)
        lines.append(_beside(small))
        lines += more
    return [line for line in lines + large if line.plain]


def own(shown: Area) -> list[Text]:
    """The viewer's own area."""
    small, large = _parts(shown, " you ", others=False)
    return [_beside(small), *large]


def _parts(shown: Area, title: str, others: bool) -> tuple[list[Text], list[Text]]:
    """What stands beside something else, and the lines of cards with faces; of others no empty places."""
    small: list[Text] = [Text(title, "bold reverse")] if title else []
    large: list[Text] = []
    owner = f"{shown.seat}." if shown.seat else ""
    small += [_figure(figure) for figure in shown.figures if figure.value not in SILENT]
    for heap in shown.heaps:
        name = heap.name.removeprefix(owner)
        if words.has_faces(heap) and heap.shape != "pile":
            large += _with_faces(heap, name)
        elif heap.size or not others:
            small.append(_heap(heap, name))
    return small, large


def _beside(parts: list[Text]) -> Text:
    line = Text()
    for part in parts:
        if line.plain:
            line.append(GAP)
        line.append_text(part)
    return line


def _figure(figure: Figure) -> Text:
    value = figure.value if figure.value != "yes" else ""
    text = Text().append(figure.name.replace("_", " "), QUIET)
    if value:
        text.append(" ").append(value, NUMBER)
    return text.append(f" {figure.unit}", QUIET) if figure.unit else text


def _heap(heap: Heap, name: str) -> Text:
    text = Text().append(name, NAME).append(" ")
    if heap.shape == "pile" and heap.size:
        top = words.pile_top(heap)
        if top:
            text.append_text(card(top[0]))
            return text.append(f" +{heap.size - 1}", QUIET) if heap.size > 1 else text
        return text.append(words.cards(heap.size), QUIET)
    known = [one for one in heap.cards if words.card_name(one) != words.UNKNOWN]
    if not known:
        return text.append(words.summary(heap), QUIET)
    first = True
    for one, amount in words.alike(heap.cards) if heap.shape in ("hand", "bag") else [(c, 1) for c in heap.cards]:
        text.append("" if first else ", ")
        text.append(f"{amount} " if amount > 1 else "").append_text(card(one, face=False))
        first = False
    return text


def _with_faces(heap: Heap, name: str) -> Iterator[Text]:
    together = words.alike(heap.cards) if heap.shape in ("hand", "bag") else [(one, 1) for one in heap.cards]
    for number, (one, amount) in enumerate(together):
        line = Text().append(name if number == 0 else " " * len(name), NAME).append(" ")
        line.append(f"{amount} " if amount > 1 else "").append_text(card(one))
        yield line


def card(shown: CardFace, face: bool = True) -> Text:
    """A card with what is printed on it."""
    name = words.card_name(shown)
    ink = f"{CARD} {COLOURS.get(shown.colour, shown.colour)}" if shown.colour else CARD
    text = Text().append(name, QUIET if name == words.UNKNOWN else ink)
    if face and shown.face:
        text.append(f"{words.DOT}{words.face(shown)}", PRINTED)
    return text
