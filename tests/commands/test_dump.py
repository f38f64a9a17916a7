"""`rulec dump`."""

from __future__ import annotations

import json

import pytest

from rulelang.commands.dump import STAGES
from rulelang.ir.optimise import NAMES
from tests.commands.conftest import Rulec

BEFORE_NAMES = ["tree", "ast"]


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage(stage: str, rulec: Rulec) -> None:
    result = rulec("dump", "many.rules", "--stage", stage, "--players", "2")
    assert result.exit_code == 0, result.output
    assert "hand" in result.stdout
    assert " at 0x" not in result.stdout
    assert result.stdout == rulec("dump", "many.rules", "--stage", stage, "--players", "2").stdout


@pytest.mark.parametrize("stage", ["ast", "ir"])
def test_json(stage: str, rulec: Rulec) -> None:
    result = rulec("dump", "many.rules", "--stage", stage, "--json")
    data = json.loads(result.stdout)
    assert data["format"] == 1
    assert data["node"] == {"ast": "Module", "ir": "Program"}[stage]


@pytest.mark.parametrize("stage", ["tree", "checked", "layout", "python"])
def test_no_json(stage: str, rulec: Rulec) -> None:
    result = rulec("dump", "many.rules", "--stage", stage, "--json")
    assert result.exit_code == 2
    assert "--json is for the stages ast and ir" in result.stderr


@pytest.mark.parametrize("stage", STAGES)
def test_rules_with_a_mistake(stage: str, rulec: Rulec) -> None:
    result = rulec("dump", "broken.rules", "--stage", stage)
    assert result.exit_code == (0 if stage in BEFORE_NAMES else 1)
    assert ("pionts" in result.stderr) == (stage not in BEFORE_NAMES)
    assert "bug" not in result.stderr


def test_options_and_variants_count(rulec: Rulec) -> None:
    plain = rulec("dump", "many.rules", "--stage", "ir").stdout
    assert plain != rulec("dump", "many.rules", "--stage", "ir", "--set", "length=long").stdout
    assert plain != rulec("dump", "many.rules", "--stage", "ir", "--variant", "Early").stdout
    checked = rulec("dump", "many.rules", "--stage", "checked").stdout
    assert checked != rulec("dump", "many.rules", "--stage", "checked", "--variant", "early").stdout
    wrong = rulec("dump", "many.rules", "--stage", "checked", "--variant", "late")
    assert wrong.exit_code == 2


def test_a_pass_is_left_out(rulec: Rulec) -> None:
    whole = rulec("dump", "many.rules", "--stage", "optimised")
    fewer = rulec("dump", "many.rules", "--stage", "optimised", "--without", "knowledge")
    assert "nobody keeps in mind" in whole.stdout
    assert "nobody keeps in mind" not in fewer.stdout
    every = [word for name in NAMES for word in ("--without", name)]
    assert (
        rulec("dump", "many.rules", "--stage", "optimised", *every).stdout
        == rulec("dump", "many.rules", "--stage", "ir").stdout
    )


@pytest.mark.parametrize(
    ("stage", "name", "said"),
    [("optimised", "magic", ", ".join(NAMES)), ("ir", "order", "--without is for the stage optimised")],
)
def test_no_such_pass(stage: str, name: str, said: str, rulec: Rulec) -> None:
    result = rulec("dump", "many.rules", "--stage", stage, "--without", name)
    assert result.exit_code == 2
    assert said in result.stderr
