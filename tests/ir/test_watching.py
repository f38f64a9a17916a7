"""Which statements are followed by a look at a `whenever`: what one changes and the other reads."""

from __future__ import annotations

import pytest

from rulelang.ir.lower.flow.touched import ANY_PLACE, Touched, _meet
from tests.ir.conftest import Lower

SCORE, MARK = ("counter", "score"), ("counter", "mark")
LINE, HEAP, ANY = ("place", "line"), ("place", "heap"), ("place", ANY_PLACE)
MEET: dict[str, tuple[set[tuple[str, str]], set[tuple[str, str]], bool]] = {
    "the same counter": ({SCORE}, {SCORE, LINE}, True),
    "another counter": ({SCORE}, {MARK}, False),
    "the same place": ({LINE}, {HEAP, LINE}, True),
    "another place": ({LINE}, {HEAP}, False),
    "a place, and any is changed": ({LINE}, {ANY}, True),
    "any place, and one is changed": ({ANY}, {HEAP}, True),
    "a counter, and any place is changed": ({SCORE}, {ANY}, False),
    "any place, and a counter is changed": ({ANY}, {SCORE}, False),
    "a counter of the name of a place": ({("counter", "line")}, {LINE}, False),
    "nothing is read": (set(), {ANY}, False),
    "nothing is changed": ({ANY}, set(), False),
}


@pytest.mark.parametrize("name", MEET)
def test_meeting(name: str) -> None:
    reads, changed, answer = MEET[name]
    assert _meet(Touched(reads), Touched(changed)) is answer


CHANGES: dict[str, set[str]] = {
    "add 1 to rounds": {"rounds"},
    "set opener.score to 2": {"score"},
    "move 2 from deck to line": {"line", "deck"},
    "move 1 from deck to heap": {"heap", "deck"},
    "move every chip in line to heap": {"line", "heap"},
    "shuffle deck": {"deck"},
}
WATCHED = {
    "rounds": "rounds > 3",
    "score": "opener.score > 3",
    "line": "line is empty",
    "heap": "heap is empty",
    "deck": "deck is empty",
}


@pytest.mark.parametrize("statement", CHANGES)
@pytest.mark.parametrize("watched", WATCHED)
def test_only_what_it_reads_is_looked_at(lower: Lower, watched: str, statement: str) -> None:
    found = lower(f"to note: set opener.mark to yes\nwhenever {WATCHED[watched]}: note\nplay: {statement}\n")
    looks = [each for each in found.program.procedures if each.name.startswith("whenever")]
    assert bool(looks) is (watched in CHANGES[statement])
