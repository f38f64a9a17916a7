"""A scenario with a table, as one scenario for each row.

Comes in: a scenario as written.  Goes out: scenarios in which the words that head the table are replaced by the
cells of one row. Such a case keeps its row, for messages; the first one also keeps the headings that no line
uses.
"""

from __future__ import annotations

from typing import Any, TypeVar

from attrs import evolve, fields, has

from rulelang.syntax import model as ast
from rulelang.syntax.parser import parse_items

T = TypeVar("T")


class _Filling:
    """The cells of one row by heading, and which of them were used."""

    def __init__(self, cells: dict[str, ast.Cell]) -> None:
        self.cells = cells
        self.used: set[str] = set()

    def fill(self, node: Any) -> Any:
        """The same piece of text with cells in the place of headings."""
        match node:
            case ast.NameRef(name=name) if name.text in self.cells:
                return self._items(name.text)[0]
            case ast.Name(text=text) if text in self.cells:
                # A word that is no value: what an option is, whose turn begins, what is to be answered.
                self.used.add(text)
                return ast.Name(self.cells[text].text, span=self.cells[text].span)
            case ast.Get(target=target) | ast.Path(target=target):
                return evolve(node, target=self.fill(target), arguments=self._spread(node.arguments))
            case ast.Call(arguments=arguments):
                return evolve(node, arguments=self._spread(arguments))
            case ast.Given(target=target, items=items):
                return evolve(node, target=self.fill(target), items=self._spread(items))
            case ast.OptionChosen(value=value):
                return evolve(node, value=self.fill(value))
            case ast.CardByColumns(headings=headings):
                return evolve(node, headings=tuple((h, self.fill(w)) for h, w in headings))
            case ast.Begins() | ast.Binding():
                return node if isinstance(node, ast.Begins) else evolve(node, source=self.fill(node.source))
            case tuple():
                filled = tuple(self.fill(part) for part in node)
                return filled if any(new is not old for new, old in zip(filled, node, strict=True)) else node
            case _ if has(type(node)):
                before = {f.name: getattr(node, f.name) for f in fields(type(node)) if f.name != "span"}
                changed = {name: part for name, old in before.items() if (part := self.fill(old)) is not old}
                return evolve(node, **changed) if changed else node
            case _:
                return node

    def _items(self, heading: str) -> tuple[ast.Expr, ...]:
        self.used.add(heading)
        return parse_items(self.cells[heading])

    def _spread(self, nodes: tuple[ast.Expr, ...]) -> tuple[ast.Expr, ...]:
        """A cell with commas stands for several items of a list."""
        found: list[ast.Expr] = []
        for node in nodes:
            if isinstance(node, ast.NameRef) and node.name.text in self.cells:
                found += self._items(node.name.text)
            else:
                found.append(self.fill(node))
        return tuple(found)


def cases(scenario: ast.Scenario) -> list[ast.Scenario]:
    """One scenario for each row of the table, or the scenario itself if it has none."""
    if not scenario.cases:
        return [scenario]
    header, *rows = scenario.cases
    found: list[ast.Scenario] = []
    for row in rows:
        filling = _Filling({h.text: cell for h, cell in zip(header.cells, row.cells, strict=False)})
        lines = tuple(filling.fill(line) for line in scenario.lines)
        kept = (row,) if found else (row, *_unused(header, filling.used))
        found.append(evolve(scenario, lines=lines, cases=kept))
    return found or [evolve(scenario, cases=(header, *_unused(header, set())))]


def _unused(header: ast.Row, used: set[str]) -> tuple[ast.Row, ...]:
    cells = tuple(cell for cell in header.cells if cell.text not in used)
    return (evolve(header, cells=cells),) if cells else ()
