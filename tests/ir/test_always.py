"""`always`: a promise that is looked at whenever somebody has to choose, and at the end, on both engines."""

from __future__ import annotations

import pytest

from interpreter.game import Game
from interpreter.machine.engine import GameFault
from interpreter.state import State
from tests.ir.conftest import Lower

DIG = """
to dig: add 1 to rounds
to stop_it: stop game
to sink: everyone loses
define player.points = player.score
winner: highest points, then shared
"""
PLAY = "play: repeat 3 times: turns once: choose dig, stop_it, sink\n"


def faults(text: str, lower: Lower, *choices: str, players: int = 2) -> list[str | None]:
    """How the game goes with these choices on each engine and with and without a log: the fault, if any."""
    program = lower(DIG + text, players).program
    return [_played(Game(program, backend), log, choices) for backend in ("python", "native") for log in (True, False)]


def _played(game: Game, log: bool, choices: tuple[str, ...]) -> str | None:
    state = game.new(log=log)
    for made, choice in enumerate(choices):
        before = bytes(state)
        found = _fault(state, choice)
        if found is not None:
            assert bytes(state) == before
            assert found.rule.name == "always"
            return f"{made}: {found.message}"
    return None


def _fault(state: State, choice: str) -> GameFault | None:
    try:
        state.apply(choice)
    except GameFault as fault:
        return fault
    return None


@pytest.mark.parametrize(
    ("text", "choices", "fault"),
    [
        ("always rounds < 2\n" + PLAY, ("dig", "dig", "dig"), "1: `always rounds < 2` does not hold"),
        ("always rounds < 9\n" + PLAY, ("dig", "dig", "dig"), None),
        # of several, the first that does not hold
        ("always rounds < 3\nalways rounds < 2\n" + PLAY, ("dig", "dig"), "1: `always rounds < 2` does not hold"),
        ("always rounds < 2\nalways rounds < 1\n" + PLAY, ("dig", "dig"), "0: `always rounds < 1` does not hold"),
    ],
)
def test_whenever_somebody_has_to_choose(text: str, choices: tuple[str, ...], fault: str | None, lower: Lower) -> None:
    assert faults(text, lower, *choices) == [fault] * 4


@pytest.mark.parametrize("leave", ["stop game", "everyone loses", "nothing"])
def test_at_the_end_however_it_comes(leave: str, lower: Lower) -> None:
    text = f"always rounds < 1\nto leave:\n    add 1 to rounds\n    {leave}\n"
    text += "play: turns once where rounds is 0: choose leave\n"
    assert faults(text, lower, "leave") == ["0: `always rounds < 1` does not hold"] * 4


def test_between_two_decisions_it_may_be_broken(lower: Lower) -> None:
    text = (
        "always rounds is 0\nto try_it:\n    add 1 to rounds\n    add -1 to rounds\nplay: turns once: choose try_it\n"
    )
    assert faults(text, lower, "try_it", "try_it") == [None] * 4


def test_after_the_set_up_and_in_it(lower: Lower) -> None:
    text = "always rounds is 0\nsetup: add 1 to rounds\n" + PLAY
    program = lower(DIG + text).program
    for backend in ("python", "native"):
        with pytest.raises(GameFault, match="`always rounds is 0` does not hold"):
            Game(program, backend).new()
    asked = "always rounds is 0\nsetup:\n    add 1 to rounds\n    opener chooses dig\n" + PLAY
    with pytest.raises(GameFault, match="does not hold"):
        Game(lower(DIG + asked).program).new()


def test_playouts(lower: Lower) -> None:
    text = DIG.replace("stop game", "add 1 to rounds").replace("everyone loses", "add 2 to rounds")
    program = lower(text + "always rounds < 1\n" + PLAY).program
    for backend in ("python", "native"):
        state = Game(program, backend).new(log=False)
        with pytest.raises(GameFault, match="`always rounds < 1` does not hold"):
            state.playout()


def test_what_is_certain_costs_nothing(lower: Lower) -> None:
    assert "procedure always" not in lower(DIG + "always 1 < 2\n" + PLAY).text


def test_what_is_certainly_wrong_is_a_fault_too(lower: Lower) -> None:
    program = lower(DIG + "always 2 < 1\n" + PLAY).program
    with pytest.raises(GameFault, match="`always 2 < 1` does not hold"):
        Game(program).new()
