"""`rulec check`."""

from __future__ import annotations

import json
import shlex
from itertools import combinations, product
from pathlib import Path

import pytest

from rulelang.commands.trying import settings
from rulelang.compiling import Project, project_from_file
from rulelang.diagnostics import STYLES
from tests.commands.conftest import ROOT, Rulec


def test_no_mistakes(rulec: Rulec) -> None:
    result = rulec("check", "tie.rules")
    assert result.exit_code == 0, result.output
    assert result.output == (
        "tie.rules: no mistakes found\ntie.rules: 300 random games of 2 to 4 players came to their end\n"
    )


def test_several_files(rulec: Rulec) -> None:
    result = rulec("check", "tie.rules", "many.rules", "tie.rules")
    assert result.exit_code == 0, result.output
    assert result.output == "2 files: no mistakes found\n2 files: 600 random games came to their end\n"


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


def test_quick_plays_nothing(rulec: Rulec) -> None:
    assert rulec("check", "tie.rules", "--quick").output == "tie.rules: no mistakes found\n"
    assert rulec("check", "fault.rules", "--quick").exit_code == 0


def test_deep_finds_nothing(rulec: Rulec, folder: Path) -> None:
    result = rulec("check", "many.rules", "--deep", "5", "--save", ".")
    assert result.exit_code == 0, result.output
    assert "30 random games of 1 to 3 players came to their end" in result.output  # with a variant or not
    assert not list(folder.glob("*.play"))


@pytest.mark.parametrize("deep", [(), ("--deep", "3"), ("--deep", "20")])
def test_a_fault_is_shown_with_a_game_that_comes_to_it(deep: tuple[str, ...], rulec: Rulec, folder: Path) -> None:
    result = rulec("check", "fault.rules", *deep, "--save", "wrong")
    assert result.exit_code == 1, result.output
    assert "no mistakes" not in result.output
    assert "error[RL1004]: the game cannot go on: there is no card left in deck" in result.output
    [line] = [line for line in result.output.splitlines() if "rulec play" in line]
    shown = rulec(*shlex.split(line)[1:], "--plain")
    assert shown.exit_code == 1
    assert "there is no card left in deck" in shown.stderr
    [record] = (folder / "wrong").glob("*.play")
    assert f"rulec replay wrong/{record.name}" in result.stderr
    again = rulec("replay", f"wrong/{record.name}")
    assert again.exit_code == 1
    assert record.read_text(encoding="utf-8").splitlines()[-2].endswith(": draw")
    assert f"line {len(record.read_text(encoding='utf-8').splitlines()) - 1}: " in again.stderr


def test_nothing_is_written_unless_asked(rulec: Rulec, folder: Path) -> None:
    before = sorted(folder.iterdir())
    assert rulec("check", "fault.rules").exit_code == 1
    assert sorted(folder.iterdir()) == before


def test_faults_are_messages_in_every_style(rulec: Rulec) -> None:
    for style in STYLES:
        result = rulec("check", "fault.rules", "--format", style)
        assert result.exit_code == 1
        assert "RL1004" in result.stdout
    report = json.loads(rulec("check", "tie.rules", "--format", "json").stdout)
    assert report["played"] == [{"rules": "tie.rules", "games": 300, "never": []}]


GAME = """rules 1
game "Heap"
players 2
cards Stone: 1 for each value in 1 to 9
option tax: no or yes, normally no
state:
    heap: pile of Stone, seen by nobody
    player.hand: hand of Stone, seen by owner
    left: 0 to 999
    starter: Player, starts as random player
to take:
    move 1 from heap to me.hand
to give:
    pick stone in me.hand where stone.value > {least}
    move stone to heap
to pay:
    needs tax is yes
    add 1 to left
setup:
    move every stone to heap
    shuffle heap
play:
    turns from starter:
        choose {offered}
        if heap is empty: stop game
        if count me.hand > {many}:
            set left to 50
winner: highest count hand
"""

NEVER = [
    ({"least": 3, "offered": "take, give", "many": 4}, []),
    ({"least": 90, "offered": "take, give", "many": 3}, ["anybody could choose give"]),
    ({"least": 3, "offered": "take, pay", "many": 4}, []),  # in games with another option
    ({"least": 3, "offered": "take", "many": 8}, ["anything happened in line 27 (play)"]),
]


@pytest.mark.parametrize(("parts", "never"), NEVER)
def test_what_never_comes_up(parts: dict[str, object], never: list[str], rulec: Rulec, folder: Path) -> None:
    (folder / "heap.rules").write_text(GAME.format(**parts), encoding="utf-8")
    report = json.loads(rulec("check", "heap.rules", "--format", "json").stdout)
    assert [d for d in report["diagnostics"] if d["severity"] == "error"] == []
    assert report["played"][0]["never"] == never


PRESSED = [
    ("move 1 from", "move 4 from", "error[RL1004]: the game cannot go on: there is no card left in heap", "take"),
    ("player.hand: hand of", "player.hand: hand of up to 6", "error[RL1005]: the game cannot go on: ", "take"),
    ("move 1 from", "move up to 1 from", "", ""),
]


@pytest.mark.parametrize(("written", "instead", "message", "step"), PRESSED)
def test_everybody_always_does_the_same(written: str, instead: str, message: str, step: str, rulec: Rulec) -> None:
    """A large heap, of which players who choose by chance take as much as they give back."""
    text = GAME.format(least=0, offered="take, give", many=400).replace("value in 1 to 9", "value in 1 to 99")
    text = text.replace("if heap is empty", "if count heap < 2 or left > 20").replace(written, instead)
    text = text.replace("move stone to heap", "move stone to heap\n    add 1 to left")
    result = rulec("check", "-", input=text)
    assert message in result.output
    assert (f"--seat 1=always:{step}" in result.output) == bool(step), result.output
    assert result.exit_code == bool(message)


def test_a_game_that_does_not_end(rulec: Rulec, folder: Path) -> None:
    text = GAME.format(least=0, offered="take, give", many=4).replace("if heap is empty", "if left > 50")
    (folder / "heap.rules").write_text(text.replace("move 1 from", "move up to 1 from"), encoding="utf-8")
    result = rulec("check", "heap.rules")
    assert result.exit_code == 0, result.output
    assert "warning[RL1101]: a random game was not over after 5000 choices" in result.output
    assert "--seed check/0" in result.output


def test_settings_meet_in_pairs() -> None:
    """Any two values of options are played together, whatever a variant makes normal."""
    project = project_from_file(ROOT / "games/edspants.rules")
    assert isinstance(project, Project)
    found = settings(project)
    rows = []
    for titles, players, options in found:
        program = project.resolve(titles)[0]
        normal = {name: program.chosen.get(name, option.normally) for name, option in program.options.items()}
        rows.append(normal | dict(options) | {"variant": titles, "players": players})
    factors = {name: option.values for name, option in project.resolve()[0].options.items()}
    factors |= {"variant": [(), *((title,) for title in project.variants)], "players": (3, 4)}
    for (one, first), (two, second) in combinations(factors.items(), 2):
        for values in product(first, second):
            assert any((row[one], row[two]) == values for row in rows), (one, two, values)
    assert len(found) < 40
