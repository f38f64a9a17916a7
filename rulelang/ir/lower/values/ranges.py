"""Ranges: `x in SOURCE where C, by highest E`, and everything that asks about one.

Comes in: ranges, questions, counts, sums, the first of something.  Goes out: IR folds and firsts, or for statements
the parts of a range (`Parts`). A variable that stands for a set goes through the sets of its source.
"""

from __future__ import annotations

from typing import Literal, assert_never

from rulelang.ir.folding import NO, YES, binary, both, choice, either, negation, size
from rulelang.ir.lower.bounds import interval, leaves_32_bits, may_be_none
from rulelang.ir.lower.displays import bounds, card_bounds, display
from rulelang.ir.lower.draft import Draft, NotYet
from rulelang.ir.lower.scope import Scope
from rulelang.ir.lower.values import expressions, sources
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.expressions import NO_NUMBER, NONE, Const, Expr, First, Local, Order, Source, Within
from rulelang.ir.model.statements import Random
from rulelang.nodes import frozen
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model.sorts import LOWEST, CardSort, MemberSort, NumberSort, PlayerSort, Sort


@frozen
class Parts:
    """A range taken apart"""

    variable: str
    source: Source
    where: Expr | None
    orders: tuple[Order, ...]


def parts(draft: Draft, scope: Scope, node: ex.Range, alike: bool = False, gives_way: bool = False) -> Parts:
    """The parts of a range; its variable is bound in the scope from now on.

    `alike`: sets that look alike are one.  `gives_way`: `where` may be dropped, so a type that narrows the range is
    part of the source.
    """
    inner = scope.pure()
    if node.amount is not None:
        source = _sets(draft, inner, node, node.amount, alike)
        name = inner.local(node.variable)
        where = _condition(draft, inner, node.where)
    else:
        source = source_of(draft, inner, node.source)
        name = inner.local(node.variable)
        kept = _types_kept(draft, node.source, node.variable, name)
        if kept is not None and gives_way:
            source, kept = ir.Ordered(name, source, kept, (), None), None
            name = inner.local(node.variable)
        where = _condition(draft, inner, node.where, kept)
    orders = tuple(Order(order.best, expressions.strict(draft, inner, order.value)) for order in node.orders)
    if node.limit is None:
        return Parts(name, source, where, orders)
    limit = expressions.strict(draft, inner, node.limit)
    again = inner.local(node.variable)
    return Parts(again, ir.Ordered(name, source, where, orders, limit), None, ())


def _condition(draft: Draft, scope: Scope, where: ex.Expr | None, kept: Expr | None = None) -> Expr | None:
    found = [kept] if kept is not None else []
    if where is not None:
        found.append(expressions.value(draft, scope, where))
    joined = both(found)
    return None if joined == YES else joined


def source_of(draft: Draft, scope: Scope, node: ex.Source) -> Source:
    """What a range goes through, before its `where`; a type that narrows it is left to `parts`."""
    match node:
        case ex.AllOf(sort=sort, start=start):
            return _all_of(draft, scope, sort, start)
        case ex.Through(value=value_, start=start):
            if start is not None:
                return sources.group_from(draft, scope, value_, start)
            return sources.source(draft, scope, value_)
        case ex.Stretch(low=low, high=high, step=step):
            return sources.numbers(draft, scope, low, high, step)
        case ex.EndOf(end=end, amount=amount, source=inner):
            return _end_of(draft, scope, end, amount, inner)
        case _:
            assert_never(node)


def _all_of(draft: Draft, scope: Scope, sort: Sort, start: ex.Expr | None) -> Source:
    match sort:
        case PlayerSort():
            return ir.Seats(NO if start is None else expressions.strict(draft, scope, start))
        case CardSort(types=types):
            runs = [draft.runs[name] for name in types]
            found = tuple(ir.Numbers(Const(run.first), Const(run.last)) for run in runs if run.count)
            return found[0] if len(found) == 1 else ir.Joined(found)
        case _:
            low, high = bounds(draft, sort)
            return ir.Numbers(Const(low), Const(high))


def _end_of(draft: Draft, scope: Scope, end: str, amount: ex.Expr, inner: ex.Through) -> Source:
    source = source_of(draft, scope, inner)
    count = expressions.strict(draft, scope, amount)
    if end == "last":
        return ir.Last(source, count)
    return ir.Ordered(scope.names.fresh("one"), source, None, (), count)


def _types_kept(draft: Draft, node: ex.Source, variable: ex.Variable, name: str) -> Expr | None:
    """Whether a card is of the types that the range keeps, where its source may hold others.

    An end of a place is cut off first: the guards in the last three are those among them.
    """
    if isinstance(node, ex.EndOf):
        node = node.source
    if not isinstance(node, ex.Through) or node.types is None or not isinstance(variable.sort, CardSort):
        return None
    types = node.types
    held = getattr(node.value.sort, "types", types)
    if set(held) <= set(types):
        return None
    first, last = card_bounds(draft, held)
    one = Local(name)
    tests = []
    for run in (draft.runs[kept] for kept in types if kept in held):
        above = binary(">=", one, Const(run.first)) if run.first > first else YES
        below = binary("<=", one, Const(run.last)) if run.last < last else YES
        tests.append(both([above, below]))
    return either(tests)


def kept_of_types(draft: Draft, node: ex.Range, name: str) -> Expr | None:
    """Whether a card that the range goes through is of the types that it keeps; none if all are."""
    return _types_kept(draft, node.source, node.variable, name)


def passing(source: Source, name: str, test: Expr) -> Source:
    """Those of a source that pass a test about the variable of this name."""
    return ir.Ordered(name, source, test, (), None)


def _sets(draft: Draft, scope: Scope, node: ex.Range, amount: ex.Amount, alike: bool) -> Source:
    """Every set of so many cards that pass what the range says of each."""
    source = source_of(draft, scope, node.source)
    if node.element is not None:
        name = scope.local(node.element)
        kept = _types_kept(draft, node.source, node.element, name)
        each = _condition(draft, scope, node.each, kept)
        if each is not None:
            source = ir.Ordered(name, source, each, (), None)
    low = NO if amount.low is None else expressions.strict(draft, scope, amount.low)
    if amount.high is None:
        high = size(source, scope.names.fresh("one"))
    else:
        high = low if amount.high == amount.low else expressions.strict(draft, scope, amount.high)
    return ir.Subsets(source, low, high, alike)


# ---------------------------------------------------------------- what is asked about a range


@expressions.lowered.register
def value(node: ex.Question | ex.CountRange | ex.Fold | ex.Selected, draft: Draft, scope: Scope) -> Expr:
    """The answer to a question about a range, as one number."""
    match node:
        case ex.Question():
            return _question(draft, scope, node)
        case ex.CountRange(range=range_):
            found = parts(draft, scope, range_)
            if found.where is None and not found.orders:
                return size(found.source, found.variable)
            return ir.Fold("count", found.variable, found.source, found.where, YES)
        case ex.Fold():
            return _fold(draft, scope, node)
        case ex.Selected(word="first"):
            return _or_no_number(draft, node.sort, first(draft, scope, node.range))
        case ex.Selected(word="the"):
            return _the(draft, scope, node)
        case ex.Selected():
            return _random(draft, scope, node)
        case _:
            assert_never(node)


def _question(draft: Draft, scope: Scope, node: ex.Question) -> Expr:
    found = parts(draft, scope, node.range)
    if node.word == "every":
        condition = YES if node.condition is None else expressions.value(draft, scope.pure(), node.condition)
        return ir.Fold("all", found.variable, found.source, found.where, condition)
    some = ir.Fold("any", found.variable, found.source, None, found.where or YES)
    return some if node.word == "some" else negation(some)


def _fold(draft: Draft, scope: Scope, node: ex.Fold) -> Expr:
    found = parts(draft, scope, node.range)
    inner = scope.pure()
    rule = draft.rule(scope.owner, node.span)
    if node.word == "distinct":  # what is none is no value: a joker has no colour of its own
        made = expressions.value(draft, inner, node.value)
        there = found.where
        if may_be_none(node.value):
            none = NO_NUMBER if isinstance(node.value.sort, NumberSort) else NONE
            there = both([*([found.where] if found.where else []), binary("!=", made, Const(none))])
        return ir.Fold("distinct", found.variable, found.source, there, made)
    made = expressions.strict(draft, inner, node.value)
    if node.word == "sum":
        low, high = interval(draft, node.value)
        many = 10_000
        large = leaves_32_bits((low * many, high * many))
        return ir.Fold("sum", found.variable, found.source, found.where, made, rule if large else None)
    return ir.Fold(node.word, found.variable, found.source, found.where, made, rule)


@expressions.found.register
def found(node: ex.Selected, draft: Draft, scope: Scope) -> Expr:
    """The first of a range, where -1 stands for none and for nothing else."""
    below_zero = isinstance(node.sort, NumberSort) and node.sort.low <= NONE
    if node.word == "first" and not below_zero:
        return first(draft, scope, node.range)
    return expressions.value(draft, scope, node)


def first(draft: Draft, scope: Scope, node: ex.Range) -> First:
    """The best of a range; NONE, also for numbers, if there is none."""
    found = parts(draft, scope, node)
    return First(found.variable, found.source, found.where, found.orders)


def _or_no_number(draft: Draft, sort: Sort, made: First) -> Expr:
    """A first number that is none is written NO_NUMBER."""
    if not isinstance(sort, NumberSort):
        return made
    if sort.low > NONE:
        return choice(expressions.same(made, Const(NONE)), Const(NO_NUMBER), made)
    some = ir.Fold("any", made.variable, made.source, None, made.where or YES)
    return choice(some, made, Const(NO_NUMBER))


def _the(draft: Draft, scope: Scope, node: ex.Selected) -> Expr:
    """The only one; a fault if there is none or more than one."""
    made = first(draft, scope, node.range)
    rule = draft.rule(scope.owner, node.span)
    low, high = bounds(draft, node.sort)
    if isinstance(made.source, ir.Items) and made.where is None:
        count: Expr = ir.Size(made.source.of)
    else:
        count = ir.Fold("count", made.variable, made.source, made.where, YES)
    outside = NONE if low > NONE else NO_NUMBER
    return Within(choice(expressions.same(count, YES), made, Const(outside)), max(low, LOWEST), high, rule)


def _random(draft: Draft, scope: Scope, node: ex.Selected) -> Expr:
    """One by chance, drawn ahead of the statement in hand."""
    if scope.before is None:
        raise NotYet(node.span, "chance inside a condition or a question")
    found = parts(draft, scope, node.range)
    if isinstance(found.source, ir.Subsets):
        raise NotYet(node.span, "a set of cards drawn by chance")
    target = Local(scope.names.fresh("drawn"))
    stream: Literal["deal", "dice"] = "dice" if isinstance(node.sort, NumberSort) else "deal"
    shown = display(draft, node.sort).sort
    sort = node.sort.kind if shown == "member" and isinstance(node.sort, MemberSort) else shown
    rule = draft.rule(scope.owner, node.span)
    scope.before.append(Random(target, found.variable, found.source, found.where, stream, sort, rule))
    return target
