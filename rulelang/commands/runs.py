"""What `simulate` and `compare` share: options, progress on a terminal, files.

Comes in: the words of the command line.  Goes out: games that are ready to run, a line on the terminal that changes
while they do, files.  Playing and counting is left to `interpreter.simulate`.
"""

from __future__ import annotations

import csv
import json
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from rulelang.commands.outcome import Unusable

if TYPE_CHECKING:
    from interpreter.game import Game

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
Item = TypeVar("Item")

EVERY = 0.2
"""Seconds between two looks of the line that tells how far it is."""


def running(command: Decorated) -> Decorated:
    """The options that say how to play, the same for both commands."""
    for option in (
        click.option("--csv", "csv_to", metavar="OUT", help="Write a line for each game as CSV, or - to print it."),
        click.option("--json", "json_to", metavar="OUT", help="Write all figures as JSON, or - to print them."),
        click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Work side by side."),
        click.option(
            "--backend", type=click.Choice(["python", "native"]), default="python", show_default=True,
            help="What carries the rules out: native is many times faster and tells less.",
        ),
        click.option(
            "--most", type=click.IntRange(min=1), default=10_000, show_default=True,
            help="Cut a game off after so many decisions.",
        ),
        click.option("--seed", default="0", show_default=True, help="A number or any text."),
        click.option(
            "--bots", default="random", show_default=True, metavar="BOT,…", help="One bot for all, or one each."
        ),
        click.option(
            "-n", "--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games."
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def with_backend(game: Game, backend: str, bots: Sequence[str]) -> Game:
    """The game on the backend that was asked for; on the Python one, with one message, where that cannot be."""
    from interpreter.game import Game
    from interpreter.simulate import is_native

    if backend == "python":
        return game
    if set(bots) != {"random"}:
        click.echo("the native backend knows only the bot `random`: these games run on the Python one", err=True)
        return game
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        native = Game(game.program, backend, game.name)
        usable = is_native(native)
    if usable:
        return native
    why = (
        str(caught[0].message) if caught else "there is no native code for this game here: it runs on the Python engine"
    )
    click.echo(why, err=True)
    return game


def heading(game: Game, bots: Sequence[str], seed: str) -> dict[str, object]:
    """What was played, for whoever finds the figures later."""
    from rulelang import __version__

    return {
        "title": game.title,
        "rules": Path(game.name).name,
        "rules_hash": game.program.rules_hash,
        "players": game.players,
        "variants": list(game.variants),
        "options": game.options,
        "bots": list(bots),
        "seed": seed,
        "backend": game.backend,
        "rulelang": __version__,
    }


def progressing(items: Iterable[Item], total: int, what: str = "games") -> Iterator[Item]:
    """The same items; on a terminal a line tells how many there were, how fast they come and when they will be done."""
    shown = sys.stderr.isatty()
    began = last = time.perf_counter()
    try:
        for count, item in enumerate(items, start=1):
            yield item
            now = time.perf_counter()
            if shown and now - last >= EVERY:
                last = now
                _tell(f"{count} of {total} {what}, {progress(count, total, now - began)}")
    finally:
        if shown:
            _tell("")


def progress(count: int, total: int, seconds: float) -> str:
    """`106 a second, 35 s left`"""
    rate = count / seconds if seconds > 0 else 0.0
    left = (total - count) / rate if rate else 0.0
    shown = f"{left:.0f} s" if left < 100 else f"{left / 60:.0f} min" if left < 6000 else f"{left / 3600:.0f} h"
    return f"{rate:.0f} a second, {shown} left" if rate >= 10 else f"{rate:.1f} a second, {shown} left"


def _tell(text: str) -> None:
    """In the place of what stood in the line before."""
    sys.stderr.write(f"\r\033[K{text}")
    sys.stderr.flush()


# ---------------------------------------------------------------- files


def only_one_to_standard_output(*places: str | None) -> bool:
    """Whether something else than the report is printed; Unusable if two things are to be."""
    many = sum(place == "-" for place in places)
    if many > 1:
        raise Unusable("only one of `--json -`, `--csv -` and `--html -` can be printed")
    return many == 1


def open_to_write(to: str) -> IO[str]:
    """A file for text, or standard output."""
    if to == "-":
        return sys.stdout
    try:
        return Path(to).open("w", encoding="utf-8", newline="")
    except OSError as problem:
        raise Unusable(f"`{to}` cannot be written: {(problem.strerror or str(problem)).lower()}") from problem


def write(to: str, text: str) -> None:
    """A whole text into a file, or printed."""
    if to == "-":
        click.echo(text, nl=False)
        return
    with open_to_write(to) as file:
        file.write(text)


def write_json(to: str, data: dict[str, object]) -> None:
    write(to, json.dumps(data, indent=2, ensure_ascii=False) + "\n")


class Lines:
    """A CSV file that grows game by game, so that there is something in it whenever the run is stopped."""

    def __init__(self, to: str | None, columns: Sequence[str]) -> None:
        self._to = to
        self._file = None if to is None else open_to_write(to)
        self._writer = csv.writer(self._file, lineterminator="\n") if self._file else None
        self.add(columns)

    def add(self, row: Sequence[str | int]) -> None:
        if self._writer is not None:
            self._writer.writerow(row)

    def close(self) -> None:
        if self._file is not None and self._to != "-":
            self._file.close()
