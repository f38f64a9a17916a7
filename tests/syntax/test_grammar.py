"""The grammar has no conflicts, its words are what `keywords` says, and every one of them has words in messages."""

from __future__ import annotations

from functools import cache

from lark import Lark
from lark.parsers.lalr_analysis import Shift

from rulelang.syntax import grammar, keywords, terminals
from rulelang.syntax import model as ast
from rulelang.syntax.ebnf import ebnf
from rulelang.syntax.from_tree import _Modules
from rulelang.syntax.from_tree.builder import LISTS, plan
from rulelang.syntax.mistakes.syntax_errors import learned_examples


@cache
def strict() -> Lark:
    return grammar.build("contextual", strict=True)


def test_no_conflicts_and_no_terminals_that_overlap() -> None:
    assert strict().terminals


def test_every_word_is_reserved_or_soft() -> None:
    reserved, soft = set(keywords.reserved()), set(keywords.soft())
    assert not reserved & soft
    assert reserved | soft == set(keywords.all_words())
    assert len(reserved) == 31
    assert {"move", "show", "add", "first", "count", "game", "table", "highest"} <= soft


def test_a_soft_word_that_competes_with_a_name_is_told_from_it_by_what_follows() -> None:
    """Where the parser can take a name and a soft word, the word needs a guard."""
    states = strict().parser.parser._parse_table.states.values()  # type: ignore[attr-defined]
    shifts = [{name for name, action in state.items() if action[0] is Shift} for state in states]
    competing = {name.lower() for names in shifts if "NAME" in names for name in names}
    soft = set(keywords.soft())
    assert competing & soft, "nothing competes: this test looks in the wrong place"
    assert competing & soft <= keywords.guarded()


def test_every_terminal_has_words() -> None:
    hidden = {"COMMENT", "_SPACE", "_CONTINUED"}  # never expected, never found
    for terminal in {terminal.name for terminal in grammar.parser().terminals} - hidden:
        assert terminals.words_for(terminal), terminal


def test_each_rule_becomes_something() -> None:
    """A method, a list, or the class of its name, which has a field for each of its parts."""
    rules = [rule for rule in grammar.parser().rules if rule.alias or not rule.options.expand1]
    made = {str(rule.alias or rule.origin.name) for rule in rules} - {"module"} - LISTS
    planned = {rule for rule in made if not rule.startswith("_") and not hasattr(_Modules, rule)}
    assert len(planned) > 60
    for rule in sorted(planned):
        assert issubclass(plan(rule).made, ast.Node), rule


def test_a_long_list_of_what_was_expected_is_cut() -> None:
    assert terminals.either(["a", "b", "c", "d", "e"]) == "a, b, c or something else"
    assert terminals.either(["a"]) == "a"


def test_examples_of_mistakes_have_one_mistake_each_and_agree() -> None:
    table: dict[tuple[int, str], str] = {}
    for code, text, mistakes in learned_examples():
        assert len(mistakes) == 1, text
        key = (mistakes[0].state, mistakes[0].token.type)
        assert table.setdefault(key, code) == code, text


def test_ebnf_has_every_rule_once_and_nothing_of_lark() -> None:
    text = ebnf()
    names = [line.split(" ::=")[0] for line in text.splitlines() if " ::= " in line]
    assert len(names) == len(set(names))
    assert {"module", "move-every", "scenario", "binding", "NAME"} <= set(names)
    assert "->" not in text
    assert "_NL" not in text
    assert '"move" "every"' in text
    assert "%" not in text


def test_ebnf_defines_what_it_uses() -> None:
    import re

    text = re.sub(r'"[^"]*"|\?.*?\?$|\(\*.*?\*\)', " ", ebnf(), flags=re.MULTILINE)
    names = set(re.findall(r"^([A-Za-z_-]+) ::=", text, re.MULTILINE))
    used = set(re.findall(r"[A-Za-z][A-Za-z_-]*", text))
    assert used - names == {"END_OF_LINE", "FURTHER_IN", "BACK_OUT"}
