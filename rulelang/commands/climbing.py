"""`rulec simulate --ladder`: the same game in better and better hands.

Comes in: the words of the command line.  Goes out: a `Ladder` whose games were played; its lines for the terminal.
Playing and counting is left to `interpreter.simulate`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from attrs import evolve

from rulelang.commands.outcome import Unusable
from rulelang.commands.progress import progressing
from rulelang.commands.runs import Run, troubles, uninterrupted, with_backend

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.simulate.beside.ladder import Ladder

USUAL = "usual"
MOST_RUNGS = 8
_LADDER = click.option(
    "--ladder", is_flag=False, flag_value=USUAL, metavar="[BOT,BOT…]",
    help="Also play it in better and better hands, and tell what changes: random, greedy, ismcts:200, or these bots.",
)  # fmt: skip
_GAMES = click.option(
    "--ladder-games", "ladder_games", type=click.IntRange(1, 10_000), metavar="N",
    help="So many games of each rung of the ladder (200, or -n if that is less).",
)  # fmt: skip


def climbing(command: Callable[..., int]) -> Callable[..., int]:
    """The options of a ladder; the command gets them as `ladder` and `ladder_games`."""
    return _LADDER(_GAMES(command))


def ladder_of(game: Game, run: Run, written: str | None, games: int | None) -> Ladder | None:
    """The ladder that is asked for, nothing played yet; Unusable if there is no such bot."""
    from interpreter.simulate.beside.ladder import GAMES, RUNGS, Ladder
    from rulelang.commands.seats import bot_name

    if written is None:
        if games is not None:
            raise Unusable("`--ladder-games` says how many games `--ladder` plays; write `--ladder` too")
        return None
    parts = RUNGS if written == USUAL else [part.strip() for part in written.split(",")]
    bots = [bot_name(part, game.program) for part in parts]
    if not 2 <= len(bots) <= MOST_RUNGS or len(set(bots)) < len(bots):
        raise Unusable(f"`--ladder {written}` should name 2 to {MOST_RUNGS} different bots, the weakest first")
    run = evolve(run, games=games or min(run.games, GAMES), backend="python" if run.backend == "python" else None)
    editions = [with_backend([game], run.backend, [bot])[0] for bot in bots]
    return Ladder.of(editions, bots, run.plan([bots[0]] * game.players, game))


def climbed(ladder: Ladder | None) -> bool:
    """Plays all its games; whether Ctrl-C stopped it."""
    if ladder is None:
        return False
    try:
        with troubles():
            for part in progressing(ladder.play(), ladder.total, "games of the ladder", lambda part: len(part.batch)):
                with uninterrupted():
                    ladder.count(part)
    except KeyboardInterrupt:
        return True
    return False


def ladder_report(data: dict[str, Any]) -> list[str]:
    """What comes of it, for the terminal."""
    from interpreter.simulate.batches.measures import MEASURES
    from interpreter.simulate.beside.ladder import told_rows
    from rulelang.commands.figures import bullets, table

    rows, climbs = told_rows(data)
    lines = ["", "How it changes with skill", *bullets(data["findings"]), "", *table(rows)]
    lines += [f"{name:<9} {MEASURES[name].text}" for name in rows[0] if name in MEASURES]
    if len(climbs) > 1:
        lines += ["", *table(climbs, left=2)]
    lines.append("In brackets, and between: the interval that holds the true share in 95 of 100 cases.")
    return lines
