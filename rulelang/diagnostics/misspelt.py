"""A name that is misspelt where it is declared, and spelt well wherever it is used.

Comes in: diagnostics, and the text.  Goes out: the same, but for unknown names that all seem to mean one name that is
used nowhere: one message at its declaration stands for them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulelang.diagnostics.catalogue import diagnostic
from rulelang.diagnostics.model import Diagnostic
from rulelang.near import one_form
from rulelang.source import Source, Span

FEWEST = 2
"""Of one use nobody can say which of the two is misspelt."""
_UNKNOWN = ("RL0203", "RL0204", "RL0206", "RL0207", "RL0212", "RL0216", "RL0220", "RL0221")


def at_declarations(found: Sequence[Diagnostic], source: Source) -> list[Diagnostic]:
    """The diagnostics, those of a misspelt declaration as one."""
    uses: dict[tuple[str, str], list[Diagnostic]] = {}
    for d in found:
        if pair := _pair(d) or _grown_together(d, source):
            uses.setdefault((one_form(pair[0]), one_form(pair[1])), []).append(d)
    left = list(found)
    for (_, declared), told in uses.items():
        at = [place for place in re.finditer(r"\w+", source.text) if one_form(place[0]) == declared]
        used, name = _pair(told[0]) or _grown_together(told[0], source) or ("", "")
        if len(at) != 1 or (len(told) < FEWEST and _pair(told[0])):
            continue
        left = [d for d in left if d not in told]
        span = Span(source.path, at[0].start(), at[0].end())
        meant = f"{name.removesuffix(used)}.{used}" if name.endswith(used) else _as(at[0][0], used)
        left.append(diagnostic("RL0250", span, name=at[0][0], used=used, times=_times(len(told)), suggestion=meant))
    return left


def _pair(d: Diagnostic) -> tuple[str, str] | None:
    """The name that is used and the one that is declared; of names of cards the words that differ."""
    if d.code not in _UNKNOWN or d.name is None or d.meant is None:
        return None
    differing = [pair for pair in zip(d.name.split(), d.meant.split(), strict=False) if pair[0] != pair[1]]
    return differing[0] if len(differing) == 1 else None


def _grown_together(d: Diagnostic, source: Source) -> tuple[str, str] | None:
    """The same where the dot is missing in a declaration, as in `playerhand: hand of Card`."""
    if d.code != "RL0204" or d.help is not None or d.name is None:
        return None
    found = re.search(rf"^\s*(?:define |to )?(?P<name>[a-z]\w*{re.escape(d.name)})\b", source.text, re.MULTILINE)
    return (d.name, found["name"]) if found and found["name"] != d.name else None


def _as(name: str, other: str) -> str:
    """The other name with a capital, if the first has one."""
    return "".join(part[:1].upper() + part[1:] for part in other.split("_")) if name[:1].isupper() else other


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
