"""Other people's packages, imported when they are used.

Comes in: a module's name, and the extra that brings it.  Goes out: the module, or an error that says what to install.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def needed(module: str, extra: str) -> Any:
    """The module; ModuleNotFoundError with what to do if it is not installed."""
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name != module.partition(".")[0]:
            raise
        raise ModuleNotFoundError(
            f"{module} is not installed, and this needs it: pip install 'rulelang[{extra}]'", name=missing.name
        ) from missing
