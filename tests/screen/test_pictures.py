"""The screen as a picture, at three sizes: what a stranger sees first, and in the middle of an evening."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.image import SVGImageSnapshotExtension
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Input

import interpreter
from interpreter.game import Game
from interpreter.screen.app import TableApp
from interpreter.terminal.desk import Desk
from interpreter.terminal.table import Left, Table
from tests.screen.test_app import settle, unsaved

GAMES: dict[str, dict[str, Any]] = {
    "werwars": {"players": 3},
    "edspants": {"players": 3},
    "pickpocket": {"players": 3, "variant": "Powers"},
}
SIZES = ((80, 24), (100, 30), (160, 50))


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return interpreter.load(request.param, **GAMES[request.param], backend="python")


def picture(game: Game, size: tuple[int, int], choices: int) -> str:
    """The screen when the person in seat A is asked after so many choices of their own, always the first one."""
    table = Table.open(game, "7", ("human", *["random"] * (game.players - 1)))
    app = TableApp(table, Desk(table, unsaved))
    app.animation_level = "none"
    app.plays(lambda: table.play(app))
    taken: list[str] = []

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            app.query_one("#typed", Input).cursor_blink = False
            await settle(app, pilot)
            for _ in range(choices):
                made = len(table.past)
                await pilot.press("enter")
                while len(table.past) == made:
                    await pilot.pause()
                await settle(app, pilot)
            taken.append(await still(app, pilot))
            app.leave(Left())

    asyncio.run(run())
    return taken[0]


async def still(app: TableApp, pilot: Pilot[None]) -> str:
    """The picture when the story has come to its end and nothing moves any more."""
    story, before = app.query_one("#story", VerticalScroll), ""
    for _ in range(500):
        await pilot.pause()
        shot = app.export_screenshot(title=app.table.game.title)
        if shot == before and round(story.scroll_y) == story.max_scroll_y:
            return shot
        before = shot
    raise AssertionError("the screen never comes to rest")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_the_first_question(game: Game, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    assert picture(game, size, 0) == snapshot(extension_class=SVGImageSnapshotExtension)


def test_in_the_middle_of_an_evening(game: Game, snapshot: SnapshotAssertion) -> None:
    assert picture(game, (80, 24), 4) == snapshot(extension_class=SVGImageSnapshotExtension)
