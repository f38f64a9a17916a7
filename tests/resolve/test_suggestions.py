"""A word that is not there, and the one that was meant."""

from __future__ import annotations

import pytest

from tests.resolve.texts import HEAD, resolve

GAME = """
kind Colour:
    | colour | warmth |
    | red    | 3      |
    | green  | 5      |
cards Chip "{colour} {worth}": 1 for each colour, worth in 1 to 3
state:
    deck: pile of Chip, seen by nobody
    line: row of Chip, seen by all
    spot: slot of Chip, seen by all
    player.hand: hand of Chip, seen by owner
    player.score: 0 to 99
    chip.turned: flag
    colour.shown: flag
    rounds: 0 to 9
define player.total = player.score
to dig: nothing
"""

MEANT = {
    "roundz": "rounds",
    "lime.first.worth": "line",
    "me.scroe": "score",
    "me.totl": "total",
    "me.lefd.score": "left",
    "red.warmht": "warmth",
    "red.shwon": "shown",
    "red.nxet": "next",
    "spot.wroth": "worth",
    "spot.turnd": "turned",
    "line.first.wroth": "worth",
    "line.frist.worth": "first",
    "deck.tpo.worth": "top",
    "gren.warmth": "green",
    "line.wroth": None,
    "line.turnd": None,
    "count zzzzzz": None,
}  # fmt: skip


@pytest.mark.parametrize("words", MEANT)
def test_what_was_meant(words: str) -> None:
    _, found = resolve(f"{HEAD}{GAME}to act: set rounds to {words}\n")
    helps = [one.help or "" for one in found]
    assert len(found) == 1, [one.message for one in found]
    if MEANT[words] is None:
        assert "did you mean" not in helps[0]
    else:
        assert helps[0].replace("`.", "`") == f"did you mean `{MEANT[words]}`?", found[0].message


OWNED = {
    "score": "player.score",
    "shown": "colour.shown",
    "turned": "chip.turned",
    "lucky": "card.lucky",
}


@pytest.mark.parametrize("word", OWNED)
def test_before_which_dot_a_word_stands(word: str) -> None:
    more = 'cards Stone "stone {size}": 1 for each size in 1 to 2\nstate:\n    card.lucky: flag\n'
    _, [problem] = resolve(f"{HEAD}{GAME}{more}to act:\n    if {word} is {word}: set rounds to 1\n")[:2]
    assert (problem.code, problem.help) == ("RL0205", f"it stands behind a dot, as in `{OWNED[word]}`")


NO_STEPS = {
    "rounds": "RL0213",
    "line": "RL0213",
    "score": "RL0213",
    "chip": "RL0213",
    "digg": "RL0212",
    "zzzzzz": "RL0212",
}  # fmt: skip


@pytest.mark.parametrize("word", NO_STEPS)
def test_what_is_no_step(word: str) -> None:
    _, found = resolve(f"{HEAD}{GAME}to act:\n    pick chip in line\n    {word}\n")
    assert [one.code for one in found] == [NO_STEPS[word]]


def test_too_many_brackets_are_told_with_where_the_name_was_declared() -> None:
    text = f"{HEAD}{GAME}to sing(n: 1 to 3): nothing\nto act:\n    sing(1, 2)\n"
    [problem] = resolve(text)[1]
    assert problem.code == "RL0214"
    assert [text[label.span.start :].partition("(")[0] for label in problem.labels] == ["sing"]
