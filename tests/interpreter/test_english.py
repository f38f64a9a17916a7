"""Verbs agree with who does something."""

from __future__ import annotations

import pytest

from interpreter.views.english import deed, is_plural, third_person


@pytest.mark.parametrize(
    ("infinitive", "said"),
    [
        ("feed", "feeds"), ("pass", "passes"), ("try", "tries"), ("play", "plays"), ("go", "goes"), ("fix", "fixes"),
        ("catch", "catches"), ("have", "has"), ("be", "is"), ("buy", "buys"), ("zoo", "zoos"),
    ],
)  # fmt: skip
def test_somebody_does_something(infinitive: str, said: str) -> None:
    assert third_person(infinitive) == said


@pytest.mark.parametrize(
    ("label", "picks", "said"),
    [
        ("drink", (), "drinks"),
        ("try_again", (), "tries again"),
        ("claim(beer)", (), "claims beer"),
        ("feed", ("owl", "2 apple"), "feeds owl, 2 apple"),
        ("sell(wool)", ("3",), "sells wool, 3"),
    ],
)
def test_a_choice_is_what_somebody_does(label: str, picks: tuple[str, ...], said: str) -> None:
    assert deed(label, picks) == said


@pytest.mark.parametrize(
    ("name", "several"),
    [
        ("sandy shoes", True), ("outlaws", True), ("A.charges", True), ("discards", True), ("gloves of silk", True),
        ("joker", False), ("ace of spades", False), ("circus", False), ("a box of matches", False), ("glass", False),
        ("A.supporter(facts)", False), ("gas", False), ("basis", False), ('"no alibi at 10:00, 11:00 hours"', False),
    ],
)  # fmt: skip
def test_names_of_several_things(name: str, several: bool) -> None:
    assert is_plural(name) == several
