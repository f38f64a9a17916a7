"""A bench on which single operations are carried out on the state of any program, whichever engine does it.

Comes in: a program.  Goes out: the same declarations with a flow of operations in place of the game's own, operations
as text, and random ones.  What an operation does is asked of an engine by its protocol alone, or of the naive model;
how the integers lie is `layout`'s.

An operation is a line, ``deal 2 5 7``: its name and its numbers.  ``do`` applies one to a state.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from attrs import astuple, evolve, fields, frozen, has

from interpreter.machine.engine import Engine, GameFault
from interpreter.machine.events import EVENTS, Event
from interpreter.machine.generator import seed_streams
from interpreter.machine.layout import BLOCK, FIRST_STREAM, OUTCOME, Layout
from rulelang.ir.model.expressions import Call, Const, Expr, Frame, Items, Numbers, Seats, Values, Zone, ZoneAt
from rulelang.ir.model.program import Block, Entry, FrameDecl, Function, Program, Result, Rule
from rulelang.ir.model.statements import (
    Deal,
    Goto,
    Halt,
    Move,
    Random,
    Show,
    ShowCounter,
    ShowFact,
    Shuffle,
    SwapCards,
    SwapPlaces,
    Write,
)

MOST_NUMBERS = 8
WORDS = {sort: word for word, sort in EVENTS.items()}
Told = tuple[str | int, ...]
"""An event as the kernel states it: its word, then numbers."""


@frozen
class Bench:
    """A program of operations: the block of each, and which numbers it takes (`signatures`)"""

    program: Program
    blocks: dict[str, int]
    signatures: dict[str, str]
    first_number: int

    def numbers(self, layout: Layout) -> int:
        """The cell of the first number of an operation."""
        cell = layout.frames[self.first_number]
        assert cell is not None
        return cell


def bench_of(program: Program) -> Bench:
    """The declarations of a program with all operations on them."""
    first = len(program.frames)
    numbers = tuple(Frame(first + number) for number in range(MOST_NUMBERS + 1))
    known = dict(_operations(program, numbers))
    blocks = [Block("rest", (), Halt())]
    # A second block reads every number, so that each of them has a cell.
    every = Random(numbers[-1], "x", Values(numbers[:-1]), None, "dice", "number", 0)
    blocks += [Block(name, (statement,), Goto(0)) for name, (_, statement) in known.items()]
    blocks += [Block("numbers", (every,), Goto(0))]
    frames = tuple(FrameDecl(f"number {number}") for number in range(MOST_NUMBERS + 1))
    declared = evolve(
        program,
        title="bench",
        rules=(Rule("bench", ""),),
        rules_hash="0" * 64,
        functions=_needed_functions(program),
        frames=program.frames + frames,
        cards=tuple(evolve(card, face=()) for card in program.cards),
        headers=(),
        procedures=(),
        blocks=tuple(blocks),
        decisions=(),
        steps=(),
        entries=tuple(Entry(block.name, "step", number, None) for number, block in enumerate(blocks)),
        values=(),
        always=(),
        result=Result((), None, None, True),
        play=0,
        figures=(),
    )
    places = {name: number for number, name in enumerate(known, 1)}
    return Bench(declared, places, {name: signature for name, (signature, _) in known.items()}, first)


def _operations(program: Program, a: Sequence[Frame]) -> Any:
    """(name, (signature, statement)) of every operation.

    Signatures: c card, p place, t place to which it goes, i index, n number of cards, s seat, b bit set,
    v value, k key, f card with a column, w number to write, r place that refills.
    """
    # The last frame takes what a statement gives.
    given = a[MOST_NUMBERS]
    at = ZoneAt
    yield "move", ("ct", Move(a[0], at(a[1]), None, 0))
    yield "move_followed", ("ctb", Move(a[0], at(a[1]), None, 0, followers=a[2]))
    yield "move_at", ("cti", Move(a[0], at(a[1]), a[2], 0))
    yield "deal", ("npt", Deal(a[0], at(a[1]), at(a[2]), None, False, None, given, 0))
    yield "deal_at", ("npti", Deal(a[0], at(a[1]), at(a[2]), a[3], False, None, given, 0))
    yield "deal_up_to", ("npt", Deal(a[0], at(a[1]), at(a[2]), None, True, None, None, 0))
    yield "deal_refilled", ("nptr", Deal(a[0], at(a[1]), at(a[2]), None, True, Items(at(a[3])), given, 0))
    yield "shuffle", ("p", Shuffle(at(a[0]), 0))
    yield "settle", ("p", Shuffle(at(a[0]), 0, settle=True))
    yield "swap_places", ("pp", SwapPlaces(at(a[0]), at(a[1]), 0))
    yield "swap_cards", ("cc", SwapCards(a[0], a[1], 0))
    yield "show", ("cb", Show(Values((a[0],)), a[1], 0))
    yield "show_place", ("pb", Show(Items(at(a[0])), a[1], 0))
    yield "random_card", ("p", Random(given, "x", Items(at(a[0])), None, "deal", "card", 0))
    yield "random_seat", ("s", Random(given, "x", Seats(a[0]), None, "deal", "player", 0))
    yield "random_number", ("n", Random(given, "x", Numbers(Const(0), a[0]), None, "dice", "number", 0))
    for number, zone in enumerate(program.zones):
        many = len(zone.keys)
        yield f"move_{number}", ("c" + "k" * many, Move(a[0], Zone(number, tuple(a[1 : 1 + many])), None, 0))
        source = Zone(number, tuple(a[1 : 1 + many]))
        yield f"deal_{number}", ("t" + "k" * many, Deal(Const(1), source, at(a[0]), None, True, None, None, 0))
    for number in range(len(program.columns)):
        yield f"fact_{number}", ("fvb", ShowFact(number, a[0], a[1], a[2], 0))
    for number, counter in enumerate(program.counters):
        many = len(counter.keys)
        mine: tuple[Expr, ...] = tuple(a[:many])
        yield f"write_{number}", ("k" * many + "w", Write(number, mine, a[many], 0))
        if not counter.hidden:
            yield f"tell_{number}", ("k" * many + "b", ShowCounter(number, mine, a[many], 0))


def _needed_functions(program: Program) -> tuple[Function, ...]:
    """The functions that say who sees something; others give 0, so that numbers stay as they are."""
    todo = [seen.function for zone in program.zones for seen in (zone.seen, zone.backs)]
    todo += [counter.seen.function for counter in program.counters]
    needed: set[int] = set()
    while todo:
        number = todo.pop()
        if number is not None and number not in needed:
            needed.add(number)
            todo += [node.function for node in _nodes(program.functions[number]) if isinstance(node, Call)]
    return tuple(
        function if number in needed else Function(function.name, (), Const(0))
        for number, function in enumerate(program.functions)
    )


def _nodes(node: object) -> Any:
    if isinstance(node, tuple):
        for part in node:
            yield from _nodes(part)
    elif has(type(node)):
        yield node
        for field in fields(type(node)):
            yield from _nodes(getattr(node, field.name))


# ---------------------------------------------------------------- carrying out


def begun(engine: Engine, layout: Layout, seed: str) -> list[int]:
    """The state before the first operation."""
    state = [0] * layout.size
    seed_streams(state, layout.program.players, seed)
    engine.begin(state)
    return state


def compared(bench: Bench, layout: Layout, state: list[int]) -> list[int]:
    """What operations change: the streams deal and dice, and all from the first counter to the last place."""
    first = min(layout.counters, default=layout.zone)
    return state[FIRST_STREAM : FIRST_STREAM + 4] + state[first : bench.numbers(layout)]


def in_words(event: Event) -> Told:
    return (WORDS[type(event)], *astuple(event))


def do(engine: Engine, bench: Bench, layout: Layout, state: list[int], line: str) -> tuple[list[int], str, list[Told]]:
    """The state after an operation, the sort of its fault or nothing, and what was told.  `state` stays as it is.

    After a fault the state is the one before, without its events.
    """
    name, *given = line.split()
    after = state.copy()
    number = bench.numbers(layout)
    after[number : number + MOST_NUMBERS + 1] = [*map(int, given), *[0] * (MOST_NUMBERS + 1 - len(given))]
    after[BLOCK], after[OUTCOME] = bench.blocks[name], 0
    events = engine.events
    if events is not None:
        events.clear()
    try:
        engine.run(after)
    except GameFault as fault:
        return state, fault.sort, []
    told = [in_words(event) for event in events or ()]
    if events is not None:
        events.clear()
    return after, "", told


# ---------------------------------------------------------------- by chance


class Hand:
    """Draws operations that fit a state: cards go where their type may lie, keys lie inside."""

    def __init__(self, bench: Bench, layout: Layout, seed: str) -> None:
        self.bench, self.layout, self.chance = bench, layout, random.Random(seed)
        self.program = bench.program
        usable = [name for name, sorts in bench.signatures.items() if bench.program.cards or "c" not in sorts]
        plain = [name for name in usable if _declared(name) is None]
        special = [name for name in usable if _declared(name) is not None]
        moving = [name for name in plain if name.startswith(("move", "deal", "swap", "show", "shuffle", "settle"))]
        self.groups = (moving, moving, plain, special)

    def draw(self, state: list[int]) -> str:
        """One operation on this state, as a line."""
        while True:
            name = self.chance.choice(self.chance.choice(self.groups))
            numbers = self._numbers(name, state)
            if all(self._fits(cards, place) for cards, place in self._moved(name, numbers, state)):
                return " ".join([name, *map(str, numbers)])

    def _numbers(self, name: str, state: list[int]) -> list[int]:
        chance, program, declared = self.chance, self.program, _declared(name) or 0
        of = program.zones if name.startswith(("move", "deal")) else program.counters
        keys = iter(of[declared].keys if _declared(name) is not None and not name.startswith("fact") else ())
        numbers = []
        for sort in self.bench.signatures[name]:
            match sort:
                case "c":
                    numbers.append(self._card(state))
                case "p" | "t" | "r":
                    numbers.append(self._place(state, filled=sort != "t"))
                case "i":
                    numbers.append(chance.choice((0, 0, 0, 1, 1, 2, 3, 5, -1, chance.randrange(30))))
                case "n":
                    numbers.append(chance.choice((0, 1, 1, 1, 1, 2, 2, 3, 5, -1)))
                case "s":
                    numbers.append(chance.randrange(program.players))
                case "b":
                    numbers.append(chance.randrange(1 << program.players))
                case "f":
                    table = program.tables[program.columns[declared][1]]
                    numbers.append(table.first + chance.randrange(len(table.values)))
                case "v":
                    numbers.append(chance.choice(program.tables[program.columns[declared][1]].values))
                case "w":
                    low, high = program.counters[declared].low, program.counters[declared].high
                    beyond = [low - (low > -(2**31)), high + (high < 2**31 - 1)]
                    numbers.append(chance.choice([*beyond, *(chance.randint(low, high) for _ in range(6))]))
                case "k":
                    key = next(keys)
                    numbers.append(chance.randint(key.low, key.high))
        return numbers

    def _moved(self, name: str, numbers: list[int], state: list[int]) -> list[tuple[list[int], int]]:
        """Which cards may come to which places."""
        zones, declared = state[self.layout.zone :], _declared(name)
        if name.startswith("move"):
            if declared is None:
                return [(numbers[:1], numbers[1])]
            return [(numbers[:1], self.layout.place_number(declared, tuple(numbers[1:])))]
        if name.startswith("deal") and declared is not None:
            return [(self._lying(state, self.layout.place_number(declared, tuple(numbers[1:]))), numbers[0])]
        if name == "deal_refilled":
            _, source, target, refill = numbers
            # A place that refills itself is nothing that a program can say.
            cards = self._lying(state, refill) if refill != source else list(range(len(self.program.cards)))
            return [(cards, source), (cards + self._lying(state, source), target)]
        if name.startswith("deal"):
            return [(self._lying(state, numbers[1]), numbers[2])]
        if name == "swap_places":
            return [(self._lying(state, numbers[0]), numbers[1]), (self._lying(state, numbers[1]), numbers[0])]
        if name == "swap_cards":
            return [(numbers[:1], zones[numbers[1]]), (numbers[1:], zones[numbers[0]])]
        return []

    def _fits(self, cards: Sequence[int], place: int) -> bool:
        types = self.program.zones[self.layout.places[place].declaration].types
        return all(self.program.cards[card].type in types for card in cards)

    def _lying(self, state: list[int], place: int) -> list[int]:
        at = self.layout.places[place]
        return state[at.cards : at.cards + state[at.size]]

    def _card(self, state: list[int]) -> int:
        """Any card, rather one that lies outside the box."""
        cards = range(len(self.program.cards))
        out = [card for card in cards if state[self.layout.zone + card]]
        return self.chance.choice(out if out and self.chance.random() < 0.7 else cards)

    def _place(self, state: list[int], filled: bool) -> int:
        """Any place, if `filled` rather one in which something lies."""
        places = range(len(self.layout.places))
        full = [place for place in places if state[self.layout.places[place].size]]
        return self.chance.choice(full if filled and full and self.chance.random() < 0.8 else places)


def _declared(name: str) -> int | None:
    """The number of the place, counter or column for which an operation is."""
    number = name.rsplit("_", 1)[-1]
    return int(number) if number.isdigit() else None
