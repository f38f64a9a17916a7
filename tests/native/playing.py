"""The same game on two engines, compared cell by cell after every step."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial

from interpreter.game import Game
from interpreter.kernel.written import width
from interpreter.machine.engine import EVERYONE_LOST, Engine, GameFault
from interpreter.machine.generator import bot_draw, seed_streams
from interpreter.machine.layout import OUTCOME, Layout, Place, layout_of
from interpreter.native.drive.calls import Desk, Native
from interpreter.native.drive.engine import NativeEngine
from interpreter.native.drive.whole_games import Work, stream_words
from interpreter.native.emit.entry.rows import ENDED, FAULTED, FIRST_SCORE, GIVEN_UP, STATUS, row_width
from interpreter.reference.engine import ReferenceEngine
from rulelang.ir.model.program import Program


def engines(
    program: Program, checked: bool = True, pipeline: str | None = "fast"
) -> tuple[ReferenceEngine, NativeEngine]:
    layout = layout_of(program)
    native = NativeEngine(program, layout, checked=checked, pipeline=pipeline)  # type: ignore[arg-type]
    assert native.native is not None
    return ReferenceEngine(program, layout), native


def told(work: Callable[[], object]) -> object:
    """What it gives, or the fault."""
    try:
        return work()
    except GameFault as fault:
        return fault.message, fault.rule, fault.sort


def compare(pair: tuple[Engine, Engine], program: Program, seed: int, most: int) -> int:
    """Plays one game by chance on both; says how many choices were made."""
    one, other = pair
    state: list[int] = [0] * layout_of(program).size
    seed_streams(state, program.players, seed)
    same = state.copy()
    one.begin(state)
    other.begin(same)
    for made in range(most):
        fault = told(lambda: one.run(state))
        assert told(lambda: other.run(same)) == fault
        if fault is not None:
            return made
        assert same == state
        assert one.decision(state) == other.decision(same)
        if one.over(state):
            assert other.over(same)
            assert scores(one, program, state) == scores(other, program, same)
            return made
        choices = told(lambda: one.choices(state))
        assert told(lambda: other.choices(same)) == choices
        if not isinstance(choices, list):
            return made
        player = one.chooser(state)
        assert other.chooser(same) == player
        offer, picks = choices[bot_draw(state, player, len(choices))]
        bot_draw(same, player, len(choices))
        one.choose(state, offer, picks)
        other.choose(same, offer, picks)
        assert same == state
    return most


def compare_whole(packed: Native, engine: ReferenceEngine, seed: int, moments: Sequence[int]) -> int:
    """Plays one game whole, up to each of the moments (counted in decisions, rising); says to which it came.

    `packed` plays the program as it comes, and is compared cell by cell, or as it is after passes of the optimiser, and
    then by what they must leave as it is.
    """
    program, layout = engine.program, engine.layout
    state: list[int] = [0] * layout.size
    seed_streams(state, program.players, seed)
    engine.begin(state)
    fault = told(lambda: engine.run(state))
    made = 0
    for moment in moments:
        if not isinstance(fault, tuple):
            fault = told(partial(engine.playout, state, moment - made))
        made = moment
        row, reached = played_whole(packed, program, seed, moment)
        if isinstance(fault, tuple):
            assert row[STATUS] == FAULTED
            return made
        over = engine.over(state)
        if over and isinstance(told(partial(Game(program).result, state, engine)), tuple):
            assert row[STATUS] == FAULTED, "what the winner or a payoff is made from has no value"
            return made
        assert row[STATUS] == (ENDED if over else GIVEN_UP)
        played = packed.layout.program
        if played.knowing and (played.zones, played.frames) == (program.zones, program.frames):
            assert unpacked(reached, packed.layout, layout) == state
        else:
            assert lasting(packed.layout, reached) == lasting(layout, state, packed.layout)
        if over:
            if state[OUTCOME] < EVERYONE_LOST:
                many = len(program.result.criteria) * program.players
                assert list(row[FIRST_SCORE : FIRST_SCORE + many]) == scores(engine, program, state)
            return made
    return made


def played_whole(packed: Native, program: Program, seed: int, most: int) -> tuple[array[int], array[int]]:
    """The row of one game of so many decisions at most, and the packed state to which it came."""
    row = array("i", [0]) * row_width(packed.layout)
    work = Work(packed, program, range(1), 1, True, most, stream_words(program.players, [seed]), row)
    work.desk = Desk(width(program))
    work.desk.ready(limited=False)
    work.run()
    return row, work.state


def lasting(layout: Layout, state: Sequence[int], shapes: Layout | None = None) -> list[object]:
    """What no pass may change: where the game rests, its outcome, the streams, the counters, and what cards in each
    place look like, in their order unless one of the two layouts has none.
    """
    looks = [card.look for card in layout.program.cards]
    found: list[object] = [list(state[: layout.zone])]
    for at, other in zip(layout.places, (shapes or layout).places, strict=True):
        seen = [looks[card] for card in lying(at, state)]
        found.append(sorted(seen) if other.base is not None else seen)
    return found


def lying(at: Place, state: Sequence[int]) -> list[int]:
    """The cards of a place, by number where they are bits."""
    written = state[at.cards : at.cards + at.room]
    if at.base is None:
        return list(written[: state[at.size]])
    cards = [at.base + bit for bit in range(32 * at.room) if written[bit // 32] >> bit % 32 & 1]
    assert len(cards) == state[at.size]
    return cards


def unpacked(cells: Sequence[int], packed: Layout, plain: Layout) -> list[int]:
    """The state that a packed one stands for."""
    state = list(cells[: packed.places[0].size])
    for at, place in zip(packed.places, plain.places, strict=True):
        state += cells[at.size : at.cards]
        cards = lying(at, cells)
        state += cards + [0] * (place.room - len(cards))
    last = packed.places[-1]
    return state + list(cells[last.cards + last.room :])


def scores(engine: Engine, program: Program, state: list[int]) -> object:
    """All criteria of all players, or the fault."""
    seats = range(program.players)
    return told(lambda: [engine.call(each.function, state, seat) for each in program.result.criteria for seat in seats])
