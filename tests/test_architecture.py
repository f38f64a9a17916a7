"""The shape of the program, read from its own text: which part may know which, how long a file may be.

The pipeline and its reasons stand in `docs/map.md`.  Whoever adds a folder says here what it
may know.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST = 600
MOST_FILES = 14

_SMALL = {"kept", "near", "nodes", "plain"}  # know nothing of the language
_TEXT = _SMALL | {"source", "diagnostics"}
_CHECKED = _TEXT | {"syntax", "resolve", "check"}
_WHOLE = _CHECKED | {"ir", "files", "inputs", "compiling", "rulelang"}
MAY_KNOW: dict[str, set[str]] = {
    # the pipeline: only what comes before
    "kept": set(),
    "near": set(),
    "nodes": set(),
    "plain": {"nodes", "source"},
    "source": {"kept", "near", "nodes"},
    "diagnostics": _SMALL | {"source"},
    "syntax": _TEXT,
    "resolve": _TEXT | {"syntax", "sheets"},
    "check": _TEXT | {"syntax", "resolve"},
    "ir": _CHECKED,
    # beside the pipeline
    "library": set(),
    "files": _TEXT | {"library"},
    "sheets": set(),
    "format": _TEXT | {"syntax"},
    "inputs": _TEXT | {"files", "sheets"},
    "answers": {"kept", "inputs"},
    "compiling": _CHECKED | {"ir", "files", "inputs", "answers"},
    "docgen": _CHECKED | {"ir", "format", "library"},
    "testing": _WHOLE | {"interpreter"},
    "rulelang": {"compiling"},  # the package's own front door, rulelang/__init__.py
    "tracing": {"nodes", "testing"},
    "commands": _WHOLE | {"answers", "sheets", "format", "docgen", "testing", "tracing", "interpreter"},
    "cli": {"commands", "rulelang"},
    "__main__": {"cli"},
    # the machine
    "interpreter": _SMALL | {"ir"},
}
# The one place where the machine asks the language for a program, when somebody loads a game from its text.
FACADE = Path("interpreter/loading.py")
HEAVY = ("lark", "rich", "numpy", "llvmlite", "matplotlib", "jinja2", "interpreter")
STAGES = ("syntax", "resolve", "check", "ir")
# Code that knows a game by name would be a rule that the language cannot say.
GAME_WORDS = re.compile(r"pants|werwars|wer_wars|pickpocket|joker|loot|hanabi|kuhn|goofspiel", re.IGNORECASE)

FILES = sorted(
    file.relative_to(ROOT) for folder in ("rulelang", "interpreter") for file in (ROOT / folder).rglob("*.py")
)


def _part(module: str) -> str | None:
    """The part of the program that a module belongs to, None for other people's modules."""
    names = module.split(".")
    if names[0] == "interpreter":
        return "interpreter"
    if names[0] != "rulelang":
        return None
    return names[1] if len(names) > 1 else "rulelang"


def _module(file: Path) -> str:
    names = file.with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


MODULES = {_module(file) for file in FILES}


@cache
def _text(file: Path) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


@cache
def _imported(file: Path) -> frozenset[str]:
    return frozenset(_imports(file, ast.parse(_text(file))))


def _imports(file: Path, tree: ast.AST) -> Iterator[str]:
    """The modules that a file imports, `from rulelang import x` counted as `rulelang.x` if that is a module."""
    package = _module(file).split(".")
    if file.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            parts = [f"{module}.{alias.name}" for alias in node.names]
            named = MODULES | {f"rulelang.{part}" for part in MAY_KNOW}
            yield from (part if part in named else module for part in parts)


def test_arrows_go_only_forward() -> None:
    wrong = []
    for file in FILES:
        part = _part(_module(file))
        assert part in MAY_KNOW, f"say in MAY_KNOW what rulelang/{part} may know"
        known = {None, *MAY_KNOW[part], part, *(["rulelang"] if file == FACADE else [])}
        wrong += [f"{file.as_posix()} imports {m}" for m in sorted(_imported(file)) if _part(m) not in known]
    assert not wrong


def test_the_facade_asks_for_the_language_only_when_it_is_needed() -> None:
    tree = ast.parse(_text(FACADE))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = []
    assert not [m for m in _imports(FACADE, tree) if _part(m) == "rulelang"]


def _circles(known: dict[str, set[str]]) -> set[frozenset[str]]:
    """Modules that know each other, straight or by way of others."""
    reached = {module: set(by) for module, by in known.items()}
    for middle in known:
        for by in reached.values():
            if middle in by:
                by |= reached[middle]
    return {frozenset(other for other in by if module in reached[other]) for module, by in reached.items()} - {
        frozenset()
    }


def test_no_modules_know_each_other() -> None:
    """Imports for type checkers count: who cannot be read without the other belongs into one file."""
    known = {_module(file): (MODULES & _imported(file)) - {_module(file)} for file in FILES}
    assert not [sorted(circle) for circle in _circles(known)]


# Two ways of counting games, which note the same of each: one room with what they share.
FOLDERS = {_module(file.parent / "__init__.py") for file in FILES} - {"interpreter.simulate.batches"}
LEAVES = {folder for folder in FOLDERS if not any(other.startswith(f"{folder}.") for other in FOLDERS)}


def _room(module: str) -> str:
    """The folder in which a module lies, all of it one room, unless that has folders within it."""
    return next((folder for folder in LEAVES if f"{module}.".startswith(f"{folder}.")), module)


def test_no_folders_know_each_other() -> None:
    """Of the language, of its stages and of the machine.  What lies beside folders (games, states, records; names and
    scopes) stands above some and beneath others, and counts file by file.
    """
    known: dict[str, set[str]] = {}
    for file in FILES:
        room = _room(_module(file))
        known.setdefault(room, set()).update({_room(m) for m in MODULES & _imported(file)} - {room})
    assert not _circles(known)


def test_circles_are_found() -> None:
    known = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": {"e"}, "e": {"d"}, "f": {"a"}}
    assert _circles(known) == {frozenset("bc"), frozenset("de")}


def test_relative_imports_are_read_too() -> None:
    tree = ast.parse("from . import walk\nfrom ..ir.model import Rule\nfrom rulelang import cli, check_text\nimport os")
    found = set(_imports(Path("rulelang/check/model.py"), tree))
    assert found == {"rulelang.check", "rulelang.ir.model", "rulelang.cli", "rulelang", "os"}


def _heavy_after(code: str) -> list[str]:
    """Which heavy packages are there when this code has run."""
    told = f"{code}\nimport sys; print(*[name for name in {HEAVY!r} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=True)
    return run.stdout.split()


def test_the_command_line_starts_without_heavy_packages() -> None:
    """`rulec --version` must answer at once."""
    assert _heavy_after("import rulelang.cli") == []


def test_checking_needs_no_heavy_package_but_the_parser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # where nothing is answered again
    check = "import rulelang; assert rulelang.check_file('rulelang/commands/starter.rules') == []"
    commands = "import rulelang.commands.group, rulelang.commands.check, rulelang.commands.files"
    assert _heavy_after(f"{commands}\n{check}") == ["lark"]


def test_checking_what_has_not_changed_needs_no_stage_of_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    check = "import rulelang; assert rulelang.check_file('rulelang/commands/starter.rules') == []"
    assert _heavy_after(check) == ["lark"]
    stages = f"assert not [m for m in sys.modules if m.split('.')[:2] in {[['rulelang', s] for s in STAGES]}]"
    assert _heavy_after(f"{check}; import sys; {stages}") == []


def test_no_file_is_too_long() -> None:
    """What is longer is cut along its concepts."""
    assert not {file.as_posix(): lines for file in FILES if (lines := len(_text(file).splitlines())) > LONGEST}


def test_no_folder_is_crowded() -> None:
    """A reader takes in so many names at once; a command is found by its name."""
    many = Counter(file.parent for file in FILES if file.parent.name != "commands")
    assert not {folder.as_posix(): files for folder, files in many.items() if files > MOST_FILES}


def test_no_code_knows_a_game() -> None:
    """Names and texts are looked at; comments and docstrings may take their examples from games."""
    assert not [file for file in FILES if GAME_WORDS.search(file.as_posix())]
    suspicious = [file for file in FILES if GAME_WORDS.search(_text(file))]
    assert suspicious, "no docstring takes its example from a game: this test looks in the wrong place"
    found = {file.as_posix(): words for file in suspicious if (words := GAME_WORDS.findall(_code(file)))}
    assert not found, "these words belong into a game"


def _code(file: Path) -> str:
    tree = ast.parse(_text(file))
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""
    return ast.unparse(tree)


def test_all_kept_code_goes_through_one_door() -> None:
    """Owner and mode are looked at in one place; nothing else knows where the folder is."""
    asking = [file for file in FILES if "user_cache_dir" in _text(file)]
    assert asking == [Path("rulelang/kept.py")]


def test_no_python_is_started_that_trusts_the_folder() -> None:
    for sign, safe in (("sys.executable", 'sys.executable, "-I"'), ("get_context(", "_from_no_folder()")):
        starting = [file for file in FILES if sign in _text(file)]
        assert starting, f"nothing starts Python by `{sign}`: this test looks in the wrong place"
        assert not [file for file in starting if safe not in _text(file)]
