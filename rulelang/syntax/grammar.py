"""The tables of the parser for `rules.lark`, one for the whole process.

Comes in: the grammar and the keywords.  Goes out: `Tables`.  They take a second to make, so they are kept, under a name
that changes with the grammar.  What is done with them is decided by `lexing` and `reading`; nothing outside this folder
sees them.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from rulelang import kept
from rulelang.syntax.tables import Tables, from_text, to_text

_WRITERS = ("building.py", "keywords.py", "rules.lark", "tables.py")


@cache
def tables() -> Tables:
    """The tables, as they were kept or made anew."""
    name = _name()
    text = kept.fetch(name)
    if text is not None:
        return from_text(text)
    from rulelang.syntax import building

    made = building.tables(building.build())
    kept.keep(name, to_text(made).encode())
    return made


def _name() -> str:
    """A name for what these files make."""
    here = Path(__file__).parent
    return f"grammar-{sha256(b''.join((here / name).read_bytes() for name in _WRITERS)).hexdigest()[:24]}.json"
