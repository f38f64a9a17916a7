"""Whatever stands in files, tables, records and arguments: what is printed is safe, and the exit code is 0, 1 or 2."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from rulelang import check_text
from rulelang.source import INVISIBLE
from tests.commands.conftest import Rulec, outside

GAME = """\
rules 1
game "Owls"
players 2
cards Card from "owls.csv"
state:
    deck: pile of Card, seen by nobody
    table: row of Card, seen by all
    player.hand: hand of Card, seen by owner
setup:
    move every card to deck
    for each player: move 1 from deck to player.hand
to lay:
    pick card in me.hand
    move card to table
play: turns once: choose lay
winner: highest count hand, then shared
"""
RECORD = "rulelang record 1\nrules {} sha256:12\nplayers 2\nseed 1\n---\n--- end: x\n"
STRANGE = [
    "\x00",
    "\x07",
    "\x1b",
    "\x7f",
    "\x9b",
    "\u061c",
    "\u200f",
    "\u2028",
    "\u202e",
    "\u2066",
    "\u2069",
    "\U000e0041",
]


def unsafe(text: str) -> list[str]:
    return sorted({f"U+{ord(c):04X}" for c in text if INVISIBLE.match(c)})


def table(folder: Path, *cells: str) -> None:
    (folder / "owls.rules").write_text(GAME)
    text = "name,value\n" + "".join(f'"{cell}",{number}\n' for number, cell in enumerate(cells))
    (folder / "owls.csv").write_bytes(text.encode())


def test_all_that_controls_a_terminal_is_known() -> None:
    every = [chr(number) for number in range(sys.maxunicode + 1)]
    upset = [c for c in every if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") and c not in "\n\t"]
    turning = [
        c
        for c in every
        if unicodedata.bidirectional(c) in ("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI")
    ]
    assert [hex(ord(c)) for c in upset + turning if not INVISIBLE.match(c)] == []


@pytest.mark.parametrize("strange", STRANGE, ids=ascii)
def test_no_text_and_no_table_may_hold_it(rulec: Rulec, folder: Path, strange: str) -> None:
    assert "RL0032" in [d.code for d in check_text(f'rules 1\ngame "A{strange}B"\n')]
    table(folder, f"old{strange}owl", "other owl")
    run = rulec("check", "owls.rules")
    assert (run.exit_code, unsafe(run.output)) == (1, [])
    assert f"U+{ord(strange):04X}" in run.output
    assert "owls.csv, line 2" in run.output


@pytest.mark.parametrize("strange", [c for c in STRANGE if c != "\x00"], ids=ascii)
@pytest.mark.parametrize("words", ["check {}", "play {}.rules", "replay {}", "play tie --seat {}=human", "{}", "--{}",
                                   "play tie --set {}=1", "play tie --variant {}", "test {}", "explain {}", "new {}",
                                   "replay bad.play", "simulate tie --bots {}"])  # fmt: skip
def test_no_argument_reaches_the_terminal_as_it_is(rulec: Rulec, folder: Path, strange: str, words: str) -> None:
    (folder / "bad.play").write_text(f"rulelang record 1\nrules {strange}.rules sha256:1\nplayers {strange}\n---\n")
    run = rulec(*(word.format(f"a{strange}b") for word in words.split()))
    assert (run.exit_code in (0, 1, 2), unsafe(run.output)) == (True, []), run.output


def test_names_with_decomposed_accents_are_the_names_that_are_typed(rulec: Rulec, folder: Path) -> None:
    table(folder, unicodedata.normalize("NFD", "müde Eule"), unicodedata.normalize("NFD", "schöne Eule"))
    for form in ("NFC", "NFD"):
        for typed in ('lay("schöne Eule")', "lay(schöne eule)"):
            run = rulec("play", "owls.rules", "--seed", "1", input=unicodedata.normalize(form, typed))
            assert (run.exit_code, unicodedata.is_normalized("NFC", run.output)) == (0, True), run.output


@pytest.mark.parametrize(("cell", "code"), [("an\nowl", "RL0434"), ("an\r\nowl", "RL0434"), ("an\towl", "RL0434"),
                                            ('an ""old"" owl', "RL0435")])  # fmt: skip
def test_a_name_that_no_record_could_hold_is_refused(rulec: Rulec, folder: Path, cell: str, code: str) -> None:
    table(folder, cell, "other owl")
    run = rulec("check", "owls.rules")
    assert (run.exit_code, code in run.output) == (1, True)


@pytest.mark.parametrize("number", ["9" * 4400, "-" + "9" * 4400, "²", "２", "99999999999", "1²"])
def test_what_is_no_number_is_said_to_be_none(rulec: Rulec, folder: Path, number: str) -> None:
    table(folder, "owl", "other owl")
    (folder / "owls.csv").write_text(f"name,value,copies\nowl,1,1\nother,{number},1\n")
    assert rulec("check", "owls.rules").exit_code == 1
    (folder / "owls.csv").write_text(f"name,value,copies\nowl,1,1\nother,2,{number}\n")
    assert rulec("check", "owls.rules").exit_code == 1
    for words in ("play tie --players {}", "replay bad.play --at {}", "play tie --seat {}=human"):
        assert rulec(*words.format(number).split()).exit_code in ((1, 2) if number == "２" else (2,)), words


@pytest.mark.parametrize(
    "typed", ["9" * 4400, "²", "-" + "9" * 5000, f'lay({"9" * 4400} of "owl")', "lay(" * 5000, "+" * 9000]
)
def test_nothing_that_is_typed_ends_the_game(rulec: Rulec, folder: Path, typed: str) -> None:
    table(folder, "owl", "other owl")
    run = rulec("play", "owls.rules", "--seed", "9" * 100, "--record", "out.play", input=typed + "\n")
    assert run.exit_code == 1, run.output
    table(folder, "owl", "other owl")
    run = rulec("play", "owls.rules", "--seed", "9" * 100, "--seat", "1=random", "--record", "whole.play")
    assert run.exit_code == 0, run.output
    assert rulec("replay", "whole.play").exit_code == 0


def test_long_lines_take_no_longer_than_they_are_long(rulec: Rulec, folder: Path) -> None:
    """With any of these each further letter would cost more than the one before: minutes, in place of no time."""
    table(folder, "owl", "other owl")
    run = rulec("play", "owls.rules", "--seed", "1", "--seat", "1=random", "--record", "whole.play")
    whole = (folder / "whole.play").read_text()
    for long in (" " * 200_000, '"' * 99_999, "# " * 99_999, '" #' * 99_999, "a" + " " * 200_000 + '"', "(" * 99_999):
        (folder / "long.play").write_text(whole.replace("---\n", f"---\n{long}x\n", 1))
        assert rulec("replay", "long.play").exit_code in (0, 1), run.output
        (folder / "owls.csv").write_text(f"name,value\nowl,{long.replace(chr(34), chr(34) * 2)[:120_000]}\n")
        assert rulec("check", "owls.rules").exit_code == 1
        assert check_text(f'rules 1\ngame "A"\nscenario "b":\n    | a | {long[:4_900]} |\n')


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_pipes_devices_folders_circles_and_giants_are_no_files(rulec: Rulec, folder: Path) -> None:
    os.mkfifo(folder / "pipe.rules")
    (folder / "circle.rules").symlink_to("circle.rules")
    (folder / "folder.rules").mkdir()
    (folder / "endless.rules").symlink_to("/dev/zero")
    with (folder / "giant.rules").open("wb") as file:
        file.truncate(200_000_000)
    for name in ("pipe", "circle", "folder", "endless", "giant"):
        for words in (["check"], ["play"], ["replay"], ["dump"], ["test"]):
            run = rulec(*words, f"{name}.rules")
            assert run.exit_code == 2 or name == "folder", (words, name, run.output)
        (folder / "owls.rules").write_text(GAME.replace("owls.csv", f"{name}.rules"))
        assert rulec("check", "owls.rules").exit_code == 1


@pytest.mark.parametrize("rules", ["-", "secret.txt", "secret.rules", "/etc/passwd", "../secret.rules"])
def test_a_record_quotes_no_other_file(rulec: Rulec, folder: Path, rules: str) -> None:
    for place in (folder / "secret.txt", folder / "secret.rules", folder.parent / "secret.rules"):
        place.write_text("a secret word\n")
    (folder / "bad.play").write_text(
        f"rulelang record 1\nrules {rules} sha256:12\nplayers 2\nseed 1\n---\n--- end: x\n"
    )
    for command in ("replay", "test"):
        run = rulec(command, "bad.play", input="a secret word\n")
        assert run.exit_code in (1, 2)
        assert "secret word" not in run.output


def test_rules_with_strange_names_are_found_again(rulec: Rulec, folder: Path) -> None:
    table(folder, "owl", "other owl")
    for number, name in enumerate(
        ["two  spaces.rules", "a #1.rules", 'quo"te.rules', "line\nbreak.rules", " lead.rules"]
    ):
        (folder / "owls.rules").rename(folder / name)
        run = rulec("play", name, "--seed", "1", "--seat", "1=random", "--record", f"{number}.play")
        assert (run.exit_code, rulec("replay", f"{number}.play").exit_code) == (0, 0), name
        assert rulec("test", f"{number}.play").exit_code == 0, name
        (folder / name).rename(folder / "owls.rules")


def outcome(words: str, folder: Path) -> tuple[int, str]:
    """Of a shell line, with `rulec` for the command."""
    command = f"rulec() {{ '{sys.executable}' -P -m rulelang \"$@\"; }}\n{words}"
    run = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, env=outside(), timeout=60)
    return run.returncode, (run.stdout + run.stderr).decode(errors="replace")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device here")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("rulec check tie.rules >&-", 2), ("rulec check tie.rules >/dev/full", 2), ("rulec --version >/dev/full", 2),
        ("rulec --version >&-", 2), ("rulec check tie.rules 2>&-", 0), ("rulec play tie.rules <&-", 1),
        ("rulec check - <&-", 2), ("rulec dump tie.rules >/dev/full", 2), ("rulec check $'\\xff\\xfe'", 2),
        ("rulec play tie.rules --seed $'\\xff' < /dev/null", 2), ("rulec simulate tie -n 10 --json /dev/full", 2),
        ("rulec dump tie.rules | head -c 1; exit ${PIPESTATUS[1]}", 0),
    ],
)  # fmt: skip
def test_closed_and_full_outputs(folder: Path, words: str, code: int) -> None:
    found, said = outcome(words, folder)
    assert (found, "Traceback" in said, "bug in rulelang" in said, "Exception ignored" in said) == (
        code,
        *[False] * 3,
    ), said


def test_everything_is_printed_through_one_door() -> None:
    folder = Path(__file__).parents[2] / "rulelang" / "commands"
    for file in sorted(folder.glob("*.py")):
        calls = [ast.unparse(node.func) for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
        assert not {"print", "click.secho", "sys.stdout.write"} & set(calls), file
        assert "click.echo" not in calls or file.name == "outcome.py", file
