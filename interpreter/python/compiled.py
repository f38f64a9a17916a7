"""The code of a program's texts, compiled once in a process.

Comes in: a program, its layout, and which text is wanted.  Goes out: code that can be run with the names of a runtime.
The texts are written by `source` and kept on disk by `cache`.
"""

from __future__ import annotations

import linecache
from collections import OrderedDict
from types import CodeType
from typing import Literal, TypeAlias

from interpreter.layout import Layout
from interpreter.python.cache import cached_text
from interpreter.python.source import playing_text, python_text
from rulelang.ir.model.program import Program

Sort: TypeAlias = Literal["plain", "asked", "traced", "playing"]
"""plain; asked: somebody may decide chance events; traced: with a log, and maybe asked as well; playing: the additional
functions for random playouts, which run with the plain ones."""
_COMPILED: OrderedDict[tuple[int, Sort], tuple[Program, CodeType]] = OrderedDict()
_MOST_COMPILED = 64


def compiled(program: Program, layout: Layout, sort: Sort) -> CodeType:
    """The code of one text; held together with the program, whose identity is the key."""
    key = id(program), sort
    if key in _COMPILED:
        _COMPILED.move_to_end(key)
        return _COMPILED[key][1]
    text = cached_text(program, sort, lambda: _written(program, layout, sort))
    name = f"<{program.title}, {program.players} players, {sort}, {id(program)}>"
    code = compile(text, name, "exec")
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    _COMPILED[key] = program, code
    while len(_COMPILED) > _MOST_COMPILED:
        _, (_, old) = _COMPILED.popitem(last=False)
        linecache.cache.pop(old.co_filename, None)
    return code


def _written(program: Program, layout: Layout, sort: Sort) -> str:
    if sort == "playing":
        return playing_text(program, layout)
    return python_text(program, layout, sort == "traced", sort == "asked")
