"""A representation as text: `rulec dump`.

Comes in: the syntax tree or a checked program (attrs classes, tuples, dictionaries).  Goes out: an indented outline
in which each line names one part.  Spans are left out; JSON is made by `rulelang.serialize`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

SHORT = 100


def outline(value: object) -> str:
    """One line for each part, parts of parts indented; whatever fits stands in one line."""
    return "\n".join(_lines("", value, 0)) + "\n"


def _lines(label: str, value: object, depth: int) -> Iterator[str]:
    indent = "  " * depth
    head = f"{label}: " if label else ""
    short = _short(value)
    if short is not None and len(indent) + len(head) + len(short) <= SHORT:
        yield f"{indent}{head}{short}"
        return
    yield f"{indent}{head}{_name(value)}".rstrip()
    for part, content in _parts(value):
        yield from _lines(part, content, depth + 1)


def _name(value: object) -> str:
    if attrs.has(type(value)):
        return type(value).__name__
    return "" if isinstance(value, tuple | list | Mapping) else repr(value)


def _parts(value: object) -> Iterator[tuple[str, object]]:
    cls: Any = type(value)
    if attrs.has(cls):
        for attribute in attrs.fields(cls):
            content = getattr(value, attribute.name)
            if attribute.repr and content not in ((), None):
                yield attribute.name, content
    elif isinstance(value, Mapping):
        yield from ((str(key), content) for key, content in value.items())
    elif isinstance(value, tuple | list):
        yield from (("-" if attrs.has(type(part)) else str(n), part) for n, part in enumerate(value))


def _short(value: object) -> str | None:
    """The value in one line, none if that is too long to be read."""
    if attrs.has(type(value)):
        inner = [(name, _short(part)) for name, part in _parts(value)]
        if any(text is None for _, text in inner):
            return None
        text = f"{type(value).__name__}({', '.join(f'{name}={text}' for name, text in inner)})"
    elif isinstance(value, tuple | list | Mapping):
        texts = [_short(part) for _, part in _parts(value)]
        if any(text is None for text in texts) or isinstance(value, Mapping):
            return None
        text = f"[{', '.join(text for text in texts if text)}]"
    else:
        text = repr(value)
    return text if len(text) <= SHORT else None
