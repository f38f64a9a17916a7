"""What only playing finds: random games of a project, as a part of `rulec check`.

Comes in: a project without errors.  Goes out: a `Trial`: how many games there were, a message for each thing that
stopped one, and what happened in none.  Before the random games come short ones in which everybody does the same step
whenever he may: that is how a pile runs dry, a place gets full and a counter leaves its bounds.  Playing is left to
`interpreter.simulate`; which settings are played, so that any two values come together once, to allpairspy.
"""

from __future__ import annotations

import shlex
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, evolve, field

from rulelang import answers
from rulelang.commands.messages import how_many_play
from rulelang.commands.outcome import say
from rulelang.compiling import Project
from rulelang.diagnostics import Diagnostic, diagnostic
from rulelang.ir.faults import FAULT_CODES
from rulelang.nodes import frozen
from rulelang.source import Span

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.simulate import Playout
    from interpreter.simulate.watching import Coverage

SEED = "check"
GAMES = 300
DECISIONS = 6_000
"""So many games, or as many as have so many decisions together, are about a second's work."""
ROUNDS = 3
LONGEST = 5_000
"""A game that is not over after so many decisions is said not to end."""
SECONDS = 4.0
"""Where one decision is a long piece of work, it ends after so many seconds of work, whatever was played by then."""
PRESSED, PRESSED_ONE = 1_500, 150
"""So many decisions of games in which everybody always does the same, and so many in one: it need not end."""
WORTH_IT = 20
"""For so many games of one setting it is worth while to make native code."""
Setting: TypeAlias = tuple[tuple[str, ...], int, tuple[tuple[str, str], ...]]
"""The titles of variants, how many play, and the options that have not their normal values."""


@frozen
class Stopped:
    """A game that came to no end, who played it, and how many choices were made in it."""

    setting: Setting
    seed: str
    bots: tuple[str, ...]
    choices: int


@frozen
class Trial:
    """What random games showed

    `games`: how many random games there were.  `found` and `stopped` go together.  `never`: in words, what came up in
    no game.
    """

    games: int
    players: tuple[int, int]
    found: tuple[Diagnostic, ...]
    stopped: tuple[Stopped, ...]
    never: tuple[str, ...]

    def sentences(self) -> Iterator[str]:
        """What is told where every game came to its end."""
        players = how_many_play(*self.players)
        yield f"{_games(self.games)} of {players} came to {'its' if self.games == 1 else 'their'} end"
        if self.never:
            yield f"in none of them {'; '.join(self.never)}"


def try_out(project: Project, deep: int | None) -> Trial:
    """Play random games: a second's work over all settings, or so many of each sort if `deep` says it.

    Scenarios have no part in them: where only these have changed, what is known is told again.
    """
    import interpreter

    machine = answers.digest(Path(interpreter.__file__).parent)
    question = ("tried", deep, machine)

    def anew() -> Trial:
        return project.answered(question, lambda: _Trying(project, deep).trial(), project.played)

    return project.answered(question, anew)


@define
class _Played:
    """One setting, and what came up in its games"""

    setting: Setting
    game: Game
    games: int = 0
    offered: set[str] = field(factory=set)
    chosen: set[str] = field(factory=set)
    places: set[str] = field(factory=set)


@define
class _Trying:
    """A trial while it goes on; `problems` by what they say, each with the first game and how many it stopped."""

    project: Project
    deep: int | None
    games: int = 0
    pressed: int = 0
    problems: dict[str, tuple[Stopped, _Played]] = field(factory=dict)
    times: Counter[str] = field(factory=Counter)

    def trial(self) -> Trial:
        played = list(self._ready())
        if self.deep is None:
            self._some(played)
        else:
            for one in played:
                self._many(one, self.deep)
        found = tuple(self._told(problem, *where) for problem, where in self.problems.items())
        stopped = tuple(first for first, _ in self.problems.values())
        return Trial(self.games, self.project.resolve()[0].players, found, stopped, tuple(_never(played)))

    def _ready(self) -> Iterator[_Played]:
        """All settings but those whose options do not go together."""
        for setting in settings(self.project) if self.deep is None else plain_settings(self.project):
            if game := game_of(self.project, setting):
                yield _Played(setting, game)

    def _some(self, played: Sequence[_Played]) -> None:
        """One game of each setting in turn, until that is enough; more before something is said never to come up."""
        from interpreter.simulate.watching import Coverage

        began = time.process_time()
        covered = [(one, Coverage(one.game, one.game.engine(traced=True))) for one in played]
        self._press(covered, began)
        for _ in range(ROUNDS):
            self._a_round(covered, began)
            for one, coverage in covered:
                one.offered, one.chosen, one.places = {*coverage.offered}, {*coverage.chosen}, {*coverage.places()}
            if not any(_never(played)):
                return

    def _a_round(self, covered: Sequence[tuple[_Played, Coverage]], began: float) -> None:
        from interpreter.machine.generator import seed_of
        from interpreter.simulate.playout import play_covered

        left = DECISIONS
        while covered and self.games < GAMES and left > 0 and time.process_time() - began < SECONDS:
            one, coverage = covered[self.games % len(covered)]
            most = min(LONGEST, left)
            playout = play_covered(one.game, seed_of(SEED, one.games), _bots(one.game), most, coverage)
            left -= playout.decisions
            if playout.result or playout.fault or most == LONGEST:
                self.games += 1
                one.games += 1
                self._count(one, playout, _bots(one.game))

    def _press(self, covered: Sequence[tuple[_Played, Coverage]], began: float) -> None:
        """Games in which everybody always does the same, each step in turn, for all settings in turn."""
        from interpreter.bots.model import all_steps
        from interpreter.machine.generator import seed_of
        from interpreter.simulate.playout import play_covered

        steps = [all_steps(one.game.program) for one, _ in covered]
        left = PRESSED
        for number in range(max(map(len, steps), default=0)):
            for (one, coverage), names in zip(covered, steps, strict=True):
                if left <= 0 or time.process_time() - began > SECONDS:
                    return
                if number < len(names) > 1:
                    bots = (f"always:{names[number]}",) * one.game.players
                    playout = play_covered(one.game, seed_of(SEED, number), bots, min(PRESSED_ONE, left), coverage)
                    left -= playout.decisions
                    self.pressed += 1
                    self._count(one, playout, bots)

    def _many(self, one: _Played, games: int) -> None:
        """So many games, in native code where it can be had."""
        from interpreter.simulate import Plan, play_all
        from rulelang.commands.runs import with_backend

        bots = _bots(one.game)
        (quick,) = with_backend([one.game], None if games >= WORTH_IT else "python", bots)
        for playout in play_all(quick, Plan(SEED, games, bots)):
            self.games += 1
            self._count(one, playout, bots)
            if playout.notes is not None:
                one.offered |= {name for name, (offered, _) in playout.notes.moves.items() if offered}
                one.chosen |= {name for name, (_, chosen) in playout.notes.moves.items() if chosen}
                one.places |= playout.notes.touched

    def _count(self, one: _Played, playout: Playout, bots: tuple[str, ...]) -> None:
        if playout.result is not None or (bots[0] != "random" and playout.fault is None):
            return
        problem = playout.fault or ""
        self.times[problem] += 1
        self.problems.setdefault(problem, (Stopped(one.setting, playout.seed, bots, playout.decisions), one))

    def _told(self, problem: str, first: Stopped, one: _Played) -> Diagnostic:
        """A message about what stopped games, with how to see the first of them."""
        shown = shown_by(self.project, first)
        if not problem:
            told = diagnostic("RL1101", _course(self.project), choices=first.choices)
            return evolve(told, help=f"{told.help}\nit is shown by\n{shown}")
        from interpreter.simulate.playout import recorded

        fault = recorded(one.game, first.seed, first.bots, first.choices)[1]
        assert fault is not None, "the same game comes to the same fault"
        told = diagnostic(FAULT_CODES[fault.sort], _span(self.project, fault.rule.place), message=fault.message)
        games = self.games + self.pressed
        stops = f"{self.times[problem]} of {games} game{'' if games == 1 else 's'}"
        seen = f"it stopped {stops}, one of them after {_choices(first.choices)}:\n{shown}"
        return evolve(told, help=f"{told.help}\n{seen}" if told.help else seen)


# ---------------------------------------------------------------- what is played


def plain_settings(project: Project) -> list[Setting]:
    """The base game and each variant with its normal options, for every number of players."""
    return [
        (variants, players, ())
        for variants in [(), *((title,) for title in project.variants)]
        for players in _numbers(project, variants)
    ]


def settings(project: Project) -> list[Setting]:
    """Those, and others in which any two of a variant, a number of players and the values of two options meet."""
    from allpairspy import AllPairs

    layers = [(), *((title,) for title in project.variants)]
    options = {name: option for titles in layers for name, option in project.resolve(titles)[0].options.items()}
    numbers = sorted({players for titles in layers for players in _numbers(project, titles)})
    found = plain_settings(project)
    if not options:
        return found
    for titles, players, *values in AllPairs([layers, numbers, *(option.values for option in options.values())]):
        program = project.resolve(titles)[0]
        chosen = tuple(
            (name, value)
            for name, value in zip(options, values, strict=True)
            if name in program.options and value != program.chosen.get(name, program.options[name].normally)
        )
        if chosen and players in _numbers(project, titles):
            found.append((titles, players, chosen))
    return found


def _numbers(project: Project, variants: tuple[str, ...]) -> range:
    low, high = project.resolve(variants)[0].players
    return range(low, high + 1)


def game_of(project: Project, setting: Setting) -> Game | None:
    """Ready to be played; none of options that do not go together with the rest."""
    from interpreter.game import Game

    variants, players, options = setting
    # games with other options are many, and seldom asked for again
    made = (project.compiled if options else project.compile)(players, variants, dict(options))
    return None if made.program is None else Game(made.program, name=project.source.path)


def _bots(game: Game) -> tuple[str, ...]:
    return ("random",) * game.players


# ---------------------------------------------------------------- what is told


def shown_by(project: Project, stopped: Stopped) -> str:
    """What shows a game again."""
    variants, players, options = stopped.setting
    words = ["rulec", "play", project.source.path, "--players", f"{players}"]
    words += [word for title in variants for word in ("--variant", title)]
    words += [word for name, value in options for word in ("--set", f"{name}={value}")]
    words += [word for seat in range(players) for word in ("--seat", f"{seat + 1}={stopped.bots[seat]}")]
    return shlex.join([*words, "--seed", stopped.seed])


def write_stopped(project: Project, trial: Trial, folder: Path) -> None:
    """A `.play` file in the folder for each game that came to no end, told on standard error."""
    from interpreter.simulate.playout import recorded
    from rulelang.commands.recording import write

    for stopped in trial.stopped:
        game = game_of(project, stopped.setting)
        assert game is not None
        variants, players, options = stopped.setting
        words = [Path(project.source.path).stem.strip("<>"), f"{players}", *variants, *(value for _, value in options)]
        stem = "-".join([*words, stopped.seed]).replace(" ", "_").replace("/", "-")
        path = folder / f"{stem}.play"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write(path, recorded(game, stopped.seed, stopped.bots, stopped.choices)[0])
        except OSError as refused:
            say(f"the game could not be written to {path}: {refused.strerror}", err=True)
        else:
            say(f"rulec replay {path} shows how it came to that", err=True)


def _never(played: Sequence[_Played]) -> Iterator[str]:
    """What came up in no game of any setting."""
    from interpreter.bots.model import all_steps
    from interpreter.simulate.findings import some
    from interpreter.simulate.watched import line_of
    from interpreter.simulate.watching import lines_that_show, only_fallbacks

    programs = [one.game.program for one in played]
    offered = set[str]().union(*(one.offered for one in played))
    chosen = set[str]().union(*(one.chosen for one in played))
    lines = {line_of(place) for one in played for place in one.places}
    names = dict.fromkeys(name for program in programs for name in all_steps(program))
    fallbacks = {name for program in programs for name in only_fallbacks(program)}
    missing = [name for name in names if name not in offered and name not in fallbacks]
    left = [name for name in names if name in offered and name not in chosen]
    shown = {
        line_of(place): name
        for program in programs
        for place, name in lines_that_show(program).items()
        if name not in missing and name not in left
    }
    if missing:
        yield f"anybody could choose {some(missing)}"
    if left:
        yield f"anybody chose {some(left)}"
    silent = {int(line.rsplit(":", 1)[1]): name for line, name in shown.items() if line not in lines}
    if silent:
        yield f"anything happened in {some([f'line {line} ({silent[line]})' for line in sorted(silent)])}"


def _course(project: Project) -> Span:
    """The head of the block that says how the game goes."""
    from rulelang.syntax import model as ast

    heads = (
        Span(d.span.path, d.span.start, d.span.start + len("play:"))
        for d in project.parse()[0].declarations
        if isinstance(d, ast.Play)
    )
    return next(heads, Span(project.source.path, 0, 0))


def _span(project: Project, place: str) -> Span:
    """From a place of the machine (`games/x.rules:12:5`) to the end of its line."""
    path, line, column = place.rsplit(":", 2)
    source = project.sources[path]
    start = source.offset(int(line), int(column))
    return Span(path, start, start + len(source.line(int(line)).split(" #")[0].rstrip()) - int(column) + 1)


def _games(count: int) -> str:
    return "1 random game" if count == 1 else f"{count} random games"


def _choices(count: int) -> str:
    return "1 choice" if count == 1 else f"{count} choices"
