"""Seeds and draws against a second implementation, written straight from the page, and against published
numbers."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.machine.generator import INCREMENTS, below, seed_streams, start
from interpreter.machine.layout import STREAM_CELLS, bot_cell

NUMBERS = {"deal": 0xDEA1, "dice": 0xD1CE, "bots": 0xB075}


class Plain:
    """PCG-XSH-RR 64/32 with Lemire's bounded draw, as docs/design/ir.md describes them and no faster."""

    def __init__(self, stream: str, seed: str) -> None:
        self.increment = 2 * NUMBERS[stream] + 1
        self.state = int.from_bytes(sha256(f"rulelang-seed-1/{stream}/{seed}".encode()).digest()[:8], "little")
        self.word()

    def word(self) -> int:
        old = self.state
        self.state = (old * 6364136223846793005 + self.increment) % 2**64
        shifted = ((old // 2**18) ^ old) // 2**27 % 2**32
        turn = old // 2**59
        return int((shifted // 2**turn + shifted * 2 ** (32 - turn)) % 2**32)

    def below(self, bound: int) -> int:
        if bound == 1:
            return 0
        while True:
            product = self.word() * bound
            if product % 2**32 >= 2**32 % bound:
                return int(product // 2**32)


def words(stream: str, seed: int | str, bounds: list[int]) -> list[int]:
    """Draws of deal or dice, or of the bot in seat 1 of two."""
    state = [0] * 10
    seed_streams(state, 2, seed)
    cell = bot_cell(1) if stream == "bots" else STREAM_CELLS[stream]
    return [below(state, cell, INCREMENTS[stream], bound) for bound in bounds]


def plain_one(stream: str, seed: int | str) -> Plain:
    return Plain(stream, f"{seed}/1" if stream == "bots" else str(seed))


KNOWN = [
    ("deal", 0, 52, [19, 5, 34, 28, 43, 27, 40, 44]),
    ("deal", 42, 52, [25, 46, 30, 14, 19, 12, 48, 13]),
    ("dice", 42, 6, [2, 2, 2, 3, 1, 1, 3, 2]),
    ("bots", 42, 1000, [638, 821, 49, 546, 195, 486, 787, 356]),
    (
        "deal",
        "a rainy evening",
        4294967295,
        [43430549, 3964567252, 3927357425, 2792169972, 1268929997, 1970182492, 3130914448, 2923911824],
    ),
    (
        "dice",
        -1,
        3221225472,
        [1731689064, 1302039889, 1163787704, 2413895005, 2200567885, 820863906, 2892159953, 901932253],
    ),
    ("dice", "ü", 2, [0, 0, 0, 0, 1, 0, 1, 0]),
]


@pytest.mark.parametrize(("stream", "seed", "bound", "numbers"), KNOWN)
def test_published_numbers(stream: str, seed: int | str, bound: int, numbers: list[int]) -> None:
    assert words(stream, seed, [bound] * len(numbers)) == numbers
    plain = plain_one(stream, seed)
    assert [plain.below(bound) for _ in numbers] == numbers


@given(
    st.sampled_from(sorted(NUMBERS)),
    st.text(max_size=8),
    st.lists(st.integers(1, 2**31 - 1) | st.sampled_from([1, 2, 3, 2**31, 2**31 + 1, 3 * 2**30]), max_size=12),
)
def test_draws_as_the_plain_one(stream: str, seed: str, bounds: list[int]) -> None:
    plain = plain_one(stream, seed)
    assert words(stream, seed, bounds) == [plain.below(bound) for bound in bounds]


def test_an_integer_seed_is_its_digits() -> None:
    assert start("deal", 42) == start("deal", "42") != start("deal", 43)
    assert start("deal", 0) != start("dice", 0)


def test_below_one_draws_nothing() -> None:
    state = [0] * 10
    seed_streams(state, 2, 1)
    before = list(state)
    assert below(state, 2, INCREMENTS["deal"], 1) == 0
    assert state == before


def test_words_are_signed_and_only_their_stream_moves() -> None:
    state = [0] * 10
    seed_streams(state, 2, 7)
    before = list(state)
    for _ in range(50):
        below(state, STREAM_CELLS["dice"], INCREMENTS["dice"], 6)
        assert all(-(2**31) <= cell < 2**31 for cell in state)
    assert state[:4] == before[:4]
    assert state[6:] == before[6:]
    assert state[4:6] != before[4:6]


def test_every_number_comes_up_about_equally_often() -> None:
    numbers = words("dice", "evenly", [6] * 6000)
    assert all(900 < numbers.count(face) < 1100 for face in range(6))
