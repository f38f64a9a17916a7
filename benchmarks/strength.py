"""How strong bots are: one against a table of others, seat after seat.

python -m benchmarks.strength                                        the figures of docs/reference/bots.md
python -m benchmarks.strength --games 200 --match ismcts:1000 ismcts:250 werwars:3 leduc:2
python -m benchmarks.strength --seconds 60                           fewer games where a match takes longer

In game number i the first bot sits in seat i, counted round the table (with teams: in all seats of that team), the
other one in all other seats.  A share is what the first bot has won, beside what would be fair; the interval is that
of the mean of all games (95 %).  Games that pay are told by what is paid to the first bot less what is paid to the
others on average: a bot that is paid for points does not care who wins.  Rounds of one match share their deals.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

import interpreter
from interpreter import Game
from interpreter.simulate import play_out

TABLES = (
    "werwars:3", "pickpocket:3", "edspants:4", "leduc:2", "crazy_eights:3", "hearts:4", "oh_hell:3", "letters:3",
    "goofspiel:2",
)  # fmt: skip
MATCHES = (("ismcts:1000", "random"), ("ismcts:1000", "greedy"), ("ismcts:4000", "ismcts:250"))


@dataclass(frozen=True)
class Mean:
    """A mean, and half of its interval."""

    value: float
    about: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        return cls(fmean(values), 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf"))


@dataclass(frozen=True)
class Match:
    """What came of it: shares of the win, where the game pays how far the first bot is ahead, seconds for each game."""

    games: int
    share: Mean
    fair: float
    ahead: Mean | None
    seconds: float


def sides(game: Game, first: int) -> list[int]:
    """The seats of whoever sits in one, with the team."""
    teams = game.program.teams
    return [seat for seat in range(game.players) if seat == first or (teams and teams[seat] == teams[first])]


def match(game: Game, one: str, other: str, games: int, seconds: float | None = None) -> Match:
    """So many games of one bot against the other in all other seats; no further one after so many seconds."""
    shares, ahead, fair = [], [], []
    began = time.perf_counter()
    for number in range(games):
        if seconds is not None and number and time.perf_counter() - began > seconds:
            break
        mine = sides(game, number % game.players)
        bots = [one if seat in mine else other for seat in range(game.players)]
        played = play_out(game, f"strength/{number // game.players}", bots)
        fair.append(len(mine) / game.players)
        if played.result is None:
            shares.append(0.0)  # given up: nobody has won
            continue
        winners = played.result.winners
        shares.append(sum(seat in mine for seat in winners) / len(winners) if winners else 0.0)
        if paid := [worth / played.result.unit for worth in played.result.payoffs]:
            others = [worth for seat, worth in enumerate(paid) if seat not in mine]
            ahead.append(fmean(paid[seat] for seat in mine) - fmean(others))
    taken = (time.perf_counter() - began) / len(fair)
    return Match(len(fair), Mean.of(shares), fmean(fair), Mean.of(ahead) if ahead else None, taken)


def row(table: str, one: str, other: str, games: int, seconds: float | None) -> str:
    """A line of the table of results."""
    name, _, players = table.partition(":")
    game = interpreter.load(name, players=int(players) if players else None)
    found = match(game, one, other, games, seconds)
    share = f"{100 * found.share.value:.0f} ± {100 * found.share.about:.0f} %"
    ahead = f"{found.ahead.value:+.2f} ± {found.ahead.about:.2f}" if found.ahead else ""
    fair, taken = f"{100 * found.fair:.0f} %", f"{found.seconds:.2f} s"
    cells = (name, game.players, one, other, found.games, share, fair, ahead, taken)
    return f"| {' | '.join(map(str, cells))} |"


def main(words: Sequence[str] = ()) -> None:
    options = argparse.ArgumentParser(prog="python -m benchmarks.strength")
    options.add_argument("--games", type=int, default=120, help="for each match")
    options.add_argument("--seconds", type=float, help="for each match at most")
    options.add_argument("--match", nargs=2, action="append", metavar=("ONE", "OTHER"), help="bots by their names")
    options.add_argument("tables", nargs="*", metavar="GAME:PLAYERS")
    said = options.parse_args(list(words))
    print("| game | players | bot | against | games | share of wins | fair | ahead by | a game takes |")
    print("|---|---|---|---|---|---|---|---|---|")
    for table in said.tables or TABLES:
        for one, other in said.match or MATCHES:
            print(row(table, one, other, said.games, said.seconds), flush=True)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
