"""Other states that somebody cannot tell from the true one.

Comes in: a state and a viewer.  Goes out: worlds, drawn at random among all that the viewer's knowledge allows.
"""

from __future__ import annotations

from interpreter.worlds.plans import MOST_DRAWS
from interpreter.worlds.reading import Past, Reading
from interpreter.worlds.worlds import Worlds

__all__ = ["MOST_DRAWS", "Past", "Reading", "Worlds"]
