"""Drives the parser through a text, and past its mistakes.

Comes in: a text.  Goes out: a tree of all that could be understood, and the mistakes, each once.  After a mistake
the sentence that holds it is taken back, as if it had not been written; reading goes on with the next one in the same
block.  The block beneath a broken sentence is read all the same: beneath something whole that stands in for the
sentence, or as if its lines stood further out.  `…` is the name of what could not be read.  Wording is left to
`syntax_errors`.
"""

from __future__ import annotations

from attrs import define, field
from lark import Token, Tree

from rulelang.nodes import frozen
from rulelang.syntax import grammar, keywords, terminals
from rulelang.syntax.lexing import EndOfSentence, Lexing, Misread
from rulelang.syntax.places import end_of, new_word, start_of
from rulelang.syntax.stack import END, Stack

MOST_LEVELS = 40
MOST_MISTAKES = 100
_HEAD = ("PICK", "NEEDS")
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
    """An open block: its indentation, the height of the stack before the sentence that opened it, and its place."""

    width: int
    height: int
    start: int = 0
    flat: bool = False  # no block of the grammar: its sentences are read as if they stood further out
    slanted: set[int] = field(factory=set)  # other indentations of lines that are read as if they belonged to it
    lost: bool = False  # a sentence in it could not be read
    lost_last: bool = False  # and it was the last one


@frozen
class Reading:
    """What became of a text

    `sentences` are the words of each that could be read, in order; `cites` the citations, by the place of the first
    word of their sentence; `unread` the places (where they begin and end) of what has been taken back.
    """

    tree: Tree[Token] | None
    sentences: tuple[tuple[Token, ...], ...]
    mistakes: tuple[Mistake, ...]
    comments: tuple[Token, ...]
    cites: dict[int, tuple[str, ...]]
    unread: tuple[tuple[int, int], ...]


def read(text: str) -> Reading:
    """Read a whole text; never raises."""
    return _Reader(Stack.empty(grammar.parser()), Lexing(text, grammar.scanner())).read()


def read_items(text: str) -> Tree[Token] | None:
    """Read values with commas between them, None where the text is anything else."""
    stack, words = Stack.empty(grammar.parser(), "items"), Lexing(text, grammar.scanner())
    while isinstance(word := words.next(stack.next(), 0), Token):
        if not stack.feed(word):
            return None
    return stack.finish(new_word(END, "", len(text), len(text))) if isinstance(word, EndOfSentence) else None


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
    stack: Stack
    lexing: Lexing
    mistakes: list[Mistake] = field(factory=list)
    levels: list[_Level] = field(factory=lambda: [_Level(0, 1)])
    height: int = 1  # of the stack before the sentence that is being read
    broken: bool = False  # the sentence has been taken back
    orphans: bool = False  # what stands here may be the block that an empty one above should have
    words: list[Token] = field(factory=list)  # of the sentence that is being read
    sentences: list[tuple[Token, ...]] = field(factory=list)
    unread: list[tuple[int, int]] = field(factory=list)
    excused: bool = False  # something has been said of the sentence that is being read

    def read(self) -> Reading:
        self._indent(self.lexing.first_width())
        while len(self.mistakes) < MOST_MISTAKES:
            match self.lexing.next(self.stack.next(), self.levels[-1].width):
                case None:
                    break
                case EndOfSentence() as ended:
                    self._end_sentence(ended)
                case Misread(kind=kind, token=token):
                    self._report(token, kind)
                    self._take_back()
                case Token() as token if token is self.lexing.first:
                    self._first_word(token)
                case Token() as token:
                    self._word(token)
        tree = self.stack.finish(self._here(END))
        words = self.lexing
        return Reading(
            tree, tuple(self.sentences), tuple(self.mistakes), tuple(words.comments), words.cites, tuple(self.unread)
        )

    # ------------------------------------------------------------ words

    def _first_word(self, token: Token) -> None:
        if token.type in _SOFT_TERMINALS and not self.stack.accepts(token.type):
            token = token.update(type="NAME")
        level = self.levels[-1]
        if self.stack.accepts(token.type):
            self.stack.feed(token)
            self.height = self.stack.height - 1
            self.orphans = level.lost_last = False
            self.words.append(token)
            return
        # What could not be read may have been the `if` of an `else`, or another line of the head of a step.
        follows = (token.type == "ELSE" and level.lost_last) or (token.type in _HEAD and level.lost)
        if not self.orphans and not follows:
            self._report(token)
        self._take_back()

    def _word(self, token: Token) -> None:
        if self.stack.feed(token):
            self.words.append(token)
            return
        self._report(token)
        self._take_back()

    def _take_back(self) -> None:
        """Undo the sentence and pass over the rest of it."""
        self.stack.cut(self.height)
        self.lexing.skip_sentence(self.levels[-1].width)
        self._forget()
        self.broken = True

    def _forget(self) -> None:
        """The sentence up to here counts as unread."""
        first = self.lexing.first
        self.unread.append((start_of(first) if first is not None else self.lexing.position, self.lexing.position))
        self.levels[-1].lost = self.levels[-1].lost_last = True

    # ------------------------------------------------------------ ends of sentences, blocks

    def _end_sentence(self, ended: EndOfSentence) -> None:
        deeper = ended.width > self.levels[-1].width
        if not self.broken:
            self._feed_end(new_word("_NL", "", ended.at, ended.at), deeper)
        if not self.broken and not deeper and set(self.stack.next()) == {"_INDENT"}:
            self._report(self._last_word(), "nothing beneath")
            self.stack.cut(self.height)
            self._forget()
            self.orphans = True
        self.excused = False
        first = self.lexing.first
        if self.words and not self.broken:
            self.sentences.append(tuple(self.words))
        self.words.clear()
        self.lexing.begin_sentence()
        if deeper and self.broken and first is not None:
            self._stand_in(first)
        if deeper:
            self._indent(ended.width, ended.at if first is None else start_of(first))
        else:
            self._dedent(ended.width)
        self.broken = False
        self.height = self.stack.height

    def _feed_end(self, newline: Token, deeper: bool) -> None:
        if deeper and not self.stack.accepts("_NL") and self.stack.accepts("COLON"):
            self._report(newline, "missing colon")
            self.stack.feed(new_word("COLON", ":", start_of(newline), end_of(newline)))
        if not self.stack.feed(newline):
            self._report(newline)
            self.stack.cut(self.height)
            self._forget()
            self.broken = True

    def _stand_in(self, first: Token) -> None:
        """Read something whole in place of a broken sentence that opens a block."""
        kind = first.type
        if kind == "ELSE" and self.lexing.follows(first, "if"):
            kind = "ELSE IF"
        for terminal in [*_STAND_INS.get(kind, "").split(), "_NL"]:
            if not self.stack.accepts(terminal):
                self.stack.cut(self.height)
                return
            text = _UNREAD.get(terminal, terminal.lower())
            self.stack.feed(new_word(terminal, text, start_of(first), start_of(first)))
        self.broken = False

    def _indent(self, width: int, start: int = 0) -> None:
        """Enter a block that stands `width` further in; where none may begin, read or skip what is there."""
        if width <= self.levels[-1].width:
            return
        if not self.broken and self.stack.accepts("_INDENT") and len(self.levels) <= MOST_LEVELS:
            self.levels.append(_Level(width, self.height, start))
            self.stack.feed(self._here("_INDENT"))
            return
        if not self.broken:
            self._report(self._here("_INDENT"), "too deep" if self.stack.accepts("_INDENT") else "unexpected")
        if self.stack.accepts("SHUFFLE") or not self.broken:
            self.levels.append(_Level(width, self.height, flat=True))
        else:
            began = self.lexing.position
            width = self.lexing.skip_block(self.levels[-1].width)
            self.unread.append((began, self.lexing.position))
            self._dedent(width)

    def _dedent(self, width: int) -> None:
        if all(level.width != width for level in self.levels):
            width = self._slanted(width)
        while self.levels[-1].width > width:
            level = self.levels.pop()
            if level.flat:
                continue
            if self.stack.accepts("_DEDENT"):
                self.stack.feed(self._here("_DEDENT"))
            else:  # nothing of what stood in it could be read
                self.stack.cut(level.height)
                self.unread.append((level.start, self.lexing.position))

    def _slanted(self, width: int) -> int:
        """The indentation of the block to which a line belongs that stands level with none; said once for its like."""
        for level in self.levels:
            if width in level.slanted:
                return level.width
        self._report(self._here("_BADINDENT"), "bad indent")
        self.excused = True
        outer, inner = [
            next(pair)
            for pair in (
                (level for level in reversed(self.levels) if level.width < width),
                (level for level in self.levels if level.width > width),
            )
        ]
        level = outer if self.lexing.next_word().upper() in terminals.DECLARATIONS - {"BUT"} else inner
        level.slanted.add(width)
        return level.width

    # ------------------------------------------------------------ mistakes

    def _report(self, token: Token, kind: str = "unexpected") -> None:
        if self.excused:
            return
        words = self.lexing
        previous = words.before if token is words.previous else words.previous
        accepted = self.stack.all_accepted()
        self.mistakes.append(Mistake(kind, token, self.stack.state, accepted, words.first, words.opener, previous))

    def _here(self, kind: str) -> Token:
        at = self.lexing.position
        return new_word(kind, "", at, at)

    def _last_word(self) -> Token:
        return self.lexing.previous or self._here("_NL")
