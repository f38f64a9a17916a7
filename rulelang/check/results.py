"""How a game ends: somebody wins, is paid, or everybody loses; and a tie belongs to somebody.

Proved: there is a result at all, and a `winner` with orders says what a tie that is left means.  Not looked at:
whether two players can tie; a last order that no two can share still wants its `then shared`.  A text with neither
`game` nor `play` is a module for other games and has no result; with one of the two it lacks the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.check.calls import begins
from rulelang.diagnostics import Diagnostic, diagnostic
from rulelang.resolve.model.program import Program
from rulelang.resolve.model.statements import EveryoneLoses
from rulelang.resolve.walk import find
from rulelang.source import Span

PAYOFF = "payoff"


def results(program: Program) -> Iterator[Diagnostic]:
    if program.title and not program.play:
        yield diagnostic("RL0707", Span(program.path, 0, 0), title=program.title)
        return
    if program.play and not program.title:
        yield diagnostic("RL0708", program.play[0].span)
    winner = program.winner
    if winner is not None:
        alone = program.players == (1, 1)
        if winner.named is None and not winner.shared and not alone:
            yield diagnostic("RL0706", winner.span)
    elif program.play and PAYOFF not in program.defines and not _somebody_loses(program):
        yield diagnostic("RL0705", program.play[0].span)


def _somebody_loses(program: Program) -> bool:
    bodies = [body for _, body in begins(program)]
    return next(find(EveryoneLoses, bodies, program.steps), None) is not None
