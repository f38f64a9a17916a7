"""Saved games that nobody has played: refused, or they go on without a crash, on both engines."""

from __future__ import annotations

import contextlib
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.game import Game
from interpreter.machine import saves
from interpreter.machine.errors import MachineError, UnreadableSave
from interpreter.machine.layout import BLOCK, OUTCOME
from interpreter.machine.saves import Pending
from interpreter.state import State
from rulelang.compiling import project_from_text
from tests.interpreter.machine_programs import market

MIN, MAX = -(2**31), 2**31 - 1
ODD = st.sampled_from([0, -1, 1, 2, 3, 7, 60, 255, -1000, 1 << 20, MIN, MAX]) | st.integers(MIN, MAX)
BUNDLED = ("cribbage", "hanabi", "magpie", "liars_dice", "crazy_eights")


@cache
def game_of(name: str, backend: str) -> Game:
    import interpreter

    return Game(market(3), backend) if name == "market" else interpreter.load(name, backend=backend)


def state_of(game: Game, seed: int, steps: int) -> State:
    state = game.new(seed, log=False)
    with contextlib.suppress(MachineError):
        for _ in range(steps):
            state.apply(state.random_choice())
    return state


def forged(game: Game, cells: list[int], pending: Pending | None = None) -> bytes:
    return saves.write(game.digest, cells, pending is not None, pending)


def go_on(state: State) -> None:
    """Whatever is done to it, the machine says in words what it minds."""
    with contextlib.suppress(MachineError):
        for _ in range(8):
            if state.is_over:
                break
            state.apply(state.random_choice())
        _ = state.view(0), state.view(None), state.returns, bytes(state)


@pytest.mark.parametrize("name", ["market", *BUNDLED])
def test_what_was_played_is_restored(name: str) -> None:
    game = game_of(name, "python")
    for seed in range(6):
        state = state_of(game, seed, 7 * seed)
        assert game.restore(bytes(state), log=False) == state


@pytest.mark.parametrize(
    ("name", "backend"),
    [*((name, "python") for name in ("market", *BUNDLED)), ("market", "native"), ("magpie", "native")],
)
def test_any_cell_may_be_anything(name: str, backend: str) -> None:
    game = game_of(name, backend)
    size = game.layout.size

    @settings(max_examples=60, deadline=None)
    @given(st.integers(0, 99), st.integers(0, 30), st.lists(st.tuples(st.integers(0, size - 1), ODD), max_size=2))
    def forge(seed: int, steps: int, changes: list[tuple[int, int]]) -> None:
        cells = list(state_of(game, seed, steps).array)
        for at, value in changes:
            cells[at] = value
        try:
            state = game.restore(forged(game, cells), log=False)
        except UnreadableSave:
            return
        go_on(state)

    forge()


def _changed(game: Game, at: int, value: int) -> list[int]:
    cells = list(state_of(game, 1, 3).array)
    cells[at] = value
    return cells


@pytest.mark.parametrize(
    ("at", "value"),
    [*((BLOCK, value) for value in (0, -1000, MIN, MAX)), *((OUTCOME, value) for value in (-1000, MIN, MAX))],
)
def test_it_must_rest_where_a_game_can(at: int, value: int) -> None:
    game = game_of("market", "python")
    assert _changed(game, at, value) != list(state_of(game, 1, 3).array)
    with pytest.raises(UnreadableSave, match="does not rest where a game can"):
        game.restore(forged(game, _changed(game, at, value)))


def test_every_part_of_a_place_is_looked_at() -> None:
    """Sizes, cards, unused cells, the order in hands and piles, and where each card says that it lies."""
    game = game_of("magpie", "python")
    layout = game.layout
    refused = 0
    for place in layout.places:
        for at in range(place.size, place.cards + place.room):
            for value in (-1, MAX, len(game.program.cards)):
                with pytest.raises(UnreadableSave, match="damaged: "):
                    game.restore(forged(game, _changed(game, at, value)))
                refused += 1
    for card in range(len(game.program.cards)):
        for at, value in ((layout.zone + card, -1), (layout.zone + card, MAX), (layout.known + card, MIN)):
            with pytest.raises(UnreadableSave, match=r"in two places|does not play"):
                game.restore(forged(game, _changed(game, at, value)))
            refused += 1
    assert refused > 100


def test_counters_keep_their_bounds() -> None:
    game = game_of("market", "python")
    for counter, first in zip(game.program.counters, game.layout.counters, strict=True):
        for value in (counter.low - 1, counter.high + 1):
            if MIN <= value <= MAX and value != counter.initial:
                with pytest.raises(UnreadableSave, match=f"{counter.name} is"):
                    game.restore(forged(game, _changed(game, first, value)))


@pytest.mark.parametrize(
    "pending", [Pending(False, 99, (), ()), Pending(False, -1, (7,), ()), Pending(False, 0, ((1, 2), MAX), (5,))]
)
def test_what_is_pending_must_be_a_choice(pending: Pending) -> None:
    game = game_of("market", "python")
    with pytest.raises(UnreadableSave, match="nobody can choose there"):
        game.restore(forged(game, list(state_of(game, 1, 3).array), pending))


@pytest.mark.parametrize("data", [None, "text", 7, [1, 2]])
def test_what_is_no_bytes(data: object) -> None:
    with pytest.raises(TypeError, match="a saved game is bytes, not"):
        game_of("market", "python").restore(data)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_any_kind_of_bytes(kind: type) -> None:
    game = game_of("market", "python")
    state = game.new(3)
    assert game.restore(kind(bytes(state))) == state


IN_TURN = """\
rules 1
game "In Turn"
players 3
cards Card "{value}": 2 for each value in 1 to 5
state:
    player.hand: hand of Card, seen by owner
    table: row of Card, seen by all
    leader: Player or none
setup:
    for each player: move 3 from box to player.hand
    set leader to random player
to lay:
    pick card in me.hand
    move card to table
play:
    turns once: choose lay
    turns once from leader: choose lay
    last
to last:
    turns from leader.left:
        choose lay
        stop last
winner: highest count hand, then shared
"""


@pytest.mark.parametrize("backend", ["python", "native"])
def test_whoever_is_to_choose_next_is_somebody(backend: str) -> None:
    """One cell after the other is none or 0: the machine says what it minds, now or when the next one has to choose."""
    program = project_from_text(IN_TURN).compile().program
    assert program is not None
    game = Game(program, backend)
    for steps in (0, 1, 3):
        for at in range(game.layout.size):
            for value in (-1, 0, 2, 3):
                cells = list(state_of(game, 1, steps).array)
                cells[at] = value
                with contextlib.suppress(UnreadableSave):
                    go_on(game.restore(forged(game, cells), log=False))
