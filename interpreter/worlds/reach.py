"""Where each card may ever lie: what everybody knows who has read the rules.

Comes in: a program and its layout.  Goes out: for each place the cards that some move of the rules may bring there.
The program is carried out with sets of values in place of values until nothing new comes up (abstract interpretation
after P. and R. Cousot); loops and calls go through their members one by one as long as these are few.  So it errs on
one side only: a card that is left out never gets there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from interpreter.machine.layout import Layout
from interpreter.worlds.possible import MANY, Possible, Set, Values
from rulelang.ir.model import expressions as ir
from rulelang.ir.model import statements as st
from rulelang.ir.model.program import LetItem, NeedItem, OfferDecl, PickItem, Program
from rulelang.ir.walk import nodes

FEW = 8
"""A loop or a call goes through so many members one by one."""
SPLIT = 256
"""So many ways in which variables may stand together are gone through one by one."""
Env: TypeAlias = dict[str | int, Set]


def reachable(program: Program, layout: Layout) -> tuple[frozenset[int], ...]:
    """For each zone instance the cards that may lie there at some time."""
    return _Walk(program, layout).walked()


class _Walk:
    def __init__(self, program: Program, layout: Layout) -> None:
        self._program = program
        self._known = Possible(program, layout)
        self._done: set[object] = set()
        self._moving: dict[int, bool] = {}
        self._locals: dict[int, tuple[str, ...] | None] = {}
        self._names: dict[int, list[str | int]] = {}

    def walked(self) -> tuple[frozenset[int], ...]:
        known = self._known
        before = -1
        while before != known.changes:
            before = known.changes
            self._done.clear()
            known.forget()
            for block in self._program.blocks:
                self._body(block.body, {})
                if isinstance(block.end, st.Decide):
                    self._decision(block.end.decision)
        return tuple(map(frozenset, known.inside))

    # ---------------------------------------------------------------- statements

    def _body(self, body: Sequence[st.Stmt], env: Env) -> None:
        for statement in body:
            if self._matters(statement) and not self._was_done(statement, env):
                self._statement(statement, env)

    def _was_done(self, node: st.Stmt, env: Env) -> bool:
        """Whether a statement was carried out in this round with these values of the variables that it names.

        What comes up later in the round is seen in the next one.
        """
        if id(node) not in self._locals:
            parts = list(nodes(node))
            names = dict.fromkeys(part.name for part in parts if isinstance(part, ir.Local))
            self._locals[id(node)] = None if any(map(_sets_local, parts)) else tuple(names)
        names_read = self._locals[id(node)]
        if names_read is None:
            return False
        key = (id(node), *(env.get(name, False) for name in names_read))
        done = key in self._done
        self._done.add(key)
        return done

    def _matters(self, node: st.Stmt) -> bool:
        """Whether a statement moves anything or sets a variable."""
        if id(node) not in self._moving:
            self._moving[id(node)] = False  # until more is known of procedures that perform themselves
            self._moving[id(node)] = any(
                self._acts(part) for part in nodes(node) if isinstance(part, st.Stmt) and part is not node
            ) or self._acts(node)
        return self._moving[id(node)]

    def _acts(self, node: object) -> bool:
        if isinstance(node, st.Perform):
            return any(map(self._matters, self._program.procedures[node.procedure].body))
        return isinstance(node, st.Move | st.Deal | st.SwapPlaces | st.SwapCards | st.Assign | st.Hold | st.Random)

    def _statement(self, node: st.Stmt, env: Env) -> None:
        known = self._known
        match node:
            case st.Assign(target, value):
                self._assign(target, known.value(value, env), env)
            case st.Hold(target, source):
                self._assign(target, known.members(source, env), env)
            case st.If(test, then, otherwise):
                self._branches(test, then, otherwise, env)
            case st.Each(variable, source, where, _, body):
                self._loop(body, env)
                members = known.filtered(variable, source, where, env)
                for member in _each(members, FEW):
                    self._body(body, {**env, variable: member})
            case st.Times(_, body) | st.While(_, body):
                self._loop(body, env)
                self._body(body, dict(env))
            case st.Random(target, variable, source, where):
                self._assign(target, known.filtered(variable, source, where, env), env)
            case st.Perform(number, arguments):
                self._perform(number, arguments, env)
            case st.Move() | st.Deal() | st.SwapPlaces() | st.SwapCards():
                for inner in self._split(node, env):
                    self._moved(node, inner)
            case _:
                pass

    def _assign(self, target: ir.Local | ir.Frame | None, values: Set, env: Env) -> None:
        if isinstance(target, ir.Local):
            env[target.name] = values
        elif target is not None:
            self._known.holds(target.slot, values)

    def _branches(self, test: ir.Expr, then: Sequence[st.Stmt], otherwise: Sequence[st.Stmt], env: Env) -> None:
        """Both ways, if both can be gone; afterwards a variable has what either has given it."""
        ways = []
        for body, on in ((then, True), (otherwise, False)):
            if self._known.may(test, env, on):
                ways.append(dict(env))
                self._body(body, ways[-1])
        for name in {name for way in ways for name in way}:
            env[name] = _union([way.get(name) for way in ways])

    def _loop(self, body: Sequence[st.Stmt], env: Env) -> None:
        """What a loop assigns may be anything when it is read in its next pass."""
        for node in nodes(tuple(body)):
            if isinstance(node, st.Assign | st.Hold | st.Random) and isinstance(node.target, ir.Local):
                env.pop(node.target.name, None)
            if isinstance(node, st.Deal) and isinstance(node.card, ir.Local):
                env.pop(node.card.name, None)

    def _perform(self, number: int, arguments: Sequence[ir.Expr | ir.Source], env: Env) -> None:
        procedure = self._program.procedures[number]
        given: list[list[Set]] = []
        for argument in arguments:
            if isinstance(argument, ir.Source):
                given.append([self._known.members(argument, env)])
            else:
                given.append(list(_each(self._known.value(argument, env), FEW)))
        for way in product(*given):
            if ("procedure", number, way) not in self._done:
                self._done.add(("procedure", number, way))
                names = (parameter.name for parameter in procedure.parameters)
                self._body(procedure.body, dict(zip(names, way, strict=True)))

    # ---------------------------------------------------------------- moving

    def _split(self, node: st.Stmt, env: Env) -> Iterator[Env]:
        """The statement for each way in which the variables of the state that it names may stand."""
        ways: dict[str | int, list[Set]] = {}
        total = 1
        for name in self._named(node):
            values = list(
                _each(self._known.value(ir.Local(name) if isinstance(name, str) else ir.Frame(name), env), MANY)
            )
            if total * len(values) <= SPLIT:
                ways[name] = values
                total *= len(values)
        for way in product(*ways.values()):
            yield {**env, **dict(zip(ways, way, strict=True))}

    def _named(self, node: st.Stmt) -> list[str | int]:
        """The variables that a move reads to know where to; what is moved is gone through in any case."""
        if id(node) not in self._names:
            names = dict.fromkeys(_variables(_where_to(node)))
            moved = dict.fromkeys(_variables(node.card)) if isinstance(node, st.Move) else {}
            self._names[id(node)] = [name for name in names if name not in moved]
        return self._names[id(node)]

    def _moved(self, node: st.Move | st.Deal | st.SwapPlaces | st.SwapCards, env: Env) -> None:
        known = self._known
        match node:
            case st.Move(card, to):
                cards = known.cards(known.value(card, env))
                if isinstance(to, ir.Zone) and not to.keys:
                    known.put(cards, known.places(to, env))
                    return
                for one in cards:
                    known.put([one], known.places(to, _with(env, card, one)))
            case st.Deal(_, source, to, _, _, refill, target):
                sources = known.places(source, env)
                if refill is not None:
                    known.put(known.cards(known.members(refill, env)), sources)
                dealt = known.lying(sources)
                known.put(dealt, known.places(to, env))
                self._assign(target, frozenset(dealt) | {ir.NONE}, env)
            case st.SwapPlaces(left, right):
                here, there = known.places(left, env), known.places(right, env)
                known.put(known.lying(here), there)
                known.put(known.lying(there), here)
            case st.SwapCards(left, right):
                first, second = known.cards(known.value(left, env)), known.cards(known.value(right, env))
                known.put(first, known.where(second))
                known.put(second, known.where(first))

    # ---------------------------------------------------------------- choices

    def _decision(self, number: int) -> None:
        decision = self._program.decisions[number]
        offers = decision.all_offers
        self._known.holds(decision.answer.slot, frozenset(range(len(offers))))
        for offer in offers:
            self._picked(offer)

    def _picked(self, offer: OfferDecl) -> None:
        header, known = self._program.headers[offer.header], self._known
        arguments = [known.value(argument, {}) for argument in offer.arguments]
        env: Env = dict(zip((parameter.name for parameter in header.parameters), arguments, strict=True))
        frames = iter(offer.into)
        for item in header.items:
            match item:
                case PickItem(variable, source, where, if_able) if item.capacity == 0:
                    env[variable] = known.filtered(variable, source, None if if_able else where, env)
                    known.holds(next(frames).slot, env[variable])
                case PickItem(variable, source):
                    env[variable] = known.members(source, env)
                    known.holds(next(frames).slot, env[variable])
                case LetItem(variable, ir.Numbers() | ir.Seats() | ir.Items() | ir.Values() | ir.Joined() as source):
                    env[variable] = known.members(source, env)
                case LetItem(variable, value):
                    members = isinstance(value, ir.Source)
                    env[variable] = known.members(value, env) if members else known.value(value, env)  # type: ignore[arg-type]
                case NeedItem():
                    pass


def _sets_local(part: object) -> bool:
    if isinstance(part, st.Assign | st.Hold | st.Random):
        return isinstance(part.target, ir.Local)
    return isinstance(part, st.Deal) and isinstance(part.card, ir.Local)


def _where_to(node: st.Stmt) -> object:
    """What says from where and to where a statement moves."""
    match node:
        case st.Move(to=to):
            return to
        case st.Deal(source=source, to=to):
            return source, to
        case st.SwapPlaces(left, right):
            return left, right
        case _:
            return ()


def _variables(part: object) -> Iterator[str | int]:
    """The variables in it: names, and the numbers of those of the state that are not one for each player."""
    for node in nodes(part):
        if isinstance(node, ir.Local):
            yield node.name
        elif isinstance(node, ir.Frame) and node.key is None:
            yield node.slot


def _each(values: Set, most: int) -> Iterator[Set]:
    """One value at a time; more than so many, or anything, at once."""
    if values is None or len(values) > most:
        yield values
    else:
        yield from (frozenset({value}) for value in sorted(values))


def _union(ways: Sequence[Set]) -> Set:
    found: Values = frozenset()
    for way in ways:
        if way is None:
            return None
        found |= way
    return found


def _with(env: Mapping[str | int, Set], card: ir.Expr, number: int) -> Env:
    """The variables, where one that is the card has this number."""
    if isinstance(card, ir.Local):
        return {**env, card.name: frozenset({number})}
    if isinstance(card, ir.Frame) and card.key is None:
        return {**env, card.slot: frozenset({number})}
    return dict(env)
