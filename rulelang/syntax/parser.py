"""Text to syntax tree.

Comes in: a `Source`.  Goes out: a `Module` of all that could be understood, and a diagnostic for every mistake; never
an exception, whatever the text.  What names mean is left to `resolve`, which asks for the cells of scenarios here.
"""

from __future__ import annotations

from rulelang.diagnostics import Diagnostic
from rulelang.source import Source
from rulelang.syntax import model as ast


def parse(source: Source) -> tuple[ast.Module, list[Diagnostic]]:
    """The syntax tree of a text and its mistakes, in the order of the text."""
    # Lark takes a while to import; who only wants the name of this function should not wait for it.
    from rulelang.syntax import hygiene
    from rulelang.syntax.from_tree import translate
    from rulelang.syntax.mistakes import syntax_errors
    from rulelang.syntax.reading import read

    text, found = hygiene.clean(source)
    reading = read(text)
    module, too_deep = translate(reading, source.path, source.text)
    found += [syntax_errors.describe(mistake, source.path, text) for mistake in reading.mistakes]
    found += [syntax_errors.too_deep(span) for span in too_deep]
    return module, sorted(found, key=lambda diagnostic: diagnostic.span.start if diagnostic.span else 0)


def parse_items(cell: ast.Cell) -> tuple[ast.Expr, ...]:
    """The values in a cell of a scenario's table, `"PK..", B`, `3 of "apple" + "joker"`; a name, if it is no value."""
    from rulelang.syntax.from_tree import translate_items
    from rulelang.syntax.reading import read_items

    tree = read_items(cell.text)
    read = translate_items(tree, cell) if tree is not None else None
    return read or (ast.NameRef(ast.Name(cell.text, span=cell.span), span=cell.span),)
