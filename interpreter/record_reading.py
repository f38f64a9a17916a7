"""Reading the text of a recorded game.

Comes in: the text of a `.play` file (see `records`).  Goes out: a `Record`, or `UnreadableRecord` with the
line.  Whether the game can be played again is left to `records`.
"""

from __future__ import annotations

import json
import re

from attrs import evolve

from interpreter.decisions import digits
from interpreter.machine.errors import UnreadableRecord
from interpreter.records import FIRST, FORMAT, NOT_FINISHED, Move, Record

_QUOTED_OR_SIGN = re.compile(r'"[^"]*"|["#]')
_HEADS = ("rules", "variant", "option", "players", "seed", "seats", "file")
_BAR = "|"


def read(text: str, moves: int | None = None) -> Record:
    """The record in a text, or as much of it as its first `moves` choices.  UnreadableRecord names the line; byte-order
    marks, CRLF and spaces at line ends do not matter.
    """
    lines = _clean(text)
    if not lines or lines[0][1] != FIRST:
        number, first = lines[0] if lines else (1, "")
        if first.startswith("rulelang record "):
            raise UnreadableRecord(
                f"this is a record of format {first.split()[-1]}, and this version of rulelang reads format {FORMAT}: "
                "the version that wrote it, or a newer one, can read it", number,
            )  # fmt: skip
        raise UnreadableRecord(f"this is no record of a game: one begins with `{FIRST}`", number)
    for place, (number, line) in enumerate(lines):
        if line == "---":
            head = _read_head(lines[1:place], number)
            return _with_moves(head, lines[place + 1 :], text.endswith(("\n", "\r")), moves)
    raise UnreadableRecord("the record is cut off before the line `---`: no choice is in it", lines[-1][0])


def _clean(text: str) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    numbered = enumerate(text.split("\n"), start=1)
    stripped = (
        (number, line if line.startswith(_BAR) else _without_comment(line).strip()) for number, line in numbered
    )
    return [(number, line) for number, line in stripped if line]


def _without_comment(line: str) -> str:
    """The line up to a `#` that stands alone outside quotes or begins the line."""
    for found in _QUOTED_OR_SIGN.finditer(line):
        if found[0] == '"':  # never closed
            return line
        before, behind = line[found.start() - 1 : found.start()], line[found.end() : found.end() + 1]
        if found[0] == "#" and (not line[: found.start()].strip() or (before.isspace() and not behind.strip())):
            return line[: found.start()]
    return line


def _read_head(lines: list[tuple[int, str]], end: int) -> Record:
    """The record without its choices; `end` is the number of the line that closes the head."""
    said: dict[str, list[tuple[int, str]]] = {word: [] for word in _HEADS}
    texts: list[list[str]] = []
    for number, line in lines:
        if line.startswith(_BAR) and texts:
            texts[-1].append(line.removeprefix(_BAR).removeprefix(" "))
            continue
        word, _, rest = line.partition(" ")
        if word not in said or not rest.strip():
            raise UnreadableRecord(
                f"`{line}` is nothing that the head of a record says; was it written by a newer rulelang?", number
            )
        if word == "file":
            texts.append([])
        if said[word] and word not in ("variant", "option", "file"):
            raise UnreadableRecord(f"{word} is said twice", number)
        said[word].append((number, rest.strip()))
    for word in ("rules", "players", "seed"):
        if not said[word]:
            raise UnreadableRecord(f"the head does not say its {word}", end)
    rules, digest = _rules(*said["rules"][0])
    return Record(
        rules=rules,
        rules_hash=digest,
        variants=tuple(str(_unquoted(title, number)) for number, title in said["variant"]),
        options=tuple(_option(*option) for option in said["option"]),
        players=_players(*said["players"][0]),
        seed=_unquoted(said["seed"][0][1], said["seed"][0][0]),
        seats=tuple(" ".join(seats for _, seats in said["seats"]).split()),
        moves=(),
        end=NOT_FINISHED,
        files=tuple(
            (str(_unquoted(name, number)), "\n".join(text))
            for (number, name), text in zip(said["file"], texts, strict=True)
        ),
        lines={word: found[0][0] for word, found in said.items() if found},
    )


def _rules(line: int, text: str) -> tuple[str, str]:
    rules, _, digest = text.rpartition("sha256:")
    if not rules or not digest:
        raise UnreadableRecord("`rules` is followed by a name and `sha256:…`", line)
    return str(_unquoted(rules.strip(), line)), digest


def _option(line: int, text: str) -> tuple[str, str]:
    name, found, value = text.partition(" is ")
    if not found:
        raise UnreadableRecord("an option is written as `option NAME is VALUE`", line)
    return name.strip(), value.strip()


def _players(line: int, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise UnreadableRecord("`players` is followed by a number", line)
    return int(text)


def _with_moves(head: Record, lines: list[tuple[int, str]], whole: bool, most: int | None) -> Record:
    """The record with its choices, or the first of them.  `whole`: the last line is closed."""
    moves: list[Move] = []
    for place, (number, line) in enumerate(lines):
        if len(moves) == most:
            return evolve(head, moves=tuple(moves), end="")
        if line.startswith("---"):
            mark, _, end = line.partition("end:")
            if mark.strip("- ") or not end.strip():
                raise UnreadableRecord("the last line is `--- end:` and what came of the game", number, len(moves))
            if place + 1 < len(lines):
                raise UnreadableRecord("there is something after the end", lines[place + 1][0], len(moves))
            return evolve(head, moves=tuple(moves), end=end.strip(), lines={**head.lines, "end": number})
        seat, colon, text = line.partition(":")
        if not colon or not text.strip() or not seat.strip().isalpha():
            raise UnreadableRecord(
                "a choice is written as a player's letter, a colon and the choice", number, len(moves)
            )
        moves.append(Move(seat.strip(), text.strip(), number))
    if moves and not whole:  # half a choice might be read as another one
        raise UnreadableRecord("the record is cut off in the middle of this line", moves[-1].line, len(moves) - 1)
    return evolve(head, moves=tuple(moves), end="")


def _unquoted(text: str, line: int) -> int | str:
    """A text without its quotes; an integer if it is one."""
    if not text.startswith('"'):
        value = digits.number(text)
        return text if value is None else value
    try:
        plain = str(json.loads(text))
        plain.encode()
    except ValueError:
        raise UnreadableRecord("a text that begins with a quote must end with one", line) from None
    return plain
