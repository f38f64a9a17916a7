"""What can be said of names and values in a text of which not everything could be read.

Comes in: the diagnostics of `from_ast` on what could be read.  Goes out: those that would stand all the same if the
rest were mended.  What an unread sentence might have declared is not known, so nothing is said of a word in it that is
declared nowhere else; nor of a name that is declared in a line with such a word, for what it stands for is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attrs import fields

from rulelang.diagnostics import Diagnostic
from rulelang.near import one_form
from rulelang.source import Source
from rulelang.syntax import keywords
from rulelang.syntax import model as ast

_ABOUT_WORDS = re.compile(r"RL0(?:2(?!2[26])|3|4)")
"""Of names, values and tables, but for modules and numbers of players."""
_WORD = re.compile(r"[^\W\d]\w*")
_DECLARES = re.compile(
    r"\s*(?:(?:define|kind|cards|table|option|let|pick|to|for each) )?"
    r"(?:\w+\.)?(?P<name>\w+)(?:\(.*\))?(?: in .*)?\s*[:=]"
)
_BOUND = re.compile(r"(?=\b(?:pick|each|let|as|some|no|every|first|the|random) (?P<name>\w+))")
_HEAD = re.compile(r"\w+(?=[ ])|(?<=\()[^()]*(?=\))")
"""The first word of a sentence, and what stands in brackets in it."""
_NAMELESS = re.compile(
    r"(?:(?:to|define|table|kind|cards|option|pick|let|for each)\b[ ]*)?(?:\w+\.)?[ ]*(?:[:=(]|in\b|$)"
    r"|(?:\w+[ ]+)?use\b|\w+(?:[ ]*,[ ]*\w+)*[ ]*$|(?:also|cards|kind|table|state)\b"
)
"""What declares names that nobody can guess: one without its name, a `use`, names of modules alone, cards, kinds."""
_STANDS_IN = "…"


def independent(found: Iterable[Diagnostic], module: ast.Module, source: Source) -> list[Diagnostic]:
    """The errors that do not come of what could not be read."""
    anything = any(_NAMELESS.match(unread.text) for unread in module.unread)
    known = {*map(one_form, keywords.all_words()), *map(one_form, _declared(module))}
    unsure = {word for unread in module.unread for word in _words(unread.text)} - known
    unsure |= {one_form(word) for unread in module.unread for word in _BOUND.findall(unread.text)}
    unsure |= {word for unread in module.unread for said in _HEAD.findall(unread.text)[:3] for word in _words(said)}
    unsure |= {one_form(head["name"]) for unread in module.unread if (head := _DECLARES.match(unread.text))}
    half = [d.span for d in module.declarations if _is_half_read(d)]
    picked = set(_with_unread_picks(module))
    left = [
        (d, span)
        for d in found
        if d.is_error and (span := d.span) and span.path == source.path and _ABOUT_WORDS.match(d.code)
        if not any(part.start <= span.start < part.end for part in half)
        if d.code != "RL0214" or d.name not in picked
    ]
    while True:
        kept, more = [], set[str]()
        for d, span in left:
            words = _words(f"{d.name or ''} {source.text[span.start : span.end]}")
            if _STANDS_IN in d.message or _are_in(words, unsure) or (anything and _is_vague(d)):
                declares = _DECLARES.match(source.line(source.position(span.start)[0]))
                more |= {one_form(declares["name"])} if declares else set()
            else:
                kept.append((d, span))
        if len(kept) == len(left):
            return [d for d, _ in kept]
        left, unsure = kept, unsure | more


def _is_vague(d: Diagnostic) -> bool:
    """Whether nothing says what is meant, so that it may be what nobody can guess."""
    return d.meant is None and d.code != "RL0205"


def _are_in(words: set[str], unsure: set[str]) -> bool:
    """Whether one of them may be declared there; where a sign is missing, two words may have grown together."""
    return any(word in other for word in words for other in unsure if len(word) > 2 or word == other)


def _words(text: str) -> set[str]:
    return {one_form(word) for word in _WORD.findall(text)}


def _is_half_read(declaration: ast.Decl) -> bool:
    """Whether its rows stand beneath a head that could not be read."""
    match declaration:
        case ast.Kind(name=name) | ast.Cards(name=name) | ast.Table(signature=ast.Signature(name=name)):
            return name.text == _STANDS_IN
        case _:
            return False


def _with_unread_picks(module: ast.Module) -> Iterator[str]:
    """The steps of which nobody knows how many picks they have."""
    steps = [declared for declared in module.declarations if isinstance(declared, ast.Step)]
    for unread in module.unread:
        before = [step for step in steps if step.span.start <= unread.span.start]
        if before and unread.text.startswith("pick"):
            yield before[-1].signature.name.text


def _declared(module: ast.Module) -> Iterator[str]:
    """The names that what could be read declares."""
    todo: list[object] = list(module.declarations)
    while todo:
        node = todo.pop()
        match node:
            case ast.Kind(name=name) | ast.Cards(name=name) | ast.Signature(name=name) | ast.Option(name=name):
                yield name.text
            case ast.Member(word=word):
                yield word
            case _:
                pass
        if isinstance(node, tuple):
            todo += node
        elif isinstance(node, ast.Node):
            todo += [getattr(node, field.name) for field in fields(type(node)) if field.name != "span"]
