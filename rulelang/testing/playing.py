"""Choices of a scenario, made on a state.

Comes in: a decision and the choice as the scenario writes it.  Goes out: the state after it, not yet run on;
CaseFailed where it is no choice.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.choices import Choice, Decision
from interpreter.engine import Engine
from interpreter.errors import IllegalChoice
from interpreter.game import Game
from interpreter.refusals import Refusals
from rulelang.resolve.model.program import ChosenStep
from rulelang.testing.model import CaseFailed

MANY = 12
"""So many choices are shown; more are counted."""


def choose(decision: Decision, engine: Engine, array: list[int], line: ChosenStep, names: Sequence[str]) -> None:
    """Make the choice of a line `when A chooses …`."""
    if decision.player != line.player:
        who = names[line.player]
        raise CaseFailed(f"it is {decision.seat} who chooses here, not {who}", on_offer(decision))
    try:
        chosen = decision.parse(line.text)
    except IllegalChoice as refused:
        raise CaseFailed(str(refused), on_offer(decision)) from refused
    engine.choose(array, chosen.offer, chosen.picks)


def on_offer(decision: Decision) -> str:
    """What can be chosen, in one line."""
    texts = decision.texts
    shown = ", ".join(texts[:MANY])
    more = f" and {len(texts) - MANY} more" if len(texts) > MANY else ""
    return f"on offer to {decision.seat}: {shown}{more}"


def find_choice(decision: Decision, text: str, step: str) -> Choice | None:
    """The choice of this step that a text means, none if it is not on offer."""
    try:
        chosen = decision.parse(text)
    except IllegalChoice:
        return None
    return chosen if chosen.step == step else None


def refusal(game: Game, engine: Engine, array: list[int], decision: Decision, text: str) -> str | None:
    """Why a text is no choice, in the author's words."""
    found = Refusals(game, engine, array, decision.contents, decision.offers, decision.player)
    return found.reason(text)
