"""`rulec replay FILE.play`: a recorded game once more.

Comes in: a record and the rules that it names.  Goes out: the log as one seat sees it, and whether the record
is true.  Reading and verifying is left to `interpreter.records`.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.loading import bundled
from rulelang.commands.outcome import CLEAN, Problem, Unusable, say
from rulelang.commands.playable import Wanted

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.machine.errors import UnreadableRecord
    from interpreter.records import Record
    from interpreter.state import State


@click.command()
@click.argument("file", metavar="FILE.play")
@click.option("--as", "seat", metavar="SEAT", help="Tell it as this seat saw it (1 or A); otherwise as onlookers do.")
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="Stop after N choices and show the table.")
@click.option("--rules", metavar="FILE", help="The rules, if they have moved.")
def command(file: str, seat: str | None, at: int | None, rules: str | None) -> int:
    """Show a recorded game again and verify it.

    Every line is played as the rules are now; the first that does not fit is named.

    \b
    rulec replay evening.play --as B
    rulec replay evening.play --at 12 --as A
    """
    from interpreter.machine.errors import UnreadableRecord
    from interpreter.records import replay
    from rulelang.commands.seats import seat_number

    record = read_record(file, at)
    game = game_of(file, record, rules)
    viewer = None if seat is None else seat_number(seat, game.players)
    if at is not None and at > len(record.moves):
        raise Unusable(f"--at {at} is beyond the end: the record holds {len(record.moves)} choices")
    try:
        state = replay(game, record, at)
    except UnreadableRecord as problem:
        _until(game, record, viewer, problem)
        raise Problem(f"{file}, {problem}{before(file, problem)}") from problem
    _tell(state, viewer)
    if at is not None:
        _show(state, viewer)
    else:
        _finish(state, record, viewer)
    return CLEAN


def read_record(file: str, moves: int | None = None) -> Record:
    """The record in a file, or as much of it as its first `moves` choices; exit code 2 if the file cannot be read, 1 if
    it is no record."""
    from interpreter.machine.errors import UnreadableRecord
    from interpreter.record_reading import read
    from rulelang.diagnostics import did_you_mean
    from rulelang.files import read_bytes

    path = Path(file)
    try:
        return read(read_bytes(path).decode("utf-8-sig"), moves)
    except UnicodeDecodeError:
        raise Unusable(f"`{file}` is not a record: it is not text in UTF-8") from None
    except (FileNotFoundError, NotADirectoryError):
        others = path.parent.glob("*.play") if path.parent.is_dir() else ()
        near = did_you_mean(path.name, sorted(other.name for other in others))
        raise Unusable(f"there is no file `{file}`" + (f"; did you mean `{near}`?" if near else "")) from None
    except (OSError, ValueError) as problem:
        said = problem.strerror if isinstance(problem, OSError) else None
        raise Unusable(f"`{file}` cannot be read: {(said or str(problem)).lower()}") from problem
    except UnreadableRecord as problem:
        raise Problem(f"{file}, {problem}{before(file, problem)}") from problem


def before(file: str, problem: UnreadableRecord) -> str:
    """How to go on before the line of a record that is wrong."""
    if problem.good is None:
        return ""
    return f"\n`rulec play {shlex.quote(file)} --at {problem.good}` goes on before that line."


def game_of(file: str, record: Record, rules: str | None = None) -> Game:
    """The game that a record belongs to: as it carries its rules, or as `wanted_by` finds them."""
    if record.files and rules is None:
        return Wanted(record.rules, record.players, record.variants, record.options, record.files).game()
    return wanted_by(file, record, rules).game()


def wanted_by(file: str, record: Record, rules: str | None) -> Wanted:
    """The game that a record names: the rules stand beside it, or where they stood, or come with rulelang."""
    from rulelang.compiling import has_errors, project_from_file
    from rulelang.diagnostics import Diagnostic

    found = rules or _rules_of(file, record)
    wanted = Wanted(found, record.players, record.variants, record.options)
    if rules is not None or found in bundled():
        return wanted
    project = project_from_file(found)
    if isinstance(project, Diagnostic) or has_errors(project.parse()[1]) or has_errors(project.resolve()[1]):
        raise Problem(
            f"{file}: `{found}`, which it names as its rules, is not right; `rulec check` shows what is wrong"
        )
    return wanted


def _rules_of(file: str, record: Record) -> str:
    """What the record names; a record may come from a stranger, so nothing but rules is looked for, and never `-`."""
    named = Path(record.rules)
    if "\0" not in record.rules and named.suffix == ".rules":
        for path in (Path(file).parent / named, Path(file).parent / named.name, named):
            if path.is_file():
                return str(path)
    if named.stem in bundled():
        return named.stem
    raise Unusable(f"{file}: the rules `{record.rules}` are not there; say where they are with `--rules FILE`")


def _until(game: Game, record: Record, viewer: int | None, problem: UnreadableRecord) -> None:
    """The log as far as the record is true."""
    from interpreter.records import replay

    good = [number for number, move in enumerate(record.moves) if move.line == problem.line]
    if good:
        _tell(replay(game, record, good[0]), viewer)


def _tell(state: State, viewer: int | None) -> None:
    from interpreter.terminal.paper import printable

    for line in state.story(viewer, whole=True):
        say(printable(line))


def _show(state: State, viewer: int | None) -> None:
    from interpreter.table.lines import lines
    from interpreter.terminal.paper import printable

    say("")
    for line in lines(state.table(viewer)):
        say(printable(line))
    if (decision := state.decision) is not None and (viewer == decision.player or not decision.secret):
        say(f"{decision.seat} has to choose")


def _finish(state: State, record: Record, viewer: int | None) -> None:
    from interpreter.terminal.ending import ending, reason
    from interpreter.terminal.paper import printable

    say("")
    if state.result is None:
        say("The record ends before the game is over.")
    else:
        seats = record.seats if len(record.seats) == record.players else ["human"] * record.players
        for line in ending(state.game, state.result, seats, reason(state.ended_by)):
            say(printable(line))
    say(f"verified: {len(record.moves)} choices")
