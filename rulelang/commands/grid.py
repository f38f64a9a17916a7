"""Many versions of one game, each played as often: what `sweep` and `tune` share.

Comes in: a file, numbers of players, values of options, bots.  Goes out: `Point`s with their measures.  Playing and
counting is left to `interpreter.simulate`.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from itertools import product
from typing import TYPE_CHECKING

from attrs import frozen

from rulelang.commands.outcome import Unusable
from rulelang.commands.playable import Wanted
from rulelang.commands.runs import Run, troubles, with_backend

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.simulate import Statistics

MOST_POINTS = 10_000
SHOWN_TROUBLES = 5


@frozen
class Point:
    """One version: what is played by how many, and who sits there (as `--bots` has it)"""

    wanted: Wanted
    bots: str

    @property
    def cells(self) -> list[str]:
        """Players, the values of the options, bots."""
        return [str(self.wanted.players), *(value for _, value in self.wanted.options), self.bots]

    @property
    def words(self) -> str:
        """How it is asked for."""
        words = [self.wanted.file, "--players", str(self.wanted.players)]
        for name, value in self.wanted.options:
            words += ["--set", f"{name}={value}"]
        for title in self.wanted.variants:
            words += ["--variant", title]
        return shlex.join([*words, "--bots", self.bots])

    def game(self) -> tuple[Game, list[str]]:
        """The game and a bot for each seat; Unusable if this cannot be played."""
        from rulelang.commands.seats import bots_for

        game = self.wanted.game()
        return game, bots_for(game, self.bots)


@frozen
class Measured:
    """A version with its measures, from `games` that came to their end

    `luck`: how far it may move measures.  `odd`: a seat (or team) wins more or less than chance explains.
    `unfinished`: sentences about games that did not come to their end; `faults`: how many met a fault in the rules.
    """

    point: Point
    games: int
    measures: dict[str, float | None]
    luck: dict[str, float]
    odd: bool
    rules_hash: str
    unfinished: tuple[str, ...]
    faults: int


def stopped_in(done: Sequence[Measured], named: Callable[[Measured], str]) -> list[str]:
    """What kept games of these versions from their end."""
    from interpreter.machine.texts import amount

    versions = [one for one in done if one.unfinished]
    said = [f"{named(one)}: {sentence}" for one in versions[:SHOWN_TROUBLES] for sentence in one.unfinished]
    more = len(versions) - SHOWN_TROUBLES
    return (
        [*said, f"Games of {amount(f'{more}', 'more versions')} did not all come to their end."] if more > 0 else said
    )


def grid(
    file: str, players: Sequence[int], variants: tuple[str, ...], options: Sequence[tuple[str, Sequence[str]]],
    bots: Sequence[str],
) -> list[Point]:  # fmt: skip
    """Every number of players with every value of each option and each sort of bots."""
    names = [name for name, _ in options]
    points = [
        Point(Wanted(file, many, variants, tuple(zip(names, chosen, strict=True))), bot)
        for many in players
        for chosen in product(*(values for _, values in options))
        for bot in bots
    ]
    if len(points) > MOST_POINTS:
        raise Unusable(f"that makes {len(points):,} versions; at most {MOST_POINTS:,} can be played")
    return points


def played(point: Point, run: Run) -> Measured:
    """All games of one version; KeyboardInterrupt where somebody stops it."""
    from interpreter.simulate import Statistics, play_batches
    from interpreter.simulate.batches.measures import luck, measured
    from interpreter.simulate.findings import unfinished

    game, seats = point.game()
    (game,) = with_backend([game], run.backend, seats)
    statistics = Statistics.of(game)
    with troubles():
        for batch in play_batches(game, run.plan(seats, game)):
            batch.count(statistics)
    return Measured(
        point, statistics.ended, measured(statistics), luck(statistics), _is_odd(statistics), game.program.rules_hash,
        tuple(unfinished(statistics)), len(statistics.faults),
    )  # fmt: skip


def _is_odd(statistics: Statistics) -> bool:
    return statistics.ended > 0 and any(statistics.odd(share) for share in statistics.side_shares)


def numbers(written: str, few: int, many: int) -> list[int]:
    """`2..6`, `2,4` or `3`: each within what the game allows."""
    from rulelang.commands.messages import how_many_play

    found: list[int] = []
    for part in written.split(","):
        ends = re.fullmatch(r"\s*(\d{1,3})\s*(?:\.\.\s*(\d{1,3})\s*)?", part)
        if not ends or int(ends[1]) > int(ends[2] or ends[1]):
            raise Unusable(f"`--players {written}` should be written `--players 2..4` or `--players 2,4`")
        low = int(ends[1])
        found += range(low, int(ends[2] or low) + 1)
    wrong = [number for number in found if not few <= number <= many]
    if wrong or not found:
        raise Unusable(f"`--players {written}`: this game is for {how_many_play(few, many)}")
    return list(dict.fromkeys(found))


def values(written: Sequence[str], twice: str) -> list[tuple[str, list[str]]]:
    """`head_start=0,3,6`, option by option."""
    found: dict[str, list[str]] = {}
    for text in written:
        name, equals, listed = (part.strip() for part in text.partition("="))
        several = [value.strip() for value in listed.split(",") if value.strip()]
        if not (name and equals and several):
            raise Unusable(f"`--set {text}` should be written `--set OPTION=VALUE,VALUE`")
        if name in found:
            raise Unusable(f"the option `{name}` is given twice; {twice}")
        found[name] = list(dict.fromkeys(several))
    return list(found.items())
