"""Tables: a value for every key.

Comes in: the tables as laid.  Goes out: `TableDecl`s and the names of the tables. Gaps, overlaps and rows that
nothing ever reaches are reported.
"""

from __future__ import annotations

from rulelang.resolve.layers.laid import Amended, Laid, unique_keys
from rulelang.resolve.model.program import TableDecl, TableEntry
from rulelang.resolve.model.sorts import FlagSort, MemberSort, NumberSort, Sort
from rulelang.resolve.names import Names, Thing
from rulelang.resolve.reports import Reports
from rulelang.resolve.signatures import all_parameters, parameter_sort
from rulelang.resolve.tables import cells, coverage
from rulelang.resolve.tables.grids import GridCell, say
from rulelang.resolve.tables.key_cells import Key, key_ranges
from rulelang.resolve.tables.kinds import NO_CARDS
from rulelang.syntax import model as ast


def resolve(laid: Laid, names: Names, reports: Reports) -> None:
    """Put every table into `names`."""
    keys = unique_keys(laid.tables)
    for name, amended in laid.tables.items():
        table = _table(amended, keys[name], names, reports)
        if table is not None:
            names.tables[keys[name]] = table
        else:
            names.wrong.add(name[1])


def _table(amended: Amended[ast.Table], key: str, names: Names, reports: Reports) -> TableDecl | None:
    decl = amended.declaration
    parameters = all_parameters(decl.signature)
    rows = [row for d in (decl, *amended.added) for row in _rows(d, len(parameters), reports)]
    sorts = [_key_sort(p, i, rows, names, reports) for i, p in enumerate(parameters)]
    known = [sort for sort in sorts if sort is not None]
    if not rows or len(known) < len(sorts):
        return None
    entries = _entries(rows, known, names, reports)
    read = cells.read([row[-1] for row in rows], decl.signature.name.text, names, (), NO_CARDS, reports)
    if entries is None or read is None:
        return None
    values = [value for value in read.values if isinstance(value, int)]
    if len(values) < len(rows):
        say(reports, rows[0][-1], "RL0419", heading=decl.signature.name.text, kind="a table")
        return None
    coverage.check(decl.signature.name, entries, [row[0].span for row in rows], known, names, reports)
    table = TableDecl(
        key,
        tuple(known),
        read.sort,
        tuple(
            TableEntry(k, value, span=row[0].span)
            for k_list, value, row in zip(entries, values, rows, strict=True)
            for k in k_list
        ),
        decl.signature.receiver is not None,
        span=decl.signature.name.span,
        cites=decl.cites,
    )
    _declare(decl, table, names)
    return table


def _declare(decl: ast.Table, table: TableDecl, names: Names) -> None:
    words = all_parameters(decl.signature)
    variables = tuple(names.variable(p.name.text, s) for p, s in zip(words, table.keys, strict=True))
    receiver = table.keys[0] if decl.signature.receiver is not None else None
    rest = variables[1:] if receiver is not None else variables
    name = decl.signature.name
    names.add_thing(Thing("table", name.text, table.name, receiver, rest, name.span, lambda: table.sort))


def _rows(decl: ast.Table, keys: int, reports: Reports) -> list[tuple[GridCell, ...]]:
    """The rows; a first row that repeats the parameters is a heading."""
    rows = [tuple(GridCell(c.text, c.span) for c in row.cells) for row in decl.rows]
    words = [p.name.text for p in all_parameters(decl.signature)]
    if rows and [cell.text for cell in rows[0]][:keys] == words:
        del rows[0]
    complete = []
    for row in rows:
        empty = next((cell for cell in row if not cell.text), None)
        if len(row) != keys + 1:
            say(reports, row[-1], "RL0402", want=keys + 1, have=len(row))
        elif empty is not None:
            say(reports, empty, "RL0404")
        else:
            complete.append(row)
    return complete


def _key_sort(
    parameter: ast.Parameter,
    index: int,
    rows: list[tuple[GridCell, ...]],
    names: Names,
    reports: Reports,
) -> NumberSort | MemberSort | FlagSort | None:
    """What a key is: as the parameter says, else as its cells look."""
    inferred: Sort | None = None
    if parameter.type is None and names.named_after(parameter.name.text) is None:
        words = [word for row in rows for word in row[index].text.split()]
        inferred = NumberSort()
        for kind in names.kinds.values():
            if words and words[0] in kind.members:
                inferred = MemberSort(kind.name)
                break
    sort = parameter_sort(parameter, names, reports, inferred)
    if sort is not None and not isinstance(sort, NumberSort | MemberSort | FlagSort):
        reports.diagnostic("RL0423", parameter.span, name=parameter.name.text)
        return None
    return sort


def _entries(
    rows: list[tuple[GridCell, ...]],
    sorts: list[NumberSort | MemberSort | FlagSort],
    names: Names,
    reports: Reports,
) -> list[list[Key]] | None:
    """For each row the keys that it fits; several where a cell has commas."""
    found: list[list[Key]] = []
    wrong = False
    for row in rows:
        keys = key_ranges(row[: len(sorts)], sorts, names, reports)
        wrong = wrong or keys is None
        found.append(keys or [])
    return None if wrong else found
