"""What belongs to a game lies in its folder: modules and tables, links followed to their end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulelang import check_file

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
