"""The text of a checked program, as a person reads it."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from rulelang.resolve.dump import dump
from tests.resolve.texts import HEAD, ROOT, resolve


def test_a_small_game(text_snapshot: SnapshotAssertion) -> None:
    file = ROOT / "tests" / "sketches" / "games" / "kuhn.rules"
    program, _ = resolve(file.read_text(encoding="utf-8"))
    assert dump(program) == text_snapshot


EVERYTHING = """
kind Colour: red, green
cards Chip "{colour} {worth}", back shows colour: 1 for each colour, worth in 1 to 2
state:
    deck: pile of up to 3 Chip, seen by nobody, refilled from heap.below
    heap: pile of Chip, top seen by all
    line: row of Chip, seen by all where rounds > 2
    player.hand: hand of Chip, seen by owner, backs seen by all
    player.score: 0 to 9, seen by owner
    colour.left(n: 1 to 2): 0 to 9, starts at 2
    rounds: 0 to 9
define player.worth(n: 1 to 3) = player.score + n
    but usual * 2 when rounds is 3
    but 0 when rounds > 4
to lay:
    pick chip in me.hand
    let best = line.first
    needs chip.worth > 1 or best is none else "Too small."
    move chip to line
    show chip to all
to player.praise(n: 1 to 2): add n to player.score
to rest: nothing
before lay when rounds > 1: shuffle deck
after lay once per round: me.praise(2)
instead of lay when me.score is 9: set me.score to 0
forbid lay when me.score > 8 else "Enough."
offer rest with lay when rounds is 3
offer rest with lay once per round
to round: turns once from first_one: choose lay, rest, if none: rest
define first_one = first player
whenever rounds is 9: stop game
setup:
    move every chip to box
    for each player: move 1 from box to player.hand
play: repeat until rounds is 9: round
winner: highest score, then lowest count hand, then shared
bot "careful":
    lay(mine) where mine.worth > 1, by highest mine.worth then lowest rounds
    rest when rounds > 2
    pass
"""


def test_everything_that_can_be_said(text_snapshot: SnapshotAssertion) -> None:
    program, found = resolve(HEAD + EVERYTHING)
    assert not found, [(one.message, (HEAD + EVERYTHING)[one.span.start - 30 : one.span.end]) for one in found]
    assert dump(program) == text_snapshot


def test_layers_hooks_and_sets(text_snapshot: SnapshotAssertion) -> None:
    file = ROOT / "tests" / "sketches" / "games" / "werwars.rules"
    program, _ = resolve(file.read_text(encoding="utf-8"))
    lines = dump(program).split("\n")
    assert "\n".join(line for line in lines if " × " not in line) == text_snapshot
