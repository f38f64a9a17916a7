"""`rulec simulate FILE -n N`: many games between bots.

Comes in: a game, bots, a seed.  Goes out: who wins how often, how long it takes, how much there is to choose; as text,
JSON, a line for each game, or a page to look at.  Playing and counting is left to `interpreter.simulate`.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from rulelang.commands.outcome import CLEAN, INTERRUPTED, PROBLEMS, Unusable
from rulelang.commands.playable import Wanted, configuration
from rulelang.commands.runs import (
    Lines,
    heading,
    only_one_to_standard_output,
    progressing,
    running,
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
@running
@click.option("--html", "html_to", metavar="OUT", help="Write a page with plots, for a browser; it needs no network.")
def command(
    file: str,
    games: int,
    bots: str,
    seed: str,
    most: int,
    backend: str,
    jobs: int,
    json_to: str | None,
    csv_to: str | None,
    html_to: str | None,
    players: int | None,
    variants: tuple[str, ...],
    options: tuple[tuple[str, str], ...],
) -> int:
    """Let bots play many games and count.

    Game number i, counted from 0, has the seed SEED/i: `rulec play FILE --seed SEED/i --seat 1=random` shows it again
    (only games of the Python backend).  Ctrl-C stops early and shows what there is so far.

    \b
    rulec simulate werwars -n 2000 --players 3
    rulec simulate werwars -n 20000 --jobs 4 --html werwars.html --csv werwars.csv
    """
    from interpreter.simulate import Plan, Statistics, findings
    from rulelang.commands.figures import report
    from rulelang.commands.seats import bots_for

    printed = only_one_to_standard_output(json_to, csv_to, html_to)
    if html_to is not None:
        needs_plots()
    game = Wanted(file, players, variants, options).game()
    seats = bots_for(game.players, bots)
    game = with_backend(game, backend, seats)
    plan = Plan(seed, games, tuple(seats), game.backend == "python", jobs, most)
    statistics = Statistics.of(game)
    began = time.perf_counter()
    stopped = _play(game, plan, statistics, csv_to)
    seconds = time.perf_counter() - began
    data = {**statistics.to_dict(), **heading(game, seats, seed), "findings": findings(statistics)}
    if json_to is not None:
        write_json(json_to, data)
    if html_to is not None:
        from interpreter.simulate.page import page

        write(html_to, page(data))
    if not printed:
        speed = statistics.games / seconds if seconds > 0 else 0.0
        click.echo(f"{game.title}: {statistics.games} games, seed {seed}, {seconds:.1f} s, {speed:.0f} games/s\n")
        click.echo("\n".join([*report(statistics, seats), *_faults(statistics)]))
    if stopped:
        click.echo(f"stopped after {statistics.games} of {games} games", err=True)
        return INTERRUPTED
    return PROBLEMS if statistics.faults else CLEAN


def needs_plots() -> None:
    """Unusable, before a long run begins, where there is nothing to draw with."""
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise Unusable("`--html` draws with matplotlib, which is not installed: pip install 'rulelang[report]'")


def _play(game: Game, plan: Plan, statistics: Statistics, csv_to: str | None) -> bool:
    """Whether Ctrl-C stopped it."""
    from interpreter.simulate import Table, play_all

    rows = Table(game, plan.watch)
    lines = Lines(csv_to, rows.columns)
    try:
        for number, playout in enumerate(progressing(play_all(game, plan), plan.games)):
            statistics.add(playout)
            lines.add(rows.row(number, playout))
    except KeyboardInterrupt:
        return True
    finally:
        lines.close()
    return False


def _faults(statistics: Statistics) -> list[str]:
    lines = [f"seed {playout.seed}: {playout.fault}" for playout in statistics.faults[:SHOWN_FAULTS]]
    if lines:
        lines.append(f"{len(statistics.faults)} of {statistics.games} games stopped because of a fault in the rules")
    return lines
