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


@pytest.mark.parametrize("failing", ["os.replace", "builtins.open"])
def test_a_write_that_fails_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "no space left on device")

    kept.keep("a", b"one")
    with monkeypatch.context() as patch:
        patch.setattr(failing, full)
        kept.keep("a", b"two")
    assert [file.name for file in folder.iterdir()] == ["a"]
    assert kept.fetch("a") == b"one"


def test_what_is_stopped_while_it_writes_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        kept.keep("a", b"one")
    assert list(folder.iterdir()) == []


def test_only_the_youngest_files_of_a_folder_stay(folder: Path) -> None:
    for age, name in enumerate("abc"):
        kept.keep(f"in/{name}", name.encode(), most=2)
        os.utime(folder / "in" / name, (age, age))
    kept.keep("in/d", b"d", most=2)
    assert sorted(file.name for file in (folder / "in").iterdir()) == ["c", "d"]


def test_a_folder_that_moves_with_whoever_calls_is_nobodys_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(kept, "user_cache_dir", lambda *_, **__: "cache")
    kept.keep("a", b"one")
    assert not kept.is_kept("a")
    assert kept.fetch("a") is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_in_its_place_is_not_waited_for(folder: Path) -> None:
    kept.keep("b", b"one")
    os.mkfifo(folder / "a", 0o600)
    assert kept.fetch("a") is None
