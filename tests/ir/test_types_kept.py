"""A range that speaks of one type, over places that hold several: every cut of every shape, in every construct.

One text has a named value for each of them; the answers are worked out once more from the open table.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from itertools import product

import pytest

from interpreter import Game, State
from rulelang import check_text
from rulelang.compiling import project_from_text

PLACES = ("line", "heap", "bunch", "(line + heap)", "(bunch + line)")
CUTS = ("", "first 2 of ", "last 3 of ", "first 9 of ", "last 0 of ")
KINDS = ("guard", "thief", "clerk")
Cards = list[tuple[str, int]]
"""Type and value of each card, in the order of the place."""

CONSTRUCTS: dict[str, tuple[str, Callable[[Sequence[int]], int]]] = {
    "sum": ("sum of {kind}.value for {kind} in {source}", sum),
    "sum_where": (
        "sum of {kind}.value for {kind} in {source} where {kind}.value > 2",
        lambda v: sum(x for x in v if x > 2),
    ),
    "count": ("count ({kind} in {source} where {kind}.value > 0)", len),
    "distinct": ("distinct {kind}.value % 2 for {kind} in {source}", lambda v: len({x % 2 for x in v})),
    "some": ("1 but_when some {kind} in {source} where {kind}.value > 3", lambda v: int(any(x > 3 for x in v))),
    "every": ("1 but_when every {kind} in {source} has {kind}.value > 1", lambda v: int(all(x > 1 for x in v))),
    "no": ("1 but_when no {kind} in {source} where {kind}.value is 2", lambda v: int(2 not in v)),
    "nested": (
        "sum of (count (other: {Kind} in {source} where other.value > {kind}.value)) for {kind} in {source}",
        lambda v: sum(sum(y > x for y in v) for x in v),
    ),
}


def _text() -> tuple[str, dict[str, tuple[str, str, str, str]]]:
    lines, names = [], {}
    for number, (construct, place, cut, kind) in enumerate(product(CONSTRUCTS, PLACES, CUTS, KINDS)):
        if cut and "bunch" in place:
            continue  # a hand has no ends
        value = CONSTRUCTS[construct][0].format(kind=kind, Kind=kind.capitalize(), source=cut + place)
        value = value.replace("% 2", "")
        name = f"ask{number}"
        names[name] = (construct, place, cut, kind)
        if (asked := value.removeprefix("1 but_when ")) != value:
            lines += [f"define {name} = 0", f"    but 1 when {asked}"]
        else:
            lines.append(f"define {name} = {value}")
    return "\n".join(lines), names


DEFINES, NAMES = _text()
RULES = f"""
rules 1
game "Three Types"
players 2

cards Guard "guard {{value}}": 1 for each value in 1 to 5
cards Thief "thief {{value}}": 1 for each value in 1 to 5
cards Clerk "clerk {{value}}": 1 for each value in 1 to 5

state:
    line: row of Guard or Thief or Clerk, seen by all
    heap: pile of Guard or Thief or Clerk, seen by all
    bunch: hand of Guard or Thief or Clerk, seen by all

to next: nothing

setup:
    move every guard to line
    move every thief to heap
    move every clerk to bunch

play: repeat 9 times: turns once: choose next

define player.points = 0
winner: highest points, then shared

{DEFINES}
"""
PART = re.compile(r"line|heap|bunch")


@pytest.fixture(scope="module", params=["python", "native"])
def game(request: pytest.FixtureRequest) -> Game:
    program = project_from_text(RULES).compile(2, ()).program
    assert program is not None, [d.message for d in check_text(RULES) if d.is_error]
    return Game(program, backend=request.param)


def spread(game: Game, seed: int) -> State:
    """The fifteen cards anywhere, in any order."""
    draw, state = random.Random(seed), game.new(seed=seed)
    cells = list(state.array)
    cards = list(range(len(game.program.cards)))
    draw.shuffle(cards)
    cuts = sorted(draw.choices(range(16), k=2))
    for number, lying in zip((1, 2, 3), (cards[: cuts[0]], cards[cuts[0] : cuts[1]], cards[cuts[1] :]), strict=True):
        place = game.layout.places[number]
        if place.shape == "hand":
            lying.sort()
        cells[place.size] = len(lying)
        if place.shape == "pile":
            cells[place.low] = cells[place.loose] = 0
        cells[place.cards : place.cards + place.capacity] = lying + [0] * (place.capacity - len(lying))
        for card in lying:
            cells[game.layout.zone + card] = number
    return game.stand(cells)


def lying(state: State, place: str) -> Cards:
    """The cards of a place as it is gone through: a row and a pile from their first, a hand by number."""
    view, found = state.view(None), []
    order = {card.text: number for number, card in enumerate(state.game.program.cards)}
    for name in PART.findall(place):
        cards = [card.text or "" for card in view.zone(name).cards]
        found += sorted(cards, key=order.__getitem__) if name == "bunch" else cards
    return [(text.split()[0], int(text.split()[1])) for text in found]


def cut_off(cards: Cards, cut: str) -> Cards:
    if not cut:
        return cards
    end, amount = cut.split()[0], int(cut.split()[1])
    return cards[:amount] if end == "first" else cards[max(0, len(cards) - amount) :]


def test_the_answer_is_that_of_the_cards_that_are_named(game: Game) -> None:
    for seed in range(6):
        state = spread(game, seed)
        for name, (construct, place, cut, kind) in NAMES.items():
            values = [value for type_, value in cut_off(lying(state, place), cut) if type_ == kind]
            right = len(set(values)) if construct == "distinct" else CONSTRUCTS[construct][1](values)
            assert state.value(name) == right, (construct, place, cut, kind)
