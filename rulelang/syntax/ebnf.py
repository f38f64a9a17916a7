"""The grammar as the reference prints it.

Comes in: `rules.lark`.  Goes out: the same rules in EBNF, without what only Lark needs: `word` is an author's word,
`[x]` may be left out, `x*` comes any number of times, `x+` at least once.
"""

from __future__ import annotations

import re
from functools import cache

from rulelang.syntax import keywords

_LAYOUT = {"_NL": "END_OF_LINE", "_INDENT": "FURTHER_IN", "_DEDENT": "BACK_OUT", "_BY": '"," "by"'}
WIDTH = 110

_SECTION = re.compile(r"// -{5,} (?P<title>.*)")
_RULE = re.compile(r"[?!]?(?P<name>_?[a-z][a-z_]*): *(?P<body>.*)")
_SIGN = re.compile(r'(?P<name>[A-Z][A-Z_]*): (?P<body>"[^/]*)')
_PART = re.compile(r'"[^"]*"|/(?:[^/\\]|\\.)*/|_?[A-Z][A-Z_]*|\??_?[a-z][a-z_]*')
_DESCRIBED = {
    "NAME": "a letter, then letters, digits and `_`; not a reserved word",
    "TYPED": "a NAME with a colon and a capital letter behind it",
    "INT": "digits",
    "COPIES": "digits, before `of` and anything but a capital letter",
    "STRING": 'a text between two `"` in one line',
    "ROW": "cells between `|`, in one line",
}


def ebnf() -> str:
    """The whole grammar; a comment `(* … *)` heads each part."""
    parts: list[str] = []
    for name, body in _rules(keywords.grammar_text()):
        if not body:
            parts.append(f"\n(* {name} *)\n\n")
        else:
            parts.append(_rule(name, body))
    parts += [f"{name} ::= ? {words} ?\n" for name, words in _DESCRIBED.items()]
    return "".join(parts).lstrip("\n")


def _rules(text: str) -> list[tuple[str, list[str]]]:
    """Sections, as (title, []), and rules, as (name, alternatives)."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        section = _SECTION.match(line)
        rule = _RULE.match(line) or _SIGN.match(line)
        if section:
            found.append((section["title"], []))
        elif rule and rule["name"] not in _words():
            found.append((_plain(rule["name"]), [rule["body"]]))
        elif line.startswith(" ") and found and found[-1][1]:
            found[-1][1].append(line.strip())
    return found


def _rule(name: str, lines: list[str]) -> str:
    body = " ".join(_PART.sub(lambda part: _plain(part[0]), _without_alias(line)) for line in lines)
    body = re.sub(r"\s+", " ", body).strip()
    head = f"{name} ::= "
    if len(head) + len(body) <= WIDTH:
        return f"{head}{body}\n"
    return f"{head}{_broken(body, len(head))}\n"


def _without_alias(line: str) -> str:
    return re.sub(r"\s*->\s*\w+", "", line)


@cache
def _words() -> dict[str, str]:
    """What is said in place of a name: layout, and the signs and words that have a name for Lark's sake only."""
    named = re.findall(r'^([A-Z][A-Z_]*): ("[^"]*")$', keywords.grammar_text(), re.MULTILINE)
    return {**_LAYOUT, **dict(named)}


def _plain(word: str) -> str:
    if word[0] in '"/':
        return word
    if word in _words():
        return _words()[word]
    return word.strip("?_").replace("_", "-") if word.lower() == word else word


def _broken(body: str, indent: int) -> str:
    """Alternatives on lines of their own, each `|` beneath the `::=`."""
    lines, depth, start = [], 0, 0
    for i, sign in enumerate(body):
        depth += (sign in "([") - (sign in ")]")
        if sign == "|" and depth == 0 and i + 1 - start > WIDTH - indent - 30:
            lines.append(body[start:i].strip())
            start = i
    return f"\n{' ' * (indent - 2)}".join([*lines, body[start:].strip()])
