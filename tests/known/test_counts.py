"""Exact numbers of whole games, as others have counted and worked them out.

The counts are those of OpenSpiel for the game of the same name (simultaneous choices as secret ones, one after
the other); that a player who forgets nothing knows more apart than its texts do is said where it happens.
"""

from __future__ import annotations

import shutil
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from attrs import field, frozen

import interpreter
from interpreter import exact
from interpreter.loading import find


@frozen
class Known:
    """What is known of a game; `information`: information states of each seat, none if there are too many here"""

    rules: str
    players: int
    histories: int
    ends: int
    chance: int
    decisions: int
    depth: int
    value: tuple[str, ...]
    length: str
    information: tuple[int, ...] | None = None
    options: dict[str, str] = field(factory=dict)
    variant: str | None = None

    def game(self) -> interpreter.Game:
        return interpreter.load(self.rules, self.players, self.variant, self.options)


def dice(faces: int, each: int = 1) -> dict[str, str]:
    return {"faces": str(faces), "dice_each": str(each)}


def cards(number: int, order: str = "shuffled") -> dict[str, str]:
    return {"cards_each": str(number), "order": order}


NIL = ("0", "0")
GAMES = [
    Known("kuhn", 2, 58, 30, 4, 24, 5, ("1/8", "-1/8"), "9/4", (6, 6)),
    Known("kuhn", 3, 617, 312, 17, 288, 8, ("15/64", "-3/64", "-3/16"), "7/2", (16, 16, 16)),
    Known("kuhn", 4, 7886, 3960, 86, 3840, 11, ("119/384", "7/384", "-49/384", "-77/384"), "75/16", (40,) * 4),
    Known("leduc", 2, 9457, 5520, 157, 3780, 11, ("-5/64", "5/64"), "65/16", (468, 468)),
    Known("leduc", 2, 1939, 1116, 49, 774, 11, ("-5/64", "5/64"), "65/16", (144, 144), variant="Suits Ignored"),
    Known("liars_dice", 2, 127, 60, 3, 64, 7, ("1/8", "-1/8"), "125/48", (16, 16), dice(2)),
    Known("liars_dice", 2, 1147, 567, 4, 576, 9, ("1/54", "-1/54"), "343/120", (96, 96), dice(3)),
    Known("liars_dice", 2, 8181, 4080, 5, 4096, 11, ("-1/64", "1/64"), "6849/2240", None, dice(4)),
    Known("liars_dice", 2, 51181, 25575, 6, 25600, 13, ("-7/250", "7/250"), "81191/25200", None, dice(5)),
    Known("liars_dice", 2, 294883, 147420, 7, 147456, 15, ("-7/216", "7/216"), "1118273/332640"),
    # two dice lie side by side: 1 and 2 is not 2 and 1 here, so there are four rolls where OpenSpiel has three
    Known("liars_dice", 2, 8191, 4080, 15, 4096, 13, ("1/16", "-1/16"), "6849/2240", (512, 512), dice(2, 2)),
    Known("goofspiel", 2, 418, 216, 28, 174, 6, NIL, "4", (57, 57), cards(3)),
    Known("goofspiel", 2, 67, 36, 0, 31, 4, NIL, "4", (10, 10), cards(3, "falling")),
    Known("goofspiel", 3, 2551, 1296, 82, 1173, 8, ("0", "0", "0"), "6", (165, 165, 165), cards(3)),
    Known("goofspiel", 2, 26773, 13824, 1793, 11156, 9, NIL, "6", None, cards(4)),
    Known("goofspiel", 2, 26931, 14400, 0, 12531, 8, NIL, "8", None, cards(5, "falling")),
    Known("tic_tac_toe", 2, 549946, 255168, 0, 294778, 9, ("187/630", "-187/630"), "3203/420"),
]
SLOW = [
    Known("goofspiel", 2, 3346656, 1728000, 224126, 1394530, 12, NIL, "8", None, cards(5)),
    Known("liars_dice", 2, 663511, 331695, 40, 331776, 17, ("1/108", "-1/108"), "1118273/332640", None, dice(3, 2)),
    # two cards come one after the other: four ways for each deal of OpenSpiel; payoffs are six times its own
    Known("tiny_bridge", 2, 428801, 213360, 401, 215040, 12, ("-25374/343", "-25374/343"), "726/245"),
]


def named(known: Known) -> str:
    return " ".join([known.rules, str(known.players), *known.options.values(), known.variant or ""]).strip()


@cache
def counted(place: int) -> exact.Counts:
    return exact.count(GAMES[place].game())


def check(known: Known, counts: exact.Counts) -> None:
    assert counts.histories == known.histories
    assert (counts.ends, counts.chance, sum(counts.decisions)) == (known.ends, known.chance, known.decisions)
    assert counts.depth == known.depth
    assert counts.value == tuple(map(Fraction, known.value))
    assert counts.length == Fraction(known.length)


@pytest.mark.parametrize("place", range(len(GAMES)), ids=map(named, GAMES))
def test_counts_and_values(place: int) -> None:
    check(GAMES[place], counted(place))


SMALL_HANABI = """
rules 1
game "Hanabi with Four Cards"
use hanabi

replace kind Colour: red
replace table copies(value: number):
    | 1         | 3 |
    | 2         | 1 |
    | 3 or more | 0 |
replace define top = 2
replace define most_hints = {hints}
replace setup:
    move every card to deck
    shuffle deck
    for each player: move up to {cards} from deck to player.hand
    set hints to {hints}
    set lives to 1
"""


@pytest.mark.parametrize(
    ("cards", "hints", "ends", "decisions", "value", "length"),
    [(1, 1, 218, 186, "113/216", "401/108"), (2, 2, 90, 20, "43/112", "15/8")],
)
def test_a_small_hanabi(
    tmp_path: Path, cards: int, hints: int, ends: int, decisions: int, value: str, length: str
) -> None:
    """One colour, two values, one life.  Where a single card may come up OpenSpiel counts a chance node, we do not."""
    shutil.copy(find("hanabi"), tmp_path / "hanabi.rules")
    file = tmp_path / "small.rules"
    file.write_text(SMALL_HANABI.format(cards=cards, hints=hints), encoding="utf-8")
    counts = exact.count(interpreter.load(file, players=2))
    assert (counts.ends, sum(counts.decisions)) == (ends, decisions)
    assert counts.value == (Fraction(value), Fraction(value))
    assert counts.length == Fraction(length)


@pytest.mark.slow
@pytest.mark.parametrize("known", SLOW, ids=named)
def test_counts_and_values_of_larger_games(known: Known) -> None:
    check(known, exact.count(known.game()))


@pytest.mark.parametrize("known", [known for known in GAMES if known.information], ids=named)
def test_information_states(known: Known) -> None:
    """Gone through one by one, so the histories are counted a second time, in another way."""
    game = known.game()
    found: list[set[str]] = [set() for _ in range(game.players)]
    sorts: Counter[str] = Counter()
    for history in exact.histories(game):
        sorts[history.sort] += 1
        if history.state.decision is not None:
            seat = history.state.decision.player
            found[seat].add(history.known(seat))
    assert sorts["end"] == known.ends
    assert sorts["chance"] == known.chance
    assert sorts["decision"] == known.decisions
    assert tuple(map(len, found)) == known.information


@pytest.mark.parametrize(
    ("place", "ends"),
    [
        (0, {"1": 9, "-1": 9, "2": 6, "-2": 6}),
        (
            3,
            {"0": 600, "1": 198, "-1": 198, "3": 366, "-3": 366, "5": 552, "-5": 552, "7": 432, "-7": 432}
            | {"9": 528, "-9": 528, "11": 192, "-11": 192, "13": 192, "-13": 192},
        ),
        (len(GAMES) - 1, {"1": 131184, "-1": 77904, "0": 46080}),
    ],
    ids=["kuhn", "leduc", "tic_tac_toe"],
)
def test_how_often_each_return_comes_up(place: int, ends: dict[str, int]) -> None:
    returns = counted(place).returns
    assert {str(worth[0]): number for worth, number in returns.items()} == ends
    assert all(sum(worth) == 0 for worth in returns)


def test_a_player_who_forgets_nothing_tells_every_state_apart_where_all_is_open() -> None:
    game = interpreter.load("tic_tac_toe")
    histories = [exact.begin(game)]
    for _ in range(3):
        histories = [longer for history in histories for longer in history.next()]
    assert len({history.known(1) for history in histories}) == len(histories) == 9 * 8 * 7
