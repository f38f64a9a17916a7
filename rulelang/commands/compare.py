"""`rulec compare A B`: two games on the same seeds.

Comes in: two files, or one file with two sets of variants and options.  Goes out: what is different, with intervals.
Playing is left to `interpreter.simulate`, which also compares.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulelang.commands.outcome import CLEAN, INTERRUPTED, PROBLEMS, Unusable, say
from rulelang.commands.playable import Wanted, configuration, settings
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
    from interpreter.simulate import Comparison, Plan

SHOWN_FAULTS = 3
Variants = tuple[str, ...]
Settings = tuple[tuple[str, str], ...]


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="[B]", required=False)
@click.option("--a-variant", "a_variants", multiple=True, metavar="TITLE", help="A variant that only A has.")
@click.option("--b-variant", "b_variants", multiple=True, metavar="TITLE", help="A variant that only B has.")
@click.option("--a-set", "a_set", multiple=True, metavar="OPTION=VALUE", callback=settings, help="Only for A.")
@click.option("--b-set", "b_set", multiple=True, metavar="OPTION=VALUE", callback=settings, help="Only for B.")
@configuration
@running
def command(
    a: str, b: str | None, run: Run, players: int | None, variants: Variants, options: Settings,
    a_variants: Variants, b_variants: Variants, a_set: Settings, b_set: Settings,
) -> int:  # fmt: skip
    """Play two games on the same seeds, and say what is different.

    A and B are files, or names of games; without B it is the same file. What both have is said with --variant and
    --set, what only one has with --a-… and --b-….

    \b
    rulec compare old.rules new.rules -n 2000
    rulec compare magpie --b-set nerves=strong --players 3
    rulec compare magpie --b-variant "Sharp-Eyed Neighbour"
    """
    from interpreter.simulate import Comparison
    from rulelang.commands.seats import bots_for

    printed = run.prepare()
    games = _games(Wanted(a, players, variants + a_variants, _merged(options, a_set)), b,
                   Wanted(b or a, players, variants + b_variants, _merged(options, b_set)))  # fmt: skip
    seats, _ = (bots_for(game, run.bots) for game in games)
    games = with_backend(games, run.backend, seats)
    comparison = Comparison.of(*games)
    began = time.perf_counter()
    faults: list[str] = []
    with troubles():
        stopped = _play(games, run.plan(seats, games[0]), comparison, run.csv_to, faults)
    seconds = time.perf_counter() - began
    _write(run, games, seats, comparison)
    if not printed:
        _print(run, games, comparison, seconds)
    for fault in faults[:SHOWN_FAULTS]:
        say(fault, err=True)
    if stopped:
        say(f"stopped after {comparison.pairs} of {run.games} pairs", err=True)
        return INTERRUPTED
    return PROBLEMS if faults else CLEAN


def _merged(common: Settings, own: Settings) -> Settings:
    """What is said for both, and what is said for one, which counts more."""
    return tuple({**dict(common), **dict(own)}.items())


def _games(first: Wanted, file: str | None, second: Wanted) -> list[Game]:
    """Both games, for the same number of players: that of A if nothing is said."""
    if file is None and (first.variants, first.options) == (second.variants, second.options):
        raise Unusable(
            "A and B are the same game: name two files, or say what only B has, as in `--b-set OPTION=VALUE`"
        )
    a = first.game()
    b = Wanted(second.file, a.players, second.variants, second.options).game()
    if a.program == b.program:
        raise Unusable("A and B are the same game: nothing in it is different")
    return [a, b]


def _play(games: Sequence[Game], plan: Plan, comparison: Comparison, csv_to: str | None, faults: list[str]) -> bool:
    """Whether Ctrl-C stopped it."""
    from interpreter.simulate import Table, play_all

    tables = [Table(game, plan.watch) for game in games]
    columns = [f"{name}: {column}" for name, table in zip("AB", tables, strict=True) for column in table.columns]
    lines = Lines(csv_to, columns)
    pairs = zip(*(play_all(game, plan) for game in games), strict=True)
    try:
        for number, pair in enumerate(progressing(pairs, plan.games, "pairs")):
            row = [cell for table, playout in zip(tables, pair, strict=True) for cell in table.row(number, playout)]
            with uninterrupted():
                comparison.add(*pair)
                lines.add(row)
            for name, playout in zip("AB", pair, strict=True):
                if playout.fault is not None:
                    faults.append(f"{name}, seed {playout.seed}: {playout.fault}")
    except KeyboardInterrupt:
        return True
    finally:
        lines.close()
    return False


def _write(run: Run, games: Sequence[Game], seats: list[str], comparison: Comparison) -> None:
    headings = {name: run.heading(game, seats) for name, game in zip("ab", games, strict=True)}
    data = {**comparison.to_dict(), **headings}
    if run.json_to is not None:
        write_json(run.json_to, data)
    if run.html_to is not None:
        from interpreter.simulate.page import comparison_page

        write(run.html_to, comparison_page(data))


def _print(run: Run, games: Sequence[Game], comparison: Comparison, seconds: float) -> None:
    from rulelang.commands.figures import comparison_report

    for name, (game, other) in zip("AB", (tuple(games), tuple(reversed(games))), strict=True):
        say(f"{name}: {described(game, other)}")
    speed = 2 * comparison.pairs / seconds if seconds > 0 else 0.0
    say(f"{comparison.pairs} pairs, seed {run.seed}, {seconds:.1f} s, {speed:.0f} games/s\n")
    say("\n".join(comparison_report(comparison)))
    say(f"\n{versions(*games)}")


def described(game: Game, other: Game) -> str:
    """The title, and by what it differs from the other: its file, its variants, its options."""
    words = [game.title]
    if game.name != other.name:
        file, theirs = Path(game.name), Path(other.name)
        words.append(file.as_posix() if file.name == theirs.name else file.name)
    words += [variant for variant in game.variants if variant not in other.variants]
    words += [f"{name} {value}" for name, value in game.options.items() if other.options.get(name) != value]
    return ", ".join(words)
