"""The state: places where cards lie, and counters.

Comes in: the entries as laid.  Goes out: first their names, then `PlaceDecl`s and `CounterDecl`s with who sees
them and how they start.
"""

from __future__ import annotations

from typing import Literal

from attrs import define, field

from rulelang.diagnostics import did_you_mean
from rulelang.resolve.expressions.dispatch import expression
from rulelang.resolve.expressions.fitting import check_key, fit, flag
from rulelang.resolve.layers.laid import Key, Laid, unique_keys
from rulelang.resolve.model.expressions import Variable
from rulelang.resolve.model.program import CounterDecl, PlaceDecl, SeenDecl
from rulelang.resolve.model.sorts import (
    CardSort,
    NumberSort,
    PlaceSort,
    PlayerSort,
    PlayersSort,
    Sort,
)
from rulelang.resolve.names import Names, Thing, variable_name
from rulelang.resolve.numbers import is_plain
from rulelang.resolve.reports import Reports
from rulelang.resolve.scopes import Scope
from rulelang.resolve.signatures import all_parameters, type_sort, variables
from rulelang.resolve.sorts import SHAPES, describe
from rulelang.syntax import model as ast


@define
class _Entry:
    """An entry whose name is known; the rest follows when all names are"""

    key: str
    decl: ast.Place | ast.Counter
    keys: tuple[Variable, ...]
    sort: Sort
    scope: Scope


@define
class State:
    """The places and counters of a game."""

    entries: list[_Entry] = field(factory=list)
    places: dict[str, PlaceDecl] = field(factory=dict)
    counters: dict[str, CounterDecl] = field(factory=dict)


def announce(laid: Laid, names: Names, reports: Reports) -> State:
    """Put the names of all entries into `names`."""
    state = State()
    places = unique_keys(key for key, decl in laid.entries.items() if isinstance(decl, ast.Place))
    counters = unique_keys(key for key, decl in laid.entries.items() if isinstance(decl, ast.Counter))
    for key, decl in laid.entries.items():
        word = places[key] if isinstance(decl, ast.Place) else counters[key]
        entry = _announce(key, word, decl, names, reports)
        if entry is not None:
            state.entries.append(entry)
    return state


def _announce(key: Key, word: str, decl: ast.Place | ast.Counter, names: Names, reports: Reports) -> _Entry | None:
    scope = Scope(names, reports)
    signature = decl.signature
    keys = variables(all_parameters(signature), scope)
    if isinstance(decl, ast.Place):
        sort: Sort | None = _place_sort(decl, names, reports)
    else:
        sort = type_sort(decl.type, names, reports)
    if keys is None or sort is None:
        _unknown(decl, names)
        return None
    for parameter, variable in zip(all_parameters(signature), keys, strict=True):
        if isinstance(variable.sort, NumberSort) and is_plain(variable.sort):
            reports.diagnostic("RL0323", parameter.span, name=variable.name)
    receiver = keys[0].sort if signature.receiver is not None else None
    rest = keys[1:] if receiver is not None else keys
    what: Literal["place", "counter"] = "place" if isinstance(decl, ast.Place) else "counter"
    known = sort
    names.add_thing(Thing(what, signature.name.text, word, receiver, rest, signature.name.span, lambda: known))
    return _Entry(word, decl, keys, sort, scope)


def _unknown(decl: ast.Place | ast.Counter, names: Names) -> None:
    """Keep the name of an entry that is wrong, so that nobody is told that it is unknown."""
    names.wrong.add(decl.signature.name.text)


def _place_sort(decl: ast.Place, names: Names, reports: Reports) -> PlaceSort | None:
    shape = SHAPES.get(decl.shape.text)
    if shape is None:
        reports.diagnostic("RL0233", decl.shape.span, name=decl.shape.text)
    found: list[str] = []
    for name in decl.holds:
        sort = names.kind_sort(name.text)
        if isinstance(sort, CardSort):
            found += sort.types
        else:
            near = did_you_mean(name.text, names.all_types)
            reports.diagnostic("RL0207", name.span, name=name.text, suggestion=near)
            return None
    types = tuple(t for t in names.all_types if t in found)
    return PlaceSort(types, shape) if shape is not None else None


# ---------------------------------------------------------------- the rest of an entry


def resolve(state: State) -> None:
    """Who sees each entry, how it starts, what refills it."""
    for entry in state.entries:
        match entry.decl:
            case ast.Place() as decl:
                state.places[entry.key] = _place(entry, decl)
            case ast.Counter() as decl:
                state.counters[entry.key] = _counter(entry, decl)


def _place(entry: _Entry, decl: ast.Place) -> PlaceDecl:
    sort = entry.sort
    assert isinstance(sort, PlaceSort)
    assert sort.shape is not None
    refill = expression(decl.refilled_from, entry.scope) if decl.refilled_from is not None else None
    if refill is not None and not isinstance(refill.sort, PlaceSort):
        have = describe(refill.sort)
        entry.scope.reports.diagnostic("RL0305", refill.span, have=have)
        refill = None
    return PlaceDecl(
        entry.key,
        entry.keys,
        decl.signature.receiver is not None,
        sort.shape,
        decl.capacity,
        sort.types,
        _seen(decl.seen, entry, sort.types),
        _seen(decl.backs, entry, sort.types) if decl.backs is not None else None,
        refill,
        span=decl.signature.name.span,
        cites=decl.cites,
    )


def _seen(node: ast.Seen, entry: _Entry, types: tuple[str, ...]) -> SeenDecl:
    scope = entry.scope.inner()
    if node.who in ("owner", "others") and not (entry.keys and isinstance(entry.keys[0].sort, PlayerSort)):
        scope.reports.diagnostic("RL0235", node.span, name=entry.decl.signature.name.text, who=node.who)
    card = None
    if types and node.where is not None:
        sort = CardSort(types)
        card = scope.bind_quietly("card", sort, node.span)
        if len(types) == 1 and variable_name(types[0]) not in scope.variables:
            scope.variables[variable_name(types[0])] = (card, node.span)
    where = flag(node.where, scope) if node.where is not None else None
    if node.who in ("nobody", "owner", "others", "all"):
        return SeenDecl(node.top_only, node.who, entry.keys, card, where, span=node.span)
    found = expression(node.who, entry.scope) if not isinstance(node.who, str) else None
    if found is not None and not isinstance(found.sort, PlayerSort | PlayersSort):
        want, have = "a player or several players", describe(found.sort)
        scope.reports.diagnostic("RL0301", found.span, want=want, have=have)
        found = None
    return SeenDecl(node.top_only, found or "nobody", entry.keys, card, where, span=node.span)


def _counter(entry: _Entry, decl: ast.Counter) -> CounterDecl:
    scope, sort = entry.scope, entry.sort
    starts = None
    if decl.starts is not None:
        starts = fit(expression(decl.starts, scope, sort), sort, scope)
        if starts is not None:
            check_key(starts, sort, decl.signature.name.text, scope)
    return CounterDecl(
        entry.key,
        entry.keys,
        decl.signature.receiver is not None,
        sort,
        _seen(decl.seen, entry, ()) if decl.seen is not None else None,
        starts,
        span=decl.signature.name.span,
        cites=decl.cites,
    )
