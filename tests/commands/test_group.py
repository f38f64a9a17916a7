"""What all commands have in common: the version, help, exit codes, and what happens when something goes wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from importlib import import_module

import click
import pytest
from click.testing import Result

from rulelang import __version__
from rulelang.commands.group import COMMANDS
from tests.commands.conftest import ROOT, RULES, Rulec, outside

COMMAND = [sys.executable, "-m", "rulelang"]


def test_the_version_answers_at_once() -> None:
    code = (
        "import sys; sys.argv = ['rulec', '--version']\n"
        "from rulelang.cli import main\n"
        "main(); print(*sorted({'click', 'lark', 'rich', 'numpy', 'attrs', 'cattrs'} & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=outside(), capture_output=True, text=True, check=True
    )
    assert run.stdout.split("\n")[:2] == [f"rulec {__version__}", ""]
    nothing, version = _fastest([sys.executable, "-c", "pass"]), _fastest([*COMMAND, "--version"])
    assert version < 5 * nothing  # 0.05 seconds where Python itself starts in 0.015


def _fastest(words: list[str]) -> float:
    """Seconds of the fastest of five runs: other programs make some of them slow."""
    times = []
    for _ in range(5):
        began = time.perf_counter()
        subprocess.run(words, cwd=ROOT, env=outside(), capture_output=True, check=True)
        times.append(time.perf_counter() - began)
    return min(times)


def test_the_version_beside_other_words(rulec: Rulec) -> None:
    assert rulec("--version", "check").output == f"rulec {__version__}\n"


def test_help_lists_every_command_and_loads_none(rulec: Rulec) -> None:
    output = rulec("--help").output
    for name, line in COMMANDS.items():
        assert name in output
        assert line in output
    code = "import sys; from rulelang.commands.group import rulec; rulec(['--help'], standalone_mode=False)"
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", code], cwd=ROOT, env=outside(), capture_output=True, text=True
    )
    assert "rulelang.commands.play" not in run.stderr
    assert "lark" not in run.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_explains_itself_with_an_example(name: str, rulec: Rulec) -> None:
    shown = rulec(name, "--help")
    assert shown.exit_code == 0
    assert f"rulec {name} " in shown.output.partition("\n")[2]
    command = import_module(f"rulelang.commands.{name}").command
    assert isinstance(command, click.Command)
    assert command.get_short_help_str(200) == COMMANDS[name]
    for parameter in command.params:
        assert isinstance(parameter, click.Argument) or getattr(parameter, "help", ""), parameter.name


def test_every_command_file_is_in_the_list() -> None:
    folder = ROOT / "rulelang/commands"
    with_command = {file.stem for file in folder.glob("*.py") if "\ndef command(" in file.read_text(encoding="utf-8")}
    assert with_command == set(COMMANDS)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chek"], "did you mean `check`?"),
        (["frobnicate"], "there are check, play"),
        (["check"], "Missing argument"),
        (["check", "tie.rules", "--fromat", "json"], "--format"),
        (["check", "tie.rules", "--format", "xml"], "xml"),
        (["simulate", "tie.rules", "-n", "0"], "0"),
        (["simulate", "tie.rules", "-n", "many"], "many"),
        (["dump", "tie.rules"], "--stage"),
    ],
)
def test_wrong_words(words: list[str], said: str, rulec: Rulec) -> None:
    result = rulec(*words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_a_bug_of_ours(rulec: Rulec, monkeypatch: pytest.MonkeyPatch) -> None:
    result = _with_a_bug(rulec, monkeypatch)
    assert result.exit_code == 3
    assert result.stderr.startswith("rulec: this is a bug in rulelang")
    assert "ZeroDivisionError: by the way" in result.stderr
    assert "RULEC_DEBUG=1" in result.stderr
    assert "Traceback" not in result.output


def test_a_bug_of_ours_with_its_place(rulec: Rulec, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Traceback" in _with_a_bug(rulec, monkeypatch, debug="1").stderr


def _with_a_bug(rulec: Rulec, monkeypatch: pytest.MonkeyPatch, debug: str = "") -> Result:
    def broken(*_: object) -> int:
        raise ZeroDivisionError("by the way")

    monkeypatch.setattr("rulelang.diagnostics.explain", broken)
    return rulec("explain", "RL0010", debug=debug)


@pytest.mark.skipif(os.name == "nt", reason="pipes and signals are those of POSIX")
@pytest.mark.parametrize(
    "words",
    [["explain", "--list"], ["--help"], ["dump", "werwars", "--stage", "ast"], ["simulate", "werwars", "-n", "5"]],
)
def test_a_closed_pipe_is_no_problem(words: list[str]) -> None:
    """`rulec … | head -0`: whoever reads has gone before the first line."""
    read, write = os.pipe()
    os.close(read)
    run = subprocess.run([*COMMAND, *words], cwd=ROOT, env=outside(), stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert run.stderr == ""
    assert run.returncode == 141


@pytest.mark.skipif(os.name == "nt", reason="pipes and signals are those of POSIX")
def test_ctrl_c_ends_a_command_at_any_moment() -> None:
    process = subprocess.Popen(
        [*COMMAND, "simulate", str(RULES / "many.rules"), "-n", "10000000"],
        cwd=ROOT, env=outside(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        output, problems = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Traceback" not in problems + output
    assert "stopped" in problems
