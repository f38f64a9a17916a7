"""A game for another program: one JSON object a line, answers as lines.

Comes in: lines.  Goes out: choices; a table whenever somebody has to answer and when the game is over; why a line is no
answer; what else was asked for (see `desk`).  docs/reference/commands.md says what stands in each object.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, TextIO, TypeAlias

from attrs import frozen

from interpreter.machine.errors import IllegalChoice
from interpreter.terminal.table import InputEnded, Table, Wish
from rulelang.plain import plain

if TYPE_CHECKING:
    from interpreter.decisions.choices import Choice, Decision
    from interpreter.terminal.desk import Desk

FORMAT = 1


@frozen
class OfTable:
    """What one player sees, as `Table.to_dict` has it; with a question if they have to answer"""

    table: dict[str, Any]
    kind: Literal["table"] = "table"


@frozen
class OfRefusal:
    """A line that was no answer: why, and choices that look like it.  The question stays open"""

    typed: str
    reason: str
    near: tuple[str, ...]
    kind: Literal["refused"] = "refused"


@frozen
class OfCommand:
    """What was asked for beside answering.  The question stays open"""

    title: str
    lines: tuple[str, ...]
    kind: Literal["told"] = "told"


@frozen
class OfEnd:
    """The end of the game, for people to read"""

    lines: tuple[str, ...]
    kind: Literal["end"] = "end"


Message: TypeAlias = OfTable | OfRefusal | OfCommand | OfEnd


class JsonLines:
    """A front for a program that shows the table to somebody, or plays itself."""

    def __init__(self, lines: Iterator[str], out: TextIO, desk: Desk) -> None:
        self._lines, self._out, self._desk = lines, out, desk

    def ask(self, table: Table, decision: Decision) -> Choice:
        self._say(OfTable(table.state.table(decision.player).to_dict()))
        for line in self._lines:
            typed = line.strip()
            try:
                return decision.parse(typed)
            except IllegalChoice as problem:
                answer = self._desk.command(typed, decision)
                if answer is None:
                    self._say(OfRefusal(typed, str(problem), problem.near))
                else:
                    self._say(OfCommand(answer[0], tuple(answer[1])))
        raise InputEnded

    def tell(self, table: Table) -> None:
        """Nothing before the end: what is new stands in the next table."""

    def after(self, table: Table, lines: Sequence[str]) -> Wish:
        seats: Sequence[int | None] = table.people or [None]
        for seat in seats:
            self._say(OfTable(table.state.table(seat).to_dict()))
        self._say(OfEnd(tuple(lines)))
        return "leave"

    def _say(self, message: Message) -> None:
        said = {"format": FORMAT, "kind": message.kind, **plain(message)}
        self._out.write(json.dumps(said, ensure_ascii=False) + "\n")
        self._out.flush()
