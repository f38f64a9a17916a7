"""Where games are kept that are being played: one record each, in the user's own state folder.

Comes in: a game that begins, goes on, or ends.  Goes out: the path of its record, and the records of games that were
not played to their end.  What stands in a record, and when, is left to `recording`.

    games/2026-05-04-193012-kuhn-3f2a.play      not over yet
    games/over/2026-05-03-201500-magpie-77c0.play

A game that goes on gets a file of its own, and then the older one goes: so two windows that go on with the same game
never write into one file.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from platformdirs import user_state_dir

MOST = 100
"""So many games that are not over are kept, the youngest; and so many that are."""


def folder() -> Path:
    """The folder, made if need be.  OSError where there is none that is the user's own."""
    found = Path(user_state_dir("rulelang", appauthor=False)) / "games"
    if not found.is_absolute():
        raise NotADirectoryError(found)
    (found / "over").mkdir(mode=0o700, parents=True, exist_ok=True)
    return found


def place(rules: str) -> Path:
    """The path for a game that begins now; nothing is there yet.  OSError as above."""
    stem = re.sub(r"\W+", "_", Path(rules).stem)[:40]
    return folder() / f"{datetime.now():%Y-%m-%d-%H%M%S}-{stem}-{secrets.token_hex(2)}.play"


def unfinished() -> Sequence[Path]:
    """The records of games that are not over, the one that was played last comes first; none without a folder."""
    try:
        return _by_age(folder())[::-1]
    except OSError:
        return ()


def put_away(record: Path) -> Path:
    """A game is over: where its record is now.  The oldest of too many go."""
    over = record.parent / "over" / record.name
    try:
        record.replace(over)
    except OSError:
        return record
    thin_out(over.parent)
    return over


def thin_out(where: Path) -> None:
    """The youngest stay."""
    with suppress(OSError):
        for record in _by_age(where)[:-MOST]:
            record.unlink()


def _by_age(where: Path) -> list[Path]:
    def age(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except FileNotFoundError:  # another window has just put it away
            return 0.0

    return sorted(where.glob("*.play"), key=age)
