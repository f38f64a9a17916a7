"""Words are those that Lark's own lexer would find."""

from __future__ import annotations

from collections.abc import Container
from functools import cache
from pathlib import Path
from typing import Any

import lark
import pytest

from rulelang.syntax import grammar
from rulelang.syntax.places import end_of, start_of
from rulelang.syntax.reading import read
from rulelang.syntax.scanning import Scanner

HERE = Path(__file__).parent
GAMES = Path(__file__).parents[2] / "games"
TEXTS = [HERE / "base.rules", HERE / "recovery.rules", GAMES / "library" / "kuhn.rules", GAMES / "werwars.rules"]


@cache
def made() -> lark.Lark:
    return grammar.build("contextual")


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_words(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = path.read_text(encoding="utf-8")
    parser: Any = made().parse_interactive(text, "module")
    thread = parser.lexer_thread
    contextual = thread.lexer.lexer
    monkeypatch.setattr(grammar, "parser", made)  # the states of two parsers have different numbers
    states = {id(state): number for number, state in parser.parser_state.parse_conf.states.items()}
    seen = 0

    def as_lark(accepted: Any, position: int) -> lark.Token | None:
        thread.state.line_ctr.char_pos = position
        for lexer in (contextual.lexers[states[id(accepted)]], contextual.root_lexer):
            try:
                found: lark.Token = lexer.next_token(thread.state, None)
            except lark.UnexpectedCharacters:
                continue
            except EOFError:
                break
            return found
        return None

    ours = Scanner.next

    def both(self: Scanner, text: str, position: int, accepted: Container[str]) -> lark.Token | int:
        nonlocal seen
        seen += 1
        found, expected = ours(self, text, position, accepted), as_lark(accepted, position)
        if isinstance(found, lark.Token):
            assert expected is not None
            assert (found.type, str(found), start_of(found), end_of(found)) == (
                expected.type, str(expected), start_of(expected), end_of(expected),
            )  # fmt: skip
        else:
            assert expected is None
        return found

    monkeypatch.setattr(Scanner, "next", both)
    read(text)
    assert seen > 50
