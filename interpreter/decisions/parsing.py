"""Finding the choice that a person's text means.

Comes in: a text and the texts of all choices of a decision.  Goes out: the number of one of them, or
`IllegalChoice` that names near matches.  Whether and why a step that is on offer refuses these picks is
left to `refusals`.

Accepted: any spacing and case; straight or curly quotes, or none; cards of a set in any order, counted or
one by one; a number counted from 1; the beginning of a step's name, and a step alone, where only one choice
begins so.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from interpreter.decisions.digits import number
from interpreter.machine.errors import IllegalChoice
from interpreter.machine.texts import listed
from rulelang.near import nearest
from rulelang.nodes import frozen

_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
_PART = re.compile(r'"[^"]*"?|[,+]|[^",+]+')
_AMOUNT = re.compile(r"(\d{1,9})\s*of\b\s*(.+)", re.DOTALL | re.IGNORECASE)
_CLOSED = re.compile(r"\)\s*((?:#\s*\d+)?)$")
_NEAR = 5

Operands = tuple[tuple[str, int], ...]
"""One bracket place: each thing in it once, folded, with how many there are of it."""


@frozen
class Written:
    """A choice as somebody wrote it: the label of a step, and what stands in each bracket place."""

    label: str
    places: tuple[Operands, ...]


class ChoiceTexts:
    """The texts of one decision's choices, ready to be looked up."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._written = [read(text) for text in texts]
        self._verbatim = {text.casefold(): index for index, text in enumerate(texts)}
        self._exact = {written: index for index, written in enumerate(self._written)}

    def find(self, text: str) -> int | None:
        """The number of the choice that the text means, none if it means no choice at all.

        IllegalChoice if it may mean more than one, or is a number that is not from 1 to the number of
        choices.
        """
        text = unicodedata.normalize("NFC", text).strip()
        if (index := self._verbatim.get(text.casefold())) is not None:
            return index
        if text.isdecimal():
            return self._numbered(number(text), text)
        for reading in (read(text), read(text, counted=False)):
            if (index := self._exact.get(reading)) is not None:
                return index
        found = self._beginning_with(read(text)) or self._beginning_with(read(text, counted=False))
        if len(found) > 1:
            near = [self._texts[index] for index in found[:_NEAR]]
            raise IllegalChoice(f"{shown(text)} may mean {listed(near, len(found), 'or')}", near)
        return found[0] if found else None

    def near(self, text: str) -> list[str]:
        """The texts of choices that look most like this one."""
        by_fold = {choice.casefold(): choice for choice in self._texts}
        close = nearest(text.strip().casefold(), by_fold, _NEAR)
        if close:
            return [by_fold[fold] for fold in close]
        labels: dict[str, list[str]] = {}
        for written, choice in zip(self._written, self._texts, strict=True):
            labels.setdefault(written.label, []).append(choice)
        close = nearest(read(text).label, labels, _NEAR)
        return [choice for label in close for choice in labels[label]][:_NEAR]

    def _numbered(self, wanted: int | None, text: str) -> int:
        if wanted is None or not 1 <= wanted <= len(self._texts):
            said = text if len(text) < 20 else shown(text)
            raise IllegalChoice(f"there is no choice {said}: they are numbered from 1 to {len(self._texts)}")
        return wanted - 1

    def _beginning_with(self, wanted: Written) -> list[int]:
        labels = {written.label for written in self._written}
        if not wanted.label:
            return []
        if wanted.label in labels:
            names = {wanted.label}
        else:
            names = {
                label for label in labels if label.startswith(wanted.label) or _step(label).startswith(wanted.label)
            }
        return [
            index
            for index, written in enumerate(self._written)
            if written.label in names and wanted.places in ((), written.places)
        ]


def read(text: str, counted: bool = True) -> Written:
    """Take a text apart; it need not be a choice.  Not `counted`: `2 of clubs` may be the name of one card."""
    text = text.translate(_QUOTES).strip()
    head, bracket, tail = text.partition("(")
    if not bracket and '"' not in head and len(words := head.split(None, 1)) == 2 and "#" not in head:
        head, tail = words
    elif match := _CLOSED.search(tail):
        head, tail = head + match[1], tail[: match.start()]
    return Written(_fold(head), _places(tail, counted) if tail.strip() else ())


def shown(text: str) -> str:
    """A person's text as a message repeats it."""
    text = " ".join(text.split())
    return f"`{text[:80]}…`" if len(text) > 80 else f"`{text}`"


def _places(text: str, counted: bool) -> tuple[Operands, ...]:
    places: list[list[str]] = [[""]]
    for part in _PART.findall(text):
        if part == ",":
            places.append([""])
        elif part == "+":
            places[-1].append("")
        else:
            places[-1][-1] += part
    return tuple(_operands(operands, counted) for operands in places)


def _operands(written: Sequence[str], counted: bool) -> Operands:
    amounts: dict[str, int] = {}
    for operand in written:
        amount, name = 1, operand.strip()
        if counted and (match := _AMOUNT.fullmatch(name)):
            amount, name = int(match[1]), match[2]
        name = _fold(name.replace('"', ""))
        amounts[name] = amounts.get(name, 0) + amount
    return tuple(sorted(amounts.items()))


def _fold(text: str) -> str:
    return " ".join(text.replace("#", " #").casefold().split())


def _step(label: str) -> str:
    return label.rpartition(".")[2]
