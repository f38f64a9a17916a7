"""What `simulate`, `compare`, `sweep` and `tune` share: options, files.

Comes in: the words of the command line.  Goes out: how to run, files.
Playing and counting is left to `interpreter.simulate`.
"""

from __future__ import annotations

import csv
import functools
import json
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal

import attrs
import click

from rulelang.commands.outcome import Problem, Unusable, say
from rulelang.commands.playable import seed_text

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.simulate import Plan


@attrs.frozen
class Run:
    """How to play, and where to write what comes of it; the fields are the options of the same name."""

    games: int
    bots: str
    seed: str
    most: int
    backend: str | None
    jobs: int
    cluster: str | None
    json_to: str | None
    csv_to: str | None
    html_to: str | None

    def prepare(self) -> bool:
        """Whether something else than the report is printed; Unusable if that cannot be, before a long run begins."""
        many = [self.json_to, self.csv_to, self.html_to].count("-")
        if many > 1:
            raise Unusable("only one of `--json -`, `--csv -` and `--html -` can be printed")
        missing = [name for name in ("jinja2", "matplotlib") if find_spec(name) is None]
        if self.html_to is not None and missing:
            be = "are" if len(missing) > 1 else "is"
            raise Unusable(
                f"`--html` needs {' and '.join(missing)}, which {be} not installed: pip install 'rulelang[report]'"
            )
        if self.cluster is not None and find_spec("distributed") is None:
            raise Unusable("`--cluster` needs dask, which is not installed: pip install 'rulelang[cluster]'")
        for to in filter(None, (self.json_to, self.csv_to, self.html_to)):
            try_to_write(to)
        return many == 1

    def plan(self, seats: Sequence[str], game: Game) -> Plan:
        from interpreter.simulate import Plan

        return Plan(self.seed, self.games, tuple(seats), True, self.jobs, self.most, self.cluster)

    def heading(self, game: Game, seats: Sequence[str]) -> dict[str, object]:
        """What was played, for whoever finds the figures later."""
        from rulelang import __version__

        return {
            "title": game.title,
            "rules": Path(game.name).name,
            "rules_hash": game.program.rules_hash,
            "players": game.players,
            "variants": list(game.variants),
            "options": game.options,
            "bots": list(seats),
            "seed": self.seed,
            "backend": game.backend,
            "rulelang": __version__,
        }


def versions(*games: Game) -> str:
    """What was played, for whoever finds a printed report later."""
    from rulelang import __version__

    hashes = dict.fromkeys(game.program.rules_hash[:12] for game in games)
    return f"Rules {' and '.join(hashes)}, rulelang {__version__}."


MOST_GAMES = 100_000_000
_BOTS = click.option(
    "--bots", default="random", show_default=True, metavar="BOT,…",
    help="One bot for all, or one each: random, greedy, flat:500, ismcts:1000, FILE.py:CLASS.",
)  # fmt: skip
_OPTIONS = (
    click.option("--html", "html_to", metavar="OUT", help="Write a page with plots; it needs no network."),
    click.option("--csv", "csv_to", metavar="OUT", help="Write a line for each game as CSV, or - to print it."),
    click.option("--json", "json_to", metavar="OUT", help="Write all figures as JSON, or - to print them."),
    click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Work side by side."),
    click.option("--cluster", metavar="ADDRESS", help="Hand the games to a Dask cluster, as in tcp://host:8786."),
    click.option(
        "--backend", type=click.Choice(["python", "native"]),
        help="What carries the rules out: native if it can be had; python tells the same, many times slower.",
    ),
    click.option(
        "--most", type=click.IntRange(min=1), default=10_000, show_default=True,
        help="Cut a game off after so many decisions.",
    ),
    click.option("--seed", default="0", show_default=True, callback=seed_text, help="A number or any text."),
    _BOTS,
    click.option(
        "-n", "--games", type=click.IntRange(1, MOST_GAMES), default=1000, show_default=True, help="How many games.",
    ),
)  # fmt: skip


def running(command: Callable[..., int]) -> Callable[..., int]:
    """The options that say how to play; the command gets them together, as `run`."""

    @functools.wraps(command)
    def gathered(**words: Any) -> int:
        run = Run(**{field.name: words.pop(field.name) for field in attrs.fields(Run)})
        return command(run=run, **words)

    made: Callable[..., int] = gathered
    for option in _OPTIONS:
        made = option(made)
    return made


def running_each(command: Callable[..., int]) -> Callable[..., int]:
    """The same where `--bots` may be given several times: the command gets `bots` beside `run`."""

    @functools.wraps(command)
    def gathered(**words: Any) -> int:
        run = Run(**{field.name: words.pop(field.name) for field in attrs.fields(Run) if field.name != "bots"}, bots="")
        return command(run=run, **words)

    made: Callable[..., int] = gathered
    several = click.option(
        "--bots", multiple=True, default=("random",), metavar="BOT,…",
        help="One bot for all, or one each (random); may be given several times.",
    )  # fmt: skip
    for option in _OPTIONS:
        made = (several if option is _BOTS else option)(made)
    return made


def with_backend(games: Sequence[Game], backend: str | None, bots: Sequence[str], watch: bool = True) -> list[Game]:
    """The games on the backend that was asked for, by default the native one; all on the Python one where that cannot
    be, with one message if it was asked for."""
    from interpreter.game import Game
    from interpreter.native.drive.engine import TOO_MANY
    from interpreter.simulate import native_code

    if backend == "python":
        return list(games)
    if set(bots) != {"random"}:
        if backend:
            say(
                "only games of the bot `random` run on the native backend as a whole: these are kept by Python",
                err=True,
            )
        return list(games)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        native = [Game(game.program, "native", game.name) for game in games]
        usable = [native_code(game, watch) is not None for game in native]
    if all(usable):
        return native
    said = [str(warning.message) for warning in caught]
    if backend or TOO_MANY in said:
        say(said[0] if said else "there is no native code here: these games run on the Python engine", err=True)
    return list(games)


# ---------------------------------------------------------------- while it runs


@contextmanager
def troubles() -> Iterator[None]:
    """A bot or a cluster that cannot play ends the run with its message."""
    from interpreter.bots import BotTrouble
    from interpreter.simulate.batches.cluster import ClusterTrouble

    try:
        yield
    except (BotTrouble, ClusterTrouble) as trouble:
        raise Problem(str(trouble)) from trouble


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until what is inside has been done, so that nothing is counted by halves."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


# ---------------------------------------------------------------- files


def open_to_write(to: str, mode: Literal["w", "a"] = "w") -> IO[str]:
    """A file for text, or standard output."""
    if to == "-":
        return sys.stdout
    try:
        return Path(to).open(mode, encoding="utf-8", newline="")
    except OSError as problem:
        raise Unusable(f"`{to}` cannot be written: {(problem.strerror or str(problem)).lower()}") from problem


def try_to_write(to: str) -> None:
    """Unusable if this file cannot be written; what is in it stays until it is."""
    path = Path(to)
    new = not path.exists()
    if to != "-" and (new or path.is_file() or path.is_dir()):
        open_to_write(to, "a").close()
        if new:
            path.unlink()


def write(to: str, text: str) -> None:
    """A whole text into a file, or printed."""
    if to == "-":
        say(text, nl=False)
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
