"""Steps: hooks, `instead of`, `once per`, `stop`, who acts."""

from __future__ import annotations

from interpreter.game import Game
from interpreter.state import State
from tests.ir.conftest import Lower, Lowered


def ended(found: Lowered) -> State:
    """The game after everybody has taken the first choice on offer, again and again."""
    state = Game(found.program).new(log=False)
    for _ in range(50):
        if state.is_over:
            return state
        state.apply(0)
    raise AssertionError("the game does not end")


def test_a_step_without_decisions_is_a_procedure(lower: Lower) -> None:
    found = lower("to win(amount: number): add amount to rounds\nplay: win(3)\n")
    assert found.part("procedure win") == "procedure win(%amount)\n    rounds := rounds + %amount"
    assert [block.name for block in found.program.blocks] == ["game", "game 2"]


def test_hooks_stand_round_the_effects_in_the_order_written(lower: Lower) -> None:
    found = lower(
        """
to win: add 1 to rounds
after win: set rounds to rounds + 3
before win: set rounds to 5
after win when rounds > 8: set rounds to 0
play: win
"""
    )
    assert found.part("procedure win").splitlines()[1:] == [
        "    rounds := 5",
        "    rounds := rounds + 1",
        "    rounds := rounds + 3",
        "    if rounds > 8:",
        "        rounds := 0",
    ]


def test_the_topmost_replacement_counts_and_as_usual_goes_beneath(lower: Lower) -> None:
    found = lower(
        """
to win: add 1 to rounds
instead of win when rounds is 2: set rounds to 7
instead of win when rounds > 0:
    add 1 to rounds
    as usual
play: win
"""
    )
    assert found.part("procedure win()").splitlines()[1:] == [
        "    if rounds > 0:",
        "        rounds := rounds + 1",
        "        do win.1()",
        "    else:",
        "        do win.1()",
    ]
    assert found.part("procedure win.1").splitlines()[1:] == [
        "    if rounds == 2:",
        "        rounds := 7",
        "    else:",
        "        do win.0()",
    ]


def test_many_replacements_stay_small(lower: Lower) -> None:
    def size(count: int) -> int:
        hooks = "".join(f"instead of win when rounds is {n}:\n    as usual\n" for n in range(count))
        return len(lower("to win: add 1 to rounds\n" + hooks + "play: win\n").text)

    assert size(9) - size(5) < 2 * (size(5) - size(1))


def test_stop_leaves_the_effects_and_the_hooks_after_them_follow(lower: Lower) -> None:
    text = """
define seen = rounds
to win:
    if rounds is 0: stop win
    set rounds to 9
after win: add 2 to rounds
play: win
"""
    found = lower(text)
    assert "return" in found.part("procedure win.effects")
    assert ended(found).value("seen") == 2
    assert found.part("procedure win()").splitlines()[1:] == ["    do win.effects()", "    rounds := rounds + 2"]


def test_effects_that_may_be_stopped_are_handed_who_acts_if_they_speak_of_him(lower: Lower) -> None:
    found = lower(
        """
to win(n: 1 to 2):
    if rounds is 9: stop win
    set me.score to n
to lose(n: 1 to 2):
    if rounds is 9: stop lose
    set rounds to n
after win: set me.score to 3
after lose: set rounds to 3
play: turns once:
    win(1)
    lose(2)
"""
    )
    assert found.part("procedure win(").splitlines()[1] == "    do win.effects(%me, %n)"
    assert found.part("procedure lose(").splitlines()[1] == "    do lose.effects(%n)"


def test_only_a_step_that_several_wait_for_keeps_where_to_go_back(lower: Lower) -> None:
    text = "to gain: add 1 to me.score\nto night: turns once: choose gain\nto day: turns once: choose gain\n"
    once = lower(f"{text}play:\n    night\n    add 1 to rounds\n    day\n")
    assert ".back" not in once.text
    again = lower(f"{text}play:\n    night\n    add 1 to rounds\n    night\n    day\n")
    assert [line.split()[-1] for line in again.text.splitlines() if line.startswith("frame") and ".back" in line] == [
        "night.back"
    ]


def test_stop_out_of_a_step_above_drops_what_lies_between(lower: Lower) -> None:
    found = lower(
        """
define seen = rounds
define player.points = player.score
to fall: stop outer
to inner:
    fall
    set rounds to 9
after inner: set rounds to 8
to outer:
    inner
    set rounds to 7
after outer: add 1 to rounds
play: outer
"""
    )
    assert ended(found).value("seen") == 1


def test_once_per_is_a_mark_for_each_player_cleared_on_entering(lower: Lower) -> None:
    found = lower(
        """
define player.points = player.score
to gain: add 1 to me.score
after gain once per night: add 5 to me.score
to night:
    turns once from opener:
        gain
        gain
play:
    night
    night
"""
    )
    state = ended(found)
    assert [state.value("points", seat) for seat in range(2)] == [14, 14]
    assert found.line("counter gain once").endswith("[player 0..1]: 0..1 starts at 0, hidden")


def test_who_acts_is_handed_down_and_by_changes_it(lower: Lower) -> None:
    found = lower(
        """
define player.points = player.score
to gain: add 1 to me.score
to both:
    gain
    gain by me.left
    gain by me.left
play:
    turns once from opener: both
""",
        3,
    )
    state = ended(found)
    assert [state.value("points", seat) for seat in range(3)] == [3, 3, 3]
    assert found.part("procedure both").splitlines()[1:] == [
        "    do gain(%me)",
        "    do gain((%me + 1) % 3)",
        "    do gain((%me + 1) % 3)",
    ]


def test_an_offer_laid_beside_another_comes_right_behind_it(lower: Lower) -> None:
    found = lower(
        """
to gain: add 1 to me.score
to rest: set me.mark to yes
to leave_it: stop game
offer rest with gain when me.score > 1 once per night
to night: turns from opener: choose gain, leave_it
play: night
"""
    )
    lines = [line.strip() for line in found.part("decision 0").splitlines()[1:]]
    assert [line.split(":")[0] for line in lines] == ["offer gain", "offer rest", "offer leave_it"]
    assert lines[1].endswith("when (gain once 0[$0] == 0) and (score[$0] > 1)") or "gain once" in lines[1]


def test_lets_of_the_header_are_made_again_before_the_effects(lower: Lower) -> None:
    found = lower(
        """
to take:
    pick colour where some chip in line where chip.colour is colour
    let best = first chip in line where chip.colour is colour, by highest worth
    move best to me.hand
play: turns from opener: choose take, if none: done
to done: stop game
"""
    )
    assert found.part("procedure take").splitlines()[1].startswith("    %best := first chip in items(line)")
