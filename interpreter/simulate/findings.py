"""What stands out in many games, in plain English.

Comes in: `Statistics`.  Goes out: sentences, the weightiest first.  A seat is only said to win too often where chance
would hardly ever do that (see `Statistics.odd`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.machine.texts import listed
from interpreter.simulate.batches.worths import Thing, Worth
from interpreter.simulate.numbers import Spread, wilson
from interpreter.simulate.statistics import Statistics

MANY_TIES = 0.05
FEW_REAL = 0.6
MANY_PASSES = 0.1
LONG = 2
HALF_TIME = 0.75
FEW_CHANGES = 0.5
SHOWN = 5
MOST_WORTHS = 3


def findings(statistics: Statistics) -> list[str]:
    """At least one sentence, whatever there is."""
    if not statistics.games:
        return ["No game was played."]
    said = [*unfinished(statistics), *_repeats(statistics)]
    if statistics.ended:
        for find in (_together, _lost, _sides, _beginner, _endings, _length, _choices, _lead, _worth, _unused):
            said += find(statistics)
    return said or ["Nothing stands out."]


def of_hundred(share: float) -> str:
    """`54 of 100`; of 1000 or 10000 where the share is very small, or nearly all."""
    for base in (100, 1000):
        number = round(base * share)
        if share in (0, 1) or 2 <= number <= base - 2:
            return f"{number} of {base}"
    return f"{round(10_000 * share)} of 10000"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def between(interval: tuple[float, float]) -> str:
    low, high = interval
    return f"between {percent(low)} and {percent(high)}"


def some(words: Sequence[str]) -> str:
    """`a, b and c`, or the first few and how many more."""
    if len(words) <= SHOWN + 1:
        return listed(list(words), len(words), "and")
    return f"{', '.join(words[:SHOWN])} and {len(words) - SHOWN} more"


def seated(bots: Sequence[str]) -> str:
    """How `rulec play` is told who sits where: bots that play at random need no word but in the first seat."""
    seats = enumerate(bots, start=1)
    return " ".join(f"--seat {seat}={bot}" for seat, bot in seats if seat == 1 or bot != "random")


def unfinished(statistics: Statistics) -> Iterator[str]:
    """What kept games from their end."""
    games = statistics.games
    if faults := statistics.faults:
        yield (
            f"{len(faults)} of {games} games {_stop(len(faults))} because of a fault in the rules; the first has the "
            f"seed {faults[0].seed}: {faults[0].fault}"
        )
    if cut := statistics.given_up:
        yield (
            f"{len(cut)} of {games} games {_be(len(cut))} not over after very many decisions and cut off; the first "
            f"has the seed {cut[0]}."
        )


def _repeats(statistics: Statistics) -> Iterator[str]:
    if repeats := statistics.watched.repeats:
        seed, times = statistics.watched.most_repeated
        yield (
            f"In {repeats} of {statistics.games} games the table came to stand as it had stood before; most often, "
            f"{_times(times)}, with the seed {seed}."
        )


def _sides(statistics: Statistics) -> Iterator[str]:
    sides, fair, ended = statistics.sides, statistics.fair, statistics.ended
    if sides.cooperative or not fair:
        return
    odd = False
    shares = zip(sides.names, sides.seats, statistics.side_shares, strict=True)
    for name, seats, share in sorted(shares, key=lambda found: -abs(found[2] - fair * ended)):
        if more := statistics.odd(share):
            odd = True
            win = "wins" if len(seats) == 1 else "win"
            yield f"{name} {win} {of_hundred(share / ended)} games, {_than(more, wilson(share, ended), fair)}"
    if not odd and len(sides.seats) > 1:
        chance = wilson(fair * ended, ended, statistics.strict)
        who = "team" if sides.teams else "seat"
        yield (
            f"No {who} wins more or less than chance explains. With {_games(ended)}, a share "
            f"{between(chance)} would still be chance."
        )


def _together(statistics: Statistics) -> Iterator[str]:
    if statistics.sides.cooperative and statistics.everyone_lost < statistics.ended:
        yield (
            f"All win or lose together: of {_games(statistics.ended)} {statistics.side_wins[0]} were won by all, "
            f"{statistics.everyone_lost or 'none'} lost by all."
        )


def _beginner(statistics: Statistics) -> Iterator[str]:
    watched = statistics.watched
    if len(watched.firsts) < 2 or not statistics.fair or statistics.sides.cooperative:
        return  # the same seat begins every time, and has been told of; or it does not matter who begins
    whoever = "The team of whoever" if statistics.sides.teams else "Whoever"
    if more := statistics.odd(watched.first_shares):
        interval = wilson(watched.first_shares, watched.ended)
        than = _than(more, interval, statistics.fair)
        yield f"{whoever} chooses first wins {of_hundred(watched.begins)} games, {than}"


def _than(more: str, interval: tuple[float, float], fair: float) -> str:
    return f"{more} than chance explains: the true share lies {between(interval)}, a fair one is {percent(fair)}."


def _lost(statistics: Statistics) -> Iterator[str]:
    """Where nobody won: it stands before the shares of those who did."""
    if statistics.everyone_lost == statistics.ended:
        yield "Everyone always loses: nobody ever won a game."
    elif statistics.everyone_lost and not statistics.sides.cooperative:
        yield f"Everyone loses in {of_hundred(statistics.everyone_lost / statistics.ended)} games."
    if statistics.nobody_won:
        yield f"Nobody wins in {of_hundred(statistics.nobody_won / statistics.ended)} games."


def _endings(statistics: Statistics) -> Iterator[str]:
    if statistics.ties and statistics.ties >= MANY_TIES * statistics.ended:
        yield f"{of_hundred(statistics.ties / statistics.ended)} games end with a shared win."
    for text in statistics.criteria:
        if statistics.decided_by and not statistics.decided_by[text]:
            yield f"`{text}` never decided who wins."


def _length(statistics: Statistics) -> Iterator[str]:
    turns = Spread.of(statistics.turns)
    if turns.p95 >= LONG * turns.median and turns.median > 1:
        yield (
            f"Some games are very long: one in twenty takes {turns.p95} turns or more, half of the games take at most "
            f"{turns.median}."
        )


def _choices(statistics: Statistics) -> Iterator[str]:
    if statistics.asked and statistics.real < FEW_REAL * statistics.asked:
        yield (
            f"In {of_hundred(1 - statistics.real / statistics.asked)} decisions there is nothing to choose, because "
            "only one thing can be done."
        )
    watched = statistics.watched
    if watched.passing >= MANY_PASSES:
        yield f"In {of_hundred(watched.passing)} decisions a player can do nothing and has only what `if none` offers."


def _lead(statistics: Statistics) -> Iterator[str]:
    watched = statistics.watched
    if watched.half_led < max(1, statistics.ended / 2):
        return  # mostly nobody leads, so there is nothing to be told of leaders
    if watched.half_won >= HALF_TIME * watched.half_led:
        share = watched.half_won / watched.half_led
        unseen = "" if statistics.open_score else ", though players cannot see all of the score"
        yield f"Half-time often tells the end: who leads alone then wins {of_hundred(share)} games{unseen}."
    if statistics.open_score and watched.lead_changes:
        mean = Spread.of(watched.lead_changes).mean
        if mean < FEW_CHANGES:
            yield f"The lead hardly ever changes: {mean:.2f} times in a game."


def _worth(statistics: Statistics) -> Iterator[str]:
    """What goes with winning."""
    valued = statistics.watched.valued
    if valued is None:
        return
    yield from map(worth_sentence, valued.together().strongest()[:MOST_WORTHS])
    never_had, never_played = valued.dead()
    games = _games(valued.card_games)
    if never_had:
        yield f"In {games} nobody ever got {some([f'“{name}”' for name in never_had])}."
    if never_played:
        yield f"In {games} nobody who got {some([f'“{name}”' for name in never_played])} ever played it."


def worth_sentence(worth: Worth) -> str:
    low, high = (100 * end for end in (worth.low, worth.high))
    return (
        f"{WHOEVER[worth.thing.how].format(called(worth.thing), of_hundred(worth.share))} "
        f"{of_hundred(worth.other)} (the difference lies between {low:+.0f} and {high:+.0f} points)."
    )


WHOEVER = {
    "drawn": "Whoever gets {} wins {} games, whoever does not",
    "played": "Whoever plays {} wins {} games, whoever has it and does not",
    "kept": "Whoever still has {} at the end wins {} games, whoever had it and has not",
    "chosen": "Whoever chooses {} at least once wins {} games, whoever could and never does",
}


def called(thing: Thing) -> str:
    """A step by its name, a card in quotes, what is printed on several cards as what it is."""
    return {"step": thing.name, "card": f"“{thing.name}”", "power": f"a card with “{thing.name}”"}[thing.sort]


def _unused(statistics: Statistics) -> Iterator[str]:
    watched = statistics.watched
    if not watched.games:
        return
    never = [name for name in watched.never_offered(statistics.names) if name not in statistics.fallbacks]
    if never:
        yield f"Nobody ever could choose {some(never)}."
    for name in watched.never_chosen(statistics.names):
        yield f"Nobody ever chose {name}, though it was on offer {_times(watched.offered[name])}."
    missed = watched.untouched(statistics.lines)
    if missed:
        words = [f"line {line.rsplit(':', 1)[1]} ({rule})" for line, rule in missed]
        yield f"Nothing ever happened in {some(words)} of the rules."


def _stop(count: int) -> str:
    return "stops" if count == 1 else "stop"


def _be(count: int) -> str:
    return "was" if count == 1 else "were"


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
