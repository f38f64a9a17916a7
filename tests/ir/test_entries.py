"""Where a test may begin, and where what it began is over; questions that are asked with a game."""

from __future__ import annotations

from rulelang.compiling import project_from_text
from rulelang.ir.lower import translate
from rulelang.ir.model.expressions import Const
from rulelang.ir.model.statements import Goto
from tests.ir.conftest import CARDS, HEAD, Lower

TEXT = """
to win: add 1 to rounds
to night: turns from opener where me.score < 1: choose gain
to gain: add 1 to me.score
after night: add 1 to rounds
play:
    win
    night
"""


def test_turns_and_play_are_always_entries(lower: Lower) -> None:
    found = lower(TEXT)
    assert [(entry.kind, entry.name) for entry in found.program.entries] == [
        ("step", "play"), ("turn", "night"), ("end", "night"),
    ]  # fmt: skip
    turn = found.program.entries[1]
    assert turn.me is not None
    assert found.program.frames[turn.me.slot].name == "night.turn"


def test_a_step_is_an_entry_when_it_is_asked_for() -> None:
    program, _ = project_from_text(HEAD + CARDS + TEXT).resolve()
    made, _, _ = translate(program, 2, entries=frozenset(["win"]))
    assert made is not None
    assert [(entry.kind, entry.name) for entry in made.entries][1:3] == [("step", "win"), ("end", "win")]
    begin, end = made.entries[1].block, made.entries[2].block
    assert begin != end
    assert [statement.__class__.__name__ for statement in made.blocks[begin].body] == ["Write"]
    assert made.blocks[begin].end == Goto(end), "the end is a block of its own, at which a run can be stopped"


def test_questions_are_functions_without_parameters() -> None:
    project = project_from_text(HEAD + CARDS + "define worth = 3\n" + TEXT)
    program, _ = project.resolve()
    question = program.defines["worth"].layers[0].value
    made, numbers, _ = translate(program, 2, questions=[question, question])
    assert made is not None
    assert [made.functions[number].value for number in numbers] == [Const(3), Const(3)]


def test_what_cannot_be_played_yet_is_said_at_its_place() -> None:
    text = HEAD + CARDS.replace("line: row of Chip, seen by all", "line: row of Chip, seen by nobody")
    project = project_from_text(text + "play: shuffle line\n")
    program, _ = project.resolve()
    made, numbers, found = translate(program, 2)
    assert made is None
    assert numbers == []
    assert [d.code for d in found] == ["RL0901"]
    assert found[0].span is not None
    assert project.source.text[found[0].span.start : found[0].span.end] == "line"


def test_a_set_drawn_by_chance_cannot_be_played_yet() -> None:
    project = project_from_text(HEAD + CARDS + "play: move (random pair: 2 of Chip in line) to box\n")
    program, _ = project.resolve()
    made, _, found = translate(program, 2)
    assert made is None
    assert [(d.code, d.message) for d in found] == [
        ("RL0901", "a set of cards drawn by chance is no part of the language")
    ]
