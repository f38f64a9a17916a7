"""Screens for terminals that have only the signs of ASCII.

Comes in: what is about to be painted.  Goes out: the same in signs that everybody has, each as wide as before.
"""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from interpreter.terminal.paper import PLAIN_SIGNS

FRAMES = str.maketrans(dict.fromkeys("─━═▔▁▂▃▄▅▆▇▀", "-") | dict.fromkeys("│┃║▌▐▏▎▍▋▊▉█", "|"))
CORNERS = str.maketrans(dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼", "+"))


class Ascii(LineFilter):
    """Frames of `-`, `|` and `+`; what else ASCII has not is `?`."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(_plain(text), style, control) for text, style, control in segments]


def _plain(text: str) -> str:
    if text.isascii():
        return text
    return "".join(_sign(sign) for sign in text.translate(FRAMES).translate(CORNERS))


def _sign(sign: str) -> str:
    plain = sign.translate(PLAIN_SIGNS)
    return plain[:1] if plain.isascii() else "?" * cell_len(sign)
