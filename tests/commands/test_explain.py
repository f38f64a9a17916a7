"""`rulec explain`."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.diagnostics import catalogue
from tests.commands.conftest import Rulec


@pytest.mark.parametrize("written", ["RL0010", "rl0010", "10"])
def test_a_code(written: str, rulec: Rulec) -> None:
    result = rulec("explain", written)
    assert result.exit_code == 0
    assert result.stdout.startswith("RL0010 (error): no such file\n")


@pytest.mark.parametrize("written", ["RL9999", "rl20x", ""])
def test_no_code(written: str, rulec: Rulec) -> None:
    result = rulec("explain", written)
    assert result.exit_code == 2
    assert f"there is no code `{written}`" in result.stderr


def test_no_word_at_all(rulec: Rulec) -> None:
    result = rulec("explain")
    assert result.exit_code == 2
    assert "rulec explain --list" in result.stderr


def test_the_list(rulec: Rulec) -> None:
    lines = rulec("explain", "--list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(catalogue.codes())


# ---------------------------------------------------------------- a rule and what amends it


RULE = """rules 1
game "Inn"
players 2

state:
    player.coins: 0 to 99
    player.out: flag

define player.fee = 1
    but 2 when player.coins > 5

to leave:
    "Pay and leave."
    subtract me.fee from me.coins
    set me.out to yes

to wave: nothing
to stay: nothing

# A remark that belongs to nothing.
after leave: set me.coins to 0
before leave when me.coins is 3: add 1 to me.coins
instead of leave when me.coins is 7: wave
instead of leave when me.coins is 8:
    wave
    as usual

forbid leave when me.coins is 9
    else "Stay a little."
offer wave with leave

play: turns once where not me.out: choose leave, stay

winner: highest coins, then shared

variant "Free":
    but player.fee = usual - 1 when player.coins is 4
    after leave: set me.out to no
"""


@pytest.fixture
def inn(folder: Path) -> str:
    (folder / "inn.rules").write_text(RULE, encoding="utf-8")
    return "inn.rules"


def test_a_step_with_everything_that_amends_it(rulec: Rulec, inn: str, text_snapshot: SnapshotAssertion) -> None:
    """Whole sentences in the order in which they count: the base game, then the variant with its hook and the fee."""
    result = rulec("explain", inn, "leave")
    assert result.exit_code == 0, result.output
    assert result.stdout == text_snapshot


def test_a_value_with_its_layers(rulec: Rulec, inn: str, text_snapshot: SnapshotAssertion) -> None:
    result = rulec("explain", inn, "player.fee", "--variant", "free")
    assert result.exit_code == 0, result.output
    assert result.stdout == text_snapshot


def test_a_rule_that_nothing_amends(rulec: Rulec, inn: str) -> None:
    """A variant that changes nothing of it is not spoken of."""
    result = rulec("explain", inn, "wave")
    assert result.stdout.split("\n\n")[:3] == [
        "wave: what is done, in this order",
        "The step itself (inn.rules:17:1)",
        "    to wave: nothing",
    ]
    assert "With" not in result.stdout


def test_a_rule_of_a_module(rulec: Rulec, folder: Path) -> None:
    result = "define player.zero = 0\nwinner: highest zero, then shared"
    game = f'rules 1\ngame "Hill"\nplayers 2\nuse track\nplay: nothing\n{result}\n'
    (folder / "hill.rules").write_text(game, encoding="utf-8")
    result = rulec("explain", "hill.rules", "advance")
    assert "library/track.rules:" in result.stdout
    assert "    to player.advance(steps: number):\n" in result.stdout


SECTIONS = """rules 1
game "Inn"
players 2
state:
    player.coins: 0 to 20
to work: add 1 to me.coins
to rest: nothing
setup: for each player: set player.coins to 2
play: repeat 3 times: turns once: choose work, rest
loser: A_loser
define A_loser = first player, by lowest coins
bot "careful":
    rest when me.coins > 2
    work
variant "Short":
    replace play: turns once: choose work, rest
    replace state:
        player.coins: 0 to 9
"""


@pytest.mark.parametrize(
    ("name", "order", "pieces"),
    [
        ("setup", "what is done before the game", ["Written (inn.rules:8:1)"]),
        ("play", "the course of the game", ["Written (inn.rules:9:1)", "In its place (inn.rules:16:5, in the variant"]),
        ("loser", "how the loser is found", ["Written (inn.rules:10:1)"]),
        ("careful", "a bot, the first line that can be done counts", ["Written (inn.rules:12:1)"]),
        ("player.coins", "counter", ["Declared (inn.rules:5:5)", "In its place (inn.rules:18:9, in the variant"]),
    ],
)
def test_what_a_game_has_once_and_what_is_replaced(
    name: str, order: str, pieces: list[str], rulec: Rulec, folder: Path
) -> None:
    (folder / "inn.rules").write_text(SECTIONS, encoding="utf-8")
    result = rulec("explain", "inn.rules", name)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(f"{name}: {order}\n\n")
    told = [line for line in result.stdout.splitlines() if line.startswith(("Written", "Declared", "In its place"))]
    for line, piece in zip(dict.fromkeys(told), pieces, strict=True):
        assert line.startswith(piece)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("inn.rules", "loser"), "nothing is called `loser`\n"),
        (("inn.rules", "laeve"), "nothing is called `laeve`; did you mean `leave`?"),
        (("inn.rules", "feee"), "nothing is called `feee`; did you mean `player.fee`?"),
        (("inn.rules", "player.fees"), "did you mean `player.fee`?"),
        (("inn.rules", "pass"), "nothing is called `pass`\n"),
        (("inn.rules", "leave", "--variant", "Fre"), "this game has no variant `Fre`"),
        (("inn.rules", "leave", "stay"), "one code, or a file and the name of one of its rules"),
        (("nowhere.rules", "leave"), "nowhere.rules"),
    ],
)
def test_no_such_rule(words: tuple[str, ...], told: str, rulec: Rulec, inn: str) -> None:
    result = rulec("explain", *words)
    assert result.exit_code == 2
    assert told in result.stderr


def test_rules_with_mistakes_are_not_explained(rulec: Rulec) -> None:
    result = rulec("explain", "broken.rules", "anything")
    assert result.exit_code == 1
    assert "error[RL" in result.stderr


# ---------------------------------------------------------------- what else has a name

SHOP = """rules 1
game "Shop"
players 2 to 3
option tax: low or high, normally low
kind Colour: red, blue
cards Gem "{colour} {value}": 1 for each colour, value in 1 to 3
table price(value: number):
    | 1 | 2 |
    | 2 | 3 |
    | 3 | 5 |
state:
    mine: pile of Gem, seen by nobody
    player.hand: hand of Gem, seen by owner
    player.coins: number
define player.worth = sum of price(value) in player.hand
to dig:
    "Take a gem of the mine."
    move up to 1 from mine to me.hand
    if tax is high: add 1 to me.coins
setup:
    move every gem to mine
play:
    repeat 3 times: for each player: player chooses dig
winner: highest worth, then shared
variant "Dear":
    option tax is high
scenario "a gem is worth its price":
    players 2
    given A.hand is "red 3"
    then A.worth is 5
"""
NAMED = {
    "mine": [
        "mine: place",
        "    mine: pile of Gem, seen by nobody",
        "to dig (shop.rules:16:1)",
        "setup (shop.rules:20:1)",
    ],
    "hand": ["player.hand: place", "define player.worth", "1 scenario"],
    "player.coins": ["player.coins: counter", "to dig (shop.rules:16:1)"],
    "Colour": ["Colour: kind", "    kind Colour: red, blue", "cards Gem"],
    "Gem": ["Gem: cards", "setup (shop.rules:20:1)"],
    "tax": ["tax: option", "Declared (shop.rules:4:1)", 'Chosen (shop.rules:26:5, in the variant "Dear")'],
    "price": ["price: table", "    | 3 | 5 |", "define player.worth"],
    "worth": ["player.worth: of what applies", "winner: highest worth"],
}


@pytest.fixture
def shop(folder: Path) -> str:
    (folder / "shop.rules").write_text(SHOP, encoding="utf-8")
    return "shop.rules"


@pytest.mark.parametrize("name", NAMED)
def test_what_has_a_name(name: str, rulec: Rulec, shop: str) -> None:
    result = rulec("explain", "shop.rules", name)
    assert result.exit_code == 0, result.output
    for part in NAMED[name]:
        assert part in result.stdout


def test_a_game_in_its_own_words(rulec: Rulec, shop: str, text_snapshot: SnapshotAssertion) -> None:
    assert rulec("explain", "shop.rules").stdout == text_snapshot


# ---------------------------------------------------------------- why something could not be chosen

EVENING = "kuhn", "--seat", "A=random", "--seat", "B=random", "--seed", "3", "--record", "evening.play"


@pytest.mark.parametrize(
    ("at", "choice", "code", "said"),
    [
        ("1", "call", 0, "choose.\ncall cannot be chosen: call is not on offer now, only check or bet"),
        ("1", "bet", 0, "Before choice 1, A has to choose.\nbet can be chosen"),
        ("1", "sing", 0, "sing cannot be chosen: there is no choice `sing`, only check or bet"),
        ("99", "bet", 2, "--at evening.play:99 is beyond the end"),
        ("0", "bet", 2, "--at evening.play:0 is beyond the end"),
        ("x", "bet", 2, "`--at evening.play:x` should be written `--at GAME.play:N`"),
        ("²", "bet", 2, "should be written"),
    ],
)
def test_why_not(at: str, choice: str, code: int, said: str, rulec: Rulec) -> None:
    assert rulec("play", *EVENING).exit_code == 0
    result = rulec("explain", "kuhn", "--at", f"evening.play:{at}", choice)
    assert result.exit_code == code
    assert said in result.stdout + result.stderr


def test_why_not_wants_two_words(rulec: Rulec) -> None:
    assert rulec("explain", "kuhn", "--at", "evening.play:1").exit_code == 2


def test_what_is_proved(rulec: Rulec) -> None:
    told = rulec("explain", "-", "--proofs", input=PROVED)
    assert told.exit_code == 0, told.output
    assert told.output.splitlines() == [
        "Proved, with 2 to 3 players",
        "Deals, places with little room and counters: 2 lines are proved never to fail, 3 lines are left to play.",
        "",
        "line  what may fail              what there is  what there may be",
        "13    move 1 from deck to shelf         0 to 5         at least 1",
        "13    move 1 from deck to shelf         1 to 3          at most 2",
        "14    add 1 to laid                     1 to 4             0 to 3",
    ]


PROVED = """rules 1
game "Proved"
players 2 to 3
cards Card "card {n}": 1 for each n in 1 to 9
state:
    deck: pile of Card, seen by nobody
    shelf: row of up to 2 Card, seen by all
    player.hand: hand of Card, seen by owner
    laid: 0 to 3
    rests: 0 to 1
to lay:
    "Lay one."
    move 1 from deck to shelf
    add 1 to laid
    set rests to 0
setup:
    move every card to deck
    shuffle deck
    for each player: move 2 from deck to player.hand
play: repeat 3 times: turns once: choose lay
winner: highest count hand, then shared
"""


@pytest.mark.parametrize(
    "words",
    [
        ("--proofs",),
        ("kuhn", "bet", "--proofs"),
        ("kuhn", "--proofs", "--at", "x:1"),
        ("kuhn", "--proofs", "--layout"),
        ("kuhn", "--proofs", "--players", "2"),
    ],
)
def test_proofs_want_a_file_alone(words: tuple[str, ...], rulec: Rulec) -> None:
    told = rulec("explain", *words)
    assert told.exit_code == 2
    assert "with --proofs: the rules, and nothing else but variants" in told.stderr
