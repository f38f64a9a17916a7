"""The documentation is executed: rules are checked, tested and played, commands and Python are run.

A page is worked through from top to bottom in an empty folder that holds a copy of `games/`:

    ```rules                    a whole text without any mistake
    ```rules file=NAME.rules    the same, and kept as a file for what comes further down
    ```rules on=NAME.rules      a few declarations, added to the end of that file; the file stays as it is
    ```rules change=NAME.rules  declarations that take the place of those of the same name in that file, or join them
    ```rules … fail=RL0203      what is written gives exactly this code, or several with commas
    ```rules … failing          some scenario must fail
    ```rules part               a sketch of a construct; only in pages under docs/design
    ```csv file=NAME.csv        any other file that a page needs, in whatever language
    ```console                  `$ rulec …` and what it prints; a line `...` stands for any lines
    ```console typed=take,fly   the same, at a terminal where these lines are typed
    ```console exit=1           commands that end so; without it, with 0
    ```python                   run in order, in one namespace for each page
    ```text printed             exactly what the Python above it has printed

Texts without mistakes are also played, a few games at random, and their scenarios must come out as they say.
A command may be fed: `$ printf '1\n2\n' | rulec play NAME.rules`.
Every page of the tutorial, the reference, the modules and the how-to's must have something that is executed.
`python docs/refresh.py` puts in what is really printed.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import shutil
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field, frozen
from click.testing import CliRunner

from rulelang.diagnostics import render

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("README.md"), *(ROOT / "docs").rglob("*.md")])
EXECUTED = {"rules", "console", "python"}
MUST_EXECUTE = ("docs/tutorial", "docs/reference", "docs/how-to", "docs/modules", "README.md")
UNUSED = {"RL0520", "RL0521"}
"""What a few declarations laid onto a text may be told: that nothing uses them yet."""
FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=indent)```[ ]*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]\n]+\]\((?P<to>[^)\s]+)\)")
TERMINAL = {"COLUMNS": "100", "LINES": "40", "NO_COLOR": "1", "TERM": "dumb"}
VARYING = re.compile(
    r"[\d.]+ s, \d+ games/s|(?<=sha256:)[0-9a-f…]+|(?<=^Rules )[0-9a-f]{12}(?:(?= and )|(?=, rulelang ))", re.MULTILINE
)
"""How long something took is different each time, a fingerprint with each change of the rules."""
GAMES_PLAYED = 5


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
        yield Fence(page.count("\n", 0, match.start()) + 2, language, tuple(words), textwrap.dedent(match["text"]))


# ---------------------------------------------------------------- rules


def pieces(text: str) -> list[str]:
    """A rules text cut at each line that stands at the left margin; remarks belong to what follows them."""
    found: list[str] = []
    remarks = ""
    for line in text.splitlines(keepends=True):
        if line.startswith("#"):
            remarks += line
        elif line[:1].isspace() and found and not remarks:
            found[-1] += line
        else:
            found.append(remarks + line)
            remarks = ""
    return found


def head(piece: str) -> str:
    """What a declaration is called: `to feed`, `define player.coins`, `scenario "a tie"`, `setup`."""
    line = next(line for line in piece.splitlines() if not line.startswith("#"))
    if line.startswith(("scenario", "variant")):
        return line
    if line.startswith(("rules ", "game ", "players")):
        return line.split()[0].strip(":")
    words = re.match(r"\w+(?: of)?(?:[ ](?!=)[\w.]+)?", line)
    return words[0] if words else line


def changed(text: str, change: str) -> str:
    """The text with each declaration of `change` in the place of its namesake, or before the scenarios."""
    kept, added = pieces(text), pieces(change)
    for piece in added:
        same = [index for index, known in enumerate(kept) if head(known) == head(piece)]
        tests = [index for index, known in enumerate(kept) if head(known).startswith("scenario")]
        if same:
            kept[same[0]] = piece.rstrip("\n") + "\n\n"
        elif tests and not head(piece).startswith("scenario"):
            kept.insert(tests[0], piece.rstrip("\n") + "\n\n")
        else:
            kept.append("\n" + piece)
    return "".join(kept)


@define
class Page:
    """A page that is being worked through: its folder, its files, what its Python has so far"""

    path: Path
    folder: Path
    files: dict[str, str] = field(factory=dict)
    names: dict[str, Any] = field(factory=lambda: {"__name__": "page"})
    printed: str = ""

    def execute(self, fence: Fence) -> None:
        match fence.language:
            case "rules":
                self._rules(fence)
            case "console":
                for command in commands(fence.text):
                    self._run(command, fence)
            case "python":
                self._python(fence)
            case "text" if "printed" in fence.words:
                if not matches(fence.text, self.printed):
                    assert self.printed.rstrip() == fence.text.rstrip(), f"line {fence.line}"
            case _:
                if name := fence.setting("file"):
                    self._keep(name, fence.text)

    def _keep(self, name: str, text: str) -> None:
        self.files[name] = text
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, encoding="utf-8")

    # ------------------------------------------------------------ rules

    def _rules(self, fence: Fence) -> None:
        settings = ("fail=", "file=", "on=", "change=")
        unknown = [word for word in fence.words if word not in ("part", "failing") and not word.startswith(settings)]
        assert not unknown, f"line {fence.line}: a rules fence has no {unknown[0]}"
        if "part" in fence.words:
            assert self.path.is_relative_to(ROOT / "docs/design"), f"line {fence.line}: every text must be whole"
            return
        text, name, laid_on = self._text_of(fence)
        wrong = set((fence.setting("fail") or "").split(",")) - {""}
        told, codes = self._check(text, name)
        if laid_on and not wrong & UNUSED:
            codes -= UNUSED
        if any(code.startswith("RL10") for code in wrong):
            assert not codes, f"the text in line {fence.line}:\n{told}"
            codes = self._faults(text)
        assert codes == wrong, f"the text in line {fence.line}:\n{told}"
        if not laid_on:
            self._keep(name, text)
        if not wrong:
            self._try_out(text, fence)

    def _text_of(self, fence: Fence) -> tuple[str, str, bool]:
        """The whole text that a fence stands for, the name of its file, and whether it is only tried."""
        if base := fence.setting("on"):
            return f"{self.files[base]}\n{fence.text}", base, True
        if base := fence.setting("change"):
            return changed(self.files[base], fence.text), base, False
        return fence.text, fence.setting("file") or "unnamed.rules", False

    def _check(self, text: str, name: str) -> tuple[str, set[str]]:
        from rulelang.compiling import project_from_text

        project = project_from_text(text, name, self.folder)
        found = project.check()
        return render(found, project.sources, "plain"), {d.code for d in found}

    def _faults(self, text: str) -> set[str]:
        """What stops random games of a text."""
        result = rulec("check", "-", "--format", "json", fed=text)
        return {found["code"] for found in json.loads(result.output)["diagnostics"]}

    def _try_out(self, text: str, fence: Fence) -> None:
        """Its scenarios must come out as they say, and a few games at random must come to an end."""
        line = fence.line
        (self.folder / "tried.rules").write_text(text, encoding="utf-8")
        if re.search(r"^scenario ", text, re.MULTILINE):
            result = rulec("test", "tried.rules")
            wanted = 1 if "failing" in fence.words else 0
            assert result.exit_code == wanted, f"the scenarios of the text in line {line}:\n{result.output}"
        if re.search(r"^play:", text, re.MULTILINE):
            result = rulec("simulate", "tried.rules", "-n", str(GAMES_PLAYED), "--seed", "docs")
            assert result.exit_code == 0, f"playing the text in line {line}:\n{result.output}"
        (self.folder / "tried.rules").unlink()

    # ------------------------------------------------------------ commands and Python

    def _run(self, command: Command, fence: Fence) -> None:
        line = fence.line
        result = rulec(*command.words, fed=command.fed, typed=fence.setting("typed"))
        wanted = int(fence.setting("exit") or 0)
        assert result.exit_code == wanted, f"rulec {' '.join(command.words)}, line {line}\n{result.output}"
        if not matches(command.output, result.output):
            # Compared again, so that the difference is shown.
            assert result.output.rstrip() == command.output.rstrip(), f"rulec {' '.join(command.words)}, line {line}"

    def _python(self, fence: Fence) -> None:
        code = compile("\n" * (fence.line - 1) + fence.text, str(self.path), "exec")
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(code, self.names)
        self.printed = out.getvalue()


# ---------------------------------------------------------------- commands


@frozen
class Command:
    """`$ printf 'fed' | rulec words`, and what it must print; `line` is how it is written."""

    line: str
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
        yield Command(line, tuple(words[1:]), fed, output)


def rulec(*words: str, fed: str = "", typed: str | None = None) -> Any:
    """What click's runner tells about one command; `typed` are the lines that somebody types at a terminal."""
    from rulelang.commands.group import rulec as group

    with pytest.MonkeyPatch.context() as patch:
        if typed is not None:
            patch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda stream: True)
            patch.setattr("builtins.input", _typing(typed.split(",")))
        return CliRunner().invoke(group, words, input=fed, env=TERMINAL, prog_name="rulec")


def _typing(lines: list[str]) -> Callable[[str], str]:
    """Stands for `input`: what is typed appears behind its prompt."""
    rest = iter(lines)

    def read(prompt: str) -> str:
        line = next(rest, None)
        if line is None:
            raise EOFError
        print(f"{prompt}{line}")  # noqa: T201 - the terminal's echo
        return line

    return read


def matches(expected: str, printed: str) -> bool:
    """Whether they are the same, but for what varies, blanks at the ends of lines and empty lines at the end."""
    expected, printed = VARYING.sub("", expected), VARYING.sub("", printed)
    lines = [line.rstrip() for line in expected.rstrip().split("\n")]
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in lines)
    shown = "\n".join(line.rstrip() for line in printed.rstrip().split("\n")) + "\n"
    return re.fullmatch(pattern, shown) is not None


# ---------------------------------------------------------------- the tests


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "games", tmp_path / "games")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_page(path: Path, folder: Path) -> None:
    found = list(fences(path.read_text(encoding="utf-8")))
    if not any(fence.language in EXECUTED for fence in found):
        assert not path.relative_to(ROOT).as_posix().startswith(MUST_EXECUTE), "nothing here is executed"
        pytest.skip("this page shows no rules, no commands and no Python")
    page = Page(path, folder)
    for fence in found:
        page.execute(fence)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links(path: Path) -> None:
    """Every link inside the documentation leads to a file, and to a heading that is there."""
    for match in LINK.finditer(FENCE.sub("", path.read_text(encoding="utf-8"))):
        to, _, anchor = match["to"].partition("#")
        if "://" in to:
            continue
        target = (path.parent / to).resolve() if to else path
        assert target.exists(), f"{match[0]} leads nowhere"
        if anchor:
            headings = re.findall(r"^#+ (.*)$", FENCE.sub("", target.read_text(encoding="utf-8")), re.MULTILINE)
            assert anchor in map(slug, headings), f"{match[0]}: there is no such heading"


def slug(heading: str) -> str:
    """The anchor that a heading gets."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_the_grammar_page_is_the_grammar() -> None:
    from rulelang.syntax.ebnf import ebnf

    text = (ROOT / "docs/reference/ebnf.md").read_text(encoding="utf-8")
    shown = [fence.text for fence in fences(text) if fence.language == "ebnf"]
    assert shown == [ebnf().rstrip("\n") + "\n"], (
        "write the output of rulelang.syntax.ebnf.ebnf() into docs/reference/ebnf.md"
    )


def test_the_page_of_words_has_every_word() -> None:
    from rulelang.syntax import keywords

    text = (ROOT / "docs/reference/words.md").read_text(encoding="utf-8")
    shown = [fence.text.split() for fence in fences(text) if fence.language == "words"]
    assert shown == [list(keywords.reserved()), list(keywords.soft())]


def test_the_map_names_the_folders_that_there_are() -> None:
    named = set(re.findall(r"^\| `([\w./-]+)/` ", (ROOT / "docs/map.md").read_text(encoding="utf-8"), re.MULTILINE))
    there = {
        file.parent.relative_to(ROOT).as_posix()
        for part in ("rulelang", "interpreter", "games", "docs", "benchmarks")
        for file in (ROOT / part).rglob("*.*")
        if "__pycache__" not in file.parts and not file.parent.name.startswith(".")
    }
    assert named == there | {"tests", ".ci"}


# ---------------------------------------------------------------- tests of all this


def test_fences_are_found_in_lists_too() -> None:
    page = "# Title\n```rules file=a.rules fail=RL0203\none\n```\n- item\n\n  ```console\n  $ rulec\n  ```\n"
    first, second = fences(page)
    assert first == Fence(3, "rules", ("file=a.rules", "fail=RL0203"), "one\n")
    assert (first.setting("file"), first.setting("fail"), first.setting("part")) == ("a.rules", "RL0203", None)
    assert second == Fence(8, "console", (), "$ rulec\n")


def test_commands_are_read() -> None:
    text = "$ rulec check 'my game.rules'  # a remark\nout\n\n$ printf '1\\n2\\n' | rulec play a.rules\n"
    assert list(commands(text)) == [
        Command("rulec check 'my game.rules'  # a remark", ("check", "my game.rules"), "", "out\n\n"),
        Command("printf '1\\n2\\n' | rulec play a.rules", ("play", "a.rules"), "1\n2\n", ""),
    ]


def test_a_change_takes_the_place_of_its_namesake() -> None:
    text = 'players 2\n\ndefine a = 1\n    but 2 when b\n\nto go: nothing\n\nscenario "x":\n    then a is 1\n'
    change = "define a = 3\nto stay: nothing\nplayers 2 to 4\n"
    assert [head(piece) for piece in pieces(changed(text, change))] == [
        "players", "define a", "to go", "to stay", 'scenario "x":',
    ]  # fmt: skip
    assert "but 2" not in changed(text, change)
    assert "players 2 to 4\n" in changed(text, change)


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\nb\n\n", "a  \nb", True),
        ("", "", True),
        ("a\n...\nd\n", "a\nb\nc\nd\n", True),
        ("a\n...\nd\n", "a\nd\n", True),
        ("...\n", "a\nb\n", True),
        ("10 games, 0.1 s, 100 games/s", "10 games, 2.5 s, 4 games/s", True),
        ("Rules 134b48b6dcf4, rulelang 0.1.0.", "Rules 0a6d5332abcc, rulelang 0.1.0.", True),
        ("a\n...\nd\n", "a\nb\nd\ne\n", False),
        ("a...\n", "ab\n", False),
        ("a.\n", "ab\n", False),
        ("a\n", "a\nb\n", False),
        ("", "a\n", False),
    ],
)
def test_what_counts_as_the_same_output(expected: str, printed: str, same: bool) -> None:
    assert matches(expected, printed) == same


def test_every_module_has_a_page() -> None:
    modules = {file.stem for file in (ROOT / "rulelang" / "library").glob("*.rules")}
    assert {page.stem for page in (ROOT / "docs" / "modules").glob("*.md")} == modules
