"""What a claim asks: which of it the compiled game can answer, and which only the test can.

Comes in: the condition of a claim.  Goes out: the expressions that are compiled with the game (`questions`), and the
condition with questions over players written out where the test must answer them.  Answering is left to `claims`.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from typing import Any

from attrs import evolve, fields, has

from rulelang.resolve.model import expressions as x
from rulelang.resolve.model.sorts import CardSort, FlagSort, MemberSort, NumberSort, PlayerSort
from rulelang.resolve.walk import nodes


def asked_of_the_test(expression: object) -> bool:
    """Whether something in it speaks of the test itself: what is on offer, whether the game is over, who has won."""
    return any(_of_the_test(node) for node in nodes(expression))


def _of_the_test(node: object) -> bool:
    match node:
        case x.GameOver() | x.EveryoneLost() | x.Can(word="may") | x.RankOf() | x.Group(which="winners"):
            return True
        case _:
            return False


def questions(condition: x.Expr) -> Iterator[x.Expr]:
    """What must be compiled to ask a claim: its plain parts, and both sides of its comparisons."""
    match condition:
        case x.And(parts=parts) | x.Or(parts=parts):
            for part in parts:
                yield from questions(part)
        case x.Not(value=value):
            yield from questions(value)
        case _ if not asked_of_the_test(condition):
            yield condition
            for side in sides(condition):
                if isinstance(side.sort, NumberSort | FlagSort | MemberSort | PlayerSort | CardSort):
                    yield from _value(side)
        case x.MayOnly(offers=offers):
            for offer in offers:
                yield from questions(offer)
        case x.RankOf(player=player):
            yield from _value(player)
        case x.Can(player=player, receiver=receiver, arguments=arguments):
            yield from _value(player)
            yield from _value(receiver)
            for argument in arguments or ():
                for part in parts_of(argument):
                    yield from _value(part)
        case x.Equal(left=left, right=right) | x.Compare(left=left, right=right):
            for side in (left, right):
                yield from questions(side) if asked_of_the_test(side) else _value(side)
        case x.IsIn(value=value, group=x.Group(which="winners")):
            yield from _value(value)
        case x.GameOver() | x.EveryoneLost() | x.SizeOf(of=x.Group(which="winners")):
            pass
        case _:
            yield condition  # the compiler says that it cannot be asked


def _value(expression: x.Expr | None) -> Iterator[x.Expr]:
    if expression is not None and not isinstance(expression, x.Constant | x.Seat | x.Named):
        yield expression


def sides(condition: x.Expr) -> tuple[x.Expr, ...]:
    """What a plain condition compares."""
    match condition:
        case x.Equal(left=left, right=right) | x.Compare(left=left, right=right):
            return (left, right)
        case x.IsIn(value=value) | x.MultipleOf(value=value):
            return (value,)
        case x.IsLike(left=left, right=right):
            return (left, right)
        case x.IsNamed(card=card):
            return (card,)
        case _:
            return ()


def parts_of(argument: x.Expr) -> tuple[x.Expr, ...]:
    """The single cards of a set that is named."""
    return argument.parts if isinstance(argument, x.Join) else (argument,)


# ---------------------------------------------------------------- questions over players


def written_out(condition: x.Expr, players: int) -> x.Expr:
    """The condition with each question over players that the test must answer asked of one seat after the other."""
    match condition:
        case x.And(parts=parts) | x.Or(parts=parts):
            return evolve(condition, parts=tuple(written_out(part, players) for part in parts))
        case x.Not(value=value):
            return evolve(condition, value=written_out(value, players))
        case x.Question(word=word, range=range) if asked_of_the_test(condition) and _over_players(range):
            return _each_seat(condition, word, range, players)
        case _:
            return condition


def _over_players(range: x.Range) -> bool:
    return isinstance(range.source, x.AllOf) and isinstance(range.variable.sort, PlayerSort)


def _each_seat(asked: x.Question, word: str, range: x.Range, players: int) -> x.Expr:
    seats = [x.Seat(index, sort=PlayerSort(), span=asked.span) for index in builtins.range(players)]
    where = [_put(range.where, range.variable, seat) for seat in seats] if range.where is not None else None
    if word in ("some", "no"):
        found = x.Or(tuple(where or ()), sort=asked.sort, span=asked.span)
        return found if word == "some" else x.Not(found, sort=asked.sort, span=asked.span)
    parts = []
    for number, seat in enumerate(seats):
        holds = _put(asked.condition, range.variable, seat)
        if where is not None:
            excused = x.Not(where[number], sort=asked.sort, span=asked.span)
            holds = x.Or((excused, holds), sort=asked.sort, span=asked.span)
        parts.append(holds)
    return x.And(tuple(parts), sort=asked.sort, span=asked.span)


def _put(piece: Any, variable: x.Variable, seat: x.Seat) -> Any:
    """A piece of text with a seat in the place of a variable."""
    match piece:
        case x.Var(variable=found) if found.uid == variable.uid:
            return seat
        case tuple():
            return tuple(_put(part, variable, seat) for part in piece)
        case _ if has(type(piece)) and not isinstance(piece, x.Variable):
            names = [f.name for f in fields(type(piece)) if f.name not in ("span", "sort")]
            return evolve(piece, **{name: _put(getattr(piece, name), variable, seat) for name in names})
        case _:
            return piece
