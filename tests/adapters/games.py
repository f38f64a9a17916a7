"""The games that come along, each loaded once for all tests of a process."""

from __future__ import annotations

from functools import cache

import interpreter
from interpreter import Game
from interpreter.loading import bundled

NAMES = sorted(bundled())


@cache
def loaded(name: str) -> Game:
    return interpreter.load(name)
