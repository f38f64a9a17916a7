"""A stranger's folder: whatever modules lie beside the rules, none of them is ever executed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.conftest import RULES, outside

THEIRS = {
    "attr", "attrs", "cattrs", "click", "interpreter", "lark", "llvmlite", "matplotlib", "mpl_toolkits", "numpy",
    "platformdirs", "pyspiel", "rich", "sitecustomize", "usercustomize",
}  # fmt: skip
SCRIPT = "from rulelang.cli import main\nif __name__ == '__main__':\n    main()\n"
"""As the command `rulec` is installed: a file in a folder of its own."""
WITH_IT = "import rulelang, sys; print(*sys.modules)"


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where somebody stands: a game, and a module of every name that Python might look for."""
    folder = tmp_path / "stranger"
    folder.mkdir()
    (folder / "many.rules").write_bytes((RULES / "many.rules").read_bytes())
    (folder / "matplotlibrc").write_text("figure.facecolor: red\ntext.usetex: True\n")
    told = "open(__file__ + '.ran', 'w').close()\nraise SystemExit('executed: ' + __file__)\n"
    for name in (sys.stdlib_module_names | THEIRS) - {"__main__"}:
        (folder / f"{name}.py").write_text(told)
    monkeypatch.chdir(folder)
    return folder


def executed(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.rglob("*.ran"))


@pytest.mark.parametrize(
    "words",
    [
        "check many.rules --deep 5",
        "simulate many.rules -n 20 --jobs 2",
        "simulate many.rules -n 20 --html out.html",
    ],
)
def test_the_command_executes_nothing_of_it(hostile: Path, tmp_path: Path, words: str) -> None:
    (tmp_path / "bin").mkdir()
    script = tmp_path / "bin" / "rulec"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script), *words.split()]
    run = subprocess.run(command, capture_output=True, text=True, input="", env=outside(), timeout=100)
    assert executed(hostile) == []
    assert run.returncode in (0, 1), run.stderr
    assert "executed" not in run.stdout + run.stderr


@pytest.mark.parametrize("start", [["-P", "-m"], ["-m"]])
def test_the_module_executes_nothing_of_it(hostile: Path, start: list[str]) -> None:
    """Without `-P` Python itself has looked there before any line of rulelang is read."""
    if "-P" not in start:
        known = subprocess.check_output([sys.executable, "-P", "-c", WITH_IT], text=True)
        for name in known.split():
            (hostile / f"{name}.py").unlink(missing_ok=True)
    command = [sys.executable, *start, "rulelang", "check", "many.rules"]
    run = subprocess.run(command, capture_output=True, text=True, env=outside(), timeout=100)
    assert (executed(hostile), run.returncode) == ([], 0)


def test_the_process_that_compiles_executes_nothing_of_it(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite", reason="nothing is compiled without it")
    from interpreter.native.drive.background import object_elsewhere

    # what `python` and `python -m` put there; what is imported here has been imported before
    monkeypatch.setattr(sys, "path", ["", str(hostile), *sys.path])
    assert object_elsewhere("define i32 @one() {\n  ret i32 1\n}\n", "fast", "native/one.o.bin", b"[]\n")
    assert executed(hostile) == []
