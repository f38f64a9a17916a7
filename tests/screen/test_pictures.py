"""The screen as a picture, at three sizes: what a stranger sees first, and in the middle of an evening."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.image import SVGImageSnapshotExtension
from textual.containers import VerticalScroll
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
    app.plays(lambda: table.play(app))
    taken: list[str] = []

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            app.query_one("#typed", Input).cursor_blink = False
            await settle(app, pilot)
            for _ in range(choices):
                await pilot.press("enter")
                await pilot.pause(0.1)
                await settle(app, pilot)
            await pilot.wait_for_scheduled_animations()
            await pilot.pause()
            app.query_one("#story", VerticalScroll).scroll_end(animate=False)
            await pilot.pause()
            taken.append(app.export_screenshot(title=game.title))
            app.leave(Left())
            await pilot.pause(0.1)

    asyncio.run(run())
    return taken[0]


# Left out by default: on a busy machine a picture may be taken before the story has scrolled to its end.
@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_the_first_question(game: Game, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    assert picture(game, size, 0) == snapshot(extension_class=SVGImageSnapshotExtension)
