"""Which words the rules use, so that a file may call its columns otherwise.

Comes in: what is laid.  Goes out: the words behind a dot and in braces, and all others that name no kind.
"""

from __future__ import annotations

import re
from itertools import chain

from rulelang.nodes import Parts, frozen
from rulelang.resolve.layers.laid import Laid
from rulelang.syntax import model as ast

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


@frozen
class Used:
    """The words of the rules: those behind a dot or in braces, and all others that name no kind"""

    attributes: frozenset[str]
    others: frozenset[str]

    def speaks_of(self, heading: str) -> bool:
        """Whether the rules may speak of a column of this name."""
        word = heading.partition("(")[0]
        return word in self.attributes or word in self.others


NOTHING_USED = Used(frozenset(), frozenset())


def words_used(laid: Laid) -> Used:
    """The words of all that is declared."""
    attributes: set[str] = set()
    others: set[str] = set()
    todo: list[object] = [laid]
    while todo:
        piece = todo.pop()
        match piece:
            case ast.Get(name=name):
                attributes.add(name.text)
            case ast.Name(text=text) | ast.Cell(text=text):
                others.add(text)
            case ast.Cards(pattern=pattern, face=face, back_shows=backs):
                asked = chain.from_iterable(PLACEHOLDER.findall(text or "") for text in (pattern, face))
                attributes.update(asked, (name.text for name in backs))
        todo += _PARTS[type(piece)](piece)
    return Used(frozenset(attributes), frozenset(others - {*laid.kinds, *laid.cards}))


_PARTS = Parts(but=("span", "cites", "declared", "headed"))
