"""A small game for tests of scenarios."""

from __future__ import annotations

import rulelang
from rulelang.compiling import Project
from rulelang.testing import Result, run_scenarios

GAME = """rules 1
game "Fruit"
players 2 to 3

option limit: 2 or 3, normally 3

kind Fruit: apple, pear, plum

cards Card "{fruit} {size}":
    | copies | fruit | size   |
    | 2      | apple | 1 to 4 |
    | 1      | pear  | 1 to 4 |
    | 1      | plum  | 1 to 4 |

state:
    deck: pile of Card, seen by nobody
    sack: bag of Card, seen by nobody
    line: row of up to 3 Card, seen by all
    fruit.heap: pile of Card, top seen by all
    player.hand: hand of Card, seen by owner
    player.shown: slot of Card, seen by all
    player.score: 0 to 20
    card.worn: flag
    rounds: number
    starter: Player, starts as random player

define player.holds(fruit) = some card in player.hand where card.fruit is fruit
define player.weight = sum of size in player.hand

to lay:
    "Lay a card."
    pick card in me.hand where not card.worn
    needs count line < limit else "The line is full."
    move card to line
    add card.size to me.score

forbid lay when card.fruit is plum and me.holds(apple) else "Apples first."

to swap_two:
    pick pair: 2 of Card in me.hand
    move pair to apple.heap
to take:
    move 1 from deck to me.hand
to grab:
    move 1 from sack to me.hand
to name(fruit):
    pick player in me.others
    if player.holds(fruit): add 5 to me.score
to finish: stop game

setup:
    move every card to deck
    shuffle deck
    for each player: move 2 from deck to player.hand

to round:
    add 1 to rounds
    turns once from starter: choose lay, take, grab, name(apple), finish, swap_two, if none: pass

play: repeat 3 times: round

winner: highest score, then shared
"""


def project(scenarios: str, game: str = GAME) -> Project:
    """The game with these scenarios."""
    return rulelang.project_from_text(game + "\n" + scenarios, "fruit.rules")


def run(scenarios: str, game: str = GAME) -> list[Result]:
    """The results of these scenarios, which are right as text."""
    made = project(scenarios, game)
    results, diagnostics = run_scenarios(made)
    assert not diagnostics, diagnostics
    assert results
    return results


def failed(lines: str, game: str = GAME) -> tuple[int, str, tuple[str, ...]]:
    """Line (counted in the scenario, its first is 1), message and notes of the one case, which fails."""
    text = 'scenario "x":\n' + "".join(f"    {line}\n" for line in lines.strip().splitlines())
    (result,) = run(text, game)
    assert result.failure is not None
    line = int(result.failure.place.split(":")[1]) - len(game.splitlines()) - 1
    return line, result.failure.message, result.failure.notes


def passes(lines: str, game: str = GAME) -> None:
    text = 'scenario "x":\n' + "".join(f"    {line}\n" for line in lines.strip().splitlines())
    for result in run(text, game):
        assert result.failure is None, result.failure
