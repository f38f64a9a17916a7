"""What is ever asked of a place: the order of its cards, which cards they are, how many, or nothing.

Comes in: a program.  Goes out: for each declared zone its `Uses`, with the rules that ask.  Only what is carried out in
a game counts: what stands on the table for people is asked by none of its rules.

Three sorts of order are as good as none.  Where cards only come to lie to be shuffled before anything is dealt, each is
drawn by its number.  Where cards are put in rising order of their numbers, once, and then only taken out, the order
is that of their numbers.  And where all cards are moved on to a place whose order is not asked, theirs is not either.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import define, field

from rulelang.ir.analyse.cards.types import Cards
from rulelang.ir.analyse.harmless import harmless
from rulelang.ir.model import expressions as ir
from rulelang.ir.model import statements as st
from rulelang.ir.model.program import Program
from rulelang.ir.walk import children, nodes

Level = Literal["never", "size", "look", "order"]
Sort = Literal["order", "placed", "look", "size", "dealt"]
BY_NUMBER = ("hand", "bag")


@define
class Uses:
    """How one declared zone is used; each with the rules that do so, none where it is no rule of a line

    `order`, `look`, `size`: what asks for the order of its cards, for what they are, how many they are.  `placed`: what
    puts cards at some place in it.  `dealt`: what takes cards from its top or first.  `carried`: to which zones all its
    cards are moved in their order.  `mixed`: whether all its cards have been shuffled whenever something is dealt from
    it.  `rising`: whether its order is that of the numbers of its cards.
    """

    order: list[int | None] = field(factory=list)
    placed: list[int | None] = field(factory=list)
    look: list[int | None] = field(factory=list)
    size: list[int | None] = field(factory=list)
    dealt: list[int | None] = field(factory=list)
    carried: set[int] = field(factory=set)
    mixed: bool = False
    rising: bool = False

    @property
    def level(self) -> Level:
        """The most that is asked of it, if nothing is dealt from its top."""
        return "order" if self.order else "look" if self.look or self.dealt else "size" if self.size else "never"


def zone_uses(program: Program) -> list[Uses]:
    """The uses of each declared zone."""
    return _Reader(program).uses


def keeps_its_top(program: Program, number: int) -> bool:
    """Whether a zone is a pile whose top, or the back of its top, can be seen: if it is loose it is drawn by chance."""
    zone = program.zones[number]
    backs = number > 0 and any(card.back for card in program.cards if card.type in zone.types)
    return zone.shape == "pile" and (zone.seen.top_only or backs)


def without_order(program: Program, uses: list[Uses]) -> frozenset[int]:
    """The piles and rows whose order no rule can find out."""
    found = {
        number
        for number, (zone, use) in enumerate(zip(program.zones, uses, strict=True))
        if number and zone.shape in ("pile", "row") and not use.placed
        if use.rising or (not use.order and (use.mixed or not use.dealt))
    }
    by_number = {number for number, zone in enumerate(program.zones) if zone.shape in BY_NUMBER}
    fixed = {number for number in found if uses[number].rising}
    while bad := {number for number in found - fixed if uses[number].carried - found - by_number}:
        found -= bad
    return frozenset(found)


class _Reader:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.cards = Cards(program)
        self.uses = [Uses() for _ in program.zones]
        self.into: dict[int, list[object]] = {}
        self.rule: int | None = None
        self.sorts: dict[int, Sort] = {}
        """What is asked by going through a place, by the identity of the node; its order where nothing is said."""
        for where, piece in _carried_out(program):
            self.rule = None
            self._read(where, piece)
        for number, (zone, use) in enumerate(zip(program.zones, self.uses, strict=True)):
            if keeps_its_top(program, number):
                use.order.append(None)
            use.mixed = zone.shape == "pile" and always_mixed(program, number)
            use.rising = zone.shape == "row" and self._rising(number)

    def _asked(self, of: ir.List, sort: Sort) -> None:
        if isinstance(of, ir.Zone):
            getattr(self.uses[of.zone], sort).append(self.rule)
        elif isinstance(of, ir.ZoneAt):
            for use in self.uses:
                getattr(use, sort).append(self.rule)

    def _read(self, where: str, node: object) -> None:
        rule = getattr(node, "rule", None)
        self.rule = self.rule if rule is None else rule
        match node:
            case st.Show() | st.Say() | st.ShowFact() | st.ShowCounter():
                return
            case ir.Size(of):
                self._asked(of, "size")
            case ir.At(of):
                self._asked(of, "order")
            case ir.Items(of):
                self._asked(of, self.sorts.get(id(node), "order"))
            case ir.Fold(_, variable, source, where=passes, value=value) if harmless(self.program, node):
                only_counted = passes is None and ir.Local(variable) not in nodes(value)
                self._gone_through(source, "size" if only_counted else "look")
            case ir.Position(card):
                self._everywhere(where, card, "order")
            case st.Each():
                self._carried(node)
            case st.Move() | st.Deal() | st.Shuffle() | st.SwapPlaces() | st.SwapCards():
                self._moved(where, node)
        for child in children(node):
            self._read(where, child)

    def _moved(self, where: str, node: object) -> None:
        match node:
            case st.SwapCards(left, right):
                self._everywhere(where, left, "placed")
                self._everywhere(where, right, "placed")
            case st.SwapPlaces(left, right):
                self._asked(left, "placed")
                self._asked(right, "placed")
            case st.Shuffle(place, settle=settle):
                if settle or not isinstance(place, ir.Zone) or self.program.zones[place.zone].shape == "row":
                    self._asked(place, "placed")
            case st.Move(_, to, at) | st.Deal(to=to, at=at):
                if at is not None:
                    self._asked(to, "placed")
                self._comes(to, node)
                if isinstance(node, st.Deal):
                    self._asked(node.source, "dealt")
                    if isinstance(node.refill, ir.Items):
                        self._comes(node.source, node)
                        self.sorts[id(node.refill)] = "look"

    def _gone_through(self, source: ir.Source, sort: Sort) -> None:
        """All members, in whatever order."""
        match source:
            case ir.Items():
                self.sorts[id(source)] = sort
            case ir.Ordered(source=inner, orders=(), limit=None):
                self._gone_through(inner, "look")
            case ir.Joined(parts):
                for part in parts:
                    self._gone_through(part, sort)

    def _carried(self, node: st.Each) -> None:
        """Whether all cards of a zone are moved to another one, one after the other."""
        match node:
            case st.Each(variable, ir.Items(ir.Zone(zone)), None, (), (st.Move(ir.Local(name), ir.Zone(to), None),)):
                if variable == name and not self.program.zones[to].strict:
                    self.uses[zone].carried.add(to)
                    self.sorts[id(node.source)] = "look"

    def _everywhere(self, where: str, card: ir.Expr, sort: Sort) -> None:
        kinds = self.cards.of(where, card)
        for use, zone in zip(self.uses, self.program.zones, strict=True):
            if not kinds or kinds & {*zone.types}:
                getattr(use, sort).append(self.rule)

    def _comes(self, to: ir.Zone | ir.ZoneAt, node: object) -> None:
        for number in [to.zone] if isinstance(to, ir.Zone) else range(len(self.uses)):
            self.into.setdefault(number, []).append(node)

    def _rising(self, zone: int) -> bool:
        """Whether all cards come here in one loop of the set-up, by their numbers, and then only leave."""
        use, into = self.uses[zone], self.into.get(zone, [])
        for statement in self.program.blocks[0].body:
            match statement:
                case st.Each(
                    variable, ir.Numbers(ir.Const(), ir.Const(), ir.Const(1)), _, (),
                    (st.Move(ir.Local(name), ir.Zone(to), None) as move,),
                ) if to == zone and variable == name:  # fmt: skip
                    return len(into) == 1 and into[0] is move and not use.dealt and not use.placed
        return False


def _carried_out(program: Program) -> Iterator[tuple[str, object]]:
    """All pieces of a program with which a game is played."""
    result = program.result
    named = [each.function for each in result.criteria]
    todo = [number for number in (*named, result.player, result.payoff) if number is not None]
    for word, pieces in (("procedure", program.procedures), ("header", program.headers), ("block", program.blocks)):
        for number, piece in enumerate(pieces):
            yield f"{word} {number}", piece
            todo += _called(piece)
    yield "decision", program.decisions
    todo += _called(program.decisions)
    done: set[int] = set()
    while todo:
        number = todo.pop()
        if number not in done:
            done.add(number)
            yield f"function {number}", program.functions[number]
            todo += _called(program.functions[number])


def _called(piece: object) -> list[int]:
    return [node.function for node in nodes(piece) if isinstance(node, ir.Call)]


# ---------------------------------------------------------------- whether a pile is mixed whenever it is dealt from


def always_mixed(program: Program, zone: int) -> bool:
    """Whether all cards of a pile have been shuffled there since the last one came, whenever one is dealt from it."""
    mixing = _Mixing(program, zone)
    return all(mixing.after(block.body, False) is False for block in program.blocks)


class _Mixing:
    """Goes through statements; what has come and has not been shuffled yet is `pending`, none where that is dealt."""

    def __init__(self, program: Program, zone: int) -> None:
        self.program = program
        self.zone = zone
        self.under_way: set[int] = set()

    def after(self, body: tuple[st.Stmt, ...], pending: bool | None) -> bool | None:
        for statement in body:
            if pending is None:
                return None
            pending = self._one(statement, pending)
        return pending

    def _one(self, statement: st.Stmt, pending: bool) -> bool | None:
        match statement:
            case st.Shuffle(place):
                return pending and not self._whole(place, statement)
            case st.Each(body=(st.Shuffle(place),)):
                return pending and not self._whole(place, statement)
            case st.If(_, then, otherwise):
                return _either(self.after(then, pending), self.after(otherwise, pending))
            case st.Each(body=body) | st.Times(_, body) | st.While(_, body):
                once = self.after(body, pending)
                return _either(pending, None if once is None else self.after(body, once))
            case st.Perform(number):
                if number in self.under_way:
                    return None
                self.under_way.add(number)
                found = self.after(self.program.procedures[number].body, pending)
                self.under_way.discard(number)
                return found
            case st.Deal(source=source, to=to):
                if isinstance(source, ir.ZoneAt) or (source.zone == self.zone and pending):
                    return None
                return pending or isinstance(to, ir.ZoneAt) or to.zone == self.zone
            case st.Move(_, to):
                return pending or isinstance(to, ir.ZoneAt) or to.zone == self.zone
            case st.SwapPlaces(left, right):
                here = any(isinstance(place, ir.ZoneAt) or place.zone == self.zone for place in (left, right))
                return None if here else pending
            case st.SwapCards():
                return None
        return pending

    def _whole(self, place: ir.Zone | ir.ZoneAt, statement: st.Stmt) -> bool:
        """Whether every instance of the zone is shuffled."""
        if not isinstance(place, ir.Zone) or place.zone != self.zone:
            return False
        keys = self.program.zones[self.zone].keys
        match statement:
            case st.Shuffle():
                return not keys
            case st.Each(variable, source, None, ()) if len(keys) == 1 and place.keys == (ir.Local(variable),):
                whole = ir.Numbers(ir.Const(keys[0].low), ir.Const(keys[0].high))
                return source == whole or (isinstance(source, ir.Seats) and keys[0].low == 0)
        return False


def _either(one: bool | None, other: bool | None) -> bool | None:
    return None if one is None or other is None else one or other
