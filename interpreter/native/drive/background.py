"""Compiling in a process of its own, beside what goes on here.

Comes in: LLVM text.  Goes out: the object file.  LLVM can neither be interrupted nor be left in the middle: a process
that ends while one of its threads compiles is torn down under it.  Another process goes on by itself.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from interpreter.machine.layout import Layout
from interpreter.native.drive.cache import MOST_FILES, Compiled
from interpreter.native.drive.calls import compiled
from interpreter.native.drive.compile import Pipeline
from interpreter.native.trace import Watch
from rulelang.ir.model.program import Program

_BEGIN = """\
import sys
sys.path += sys.argv[2:]
from interpreter.native.drive.compile import main
main()
"""
"""`-I`: nothing is imported from the folder where somebody stands, which may be a stranger's."""


def improve(
    program: Program, layout: Layout, checked: bool, then: Callable[[Compiled], None], watched: Watch = "",
    thinking: bool = False,
) -> None:  # fmt: skip
    """Has a program compiled well, beside what goes on here, and kept; `then` gets it, in a thread of its own.

    Where no other process can be had, nothing comes of it.
    """

    def work() -> None:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            then(compiled(program, layout, checked, "full", watched, thinking, object_elsewhere))

    threading.Thread(target=work, daemon=True).start()


def object_elsewhere(text: str, pipeline: Pipeline, name: str, heading: bytes) -> bytes:
    """The compiled module, which is kept under this name behind its heading; OSError or CalledProcessError where this
    cannot be done.

    The process is deaf to Ctrl-C, which is not meant for it.  If this one ends before, it takes the second or two that
    are left to keep what it made: whoever plays the same game again, for a moment each time, gets it the next time.
    """
    command = [sys.executable, "-I", "-c", _BEGIN, pipeline, *_trusted()]
    order = json.dumps([name, heading.decode(), sha256(text.encode()).hexdigest(), MOST_FILES])
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    code, _ = process.communicate(f"{order}\n{text}".encode())
    if process.returncode or not code:
        raise subprocess.CalledProcessError(process.returncode, command)
    return code


def _trusted() -> list[str]:
    """Where this process finds modules, all but the folder where it stands (unless the machine itself lies there)."""
    here, machine = Path.cwd(), Path(__file__).resolve().parents[3]
    folders = (Path(entry) for entry in sys.path if entry)
    return [str(folder) for folder in folders if folder.is_absolute() and (folder == machine or folder != here)]
