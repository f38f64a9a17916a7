"""Lines of a story while they are written: who does what, put together where it is one person's doing.

Comes in: clauses, one after the other.  Goes out: lines.  What a clause says is left to `story`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from attrs import define, field

from interpreter.machine.texts import listed
from rulelang.nodes import frozen

MOST = 4
"""So many things that a choice does stand in its line."""


@frozen
class Clause:
    """What somebody does, `takes 2 apple`, or what is somebody's, `points 4`, with who it is; or a whole sentence"""

    seat: int | None
    text: str
    is_deed: bool = True


@define
class _Line:
    """A line that may still go on with what its player does

    `bare`: it is nothing but one deed, so that those of several players can become one.  `others`: something else than
    the player's own deeds stands in it, so that the player is named again.
    """

    seat: int | None
    text: str
    bare: bool
    parts: int = 0
    others: bool = False


@define
class Paragraph:
    """The lines of one choice; `name` gives the letter of a seat"""

    name: Callable[[int], str]
    lines: list[_Line] = field(factory=list)

    def begin(self, seat: int | None, text: str) -> None:
        """A line of its own, to which what its player does is added."""
        self.lines.append(_Line(seat, text, bare=False))

    def add(self, clause: Clause, first: bool = False) -> None:
        """One more thing: behind what the same player did, else alone.  `first`: rather behind the choice, unless it
        has led to something of which nobody in particular is told, such as the end of a round.
        """
        behind = self.lines[:1] if first and all(line.seat is not None for line in self.lines) else []
        for line in [*behind, *self.lines[-1:]]:
            if line.seat is not None and line.parts < MOST and clause.seat in (None, line.seat):
                again = line.others and clause.seat is not None and clause.is_deed
                line.text += f", {self.name(line.seat)} {clause.text}" if again else f", {clause.text}"
                line.parts += 1
                line.others |= clause.seat is None
                line.bare = False
                return
        who = "" if clause.seat is None else self.name(clause.seat) + (" " if clause.is_deed else ": ")
        self.lines.append(_Line(clause.seat, who + clause.text, clause.seat is not None and clause.is_deed))

    def written(self) -> list[str]:
        """Equal lines together, and what several players do alike."""
        found: list[str] = []
        for (bare, text), alike in groupby(self.lines, self._deed):
            lines = list(alike)
            seats = [line.seat for line in lines if line.seat is not None]
            if bare and 1 < len(seats) == len(set(seats)):
                verb, _, rest = text.partition(" ")
                who = listed([self.name(seat) for seat in seats], len(seats), "and")
                found.append(f"{who} {'have' if verb == 'has' else verb.removesuffix('s')} {rest}")
            else:
                found += [line.text for line in lines]
        return counted_lines(found)

    def _deed(self, line: _Line) -> tuple[bool, str]:
        if not line.bare or line.seat is None:
            return False, line.text
        return True, line.text.removeprefix(f"{self.name(line.seat)} ")


def counted_lines(lines: Sequence[str]) -> list[str]:
    """Equal lines that follow each other are one, with their number."""
    together = [(line, len(list(alike))) for line, alike in groupby(lines)]
    return [f"{many} times: {line}" if many > 1 else line for line, many in together]
