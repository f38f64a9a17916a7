"""The user's cache folder: what comes out is what went in, or nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulelang import kept


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    where = tmp_path / "deep" / "down"
    monkeypatch.setattr(kept, "user_cache_dir", lambda *_, **__: str(where))
    return where


def test_what_is_kept_comes_back() -> None:
    assert kept.fetch("a") is None
    kept.keep("a", b"one\ntwo\n")
    assert kept.fetch("a") == b"one\ntwo\n"
    assert kept.fetch("b") is None


def test_a_file_under_another_name_is_not_taken(folder: Path) -> None:
    kept.keep("a", b"one")
    (folder / "a").rename(folder / "b")
    assert kept.fetch("b") is None


@pytest.mark.parametrize("content", [b"", b"one", b"\n", b"0" * 64 + b"\none"])
def test_a_damaged_file_is_not_taken(folder: Path, content: bytes) -> None:
    kept.keep("a", b"one")
    (folder / "a").write_bytes(content)
    assert kept.fetch("a") is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owner here")
def test_the_file_of_somebody_else_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    kept.keep("a", b"one")
    monkeypatch.setattr(os, "getuid", lambda: os.stat("/").st_uid + 12345)
    assert kept.fetch("a") is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="others are not told apart here")
@pytest.mark.parametrize("others", [0o020, 0o002])
def test_a_file_that_others_may_write_is_not_taken(folder: Path, others: int) -> None:
    kept.keep("a", b"one")
    (folder / "a").chmod(0o600 | others)
    assert kept.fetch("a") is None


def test_a_folder_that_cannot_be_made_is_no_mistake(folder: Path) -> None:
    folder.parent.parent.mkdir(exist_ok=True)
    folder.parent.write_text("a file where the folder should be")
    kept.keep("a", b"one")
    assert kept.fetch("a") is None
