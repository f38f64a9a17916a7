"""What players are told of what happens."""

from __future__ import annotations

import random

import pytest

from interpreter import Game, State
from interpreter.machine.events import (
    CounterTold,
    Dealt,
    Event,
    FactTold,
    Finished,
    Moved,
    Refilled,
    Shown,
    Shuffled,
    Stepped,
    Written,
)
from interpreter.views.log import Log, sentences
from tests.interpreter.machine_programs import BOX, COINS, HAND, LARDER, SCRAPS, SHELF, WISH, market, stand

APPLE, JOKER, GUARD = 0, 6, 10
ONLY_A, ONLY_B, BOTH, NEITHER = 1, 2, 3, 0
NO_CARDS = (-1, -1, -1, -1)


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(market(2))


def test_the_same_deeds_told_to_three_viewers(game: Game) -> None:
    state = game.new(explicit=True)
    for text in ("apple", "joker", "clown", "clown", "apple", "apple", "joker", "Guard #1"):
        state.apply_chance(text)
    begun = len(state.log())
    for text in ('eat("joker")', "hint(A, people)"):
        state.apply(text)
    assert state.log(0)[begun:] == [
        'A: eat("joker")',
        'A puts "joker" into scraps',
        "A.coins is now 1",
        "B: hint(A, people)",
        "A learns of A.shelf: sort is people for 1, 2",
    ]
    assert state.log(1)[begun:] == [
        "A: eat(a card)",
        'A puts "joker" into scraps',
        "A.coins is now 1",
        "B: hint(A, people)",
        "A learns of A.shelf: sort is people for 1, 2",
    ]
    assert state.log()[begun:] == state.log(1)[begun:]  # nobody in particular is told what all players know
    assert state.log(0)[:begun] == [
        "14 cards go from box to larder",
        "larder is shuffled",
        'A takes "apple" and "joker" from larder',
        "B takes 2 cards from larder",
        "2 cards go from larder to A.shelf",
        '"joker" and "Guard" #1 go from larder to B.shelf',
    ]


def test_a_secret_choice_is_told_when_it_is_carried_out(game: Game) -> None:
    state = stand(game, {HAND: [["apple"], ["joker"]]})
    for text in ("wait(0)", "wait(1)", "bid(2)"):
        state.apply(text)
    for player in (0, 1, None):
        assert state.log(player) == ["A: wait(0)", "B: wait(1)", *["B.wish is now 1"][: player == 1]]
    state.apply("bid(3)")
    assert state.log(0)[2:] == ["A: bid", "A.coins is now 2", "B: bid", "B.coins is now 3", "The game is over"]


def place(game: Game, zone: int, player: int = 0) -> int:
    return game.layout.first_place[zone] + player


def told(game: Game, events: list[Event], player: int | None) -> list[str]:
    return sentences(game.program, game.texts, Log.empty().add(events), player)


@pytest.mark.parametrize(
    ("event", "known", "hidden"),
    [
        (Refilled(2, 1, 0), "scraps goes into larder and is shuffled", None),
        (Shuffled(1, 0), "larder is shuffled", None),
        (Shown(APPLE, 4, ONLY_A, NEITHER, 0), 'A sees "apple" in B.hand', "A sees a card in B.hand"),
        (Shown(APPLE, 4, BOTH, NEITHER, 0), 'Everybody sees "apple" in B.hand', None),
        (Shown(APPLE, 4, NEITHER, ONLY_A, 0), 'Nobody sees "apple" in B.hand', "Nobody sees a card in B.hand"),
        (CounterTold(WISH, 0, 5, ONLY_A, 0, *NO_CARDS), "A learns that A.wish is 5", "A learns A.wish"),
        (Moved(APPLE, 3, 4, ONLY_A, 0), 'B takes "apple" from A.hand', "B takes a card from A.hand"),
        (Moved(GUARD, 1, 2, BOTH, 0), '"Guard" #1 goes from larder to scraps', None),
        (Stepped(0, -1, 0), "gather", None),
        (Stepped(0, 1, 0), "B: gather", None),
        (Finished(2, 0), "Everyone loses", None),
        (
            FactTold(JOKER, 4, 0, 0, 1, 1, ONLY_A, NEITHER, 0),
            "A learns of B.hand: sort is wild for a card",
            "A learns something about a card in B.hand",
        ),
    ],
)
def test_every_kind_of_event(game: Game, event: Event, known: str, hidden: str | None) -> None:
    assert told(game, [event], 0) == [known]
    assert told(game, [event], 1) == [known if hidden is None else hidden]


def test_known_and_unknown_cards_of_one_move_are_one_sentence(game: Game) -> None:
    larder, hand = place(game, LARDER), place(game, HAND)
    moves: list[Event] = [
        Dealt(JOKER, larder, hand, ONLY_A, 0),
        Dealt(APPLE, larder, hand, BOTH, 0),
        Dealt(APPLE + 1, larder, hand, BOTH, 0),
        Moved(GUARD, larder, hand, ONLY_A, 0),
    ]
    assert told(game, moves, 0) == ['A takes 2 of "apple", "joker" and "Guard" #1 from larder']
    assert told(game, moves, 1) == ['A takes 2 of "apple" and 2 cards from larder']
    assert told(game, moves, None) == told(game, moves, 1)


def test_what_must_not_be_noticed_does_not_part_sentences(game: Game) -> None:
    """A hidden counter that changes between two moves would otherwise show itself in the number of sentences."""
    larder, hand = place(game, LARDER), place(game, HAND)
    first: Event = Dealt(JOKER, larder, hand, ONLY_A, 0)
    second: Event = Dealt(APPLE, larder, hand, ONLY_A, 0)
    secret: Event = Written(WISH, 0, 0, 1, ONLY_A, 0, *NO_CARDS)
    assert told(game, [first, secret, second], 1) == told(game, [first, second], 1) == ["A takes 2 cards from larder"]
    assert len(told(game, [first, secret, second], 0)) == 3


def test_facts_that_a_player_must_not_learn_are_one_sentence(game: Game) -> None:
    shelf = place(game, SHELF, 1)
    facts: list[Event] = [
        FactTold(JOKER, shelf, 0, 0, 1, 1, ONLY_B, NEITHER, 0),
        FactTold(APPLE, shelf, 1, 0, 0, 1, ONLY_B, NEITHER, 0),
    ]
    assert told(game, facts, 0) == ["B learns something about 2 cards in B.shelf"]
    assert told(game, facts, 1) == [
        "B learns of B.shelf: sort is wild for 1",
        "B learns of B.shelf: sort is fruit for 2",
    ]


def test_an_open_counter_is_told_to_all(game: Game) -> None:
    event: Event = Written(COINS, 1, 0, 3, BOTH, 0, *NO_CARDS)
    assert told(game, [event], None) == ["B.coins is now 3"]
    assert place(game, BOX) == 0
    assert place(game, SCRAPS) == 2


def test_logs_of_games_that_a_player_cannot_tell_apart(game: Game) -> None:
    """Two games that differ only in A's cards and B's shelf, with the same choices: B is told the same."""
    differed = 0
    for seed in range(40):
        draw = random.Random(seed)
        one, two = game.new(explicit=True), game.new(explicit=True)
        for place in ("A", "A", "both", "both", "both", "both", "B.shelf", "B.shelf"):
            _come_up(one, two, draw, hidden=place != "both")
        while one.decision is not None and two.decision is not None:
            assert bytes(one.view(1)) == bytes(two.view(1))
            assert one.log(1) == two.log(1)
            differed += one.log(0) != two.log(0)
            chooser = one.decision.player
            if chooser == 1:
                assert one.decision.texts == two.decision.texts
            texts = ("gather", "wait(1)", "bid(2)", *["eat(", "hint(A"][: 2 * chooser])
            common = [text for text in one.decision.texts if text in two.decision.texts and text.startswith(texts)]
            text = draw.choice(common)
            one.apply(text)
            two.apply(text)
            while one.chance is not None:
                _come_up(one, two, draw, hidden=chooser == 0)
    assert differed > 100


def _come_up(one: State, two: State, draw: random.Random, hidden: bool) -> None:
    """The same card in both games, or two cards with equal backs where B does not see them."""
    assert one.chance is not None
    assert two.chance is not None
    either, other = ([outcome.text for outcome in event.outcomes] for event in (one.chance, two.chance))
    if hidden:
        one.apply_chance(draw.choice([text for text in either if text != '"joker"']))
        two.apply_chance(draw.choice([text for text in other if text != '"joker"']))
    else:
        text = draw.choice([text for text in either if text in other])
        one.apply_chance(text)
        two.apply_chance(text)
