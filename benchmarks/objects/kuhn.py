"""Kuhn poker for two, object by object; same rules as `games/library/kuhn.rules`."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import Enum


class Move(Enum):
    CHECK = "check"
    BET = "bet"
    CALL = "call"
    FOLD = "fold"


OPENING = (Move.CHECK, Move.BET)
ANSWER = (Move.CALL, Move.FOLD)


@dataclass(slots=True)
class Player:
    card: int
    stake: int = 1
    folded: bool = False


class Game:
    def __init__(self, rng: random.Random) -> None:
        deck = [0, 1, 2]
        rng.shuffle(deck)
        self.players = [Player(deck.pop()) for _ in range(2)]
        self.turn = 0
        self.bettor: Player | None = None
        self.checks = 0
        self.over = False

    def moves(self) -> tuple[Move, ...]:
        return OPENING if self.bettor is None else ANSWER

    def apply(self, move: Move) -> None:
        me = self.players[self.turn]
        match move:
            case Move.CHECK:
                self.checks += 1
                self.over = self.checks == 2
            case Move.BET:
                me.stake, self.bettor = 2, me
            case Move.CALL:
                me.stake, self.over = 2, True
            case Move.FOLD:
                me.folded = self.over = True
        self.turn = 1 - self.turn

    def payoffs(self) -> list[int]:
        taker = max((p for p in self.players if not p.folded), key=lambda p: p.card)
        pot = sum(p.stake for p in self.players)
        return [(pot if p is taker else 0) - p.stake for p in self.players]


def playout(players: int, rng: random.Random) -> tuple[int, list[int]]:
    """One random game: how many decisions it took, and the payoffs."""
    game, decisions = Game(rng), 0
    while not game.over:
        moves = game.moves()
        game.apply(moves[rng.randrange(len(moves))])
        decisions += 1
    return decisions, game.payoffs()
