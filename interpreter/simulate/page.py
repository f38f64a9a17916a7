"""A report as one page for a browser: findings, plots and tables, without any link to elsewhere.

Comes in: the plain data that also becomes JSON, so that page, JSON and terminal cannot say different things.  Goes out:
HTML.  Drawing is left to `plots`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from interpreter.simulate import plots

STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 44rem; margin: 0 auto;
  padding: 1rem; }
h1 { line-height: 1.2; margin-bottom: .3rem; } h2 { margin: 2.2rem 0 .4rem; color: #23415c; font-size: 1.25rem; }
.played { color: #555; font-size: .9rem; margin: 0; }
.findings { background: #eef4f9; border-left: .3rem solid #5b8bb5; padding: .6rem 1rem .6rem 2rem; margin: 1rem 0; }
.findings li { margin: .35rem 0; }
.note { color: #555; font-size: .9rem; margin: .3rem 0; }
svg { display: block; width: 100%; max-width: 35rem; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; margin: .5rem 0; }
th, td { padding: .15rem .6rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
thead th { color: #555; font-weight: 600; }
@media (max-width: 32rem) { th, td { padding: .15rem .35rem; } table { font-size: .8rem; } }
.sure td { color: #b3432b; font-weight: 600; }
"""
QUANTILES = ("min", "p5", "p25", "median", "p75", "p95", "max")
SPREAD_HEAD = ("", "mean", "±", "least", "5 %", "25 %", "half", "75 %", "95 %", "most")

INTERVAL = "The interval holds the true value in 95 of 100 cases."
MOST_SEEDS = 10
SHORT = 10
"""In games of fewer decisions there is no course to be drawn."""

Data = dict[str, Any]


def page(data: Data) -> str:
    """The report of many games."""
    parts = [_findings(data["findings"])]
    if data["ended"]:
        parts += [_winners(data), _length(data), _choices(data), _scores(data), _lead(data), _moves(data)]
    return _whole(data["title"], _played(data), "".join(parts) + _lists(data))


def comparison_page(data: Data) -> str:
    """The report of two games on the same seeds."""
    first, second = data["a"], data["b"]
    names = " · ".join(dict.fromkeys((first["title"], second["title"])))
    about = "".join(f'<p class="played">{letter}: {_what(data[letter.lower()])}</p>' for letter in "AB")
    about += f'<p class="played">{data["pairs"]} pairs of games, seed {escape(str(first["seed"]))}</p>'
    parts = [_findings(data["findings"])]
    if data["differences"]:
        parts += [*_forests(data["differences"]), _difference_table(data["differences"])]
    return _whole(f"{names}: a comparison", about, "".join(parts))


# ---------------------------------------------------------------- parts of the page


def _whole(title: str, about: str, body: str) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{about}\n{body}\n</body>\n</html>\n"
    )


def _what(heading: Data) -> str:
    """What was played: rules, players, variants, options."""
    words = [heading["title"], f"{heading['rules']} {heading['rules_hash'][:12]}", f"{heading['players']} players"]
    words += heading["variants"]
    words += [f"{name}: {value}" for name, value in heading["options"].items()]
    return escape(" · ".join(words))


def _played(data: Data) -> str:
    bots = dict.fromkeys(data["bots"])
    words = f"{data['games']} games · seed {data['seed']} · bots {', '.join(bots)} · {data['backend']} backend"
    return f'<p class="played">{_what(data)}<br>{escape(words)} · rulelang {escape(data["rulelang"])}</p>'


def _findings(sentences: Sequence[str]) -> str:
    said = (re.sub("`([^`]+)`", r"<code>\1</code>", escape(sentence)) for sentence in sentences)
    items = "".join(f"<li>{sentence}</li>" for sentence in said)
    return f'<ul class="findings">{items}</ul>\n'


def _section(title: str, *parts: str) -> str:
    return f"<h2>{escape(title)}</h2>\n" + "\n".join(parts) + "\n"


def _note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>'


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], marked: Sequence[bool] = ()) -> str:
    cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = ""
    for place, row in enumerate(rows):
        begin = '<tr class="sure">' if marked and marked[place] else "<tr>"
        lines += begin + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
    return f'<div class="wide"><table><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table></div>'


def _spread(name: str, spread: Data) -> list[str]:
    rest = [str(spread[quantile]) for quantile in QUANTILES]
    return [name, f"{spread['mean']:.1f}", f"{spread['deviation']:.1f}", *rest]


def _percent(share: float) -> str:
    return f"{100 * share:.1f}\N{NO-BREAK SPACE}%"


# ---------------------------------------------------------------- sections


def _winners(data: Data) -> str:
    if data["cooperative"]:
        won = data["ended"] - data["everyone_lost"]
        said = f"{won} of {data['ended']} games that came to their end were won by all"
        return _section("Who wins", _note(f"{said}, {data['everyone_lost'] or 'none'} lost by all. {_stopped(data)}"))
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
    return _section(
        "Who wins",
        plots.shares(drawn, fair),
        _table(("team" if data["teams"] else "seat", "wins", "shared", "share", "between", "and"), table),
        _table(("seat", "wins with the team"), within) if data["teams"] else "",
        _note(
            "A win that several share counts as a part for each. The interval holds the true share in 95 of 100 cases."
        ),
        _note(ends),
    )


def _fair(data: Data) -> float:
    """The fair share of a team."""
    return float(next(iter(data["teams"].values()))["fair_share"])


def _stopped(data: Data) -> str:
    return f"{data['given_up']} were cut off, {len(data['faults'])} stopped because of a fault in the rules."


def _length(data: Data) -> str:
    turns, decisions = data["turns"], data["decisions"]
    return _section(
        "How long it takes",
        plots.bars("turns", turns["histogram"], "turns in a game; dashed: half of the games", turns["median"]),
        _table(SPREAD_HEAD, [_spread("turns", turns), _spread("decisions", decisions)]),
        _note("A turn goes on until somebody else has to choose."),
    )


def _choices(data: Data) -> str:
    said = (
        f"{data['choices_per_decision']} choices for each decision; {_percent(data['decisions_with_a_choice'])} of the "
        "decisions have more than one."
    )
    watched = data["watched"]
    if not watched:
        return _section("What there is to choose", _note(said))
    passes = [
        f"{seat} {_percent(count['passes'] / max(1, count['decisions']))}"
        for seat, count in watched["forced_passes"].items()
    ]
    forced = f"Forced passes, where nothing but what stands behind “if none” is left: {', '.join(passes)}."
    course = [plots.course(watched["choices_by_tenth"])] if data["decisions"]["median"] >= SHORT else []
    return _section("What there is to choose", *course, _note(f"{said} {forced}"))


def _scores(data: Data) -> str:
    of = [*data["scores"].items(), *([("payoff", data["payoffs"])] if data["payoffs"] else [])]
    if not of:
        return ""
    parts = []
    for place, (text, seats) in enumerate(of):
        rows = list(seats.items())
        decided = data["decided_by"].get(text)
        if any(spread["p5"] < spread["p95"] for _, spread in rows):
            parts.append(plots.spreads(f"score{place}", rows, text))
        parts.append(_table(SPREAD_HEAD, [_spread(f"{text} {seat}", spread) for seat, spread in rows]))
        if decided is not None and len(data["scores"]) > 1:
            parts.append(_note(f"“{text}” decided who won in {decided} games."))
    if data["margin"]:
        parts.append(_table(SPREAD_HEAD, [_spread("first ahead of second", data["margin"])]))
    parts.append(_note("Box: from a quarter to three quarters of the games; whiskers: from 5 % to 95 %; thick: half."))
    return _section("How it ends", *parts)


def _lead(data: Data) -> str:
    lead = (data["watched"] or {}).get("lead")
    if not lead:
        return ""
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
    parts = [plots.bars("lead", lead["changes"]["histogram"], "changes of the lead in a game")]
    return _section("Who is ahead", *parts, _note(" ".join(said)))


def _moves(data: Data) -> str:
    watched = data["watched"]
    if not watched or not watched["moves"]:
        return ""
    rows = [(name, count["offered"], count["chosen"]) for name, count in watched["moves"].items()]
    return _section("What is chosen", plots.moves(rows))


def _lists(data: Data) -> str:
    """What wants a look: faults, games cut off, games that came back, lines in which nothing happened."""
    watched = data["watched"] or {"repeated": [], "never_happened": []}
    items = [f"seed {fault['seed']}: {fault['message']}" for fault in data["faults"][:MOST_SEEDS]]
    items += [f"seed {seed}: cut off" for seed in data["given_up_seeds"][:MOST_SEEDS]]
    for game in watched["repeated"][:MOST_SEEDS]:
        items.append(f"seed {game['seed']}: the table stood {game['times']} times as it had stood before")
    for place in watched["never_happened"]:
        items.append(f"{place['line'].rpartition('/')[2]} ({place['rule']}): nothing ever happened")
    if not items:
        return ""
    return _section("To look at", "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>")


# ---------------------------------------------------------------- comparison


def _forests(differences: Sequence[Data]) -> Iterator[str]:
    known = [one for one in differences if one["interval"][0] is not None]
    shares = [_row(one, 100) for one in known if one["share"]]
    others = [_row(one, 100 / one["a"]) for one in known if not one["share"] and one["a"] > 0]
    if shares:
        yield _section("Shares", plots.forest("shares", shares, "B less A, in points"))
    if others:
        yield _section("Numbers", plots.forest("numbers", others, "B less A, in % of A"))


def _row(one: Data, factor: float) -> tuple[str, float, float, float, bool]:
    low, high = (factor * end for end in one["interval"])
    return one["figure"], factor * one["difference"], low, high, one["sure"]


def _difference_table(differences: Sequence[Data]) -> str:
    rows = [[one["figure"], *_amounts(one)] for one in differences]
    return _section(
        "All figures",
        _table(("", "A", "B", "B less A", "between", "and"), rows, [one["sure"] for one in differences]),
        _note(f"{INTERVAL} Red: more than chance explains, at 95 % for all figures together."),
    )


def _amounts(one: Data) -> list[str]:
    """A, B, and what lies between, shares in points."""
    if one["share"]:
        means = [_percent(one[name]) for name in "ab"]
    else:
        means = [f"{one[name]:.2f}" for name in "ab"]
    factor, digits = (100, 1) if one["share"] else (1, 2)
    rest = [one["difference"], *one["interval"]]
    return means + ["?" if value is None else f"{factor * value:+.{digits}f}" for value in rest]
