"""Drives the parser through a text, and past its mistakes.

Comes in: a text.  Goes out: a Lark tree of all that could be understood, and the mistakes, each once.  After a mistake
the sentence that holds it is taken back, as if it had not been written; reading goes on with the next one in the same
block.  The block beneath a broken sentence is read all the same: beneath something whole that stands in for the
sentence, or as if its lines stood further out.  `…` is the name of what could not be read.  Wording is left to
`syntax_errors`.

The tables and the stack of the parser are Lark's, spelled as public but not described: lark is pinned, and the tests of
this folder would notice a change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen
from lark import Token, Tree, UnexpectedToken
from lark.parsers.lalr_analysis import Shift

from rulelang.syntax import grammar, keywords
from rulelang.syntax.lexing import EndOfSentence, Lexing, Misread

if TYPE_CHECKING:
    from lark.parsers.lalr_parser_state import ParserState

MOST_LEVELS = 40
MOST_MISTAKES = 100
_SOFT_TERMINALS = frozenset(word.upper() for word in keywords.soft() if word not in keywords.guarded())


@frozen
class Mistake:
    """One mistake: `kind` names what is not a matter of grammar; for the rest, what was found and what would have
    been accepted in its place."""

    kind: str
    token: Token
    state: int
    accepted: frozenset[str]
    first: Token | None  # the first word of the sentence
    opener: Token | None  # the first word of the statement
    previous: Token | None  # the last word before the mistake


@define
class _Level:
    """An open block: its indentation, and the height of the stack before the sentence that opened it."""

    width: int
    height: int
    flat: bool = False  # no block of the grammar: its sentences are read as if they stood further out


@frozen
class Reading:
    """What became of a text; `cites` are the citations, by the place of the first word of their sentence."""

    tree: Tree[Token] | None
    mistakes: tuple[Mistake, ...]
    comments: tuple[Token, ...]
    cites: dict[int, tuple[str, ...]]


def read(text: str) -> Reading:
    """Read a whole text; never raises."""
    return _Reader.of(text).read()


# What is read in the place of a broken sentence that opens a block, so that the block can be read as what it is.
_STAND_INS = {
    "AFTER": "AFTER NAME COLON",
    "BEFORE": "BEFORE NAME COLON",
    "CARDS": "CARDS NAME COLON",
    "DEFINE": "DEFINE NAME EQUAL NAME",
    "ELSE": "ELSE COLON",
    "ELSE IF": "ELSE IF NAME COLON",
    "FOR": "FOR EACH NAME COLON",
    "IF": "IF NAME COLON",
    "INSTEAD": "INSTEAD OF NAME COLON",
    "KIND": "KIND NAME COLON",
    "PAYOFF": "PAYOFF NAME EQUAL NAME",
    "PLAY": "PLAY COLON",
    "PLAYERS": "PLAYERS COLON",
    "REPEAT": "REPEAT COLON",
    "SCENARIO": "SCENARIO STRING COLON",
    "SETUP": "SETUP COLON",
    "STALEMATE": "STALEMATE COLON",
    "STATE": "STATE COLON",
    "TABLE": "TABLE NAME COLON",
    "TO": "TO NAME COLON",
    "TURNS": "TURNS FROM NAME COLON",
    "VARIANT": "VARIANT STRING COLON",
    "WHENEVER": "WHENEVER NAME COLON",
}
_UNREAD = {"NAME": "…", "STRING": '"…"'}


@define
class _Reader:
    parser: ParserState[int]
    lexing: Lexing
    mistakes: list[Mistake] = field(factory=list)
    levels: list[_Level] = field(factory=lambda: [_Level(0, 1)])
    height: int = 1  # of the stack before the sentence that is being read
    broken: bool = False  # the sentence has been taken back
    orphans: bool = False  # what stands here may be the block that an empty one above should have

    @classmethod
    def of(cls, text: str) -> _Reader:
        interactive = grammar.parser().parse_interactive(text)
        lexer: Any = interactive.lexer_thread.lexer
        state: Any = interactive.lexer_thread.state
        return cls(interactive.parser_state, Lexing(text, lexer.lexer, state))

    def read(self) -> Reading:
        self._indent(self.lexing.first_width())
        while len(self.mistakes) < MOST_MISTAKES:
            match self.lexing.next(self.parser, self.levels[-1].width):
                case None:
                    break
                case EndOfSentence() as end:
                    self._end_sentence(end)
                case Misread(kind=kind, token=token):
                    self._report(token, kind)
                    self._take_back()
                case Token() as token if token is self.lexing.first:
                    self._first_word(token)
                case Token() as token:
                    self._word(token)
        return Reading(self._finish(), tuple(self.mistakes), tuple(self.lexing.comments), self.lexing.cites)

    # ------------------------------------------------------------ words

    def _first_word(self, token: Token) -> None:
        if token.type in _SOFT_TERMINALS and not self._accepts(token.type):
            token = Token.new_borrow_pos("NAME", str(token), token)
        if self._accepts(token.type):
            self.parser.feed_token(token)
            self.height = len(self.parser.state_stack) - 1
            self.orphans = False
            return
        if not self.orphans:
            self._report(token)
        self._take_back()

    def _word(self, token: Token) -> None:
        try:
            self.parser.feed_token(token)
        except UnexpectedToken:
            self._report(token)
            self._take_back()

    def _take_back(self) -> None:
        """Undo the sentence and pass over the rest of it."""
        self._cut(self.height)
        self.lexing.skip_sentence(self.levels[-1].width)
        self.broken = True

    # ------------------------------------------------------------ ends of sentences, blocks

    def _end_sentence(self, end: EndOfSentence) -> None:
        deeper = end.width > self.levels[-1].width
        if not self.broken:
            self._feed_end(Token("_NL", "", end.at, end_pos=end.at), deeper)
        if not self.broken and not deeper and set(self._actions()) == {"_INDENT"}:
            self._report(self._last_word(), "nothing beneath")
            self._cut(self.height)
            self.orphans = True
        first = self.lexing.first
        self.lexing.begin_sentence()
        if deeper and self.broken and first is not None:
            self._stand_in(first)
        if deeper:
            self._indent(end.width)
        else:
            self._dedent(end.width)
        self.broken = False
        self.height = len(self.parser.state_stack)

    def _feed_end(self, newline: Token, deeper: bool) -> None:
        if deeper and not self._accepts("_NL") and self._accepts("COLON"):
            self._report(newline, "missing colon")
            self.parser.feed_token(Token.new_borrow_pos("COLON", ":", newline))
        try:
            self.parser.feed_token(newline)
        except UnexpectedToken:
            self._report(newline)
            self._cut(self.height)
            self.broken = True

    def _stand_in(self, first: Token) -> None:
        """Read something whole in place of a broken sentence that opens a block."""
        kind = first.type
        if kind == "ELSE" and self.lexing.follows(first, "if"):
            kind = "ELSE IF"
        for terminal in [*_STAND_INS.get(kind, "").split(), "_NL"]:
            if not self._accepts(terminal):
                self._cut(self.height)
                return
            text = _UNREAD.get(terminal, terminal.lower())
            self.parser.feed_token(Token(terminal, text, first.start_pos, end_pos=first.start_pos))
        self.broken = False

    def _indent(self, width: int) -> None:
        """Enter a block that stands `width` further in; where none may begin, read or skip what is there."""
        if width <= self.levels[-1].width:
            return
        if not self.broken and self._accepts("_INDENT") and len(self.levels) <= MOST_LEVELS:
            self.levels.append(_Level(width, self.height))
            self.parser.feed_token(self._here("_INDENT"))
            return
        if not self.broken:
            self._report(self._here("_INDENT"), "too deep" if self._accepts("_INDENT") else "unexpected")
        if self._accepts("SHUFFLE") or not self.broken:
            self.levels.append(_Level(width, self.height, flat=True))
        else:
            self._dedent(self.lexing.skip_block(self.levels[-1].width))

    def _dedent(self, width: int) -> None:
        if all(level.width != width for level in self.levels):
            self._report(self._here("_BADINDENT"), "bad indent")
            width = min(level.width for level in self.levels if level.width > width)
        while self.levels[-1].width > width:
            level = self.levels.pop()
            if level.flat:
                continue
            if self._accepts("_DEDENT"):
                self.parser.feed_token(self._here("_DEDENT"))
            else:
                self._cut(level.height)

    def _finish(self) -> Tree[Token] | None:
        end = self._here("$END")
        if not self._accepts("$END"):
            return None
        tree: Tree[Token] = self.parser.feed_token(end, is_end=True)
        return tree

    # ------------------------------------------------------------ the stack of the parser

    def _actions(self) -> dict[str, Any]:
        actions: dict[str, Any] = self.parser.parse_conf.states[self.parser.position]
        return actions

    def _accepts(self, terminal: str) -> bool:
        """Whether this may come next, without doing it: LALR tables alone are too hopeful."""
        conf = self.parser.parse_conf
        stack = list(self.parser.state_stack)
        while (action := conf.states[stack[-1]].get(terminal)) is not None:
            kind, argument = action
            if kind is Shift:
                return True
            if argument.expansion:
                del stack[-len(argument.expansion) :]
            stack.append(conf.states[stack[-1]][argument.origin.name][1])
            if terminal == "$END" and stack[-1] == conf.end_state:
                return True
        return False

    def _cut(self, height: int) -> None:
        del self.parser.state_stack[height:]
        del self.parser.value_stack[height - 1 :]

    # ------------------------------------------------------------ mistakes

    def _report(self, token: Token, kind: str = "unexpected") -> None:
        accepted = frozenset(name for name in self._actions() if not name.islower() and self._accepts(name))
        words = self.lexing
        previous = words.before if token is words.previous else words.previous
        self.mistakes.append(Mistake(kind, token, self.parser.position, accepted, words.first, words.opener, previous))

    def _here(self, kind: str) -> Token:
        at = self.lexing.position
        return Token(kind, "", at, end_pos=at)

    def _last_word(self) -> Token:
        return self.lexing.previous or self._here("_NL")
