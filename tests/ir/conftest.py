"""Small games for the lowering: a text in, its IR, the dump of one part, or a game that runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from rulelang.compiling import project_from_text
from rulelang.ir.dump import dump
from rulelang.ir.lower import translate
from rulelang.ir.model.program import Program

HEAD = 'rules 1\ngame "Small"\nplayers 2 to 4\n'
CARDS = """
kind Colour: red, green, blue
cards Chip "{colour} {worth}": 1 for each colour, worth in 1 to 3

state:
    bag: bag of Chip, seen by nobody
    deck: pile of Chip, seen by nobody
    line: row of Chip, seen by all
    heap: pile of Chip, seen by all
    player.hand: hand of Chip, seen by owner
    player.score: number
    player.mark: flag
    rounds: 0 to 9

define opener = first player
"""


class Lowered:
    """The IR of one small game"""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.text = dump(program)

    def part(self, start: str) -> str:
        """The piece of the dump that begins with this, up to the next empty line, without its indent."""
        for piece in self.text.split("\n\n"):
            lines = piece.splitlines()
            if lines and lines[0].startswith(start):
                return "\n".join(lines)
        raise AssertionError(f"nothing begins with {start} in\n{self.text}")

    def line(self, start: str) -> str:
        """The only line that begins with this."""
        found = [line.strip() for line in self.text.splitlines() if line.strip().startswith(start)]
        assert len(found) == 1, f"{start}: {found}"
        return found[0]


Lower = Callable[..., Lowered]


@pytest.fixture
def lower() -> Lower:
    """`lower(text, players=…)`: the heading and a few places stand before the text."""

    def make(text: str, players: int = 2, options: Mapping[str, str] | None = None, *, bare: bool = False) -> Lowered:
        project = project_from_text(text if bare else HEAD + CARDS + text)
        problems = project.parse()[1]
        program, more = project.resolve()
        assert not [d for d in (*problems, *more) if d.is_error], [(d.message, d.span) for d in (*problems, *more)]
        made, _, found = translate(program, players, options)
        assert made is not None, found
        assert not found
        return Lowered(made)

    return make
