"""Kinds, cards and the columns of both, as constant tables.

Comes in: the declarations of the checked program.  Goes out: the IR's kinds, types and cards (only those that exist
with this many players), and on demand a table for each column that something reads.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ir.lower.displays import card_bounds, display
from rulelang.ir.lower.draft import CardRun, Draft
from rulelang.ir.lower.faces import colour, face, printed
from rulelang.ir.lower.options import certain
from rulelang.ir.model import program as ir
from rulelang.ir.model.expressions import NONE
from rulelang.resolve.model.program import CardDecl, CardTypeDecl, ColumnDecl
from rulelang.resolve.model.sorts import MembersSort, NamesSort, Sort, StepSort


def declare_cards(draft: Draft) -> None:
    """Number the kinds and the cards, in the order in which they are declared."""
    for index, kind in enumerate(draft.game.kinds):
        draft.kinds[kind] = index
    looks: dict[object, int] = {}
    for index, (name, declared) in enumerate(draft.game.types.items()):
        first, columns = len(draft.cards), printed(declared, draft.game)
        for card in declared.cards:
            if card.seats > draft.players:
                draft.card_numbers.append(None)
                continue
            draft.card_numbers.append(len(draft.cards))
            look = looks.setdefault((name, card.text, card.cells, card.back), len(looks))
            on_it = face(card, columns, declared.face, draft.game)
            draft.cards.append(ir.Card(card.text, index, look, card.back, on_it, colour(card, declared, draft.game)))
        draft.runs[name] = CardRun(index, first, len(draft.cards) - first)


def present(draft: Draft, name: str) -> Iterator[CardDecl]:
    """The cards of a type that exist with this many players, in their order."""
    return (card for card in draft.game.types[name].cards if card.seats <= draft.players)


def declare_columns(draft: Draft) -> None:
    """Make the tables of all plain columns: views and hints speak of columns that no rule reads."""
    for name, declared in draft.game.types.items():
        for column in declared.columns:
            if column.key is None and not isinstance(column.sort, MembersSort | NamesSort):
                column_table(draft, (name,), column.name)


def column_of(draft: Draft, type_name: str, column: str) -> ColumnDecl | None:
    """The column of this name of a card type, if it has one."""
    found = [one for one in draft.game.types[type_name].columns if one.name == column]
    return found[0] if found else None


def _sharing(draft: Draft, types: tuple[str, ...], column: str) -> tuple[str, ...]:
    """All card types that have this column with values that are written alike; one table holds them all."""
    first = next(found for name in types if (found := column_of(draft, name, column)))
    written = display(draft, first.sort)
    return tuple(
        name
        for name in draft.game.types
        if (found := column_of(draft, name, column))
        and found.key == first.key
        and type(found.sort) is type(first.sort)
        and display(draft, found.sort).of == written.of
    )


def column_table(draft: Draft, types: tuple[str, ...], column: str) -> int:
    """The table of a plain column, indexed by the card."""
    sharing = _sharing(draft, types, column)
    low, high = card_bounds(draft, sharing)
    first = column_of(draft, sharing[0], column)
    steps = first.sort.steps if first is not None and isinstance(first.sort, StepSort) else None

    def values() -> tuple[int, ...]:
        cells = [NONE] * (high - low + 1)
        for card, cell in _cells(draft, sharing, column):
            assert isinstance(cell, int)
            cells[card - low] = cell if steps is None or cell == NONE else draft.step_numbers[steps[cell]]
        return tuple(cells)

    label = f"{sharing[0]}.{column}"
    number = draft.table(("column", sharing, column), label, low, values)
    if number not in [known for known, _ in draft.columns.values()]:
        written = [display(draft, found.sort) for name in sharing if (found := column_of(draft, name, column))]
        shown = ir.Display(written[0].sort, written[0].of, any(one.maybe for one in written))
        draft.columns[column if column not in draft.columns else label] = (number, shown)
    return number


def keyed_table(draft: Draft, types: tuple[str, ...], column: str) -> tuple[int, int, int]:
    """The table of a column with a value for each member: its number, its lowest card, the number of members."""
    sharing = _sharing(draft, types, column)
    low, high = card_bounds(draft, sharing)
    found = column_of(draft, sharing[0], column)
    assert found is not None
    assert found.key is not None
    width = len(draft.game.kinds[found.key.kind].members)

    def values() -> tuple[int, ...]:
        cells = [NONE] * ((high - low + 1) * width)
        for card, cell in _cells(draft, sharing, column):
            assert isinstance(cell, tuple)
            for member, value in enumerate(cell):
                assert isinstance(value, int)
                cells[(card - low) * width + member] = value
        return tuple(cells)

    return draft.table(("keyed", sharing, column), f"{sharing[0]}.{column}", 0, values), low, width


def set_table(draft: Draft, types: tuple[str, ...], column: str) -> tuple[int, int, int, int]:
    """The table of a column that holds sets: its number, its lowest card, how many may be in a set, the lowest of them.

    A cell for each card and each thing that may be in the set: 1 if it is.
    """
    sharing = _sharing(draft, types, column)
    low, high = card_bounds(draft, sharing)
    found = column_of(draft, sharing[0], column)
    assert found is not None
    first, width = _things(draft, found.sort)

    def values() -> tuple[int, ...]:
        cells = [0] * ((high - low + 1) * width)
        for card, cell in _cells(draft, sharing, column):
            assert isinstance(cell, tuple)
            for thing in _members(draft, found.sort, cell):
                cells[(card - low) * width + thing - first] = 1
        return tuple(cells)

    return draft.table(("set", sharing, column), f"{sharing[0]}.{column}", 0, values), low, width, first


def _things(draft: Draft, sort: Sort) -> tuple[int, int]:
    if isinstance(sort, MembersSort):
        return 0, len(draft.game.kinds[sort.kind].members)
    assert isinstance(sort, NamesSort)
    low, high = card_bounds(draft, sort.types)
    return low, high - low + 1


def _members(draft: Draft, sort: Sort, cell: tuple[int, ...] | tuple[str, ...]) -> Iterator[int]:
    names = {word.casefold() for word in cell if isinstance(word, str)}
    yield from (member for member in cell if isinstance(member, int))
    if isinstance(sort, NamesSort):
        low, high = card_bounds(draft, sort.types)
        yield from (card for card in range(low, high + 1) if draft.cards[card].text.casefold() in names)


def _cells(draft: Draft, types: tuple[str, ...], column: str) -> Iterator[tuple[int, object]]:
    """Each card of these types with its cell."""
    for name in types:
        declared: CardTypeDecl = draft.game.types[name]
        place = [one.name for one in declared.columns].index(column)
        for offset, card in enumerate(present(draft, name)):
            yield draft.runs[name].first + offset, card.cells[place]


def member_table(draft: Draft, kind: str, column: str) -> int:
    """The table of a kind's column, indexed by the member."""
    declared = draft.game.kinds[kind]
    values = next(one.values for one in declared.columns if one.name == column)
    return draft.table(("kind", kind, column), f"{kind}.{column}", 0, lambda: values)


def power_table(draft: Draft) -> int:
    """The bit of each player."""
    return draft.table("bits", "bits", 0, lambda: tuple(1 << seat for seat in range(draft.players)))


def team_table(draft: Draft) -> int:
    """The team of each player: with `teams opposite` two who sit opposite each other, else everybody alone."""
    return draft.table("teams", "teams", 0, lambda: teams(draft))


def teams(draft: Draft) -> tuple[int, ...]:
    """The number of each player's team."""
    when = draft.game.teams_when
    together = draft.game.teams is not None and draft.players % 2 == 0 and draft.players > 2
    if together and (when is None or certain(draft, when)):
        return tuple(seat % (draft.players // 2) for seat in range(draft.players))
    return tuple(range(draft.players))


def named_cards(draft: Draft, looks: tuple[int, ...]) -> list[int]:
    """The cards that a name fits, by their numbers here."""
    return [number for index in looks if (number := draft.card_numbers[index]) is not None]
