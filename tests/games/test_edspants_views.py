"""Who Stole Ed's Pants?: what players see of hands, piles and discards; and too few cards for a deal are refused."""

from __future__ import annotations

import csv
import shutil
from collections import Counter
from pathlib import Path

import pytest

from interpreter import Game, State
from rulelang.compiling import Project, project_from_file

FILE = Path(__file__).parents[2] / "games" / "edspants.rules"
COLOURS = ("pink", "grey", "beige")
Rows = list[dict[str, str]]


@pytest.fixture(scope="module")
def project() -> Project:
    return found_in(FILE)


def found_in(file: Path) -> Project:
    found = project_from_file(file)
    assert isinstance(found, Project)
    return found


GAMES: dict[tuple[int, tuple[tuple[str, str], ...]], Game] = {}


def begun(project: Project, seed: int, players: int = 3, **options: str) -> State:
    key = players, tuple(options.items())
    if key not in GAMES:
        program = project.compile(players, (), options).program
        assert program is not None
        GAMES[key] = Game(program, name=FILE.name)
    return GAMES[key].new(seed)


def backs(state: State, viewer: int | None, name: str) -> list[str | None]:
    return [card.back for card in state.view(viewer).zone(name).cards]


def true_backs(state: State, seat: int) -> Counter[str | None]:
    """The backs of a hand, by what its owner knows of it."""
    by_text = {card.text: card.back or None for card in state.game.program.cards}
    return Counter(by_text[text] for text in state.view(seat).zone(f"{state.game.names[seat]}.hand").known)


@pytest.mark.parametrize("hidden", [False, True])
def test_hands_show_their_backs_unless_the_option_says_otherwise(project: Project, hidden: bool) -> None:
    state = begun(project, 1, hand_backs="hidden" if hidden else "open")
    for _ in range(12):
        for _ in range(5):
            state.apply(state.random_choice())
        for seat, name in enumerate(state.game.names):
            for viewer in {0, 1, 2} - {seat}:
                hand = state.view(viewer).zone(f"{name}.hand")
                assert hand.known == ()
                shown = Counter(card.back for card in hand.cards)
                assert shown == (Counter([None] * hand.size) if hidden else true_backs(state, seat))


def test_the_top_of_each_pile_shows_its_back_and_nothing_else(project: Project) -> None:
    state = begun(project, 1, players=4)
    for _ in range(50):
        assert state.decision is not None
        tops = {colour: backs(state, 2, f"{colour}.pile") for colour in COLOURS}
        assert all(set(shown[1:]) <= {None} for shown in tops.values())
        assert all(state.view(None).zone(f"{colour}.pile").known == () for colour in COLOURS)
        assert str(tops["pink"][0]).startswith("Fact ")
        assert str(tops["grey"][0]).startswith("Evidence ")
        assert tops["beige"][0] is None
        choice, seat = state.random_choice(), state.decision.player
        had, before = true_backs(state, seat), len(state.log(2))
        state.apply(choice)
        if choice.step == "draw":
            back = tops[choice.text.removeprefix("draw(").removesuffix(")")][0]
            assert true_backs(state, seat) - had == Counter([back])
            new = backs(state, 2, f"{choice.text[5:-1]}.pile")[0]
            assert new is None or any(f"with the back {new} is on top" in line for line in state.log(2)[before:])


def test_discards_are_open_or_only_their_top(project: Project) -> None:
    state = begun(project, 1)
    assert len(state.view(0).zone("grey.discards").known) == 12
    state = begun(project, 1, discards_seen="top_only")
    pile = state.view(0).zone("grey.discards")
    assert (pile.size, len(pile.known)) == (12, 1)
    assert pile.cards[0].text is not None
    while state.decision is not None and state.view(None).zone("grey.discards").size == 12:
        choices = state.decision.choices
        thrown = [each for each in choices if each.step == "discard" and is_evidence(state, each.text)]
        state.apply([*thrown, choices[-1]][0])
    pile = state.view(1).zone("grey.discards")
    assert (pile.size, len(pile.known)) == (13, 2)
    assert pile.cards[0].text is not None


def is_evidence(state: State, text: str) -> bool:
    card = next((card for card in state.game.program.cards if f'"{card.text}"' in text), None)
    return card is not None and card.back.startswith("Evidence")


def test_a_witness_may_go_to_ten_places_of_three_players(project: Project) -> None:
    """Nine supporters and the row of groups, if the numbers allow; nobody is offered more."""
    most = 0
    for seed in range(10):
        state = begun(project, seed)
        assert state.decision is not None
        places: dict[str, set[str]] = {}
        for choice in state.decision.choices:
            if choice.step in ("replace_supporter", "move_group"):
                witness, _, place = choice.text.partition('", ')
                places.setdefault(witness.split('"')[1], set()).add(place if choice.step != "move_group" else "row")
        most = max(most, *map(len, places.values()))
    assert 6 <= most <= 10


# ---------------------------------------------------------------- too few cards


def read(name: str) -> Rows:
    with (FILE.parent / "edspants" / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(folder: Path, name: str, rows: Rows) -> None:
    with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)


def spread(rows: Rows, many: int) -> Rows:
    """So many rows, as equally many of each question as can be."""
    by_question: dict[str, Rows] = {}
    for row in rows:
        by_question.setdefault(row["question"], []).append(row)
    ranked = [(number, row) for group in by_question.values() for number, row in enumerate(group)]
    return [row for _, row in sorted(ranked, key=lambda pair: pair[0])[:many]]


def told(tmp_path: Path, facts: int, evidence: int) -> list[tuple[str, str]]:
    """What is said of the game without its tests, with so many cards."""
    (tmp_path / "edspants").mkdir()
    rules = FILE.read_text(encoding="utf-8").partition("\nscenario ")[0] + "\n"
    (tmp_path / FILE.name).write_text(rules, encoding="utf-8")
    shutil.copy(FILE.parent / "edspants" / "witnesses.csv", tmp_path / "edspants")
    known = spread(read("facts"), facts)
    there = {row["name"] for row in known}
    cards = spread(read("evidence"), evidence)
    for row in cards:
        fits = [name for name in row["fits"].split(", ") if name in there]
        row["fits"] = ", ".join(fits) or next(fact["name"] for fact in known if fact["question"] == row["question"])
    write(tmp_path / "edspants", "facts", known)
    write(tmp_path / "edspants", "evidence", cards)
    return [(found.code, found.message) for found in found_in(tmp_path / FILE.name).check()[:2]]


@pytest.mark.parametrize(
    ("facts", "evidence", "said"),
    [
        (8, 21, []),
        (7, 36, [("RL0709", "with 4 players this takes the last card of `pink.pile`, and players draw from it")]),
        (27, 19, []),  # fewer than twelve are set aside
        (27, 8, [("RL0709", "with 4 players this takes the last card of `grey.pile`, and players draw from it")]),
        (27, 7, [("RL0702", "with 4 players this wants 2 from `grey.pile`, where 1 is left")]),
    ],
)
def test_too_few_cards_for_four_players(tmp_path: Path, facts: int, evidence: int, said: list[tuple[str, str]]) -> None:
    assert told(tmp_path, facts, evidence) == said


def test_too_few_facts_for_the_hands(tmp_path: Path) -> None:
    assert ("RL0702", "with 4 players this wants 1 from `pink.pile`, where 0 are left") in told(tmp_path, 6, 36)
