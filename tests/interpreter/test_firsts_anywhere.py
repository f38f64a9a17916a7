"""The first card of a place, which may not be there, can be asked for wherever a pick can ask for something."""

from __future__ import annotations

import pytest

from interpreter.game import Game
from rulelang.compiling import Project, project_from_text

GAME = """rules 1
game "Firsts"
players 2

kind Fruit: apple, pear, plum
cards Crate "{{fruit}} {{worth}}": 2 for each fruit, worth in 1 to 3

state:
    heap: pile of Crate, seen by nobody
    stall: row of Crate, seen by all
    player.hand: hand of Crate, seen by owner
    player.won: hand of Crate, seen by all

to take:
    "Take a crate."{head}
    move crate to me.won

to pass:
    "Pass."

setup:
    move every crate to heap
    shuffle heap
    move 3 from heap to stall
    for each player: move 5 from heap to player.hand

play:
    turns once: choose take, if none: pass
    turns once: choose take, if none: pass

winner: highest count won, then shared
"""
HEADS = {
    "filter": """
    pick crate in me.hand where crate.fruit is stall.first.fruit""",
    "filter that gives way": """
    pick crate in me.hand where crate.fruit is stall.first.fruit if able""",
    "let": """
    let wanted = stall.first
    pick crate in me.hand where crate.fruit is wanted.fruit""",
    "let behind a pick": """
    pick crate in me.hand
    let other = stall.first
    needs other.fruit is not crate.fruit""",
    "two picks": """
    pick other: Crate in stall
    let best = stall.first
    pick crate in me.hand where crate.fruit is best.fruit if able
    needs other.worth >= stall.first.worth""",
    "number": """
    pick number in 1 to stall.first.worth
    pick crate in me.hand where crate.worth is number""",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=list(HEADS))
@pytest.mark.parametrize("log", [False, True])
def test_games_go_on(head: str, log: bool) -> None:
    project = project_from_text(GAME.format(head=head))
    assert isinstance(project, Project)
    compiled = project.compile(2, (), {})
    assert compiled.program is not None, [diagnostic.message for diagnostic in compiled.diagnostics]
    state = Game(compiled.program, "python").new(3, log=log)
    while state.decision is not None:
        state.apply(state.random_choice())
    assert state.result is not None
