"""Choices that are counted and then selected are those of the list, in its order; and where that cannot be, they are
listed: small programs of every shape, each with how its offers are counted.
"""

from __future__ import annotations

import pytest

from interpreter.machine.layout import layout_of
from interpreter.native.analyse.plans import Unplanned, counted_plan
from interpreter.native.drive.calls import Native
from interpreter.native.drive.compile import object_of
from interpreter.native.emit.module import module_text
from interpreter.native.emit.scope import Context
from interpreter.reference.engine import ReferenceEngine
from rulelang.compiling import project_from_text
from rulelang.ir.optimise import optimised
from tests.native.playing import compare_whole

TEXT = """rules 1
game "Counting"
players 2 to 3
kind Sort: stone, leaf, coin
kind Animal: owl, goat
cards Thing:
    | copies | name    | sort  |
    | 4      | "stone" | stone |
    | 4      | "leaf"  | leaf  |
    | 4      | "coin"  | coin  |
    | 3      | "joker" | -     |
cards Plain "{worth}": 1 for each worth in 1 to 9
cards Client:
    | name  | wants             |
    | "Ann" | stone             |
    | "Ben" | leaf, coin        |
    | "Cem" | stone, leaf, coin |
    | "Dot" | coin              |
    | "Eve" | stone, coin       |

state:
    deck: pile of Thing, seen by nobody
    clients: row of Client, seen by all
    player.served: row of Client, seen by all
    line: row of Plain, seen by all
    heap: pile of Thing or Plain, seen by all
    player.hand: hand of Thing, seen by owner
    player.row: row of Plain, seen by owner
    player.score: 0 to 99
    animal.hunger: 1 to 3
    rounds: 0 to 30

setup:
    move every thing to deck
    shuffle deck
    for each player: move 5 from deck to player.hand
    for each animal: set animal.hunger to random number in 1 to 3
    move every plain to line
    move every client to clients

define enough = rounds >= 25

play:
    turns from (first player):
        choose act, if none: pass
        add 1 to rounds
        if enough: stop game

winner: highest score, then shared

to pass:
    move up to 1 from deck to me.hand

to act:
"""
CASES = {
    "no pick": ("add 1 to me.score", "none"),
    "one of each look": ("pick card in me.hand|move card to heap", "Domain"),
    "a condition on each": ("pick plain in line where plain.worth > me.score|move plain to me.row", "Domain"),
    "a condition that is the same in all games": (
        "pick plain in line where plain.worth > 3|move plain to me.row", "Domain",
    ),
    "a row by its places": ("pick plain in me.row|move plain to heap", "Domain"),
    "players": ("pick player where player.score <= me.score|add 1 to player.score", "Domain"),
    "a few numbers": ("pick number in 1 to 5 where number > count line|add number to me.score", "Domain"),
    "what all of a set have": (
        "pick client in clients where every sort in client.wants has some thing in me.hand where thing.sort is sort"
        "|move client to me.served", "Domain",
    ),
    "what some of a set have": (
        "pick client in clients where some sort in client.wants where some thing in me.hand where thing.sort is sort"
        "|move client to me.served", "Domain",
    ),
    "if able": ("pick plain in line where plain.worth > 5 + me.score if able|move plain to me.row", "Domain"),
    "a need behind a pick": (
        'pick plain in line|needs plain.worth is not count me.hand else "no"|move plain to me.row'
        "|add 1 to me.score", "Domain",
    ),
    "two picks": ("pick player|pick plain in line where plain.worth > 2|move plain to player.row", "Domain"),
    "two picks, the second asked one by one": (
        "pick player|pick plain in line where plain.worth > player.score|move plain to player.row"
        "|add 2 to me.score", "listed",
    ),
    "sets of one sort and jokers": (
        'pick animal|pick meal: animal.hunger of Thing in me.hand'
        '|needs (distinct sort in meal) <= 1 else "no"|move meal to heap|add 1 to me.score', "Meals",
    ),
    "any sets": ("pick meal: 2 of Thing in me.hand|move meal to heap|add 1 to me.score", "listed"),
}  # fmt: skip


def test_a_processor_without_bmi2_selects_the_same() -> None:
    """Others have no instruction for the bit with a number."""
    lines, _ = CASES["two picks"]
    program = project_from_text(TEXT + "".join(f"    {line}\n" for line in lines.split("|"))).compile(2, (), {}).program
    assert program is not None
    layout, engine = layout_of(optimised(program), packed=True), ReferenceEngine(program)
    module = module_text(layout.program, layout, bmi2=False)
    assert "pdep" not in module.text
    packed = Native(layout.program, layout, made=(object_of(module.text, "fast"), module.messages))
    assert sum(compare_whole(packed, engine, seed, [0, 1, 3, 9, 200]) for seed in range(12)) > 0


@pytest.mark.parametrize("case", CASES)
def test_what_is_counted_is_the_same(case: str) -> None:
    lines, sort = CASES[case]
    text = TEXT + "".join(f"    {line}\n" for line in lines.split("|"))
    project = project_from_text(text)
    for players in (2, 3):
        compiled = project.compile(players, (), {})
        assert compiled.program is not None, [each.message for each in compiled.diagnostics]
        program = optimised(compiled.program)
        packed = Native(program, layout_of(program, packed=True), True, "fast")
        context = Context(program, packed.layout, True)
        found = [counted_plan(context, offer) for offer in program.decisions[0].all_offers]
        shown = ["listed" if isinstance(plan, Unplanned) else type(plan).__name__ for plan in found]
        assert shown[0] == {"none": "NoneType"}.get(sort, sort)
        engine = ReferenceEngine(compiled.program)
        assert sum(compare_whole(packed, engine, seed, [0, 1, 3, 9, 200]) for seed in range(12)) > 0
