"""Lines, indentation, comments and what editors leave behind."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest

from rulelang.source import Source
from rulelang.syntax import model as ast
from rulelang.syntax.parser import parse

Module = Callable[[str], ast.Module]
Found = Callable[[str], list[tuple[int, str]]]

BLOCK = """rules 1
game "X"
setup:
    move every card to deck
    if a:
        shuffle deck
        lay
    else: lay
play: lay
"""


def test_the_tree_does_not_depend_on_the_depth_of_indentation(module: Module) -> None:
    assert module(BLOCK.replace("    ", "  ")) == module(BLOCK)
    assert module(BLOCK.replace("        lay", "        lay").replace("    ", "       ")) == module(BLOCK)


@pytest.mark.parametrize("ending", ["\r\n", "\r", "\n"])
def test_line_ends_of_all_systems(module: Module, ending: str) -> None:
    assert module(BLOCK.replace("\n", ending)) == module(BLOCK)


def test_byte_order_mark(module: Module) -> None:
    assert module("\ufeff" + BLOCK) == module(BLOCK)


def test_accents_in_two_parts(module: Module) -> None:
    text = "define é = café\n"
    assert module(unicodedata.normalize("NFD", text)) == module(text)


@pytest.mark.parametrize("end", ["", "\n", "\n\n\n", "   ", "\n    ", "  # done", "\n# done", "\n    # done\n"])
def test_the_end_of_the_text(module: Module, end: str) -> None:
    assert module(BLOCK.rstrip("\n") + end).declarations == module(BLOCK).declarations


@pytest.mark.parametrize("text", ["", "\n", "   ", "# nothing", "\n\n# nothing\n", "    # nothing"])
def test_a_text_without_declarations(module: Module, text: str) -> None:
    assert module(text).declarations == ()


def test_comments_stand_anywhere(module: Module) -> None:
    commented = """# first
rules 1 # one
game "X"

# at the margin
setup: # why
# at the margin, as first line of a block
    move every card to deck#close
# at the margin, within a block
        # further in
    if a: # x
    # further out
        shuffle deck
        lay

    else: lay
  # out of step
play: lay
# last"""
    read = module(commented)
    assert read.declarations == module(BLOCK).declarations
    assert len(read.comments) == 12
    assert [c.text for c in read.comments[:3]] == ["# first", "# one", "# at the margin"]
    for comment in read.comments:
        assert commented[comment.span.start : comment.span.end] == comment.text


def test_a_hash_in_a_text_or_a_cell_is_no_comment(module: Module) -> None:
    read = module('game "X # 1"\ntable f(x):\n    | "a # b" | 1 |   # yes | no |\n')
    assert [c.text for c in read.comments] == ["# yes | no |"]
    assert isinstance(read.declarations[1], ast.Table)
    assert [cell.text for cell in read.declarations[1].rows[0].cells] == ['"a # b"', "1"]


LONG = "define x = count (card in hand where card.rank is led and card.suit is a or b)"


@pytest.mark.parametrize(
    "text",
    [
        "define x =\n    a + b * c",
        "define x = a +\n    b * c",
        "define x = a + b *\n\n    c",
        "define x = a + # why\n    # and why not\n    b * c",
        "define x = (\n    a + b * c\n)",
        "define x = (a\n    + b\n    * c)",
    ],
)
def test_a_sentence_goes_on_behind_signs_and_in_brackets(module: Module, text: str) -> None:
    assert module(text).declarations == module("define x = a + b * c").declarations


@pytest.mark.parametrize(
    "text",
    [
        "define x = a and\n    b and c",
        "define x = a\n    and b and c",
        "define x = a\n    and b\n    and c",
        "define x = a\n\n    # a remark\n\n    and b # another\n  and c",
        "define x = a\nand b\nand c",
    ],
)
def test_a_sentence_goes_on_before_and(module: Module, text: str) -> None:
    assert module(text).declarations == module("define x = a and b and c").declarations


def test_where_has_and_else_go_on(module: Module) -> None:
    broken = 'to x:\n    pick card\n        where a\n    needs every card\n      has b\n      else "No."\n'
    whole = 'to x:\n    pick card where a\n    needs every card has b else "No."\n'
    assert module(broken) == module(whole)


def test_lists_go_on_behind_commas(module: Module) -> None:
    assert module("kind X: a,\n    b,\n    c\n") == module("kind X: a, b, c\n")
    assert module("setup: choose a,\n     b, if none: c\n") == module("setup: choose a, b, if none: c\n")
    assert module("setup:\n    for each x where a,\n      by highest b: c\n") == module(
        "setup: for each x where a, by highest b: c\n"
    )


def test_else_is_no_continuation(module: Module) -> None:
    read = module("setup:\n    if a: b\n    else: c\n").declarations[0]
    assert isinstance(read, ast.Setup)
    assert isinstance(read.body[0], ast.If)
    assert len(read.body[0].otherwise) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("define x = a and\ndefine y = b\n", [(1, "RL0100")]),
        ("define x =\n\ndefine y = b\n", [(1, "RL0100")]),
        ("kind X: a,\nkind Y: b, c\n", [(1, "RL0100")]),
        ("setup:\n    set x to (a\n    set y to b\n", [(2, "RL0110")]),
        ("setup:\n    set x to (a\nplay: lay\n", [(2, "RL0110")]),
        (" rules 1\n", [(1, "RL0107")]),
        ("  rules 1\n  players 2\n", [(1, "RL0107")]),
        ("setup:\n        a\n    b\n", [(3, "RL0106")]),
        ("setup:\n    if a:\n            b\n        c\n    d\n", [(4, "RL0106")]),
    ],
)
def test_what_does_not_go_on(found: Found, text: str, expected: list[tuple[int, str]]) -> None:
    assert found(text) == expected


def test_tabs_are_told_once_and_read_all_the_same() -> None:
    text = "setup:\n\tmove every card to deck\n\tif a:\n\t\tshuffle deck\n        lay\n"
    read, diagnostics = parse(Source("x", text))
    assert [d.code for d in diagnostics] == ["RL0030"]
    assert isinstance(read.declarations[0], ast.Setup)
    assert isinstance(read.declarations[0].body[1], ast.If)
    assert len(read.declarations[0].body[1].arms[0][1]) == 2


def test_a_tab_between_words_is_a_space(module: Module) -> None:
    assert module("setup: move\ta to\tb\n") == module("setup: move a to b\n")


def test_a_space_that_does_not_break_is_a_space(module: Module) -> None:
    assert module("setup:\n\u00a0\u00a0\u00a0\u00a0move a\u00a0to b\n") == module("setup:\n    move a to b\n")


def test_curly_quotes_are_told_and_read_as_straight_ones() -> None:
    source = Source("x", "game “Fürst”\nscenario “y”:\n    when A’s turn begins\n")
    read, diagnostics = parse(source)
    assert [(d.code, source.position(d.span.start)[0]) for d in diagnostics if d.span] == [
        ("RL0031", 1), ("RL0031", 2), ("RL0031", 3),
    ]  # fmt: skip
    assert read.declarations[0] == ast.Game(title="Fürst", span=read.span)


def test_curly_quotes_within_a_text_are_the_authors(module: Module) -> None:
    assert module('game "“X” ’n ‘Y’" # “so”\n').declarations[0] == ast.Game(title="“X” ’n ‘Y’", span=module("").span)


def test_invisible_characters() -> None:
    read, diagnostics = parse(Source("x", 'rules\u200b 1\ngame\x00 \x00"X"\n'))
    assert [d.code for d in diagnostics] == ["RL0032", "RL0032"]
    assert "U+200B" in diagnostics[0].message
    assert len(read.declarations) == 2


def test_letters_of_two_alphabets_are_a_warning() -> None:
    read, [diagnostic] = parse(Source("x", "define sсore = 3\ndefine y = sсore\n"))
    assert (diagnostic.code, diagnostic.is_error) == ("RL0035", False)
    assert len(read.declarations) == 2


@pytest.mark.parametrize("word", ["größe", "счёт", "μήκος", "得点", "año"])
def test_names_in_one_alphabet_are_fine(module: Module, word: str) -> None:
    module(f"define {word} = 3\n")


def test_what_is_too_long_is_not_read() -> None:
    assert [d.code for d in parse(Source("x", "x" * 500_001))[1]] == ["RL0033"]
    assert [d.code for d in parse(Source("x", "rules 1\n" + "x " * 3000 + "\nplayers 2"))[1]] == ["RL0034"]
