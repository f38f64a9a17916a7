"""Pickpocket: recorded games as snapshots, its scenarios, and that its powers amend the rules without touching them."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from interpreter import Game
from rulelang.compiling import Project, project_from_file
from rulelang.resolve.walk import nodes
from rulelang.source import Span
from rulelang.syntax import model as ast
from rulelang.testing import run_scenarios
from tests.games.recording import recorded

FILE = Path(__file__).parents[2] / "games" / "pickpocket.rules"
POWERS = ("Powers",)


@pytest.fixture(scope="module")
def project() -> Project:
    found = project_from_file(FILE)
    assert isinstance(found, Project)
    return found


@pytest.mark.parametrize("variants", [(), POWERS], ids=["base", "powers"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_recorded_game(
    project: Project, players: int, variants: tuple[str, ...], text_snapshot: SnapshotAssertion
) -> None:
    program = project.compile(players, variants).program
    assert program is not None
    game = Game(program, name=FILE.name)
    assert recorded(game, players) == text_snapshot


def test_its_scenarios(project: Project) -> None:
    results, found = run_scenarios(project)
    assert not found
    assert len(results) >= 130
    assert [result for result in results if result.failure] == []


def test_it_has_no_mistakes(project: Project) -> None:
    assert project.check() == []


def test_the_rules_are_short(project: Project) -> None:
    """At most about 250 lines that are no table, no remark, no test and not empty."""
    before_tests = project.source.text.partition("\nscenario ")[0].splitlines()
    lines = [line for line in before_tests if line.strip() and not line.strip().startswith(("|", "#"))]
    assert len(lines) <= 250


# ---------------------------------------------------------------- powers amend, they do not edit


def test_the_powers_replace_nothing(project: Project) -> None:
    variants = [decl for decl in project.parse()[0].declarations if isinstance(decl, ast.Variant)]
    (powers,) = variants
    assert not [decl for decl in powers.declarations if isinstance(decl, ast.Replace | ast.Remove | ast.Also)]


def written(*pieces: object) -> list[tuple[str, Span]]:
    """What stands where in the text: the same for two programs that were made of the same sentences."""
    return [(type(node).__name__, node.span) for node in nodes(*pieces)]


def test_every_step_and_value_of_the_base_game_is_the_same_beneath_the_powers(project: Project) -> None:
    """What the variant adds stands in hooks, offers and layers: header, effects and lower layers stay as they are."""
    base, powers = project.resolve(())[0], project.resolve(POWERS)[0]
    assert written(base.setup, base.play, base.winner) == written(powers.setup, powers.play, powers.winner)
    amended = set()
    for name, step in base.steps.items():
        other = powers.steps[name]
        assert written(step.header, step.body) == written(other.header, other.body) != []
        for below, above in ((step.before, other.before), (step.after, other.after), (step.instead, other.instead)):
            assert written(below) == written(above[: len(below)])
            amended |= {name} if len(above) > len(below) else set()
        amended |= {name} if other.beside else set()
    assert amended == {"night", "get_away", "alarm", "steal", "caught", "new_day"}
    for name, value in base.defines.items():
        if name != "with_powers":
            assert written(value.layers) == written(powers.defines[name].layers[: len(value.layers)]) != []


def test_the_order_in_which_amendments_of_being_caught_go_first(project: Project) -> None:
    caught = project.resolve(POWERS)[0].steps["caught"]
    text = project.source.text
    written = [text[hook.span.start : hook.span.end].split(":")[0] for hook in caught.instead]
    assert [line.partition("when ")[2] for line in written] == [
        "thieves_are_warned and not me.warned",
        "me.holds(ambidextrous) and not me.tried_again",
    ]
