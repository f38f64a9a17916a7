"""What statements read and change: the places that they fill, the cards that have to be there, variables and counters.

Comes in: statements.  Goes out: `Touched`, as sets of `Thing`s, those of the procedures that they perform with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field

from rulelang.ir.model import expressions as ir
from rulelang.ir.model import program as pr
from rulelang.ir.model import statements as do
from rulelang.ir.prove.known import ANYWHERE, Thing
from rulelang.ir.prove.proofs import MOVED, SWAPPED, Use


@define
class Touched:
    """What statements may change; `locals` are variables of their own"""

    things: set[Thing] = field(factory=set)
    locals: set[str] = field(factory=set)

    @property
    def moves(self) -> bool:
        return ANYWHERE in self.things


@define
class Changes:
    """What the statements and procedures of one program may change."""

    program: pr.Program
    _known: dict[int, Touched] = field(factory=dict)

    def by(self, procedure: int) -> Touched:
        if procedure not in self._known:
            self._known[procedure] = found = Touched()
            self._collect(self.program.procedures[procedure].body, found, {procedure})
            found.locals.clear()
        return self._known[procedure]

    def of(self, body: Sequence[do.Stmt]) -> Touched:
        found = Touched()
        self._collect(body, found, set())
        return found

    def _collect(self, body: Sequence[do.Stmt], found: Touched, seen: set[int]) -> None:
        for one in statements(body):
            match one:
                case do.Write(counter=counter):
                    found.things.add(("counter", counter))
                case do.Perform(procedure=procedure) if procedure not in seen:
                    seen.add(procedure)
                    inner = Touched()
                    self._collect(self.program.procedures[procedure].body, inner, seen)
                    found.things |= inner.things
                case do.Move() | do.Deal() | do.SwapPlaces() | do.SwapCards():
                    found.things.add(ANYWHERE)
                case _:
                    pass
            for target in (getattr(one, "target", None), getattr(one, "card", None)):
                if isinstance(target, ir.Local) and not isinstance(one, do.Move):
                    found.locals.add(target.name)
                    found.things.add(("local", target.name))
                elif isinstance(target, ir.Frame) and not isinstance(one, do.Move):
                    found.things.add(("frame", target.slot))


def filled(node: do.Stmt) -> tuple[ir.Zone | ir.ZoneAt, ...]:
    """The places into which a statement may put cards."""
    match node:
        case do.Move(to=to):
            return (to,)
        case do.Deal(to=to, source=source, refill=refill):
            return (to,) if refill is None else (to, source)
        case do.SwapPlaces(left=left, right=right):
            return left, right
        case _:
            return ()


def reading(node: do.Stmt) -> Iterator[ir.Expr]:
    """The values that an effect reads, its places' keys with them."""
    match node:
        case do.Move(card=card, to=to, at=at):
            yield card
            yield from _keys(to)
            yield from () if at is None else (at,)
        case do.Deal(amount=amount, source=source, to=to, at=at):
            yield amount
            yield from (*_keys(source), *_keys(to))
            yield from () if at is None else (at,)
        case do.Shuffle(place=place):
            yield from _keys(place)
        case do.SwapPlaces(left=left, right=right):
            yield from (*_keys(left), *_keys(right))
        case do.SwapCards(left=one, right=other):
            yield from (one, other)
        case do.Show(to=viewers):
            yield viewers
        case do.ShowCounter(keys=keys, to=viewers):
            yield from (*keys, viewers)
        case do.ShowFact(card=card, value=value, to=viewers):
            yield from (card, value, viewers)
        case do.Say(values=values):
            yield from (value for value in values if isinstance(value, ir.Expr))
        case do.Note(player=player):
            yield from () if player is None else (player,)
        case _:
            pass


def needed(node: do.Stmt) -> Iterator[tuple[Use, ir.Expr]]:
    """The cards that a statement moves and that have to be there."""
    match node:
        case do.Move(card=card, rule=rule):
            yield (rule, *MOVED), card
        case do.SwapCards(left=left, right=right, rule=rule):
            yield from (((rule, *MOVED), left), ((rule, *SWAPPED), right))
        case _:
            pass


def _keys(place: ir.Zone | ir.ZoneAt) -> tuple[ir.Expr, ...]:
    return place.keys if isinstance(place, ir.Zone) else (place.number,)


def statements(body: Sequence[do.Stmt]) -> Iterator[do.Stmt]:
    """All statements, those inside others too."""
    for one in body:
        yield one
        match one:
            case do.If(then=then, otherwise=otherwise):
                yield from statements(then)
                yield from statements(otherwise)
            case do.Each(body=inner) | do.Times(body=inner) | do.While(body=inner):
                yield from statements(inner)
            case _:
                pass
