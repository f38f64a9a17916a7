"""The shape of a table: plain frozen data that turns into JSON.

Comes in: what `setting` found out.  Goes out: the same as a dictionary, and as canonical bytes: equal tables have
equal bytes.  Names are written as they are typed in choices and commands.
"""

from __future__ import annotations

from typing import Any, Literal

from interpreter.machine.results import Result
from rulelang.nodes import frozen
from rulelang.plain import as_bytes, plain


@frozen
class Printed:
    """One line of a card's face: `coins`, `2`"""

    name: str
    value: str


@frozen
class CardFace:
    """One card as the viewer sees it

    `text` is its name, none if the viewer does not know the card; then `face` is empty and `back` is what its back
    shows, none if nothing.  `face`: what is printed on it that the name does not say.  `marks`: what lies on it, and
    `told`: what the viewer was told of it.  `colour`: a colour's English name if the card has one, for painters.
    """

    text: str | None
    kind: str | None
    face: tuple[Printed, ...]
    back: str | None
    marks: tuple[Printed, ...]
    told: tuple[str, ...]
    colour: str | None = None


@frozen
class Heap:
    """A place with its cards

    `cards` are in the order of the place, a pile from its top; where there is no order (`hand`, `bag`, and in a pile
    the `loose` cards after the first `above`) the known ones come first, in the order in which cards are declared.
    """

    name: str
    shape: Literal["pile", "row", "hand", "slot", "bag"]
    size: int
    above: int
    loose: int
    cards: tuple[CardFace, ...]


@frozen
class Figure:
    """A number, or a word, that stands on the table: `coins`, `12`, and the word behind it, if there is one"""

    name: str
    value: str
    unit: str


@frozen
class Area:
    """Part of the table; `seat` is the player's letter, none for what belongs to nobody"""

    seat: str | None
    heaps: tuple[Heap, ...]
    figures: tuple[Figure, ...]


@frozen
class Answer:
    """One thing that may be answered, and what has to be answered after it

    `text` is the step or one pick as it is written in a choice; `choice` is the place of the choice that is complete
    with it, none if more has to be picked.  `sentence`: what the rules say about the step.
    """

    text: str
    sentence: str
    choice: int | None
    then: tuple[Answer, ...]


@frozen
class Question:
    """What the viewer is asked: the texts of all choices, and the same choices as a tree, step by pick by pick"""

    name: str
    choices: tuple[str, ...]
    answers: tuple[Answer, ...]


@frozen
class Table:
    """Everything that one viewer may see, and no more

    `viewer`: a letter, none for an onlooker.  `others` begins with the viewer's left neighbour; `own` is none for an
    onlooker; `partners`: who is in the viewer's team.  `chooser`: who has to choose, none if nobody has or the viewer
    must not know.  `story`: what has happened since the viewer last chose; `question` only for whoever has to choose.
    """

    title: str
    viewer: str | None
    outcome: Literal["running", "ended", "everyone_lost"]
    common: Area
    others: tuple[Area, ...]
    own: Area | None
    partners: tuple[str, ...]
    story: tuple[str, ...]
    chooser: str | None
    question: Question | None
    result: Result | None

    @property
    def areas(self) -> list[Area]:
        """All of them: the common one, the others', the viewer's own."""
        return [self.common, *self.others, *([self.own] if self.own else [])]

    def area(self, seat: str | None) -> Area:
        """The area of a seat by its letter, none for the common one; KeyError if nobody sits there."""
        for area in self.areas:
            if area.seat == seat:
                return area
        raise KeyError(seat)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; `format` counts the shapes that were ever written."""
        data = plain(self)
        data["result"] = self.result.to_dict() if self.result else None
        return {"format": 1, **data}

    def __bytes__(self) -> bytes:
        """Canonical JSON, UTF-8: equal tables have equal bytes."""
        return as_bytes(self.to_dict())
