"""Pieces of Python text, and what all writers of one program share.

Comes in: pieces of text and how strongly they bind.  Goes out: text with brackets only where they are needed;
the names of the functions that are generated.  What is written is left to the writers.
"""

from __future__ import annotations

from typing import NamedTuple

from attrs import frozen

from interpreter.layout import Layout
from interpreter.python.names import Scope
from rulelang.ir.model.program import Program, Table

CHOICE, OR, AND, NOT, COMPARE, SUM, PRODUCT, SIGN, ATOM = range(9)
"""How strongly Python binds, weakest first."""
INDENT = "    "
MOST_PADDING = 1000
BYTES = 256
"""So many numbers a byte can be."""


class Text(NamedTuple):
    """Python text and how strongly its outermost operator binds."""

    text: str
    level: int = ATOM


def bracketed(piece: Text, level: int) -> str:
    """The text, in brackets if it binds more weakly than `level`."""
    return piece.text if piece.level >= level else f"({piece.text})"


def opposite(piece: Text) -> Text:
    """The text of the condition that holds when this one does not."""
    if piece.level == NOT:
        return Text(piece.text.removeprefix("not "), COMPARE)
    return Text(f"not {bracketed(piece, NOT)}", NOT)


@frozen
class Context:
    """One program while its text is written, and the names of the functions that it gets

    `traced`: events are reported.  `plain`: neither that, nor does anybody decide chance events, so that everything
    that a move does may be written out.  `short_…`: the numbers of what is written out where it is
    called.  `reserved` holds every name that a local variable must not take.
    """

    program: Program
    layout: Layout
    traced: bool
    plain: bool
    short_functions: frozenset[int]
    short_procedures: frozenset[int]
    reserved: frozenset[str]
    functions: tuple[str, ...]
    lots: tuple[str, ...]
    sets: tuple[str, ...]
    passing: tuple[str, ...]
    sets_memory: tuple[str, ...]
    passing_memory: tuple[str, ...]
    can: tuple[str, ...]
    why: tuple[str, ...]
    procedures: tuple[str, ...]
    blocks: tuple[str, ...]
    chains: tuple[str, ...]
    choices: tuple[str, ...]
    chooser: tuple[str, ...]
    choose: tuple[str, ...]
    why_not: tuple[str, ...]
    plays: tuple[str, ...]

    def scope(self) -> Scope:
        """Names for the variables of one function."""
        return Scope(self.reserved)

    def rule(self, number: int) -> str:
        """A rule as comments show it."""
        rule = self.program.rules[number]
        return f"{rule.name} ({rule.place})" if rule.place else rule.name


def context(
    program: Program, layout: Layout, traced: bool, plain: bool, short: tuple[frozenset[int], frozenset[int]],
    reserved: frozenset[str],
) -> Context:  # fmt: skip
    """Chooses the names of all functions of a program."""
    taken = Scope(reserved)

    def named(prefix: str, names: list[str]) -> tuple[str, ...]:
        return tuple(taken.fresh(f"{prefix}{name}") for name in names)

    headers = [header.name for header in program.headers]
    decisions = [f"{number}_{decision.name}" for number, decision in enumerate(program.decisions)]
    names = {
        "functions": named("value_", [function.name for function in program.functions]),
        "lots": named("lots_", headers),
        "sets": named("sets_", headers),
        "passing": named("passing_", headers),
        "sets_memory": named("SETS_", headers),
        "passing_memory": named("PASSING_", headers),
        "can": named("can_", headers),
        "why": named("why_", headers),
        "procedures": named("do_", [procedure.name for procedure in program.procedures]),
        "blocks": named("block_", [f"{number}_{block.name}" for number, block in enumerate(program.blocks)]),
        "chains": named("from_", [f"{number}_{block.name}" for number, block in enumerate(program.blocks)]),
        "choices": named("choices_", decisions),
        "chooser": named("chooser_", decisions),
        "choose": named("choose_", decisions),
        "why_not": named("why_not_", decisions),
        "plays": named("play_", [f"{number}_{block.name}" for number, block in enumerate(program.blocks)]),
    }
    everything = reserved | {name for group in names.values() for name in group}
    return Context(program, layout, traced, plain, short[0], short[1], everything, **names)


def padding(table: Table) -> int:
    """How many zeros stand before the first cell of a table in the text."""
    return table.first if 0 < table.first <= MOST_PADDING else 0


def fits_bytes(table: Table) -> bool:
    """Whether a table can be asked for many cells at once, cells and indices being bytes."""
    after, values = table.first + len(table.values), table.values
    return table.first >= 0 and after <= BYTES and min(values) >= 0 and max(values) < BYTES
