"""What is made of `rules.lark`: Lark's parser and the scanner that finds its words, one of each for the whole process.

Comes in: the grammar and the keywords.  Goes out: the `Lark` and its `Scanner`.  The parser takes a second to make, so
it comes with the package, where that was built (`hatch_build.py`), and is else made once and kept; both under a name
that changes with all that it is made of.  What is done with it is decided by `lexing` and `reading`; nothing outside
this folder sees it.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import lark
from lark import Lark, Token
from lark.lexer import PatternRE, TerminalDef
from lark.parsers.lalr_analysis import Action, Shift

from rulelang import kept
from rulelang.syntax import keywords
from rulelang.syntax.scanning import Scanner, Terminal

_SOURCES = ("grammar.py", "keywords.py", "rules.lark")
BUILT = Path(__file__).with_name("parser.bin")
"""The file that the package comes with: the name of a parser, and the parser."""
_LAYOUT = ("_NL", "_INDENT", "_DEDENT")


class _AlwaysAccepted:
    """Tells Lark which terminals no rule may name; `lexing` does the rest."""

    always_accept = ("_NL", "CITE")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


@cache
def parser() -> Lark:
    """The parser, as the package came with it, as it was kept, or made anew."""
    name = _name()
    content = _built(name) or kept.fetch(name)
    if content is not None:
        found: Lark = pickle.loads(content)
        return found
    made = build()
    kept.keep(name, _written(made))
    return made


def write(path: Path) -> None:
    """Write the file that the package comes with."""
    made = build()
    _number(made.parser.parser._parse_table)
    path.write_bytes(_name().encode() + b"\n" + _written(made))


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
        start=["module", "items"],
        postlex=_AlwaysAccepted(),
        edit_terminals=_whole_word,
        propagate_positions=_takes_up_space,
        maybe_placeholders=True,
        **options,
    )


def _built(name: str) -> bytes | None:
    """The parser that the package came with, if it is of this name."""
    with suppress(FileNotFoundError):
        written, _, content = BUILT.read_bytes().partition(b"\n")
        return content if written == name.encode() else None
    return None


def _number(table: Any) -> None:
    """Number the states as they are reached, word by word, so that each build of a package numbers them alike: Lark
    takes them as sets happen to be ordered.
    """
    states = list(table.start_states.values())
    numbers = {state: number for number, state in enumerate(states)}
    for state in states:
        for _, (action, to) in sorted(table.states[state].items()):
            if action is Shift and to not in numbers:
                numbers[to] = len(numbers)
                states.append(to)
    table.states = {
        numbers[state]: {
            word: (action, numbers[to] if action is Shift else to)
            for word, (action, to) in sorted(table.states[state].items())
        }
        for state in states
    }
    table.start_states = {name: numbers[state] for name, state in table.start_states.items()}
    table.end_states = {name: numbers[state] for name, state in table.end_states.items()}


class _Writer(pickle.Pickler):
    """Writes by their names what there must be only one of: modules, of which Lark holds the one that finds its words,
    and the two actions of its tables.
    """

    def reducer_override(self, part: object) -> Any:
        if isinstance(part, ModuleType):
            return import_module, (part.__name__,)
        return part.name if isinstance(part, Action) else NotImplemented


def _written(made: Lark) -> bytes:
    """Not as Lark itself would save it, which takes three times as long to load."""
    file = BytesIO()
    _Writer(file).dump(made)
    return file.getvalue()


def _name() -> str:
    """A name for what these files and this edition of Lark make."""
    here = Path(__file__).parent
    made_of = b"".join((here / name).read_bytes() for name in _SOURCES)
    return f"parser-{sha256(lark.__version__.encode() + made_of).hexdigest()[:24]}.bin"


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
