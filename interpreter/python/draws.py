"""Draws from a stream as Python lines: what `Stream.below` does, written out.

Comes in: how many members there are.  Goes out: lines that set a variable to the number of the one that comes up.
"""

from __future__ import annotations

from interpreter.python.texts import INDENT

WORD, WORDS = 2**32 - 1, 2**32


def draw_lines(stream: str, many: str, number: str, sure: int = 0) -> list[str]:
    """``number = …``: below `many`, of which it is known that it is at least `sure`."""
    word = f"{stream}_word()"
    if many.isdigit() and WORDS % int(many) == 0:
        bits = int(many).bit_length() - 1
        return [f"{number} = {word} >> {32 - bits}" if bits else f"{number} = 0"]
    lines = [
        f"product = {word} * {many}",
        f"if product & {WORD} < {many}:",
        f"{INDENT}product = {stream}_again(product, {many})",
        f"{number} = product >> 32",
    ]
    if sure > 1 or many.isdigit():
        return lines
    return [f"{number} = 0", f"if {many} > 1:", *(INDENT + line for line in lines)]
