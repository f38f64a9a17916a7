"""`rulec explain RL0203`: what a code means.

Comes in: a code as somebody typed it.  Goes out: its explanation with the examples, ready to print; for an
unknown code a sentence that says so, with the nearest code.
"""

from __future__ import annotations

import re

from rulelang.diagnostics import catalogue
from rulelang.diagnostics.catalogue import Entry, Example
from rulelang.near import did_you_mean

_HEADINGS = {"bad": "Wrong:", "good": "Right:"}


def find_code(written: str) -> str | None:
    """The code that is meant by `RL0203`, `rl0203` or `203`, or None."""
    code = _spelt_out(written)
    return code if code in catalogue.codes() else None


def explain(written: str) -> str:
    """The whole explanation of a code."""
    code = find_code(written)
    if code is not None:
        return _text(catalogue.entry(code))
    near = did_you_mean(_spelt_out(written), catalogue.codes())
    return f"there is no code `{written}`" + (f"; did you mean `{near}`?" if near else "") + "\n"


def _spelt_out(written: str) -> str:
    word = written.strip().upper()
    return f"RL{word:0>4}" if re.fullmatch("[0-9]{1,4}", word) else word


def _text(entry: Entry) -> str:
    parts = [f"{entry.code} ({entry.severity}): {entry.title}"]
    for part in entry.parts():
        parts.append(_example(part) if isinstance(part, Example) else part)
    return "\n\n".join(parts) + "\n"


def _example(example: Example) -> str:
    heading = next((_HEADINGS[word] for word in example.words if word in _HEADINGS), "")
    lines = [f"    {line}".rstrip() for line in example.text.splitlines()]
    return "\n".join(([heading, ""] if heading else []) + lines)
