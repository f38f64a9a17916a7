"""`rulec simulate FILE -n N`: many games between bots.

Comes in: a game, bots, a seed.  Goes out: who wins how often, how long it takes, how much there is to choose;
as text or JSON.  Playing and counting is left to `interpreter.simulate`.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulelang.commands.outcome import CLEAN, INTERRUPTED, PROBLEMS, Unusable
from rulelang.commands.playable import Wanted, configuration

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.simulate import Spread, Statistics

SHOWN_FAULTS = 3


@click.command()
@click.argument("file", metavar="FILE")
@click.option("-n", "--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games.")
@click.option("--bots", default="random", show_default=True, metavar="BOT,…", help="One bot for all, or one each.")
@click.option("--seed", default="0", show_default=True, help="A number or any text.")
@click.option("--backend", type=click.Choice(["python"]), default="python", help="What carries the rules out.")
@click.option("--json", "json_to", metavar="OUT", help="Write the counts as JSON into a file, or - to print them.")
@configuration
def command(
    file: str,
    games: int,
    bots: str,
    seed: str,
    backend: str,
    json_to: str | None,
    players: int | None,
    variants: tuple[str, ...],
    options: tuple[tuple[str, str], ...],
) -> int:
    """Let bots play many games and count.

    Game number i, counted from 0, has the seed SEED/i: `rulec play FILE --seed SEED/i --seat 1=random` shows it again.
    Ctrl-C stops early and shows what there is so far.

    \b
    rulec simulate werwars -n 2000 --players 3
    """
    from interpreter.simulate import Statistics
    from rulelang.commands.seats import bots_for

    game = Wanted(file, players, variants, options).game()
    seats = bots_for(game.players, bots)
    statistics = Statistics(game.players)
    began = time.perf_counter()
    stopped = _play(game, seats, seed, games, statistics)
    seconds = time.perf_counter() - began
    if json_to is not None:
        _write(json_to, {"title": game.title, "players": game.players, "bots": seats, "seed": seed}, statistics)
    if json_to != "-":
        click.echo("\n".join(report(statistics, seats, game.title, seed, seconds)))
    if stopped:
        click.echo(f"stopped after {statistics.games} of {games} games", err=True)
        return INTERRUPTED
    return PROBLEMS if statistics.faults else CLEAN


def _play(game: Game, seats: list[str], seed: str, games: int, statistics: Statistics) -> bool:
    """Whether Ctrl-C stopped it."""
    from interpreter.simulate import play_out, seed_of

    try:
        with click.progressbar(
            range(games), label="playing", file=sys.stderr, hidden=not sys.stderr.isatty()
        ) as numbers:
            for number in numbers:
                statistics.add(play_out(game, seed_of(seed, number), seats))
    except KeyboardInterrupt:
        return True
    return False


def _write(to: str, heading: dict[str, object], statistics: Statistics) -> None:
    text = json.dumps({**statistics.to_dict(), **heading}, indent=2, ensure_ascii=False) + "\n"
    if to == "-":
        click.echo(text, nl=False)
        return
    try:
        Path(to).write_text(text, encoding="utf-8")
    except OSError as problem:
        raise Unusable(f"`{to}` cannot be written: {(problem.strerror or str(problem)).lower()}") from problem


def report(statistics: Statistics, seats: list[str], title: str, seed: str, seconds: float) -> list[str]:
    """The counts in sentences and a table."""
    speed = statistics.games / seconds if seconds > 0 else 0.0
    lines = [f"{title}: {statistics.games} games, seed {seed}, {seconds:.1f} s, {speed:.0f} games/s"]
    if statistics.ended:
        lines += ["", *_seats(statistics, seats), "", *_counts(statistics)]
    if statistics.given_up:
        first = statistics.given_up[0]
        lines.append(f"not over after very many decisions: {len(statistics.given_up)}, first seed {first}")
    for playout in statistics.faults[:SHOWN_FAULTS]:
        lines.append(f"seed {playout.seed}: {playout.fault}")
    if statistics.faults:
        lines.append(f"{len(statistics.faults)} of {statistics.games} games stopped because of a fault in the rules")
    return lines


def _seats(statistics: Statistics, seats: list[str]) -> list[str]:
    from interpreter.texts import seat_name

    lines = ["seat  bot         wins  shared  share of wins"]
    for seat, bot in enumerate(seats):
        low, high = statistics.interval(seat)
        share = statistics.shares[seat] / statistics.ended
        lines.append(
            f"{seat_name(seat):4}  {bot:8}  {statistics.wins[seat]:>6}  {statistics.shared[seat]:>6}"
            f"  {share:>6.1%}  between {low:.1%} and {high:.1%}"
        )
    fair = sum(statistics.shares) / len(seats) / statistics.ended
    lines.append(f"(a fair share is {fair:.1%}; the interval holds the true share in 95 of 100 cases)")
    return lines


def _counts(statistics: Statistics) -> list[str]:
    from interpreter.simulate import Spread

    lines = [f"ties: {statistics.ties}", f"everyone lost: {statistics.everyone_lost}"]
    lines.append(_spread("decisions", Spread.of(statistics.decisions)))
    lines.append(_spread("turns", Spread.of(statistics.turns)))
    if statistics.asked:
        lines.append(
            f"choices: {statistics.options / statistics.asked:.1f} for each decision; "
            f"{statistics.real / statistics.asked:.0%} of decisions have more than one"
        )
    return lines


def _spread(name: str, spread: Spread) -> str:
    return (
        f"{name} in a game: {spread.mean:.1f} on average, from {spread.low} to {spread.high}, "
        f"half of the games up to {spread.median:g}"
    )
