"""The choices of a decision as a list of lines, and which of them a typed word may mean.

Comes in: a decision.  Goes out: lines of text, numbered as the decision numbers its choices, from 1.  Reading the answer is left to
`Decision.parse`.
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
GAP = "   "


@frozen
class Item:
    """One line of a menu: `number` (or `5 to 38`), the choice, and what the rules say about it."""

    number: str
    text: str
    sentence: str


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
            lines.append(Item(number, f"{_label(first)}: {len(run)} choices", first.sentence))
    return lines


def one_each(choices: Sequence[Choice]) -> list[Item]:
    """A line for each choice; the sentence of a step only where it is met first."""
    told: set[str] = set()
    lines = []
    for choice in choices:
        sentence = "" if choice.step in told else choice.sentence
        told.add(choice.step)
        lines.append(Item(str(choice.index + 1), choice.text, sentence))
    return lines


def containing(decision: Decision, typed: str) -> list[Choice]:
    """The choices that contain each of the typed words."""
    words = typed.casefold().replace('"', "").split()
    return [
        choice
        for choice in decision.choices
        if words and all(word in choice.text.casefold().replace('"', "") for word in words)
    ]


def lines(menu: Sequence[Item], width: int) -> list[str]:
    """The menu as text, the sentences behind their choices where there is room, else beneath them."""
    if not menu:
        return []
    numbers = max(len(item.number) for item in menu)
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


def hint(decision: Decision) -> str:
    """What may be typed."""
    count = len(decision.choices)
    if count == 1:
        return "Type 1 or the choice"
    if count > MOST:
        return f"Type a number from 1 to {count}, a choice, or a part of it to see those that have it"
    return f"Type a number from 1 to {count}, or a choice"


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
