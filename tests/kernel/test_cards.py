"""Cards that go from place to place, and what is known of them afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rulelang.ir.model.program import Card, CardType, Seen, ZoneDecl
from tests.interpreter.programs import ALL, OWNER, by_player, tiny, zone
from tests.kernel.conftest import Plain, cards_of, fault_of, knows

BOX, PILE, ROW, MINE, YOURS, SLOT, BAG, TOP, NARROW = range(9)
BOTH, NOBODY, FIRST, SECOND = 3, 0, 1, 2
PROGRAM = tiny(
    (0, 0, 0, 1, 1, 2, 3, 4),
    (
        zone("pile", "pile", 8), zone("row", "row", 8, ALL), zone("hand", "hand", 8, OWNER, by_player(2)),
        zone("slot", "slot", 1), zone("bag", "bag", 8), zone("top", "pile", 8, Seen("all", top_only=True)),
        zone("narrow", "row", 2, Seen("all")),
    ),
)  # fmt: skip


def filled(kernel_of: Any, place: int, *cards: int) -> Any:
    kernel = kernel_of(PROGRAM)
    for card in cards:
        kernel("move", card, place, 1)
    return kernel


@pytest.mark.parametrize(
    ("place", "expected"),
    [(PILE, [5, 2, 7]), (ROW, [5, 2, 7]), (MINE, [2, 5, 7]), (BAG, [2, 5, 7])],
)
def test_the_usual_end(kernel_of: Any, place: int, expected: list[int]) -> None:
    kernel = filled(kernel_of, place, 5, 2, 7)
    assert cards_of(kernel, place) == expected
    assert [kernel("position", card) for card in expected] == ([2, 1, 0] if place == PILE else [0, 1, 2])
    into = [0] * 3
    assert kernel("items", place, into) == 3
    assert into == (expected[::-1] if place == PILE else expected)


@pytest.mark.parametrize(("place", "at", "expected"), [(ROW, 1, [5, 0, 2, 7]), (PILE, 1, [5, 2, 0, 7])])
def test_an_index_counts_from_the_first_or_the_top(kernel_of: Any, place: int, at: int, expected: list[int]) -> None:
    kernel = filled(kernel_of, place, 5, 2, 7)
    kernel("move_at", 0, place, at, 1)
    assert cards_of(kernel, place) == expected
    assert kernel("position", 0) == at
    assert kernel("at_place", place, at) == 0
    assert kernel("at_place", place, 4) == -1
    assert fault_of(kernel, "move_at", 1, place, 6, 1) == "position"


def test_a_card_leaves_no_trace_in_its_place(kernel_of: Any) -> None:
    kernel = filled(kernel_of, ROW, 5, 2, 7)
    kernel("move", 2, PILE, 1)
    at = kernel.layout.places[ROW]
    assert kernel.state[at.cards : at.cards + 3] == [5, 7, 0]
    assert kernel.state[kernel.layout.zone + 2] == PILE


def test_faults_of_moves(kernel_of: Any) -> None:
    kernel = filled(kernel_of, NARROW, 5, 2)
    assert fault_of(kernel, "move", 7, NARROW, 1) == "full"
    assert fault_of(kernel, "move", -1, ROW, 1) == "no_card"
    assert fault_of(kernel, "move", 0, 99, 1) == "range"
    assert fault_of(kernel, "deal", 1, PILE, ROW, 0, 1) == "empty"
    assert fault_of(kernel, "deal", -1, BOX, ROW, 0, 1) == "negative"
    assert fault_of(kernel, "shuffle", ROW, 1) == "position"
    assert kernel("deal", 3, PILE, ROW, 1, 1) == -1, "up to so many: none"


def test_a_shuffled_pile_is_loose_and_is_drawn_from_by_number(kernel_of: Any) -> None:
    kernel = filled(kernel_of, PILE, 5, 2, 7)
    size = kernel.layout.places[PILE].size
    kernel("shuffle", PILE, 1)
    assert cards_of(kernel, PILE) == [2, 5, 7]
    assert kernel.state[size : size + 3] == [3, 0, 3]
    kernel("move", 0, PILE, 1)
    kernel("move_at", 1, PILE, 4, 1)
    assert kernel.state[size : size + 3] == [5, 1, 3]
    assert fault_of(kernel, "move_at", 3, PILE, 2, 1) == "position"
    assert [kernel("mixed", PILE, card) for card in (1, 2, 5, 7, 0)] == [0, 1, 1, 1, 0]
    dealt = [kernel("deal", 1, PILE, ROW, 0, 1) for _ in range(5)]
    assert dealt[0] == 0
    assert sorted(dealt[1:4]) == [2, 5, 7]
    assert dealt[4] == 1
    assert kernel.state[size : size + 3] == [0, 0, 0]


@pytest.mark.parametrize(
    ("leaves", "lying", "run"),
    [
        ([1], [2, 5, 7, 0], [4, 0, 3]),  # from beneath what has no order
        ([0], [1, 2, 5, 7], [4, 1, 3]),  # from above
        ([5], [1, 2, 7, 0], [4, 1, 2]),
        ([5, 1], [2, 7, 0], [3, 0, 2]),
        ([5, 2], [1, 7, 0], [3, 1, 1]),
        ([5, 2, 7], [1, 0], [2, 0, 0]),
        ([5, 2, 7, 1, 0], [], [0, 0, 0]),
    ],
)
def test_a_card_leaves_a_pile_with_loose_cards(
    kernel_of: Any, leaves: list[int], lying: list[int], run: list[int]
) -> None:
    kernel = filled(kernel_of, PILE, 5, 2, 7)
    kernel("shuffle", PILE, 1)
    kernel("move", 0, PILE, 1)
    kernel("move_at", 1, PILE, 4, 1)
    for card in leaves:
        kernel("move", card, ROW, 1)
    size = kernel.layout.places[PILE].size
    assert (cards_of(kernel, PILE), kernel.state[size : size + 3]) == (lying, run)


def test_who_knows_a_card_that_moves(kernel_of: Any) -> None:
    kernel = filled(kernel_of, MINE, 5, 2, 7)
    assert knows(kernel, 5) == FIRST
    kernel("show", [5], 1, SECOND, 1)
    assert knows(kernel, 5) == BOTH
    kernel("move", 2, YOURS, 1)
    assert knows(kernel, 2) == BOTH
    assert knows(kernel, 5) == BOTH, "it has been seen which one left"
    kernel("move", 7, PILE, 1)
    assert knows(kernel, 7) == FIRST
    assert knows(kernel, 5) == FIRST, "it might have been this one"
    kernel("move", 5, BAG, 1)
    assert knows(kernel, 5) == NOBODY


def test_a_seen_top_is_turned_up(kernel_of: Any) -> None:
    kernel = filled(kernel_of, TOP, 5, 2, 7)
    assert [kernel("is_top", TOP, card) for card in (5, 2, 7)] == [0, 0, 1]
    kernel("shuffle", TOP, 1)
    size = kernel.layout.places[TOP].size
    assert kernel.state[size : size + 3] == [3, 0, 2]
    top = cards_of(kernel, TOP)[-1]
    assert kernel("is_top", TOP, top) == 1
    assert knows(kernel, top) == BOTH
    assert [knows(kernel, card) for card in cards_of(kernel, TOP)[:-1]] == [NOBODY, NOBODY]


def test_a_refill_moves_and_shuffles(kernel_of: Any) -> None:
    kernel = filled(kernel_of, ROW, 5, 2, 7)
    kernel("refill", [5, 2, 7], 3, PILE, 1)
    size = kernel.layout.places[PILE].size
    assert cards_of(kernel, PILE) == [2, 5, 7]
    assert kernel.state[size : size + 3] == [3, 0, 3]
    assert [knows(kernel, card) for card in (2, 5, 7)] == [NOBODY] * 3


# ---------------------------------------------------------------- swaps


def test_places_change_over_with_their_order(kernel_of: Any) -> None:
    kernel = filled(kernel_of, ROW, 5, 2, 7)
    kernel("move", 0, PILE, 1)
    kernel("move", 1, PILE, 1)
    kernel("swap_places", ROW, PILE, 1)
    assert cards_of(kernel, PILE) == [7, 2, 5], "the first of a row is the top of a pile"
    assert cards_of(kernel, ROW) == [1, 0]
    assert knows(kernel, 0) == BOTH
    kernel("swap_places", ROW, ROW, 1)
    assert cards_of(kernel, ROW) == [1, 0]


def test_what_comes_from_a_hand_has_no_order(kernel_of: Any) -> None:
    kernel = filled(kernel_of, MINE, 5, 2)
    kernel("swap_places", MINE, PILE, 1)
    size = kernel.layout.places[PILE].size
    assert kernel.state[size : size + 3] == [2, 0, 2]
    kernel("move", 0, MINE, 1)
    kernel("swap_places", MINE, ROW, 1)
    assert cards_of(kernel, ROW) == [0]
    assert fault_of(kernel, "swap_places", PILE, ROW, 1) == "position", "a loose pile for a row"
    assert fault_of(filled(kernel_of, PILE, 0, 1, 2), "swap_places", PILE, NARROW, 1) == "full"


def test_two_cards_change_places(kernel_of: Any) -> None:
    kernel = filled(kernel_of, ROW, 5, 2, 7)
    kernel("move", 0, MINE, 1)
    kernel("move", 6, MINE, 1)
    kernel("swap_cards", 2, 6, 1)
    assert cards_of(kernel, ROW) == [5, 6, 7]
    assert cards_of(kernel, MINE) == [0, 2]
    kernel("swap_cards", 5, 7, 1)
    assert cards_of(kernel, ROW) == [7, 6, 5]
    kernel("swap_cards", 0, 2, 1)
    assert cards_of(kernel, MINE) == [0, 2], "within a hand nothing changes"
    kernel("move", 1, PILE, 1)
    kernel("move", 3, PILE, 1)
    kernel("shuffle", PILE, 1)
    assert fault_of(kernel, "swap_cards", 1, 7, 1) == "position"
    assert fault_of(kernel, "swap_cards", -1, 7, 1) == "no_card"


TYPES = evolve(
    tiny(),
    types=(CardType("Card", 0, 3), CardType("Stone", 3, 3)),
    cards=tuple(Card(f"card {number}", number // 3, number) for number in range(6)),
    zones=(
        ZoneDecl("box", "pile", (), (0, 1), 6, Seen("nobody"), strict=True),
        ZoneDecl("mixed", "row", (), (0, 1), 6, Seen("all"), strict=True),
        ZoneDecl("cards", "row", (), (0,), 6, Seen("all"), strict=True),
        ZoneDecl("bag", "bag", (), (0,), 6, Seen("all"), strict=True),
    ),
)


@pytest.mark.parametrize("place", [2, 3])
def test_a_card_of_another_type_does_not_come_along(kernel_of: Any, place: int) -> None:
    def laid(*cards: int) -> Any:
        kernel = kernel_of(TYPES)
        for card in cards:
            kernel("move", card, 1, 1)
        kernel("move", 2, place, 1)
        return kernel

    kernel = laid(0, 1)
    kernel("swap_places", 1, place, 1)
    assert (cards_of(kernel, 1), cards_of(kernel, place)) == ([2], [0, 1])
    for cards in ((3, 0), (0, 3), (0, 1, 5)):
        assert fault_of(laid(*cards), "swap_places", 1, place, 1) == "strange"
    kernel = laid(0, 3)
    kernel("swap_cards", 0, 2, 1)
    assert (cards_of(kernel, 1), cards_of(kernel, place)) == ([2, 3], [0])
    assert fault_of(kernel, "swap_cards", 3, 0, 1) == "strange"
    assert fault_of(kernel, "swap_cards", 0, 3, 1) == "strange"
    assert fault_of(kernel, "move", 4, place, 1) == "strange"


# ---------------------------------------------------------------- look-alikes


def test_cards_are_put_together_by_look(kernel_of: Any) -> None:
    kernel = filled(kernel_of, ROW, 3, 0, 5, 4, 2, 1)
    members, following = [3, 0, 5, 4, 2, 1], [0] * 6
    kernel("by_look", members, 6, following)
    assert members == [3, 4, 0, 1, 2, 5]
    assert following == [2, 2, 5, 5, 5, 6]
    members = [3, 0, 5, 4, 2, 1]
    assert kernel("one_of_each", members, 6) == 3
    assert members[:3] == [3, 0, 5]


def test_the_best_known_stands_for_its_look_alikes(kernel_of: Any) -> None:
    kernel = filled(kernel_of, PILE, 0, 1, 2)
    kernel("show", [2], 1, BOTH, 1)
    kernel("show", [1], 1, FIRST, 1)
    members = [0, 1, 2]
    assert kernel("one_of_each", members, 3) == 1
    assert members[0] == 2
    assert [kernel("alike", 0, other) for other in (1, 3)] == [1, 0]
    kernel("move", 1, ROW, 1)
    assert kernel("alike", 0, 1) == 0, "in another place"


KNOWN = {
    "nobody knows more of one": {},
    "the last of its look": {2: BOTH},
    "the first and the last": {0: FIRST, 2: BOTH, 4: FIRST},
    "all of one look": {3: BOTH, 4: BOTH},
    "alone": {5: BOTH},
}


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("members", [[0, 1, 2, 3, 4, 5], [1, 2, 4], [5], [0, 5], []], ids=str)
def test_runs_of_one_look_are_put_together_as_any_cards_are(kernel_of: Any, name: str, members: list[int]) -> None:
    kernel, many = filled(kernel_of, PILE, 0, 1, 2, 3, 4, 5), len(members)
    for card, players in KNOWN[name].items():
        kernel("show", [card], 1, players, 1)
    found, following = list(members), [0] * many
    kernel("by_look", found, many, following)
    in_runs, ends = list(members), [0] * many
    kernel("runs_by_look", in_runs, many, ends)
    assert (in_runs, ends) == (found, following)
    found, in_runs = list(members), list(members)
    groups = kernel("one_of_each", found, many)
    assert kernel("one_of_each_run", in_runs, many) == groups == len(set(following))
    assert in_runs[:groups] == found[:groups]


@pytest.mark.parametrize(("many", "high", "bad"), [(12, 12, False), (13, 13, True), (13, 4, False), (90, 3, True)])
def test_too_many_sets(kernel_of: Any, many: int, high: int, bad: bool) -> None:
    kernel = kernel_of(PROGRAM)
    alone = [place + 1 for place in range(many)]
    for given in (("few_single", many, 0, high, 1), ("few_enough", alone, many, 0, high, 1)):
        if bad:
            assert fault_of(kernel, *given) == "too_many"
        else:
            kernel(*given)
    kernel("few_enough", [many] * many, many, 0, high, 1)  # all alike: one set of each size


@pytest.mark.parametrize("place", [PILE, ROW, MINE, BAG])
@pytest.mark.parametrize("guess", [PILE, ROW, MINE, BAG, SLOT])
def test_a_card_is_moved_wherever_it_was_looked_for(kernel_of: Any, place: int, guess: int) -> None:
    kernel, other = filled(kernel_of, place, 5, 2, 7), filled(kernel_of, place, 5, 2, 7)
    kernel("move", 2, YOURS, 1)
    other("move_from", 2, guess, YOURS, 1)
    assert other.state == kernel.state
    assert [kernel("lies_in", card, place) for card in range(8)] == [0, 0, 0, 0, 0, 1, 0, 1]
    assert fault_of(kernel, "move_from", -1, guess, YOURS, 1) == "no_card"


@pytest.mark.parametrize("place", [MINE, BAG, SLOT])
@pytest.mark.parametrize("target", [PILE, ROW, YOURS, BAG])
def test_all_cards_of_a_place_at_once(kernel_of: Any, place: int, target: int) -> None:
    cards = [5] if place == SLOT else [5, 2, 7]
    kernel, other = filled(kernel_of, place, *cards), filled(kernel_of, place, *cards)
    for each in (kernel, other):
        each("move", 4, target, 1)
    for card in sorted({*cards} | ({4} if place == target else set())):
        kernel("move", card, target, 1)
    other("pour", place, target, 1)
    assert cards_of(other, target) == cards_of(kernel, target)
    assert cards_of(other, place) == cards_of(kernel, place)


@pytest.mark.parametrize("card", range(8))
def test_a_card_is_found_without_cells_that_say_where_it_lies(card: int) -> None:
    kernel = filled(Plain, ROW, 5, 2, 7)
    kernel("move", 0, MINE, 1)
    expected = kernel("place_of", card)
    functions = kernel._names["place_of"].__globals__
    functions["PLACED"] = 0
    assert kernel("place_of", card) == expected
