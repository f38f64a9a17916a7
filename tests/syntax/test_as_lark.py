"""Words and trees are those that Lark itself would find with the same tables."""

from __future__ import annotations

from collections.abc import Container
from functools import cache
from pathlib import Path
from typing import Any

import lark
import pytest

from rulelang.syntax import building, grammar, reading
from rulelang.syntax.reading import read
from rulelang.syntax.scanning import Scanner
from rulelang.syntax.stack import Stack
from rulelang.syntax.tables import Tables, from_text, to_text
from rulelang.syntax.tree import LAYOUT, Token, Tree

HERE = Path(__file__).parent
GAMES = Path(__file__).parents[2] / "games"
TEXTS = [HERE / "base.rules", HERE / "recovery.rules", GAMES / "library" / "kuhn.rules", GAMES / "werwars.rules"]


@cache
def made() -> lark.Lark:
    def takes_up_space(node: object) -> bool:
        return not (isinstance(node, lark.Token) and node.type in LAYOUT)

    return building.build("contextual", propagate_positions=takes_up_space)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_words(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = path.read_text(encoding="utf-8")
    thread: Any = made().parse_interactive(text).lexer_thread
    contextual: Any = thread.lexer.lexer
    tables = building.tables(made())  # the states of two parsers have different numbers
    monkeypatch.setattr(grammar, "tables", lambda: tables)
    states = {id(state): number for number, state in enumerate(tables.states)}
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

    def both(self: Scanner, text: str, position: int, accepted: Container[str]) -> Token | int:
        nonlocal seen
        seen += 1
        found, expected = ours(self, text, position, accepted), as_lark(accepted, position)
        if isinstance(found, Token):
            assert expected is not None
            assert (found.type, str(found), found.start, found.end) == (
                expected.type, str(expected), expected.start_pos, expected.end_pos,
            )  # fmt: skip
        else:
            assert expected is None
        return found

    monkeypatch.setattr(Scanner, "next", both)
    read(text)
    assert seen > 50


@pytest.mark.parametrize("path", [path for path in TEXTS if path.name != "recovery.rules"], ids=lambda path: path.name)
def test_trees(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fed: list[Token] = []
    ours = Stack.feed

    def noted(self: Stack, token: Token) -> bool:
        fed.append(token)
        return ours(self, token)

    monkeypatch.setattr(Stack, "feed", noted)
    found = read(path.read_text(encoding="utf-8"))
    assert not found.mistakes
    state = made().parse_interactive("").parser_state
    for token in fed[:-1]:
        state.feed_token(lark.Token(token.type, str(token), token.start, 1, 1, 1, 1, token.end))
    assert fed[-1].type == "$END"
    expected = state.feed_token(lark.Token("$END", "", 0, 1, 1, 1, 1, 0), is_end=True)
    assert told(found.tree) == told(expected)


def told(part: Any) -> Any:
    """What a tree or word is, and where."""
    match part:
        case Tree():
            return part.data, part.start, part.end, [told(child) for child in part.children]
        case lark.Tree():
            place = (None, None) if part.meta.empty else (part.meta.start_pos, part.meta.end_pos)
            return str(part.data), *place, [told(child) for child in part.children]
        case None:
            return None
        case Token():
            return part.type, str(part), part.start, part.end
        case _:
            return part.type, str(part), part.start_pos, part.end_pos


def test_tables_survive_being_written_down() -> None:
    tables = building.tables(made())
    written = to_text(tables)
    again = from_text(written.encode())
    assert to_text(again) == written
    assert isinstance(again, Tables)
    assert again.states == tables.states


@pytest.mark.parametrize("damage", ["no file", "cut off", "a digit changed", "somebody else's name"])
def test_kept_tables_that_are_damaged_are_made_again(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulelang.kept.user_cache_dir", lambda *_, **__: str(tmp_path))
    monkeypatch.setattr(building, "build", made)
    grammar.tables.cache_clear()
    grammar.tables()
    [file] = tmp_path.iterdir()
    whole = file.read_bytes()
    match damage:
        case "no file":
            file.unlink()
        case "cut off":
            file.write_bytes(whole[:-100])
        case "a digit changed":
            file.write_bytes(whole[:-50] + bytes([whole[-50] ^ 1]) + whole[-49:])
        case _:
            file.write_bytes(b"0" * 64 + b"\n[]")
    grammar.tables.cache_clear()
    reading._scanner.cache_clear()
    assert grammar.tables().states
    assert file.read_bytes() == whole
    grammar.tables.cache_clear()
    reading._scanner.cache_clear()
