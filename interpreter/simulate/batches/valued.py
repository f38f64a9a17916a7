"""What is gathered of cards and steps in many games.

Comes in: which cards each seat held, which steps it was offered and chose, and how the games ended.  Goes out: what
each is worth, cards that nobody ever gets or plays, how often a choice moves somebody else's cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from interpreter.simulate.batches.cards import ASPECTS, Group, Held, groups
from interpreter.simulate.batches.columns import Flags
from interpreter.simulate.batches.worths import ENOUGH, Thing, Worths
from rulelang.ir.model.program import Program

CARD_GAMES = 1000
"""Cards are looked at in the first so many games of a run: it takes longer than playing them."""


Had: TypeAlias = tuple[Mapping[str, tuple[int, int]], Held | None, int, Sequence[float]]
"""Of one game, as `add_game` takes it."""


@define
class Valued:
    """`card_games`: games in which cards were looked at and that came to their end; `choices`: decisions in them,
    `touching` those after which somebody else's cards lay otherwise"""

    groups: Sequence[Group]
    steps: Sequence[str]
    most_card_games: int = CARD_GAMES
    card_games: int = 0
    choices: int = 0
    touching: int = 0
    of_cards: Worths = field(init=False)
    of_steps: Worths = field(init=False)

    @classmethod
    def of(cls, program: Program, steps: Sequence[str]) -> Valued:
        return cls(groups(program), steps)

    def __attrs_post_init__(self) -> None:
        sorts = {True: "card", False: "power"}
        things = [Thing(sorts[group.is_one], group.name, how) for how in ASPECTS for group in self.groups]
        self.of_cards = Worths(things)
        self.of_steps = Worths([Thing("step", name, "chosen") for name in self.steps])

    def add_cards(self, held: Held, decisions: int, over: Flags, shares: NDArray[np.float64]) -> None:
        """`over`: which of the games came to their end; `shares[game, seat]` of the win, for these."""
        self.card_games += len(shares)
        self.choices += decisions
        self.touching += int(held.touched[over].sum())
        cards = held.of[:, over]
        member = np.zeros((cards.shape[-1], len(self.groups)), dtype=np.float32)
        for place, group in enumerate(self.groups):
            member[list(group.cards), place] = 1
        had = (cards.astype(np.float32) @ member) > 0
        drawn = had[0]
        self.of_cards.add(np.concatenate(list(had), axis=2), np.tile(drawn, 3) | self._all_asked, shares)

    @property
    def _all_asked(self) -> Flags:
        """Everybody might have drawn a card; only who has it might play or keep it."""
        return np.arange(len(self.of_cards.things)) < len(self.groups)

    def add_steps(self, offered: Flags, chosen: Flags, shares: NDArray[np.float64]) -> None:
        """Flags for each game, seat and step; games that came to their end."""
        self.of_steps.add(chosen & offered, offered, shares)

    def add_game(
        self, who: Mapping[str, tuple[int, int]], held: Held | None, decisions: int, shares: Sequence[float]
    ) -> None:
        """One game that came to its end; `who`: by step, bit sets of the seats that were offered it, and chose it."""
        self.add_games([(who, held, decisions, shares)])

    def add_games(self, games: Sequence[Had]) -> None:
        """The same of many."""
        if not games:
            return
        of_seats = np.array([shares for *_, shares in games])
        bits = np.array([[who.get(name, (0, 0)) for name in self.steps] for who, *_ in games], dtype=np.int64)
        bits = bits.reshape(len(games), 1, -1, 2) >> np.arange(of_seats.shape[1])[:, None, None] & 1
        self.add_steps(bits[..., 0].astype(bool), bits[..., 1].astype(bool), of_seats)
        looked = [(place, held) for place, (_, held, *_) in enumerate(games) if held is not None]
        if looked:
            places, found = zip(*looked, strict=True)
            of = np.concatenate([one.of for one in found], axis=1)
            together = Held(of, np.concatenate([one.touched for one in found]))
            decisions = sum(games[place][2] for place in places)
            self.add_cards(together, decisions, np.ones(len(found), dtype=bool), of_seats[list(places)])

    # ------------------------------------------------------------ what comes of it

    def together(self) -> Worths:
        """All cards, powers and steps."""
        together = Worths([*self.of_cards.things, *self.of_steps.things])
        together.sums = np.concatenate([self.of_cards.sums, self.of_steps.sums])
        together.products = np.concatenate([self.of_cards.products, self.of_steps.products])
        return together

    def dead(self) -> tuple[list[str], list[str]]:
        """Cards that nobody ever had although most of their type are had, and cards that were had and never played
        although most of their type are."""
        never_had, never_played = list[str](), list[str]()
        if self.card_games >= ENOUGH:
            drawn, played, _ = self.of_cards.sums[:, 1].reshape(len(ASPECTS), -1)
            for kind in {group.type for group in self.groups}:
                ones = [place for place, group in enumerate(self.groups) if group.is_one and group.type == kind]
                never_had += self._few([place for place in ones if not drawn[place]], ones)
                had = [place for place in ones if drawn[place] >= ENOUGH]
                never_played += self._few([place for place in had if not played[place]], had)
        return never_had, never_played

    def _few(self, places: Sequence[int], among: Sequence[int]) -> list[str]:
        """Their names, if they are less than half."""
        return [self.groups[place].name for place in places] if 2 * len(places) < len(among) else []

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        never_had, never_played = self.dead()
        return {
            "card_games": self.card_games,
            "choices": self.choices,
            "touching": self.touching,
            "never_had": never_had,
            "never_played": never_played,
            "found": [worth.to_dict() for worth in self.together().found()],
        }
