"""What players may know: views, and that nothing else is in them."""

from __future__ import annotations

import json
import random

import pytest
from attrs import evolve

from interpreter import Game, State
from interpreter.alike import pairs, swapped
from interpreter.views import CardView
from rulelang.ir.model.program import Seen
from tests.interpreter.machine_programs import HAND, SHELF, market, stand


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(market(2))


@pytest.fixture
def state(game: Game) -> State:
    return stand(game, {HAND: [["joker", "apple", "guard"], ["clown", "joker"]], SHELF: [["apple", "joker"], []]})


def test_a_hand_is_seen_by_its_owner_alone(state: State) -> None:
    assert state.view(0).zone("A.hand").known == ("apple", "guard #2", "joker")
    for other in (1, None):
        hand = state.view(other).zone("A.hand")
        assert (hand.size, hand.known, hand.unknown) == (3, (), 3)


def test_backs_are_seen_but_not_which_card_has_which(state: State) -> None:
    assert state.view(1).zone("A.hand").cards == (CardView(None), CardView(None), CardView(None, "wood"))
    assert state.view(0).zone("A.shelf").cards == (CardView(None), CardView(None, "wood"))


def test_a_row_keeps_its_order_for_those_who_see_it(state: State) -> None:
    assert state.view(1).zone("A.shelf").known == ("apple", "joker")
    assert state.view(0).zone("A.shelf").unknown == 2
    state.apply("say(2, yes)")
    assert [card.text for card in state.view(0).zone("A.shelf").cards] == [None, "joker"]
    assert [card.text for card in state.view(None).zone("A.shelf").cards] == [None, "joker"]


def test_a_shuffled_pile_has_no_order(state: State) -> None:
    larder = state.view(0).zone("larder")
    assert (larder.above, larder.loose, larder.size) == (0, 7, 7)
    assert larder.unknown == 7


def test_a_pile_lies_top_first(state: State) -> None:
    state.apply("eat(apple)")
    state.apply("eat(clown)")
    scraps = state.view(None).zone("scraps")
    assert [card.text for card in scraps.cards] == ["clown", "apple"]
    assert (scraps.above, scraps.loose) == (2, 0)


def test_counters_go_by_who_sees_them(state: State) -> None:
    state.apply("wait(1)")
    assert state.view(0).counter("A.wish") == "1"
    assert state.view(1).counter("B.wish") == "0"
    for other in (1, None):
        with pytest.raises(KeyError):
            state.view(other).counter("A.wish")
    assert state.view(None).counter("A.coins") == "0"


def test_a_card_shows_its_own_counters_even_face_down(state: State) -> None:
    state.apply("turn(guard#2)")
    assert state.view(0).zone("A.hand").cards[1] == CardView("guard #2", None, (("turned", "yes"),))
    assert CardView(None, None, (("turned", "yes"),)) in state.view(1).zone("A.hand").cards
    assert "turned" not in [counter.name for counter in state.view(0).counters]


def test_what_was_told_is_remembered(game: Game) -> None:
    state = stand(game, {HAND: [["apple"], ["joker"]], SHELF: [[], ["apple", "joker"]]})
    state.apply("hint(B, wild)")
    assert state.view(1).zone("B.shelf").cards == (
        CardView(None, None, (), ("sort is not wild",)),
        CardView(None, "wood", (), ("sort is wild",)),
    )
    for other in (0, None):
        assert not any(card.told for card in state.view(other).zone("B.shelf").cards)


def test_only_the_chooser_sees_choices(state: State) -> None:
    assert "gather" in state.view(0).choices
    assert dict(state.view(0).sentences)["gather"] == "Take two cards."
    for other in (1, None):
        view = state.view(other)
        assert (view.chooser, view.decision, view.choices, view.sentences) == ("A", "market", (), ())


def test_a_secret_choice_is_nobodys_business(state: State) -> None:
    for _ in range(2):
        state.apply("wait(0)")
    assert state.view(0).chooser == "A"
    assert (state.view(1).chooser, state.view(1).decision) == (None, None)
    told, views = set(), set()
    for bid in range(4):
        after = state.clone()
        after.apply(f"bid({bid})")
        assert after.view(1).chooser == "B"
        assert after.view(0).chooser is None
        told.add(tuple(after.log(1)))
        views.add(bytes(after.view(1)))
        assert after.log(1) == state.log(1)
    assert len(told) == len(views) == 1


def test_no_seat_no_view(game: Game) -> None:
    for seat in (-1, 2):
        with pytest.raises(IndexError, match=f"there is no seat {seat}"):
            game.new().view(seat)


def test_a_view_is_plain_data(state: State) -> None:
    plain = json.loads(bytes(state.view(0)))
    assert plain == state.view(0).to_dict()
    assert plain["format"] == 1
    assert plain["zones"][3]["cards"][0] == {"text": "apple", "back": None, "marks": [], "told": []}
    assert hash(state.view(0)) == hash(state.clone().view(0))


def test_the_result_is_in_the_view_of_everybody(game: Game) -> None:
    state = game.new(1)
    while not state.is_over:
        assert state.view().outcome == "running"
        state.apply("w(0)" if state.view().decision else "bid(1)")
    assert state.view().outcome == "ended"
    assert state.view().to_dict()["result"]["why"] == "A and B share the win with 1 coin, then 2 cards in hand."


def test_no_number_of_the_machine_is_in_a_view(game: Game) -> None:
    """Views of games that differ in nothing but their streams and leftovers in variables are equal."""
    state = game.new(3)
    state.random_choice()
    assert state.view(0) == game.new(3).view(0)


@pytest.mark.parametrize("players", [2, 3])
def test_hidden_cards_may_change_over_unnoticed(players: int) -> None:
    """S20: equal views, equal texts of own choices, equal logs of what comes next."""
    program = market(players)
    for seen in (Seen("owner"), Seen("others"), Seen("nobody")):
        shelf = evolve(program.zones[SHELF], seen=seen)
        game = Game(evolve(program, zones=(*program.zones[:SHELF], shelf)))
        compared = 0
        for seed in range(5):
            compared += _play_and_swap(game, seed)
        assert compared > 250


def _play_and_swap(game: Game, seed: int) -> int:
    state, draw, compared = game.new(seed), random.Random(seed), 0
    while state.decision is not None:
        for player in range(game.players):
            view = bytes(state.view(player))
            among = pairs(state, player)
            for pair in draw.sample(among, min(len(among), 8)):
                other = swapped(state, *pair)
                assert bytes(other.view(player)) == view
                compared += 1
                _same_future(state, other, player, draw)
        state.apply(draw.choice([text for text in state.decision.texts if text != "wait(-1)"]))
    return compared


def _same_future(state: State, other: State, player: int, draw: random.Random) -> None:
    """One choice that does not depend on the cards that changed over: the player is told the same of it."""
    assert state.decision is not None
    assert other.decision is not None
    mine = state.decision.player == player
    if mine:
        assert state.decision.texts == other.decision.texts
    common = [
        text
        for text in state.decision.texts
        if text in other.decision.texts and text.startswith(("hint", "wait", "bid", "eat"))
    ]
    text = draw.choice([text for text in common if text != "wait(-1)"])
    if text.startswith("eat") and not mine:
        return
    one, two = state.game.stand(state.array), other.clone()
    one.apply(text)
    two.apply(text)
    assert one.log(player) == two.log(player)
    assert bytes(one.view(player)) == bytes(two.view(player))
