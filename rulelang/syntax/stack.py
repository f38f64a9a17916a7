"""Lark's parser, with what reading on past a mistake needs.

Comes in: words, one by one.  Goes out: whether each fits, and at the end the tree of the whole text.  Which words are
fed, and what becomes of a text with mistakes, is left to `reading`.  That the stack of Lark's parser can be cut is
spelled as public but not described: lark is pinned, and the tests of this folder would notice a change.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

from attrs import define
from lark import Lark, Token, Tree, UnexpectedToken
from lark.parsers.lalr_parser_state import ParserState

END = "$END"


@define
class Stack:
    """What has been read and is not yet part of something larger: a state for each part, and one beneath them all."""

    _parser: Any  # an `InteractiveParser`, half of which has no types
    _trial: Any  # how to go on without making trees

    @classmethod
    def empty(cls, made: Lark, start: str = "module") -> Stack:
        """Nothing has been read of what `start` names in the grammar."""
        parser = made.parse_interactive("", start)
        trial = copy(parser.parser_state.parse_conf)
        trial.callbacks = {}
        return cls(parser, trial)

    @property
    def state(self) -> int:
        """The number of the state on top."""
        number: int = self._parser.parser_state.position
        return number

    @property
    def height(self) -> int:
        """How many states there are."""
        return len(self._parser.parser_state.state_stack)

    def next(self) -> Mapping[str, object]:
        """What could come next; the tables alone are too hopeful, `accepts` knows."""
        choices: dict[str, object] = self._parser.choices()
        return choices

    def all_accepted(self) -> frozenset[str]:
        """Everything that may come next."""
        return frozenset(self._parser.accepts())

    def accepts(self, terminal: str) -> bool:
        """Whether this may come next, without doing it."""
        if terminal not in self.next():
            return False
        now = self._parser.parser_state
        trial = ParserState(self._trial, now.lexer, list(now.state_stack), list(now.value_stack))
        try:
            trial.feed_token(Token(terminal, ""), is_end=terminal == END)
        except UnexpectedToken:
            return False
        return True

    def feed(self, token: Token) -> bool:
        """Put a word on top, or say that it does not fit.  Rules that end before it are finished in any case."""
        try:
            self._parser.feed_token(token)
        except UnexpectedToken:
            return False
        return True

    def cut(self, height: int) -> None:
        """Forget what has been read since there were so many states."""
        state = self._parser.parser_state
        del state.state_stack[height:]
        del state.value_stack[height - 1 :]

    def finish(self, end: Token) -> Tree[Token] | None:
        """The tree of all that has been read; None if it cannot end here."""
        if not self.accepts(END):
            return None
        tree: Tree[Token] = self._parser.feed_token(end)
        return tree
