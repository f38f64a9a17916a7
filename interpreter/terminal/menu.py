"""The choices of a decision as a list of lines, and which of them a typed word may mean.

Comes in: a decision.  Goes out: lines of text, numbered as the decision numbers its choices, from 1.  Reading
the answer is left to `Decision.parse`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from interpreter.choices import Choice, Decision

MOST = 20
"""More choices than this are put together by their step."""
MOST_FOUND = 40
FEW = 8
"""Up to so many choices stand each in a line of its own."""
GAP = "   "


@frozen
class Item:
    """One line of a menu: `number` (or `5 to 38`), the choice, and what the rules say about it."""

    number: str
    text: str
    sentence: str
    step: str


def items(decision: Decision) -> list[Item]:
    """All choices, or, if they are many, one line for each step that can be chosen."""
    choices = decision.choices
    if len(choices) <= MOST:
        return one_each(choices)
    lines: list[Item] = []
    for run in _runs(choices):
        first, last = run[0], run[-1]
        if len(run) == 1:
            lines += one_each(run)
        else:
            number = f"{first.index + 1} to {last.index + 1}"
            lines.append(Item(number, f"{_label(first)}: {len(run)} choices", first.sentence, ""))
    return lines


def one_each(choices: Sequence[Choice]) -> list[Item]:
    """A line for each choice; the sentence of a step only where it is met first."""
    told: set[str] = set()
    lines = []
    for choice in choices:
        sentence = "" if choice.step in told else choice.sentence
        told.add(choice.step)
        lines.append(Item(str(choice.index + 1), choice.text, sentence, choice.step))
    return lines


def containing(decision: Decision, typed: str) -> list[Choice]:
    """The choices that contain each of the typed words."""
    words = typed.casefold().replace('"', "").split()
    return [
        choice
        for choice in decision.choices
        if words and all(word in choice.text.casefold().replace('"', "") for word in words)
    ]


def lines(menu: Sequence[Item], width: int, numbers: int | None = None) -> list[str]:
    """The menu as text, the sentences behind their choices where there is room, else beneath them."""
    if not menu:
        return []
    numbers = numbers or _longest_number(menu)
    texts = max(len(item.text) for item in menu)
    beside = numbers + texts + 8 + max(len(item.sentence) for item in menu) <= width
    written = []
    for item in menu:
        line = f"  {item.number:>{numbers}}  {item.text}"
        if item.sentence and beside:
            line = f"  {item.number:>{numbers}}  {item.text:<{texts}}{GAP}{item.sentence}"
        written.append(line)
        if item.sentence and not beside:
            written.append(f"  {'':>{numbers}}    {item.sentence}")
    return written


def flowing(menu: Sequence[Item], width: int) -> list[str]:
    """The menu with the choices of one step beside each other, for a screen that is not high."""
    if len(menu) <= FEW:
        return lines(menu, width)
    numbers = _longest_number(menu)
    written = []
    for run in _steps(menu):
        if len(run) == 1:
            written += lines(run, width, numbers)
        else:
            if run[0].sentence:
                written.append(f"  {'':>{numbers}}  {run[0].sentence}")
            written += _columns(run, width, numbers)
    return written


def hint(decision: Decision) -> str:
    """What may be typed."""
    count = len(decision.choices)
    if count == 1:
        return "Type 1, or the choice"
    if count > MOST:
        return f"Type a number from 1 to {count}, a choice, or a part of one"
    return f"Type a number from 1 to {count}, or a choice"


def _longest_number(menu: Sequence[Item]) -> int:
    return max(len(item.number) for item in menu)


def _steps(menu: Sequence[Item]) -> list[list[Item]]:
    """Neighbours of one step together."""
    runs: list[list[Item]] = []
    for item in menu:
        if runs and runs[-1][0].step == item.step:
            runs[-1].append(item)
        else:
            runs.append([item])
    return runs


def _columns(run: Sequence[Item], width: int, numbers: int) -> list[str]:
    """As many beside each other as fit, row by row."""
    cells = [f"{item.number:>{numbers}}  {item.text}" for item in run]
    cell = max(map(len, cells))
    across = max(1, (width - 2) // (cell + len(GAP)))
    rows = (cells[start : start + across] for start in range(0, len(cells), across))
    return ["  " + GAP.join(f"{text:<{cell}}" for text in row).rstrip() for row in rows]


def _runs(choices: Sequence[Choice]) -> list[list[Choice]]:
    """Neighbours of one label together."""
    runs: list[list[Choice]] = []
    for choice in choices:
        if runs and _label(runs[-1][0]) == _label(choice):
            runs[-1].append(choice)
        else:
            runs.append([choice])
    return runs


def _label(choice: Choice) -> str:
    return choice.text.partition("(")[0]
