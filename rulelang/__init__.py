"""rulelang: a declarative language for the rules of card games.

    from rulelang import check_file, compile_file

Names are imported on use, so that the command line starts at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.compiling import Project as Project
    from rulelang.compiling import check_file as check_file
    from rulelang.compiling import check_text as check_text
    from rulelang.compiling import compile_file as compile_file
    from rulelang.compiling import project_from_file as project_from_file
    from rulelang.compiling import project_from_text as project_from_text

__version__ = "0.1.0"
LANGUAGE_VERSION = 1

_COMPILING = {"Project", "check_file", "check_text", "compile_file", "project_from_file", "project_from_text"}


def __getattr__(name: str) -> object:
    if name in _COMPILING:
        return getattr(import_module("rulelang.compiling"), name)
    raise AttributeError(f"module 'rulelang' has no attribute {name!r}")
