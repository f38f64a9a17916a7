"""`rulec simulate FILE -n N`: many games between bots.

Comes in: a game, bots, a seed.  Goes out: who wins how often, how long it takes, how much there is to choose; as text,
JSON, a line for each game, or a page to look at.  Playing and counting is left to `interpreter.simulate`.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from rulelang.commands.climbing import climbed, climbing, ladder_of, ladder_report
from rulelang.commands.outcome import CLEAN, INTERRUPTED, PROBLEMS, say
from rulelang.commands.playable import Wanted, configuration
from rulelang.commands.progress import progressing
from rulelang.commands.runs import (
    Lines,
    Run,
    running,
    troubles,
    uninterrupted,
    versions,
    with_backend,
    write,
    write_json,
)

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.simulate import Plan, Statistics

SHOWN_FAULTS = 3


@click.command()
@click.argument("file", metavar="FILE")
@configuration
@climbing
@running
def command(
    file: str, run: Run, players: int | None, variants: tuple[str, ...], options: tuple[tuple[str, str], ...],
    ladder: str | None, ladder_games: int | None,
) -> int:  # fmt: skip
    """Let bots play many games and count.

    Game number i, counted from 0, has the seed SEED/i: `rulec play FILE --seed SEED/i --seat 1=random` shows it again.
    Ctrl-C stops early and shows what there is so far.

    \b
    rulec simulate werwars -n 2000 --players 3
    rulec simulate werwars -n 20000 --jobs 4 --html werwars.html --csv werwars.csv
    rulec simulate werwars -n 5000 --ladder --html werwars.html
    """
    from interpreter.simulate import Statistics
    from rulelang.commands.seats import bots_for

    printed = run.prepare()
    game = Wanted(file, players, variants, options).game()
    seats = bots_for(game, run.bots)
    climb = ladder_of(game, run, ladder, ladder_games)
    (game,) = with_backend([game], run.backend, seats)
    statistics = Statistics.of(game)
    began = time.perf_counter()
    with troubles():
        stopped = _play(game, run.plan(seats, game), statistics, run.csv_to)
    seconds = time.perf_counter() - began
    stopped_there = not stopped and climbed(climb)
    data = _data(run, game, seats, statistics, stopped)
    if climb is not None and not stopped:
        data["ladder"] = climb.to_dict(stopped_there)
    _write(run, data)
    if not printed:
        _print(run, game, seats, statistics, seconds, data)
    if stopped or stopped_there:
        where = "on the ladder" if stopped_there else f"after {statistics.games} of {run.games} games"
        say(f"stopped {where}", err=True)
        return INTERRUPTED
    return PROBLEMS if statistics.faults else CLEAN


def _play(game: Game, plan: Plan, statistics: Statistics, csv_to: str | None) -> bool:
    """Whether Ctrl-C stopped it."""
    from interpreter.simulate import Table, play_batches

    rows = Table(game, plan.watch)
    lines = Lines(csv_to, rows.columns)
    try:
        for batch in progressing(play_batches(game, plan, singly=csv_to is not None), plan.games, many=len):
            with uninterrupted():
                first = statistics.games
                batch.count(statistics)
                if csv_to is not None:
                    for number, playout in enumerate(batch.playouts(), first):
                        lines.add(rows.row(number, playout))
    except KeyboardInterrupt:
        return True
    finally:
        lines.close()
    return False


def _data(run: Run, game: Game, seats: list[str], statistics: Statistics, stopped: bool) -> dict[str, Any]:
    """All figures as plain data, for JSON and the page."""
    from interpreter.simulate import findings

    told = findings(statistics)
    if stopped:
        told.insert(0, f"Stopped early: this is about the first {statistics.games} of {run.games} games.")
    return {**statistics.to_dict(), **run.heading(game, seats), "findings": told}


def _write(run: Run, data: dict[str, Any]) -> None:
    if run.json_to is not None:
        write_json(run.json_to, data)
    if run.html_to is not None:
        from interpreter.simulate.page import page

        write(run.html_to, page(data))


def _print(
    run: Run, game: Game, seats: list[str], statistics: Statistics, seconds: float, data: dict[str, Any]
) -> None:
    from interpreter.machine.texts import amount
    from rulelang.commands.figures import report

    speed = statistics.games / seconds if seconds > 0 else 0.0
    games = amount(f"{statistics.games}", "games")
    say(f"{game.title}: {games}, seed {run.seed}, {seconds:.1f} s, {speed:.0f} games/s\n")
    say("\n".join(report(statistics, seats)))
    if "ladder" in data:
        say("\n".join(ladder_report(data["ladder"])))
    say(f"\n{versions(game)}")
    for playout in statistics.faults[:SHOWN_FAULTS]:
        say(f"seed {playout.seed}: {playout.fault}")
