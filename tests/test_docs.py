"""The documentation is executed: every `rules` fence is checked, every `console` fence is run.

A page is worked through from top to bottom in an empty folder that holds a copy of `games/`:

    ```rules                    a whole text without any mistake
    ```rules file=NAME.rules    the same, and kept as a file for the commands further down
    ```rules fail=RL0203        a text that gives exactly this code, or several with commas
    ```rules part               a sketch of a construct; only in pages under docs/design
    ```console                  `$ rulec …` and what it prints; a line `...` stands for any lines

A command may be fed: `$ printf '1\n2\n' | rulec play NAME.rules`.
"""

from __future__ import annotations

import re
import shlex
import shutil
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from attrs import frozen
from click.testing import CliRunner

from rulelang.diagnostics import Diagnostic, render
from rulelang.source import Source

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("README.md"), *(ROOT / "docs").rglob("*.md")])
FENCE = re.compile(
    r"^(?P<indent> *)```(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=indent)```[ ]*$", re.MULTILINE | re.DOTALL
)
TERMINAL = {"COLUMNS": "100", "LINES": "40", "NO_COLOR": "1", "TERM": "dumb"}
Checker = Callable[..., list[Diagnostic]]


@frozen
class Fence:
    """One fenced block of a page, with the line on which its text begins."""

    line: int
    language: str
    words: tuple[str, ...]
    text: str

    def setting(self, key: str) -> str | None:
        return next((word.removeprefix(f"{key}=") for word in self.words if word.startswith(f"{key}=")), None)


def fences(page: str) -> Iterator[Fence]:
    for match in FENCE.finditer(page):
        language, *words = match["info"].split() or [""]
        yield Fence(
            page.count("\n", 0, match.start()) + 2, language, tuple(words), textwrap.dedent(match["text"])
        )


@frozen
class Command:
    """`$ printf 'fed' | rulec words`, and what it must print."""

    words: tuple[str, ...]
    fed: str
    output: str


def commands(text: str) -> Iterator[Command]:
    first, *rest = re.split(r"^\$ ", text, flags=re.MULTILINE)
    assert not first.strip(), "a console fence begins with a command"
    for piece in rest:
        line, _, output = piece.partition("\n")
        words = shlex.split(line, comments=True)
        fed = ""
        if words[:1] == ["printf"] and words[2:3] == ["|"]:
            fed, words = words[1].replace("\\n", "\n"), words[3:]
        assert words[:1] == ["rulec"], f"only rulec can be run here: {line}"
        yield Command(tuple(words[1:]), fed, output)


def matches(expected: str, printed: str) -> bool:
    """Whether they are the same, but for blanks at the ends of lines and empty lines at the end."""
    lines = [line.rstrip() for line in expected.rstrip().split("\n")]
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in lines)
    shown = "\n".join(line.rstrip() for line in printed.rstrip().split("\n")) + "\n"
    return re.fullmatch(pattern, shown) is not None


def _check(fence: Fence, page: Path, check_text: Checker) -> None:
    unknown = [word for word in fence.words if word != "part" and not word.startswith(("fail=", "file="))]
    assert not unknown, f"line {fence.line}: a rules fence has no {unknown[0]}"
    if "part" in fence.words:
        assert page.is_relative_to(ROOT / "docs/design"), f"line {fence.line}: here every text must be whole"
        return
    name = fence.setting("file") or page.name
    wrong = set((fence.setting("fail") or "").split(",")) - {""}
    found = check_text(fence.text, name)
    told = render(found, {name: Source.clean(name, fence.text)})
    assert {d.code for d in found} == wrong, f"the text in line {fence.line}:\n{told}"


def _run(command: Command, line: int) -> None:
    from rulelang.commands.group import rulec

    result = CliRunner().invoke(rulec, command.words, input=command.fed, env=TERMINAL, prog_name="rulec")
    assert result.exception is None or isinstance(result.exception, SystemExit), f"line {line}"
    assert result.exit_code < 3, f"line {line}: our own bug\n{result.output}"
    if not matches(command.output, result.output):
        # Compared again, so that the difference is shown.
        assert result.output.rstrip() == command.output.rstrip(), (
            f"rulec {' '.join(command.words)}, line {line}"
        )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "games", tmp_path / "games")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page(page: Path, folder: Path, request: pytest.FixtureRequest) -> None:
    found = [f for f in fences(page.read_text(encoding="utf-8")) if f.language in {"rules", "console"}]
    if not found:
        pytest.skip("this page shows no rules and no commands")
    for fence in found:
        if fence.language == "console":
            for command in commands(fence.text):
                _run(command, fence.line)
            continue
        _check(fence, page, request.getfixturevalue("check_text"))
        if name := fence.setting("file"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(fence.text, encoding="utf-8")


def test_fences_are_found_in_lists_too() -> None:
    page = "# Title\n```rules file=a.rules fail=RL0203\none\n```\n- item\n\n  ```console\n  $ rulec\n  ```\n"
    first, second = fences(page)
    assert first == Fence(3, "rules", ("file=a.rules", "fail=RL0203"), "one\n")
    assert (first.setting("file"), first.setting("fail"), first.setting("part")) == (
        "a.rules",
        "RL0203",
        None,
    )
    assert second == Fence(8, "console", (), "$ rulec\n")


def test_commands_are_read() -> None:
    text = "$ rulec check 'my game.rules'  # a remark\nout\n\n$ printf '1\\n2\\n' | rulec play a.rules\n"
    assert list(commands(text)) == [
        Command(("check", "my game.rules"), "", "out\n\n"),
        Command(("play", "a.rules"), "1\n2\n", ""),
    ]


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\nb\n\n", "a  \nb", True),
        ("", "", True),
        ("a\n...\nd\n", "a\nb\nc\nd\n", True),
        ("a\n...\nd\n", "a\nd\n", True),
        ("...\n", "a\nb\n", True),
        ("a\n...\nd\n", "a\nb\nd\ne\n", False),
        ("a...\n", "ab\n", False),
        ("a.\n", "ab\n", False),
        ("a\n", "a\nb\n", False),
        ("", "a\n", False),
    ],
)
def test_what_counts_as_the_same_output(expected: str, printed: str, same: bool) -> None:
    assert matches(expected, printed) == same
