"""Wer war's as a careful programmer writes it in Python: classes, lists and counters, no framework.

Same rules as `games/werwars.rules` with its normal options; meals that look alike are one move, as there.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

ANIMALS = ("owl", "goat", "donkey", "snake")
FOODS = ("carrot", "apple", "bread")


@dataclass(frozen=True, slots=True)
class Suspect:
    name: str
    coins: int
    alibi: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Beast:
    animal: str
    hunger: int


SUSPECTS = (
    Suspect("page", 2, ("owl", "snake")),
    Suspect("nanny", 2, ("owl", "goat")),
    Suspect("gardener", 3, ("goat", "snake")),
    Suspect("cook", 3, ("donkey", "owl")),
    Suspect("jester", 4, ("donkey", "snake")),
    Suspect("blacksmith", 4, ("donkey", "goat")),
    Suspect("librarian", 5, ("goat", "owl", "snake")),
    Suspect("alchemist", 6, ("donkey", "owl", "snake")),
    Suspect("lady of the castle", 6, ("donkey", "goat", "owl")),
    Suspect("knight", 7, ("donkey", "goat", "snake")),
)
HUNGERS = {
    "owl": (1, 1, 2, 2, 2, 3, 3, 4),
    "goat": (2, 2, 2, 3, 3, 3, 4, 4),
    "donkey": (2, 2, 3, 3, 3, 4, 4, 5),
    "snake": (1, 2, 2, 2, 3, 3, 3, 4),
}


@dataclass(slots=True)
class Player:
    food: Counter[str] = field(default_factory=Counter)
    beasts: dict[str, list[Beast]] = field(default_factory=lambda: {a: [] for a in ANIMALS})
    cleared: list[Suspect] = field(default_factory=list)

    @property
    def coins(self) -> int:
        return sum(s.coins for s in self.cleared)

    @property
    def cards(self) -> int:
        return self.food.total() + sum(len(b) for b in self.beasts.values())

    def can_clear(self, suspect: Suspect) -> bool:
        return all(self.beasts[a] for a in suspect.alibi)


@dataclass(frozen=True, slots=True)
class Gather:
    pass


@dataclass(frozen=True, slots=True)
class Feed:
    animal: str
    food: str | None
    jokers: int


@dataclass(frozen=True, slots=True)
class Clear:
    suspect: Suspect


@dataclass(frozen=True, slots=True)
class GiveUp:
    pass


Move = Gather | Feed | Clear | GiveUp


class Game:
    def __init__(self, players: int, rng: random.Random) -> None:
        self.rng = rng
        self.suspects = list(SUSPECTS)
        self.stables = {a: [Beast(a, h) for h in HUNGERS[a]] for a in ANIMALS}
        for stable in self.stables.values():
            rng.shuffle(stable)
        self.larder = [f for f in FOODS for _ in range(13)] + ["joker"] * 9
        rng.shuffle(self.larder)
        self.scraps: list[str] = []
        self.players = [Player() for _ in range(players)]
        for player in self.players:
            for _ in range(3):
                player.food[self.larder.pop()] += 1
        self.turn = rng.randrange(players)
        self.passes = 0
        self.over = False
        self.lost = False

    def moves(self) -> list[Move]:
        me = self.players[self.turn]
        found: list[Move] = []
        if self.larder or self.scraps:
            found.append(Gather())
        for animal, stable in self.stables.items():
            if stable:
                found += self.meals(me, animal, stable[-1].hunger)
        found += [Clear(s) for s in self.suspects if me.can_clear(s)]
        return found or [GiveUp()]

    def meals(self, me: Player, animal: str, hunger: int) -> list[Move]:
        jokers = me.food["joker"]
        found: list[Move] = []
        for food in FOODS:
            have = me.food[food]
            found += [
                Feed(animal, food, hunger - n) for n in range(1, hunger + 1) if n <= have and hunger - n <= jokers
            ]
        if jokers >= hunger:
            found.append(Feed(animal, None, hunger))
        return found

    def apply(self, move: Move) -> None:
        me = self.players[self.turn]
        self.passes = 0
        match move:
            case Gather():
                for _ in range(2):
                    if not self.larder:
                        self.larder, self.scraps = self.scraps, []
                        self.rng.shuffle(self.larder)
                    if self.larder:
                        me.food[self.larder.pop()] += 1
            case Feed(animal, food, jokers):
                beast = self.stables[animal].pop()
                paid = ["joker"] * jokers + [food] * (beast.hunger - jokers) if food else ["joker"] * jokers
                for card in paid:
                    me.food[card] -= 1
                self.scraps += paid
                me.beasts[animal].append(beast)
            case Clear(suspect):
                for animal in suspect.alibi:
                    best = min(me.beasts[animal], key=lambda b: b.hunger)
                    me.beasts[animal].remove(best)
                self.suspects.remove(suspect)
                me.cleared.append(suspect)
            case GiveUp():
                self.passes += 1
        self.finish_turn()

    def finish_turn(self) -> None:
        if len(self.suspects) == 1:
            self.over = True
        elif self.passes == len(self.players) or (
            not any(self.stables.values()) and not any(p.can_clear(s) for p in self.players for s in self.suspects)
        ):
            self.over = self.lost = True
        self.turn = (self.turn + 1) % len(self.players)

    def winners(self) -> list[int]:
        if self.lost:
            return []
        scores = [(p.coins, p.cards) for p in self.players]
        return [i for i, score in enumerate(scores) if score == max(scores)]


def playout(players: int, rng: random.Random) -> tuple[int, list[int]]:
    """One random game: how many decisions it took, and who won."""
    game, decisions = Game(players, rng), 0
    while not game.over:
        moves = game.moves()
        game.apply(moves[rng.randrange(len(moves))])
        decisions += 1
    return decisions, game.winners()
