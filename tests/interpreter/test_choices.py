"""How choices are written and read."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from attrs import evolve

from interpreter import Game, IllegalChoice, State
from interpreter.decisions.parsing import ChoiceTexts
from rulelang.ir.model.expressions import Const, Frame, Items, Joined, Local, Subsets, Zone
from rulelang.ir.model.program import Display, PickItem, Program
from tests.interpreter.machine_programs import GATHER, HAND, MEAL, SAY, SCRAPS, SHELF, TURN, market, stand


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(market(2))


def positions(program: Program, seeds: range) -> Iterator[State]:
    """Every decision of some random games."""
    game = Game(program)
    for seed in seeds:
        state, draw = game.new(seed), random.Random(seed)
        while state.decision is not None:
            yield state
            state.apply(draw.choice([c for c in state.decision.choices if c.text != "wait(-1)"]))


def test_choices_are_written_as_in_scenarios(game: Game) -> None:
    state = stand(game, {HAND: [["apple", "apple", "joker", "guard"], []], SHELF: [["apple", "joker"], []]})
    assert state.decision is not None
    assert [choice.text for choice in state.decision.choices] == [
        "gather",
        "eat(nothing)",
        'eat("apple")',
        'eat("joker")',
        'eat("guard" #2)',
        'eat(2 of "apple")',
        "hint(B, fruit)",
        "hint(B, wild)",
        "hint(B, people)",
        'turn("guard" #2)',
        "wait(-1)",
        "wait(0)",
        "wait(1)",
        "say(1, no)",
        "say(1, yes)",
        "say(2, no)",
        "say(2, yes)",
    ]


def test_a_mixed_set_is_in_the_order_of_the_card_table() -> None:
    program = market(2)
    eat = evolve(program.headers[1], items=program.headers[1].items[:1])
    program = evolve(program, headers=(program.headers[0], eat, *program.headers[2:]))
    state = stand(Game(program), {HAND: [["joker", "apple", "guard", "apple"], []]})
    assert state.decision is not None
    texts = [choice.text for choice in state.decision.choices if choice.step == "eat"]
    assert 'eat(2 of "apple" + "joker")' in texts
    assert 'eat("joker" + "guard" #2)' in texts
    assert state.decision.parse('eat("guard"#2 + "apple"+ "apple")').text == 'eat(2 of "apple" + "guard" #2)'


def test_one_text_with_two_looks_is_told_apart(game: Game) -> None:
    state = stand(game, {HAND: [["Guard", "guard"], []]})
    assert state.decision is not None
    turns = [choice.text for choice in state.decision.choices if choice.step == "turn"]
    assert turns == ['turn("Guard" #1)', 'turn("guard" #2)']


def test_one_look_with_another_counter_is_told_apart(game: Game) -> None:
    state = stand(game, {HAND: [["clown", "clown"], []]}, turned=[13])
    assert state.decision is not None
    turns = [choice.text for choice in state.decision.choices if choice.step == "turn"]
    assert turns == ['turn("clown" #1)', 'turn("clown" #2)']
    state.apply('turn("clown" #1)')
    assert state.value("turned", 12) == 1


def test_cards_that_do_not_count_as_one_are_told_apart_by_their_place() -> None:
    program = market(2)
    turn = program.headers[TURN]
    pick = turn.items[0]
    assert isinstance(pick, PickItem)
    single = evolve(turn, items=(evolve(pick, alike=False),))
    program = evolve(program, headers=(*program.headers[:TURN], single, *program.headers[TURN + 1 :]))
    state = stand(Game(program), {HAND: [["clown", "clown"], []]})
    assert state.decision is not None
    assert [c.text for c in state.decision.choices if c.step == "turn"] == ['turn("clown" #1)', 'turn("clown" #2)']


def test_cards_of_two_places_are_told_apart() -> None:
    program = market(2)
    turn = program.headers[TURN]
    pick = turn.items[0]
    assert isinstance(pick, PickItem)
    both = Joined((pick.source, Items(Zone(SCRAPS, ()))))
    wider = evolve(turn, items=(evolve(pick, source=both),))
    program = evolve(program, headers=(*program.headers[:TURN], wider, *program.headers[TURN + 1 :]))
    state = stand(Game(program), {HAND: [["clown"], []], SCRAPS: [["clown", "guard"]]})
    assert state.decision is not None
    turns = [choice.text for choice in state.decision.choices if choice.step == "turn"]
    assert sorted(turns) == ['turn("clown" #1)', 'turn("clown" #2)', 'turn("guard" #2)']
    assert len({choice.picks for choice in state.decision.choices if choice.step == "turn"}) == 3


def test_a_set_that_is_picked_by_place_is_in_the_order_of_places() -> None:
    """Two rows with the same cards the other way round: their owner, who sees neither, reads the same."""
    program = market(2)
    say = program.headers[SAY]
    spots = Subsets(Items(Zone(SHELF, (Local("me"),))), Const(1), Const(2), False)
    pick = PickItem("spots", spots, None, False, False, True, 2, Display("cards"), 1)
    header = evolve(say, items=(pick, *say.items[1:]))
    market_decision = program.decisions[0]
    offers = tuple(
        evolve(offer, into=(Frame(MEAL), *offer.into[1:])) if offer.step == SAY else offer
        for offer in market_decision.offers
    )
    program = evolve(
        program,
        headers=(*program.headers[:SAY], header),
        decisions=(evolve(market_decision, offers=offers), program.decisions[1]),
    )
    for shelf in (["apple", "guard"], ["guard", "apple"]):
        state = stand(Game(program), {HAND: [["apple"], []], SHELF: [shelf, []]})
        assert state.decision is not None
        texts = [choice.text for choice in state.decision.choices if choice.step == "say"]
        assert texts == [
            "say(1, no)", "say(1, yes)", "say(2, no)", "say(2, yes)", "say(1 + 2, no)", "say(1 + 2, yes)",
        ]  # fmt: skip
        state.apply("say(2+1, no)")
        assert state.log(1)[0] == "A: say(1 + 2, no)"


def test_two_offers_of_one_label_are_counted() -> None:
    program = market(2)
    decision = program.decisions[0]
    doubled = evolve(decision, offers=(decision.offers[GATHER], *decision.offers))
    state = Game(evolve(program, decisions=(doubled, program.decisions[1]))).new()
    assert state.decision is not None
    assert state.decision.texts[:2] == ["gather #1", "gather #2"]
    assert state.decision.parse("gather#2").index == 1


def test_texts_and_choices_are_one_to_one() -> None:
    seen = 0
    for state in positions(market(3), range(12)):
        assert state.decision is not None
        texts = state.decision.texts
        assert len({text.casefold() for text in texts}) == len(texts)
        for choice in state.decision.choices:
            seen += 1
            assert state.decision.parse(choice.text) is choice
            assert state.decision.parse(f"  {choice.text.upper().replace('(', ' ( ').replace(',', ' ,')}") is choice
            assert state.decision.parse(choice.text.replace(" ", "")) is choice
            assert state.decision.parse(str(choice.index + 1)) is choice
    assert seen > 400


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("GATHER", "gather"),
        ("gather()", "gather"),
        ("g", "gather"),
        ("1", "gather"),
        (" 3 ", 'eat("apple")'),
        ("eat(Apple)", 'eat("apple")'),
        ("eat apple", 'eat("apple")'),
        ('eat("apple" + "apple")', 'eat(2 of "apple")'),
        ("e(2 of apple", 'eat(2 of "apple")'),
        ("eat(“apple”)", 'eat("apple")'),
        ("hi(b,FRUIT)", "hint(B, fruit)"),
        ("wait( -1 )", "wait(-1)"),
        ("say(2, YES)", "say(2, yes)"),
        ("t", 'turn("guard" #2)'),
        ("turn(guard#2)", 'turn("guard" #2)'),
    ],
)
def test_what_may_be_typed(game: Game, typed: str, meant: str) -> None:
    state = stand(game, {HAND: [["apple", "apple", "joker", "guard"], []], SHELF: [["apple", "joker"], []]})
    assert state.decision is not None
    assert state.decision.parse(typed).text == meant


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("0", "there is no choice 0: they are numbered from 1 to 17"),
        ("18", "there is no choice 18: they are numbered from 1 to 17"),
        ("wait", "`wait` may mean wait(-1), wait(0) or wait(1)"),
        ("gatehr", "A cannot choose `gatehr`; near it: gather"),
        ("dance", "A cannot choose `dance`, only gather, eat, hint, turn, wait or say"),
        ("hint(C, fruit)", "A cannot choose `hint(C, fruit)`: `c` is nothing that hint could take there"),
        ("hint(A, fruit)", "A cannot choose `hint(A, fruit)`: market does not allow this pick"),
        ("hint(B)", "A cannot choose `hint(B)`: hint takes 2 things in brackets, not 1, as in hint(B, fruit)"),
        ("eat(apple + joker)", "A cannot choose `eat(apple + joker)`: A meal is one sort of food"),
        ("eat(3 of apple)", "A cannot choose `eat(3 of apple)`: `3 of apple` is nothing that eat could take there"),
        ("wait(7)", "A cannot choose `wait(7)`: market does not allow this pick"),
        ("nap", "A cannot choose `nap`: nap is only for when nothing else can be done, and gather can be"),
    ],
)  # fmt: skip
def test_what_is_refused_and_why(game: Game, typed: str, message: str) -> None:
    state = stand(game, {HAND: [["apple", "apple", "joker", "guard"], []], SHELF: [["apple", "joker"], []]})
    before = bytes(state)
    with pytest.raises(IllegalChoice) as refused:
        state.apply(typed)
    assert str(refused.value) == message
    assert bytes(state) == before


def test_a_refusal_tells_nothing_of_hidden_cards(game: Game) -> None:
    """B holds a guard in one game and none in the other: A gets the same answer."""
    answers = set()
    for card in ("guard", "apple"):
        state = stand(game, {HAND: [["joker"], [card]]})
        with pytest.raises(IllegalChoice) as refused:
            state.apply('turn("guard" #2)')
        answers.add(str(refused.value))
    assert answers == {'A cannot choose `turn("guard" #2)`: `guard #2` is nothing that turn could take there'}


def test_an_unmet_need_comes_before_the_picks(game: Game) -> None:
    state = stand(game, {SCRAPS: [[name for name in ("apple", "joker") for _ in range(4)]]}, larder_empty=True)
    with pytest.raises(IllegalChoice, match=r"A cannot choose `gather`: The larder is empty$"):
        state.apply("gather")


def test_a_card_may_have_any_text() -> None:
    texts = ChoiceTexts(['lay("2 of clubs")', 'lay("a, b")', 'lay("a (b)")', 'lay("1 + 1")', 'lay(2 of "clubs")'])
    for typed, index in [
        ('lay("2 of clubs")', 0), ("lay(a, b)", None), ('lay("a, b")', 1), ('LAY( "A (B)" )', 2), ('lay("1 + 1")', 3),
        ("lay(2 of clubs)", 4),
    ]:  # fmt: skip
        assert texts.find(typed) == index
    assert ChoiceTexts(['lay("2 of clubs")', 'lay("x")']).find("lay(2 of clubs)") == 0


def test_equal_choices_of_equal_decisions(game: Game) -> None:
    one, other = game.new(5), game.new(5)
    assert one.decision is not None
    assert other.decision is not None
    assert one.decision.choices[0] == other.decision.choices[0]
    assert one.decision.choices[0] != other.decision.choices[1]
    assert len({*one.decision.choices, *other.decision.choices}) == len(one.decision.choices)


@pytest.mark.parametrize("text", ["", "  ", "()", ",", "+", '""', "\u00a0"])
def test_nothing_said_is_no_choice(text: str) -> None:
    state = Game(market(2)).new(seed=1)
    assert state.decision is not None
    with pytest.raises(IllegalChoice):
        state.decision.parse(text)
