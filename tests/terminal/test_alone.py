"""What is done without asking where only one thing can be chosen, and how it is taken back."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import interpreter
from interpreter.decisions.choices import Choice, Decision
from interpreter.game import Game
from interpreter.terminal.table import InputEnded, Moved, NotTakenBack, Table, Wish

RULES = """rules 1
game "Stairs"
players 2

state:
    player.height: number

to climb: add 1 to me.height

to jump:
    needs me.height is 2
    add 2 to me.height

play: turns once: repeat 4 times: choose climb, jump

winner: highest height, then shared
"""


@pytest.fixture(scope="module")
def stairs(tmp_path_factory: pytest.TempPathFactory) -> Game:
    rules = tmp_path_factory.mktemp("stairs") / "stairs.rules"
    rules.write_text(RULES, encoding="utf-8")
    return interpreter.load(rules)


class Asked:
    """A front that answers what it was given, and notes what it is asked."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = iter(answers)
        self.asked: list[str] = []

    def ask(self, table: Table, decision: Decision) -> Choice:
        self.asked.append(f"{decision.seat}: {', '.join(decision.texts)}")
        answer = next(self.answers, None)
        if answer is None:
            raise InputEnded
        if answer in ("undo", "redo"):
            table.take_back(decision.player) if answer == "undo" else table.make_again()
            raise Moved
        return decision.parse(answer)

    def tell(self, table: Table) -> None:
        pass

    def after(self, table: Table, lines: Sequence[str]) -> Wish:
        return "leave"


def play(
    game: Game, answers: Sequence[str], seats: Sequence[str] = ("human", "random"), asks_all: bool = False
) -> tuple[list[str], Table]:
    """What was asked, until there are no more answers."""
    table, front = Table.open(game, "7", seats), Asked(answers)
    table.asks_all = asks_all
    with pytest.raises(InputEnded):
        table.play(front)
    return front.asked, table


def moves(table: Table) -> list[str]:
    return [move.text for move in table.unfinished.moves]


def test_the_only_person_is_asked_where_there_is_something_to_choose(stairs: Game) -> None:
    """The first time of all whatever there is, so that nobody's game plays itself unseen."""
    asked, table = play(stairs, ["climb"])
    assert asked == ["A: climb", "A: climb, jump"]
    assert moves(table) == ["climb", "climb"]
    assert table.state.story(0, whole=True) == ["A climbs, height 1 (+1)", "A climbs, height 2 (+1)"]


@pytest.mark.parametrize(("seats", "asks_all"), [(("human", "random"), True), (("human", "human"), False)])
def test_every_choice_is_asked_on_wish_and_with_others_at_the_screen(
    stairs: Game, seats: tuple[str, str], asks_all: bool
) -> None:
    assert play(stairs, ["climb"], seats, asks_all)[0] == ["A: climb", "A: climb"]


def test_what_was_not_asked_is_taken_back_with_what_was(stairs: Game) -> None:
    table = Table.open(stairs, "7", ("human", "random"))
    table.asks_all = False
    with pytest.raises(InputEnded):
        table.play(Asked(["climb"]))
    before = bytes(table.state)
    table._carry_out(table.state.decision, table.state.decision.parse("climb"))  # type: ignore[union-attr,arg-type]
    decision = table.state.decision
    assert decision is not None
    assert decision.texts == ["climb"]
    table._carry_out(decision, decision.choices[0])
    table.take_back(0)
    assert bytes(table.state) == before
    assert moves(table) == ["climb", "climb"]
    assert table.undone == ["climb", "climb"]
    table.make_again()
    assert table.state.decision is not None
    assert table._only_choice(table.state.decision) is not None
    assert table.undone == []


def test_before_the_first_question_nothing_can_be_taken_back(stairs: Game) -> None:
    table = play(stairs, ["climb"])[1]
    table.take_back(0)
    assert moves(table) == []
    with pytest.raises(NotTakenBack, match="There is no choice to take back"):
        table.take_back(0)
