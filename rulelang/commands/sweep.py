"""`rulec sweep FILE --set a=1,2,3 --players 2..4`: every version of a game, side by side.

Comes in: a game, values of options, numbers of players, bots.  Goes out: a line for each version; as text, CSV, JSON or
a page.  All versions are played on the same seeds, so that luck is the same as far as it can be.
"""

from __future__ import annotations

from collections.abc import Sequence

import click

from rulelang.commands.grid import Measured, Point, grid, numbers, played, stopped_in, values
from rulelang.commands.outcome import CLEAN, INTERRUPTED, PROBLEMS, say
from rulelang.commands.playable import Wanted
from rulelang.commands.progress import progressing
from rulelang.commands.runs import Lines, Run, running_each, write, write_json


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--set", "written", multiple=True, metavar="OPTION=V,V…", help="Values of an option, each to be played.")
@click.option("--variant", "variants", multiple=True, metavar="TITLE", help="Play all with a variant of the game.")
@click.option("--players", "players", metavar="N..N", help="Numbers of players: 2..4 or 2,4 (normally all there are).")
@running_each
def command(
    file: str, run: Run, bots: tuple[str, ...], written: tuple[str, ...], variants: tuple[str, ...],
    players: str | None,
) -> int:  # fmt: skip
    """Play every version of a game, side by side.

    --bots may be given several times: with random, greedy and ismcts:200 the same game is shown as beginners and as
    good players play it. All versions are played on the same seeds. Ctrl-C stops early and shows what there is so far.

    \b
    rulec sweep plums.rules --set head_start=0,3,6 --players 2..4 -n 1000
    rulec sweep magpie --bots random --bots greedy --bots ismcts:200 -n 100 --html skill.html
    """
    printed = run.prepare()
    settings = values(written, twice="write all its values behind one `--set`")
    program = Wanted(file, variants=variants).project().resolve(variants)[0]
    many = numbers(players, *program.players) if players else list(range(program.players[0], program.players[1] + 1))
    points = grid(file, many, variants, settings, bots)
    for point in points:
        point.game()  # what cannot be played is said before anything is
    head = ["players", *(name for name, _ in settings), "bots"]
    done, stopped = _play(points, run, head)
    data = _data(program.title, done, head, run)
    if stopped:
        data["findings"] = [
            f"Stopped early: {len(done)} of {len(points)} versions were played.",
            *_findings(done, head),
        ]
    _write(run, data)
    if not printed:
        _print(program.title, done, head, run)
    if stopped:
        say(f"stopped after {len(done)} of {len(points)} versions", err=True)
        return INTERRUPTED
    return PROBLEMS if any(one.faults for one in done) else CLEAN


def _play(points: Sequence[Point], run: Run, head: Sequence[str]) -> tuple[list[Measured], bool]:
    """All versions, and whether Ctrl-C stopped it; the CSV grows with each."""
    from interpreter.simulate.batches.measures import MEASURES

    done: list[Measured] = []
    lines = Lines(run.csv_to, [*head, "games", *MEASURES, "rules"])
    try:
        for one in progressing((played(point, run) for point in points), len(points), "versions"):
            done.append(one)
            figures = ["" if value is None else f"{value:.5g}" for value in one.measures.values()]
            lines.add([*one.point.cells, one.games, *figures, one.rules_hash[:12]])
    except KeyboardInterrupt:
        return done, True
    finally:
        lines.close()
    return done, False


def rows_of(done: Sequence[Measured]) -> list[list[str]]:
    """The cells of the table: where a seat is off more than chance explains, a star."""
    from interpreter.simulate.batches.measures import MEASURES

    return [
        [
            *one.point.cells,
            *(
                MEASURES[name].told(value) + ("*" if name == "seats" and one.odd else "")
                for name, value in one.measures.items()
            ),
        ]
        for one in done
    ]


def _findings(done: Sequence[Measured], head: Sequence[str]) -> list[str]:
    """Which version is at either end of a measure, and how far to trust that."""
    from interpreter.simulate.batches.measures import MEASURES

    said: list[str] = []
    for name, least, most in ENDS:
        known = [(value, one) for one in done if (value := one.measures[name]) is not None]
        if len(known) < 2:
            continue
        low, high = (end(known, key=lambda found: abs(found[0])) for end in (min, max))
        told, apart = MEASURES[name].told, abs(high[0]) - abs(low[0])
        if told(low[0]) != told(high[0]) and apart >= max(one.luck.get(name, 0.0) for _, one in (low, high)):
            said.append(
                f"{least} with {_named(low[1], head)} ({told(low[0])}), {most} with {_named(high[1], head)} "
                f"({told(high[0])})."
            )
    stopped = stopped_in(done, lambda one: _named(one, head))
    if not any(one.games for one in done):
        return [*stopped, "No game came to its end."]
    luck = max(one.luck["seats"] for one in done if one.games)
    if not said and len(done) > 1:
        said = ["No version differs from another by more than luck may do."]
    return [
        *stopped,
        *said,
        f"With so many games of each, a share is sure to about {100 * luck:.0f} points: less may be luck.",
    ]


ENDS = (
    ("seats", "Seats are closest to even", "furthest from it"),
    ("first", "Who chooses first is closest to a fair share", "furthest from it"),
    ("length", "Games are shortest", "longest"),
    ("lost", "Everyone loses least often", "most often"),
    ("decided", "The winner leads for good earliest", "latest"),
    ("touching", "Players have least to do with each other", "most"),
)


def _named(one: Measured, head: Sequence[str]) -> str:
    from interpreter.machine.texts import amount

    players, *options, bots = one.point.cells
    settings = [f"{name} {value}" for name, value in zip(head[1:-1], options, strict=True)]
    return ", ".join([amount(players, "players"), *settings, bots])


def _data(title: str, done: Sequence[Measured], head: Sequence[str], run: Run) -> dict[str, object]:
    from rulelang import __version__

    return {
        "format": 1,
        "title": title,
        "rules_hash": done[0].rules_hash if done else "",
        "seed": run.seed,
        "games": run.games,
        "rulelang": __version__,
        "findings": _findings(done, head),
        "head": list(head),
        "versions": [
            {
                **dict(zip(head, one.point.cells, strict=True)),
                "games": one.games,
                "faults": one.faults,
                "rules_hash": one.rules_hash,
                "command": f"rulec simulate {one.point.words} -n {run.games} --seed {run.seed}",
                "measures": {name: None if value is None else round(value, 5) for name, value in one.measures.items()},
                "more_than_chance": one.odd,
            }
            for one in done
        ],
        "rows": rows_of(done),
    }


def _write(run: Run, data: dict[str, object]) -> None:
    if run.json_to is not None:
        write_json(run.json_to, {name: value for name, value in data.items() if name != "rows"})
    if run.html_to is not None:
        from interpreter.simulate.page import sweep_page

        write(run.html_to, sweep_page(data))


def _print(title: str, done: Sequence[Measured], head: Sequence[str], run: Run) -> None:
    from interpreter.machine.texts import amount
    from interpreter.simulate.batches.measures import MEASURES
    from rulelang import __version__
    from rulelang.commands.figures import bullets, table

    say(f"{title}: {amount(f'{len(done)}', 'versions')}, {amount(f'{run.games}', 'games')} of each, seed {run.seed}\n")
    say("\n".join(["What stands out", *bullets(_findings(done, head)), ""]))
    say("\n".join(table([[*head, *MEASURES], *rows_of(done)], left=len(head))))
    say("\n" + "\n".join(f"{name:<9} {measure.text}" for name, measure in MEASURES.items()))
    say("*: a seat wins more or less than chance explains (95 % for all seats of a version).")
    if done:
        say(f"\nRules {done[0].rules_hash[:12]}, rulelang {__version__}.")
