"""What somebody must see to know the value of an expression.

Comes in: expressions of a step's header, with what is known of the variables in sight.  Goes out: the places and
counters whose hidden side is read (`Reader.leaks`), looked up through values and through `can`.  How many cards lie
somewhere is open to everybody; so is which back a card shows, and a card's own counters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import define, evolve, field

from rulelang.check.setup.cells import on_the_back
from rulelang.check.sight.viewers import NOTHING, Known, Whose, is_seen, together
from rulelang.nodes import frozen
from rulelang.resolve.model import expressions as x
from rulelang.resolve.model.program import PlaceDecl, Program
from rulelang.resolve.model.sorts import CardSort, PlaceSort, SetSort
from rulelang.resolve.model.statements import Head, Let, Needs, Pick
from rulelang.resolve.walk import children, find
from rulelang.source import Span


@frozen
class Scope:
    """Who `me` is, as seen from the chooser, and what is known of each variable by its `uid`"""

    me: Whose
    known: Mapping[int, Known] = field(factory=dict)

    def knowing(self, variable: x.Variable | None, value: Known) -> Scope:
        return self if variable is None else evolve(self, known={**self.known, variable.uid: value})


@define
class Reader:
    """Reads expressions for one chooser; `leaks` are the hidden things that were read, each with where

    `surely`: what a rule works out (`seen by all where …`) counts as hidden, not as seen.  `amounts`: only what a
    number or a member is made of counts, not what is answered by yes or no, nor which layer of a value holds.
    """

    program: Program
    leaks: list[tuple[str, Span]] = field(factory=list)
    values: dict[tuple[object, ...], tuple[Known, tuple[str, ...]]] = field(factory=dict)
    surely: bool = False
    amounts: bool = False

    # ------------------------------------------------------------ headers

    def header(self, items: Sequence[Head], scope: Scope, forbids: Sequence[object] = ()) -> Scope:
        """Read a header; the scope that it gives.  A `let` that no pick, need or `forbid` speaks of is left alone."""
        asked = _asked_of(items, forbids)
        for item in items:
            match item:
                case Pick(range=range, by_place=by_place):
                    scope = self.range(range, scope, by_place)
                case Let(variable=variable, value=value) if variable.uid in asked:
                    scope = scope.knowing(variable, self.read(value, scope))
                case Needs(condition=condition):
                    self.read(condition, scope)
                case Let():
                    pass
        return scope

    def range(self, range: x.Range, scope: Scope, by_place: bool = False) -> Scope:
        """Read a range; the scope that it gives has its variable."""
        value = self._source(range.source, range, scope)
        if by_place and not value.unseen:
            value = evolve(value, unseen=frozenset(_places(range.source)))
        value = evolve(value, whose=_narrowed(range, value.whose, scope))
        inner = scope.knowing(range.variable, value).knowing(range.element, value)
        for piece in (range.each, range.where, *(order.value for order in range.orders)):
            self._maybe(piece, inner)
        self._maybe(range.limit, scope)
        if range.amount is not None:
            self._maybe(range.amount.low, scope)
            self._maybe(range.amount.high, scope)
        return inner

    def _source(self, source: x.Source, range: x.Range, scope: Scope) -> Known:
        match source:
            case x.AllOf(start=start):
                self._maybe(start, scope)
                return NOTHING
            case x.Through(value=value, start=start, types=types):
                self._maybe(start, scope)
                known = self.read(value, scope)
                sort = value.sort
                if types is not None and isinstance(sort, PlaceSort) and set(sort.types) - set(types):
                    self._face(known, source.span)
                return known
            case x.Stretch(low=low, high=high, step=step):
                for number in (low, high, step):
                    self._maybe(number, scope)
                return NOTHING
            case x.EndOf(amount=amount, source=inner):
                self.read(amount, scope)
                return self._source(inner, range, scope)

    # ------------------------------------------------------------ expressions

    def read(self, expression: x.Expr, scope: Scope) -> Known:
        """Read an expression; what is known of its value."""
        match expression:
            case x.Var(variable=variable):
                return self._variable(scope.known.get(variable.uid, NOTHING), expression)
            case x.Me():
                return Known(scope.me)
            case x.Neighbour(player=player):
                return Known(_somebody_else(self.read(player, scope)))
            case x.Group(player=player, which=which):
                whose = self.read(player, scope) if player is not None else NOTHING
                return Known(_somebody_else(whose)) if which in ("others", "opponents") else NOTHING
            case x.PlaceRef() | x.EndCard() | x.SlotCard() | x.Below() | x.Join():
                return self._cards(expression, scope)
            case x.CounterRef(counter=name, keys=keys):
                known = tuple(self.read(key, scope) for key in keys)
                counter = self.program.counters.get(name)
                if counter is not None and not is_seen(counter, known, self.surely):
                    self.leaks.append((name, expression.span))
                return NOTHING
            case x.DefineCall(define=name, arguments=arguments):
                return self._call(name, tuple(self.read(a, scope) for a in arguments), expression.span)
            case x.Can():
                return self._can(expression, scope)
            case x.Question() | x.CountRange() | x.Fold() | x.Selected():
                return self._asked(expression, scope)
            case x.Column() | x.IsNamed() | x.IsLike() | x.IsType() | x.Equal() | x.IsIn():
                return self._looked(expression, scope)
            case _:
                for child in _expressions(expression):
                    self.read(child, scope)
                return NOTHING

    def _variable(self, known: Known, expression: x.Expr) -> Known:
        """A variable is read: of a number that was made from what is hidden, this is so too."""
        if not isinstance(expression.sort, CardSort | SetSort | PlaceSort):
            self._face(known, expression.span)
        return known

    def _maybe(self, expression: x.Expr | None, scope: Scope) -> None:
        if expression is not None:
            self.read(expression, scope)

    def _face(self, known: Known, span: Span) -> None:
        """The faces of these cards are looked at."""
        self.leaks += [(name, span) for name in sorted(known.unseen)]

    def _cards(self, expression: x.Expr, scope: Scope) -> Known:
        match expression:
            case x.PlaceRef(place=name, keys=keys):
                known = tuple(self.read(key, scope) for key in keys)
                place = self.program.places.get(name)
                if place is None or (is_seen(place, known, self.surely) and not place.seen.top_only):
                    return NOTHING
                return Known(unseen=frozenset([name]))
            case x.EndCard(place=x.PlaceRef(place=name, keys=keys), end="top") if self._is_pile(name):
                known = tuple(self.read(key, scope) for key in keys)
                place = self.program.places[name]
                hidden = place.seen.who != "nobody" and not is_seen(place, known, self.surely)
                return Known(unseen=frozenset([name] if hidden else []))
            case x.EndCard(place=place) | x.SlotCard(place=place) | x.Below(place=place):
                return self.read(place, scope)
            case x.Join(parts=parts):
                return together(self.read(part, scope) for part in parts)
            case _:
                return NOTHING

    def _is_pile(self, name: str) -> bool:
        place: PlaceDecl | None = self.program.places.get(name)
        return place is not None and place.shape in ("pile", "bag")

    def _looked(self, expression: x.Expr, scope: Scope) -> Known:
        """Questions that want the face of a card."""
        match expression:
            case x.Column(card=card, column=column, key=key):
                known = self.read(card, scope)
                self._maybe(key, scope)
                if not (self._backs_open(known) and self._shown_on_back(card, column)):
                    self._face(known, expression.span)
            case x.IsNamed(card=card):
                self._face(self.read(card, scope), expression.span)
            case x.IsLike(left=left, right=right):
                self._face(together([self.read(left, scope), self.read(right, scope)]), expression.span)
            case x.IsType(card=card):
                known = self.read(card, scope)
                if isinstance(card.sort, CardSort) and len(card.sort.types) > 1:
                    self._face(known, expression.span)
            case x.Equal(left=left, right=right) | x.IsIn(value=left, group=right):
                one, other = self.read(left, scope), self.read(right, scope)
                if isinstance(left.sort, CardSort) and not _is_none(left) and not _is_none(right):
                    self._face(Known(unseen=one.unseen ^ other.unseen), expression.span)
            case _:
                pass
        return NOTHING

    def _backs_open(self, known: Known) -> bool:
        """Whether everybody sees the backs of what lies there."""
        backs = [place.backs for name in known.unseen if (place := self.program.places.get(name)) is not None]
        return all(seen is None or (seen.who == "all" and seen.where is None) for seen in backs)

    def _shown_on_back(self, card: x.Expr, column: str) -> bool:
        types = card.sort.types if isinstance(card.sort, CardSort) else ()
        pairs = [(t, c) for name in types for t in [self.program.types[name]] for c in t.columns if c.name == column]
        return bool(pairs) and all(on_the_back(declared, found, self.program) for declared, found in pairs)

    def _asked(self, expression: x.Expr, scope: Scope) -> Known:
        match expression:
            case x.Question(range=range, condition=condition) if not self.amounts:
                self._maybe(condition, self.range(range, scope))
            case x.CountRange(range=range):
                self.range(range, scope)
            case x.Fold(range=range, value=value):
                self.read(value, self.range(range, scope))
            case x.Selected(range=range):
                return self.range(range, scope).known[range.variable.uid]
            case _:
                pass
        return NOTHING

    # ------------------------------------------------------------ through values and steps

    def _call(self, name: str, arguments: tuple[Known, ...], span: Span) -> Known:
        declared = self.program.defines.get(name)
        if declared is None:
            return NOTHING
        key = (name, arguments)
        if key not in self.values:
            self.values[key] = NOTHING, ()  # a value made of itself is told by another check
            inner = Reader(self.program, values=self.values, surely=self.surely, amounts=self.amounts)
            results = []
            for layer in declared.layers:
                pairs = zip(layer.parameters, arguments, strict=False)
                scope = Scope(Whose.ANY, {parameter.uid: known for parameter, known in pairs})
                inner._maybe(None if self.amounts else layer.when, scope)
                results.append(inner.read(layer.value, scope))
            self.values[key] = together(results), tuple(dict.fromkeys(leak for leak, _ in inner.leaks))
        value, leaks = self.values[key]
        self.leaks += [(leak, span) for leak in leaks]
        return value

    def _can(self, asked: x.Can, scope: Scope) -> Known:
        player = self.read(asked.player, scope)
        declared = self.program.steps.get(asked.step)
        given = [self.read(a, scope) for a in (asked.arguments or ())]
        key = ("can", asked.step, player.whose, *given)
        if declared is None or key in self.values:
            leaks: tuple[str, ...] = self.values.get(key, (NOTHING, ()))[1]
        else:
            self.values[key] = NOTHING, ()
            inner = Reader(self.program, values=self.values, surely=self.surely, amounts=self.amounts)
            within = inner.header(declared.header, Scope(player.whose), declared.forbids)
            for forbid in declared.forbids:
                inner.read(forbid.when, within)
            leaks = tuple(dict.fromkeys(leak for leak, _ in inner.leaks))
            self.values[key] = NOTHING, leaks
        self.leaks += [(leak, asked.span) for leak in leaks]
        return NOTHING


def _asked_of(items: Sequence[Head], forbids: Sequence[object]) -> set[int]:
    """The variables, by their `uid`, of which it depends whether and how a step can be chosen."""
    asked = {read.variable.uid for read in find(x.Var, forbids)}
    for item in reversed(items):
        if not isinstance(item, Let) or item.variable.uid in asked:
            asked |= {read.variable.uid for read in find(x.Var, item)}
    return asked


def _expressions(expression: x.Expr) -> Iterator[x.Expr]:
    """The expressions directly beneath one that only works with numbers, members and truth."""
    for child in children(expression):
        for part in child if isinstance(child, tuple) else (child,):
            if isinstance(part, x.Valued):
                yield part  # type: ignore[misc]  # every node with a sort is an expression


def _somebody_else(player: Known) -> Whose:
    return Whose.OTHER if player.whose is Whose.ME else Whose.ANY


def _is_none(expression: x.Expr) -> bool:
    return isinstance(expression, x.Constant)


def _places(source: x.Source) -> Iterator[str]:
    match source:
        case x.Through(value=x.PlaceRef(place=name)) | x.EndOf(source=x.Through(value=x.PlaceRef(place=name))):
            yield name
        case _:
            yield "what is picked from"


def _narrowed(range: x.Range, whose: Whose, scope: Scope) -> Whose:
    """What a `where` says of the player that it goes through: `player is not me`."""
    conditions = [range.where] if range.where is not None else []
    while conditions:
        match conditions.pop():
            case x.And(parts=parts):
                conditions += parts
            case x.Equal(left=x.Var(variable=variable), right=x.Me()) if variable.uid == range.variable.uid:
                return scope.me
            case x.Not(value=x.Equal(left=x.Var(variable=variable), right=x.Me())) if (
                variable.uid == range.variable.uid and scope.me is Whose.ME
            ):
                return Whose.OTHER
            case _:
                pass
    return whose
