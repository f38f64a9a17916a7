"""Recorded games: one choice a line, for people to read and to compare.

Comes in: a game and its choices, or the text of a `.play` file.  Goes out: a `Record`, its text, or the
state to which it leads.  Reading and writing files is left to the commands.

    rulelang record 1
    rules werwars.rules sha256:…     in quotes if there is a quote, a # or a line break in the path
    variant "The short game"         one line for each variant
    option diet is printed           one line for each option
    players 3
    seed 7                           or a text in quotes
    seats human random random        for people only
    file werwars.rules               only in a record that carries its rules: each text, its lines behind a bar
    | rules 1
    ---
    A: gather
    B: feed(owl, 2 of "carrot")
    --- end: A wins with 17 coins (B 9, C 4).

A game that was left before its end closes with `--- end: not finished`; where the process was ended from
outside there is no such line.  Lines that begin with `#` are comments, and so is what comes after ` # ` outside quotes.
"""

from __future__ import annotations

import json

from attrs import evolve, field

from interpreter.game import Game
from interpreter.machine.engine import GameFault
from interpreter.machine.errors import IllegalChoice, OtherRules, UnreadableRecord
from interpreter.machine.results import former_why
from interpreter.state import State
from rulelang.nodes import frozen

FORMAT = 1
NOT_FINISHED = "not finished"
FIRST = f"rulelang record {FORMAT}"


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
    """A recorded game.  `rules_hash` is hexadecimal; `end` is the result's sentence or `not finished`; empty if the
    record does not say it"""

    rules: str
    rules_hash: str
    variants: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    players: int
    seed: int | str
    seats: tuple[str, ...]
    moves: tuple[Move, ...]
    end: str
    files: tuple[tuple[str, str], ...] = ()
    """The rules that it carries: each text by its name, the rules text itself first; none if it only names them."""
    lines: dict[str, int] = field(factory=dict, eq=False, repr=False)
    """On which line each part of the head, and the end, was read."""

    def text(self) -> str:
        """The text of the `.play` file; `record_reading.read` gives the same record back."""
        lines = [FIRST, f"rules {_path(self.rules)} sha256:{self.rules_hash}"]
        lines += [f"variant {_quoted(title)}" for title in self.variants]
        lines += [f"option {name} is {value}" for name, value in self.options]
        lines += [f"players {self.players}", f"seed {_seed_text(self.seed)}"]
        if self.seats:
            lines.append(f"seats {' '.join(self.seats)}")
        for name, text in self.files:
            lines += [f"file {_path(name)}", *(f"| {line}" if line else "|" for line in text.split("\n"))]
        lines.append("---")
        lines += [f"{move.seat}: {move.text}" for move in self.moves]
        if self.end:
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
        """A choice that is made now, by seat counted from 0 and the text of the choice."""
        self._moves.append(Move(self._game.names[seat], text))

    def take_back(self) -> None:
        """The last choice has not been made."""
        del self._moves[-1]

    def record(self, state: State) -> Record:
        """The record up to this state; a game that ends in a fault of its rules is not finished."""
        return evolve(self.unfinished(), end=_end_if_any(state))

    def unfinished(self) -> Record:
        """The record so far, which does not say how it ends."""
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
            end="",
        )


def replay(game: Game, record: Record, moves: int | None = None, log: bool = True) -> State:
    """Play a record again, all of it or its first `moves` choices; gives back the state to which it leads.

    OtherRules if the record belongs to other rules, UnreadableRecord if it was played in another way, if a line is no
    choice of the player whose turn it is, or if the end is another than the record says.
    """
    _check_game(game, record)
    try:
        state = game.new(record.seed, log=log)
    except GameFault as fault:
        raise UnreadableRecord(f"the set-up of the game fails: {fault}", record.lines.get("seed", 0)) from fault
    for good, move in enumerate(record.moves[:moves]):
        _play(state, move, good)
    if moves is None:
        if not state.is_over and record.end not in ("", NOT_FINISHED):
            raise UnreadableRecord(
                "the game goes on where the record ends", record.lines.get("end", 0), len(record.moves)
            )
        try:
            reached = _end(state)
        except GameFault as fault:
            raise UnreadableRecord(str(fault), record.lines.get("end", 0)) from fault
        former = former_why(state.result) if state.result else reached
        if record.end and record.end not in (reached, former):
            raise UnreadableRecord(f"the game ends otherwise: {reached}", record.lines.get("end", 0), len(record.moves))
    return state


def _play(state: State, move: Move, good: int) -> None:
    decision = state.decision
    if decision is None:
        raise UnreadableRecord("the game is over before this line", move.line, good)
    if decision.seat != move.seat:
        raise UnreadableRecord(f"it is {decision.seat}'s turn to choose, not {move.seat}'s", move.line, good)
    try:
        state.apply(decision.parse(move.text))
    except (IllegalChoice, GameFault) as refused:
        raise UnreadableRecord(str(refused), move.line, good) from refused


def _end(state: State) -> str:
    return state.result.why if state.result else NOT_FINISHED


def _end_if_any(state: State) -> str:
    try:
        return _end(state)
    except GameFault:
        return NOT_FINISHED


def _check_game(game: Game, record: Record) -> None:
    program, line = game.program, record.lines.get
    if record.rules_hash != program.rules_hash:
        raise OtherRules("the rules are not those with which this game was played", line("rules", 0))
    if record.players != program.players:
        raise UnreadableRecord(f"{record.players} play in the record, {program.players} here", line("players", 0))
    if record.variants != program.variants:
        raise UnreadableRecord("the record has other variants", line("variant", line("players", 0)))
    have = dict(program.options)
    for name, value in record.options:
        if have.get(name) != value:
            raise UnreadableRecord(f"option {name} is {value} in the record, {have.get(name)} here", line("option", 0))


def _seed_text(seed: int | str) -> str:
    """An integer as it is, a text in quotes: a text of digits is the same seed as the number, but not the
    same record.
    """
    return str(seed) if isinstance(seed, int) else _quoted(seed)


def _path(rules: str) -> str:
    """A path as it is, in quotes where something in it would be read otherwise."""
    plain = rules.isprintable() and '"' not in rules and "#" not in rules and rules == " ".join(rules.split())
    return rules if plain else json.dumps(rules)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
