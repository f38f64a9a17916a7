"""From the tree of the grammar to the syntax tree.

Comes in: what `reading` made of a text.  Goes out: `model.Module`, and the places of sentences that are too deep to be
worked with.  A rule of the grammar becomes the class of its name, its parts the fields (`builder`); a method named as
the rule stands only where that is not all.  Nothing is decided here.
"""

from __future__ import annotations

from attrs import define
from lark import Token, Tree

from rulelang.source import Span
from rulelang.syntax import model as ast
from rulelang.syntax.from_tree.declarations import Declarations
from rulelang.syntax.from_tree.state import State
from rulelang.syntax.places import end_of, start_of
from rulelang.syntax.reading import Reading

DEEPEST = 64


@define
class _Modules(Declarations, State):
    pass


def translate(reading: Reading, path: str, text: str) -> tuple[ast.Module, list[Span]]:
    """The module, without the declarations that are too deep, and where those are too deep."""
    builder = _Modules(path, reading.cites)
    declarations: list[ast.Decl] = []
    too_deep: list[Span] = []
    for child in reading.tree.children if reading.tree is not None else ():
        assert isinstance(child, Tree)
        beyond = _beyond(child)
        if beyond is None:
            declarations.append(builder.build(child))
        else:
            too_deep.append(Span(path, beyond.meta.start_pos, beyond.meta.end_pos))
    comments = tuple(
        ast.Text(text=str(token), span=Span(path, start_of(token), end_of(token))) for token in reading.comments
    )
    unread = tuple(ast.Text(text=text[start:end], span=Span(path, start, end)) for start, end in reading.unread)
    module = ast.Module(
        declarations=tuple(declarations), comments=comments, unread=unread, span=Span(path, 0, len(text))
    )
    return module, too_deep


def translate_items(tree: Tree[Token], cell: ast.Cell) -> tuple[ast.Expr, ...] | None:
    """The values in a cell, None if they are too deep to be worked with."""
    if _beyond(tree) is not None:
        return None
    items: tuple[ast.Expr, ...] = _Modules(cell.span.path, {}, cell.span.start).build(tree)
    return items


def _beyond(tree: Tree[Token]) -> Tree[Token] | None:
    """A part that lies deeper than `DEEPEST`; looked for without recursion."""
    todo = [(tree, 1)]
    while todo:
        node, depth = todo.pop()
        if depth > DEEPEST and not node.meta.empty:
            return node
        todo.extend((part, depth + 1) for part in node.children if isinstance(part, Tree))
    return None
