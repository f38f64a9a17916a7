"""The table of a viewer: whose area a thing lies in, faces, figures and who sees them, order, story, question."""

from __future__ import annotations

import json

import pytest

from interpreter import Game, State
from interpreter.table import Area, Figure, Printed
from rulelang.compiling import Project, project_from_text

RULES = """
rules 1
game "Shells"
players 3

kind Sea: north, south "the south"

cards Shell:
    | name     | weight | from         | does | found(north) | found(south) | glows |
    | "whelk"  | 2      | south        | dive | 1            | 0            | yes   |
    | "cowrie" | 10     | north        | -    | 2            | 1            | no    |
    | "auger"  | 1      | north        | dive | 0            | 0            | no    |
cards Net "net {size}": 1 for each size in 1 to 30

state:
    bed: pile of Shell or Net, seen by nobody
    player.hand: hand of Shell or Net, seen by owner
    player.shore: row of Shell or Net, seen by all
    player.dives: 0 to 9
    tide: 0 to 9
    sea.storms: 0 to 9

define player.reach = sum of net.size for net in player.hand
define player.catch = sum of shell.weight for shell in player.shore
define player.longest = highest net.size for net in player.shore
define sea.calm = 9 - sea.storms
show player.reach as "yards"
show player.longest
show sea.calm as "days"

to dive:
    "Dive for what lies on top."
    move 1 from bed to me.hand
    add 1 to me.dives

to land:
    "Carry something ashore."
    pick net in me.hand
    pick sea
    move net to me.shore

setup:
    move every shell to bed
    move every net to bed
    shuffle bed
    for each player: move 1 from bed to player.hand

play: repeat 4 times: turns once: choose dive, land, if none: pass

winner: highest catch, then lowest count hand, then shared
"""


@pytest.fixture(scope="module")
def game() -> Game:
    project = project_from_text(RULES)
    assert isinstance(project, Project)
    compiled = project.compile(3, ())
    assert compiled.program is not None, compiled.diagnostics
    return Game(compiled.program)


@pytest.fixture
def state(game: Game) -> State:
    return game.new(seed=4)


def figures(area: Area | None) -> dict[str, str]:
    assert area is not None
    return {figure.name: f"{figure.value} {figure.unit}".strip() for figure in area.figures}


def test_the_left_neighbour_comes_first(state: State) -> None:
    assert [area.seat for area in state.table(1).others] == ["C", "A"]
    assert [area.seat for area in state.table(None).others] == ["A", "B", "C"]
    assert state.table(None).own is None
    assert state.table(2).area("C") == state.table(2).own
    with pytest.raises(KeyError):
        state.table(0).area("D")
    with pytest.raises(IndexError, match="there is no seat 3"):
        state.table(3)


def test_a_thing_lies_where_it_belongs(state: State) -> None:
    table = state.table(0)
    assert [heap.name for heap in table.common.heaps] == ["bed"]
    assert [[heap.name for heap in area.heaps] for area in table.others] == [
        ["B.hand", "B.shore"],
        ["C.hand", "C.shore"],
    ]
    assert figures(table.common) == {"tide": "0", "north.storms": "0", "south.storms": "0"} | {
        "north.calm": "9 days",
        "south.calm": "9 days",
    }


@pytest.mark.parametrize(
    ("name", "face"),
    [
        ("whelk", [("weight", "2"), ("from", "the south"), ("does", "dive"), ("found", "north"), ("glows", "yes")]),
        ("cowrie", [("weight", "10"), ("from", "north"), ("found", "north 2, the south"), ("glows", "no")]),
        ("auger", [("weight", "1"), ("from", "north"), ("does", "dive"), ("glows", "no")]),
        ("net 3", []),
    ],
)
def test_what_is_printed_on_a_card_and_not_in_its_name(game: Game, name: str, face: list[tuple[str, str]]) -> None:
    [card] = [card for card in game.program.cards if card.text == name]
    assert list(card.face) == face


def test_only_a_known_card_shows_its_face(game: Game) -> None:
    states = [game.new(seed=seed) for seed in range(40)]
    state = next(state for state in states if state.view(0).zone("A.hand").known == ("whelk",))
    shown = state.table(0).area("A").heaps[0].cards[0]
    assert (shown.text, shown.kind, shown.face[0]) == ("whelk", "Shell", Printed("weight", "2"))
    hidden = state.table(1).area("A").heaps[0].cards[0]
    assert (hidden.text, hidden.kind, hidden.face) == (None, None, ())


def test_a_figure_is_for_those_who_see_what_it_is_made_of(state: State) -> None:
    """`reach` is made of a hand, `catch` of an open row; the number of cards in a hand stands there anyway."""
    mine, others = state.table(0).own, state.table(0).others
    assert figures(mine).keys() == {"reach", "catch", "dives"}
    assert all(figures(area).keys() == {"catch", "dives"} for area in others)
    assert "reach" not in {figure.name for area in state.table(None).others for figure in area.figures}


def test_a_figure_without_a_value_is_left_out(state: State) -> None:
    assert "longest" not in figures(state.table(0).own)
    while "land" not in {choice.step for choice in state.decision.choices}:  # type: ignore[union-attr]
        state.apply(0)
    player = state.player
    choice = next(choice for choice in state.decision.choices if choice.step == "land")  # type: ignore[union-attr]
    size = choice.text.split("net ")[1].partition('"')[0]
    state.apply(choice)
    assert Figure("longest", size, "") in state.table(player).own.figures  # type: ignore[union-attr]


def test_hands_lie_as_cards_are_declared(state: State) -> None:
    declared = [card.text for card in state.game.program.cards]
    for _ in range(3):
        for choice in ("dive",) * 3:
            state.apply(choice)
    hand = [card.text for card in state.table(0).own.heaps[0].cards]  # type: ignore[union-attr]
    assert hand == sorted(hand, key=declared.index)
    assert len(hand) == 4


def test_the_question_is_a_tree(state: State) -> None:
    while "land" not in {choice.step for choice in state.decision.choices}:  # type: ignore[union-attr]
        state.apply(0)
    question = state.table(state.player).question
    assert question is not None
    first, land = question.answers
    assert (first.text, first.sentence, first.choice, first.then) == ("dive", "Dive for what lies on top.", 0, ())
    assert (land.text, land.sentence, land.choice) == ("land", "Carry something ashore.", None)
    assert [pick.text for pick in land.then[0].then] == ["north", "south"]
    end = land.then[0].then[1]
    assert question.choices[end.choice or 0] == f"land({land.then[0].text}, south)"
    assert state.table(None).question is None


def test_the_story_begins_with_the_viewers_last_choice(state: State) -> None:
    assert state.table(0).story == tuple(state.story(0, whole=True))
    for _ in range(3):
        state.apply("dive")
    for viewer, choosers in ((0, "ABC"), (1, "BC"), (2, "C"), (None, "C")):
        told = [line for line in state.table(viewer).story if " dives" in line]
        assert [line.partition(",")[0] for line in told] == [f"{seat} dives" for seat in choosers]
    assert state.game.new(1, log=False).table(0).story == ()


def test_a_table_is_plain_data(state: State) -> None:
    plain = json.loads(bytes(state.table(0)))
    assert plain == state.table(0).to_dict()
    assert plain["format"] == 1
    assert state.table(0) == state.clone().table(0)
    assert bytes(state.table(0)) != bytes(state.table(1))


def test_the_end_is_on_the_table(state: State) -> None:
    state.playout()
    table = state.table(0)
    assert (table.outcome, table.question, table.chooser) == ("ended", None, None)
    assert table.result is not None
    assert table.to_dict()["result"]["ranks"]
