"""Whether it can matter which of several cards that look alike is taken.

Comes in: a program.  Goes out: yes or no; no is certain.

It cannot matter if any two states that differ only in the numbers of look-alikes go on in the same way.  For that

* look-alikes must have numbers that follow each other, so that places kept by number are the same sequence of looks;
* nothing may tell them apart: a card is compared only with what bounds a whole look, looked up only where all of a look
  have the same cells, and is never reckoned with, counted by or compared with another card;
* while some variable still names a card, no card that looks like it may be taken by its number (the first of a hand,
  one by chance out of a loose pile, the one that stands for its look-alikes in a choice): which one the variable names
  would show.

What is not plainly so is taken to matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from operator import eq, ge, gt, le, lt, ne

from rulelang.ir.analyse.cards.lookalikes import neighbours
from rulelang.ir.analyse.cards.types import NO_CARD, Cards, Types, parts
from rulelang.ir.analyse.live import live_after
from rulelang.ir.model import expressions as ir
from rulelang.ir.model import statements as st
from rulelang.ir.model.program import Block, Function, LetItem, OfferDecl, Program
from rulelang.ir.walk import children, nodes

COMPARE = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
CARRIES = (
    st.Move | st.SwapCards | st.Show | st.ShowFact | st.Say | st.Assign | st.Hold | st.Deal | st.Random | st.Perform
    | ir.ZoneOf | ir.Call | ir.Values | ir.Cond | ir.Held | Function | LetItem | OfferDecl
)  # fmt: skip
"""What may be given a card without telling it from its look-alikes."""
BINDS = st.Each | ir.Fold | ir.First | ir.Ordered | st.Random
"""What has a variable of its own, which is nothing outside."""
TELLS = st.Say | st.Note | st.Show | st.ShowFact | st.ShowCounter
"""What changes nothing that a rule can ask."""


def matters(program: Program) -> bool:
    """Whether it may matter which look-alike is taken."""
    return _Look(program).matters()


def repeated(program: Program) -> Types:
    """The types in which looks repeat."""
    looks: dict[int, list[int]] = {}
    for card in program.cards:
        looks.setdefault(card.type, []).append(card.look)
    return frozenset(kind for kind, found in looks.items() if len(set(found)) < len(found))


class _Look:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.cards = Cards(program)
        self.repeated = repeated(program)
        zones = program.zones
        backs = {card.type for card in program.cards if card.back}
        shuffled = {node.place for node in nodes((program.procedures, program.blocks)) if isinstance(node, st.Shuffle)}
        loose = any(isinstance(node, st.SwapPlaces) for node in nodes((program.procedures, program.blocks)))
        turned = [
            number
            for number, zone in enumerate(zones)
            if zone.shape == "pile" and (zone.seen.top_only or (number and backs & {*zone.types}))
            if loose or self._named(number, shuffled) or self._refilled(number)
        ]
        self.turned = NO_CARD.union(*(self.cards.lying("", ir.Zone(number, ())) for number in turned))
        """The types of cards that may be turned up by chance when a pile changes."""
        self._taken: dict[int, Types] = {}

    def matters(self) -> bool:
        if not self.repeated:
            return False
        if self.program.card_counters or not neighbours(self.program):
            return True
        if any(self._told_apart(where, piece) for where, piece in parts(self.program)):
            return True
        steps = enumerate(self.program.procedures)
        if any(self._named_while(f"procedure {n}", step.body, frozenset()) for n, step in steps):
            return True
        after = live_after(self.program)
        return any(self._block(number, block, after[number]) for number, block in enumerate(self.program.blocks))

    # ---------------------------------------------------------------- told apart

    def _told_apart(self, where: str, piece: object) -> bool:
        fine: set[int] = set()
        for node in nodes(piece):
            match node:
                case ir.Lookup(table, ir.Binary("+", ir.Binary("*", card, ir.Const(across)) as row, _)):
                    if self._plural(where, card) and self._same_cells(table, self._plural(where, card), across):
                        fine.add(id(row))
                case ir.Lookup(table, index):
                    if not self._same_cells(table, self._plural(where, index), 1):
                        return True
                    continue
                case ir.Within(value, low, high):
                    kinds = self._plural(where, value)
                    if not self._bounds(kinds, ">=", low) or not self._bounds(kinds, "<=", high):
                        return True
                    continue
                case ir.Binary(operator, card, ir.Const(value)) if operator in COMPARE:
                    if not self._bounds(self._plural(where, card), operator, value):
                        return True
                    continue
            given = children(node) if not isinstance(node, CARRIES) and id(node) not in fine else ()
            if any(isinstance(each, ir.Expr) and self._plural(where, each) for each in given):
                return True
        return False

    def _plural(self, where: str, node: object) -> Types:
        if isinstance(node, ir.Source):
            return self.cards.members(where, node) & self.repeated
        return self.cards.of(where, node) & self.repeated

    def _runs(self, kinds: Types) -> Iterator[tuple[int, int]]:
        """Cards that follow each other and look alike."""
        for number, (card, after) in enumerate(pairwise(self.program.cards)):
            if card.type in kinds and card.look == after.look:
                yield number, number + 1

    def _bounds(self, kinds: Types, operator: str, value: int) -> bool:
        holds = COMPARE[operator]
        return all(holds(one, value) == holds(other, value) for one, other in self._runs(kinds))

    def _same_cells(self, table: int, kinds: Types, across: int) -> bool:
        cells, first = self.program.tables[table].values, self.program.tables[table].first
        return all(
            cells[max(one * across - first, 0) : max(other * across - first, 0)]
            == cells[max(other * across - first, 0) : max((other + 1) * across - first, 0)]
            for one, other in self._runs(kinds)
        )

    # ---------------------------------------------------------------- named while others are taken

    def _block(self, number: int, block: Block, after: frozenset[int]) -> bool:
        where = f"block {number}"
        if self._named_while(where, (*block.body, block.end), after):
            return True
        if not isinstance(block.end, st.Decide):
            return False
        decision = self.program.decisions[block.end.decision]
        offers = decision.all_offers
        for offer in offers:
            header = self.program.headers[offer.header]
            for item, frame in zip(header.picks, offer.into, strict=True):
                taken = self.cards.of("", frame) & self.repeated if item.alike else NO_CARD
                others = after - {target.slot for one in offers for target in one.into if target.key is None}
                if any(self.cards.of("", ir.Frame(slot)) & taken for slot in others):
                    return True
        return False

    def _named_while(self, where: str, body: tuple[object, ...], after: frozenset[int]) -> bool:
        """Whether a statement takes cards by number while others that may look like them are named; `after`: the
        variables of the state that are needed afterwards.
        """
        leaves = [*_leaves(body)]
        bound = {ir.Local(node.variable) for node in nodes(body) if isinstance(node, BINDS)}
        for number, (statement, around) in enumerate(leaves):
            taken = self._taken_by(where, statement)
            others: set[object] = {ir.Frame(slot) for slot in after} if taken else set()
            for other, _ in leaves if around else leaves[number:]:
                if taken and other is not statement and not isinstance(other, TELLS):
                    others |= {node for node in nodes(other) if isinstance(node, ir.Local | ir.Frame)} - bound
            others |= {ir.Local(loop.variable) for loop in around if isinstance(loop, st.Each)}
            if any(self.cards.of(where, other) & taken for other in others - {_target(statement)}):
                return True
        return False

    def _taken_by(self, where: str, statement: object) -> Types:
        """The types of the cards that a statement takes by number."""
        found = NO_CARD
        match statement:
            case st.Move(card):
                found = self._chosen(where, card) | (self.cards.of(where, card) & self.turned)
            case st.Assign(_, value):
                found = self._chosen(where, value)
            case st.Hold(_, source) | st.Random(_, _, source):
                found = self.cards.members(where, source) if not _whole_set(source) else NO_CARD
            case st.SwapCards(left, right):
                found = self._chosen(where, left) | self._chosen(where, right) | self.turned
            case st.Deal(source=source):
                found = self.cards.lying(where, source)
            case st.Shuffle(place, settle=settle):
                found = self.cards.lying(where, place) & (self.repeated if settle else self.turned)
            case st.SwapPlaces():
                found = self.turned
            case st.Perform(number, arguments):
                found = self._in_step(number).union(*(self._chosen(where, given) for given in arguments))
        return found & self.repeated

    def _in_step(self, number: int) -> Types:
        if number not in self._taken:
            self._taken[number] = NO_CARD
            body = self.program.procedures[number].body
            taken = [self._taken_by(f"procedure {number}", statement) for statement, _ in _leaves(body)]
            self._taken[number] = NO_CARD.union(*taken)
        return self._taken[number]

    def _chosen(self, where: str, node: object) -> Types:
        """The types of what an expression picks out of several; none where it only passes on a variable."""
        match node:
            case ir.Local() | ir.Frame():
                return NO_CARD
            case ir.Within(value):
                return self._chosen(where, value)
        if isinstance(node, ir.Source):
            return NO_CARD if _whole_set(node) else self.cards.members(where, node)
        return self.cards.of(where, node)

    def _named(self, zone: int, places: set[ir.Zone | ir.ZoneAt]) -> bool:
        return any(isinstance(place, ir.ZoneAt) or place.zone == zone for place in places)

    def _refilled(self, zone: int) -> bool:
        deals = (node for node in nodes((self.program.procedures, self.program.blocks)) if isinstance(node, st.Deal))
        return any(deal.refill is not None and self._named(zone, {deal.source}) for deal in deals)


def _whole_set(source: ir.Source) -> bool:
    return isinstance(source, ir.Items) and isinstance(source.of, ir.Held)


def _target(statement: object) -> ir.Local | ir.Frame | None:
    match statement:
        case st.Assign(target) | st.Hold(target) | st.Random(target):
            return target
        case st.Deal(card=card):
            return card
        case st.Move(ir.Local() | ir.Frame() as card):
            return card
    return None


def _leaves(body: tuple[object, ...], around: tuple[object, ...] = ()) -> Iterator[tuple[object, tuple[object, ...]]]:
    """Statements and what the others read to decide, in their order, each with the loops around it."""
    for node in body:
        match node:
            case st.If(test, then, otherwise):
                yield test, around
                yield from _leaves((*then, *otherwise), around)
            case st.Each(body=inner):
                yield (node.source, node.where, node.orders), around
                yield from _leaves(inner, (*around, node))
            case st.Times(amount, inner) | st.While(amount, inner):
                yield amount, (*around, node)
                yield from _leaves(inner, (*around, node))
            case _:
                yield node, around
