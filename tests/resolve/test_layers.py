"""Layers: modules beneath the game, variants above it, in the order of the file."""

from __future__ import annotations

import pytest

from rulelang.resolve.layers.laid import Key, unique_keys
from rulelang.resolve.layers.order import variant_titles
from rulelang.resolve.model.expressions import Arithmetic, Constant, Expr, TableLookup
from tests.resolve.texts import HEAD, clean, module, resolve, wrong

GAME = """
define worth = 1
to nap: nothing
before nap: nothing

variant "First":
    but worth = usual + 2 when worth_is_high is on
    option worth_is_high is on
    before nap: stop nap

variant "Second":
    replace define worth = 5

option worth_is_high: off or on, normally off
"""


def _numbers(values: list[Expr]) -> list[int]:
    found = []
    for value in values:
        match value:
            case Constant(value=number) | Arithmetic(right=Constant(value=number)):
                found.append(number)
            case _:
                raise AssertionError(value)
    return found


def _worth(variants: tuple[str, ...]) -> list[int]:
    return _numbers([layer.value for layer in clean(GAME, variants=variants).defines["worth"].layers])


def test_a_layer_lies_over_what_is_beneath() -> None:
    assert _worth(()) == [1]
    assert _worth(("First",)) == [1, 2]


def test_replace_takes_the_layers_beneath_away() -> None:
    assert _worth(("Second",)) == [5]
    assert _worth(("First", "Second")) == [5]


def test_variants_come_in_the_order_of_the_file() -> None:
    assert _worth(("Second", "First")) == _worth(("First", "Second"))
    assert variant_titles(module(HEAD + GAME)) == ("First", "Second")


def test_options_are_chosen_by_the_topmost() -> None:
    assert clean(GAME).chosen == {}
    assert clean(GAME, variants=("First",)).chosen == {"worth_is_high": "on"}


def test_hooks_keep_the_order_of_layers() -> None:
    assert len(clean(GAME).steps["nap"].before) == 1
    assert [len(hook.body) for hook in clean(GAME, variants=("First",)).steps["nap"].before] == [1, 1]


def test_modules_lie_beneath_and_may_use_others() -> None:
    modules = {"deep": "define worth = 1\n", "middle": "use deep\nbut worth = 2 when yes\n"}
    program = clean("use middle, deep\nbut worth = 3 when yes\n", modules=modules)
    assert _numbers([layer.value for layer in program.defines["worth"].layers]) == [1, 2, 3]


def test_modules_that_use_each_other_are_laid_once() -> None:
    modules = {"one": "use two\ndefine first_worth = 1\n", "two": "use one\ndefine second_worth = 2\n"}
    assert set(clean("use one\n", modules=modules).defines) == {"first_worth", "second_worth"}


def test_two_modules_with_one_name_are_named() -> None:
    modules = {"one": "define worth = 1\n", "two": "define worth = 2\n"}
    _, (found,) = resolve(HEAD + "use one, two\n", modules=modules)
    assert found.code == "RL0201"
    assert found.span is not None
    assert found.span.path == "two.rules"
    assert [(label.span.path, label.text) for label in found.labels] == [
        ("one.rules", "declared here, in the module `one`")
    ]


def test_a_module_need_not_know_the_names_of_its_games() -> None:
    modules = {"melding": "define first_of(meld: number) = meld\n"}
    program = clean("use melding\nstate:\n    meld: number\n", modules=modules)
    assert set(program.counters) == {"meld"}


def test_a_table_with_a_layer_is_a_value() -> None:
    table = "table worth(size: number):\n    | 0 or more | 1 |\nbut worth(many) = many when yes\n"
    program = clean(table)
    assert isinstance(program.defines["worth"].layers[0].value, TableLookup)
    assert len(program.defines["worth"].layers) == 2


def test_also_adds_to_kinds_cards_and_tables() -> None:
    text = """
kind Suit: stars
cards Card "{suit}": 1 for each suit
table worth(suit):
    | stars | 1 |
variant "More":
    also kind Suit: moons
    also table worth(suit):
        | moons | 2 |
    also cards Card:
        | name     | suit  |
        | "double" | stars |
"""
    program = clean(text, variants=("More",))
    assert program.kinds["Suit"].members == ("stars", "moons")
    assert [card.text for card in program.types["Card"].cards] == ["stars", "moons", "double"]
    assert [entry.value for entry in program.tables["worth"].entries] == [1, 2]


def test_a_kind_that_is_added_to_leaves_a_gap_in_a_table() -> None:
    text = 'kind Suit: stars\ntable worth(suit):\n    | stars | 1 |\nvariant "More":\n    also kind Suit: moons\n'
    assert wrong(text) == []
    assert [code for code, _ in wrong(text, variants=("More",))] == ["RL0409"]


def test_cards_are_removed_by_name() -> None:
    text = 'cards Card "{value}": 2 for each value in 1 to 3\nvariant "Short":\n    remove "1", "3"\n'
    assert [card.text for card in clean(text, variants=("Short",)).types["Card"].cards] == ["2", "2"]


def test_an_unknown_variant_is_reported() -> None:
    assert wrong(GAME, variants=("Frist",)) == [("RL0223", 'there is no variant "Frist"')]


def test_two_variants_that_replace_the_same_are_told_with_both_places() -> None:
    more = '\nvariant "Third":\n    replace define worth = 7\n'
    text = HEAD + GAME + more
    [problem] = resolve(text, variants=("Second", "Third"))[1]
    assert problem.code == "RL0232"
    places = [problem.span, *(label.span for label in problem.labels)]
    assert [text[: place.start].count("\n") for place in places] == [
        text[: text.index(f"worth = {number}")].count("\n") for number in (7, 5)
    ]
    assert "Second" in problem.labels[0].text


def test_more_cards_are_named_as_those_beneath_unless_they_say_how() -> None:
    text = """kind Colour: red, green
cards Chip "{colour} {worth}": 1 for each colour, worth in 1 to 1
variant "More":
    also cards Chip: 1 for each colour, worth in 2 to 2
variant "Others":
    also cards Chip "{worth} of {colour}": 1 for each colour, worth in 3 to 3
"""
    program = clean(text, variants=("More", "Others"))
    assert [card.text for card in program.types["Chip"].cards] == [
        "red 1", "green 1", "red 2", "green 2", "3 of red", "3 of green",
    ]  # fmt: skip


CALLED: dict[str, tuple[list[Key], list[str]]] = {
    "one of its name": ([("player", "score")], ["score"]),
    "what has no owner keeps its name": ([("player", "score"), (None, "score")], ["player.score", "score"]),
    "of several owners the first keeps it": ([("player", "score"), ("chip", "score")], ["score", "chip.score"]),
    "three": ([("chip", "a"), ("player", "a"), (None, "a")], ["chip.a", "player.a", "a"]),
}


@pytest.mark.parametrize("name", CALLED)
def test_what_things_of_one_name_are_called(name: str) -> None:
    keys, called = CALLED[name]
    found = unique_keys(keys)
    assert [found[key] for key in keys] == called
