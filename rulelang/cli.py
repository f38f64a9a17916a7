"""The command `rulec`.

Comes in: the words of the command line.  Goes out: the exit code.  All commands stand in `commands`; the version is
answered here, before anything else is loaded.
"""

from __future__ import annotations

import gc
import sys
from contextlib import suppress

from rulelang import __version__


def main() -> None:
    """Run `rulec`: 0 clean, 1 problems, 2 wrong use or files, 3 our bug, 130 stopped with Ctrl-C."""
    if sys.argv[1:] == ["--version"]:
        with suppress(OSError, AttributeError):  # what cannot be printed is tried, and told, below
            sys.stdout.write(f"rulec {__version__}\n")
            sys.stdout.flush()
            return
    # What a command makes, it mostly keeps: looking for what can be thrown away a thousand times finds nothing.
    gc.set_threshold(100_000, 50, 100)
    from rulelang.commands.group import rulec

    rulec(prog_name="rulec")
