"""`rulec compare A B`: two games on the same seeds.

Comes in: two files, or one file with two sets of variants and options.  Goes out: what is different, with intervals.
Playing is left to `interpreter.simulate`, which also compares.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from rulelang.commands.outcome import CLEAN, INTERRUPTED, PROBLEMS, Unusable
from rulelang.commands.playable import Wanted, configuration, settings
from rulelang.commands.runs import (
    Lines,
    heading,
    needs_plots,
    only_one_to_standard_output,
    progressing,
    running,
    with_backend,
    write,
    write_json,
)

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.simulate import Comparison, Plan

Settings = tuple[tuple[str, str], ...]


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="[B]", required=False)
@click.option("--b-set", "b_options", multiple=True, metavar="OPTION=VALUE", callback=settings, help="Only in B.")
@click.option("--a-set", "a_options", multiple=True, metavar="OPTION=VALUE", callback=settings, help="Only in A.")
@click.option("--b-variant", "b_variants", multiple=True, metavar="TITLE", help="Only in B.")
@click.option("--a-variant", "a_variants", multiple=True, metavar="TITLE", help="Only in A.")
@configuration
@running
@click.option("--html", "html_to", metavar="OUT", help="Write a page with a plot, for a browser; it needs no network.")
def command(
    a: str,
    b: str | None,
    a_variants: tuple[str, ...],
    b_variants: tuple[str, ...],
    a_options: Settings,
    b_options: Settings,
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
    options: Settings,
) -> int:
    """Play two games on the same seeds, and say what is different.

    A and B are files, or names of games; with A alone, B is the same file. What both have is said with --variant and
    --set, what only one has with --a-… and --b-….

    \b
    rulec compare old.rules new.rules
    rulec compare werwars --b-set diet=printed --players 3 -n 2000
    rulec compare magpie --b-variant "Sharp-Eyed Neighbour"
    """
    from interpreter.simulate import Comparison, Plan
    from rulelang.commands.figures import comparison_report
    from rulelang.commands.seats import bots_for

    if b is None and not (a_variants or b_variants or a_options or b_options):
        raise Unusable("A and B are the same game; name two files, or say what only B has: --b-set OPTION=VALUE …")
    printed = only_one_to_standard_output(json_to, csv_to, html_to)
    if html_to is not None:
        needs_plots()
    first = Wanted(a, players, variants + a_variants, _merged(options, a_options)).game()
    other = Wanted(b or a, players or first.players, variants + b_variants, _merged(options, b_options)).game()
    if first.digest == other.digest and first.program == other.program:
        raise Unusable("A and B are the same game: nothing in them is different")
    seats = bots_for(first.players, bots)
    pair = _with_backend((first, other), backend, seats)
    plan = Plan(seed, games, tuple(seats), pair[0].backend == "python", jobs, most)
    comparison = Comparison(first.players)
    began = time.perf_counter()
    stopped, faults = _play(pair, plan, comparison, csv_to)
    seconds = time.perf_counter() - began
    data = {
        **comparison.to_dict(),
        **{name: {**heading(game, seats, seed), "file": file} for name, game, file in zip("ab", pair, (a, b or a), strict=True)},
    }
    if json_to is not None:
        write_json(json_to, data)
    if html_to is not None:
        from interpreter.simulate.page import comparison_page

        write(html_to, comparison_page(data))
    if not printed:
        click.echo(f"A: {described(first, a)}\nB: {described(other, b or a)}")
        speed = 2 * comparison.pairs / seconds if seconds > 0 else 0.0
        click.echo(f"{comparison.pairs} pairs of games, seed {seed}, {seconds:.1f} s, {speed:.0f} games/s\n")
        click.echo("\n".join(comparison_report(comparison)))
    for name, seed_of_fault, message in faults[:3]:
        click.echo(f"{name}, seed {seed_of_fault}: {message}", err=True)
    if stopped:
        click.echo(f"stopped after {comparison.pairs} of {games} pairs", err=True)
        return INTERRUPTED
    return PROBLEMS if faults else CLEAN
