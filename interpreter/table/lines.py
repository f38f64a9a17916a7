"""A table as lines: one fact a line, each with the word that says what it is.  For pipes, screen readers, scripts.

Comes in: a table.  Goes out: lines; docs/reference/commands.md says what may stand in each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from interpreter.table import words
from interpreter.table.asking import Line
from interpreter.table.model import Area, Heap, Table

SILENT = ("none", "no")
"""Values of figures that say only that there is nothing to say."""


def lines(table: Table) -> Iterator[str]:
    """Everything on the table but the story and the question: the common things, the others, then the viewer's own."""
    for area in (table.common, *table.others, *([table.own] if table.own else [])):
        yield from area_lines(area, "you" if area is table.own else f"seat {area.seat}" if area.seat else "table")
    if table.partners:
        yield f"you partners: {', '.join(table.partners)}"


def area_lines(area: Area, prefix: str) -> Iterator[str]:
    owner = f"{area.seat}." if area.seat else ""
    for heap in area.heaps:
        name = heap.name.removeprefix(owner)
        yield f"{prefix} {name}: {words.summary(heap)}"
        yield from (f"{prefix} {name} card: {line}" for line in faces(heap))
    for figure in area.figures:
        if figure.value not in SILENT:
            yield f"{prefix} {figure.name}: {f'{figure.value} {figure.unit}'.strip()}"


def faces(heap: Heap) -> Iterator[str]:
    """The cards of a heap that have more printed on them than their names, equal ones once; of a pile its top."""
    shown = words.pile_top(heap)[:1] if heap.shape == "pile" else heap.cards
    for card, amount in words.alike(shown):
        if card.face:
            yield f"{f'{amount} ' if amount > 1 else ''}{words.whole_card(card)}"


def story(told: Iterable[str]) -> Iterator[str]:
    yield from (f"story: {line}" for line in told)


def ask(table: Table) -> str:
    """Who is asked, and what the rules call it."""
    assert table.question is not None
    return f"ask {table.viewer}: {table.question.name.replace('_', ' ')}"


def answers(listed: Sequence[Line]) -> Iterator[str]:
    """The numbered list of what may be answered; a sentence of the rules only where a step is met first."""
    for number, line in enumerate(listed, start=1):
        more = f" … {line.many} choices" if line.choice is None else ""
        said = f" -- {line.sentence}" if line.sentence else ""
        yield f"{number}: {line.label}{more}{said}"
