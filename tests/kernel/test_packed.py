"""Places with a bit for each card do what places with a list of cards do, as CPython runs both."""

from __future__ import annotations

from random import Random
from typing import Any, NoReturn

import pytest

from interpreter.kernel import listed, packed
from interpreter.reference.machine import bound, functions

BASE, ROOM, AT = [40, 7], [3, 4], [5, 20]
"""Of two places: the first card that may lie there, for how many cells of 32 cards there is room, where they begin."""
CELLS = 64


class Fault(Exception):
    pass


def fault(kind: str, *_: int) -> NoReturn:
    raise Fault(kind)


def nth(bits: int, number: int) -> int:
    return [bit for bit in range(32) if bits >> bit & 1][number]


def lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def kernel(checked: int = 1) -> dict[str, Any]:
    """The functions on cells of their own, of which none is 0 outside of the places."""
    names: dict[str, Any] = {
        "S": [-9] * CELLS, "CARDS": AT, "BASE": [*BASE], "ROOM": ROOM, "CHECKED": checked, "RANGE": "range",
        "fault": fault, "ones": int.bit_count, "lowest": lowest, "nth": nth,
    }  # fmt: skip
    names |= bound(packed, names)
    for place in (0, 1):
        names["clear"](place)
    return names


def lying(names: dict[str, Any], place: int, many: int) -> list[int]:
    found = [-1] * (many + 1)
    names["members"](place, found)
    assert found.pop() == -1
    return found


def test_both_have_the_same_functions() -> None:
    assert functions(packed).keys() == functions(listed).keys()


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("seed", range(5))
def test_cards_come_and_go(place: int, seed: int) -> None:
    names, there, random = kernel(), set[int](), Random(seed)
    cards = range(BASE[place], BASE[place] + 32 * ROOM[place])
    for step in range(120):
        card = cards[0] if step == 0 else cards[-1] if step == 1 else random.choice(cards)
        names["remove" if card in there else "insert"](place, card)
        there ^= {card}
        ordered = sorted(there)
        assert lying(names, place, len(there)) == ordered
        assert [names["member"](place, index) for index in range(len(there))] == ordered
        assert [names["rank"](place, each) for each in ordered] == list(range(len(there)))
    assert lying(names, 1 - place, 0) == []
    names["clear"](place)
    assert lying(names, place, 0) == []
    outside = set(range(CELLS)) - {AT[one] + word for one in (0, 1) for word in range(ROOM[one])}
    assert {names["S"][cell] for cell in outside} == {-9}


@pytest.mark.parametrize("card", [BASE[1] - 1, BASE[1] + 32 * ROOM[1]])
def test_a_card_that_may_not_lie_there_is_a_fault(card: int) -> None:
    with pytest.raises(Fault, match="range"):
        kernel()["insert"](1, card)


@pytest.mark.parametrize("seed", range(5))
def test_all_cards_join_those_of_another_place(seed: int) -> None:
    names, random = kernel(), Random(seed)
    names["BASE"][:] = [BASE[1] + 64, BASE[1]]
    cards = range(BASE[1] + 64, BASE[1] + 128)
    some = random.sample(cards, 20)
    for card in some[:12]:
        names["insert"](0, card)
    for card in some[12:]:
        names["insert"](1, card)
    assert [card for card in cards if names["has"](0, card)] == sorted(some[:12])
    assert not names["has"](1, BASE[1] - 1)
    assert not names["has"](1, BASE[1] + 32 * ROOM[1])
    names["join"](0, 1)
    assert lying(names, 1, 20) == sorted(some)
    assert lying(names, 0, 0) == []
