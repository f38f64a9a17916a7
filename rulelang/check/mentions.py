"""Names that a text mentions where the checked program no longer shows it.

Comes in: the syntax tree of a game.  Goes out: the words in its scenarios, in its variants, in what its bots ask for,
and in the lines that make cards (`copies(value) for each colour`).  What one of them uses is not unused, although the
checked program of the base game has no trace of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.nodes import Parts, has
from rulelang.syntax.model.declarations import Also, Bot, Cards, Generate, Module, Replace, Variant
from rulelang.syntax.model.nodes import Cell, Name
from rulelang.syntax.model.scenarios import Scenario


def mentioned(module: Module) -> frozenset[str]:
    found: set[str] = set()
    for declaration in module.declarations:
        match declaration:
            case Scenario() | Variant():
                found.update(_words(declaration))
            case Bot(preferences=lines):
                found.update(word for line in lines for word in _words((line.condition, line.orders)))
            case Cards() | Also() | Replace():
                found.update(word for rule in _generating(declaration) for word in _words(rule))
            case _:
                pass
    return frozenset(found)


def _generating(piece: object) -> Iterator[Generate]:
    return (part for part in _parts(piece) if isinstance(part, Generate))


def _words(piece: object) -> Iterator[str]:
    for part in _parts(piece):
        if isinstance(part, Name | Cell):
            yield part.text


def _parts(piece: object) -> Iterator[object]:
    todo: list[object] = [piece]
    while todo:
        piece = todo.pop()
        if has(type(piece)):
            yield piece
        todo += _PARTS[type(piece)](piece)


_PARTS = Parts(but=("span",))
