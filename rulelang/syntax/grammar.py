"""The parser that Lark makes of `rules.lark`.

Comes in: the grammar and the keywords.  Goes out: one `Lark` for the whole process.  What it is fed is decided by
`lexing` and `reading`; nothing outside this folder sees it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from lark import Lark, Token
from lark.lexer import PatternRE, PatternStr, TerminalDef

from rulelang.syntax import keywords

LAYOUT = ("_NL", "_INDENT", "_DEDENT")


class _AlwaysAccepted:
    """Tells the contextual lexer which terminals it may find anywhere; `lexing` does the rest."""

    always_accept = ("_NL", "CITE")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


@cache
def parser() -> Lark:
    return build()


def build(**options: Any) -> Lark:
    """A parser made afresh; tests build one that is strict."""
    return Lark(
        keywords.grammar_text().replace("%RESERVED%", "|".join(keywords.reserved())),
        parser="lalr",
        lexer="contextual",
        start="module",
        postlex=_AlwaysAccepted(),
        edit_terminals=_whole_word,
        propagate_positions=_takes_up_space,
        maybe_placeholders=True,
        **options,
    )


def _whole_word(terminal: TerminalDef) -> TerminalDef:
    """Find keywords as whole words only, and before names."""
    words = terminal.pattern.value.removeprefix("(?:").removesuffix(")").split("|")
    if isinstance(terminal.pattern, PatternStr | PatternRE) and all(word in keywords.all_words() for word in words):
        found = "|".join(keywords.pattern(word) for word in sorted(words, key=len, reverse=True))
        if terminal.name == "ROUNDING":
            found = rf"(?:{'|'.join(words)})\b"
        terminal.pattern = PatternRE(f"(?:{found})", terminal.pattern.flags)
        terminal.priority = 2
    return terminal


def _takes_up_space(node: object) -> bool:
    """A node ends with its last word, not with the line."""
    return not (isinstance(node, Token) and node.type in LAYOUT)
