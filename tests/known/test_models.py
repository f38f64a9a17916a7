"""Games for which nobody has recorded games: what the rules count is counted once more here, in another way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import interpreter
from interpreter.state import State

NIGIRI = {"egg": 1, "salmon": 2, "squid": 3}
ROLLS = {"one roll": 1, "two rolls": 2, "three rolls": 3}


def moments(rules: str, players: int, games: int) -> Iterator[State]:
    """Every state of some random games."""
    game = interpreter.load(rules, players=players)
    for seed in range(games):
        state = game.new(seed=seed, log=False)
        while state.decision is not None:
            yield state
            state.apply(state.random_choice())
        yield state


def lying(state: State, place: str) -> list[str]:
    return [name.strip('"') for name in state.view(None).zone(place).known]


# ---------------------------------------------------------------- passing plates


def plate_points(tables: list[list[str]], seat: int) -> int:
    counts, points, mustard = Counter(tables[seat]), 0, 0
    for dish in tables[seat]:
        mustard += dish == "mustard"
        if dish in NIGIRI:
            points += NIGIRI[dish] * (3 if mustard else 1)
            mustard = max(0, mustard - 1)
    points += counts["fritter"] // 2 * 5 + counts["slices"] // 3 * 10
    points += (0, 1, 3, 6, 10, 15)[min(counts["dumpling"], 5)]
    rolls = [sum(ROLLS.get(dish, 0) for dish in table) for table in tables]
    ranks = sorted({size for size in rolls if size}, reverse=True)
    if rolls[seat] and rolls[seat] == ranks[0]:
        points += 6 // rolls.count(ranks[0])
    elif len(ranks) > 1 and rolls[seat] == ranks[1] and rolls.count(ranks[0]) == 1:
        points += 3 // rolls.count(ranks[1])
    return points


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_points_for_plates(players: int) -> None:
    seen = set()
    for state in moments("plates", players, 3):
        tables = [lying(state, f"{name}.table") for name in state.game.names]
        for seat in range(players):
            worth = plate_points(tables, seat)
            assert state.value("round_points", seat) == worth
            seen.add(worth)
    assert len(seen) > 12
