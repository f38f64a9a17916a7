"""Games that go on: from the shelf, from a saved game, from an earlier moment; and what is said where they cannot."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path

import pytest

from interpreter.record_reading import read
from rulelang.commands import shelf
from tests.commands.conftest import Rulec
from tests.commands.test_terminal import terminal

on_posix = pytest.mark.skipif(os.name == "nt", reason="there are no signals and pseudo-terminals of this kind")
ALONE = ("play", "many.rules", "--players", "1", "--seed", "2")
WITH_MORE = 'players 2 to 4\nuse extra\ncards Card from "c.csv"'
TWO = ("--seat", "2=human", "--seed", "1")


@pytest.fixture(autouse=True)
def own_shelf(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty one for each test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))


def over() -> list[Path]:
    return list((shelf.folder() / "over").glob("*.play"))


# ---------------------------------------------------------------- the shelf


def test_a_game_goes_on_until_it_is_over(rulec: Rulec) -> None:
    assert rulec("play", "--resume").exit_code == 2
    first = rulec("play", "tie.rules", *TWO, input="take\n")
    assert first.exit_code == 1
    assert first.stderr.endswith("has to choose\nTo go on: rulec play --resume\n")
    assert "Seed" not in first.output  # whoever goes on does not want to know it
    [kept] = shelf.unfinished()
    assert len(read(kept.read_text(encoding="utf-8")).moves) == 1
    rest = rulec("play", "--resume", input="take\n")
    assert rest.exit_code == 0, rest.output
    assert "share the win" in rest.stdout
    assert "The same cards again: rulec play" in rest.stdout
    assert not shelf.unfinished()
    [whole] = over()
    assert rulec("replay", str(whole)).exit_code == 0


def test_the_same_cards_name_what_was_set(rulec: Rulec, folder: Path) -> None:
    """A record names every option; the command at the end of a game that went on only those that are not normal."""
    text = (folder / "tie.rules").read_text(encoding="utf-8")
    options = "option mood: calm or wild, normally calm\noption pace: slow or fast, normally slow\n"
    asked = "define player.asked = 0\n    but 1 when mood is wild\n    but 2 when pace is fast\nshow player.asked\n"
    (folder / "tie.rules").write_text(text.replace("\nstate:", f"\n{options}{asked}\nstate:", 1), encoding="utf-8")
    rulec("play", "tie.rules", *TWO, "--set", "pace=fast", input="take\n")
    [line] = [line for line in rulec("play", "--resume", input="take\n").stdout.splitlines() if "same cards" in line]
    assert "--set pace=fast" in line
    assert "mood" not in line


def test_the_last_game_goes_on_and_others_stay(rulec: Rulec) -> None:
    rulec("play", "tie.rules", *TWO, input="take\n")
    rulec("play", "late.rules", "--seed", "3", input="walk\n")
    newest, oldest = shelf.unfinished()
    os.utime(oldest, (1, 1))
    assert "late" in newest.name
    assert "Late · 2 players" in rulec("play", "--resume", input="").stdout
    assert len(shelf.unfinished()) == 2


def test_rules_that_change_do_not_matter(rulec: Rulec, folder: Path) -> None:
    rulec("play", "tie.rules", *TWO, input="take\n")
    (folder / "tie.rules").write_text("nothing that is left", encoding="utf-8")
    rest = rulec("play", "--resume", input="take\n")
    assert rest.exit_code == 0, rest.output


def test_games_without_people_are_not_kept(rulec: Rulec) -> None:
    rulec("play", "tie.rules", "--seat", "1=random", "--seed", "1")
    assert not shelf.unfinished()
    assert not over()


def test_a_line_that_was_never_whole_is_left_out(rulec: Rulec) -> None:
    rulec("play", "tie.rules", "--players", "3", *TWO, "--seat", "3=human", input="take\ntake\n")
    [kept] = shelf.unfinished()
    kept.write_bytes(kept.read_bytes()[:-2])
    on = rulec("play", "--resume", input="")
    assert "its last choice was never written to the end; it goes on after 1 choices" in on.stderr
    assert "1 choice so far" in on.stdout


@pytest.mark.skipif(os.name == "nt" or (os.geteuid() == 0 and not Path("/dev/null").exists()), reason="needs a device")
def test_a_shelf_that_cannot_be_had(rulec: Rulec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", os.devnull)
    played = rulec("play", "tie.rules", *TWO, input="take\n")
    assert played.stderr.count("is not kept for `rulec play --resume`") == 1
    assert "This game is kept nowhere." in played.stderr
    assert "Traceback" not in played.output
    assert rulec("play", "tie.rules", *TWO, input="take\ntake\n").exit_code == 0


def test_the_oldest_of_too_many_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST", 3)
    for number in range(5):
        path = shelf.place("some.rules")
        path.write_text(str(number), encoding="utf-8")
        os.utime(path, (number, number))
    shelf.thin_out(shelf.folder())
    assert [path.read_text(encoding="utf-8") for path in shelf.unfinished()] == ["4", "3", "2"]


@on_posix
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130), ("SIGKILL", -9)])
@pytest.mark.parametrize("screen", [True, False])
def test_last_words(name: str, code: int, screen: bool, folder: Path) -> None:
    """Whatever ends the process, on the full screen and line by line: what was chosen is on the shelf."""
    if screen and name == "SIGINT":
        pytest.skip("Ctrl-C is a key there, and asks first")
    words = ("play", "late.rules", "--seed", "3", "--every-choice") + (() if screen else ("--plain",))
    with terminal(*words) as person:
        person.wait_for("walk")
        person.type("walk\r")
        person.wait_for("walk")
        while not shelf.unfinished() or len(read(shelf.unfinished()[0].read_text(encoding="utf-8")).moves) < 2:
            pass
        person.signal(getattr(signal, name))
        text, ended = person.rest()
    assert ended == code
    assert "Traceback" not in text
    assert ("To go on: rulec play --resume" in text) == (name != "SIGKILL")
    assert len(shelf.unfinished()) == 1


@on_posix
def test_which_one_is_asked(rulec: Rulec, folder: Path) -> None:
    rulec("play", "tie.rules", *TWO, input="take\n")
    os.utime(shelf.unfinished()[0], (1, 1))
    rulec("play", "late.rules", "--seed", "3", input="walk\n")
    with terminal("play", "--resume", "--plain") as screen:
        shown = screen.wait_for("Enter for the first: ")
        assert re.search(r" 1 .* late · human, random · [12] choices\n 2 .* tie · human, human · 1 choices\n", shown)
        screen.type("7\n")
        screen.wait_for("Enter for the first: ")
        screen.type("2\n")
        screen.wait_for("Tie · 2 players · 1 choice so far")
    assert len(shelf.unfinished()) == 2


# ---------------------------------------------------------------- earlier moments


def test_from_an_earlier_moment(rulec: Rulec, folder: Path) -> None:
    rulec(*ALONE, "--record", "whole.play", input="rest\nrest\n")
    whole = (folder / "whole.play").read_text(encoding="utf-8")
    on = rulec("play", "whole.play", "--at", "1", "--record", "other.play", input="1\n")
    assert on.exit_code == 0, on.output
    assert "1 choice so far" in on.stdout
    moves = [move.text for move in read((folder / "other.play").read_text(encoding="utf-8")).moves]
    assert moves[0] == "rest"
    assert moves[1] != "rest"
    assert (folder / "whole.play").read_text(encoding="utf-8") == whole
    done = rulec("play", "whole.play")
    assert done.exit_code == 1
    assert "`rulec play whole.play --at N` goes on after the first N of its 2 choices" in done.stderr
    assert "the record holds 2 choices" in rulec("play", "whole.play", "--at", "3").stderr


def test_a_branch_is_another_game(rulec: Rulec) -> None:
    played = rulec(*ALONE, input="rest\nbranch\nbranch 0\n1\nbranch 7\nrest\n")
    assert played.exit_code == 0, played.output
    assert "  0  A: rest\n" in played.stdout
    assert "there are 1." in played.stdout
    [left] = shelf.unfinished()
    assert [move.text for move in read(left.read_text(encoding="utf-8")).moves] == ["rest"]
    assert len(over()) == 1


def test_taken_back_in_a_script(rulec: Rulec) -> None:
    played = rulec(
        *ALONE,
        "--record",
        "out.play",
        input="rest\nundo\nredo\nundo\n1\nredo\nrest\n",
    )
    assert played.exit_code == 0, played.output
    assert "No choice has been taken back since the last one." in played.stdout
    moves = [move.text for move in read(Path("out.play").read_text(encoding="utf-8")).moves]
    assert moves[0] != "rest"
    assert moves[1:] == ["rest"]


# ---------------------------------------------------------------- saved games


def test_a_game_that_carries_its_rules(rulec: Rulec, folder: Path) -> None:
    """It goes on elsewhere, without the rules; one that does not carry them is refused when they have changed."""
    text = (folder / "tie.rules").read_text(encoding="utf-8")
    (folder / "tie.rules").write_text(text.replace("players 2 to 4", WITH_MORE), encoding="utf-8")
    (folder / "c.csv").write_text('name\n"a, b"\nfox # 2\n', encoding="utf-8")
    (folder / "extra.rules").write_text("rules 1\n\n# | and\n\nafter take: add 1 to me.points\n", encoding="utf-8")
    rulec("play", "tie.rules", *TWO, input="take\nsave with.play with rules\nsave bare\n")
    changed = text.replace("add 1", "add 2")
    (folder / "tie.rules").write_text(changed, encoding="utf-8")
    (folder / "far").mkdir()
    (folder / "with.play").rename(folder / "far" / "with.play")
    for word in ("play", "replay"):
        on = rulec(word, "far/with.play", input="take\n")
        assert on.exit_code == 0, on.output
    assert "with 2 points" in rulec("play", "far/with.play", input="take\n").stdout
    bare = rulec("play", "bare.play", input="take\n")
    assert bare.exit_code == 1
    assert "the rules are not those with which this game was played" in bare.stderr
    assert "`rulec play bare.play --rules FILE`" in bare.stderr
    again = text.replace("players 2 to 4", WITH_MORE)
    (folder / "older.rules").write_text(again, encoding="utf-8")
    assert rulec("play", "bare.play", "--rules", "older.rules", input="take\n").exit_code == 0
    other = rulec("play", "far/with.play", "--rules", "tie.rules")
    assert "It carries its own; leave `--rules` away." in other.stderr


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("A: take", "A: fly", 1, "`rulec play a.play --at 0` goes on before that line."),
        ("\nB: take\n", "\nC: take\n", 1, "`rulec play a.play --at 1` goes on before that line."),
        ("B: take\n", "B: ta", 1, "cut off in the middle of this line"),
        ("B: take\n", "take\n", 1, "`rulec play a.play --at 1` goes on before that line."),
        ("record 1", "record 2", 1, "this version of rulelang reads format 1"),
        ("players 3", "players 3\nclock 30", 1, "was it written by a newer rulelang?"),
        ("rulelang record", "[Event", 1, "this is no record of a game"),
        ("players 3", "players 9", 2, "2 to 4"),
        ("seats human human human", "seats human human martian", 1, "no bot is called `martian`"),
        ("sha256:", "sha256:0", 1, "the rules are not those with which this game was played"),
        ("tie.rules", "gone.rules", 2, "`--rules FILE`"),
        ("| rules 1", "| rules 1\n| # changed", 1, "The rules that it carries were changed"),
        ("| rules 1", "| rules 1\n| nonsense", 1, "the rules that it carries cannot be played"),
    ],
)
def test_what_is_wrong_is_said(old: str, new: str, code: int, said: str, rulec: Rulec, folder: Path) -> None:
    """… and what can be done: what is said to go on does."""
    wanted = "save a with rules" if old.startswith("|") else "save a"
    rulec("play", "tie.rules", "--players", "3", *TWO, "--seat", "3=human", input=f"take\ntake\n{wanted}\n")
    text = (folder / "a.play").read_text(encoding="utf-8").replace("--- end: not finished\n", "")
    seats = re.findall(r"^([A-C]): take", text, re.MULTILINE)
    letters = {"A": seats[0], "B": seats[1], "C": seats[0]}
    old, new = (re.sub(r"\b([ABC])(?=: )", lambda found: letters[found[1]], part) for part in (old, new))
    assert old in text
    (folder / "a.play").write_text(text.replace(old, new, 1), encoding="utf-8")
    on = rulec("play", "a.play", input="take\n")
    assert on.exit_code == code, on.output
    assert said in on.stderr
    assert "Traceback" not in on.output
    for at in re.findall(r"--at (\d+)`", on.stderr):
        assert rulec("play", "a.play", "--at", at, input="take\n" * 3).exit_code == 0


def test_what_does_not_go_together(rulec: Rulec) -> None:
    assert rulec("play").exit_code == 2
    assert rulec("play", "tie.rules", "--resume").exit_code == 2
    assert rulec("play", "tie.rules", "--at", "1").exit_code == 2
    assert rulec("play", "--resume", "--players", "2").exit_code == 2


# ---------------------------------------------------------------- for programs


def test_json_lines(rulec: Rulec) -> None:
    typed = ["fly", "why fly", 'lay("hearts 99")', "rest", "undo", "rest", "rest"]
    played = rulec(*ALONE, "--json", input="\n".join(typed) + "\n")
    assert played.exit_code == 0, played.output
    said = [json.loads(line) for line in played.stdout.splitlines()]
    assert all(one["format"] == 1 for one in said)
    assert [one["kind"] for one in said] == [
        "table", "refused", "told", "refused", "table", "table", "table", "table", "end",
    ]  # fmt: skip
    assert said[0]["table"] == said[5]["table"]  # taken back
    assert said[0]["table"]["question"]["choices"]
    assert said[1]["near"]
    assert said[-2]["table"]["result"]["winners"] == ["A"]


def test_json_lines_show_only_what_their_reader_sees(rulec: Rulec) -> None:
    played = rulec(
        "play", "many.rules", "--players", "2", "--seat", "2=human", "--seed", "4", "--json", input="rest\n" * 4
    )
    for line in played.stdout.splitlines():
        table = json.loads(line).get("table")
        for other in table["others"] if table else ():
            assert all(card["text"] is None for heap in other["heaps"] for card in heap["cards"])


@on_posix
def test_again_with_the_same_cards(folder: Path) -> None:
    with terminal("play", "many.rules", "--plain", "--players", "1", "--seed", "2") as screen:
        first = screen.wait_for("A> ")
        screen.type("rest\n")
        screen.wait_for("A> ")
        screen.type("rest\n")
        screen.wait_for("end> ")
        screen.type("fly\n")
        screen.wait_for("end> ")
        screen.type("same\n")
        second = screen.wait_for("A> ")
        cards = re.findall(r"you hand: .*", first)
        assert cards
        assert re.findall(r"you hand: .*", second) == cards
        screen.type("quit\n")
        screen.wait_for("Leave the game?")
        screen.type("y\n")
        assert screen.rest()[1] == 0
