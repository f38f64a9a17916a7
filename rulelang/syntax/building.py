"""The parser that Lark makes of `rules.lark`, and the tables that are taken from it.

Comes in: the grammar and the keywords.  Goes out: `Tables`.  This is the one module that needs Lark, and it is imported
only where no tables have been kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark import Lark, Token
from lark.grammar import Rule as LarkRule
from lark.lexer import PatternRE, TerminalDef
from lark.parsers.lalr_analysis import Shift

from rulelang.syntax import keywords
from rulelang.syntax.tables import Rule, State, Tables, Terminal


class _AlwaysAccepted:
    """Tells Lark which terminals no rule may name; `lexing` does the rest."""

    always_accept = ("_NL", "CITE")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


def build(lexer: str = "basic", **options: Any) -> Lark:
    """A parser made afresh; its own lexer is not used, and tests alone ask for one that can be."""
    return Lark(
        keywords.grammar_text().replace("%RESERVED%", "|".join(keywords.reserved())),
        parser="lalr",
        lexer=lexer,
        start="module",
        postlex=_AlwaysAccepted(),
        edit_terminals=_whole_word,
        maybe_placeholders=True,
        **options,
    )


def _whole_word(terminal: TerminalDef) -> TerminalDef:
    """Find keywords as whole words only, and before names."""
    words = _words(terminal, terminal.pattern.value.removeprefix("(?:").removesuffix(")").split("|"))
    if words:
        found = "|".join(keywords.pattern(word, words[word]) for word in sorted(words, key=len, reverse=True))
        terminal.pattern = PatternRE(f"(?:{found})", terminal.pattern.flags, raw=" ".join(words))
        terminal.priority = 2
    return terminal


def _words(terminal: TerminalDef, written: list[str]) -> dict[str, tuple[str, ...]]:
    """The words of a keyword, each with what may stand behind it; nothing for other terminals."""
    if not all(word in keywords.all_words() for word in written):
        return {}
    return {word: () if terminal.name == "ROUNDING" else keywords.behind(word) for word in written}


def tables(made: Lark) -> Tables:
    """The tables of a parser.  They are spelled as public but not described: lark is pinned."""
    parser: Any = made.parser.parser
    table = parser._parse_table
    numbers = {rule: number for number, rule in enumerate(made.rules)}
    states: list[State] = [{} for _ in table.states]
    for state, actions in table.states.items():
        for name, (action, argument) in actions.items():
            states[state][name] = argument if action is Shift else -1 - numbers[argument]
    in_order = sorted(made.terminals, key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name))
    return Tables(
        states,
        table.start_states["module"],
        table.end_states["module"],
        [_rule(rule) for rule in made.rules],
        [Terminal(t.name, t.pattern.to_regexp(), _words(t, (t.pattern.raw or "").split())) for t in in_order],
    )


def _rule(rule: LarkRule) -> Rule:
    options: Any = rule.options
    empty = "".join(str(int(absent)) for absent in options.empty_indices)
    absent = [len(run) for run in empty.split("0")] if empty else [0] * (len(rule.expansion) + 1)
    parts: list[tuple[int, int, bool]] = []
    gaps = 0
    for number, symbol in enumerate(rule.expansion):
        gaps += absent[number]
        inlined = not symbol.is_term and symbol.name.startswith("_")
        if options.keep_all_tokens or not (symbol.is_term and getattr(symbol, "filter_out", False)):
            parts.append((number, gaps, inlined))
            gaps = 0
    gaps += absent[-1]
    plain = not gaps and [(number, 0, False) for number in range(len(rule.expansion))] == parts
    single = bool(options.expand1) and not rule.alias
    name = rule.alias or rule.origin.name
    hands_on = single and plain and len(rule.expansion) == 1
    return Rule(rule.origin.name, len(rule.expansion), name, single, None if plain else parts, gaps, hands_on)
