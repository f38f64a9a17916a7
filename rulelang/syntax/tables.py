"""The tables of the parser as plain data.

Comes in: the text that was kept of them, or what `building` has taken from Lark.  Goes out: `Tables`.  What is done
with them is left to `stack` (states and rules) and `scanning` (terminals).
"""

from __future__ import annotations

import json

from attrs import frozen

State = dict[str, int]
"""What may come next: for a terminal or rule the state to go to, or -1 - r to finish rule r."""


@frozen
class Rule:
    """A line of the grammar: how many parts it takes off the stack, and which tree it makes of them.

    `parts`: those that become children, each with how many gaps stand before it and whether its own children take its
    place; None if all parts become children.  `gaps` stand behind the last.  Where `single`, one child is its own tree.
    """

    origin: str
    size: int
    tree: str
    single: bool
    parts: list[tuple[int, int, bool]] | None
    gaps: int
    hands_on: bool
    """Nothing is made: the one part is only called by another name."""


@frozen
class Terminal:
    """A sort of word: its regular expression; for keywords the words, each with what may follow (empty: anything)."""

    name: str
    pattern: str
    words: dict[str, tuple[str, ...]]


@frozen
class Tables:
    """Everything that reading needs to know of the grammar.  Terminals stand in the order in which they are tried."""

    states: list[State]
    start: int
    end: int
    rules: list[Rule]
    terminals: list[Terminal]


def to_text(tables: Tables) -> str:
    """All of it as JSON."""
    rules = [[r.origin, r.size, r.tree, r.single, r.parts, r.gaps, r.hands_on] for r in tables.rules]
    terminals = [[t.name, t.pattern, t.words] for t in tables.terminals]
    return json.dumps([tables.states, tables.start, tables.end, rules, terminals], separators=(",", ":"))


def from_text(text: bytes) -> Tables:
    """The opposite of `to_text`."""
    states, start, end, rules, terminals = json.loads(text)
    return Tables(states, start, end, [Rule(*rule) for rule in rules], [Terminal(*parts) for parts in terminals])
