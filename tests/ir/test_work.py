"""Questions about cards that stand inside one another: how many of them are too many to work out."""

from __future__ import annotations

import pytest

from rulelang.compiling import project_from_text

TEXT = """rules 1
game "Questions in Questions"
players 2 to 4

cards Card "{{value}}": 1 for each value in 1 to 52

state:
    deck: pile of Card, seen by all
    player.hand: hand of Card, seen by all
    player.few: hand of up to 6 Card, seen by all
    points: 0 to 9999

to act: set points to {value}

setup: move every card to deck

play: turns once: choose act

winner: highest points_of, then shared
define player.points_of = points
"""


def nested(source: str, deep: int) -> str:
    """How many cards there are, of each of which it is asked how many others …"""
    names = [f"card_{number}" for number in range(deep)]
    asked = f"{' + '.join(f'{name}.value' for name in names)} is 31"
    for name in reversed(names):
        asked = f"(count ({name}: Card in {source} where {asked})) > 0"
    return asked.removesuffix(" > 0")


REFUSED = {
    ("deck", 1): False,
    ("deck", 4): False,
    ("deck", 6): True,
    ("me.hand", 4): False,
    ("me.hand", 6): True,
    ("me.few", 6): False,
    ("deck + me.hand", 5): True,
    ("last 3 of deck", 6): True,
}


@pytest.mark.parametrize(("source", "deep"), REFUSED)
def test_places_count_as_many_cards_as_may_lie_there(source: str, deep: int) -> None:
    made = project_from_text(TEXT.format(value=nested(source, deep))).compile()
    assert [found.code for found in made.diagnostics if found.is_error] == ["RL0527"] * REFUSED[source, deep]


def test_it_says_how_many_and_where() -> None:
    project = project_from_text(TEXT.format(value=nested("deck", 6)))
    (found,) = [found for found in project.compile().diagnostics if found.is_error]
    assert found.message.startswith("`act` may have to read ")
    assert found.message.endswith(" values at once, where 1,000,000,000 can be read")
    assert found.span is not None
    assert "of up to 6 Card" in str(found.help)
