"""People and scripts at a table."""

from __future__ import annotations

import contextlib
import io
import itertools
from collections.abc import Sequence

import pytest

from interpreter.game import Game
from interpreter.machine.engine import GameFault
from interpreter.records import replay
from interpreter.terminal.desk import Desk
from interpreter.terminal.ending import ending
from interpreter.terminal.interactive import Interactive
from interpreter.terminal.paper import Plain
from interpreter.terminal.scripted import Scripted, WrongLine, numbered
from interpreter.terminal.table import Branched, InputEnded, Left, Table, Unsaved
from rulelang.compiling import project_from_text
from tests.terminal.conftest import Typist

ONE = ("human", "random", "random")
TWO = ("human", "human", "random")


def unsaved(name: str) -> str:
    raise Unsaved(f"{name} cannot be written.")


def sit(game: Game, typed: Sequence[str], seats: Sequence[str] = ONE) -> tuple[str, Table, Typist]:
    """What is shown while somebody types, until nothing more is typed or the game is over."""
    out, typist = io.StringIO(), Typist(typed)
    table = Table.open(game, "7", seats)
    with contextlib.suppress(InputEnded):
        table.play(Interactive(typist, Plain(out), Desk(table, lambda name: f"saved as {name}")))
    return out.getvalue(), table, typist


def test_a_game_to_its_end(game: Game) -> None:
    shown, table, _ = sit(game, ["gather", "bid(3)"])
    assert table.state.is_over
    assert "The game is over" in shown
    assert table.record.end == table.state.result.why  # type: ignore[union-attr]
    assert bytes(replay(game, table.record)) == bytes(table.state)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("", "1: gather -- Take two cards."),
        ("   ", "1: gather"),
        ("help", "quit           leave the game"),
        ("?", "quit           leave the game"),
        (":help", "quit           leave the game"),
        ("rules", "Eat up to three cards of one sort."),
        ("RULES", "length is short"),
        ("log", "larder: "),
        ("log all", "larder is shuffled"),
        ("view", "A.hand: "),
        ("view larder", "in no known order: "),
        ("view hand", "joker"),
        ("view B.hand", "2 unknown"),
        ("view moon", "There is no place `moon`, only "),
        ("why gather", "It is on offer. Take two cards."),
        ("why wait(7)", "does not allow this pick"),
        ("why sing", "sing"),
        ("left", "cards"),
        ("undo", "There is no choice to take back."),
        ("save x", "saved as x"),
        ("save", "Type `save FILE`"),
        (":sing", "There is no command `sing`"),
        ("sing", "A cannot choose `sing`"),
        ("0", "there is no line 0"),
        ("99", "there is no line 99"),
        ("wait(7)", "A cannot choose `wait(7)`"),
        ("hint people", "hint(B, people)"),
        ("(" * 500, "A cannot choose"),
        ('"', "A cannot choose"),
    ],
)
def test_what_may_be_typed(typed: str, answer: str, game: Game) -> None:
    before, _, _ = sit(game, [])
    shown, table, _ = sit(game, [typed])
    assert answer in shown.removeprefix(before)
    assert table.record.moves == ()


def test_a_beginning_that_only_one_choice_has(game: Game) -> None:
    _, table, _ = sit(game, ["gat"])
    assert table.record.moves[0].text == "gather"


def test_a_step_goes_before_a_command(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.open(game, "7", ONE)
    desk, decision = Desk(table, unsaved), table.state.decision
    assert decision is not None
    monkeypatch.setattr(type(decision.choices[0]), "step", property(lambda choice: "log"))
    assert desk.obey("log", decision) is None
    answer = desk.obey(":log", decision)
    assert answer is not None
    assert any(line.startswith("larder: ") for line in answer[1])


def test_leaving(game: Game) -> None:
    shown, _, typist = sit(game, ["quit", "", "quit", "n"])
    assert typist.prompts[1].startswith("Leave the game?")
    assert shown.count("ask A: ") == 1
    for answer in ("y", "YES", "a file"):
        with pytest.raises(Left):
            sit(game, ["quit", answer])


def test_leaving_is_not_possible_where_saving_is_not(game: Game) -> None:
    out, table = io.StringIO(), Table.open(game, "7", ONE)
    with pytest.raises(InputEnded):
        table.play(Interactive(Typist(["quit", "x"]), Plain(out), Desk(table, unsaved)))
    assert out.getvalue().endswith("x cannot be written.\n")


def test_two_people_pass_the_device_on(game: Game) -> None:
    _, table, typist = sit(game, ["", "gather", "", "wait(0)", "", "bid(1)", "", "bid(2)"], TWO)
    assert table.state.is_over
    passed = [prompt for prompt in typist.prompts if prompt.startswith("Pass the device to")]
    assert [prompt[19] for prompt in passed] == ["A", "B", "A", "B"]


def test_each_person_sees_only_what_is_theirs(game: Game) -> None:
    """Nothing of A's hand stands on the paper between the moment B takes the device and the moment A does again."""
    out = io.StringIO()
    places: list[tuple[str, int]] = []
    answers = iter(["", "gather", "", "wait(0)", "", "bid(1)", "", "bid(2)"])

    def read(prompt: str) -> str:
        places.append((prompt, len(out.getvalue())))
        return next(answers)

    table = Table.open(game, "7", TWO)
    table.play(Interactive(read, Plain(out), Desk(table, unsaved)))
    shown = [
        (first[0][19], out.getvalue()[first[1] : then[1]])
        for first, then in itertools.pairwise(places)
        if first[0].startswith("Pass")
    ]
    assert [seat for seat, _ in shown] == ["A", "B", "A", "B"]
    for seat, text in shown:
        others = [line for line in text.splitlines() if " takes " in line and not line.startswith(f"{seat} takes")]
        assert not any('"' in line for line in others if line[1:].startswith(" takes") and line.endswith("from larder"))
        assert f"ask {seat}: " in text


def test_nothing_is_told_twice(game: Game) -> None:
    shown, _, _ = sit(game, ["gather"])
    assert shown.count("story: larder: ") == 1
    assert shown.count("A gathers") == 1


# -------------------------------------------------------------------- scripts


def run(game: Game, lines: Sequence[str], seats: Sequence[str] = ONE) -> tuple[str, Table]:
    out = io.StringIO()
    table = Table.open(game, "7", seats)
    table.play(Scripted(numbered(lines), Plain(out), Desk(table, unsaved)))
    return out.getvalue(), table


def test_a_script(game: Game) -> None:
    shown, table = run(game, ["# hello", "", "  gather  ", "bid 3"])
    assert table.state.is_over
    assert shown.splitlines() == table.state.story(0, whole=True)


def test_a_script_of_two_is_told_as_onlookers_see_it(game: Game) -> None:
    shown, table = run(game, ["gather", "wait 0", "bid 1", "bid 1"], TWO)
    assert shown.splitlines() == table.state.story(None, whole=True)


def test_a_wrong_line_is_named(game: Game) -> None:
    with pytest.raises(WrongLine, match=r"^line 3: A cannot choose `bid`"):
        run(game, ["#", "", "bid"])
    with pytest.raises(InputEnded):
        run(game, ["gather"])


def test_a_fault_leaves_what_was_before_and_the_choice_that_led_there(game: Game) -> None:
    out = io.StringIO()
    table = Table.open(game, "7", ONE)
    with pytest.raises(GameFault):
        table.play(Scripted(numbered(["wait(-1)"]), Plain(out), Desk(table, unsaved)))
    assert bytes(table.state) == bytes(game.new("7"))
    assert [move.text for move in table.record.moves] == ["wait(-1)"]
    assert table.record.end == "not finished"


# -------------------------------------------------------------------- endings


def test_the_last_screen(game: Game) -> None:
    _, table, _ = sit(game, ["gather", "bid(3)"])
    result = table.state.result
    assert result is not None
    written = ending(game, result, ONE)
    assert written[0] == result.why
    assert written[-3].split()[:2] == ["1", "A"]
    assert any("B (random)" in line for line in written)


# -------------------------------------------------------------------- taking back

PLANS = """rules 1
game "Plans"
players 2
cards Card "{value}": 1 for each value in 1 to 9

state:
    deck: pile of Card, seen by nobody
    player.hand: hand of Card, seen by owner
    player.laid: row of Card, seen by all
    player.ready: 0 to 9
to lay:
    pick card in me.hand
    move card to me.laid
to plan: add 1 to me.ready
to draw: move 1 from deck to me.hand
setup:
    move every card to deck
    shuffle deck
    for each player: move 2 from deck to player.hand
play:
    turns once:
        repeat 3 times: choose lay, plan, draw
winner: highest points, then shared
define player.points = count player.laid + player.ready
"""


def test_a_choice_is_taken_back_until_it_has_taught_something() -> None:
    program = project_from_text(PLANS).compile(2, ()).program
    assert program is not None
    plans = Game(program)
    _, table, _ = sit(plans, ["plan", "undo", "lay 1", "undo", "plan", "plan"], ("human", "human"))
    assert [move.text for move in table.record.moves] == ["plan", "plan"]
    assert bytes(replay(plans, table.record)) == bytes(table.state)
    shown, table, _ = sit(plans, ["", "draw", "undo"], ("human", "human"))
    assert 'You have drawn "1" since; that cannot be taken back.' in shown
    shown, table, _ = sit(plans, ["", "plan", "plan", "plan", "", "undo", "plan"], ("human", "human"))
    assert "A has chosen since; that cannot be taken back." in shown
    assert [move.seat for move in table.record.moves] == ["A", "A", "A", "B"]


GUESSES = """rules 1
game "Guesses"
players 1
cards Card "{value}": 1 for each value in 1 to 9

state:
    deck: pile of Card, seen by nobody
    secret: slot of Card, seen by nobody
    player.points: 0 to 9
    player.guessed: 0 to 99
to guess:
    pick wanted in 1 to 9
    add wanted to me.guessed
    if some card in secret where card.value is wanted: add 1 to me.points
to wait: add 1 to me.guessed
setup:
    move every card to deck
    shuffle deck
    move 1 from deck to secret
play: repeat 3 times: turns once: choose guess, wait
winner: highest points, then shared
"""


def test_what_depends_on_hidden_cards_is_not_taken_back() -> None:
    """A wrong guess shows no card and draws none; it tells all the same what the card is not."""
    program = project_from_text(GUESSES).compile(1, ()).program
    assert program is not None
    guesses = Game(program)
    hidden = guesses.contents(guesses.new("7").array)
    right = next(
        int(text.strip('"'))
        for card, text in enumerate(guesses.texts.cards)
        if hidden.zone_name(hidden.zone_of(card)) == "secret"
    )
    for guess in (right, right % 9 + 1):
        shown, table, _ = sit(guesses, [f"guess({guess})", "undo"], ("human",))
        assert "depends on cards that you cannot see" in shown
        assert len(table.record.moves) == 1
    _, table, _ = sit(guesses, ["wait", "undo"], ("human",))
    assert table.record.moves == ()


def test_a_choice_is_made_again_after_all() -> None:
    program = project_from_text(PLANS).compile(2, ()).program
    assert program is not None
    plans = Game(program)
    lay = f"lay {plans.new('7').view(0).zone('A.hand').known[0]}"
    _, table, _ = sit(plans, ["", "plan", lay, "undo", "undo", "redo", "redo"], ("human", "human"))
    assert [move.text.partition("(")[0] for move in table.record.moves] == ["plan", "lay"]
    assert bytes(replay(plans, table.record)) == bytes(table.state)
    shown, table, _ = sit(plans, ["", "plan", "undo", lay, "redo"], ("human", "human"))
    assert "No choice has been taken back since the last one." in shown
    assert [move.text.partition("(")[0] for move in table.record.moves] == ["lay"]


def test_a_branch_names_only_ones_own_choices() -> None:
    program = project_from_text(PLANS).compile(2, ()).program
    assert program is not None
    plans = Game(program)
    shown, _, _ = sit(plans, ["", "plan", "plan", "plan", "", "branch", "plan", "branch"], ("human", "human"))
    first, second = shown.split("as a new game; this one is kept.")[1:]
    assert "A: plan" not in first.split("story:")[0]
    assert "  3  B: plan" in second
    with pytest.raises(Branched) as branched:
        sit(plans, ["", "plan", "branch 0"], ("human", "human"))
    assert branched.value.moves == 0


TEAMS = """rules 1
game "Teams"
players 4
teams opposite
state:
    player.tricks: 0 to 9
    player.bonus: 0 to 9
to win: add 1 to me.tricks
to lose: nothing
to boast:
    add 1 to me.tricks
    add 1 to me.bonus
play: turns once: choose win, lose, boast
winner: highest team_tricks, then highest team_bonus, then shared
define player.team_tricks = sum of tricks in player.team
define player.team_bonus = sum of bonus in player.team
"""


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (["win", "lose", "win", "win"], ["The team A and C wins with 2 team tricks (B and D 1)."]),
        (["win", "win", "boast", "win"], [
            "The team A and C wins with 2 team tricks (B and D 2).",
            "A, C, B and D have equal team tricks; the highest number of team bonus decides.",
        ]),
        (["win", "win", "lose", "lose"], ["2 teams share the first place."]),
    ],
)  # fmt: skip
def test_teams_stand_together_at_the_end(chosen: list[str], said: list[str]) -> None:
    project = project_from_text(TEAMS)
    program = project.compile(4, ()).program
    assert program is not None, project.check()
    teams = Game(program)
    state = teams.new("1")
    for choice in chosen:
        state.apply(choice)
    assert state.result is not None
    shown = ending(teams, state.result, ("human", "random", "human", "random"))
    assert all(line in shown for line in said), shown
    assert sum("A and C" in line and line[0].isdigit() for line in shown[2:]) == 1
    assert any("B (random) and D (random)" in line for line in shown)


def test_a_table_goes_on_where_a_record_ends(game: Game) -> None:
    _, table, _ = sit(game, ["gather"])
    again = Table.resume(game, table.record)
    assert bytes(again.state) == bytes(table.state)
    assert again.record == table.record
    for one in (table, again):
        one.play(Scripted(numbered(["bid(3)"]), Plain(io.StringIO()), Desk(one, unsaved)))
    assert again.state.log(0)[-3:] == table.state.log(0)[-3:]
    assert bytes(again.state) == bytes(table.state)
