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
