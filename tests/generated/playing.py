"""A text played on both engines with equal choices: everything that anybody could notice is compared.

Comes in: the text of a game.  Goes out: how it went; AssertionError where the engines differ.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from typing import Literal, TypeAlias

from attrs import fields, frozen, has

from interpreter.game import Game
from interpreter.machine.engine import GameFault
from interpreter.machine.layout import layout_of
from interpreter.native.drive.calls import Native
from interpreter.native.drive.engine import NativeEngine
from interpreter.reference.engine import ReferenceEngine
from interpreter.state import State
from rulelang.compiling import Compiled, Project, has_errors, project_from_text
from rulelang.ir.model.program import Program
from rulelang.ir.optimise import optimised
from rulelang.source import Span
from tests.ir.proved import holds_in_play
from tests.native.playing import compare_whole

MOST_CHOICES = 12
Ending: TypeAlias = Literal["unclean", "ended", "fault", "cut"]


@frozen
class Played:
    """How a text went: it did not check clean, or how its game ended; how many states were compared; its nodes"""

    ending: Ending
    states: int
    nodes: Counter[str]
    codes: tuple[str, ...] = ()


def played(text: str, seed: int, whole: bool = False) -> Played:
    """Plays one text in some setting that it allows; `whole`: as whole games in machine code too."""
    project = project_from_text(text)
    tree, found = project.parse()
    nodes = occurring(tree)
    compiled = None if has_errors(found) else _compiled(project, random.Random(seed))
    program = compiled and compiled.program
    if not program:
        problems = compiled.diagnostics if compiled else found
        return Played("unclean", 0, nodes, tuple(each.code for each in problems if each.severity == "error"))
    nodes += occurring(program)
    games = Game(program, "python"), _native(program)
    ending, states = _together(games, seed)
    holds_in_play(program, seed)
    if whole:
        for each in (program, optimised(program)):
            packed = Native(each, layout_of(each, packed=True), True, "fast")
            compare_whole(packed, ReferenceEngine(program), seed, [3, MOST_CHOICES])
    return Played(ending, states, nodes)


def _native(program: Program) -> Game:
    """A game of native code that is not kept on the disk."""
    game = Game(program, "native")
    game._engines[(False, False)] = NativeEngine(program, game.layout, pipeline="fast")
    return game


def _compiled(project: Project, drawn: random.Random) -> Compiled:
    """With some number of players, some variant, some value of each option; what `check` refuses is refused."""
    variants = drawn.choice([(), *((title,) for title in project.variants)])
    program, problems = project.resolve(variants)
    if has_errors(problems):
        return Compiled(None, (), tuple(problems))
    fewest, most = program.players
    options = {name: str(drawn.choice(option.values)) for name, option in program.options.items()}
    return project.compile(drawn.randint(fewest, most), variants, options)


def occurring(tree: object) -> Counter[str]:
    """How often each class of node stands in a tree."""
    found: Counter[str] = Counter()
    todo = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, tuple | list):
            todo += node
        elif isinstance(node, dict):
            todo += node.values()
        elif named := _fields(type(node)):
            found[named[0]] += 1
            todo += [getattr(node, name) for name in named[1]]
    return found


@cache
def _fields(sort: type) -> tuple[str, tuple[str, ...]] | None:
    """The name of a class of nodes and those of its fields."""
    if not has(sort) or sort is Span:
        return None
    return f"{sort.__module__.split('.')[1]}.{sort.__name__}", tuple(each.name for each in fields(sort))


def told(work: Callable[[], object]) -> object:
    """What it gives, or the fault."""
    try:
        return work()
    except GameFault as fault:
        return "fault", fault.message, fault.rule, fault.sort


def _together(games: tuple[Game, Game], seed: int) -> tuple[Ending, int]:
    """Both from the beginning to the end, or for so many choices."""
    drawn = random.Random(seed)
    one, other = (told(partial(game.new, seed, log=game is games[0])) for game in games)
    if not isinstance(one, State) or not isinstance(other, State):
        assert one == other
        return "fault", 0
    for made in range(MOST_CHOICES):
        _equal(one, other, thoroughly=made % 3 == 0)
        many = told(partial(getattr, one, "many"))
        assert told(partial(getattr, other, "many")) == many
        if not isinstance(many, int):
            return "fault", made
        if not many:
            return "ended", made + 1
        chosen = drawn.randrange(many)
        done = told(partial(one.apply, chosen))
        assert told(partial(other.apply, chosen)) == done
        if done is not None:
            return "fault", made + 1
    return "cut", MOST_CHOICES


def _equal(one: State, other: State, thoroughly: bool) -> None:
    """Cells, questions, choices in words and results are the same; `thoroughly`: what everybody sees too."""
    assert list(one.array) == list(other.array)
    assert one.is_over == other.is_over
    assert told(partial(_question, one)) == told(partial(_question, other))
    if one.is_over:
        assert told(partial(getattr, one, "result")) == told(partial(getattr, other, "result"))
    if thoroughly or one.is_over:
        for player in (*range(one.game.players), None):
            assert told(partial(_seen, one, player)) == told(partial(_seen, other, player))


def _question(state: State) -> object:
    decision = state.decision
    return decision and (decision.player, decision.name, decision.texts)


def _seen(state: State, player: int | None) -> object:
    return state.view(player).to_dict()
