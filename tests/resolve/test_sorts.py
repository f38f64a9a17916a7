"""Sorts: what two have in common, what fits where, what may be none, and how each is called."""

from __future__ import annotations

import pytest

from rulelang.resolve.model.sorts import (
    HIGHEST,
    CardSort,
    FlagSort,
    MemberSort,
    MembersSort,
    NamesSort,
    NumberSort,
    NumbersSort,
    PlaceSort,
    PlayerSort,
    PlayersSort,
    SetSort,
    Sort,
    StepSort,
)
from rulelang.resolve.sorts import can_be_none, common, describe, fits, maybe

WITH_NONE: dict[str, tuple[Sort, Sort]] = {
    "number": (NumberSort(1, 3), NumberSort(1, 3, maybe=True)),
    "member": (MemberSort("Colour"), MemberSort("Colour", maybe=True)),
    "player": (PlayerSort(), PlayerSort(maybe=True)),
    "card": (CardSort(("Chip",)), CardSort(("Chip",), maybe=True)),
    "step": (StepSort(("draw",)), StepSort(("draw",), maybe=True)),
}


@pytest.mark.parametrize("name", WITH_NONE)
def test_what_may_be_none_on_one_side_may_be_none_together(name: str) -> None:
    sure, unsure = WITH_NONE[name]
    assert maybe(sure) == maybe(unsure) == unsure
    assert [can_be_none(sort) for sort in (sure, unsure)] == [False, True]
    assert common(sure, sure) == sure
    assert common(sure, unsure) == common(unsure, sure) == common(unsure, unsure) == unsure


TOGETHER: dict[str, tuple[Sort, Sort, Sort | None]] = {
    "numbers: from the lowest to the highest": (NumberSort(2, 5), NumberSort(0, 3), NumberSort(0, 5)),
    "cards: the types in order": (CardSort(("A", "B")), CardSort(("C", "A")), CardSort(("A", "B", "C"))),
    "sets": (SetSort(("A",)), SetSort(("B",)), SetSort(("A", "B"))),
    "places of one shape": (PlaceSort(("A",), "row"), PlaceSort(("B",), "row"), PlaceSort(("A", "B"), "row")),
    "places of two shapes": (PlaceSort(("A",), "row"), PlaceSort(("A",), "pile"), PlaceSort(("A",), None)),
    "names": (NamesSort(("A",)), NamesSort(("B",)), NamesSort(("A", "B"))),
    "steps": (StepSort(("draw",)), StepSort(("pass",)), StepSort(("draw", "pass"))),
    "flags": (FlagSort(), FlagSort(), FlagSort()),
    "members of two kinds": (MemberSort("Colour"), MemberSort("Size"), None),
    "a card and a set": (CardSort(("A",)), SetSort(("A",)), None),
    "a number and yes or no": (NumberSort(0, 1), FlagSort(), None),
    "a player and several": (PlayerSort(), PlayersSort(), None),
}


@pytest.mark.parametrize("name", TOGETHER)
def test_in_common(name: str) -> None:
    one, other, both = TOGETHER[name]
    assert common(one, other) == both


FITS: dict[str, tuple[Sort, Sort, bool]] = {
    "a card of one of the types": (CardSort(("A", "B")), CardSort(("B", "C")), True),
    "a card of another type": (CardSort(("A",)), CardSort(("B",)), False),
    "a card of any type": (CardSort(()), CardSort(("B",)), True),
    "a slot for its card": (CardSort(("A",)), PlaceSort(("A",), "slot"), True),
    "a slot of another type": (CardSort(("A",)), PlaceSort(("B",), "slot"), False),
    "a row for a card": (CardSort(("A",)), PlaceSort(("A",), "row"), False),
    "a card for a set": (SetSort(("A",)), CardSort(("A",)), True),
    "a place for a set": (SetSort(("A",)), PlaceSort(("A",), "row"), True),
    "a place of another type for a set": (SetSort(("A",)), PlaceSort(("B",), "row"), False),
    "a set for a card": (CardSort(("A",)), SetSort(("A",)), False),
    "any place for a place": (PlaceSort(("A",), "row"), PlaceSort(("B",), "pile"), True),
    "a member of the kind": (MemberSort("Colour"), MemberSort("Colour", maybe=True), True),
    "a member of another kind": (MemberSort("Colour"), MemberSort("Size"), False),
    "members of the kind": (MembersSort("Colour"), MembersSort("Colour"), True),
    "members of another kind": (MembersSort("Colour"), MembersSort("Size"), False),
    "other steps": (StepSort(("draw",)), StepSort(("pass",)), True),
    "numbers, whatever their bounds": (NumberSort(0, 1), NumberSort(5, 9), True),
    "yes or no for a number": (NumberSort(0, 1), FlagSort(), False),
    "a player for several": (PlayersSort(), PlayerSort(), False),
}


@pytest.mark.parametrize("name", FITS)
def test_what_fits(name: str) -> None:
    want, have, answer = FITS[name]
    assert fits(want, have) is answer


def test_only_an_empty_slot_is_none_among_places() -> None:
    assert can_be_none(PlaceSort(("A",), "slot"))
    assert not can_be_none(PlaceSort(("A",), "row"))
    assert not can_be_none(FlagSort())
    assert maybe(FlagSort()) == FlagSort()


CALLED: dict[str, Sort] = {
    "the number 4": NumberSort(4, 4),
    "a number from 0 to 4": NumberSort(0, 4),
    "a number": NumberSort(0, HIGHEST),
    "yes or no": FlagSort(),
    "an Animal": MemberSort("Animal"),
    "a value of `extra`": MemberSort("extra"),
    "a player": PlayerSort(maybe=True),
    "a Beast, an Animal or a Chip": CardSort(("Beast", "Animal", "Chip")),
    "a card": CardSort(("A", "B", "C", "D")),
    "a set of cards": SetSort(("A",)),
    "a row": PlaceSort(("A",), "row"),
    "several places together": PlaceSort(("A",), None),
    "several players": PlayersSort(),
    "a set of Colour values": MembersSort("Colour"),
    "a set of card names": NamesSort(("A",)),
    "a set of numbers": NumbersSort(),
    "a step": StepSort(("draw",)),
}


@pytest.mark.parametrize("words", CALLED)
def test_how_an_author_calls_it(words: str) -> None:
    assert describe(CALLED[words]) == words
