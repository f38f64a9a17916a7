"""Goofspiel with thirteen coins each, object by object; same rules as `games/library/goofspiel.rules`."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

COINS = 13


@dataclass(frozen=True, slots=True)
class Bid:
    coin: int


@dataclass(slots=True)
class Player:
    hand: list[int] = field(default_factory=lambda: list(range(1, COINS + 1)))
    bid: int = 0
    won: list[int] = field(default_factory=list)

    @property
    def score(self) -> int:
        return sum(self.won)


class Game:
    def __init__(self, players: int, rng: random.Random) -> None:
        self.prizes = list(range(1, COINS + 1))
        rng.shuffle(self.prizes)
        self.players = [Player() for _ in range(players)]
        self.turn = 0
        self.over = False

    def moves(self) -> list[Bid]:
        return [Bid(coin) for coin in self.players[self.turn].hand]

    def apply(self, move: Bid) -> None:
        me = self.players[self.turn]
        me.hand.remove(move.coin)
        me.bid = move.coin
        self.turn += 1
        if self.turn == len(self.players):
            self.award()
            self.turn = 0
            if len(self.prizes) == 1:
                self.last_round()

    def award(self) -> None:
        prize = self.prizes.pop()
        top = max(p.bid for p in self.players)
        takers = [p for p in self.players if p.bid == top]
        if len(takers) == 1:
            takers[0].won.append(prize)

    def last_round(self) -> None:
        for player in self.players:
            player.bid = player.hand.pop()
        self.award()
        self.over = True


def playout(players: int, rng: random.Random) -> tuple[int, list[int]]:
    """One random game: how many decisions it took, and the scores."""
    game, decisions = Game(players, rng), 0
    while not game.over:
        moves = game.moves()
        game.apply(moves[rng.randrange(len(moves))])
        decisions += 1
    return decisions, [p.score for p in game.players]
