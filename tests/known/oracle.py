"""Recorded games of OpenSpiel, played again step by step.

A record is a line of JSON: the steps, and the returns.  A step is a chance outcome with the number of outcomes
and its probability, a choice with all legal ones, or choices of everybody at once.  What its words mean in our
rules is said by an `Oracle` in the tests of each game.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import factorial, isclose
from pathlib import Path
from typing import Any

from attrs import field, frozen

import interpreter
from interpreter.state import State

DATA = Path(__file__).parents[1] / "data" / "oracle"


@frozen
class Oracle:
    """How the words of a recorded game are said in our rules

    `choice` and `chance` give our text for a text of the record; `returns` what our end is worth there.  Cards that
    are dealt as one hand in the record come one after the other in our rules: then `chance` gives all their texts.
    """

    file: str
    rules: str
    choice: Callable[[str, State], str]
    chance: Callable[[str, State], str | tuple[str, ...]]
    returns: Callable[[State], Sequence[float]]
    options: dict[str, str] = field(factory=dict)
    players: int = 2
    variant: str | None = None

    def game(self) -> interpreter.Game:
        return interpreter.load(self.rules, players=self.players, variant=self.variant, options=self.options)

    def records(self) -> Iterator[dict[str, Any]]:
        with gzip.open(DATA / f"{self.file}.jsonl.gz", "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def replay(oracle: Oracle, game: interpreter.Game, record: dict[str, Any]) -> None:
    """Play one recorded game; every legal set, probability and return must be the same."""
    state = game.new(explicit=True, log=False)
    for step in record["steps"]:
        match step:
            case ["c", text, outcomes, probability]:
                _come_up(oracle, state, text, outcomes, probability)
            case ["d", seat, text, legal]:
                _choose(oracle, state, seat, text, legal)
            case ["s", texts, legal]:
                for seat, text in enumerate(texts):
                    _choose(oracle, state, seat, text, legal[seat])
            case _:
                raise AssertionError(f"an unknown step {step}")
    assert state.is_over
    returns = list(oracle.returns(state))
    assert all(map(isclose, returns, record["returns"])), f"{returns} instead of {record['returns']}"
    assert len(returns) == len(record["returns"])


def _come_up(oracle: Oracle, state: State, text: str, outcomes: int, probability: float) -> None:
    if outcomes == 1 and (state.chance is None or len(state.chance.outcomes) > 1):
        return  # what is certain is no event in our rules, but for the last card of a pile that is drawn by itself
    wanted = oracle.chance(text, state)
    texts = wanted if isinstance(wanted, tuple) else (wanted,)
    orders = factorial(len(texts))
    ways, share = Fraction(1, orders), Fraction(orders)
    for each in texts:
        assert state.chance is not None, f"nothing is left to chance where {text} comes up"
        found = state.chance.find(each)
        assert found is not None, f"{each} is none of {[o.text for o in state.chance.outcomes]}"
        ways *= len(state.chance.outcomes)
        share *= found.probability
        state.apply_chance(found)
    assert ways == outcomes
    assert abs(float(share) - probability) < 1e-12


def _choose(oracle: Oracle, state: State, seat: int, text: str, legal: Sequence[str]) -> None:
    decision = state.decision
    assert decision is not None, f"nobody has to choose where {seat} chooses {text}"
    assert decision.player == seat, f"{decision.player} has to choose where {seat} chooses {text}"
    found, wanted = sorted(decision.texts), sorted(oracle.choice(other, state) for other in legal)
    assert found == wanted, f"{found} instead of {wanted}"
    state.apply(oracle.choice(text, state))
