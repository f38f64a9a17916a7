"""Card types: every card written out.

Comes in: the card tables as laid, rules that make cards, CSV files.  Goes out: `CardTypeDecl`s in `names`.
First all names are made, since a cell may name cards of any type; then the columns are read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from attrs import evolve

from rulelang.diagnostics import Label, did_you_mean
from rulelang.nodes import frozen
from rulelang.resolve.layers.laid import Amended, Laid
from rulelang.resolve.model.program import CardDecl, CardTypeDecl
from rulelang.resolve.names import Names
from rulelang.resolve.reports import Reports
from rulelang.resolve.scopes import Scope
from rulelang.resolve.tables import card_columns, cells, generating
from rulelang.resolve.tables.cells import Cards
from rulelang.resolve.tables.generating import MOST
from rulelang.resolve.tables.grids import SPECIAL, Grid, GridCell, from_rows, say
from rulelang.resolve.tables.kinds import check_capital
from rulelang.resolve.tables.sheets import from_file
from rulelang.resolve.tables.used import NOTHING_USED, PLACEHOLDER, Used, words_used
from rulelang.sheets import NotInstalled, Unreadable, is_workbook
from rulelang.source import Source
from rulelang.syntax import model as ast

ReadTable = Callable[[str], Source]


@frozen
class Row:
    """One row, its card named; `where` is the cell that messages point at"""

    cells: dict[str, GridCell]
    text: str
    copies: int
    seats: int
    where: GridCell
    note: str


def resolve(laid: Laid, names: Names, read_table: ReadTable, reports: Reports) -> None:
    """Put every card type into `names`."""
    rows: dict[str, list[Row]] = {}
    used = words_used(laid) if any(_is_from_file(amended) for amended in laid.cards.values()) else NOTHING_USED
    for name, amended in laid.cards.items():
        check_capital(amended.declaration.name, reports)
        found = [row for decl in (amended.declaration, *amended.added)
                 for row in _rows(decl, amended.declaration, names, used, read_table, reports)]  # fmt: skip
        rows[name] = found
        if not found:
            names.broken.add(name)
    if "Card" in rows and len(rows) > 1:
        reports.diagnostic("RL0422", laid.cards["Card"].declaration.name.span)
        names.broken.add("Card")
    _leave_out(laid, rows, reports)
    _few_enough(laid, rows, reports)
    known = Cards({r.text.casefold(): (r.text, (name,)) for name, listed in rows.items() for r in listed})
    for name, amended in laid.cards.items():
        _check_shared_names(name, rows, reports)
        names.add_type(_type(amended.declaration, rows[name], names, laid.steps, known, used, reports))


def _is_from_file(amended: Amended[ast.Cards]) -> bool:
    return any(isinstance(decl.content, ast.FromFile) for decl in (amended.declaration, *amended.added))


# ---------------------------------------------------------------- rows


def _rows(
    decl: ast.Cards, base: ast.Cards, names: Names, used: Used, read_table: ReadTable, reports: Reports
) -> list[Row]:
    """The rows of one declaration, stretches written out and cards named."""
    pattern = decl.pattern or base.pattern
    match decl.content:
        case ast.Generate() as rule:
            made = generating.make(rule, Scope(names, reports))
            if made is None:
                return []
            bad = _unknown_columns(pattern, made.grid, decl, reports)
            rows = [] if bad else [_row(made.grid, r, c, s, decl, pattern)
                    for r, c, s in zip(made.grid.rows, made.copies, made.seats, strict=True)]  # fmt: skip
            return _without(rows, rule.left_out, reports)
        case ast.FromFile() as file:
            grid = _read_file(file, used, read_table, reports)
        case written:
            grid = from_rows(written, reports)
    if grid is None or _unknown_columns(pattern, grid, decl, reports):
        return []
    copies = grid.column("copies")
    found = []
    for cells_ in grid.rows:
        amount = _copies(cells_[copies], reports) if copies is not None else 1
        for spread in _spread(grid, cells_, names, reports):
            row = _row(grid, spread, amount, 0, decl, pattern)
            if '"' in row.text:
                say(reports, row.where, "RL0435", name=row.text)
            else:
                found.append(row)
    return found


def _read_file(file: ast.FromFile, used: Used, read_table: ReadTable, reports: Reports) -> Grid | None:
    path = file.path
    try:
        return from_file(read_table(path), file, used, reports)
    except NotInstalled:
        reports.diagnostic("RL0437" if is_workbook(path) else "RL0433", file.span, path=path)
    except Unreadable as problem:
        reports.diagnostic("RL0436", file.span, path=path, problem=str(problem))
    except OSError as problem:
        reports.diagnostic("RL0430", file.span, path=path, problem=problem.strerror or "it is not there")
    return None


def _unknown_columns(pattern: str | None, grid: Grid, decl: ast.Cards, reports: Reports) -> bool:
    """Whether the name of the cards asks for a column that is not there; what their face asks for is only told."""
    headings = [cell.text for cell in grid.headings]
    columns = [heading.partition("(")[0] for heading in headings if heading not in SPECIAL]
    _asks_for_none(decl.face, columns, decl, reports)
    return _asks_for_none(pattern, headings, decl, reports)


def _asks_for_none(pattern: str | None, columns: Sequence[str], decl: ast.Cards, reports: Reports) -> bool:
    word = next((word for word in PLACEHOLDER.findall(pattern or "") if word not in columns), None)
    if word is not None:
        reports.diagnostic("RL0407", decl.name.span, name=word, suggestion=did_you_mean(word, columns))
    return word is not None


def _few_enough(laid: Laid, rows: dict[str, list[Row]], reports: Reports) -> None:
    """A type that makes the cards of the game too many is told, and has one of each."""
    number = 0
    for name, listed in rows.items():
        number += sum(row.copies for row in listed)
        if number > MOST:
            reports.diagnostic("RL0427", laid.cards[name].declaration.name.span, number=f"{number:,}", most=f"{MOST:,}")
            rows[name] = [evolve(row, copies=1) for row in listed]
            return


def _shortened(digits: str) -> str:
    return f"{int(digits):,}" if len(digits) <= 20 else f"{digits[:6]}…"


def _copies(cell: GridCell, reports: Reports) -> int:
    if cell.text.isdecimal() and cell.text.isascii():
        if len(cell.text) <= 9 and int(cell.text) <= MOST:
            return int(cell.text)
        say(reports, cell, "RL0427", number=_shortened(cell.text), most=f"{MOST:,}")
        return 1
    say(reports, cell, "RL0403", cell=cell.text, what="a number of copies")
    return 1


def _spread(grid: Grid, row: tuple[GridCell, ...], names: Names, reports: Reports) -> list[tuple[GridCell, ...]]:
    """`1 to 12` in a cell makes one row for each number, `ten to king` one for each member."""
    choices: list[list[GridCell]] = []
    number = 1
    for heading, cell in zip(grid.headings, row, strict=True):
        spread = None if heading.text in SPECIAL else cells.stretch(cell.text, names, heading.text)
        if spread is not None and not spread:
            low, _, high = cell.text.partition(" to ")
            say(reports, cell, "RL0321", low=low, high=high)
            spread = (low,)
        if spread is not None:
            number *= len(spread)
        if number > MOST:
            say(reports, cell, "RL0427", number=f"{number:,}", most=f"{MOST:,}")
            return []
        choices.append([cell] if spread is None else [evolve(cell, text=str(text)) for text in spread])
    return list(product(*choices))


def _row(grid: Grid, row: tuple[GridCell, ...], copies: int, seats: int, decl: ast.Cards, pattern: str | None) -> Row:
    by_heading = {h.text: cell for h, cell in zip(grid.headings, row, strict=True)}
    columns = {h: cell for h, cell in by_heading.items() if h not in SPECIAL}
    if "name" in by_heading:
        text = cells.unquoted(by_heading["name"].text)
    elif pattern is not None:
        text = PLACEHOLDER.sub(lambda m: cells.unquoted(by_heading[m[1]].text), pattern)
    else:
        text = f"{decl.name.text}({', '.join(f'{h} {cell.text}' for h, cell in columns.items())})"
    note = cells.unquoted(by_heading["text"].text) if "text" in by_heading else decl.text or ""
    return Row(columns, text, copies, seats, by_heading.get("name", row[0]), "" if note == "-" else note)


# ---------------------------------------------------------------- names


def _without(rows: list[Row], left_out: tuple[ast.Text, ...], reports: Reports) -> list[Row]:
    """The rows without the cards that are left out by name."""
    for name in left_out:
        if not any(row.text.casefold() == name.text.casefold() for row in rows):
            near = did_you_mean(name.text, [row.text for row in rows])
            reports.diagnostic("RL0216", name.span, name=name.text, suggestion=near)
    gone = {name.text.casefold() for name in left_out}
    return [row for row in rows if row.text.casefold() not in gone]


def _leave_out(laid: Laid, rows: dict[str, list[Row]], reports: Reports) -> None:
    """`remove "ace of spades"`."""
    everything = [row for listed in rows.values() for row in listed]
    _without(everything, tuple(laid.left_out), reports)
    gone = {name.text.casefold() for name in laid.left_out}
    for name, listed in rows.items():
        rows[name] = [row for row in listed if row.text.casefold() not in gone]


def _check_shared_names(name: str, rows: dict[str, list[Row]], reports: Reports) -> None:
    """Cards of one name must be equal; cards of two types are never equal."""
    first: dict[str, Row] = {}
    for other, listed in rows.items():
        if other == name:
            break
        first |= {row.text.casefold(): row for row in listed}
    before = set(first)
    for row in rows[name]:
        same = first.setdefault(row.text.casefold(), row)
        texts = {heading: cell.text for heading, cell in row.cells.items()}
        if (
            row.text.casefold() in before
            or {h: c.text for h, c in same.cells.items()} != texts
            or same.note != row.note
        ):
            label = Label(same.where.span, "the other one")
            if row.where.place:
                say(reports, row.where, "RL0408", name=row.text)
            else:
                reports.diagnostic("RL0408", row.where.span, labels=[label], name=row.text)


# ---------------------------------------------------------------- types


def _type(
    decl: ast.Cards,
    rows: list[Row],
    names: Names,
    steps: dict[str, ast.Step],
    known: Cards,
    used: Used,
    reports: Reports,
) -> CardTypeDecl:
    (columns, values), left_out = card_columns.read(decl, [r.cells for r in rows], names, steps, known, used, reports)
    shown = _back(decl, rows, reports)
    found: list[CardDecl] = []
    for index, row in enumerate(rows):
        back = " ".join([decl.name.text, *(cells.unquoted(row.cells[h].text) for h in shown)]) if shown else ""
        given = tuple(column[index] for column in values)
        card = CardDecl(row.text, given, back, row.seats, row.note, span=row.where.span)
        found += [card] * row.copies
    return CardTypeDecl(
        decl.name.text, columns, tuple(found), decl.face, left_out, span=decl.name.span, cites=decl.cites
    )


def _back(decl: ast.Cards, rows: list[Row], reports: Reports) -> list[str]:
    """The columns that the back tells."""
    headings = list(rows[0].cells) if rows else []
    for name in decl.back_shows:
        if rows and name.text not in headings:
            near = did_you_mean(name.text, headings)
            reports.diagnostic("RL0407", name.span, name=name.text, suggestion=near)
    return [name.text for name in decl.back_shows if name.text in headings]
