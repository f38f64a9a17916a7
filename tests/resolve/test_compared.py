"""What is compared with what: a word that two kinds share is understood from the other side."""

from __future__ import annotations

import pytest

from rulelang.resolve.model.expressions import Equal
from rulelang.resolve.model.sorts import MemberSort
from tests.resolve.texts import HEAD, resolve

GAME = """
kind Colour: red, green
kind Light: red, amber
state:
    hue: Colour
    lamp: Light
"""

UNDERSTOOD = {
    "hue is red": "Colour",
    "red is hue": "Colour",
    "hue is not red": "Colour",
    "lamp is red": "Light",
    "red is lamp": "Light",
    "green is red": "Colour",
    "amber is red": "Light",
    "hue is green": "Colour",
}  # fmt: skip


@pytest.mark.parametrize("asked", UNDERSTOOD)
def test_of_which_kind_a_word_is(asked: str) -> None:
    program, found = resolve(f"{HEAD}{GAME}define asked = {asked}\n")
    assert not [one for one in found if one.is_error]
    value = program.defines["asked"].layers[0].value
    value = getattr(value, "value", value)
    assert isinstance(value, Equal)
    assert value.left.sort == value.right.sort == MemberSort(UNDERSTOOD[asked])


TOLD = {
    "red is green": ["RL0208"],  # the first is read first, and nothing tells of which kind it is
    "red is red": ["RL0208"],
    "green is amber": ["RL0302"],
    "hue is amber": ["RL0302"],
    "amber is hue": ["RL0302"],
    "hue is lamp": ["RL0302"],
    "hue is 3": ["RL0302"],
}  # fmt: skip


@pytest.mark.parametrize("asked", TOLD)
def test_what_cannot_be_compared(asked: str) -> None:
    _, found = resolve(f"{HEAD}{GAME}define asked = {asked}\n")
    assert [one.code for one in found] == TOLD[asked]


def test_a_name_that_two_types_share_is_told_once_at_the_later_one() -> None:
    cards = [
        f'cards {name} "{{n}}": 1 for each n in {low} to {low + 2}\n' for name, low in (("A", 1), ("B", 3), ("C", 5))
    ]
    text = HEAD + "".join(cards)
    _, found = resolve(text)
    assert [one.message for one in found] == [f'two different cards are called "{n}"' for n in (3, 5)]
    starts = [text.index(card) for card in cards]
    for one, (start, end) in zip(found, [(starts[1], starts[2]), (starts[2], len(text))], strict=True):
        assert one.span is not None
        assert start < one.span.start < end


SHARED = {
    "define chip.worth = 2": ["worth"],
    "state:\n    chip.worth: flag": ["worth"],
    "state:\n    chip.turned: flag": [],
    "state:\n    player.worth: 0 to 9": [],
    "define colour.warmth = 2": ["warmth"],
    "table colour.warmth:\n    | red | 1 |\n    | green | 2 |": ["warmth"],
    "define player.warmth = 2": [],
}  # fmt: skip


@pytest.mark.parametrize("text", SHARED)
def test_a_column_and_what_has_a_dot_may_not_share_a_name(text: str) -> None:
    kind = "kind Colour:\n    | colour | warmth |\n    | red | 3 |\n    | green | 5 |\n"
    whole = f'{HEAD}{kind}cards Chip "{{colour}} {{worth}}": 1 for each colour, worth in 1 to 3\n{text}\n'
    _, found = resolve(whole)
    assert [one.code for one in found] == ["RL0201"] * len(SHARED[text])
    for one, name in zip(found, SHARED[text], strict=True):
        assert one.span is not None
        assert name in whole[one.span.start : one.span.end]
        assert one.labels
