"""The checked program as text, for `rulec dump --stage checked` and for snapshots.

Comes in: a program.  Goes out: its text, one line for each declaration or statement, expressions as bracketed
lists in the order of their fields.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, cast

from attrs import fields, has

from rulelang.resolve.model.expressions import (
    AllOf,
    Column,
    Constant,
    CounterRef,
    DefineCall,
    MemberColumn,
    PlaceRef,
    TableLookup,
    Var,
    Variable,
)
from rulelang.resolve.model.program import (
    CardTypeDecl,
    CounterDecl,
    DefineDecl,
    HookDecl,
    KindDecl,
    PlaceDecl,
    Program,
    SeenDecl,
    StepDecl,
    TableDecl,
)
from rulelang.resolve.model.sorts import HIGHEST, LOWEST, NumberSort, Sort
from rulelang.resolve.model.statements import Statement

INDENT = "    "


def dump(program: Program) -> str:
    """The whole program, with a line end at its end."""
    return "\n".join(_program(program)) + "\n"


def _program(program: Program) -> Iterator[str]:
    low, high = program.players
    yield f'game "{program.title}", players {low} to {high}'
    if program.teams is not None:
        yield f"teams {program.teams} when {_text(program.teams_when)}"
    for column, values in program.sheet.items():
        yield f"sheet {column}: {', '.join(f'{n} → {value}' for n, value in values.items())}"
    for option in program.options.values():
        chosen = program.chosen.get(option.name, option.normally)
        yield f"option {option.name}: {', '.join(option.values)}; now {chosen}"
    for kind in program.kinds.values():
        yield from _kind(kind)
    for cards in program.types.values():
        yield from _cards(cards)
    for table in program.tables.values():
        yield from _table(table)
    for place in program.places.values():
        yield _place(place)
    for counter in program.counters.values():
        yield _counter(counter)
    for define in program.defines.values():
        yield from _define(define)
    for step in program.steps.values():
        yield from _step(step)
    yield from _rest(program)


def _kind(kind: KindDecl) -> Iterator[str]:
    yield f"kind {kind.name}: {', '.join(kind.members)}"
    for column in kind.columns:
        yield f"{INDENT}{column.name}: {sort_text(column.sort)} = {', '.join(map(str, column.values))}"


def _cards(cards: CardTypeDecl) -> Iterator[str]:
    columns = ", ".join(f"{c.name}{f'({c.key.kind})' if c.key else ''}: {sort_text(c.sort)}" for c in cards.columns)
    yield f"cards {cards.name}: {columns}"
    for card, copies in Counter(cards.cards).items():
        cells = " ".join(_text(cell) for cell in card.cells)
        back = f", back {card.back}" if card.back else ""
        seats = f", with {card.seats} players" if card.seats else ""
        yield f'{INDENT}{copies} × "{card.text}" {cells}{back}{seats}'


def _table(table: TableDecl) -> Iterator[str]:
    yield f"table {table.name}({', '.join(map(sort_text, table.keys))}): {sort_text(table.sort)}"
    for entry in table.entries:
        keys = ", ".join(str(low) if low == high else f"{low} to {high}" for low, high in entry.keys)
        yield f"{INDENT}{keys} → {entry.value}"


def _place(place: PlaceDecl) -> str:
    room = f" of up to {place.capacity}" if place.capacity is not None else ""
    seen = _seen(place.seen)
    backs = f", backs {_seen(place.backs)}" if place.backs is not None else ""
    refill = f", refilled from {_text(place.refilled_from)}" if place.refilled_from is not None else ""
    holds = " or ".join(place.types)
    return f"place {place.name}{_keys(place.keys)}: {place.shape}{room} of {holds}, {seen}{backs}{refill}"


def _seen(seen: SeenDecl) -> str:
    where = f" where {_text(seen.where)}" if seen.where is not None else ""
    return f"{'top ' if seen.top_only else ''}seen by {_text(seen.who)}{where}"


def _counter(counter: CounterDecl) -> str:
    seen = f", seen by {_text(counter.seen.who)}" if counter.seen is not None else ""
    starts = f", starts at {_text(counter.starts)}" if counter.starts is not None else ""
    return f"counter {counter.name}{_keys(counter.keys)}: {sort_text(counter.sort)}{seen}{starts}"


def _define(define: DefineDecl) -> Iterator[str]:
    yield f"define {define.name}{_keys(define.parameters)}: {sort_text(define.sort)}"
    for layer in define.layers:
        when = f" when {_text(layer.when)}" if layer.when is not None else ""
        yield f"{INDENT}{_text(layer.value)}{when}"


def _step(step: StepDecl) -> Iterator[str]:
    receiver = (step.receiver,) if step.receiver is not None else ()
    yield f"step {step.name}{_keys((*receiver, *step.parameters))}{', reads me' if step.uses_me else ''}"
    for line in (*step.header, *step.body):
        yield from _statement(line, INDENT)
    for word, hooks in (("before", step.before), ("after", step.after), ("instead of", step.instead)):
        for hook in hooks:
            yield from _hook(word, hook)
    for forbid in step.forbids:
        yield f"{INDENT}forbid when {_text(forbid.when)}"
    for beside in step.beside:
        yield f"{INDENT}beside {_text(beside)}"


def _hook(word: str, hook: HookDecl) -> Iterator[str]:
    when = f" when {_text(hook.when)}" if hook.when is not None else ""
    once = f" once per {hook.once_per} (mark {hook.mark})" if hook.once_per is not None else ""
    yield f"{INDENT}{word}{when}{once}"
    for line in hook.body:
        yield from _statement(line, INDENT * 2)


def _rest(program: Program) -> Iterator[str]:
    for whenever in program.whenevers:
        yield f"whenever {_text(whenever.condition)}"
        yield from _block(whenever.body)
    for name in ("setup", "play"):
        body = getattr(program, name)
        if body is not None:
            yield name
            yield from _block(body)
    if program.winner is not None:
        yield f"winner {_text(program.winner)}"
    for always in program.always:
        yield f"always {_text(always.condition)}"
    for shown in program.shown:
        yield f"show {shown.name}" + (f" as {shown.unit}" if shown.unit else "")
    for bot in program.bots:
        yield f"bot {bot.name}"
        for line in bot.preferences:
            condition = f" where {_text(line.condition)}" if line.condition is not None else ""
            orders = f" by {_text(line.orders)}" if line.orders else ""
            yield f"{INDENT}{line.step}{_keys(line.picks)}{condition}{orders}"


def _block(body: tuple[Statement, ...], indent: str = INDENT) -> Iterator[str]:
    for line in body:
        yield from _statement(line, indent)


def _statement(node: object, indent: str) -> Iterator[str]:
    """A statement, its blocks beneath it."""
    plain: list[object] = []
    beneath: list[str] = []
    for name, value in _fields(node):
        blocks = _blocks(value)
        if name in ("body", "otherwise", "arms") and not value:
            continue
        if blocks is None:
            plain.append(value)
            continue
        for condition, lines in blocks:
            heading = condition or ("else" if name == "otherwise" else "")
            beneath += [f"{indent}{heading}:"] if heading else []
            beneath += [line for one in lines for line in _statement(one, indent + INDENT)]
    yield f"{indent}{' '.join([_word(node), *_trimmed(plain)])}"
    yield from beneath


def _blocks(value: object) -> list[tuple[str, tuple[object, ...]]] | None:
    """The blocks in a field: a body, or the arms of an `if`; None for any other field."""
    if not isinstance(value, tuple) or not value:
        return None
    if isinstance(value[0], Statement):
        return [("", value)]
    if isinstance(value[0], tuple) and len(value[0]) == 2 and isinstance(value[0][1], tuple):
        return [(_text(condition), lines) for condition, lines in value]
    return None


# ---------------------------------------------------------------- parts


def _fields(node: object) -> Iterator[tuple[str, object]]:
    for f in fields(cast(Any, type(node))):
        if f.name not in ("span", "sort", "cites"):
            yield f.name, getattr(node, f.name)


def _word(node: object) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(node).__name__).lower()


def _keys(variables: tuple[Variable, ...]) -> str:
    return f"({', '.join(f'{v.name}: {sort_text(v.sort)}' for v in variables)})" if variables else ""


def _text(node: object) -> str:
    match node:
        case None:
            return "-"
        case Variable(name=name) | Var(variable=Variable(name=name)):
            return name
        case Constant(value=value):
            return str(value)
        case CounterRef() | PlaceRef() | DefineCall() | TableLookup():
            called, keys = (value for _, value in _fields(node))
            return f"{called}{_listed(keys)}"
        case Column(card=card, column=column, key=key):
            return f"{_text(card)}.{column}{_listed((key,)) if key is not None else ''}"
        case MemberColumn(member=member, column=column):
            return f"{_text(member)}.{column}"
        case AllOf(sort=sort, start=start):
            return f"(all {sort_text(sort)}{f' from {_text(start)}' if start is not None else ''})"
        case tuple():
            return f"[{' '.join(_text(part) for part in node)}]"
        case _ if has(type(node)):
            words = [_word(node), *_trimmed(value for _, value in _fields(node))]
            return f"({' '.join(words)})" if len(words) > 1 else words[0]
        case _:
            return str(node)


def _listed(keys: object) -> str:
    return f"({', '.join(_text(key) for key in keys)})" if isinstance(keys, tuple) and keys else ""


def _trimmed(values: Iterable[object]) -> list[str]:
    """The texts of fields, without those at the end that say nothing."""
    found = list(values)
    while found and (found[-1] is None or found[-1] is False or found[-1] == ()):
        found.pop()
    return [_text(value) for value in found]


def sort_text(sort: Sort) -> str:
    """A sort on one line."""
    if isinstance(sort, NumberSort):
        low = "" if sort.low == LOWEST else str(sort.low)
        high = "" if sort.high == HIGHEST else str(sort.high)
        bounds = f" {low}..{high}" if low or high else ""
        return f"number{bounds}{' or none' if sort.maybe else ''}"
    name = type(sort).__name__.removesuffix("Sort").lower()
    parts = [value for field, value in _fields(sort) if field != "maybe" and value is not None]
    parts += ["or none"] if getattr(sort, "maybe", False) else []
    texts = [value if isinstance(value, str) else "|".join(value) for value in parts]  # type: ignore[arg-type]
    return " ".join([name, *texts])
