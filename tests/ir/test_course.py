"""How a game goes is kept as its author wrote it, without remarks and citations."""

from __future__ import annotations

import pytest

from rulelang.compiling import project_from_text

HEAD = """rules 1
game "Course"
players 2
state:
    n: number
    starter: Player, starts as random player
to go: add 1 to n
define player.worth = n
winner: highest worth, then shared
"""
ROWS = [
    ("play: repeat 3 times: go", ("repeat 3 times: go",)),
    (
        "play:      # each in turn\n    turns once from starter:   [A1]\n        go     # at last\n\n    add 1 to n",
        ("turns once from starter:", "    go", "add 1 to n"),
    ),
]


@pytest.mark.parametrize(("play", "course"), ROWS)
def test_the_lines_of_play(play: str, course: tuple[str, ...]) -> None:
    made = project_from_text(f"{HEAD}{play}\n").compile()
    assert made.program is not None, made.diagnostics
    assert made.program.course == course
