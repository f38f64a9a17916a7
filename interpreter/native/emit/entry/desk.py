"""What native functions find at a desk, and the pieces of which those are written that work there.

Comes in: writers.  Goes out: operands.  A desk is where the states of one caller are driven: room for one list of
choices and for a state as it was before a step.  A state that is driven is followed by a few cells of its own: how many
choices it has, and the number of the list in which they stand.
"""

from __future__ import annotations

from interpreter.machine.generator import INCREMENTS
from interpreter.machine.layout import BLOCK, FIRST_BOT
from interpreter.native.abi import X_KIND
from interpreter.native.emit.writer import ADDRESS, NUMBER, Writer

WORDS = ("x", "workspace", "out", "before", "start", "worth", "room", "given", "listed")
"""The 64-bit words of a desk: addresses of %X, the workspace, the room for choices, for a state as it was before a
step, of the first state and for what an end is worth; how many choices there is room for; how many lists have been made
here, and the number of the one that stands there, 0 if none does."""
TRAIL = 3
"""So many cells follow a state."""
NO_CHOICE, TROUBLE, UNLISTED = -1, -2, -3
"""What they give: there is no such choice; a fault, the state is as it was; done, but the choices cannot be listed."""


def writer(name: str) -> Writer:
    return Writer(name, ((ADDRESS, "desk"), (NUMBER, "number")))


def at(w: Writer, word: str) -> str:
    return w.op(f"getelementptr i64, ptr %desk, i32 {WORDS.index(word)}")


def long(w: Writer, word: str) -> str:
    """A number that the desk holds."""
    return w.op(f"load i64, ptr {at(w, word)}")


def word(w: Writer, word: str) -> str:
    """An address that the desk holds."""
    return w.op(f"load ptr, ptr {at(w, word)}")


def over(w: Writer) -> str:
    """Whether the state, which rests, is at the end of the game."""
    block = w.two("sub", "-1", w.load("%S", str(BLOCK)))
    return w.test("<", w.load("@DECISION", block), "0")


def troubled(w: Writer) -> str:
    """Whether a fault has been stated, as an i1."""
    return w.truth(w.load("%X", str(X_KIND)))


def drawn(w: Writer, many: str, player: str, state: str = "%S") -> str:
    """A number below `many`, from the stream of the bot in a seat."""
    cell = w.two("add", w.two("mul", player, "2"), str(FIRST_BOT))
    return w.op(f"call i32 @below(ptr {state}, i32 {cell}, i64 {INCREMENTS['bots']}, i32 {many})")
