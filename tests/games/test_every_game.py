"""What must hold of every game in `games/`, at every number of players and in every variant, on random games."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from interpreter import Game, IllegalChoice, State, Why
from interpreter.alike import pairs, swapped
from interpreter.decisions.choices import Decision
from interpreter.machine.contents import Contents
from interpreter.record_reading import read
from interpreter.records import Recorder, replay
from interpreter.table import Answer
from rulelang.compiling import Project, project_from_file

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "games").rglob("*.rules"))
MOST_DECISIONS = 5_000


def configurations() -> list[tuple[Path, int, tuple[str, ...]]]:
    found = []
    for file in FILES:
        project = project_from_file(file)
        assert isinstance(project, Project)
        low, high = project.resolve(())[0].players
        for variants in [(), *((title,) for title in project.variants)]:
            found += [(file, players, variants) for players in range(low, high + 1)]
    return found


def name(configuration: tuple[Path, int, tuple[str, ...]]) -> str:
    file, players, variants = configuration
    return "-".join([file.stem, str(players), *variants]).replace(" ", "_")


GAMES: dict[tuple[Path, int, tuple[str, ...]], Game] = {}


def made(configuration: tuple[Path, int, tuple[str, ...]]) -> Game:
    if configuration not in GAMES:
        file, players, variants = configuration
        project = project_from_file(file)
        assert isinstance(project, Project)
        compiled = project.compile(players, variants)
        assert compiled.program is not None, compiled.diagnostics
        GAMES[configuration] = Game(compiled.program, name=file.name)
    return GAMES[configuration]


@pytest.fixture(params=configurations(), ids=name)
def game(request: pytest.FixtureRequest) -> Game:
    return made(request.param)


def whole(state: State) -> None:
    """Every card lies in exactly one place, the one that is noted for it."""
    layout, array = state.game.layout, state.array
    seen = []
    for number, place in enumerate(layout.places):
        inside = layout.cards_in(array, number)
        seen += inside
        assert all(array[layout.zone + card] == number for card in inside)
        assert len(inside) <= place.capacity
    assert sorted(seen) == list(range(len(state.game.program.cards)))


def test_random_games_end_with_every_card_in_one_place(game: Game) -> None:
    for seed in range(3):
        state, decisions = game.new(seed=seed, log=False), 0
        while state.decision is not None and decisions < MOST_DECISIONS:
            state.apply(state.random_choice())
            whole(state)
            decisions += 1
        assert state.result is not None or decisions == MOST_DECISIONS
        if state.result is not None:
            assert state.result.everyone_lost or state.result.winners


def test_a_record_is_the_game(game: Game) -> None:
    state = game.new(seed="again", log=True)
    recorder = Recorder(game, "again")
    for _ in range(60):
        if state.decision is None:
            break
        choice = state.random_choice()
        recorder.add(state.decision.player, choice.text)
        state.apply(choice.text)
    record = read(recorder.record(state).text())
    again = replay(game, record)
    for player in range(game.players):
        assert bytes(again.view(player)) == bytes(state.view(player))
        assert again.log(player) == state.log(player)
    assert again.result == state.result


def test_a_clone_is_independent(game: Game) -> None:
    state = game.new(seed=5, log=False)
    for _ in range(15):
        if state.decision is None:
            break
        before, copy = bytes(state), state.clone()
        assert copy == state
        copy.apply(copy.decision.choices[-1] if copy.decision else 0)
        assert bytes(state) == before
        assert game.restore(before) == state
        state.apply(state.random_choice())


def test_each_choice_can_be_made_and_nothing_else(game: Game) -> None:
    """Choices have texts of their own that stand for them; what is no choice is refused and changes nothing."""
    state = game.new(seed="choices", log=False)
    for _ in range(12):
        decision = state.decision
        if decision is None:
            break
        texts = [choice.text for choice in decision.choices]
        assert len({text.casefold() for text in texts}) == len(texts)
        for text in texts[:40]:
            assert decision.parse(text).text == text
            state.clone().apply(text)
        before = bytes(state)
        for wrong in (*(f"{text}, none" for text in texts[:5]), "no_such_step", "", str(len(texts) + 1)):
            with pytest.raises(IllegalChoice):
                state.apply(wrong)
        assert bytes(state) == before
        state.apply(state.random_choice())


def seen_cards(state: State, player: int, cards: tuple[int, int]) -> bool:
    contents = Contents(state.game.layout, state.game.texts, state.game.engine(), state.array)
    return any(contents.sees(player, contents.zone_of(card), card) for card in cards)


def test_what_is_hidden_changes_nothing_for_who_cannot_see_it(game: Game) -> None:
    """S20: two hidden cards change over, and the player gets the same bytes, choices, prompts and log lines."""
    compared = 0
    for seed in range(4):
        state = game.new(seed=f"hidden {seed}", log=True)
        for _ in range(seed * 9):
            if state.decision is not None:
                state.apply(state.random_choice())
        if state.decision is None:
            continue
        for player in range(game.players):
            alike = pairs(state, player)
            reasons = _reasons(state, player)
            for number, pair in enumerate(alike[:: max(1, len(alike) // 6)]):
                other = swapped(state, *pair)
                assert bytes(other.view(player)) == bytes(state.view(player))
                assert _lying(other, player) == _lying(state, player)
                assert number > 1 or _reasons(other, player) == reasons
                compared += same_lines(state, other, player, pair)
                compared += 1
    assert compared or len(game.program.cards) < 4


def _reasons(state: State, player: int) -> list[Why | None]:
    """Why the player cannot choose what could be typed: every step, alone and with cards that lie anywhere."""
    program = state.game.program
    cards = program.cards[:: max(1, len(program.cards) // 3)]
    texts = [step.name for step in program.steps]
    texts += [f'{step.name}("{card.text}")' for step in program.steps for card in cards]
    return [state.why(text, player) for text in texts] if state.player == player else []


def _lying(state: State, player: int) -> bytes:
    """The table without its story, which a state that was put together does not have."""
    return bytes(evolve(state.table(player), story=()))


def test_the_table_holds_nothing_that_the_view_does_not_give(game: Game) -> None:
    state = game.new(seed="table")
    for _ in range(20):
        for player in (*range(game.players), None):
            view, table = state.view(player), state.table(player)
            areas = [table.common, *table.others, *([table.own] if table.own else [])]
            heaps = {heap.name: heap for area in areas for heap in area.heaps}
            assert heaps.keys() == {zone.name for zone in view.zones[1:]}
            for zone in view.zones[1:]:
                heap = heaps[zone.name]
                assert (heap.shape, heap.size) == (zone.shape, zone.size)
                assert (heap.above, heap.loose) == (zone.above, zone.loose)
                lie = [(c.text or "", c.back or "", len(c.marks), c.told) for c in heap.cards]
                assert sorted(lie) == sorted((c.text or "", c.back or "", len(c.marks), c.told) for c in zone.cards)
                assert all(card.text is not None or not card.face for card in heap.cards)
            whole = state.story(player, whole=True)
            assert table.story == tuple(whole[len(whole) - len(table.story) :])
            assert (table.question.choices if table.question else ()) == view.choices
            assert table.question is None or _leaves(table.question.answers) == list(range(len(view.choices)))
        if state.decision is None:
            break
        state.apply(state.random_choice())


def _leaves(answers: tuple[Answer, ...]) -> list[int]:
    """Every choice at the ends of a tree, in rising order."""
    ends = [answer.choice for answer in answers if answer.choice is not None]
    return sorted(ends + [end for answer in answers for end in _leaves(answer.then)])


def same_lines(state: State, other: State, player: int, pair: tuple[int, int]) -> int:
    """One more choice of somebody else, the same in both: the player's log gains the same lines."""
    one, two = state.game.stand(state.array, log=True), state.game.stand(other.array, log=True)
    if one.decision is None or two.decision is None or one.decision.player == player:
        return 0
    common = {c.text for c in one.decision.choices} & {c.text for c in two.decision.choices}
    count = 0
    for text in sorted(common)[:3]:
        here, there = one.clone(), two.clone()
        here.apply(text)
        there.apply(text)
        hidden = not (seen_cards(here, player, pair) or seen_cards(there, player, pair))
        if hidden and here.log(player) == there.log(player) and bytes(here.view(player)) == bytes(there.view(player)):
            assert here.story(player, whole=True) == there.story(player, whole=True)
            count += 1
        elif hidden:
            # What follows may differ only if the rules themselves read the hidden cards, and then they show them: they
            # can be seen now, or lay open on the way.
            texts = [state.game.program.cards[card].text for card in pair]
            told = "\n".join([*here.log(player), *there.log(player)])
            seen = bytes(here.view(player)) != bytes(there.view(player)) or any(text in told for text in texts)
            assert here.decision is None or seen
    return count


WERWARS = ROOT / "games" / "werwars.rules"


@given(seed=st.integers(), steps=st.integers(0, 80), players=st.integers(2, 6))
@hypothesis_settings(max_examples=25)
def test_choices_are_exactly_what_applies(seed: int, steps: int, players: int) -> None:
    """Wer war's: of everything that could be said, just the listed choices are taken; the rest is refused with
    a reason.
    """
    state = made((WERWARS, players, ())).new(seed=seed, log=False)
    for _ in range(steps):
        if state.decision is not None:
            state.apply(state.random_choice())
    decision = state.decision
    if decision is None:
        return
    listed = {choice.text for choice in decision.choices}
    for text in sayings():
        copy = state.clone()
        said = meant(decision, text)
        if said is None:
            why = state.why(text)
            assert why is not None
            assert NAMES_A_VALUE.search(why.text), (text, why)
            assert (why.place.partition(":")[0], why.step or text) == (str(WERWARS), text.partition("(")[0])
            with pytest.raises(IllegalChoice, match=re.escape(why.text)):
                copy.apply(text)
            assert copy == state
        else:
            assert said in listed
            assert state.why(text) is None
            copy.apply(text)
            listed.discard(said)
    assert not listed


NAMES_A_VALUE = re.compile(r"""\d|"|\b(no|owl|goat|donkey|snake|gather|feed|clear)\b""")
"""A number, a card, an animal, or another choice."""


def meant(decision: Decision, text: str) -> str | None:
    """The choice that a text stands for, none if it is refused."""
    try:
        return decision.parse(text).text
    except IllegalChoice:
        return None


def sayings() -> list[str]:
    meals = [
        " + ".join(f'{meal.count(food)} of "{food}"' for food in dict.fromkeys(meal))
        for size in range(1, 6)
        for meal in combinations_with_replacement(("carrot", "apple", "bread", "joker"), size)
    ]
    feeds = [f"feed({animal}, {meal})" for animal in ("owl", "goat", "donkey", "snake") for meal in meals]
    suspects = ["page", "nanny", "gardener", "cook", "jester", "blacksmith", "librarian", "alchemist", "knight"]
    suspects.append("lady of the castle")
    return ["gather", "give_up", "pass", *feeds, *(f'clear("{suspect}")' for suspect in suspects)]
