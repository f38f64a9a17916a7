"""How far a long run is, on a terminal.

Comes in: things that come one by one.  Goes out: the same things; meanwhile a bar on standard error tells how many
there were, how fast they come and when they will be done.  It is gone when they are.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

Item = TypeVar("Item")

EVERY = 0.2
"""Seconds between two looks."""


def _one(item: object) -> int:
    return 1


def progressing(
    items: Iterable[Item], total: int, what: str = "games", many: Callable[[Item], int] = _one
) -> Iterator[Item]:
    """The same items; `many` says how many of `total` one of them is."""
    if not sys.stderr.isatty():
        yield from items
        return
    with _bar() as bar:
        task = bar.add_task(what, total=total)
        done, last = 0, time.perf_counter()
        for item in items:
            yield item
            done += many(item)
            now = time.perf_counter()
            if now - last >= EVERY:
                last = now
                bar.update(task, completed=done)


def _bar() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Speed(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(speed_text(task.speed or 0.0))

    columns = (
        TextColumn("{task.completed:.0f} of {task.total:.0f} {task.description},"), Speed(), BarColumn(),
        TimeRemainingColumn(), TextColumn("left"),
    )  # fmt: skip
    return Progress(*columns, console=Console(stderr=True), transient=True)


def speed_text(rate: float) -> str:
    """`106 a second`"""
    return f"{rate:.0f} a second" if rate >= 10 else f"{rate:.1f} a second"
