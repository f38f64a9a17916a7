"""One game from its first card to its end, played by bots.

Comes in: a game, a seed, the bots' names.  Goes out: a `Playout`.  What went wrong in the rules is part of
it; nothing is raised for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve, field

from interpreter.bots import Sight, reads, seat_bots
from interpreter.bots.trail import Trail
from interpreter.machine.engine import Engine, GameFault, Picks
from interpreter.machine.generator import seed_streams
from interpreter.records import NOT_FINISHED, Record, Recorder
from interpreter.simulate.watching import Coverage, Notes, Watcher
from rulelang.nodes import frozen

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.machine.results import Result

MOST_DECISIONS = 10_000
"""A game that is not over after so many decisions is given up."""


@frozen
class Playout:
    """How one game went

    `turns`: how often the one who has to choose changed, the first counted in.  `real`: decisions with more
    than one choice; `options`: the choices of all decisions together.  Without a result it was given up, or
    stopped by a fault of the rules.  `notes` only where the game was watched.
    """

    seed: str
    decisions: int
    turns: int
    real: int
    options: int
    result: Result | None
    fault: str | None = None
    notes: Notes | None = field(default=None, repr=False)


def play_out(game: Game, seed: str, bots: Sequence[str], most: int = MOST_DECISIONS, watch: bool = False) -> Playout:
    """Play one game to its end; `watch` also takes notes at every decision, which is slower."""
    if not watch:
        return _play(game, seed, bots, most, game.engine(), None)
    engine = game.engine(traced=True)
    watcher = Watcher(game, engine)
    playout = _play(game, seed, bots, most, engine, watcher)
    return evolve(playout, notes=watcher.notes(playout.result))


def play_covered(game: Game, seed: str, bots: Sequence[str], most: int, coverage: Coverage) -> Playout:
    """Play one game to its end, and add what happens in it to what happened in others of the same edition."""
    return _play(game, seed, bots, most, coverage.engine, coverage)


def _play(game: Game, seed: str, bots: Sequence[str], most: int, engine: Engine, watcher: Coverage | None) -> Playout:
    seats = seat_bots(bots, seed, game.program)
    decisions = turns = real = options = 0
    chooser = -1
    result = fault = None
    array = [0] * game.layout.size
    seed_streams(array, game.players, seed)
    try:
        engine.begin(array)
        engine.run(array)
        trail = Trail(game, seed) if any(map(reads, bots)) else None
        while decisions < most and (number := engine.decision(array)) is not None:
            raw = engine.choices(array)
            player = engine.chooser(array)
            decisions += 1
            options += len(raw)
            real += len(raw) > 1
            turns += player != chooser
            chooser = player
            if watcher:
                watcher.happened()
                watcher.decision(array, number, player, raw)
            bot = seats[player]
            assert bot is not None
            past = () if trail is None else trail.past
            offer, picks = raw[bot.choose(Sight(game.stand(array, log=False), player, len(raw), raw, past))]
            if trail is not None:
                trail.choose(offer, picks)
            if watcher:
                watcher.choose(number, offer)
            engine.choose(array, offer, picks)
            engine.run(array)
        result = game.result(array, engine) if engine.over(array) else None
    except GameFault as problem:
        fault = str(problem)
    if watcher:
        watcher.left(array, result)
    return Playout(seed, decisions, turns, real, options, result, fault)


def recorded(game: Game, seed: str, bots: Sequence[str], most: int) -> tuple[Record, GameFault | None]:
    """The record of the same game up to so many choices, and the fault that stops it there, if one does."""
    seats = seat_bots(bots, seed, game.program)
    recorder = Recorder(game, seed, tuple(bots))
    made: list[tuple[int, Picks]] = []
    reading = any(map(reads, bots))
    try:
        state = game.new(seed, log=False)
        for _ in range(most):
            decision = state.decision
            if decision is None:
                break
            bot = seats[decision.player]
            assert bot is not None
            past = Trail.of(game, seed, made).past if reading else ()
            choice = decision.choices[bot.choose(Sight(state, decision.player, len(decision.choices), past=past))]
            made.append((choice.offer, choice.picks))
            recorder.add(decision.player, choice.text)
            state.apply(choice)
        _ = state.many, state.result  # either may be what cannot be worked out
    except GameFault as fault:
        return evolve(recorder.unfinished(), end=NOT_FINISHED), fault
    return recorder.record(state), None
