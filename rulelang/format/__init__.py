"""From a text to the same text in its canonical layout.

Comes in: a `Source`.  Goes out: the text, or the mistakes that stand in the way.  Only the layout changes: each time
the new text is read again, and it is returned only if its tree and its comments are those of the old one.
"""

from __future__ import annotations

from attrs import evolve

from rulelang.diagnostics import Diagnostic, InternalError
from rulelang.format.sentences import tidy
from rulelang.source import Source
from rulelang.syntax import model as ast

_TABS = "RL0030"


def formatted(source: Source) -> str | list[Diagnostic]:
    """The text in its canonical layout, or why it cannot be read; tabs are mended.

    InternalError if the new text would say something else, which is a mistake of ours.
    """
    from rulelang.format.layout import layout
    from rulelang.format.sentences import items
    from rulelang.syntax import hygiene
    from rulelang.syntax.parser import parse
    from rulelang.syntax.reading import read

    module, mistakes = parse(source)
    if any(mistake.is_error and mistake.code != _TABS for mistake in mistakes):
        return mistakes
    text = hygiene.clean(source)[0]
    new = layout(items(Source(source.path, text), read(text)))
    again, mistakes = parse(Source(source.path, new))
    if any(mistake.is_error for mistake in mistakes) or again != _tidied(module):
        raise InternalError(f"the new layout of {source.path} would change what it means, and is not used")
    return new


def _tidied(module: ast.Module) -> ast.Module:
    return evolve(module, comments=tuple(evolve(comment, text=tidy(comment.text)) for comment in module.comments))
