"""One game after another at one table, and the last words about each.

Comes in: a table, where its game is written down, how to sit at it.  Goes out: an exit code, or the exception that says
what is wrong and how to go on.  What screens look like is left to `interpreter.screen` and `interpreter.terminal`.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from interpreter.bots import BotTrouble
from interpreter.machine.engine import GameFault
from interpreter.terminal.desk import Desk
from interpreter.terminal.ending import ending, reason
from interpreter.terminal.paper import NO_SCREENS, only_ascii
from interpreter.terminal.scripted import Scripted, WrongLine, numbered
from interpreter.terminal.table import Branched, InputEnded, Left, Table
from rulelang.commands.outcome import CLEAN, UNUSABLE, HungUp, Interrupted, Problem, Terminated, Unusable, say
from rulelang.commands.recording import Recording
from rulelang.commands.stopping import Stopped, heeded

if TYPE_CHECKING:
    from interpreter.terminal.paper import Plain
    from interpreter.terminal.table import Front, Wish

LARGEST_SCREEN = 1_000_000
"""A terminal that says that it has more cells than this is none that can be painted."""


PAUSE = 0.7
"""Seconds after each choice of a bot on the full screen; any key ends them."""


def new_seed() -> str:
    """One that nobody guesses: it is told when the game is over, since it tells where every card lies."""
    return str(secrets.randbits(64))


@define
class Evening:
    """`kept`: whether all files that were asked for hold all of it; `asks_all`: people are asked even where there is
    only one choice, as scripts and programs always are.
    """

    table: Table
    recording: Recording
    paper: Plain
    plain: bool
    json: bool
    kept: bool = True
    asks_all: bool = False
    _lines: Iterator[str] = field(init=False, factory=lambda: _standard_input())
    _script: Iterator[tuple[int, str]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._script = numbered(self._lines)

    def play(self) -> int:
        """Until somebody leaves; the exit code."""
        while (table := self._next()) is not None:
            self.table = table
            self.recording = Recording(self.recording.wanted, self.recording.texts, None)
        return CLEAN if self.kept else UNUSABLE

    def _next(self) -> Table | None:
        """Play, and sit down for what comes next; none if somebody has left."""
        try:
            wish = self._one_game()
        except Branched as branched:
            record = self.table.unfinished
            return Table.resume(self.table.game, evolve(record, moves=record.moves[: branched.moves]))
        if wish == "leave":
            return None
        try:
            return self.table.another(wish, new_seed())
        except GameFault as fault:
            raise Problem(f"the set-up of the next game fails: {fault}") from fault

    # ---------------------------------------------------------------- one game

    def _one_game(self) -> Wish:
        table, recording = self.table, self.recording
        desk = Desk(table, lambda name: recording.save(table, name))
        table.asks_all = self.asks_all or self.json or sys.stdin is None or not sys.stdin.isatty()
        if table.unfinished.moves:
            recording.keep(table)
        try:
            if self._has_screen:
                return self._on_screen(desk)
            with heeded():
                return self._to_the_end(self._front(desk))
        except Left:
            self.paper.lines(recording.going_on(table))
            return "leave"
        except BrokenPipeError:
            for line in recording.going_on(table):
                say(f"rulec: nobody reads what is printed. {line}", err=True)
            raise
        except (InputEnded, KeyboardInterrupt, Stopped, WrongLine, GameFault, BotTrouble, OSError) as end:
            raise self._last_words(end) from end

    def _to_the_end(self, front: Front) -> Wish:
        """Play, and ask what is wished for then; whatever happens, the record is written."""
        try:
            self.table.play(front, lambda: self.recording.keep(self.table))
        finally:
            self.kept = self.recording.finish(self.table) and self.kept
        return front.after(self.table, list(self._told_at_the_end()))

    def _told_at_the_end(self) -> Iterator[str]:
        result = self.table.state.result
        assert result is not None
        why = reason(self.table.state.ended_by, self.recording.texts)
        yield from ending(self.table.game, result, self.table.seats, why)
        yield ""
        yield from self.recording.farewell(self.table)

    @property
    def _has_screen(self) -> bool:
        """Whether somebody sits at a terminal that can be painted, one that says no nonsense about its size."""
        piped = sys.stdin is None or not sys.stdin.isatty() or not sys.stdout.isatty()
        simple = os.environ.get("TERM", "") in NO_SCREENS
        if piped or simple or self.plain or self.json or not self.table.people:
            return False
        size = get_terminal_size()
        return size.columns * size.lines <= LARGEST_SCREEN

    def _on_screen(self, desk: Desk) -> Wish:
        from interpreter.screen.app import TableApp

        app = TableApp(self.table, desk, PAUSE, only_ascii(sys.stdout, os.environ))
        self.recording.tell = app.tell_of
        with heeded(app.leave):
            wish = app.evening(lambda: self._to_the_end(app))
        self.paper.heading("The end")
        self.paper.lines(self._told_at_the_end())
        return wish

    def _front(self, desk: Desk) -> Front:
        from interpreter.terminal.interactive import Interactive
        from interpreter.terminal.json_lines import JsonLines

        if self.json:
            return JsonLines(self._lines, self.paper.out, desk)
        if sys.stdin is None or not sys.stdin.isatty():
            return Scripted(self._script, self.paper, desk)
        forget: Callable[[], None] = _nothing
        with suppress(ImportError):  # not everywhere; with it, what is typed can be edited, and is remembered
            forget = import_module("readline").clear_history
        return Interactive(input, self.paper, desk, forget)

    # ---------------------------------------------------------------- last words

    def _last_words(self, end: BaseException) -> Unusable:
        """What has ended the game, and how to go on with it."""
        decision = self.table.state.decision
        going_on = list(self.recording.going_on(self.table))
        match end:
            case InputEnded():
                assert decision is not None
                return Problem("\n".join([f"the input ended while {decision.seat} has to choose", *going_on]))
            case GameFault():
                before = [f"{line} --at {len(self.table.unfinished.moves) - 1}" for line in going_on[:1]]
                said = f"the rules come to a dead end (seed {self.table.seed}): {end}"
                return Problem("\n".join([said, *before]))
            case Stopped():
                kind = HungUp if end.name == "SIGHUP" else Terminated
                return kind("\n".join([f"stopped by {end.name}", *going_on]))
            case WrongLine() | BotTrouble():
                return Problem("\n".join([str(end), *going_on]))
            case OSError():
                said = f"what is printed cannot be written: {(end.strerror or str(end)).lower()}"
                return Unusable("\n".join([said, *going_on]))
            case _:
                return Interrupted("\n".join(["stopped with Ctrl-C", *going_on]))


def _nothing() -> None:
    """Nothing that was typed is remembered."""


def _standard_input() -> Iterator[str]:
    """The lines of standard input as they come; one that is no UTF-8 is still shown in the message about it."""
    if sys.stdin is not None:  # it is not closed
        for line in sys.stdin.buffer:
            yield line.decode("utf-8", errors="replace").rstrip("\r\n")
