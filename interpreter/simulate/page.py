"""A report as one page for a browser: findings, plots and tables, without any link to elsewhere.

Comes in: the plain data that also becomes JSON, so that page, JSON and terminal cannot say different things.  Goes out:
HTML.  What the page looks like stands in `report.html.jinja`; drawing is left to `plots`.  Jinja and matplotlib, the
extra `report`, are imported on use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from interpreter.machine.texts import amount
from interpreter.simulate import plots
from interpreter.simulate.batches.measures import MEASURES
from interpreter.simulate.beside.ladder import told_rows
from interpreter.simulate.findings import seated
from rulelang.nodes import frozen

QUANTILES = ("min", "p5", "p25", "median", "p75", "p95", "max")
SPREAD_HEAD = ("", "mean", "±", "least", "5 %", "25 %", "half", "75 %", "95 %", "most")

INTERVAL = "The interval holds the true value in 95 of 100 cases."
MOST_SEEDS = 10
SHORT = 10
"""In games of fewer decisions there is no course to be drawn."""

Data = dict[str, Any]


@frozen
class Note:
    """A sentence in small print"""

    text: str
    sort: str = "note"


@frozen
class Plot:
    """A drawing"""

    svg: str
    sort: str = "plot"

    def of(self, what: str) -> str:
        """The same with what was played inside it, for whoever cuts it out of the page."""
        return self.svg.replace(">", f"><desc>{escape(what)}</desc>", 1)


@frozen
class Items:
    """A list of sentences"""

    items: Sequence[str]
    sort: str = "items"


@frozen
class Table:
    """Cells; `marked` are the numbers of the rows that stand out"""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    marked: Sequence[int] = ()
    sort: str = "table"


Part = Note | Plot | Items | Table


@frozen
class Section:
    """A heading with what stands beneath it"""

    title: str
    parts: Sequence[Part]


def page(data: Data) -> str:
    """The report of many games."""
    sections: list[Section] = []
    if data["ended"]:
        sections += [
            _winners(data),
            _length(data),
            _choices(data),
            *_scores(data),
            *_lead(data),
            *_moves(data),
            *_worth(data),
            *_ladder(data),
        ]
    return _whole(data["title"], [_played(data)], data["findings"], [*sections, *_samples(data), *_lists(data)])


def comparison_page(data: Data) -> str:
    """The report of two games on the same seeds."""
    first, second = data["a"], data["b"]
    names = " · ".join(dict.fromkeys((first["title"], second["title"])))
    about = [[f"{letter}: {_what(data[letter.lower()])}"] for letter in "AB"]
    about.append([f"{data['pairs']} pairs of games, seed {first['seed']}"])
    sections: list[Section] = []
    if data["differences"]:
        sections += [*_forests(data["differences"]), _difference_table(data["differences"]), *_shifts(data["worths"])]
    return _whole(f"{names}: a comparison", about, data["findings"], sections)


def sweep_page(data: Data) -> str:
    """The report of many versions of one game."""
    about = [[data["title"], f"rules {data['rules_hash'][:12]}", f"{len(data['versions'])} versions"]]
    about.append([f"{data['games']} games of each, seed {data['seed']}", f"rulelang {data['rulelang']}"])
    odd = [place for place, one in enumerate(data["versions"]) if one["more_than_chance"]]
    words = [[name, measure.text] for name, measure in MEASURES.items()]
    note = Note("Red, with a star: a seat wins more or less than chance explains, at 95 % for all seats of a version.")
    again = [[one["command"]] for one in data["versions"]]
    sections = [
        Section("All versions", [Table([*data["head"], *MEASURES], data["rows"], odd), note]),
        Section("What is measured", [Table(("", ""), words)]),
        Section("Played again with", [Table(("command",), again)]),
    ]
    return _whole(f"{data['title']}: versions", about, data["findings"], sections)


# ---------------------------------------------------------------- parts of the page


def _whole(title: str, about: Sequence[Sequence[str]], findings: Sequence[str], sections: Sequence[Section]) -> str:
    from jinja2 import Environment, StrictUndefined

    machine = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    template = machine.from_string(Path(__file__).with_name("report.html.jinja").read_text(encoding="utf-8"))
    return template.render(title=title, about=about, findings=findings, sections=sections) + "\n"


def _what(heading: Data) -> str:
    """What was played: rules, players, variants, options."""
    words = [
        heading["title"],
        f"{heading['rules']} {heading['rules_hash'][:12]}",
        amount(f"{heading['players']}", "players"),
    ]
    words += heading["variants"]
    words += [f"{name}: {value}" for name, value in heading["options"].items()]
    return " · ".join(words)


def _played(data: Data) -> list[str]:
    bots = dict.fromkeys(data["bots"])
    words = f"{data['games']} games · seed {data['seed']} · bots {', '.join(bots)} · {data['backend']} backend"
    return [_what(data), f"{words} · rulelang {data['rulelang']}"]


def _spread(name: str, spread: Data) -> list[str]:
    rest = [str(spread[quantile]) for quantile in QUANTILES]
    return [name, f"{spread['mean']:.1f}", f"{spread['deviation']:.1f}", *rest]


def _percent(share: float) -> str:
    return f"{100 * share:.1f}\N{NO-BREAK SPACE}%"


# ---------------------------------------------------------------- sections


def _winners(data: Data) -> Section:
    if data["cooperative"]:
        won = data["ended"] - data["everyone_lost"]
        said = f"{won} of {data['ended']} games that came to their end were won by all"
        return Section("Who wins", [Note(f"{said}, {data['everyone_lost'] or 'none'} lost by all. {_stopped(data)}")])
    rows = [(f"{name} ({bot})", seat) for (name, seat), bot in zip(data["seats"].items(), data["bots"], strict=True)]
    within = [[name, str(seat["wins"] + seat["shared"])] for name, seat in rows]
    rows, fair = (list(data["teams"].items()), _fair(data)) if data["teams"] else (rows, data["fair_share"])
    drawn = list(rows)
    first = (data["watched"] or {}).get("first_to_choose")
    if first and sum(count > 0 for count in first["games"].values()) > 1:
        drawn.append(("the team of who chooses first" if data["teams"] else "chooses first", first))
    table = [
        [name, str(seat["wins"]), str(seat["shared"]), _percent(seat["share"]), *map(_percent, seat["interval"])]
        for name, seat in rows
    ]
    nobody = f"in {data['nobody_won']} nobody won, " if data["nobody_won"] else ""
    ends = (
        f"{data['ended']} of {data['games']} games came to their end: {data['ties']} with a shared win, {nobody}in "
        f"{data['everyone_lost']} everyone lost. {_stopped(data)}"
    )
    shared = "A win that several share counts as a part for each. The interval holds the true share in 95 of 100 cases."
    head = ("team" if data["teams"] else "seat", "wins", "shared", "share", "between", "and")
    seats = [Table(("seat", "wins with the team"), within)] if data["teams"] else []
    return Section("Who wins", [Plot(plots.shares(drawn, fair)), Table(head, table), *seats, Note(shared), Note(ends)])


def _fair(data: Data) -> float:
    """The fair share of a team."""
    return float(next(iter(data["teams"].values()))["fair_share"])


def _stopped(data: Data) -> str:
    return f"{data['given_up']} were cut off, {len(data['faults'])} stopped because of a fault in the rules."


def _length(data: Data) -> Section:
    turns, decisions = data["turns"], data["decisions"]
    bars = plots.bars("turns", turns["histogram"], "turns in a game; dashed: half of the games", turns["median"])
    table = Table(SPREAD_HEAD, [_spread("turns", turns), _spread("decisions", decisions)])
    note = Note("A turn goes on until somebody else has to choose.")
    return Section("How long it takes", [Plot(bars), table, note])


def _choices(data: Data) -> Section:
    said = (
        f"{data['choices_per_decision']} choices for each decision; {_percent(data['decisions_with_a_choice'])} of the "
        "decisions have more than one."
    )
    watched = data["watched"]
    if not watched:
        return Section("What there is to choose", [Note(said)])
    passes = [
        f"{seat} {_percent(count['passes'] / max(1, count['decisions']))}"
        for seat, count in watched["forced_passes"].items()
    ]
    worth = watched.get("worth") or {}
    if worth.get("choices"):
        touching = _percent(worth["touching"] / worth["choices"]) if worth["touching"] else "None"
        said += f" {touching} of them move a card into or out of somebody else's places."
    forced = f"Forced passes, where nothing but what stands behind “if none” is left: {', '.join(passes)}."
    course = [Plot(plots.course(watched["choices_by_tenth"]))] if data["decisions"]["median"] >= SHORT else []
    return Section("What there is to choose", [*course, Note(f"{said} {forced}")])


def _scores(data: Data) -> Iterator[Section]:
    of = [*data["scores"].items(), *([("payoff", data["payoffs"])] if data["payoffs"] else [])]
    if not of:
        return
    parts: list[Part] = []
    for place, (text, seats) in enumerate(of):
        rows = list(seats.items())
        decided = data["decided_by"].get(text)
        if any(spread["p5"] < spread["p95"] for _, spread in rows):
            parts.append(Plot(plots.spreads(f"score{place}", rows, text)))
        parts.append(Table(SPREAD_HEAD, [_spread(f"{text} {seat}", spread) for seat, spread in rows]))
        if decided is not None and len(data["scores"]) > 1:
            parts.append(Note(f"“{text}” decided who won in {decided} games."))
    if data["margin"]:
        parts.append(Table(SPREAD_HEAD, [_spread("first ahead of second", data["margin"])]))
    parts.append(Note("Box: from a quarter to three quarters of the games; whiskers: from 5 % to 95 %; thick: half."))
    yield Section("How it ends", parts)


def _lead(data: Data) -> Iterator[Section]:
    lead = (data["watched"] or {}).get("lead")
    if not lead:
        return
    half, ahead = lead["leader_at_half_time"], lead["ahead_for_good_after_thousandths"]
    said = []
    if half["games"]:
        said.append(
            f"Who leads alone at half-time wins {_percent(half['wins'] / half['games'])} of {half['games']} games."
        )
    if ahead:
        said.append(
            f"In half of the games the winner leads for good after at most {ahead['median'] / 10} % of the choices."
        )
    if not lead["seen_by_all"]:
        said.append("Players cannot see all of this score while they play.")
    bars = plots.bars("lead", lead["changes"]["histogram"], "changes of the lead in a game")
    yield Section("Who is ahead", [Plot(bars), Note(" ".join(said))])


def _moves(data: Data) -> Iterator[Section]:
    watched = data["watched"]
    if not watched or not watched["moves"]:
        return
    rows = [(name, count["offered"], count["chosen"]) for name, count in watched["moves"].items()]
    yield Section("What is chosen", [Plot(plots.moves(rows))])


def _worth(data: Data) -> Iterator[Section]:
    """What goes with winning, and what of that is sure."""
    worth = (data["watched"] or {}).get("worth")
    if not worth or not worth["found"]:
        return
    found = sorted(worth["found"], key=lambda one: -abs(one["difference"]))
    named = {"card": "{}", "power": "a card with {}", "step": "{}"}
    names = [f"{named[one['sort']].format(one['name'])}, {one['how']}" for one in found]
    drawn: dict[tuple[str, str], tuple[str, float, float, float, bool]] = {}
    for name, one in zip(names, found, strict=True):
        low, high = (100 * end for end in one["interval"])
        drawn.setdefault((one["sort"], one["name"]), (name, 100 * one["difference"], low, high, one["sure"]))
    rows = [
        [name, str(one["had"]), _percent(one["share"]), str(one["had_not"]), _percent(one["share_without"])]
        + [f"{100 * value:+.1f}" for value in (one["difference"], *one["interval"])]
        for name, one in zip(names, found, strict=True)
    ]
    sure = [place for place, one in enumerate(found) if one["sure"]]
    head = ("", "seats", "won", "others", "won", "points", "between", "and")
    yield Section(
        "What goes with winning",
        [
            Note(f"{WORTH} Cards: in the first {worth['card_games']} games; steps: in all."),
            Plot(
                plots.forest(
                    "worth", list(drawn.values())[:MOST_DRAWN], "won more often with it than without, in points"
                )
            ),
            Table(head, rows[:MOST_ROWS], [place for place in sure if place < MOST_ROWS]),
            Note(f"Red: more than chance explains, at 95 % for all {len(found)} comparisons together."),
        ],
    )


def _ladder(data: Data) -> Iterator[Section]:
    """How it changes with skill, where that was asked for."""
    ladder = data.get("ladder")
    if not ladder or not ladder["rungs"]:
        return
    rows, climbs = told_rows(ladder)
    of_rungs = [(rung["bot"], rung["shares"]) for rung in ladder["rungs"] if rung["ended"]]
    parts: list[Part] = [Items(ladder["findings"]), *([Plot(plots.ladder(of_rungs))] if of_rungs else [])]
    parts.append(Table(rows[0], rows[1:]))
    measures = ", ".join(f"{name}: {MEASURES[name].text}" for name in rows[0] if name in MEASURES)
    parts.append(Note(f"All seats play alike, on the same seeds. {measures[0].upper()}{measures[1:]}."))
    if len(climbs) > 1:
        parts += [Table(climbs[0], climbs[1:]), Note("One player, seat after seat, among players of the rung below.")]
    yield Section("How it changes with skill", [*parts, Note(INTERVAL)])


MOST_DRAWN, MOST_ROWS = 15, 60
WORTH = (
    "How often whoever had a card or chose a step wins, against others: drawn, against seats that never had the card; "
    "played or kept to the end, against others that had it; chosen at least once, against others that could. What goes "
    "with winning need not be the reason for it: who is ahead can afford more."
)


def _samples(data: Data) -> Iterator[Section]:
    """Games to look at."""
    if data["samples"]:
        told = f"rulec play {data['rules']} --players {data['players']} {seated(data['bots'])} --seed"
        items = [f"{sort} ({one['number']}): {told} {one['seed']}" for sort, one in data["samples"].items()]
        note = Note("Add the --variant and --set that the games were played with; then bots do the same again.")
        yield Section("Games to look at", [Items(items), note])


def _lists(data: Data) -> Iterator[Section]:
    """What wants a look: faults, games cut off, games that came back, lines in which nothing happened."""
    watched = data["watched"] or {"repeated": [], "never_happened": []}
    items = [f"seed {fault['seed']}: {fault['message']}" for fault in data["faults"][:MOST_SEEDS]]
    items += [f"seed {seed}: cut off" for seed in data["given_up_seeds"][:MOST_SEEDS]]
    for game in watched["repeated"][:MOST_SEEDS]:
        items.append(f"seed {game['seed']}: the table stood {game['times']} times as it had stood before")
    for place in watched["never_happened"]:
        items.append(f"{place['line'].rpartition('/')[2]} ({place['rule']}): nothing ever happened")
    if items:
        yield Section("To look at", [Items(items)])


# ---------------------------------------------------------------- comparison


def _forests(differences: Sequence[Data]) -> Iterator[Section]:
    known = [one for one in differences if one["interval"][0] is not None]
    shares = [_row(one, 100) for one in known if one["share"]]
    others = [_row(one, 100 / one["a"]) for one in known if not one["share"] and one["a"] > 0]
    if shares:
        yield Section("Shares", [Plot(plots.forest("shares", shares, "B less A, in points"))])
    if others:
        yield Section("Numbers", [Plot(plots.forest("numbers", others, "B less A, in % of A"))])


def _shifts(worths: Sequence[Data]) -> Iterator[Section]:
    """What cards and steps are worth in both."""
    if not worths:
        return
    rows = [
        [f"{one['name']}, {one['how']}"]
        + [f"{100 * value:+.1f}" for value in (one["a"]["difference"], one["b"]["difference"], one["difference"])]
        + [f"{100 * end:+.1f}" for end in one["interval"]]
        for one in worths[:MOST_ROWS]
    ]
    drawn: dict[tuple[str, str], tuple[str, float, float, float, bool]] = {}
    for row, one in zip(rows, worths, strict=False):
        low, high = (100 * end for end in one["interval"])
        drawn.setdefault((one["sort"], one["name"]), (row[0], 100 * one["difference"], low, high, one["sure"]))
    sure = [place for place, one in enumerate(worths[:MOST_ROWS]) if one["sure"]]
    plot = Plot(plots.forest("worths", list(drawn.values())[:MOST_DRAWN], "worth more in B than in A, in points"))
    note = Note(f"{WORTH} Red: more than chance explains, at 95 % for all {len(worths)} comparisons together.")
    head = ("", "A", "B", "B less A", "between", "and")
    yield Section("What goes with winning", [plot, Table(head, rows, sure), note])


def _row(one: Data, factor: float) -> tuple[str, float, float, float, bool]:
    low, high = (factor * end for end in one["interval"])
    return one["figure"], factor * one["difference"], low, high, one["sure"]


def _difference_table(differences: Sequence[Data]) -> Section:
    rows = [[one["figure"], *_amounts(one)] for one in differences]
    sure = [place for place, one in enumerate(differences) if one["sure"]]
    note = f"{INTERVAL} Red: more than chance explains, at 95 % for all figures together."
    return Section("All figures", [Table(("", "A", "B", "B less A", "between", "and"), rows, sure), Note(note)])


def _amounts(one: Data) -> list[str]:
    """A, B, and what lies between, shares in points."""
    if one["share"]:
        means = [_percent(one[name]) for name in "ab"]
    else:
        means = [f"{one[name]:.2f}" for name in "ab"]
    factor, digits = (100, 1) if one["share"] else (1, 2)
    rest = [one["difference"], *one["interval"]]
    return means + ["?" if value is None else f"{factor * value:+.{digits}f}" for value in rest]
