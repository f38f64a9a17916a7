"""Search in a tree of what players know (ISMCTS).

Comes in: what one seat sees.  Goes out: the choice that was tried most.  After P. Cowling, E. Powley and D. Whitehouse,
Information Set Monte Carlo Tree Search (2012), with many observers: a tree for each player, whose branches are choices
as that player hears of them; in each round a new world is drawn, all trees are gone down together, and a choice counts
against how often it could have been made.  Choices that are secret, or keep what is picked from others, are one branch
for those others.  What chance brings is no branch.  Of many choices only some are tried, more of them the oftener a
point of the tree is come to (progressive widening).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import suppress
from math import log, sqrt
from random import Random
from typing import TYPE_CHECKING

from interpreter.bots.model import Sight
from interpreter.bots.thinking import MOST_DECISIONS, Thinker, Thought
from interpreter.bots.worth import Worth
from interpreter.machine.engine import GameFault, Pick, Picks
from rulelang.ir.model.program import PickItem, Program

if TYPE_CHECKING:
    from interpreter.state import State

CURIOSITY = 0.7
"""How much is tried that seems not best (the constant of UCB1)."""
FEW = 16
"""So many choices are all tried."""
WIDER = 4.0
"""Of more choices this number times the root of the visits."""


class Point:
    """What a player knows at some time, or a choice that led there: how often it was made and could have been made, and
    what this was worth to who made it."""

    __slots__ = ("could", "made", "next", "visits", "worth")

    def __init__(self) -> None:
        self.next: dict[Hashable, Point] = {}
        self.visits = self.made = self.could = 0
        self.worth = 0.0


class IsmctsBot(Thinker):
    """`budget`: the rounds of a decision."""

    def think(self, sight: Sight, chance: Random) -> list[Thought]:
        names, worth = Names(sight.game.program), Worth(sight.game)
        roots = [Point() for _ in range(sight.game.players)]
        for _ in self.budget.spent():
            with suppress(GameFault):  # a world that comes to a dead end teaches nothing
                _round(sight.world(chance), roots, names, worth, chance)
        root = roots[sight.seat]
        found = [
            Thought(choice, point.made, point.worth / point.made)
            for choice, key in enumerate(names.of(sight.world(chance)))  # they are the same in all worlds
            if (point := root.next.get(key)) is not None and point.made
        ]
        return sorted(found, key=lambda thought: (-thought.tried, -thought.worth))


def _round(world: State, roots: Sequence[Point], names: Names, worth: Worth, chance: Random) -> None:
    """Down the trees in one world, one new point, to the end by chance; what comes of it is noted all the way up."""
    points, way = list(roots), list[tuple[int, Point]]()
    is_new = False
    while not is_new and (many := world.many):
        choice = 0
        if many > 1:
            seat = world.player
            assert seat is not None
            keys = names.of(world)
            choice, is_new = _chosen(points[seat], keys, worth, chance)
            made = points[seat].next[keys[choice]]
            way.append((seat, made))
            hears = names.heard(world, choice, keys[choice])
            for each, point in enumerate(points):
                points[each] = made if each == seat else point.next.setdefault(hears, Point())
        world.apply(choice)
    world.playout(MOST_DECISIONS)
    worths = worth.of(world)
    for seat, made in way:
        made.made += 1
        made.worth += worths[seat]


def _chosen(point: Point, keys: Sequence[Hashable], worth: Worth, chance: Random) -> tuple[int, bool]:
    """A choice, and whether it was never made here before."""
    point.visits += 1
    known, fresh = [], []
    for choice, key in enumerate(keys):
        after = point.next.get(key)
        if after is None or not after.could:
            fresh.append(choice)
        else:
            after.could += 1
            known.append((choice, after))
    if fresh and (len(keys) <= FEW or len(known) < WIDER * sqrt(point.visits)):
        choice = chance.choice(fresh)
        point.next.setdefault(keys[choice], Point()).could = 1
        return choice, True

    def promise(one: tuple[int, Point]) -> float:
        after = one[1]
        if not after.made:
            return 1e9
        return worth.scaled(after.worth / after.made) + CURIOSITY * sqrt(log(after.could) / after.made)

    return max(known, key=promise)[0], False


def _places(world: State, pick: Pick) -> Hashable:
    """Where cards lie, in the place of which they are."""
    contents = world.game.contents(world.array)
    cards = pick if isinstance(pick, tuple) else (pick,)
    return tuple((contents.zone_of(card), contents.position(card)) for card in cards)


class Names:
    """What choices are called in trees: the same in every world, and for cards that look alike."""

    def __init__(self, program: Program) -> None:
        self._looks = [card.look for card in program.cards]
        self._picks: dict[tuple[int, int], list[PickItem]] = {}
        for number, decision in enumerate(program.decisions):
            for place, offer in enumerate((*decision.offers, *([decision.fallback] if decision.fallback else []))):
                items = program.headers[offer.header].items
                self._picks[number, place] = [item for item in items if isinstance(item, PickItem)]

    def of(self, world: State) -> list[Hashable]:
        """The name of each choice, in their order."""
        decision = world.decision
        assert decision is not None
        return [self._name(world, decision.number, offer, picks) for offer, picks in decision.raw]

    def _name(self, world: State, number: int, offer: int, picks: Picks) -> Hashable:
        if not picks:
            return number, offer
        named: list[Hashable] = [number, offer]
        for item, pick in zip(self._picks[number, offer], picks, strict=True):
            if item.display.sort not in ("card", "cards"):
                named.append(pick)
            elif item.by_place:  # who chooses does not see which card it is
                named.append(_places(world, pick))
            else:
                named.append(
                    tuple(map(self._looks.__getitem__, pick)) if isinstance(pick, tuple) else self._looks[pick]
                )
        return tuple(named)

    def heard(self, world: State, choice: int, name: Hashable) -> Hashable:
        """What the others hear of a choice."""
        decision = world.decision
        assert decision is not None
        assert isinstance(name, tuple)
        if decision.secret:
            return (decision.number,)
        kept = [item.kept for item in self._picks[decision.number, decision.raw[choice][0]]]
        return (
            tuple(part if at < 2 or not kept[at - 2] else None for at, part in enumerate(name)) if any(kept) else name
        )
