"""`rulec play FILE`: a game in the terminal, or a scripted one.

Comes in: a game, who sits where; what is typed, or one choice a line where standard input is no terminal.
Goes out: screens or a log, the end of the game, a record.  What the screens look like is left to
`interpreter.terminal`.
"""

from __future__ import annotations

import secrets
import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

import click

from rulelang.commands.outcome import CLEAN, UNUSABLE, Interrupted, Problem, Unusable
from rulelang.commands.playable import Wanted, configuration

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.machine.results import Result
    from interpreter.terminal.paper import Plain
    from interpreter.terminal.table import Front, Table
    from rulelang.commands.recording import Recording


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--seat", "seats", multiple=True, metavar="N=human|random",
    help="Who sits in a seat: you (human) or a bot. Seat 1 is yours if nothing is said.",
)  # fmt: skip
@click.option("--seed", metavar="SEED", help="A number or any text; the same seed deals the same cards.")
@click.option("--plain", is_flag=True, help="No full screen: one fact a line, for screen readers.")
@click.option("--record", metavar="OUT.play", help="Write the game into a file that `rulec replay` shows again.")
@configuration
def command(
    file: str,
    seats: tuple[str, ...],
    seed: str | None,
    plain: bool,
    record: str | None,
    players: int | None,
    variants: tuple[str, ...],
    options: tuple[tuple[str, str], ...],
) -> int:
    """Play a game in the terminal.

    FILE is a rules file, the name of a game that comes with rulelang, or a saved game that goes on.  If standard
    input is no terminal, it is read as a script: one choice a line, by its number or as it is written; empty lines
    and lines with # are passed over.

    \b
    rulec play werwars --players 3 --seed 7
    rulec play werwars --seat 2=human --variant "Some variant" --set diet=printed
    rulec play werwars < choices.txt
    rulec play evening.play
    """
    from interpreter.machine.engine import GameFault
    from interpreter.terminal.ending import ending
    from interpreter.terminal.paper import Plain
    from interpreter.terminal.table import InputEnded, Left, Table
    from rulelang.commands.recording import SUFFIX, Recording
    from rulelang.commands.seats import seat_names

    if file.endswith(SUFFIX):
        if any((seats, seed, players, variants, options)):
            raise Unusable(f"`{file}` says itself who plays, with which seed, variants and options")
        wanted, table = _resumed(file)
        game, names, chosen = table.game, table.seats, [f"{len(table.past)} choices so far"]
    else:
        wanted = Wanted(file, players, variants, options)
        game = wanted.game()
        names = tuple(seat_names(game.players, seats))
        chosen = [] if seed is None else [f"seed {seed}"]
        seed = _seed() if seed is None else seed
    recording = Recording(wanted, record)
    recording.prepare()
    if not file.endswith(SUFFIX):
        assert seed is not None
        try:
            table = Table.open(game, seed, names)
        except GameFault as fault:
            raise Problem(f"the set-up of this game fails with seed {seed}: {fault}") from fault
    paper = Plain(sys.stdout)
    paper.heading(" · ".join([game.title, *game.variants, f"{game.players} players", *chosen]))
    try:
        front = _front(table, paper, recording, plain)
        result, kept = _evening(front, lambda: _play(table, front, recording))
    except (Left, InputEnded) as end:
        return _left(table, paper, recording, isinstance(end, InputEnded))
    paper.heading("The end")
    paper.lines(ending(result, names))
    paper.lines(["", *recording.farewell(table)])
    return CLEAN if kept else UNUSABLE


def _resumed(file: str) -> tuple[Wanted, Table]:
    """The table at which a saved game ends."""
    from interpreter.machine.errors import UnreadableRecord
    from interpreter.terminal.table import Table
    from rulelang.commands.replay import game_of, read_record
    from rulelang.commands.seats import seated

    record = read_record(file)
    game = game_of(file, record)
    try:
        seated(record.seats)
    except Unusable as problem:
        raise Problem(f"{file}: {problem}") from problem
    try:
        table = Table.resume(game, record)
    except UnreadableRecord as problem:
        raise Problem(f"{file}, {problem}") from problem
    if table.state.decision is None:
        raise Problem(f"{file}: this game is over; `rulec replay` shows it")
    return Wanted(record.rules, record.players, record.variants, record.options), table


def _seed() -> str:
    """One that nobody guesses: it is told when the game is over, since it tells where every card lies."""
    return str(secrets.randbits(64))


def _evening(front: Front, play: Callable[[], tuple[Result, bool]]) -> tuple[Result, bool]:
    """Play, on the full screen where the front has one."""
    evening: Callable[[Callable[[], tuple[Result, bool]]], tuple[Result, bool]] | None
    evening = getattr(front, "evening", None)
    return play() if evening is None else evening(play)


def _front(table: Table, paper: Plain, recording: Recording, plain: bool) -> Front:
    from interpreter.terminal.desk import Desk
    from interpreter.terminal.interactive import Interactive
    from interpreter.terminal.scripted import Scripted

    if sys.stdin is None or not sys.stdin.isatty():
        return Scripted(_script(), paper)
    if sys.stdout.isatty() and not plain:
        from interpreter.screen.app import TableApp

        desk = Desk(table, lambda name: recording.save(table, name))
        return TableApp(table, lambda typed: desk.obey(typed, table.state.decision))
    forget: Callable[[], None] = _nothing
    with suppress(ImportError):  # not everywhere; with it, what is typed can be edited, and is remembered
        forget = import_module("readline").clear_history
    return Interactive(input, paper, lambda name: recording.save(table, name), forget)


def _nothing() -> None:
    """Nothing that was typed is remembered."""


def _script() -> list[str]:
    """The lines of standard input; one that is no UTF-8 is still shown in the message about it."""
    if sys.stdin is None:  # closed
        return []
    return sys.stdin.buffer.read().decode("utf-8", errors="replace").split("\n")


def _play(table: Table, front: Front, recording: Recording) -> tuple[Result, bool]:
    """To the end; whatever happens, the record is written.  The result, and whether the record holds all of it."""
    from interpreter.machine.engine import GameFault
    from interpreter.terminal.scripted import WrongLine

    try:
        table.play(front, lambda: recording.keep(table))
        result = table.state.result
    except WrongLine as wrong:
        raise Problem(str(wrong)) from wrong
    except GameFault as fault:
        raise Problem(f"the rules come to a dead end (seed {table.seed}): {fault}") from fault
    except KeyboardInterrupt:
        kept = f"; the game so far is in {recording.path}" if recording.path else ""
        raise Interrupted(f"stopped with Ctrl-C{kept}") from None
    finally:
        well = recording.finish(table)
    assert result is not None
    return result, well


def _left(table: Table, paper: Plain, recording: Recording, input_ended: bool) -> int:
    decision = table.state.decision
    if input_ended and decision is not None:
        raise Problem(f"the input ended while {decision.seat} has to choose")
    paper.lines(recording.farewell(table))
    return CLEAN
