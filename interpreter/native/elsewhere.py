"""Compiling in a process of its own, beside what goes on here.

Comes in: LLVM text.  Goes out: the object file.  LLVM can neither be interrupted nor be left in the middle: a process
that ends while one of its threads compiles is torn down under it.  Another process may be stopped at any time.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys

from interpreter.native.compile import Pipeline


def object_elsewhere(text: str, pipeline: Pipeline) -> bytes:
    """The compiled module; OSError or CalledProcessError where this cannot be done.

    The process is stopped when this one ends, and is deaf to Ctrl-C, which is not meant for it.
    """
    command = [sys.executable, "-m", "interpreter.native.compile", pipeline]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    atexit.register(process.kill)
    try:
        code, _ = process.communicate(text.encode())
    finally:
        process.kill()
        atexit.unregister(process.kill)
    if process.returncode or not code:
        raise subprocess.CalledProcessError(process.returncode, command)
    return code
