"""A small game as a tree in Gambit's format (`.efg`), for programs that solve games.

Comes in: a `Game`.  Goes out: the text of its whole tree, every history in it.  OpenSpiel reads it, too
(`pyspiel.load_efg_game`), and goes through it far faster than through the adapter in `openspiel`.  What a player knows
and what an end is worth is left to `interpreter.exact` and `interpreter.machine.results`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from interpreter import exact
from interpreter.game import Game
from interpreter.machine.results import returns


def efg(game: Game) -> str:
    """The tree of a game; only a small game comes to an end.

    Nodes of one player with equal knowledge are one information set, named by `named`; the labels of its choices are
    the texts of the choices, and payoffs are those of `results.returns`.
    """
    sets: list[dict[str, int]] = [{} for _ in range(game.players)]
    lines = [f"EFG 2 R {_quoted(game.title)} {{ {' '.join(map(_quoted, game.names))} }}"]
    for number, history in enumerate(exact.histories(game), 1):
        state = history.state
        if state.chance is not None:
            outcomes = (f"{_quoted(each.text)} {each.probability}" for each in state.chance.outcomes)
            lines.append(f'c "" {number} "" {{ {" ".join(outcomes)} }} 0')
        elif state.decision is not None:
            seat = state.decision.player
            name = named(history.known(seat))
            place = sets[seat].setdefault(name, len(sets[seat]) + 1)
            choices = " ".join(map(_quoted, state.decision.texts))
            lines.append(f'p "" {seat + 1} {place} {_quoted(name)} {{ {choices} }} 0')
        elif state.result is not None:
            lines.append(f't "" {number} "" {{ {_numbers(returns(state.result, game.players))} }}')
    return "\n".join((*lines, ""))


def named(known: str) -> str:
    """The name of the information set for what a player knows: one line without double quotes."""
    return known.replace('"', "'").replace("\n", " | ")


def _quoted(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'


def _numbers(values: Iterable[Fraction]) -> str:
    return " ".join(map(str, values))
