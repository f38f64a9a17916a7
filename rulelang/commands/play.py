"""`rulec play FILE`: a game in the terminal, a scripted one, or one that goes on.

Comes in: a game, who sits where; what is typed, or one choice a line where standard input is no terminal.
Goes out: screens or a log, the end of the game, a record.  What happens at the table is left to `evening`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulelang.commands.outcome import Problem, Unusable, say
from rulelang.commands.playable import Wanted, configuration, seed_text

if TYPE_CHECKING:
    from interpreter.terminal.table import Table
    from rulelang.commands.recording import Recording


@click.command()
@click.argument("file", metavar="[FILE]", required=False)
@click.option(
    "--seat", "seats", multiple=True, metavar="N=human|BOT",
    help="Who sits in a seat: you (human) or a bot, such as random, greedy, ismcts:1000, ismcts:2s. Seat 1 is yours if "
    "nothing is said.",
)  # fmt: skip
@click.option(
    "--seed", metavar="SEED", callback=seed_text, help="A number or any text; the same seed deals the same cards.",
)  # fmt: skip
@click.option("--plain", is_flag=True, help="No full screen: one fact a line, for screen readers.")
@click.option("--json", is_flag=True, help="For programs: one JSON object a line, answers as lines.")
@click.option("--every-choice", is_flag=True, help="Ask even where only one thing can be chosen.")
@click.option("--record", metavar="OUT.play", help="Write the game into a file that `rulec replay` shows again.")
@click.option("--resume", is_flag=True, help="Go on with a game that was not played to its end.")
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="Of a saved game: go on after N choices.")
@click.option("--rules", metavar="FILE", help="Of a saved game: its rules, if they have moved.")
@configuration
def command(
    file: str | None,
    seats: tuple[str, ...],
    seed: str | None,
    plain: bool,
    json: bool,
    every_choice: bool,
    record: str | None,
    resume: bool,
    at: int | None,
    rules: str | None,
    players: int | None,
    variants: tuple[str, ...],
    options: tuple[tuple[str, str], ...],
) -> int:
    """Play a game in the terminal.

    FILE is a rules file, the name of a game that comes with rulelang, or a saved game that goes on.  If standard
    input is no terminal, it is read as a script: one choice a line, by its number or as it is written; empty lines
    and lines with # are passed over.

    \b
    rulec play werwars --players 3 --seed 7
    rulec play werwars --seat 2=human --seat 3=ismcts:1000
    rulec play werwars --variant "Some variant" --set diet=printed
    rulec play werwars < choices.txt
    rulec play evening.play --at 12
    rulec play --resume
    """
    from interpreter.machine.texts import amount
    from interpreter.terminal.paper import Plain
    from rulelang.commands import resuming
    from rulelang.commands.evening import Evening
    from rulelang.commands.recording import SUFFIX

    if resume == (file is not None):
        raise Unusable("say either which game to play, or --resume" if resume else "which game? `rulec play FILE`")
    if resume or (file is not None and file.endswith(SUFFIX)):
        if any((seed, players, variants, options)):
            raise Unusable("a saved game says itself who plays, with which seed, variants and options")
        path = resuming.chosen() if file is None else Path(file)
        if file is None and at is None and (at := resuming.torn(path)) is not None:
            say(f"rulec: its last choice was never written to the end; it goes on after {at} choices", err=True)
        table, recording = resuming.saved(path, at, rules, record, seats)
        recording.older = path if file is None else None
        about = [f"{len(table.past)} choice{'' if len(table.past) == 1 else 's'} so far"]
    else:
        assert file is not None
        if at is not None or rules is not None:
            raise Unusable("--at and --rules are for a saved game: `rulec play GAME.play`")
        table, recording = _new(Wanted(file, players, variants, options), seats, seed, record)
        about = [] if seed is None else [f"seed {seed}"]
    paper = Plain(sys.stdout)
    if not json:
        game = table.game
        paper.heading(" · ".join([game.title, *game.variants, amount(f"{game.players}", "players"), *about]))
    return Evening(table, recording, paper, plain, json, asks_all=every_choice).play()


def _new(wanted: Wanted, seats: tuple[str, ...], seed: str | None, record: str | None) -> tuple[Table, Recording]:
    """The table of a game that begins."""
    from interpreter.machine.engine import GameFault
    from interpreter.terminal.table import Table
    from rulelang.commands.evening import new_seed
    from rulelang.commands.recording import Recording
    from rulelang.commands.seats import seat_names

    game, texts = wanted.game_with_texts()
    names = tuple(seat_names(game, seats))
    recording = Recording(wanted, texts, record)
    recording.prepare()
    seed = new_seed() if seed is None else seed
    try:
        return Table.open(game, seed, names), recording
    except GameFault as fault:
        raise Problem(f"the set-up of this game fails with seed {seed}: {fault}") from fault
