"""What each picture shows: its lines, bars, words and ends, as they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

pytest.importorskip("matplotlib")

from interpreter.simulate import plots

SEATS = [
    ("A", {"share": 0.5, "interval": (0.4, 0.6), "more_than_chance": None}),
    ("B", {"share": 0.25, "interval": (0.2, 0.31), "more_than_chance": "less"}),
]
SPREADS = [("A", {"p5": 1, "p25": 3, "median": 4, "p75": 7, "p95": 9}), ("B", dict.fromkeys(
    ("p5", "p25", "median", "p75", "p95"), 2))]  # fmt: skip


def bins(first: int, width: int, *games: int) -> list[dict[str, int]]:
    starts = range(first, first + width * len(games), width)
    return [{"from": start, "to": start + width - 1, "games": many} for start, many in zip(starts, games, strict=True)]


PICTURES: dict[str, Callable[[], str]] = {
    "shares": lambda: plots.shares(SEATS, 0.45),
    "a few numbers": lambda: plots.bars("turns", bins(3, 1, 5, 0, 2), "turns", 4),
    "eight numbers": lambda: plots.bars("turns", bins(3, 1, *range(8)), "turns"),
    "nine numbers": lambda: plots.bars("turns", bins(3, 1, *range(9)), "turns"),
    "wide bars": lambda: plots.bars("turns", bins(10, 5, 2, 9, 4), "turns", 17),
    "course": lambda: plots.course([1.5, None, 3.0, 2.5]),
    "a course of nothing": lambda: plots.course([None, None]),
    "spreads": lambda: plots.spreads("score", SPREADS, "coins"),
    "moves": lambda: plots.moves([("dig", 8, 6), ("sing", 5, 0), ("fly", 0, 0)]),
    "differences": lambda: plots.forest(
        "numbers", [("turns", 2, -1, 5, False), ("coins", -3, -4, -2, True)], "B less A"
    ),
}


@pytest.mark.parametrize("name", PICTURES)
def test_what_it_shows(name: str, monkeypatch: pytest.MonkeyPatch, text_snapshot: SnapshotAssertion) -> None:
    seen: list[str] = []
    picture = plots.picture

    @contextmanager
    def watched(*given: Any) -> Iterator[plots.Picture]:
        with picture(*given) as drawn:
            yield drawn
            seen.extend(told(drawn))

    monkeypatch.setattr(plots, "picture", watched)
    assert PICTURES[name]().startswith("<svg")
    assert "\n".join(seen) == text_snapshot


def told(drawn: plots.Picture) -> Iterator[str]:
    """Everything that was drawn, from the back to the front in each sort."""
    from matplotlib.colors import to_hex

    axes = drawn.axes
    width, high = drawn.figure.get_size_inches()
    yield f"{numbers([width, high])} inches"
    for line in axes.lines:
        across, up = numbers(line.get_xdata()), numbers(line.get_ydata())
        look = f"{line.get_linestyle()} {line.get_linewidth():g} {line.get_marker()} {line.get_markersize():g}"
        yield f"line from {across} at {up}: {line.get_color()} {look}, layer {line.get_zorder():g}"
    for bar in axes.patches:
        size = numbers([bar.get_width(), bar.get_height()])
        yield f"bar from {numbers(bar.get_xy())}, {size}: {to_hex(bar.get_facecolor())}"
    for text in axes.texts:
        yield f"text at {numbers(text.get_position())}: {text.get_text()}, {text.get_color()}"
    drawn.figure.canvas.draw()
    for word, axis, ends in (("x", axes.xaxis, axes.get_xlim()), ("y", axes.yaxis, axes.get_ylim())):
        labels = ", ".join(label.get_text() for label in axis.get_ticklabels())
        yield f"{word} from {numbers(ends)}: {labels} ({axis.get_label_text()})"


def numbers(some: Any) -> str:
    return " ".join(f"{number:.4g}" for number in some)
