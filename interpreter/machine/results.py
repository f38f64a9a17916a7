"""Who has won, and why.

Comes in: a program, an engine and a state at its end.  Goes out: a `Result`, plain data with a sentence.
 Deciding that the game is over is left to the engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from interpreter.machine.texts import listed, seat_name, singular
from rulelang.ir.model.expressions import NONE, Local
from rulelang.ir.model.program import Criterion, Program
from rulelang.ir.walk import nodes
from rulelang.nodes import frozen


@frozen
class Score:
    """One criterion of the ranking: `values[seat]`, and whether the highest or the lowest is best

    `place`: the place of which the cards are counted, if that is all that the criterion says.
    """

    best: Literal["highest", "lowest"]
    text: str
    values: tuple[int, ...]
    place: str = ""

    @property
    def name(self) -> str:
        """What is compared, as a heading: `coins`, `cards in hand`."""
        return f"cards in {self.place}".replace("_", " ") if self.place else self.text.replace("_", " ")

    @classmethod
    def of(cls, program: Program, criterion: Criterion, values: Sequence[int]) -> Score:
        """The values of a criterion, by seat."""
        text = criterion_name(criterion)
        counted = re.fullmatch(r"count (?:player\.)?(\w+)", text)
        place = counted[1] if counted and any(zone.name == counted[1] for zone in program.zones) else ""
        return cls(criterion.best, text, tuple(values), place)


@frozen
class Result:
    """The end of a game.  Seats count from 0.

    `ranks[seat]` begins with 1 and skips after a tie (1, 1, 3); it is empty if everyone has lost, or nobody
     has won.  `payoffs` is empty if the game declares none; they are counted in parts of 1/`unit`.  `shared`: more than
     one player has won.
    """

    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    shared: bool
    everyone_lost: bool
    scores: tuple[Score, ...]
    payoffs: tuple[int, ...]
    why: str
    unit: int = 1

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON, players as letters; the same for equal results."""
        players = max(len(self.ranks), len(self.payoffs))
        return {
            "everyone_lost": self.everyone_lost,
            "winners": [seat_name(seat) for seat in self.winners],
            "ranks": {seat_name(seat): self.ranks[seat] for seat in range(players) if self.ranks},
            "scores": [{"best": score.best, "text": score.text, "values": list(score.values)} for score in self.scores],
            "payoffs": {seat_name(seat): self.payoffs[seat] for seat in range(players) if self.payoffs},
            **({"unit": f"1/{self.unit}"} if self.unit > 1 else {}),
            "why": self.why,
        }


def result_of(
    players: int, scores: Sequence[Score], chosen: int | None, payoffs: Sequence[int], several: str = "", unit: int = 1
) -> Result:
    """The result of a game that was not ended for all together.

    `chosen` is the one winner where the rules name a player, or NONE, and then nobody has won; where they name
    `several`, winners or losers, it is a bit set of those who have won.  Otherwise the scores decide, in their order,
    and where there are none the payoffs, counted in parts of 1/`unit`.  With nothing to compare, all have won together.
    """
    if several and chosen is not None:
        return _of_several(several, players, chosen, payoffs, unit)
    if chosen == NONE:
        return Result((), (), False, False, tuple(scores), tuple(payoffs), "Nobody wins.", unit)
    if chosen is not None:
        ranks = tuple(1 if seat == chosen else 2 for seat in range(players))
    elif scores:
        ranks = ranking([tuple(_worth(score, seat) for score in scores) for seat in range(players)])
    else:
        ranks = ranking([(payoffs[seat] if payoffs else 0,) for seat in range(players)])
    winners = tuple(seat for seat in range(players) if ranks[seat] == 1)
    why = _why(winners, () if chosen is not None else scores, payoffs, players, unit)
    return Result(ranks, winners, len(winners) > 1, False, tuple(scores), tuple(payoffs), why, unit)


def _of_several(several: str, players: int, won: int, payoffs: Sequence[int], unit: int) -> Result:
    """The result where the rules name all who win, or all who lose."""
    winners = tuple(seat for seat in range(players) if won >> seat & 1)
    losers = [seat for seat in range(players) if seat not in winners]
    if not winners:
        return Result((), (), False, False, (), tuple(payoffs), "Nobody wins.", unit)
    why = _why(winners, (), (), players)
    if several == "losers" and losers:
        why = f"{listed([seat_name(seat) for seat in losers], len(losers), 'and')} {_verb(losers, 'lose')}."
    ranks = tuple(1 if seat in winners else 1 + len(winners) for seat in range(players))
    return Result(ranks, winners, len(winners) > 1, False, (), tuple(payoffs), why, unit)


def _verb(who: Sequence[int], word: str) -> str:
    return f"{word}s" if len(who) == 1 else word


def everyone_lost(scores: Sequence[Score], payoffs: Sequence[int], unit: int = 1) -> Result:
    """The result of a game that all have lost together: no ranking."""
    return Result((), (), False, True, tuple(scores), tuple(payoffs), "Everyone loses.", unit)


def together(outcome: int, players: int, payoffs: Sequence[int], unit: int = 1) -> Result | None:
    """The result of a game that was ended for all together, by `everyone loses` and its like; none of any other."""
    match outcome:
        case 2:
            return everyone_lost((), payoffs, unit)
        case 3:
            everybody = tuple(range(players))
            return Result((1,) * players, everybody, players > 1, False, (), tuple(payoffs), "Everyone wins.", unit)
        case 4:
            return Result((), (), False, False, (), tuple(payoffs), "Nobody wins.", unit)
        case _:
            return None


def returns(result: Result, players: int) -> tuple[Fraction, ...]:
    """What a result is worth to each seat: the payoffs, if the rules say any.  Otherwise the winners share one
    point and the others pay it; nothing is paid if all have won or nobody has, and everybody pays one if all have lost.
    """
    if result.payoffs:
        return tuple(Fraction(payoff, result.unit) for payoff in result.payoffs)
    if result.everyone_lost:
        return (Fraction(-1),) * players
    winners = len(result.winners)
    if winners in (0, players):
        return (Fraction(0),) * players
    return tuple(Fraction(1, winners) if rank == 1 else Fraction(-1, players - winners) for rank in result.ranks)


def is_common(program: Program) -> bool:
    """Whether all win or lose together by one score: no payoff, and no criterion that depends on the player."""
    functions = [program.functions[criterion.function] for criterion in program.result.criteria]
    own = any(
        Local(parameter.name) in nodes(function.value) for function in functions for parameter in function.parameters
    )
    return program.result.payoff is None and bool(functions) and not own


def ranking(worths: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Rank by rank, more is better, the first number first; equal is the same rank and the next rank skips."""
    return tuple(1 + sum(other > worth for other in worths) for worth in worths)


def criterion_name(criterion: Criterion) -> str:
    """`coins` for a criterion written `highest coins`, so that it can be said of a number."""
    return criterion.text.removeprefix(criterion.best).strip()


def _worth(score: Score, seat: int) -> int:
    return score.values[seat] if score.best == "highest" else -score.values[seat]


def former_why(result: Result) -> str:
    """The sentence as records of earlier versions have it: `1 coins`, `3 as count hand`."""
    if not result.winners:
        return result.why
    return _why(result.winners, result.scores, result.payoffs, len(result.ranks), result.unit, _former_amount)


def _why(
    winners: Sequence[int],
    scores: Sequence[Score],
    payoffs: Sequence[int],
    players: int,
    unit: int = 1,
    amount: Callable[[int, Score], str] | None = None,
) -> str:
    who = listed([seat_name(seat) for seat in winners], len(winners), "and")
    if len(winners) == 1:
        begin = f"{who} wins"
    elif scores or payoffs or len(winners) < players:
        begin = f"{who} share the win"
    else:
        return "Everyone wins."
    if scores:
        return f"{begin} with {', then '.join(_comparisons(winners, scores, players, amount or amount_of))}."
    if payoffs:
        others = _others({seat: Fraction(payoffs[seat], unit) for seat in range(players) if seat not in winners})
        return f"{begin} with a payoff of {Fraction(payoffs[winners[0]], unit)}{others}."
    return f"{begin}."


def _comparisons(
    winners: Sequence[int], scores: Sequence[Score], players: int, amount: Callable[[int, Score], str]
) -> list[str]:
    """`17 coins (A 12, C 9)`: a criterion for each time that a tie is left, the others as far as they were
    still in it.
    """
    rivals = [seat for seat in range(players) if seat not in winners]
    said = []
    for score in scores:
        value = score.values[winners[0]]
        said.append(amount(value, score) + _others({seat: score.values[seat] for seat in rivals}))
        rivals = [seat for seat in rivals if score.values[seat] == value]
        if not rivals and len(winners) == 1:
            break
    return said


def amount_of(value: int, score: Score) -> str:
    """`17 coins`, `1 coin`, `3 cards in hand`; for any other criterion of several words `17 for “sum of … in …”`."""
    if score.place:
        return f"{value} {'card' if value == 1 else 'cards'} in {score.place.replace('_', ' ')}"
    if not re.fullmatch(r"\w+", score.text):
        return f"{value} for “{score.text}”"
    words = score.text.replace("_", " ")
    return f"{value} {singular(words) if value in (1, -1) else words}"


def _former_amount(value: int, score: Score) -> str:
    text = score.text
    return f"{value} {text.replace('_', ' ')}" if re.fullmatch(r"\w+", text) else f"{value} as {text}"


def _others(values: Mapping[int, int] | Mapping[int, Fraction]) -> str:
    if not values:
        return ""
    return f" ({', '.join(f'{seat_name(seat)} {value}' for seat, value in values.items())})"
