"""Pictures of figures, as SVG that stands in a page.

Comes in: the plain data that also becomes JSON.  Goes out: SVG without any link.  matplotlib, the extra `report`, is
imported only here, when a picture is drawn.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, SOFT, PALE, WARN = "#23415c", "#5b8bb5", "#cfe0ee", "#b3432b"
WIDE, ROW = 5.0, 0.33
LOOK: Any = {
    "svg.fonttype": "none",
    "font.family": ["sans-serif"],
    "font.size": 11,
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#888888",
    "xtick.color": "#333333",
    "ytick.color": "#333333",
}
_NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))


class Picture:
    """One plot while it is drawn, and its SVG afterwards."""

    def __init__(self, figure: Figure, axes: Axes) -> None:
        self.figure = figure
        self.axes = axes
        self.svg = ""


@contextmanager
def picture(name: str, high: float) -> Iterator[Picture]:
    """A plot of so many inches; `name` keeps its parts apart from those of other plots of the page."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # what a `matplotlibrc` in the folder says does not count
        matplotlib.rcParams.update({**LOOK, "svg.hashsalt": name})
        figure = Figure(figsize=(WIDE, high), layout="constrained")
        drawn = Picture(figure, figure.subplots())
        yield drawn
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata=_NO_METADATA, transparent=True)
    drawn.svg = _bare(out.getvalue(), name)


def _bare(svg: str, name: str) -> str:
    """Only the element, as wide as the page, without names of formats and of authors, and with ids of its own."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\s(xmlns(:\w+)?|width|height)="[^"]*"', "", svg, count=4)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'(href="|url\()#', rf"\1#{name}-", svg)
    return svg.strip()


def shares(rows: Sequence[tuple[str, Mapping[str, Any]]], fair: float) -> str:
    """Shares of wins with their intervals, and the fair share as a line; red: more or less than chance explains."""
    with picture("shares", 0.9 + ROW * len(rows)) as drawn:
        axes = drawn.axes
        for place, (_, told) in enumerate(rows):
            colour = WARN if told["more_than_chance"] else INK
            share, (low, high) = told["share"], told["interval"]
            axes.plot([100 * low, 100 * high], [place, place], color=colour, linewidth=2.2, solid_capstyle="butt")
            axes.plot([100 * share], [place], "o", color=colour, markersize=7)
        axes.axvline(100 * fair, color="#888888", linestyle="--", linewidth=1, zorder=0)
        _rows(axes, [name for name, *_ in rows])
        axes.set_xlabel("share of wins in %; dashed: a fair share")
    return drawn.svg


def bars(name: str, histogram: Sequence[Mapping[str, int]], label: str, half: float | None = None) -> str:
    """How often a number came up."""
    from matplotlib.ticker import MaxNLocator

    with picture(name, 2.5) as drawn:
        axes = drawn.axes
        first, last = histogram[0], histogram[-1]
        width = first["to"] - first["from"] + 1
        middles = [(bar["from"] + bar["to"]) / 2 for bar in histogram]
        axes.bar(middles, [bar["games"] for bar in histogram], width=0.9 * width, color=SOFT)
        if half is not None:
            axes.axvline(half, color=INK, linestyle="--", linewidth=1.2)
        if last["to"] - first["from"] < 8:
            axes.set_xticks(range(first["from"], last["to"] + 1))
        else:
            axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
        axes.set_xlabel(label)
    return drawn.svg


def course(values: Sequence[float | None]) -> str:
    """How a number changes in the course of a game, in equal parts."""
    with picture("course", 2.5) as drawn:
        axes = drawn.axes
        step = 100 / len(values)
        points = [(step * (place + 0.5), value) for place, value in enumerate(values) if value is not None]
        axes.plot([x for x, _ in points], [y for _, y in points], "o-", color=INK, linewidth=1.8, markersize=5)
        axes.set_ylim(0, 1.12 * max((y for _, y in points), default=1.0))
        axes.set_xlim(0, 100)
        axes.set_xlabel("part of the game that has been played, in %")
        axes.set_ylabel("choices")
    return drawn.svg


def spreads(name: str, rows: Sequence[tuple[str, Mapping[str, Any]]], label: str) -> str:
    """Boxes from a quarter to three quarters, whiskers from 5 % to 95 %, a line for half of the games."""
    from matplotlib.ticker import MaxNLocator

    with picture(name, 0.9 + ROW * len(rows)) as drawn:
        axes = drawn.axes
        for place, (_, spread) in enumerate(rows):
            axes.plot([spread["p5"], spread["p95"]], [place, place], color=INK, linewidth=1.4)
            long = spread["p75"] - spread["p25"]
            axes.barh(place, long, left=spread["p25"], height=0.55, color=PALE, edgecolor=INK)
            axes.plot([spread["median"]] * 2, [place - 0.28, place + 0.28], color=INK, linewidth=2.4)
        _rows(axes, [name for name, _ in rows])
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
        axes.set_xlabel(label)
    return drawn.svg


def ladder(rungs: Sequence[tuple[str, Mapping[str, Mapping[str, Any]]]]) -> str:
    """The share of wins of each side in better and better hands, with intervals."""
    sides = list(rungs[0][1])
    with picture("ladder", 3.0) as drawn:
        axes = drawn.axes
        for place, side in enumerate(sides):
            told = [shares[side] for _, shares in rungs]
            at = [rung + 0.08 * (place - (len(sides) - 1) / 2) for rung in range(len(rungs))]
            middles = [100 * one["share"] for one in told]
            lows, highs = zip(*(one["interval"] for one in told), strict=True)
            off = [[m - 100 * low for m, low in zip(middles, lows, strict=True)],
                   [100 * high - m for m, high in zip(middles, highs, strict=True)]]  # fmt: skip
            axes.errorbar(at, middles, yerr=off, fmt="o-", color=f"C{place}", linewidth=1.6, capsize=3, label=side)
        axes.set_xticks(range(len(rungs)), [bot for bot, _ in rungs])
        axes.set_ylim(bottom=0)
        axes.set_ylabel("share of wins in %")
        axes.legend(frameon=False, ncols=min(6, len(sides)))
    return drawn.svg


def moves(rows: Sequence[tuple[str, int, int]]) -> str:
    """How often a step was chosen where it was on offer."""
    with picture("moves", 0.9 + ROW * len(rows)) as drawn:
        axes = drawn.axes
        for place, (_, offered, chosen) in enumerate(rows):
            share = 100 * chosen / offered if offered else 0.0
            axes.barh(place, share, height=0.6, color=SOFT)
            said = f"{chosen} of {offered}" if offered else "never on offer"
            axes.text(share + 1, place, said, va="center", fontsize=9, color="#333333" if chosen else WARN)
        _rows(axes, [name for name, *_ in rows])
        axes.set_xlim(0, 145)
        axes.set_xticks(range(0, 101, 20))
        axes.set_xlabel("chosen, in % of its offers")
    return drawn.svg


def forest(name: str, rows: Sequence[tuple[str, float, float, float, bool]], label: str) -> str:
    """Differences with their intervals, and a line where there is none."""
    with picture(name, 0.9 + ROW * len(rows)) as drawn:
        axes = drawn.axes
        for place, (_, value, low, high, sure) in enumerate(rows):
            colour = WARN if sure else INK
            axes.plot([low, high], [place, place], color=colour, linewidth=2.2, solid_capstyle="butt")
            axes.plot([value], [place], "o", color=colour, markersize=6)
        axes.axvline(0, color="#888888", linestyle="--", linewidth=1, zorder=0)
        _rows(axes, [name for name, *_ in rows])
        axes.set_xlabel(label)
    return drawn.svg


def _rows(axes: Axes, names: Sequence[str]) -> None:
    """A row for each name, the first on top."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
