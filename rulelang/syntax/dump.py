"""The syntax tree as text, one node on a line: for snapshots, and for `rulec dump`.

Comes in: a node, or (for the tree of the grammar) a `Source`.  Goes out: indented text.  Spans and what is empty are
left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import fields

from rulelang.source import Source
from rulelang.syntax.model import Member, Name, Node, Row, Text

INDENT = "  "


def dump(node: Node) -> str:
    """The text of a syntax tree; it ends with a line end."""
    return "".join(f"{line}\n" for line in _lines(node, ""))


def dump_tree(source: Source) -> str:
    """The text of the tree that the grammar makes of a text, as far as it can be understood."""
    from lark import Tree

    from rulelang.syntax import hygiene
    from rulelang.syntax.reading import read

    tree = read(hygiene.clean(source)[0]).tree
    lines = []
    todo: list[tuple[object, int]] = [] if tree is None else [(tree, 0)]
    while todo:
        part, depth = todo.pop()
        if isinstance(part, Tree):
            lines.append(f"{INDENT * depth}{part.data}\n")
            todo.extend((child, depth + 1) for child in reversed(part.children) if child is not None)
        else:
            lines.append(f"{INDENT * depth}{part}\n")
    return "".join(lines)


def _lines(node: Node, label: str) -> Iterator[str]:
    values = [(field.name, getattr(node, field.name)) for field in fields(type(node)) if field.name != "span"]
    plain = [said for name, value in values if (said := _plain(name, value))]
    yield " ".join([f"{label}{type(node).__name__}", *plain])
    for name, value in values:
        if _plain(name, value) is None:
            for line in _within(name, value):
                yield INDENT + line


def _plain(name: str, value: object) -> str | None:
    """What fits on the line of its node; empty for what says nothing, None for what needs lines of its own."""
    match value:
        case None | False | ():
            return ""
        case str():
            return f"{name}={value!r}" if " " in value or not value.isprintable() else f"{name}={value}"
        case bool() | int():
            return f"{name}={value}"
        case Name():
            return value.text and f"{name}={value.text}"
        case tuple() if all(isinstance(part, Name | str) for part in value):
            return f"{name}={','.join(part.text if isinstance(part, Name) else str(part) for part in value)}"
        case _:
            return None


def _within(name: str, value: object) -> Iterator[str]:
    match value:
        case Row():
            yield f"| {' | '.join(cell.text for cell in value.cells)} |"
        case Text():
            yield f"{value.text!r}"
        case Member():
            yield value.word if value.text is None else f"{value.word} {value.text!r}"
        case Node():
            yield from _lines(value, f"{name}: " if name else "")
        case tuple():
            yield f"{name}:" if name else "-"
            for part in value:
                for line in _within("", part):
                    yield INDENT + line
