"""`rulec play` with a script, and `rulec replay`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from interpreter.record_reading import read
from rulelang.commands import evening
from rulelang.commands.evening import new_seed
from tests.commands.conftest import Rulec

Change = Callable[[list[str]], list[str]]
HUMANS = ("--seat", "2=human")


def test_a_scripted_game(rulec: Rulec) -> None:
    result = rulec("play", "tie.rules", "--seed", "5", input="# take what there is\n\n  TAKE  \n")
    assert result.exit_code == 0, result.output
    assert "Tie · 2 players · seed 5" in result.stdout
    assert "A takes" in result.stdout
    assert "B takes" in result.stdout
    assert "share the win" in result.stdout
    assert "2 players share the first place." in result.stdout
    assert "1      B (random)  1" in result.stdout
    assert "The same cards again: rulec play tie.rules --seed 5 --players 2" in result.stdout
    assert "\x1b" not in result.stdout


def test_by_number(rulec: Rulec) -> None:
    assert rulec("play", "tie.rules", input="1\n").exit_code == 0


def test_the_same_seed_is_the_same_game(rulec: Rulec) -> None:
    words = ("play", "many.rules", "--players", "3", "--seat", "1=random", "--seed")
    games = [
        rulec(*words, seed, input="").stdout.partition("\n")[2].partition("Seed")[0] for seed in ("x y", "x y", "z")
    ]
    assert games[0] == games[1] != games[2]


def test_a_seed_is_chosen_and_said(rulec: Rulec) -> None:
    first = rulec("play", "many.rules", "--players", "1", "--seat", "1=random", input="").stdout
    told = first.splitlines()
    [last] = [line for line in told if line.startswith("Seed ")]
    seed = last.split()[1].rstrip(".")
    assert not any(seed in line for line in told[: told.index(last)])  # it tells where every card lies
    again = rulec("play", "many.rules", "--players", "1", "--seat", "A=random", "--seed", seed, input="").stdout
    assert again.replace(f" · seed {seed}", "").partition("Seed")[0] == first.partition("Seed")[0]


def test_no_seed_is_guessed(rulec: Rulec) -> None:
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert max(int(seed).bit_length() for seed in seeds) > 58


def test_everyone_loses(rulec: Rulec) -> None:
    result = rulec("play", "lost.rules", input="sink\n" * 2)
    assert result.exit_code == 0, result.output
    assert "Everyone loses" in result.stdout
    assert "place" not in result.stdout
    told = result.stdout.partition("The end\n")[2]
    assert told.startswith("Everyone loses.\nSo say the rules, lost.rules:8: to sink: everyone loses\n")


def test_a_wrong_line(rulec: Rulec, folder: Path) -> None:
    result = rulec("play", "tie.rules", *HUMANS, "--record", "out.play", input="take\n\n# now\nsteal\ntake\n")
    assert result.exit_code == 1
    assert result.stderr.startswith("rulec: line 4: ")
    assert "steal" in result.stderr
    assert "take" in result.stderr
    assert len(read((folder / "out.play").read_text(encoding="utf-8")).moves) == 1


def test_a_wrong_number(rulec: Rulec) -> None:
    result = rulec("play", "tie.rules", input="2\n")
    assert result.exit_code == 1
    assert "line 1: there is no choice 2" in result.stderr


def test_the_reason_of_a_refusal(rulec: Rulec, folder: Path) -> None:
    seed = _seed_with(folder, '"clubs 15"')
    result = rulec("play", "many.rules", "--seed", seed, "--players", "1", input='lay("clubs 15")\n')
    assert result.exit_code == 1
    assert "Keep the highest for the end" in result.stderr


def test_the_input_ends_early(rulec: Rulec, folder: Path) -> None:
    result = rulec("play", "tie.rules", *HUMANS, "--record", "out.play", input="take\n")
    assert result.exit_code == 1
    assert "rulec: the input ended while" in result.stderr
    assert "has to choose" in result.stderr
    assert read((folder / "out.play").read_text(encoding="utf-8")).end == "not finished"


def test_input_that_is_not_text(rulec: Rulec) -> None:
    result = rulec("play", "tie.rules", input=b"\xff\xfe\0\n")
    assert result.exit_code == 1
    assert "line 1: " in result.stderr


def test_nobody_at_the_keyboard(rulec: Rulec) -> None:
    result = rulec("play", "tie.rules", "--seat", "1=random", input="")
    assert result.exit_code == 0
    assert "--seat 1=random" in result.stdout


def test_only_the_log_of_the_own_seat(rulec: Rulec) -> None:
    result = rulec("play", "crazy_eights", "--players", "2", "--seed", "2", input="1\n" * 300)
    assert result.exit_code == 0, result.output
    hands = next(line for line in result.stdout.splitlines() if "B.hand: " in line)
    assert hands.startswith("A.hand: two of clubs, ")
    assert hands.endswith("; B.hand: 7 cards")
    drawn = {seat: [line for line in result.stdout.splitlines() if line.startswith(f"{seat} draws, ")] for seat in "AB"}
    assert drawn["A"]
    assert all(" of " in line for line in drawn["A"])
    assert set(drawn["B"]) == {"B draws, takes a card from deck"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seat", "3=human"], "there is no seat `3`: 2 play, seats 1 to 2 or A to B"),
        (["--seat", "0=human"], "there is no seat `0`"),
        (["--seat", "C=human"], "there is no seat `C`"),
        (["--seat", "2"], "should be written `--seat N=human`"),
        (["--seat", "2=randm"], "no bot is called `randm`; did you mean `random`?"),
        (["--seat", "2=mcts:100"], "no bot is called `mcts:100`"),
        (["--seat", "2=human", "--seat", "B=random"], "is given twice"),
        (["--record", "nowhere/out.play"], "`nowhere/out.play` cannot be written"),
    ],
)
def test_seats_and_records_that_cannot_be(words: list[str], said: str, rulec: Rulec) -> None:
    result = rulec("play", "tie.rules", *words, input="take\n")
    assert result.exit_code == 2, result.output
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_only_a_record_is_overwritten(rulec: Rulec, folder: Path) -> None:
    rules = (folder / "tie.rules").read_text(encoding="utf-8")
    result = rulec("play", "tie.rules", "--record", "tie.rules", input="take\n")
    assert result.exit_code == 2
    assert result.stderr == "rulec: `tie.rules` is no recorded game; it has been left as it is\n"
    assert (folder / "tie.rules").read_text(encoding="utf-8") == rules
    for _ in range(2):
        assert rulec("play", "tie.rules", "--record", "out.play", input="take\n").exit_code == 0


def test_a_fault_of_the_rules(rulec: Rulec) -> None:
    result = rulec("play", "fault.rules", *HUMANS, "--seed", "1", input="draw\n" * 6)
    assert result.exit_code == 1
    assert "the rules come to a dead end (seed 1): " in result.stderr
    assert "fault.rules:" in result.stderr


def test_variant_and_option(rulec: Rulec) -> None:
    result = rulec(
        "play", "many.rules", "--variant", "early", "--set", "length=long", "--seed", "1", input="rest\n"
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "Many · Early · 1 player · seed 1" in result.stdout
    assert "--variant early --set length=long" in result.stdout


# -------------------------------------------------------------------- replay


def _recorded(rulec: Rulec, *words: str, name: str = "out.play") -> None:
    result = rulec("play", *words, "--seed", "3", "--seat", "1=random", "--record", name, input="")
    assert result.exit_code == 0, result.output
    assert f"rulec replay {name}" in result.stdout


def test_a_replay_is_the_same_game(rulec: Rulec) -> None:
    _recorded(rulec, "many.rules", "--players", "2", "--set", "length=long")
    result = rulec("replay", "out.play")
    assert result.exit_code == 0, result.output
    assert "verified: " in result.stdout
    played = rulec("play", "many.rules", "--seed", "3", "--seat", "1=random", "--players", "2", "--set", "length=long")
    log = played.stdout.split("\n", 2)[2].partition("\n\n")[0]
    assert log in result.stdout


def test_a_replay_for_one_seat(rulec: Rulec) -> None:
    _recorded(rulec, "crazy_eights", "--players", "2")
    seen = {seat: rulec("replay", "out.play", "--as", seat).stdout for seat in ("A", "b", "1")}
    assert seen["A"] == seen["1"]
    for seat, other in (("A", "b"), ("b", "A")):
        mine = [line for line in seen[seat].splitlines() if line.startswith(f"{seat.upper()} draws, ")]
        assert mine
        assert all(" of " in line for line in mine)
        assert not any(line in seen[other] for line in mine)


def test_a_replay_up_to_a_choice(rulec: Rulec) -> None:
    _recorded(rulec, "many.rules", "--players", "2")
    result = rulec("replay", "out.play", "--at", "1", "--as", "B")
    assert result.exit_code == 0
    assert "you hand: " in result.stdout
    assert "has to choose" in result.stdout
    assert rulec("replay", "out.play", "--at", "99").exit_code == 2
    assert rulec("replay", "out.play", "--as", "C").exit_code == 2


def test_a_record_in_another_folder(rulec: Rulec, folder: Path) -> None:
    (folder / "records").mkdir()
    _recorded(rulec, "many.rules", name="records/out.play")
    assert "rules ../many.rules sha256:" in (folder / "records/out.play").read_text(encoding="utf-8")
    assert rulec("replay", "records/out.play").exit_code == 0


def test_a_record_of_a_game_that_comes_along(rulec: Rulec, folder: Path) -> None:
    _recorded(rulec, "werwars")
    assert "rules werwars.rules sha256:" in (folder / "out.play").read_text(encoding="utf-8")
    assert rulec("replay", "out.play").exit_code == 0


def test_rules_that_have_moved(rulec: Rulec, folder: Path) -> None:
    _recorded(rulec, "many.rules")
    (folder / "many.rules").rename(folder / "moved.rules")
    lost = rulec("replay", "out.play")
    assert lost.exit_code == 2
    assert "many" in lost.stderr
    assert rulec("replay", "out.play", "--rules", "moved.rules").exit_code == 0


def test_rules_that_have_changed(rulec: Rulec, folder: Path) -> None:
    _recorded(rulec, "many.rules")
    with (folder / "many.rules").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    result = rulec("replay", "out.play")
    assert result.exit_code == 1
    assert result.stderr.startswith("rulec: out.play, line 2: ")


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda lines: [], 1),
        (lambda lines: ["nonsense"], 1),
        (lambda lines: lines[:3], 3),
        (lambda lines: [line.replace("players 2", "players two") for line in lines], 3),
        (lambda lines: [line.replace("A: ", "B: ") for line in lines], 8),
        (lambda lines: [line.replace("A: take", "A: steal") for line in lines], 8),
        (lambda lines: [line.replace("--- end: ", "--- end: B wins alone, ") for line in lines], 9),
        (lambda lines: [*lines, "A: take"], 10),
    ],
)
def test_a_broken_record(change: Change, line: int, rulec: Rulec, folder: Path) -> None:
    _recorded(rulec, "tie.rules")
    path = folder / "out.play"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(change(lines)) + "\n", encoding="utf-8")
    result = rulec("replay", "out.play")
    assert result.exit_code == 1
    assert "bug" not in result.stderr
    assert result.stderr.startswith(f"rulec: out.play, line {line}: ")


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", None])
def test_no_record_at_all(content: bytes | None, rulec: Rulec, folder: Path) -> None:
    if content is not None:
        (folder / "no.play").write_bytes(content)
    result = rulec("replay", "no.play")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert rulec("replay", ".").exit_code == 2


def _seed_with(folder: Path, card: str) -> str:
    """A seed with which the first player holds this card, which may not be laid yet."""
    from interpreter import load

    game = load(folder / "many.rules", players=1)
    return next(str(seed) for seed in range(100) if card.strip('"') in game.new(seed).view(0).zone("A.hand").known)


def test_a_saved_game_goes_on(rulec: Rulec) -> None:
    """Played in two parts it is the game that it would have been in one."""
    whole = rulec(
        "play", "tie.rules", "--seed", "1", "--seat", "2=human", "--record", "whole.play", input="take\ntake\n"
    )
    assert whole.exit_code == 0, whole.output
    lines = (Path() / "whole.play").read_text(encoding="utf-8").splitlines()
    at = lines.index("---")
    (Path() / "part.play").write_text("\n".join(lines[: at + 2]) + "\n", encoding="utf-8")
    rest = rulec("play", "part.play", "--record", "again.play", input="take\n")
    assert rest.exit_code == 0, rest.output
    assert (Path() / "again.play").read_text(encoding="utf-8") == (Path() / "whole.play").read_text(encoding="utf-8")
    over = rulec("play", "whole.play")
    assert (over.exit_code, "this game is over" in over.output) == (1, True)
    assert rulec("play", "part.play", "--seed", "3").exit_code == 2


SEEDS = {
    "9" * 5000: "a seed has at most 100 characters, and this has 5,000",
    "x" * 101: "a seed has at most 100 characters, and this has 101",
    "": "a seed is a line of letters, digits and signs, and this is none",
    "  ": "a seed is a line of letters, digits and signs, and this is none",
    "one\ntwo": "a seed is a line of letters, digits and signs, and this is none",
    "\x1b[31mred": "a seed is a line of letters, digits and signs, and this is none",
    "\u202eturned": "a seed is a line of letters, digits and signs, and this is none",
}


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: repr(seed[:9]))
@pytest.mark.parametrize("words", [("play", "tie.rules"), ("simulate", "tie.rules", "-n", "2")], ids=" ".join)
def test_a_seed_can_be_read(rulec: Rulec, words: tuple[str, ...], seed: str) -> None:
    result = rulec(*words, "--seed", seed, input="")
    assert (result.exit_code, result.stderr) == (2, f"rulec: {SEEDS[seed]}\n")


@pytest.mark.parametrize("seed", ["-1", "x" * 100, "Zürich 2", "9" * 100])
def test_any_such_line_is_a_seed(rulec: Rulec, seed: str) -> None:
    assert rulec("play", "tie.rules", "--seed", seed, input="take\n\n").exit_code in (0, 2)
    assert f"seed {seed}," in rulec("simulate", "tie.rules", "-n", "2", "--seed", seed).stdout


@pytest.mark.parametrize(
    ("columns", "lines", "painted"), [(80, 24, True), (1, 1, True), (1000, 1000, True), (65535, 65535, False)]
)
def test_a_terminal_of_nonsense_is_not_painted(
    monkeypatch: pytest.MonkeyPatch, columns: int, lines: int, painted: bool
) -> None:
    terminal = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(evening, "sys", SimpleNamespace(stdin=terminal, stdout=terminal))
    monkeypatch.setattr(evening, "get_terminal_size", lambda: os.terminal_size((columns, lines)))
    here = SimpleNamespace(plain=False, json=False, table=SimpleNamespace(people=[0]))
    assert evening.Evening._has_screen.fget(here) is painted  # type: ignore[attr-defined]
