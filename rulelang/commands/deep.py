"""`rulec check --deep N`: what only playing finds.

Comes in: a sound project.  Goes out: for each number of players and each variant N random games; a `.play`
file and a sentence for each kind of fault.  Playing is left to `interpreter.simulate`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import evolve

from interpreter.bots import RandomBot, Sight
from interpreter.game import Game
from interpreter.machine.engine import GameFault
from interpreter.records import NOT_FINISHED, Record, Recorder
from interpreter.simulate import Plan, Playout, play_all
from rulelang.commands.outcome import say
from rulelang.commands.playable import compiled
from rulelang.commands.recording import write
from rulelang.commands.runs import with_backend
from rulelang.compiling import Project

SEED = "deep"
WORTH_IT = 20
"""For so many games it is worth while to make native code."""


def play_deeply(project: Project, games: int, folder: Path, quiet: bool) -> bool:
    """Whether all games came to an end.  `quiet`: what is found is told on standard error, apart from the output."""
    well = True
    count = 0
    for game in _configurations(project):
        told: set[str] = set()
        bots = ("random",) * game.players
        (quick,) = with_backend([game], None if games >= WORTH_IT else "python", bots, watch=False)
        for playout in play_all(quick, Plan(SEED, games, bots, watch=False)):
            count += 1
            problem = playout.fault or (None if playout.result else f"not over after {playout.decisions} decisions")
            if problem is not None and problem not in told:
                told.add(problem)
                well = False
                _report(game, project, playout, problem, folder, quiet)
    if well:
        say(f"{project.source.path}: {count} random games came to their end", err=quiet)
    return well


def _configurations(project: Project) -> Iterator[Game]:
    """The base game and each variant, for every number of players."""
    for variants in [(), *((title,) for title in project.variants)]:
        low, high = project.resolve(variants)[0].players
        for players in range(low, high + 1):
            yield Game(compiled(project, players, variants, {}), name=project.source.path)


def _report(game: Game, project: Project, playout: Playout, problem: str, folder: Path, quiet: bool) -> None:
    what = ", ".join([f"{game.players} players", *game.variants])
    stem = "-".join([Path(project.source.path).stem.strip("<>"), str(game.players), *game.variants]).replace(" ", "_")
    path = folder / f"{stem}-{playout.seed.replace('/', '-')}.play"
    say(f"{project.source.path} ({what}, seed {playout.seed}): {problem}", err=quiet)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write(path, _played_again(game, playout))
    except OSError as refused:
        say(f"  the game could not be written to {path}: {refused.strerror}", err=True)
    else:
        say(f"  rulec replay {path} shows how it came to that", err=quiet)


def _played_again(game: Game, playout: Playout) -> Record:
    """The record of the same game; its last line is the choice that led to the fault."""
    seats = [RandomBot(playout.seed, seat) for seat in range(game.players)]
    recorder = Recorder(game, playout.seed, ("random",) * game.players)
    try:
        state = game.new(playout.seed, log=False)
        for _ in range(playout.decisions):
            decision = state.decision
            if decision is None:
                break
            bot = seats[decision.player]
            choice = decision.choices[bot.choose(Sight(state, decision.player, len(decision.choices)))]
            recorder.add(decision.player, choice.text)
            state.apply(choice)
    except GameFault:
        # The fault comes again when it is replayed.
        return evolve(recorder.unfinished(), end=NOT_FINISHED)
    return recorder.record(state)
