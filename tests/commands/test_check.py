"""`rulec check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulelang.diagnostics import STYLES
from tests.commands.conftest import Rulec


def test_no_mistakes(rulec: Rulec) -> None:
    result = rulec("check", "tie.rules")
    assert result.exit_code == 0, result.output
    assert result.output == "tie.rules: no mistakes found\n"


def test_several_files(rulec: Rulec) -> None:
    result = rulec("check", "tie.rules", "many.rules", "tie.rules")
    assert result.exit_code == 0, result.output
    assert result.output == "2 files: no mistakes found\n"


def test_a_mistake(rulec: Rulec) -> None:
    result = rulec("check", "broken.rules", "tie.rules")
    assert result.exit_code == 1
    assert "broken.rules:9:" in result.output
    assert "pionts" in result.output
    assert result.output.count("pionts") == 2  # the message, and the line
    assert result.output.splitlines()[-1].startswith("1 error")


def test_a_folder_with_everything_below_it(rulec: Rulec, folder: Path) -> None:
    below = folder / "below" / "deeper"
    below.mkdir(parents=True)
    (below / "also.rules").write_text((folder / "broken.rules").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "no.rules").write_text("nonsense", encoding="utf-8")
    result = rulec("check", str(folder), "--format", "concise")
    assert result.exit_code == 1
    assert "below/deeper/also.rules:9:" in result.output
    assert ".hidden" not in result.output


def test_a_folder_without_games(rulec: Rulec, folder: Path) -> None:
    (folder / "empty").mkdir()
    result = rulec("check", "empty")
    assert result.exit_code == 2
    assert result.stderr == "rulec: there are no .rules files in `empty`\n"


def test_one_file_that_is_missing_among_others(rulec: Rulec) -> None:
    result = rulec("check", "broken.rules", "nowhere.rules")
    assert result.exit_code == 2
    assert "pionts" in result.output
    assert "nowhere.rules" in result.output


def test_standard_input(rulec: Rulec, folder: Path) -> None:
    good = (folder / "tie.rules").read_bytes()
    assert rulec("check", "-", input=good).exit_code == 0
    bad = rulec("check", "-", input=(folder / "broken.rules").read_bytes())
    assert bad.exit_code == 1
    assert "<stdin>:9:" in bad.output
    assert rulec("check", "-", input=b"\xff\xfe").exit_code == 2
    assert rulec("check", "-", input=b"").exit_code == 2


@pytest.mark.parametrize("style", STYLES)
def test_every_style(style: str, rulec: Rulec) -> None:
    bad = rulec("check", "broken.rules", "--format", style)
    assert bad.exit_code == 1
    assert "pionts" in bad.output
    good = rulec("check", "tie.rules", "--format", style)
    assert good.exit_code == 0
    if style in ("json", "sarif"):
        assert json.loads(bad.stdout)
        assert json.loads(good.stdout)


def test_a_missing_file_in_json(rulec: Rulec) -> None:
    result = rulec("check", "nowhere.rules", "--format", "json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["diagnostics"][0]["code"] == "RL0010"


def test_a_game_that_comes_along(rulec: Rulec) -> None:
    result = rulec("check", "werwars")
    assert result.exit_code == 0, result.output


def test_deep_finds_nothing(rulec: Rulec, folder: Path) -> None:
    result = rulec("check", "many.rules", "--deep", "5")
    assert result.exit_code == 0, result.output
    assert "many.rules: 30 random games came to their end" in result.output  # 1 to 3 players, with a variant or not
    assert not list(folder.glob("*.play"))


def test_deep_finds_a_fault_and_keeps_the_game(rulec: Rulec, folder: Path) -> None:
    result = rulec("check", "fault.rules", "--deep", "20")
    assert result.exit_code == 1, result.output
    assert "fault.rules (2 players, seed deep/" in result.output
    (record,) = folder.glob("*.play")
    assert f"rulec replay {record.name}" in result.output
    again = rulec("replay", record.name)
    assert again.exit_code == 1
    assert record.read_text(encoding="utf-8").splitlines()[-2].endswith(": draw")
    assert f"line {len(record.read_text(encoding='utf-8').splitlines()) - 1}: " in again.stderr


def test_deep_keeps_other_output_clean(rulec: Rulec) -> None:
    result = rulec("check", "fault.rules", "--deep", "20", "--format", "json", "--save", "faults")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["diagnostics"] == []
    assert "seed deep/" in result.stderr
