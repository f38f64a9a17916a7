"""`rulec tune FILE --goal length=20 --goal seats=0`: values of options that come nearest to what is wished for.

Comes in: a game, goals, values that options may take.  Goes out: the versions that came nearest, best first.  Which
version is tried next Optuna says (extra `tune`); playing and measuring is that of `sweep`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from math import hypot
from typing import Any

import click
from attrs import evolve, frozen

from rulelang.commands.grid import Measured, Point, numbers, played, stopped_in, values
from rulelang.commands.outcome import CLEAN, INTERRUPTED, PROBLEMS, Unusable, say
from rulelang.commands.playable import Wanted
from rulelang.commands.progress import progressing
from rulelang.commands.runs import Run, running, write_json

SHOWN = 5
SHARE_UNIT = 0.05
"""Five points off a goal that is a share count as much as a twentieth off any other."""


@frozen
class Goal:
    """A measure and what it should be"""

    name: str
    wanted: float

    def off(self, measures: dict[str, float | None]) -> float:
        """How far off it is: 1 for five points of a share, or a twentieth of any other number."""
        from interpreter.simulate.batches.measures import MEASURES

        value = measures[self.name]
        if value is None:
            return FAR
        unit = SHARE_UNIT if MEASURES[self.name].share else SHARE_UNIT * max(1.0, abs(self.wanted))
        return abs(value - self.wanted) / unit


FAR = 1000.0
"""As far off is a version in which a goal cannot be measured."""


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--goal", "goals", multiple=True, metavar="MEASURE=N", help="What should come out: seats=0, length=20 …")
@click.option("--set", "written", multiple=True, metavar="OPTION=V,V…", help="Values to try (normally all there are).")
@click.option("--variant", "variants", multiple=True, metavar="TITLE", help="Play all with a variant of the game.")
@click.option("--players", "players", metavar="N", help="How many play (normally the fewest possible).")
@click.option(
    "--trials", type=click.IntRange(1, 10_000), default=30, show_default=True, help="Try at most so many versions."
)
@running
def command(
    file: str, run: Run, goals: tuple[str, ...], written: tuple[str, ...], variants: tuple[str, ...],
    players: str | None, trials: int,
) -> int:  # fmt: skip
    """Look for values of options that come nearest to goals.

    Measures are those of `rulec sweep`: length (turns), seats and first (how far a seat, or who chooses first, is off a
    fair share), lost, shared, decided (after what part the winner leads for good), changes, choices, touching. Shares
    are written as 0.2 or 20%. Ctrl-C stops early and shows the best so far.

    \b
    rulec tune plums.rules --goal first=0 --goal decided=80% -n 500
    """
    if find_spec("optuna") is None:
        raise Unusable("`tune` needs optuna, which is not installed: pip install 'rulelang[tune]'")
    wished = _goals(goals)
    if run.csv_to or run.html_to:
        raise Unusable("`tune` prints what it finds, or writes `--json`; a page and a table come from `rulec sweep`")
    printed = run.prepare()
    program = Wanted(file, variants=variants).project().resolve(variants)[0]
    many, *others = numbers(players, *program.players) if players else [program.players[0]]
    if others:
        raise Unusable(f"`--players {players}`: one number is tuned at a time; `rulec sweep` plays several")
    said = dict(values(written, twice="write all its values behind one `--set`"))
    choices = {name: said.get(name, list(option.values)) for name, option in program.options.items()}
    if not choices:
        raise Unusable(f"{program.title} has no option that could be tuned; write one, as in `option gold: 1, 2 or 3`")
    if unknown := set(said) - set(choices):
        raise Unusable(f"there is no option `{min(unknown)}`; there are {', '.join(choices)}")
    base = Point(Wanted(file, many, variants), run.bots)
    for name, several in said.items():
        for value in several:  # what cannot be played is said before anything is
            evolve(base.wanted, options=((name, value),)).game()
    base.game()
    done, stopped = _search(base, choices, wished, run, trials)
    best = sorted(done, key=lambda one: _distance(one, wished))
    if run.json_to is not None:
        write_json(run.json_to, _data(program.title, best, wished, run))
    if not printed:
        _print(program.title, best, wished, run, list(choices))
    if stopped:
        say(f"stopped after {len(done)} versions", err=True)
        return INTERRUPTED
    return PROBLEMS if any(one.faults for one in done) else CLEAN


def _goals(written: Sequence[str]) -> list[Goal]:
    wished = {goal.name: goal for goal in map(_goal, written)}
    if not wished:
        raise Unusable("say what should come out: `--goal seats=0`, `--goal length=20` …")
    if len(wished) < len(written):
        raise Unusable("a measure has one goal, and one of these has several")
    return list(wished.values())


def _goal(text: str) -> Goal:
    from interpreter.simulate.batches.measures import MEASURES

    name, _, number = (part.strip() for part in text.partition("="))
    if name not in MEASURES:
        raise Unusable(f"`--goal {text}`: there is no measure `{name}`; there are {', '.join(MEASURES)}")
    percent = number.endswith("%")
    try:
        wanted = float(number.removesuffix("%"))
    except ValueError:
        wanted = float("nan")
    if not abs(wanted) < 1e9:
        raise Unusable(f"`--goal {text}` should be written `--goal {name}=20` or `--goal {name}=20%`")
    wanted = wanted / 100 if percent else wanted
    if MEASURES[name].share and abs(wanted) > 1:
        raise Unusable(f"`--goal {text}`: `{name}` is a share; write 0.2 or 20% for 20 of 100")
    return Goal(name, wanted)


def _distance(one: Measured, goals: Sequence[Goal]) -> float:
    return hypot(*(goal.off(one.measures) for goal in goals))


def _search(
    base: Point, choices: dict[str, list[str]], goals: Sequence[Goal], run: Run, trials: int
) -> tuple[list[Measured], bool]:
    """Every version that was tried, and whether Ctrl-C stopped it."""
    known: dict[tuple[str, ...], Measured] = {}
    versions = 1
    for listed in choices.values():
        versions *= len(listed)
    most = min(trials, versions)
    try:
        for _ in progressing(_tried(base, choices, goals, run, known, most), most, "versions"):
            pass
    except KeyboardInterrupt:
        return list(known.values()), True
    return list(known.values()), False


def _tried(
    base: Point, choices: dict[str, list[str]], goals: Sequence[Goal], run: Run,
    known: dict[tuple[str, ...], Measured], wanted: int,
) -> Iterator[Measured]:  # fmt: skip
    """So many versions, each once; `known` gets them."""
    study = _study(run.seed)
    for _ in range(10 * wanted):
        trial = study.ask()
        chosen = tuple((name, str(trial.suggest_categorical(name, listed))) for name, listed in choices.items())
        key = tuple(value for _, value in chosen)
        if key not in known:
            known[key] = played(evolve(base, wanted=evolve(base.wanted, options=chosen)), run)
            yield known[key]
        study.tell(trial, _distance(known[key], goals))
        if len(known) == wanted:
            return


def _study(seed: str) -> Any:
    """What says which version is tried next, the same for the same seed."""
    from zlib import crc32

    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna.create_study(sampler=optuna.samplers.TPESampler(seed=crc32(seed.encode()), n_startup_trials=8))


def _data(title: str, best: Sequence[Measured], goals: Sequence[Goal], run: Run) -> dict[str, object]:
    from rulelang import __version__

    return {
        "format": 1,
        "title": title,
        "rules_hash": best[0].rules_hash if best else "",
        "seed": run.seed,
        "games": run.games,
        "rulelang": __version__,
        "goals": {goal.name: goal.wanted for goal in goals},
        "versions": [
            {
                "options": dict(one.point.wanted.options),
                "players": one.point.wanted.players,
                "faults": one.faults,
                "rules_hash": one.rules_hash,
                "off": round(_distance(one, goals), 4),
                "measures": {name: None if value is None else round(value, 5) for name, value in one.measures.items()},
            }
            for one in best
        ],
    }


def _print(title: str, best: Sequence[Measured], goals: Sequence[Goal], run: Run, names: Sequence[str]) -> None:
    from interpreter.machine.texts import amount
    from interpreter.simulate.batches.measures import MEASURES
    from rulelang import __version__
    from rulelang.commands.figures import bullets, table

    tried, games = amount(f"{len(best)}", "versions"), amount(f"{run.games}", "games")
    say(f"{title}: {tried} tried, {games} of each, seed {run.seed}\n")
    if stopped := stopped_in(
        best, lambda one: ", ".join(f"{name} {value}" for name, value in one.point.wanted.options)
    ):
        say("\n".join([*bullets(stopped), ""]))
    wished = ["wished for", *[""] * (len(names) - 1), *(MEASURES[goal.name].told(goal.wanted) for goal in goals), ""]
    rows = [[*names, *(goal.name for goal in goals), "off"], wished]
    for one in best[:SHOWN]:
        told = [MEASURES[goal.name].told(one.measures[goal.name]) for goal in goals]
        rows.append([*(value for _, value in one.point.wanted.options), *told, f"{_distance(one, goals):.1f}"])
    say("\n".join(table(rows, left=len(names))))
    say("\noff: 1 for five points of a share, or a twentieth of another number; several goals as the crow flies")
    if best and best[0].games:
        say(f"Nearest: rulec simulate {best[0].point.words} -n {run.games} --seed {run.seed}")
    if best:
        say(f"\nRules {best[0].rules_hash[:12]}, rulelang {__version__}.")
