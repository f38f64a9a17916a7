"""Recorded games as tests: does a record still lead to the same end?

Comes in: the path of a `.play` file.  Goes out: a result; and, with `bless`, the record with today's rules and end.
The rules are looked for beside the record, in the folders above it, and among the games that come along.
"""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from interpreter.game import Game
from interpreter.loading import bundled, load
from interpreter.machine.engine import GameFault
from interpreter.machine.errors import MachineError, RulesError, UnreadableRecord
from interpreter.record_reading import read
from interpreter.records import Record, replay
from rulelang.diagnostics import Diagnostic
from rulelang.files import read_bytes
from rulelang.testing.model import Failure, Result


def run_record(path: Path) -> Result:
    """Play a record again and compare."""
    name = path.as_posix()
    try:
        record = read(read_bytes(path).decode("utf-8-sig"))
        replay(_game(path, record), record)
    except UnreadableRecord as wrong:
        return _failed(path, f"{name}:{max(wrong.line, 1)}:1", wrong.reason)
    except RulesError as wrong:
        codes = ", ".join(sorted({d.code for d in wrong.diagnostics if isinstance(d, Diagnostic) and d.is_error}))
        said = f"its rules, {record.rules}, are not right ({codes}); `rulec check` shows what is wrong"
        return _failed(path, f"{name}:1:1", said)
    except (MachineError, GameFault, OSError, UnicodeError) as wrong:
        return _failed(path, f"{name}:1:1", str(wrong))
    return Result("record", path.name, "", f"{name}:1:1", None)


def bless(path: Path) -> str:
    """The text of the record with the rules as they are now and the end to which its choices lead now.

    UnreadableRecord if a choice of it is no choice any more.
    """
    record = read(read_bytes(path).decode("utf-8-sig"))
    game = _game(path, record)
    current = evolve(record, rules_hash=game.program.rules_hash, options=game.program.options)
    reached = replay(game, current, moves=len(record.moves))
    return evolve(current, end=reached.result.why if reached.result else record.end).text()


def _game(path: Path, record: Record) -> Game:
    return load(_rules(path, record.rules), record.players, record.variants, dict(record.options))


def _rules(path: Path, name: str) -> Path | str:
    if "\0" not in name and name.endswith(".rules"):
        for folder in path.absolute().parents:
            if (folder / name).is_file():
                return folder / name
    stem = name.removesuffix(".rules")
    return bundled().get(stem, name)


def _failed(path: Path, place: str, message: str) -> Result:
    return Result("record", path.name, "", place, Failure(place, message))
