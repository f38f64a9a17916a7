"""The last screen: who has won, why, and what may follow.

Comes in: the table at which a game has ended.  Goes out: lines of text.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import PurePath
from typing import TYPE_CHECKING

from interpreter.machine.results import amount_of
from interpreter.machine.texts import amount, listed, seat_name
from interpreter.terminal.table import HUMAN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from interpreter.machine.edition import Edition
    from interpreter.machine.results import Result
    from interpreter.simulate.sides import Sides
    from interpreter.terminal.table import Wish
    from rulelang.ir.model.program import Rule

MOST_WORDS = 24
"""A criterion longer than this is named by a number in the table and written out beneath it."""
WISHES: dict[Wish, str] = {
    "again": "another game, with other cards",
    "same": "another game with the same cards",
    "seat": "another game, everybody one seat further",
    "leave": "leave; Enter does so too",
}


def ending(game: Edition, result: Result, seats: Sequence[str], reason: str = "") -> list[str]:
    """The sentence, the ranking with everything that counted for it, and what decided between equals.  `reason`: why
    all have lost.
    """
    from interpreter.simulate.sides import Sides  # needed at the end only, and slow to import

    sides = Sides.of(game.program)
    together = sides.teams and all(_alike(result, side) for side in sides.seats)
    rows = sides.seats if together else tuple((seat,) for seat in range(len(seats)))
    lines = [_sentence(result, sides) if together else result.why]
    if result.everyone_lost and reason:
        lines.append(reason)
    if len(_first(result, rows)) > 1:
        lines.append(f"{len(_first(result, rows))} {'teams' if together else 'players'} share the first place.")
    lines += _decided(result, rows)
    if result.ranks or result.scores or result.payoffs:
        units = {figure.name.rpartition(".")[2]: figure.unit for figure in game.program.figures}
        lines += ["", *_ranking(result, rows, seats, units, "team" if together else "player")]
    return lines


def reason(by: Rule | None, texts: Iterable[tuple[str, str]] = ()) -> str:
    """The line of the rules that has ended a game, with its place; empty where there is none.  `texts`: the rules by
    the names of their files.
    """
    path, *numbers = ("" if by is None else by.place).rsplit(":", 2)
    if len(numbers) < 2:
        return ""
    name, line = PurePath(path).name, int(numbers[0])
    said = [
        f": {' '.join(text.split(chr(10))[line - 1].split())}"
        for file, text in texts
        if PurePath(file).name == name and line <= text.count("\n")
    ]
    return f"So say the rules, {name}:{line}{''.join(said[:1]) or '.'}"


def menu() -> list[str]:
    """What may follow."""
    more = [("replay", "everything that has happened"), ("branch N", "go on after the first N choices")]
    lines: list[tuple[str, str]] = [*WISHES.items(), *more, ("save FILE", "write the game into a file")]
    return [f"{name:<9}  {what}" for name, what in lines]


def wished(typed: str) -> Wish | None:
    """The wish that is meant by a word or its beginning; nothing typed is leaving."""
    word = typed.casefold()
    if word in ("", "q", "quit", "exit"):
        return "leave"
    found = [wish for wish in WISHES if wish.startswith(word)]
    return found[0] if len(found) == 1 else None


# ---------------------------------------------------------------- who has won


def _alike(result: Result, side: Sequence[int]) -> bool:
    """Whether everything that counts is the same for all of a team."""
    columns = [result.ranks, result.payoffs, *(score.values for score in result.scores)]
    return all(len({column[seat] for seat in side}) == 1 for column in columns if column)


def _names(seats: Sequence[int]) -> str:
    return listed([seat_name(seat) for seat in seats], len(seats), "and")


def _first(result: Result, rows: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    return [row for row in rows if row[0] in result.winners]


def _sentence(result: Result, sides: Sides) -> str:
    """Who of the teams has won, with the first comparison; in the words of the result where nobody has."""
    won = _first(result, sides.seats)
    if not won:
        return result.why
    who = f"{' and '.join(f'the team {_names(team)}' for team in won)} {'wins' if len(won) == 1 else 'share the win'}"
    if not result.scores:
        return f"{who[0].upper()}{who[1:]}."
    score = result.scores[0]
    others = ", ".join(f"{_names(team)} {score.values[team[0]]}" for team in sides.seats if team not in won)
    amount = amount_of(score.values[won[0][0]], score)
    return f"{who[0].upper()}{who[1:]} with {amount}{f' ({others})' if others else ''}."


def _decided(result: Result, rows: Sequence[Sequence[int]]) -> list[str]:
    """Which comparison told the winners from those who were equal until then; nothing where the first one did."""
    first, scores = _first(result, rows), result.scores
    if not first or len(first) == len(rows) or not scores:
        return []
    best = first[0][0]
    rivals = [row for row in rows if row not in first]
    for number, score in enumerate(scores):
        equal = [row for row in rivals if row and score.values[row[0]] == score.values[best]]
        if not equal:
            if number == 0:
                return []
            named = _names([seat for row in (*first, *rivals) for seat in row])
            return [f"{named} have equal {scores[number - 1].name}; the {score.best} number of {score.name} decides."]
        rivals = equal
    return []


# ---------------------------------------------------------------- the table


def _ranking(
    result: Result, rows: Sequence[Sequence[int]], seats: Sequence[str], units: Mapping[str, str], who: str
) -> list[str]:
    heads, notes = _headings(result)
    cells = [["place", who, *heads]]
    for row in sorted(rows, key=lambda row: (result.ranks[row[0]] if result.ranks else 0, row)):
        better = sum(result.ranks[other[0]] < result.ranks[row[0]] for other in rows) if result.ranks else 0
        place = f"{better + 1}" if result.ranks else "-"
        cells.append([place, " and ".join(_player(seat, seats) for seat in row), *_values(result, row[0], units)])
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    lines = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    return [*lines, *notes]


def _player(seat: int, seats: Sequence[str]) -> str:
    return seat_name(seat) if seats[seat] == HUMAN else f"{seat_name(seat)} ({seats[seat]})"


def _headings(result: Result) -> tuple[list[str], list[str]]:
    heads, notes = [], []
    for number, score in enumerate(result.scores, start=1):
        if len(score.name) <= MOST_WORDS:
            heads.append(score.name)
        else:
            heads.append(f"({number})")
            notes.append(f"({number}) {score.best} {score.name}")
    return heads + (["payoff"] if result.payoffs else []), notes


def _values(result: Result, seat: int, units: Mapping[str, str]) -> list[str]:
    values = [
        amount(str(score.values[seat]), unit)
        if (unit := units.get(score.text, "")) not in ("", score.name)
        else str(score.values[seat])
        for score in result.scores
    ]
    return [*values, str(Fraction(result.payoffs[seat], result.unit))] if result.payoffs else values
