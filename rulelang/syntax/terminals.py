"""What the words and signs of the language are called in messages.

Comes in: the name of a terminal of the grammar.  Goes out: an author's words for it, and for a whole set of them.
"""

from __future__ import annotations

from rulelang.syntax import keywords

_WORDS = {
    "$END": "the end of the text",
    "APOSTROPHE_S": "`'s`",
    "BEST": "`highest` or `lowest`",
    "CITE": "a citation",
    "COLON": "`:`",
    "COMMA": "a comma",
    "COPIES": 'a number of cards, as in `3 of "apple"`',
    "DOT": "a dot",
    "END": "`first` or `last`",
    "EQUAL": "`=`",
    "INT": "a number",
    "LPAR": "`(`",
    "MINUS": "`-`",
    "NAME": "a name",
    "OP": "`<` or `>`",
    "OTHER": "`other`",
    "PLUS": "`+`",
    "ROUNDING": "`up` or `down`",
    "ROW": "a row of a table",
    "RPAR": "`)`",
    "SLASH": "`/`",
    "STAR": "`*`",
    "STRING": "a text in quotes",
    "TYPED": "a name and its kind, as in `other: Player`",
    "UNREADABLE": "a character without meaning",
    "_BADINDENT": "a line that lines up with nothing above",
    "_BY": "`, by`",
    "_DEDENT": "the end of the block",
    "_INDENT": "a line that stands further in",
    "_NL": "the end of the line",
}
_NOT_QUOTED = ("$END", "_NL", "_INDENT", "_DEDENT", "_BADINDENT", "ROW", "CITE", "UNREADABLE")


def _set(names: str) -> frozenset[str]:
    return frozenset(names.split())


_VALUE = _set(
    "BEST COPIES COUNT DISTINCT END EVERY FIRST INT LPAR MINUS NAME NO NONE NOT NOTHING PLAYING RANDOM SOME STRING SUM"
    " THE TYPED USUAL YES"
)
_OPERATORS = _set("AND CAN CANNOT DOT IS LPAR MAY MINUS OP OR PLUS SLASH STAR")
STATEMENTS = _set(
    "ADD ANYONE AS CHOOSE DO EVERYONE FOR IF LET MOVE NAME NEEDS NOBODY NOTHING PICK REPEAT SAY SECRETLY SET SHOW"
    " SHUFFLE STOP SUBTRACT SWAP TURNS"
)
DECLARATIONS = _set(
    "AFTER ALSO ALWAYS BEFORE BOT BUT CARDS DEFINE FORBID GAME INSTEAD KIND LOSER OFFER OPTION PAYOFF PLAY PLAYERS"
    " REMOVE REPLACE RULEBOOK RULES SCENARIO SETUP STATE TABLE TEAMS TO USE VARIANT WHENEVER WINNER"
)
# A whole set of terminals that is said in one phrase, and two of them that are enough to know it by.
_GROUPS = (
    (DECLARATIONS, {"DEFINE", "SETUP"}, "a declaration such as `define`, `state:` or `to …:`"),
    (STATEMENTS, {"SHUFFLE", "STOP"}, "a statement such as `move`, `set` or `choose`"),
    (_VALUE, {"INT", "NAME"}, "a value"),
)
MOST_SAID = 4


def words_for(terminal: str) -> str:
    """An author's words for one terminal."""
    known = _WORDS.get(terminal)
    if known is None and terminal.lower() in keywords.all_words():
        return f"`{terminal.lower()}`"
    assert known is not None, f"no words for {terminal}"
    return known


def found(terminal: str, text: str) -> str:
    """Words for what stands in the text."""
    return words_for(terminal) if terminal in _NOT_QUOTED or not text else f"`{' '.join(text.split())}`"


def expected(accepted: frozenset[str]) -> str:
    """Words for what might stand there: the few that say most."""
    left = accepted - {"$END", "_DEDENT"} or accepted
    phrases = []
    for group, signs, phrase in _GROUPS:
        if signs <= left:
            phrases.append(phrase)
            left = left - group
    if left - _OPERATORS - {"_NL"} or phrases:
        left = left - _OPERATORS
    elif left & _OPERATORS and len(left) > MOST_SAID:
        phrases.append("an operator such as `+`, `is` or `and`")
        left = left - _OPERATORS
    phrases += [words_for(terminal) for terminal in sorted(left, key=lambda name: (name == "_NL", name))]
    return either(phrases)


def either(phrases: list[str]) -> str:
    """`a, b or c`; when there are many, the first few and `something else`."""
    if len(phrases) > MOST_SAID:
        phrases = [*phrases[: MOST_SAID - 1], "something else"]
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} or {phrases[-1]}"
