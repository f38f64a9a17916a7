"""A folder with small games, and `rulec` in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulelang.commands.group import rulec as group

ROOT = Path(__file__).parents[2]
RULES = Path(__file__).parent / "rules"
Rulec = Callable[..., Result]


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes the cache of whoever runs it, not even in a process of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


def outside(**more: str) -> dict[str, str]:
    """The environment for a `rulec` in a process of its own."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", **more}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a copy of every small game."""
    for file in RULES.iterdir():
        shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def rulec(folder: Path) -> Rulec:
    """`rulec("play", "tie.rules", input="take\\n")`: exit code, stdout and stderr of a command."""

    def run(*words: str, input: str | bytes | None = None, debug: str = "") -> Result:
        return CliRunner().invoke(group, list(words), input=input, env={"NO_COLOR": "1", "RULEC_DEBUG": debug})

    return run
