"""What hidden cards say, written where more players read it: `set me.points to card.value`.

Proved: the value of a counter that everybody sees (or only its owner, who acts) is made of the faces of cards that lie
where not all of them see them.  Not reported: cards that the same lines (or a step that they are handed to) show to
them or lay where they see them, and hidden places to which cards come only from where all see them (tricks).
Followed through `let`, values and the steps that are handed a card.  Not proved: what is answered by yes or no
(`if card.value is 9: add 1 to points`), who the players are of whom a rule asks (`first player where "two of clubs" is
in player.hand`), and places for which a rule works out who sees them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from attrs import define, evolve, field

from rulelang.check.calls import begins, blocks, hooks
from rulelang.check.sight.reading import Reader, Scope
from rulelang.check.sight.viewers import NOTHING, Known, Whose, is_seen
from rulelang.diagnostics import Diagnostic, Label, diagnostic
from rulelang.resolve.model import expressions as x
from rulelang.resolve.model.program import Program, StepDecl
from rulelang.resolve.model.sorts import CardSort, PlaceSort, PlayerSort, SetSort
from rulelang.resolve.model.statements import (
    Add,
    ForEach,
    Let,
    Move,
    MoveEvery,
    MoveSome,
    Perform,
    Set,
    Show,
    StepCall,
    Stmt,
    Swap,
)
from rulelang.resolve.walk import find
from rulelang.source import Span

Found = tuple[Span, str, str]
"""Where it is written, into which counter, and where the cards lie."""
BOX = "box"
DEEPEST = 4
"""So many steps are followed into each other."""


def written(program: Program) -> Iterator[Diagnostic]:
    found: list[Found] = []
    for reader in (Whose.ANY, Whose.ME):
        walk = _Walk(program, reader)
        walk.everything()
        watched = _watched(program, walk.came)
        found += [one for one in walk.found if one[2] not in watched]
    for span, counter, place in dict.fromkeys(found):
        label = Label(program.places[place].span, "who sees it is said here")
        yield diagnostic("RL0607", span, labels=[label], name=counter, place=place)


def _watched(program: Program, came: set[tuple[str, str]]) -> set[str]:
    """The places to which cards come only from where all see them, or from such places."""
    watched = set(program.places)
    while gone := {to for origin, to in came if to in watched and origin not in watched and not _open(program, origin)}:
        watched -= gone
    return watched


def _open(program: Program, name: str) -> bool:
    place = program.places.get(name)
    return place is not None and is_seen(place, tuple(NOTHING for _ in place.keys)) and not place.seen.top_only


@define
class _Walk:
    """Goes through everything that is done, for one reader of counters: everybody, or the player who acts

    `shown`: the places whose cards the reader has been shown where the walk is; `came`: from which hidden place cards
    go to which.
    """

    program: Program
    reader: Whose
    found: list[Found] = field(factory=list)
    shown: frozenset[str] = frozenset()
    followed: set[tuple[object, ...]] = field(factory=set)
    came: set[tuple[str, str]] = field(factory=set)
    laid: set[int] = field(factory=set)
    """The cards, by the `uid` of their variables, that some lines lay open."""

    def everything(self) -> None:
        start = Scope(self.reader)
        for _, body in begins(self.program):
            self._alone(body, start)
        for step in self.program.steps.values():
            self._step(step, start)

    def _step(self, step: StepDecl, scope: Scope) -> None:
        scope = Reader(self.program, amounts=True).header(step.header, scope, step.forbids)
        for item in step.header:
            if isinstance(item, Let):
                scope = scope.knowing(item.variable, self._known(item.value, scope))
        for body in (step.body, *(hook.body for hook in hooks(step))):
            self._alone(body, scope)

    def _alone(self, body: Sequence[Stmt], scope: Scope) -> None:
        self.shown = frozenset()
        self._body(body, scope)

    def _body(self, body: Sequence[Stmt], scope: Scope) -> None:
        laid = self._laid(body, 0)
        self.laid |= {variable.uid for variable in laid}
        for variable in laid:
            scope = scope.knowing(variable, NOTHING)
        for node in body:
            if isinstance(node, Show) and self._is_reader(node.to):
                self._show(node.what, scope)
        for node in body:
            scope = self._statement(node, scope)

    def _laid(self, body: Sequence[Stmt], depth: int) -> list[x.Variable]:
        """The cards with a name that these lines surely show to the reader, or lay where the reader sees them."""
        found: list[x.Variable] = []
        for node in body:
            match node:
                case Show(what=x.Var(variable=variable), to=to) if self._is_reader(to):
                    found.append(variable)
                case Move(what=x.Var(variable=variable), to=x.PlaceRef(place=place)) if self._is_open(place):
                    found.append(variable)
                case Perform(what=StepCall(step=name) as call) if depth < DEEPEST and name in self.program.steps:
                    step = self.program.steps[name]
                    inside = {one.uid for one in self._laid(step.body, depth + 1)}
                    pairs = zip(step.parameters, call.arguments, strict=False)
                    found += [one.variable for taken, one in pairs if taken.uid in inside and isinstance(one, x.Var)]
                case _:
                    pass
        return found

    def _statement(self, node: Stmt, scope: Scope) -> Scope:
        """One statement; what is known of the variables behind it."""
        match node:
            case Set(target=target, value=value) | Add(target=target, amount=value):
                self._write(node.span, target, value, scope)
            case Let(variable=variable, value=value):
                return scope.knowing(variable, self._known(value, scope))
            case Show(what=what, to=to) if self._is_reader(to):
                return self._show(what, scope)
            case Move(what=what, to=to):
                self._comes(self._known(what, scope).unseen, to)
                return self._goes(what.variable if isinstance(what, x.Var) else None, to, scope)
            case MoveEvery(range=range, to=to):
                gone = Reader(self.program, amounts=True).range(range, scope).known[range.variable.uid].unseen
                self._comes(gone if isinstance(range.source, x.Through) else {BOX}, to)
            case MoveSome(source=source, card=variable, to=to):
                self._comes(self._known(source, scope).unseen, to)
                return self._goes(variable, to, scope)
            case Swap(left=left, right=right):
                self._comes(self._known(left, scope).unseen, right)
                self._comes(self._known(right, scope).unseen, left)
            case ForEach(range=range, body=inner):
                within = Reader(self.program, amounts=True).range(range, scope)
                for one in inner:
                    within = self._statement(one, within)
            case Perform(what=StepCall() as call, by=by):
                self._called(call, scope, by)
            case _:
                for inner in blocks(node):
                    self._block(inner, scope)
        return scope

    def _block(self, body: Sequence[Stmt], scope: Scope) -> None:
        """Lines that may be left out: what they show is not shown behind them."""
        before = self.shown
        self._body(body, scope)
        self.shown = before

    def _comes(self, origins: Collection[str], to: x.Expr) -> None:
        """Cards come to a place, from these hidden ones."""
        if isinstance(to, x.PlaceRef):
            self.shown -= {to.place}
            self.came |= {(origin, to.place) for origin in origins}

    def _goes(self, card: x.Variable | None, to: x.Expr, scope: Scope) -> Scope:
        """A card with a name has gone somewhere, unless these lines lay it open."""
        laid = card is not None and card.uid in self.laid
        seen = isinstance(to, x.PlaceRef) and self._is_open(to.place)
        return scope.knowing(card, NOTHING if laid or seen else self._known(to, scope))

    def _is_open(self, name: str) -> bool:
        """Whether everybody sees a card that has just come there."""
        place = self.program.places.get(name)
        return place is not None and is_seen(place, tuple(NOTHING for _ in place.keys))

    def _is_reader(self, to: x.Expr | None) -> bool:
        everybody = to is None or (isinstance(to, x.Group) and to.which == "players")
        return everybody or (self.reader is Whose.ME and isinstance(to, x.Me))

    def _show(self, what: x.Expr, scope: Scope) -> Scope:
        if isinstance(what, x.Var):
            self.laid |= {what.variable.uid}
            return scope.knowing(what.variable, NOTHING)
        parts = what.parts if isinstance(what, x.Join) else (what,)
        self.shown |= {one.place for one in parts if isinstance(one, x.PlaceRef)}
        return scope

    def _called(self, call: StepCall, scope: Scope, by: x.Expr | None) -> None:
        """A step that is handed cards is gone through once more, with what is known of them; what it shows is shown."""
        step = self.program.steps.get(call.step)
        if step is None:
            return
        self._hand_over(step, call, scope, by)
        for line in step.body:
            if isinstance(line, Show) and self._is_reader(line.to):
                self._show(line.what, scope)

    def _hand_over(self, step: StepDecl, call: StepCall, scope: Scope, by: x.Expr | None) -> None:
        given = [*([call.receiver] if call.receiver is not None else []), *call.arguments]
        taken = [*([step.receiver] if step.receiver is not None else []), *step.parameters]
        known = tuple(self._known(one, scope) for one in given)
        key = (call.step, known, self.shown)
        if key in self.followed or not any(one.unseen for one in known):
            return
        self.followed.add(key)
        inner = Scope(self.reader if by is None else Whose.ANY)
        for variable, one in zip(taken, known, strict=False):
            inner = inner.knowing(variable, one)
        before = self.shown
        self._step(step, inner)
        self.shown = before

    def _known(self, value: x.Expr, scope: Scope) -> Known:
        """What is known of a value: for cards where they lie unseen, for numbers from which hidden cards they come."""
        reader = Reader(self.program, amounts=True)
        known = reader.read(value, scope)
        named = [scope.known.get(one.variable.uid, NOTHING).unseen for one in find(x.Var, value) if _is_amount(one)]
        return evolve(known, unseen=known.unseen.union({name for name, _ in reader.leaks}, *named))

    def _write(self, span: Span, target: x.CounterRef, value: x.Expr, scope: Scope) -> None:
        counter = self.program.counters.get(target.counter)
        keys = tuple(Reader(self.program).read(key, scope) for key in target.keys)
        if counter is None or not _is_amount(value) or not is_seen(counter, keys, surely=True):
            return
        hidden = sorted(self._known(value, scope).unseen - self.shown)
        self.found += [(span, target.counter, name) for name in hidden if name in self.program.places][:1]


def _is_amount(value: x.Expr) -> bool:
    return not isinstance(value.sort, CardSort | PlayerSort | SetSort | PlaceSort)
