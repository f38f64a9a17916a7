"""What is made of `rules.lark`: Lark's parser and the scanner that finds its words, one of each for the whole process.

Comes in: the grammar and the keywords.  Goes out: the `Lark` and its `Scanner`.  The tables of the parser take a second
to make, so they are kept, under a name that changes with all that they are made of.  What is done with them is decided
by `lexing` and `reading`; nothing outside this folder sees them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token
from lark.lexer import PatternRE, TerminalDef

from rulelang import kept
from rulelang.syntax import keywords
from rulelang.syntax.scanning import Scanner, Terminal

_SOURCES = ("grammar.py", "keywords.py", "rules.lark")
_LAYOUT = ("_NL", "_INDENT", "_DEDENT")


class _AlwaysAccepted:
    """Tells Lark which terminals no rule may name; `lexing` does the rest."""

    always_accept = ("_NL", "CITE")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


@cache
def parser() -> Lark:
    """The parser, as it was kept or made anew."""
    name = _name()
    content = kept.fetch(name)
    if content is not None:
        return Lark.load(BytesIO(content))
    made, file = build(), BytesIO()
    made.save(file)
    kept.keep(name, file.getvalue())
    return made


@cache
def scanner() -> Scanner:
    """What finds the words that the parser is fed; Lark's own lexers are never started."""
    return Scanner([_terminal(definition) for definition in sorted(parser().terminals, key=_order)])


def build(lexer: str = "basic", **options: Any) -> Lark:
    """A parser made afresh; tests alone ask for one with a lexer that can be used."""
    return Lark(
        keywords.grammar_text().replace("%RESERVED%", "|".join(keywords.reserved())),
        parser="lalr",
        lexer=lexer,
        start="module",
        postlex=_AlwaysAccepted(),
        edit_terminals=_whole_word,
        propagate_positions=_takes_up_space,
        maybe_placeholders=True,
        **options,
    )


def _name() -> str:
    """A name for what these files and versions make."""
    here = Path(__file__).parent
    versions = f"{lark.__version__} {sys.version}".encode()
    made_of = b"".join((here / name).read_bytes() for name in _SOURCES)
    return f"grammar-{sha256(versions + made_of).hexdigest()[:24]}.tables"


def _whole_word(terminal: TerminalDef) -> TerminalDef:
    """Find keywords as whole words only, and before names."""
    words = _words(terminal, terminal.pattern.value.removeprefix("(?:").removesuffix(")").split("|"))
    if words:
        found = "|".join(keywords.pattern(word, words[word]) for word in sorted(words, key=len, reverse=True))
        terminal.pattern = PatternRE(f"(?:{found})", terminal.pattern.flags, raw=" ".join(words))
        terminal.priority = 2
    return terminal


def _order(definition: TerminalDef) -> tuple[int, int, int, str]:
    """What comes first is tried first; Lark's own lexers do the same."""
    pattern = definition.pattern
    return -definition.priority, -pattern.max_width, -len(pattern.value), definition.name


def _terminal(definition: TerminalDef) -> Terminal:
    words = _words(definition, (definition.pattern.raw or "").split())
    return Terminal(definition.name, definition.pattern.to_regexp(), words)


def _words(terminal: TerminalDef, written: list[str]) -> dict[str, tuple[str, ...]]:
    """The words of a keyword, each with what may stand behind it; nothing for other terminals."""
    if not all(word in keywords.all_words() for word in written):
        return {}
    return {word: () if terminal.name == "ROUNDING" else keywords.behind(word) for word in written}


def _takes_up_space(node: object) -> bool:
    """A node ends with its last word, not with the line."""
    return not (isinstance(node, Token) and node.type in _LAYOUT)
