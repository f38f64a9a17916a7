"""What is told of the new top of a pile: the card to who may know it, its back to who sees backs, else nothing."""

from __future__ import annotations

import pytest
from attrs import evolve

from interpreter import Game
from interpreter.machine.events import Event, Turned
from interpreter.views.log import Log, sentences
from rulelang.ir.model.program import Seen
from tests.interpreter.machine_programs import LARDER, market

APPLE, JOKER = 0, 6
NOBODY, ONLY_A, BOTH = 0, 1, 3
HIDDEN = (Seen("nobody"), Seen("nobody"))
BACKS = (Seen("nobody"), Seen("all"))
TOP = (Seen("all", top_only=True), Seen("nobody"))
TOP_AND_BACKS = (Seen("all", top_only=True), Seen("all"))
KNOWN, UNKNOWN = '"apple" is on top of larder now', "a card is on top of larder now"
RED = "a card with the back red is on top of larder now"
RED_JOKER = '"joker" is on top of larder now'

CASES: dict[str, tuple[tuple[Seen, Seen], int, int, list[str], list[str]]] = {
    "a pile that nobody sees": (HIDDEN, JOKER, NOBODY, [], []),
    "even a known card of it": (HIDDEN, JOKER, BOTH, [], []),
    "a back tells something": (BACKS, JOKER, NOBODY, [RED], [RED]),
    "a back like all others tells nothing": (BACKS, APPLE, NOBODY, [], []),
    "who knows the card is told no back": (BACKS, JOKER, ONLY_A, [], [RED]),
    "a top that all see": (TOP, APPLE, BOTH, [KNOWN], [KNOWN]),
    "a top that one sees": (TOP, APPLE, ONLY_A, [KNOWN], [UNKNOWN]),
    "a back where backs are not seen": (TOP, JOKER, ONLY_A, [RED_JOKER], ["a card is on top of larder now"]),
    "the top to one, its back to the other": (TOP_AND_BACKS, JOKER, ONLY_A, [RED_JOKER], [RED]),
}


@pytest.mark.parametrize("name", CASES)
def test_the_new_top(name: str) -> None:
    (seen, backs), card, knows, for_a, for_b = CASES[name]
    plain = market(2)
    cards = tuple(evolve(each, back="red" if number == JOKER else "") for number, each in enumerate(plain.cards))
    zones = tuple(evolve(each, seen=seen, backs=backs) if n == LARDER else each for n, each in enumerate(plain.zones))
    game = Game(evolve(plain, cards=cards, zones=zones))
    event: Event = Turned(card, game.layout.first_place[LARDER], knows, 0)
    log = Log.empty().add([event])
    assert sentences(game.program, game.texts, log, 0) == for_a
    assert sentences(game.program, game.texts, log, 1) == for_b
