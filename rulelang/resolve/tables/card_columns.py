"""The columns of a card type, one for each member of a kind where the heading says `on(purse)`.

Comes in: rows of cells under their headings.  Goes out: columns with sorts, and for each its cells in the order
of the rows.
"""

from __future__ import annotations

from rulelang.resolve.model.program import CellValue, ColumnDecl
from rulelang.resolve.model.sorts import MemberSort, Sort, StepSort
from rulelang.resolve.names import Names
from rulelang.resolve.reports import Reports
from rulelang.resolve.sorts import common
from rulelang.resolve.tables import cells
from rulelang.resolve.tables.cells import Cards, Read
from rulelang.resolve.tables.grids import GridCell, say
from rulelang.resolve.tables.used import Used
from rulelang.syntax import model as ast

Columns = tuple[tuple[ColumnDecl, ...], list[tuple[CellValue, ...]]]


def read(
    decl: ast.Cards,
    rows: list[dict[str, GridCell]],
    names: Names,
    steps: dict[str, ast.Step],
    known: Cards,
    used: Used,
    reports: Reports,
) -> tuple[Columns, tuple[str, ...]]:
    """The columns of a type and their cells.  Words in a file that the rules can do nothing with, and do not speak of,
    are for people: such columns are left out, and told.
    """
    for_people: list[str] = []
    found: dict[str, Read] = {}
    for heading in dict.fromkeys(h for row in rows for h in row):
        without = next((row for row in rows if heading not in row), None)
        if without is not None:
            cell = next(iter(without.values()), next(iter(rows[0].values())))
            say(reports, cell, "RL0418", name=decl.name.text, heading=heading)
            names.wrong.add(heading)
            continue
        listed = [row[heading] for row in rows]
        if _is_for_people(listed, heading, names, steps, known, used):
            for_people.append(heading)
            continue
        column = cells.read(listed, heading, names, steps, known, reports)
        if column is not None and isinstance(column.sort, StepSort):
            _check_steps(column, listed, steps, reports)
        if column is None:
            names.wrong.add(heading.partition("(")[0])
        else:
            found[heading] = column
    return _declared(decl, found, names, rows, reports), tuple(for_people)


def _is_for_people(
    listed: list[GridCell], heading: str, names: Names, steps: dict[str, ast.Step], known: Cards, used: Used
) -> bool:
    from_file = all(cell.place for cell in listed)
    return from_file and not used.speaks_of(heading) and not cells.can_be_read(listed, heading, names, steps, known)


def _check_steps(column: Read, cells_: list[GridCell], steps: dict[str, ast.Step], reports: Reports) -> None:
    """A card performs steps that want nothing in brackets and nothing before a dot."""
    told: set[str] = set()
    for cell in cells_:
        step = steps.get(cell.text)
        if step is not None and cell.text not in told and (step.signature.parameters or step.signature.receiver):
            told.add(cell.text)
            say(reports, cell, "RL0426", name=cell.text)


def _declared(
    decl: ast.Cards,
    found: dict[str, Read],
    names: Names,
    rows: list[dict[str, GridCell]],
    reports: Reports,
) -> Columns:
    columns: list[ColumnDecl] = []
    values: list[tuple[CellValue, ...]] = []
    for heading, column in found.items():
        name, bracket, _ = heading.partition("(")
        if not bracket:
            columns.append(ColumnDecl(name, column.sort, None))
            values.append(column.values)
        elif name not in (c.name for c in columns):
            keyed = _keyed(decl, name, found, names, reports)
            if keyed is None:
                names.wrong.add(name)
                continue
            columns.append(keyed[0])
            values.append(keyed[1])
    return tuple(columns), values


def _keyed(
    decl: ast.Cards, name: str, found: dict[str, Read], names: Names, reports: Reports
) -> tuple[ColumnDecl, tuple[CellValue, ...]] | None:
    """`on(purse)`, `on(key)` …: one column for each member of a kind, as one."""
    by_member = {h[len(name) + 1 : -1]: c for h, c in found.items() if h.startswith(f"{name}(")}
    first = next(iter(by_member))
    kind = next((kind for kind in names.kinds.values() if first in kind.members), None)
    absent = next((m for m in kind.members if m not in by_member), None) if kind is not None else None
    strange = next((m for m in by_member if kind is not None and m not in kind.members), None)
    if kind is None or strange is not None:
        text = f"{name}({strange or first})"
        reports.diagnostic("RL0425", decl.name.span, name=text)
        return None
    if absent is not None:
        reports.diagnostic("RL0417", decl.name.span, name=f"{name}({absent})", kind=kind.name)
        return None
    sort: Sort | None = by_member[first].sort
    for member in kind.members:
        sort = common(sort, by_member[member].sort) if sort is not None else None
    listed = [by_member[member].values for member in kind.members]
    if sort is None or not all(isinstance(value, int) for column in listed for value in column):
        reports.diagnostic("RL0419", decl.name.span, heading=f"{name}(…)", kind=decl.name.text)
        return None
    rows = tuple(tuple(value for value in row if isinstance(value, int)) for row in zip(*listed, strict=True))
    return ColumnDecl(name, sort, MemberSort(kind.name)), rows
