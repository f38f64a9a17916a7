"""Recorded games: one choice a line, for people to read and to compare.

Comes in: a game and its choices, or the text of a `.play` file.  Goes out: a `Record`, its text, or the
state to which it leads.  Reading and writing files is left to the commands.

    rulelang record 1
    rules werwars.rules sha256:…
    variant "The short game"         one line for each variant
    option diet is printed           one line for each option
    players 3
    seed 7                           or a text in quotes
    seats human random random        for people only
    ---
    A: gather
    B: feed(owl, 2 of "carrot")
    --- end: A wins with 17 coins (B 9, C 4).

A game that was left before its end closes with `--- end: not finished`.  Lines that begin with `#` are
comments, and so is what comes after ` # ` outside quotes.
"""

from __future__ import annotations

import json
import re

from attrs import field, frozen

from interpreter.engine import GameFault
from interpreter.errors import IllegalChoice, UnreadableRecord
from interpreter.game import Game
from interpreter.state import State

FORMAT = 1
NOT_FINISHED = "not finished"
_FIRST = f"rulelang record {FORMAT}"
_COMMENT = re.compile(r'^\s*#.*$|^((?:[^"]|"[^"]*")*?)\s+#(?:\s.*)?$')
_HEADS = ("rules", "variant", "option", "players", "seed", "seats")


@frozen
class Move:
    """One choice: the player's letter and the choice's text; `line` of the record it was read from, counted
    from 1, else 0
    """

    seat: str
    text: str
    line: int = field(default=0, eq=False)


@frozen
class Record:
    """A recorded game.  `rules_hash` is hexadecimal; `end` is the result's sentence or `not finished`"""

    rules: str
    rules_hash: str
    variants: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    players: int
    seed: int | str
    seats: tuple[str, ...]
    moves: tuple[Move, ...]
    end: str
    lines: dict[str, int] = field(factory=dict, eq=False, repr=False)
    """On which line each part of the head, and the end, was read."""

    def text(self) -> str:
        """The text of the `.play` file; `read` gives the same record back."""
        lines = [_FIRST, f"rules {self.rules} sha256:{self.rules_hash}"]
        lines += [f"variant {_quoted(title)}" for title in self.variants]
        lines += [f"option {name} is {value}" for name, value in self.options]
        lines += [f"players {self.players}", f"seed {_seed_text(self.seed)}"]
        if self.seats:
            lines.append(f"seats {' '.join(self.seats)}")
        lines.append("---")
        lines += [f"{move.seat}: {move.text}" for move in self.moves]
        lines.append(f"--- end: {self.end}")
        return "\n".join(lines) + "\n"


class Recorder:
    """Takes down a game while it is played."""

    def __init__(self, game: Game, seed: int | str, seats: tuple[str, ...] = ()) -> None:
        self._game = game
        self._seed = seed
        self._seats = seats
        self._moves: list[Move] = []

    def add(self, seat: int, text: str) -> None:
        """A choice that has been carried out, by seat counted from 0 and the text of the choice."""
        self._moves.append(Move(self._game.names[seat], text))

    def record(self, state: State) -> Record:
        """The record up to this state."""
        program = self._game.program
        return Record(
            rules=self._game.name,
            rules_hash=program.rules_hash,
            variants=program.variants,
            options=program.options,
            players=program.players,
            seed=self._seed,
            seats=self._seats,
            moves=tuple(self._moves),
            end=_end(state),
        )


def read(text: str) -> Record:
    """The record in a text.  UnreadableRecord names the line; byte-order marks, CRLF and spaces at line
    ends do not matter.
    """
    lines = _clean(text)
    if not lines or lines[0][1] != _FIRST:
        number, first = lines[0] if lines else (1, "")
        if first.startswith("rulelang record "):
            raise UnreadableRecord(f"this record has another format than {FORMAT}", number)
        raise UnreadableRecord(f"a record begins with `{_FIRST}`", number)
    for place, (number, line) in enumerate(lines):
        if line == "---":
            head = _read_head(lines[1:place], number)
            return _with_moves(head, lines[place + 1 :], number)
    raise UnreadableRecord("the record is cut off before the line `---`", lines[-1][0])


def replay(game: Game, record: Record, moves: int | None = None, log: bool = True) -> State:
    """Play a record again, all of it or its first `moves` choices; gives back the state to which it leads.

    UnreadableRecord if the record belongs to another game, if a line is no choice of the player whose turn
    it is, or if the end is another than the record says.
    """
    _check_game(game, record)
    state = game.new(record.seed, log=log)
    for move in record.moves[:moves]:
        _play(state, move)
    if moves is None:
        if not state.is_over and record.end != NOT_FINISHED:
            raise UnreadableRecord("the game goes on where the record ends", record.lines.get("end", 0))
        if (reached := _end(state)) != record.end:
            raise UnreadableRecord(f"the game ends otherwise: {reached}", record.lines.get("end", 0))
    return state


def _play(state: State, move: Move) -> None:
    decision = state.decision
    if decision is None:
        raise UnreadableRecord("the game is over before this line", move.line)
    if decision.seat != move.seat:
        raise UnreadableRecord(f"it is {decision.seat}'s turn to choose, not {move.seat}'s", move.line)
    try:
        state.apply(decision.parse(move.text))
    except (IllegalChoice, GameFault) as refused:
        raise UnreadableRecord(str(refused), move.line) from refused


def _end(state: State) -> str:
    return state.result.why if state.result else NOT_FINISHED


def _check_game(game: Game, record: Record) -> None:
    program, line = game.program, record.lines.get
    if record.rules_hash != program.rules_hash:
        raise UnreadableRecord("the rules are not those with which this game was played", line("rules", 0))
    if record.players != program.players:
        raise UnreadableRecord(
            f"{record.players} play in the record, {program.players} here", line("players", 0)
        )
    if record.variants != program.variants:
        raise UnreadableRecord("the record has other variants", line("variant", line("players", 0)))
    have = dict(program.options)
    for name, value in record.options:
        if have.get(name) != value:
            raise UnreadableRecord(
                f"option {name} is {value} in the record, {have.get(name)} here", line("option", 0)
            )


def _clean(text: str) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    numbered = enumerate(text.split("\n"), start=1)
    stripped = ((number, _COMMENT.sub(r"\1", line).strip()) for number, line in numbered)
    return [(number, line) for number, line in stripped if line]


def _read_head(lines: list[tuple[int, str]], end: int) -> Record:
    found: dict[str, str] = {}
    at: dict[str, int] = {}
    variants: list[str] = []
    options: list[tuple[str, str]] = []
    for number, line in lines:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word not in _HEADS or not rest:
            raise UnreadableRecord(f"`{line}` is nothing that the head of a record says", number)
        if word in found and word not in ("variant", "option"):
            raise UnreadableRecord(f"{word} is said twice", number)
        found[word] = rest
        at.setdefault(word, number)
        if word == "variant":
            variants.append(str(_unquoted(rest, number)))
        elif word == "option":
            name, _, value = rest.partition(" is ")
            options.append((name.strip(), value.strip()))
    for word in ("rules", "players", "seed"):
        if word not in found:
            raise UnreadableRecord(f"the head does not say its {word}", end)
    rules, _, digest = found["rules"].rpartition("sha256:")
    if not rules or not digest:
        raise UnreadableRecord("`rules` is followed by a name and `sha256:…`", at["rules"])
    if not found["players"].isdecimal():
        raise UnreadableRecord("`players` is followed by a number", at["players"])
    return Record(
        rules=rules.strip(),
        rules_hash=digest,
        variants=tuple(variants),
        options=tuple(options),
        players=int(found["players"]),
        seed=_unquoted(found["seed"], at["seed"]),
        seats=tuple(found.get("seats", "").split()),
        moves=(),
        end=NOT_FINISHED,
        lines=at,
    )


def _with_moves(head: Record, lines: list[tuple[int, str]], last: int) -> Record:
    moves: list[Move] = []
    for place, (number, line) in enumerate(lines):
        if line.startswith("---"):
            mark, _, end = line.partition("end:")
            if mark.strip("- ") or not end.strip():
                raise UnreadableRecord("the last line is `--- end:` and what came of the game", number)
            if place + 1 < len(lines):
                raise UnreadableRecord("there is something after the end", lines[place + 1][0])
            return _ended(head, moves, end.strip(), number)
        seat, colon, text = line.partition(":")
        if not colon or not text.strip() or not seat.strip().isalpha():
            raise UnreadableRecord("a choice is written as a player's letter, a colon and the choice", number)
        moves.append(Move(seat.strip(), text.strip(), number))
    raise UnreadableRecord(
        "the record is cut off: there is no line `--- end:`", lines[-1][0] if lines else last
    )


def _ended(head: Record, moves: list[Move], end: str, number: int) -> Record:
    return Record(
        head.rules,
        head.rules_hash,
        head.variants,
        head.options,
        head.players,
        head.seed,
        head.seats,
        tuple(moves),
        end,
        {**head.lines, "end": number},
    )


def _seed_text(seed: int | str) -> str:
    """An integer as it is, a text in quotes: a text of digits is the same seed as the number, but not the
    same record.
    """
    return str(seed) if isinstance(seed, int) else _quoted(seed)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _unquoted(text: str, line: int) -> int | str:
    """A text without its quotes; an integer if it is one."""
    if text.startswith('"'):
        try:
            return str(json.loads(text))
        except ValueError:
            raise UnreadableRecord("a text that begins with a quote must end with one", line) from None
    return int(text) if re.fullmatch(r"-?\d+", text) else text
