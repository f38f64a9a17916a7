"""Kinds: closed lists of members, with columns.

Comes in: the kinds as laid.  Goes out: `KindDecl`s in `names`. Members first, since columns of one kind may
speak of the members of another.
"""

from __future__ import annotations

from attrs import evolve

from rulelang.diagnostics import Label
from rulelang.nodes import frozen
from rulelang.resolve.layers.laid import Amended, Laid
from rulelang.resolve.model.program import KindColumn, KindDecl
from rulelang.resolve.names import Names, variable_name
from rulelang.resolve.reports import Reports
from rulelang.resolve.tables import cells
from rulelang.resolve.tables.cells import Cards
from rulelang.resolve.tables.grids import Grid, GridCell, from_rows, say
from rulelang.source import Span
from rulelang.syntax import model as ast

NO_CARDS = Cards({})


@frozen
class _Member:
    """A member with the cells of its row"""

    word: str
    text: str
    span: Span
    row: dict[str, GridCell]


def resolve(laid: Laid, names: Names, reports: Reports) -> None:
    """Put every kind into `names`."""
    members = {name: _members(amended, names, reports) for name, amended in laid.kinds.items()}
    for name, amended in laid.kinds.items():
        decl = amended.declaration
        check_capital(decl.name, reports)
        found = members[name]
        names.add_kind(
            KindDecl(
                name,
                tuple(m.word for m in found),
                tuple(m.text for m in found),
                (),
                span=decl.name.span,
                cites=decl.cites,
            )
        )
    for name, found in members.items():
        names.kinds[name] = evolve(names.kinds[name], columns=_columns(name, found, names, reports))


def check_capital(name: ast.Name, reports: Reports) -> None:
    """Kinds and card types are written with a capital letter."""
    if not name.text[:1].isupper():
        reports.diagnostic("RL0219", name.span, name=name.text, suggestion=name.text[:1].upper() + name.text[1:])


def _members(amended: Amended[ast.Kind], names: Names, reports: Reports) -> list[_Member]:
    found: list[_Member] = []
    for decl in (amended.declaration, *amended.added):
        found += [_Member(m.word, m.text or "", m.span, {}) for m in decl.members]
        grid = from_rows(decl.rows, reports)
        rows = _of_rows(decl, grid, reports) if grid is not None else []
        if decl.rows and not rows:
            names.broken.add(amended.declaration.name.text)
        found += rows
    unique: dict[str, _Member] = {}
    for member in found:
        if member.word in unique:
            label = Label(unique[member.word].span, "it stands here already")
            kind = amended.declaration.name.text
            reports.diagnostic("RL0413", member.span, labels=[label], name=member.word, kind=kind)
        else:
            unique[member.word] = member
    return list(unique.values())


def _of_rows(decl: ast.Kind, grid: Grid, reports: Reports) -> list[_Member]:
    """The members of a kind with columns: the first one is named after the kind and holds the members."""
    first = grid.headings[0]
    expected = variable_name(decl.name.text)
    if first.text not in (expected, "name"):
        say(reports, first, "RL0406", cell=first.text, kind=decl.name.text, expected=expected)
        return []
    text = grid.column("text")
    found = []
    for row in grid.rows:
        columns = {h.text: cell for h, cell in zip(grid.headings, row, strict=True)}
        words = cells.unquoted(row[text].text) if text is not None else ""
        found.append(_Member(row[0].text, words, row[0].span, columns))
    return found


def _columns(kind: str, members: list[_Member], names: Names, reports: Reports) -> tuple[KindColumn, ...]:
    headings = dict.fromkeys(h for member in members for h in list(member.row)[1:] if h != "text")
    found: list[KindColumn] = []
    for heading in headings:
        without = next((m for m in members if heading not in m.row), None)
        if without is not None:
            reports.diagnostic("RL0418", without.span, name=without.word, heading=heading)
            names.wrong.add(heading)
            continue
        read = cells.read([m.row[heading] for m in members], heading, names, (), NO_CARDS, reports)
        if read is None:
            names.wrong.add(heading)
            continue
        values = [value for value in read.values if isinstance(value, int)]
        if len(values) < len(members):
            cell = members[0].row[heading]
            say(reports, cell, "RL0419", heading=heading, kind=kind)
            names.wrong.add(heading)
            continue
        found.append(KindColumn(heading, read.sort, tuple(values)))
    return tuple(found)
