"""The full screen, driven by keys, at several sizes: what stands on it, and that it never says too much."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

import interpreter
from interpreter.game import Game
from interpreter.screen.app import Curtain, End, Page, TableApp
from interpreter.terminal.desk import Desk
from interpreter.terminal.ending import ending
from interpreter.terminal.table import Left, Table, Unsaved, Wish

GAMES = (("werwars", 3, None), ("edspants", 4, None), ("pickpocket", 4, "Powers"))
SIZES = [(*game, size) for game in GAMES for size in ((80, 24), (20, 10))] + [
    (*GAMES[1], (100, 30)),
    (*GAMES[0], (160, 50)),
]
Drive = Callable[[TableApp, Pilot[None]], Awaitable[None]]


@pytest.fixture(scope="module")
def werwars() -> Game:
    return interpreter.load("werwars", players=3)


def unsaved(name: str) -> str:
    raise Unsaved(f"{name} cannot be written.")


def evening(game: Game, drive: Drive, seats: Sequence[str] = (), size: tuple[int, int] = (80, 24)) -> TableApp:
    """Sit down, do something, and leave."""
    table = Table.open(game, "7", seats or ("human", *["random"] * (game.players - 1)))
    app = TableApp(table, Desk(table, unsaved))

    def play() -> Wish:
        table.play(app)
        assert table.state.result is not None
        return app.after(table, ending(game, table.state.result, table.seats))

    app.plays(play)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(app, pilot)
            await drive(app, pilot)
            app.leave(Left())
            await pilot.pause(0.1)

    asyncio.run(run())
    return app


async def settle(app: TableApp, pilot: Pilot[None]) -> None:
    """Wait until somebody is asked, or a page is open."""
    for _ in range(200):
        await pilot.pause(0.02)
        if app.asked or isinstance(app.screen, Page | Curtain | End):
            await pilot.pause()
            return
    raise AssertionError("nobody is ever asked")


async def type_in(app: TableApp, pilot: Pilot[None], text: str) -> None:
    app.query_one("#typed").value = text  # type: ignore[attr-defined]
    await pilot.press("enter")
    await settle(app, pilot)


def text_of(app: TableApp, name: str) -> str:
    return str(app.query_one(name, Static).content)


def offered(app: TableApp) -> list[str]:
    answers = app.query_one("#answers", OptionList)
    return [str(answers.get_option_at_index(number).prompt) for number in range(answers.option_count)]


@pytest.mark.parametrize(("name", "players", "variant", "size"), SIZES)
def test_own_cards_and_the_question_are_in_sight(
    name: str, players: int, variant: str | None, size: tuple[int, int]
) -> None:
    async def drive(app: TableApp, pilot: Pilot[None]) -> None:
        for part in ("#mine", "#answers", "#typed"):
            region = app.query_one(part).region
            assert region.height > 0
            assert region.y < size[1]
        hand = app.table.state.view(0).zone("A.hand").known
        assert all(card.removesuffix(" #2") in text_of(app, "#mine") for card in hand[:1])
        assert offered(app)

    evening(interpreter.load(name, players=players, variant=variant), drive, size=size)


def test_what_is_printed_on_cards_stands_there(werwars: Game) -> None:
    async def drive(app: TableApp, pilot: Pilot[None]) -> None:
        assert "knight · 7 coins · proved by goat, donkey, snake" in text_of(app, "#things")
        assert "your turn" in text_of(app, "#title")

    evening(werwars, drive)


def test_answers_by_number_word_and_key(werwars: Game) -> None:
    async def drive(app: TableApp, pilot: Pilot[None]) -> None:
        for answer in ("1", "gather", "gat"):
            made = len(app.table.recorder.unfinished().moves)
            await type_in(app, pilot, answer)
            assert len(app.table.recorder.unfinished().moves) > made
        await pilot.press("down", "up", "enter")
        await settle(app, pilot)
        assert app.table.recorder.unfinished().moves[-3].seat == "A"

    evening(werwars, drive)


def test_nonsense_and_what_is_not_allowed_are_answered(werwars: Game) -> None:
    async def drive(app: TableApp, pilot: Pilot[None]) -> None:
        for typed, answer in (
            ("sing", "cannot choose"),
            ("clear(page)", "cannot choose"),
            ("77", "there is no line 77"),
        ):
            await type_in(app, pilot, typed)
            assert answer in text_of(app, "#note")
        await type_in(app, pilot, "save x")
        assert "x cannot be written" in text_of(app, "#note")
        await type_in(app, pilot, "undo")
        assert "cannot be taken back" in text_of(app, "#note") or "no choice" in text_of(app, "#note")
        assert app.table.recorder.unfinished().moves[-1].seat != "A"

    evening(werwars, drive)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("?", "leave the game"),
        ("rules", "Take two food cards."),
        ("log", "larder: "),
        ("log all", "larder is shuffled"),
        ("left", "Ration: "),
        ("knight", "7 coins"),
        ("view suspects", "knight"),
    ],
)
def test_pages_are_laid_over_the_table(werwars: Game, typed: str, words: str) -> None:
    async def drive(app: TableApp, pilot: Pilot[None]) -> None:
        await type_in(app, pilot, typed)
        assert isinstance(app.screen, Page)
        assert words in str(app.screen.query_one(Static).content)
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, Page)

    evening(werwars, drive)


def test_leaving_is_asked_twice(werwars: Game) -> None:
    async def drive(app: TableApp, pilot: Pilot[None]) -> None:
        await type_in(app, pilot, "quit")
        assert "Leave the game?" in text_of(app, "#note")
        await type_in(app, pilot, "gather")
        await type_in(app, pilot, "quit")
        assert "Leave the game?" in text_of(app, "#note")

    app = evening(werwars, drive)
    assert isinstance(app.failure, Left)


def test_between_two_people_a_curtain(werwars: Game) -> None:
    async def drive(app: TableApp, pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, Curtain)
        for part in ("#mine", "#things", "#told"):
            assert text_of(app, part) == ""
        await pilot.press("enter")
        await settle(app, pilot)
        first = app.table.state.decision
        assert first is not None
        assert f"you are {first.seat}" in text_of(app, "#title")
        await type_in(app, pilot, "gather")
        assert isinstance(app.screen, Curtain)
        assert text_of(app, "#mine") == ""
        assert offered(app) == []

    evening(werwars, drive, ("human", "human", "human"))


def test_an_evening_to_its_end() -> None:
    async def drive(app: TableApp, pilot: Pilot[None]) -> None:
        for _ in range(400):
            if isinstance(app.screen, End):
                break
            await pilot.press("enter")
            await settle(app, pilot)
        assert isinstance(app.screen, End)
        assert app.table.state.result is not None
        assert app.table.state.result.why in str(app.screen.query_one(Static).content)

    evening(interpreter.load("magpie", players=2), drive)
