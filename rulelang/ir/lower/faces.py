"""What is printed on cards besides their names.

Comes in: a card type with its cells.  Goes out: for each card the lines of its face, (coins, 2), (alibi, owl, snake):
every column that neither the names nor the backs of the cards tell, or what the author's pattern makes of them, and
what is there for people alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.check.setup.cells import on_the_face
from rulelang.resolve.model.program import CardDecl, CardTypeDecl, ColumnDecl, Program
from rulelang.resolve.model.sorts import FlagSort, MemberSort, MembersSort, NamesSort, Sort, StepSort

DOT = " · "
NAMED = (
    "red", "green", "blue", "yellow", "white", "black", "gray", "orange", "purple", "pink", "brown", "gold", "silver",
    "cyan", "magenta", "violet",
)  # fmt: skip
COLOURS = {"grey": "gray"} | {word: word for word in NAMED}
"""The words of members that are colours, and what painters call them."""
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def printed(declared: CardTypeDecl, program: Program) -> list[tuple[int, ColumnDecl]]:
    """The columns that the names and backs of the cards do not tell, with their places; all for an author's pattern."""
    columns = enumerate(declared.columns)
    own = declared.face is not None
    return [(place, column) for place, column in columns if own or not on_the_face(declared, column, program)]


def face(
    card: CardDecl, columns: list[tuple[int, ColumnDecl]], pattern: str | None, program: Program
) -> tuple[tuple[str, str], ...]:
    """What is printed on one card: no line for what it has none of; in the author's words and for people, no name."""
    lines = [(column.name, _cell(card.cells[place], column, program)) for place, column in columns]
    if pattern is not None:
        lines = _in_words(pattern, dict(lines))
    else:  # a list that stands in the name, word by word, is not told twice
        lines = [(name, text) for name, text in lines if text and not (", " in text and text in card.text)]
    return (*lines, *([("", card.note)] if card.note else []))


def colour(card: CardDecl, declared: CardTypeDecl, program: Program) -> str:
    """The first member of a kind in its columns whose name is a colour: the card is painted in it."""
    for column, cell in zip(declared.columns, card.cells, strict=True):
        kind = program.kinds.get(column.sort.kind) if isinstance(column.sort, MemberSort) else None
        if kind is not None and isinstance(cell, int) and cell >= 0:
            word = kind.members[cell].casefold()
            if word in COLOURS:
                return COLOURS[word]
    return ""


def _in_words(pattern: str, texts: dict[str, str]) -> list[tuple[str, str]]:
    """The parts of a pattern; one that only speaks of what the card has none of is left out."""
    found = []
    for part in pattern.split(DOT):
        wanted = PLACEHOLDER.findall(part)
        if not wanted or any(texts.get(name) for name in wanted):
            found.append(("", PLACEHOLDER.sub(lambda match: texts.get(match[1], ""), part)))
    return found


def _cell(cell: object, column: ColumnDecl, program: Program) -> str:
    if column.key is not None:
        assert isinstance(cell, tuple)
        return ", ".join(_keyed(cell, column, program))
    match column.sort, cell:
        case MembersSort(kind=kind), tuple():
            words = _words(kind, program)
            return ", ".join(words[member] for member in cell)
        case NamesSort(), tuple():
            return ", ".join(str(name) for name in cell)
        case sort, int():
            return _value(sort, cell, program)
        case _:
            return ""


def _keyed(cell: tuple[object, ...], column: ColumnDecl, program: Program) -> Iterator[str]:
    """`purse, key 2`: only members that have something, a 1 left out where each number is how many there are."""
    assert column.key is not None
    many = not isinstance(column.sort, MemberSort | StepSort)
    for member, value in zip(_words(column.key.kind, program), cell, strict=True):
        text = _value(column.sort, value, program) if isinstance(value, int) else ""
        if text and not (many and value == 0):
            yield member if many and value == 1 else f"{member} {text}"


def _value(sort: Sort, value: int, program: Program) -> str:
    """One cell in words, empty for none."""
    match sort:
        case FlagSort():
            return "yes" if value else "no"
        case _ if value < 0 and getattr(sort, "maybe", False):
            return ""
        case MemberSort(kind=kind):
            return _words(kind, program)[value]
        case StepSort(steps=steps):
            return steps[value]
        case _:
            return str(value)


def _words(kind: str, program: Program) -> tuple[str, ...]:
    """What people read for each member of a kind (a sentence about it is no word for it), or value of an option."""
    if kind not in program.kinds:
        return program.options[kind].values
    declared = program.kinds[kind]
    pairs = zip(declared.texts, declared.members, strict=True)
    return tuple(text if text and text[-1] not in ".!?" else member for text, member in pairs)
