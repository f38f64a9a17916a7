"""The parser that Lark makes of `rules.lark`.

Comes in: the grammar and the keywords.  Goes out: one `Lark` for the whole process.  Its tables take a second to make,
so they are kept in the user's cache folder, under a name that changes with the grammar.  What it is fed is decided by
`lexing` and `reading`; nothing outside this folder sees it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import lark
from lark import Lark, Token
from lark.lexer import PatternRE, PatternStr, TerminalDef
from platformdirs import user_cache_dir

from rulelang.syntax import keywords

LAYOUT = ("_NL", "_INDENT", "_DEDENT")


class _AlwaysAccepted:
    """Tells the contextual lexer which terminals it may find anywhere; `lexing` does the rest."""

    always_accept = ("_NL", "CITE")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


@cache
def parser() -> Lark:
    """The parser, from the cache where there is one."""
    kept = _cache_file()
    try:
        with kept.open("rb") as file:
            return Lark.load(file)
    except Exception:  # whatever is wrong with a kept table (most often: there is none), it can be made again
        made = build()
        _keep(made, kept)
        return made


def _cache_file() -> Path:
    versions = f"{lark.__version__} {sys.version} {Path(__file__).read_text(encoding='utf-8')}"
    key = sha256(f"{versions} {keywords.grammar_text()} {keywords.patterns()}".encode()).hexdigest()
    return Path(user_cache_dir("rulelang")) / f"grammar-{key[:24]}.tables"


def _keep(made: Lark, path: Path) -> None:
    """Write the tables aside and move them into place, so that nobody reads half of them."""
    with suppress(OSError):  # a home that cannot be written to costs a second each time, no more
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, delete=False) as file:
            made.save(file)
        Path(file.name).replace(path)


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
