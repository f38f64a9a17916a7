"""Going on with a saved game.

Comes in: a record's path, or the wish to go on with one from the shelf; after how many choices.  Goes out: a table, and
where its game is written down; or what is wrong with the record, and what can be done.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.bots import BotTrouble, is_own
from interpreter.loading import bundled
from interpreter.machine.errors import OtherRules, UnreadableRecord
from interpreter.record_reading import read
from interpreter.terminal.table import Table
from rulelang.commands import shelf
from rulelang.commands.outcome import Problem, Unusable, say
from rulelang.commands.playable import Wanted
from rulelang.commands.recording import Recording
from rulelang.commands.replay import before, read_record, wanted_by
from rulelang.commands.seats import seated

if TYPE_CHECKING:
    from interpreter.records import Record

LISTED = 20


def saved(
    path: Path, at: int | None, rules: str | None, record_path: str | None, seats: Sequence[str] = ()
) -> tuple[Table, Recording]:
    """The table at which a record ends, or as it was after its first `at` choices.

    `seats`: somebody's own bots, said again: a record alone never has Python carried out.
    """
    file = str(path)
    record = read_record(file, at)
    if at is not None and at > len(record.moves):
        raise Unusable(f"--at {at} is beyond the end: the record holds {len(record.moves)} choices")
    _own_bots(file, record, seats)
    try:
        seated(record.seats)
    except Unusable as problem:
        raise Problem(f"{file}: {problem}") from problem
    wanted = _wanted(path, record, rules)
    try:
        game, texts = wanted.game_with_texts()
    except Unusable as problem:
        if not wanted.carried:
            raise
        raise type(problem)(
            f"{file}: the rules that it carries cannot be played; `--rules FILE` takes others"
        ) from None
    recording = Recording(wanted, texts, record_path)
    recording.prepare()
    try:
        table = Table.resume(game, record)
    except OtherRules as problem:
        raise Problem(f"{file}, {problem}\n{_about_rules(file, record, rules, wanted)}") from problem
    except UnreadableRecord as problem:
        raise Problem(f"{file}, {problem}{before(file, problem)}") from problem
    except BotTrouble as problem:  # no bot of this game
        raise Problem(f"{file}: {problem}") from problem
    if table.state.decision is None:
        raise Problem(
            f"{file}: this game is over\n`rulec replay {shlex.quote(file)}` shows it; "
            f"`rulec play {shlex.quote(file)} --at N` goes on after the first N of its {len(record.moves)} choices"
        )
    return table, recording


def _own_bots(file: str, record: Record, seats: Sequence[str]) -> None:
    """Problem unless exactly the programs that sat there are named again."""
    own = [f"{number}={name}" for number, name in enumerate(record.seats, start=1) if is_own(name)]
    if seats and sorted(seats) != sorted(own):
        raise Unusable("a saved game says itself who plays; only bots of your own are named again, as they were")
    if own and not seats:
        again = " ".join(f"--seat {shlex.quote(one)}" for one in own)
        raise Problem(
            f"{file}: bots that are programs sat at this table, and they are carried out only if you name them: "
            f"`rulec play {shlex.quote(file)} {again}`"
        )


def _wanted(path: Path, record: Record, rules: str | None) -> Wanted:
    """The game of a record: with the rules that it carries, unless others are said."""
    if rules is not None or not record.files:
        return wanted_by(str(path), record, rules)
    stem, beside = Path(record.rules).stem, path.parent / record.rules
    named = stem if stem in bundled() else str(beside if beside.is_file() else record.rules)
    return Wanted(named, record.players, record.variants, record.options, record.files)


def _about_rules(file: str, record: Record, rules: str | None, wanted: Wanted) -> str:
    """What can be done where the rules are others than those of a record."""
    if wanted.carried:
        return "The rules that it carries were changed; with the rules themselves: `--rules FILE`."
    if rules is not None and record.files:
        return "It carries its own; leave `--rules` away."
    return (
        f"If you have them as they were: `rulec play {shlex.quote(file)} --rules FILE`. "
        "A game saved with `save FILE with rules` goes on whatever becomes of them."
    )


def chosen() -> Path:
    """The record of a game that is not over: the one that was played last, or at a terminal the one that is meant."""
    found = shelf.unfinished()
    if not found:
        raise Unusable("there is no game that is not over; `rulec play FILE` begins one")
    if len(found) == 1 or sys.stdin is None or not sys.stdin.isatty():
        return found[0]
    for number, path in enumerate(found[:LISTED], start=1):
        say(f"{number:>2}  {_described(path)}")
    while True:
        typed = input(f"Which game? 1 to {len(found[:LISTED])}, Enter for the first: ").strip() or "1"
        if typed.isdecimal() and 1 <= int(typed[:9]) <= len(found[:LISTED]):
            return found[int(typed) - 1]


def torn(path: Path) -> int | None:
    """How many choices are whole in a record whose last line was never written to its end; none if it is whole."""
    try:
        read(path.read_text(encoding="utf-8"))
    except UnreadableRecord as problem:
        return problem.good
    except (OSError, UnicodeError):
        return None
    return None


def _described(path: Path) -> str:
    when = f"{datetime.fromtimestamp(path.stat().st_mtime):%Y-%m-%d %H:%M}"
    try:
        record = read(path.read_text(encoding="utf-8"))
    except (UnreadableRecord, OSError, UnicodeError) as problem:
        return f"{when}  {path.name}: {problem}"
    sat = ", ".join(record.seats)
    return f"{when}  {Path(record.rules).stem} · {' · '.join([*record.variants, sat])} · {len(record.moves)} choices"
