"""What a card's text and its back tell people of its columns.

Comes in: a card type and one of its columns.  Goes out: whether every card shows its value there.
"""

from __future__ import annotations

from rulelang.resolve.model.program import CardDecl, CardTypeDecl, ColumnDecl, Program
from rulelang.resolve.model.sorts import MemberSort


def on_the_face(declared: CardTypeDecl, column: ColumnDecl, program: Program) -> bool:
    """Whether the name or the back of every card tells the value of the column."""
    return all(_tells(f"{card.text} {card.back}", card, declared, column, program) for card in declared.cards)


def on_the_back(declared: CardTypeDecl, column: ColumnDecl, program: Program) -> bool:
    """Whether the back of every card tells the value of the column."""
    return all(_tells(card.back, card, declared, column, program) for card in declared.cards)


def _tells(text: str, card: CardDecl, declared: CardTypeDecl, column: ColumnDecl, program: Program) -> bool:
    cell = card.cells[declared.columns.index(column)]
    match column.sort, cell:
        case MemberSort(kind=kind), int() if kind in program.kinds:
            known = program.kinds[kind]
            return bool(text) and (cell < 0 or known.members[cell] in text or known.texts[cell] in text)
        case _, int():
            return str(cell) in text
        case _:
            return False
