"""What was answered before is answered again only while all that it was made of is the same."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang import answers, compiling, kept
from rulelang.commands import trying
from rulelang.compiling import Compiled, Project, project_from_file
from rulelang.diagnostics import Diagnostic
from tests.conftest import REALLY_AGAIN

GAME = """rules 1
game "Kept Answers"
players 2 to 3
use inner
cards Piece "{name}" from "pieces.csv"
option length: short or long, normally short
state:
    box: pile of Piece, seen by nobody
    player.z: 0 to 9
setup: move every card to box
to go:
    "Go."
    if length is long: add 1 to me.z
play: turns once: choose go
winner: highest z, then shared
variant "Other":
    define bonus = 1
    after go: add bonus to me.z
"""
INNER = "define player.extra = 1\n"
PIECES = "name\nA\nB\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game, its module and its cards, with a cache folder of its own."""
    monkeypatch.setattr(kept, "user_cache_dir", lambda *_, **__: str(tmp_path / "cache"))
    monkeypatch.setattr(answers, "again", REALLY_AGAIN)
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "game.rules").write_text(GAME)
    (folder / "inner.rules").write_text(INNER)
    (folder / "pieces.csv").write_text(PIECES)
    return folder


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was worked out, in order."""
    found: list[str] = []

    def noted(name: str) -> Callable[..., object]:
        real = getattr(Project, name)

        def work(*given: object) -> object:
            found.append(name)
            return real(*given)

        return work

    for name in ("_check", "compiled"):
        monkeypatch.setattr(Project, name, noted(name))
    return found


def project(folder: Path) -> Project:
    found = project_from_file(folder / "game.rules")
    assert isinstance(found, Project)
    return found


def told(folder: Path, afresh: bool = False) -> list[str]:
    asked = project(folder)
    asked.keeps = not afresh
    return [f"{d.code} {d.message}" for d in asked.check()]


def test_what_has_not_changed_is_not_worked_out_again(folder: Path, worked: list[str]) -> None:
    first, second = (project(folder) for _ in range(2))
    answer = first.check()
    assert second.check() == answer
    assert worked == ["_check"]
    assert second.sources == first.sources
    assert second.rules_hash == first.rules_hash


def test_whether_there_are_errors_is_told_without_what_has_to_be_proved(folder: Path) -> None:
    """And by what was checked before, if anything was."""
    (folder / "game.rules").write_text(GAME.replace('"Go."', '"Go."\n    add 20 to me.z'))
    assert project(folder).refusals() == []
    assert [d.code for d in project(folder).check()] == ["RL0534"]
    (folder / "game.rules").write_text(GAME.replace("0 to 9", "0 to 9 of 3"))
    alone = project(folder).refusals()
    assert alone
    assert alone == [d for d in project(folder).check() if d.is_error] == project(folder).refusals()


def test_games_are_the_same_with_and_without_a_check_before(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "again", lambda inputs, question, work, about=None: work())
    checked, plain = project(folder), project(folder)
    assert checked.check() == project(folder).check()
    for asked in ((None, ()), (3, ()), (2, ("Other",)), (3, ("other",))):
        assert repr(checked.compile(*asked)) == repr(plain.compile(*asked))


SCENARIO = """scenario "nobody has anything yet":
    players 2
    when play begins
    then A.z is 0
"""


@pytest.mark.parametrize(
    ("change", "plays"),
    [
        (lambda text: text + "# a remark behind everything\n", False),
        (lambda text: text + SCENARIO, False),
        (lambda text: text.replace("to go:", "to go:  # a remark"), True),
        (lambda text: text.replace("0 to 9", "0 to 8"), True),
        (lambda text: "# a remark before everything\n" + text, True),
        (lambda text: text + 'variant "Third":\n    define bonus = 1\n' + SCENARIO, True),
    ],
)
def test_random_games_are_played_again_only_where_rules_have_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[str], str], plays: bool
) -> None:
    trials: list[object] = []
    real = trying._Trying.trial
    monkeypatch.setattr(trying._Trying, "trial", lambda self: trials.append(self) or real(self))
    before = trying.try_out(project(folder), None)
    (folder / "game.rules").write_text(change(GAME))
    changed = project(folder)
    found = trying.try_out(changed, None)
    assert len(trials) == 1 + plays
    assert trying.try_out(project(folder), None) == found
    assert len(trials) == 1 + plays
    assert trying._Trying(changed, None).trial() == found
    if not plays:
        assert found == before


def test_each_game_is_an_answer_of_its_own(folder: Path, worked: list[str]) -> None:
    """What was asked for is part of the question."""
    asked: list[tuple[int | None, tuple[str, ...], dict[str, str]]] = [
        (None, (), {}), (3, (), {}), (None, ("Other",), {}), (None, (), {"length": "long"}),
    ]  # fmt: skip

    def made() -> list[Compiled]:
        return [project(folder).compile(*question) for question in asked]

    first = made()
    number = len(worked)
    assert made() == first
    assert len(worked) == number
    assert len({repr(compiled.program) for compiled in first}) == len(asked)


def test_an_answer_is_what_is_worked_out(folder: Path) -> None:
    """A program that was kept is equal to one that was made afresh, class by class, and so are messages."""
    (folder / "game.rules").write_text(GAME.replace("to go:", 'to went: "Went."\nto go:'))
    once, again = (project(folder).check() for _ in range(2))
    assert once == again
    assert once
    assert [type(d) for d in again] == [Diagnostic] * len(again)
    made, kept_one = (project(folder).compile(2) for _ in range(2))
    assert made == kept_one
    assert repr(made) == repr(kept_one)


def _edit(path: Path) -> None:
    path.write_text(path.read_text() + "broken (,(\n")


def _edit_unseen(path: Path) -> None:
    """Another text of the same length, at the same time."""
    about, text = path.stat(), path.read_text()
    path.write_text("(" + text[1:])
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert path.stat().st_size == about.st_size


def _spoil(path: Path) -> None:
    path.write_bytes(b"\xff\xfe")


def _put_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _touch(path: Path) -> None:
    os.utime(path, (1, 1))


CHANGES = [_edit, _edit_unseen, _spoil, _put_a_folder, Path.unlink]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
@pytest.mark.parametrize("file", ["inner.rules", "pieces.csv"])
def test_a_change_of_what_is_used_is_noticed(folder: Path, file: str, change: Callable[[Path], None]) -> None:
    assert told(folder) == []
    change(folder / file)
    found = told(folder)
    assert found
    assert found == told(folder, afresh=True)
    assert found == told(folder)


@pytest.mark.parametrize("change", [_edit, _edit_unseen])
def test_a_change_of_the_rules_is_noticed(folder: Path, change: Callable[[Path], None]) -> None:
    assert told(folder) == []
    change(folder / "game.rules")
    assert told(folder) == told(folder, afresh=True) != []


@pytest.mark.parametrize("file", ["inner.rules", "pieces.csv"])
def test_what_was_not_there_is_noticed_when_it_is(folder: Path, file: str) -> None:
    text = (folder / file).read_text()
    (folder / file).unlink()
    assert told(folder) != []
    (folder / file).write_text(text)
    assert told(folder) == []


def test_a_module_that_comes_to_stand_beside_the_game_hides_that_of_the_language(folder: Path) -> None:
    (folder / "game.rules").write_text(GAME.replace("use inner", "use tricks"))
    before = told(folder)
    (folder / "tricks.rules").write_text("broken (,(\n")
    assert told(folder) == told(folder, afresh=True) != before


def test_a_game_elsewhere_is_another(folder: Path) -> None:
    """Messages and places in a program name the path by which a game was asked for."""
    _edit(folder / "inner.rules")
    other = folder.parent / "other"
    folder.rename(other)
    told(other)
    other.rename(folder)
    assert {d.span.path for d in project(folder).check() if d.span} == {(folder / "inner.rules").as_posix()}


@pytest.mark.parametrize("file", ["game.rules", "inner.rules", "pieces.csv"])
def test_what_was_only_touched_is_the_same(folder: Path, file: str, worked: list[str]) -> None:
    told(folder)
    _touch(folder / file)
    told(folder)
    assert worked == ["_check"]


def test_what_is_no_longer_used_is_not_read(folder: Path) -> None:
    """A program names all that it was made of; nothing that an earlier edition used may be among it."""
    (folder / "inner.rules").write_text("use outer\n" + INNER)
    (folder / "outer.rules").write_text("define player.outer = 1\n")
    assert told(folder) == []
    (folder / "inner.rules").write_text(INNER)
    after = project(folder)
    assert after.check() == []
    assert not [path for path in after.sources if path.endswith("outer.rules")]


def test_another_edition_of_the_language_answers_anew(
    folder: Path, worked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told(folder)
    monkeypatch.setattr(answers, "_language", lambda: "another")
    told(folder)
    assert worked == ["_check", "_check"]


@pytest.mark.parametrize("change", [_edit, _edit_unseen, _touch, Path.unlink])
def test_the_language_is_another_when_one_of_its_files_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None]
) -> None:
    module = tmp_path / "rulelang" / "deep" / "module.py"
    module.parent.mkdir(parents=True)
    module.write_text("1\n")
    monkeypatch.setattr(answers, "__file__", str(tmp_path / "rulelang" / "answers.py"))
    language = answers._language.__wrapped__
    before = language()
    assert language() == before
    change(module)
    assert language() != before


class _Harm:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, ("harm",)


class _Disguised:
    """A function of the language is as good as one of the system."""

    def __reduce__(self) -> tuple[object, tuple[str, bytes]]:
        return kept.keep, ("harm", b"")


@pytest.mark.parametrize("bad", [_Harm(), _Disguised(), Path("harm")])
def test_nothing_but_the_language_itself_comes_out(folder: Path, monkeypatch: pytest.MonkeyPatch, bad: object) -> None:
    """Even of a file that is the user's own and whole."""
    monkeypatch.chdir(folder)
    told(folder)
    for file in list((folder.parent / "cache" / answers.FOLDER).iterdir()):
        kept.keep(f"{answers.FOLDER}/{file.name}", answers._written((), bad))
    with pytest.raises(pickle.UnpicklingError):
        told(folder)
    assert not list(folder.parent.rglob("harm"))


def test_a_text_in_memory_is_not_kept(folder: Path) -> None:
    assert compiling.project_from_text(GAME, folder=folder).check() == []
    assert not (folder.parent / "cache").exists()


def test_what_is_too_deep_to_be_written_is_not_kept(folder: Path) -> None:
    deep: tuple[object, ...] = ()
    for _ in range(100_000):
        deep = (deep,)
    assert project(folder).answered(("check",), lambda: deep) is deep
    assert not (folder.parent / "cache").exists()
