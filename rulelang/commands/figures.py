"""The figures of many games as they stand on a terminal.

Comes in: `Statistics`, or a `Comparison`.  Goes out: lines.  Which figures there are is the matter of
`interpreter.simulate`.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence

from interpreter.machine.texts import amount as so_many
from interpreter.machine.texts import seat_name
from interpreter.simulate import Bar, Comparison, Difference, Spread, Statistics, amount, findings, percent, wilson
from interpreter.simulate.batches.worths import Worth
from interpreter.simulate.beside.worths import strongest
from interpreter.simulate.findings import called, seated

WIDE = 100
LONGEST_BAR = 40


def report(statistics: Statistics, bots: Sequence[str]) -> list[str]:
    """Findings, then tables."""
    lines = ["What stands out", *bullets(findings(statistics))]
    if statistics.ended:
        lines += ["", *_winners(statistics, bots), "", *_spreads(statistics), "", *_decisions(statistics)]
        lines += ["", "Turns of a game", *_bars(Spread.of(statistics.turns).bars)]
        if statistics.watched.games:
            lines += ["", *_moves(statistics), *_worths(statistics)]
        else:
            lines += ["", *textwrap.wrap(NOT_WATCHED, WIDE)]
        lines += ["", *_samples(statistics, bots)]
    return lines


NOT_WATCHED = (
    "Moves, forced passes, changes of the lead, who chooses first and piles made anew are only told where every "
    "decision is looked at."
)


def bullets(sentences: Sequence[str]) -> list[str]:
    """Each sentence after a dash, in lines that fit."""
    wrapper = textwrap.TextWrapper(
        WIDE, initial_indent="- ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
    together = (sentence.replace(" %", "\N{NO-BREAK SPACE}%") for sentence in sentences)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for sentence in together for line in wrapper.wrap(sentence)]


def table(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """Columns in line with each other, the first few to the left, the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _winners(statistics: Statistics, bots: Sequence[str]) -> Iterator[str]:
    sides, lost = statistics.sides, statistics.everyone_lost or "none"
    ended = f"{so_many(f'{statistics.ended}', 'games')} came to {'its' if statistics.ended == 1 else 'their'} end"
    if sides.cooperative:
        yield f"{ended}: {statistics.side_wins[0]} won by all, {lost} lost by all."
        return
    yield from _shares(statistics, bots)
    if sides.teams:
        yield ""
        yield from table([["seat", "bot", "wins with the team"], *_within(statistics, bots)], left=2)
    nobody = f"nobody won in {statistics.nobody_won}, " if statistics.nobody_won else ""
    yield f"{ended}, {statistics.ties} with a shared win; {nobody}everyone lost in {lost}."


def _shares(statistics: Statistics, bots: Sequence[str]) -> Iterator[str]:
    """A line for each side, and for whoever chooses first."""
    sides, watched = statistics.sides, statistics.watched
    who = "team" if sides.teams else "seat"
    rows = [[who, "bot", "wins", "shared", "share of wins", "between", ""]]
    counts = zip(statistics.side_wins, statistics.side_shared, statistics.side_shares, strict=True)
    for name, seats, (wins, shared, share) in zip(sides.names, sides.seats, counts, strict=True):
        bot = " and ".join(dict.fromkeys(bots[seat] for seat in seats))
        low, high = wilson(share, statistics.ended)
        rows.append(
            [name, bot, str(wins), str(shared), percent(share / statistics.ended), percent(low), percent(high)]
        )  # fmt: skip
    if len(watched.firsts) > 1:
        low, high = wilson(watched.first_shares, watched.ended)
        rows.append(["first", "", "", "", percent(watched.begins), percent(low), percent(high)])
    yield from table(rows, left=2)
    whoever = "the team of whoever" if sides.teams else "whoever"
    first = f"; `first` is {whoever} chooses first" if len(watched.firsts) > 1 else ""
    fair = "A fair share of a team" if sides.teams else "A fair share"
    yield f"{fair} is {percent(statistics.fair)}. A win that several share counts as a part for each{first}."
    yield "The interval holds the true share in 95 of 100 cases."


def _within(statistics: Statistics, bots: Sequence[str]) -> Iterator[list[str]]:
    """How often each seat of a team was among the winners."""
    for seat, bot in enumerate(bots):
        yield [seat_name(seat), bot, str(statistics.wins[seat] + statistics.shared[seat])]


def _spreads(statistics: Statistics) -> list[str]:
    rows = [["in a game", "mean", "±", "least", "5 %", "25 %", "half", "75 %", "95 %", "most"]]
    rows += [_spread(name, numbers) for name, numbers in numbers_of(statistics) if numbers]
    return table(rows)


def numbers_of(statistics: Statistics) -> Iterator[tuple[str, Counter[int]]]:
    """Whatever has one value for each game, by its name."""
    yield "turns", statistics.turns
    yield "decisions", statistics.decisions
    for text, of_seats in statistics.criteria.items():
        for seat, values in enumerate(of_seats):
            yield f"{text} {seat_name(seat)}", values
    for seat, values in enumerate(statistics.payoffs):
        yield f"payoff {seat_name(seat)}", values
    if statistics.margins:
        yield "first ahead of second", statistics.margins
    yield "changes of the lead", statistics.watched.lead_changes
    yield "piles made anew", statistics.watched.refills


def _spread(name: str, numbers: Counter[int]) -> list[str]:
    spread = Spread.of(numbers)
    rest = (spread.low, spread.p5, spread.p25, spread.median, spread.p75, spread.p95, spread.high)
    return [name, f"{spread.mean:.1f}", f"{spread.deviation:.1f}", *map(str, rest)]


def _decisions(statistics: Statistics) -> Iterator[str]:
    yield (
        f"choices: {statistics.options / max(1, statistics.asked):.1f} for each decision; "
        f"{percent(statistics.real / max(1, statistics.asked))} of decisions have more than one"
    )
    watched = statistics.watched
    if watched.ended:
        passing = [
            f"{seat_name(seat)} {percent(passes / max(1, asked))}"
            for seat, (passes, asked) in enumerate(zip(watched.passes, watched.asked, strict=True))
        ]
        yield f"forced passes (nothing but `if none` is left): {', '.join(passing)} of decisions"
    if sum(statistics.decided_by.values()) and len(statistics.criteria) > 1:
        said = [f"{text} {statistics.decided_by[text]}" for text in statistics.criteria]
        yield f"games in which it decided who wins: {', '.join(said)}"
    if watched.valued is not None and watched.valued.choices:
        touching = watched.valued.touching
        share = f"{percent(touching / watched.valued.choices)} of decisions move" if touching else "no decision moves"
        yield f"{share} a card into or out of somebody else's places{_sample(statistics)}"
    if watched.half_led:
        unseen = "" if statistics.open_score else " (players cannot see all of the score)"
        yield (
            f"who leads alone at half-time{unseen} wins {percent(watched.half_won / watched.half_led)} of "
            f"{so_many(f'{watched.half_led}', 'games')}"
        )
    if watched.ahead:
        median = Spread.of(watched.ahead).median
        yield f"in half of the games the winner leads for good after at most {percent(median / 1000)} of the choices"


def _sample(statistics: Statistics) -> str:
    """In how many games cards were looked at, if not in all."""
    valued = statistics.watched.valued
    assert valued is not None
    return f" (in the first {valued.card_games} games)" if valued.card_games < statistics.ended else ""


def _worths(statistics: Statistics) -> Iterator[str]:
    """What goes with winning, as far as it is sure."""
    valued = statistics.watched.valued
    if valued is None or not (many := len(valued.together().found())):
        return
    strongest = valued.together().strongest()
    yield ""
    if not strongest:
        compared = so_many(f"{many}", "comparisons")
        yield f"No card and no step goes with winning more than chance explains ({compared})."
        return
    rows = [["goes with winning or losing", "", "seats", "won", "others", "won", "points", "between", ""]]
    rows += [_worth(worth) for worth in strongest[:MOST_WORTHS]]
    yield from table(rows, left=2)
    more = f" {len(strongest) - MOST_WORTHS} more stand in --html and --json." if len(strongest) > MOST_WORTHS else ""
    cards = f" Cards: in the first {valued.card_games} games." if valued.card_games < statistics.ended else ""
    yield from textwrap.wrap(
        f"All of it holds together at 95 %, among {many} comparisons (Holm).{more}{cards} {WORTHS}", WIDE
    )


MOST_WORTHS = 10
WORTHS = (
    "`drawn` is held against seats that never had it, `played` and `kept` against others that had it, `chosen` against "
    "others that could. What goes with winning need not be the reason for it: who is ahead can afford more."
)


def _worth(worth: Worth) -> list[str]:
    points = (worth.difference, worth.low, worth.high)
    shares = (str(worth.had), percent(worth.share), str(worth.had_not), percent(worth.other))
    return [called(worth.thing), worth.thing.how, *shares, *(f"{100 * number:+.1f}" for number in points)]


def _samples(statistics: Statistics, bots: Sequence[str]) -> Iterator[str]:
    """Games to look at, by their seeds."""
    yield f"Games to look at: rulec play FILE --players {statistics.players} --seed SEED {seated(bots)}"
    units = {"shortest": " turns", "longest": " turns", "closest": " ahead", "clearest": " ahead"}
    found = statistics.watched.samples.found.items()
    yield from table(
        [[f"{sort}:", f"seed {seed}", f"{number}{units.get(sort, '')}"] for sort, (seed, number) in found], 3
    )


def _bars(bars: Sequence[Bar]) -> list[str]:
    most = max(bar.count for bar in bars)
    names = [str(bar.low) if bar.low == bar.high else f"{bar.low} to {bar.high}" for bar in bars]
    across = max(map(len, names))
    return [
        f"{name:>{across}}  {'█' * round(LONGEST_BAR * bar.count / most)} {bar.count}".rstrip()
        for name, bar in zip(names, bars, strict=True)
    ]


def _moves(statistics: Statistics) -> list[str]:
    watched = statistics.watched
    rows = [["move", "on offer", "chosen", ""]]
    for name in statistics.names:
        offered, chosen = watched.offered[name], watched.chosen[name]
        rows.append([name, str(offered), str(chosen), percent(chosen / offered) if offered else "never"])
    return table(rows)


def comparison_report(comparison: Comparison) -> list[str]:
    """Findings, then a table of differences."""
    lines = ["What stands out", *bullets(comparison.findings())]
    if not comparison.compared:
        return lines
    rows = [["", "A", "B", "difference", "between", "", ""]]
    for difference in comparison.differences():
        rows.append([difference.name, *_amounts(difference), "*" if difference.sure else ""])
    lines += ["", *table(rows)]
    lines.append("B less A; shares in points. The interval holds the true difference in 95 of 100 cases.")
    lines.append("*: more than chance explains, at 95 % for all lines together.")
    return [*lines, *_shifts(comparison)]


def _shifts(comparison: Comparison) -> Iterator[str]:
    """What goes with winning in one version more than in the other."""
    found = comparison.worths()
    if not found:
        return
    yield ""
    sure = strongest(found)
    many = so_many(f"{len(found)}", "comparisons")
    if not sure:
        yield f"No card and no step is worth more or less in B than chance explains ({many})."
        return
    rows = [["goes with winning", "", "A", "B", "difference", "between", ""]]
    for shift in sure[:MOST_WORTHS]:
        points = (shift.a.difference, shift.b.difference, shift.difference, shift.low, shift.high)
        rows.append([called(shift.thing), shift.thing.how, *(f"{100 * number:+.1f}" for number in points)])
    yield from table(rows, left=2)
    more = f" {len(sure) - MOST_WORTHS} more stand in --json." if len(sure) > MOST_WORTHS else ""
    yield from textwrap.wrap(
        f"In points of the share of wins, with it against without. All of it holds together at 95 %, among {many} "
        f"(Holm).{more} {WORTHS}",
        WIDE,
    )


def _amounts(difference: Difference) -> list[str]:
    signed = (difference.difference, difference.low, difference.high)
    return [
        amount(difference, difference.a), amount(difference, difference.b),
        *(amount(difference, value, signed=True) for value in signed),
    ]  # fmt: skip
