"""Measuring side by side.

Comes in: named competitors, each a function that plays so many games.  Goes out: rates of every round, and tables of
ratios.  All competitors take turns in one process; the order is turned round after every round, so that a machine
which is busy with other things slows all of them down alike.  What counts is the CPU time of this process.
"""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

Run = Callable[[int], object]
ROUNDS = 5
SECONDS = 0.2


@dataclass(frozen=True)
class Spread:
    """Many measurements of the same thing."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def __str__(self) -> str:
        return f"{shown(self.median)} ({shown(min(self.values))} to {shown(max(self.values))})"


def shown(value: float) -> str:
    """A number with three digits that matter."""
    if value >= 10_000:
        return f"{value / 1000:,.0f} k" if value < 1_000_000 else f"{value / 1_000_000:.3g} M"
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def spent(run: Run, games: int, clock: Callable[[], float] = time.process_time) -> float:
    start = clock()
    run(games)
    return clock() - start


def in_turn(playing: Sequence[Iterator[int]], seconds: float, at_once: int = 1) -> list[Spread]:
    """How much each of several gives in a second of CPU time, in every round; they are asked for so much at once."""
    found: list[list[float]] = [[] for _ in playing]
    for each in playing:
        next(each)
    for _ in range(ROUNDS):
        for each, rates in zip(playing, found, strict=True):
            start, given, taken = time.process_time(), 0, 0.0
            while taken < seconds:
                given += sum(next(each) for _ in range(at_once))
                taken = time.process_time() - start
            rates.append(given / taken)
    return [Spread(tuple(rates)) for rates in found]


def enough(run: Run, seconds: float = SECONDS) -> int:
    """How many games take about so long; the first one, which may have to compile, does not count."""
    run(1)
    games = 1
    while (taken := spent(run, games)) < seconds / 10:
        games *= 4 if taken < seconds / 100 else 2
    return max(1, round(games * seconds / taken))


def contest(competitors: Mapping[str, Run], rounds: int = ROUNDS, seconds: float = SECONDS) -> dict[str, Spread]:
    """Games in a second of CPU time, of each competitor in every round."""
    many = {name: enough(run, seconds) for name, run in competitors.items()}
    rates: dict[str, list[float]] = {name: [] for name in competitors}
    order = list(competitors)
    for _ in range(rounds):
        for name in order:
            rates[name].append(many[name] / spent(competitors[name], many[name]))
        order.reverse()
    return {name: Spread(tuple(found)) for name, found in rates.items()}


def ratio(of: Spread, to: Spread) -> Spread:
    """Round by round."""
    return Spread(tuple(a / b for a, b in zip(of.values, to.values, strict=True)))


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Prints a table as Markdown writes it."""
    cells = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    for number, row in enumerate(cells):
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |")
        if number == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")
    print(flush=True)


def print_rates(game: str, rates: Mapping[str, Spread], bases: Sequence[str]) -> None:
    """Games in a second of each competitor, and how many times as fast as the bases it is."""
    known = [base for base in bases if base in rates]
    head = [game, "games/s", *(f"times {base}" for base in known)]
    table(head, [[name, rate, *(ratio(rate, rates[base]) for base in known)] for name, rate in rates.items()])


def machine() -> str:
    """The machine by its type, what else it has to do, and the version of Python."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{os.cpu_count()} cores, {model}, {platform.system()}, Python {platform.python_version()}{load}"
