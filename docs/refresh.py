"""Put into the documentation what commands and Python really print: `python docs/refresh.py [PAGE…]`.

Comes in: pages, all of them if none is named.  Goes out: the same pages with their outputs made afresh; what
still fits stays, a long game is shortened.  A page in which anything fails is left as it was.  What a fence means,
and whether a page is right, is the matter of `tests/test_docs.py`.  Read the difference before you accept it.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import shutil
import sys
import tempfile
import textwrap
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LONG = 60
PROMPT = re.compile(r"[A-Z]> ")


def _test_docs() -> Any:
    """The test module, which knows how pages are worked through."""
    sys.path.insert(0, str(ROOT))
    spec = importlib.util.spec_from_file_location("test_docs", ROOT / "tests/test_docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["test_docs"] = module
    spec.loader.exec_module(module)
    return module


docs = _test_docs()


def refreshed(path: Path, folder: Path) -> str:
    """The page with its outputs made afresh; whatever fails is raised."""
    text = path.read_text(encoding="utf-8")
    page = docs.Page(path, folder)
    pieces: list[str] = []
    at = 0
    for match, fence in zip(docs.FENCE.finditer(text), docs.fences(text), strict=True):
        new = _output(page, fence)
        if new != fence.text:
            start, end = match.span("text")
            pieces += [text[at:start], textwrap.indent(new, match["indent"])]
            at = end
    return "".join([*pieces, text[at:]])


def _output(page: Any, fence: Any) -> str:
    """What stands in the fence from now on."""
    if fence.language == "console":
        return "".join(_transcript(command, fence) for command in docs.commands(fence.text))
    if fence.language == "text" and "printed" in fence.words:
        fits = fence.text.strip() and docs.matches(fence.text, page.printed)
        return str(fence.text if fits else page.printed.rstrip() + "\n")
    page.execute(fence)
    return str(fence.text)


def _transcript(command: Any, fence: Any) -> str:
    result = docs.rulec(*command.words, fed=command.fed, typed=fence.setting("typed"))
    wanted = int(fence.setting("exit") or 0)
    if result.exit_code != wanted:
        raise AssertionError(f"{command.line} ends with {result.exit_code}, not {wanted}\n{result.output}")
    if command.output.strip() and docs.matches(command.output, result.output):
        return f"$ {command.line}\n{command.output}"
    lines = [line.rstrip() for line in result.output.rstrip().split("\n")]
    if fence.setting("typed"):
        lines = _first_and_last(lines)
    elif command.words[0] == "play" and len(lines) > LONG:
        lines = [*lines[:14], "...", *lines[-9:]]
    return f"$ {command.line}\n" + "".join(f"{line}\n" for line in lines if lines != [""])


def _first_and_last(lines: list[str]) -> list[str]:
    """The first screen, what was typed, and what comes after the last of it."""
    typed = [number for number, line in enumerate(lines) if PROMPT.match(line)]
    kept = lines[: typed[0] + 1]
    for before, number in pairwise(typed):
        kept += ["...", lines[number]] if number > before + 1 else [lines[number]]
    return kept + lines[typed[-1] + 1 :]


def main() -> int:
    pages = [Path(word).resolve() for word in sys.argv[1:]] or docs.PAGES
    os.environ.update(docs.TERMINAL)
    failed = 0
    for path in pages:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "games", Path(folder) / "games")
            os.environ["XDG_STATE_HOME"] = f"{folder}/.state"  # no game of a page is kept among one's own
            try:
                with contextlib.chdir(folder):
                    text = refreshed(path, Path(folder))
            except Exception as problem:
                failed += 1
                sys.stdout.write(f"{path}: left as it was\n{problem}\n\n")
                continue
        path.write_text(text, encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
