"""Lines of any width: nothing is lost, nothing is longer than the window, and nothing goes on at the left edge."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from interpreter.screen.wrapping import Block, hanging

WORDS = st.lists(st.text("ab cä·…日", max_size=30), max_size=5)


@given(WORDS, st.integers(-3, 60), st.integers(0, 9))
def test_no_line_is_longer_than_the_window_and_nothing_is_lost(parts: list[str], width: int, indent: int) -> None:
    block = Block(Text("hand "), tuple(Text(part) for part in parts), indent)
    lines = list(block.lines(width))
    assert all(line.cell_len <= max(2, width) for line in lines)  # a wide sign has two columns wherever it stands
    assert "".join("".join(map(str, lines)).split()) == "".join("".join(["hand", *parts]).split())


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("steal  Draw a tile from the bag.", ["steal  Draw a tile", "       from the", "       bag."]),
        ("D is caught: KK continues nothing", ["D is caught: KK", "  continues", "  nothing"]),
        ("  2 coins of some prince", ["  2 coins of some", "    prince"]),
        ("short", ["short"]),
        ("", [""]),
    ],
)
def test_what_goes_on_stands_beneath_what_it_belongs_to(text: str, lines: list[str]) -> None:
    assert [line.plain.rstrip() for line in hanging([text], 18 if "KK" not in text else 15)] == lines


def test_parts_stay_whole_where_a_line_has_room_for_them() -> None:
    block = Block(Text("hand "), (Text("red apple"), Text("green pear"), Text("plum")), 5)
    assert [line.plain for line in block.lines(18)] == ["hand red apple", "     green pear", "     plum"]
    assert [line.plain for line in block.lines(40)] == ["hand red apple   green pear   plum"]
