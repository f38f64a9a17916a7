"""What belongs to a game lies in its folder, links followed to their end; each stage does its work once."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import rulelang.check
import rulelang.syntax.parser
from rulelang import check_file
from rulelang.compiling import project_from_text

GAME = """rules 1
game "Kept Inside"
players 2
use inner
to go: "Go."
play: turns once: choose go
define player.z = 0
winner: highest z, then shared
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "game.rules").write_text(GAME)
    return tmp_path / "game"


def test_a_module_beside_the_game(folder: Path) -> None:
    (folder / "inner.rules").write_text("define player.extra = 1\n")
    assert not [d for d in check_file(folder / "game.rules") if d.is_error]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_module_that_is_a_link_out_of_the_folder(folder: Path) -> None:
    (folder.parent / "outer.rules").write_text("define player.secret = 1\n")
    (folder / "inner.rules").symlink_to(folder.parent / "outer.rules")
    found = check_file(folder / "game.rules")
    assert [d.code for d in found] == ["RL0012"]
    assert "a module must lie in the folder of its rules file or below it" in found[0].message


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_module_that_is_a_link_inside_the_folder(folder: Path) -> None:
    (folder / "kept.rules").write_text("define player.extra = 1\n")
    (folder / "inner.rules").symlink_to("kept.rules")
    assert not [d for d in check_file(folder / "game.rules") if d.is_error]


def test_a_module_that_is_no_text(folder: Path) -> None:
    (folder / "inner.rules").write_bytes(b"\xff\xfe")
    assert [d.code for d in check_file(folder / "game.rules")] == ["RL0013"]


def test_what_is_the_same_for_all_variants_is_done_once(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def counted(module: ModuleType, name: str) -> None:
        work: Callable[..., object] = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *given: (done.append(name), work(*given))[1])

    counted(rulelang.check, "mentioned")
    counted(rulelang.syntax.parser, "parse")
    variants = "".join(f'variant "number {n}":\n    replace define player.z = {n}\n' for n in range(9))
    assert not project_from_text(GAME.replace("use inner\n", "") + variants).check()
    assert sorted(done) == ["mentioned", "parse"]
