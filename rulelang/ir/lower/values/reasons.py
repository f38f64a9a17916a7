"""What can refuse a choice, taken apart into parts that can be told.

Comes in: conditions of headers, picks, `forbid` and offers, in the scope in which they were lowered.  Goes out: for
each a `Why`.  Words are cut from the author's text, with holes where variables stand.  Parts are given only where it is
proved that the chooser sees everything that the condition reads (`check.reading`); else the author's words have to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import define, evolve, field

from rulelang.check.sight.reading import Reader
from rulelang.check.sight.reading import Scope as Sight
from rulelang.check.sight.viewers import Known, Whose
from rulelang.ir.lower.displays import display
from rulelang.ir.lower.draft import Draft, NotYet
from rulelang.ir.lower.options import certain, live_layers
from rulelang.ir.lower.scope import Scope, holds_several
from rulelang.ir.lower.values import expressions, ranges, sources
from rulelang.ir.model import reasons as ir
from rulelang.ir.model.expressions import Const, Expr, Held, Local
from rulelang.ir.model.program import Parameter
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model.program import BesideDecl, DefineDecl, ForbidDecl, StepDecl
from rulelang.resolve.model.sorts import CardSort, FlagSort, MembersSort, NamesSort, NumbersSort, SetSort
from rulelang.resolve.model.statements import Let, Needs, Pick
from rulelang.resolve.walk import find
from rulelang.source import Span

REMARK = re.compile(r"(#|\[)[^\n]*")
FLAGS = ex.CounterRef | ex.Column | ex.MemberColumn | ex.Var | ex.DefineCall | ex.TableLookup
QUOTED = re.compile(r'("[^"\n]*")')


@define
class Explainer:
    """Explains what stands in one header: `sight` is what is proved of its variables, as far as it has been read;
    `hidden` are variables whose values the chooser may not be able to work out.
    """

    draft: Draft
    scope: Scope
    sight: Sight = field(factory=lambda: Sight(Whose.ME))
    hidden: set[int] = field(factory=set)

    def parameters(self, given: Sequence[ex.Variable]) -> None:
        """Nothing is known of what a step is handed; a card may be one that the chooser does not see."""
        for variable in given:
            if isinstance(variable.sort, CardSort | SetSort):
                self.sight = self.sight.knowing(variable, Known(unseen=frozenset([variable.name])))

    def let(self, item: Let) -> None:
        """A `let` that has been lowered: what is known of its value."""
        reader = self._reader()
        self.sight = self.sight.knowing(item.variable, reader.read(item.value, self.sight))
        if reader.leaks or self._reads_hidden(item.value):
            self.hidden.add(item.variable.uid)

    def need(self, step: StepDecl, item: Needs) -> ir.Why:
        return self._why(item.condition, item.reason, False, item.cites or step.cites)

    def forbid(self, step: StepDecl, item: ForbidDecl) -> ir.Why:
        return self._why(item.when, item.reason, True, item.cites or step.cites)

    def beside(self, item: BesideDecl) -> ir.Why:
        """What an offer beside another waits for."""
        place, once = self.draft.place_of(item.span), item.once_per or ""
        if item.when is None:
            return ir.Why("", (), None, False, item.cites, True, place=place, once=once)
        return evolve(self._why(item.when, None, False, item.cites), place=place, once=once)

    def pick(self, step: StepDecl, item: Pick) -> ir.Why:
        """A pick that has been lowered: its variable is bound."""
        node = item.range
        reader = self._reader()
        self.sight = reader.range(node, self.sight, item.by_place)
        seen = not reader.leaks and not self._reads_hidden(node)
        one, each = "", None
        if seen and node.element is not None and node.each is not None:
            scope = self.scope.apart()
            one = scope.local(node.element)
            each = _taken_apart(self.draft, scope, node.each)
        words = self._cut(node.where.span, node.where, seen) if node.where is not None else ()
        source = () if isinstance(node.source, ex.AllOf) else self._cut(node.source.span, node.source, seen)
        where = self._taken_apart(node.where) if seen else None
        types = node.source.types if isinstance(node.source, ex.Through) else None
        cites = item.cites or step.cites
        said = item.reason or ""
        return ir.Why(said, words, where, False, cites, seen, each, one, source, " or ".join(types or ()))

    # ------------------------------------------------------------ pieces

    def _reader(self) -> Reader:
        return Reader(self.draft.game, surely=True)

    def _why(self, node: ex.Expr, said: str | None, forbidden: bool, cites: tuple[str, ...]) -> ir.Why:
        reader = self._reader()
        reader.read(node, self.sight)
        seen = not reader.leaks and not self._reads_hidden(node)
        reason = self._taken_apart(node) if seen else None
        return ir.Why(said or "", self._cut(node.span, node, seen), reason, forbidden, cites, seen)

    def _reads_hidden(self, node: object) -> bool:
        return any(one.variable.uid in self.hidden for one in find(ex.Var, node))

    def _taken_apart(self, node: ex.Expr | None) -> ir.Reason | None:
        return None if node is None else _taken_apart(self.draft, self.scope.apart(), node)

    def _cut(self, span: Span, node: object, seen: bool) -> ir.Words:
        """The words; without values where the chooser may not know them."""
        return words(self.draft, self.scope, span, node if seen else None)


# ---------------------------------------------------------------- words


def words(draft: Draft, scope: Scope, span: Span, node: object) -> ir.Words:
    """The author's text on one line, with holes for the variables in it that stand for one value."""
    found: list[str | ir.Hole] = []
    at = span.start
    for hole, place in sorted(_holes(draft, scope, node), key=lambda pair: pair[1].start):
        if place.path == span.path and at <= place.start and place.end <= span.end:
            found += [_plain(draft.text_of(Span(span.path, at, place.start))), hole]
            at = place.end
    found.append(_plain(draft.text_of(Span(span.path, at, span.end))))
    return tuple(part for part in found if part != "")


def _holes(draft: Draft, scope: Scope, node: object) -> Iterator[tuple[ir.Hole, Span]]:
    for one in find(ex.Var, node):
        bound = scope.bound.get(one.variable.uid)
        if isinstance(bound, Local) and draft.text_of(one.span) == one.variable.name:
            yield ir.Hole(one.variable.name, bound, display(draft, one.sort)), one.span
    for me in find(ex.Me, node):
        if scope.me is not None and draft.text_of(me.span) == "me":
            yield ir.Hole("me", scope.me, display(draft, me.sort)), me.span


def _plain(text: str) -> str:
    """On one line and without remarks; a blank at either end stays one."""
    parts = QUOTED.split(text)
    if len(parts) == 1:
        text = REMARK.sub("", text)
    return re.sub(r"\s+", " ", text)


# ---------------------------------------------------------------- conditions


def _taken_apart(draft: Draft, scope: Scope, node: ex.Expr) -> ir.Reason | None:
    """None for what cannot be asked alone."""
    try:
        return _reason(draft, scope, node)
    except NotYet:
        return None


def _reason(draft: Draft, scope: Scope, node: ex.Expr) -> ir.Reason:
    match node:
        case ex.Not(value=inner):
            return ir.Opposite(_reason(draft, scope, inner))
        case ex.And(parts=parts) | ex.Or(parts=parts):
            open_ones = [part for part in parts if certain(draft, part) is None]
            made = tuple(_reason(draft, scope, part) for part in open_ones)
            if len(made) == 1:
                return made[0]
            return ir.Joint("and" if isinstance(node, ex.And) else "or", made)
        case ex.Compare(operator=operator, left=left, right=right):
            return ir.Compared(operator, _part(draft, scope, left, True), _part(draft, scope, right, True))
        case ex.Equal(left=left, right=right) if not isinstance(left.sort, FlagSort):
            return ir.Compared("==", _part(draft, scope, left), _part(draft, scope, right))
        case ex.IsEmpty(place=place):
            return ir.Empty(words(draft, scope, place.span, place), sources.source(draft, scope, place))
        case ex.IsIn(value=value, group=group):
            return _among(draft, scope, node, value, group)
        case ex.Question() if node.range.amount is None and not node.range.orders and node.range.limit is None:
            return _asked(draft, scope, node)
        case ex.DefineCall(define=name):
            return _unfolded(draft, scope, node, draft.game.defines[name])
        case _:
            return _holding(draft, scope, node)


def _holding(draft: Draft, scope: Scope, node: ex.Expr) -> ir.Holds:
    made = expressions.value(draft, scope, node)
    return ir.Holds(words(draft, scope, node.span, node), made, isinstance(node, FLAGS))


def _part(draft: Draft, scope: Scope, node: ex.Expr, strict: bool = False) -> ir.Part:
    made = expressions.strict(draft, scope, node) if strict else expressions.value(draft, scope, node)
    alone = isinstance(node, ex.Constant | ex.Me | ex.Seat | ex.Named | ex.Var)
    return ir.Part(words(draft, scope, node.span, node), made, display(draft, node.sort), alone)


def _among(draft: Draft, scope: Scope, node: ex.IsIn, value: ex.Expr, group: ex.Expr) -> ir.Reason:
    told = isinstance(group.sort, MembersSort | NumbersSort | NamesSort) and not isinstance(group, ex.NumberRange)
    members = sources.source(draft, scope, group) if told else None
    made = expressions.value(draft, scope, node)
    part = _part(draft, scope, value, True)
    return ir.Among(part, words(draft, scope, group.span, group), made, members, part.display)


def _asked(draft: Draft, scope: Scope, node: ex.Question) -> ir.Reason:
    truth = expressions.value(draft, scope, node)
    whole = words(draft, scope, node.span, node)
    source = ranges.source_of(draft, scope, node.range.source)
    name = scope.local(node.range.variable)
    kept = ranges.kept_of_types(draft, node.range, name)
    where = _reason(draft, scope, node.range.where) if node.range.where is not None else None
    condition = _reason(draft, scope, node.condition) if node.condition is not None else None
    inside = _without(words(draft, scope, node.range.span, node.range), name)
    source = source if kept is None else ranges.passing(source, name, kept)
    shown = display(draft, node.range.variable.sort)
    return ir.Asked(node.word, whole, inside, truth, name, shown, source, where, condition)


def _without(made: ir.Words, name: str) -> ir.Words:
    """The words of a range speak of its own variable by name."""
    return tuple(part.text if isinstance(part, ir.Hole) and part.value == Local(name) else part for part in made)


def _unfolded(draft: Draft, scope: Scope, node: ex.DefineCall, declared: DefineDecl) -> ir.Reason:
    truth = expressions.value(draft, scope, node)
    if isinstance(truth, Const) or not isinstance(declared.sort, FlagSort):
        return _holding(draft, scope, node)
    arguments = tuple(
        sources.argument(draft, scope, given, variable)
        for given, variable in zip(node.arguments, declared.parameters, strict=True)
    )
    parameters, number = _named(draft, declared)
    return ir.Unfolded(words(draft, scope, node.span, node), truth, parameters, arguments, number)


def _named(draft: Draft, declared: DefineDecl) -> tuple[tuple[Parameter, ...], int]:
    """The layers of a named value, taken apart once."""
    if declared.name not in draft.named_reasons:
        scope = Scope(declared.name)
        parameters = tuple(
            Parameter(scope.names.fresh(one.name), holds_several(one.sort)) for one in declared.parameters
        )
        layers = tuple(_layers(draft, scope, declared, parameters))
        draft.named_reasons[declared.name] = parameters, len(draft.named_reasons), layers
    parameters, number, _ = draft.named_reasons[declared.name]
    return parameters, number


def _layers(draft: Draft, scope: Scope, declared: DefineDecl, parameters: tuple[Parameter, ...]) -> Iterator[ir.Layer]:
    for number, when in live_layers(draft, declared):
        layer = declared.layers[number]
        if any(True for _ in find(ex.Usual, (layer.value, when))):
            yield ir.Layer(None, None)
            return
        for variable, parameter in zip(layer.parameters, parameters, strict=True):
            name = Local(parameter.name)
            scope.bind(variable, Held(name) if parameter.is_set else name)
        holds: Expr | None = None if when is None else expressions.value(draft, scope, when)
        yield ir.Layer(holds, _reason(draft, scope, layer.value))
