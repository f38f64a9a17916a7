"""IR expressions and sources as Python expressions.

Comes in: expressions of one program.  Goes out: text with its binding strength, so that brackets stand only where they are needed.
A value is always a whole number, never True or False; `truth` gives what may stand after `if`.  Statements are left to
`statements`, headers to `headers`, and what the called functions do to `runtime`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, assert_never

from interpreter.layout import Layout, strides
from interpreter.python.names import Scope
from interpreter.python.sources import Sources
from rulelang.ir.model import expressions as ir
from rulelang.ir.model.program import Key

CHOICE, OR, AND, NOT, COMPARE, SUM, PRODUCT, SIGN, ATOM = range(9)
"""How strongly Python binds, weakest first."""

COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
FLAGS = COMPARISONS | {"and", "or"}


class Text(NamedTuple):
    """Python text and how strongly its outermost operator binds."""

    text: str
    level: int = ATOM


def bracketed(text: Text, level: int) -> str:
    """The text, in brackets if it binds more weakly than `level`."""
    return text.text if text.level >= level else f"({text.text})"
