"""Choices of a scenario, made on a state.

Comes in: a decision and the choice as the scenario writes it.  Goes out: the state after it, not yet run on;
CaseFailed where it is no choice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from interpreter.decisions.choices import Choice, Decision
from interpreter.decisions.refusals import Refusals
from interpreter.game import Game
from interpreter.machine.engine import Engine
from interpreter.machine.errors import IllegalChoice
from rulelang.resolve.model.program import ChosenStep, StepDecl
from rulelang.testing.model import CaseFailed

_PLACE = re.compile(r'(?:"[^"]*"|[^",])+')
MANY = 12
"""So many choices are shown; more are counted."""


def choose(game: Game, engine: Engine, array: list[int], line: ChosenStep, steps: Mapping[str, StepDecl]) -> None:
    """Make the choice of a line `when A chooses …`; the engine rests at a decision."""
    number = engine.decision(array)
    assert number is not None
    decision = Decision(game, engine, array, number)
    step = steps.get(line.text.partition("(")[0].rpartition(".")[2].strip())
    parameters = len(step.parameters) if step is not None else 0
    if decision.player != line.player:
        who = game.names[line.player]
        raise CaseFailed(f"it is {decision.seat} who chooses here, not {who}", on_offer(decision))
    refused: list[IllegalChoice] = []
    for text in ways_to_write(line.text, parameters):
        try:
            chosen = decision.parse(text)
        except IllegalChoice as problem:
            refused.append(problem)
        else:
            engine.choose(array, chosen.offer, chosen.picks)
            return
    raise CaseFailed(str(refused[0]), on_offer(decision))


def ways_to_write(text: str, parameters: int) -> list[str]:
    """A choice in full, and without what its step is told where it is offered, which the machine leaves out."""
    label, bracket, rest = text.partition("(")
    if not bracket or not parameters:
        return [text]
    picks = _PLACE.findall(rest.rstrip().removesuffix(")"))[parameters:]
    inside = ", ".join(place.strip() for place in picks)
    return [text, f"{label}({inside})" if inside else label]


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
