"""Recorded games, step by step: all of them; of cribbage a sample, and all with `-m slow`."""

from __future__ import annotations

import re

import pytest

from interpreter.machine.results import returns
from interpreter.state import State
from tests.known.oracle import Oracle, replay

RANKS = ("jack", "queen", "king", "ace")
RANKS_OF_52 = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", *RANKS]


def payoffs(state: State) -> list[float]:
    assert state.result is not None
    return [float(worth) for worth in returns(state.result, state.game.players)]


def half_the_difference(state: State) -> list[float]:
    """Points of each player above what they would have if all had the same."""
    scores = [state.value("score", seat) for seat in range(state.game.players)]
    return [score - sum(scores) / len(scores) for score in scores]


def nothing(text: str, state: State) -> str:
    raise AssertionError(f"{text}: there is no chance in this game")


def kuhn_choice(text: str, state: State) -> str:
    """The oracle has two words for four things."""
    answers = "call" in state.decision.texts
    return {"Pass": ("check", "fold"), "Bet": ("bet", "call")}[text][answers]


def kuhn_chance(text: str, state: State) -> str:
    return RANKS[int(text.removeprefix("Deal:"))]


def leduc_chance(text: str, state: State) -> str:
    rank, suit = divmod(int(text.removeprefix("Chance outcome:")), 2)
    return f"{RANKS[rank]} of {('spades', 'hearts')[suit]}"


def bid(text: str, state: State) -> str:
    return f'bid("{state.decision.seat} {text.rsplit(maxsplit=1)[1]}")'


def prize(text: str, state: State) -> str:
    return text.replace("Deal", "prize")


def field(text: str, state: State) -> str:
    row, column = map(int, re.findall(r"\d", text))
    return f"draw_mark({3 * row + column + 1})"


def dice_bid(text: str, state: State) -> str:
    return "doubt" if text == "Liar" else "bid({}, {})".format(*text.split("-"))


LETTERS = dict(zip("23456789TJQKA", RANKS_OF_52, strict=True))
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def card(rank: str, suit: str) -> str:
    return f"{LETTERS[rank]} of {SUITS[suit]}"


def rank_first(text: str, state: State) -> str:
    """`TC`, the ten of clubs."""
    return card(text[0], text[1])


def suit_first(text: str, state: State) -> str:
    return card(text[1], text[0])


def hearts_choice(text: str, state: State) -> str:
    step = state.decision.choices[0].step
    return f'{step}("{rank_first(text, state)}")'


def hearts_chance(text: str, state: State) -> str:
    ways = {"No Pass": "nowhere", "Left": "to_the_left", "Across": "across", "Right": "to_the_right"}
    return ways.get(text) or rank_first(text, state)


def trick_choice(text: str, state: State) -> str:
    """A bid is a number, or `Nil`."""
    if text == "Nil" or text.isdigit():
        return f"name_bid({text.replace('Nil', '0')})"
    return f'follow("{suit_first(text, state)}")'


def trick_chance(text: str, state: State) -> str:
    return "ABCD"[int(text)] if text.isdigit() else suit_first(text, state)


def eights_choice(text: str, state: State) -> str:
    match text.split():
        case ["Play", played]:
            return f'play_card("{suit_first(played, state)}")'
        case ["Nominate", "suit", suit]:
            return f"name_suit({SUITS[suit]})"
        case _:
            return {"Draw": "draw", "Pass": "give_up"}[text]


def eights_chance(text: str, state: State) -> str:
    """`Deal C2`, or `Decide Player 1 to be the dealer`."""
    words = text.split()
    return suit_first(words[1], state) if words[0] == "Deal" else "AB"[int(words[2])]


def eights_returns(state: State) -> list[float]:
    """OpenSpiel counts an ace ten, and for the number on a card it takes the card's place in the pack.  So our own
    payoffs are held against the hands here, and then the hands are counted in its way.
    """
    theirs = []
    for seat, letter in enumerate(state.game.names):
        ours, slip = 0, 0
        for name in state.view(seat).zone(f"{letter}.hand").known:
            rank, suit = name.strip('"').split(" of ")
            place = RANKS_OF_52.index(rank)
            fixed = 50 if rank == "eight" else 10 if rank in RANKS else 0
            ours += 1 if rank == "ace" else fixed or place + 2
            slip += fixed or 4 * place + list(SUITS.values()).index(suit) + 2
        assert payoffs(state)[seat] == -ours
        theirs.append(-float(slip))
    return theirs


def cribbage_choice(text: str, state: State) -> str:
    """Two cards stand in the order of their pack, not of ours."""
    cards = [f'"{rank_first(word, state)}"' for word in text.split()[1:]]
    if not cards:
        return "go"
    return next(own for own in state.decision.texts if all(name in own for name in cards))


def cribbage_returns(state: State) -> list[float]:
    """The first who has 121 gets a thousand from the other."""
    scores = [state.value("score", seat) for seat in range(2)]
    winner = next(seat for seat in range(2) if scores[seat] >= 121)
    return [float(score + (1000 if seat == winner else -1000)) for seat, score in enumerate(scores)]


COLOURS = {"R": "red", "Y": "yellow", "G": "green", "W": "white", "B": "blue"}


def hanabi_choice(text: str, state: State) -> str:
    """`(Play 0)`, or `(Reveal player +1 color R)`: seats are counted from whoever speaks."""
    match text.strip("()").split():
        case ["Reveal", _, ahead, sort, said]:
            names = state.game.names
            listener = names[(state.decision.player + int(ahead)) % len(names)]
            return f"name_colour({listener}, {COLOURS[said]})" if sort == "color" else f"name_value({listener}, {said})"
        case [way, place]:
            return f"{'play_card' if way == 'Play' else 'discard'}({int(place) + 1})"
    raise AssertionError(text)


def hanabi_chance(text: str, state: State) -> str:
    """`(Deal R1)`"""
    colour, value = text.strip("()").split()[1]
    return f"{COLOURS[colour]} {value}"


def bridge_choice(text: str, state: State) -> str:
    """`Pass`, `1H`, `2NT`"""
    if text == "Pass":
        return "decline"
    contracts = {"1H": "one_heart", "1S": "one_spade", "2H": "two_hearts", "2S": "two_spades"}
    return f"bid({contracts.get(text) or {'1': 'one', '2': 'two'}[text[0]] + '_no_trump'})"


def bridge_chance(text: str, state: State) -> tuple[str, ...]:
    """`HKHJ`, a whole hand."""
    return suit_first(text[:2], state), suit_first(text[2:], state)


def a_sixth(state: State) -> list[float]:
    """The mean over the six ways in which the other cards may lie, where ours is the sum."""
    return [worth / 6 for worth in payoffs(state)]


BOOKS = ("ace", *RANKS_OF_52[:-1])


def fish_choice(text: str, state: State) -> str:
    """`2c`: the third player is asked for threes."""
    return f"ask({state.game.names[int(text[0])]}, {BOOKS['abcdefghijklm'.index(text[1])]})"


def fish_chance(text: str, state: State) -> str:
    return BOOKS["abcdefghijklm".index(text)]


def shares_of_one(state: State) -> list[float]:
    """Who has won gets a point among them, who has not pays one; nothing where all have won."""
    assert state.result is not None
    won, players = set(state.result.winners), range(state.game.players)
    if len(won) == len(players):
        return [0.0 for _ in players]
    return [1 / len(won) if seat in won else -1 / (len(players) - len(won)) for seat in players]


def euchre_choice(text: str, state: State) -> str:
    """Passing, naming a suit (that of the turned card is an order), a card, or whether the partner plays."""
    step = state.decision.choices[0].step
    if text in ("Clubs", "Diamonds", "Hearts", "Spades"):
        return "order_up" if step == "order_up" else f"name_trump({text.lower()})"
    words = {"Pass": "pass", "Alone": "go_alone", "Partner": "with_partner"}
    return words.get(text) or f'{step}("{suit_first(text, state)}")'


def euchre_chance(text: str, state: State) -> str:
    return "ABCD"["NESW".index(text)] if len(text) == 1 else suit_first(text, state)


def holdem_choice(text: str, state: State) -> str:
    """`player=0 move=Bet12`: twelve in all rounds together."""
    move = text.partition("move=")[2]
    return f"raise({move.removeprefix('Bet')})" if move.startswith("Bet") else move.lower()


def holdem_chance(text: str, state: State) -> str:
    if text.startswith("dealer"):  # OpenSpiel is told who deals
        return "ABC"[int(text[-1])]
    return card(text[-2], text[-1].upper())


def gin_choice(text: str, state: State) -> str:
    """`Ks`, `2d3d4d`, or a word that stands for several of ours."""
    steps = {choice.step for choice in state.decision.choices}
    words = {
        "Draw upcard": ("take_first", "take_turned"),
        "Draw stock": ("take_stock",),
        "Knock": ("knock",),
        "Pass": ("refuse", "pass", "finish", "end_laying_off", "end_melding"),
    }
    if text in words:
        return next((word for word in words[text] if word in steps), f"none of {steps}")
    cards = [card(text[place], text[place + 1].upper()) for place in range(0, len(text), 2)]
    single = ("discard", "throw", "lay_off") if len(cards) == 1 else ("lay", "meld_more")
    for choice in state.decision.choices:
        if choice.step in single and set(choice.text.split('"')[1::2]) == set(cards):
            return choice.text
    return f"{cards} among {steps}"


def gin_chance(text: str, state: State) -> str:
    return card(text[-2], text[-1].upper())


ORACLES = [
    Oracle("kuhn_poker", "kuhn", kuhn_choice, kuhn_chance, payoffs),
    Oracle("kuhn_poker-players-3", "kuhn", kuhn_choice, kuhn_chance, payoffs, players=3),
    Oracle("leduc_poker", "leduc", lambda text, _: text.lower(), leduc_chance, payoffs),
    Oracle("goofspiel-4", "goofspiel", bid, prize, half_the_difference, {"cards_each": "4"}),
    Oracle("goofspiel-13", "goofspiel", bid, prize, payoffs),
    Oracle("tic_tac_toe", "tic_tac_toe", field, nothing, payoffs),
    Oracle("liars_dice", "liars_dice", dice_bid, lambda text, _: text.removeprefix("Roll "), payoffs),
    Oracle("hanabi", "hanabi", hanabi_choice, hanabi_chance, payoffs),
    Oracle("tiny_bridge_2p", "tiny_bridge", bridge_choice, bridge_chance, a_sixth),
    Oracle("blackjack", "blackjack", lambda text, _: text.lower(), suit_first, payoffs, players=1),
    Oracle("hearts", "hearts", hearts_choice, hearts_chance, payoffs, players=4),
    # OpenSpiel never lets spades be led from a hand with anything else in it, broken or not
    Oracle("spades", "spades", trick_choice, trick_chance, payoffs, {"spades_led": "last"}, players=4),
    Oracle("oh_hell", "oh_hell", trick_choice, trick_chance, payoffs, players=4),
    Oracle("euchre", "euchre", euchre_choice, euchre_chance, payoffs, players=4),
    Oracle(
        "holdem",
        "holdem",
        holdem_choice,
        holdem_chance,
        payoffs,
        {"most_hands": "1", "short_raise": "opens"},
        players=3,
        variant="Uneven Stacks",
    ),
    Oracle("gin_rummy", "gin", gin_choice, gin_chance, payoffs),
    Oracle("go_fish", "go_fish", fish_choice, fish_chance, shares_of_one),
    Oracle("go_fish-players-4", "go_fish", fish_choice, fish_chance, shares_of_one, players=4),
    Oracle("crazy_eights", "crazy_eights", eights_choice, eights_chance, eights_returns),
]
# OpenSpiel counts all hands before it looks who has 121, and a crib of four cards of one suit
CRIBBAGE = Oracle(
    "cribbage",
    "cribbage",
    cribbage_choice,
    lambda text, state: rank_first(text.split()[1], state),
    cribbage_returns,
    {"show": "together", "crib_flush": "four"},
)
SAMPLE = 12
"""Every so many of the games of cribbage are tried by default; they have twice as many steps as any others."""


@pytest.mark.parametrize("oracle", ORACLES, ids=lambda oracle: oracle.file)
def test_a_recorded_game_goes_the_same_way(oracle: Oracle) -> None:
    game = oracle.game()
    records = list(oracle.records())
    assert len(records) >= 40
    for record in records:
        replay(oracle, game, record)


def test_a_sample_of_recorded_games_of_cribbage_goes_the_same_way() -> None:
    game = CRIBBAGE.game()
    for record in list(CRIBBAGE.records())[::SAMPLE]:
        replay(CRIBBAGE, game, record)


@pytest.mark.slow
def test_all_recorded_games_of_cribbage_go_the_same_way() -> None:
    game = CRIBBAGE.game()
    records = list(CRIBBAGE.records())
    assert len(records) == 100
    for record in records:
        replay(CRIBBAGE, game, record)
