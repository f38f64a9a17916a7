"""Bodies of statements, and which function lowers which statement.

Comes in: the statements of a block.  Goes out: pieces.  Statements stand in statements, so that every file that lowers
some asks for this one, and says there which.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from attrs import evolve

from rulelang.diagnostics import InternalError
from rulelang.ir.lower.draft import Draft
from rulelang.ir.lower.pieces import Piece, is_plain
from rulelang.ir.lower.scope import Scope
from rulelang.ir.model.statements import Stmt
from rulelang.resolve.model import expressions as ex
from rulelang.resolve.model import statements as st

SINGLE = (st.Move, st.MoveSome, st.MoveEvery, st.Swap, st.Shuffle, st.Set, st.Add, st.Show, st.ShowWhether, st.Say)


def body(draft: Draft, scope: Scope, nodes: Sequence[st.Stmt]) -> list[Piece]:
    """Statements one after the other.

    A card that is shown and then moved is still held up when it goes: who was shown it can tell that it is the one.
    """
    found: list[Piece] = []
    scope = evolve(scope, held_up={})
    for number, node in enumerate(nodes):
        found += statement(draft, evolve(scope, behind=(*nodes[number + 1 :], *scope.behind)), node)
        match node:
            case st.Show(what=ex.Var(variable=variable), to=to):
                scope.held_up.setdefault(variable.uid, []).append(to)
            case st.Show() | st.ShowWhether() | st.Say() | st.Set() | st.Add() | st.Let():
                pass
            case _:
                scope.held_up.clear()
    return found


def plain_body(draft: Draft, scope: Scope, nodes: Sequence[st.Stmt]) -> tuple[Stmt, ...]:
    """Statements of which none flows."""
    found = body(draft, scope, nodes)
    if not is_plain(found):
        raise InternalError(f"something that waits where nothing may wait, in {scope.owner}")
    return tuple(found)


def statement(draft: Draft, scope: Scope, node: st.Stmt) -> list[Piece]:
    """One statement, chance ahead of it, `whenever` after it.

    What stands in a statement may be followed by any of it again.
    """
    before: list[Stmt] = []
    again = () if isinstance(node, SINGLE) else (node,)
    inner = evolve(scope, before=before, behind=(*again, *scope.behind))
    made = lowered(node, draft, inner)
    return [*before, *made]


@singledispatch
def lowered(node: st.Stmt, draft: Draft, scope: Scope) -> list[Piece]:
    """The pieces of one statement alone."""
    raise InternalError(f"{type(node).__name__} is not lowered")
