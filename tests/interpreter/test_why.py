"""Why something cannot be chosen: one small text with every kind of condition, and what is said of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game, IllegalChoice, State, Why, load

# What was wished for, before it was built:
#   Wer war's    clear("page")        there is no beast in your hand where beast.animal is snake
#                feed(owl, …)         A meal is one sort of food, and jokers: distinct food in meal is 2, more than 1
#                gather               There is no food left to take: larder is empty and scraps is empty
#   Ed's Pants   accuse(w, B)         Your witness must be the more credible one: "bank robber".weight is 12, not more …
#   Pickpocket   warn(A)              A.inside is no
#   crazy eights play_card(ace)       "ace of hearts".suit is hearts, not asked (spades) and … not eight
#   hearts       follow(queen)        "queen of clubs".suit is clubs, not led (spades); "six of spades" can be picked
#   hanabi       name_value(A, 1)     No hints are left: hints is 0, not more than 0
#   liar's dice  doubt                There is nothing to doubt yet: dice_bid is 0, not more than 0
#   spades       name_bid(9)          9 + your partner.bid is 19, more than 13
#   magpie       take                 The heap is used up: heap is empty

RULES = """
rules 1
game "Harbour"
players 2

kind Ware: tea, silk, rum
cards Crate "{ware} {weight}": 1 for each ware, weight in 1 to 3
cards Permit "permit {number}": 1 for each number in 1 to 2

state:
    player.hold: hand of Crate or Permit, seen by owner
    player.cellar: pile of Crate, seen by nobody
    quay: row of Crate, seen by all
    sea: pile of Crate or Permit, seen by nobody
    player.coins: 0 to 9, starts as 2
    player.banned: flag
    captain: Player
    duty(ware): 0 to 9
    hidden: 0 to 9, seen by nobody, starts as 4

define player.holds(ware) = some crate in player.hold where crate.ware is ware
define player.heavy = count (crate in player.hold where crate.weight > 1) > 1
    but yes when player.banned

to buy:                                                      [H1 H2]
    "Take a crate from the quay."
    pick crate in quay where crate.weight <= me.coins
    move crate to me.hold

to bribe:
    pick n in 1 to me.coins
    needs n > duty(tea) + 1 else "Too little."               [H3]
    nothing

to smuggle:
    pick ware where me.holds(ware)
    needs not me.holds(rum) else "Not with rum on board."
    nothing

to load:
    pick crates: 2 to 3 of Crate in me.hold
    needs (sum of weight in crates) >= 9
    nothing

to show:
    pick permit in me.hold
    nothing

to hand:
    pick crate in me.hold where crate.ware is tea if able
    nothing

to greet:
    pick player in me.others where not player.banned
    nothing

to sail:
    needs me.coins >= 3 and not me.banned
    nothing

to inspect:                                                  [H4]
    pick crate in quay where crate.weight > 2 else "Only heavy ones are looked into."
    nothing

to rest:
    needs quay is empty or me.heavy else "Work first."
    nothing

to boast:
    needs every crate in me.hold has crate.weight is 3
    nothing

to flee:
    needs no player where player.coins > 1
    nothing

to whisper: nothing

forbid greet when me.coins < 5 and player.coins > 1 else "The rich want more."    [H9]

setup:
    move every crate to sea
    move every permit to sea
    for each player: for each crate in sea where crate.ware is tea: move crate to player.hold
    for each crate in sea where crate.ware is silk: move crate to quay

to whistle:
    nothing

offer whistle with whisper when me.coins > 5                 [H7]
offer hum with whisper once per day
to hum: nothing
to day:
    turns from captain:
        choose buy, bribe, smuggle, load, show, hand, greet, sail, inspect, rest, boast, flee, whisper, if none: sleep
to sleep: stop game

play: day

winner: highest coins, then shared
"""

REASONS = [
    ("buy(silk 3)", '"silk 3".weight is 3, more than your coins (2)'),
    ("buy(tea 1)", '"tea 1" is not in quay, but in A.hold'),
    ("buy(gold)", '`gold` is nothing that buy could take there, only "silk 3", "silk 2" or "silk 1"'),
    ("buy(silk 1, tea 1)", 'buy takes one thing in brackets, not 2, as in buy("silk 2")'),
    ("bribe(1)", "Too little: 1 is not more than duty(tea) + 1 (1)"),
    ("bribe(5)", "5 is not from 1 to 2"),
    ("bribe(x)", "`x` is nothing that bribe could take there, only a number from 1 to 2"),
    (
        "smuggle(silk)",
        "it needs me.holds(silk): there is no crate in your hold where crate.ware is silk, "
        'only "tea 1", "tea 2", "tea 3"',
    ),
    ("smuggle(cloth)", "`cloth` is nothing that smuggle could take there, only tea, silk or rum"),
    ("load(tea 1)", "load takes 2 to 3 cards, not 1"),
    ("load(tea 1 + silk 1)", '"silk 1" is not in your hold'),
    ("load(tea 1 + tea 2)", "sum of weight in crates is 3, less than 9"),
    ("load(2 of tea 1)", 'there is only 1 of "tea 1" in your hold'),
    ("load", "load takes 2 to 3 cards, and none of those in your hold can be taken together"),
    ("show(tea 1)", '"tea 1" is no Permit'),
    ("show", "there is no Permit in your hold"),
    ("greet(B)", "The rich want more: your coins is 2, less than 5 and B.coins is 2, more than 1"),
    ("greet(A)", "you are not in your others"),
    ("greet", "The rich want more: your coins is 2, less than 5 and B.coins is 2, more than 1"),
    (
        "inspect(silk 1)",
        'Only heavy ones are looked into: "silk 1".weight is 1, not more than 2',
    ),
    ("inspect(tea 1)", '"tea 1" is not in quay, but in A.hold'),
    ("sail", "it needs your coins >= 3 and not your banned: your coins is 2, less than 3"),
    ("boast", 'it needs every crate in your hold has crate.weight is 3: "tea 1".weight is 1, not 3'),
    ("flee", "it needs no player where player.coins > 1: your coins is 2, more than 1"),
    ("whistle", "whistle is not on offer now: your coins is 2, not more than 5"),
    ("sleep", 'sleep is only for when nothing else can be done, and buy("silk 2") can be'),
    ("day", "day is not on offer now, only buy, bribe, smuggle, hand, inspect, rest, whisper or hum"),
    ("fly", "there is no choice `fly`, only buy, bribe, smuggle, hand, inspect, rest, whisper or hum"),
    ("99", "there is no choice 99: they are numbered from 1 to 11"),
]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("why") / "harbour.rules"
    path.write_text(RULES, encoding="utf-8")
    return load(path)


@pytest.fixture
def state(game: Game) -> State:
    return game.new(seed=1, log=False)


@pytest.mark.parametrize(("typed", "text"), REASONS, ids=[typed for typed, _ in REASONS])
def test_what_is_said(state: State, typed: str, text: str) -> None:
    why = state.why(typed)
    assert why is not None
    assert why.text == text
    with pytest.raises(IllegalChoice) as refused:
        state.apply(typed)
    assert not why.step or str(refused.value).endswith(text)


@pytest.mark.parametrize(
    ("typed", "line", "cites", "step"),
    [
        ("buy(silk 3)", "pick crate in quay where crate.weight <= me.coins", ("H1", "H2"), "buy"),
        ("inspect(silk 2)", "pick crate in quay where crate.weight > 2", ("H4",), "inspect"),
        ("bribe(1)", 'needs n > duty(tea) + 1 else "Too little."', ("H3",), "bribe"),
        ("greet(B)", "forbid greet when", ("H9",), "greet"),
        ("whistle", "offer whistle with whisper when me.coins > 5", ("H7",), "whistle"),
        ("sleep", "choose buy,", (), "sleep"),
    ],
)
def test_where_it_is_said(state: State, typed: str, line: str, cites: tuple[str, ...], step: str) -> None:
    why = state.why(typed)
    assert why is not None
    number = int(why.place.split(":")[-2])
    assert RULES.splitlines()[number - 1].strip().startswith(line)
    assert (why.cites, why.step) == (cites, step)
    assert str(why) == (f"{why.text} [{' '.join(cites)}]" if cites else why.text)


@pytest.mark.parametrize("typed", ["buy(silk 1)", "hand(tea 2)", "rest", "hum", "1"])
def test_what_is_on_offer_needs_no_reason(state: State, typed: str) -> None:
    assert state.why(typed) is None


def test_what_has_been_used_up(state: State) -> None:
    state.apply("hum")
    state.apply("whisper")
    assert state.why("hum") == Why(
        "hum is not on offer now: it can be chosen once per day, and has been", _place(state, "hum"), (), "hum"
    )


def _place(state: State, typed: str) -> str:
    why = state.why(typed)
    assert why is not None
    return why.place


def test_who_is_asked(state: State) -> None:
    assert state.why("sail", 1) == Why("A has to choose now, not B", "", (), "")
    assert state.why("sail", 0) == state.why("sail")
    with pytest.raises(IndexError, match="there is no seat 2"):
        state.why("sail", 2)


SECRETS = """
rules 1
game "Cellar"
players 2

cards Cask "cask {age}": 1 for each age in 1 to 6

state:
    cellar: row of Cask, seen by all where not cask.sealed
    cask.sealed: flag
    player.bottle: hand of Cask, seen by owner

to tap:
    let oldest = highest cask.age for cask in cellar
    pick n in 1 to 3
    needs n < oldest - 10 else "Too old."
    nothing

to name:
    needs some cask in cellar where cask.age is 9
    nothing

to wait: stop game

setup:
    move every cask to cellar
    for each cask: set cask.sealed to yes

play: turns once: choose tap, name, wait

winner: highest count bottle, then shared
"""


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("tap(1)", "Too old"),
        ("name", "it needs some cask in cellar where cask.age is 9"),
    ],
)
def test_of_what_may_be_hidden_no_value_is_told(tmp_path: Path, typed: str, text: str) -> None:
    """Whether the cellar can be seen is known only while playing, so that is not proved beforehand."""
    path = tmp_path / "cellar.rules"
    path.write_text(SECRETS, encoding="utf-8")
    why = load(path).new(seed=1).why(typed)
    assert why is not None
    assert why.text == text
