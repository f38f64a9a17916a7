"""What is certain before the game begins: options, the number of players, and everything that follows from them.

Comes in: expressions of the checked program.  Goes out: their value where it is certain, so that what can never
happen is not lowered at all (S1, dead branches).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulelang.ir.folding import Operator, calculate
from rulelang.ir.lower.draft import Draft
from rulelang.ir.model.expressions import NO_NUMBER, NONE
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model.program import DefineDecl, Program
from rulelang.resolve.model.sorts import FlagSort, MemberSort, NumberSort, StepSort
from rulelang.resolve.walk import find

Read = Callable[[ex.Expr], int | None]


def effective_options(game: Program, given: Mapping[str, str]) -> dict[str, str]:
    """The value of each option: what is given, else what a variant chose, else what is normal."""
    normal = {name: declared.normally for name, declared in game.options.items()}
    return {**normal, **game.chosen, **{name: value for name, value in given.items() if name in normal}}


def certain(draft: Draft, node: ex.Expr, known_of: Read | None = None) -> int | None:
    """The value of an expression if options and the number of players decide it, else none.

    `known_of` may know more: it is asked about every part that is not certain by itself.
    """
    match node:
        case ex.Constant(value=value, sort=StepSort(steps=steps)):
            return value if value == NONE else draft.step_numbers[steps[value]]
        case ex.Constant(value=value):
            return value
        case ex.PlayerCount():
            return draft.players
        case ex.OptionValue(option=option):
            return option_value(draft, option)
        case ex.SheetValue(column=column):
            return draft.game.sheet[column].get(draft.players, NO_NUMBER)
        case ex.Not(value=inner):
            known = certain(draft, inner, known_of)
            return None if known is None else int(not known)
        case ex.Negate(value=inner):
            known = certain(draft, inner, known_of)
            return None if known is None or known == NO_NUMBER else -known
        case ex.And(parts=parts):
            return _decided(draft, parts, 0, known_of)
        case ex.Or(parts=parts):
            return _decided(draft, parts, 1, known_of)
        case ex.Equal(left=left, right=right):
            return _calculated(draft, "==", left, right, known_of)
        case ex.Compare(operator=comparison, left=left, right=right):
            return _calculated(draft, comparison, left, right, known_of)
        case ex.Arithmetic(operator=operator, left=left, right=right):
            return _calculated(draft, operator, left, right, known_of)
        case ex.IsIn(value=value, group=ex.NumberRange(low=low, high=high, step=None)):
            inside = [_calculated(draft, "<=", low, value, known_of), _calculated(draft, "<=", value, high, known_of)]
            return 0 if 0 in inside else None if None in inside else 1
        case ex.DefineCall(define=name, arguments=()):
            return _define(draft, name)
        case _:
            return None if known_of is None else known_of(node)


def option_value(draft: Draft, option: str) -> int:
    """An option's value as a number, or as the place of the value in its list."""
    declared = draft.game.options[option]
    chosen = draft.options[option]
    return int(chosen) if declared.numbers else declared.values.index(chosen)


def live_layers(draft: Draft, declared: DefineDecl) -> list[tuple[int, ex.Expr | None]]:
    """The layers that may count, topmost first, each with its number and what is left of its `when`; none: it holds."""
    found: list[tuple[int, ex.Expr | None]] = []
    for number in reversed(range(len(declared.layers))):
        when = declared.layers[number].when
        holds = 1 if when is None else certain(draft, when)
        if holds == 0:
            continue
        found.append((number, None if holds else when))
        if holds and not any(True for _ in find(ex.Usual, declared.layers[number].value)):
            break
    return found


def _define(draft: Draft, name: str) -> int | None:
    if name not in draft.constants:
        draft.constants[name] = None  # a value in a circle is certain of nothing
        declared = draft.game.defines[name]
        if isinstance(declared.sort, FlagSort | NumberSort | MemberSort):
            layers = live_layers(draft, declared)
            if len(layers) == 1 and layers[0][1] is None:
                draft.constants[name] = certain(draft, declared.layers[layers[0][0]].value)
    return draft.constants[name]


def _decided(draft: Draft, parts: tuple[ex.Expr, ...], deciding: int, known_of: Read | None) -> int | None:
    values = [certain(draft, part, known_of) for part in parts]
    if any(value is not None and bool(value) is bool(deciding) for value in values):
        return deciding
    return None if None in values else 1 - deciding


def _calculated(draft: Draft, operator: Operator, left: ex.Expr, right: ex.Expr, known_of: Read | None) -> int | None:
    a, b = certain(draft, left, known_of), certain(draft, right, known_of)
    if a is None or b is None or (NO_NUMBER in (a, b) and operator not in ("==", "!=")):
        return None
    return calculate(operator, a, b)
