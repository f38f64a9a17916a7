"""Evenings on the full screen at which somebody does whatever comes to their mind.

Keys, clicks, nonsense, other sizes, from one cell to a wall; one person or several at the screen; and at some moment
the end: somebody leaves, or a signal comes.  Then: nothing was raised, the game ended as it was told to, every choice
that was carried out is in the record, and behind the curtain stands nothing.
`python -m tests.robustness.screens 2000 1`: so many things done, this seed; figures are printed, and what went wrong.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from random import Random

from textual.pilot import OutOfBounds, Pilot
from textual.widgets import Input, OptionList, Static

from interpreter import Game, load
from interpreter.screen.app import TableApp
from interpreter.screen.pages import Curtain
from interpreter.terminal.desk import Desk
from interpreter.terminal.ending import ending
from interpreter.terminal.table import Branched, Left, Table, Wish
from tests.robustness.evenings import Figures, _differs, nonsense, unsaved

GAMES = (
    ("werwars", 3, None),
    ("edspants", 4, None),
    ("pickpocket", 3, "Powers"),
    ("magpie", 2, None),
    ("kuhn", 2, None),
)
KEYS = (
    "up", "down", "pageup", "pagedown", "escape", "f1", "ctrl+z", "enter", "enter", "enter", "tab", "shift+tab", "home",
    "end", "left", "right", "ctrl+a", "ctrl+k", "ctrl+up", "ctrl+down", "ctrl+c", "ctrl+d", "backspace", "space", "1",
    "2", "3", "question_mark", "é", "f5",
)  # fmt: skip
WIDTHS, HEIGHTS = (1, 2, 7, 12, 20, 40, 79, 80, 100, 160, 400), (1, 2, 3, 5, 10, 17, 24, 30, 50, 120)
PARTS = ("#title", "#table", "#story", "#own", "#asked", "#answers", "#note", "#typed", "Page", "Curtain", "OptionList")


class Signalled(Exception):
    """In place of what a signal raises."""


def one_evening(game: Game, seed: int, deeds: int, figures: Figures) -> None:
    """So many things are done at one table, then it ends in one of the ways."""
    chance = Random(seed)
    people = chance.choice((1, 1, 2, game.players))
    seats = ["human"] * people + ["random"] * (game.players - people)
    chance.shuffle(seats)
    table = Table.open(game, str(seed), seats)
    table.asks_all = chance.random() < 0.3
    app = TableApp(table, Desk(table, unsaved), pause=chance.choice((0, 0, 0.01)), ascii_only=chance.random() < 0.3)
    end = chance.choice((Left(), Signalled()))
    wrong: list[str] = []

    def play() -> Wish:
        table.play(app)
        assert table.state.result is not None
        return app.after(table, ending(game, table.state.result, table.seats))

    async def drive() -> None:
        async with app.run_test(size=(chance.choice(WIDTHS), chance.choice(HEIGHTS))) as pilot:
            for _ in range(deeds):
                await do_something(app, pilot, chance, figures)
                wrong.extend(behind_the_curtain(app))
                if not app.is_running:
                    break
            app.leave(end)
            await pilot.pause(0.05)

    app.plays(play)
    try:
        asyncio.run(drive())
    except Exception as bug:  # what is looked for
        wrong.append(f"{type(bug).__name__}: {bug}")
    if app.failure is not None and not isinstance(app.failure, Left | Signalled | Branched):
        wrong.append(f"the game ended with {app.failure!r}")
    wrong.append(_differs(game, table))
    figures.count(
        f"evenings of {people if people < 3 else 'more'}",
        "; ".join(filter(None, wrong)) and (f"{game.title}, seed {seed}: {'; '.join(filter(None, wrong))}"),
    )


async def do_something(app: TableApp, pilot: Pilot[None], chance: Random, figures: Figures) -> None:
    """A key, a click, a line of nonsense, or another size; often without waiting for what came of the last one."""
    match chance.randrange(10):
        case 0:
            await pilot.resize_terminal(chance.choice(WIDTHS), chance.choice(HEIGHTS))
            figures.tried["resizes"] += 1
        case 1 | 2:
            part, at = chance.choice(PARTS), (chance.randrange(30), chance.randrange(9))
            with suppress(OutOfBounds, Exception if not app.screen.query(part) else OutOfBounds):
                await pilot.click(part, offset=at, times=chance.choice((1, 1, 2, 3)))
            figures.tried["clicks"] += 1
        case 3 | 4 | 5 | 6:
            await pilot.press(chance.choice(KEYS))
            figures.tried["keys"] += 1
        case _:
            decision = app.table.state.decision
            line = nonsense(chance, decision.texts if decision is not None else [])
            fields = app.screen_stack[0].query("#typed")
            if fields and isinstance(field := fields.first(), Input):
                field.value = line
                await pilot.press("enter")
            figures.tried["lines of nonsense"] += 1
    if chance.random() < 0.5:
        await pilot.pause()


def behind_the_curtain(app: TableApp) -> list[str]:
    """What can be read where nobody may read anything."""
    if not app.is_running or not isinstance(app.screen, Curtain):
        return []
    below = app.screen_stack[0]
    told = [str(below.query_one(name, Static).content) for name in ("#things", "#told", "#mine", "#asked", "#note")]
    told += [""] * below.query_one("#answers", OptionList).option_count
    return [f"behind the curtain: {text[:60]!r}" for text in told if text] + (
        ["answers behind the curtain"] if len(told) > 5 else []
    )


def attack(deeds: int, seed: int) -> Figures:
    """So many things done, at tables of all the games in turn."""
    figures, at = Figures(), 0
    games = [load(name, players=players, variant=variant) for name, players, variant in GAMES]
    while deeds > 0:
        for game in games:
            one_evening(game, seed * 1000 + at, 40, figures)
            at, deeds = at + 1, deeds - 40
    return figures


if __name__ == "__main__":
    found = attack(int(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 1)
    sys.stdout.write("\n".join([*(f"{count:>6}  {what}" for what, count in sorted(found.tried.items())), *found.wrong]))
    sys.stdout.write(f"\n{len(found.wrong)} went wrong\n")
