"""Streams of many games in machine code, against each by itself."""

from __future__ import annotations

import pytest

from interpreter.machine.generator import Seeds, messages, starts

llvm = pytest.importorskip("llvmlite")


@pytest.mark.parametrize("seed", ["0", "a b/ü", "\udcff", "17 letters, or so", "", "so long that it needs two blocks"])
@pytest.mark.parametrize(("first", "last", "players"), [(0, 1203, 2), (95, 305, 5), (9_999_700, 10_000_001, 1)])
def test_many_streams_are_those_of_each(seed: str, first: int, last: int, players: int) -> None:
    from interpreter.native.drive.seeds import many_starts
    from interpreter.native.drive.whole_games import stream_words

    seeds = Seeds(seed, range(first, last))
    assert (many_starts(players, seeds) is None) == ("long" in seed)
    assert stream_words(players, seeds) == stream_words(players, list(seeds))


def test_a_message_and_its_number_are_what_a_single_game_hashes() -> None:
    from hashlib import sha256

    from interpreter.machine.generator import MULTIPLIER

    for (before, after, increment), start in zip(messages(3, "s"), starts(3, "s/12"), strict=True):
        digest = int.from_bytes(sha256(before + b"12" + after).digest()[:8], "little")
        assert (digest * MULTIPLIER + increment) % 2**64 == start


def test_few_games_are_not_worth_it() -> None:
    from interpreter.native.drive.seeds import WORTH_IT, many_starts

    assert many_starts(2, Seeds("0", range(WORTH_IT - 1))) is None
