"""What was worked out once and may be used again: files in the user's own cache folder.

Comes in: a name that changes with everything that the content depends on.  Goes out: the content, or None.  A file that
is missing, damaged, someone else's or open to others for writing is no content: a pickle can do anything when it is
read.  A folder that cannot be written to costs time and nothing else.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_dir


def fetch(name: str) -> bytes | None:
    """The content that was kept under this name."""
    try:
        with _path(name).open("rb") as file:
            about = os.fstat(file.fileno())
            head, _, content = file.read().partition(b"\n")
    except OSError:
        return None
    ours = not hasattr(os, "getuid") or (about.st_uid == os.getuid() and not about.st_mode & 0o022)
    return content if ours and head == _digest(name, content) else None


def keep(name: str, content: bytes) -> None:
    """Write aside and move into place, so that nobody reads half a file."""
    from tempfile import NamedTemporaryFile  # slow to import, and seldom needed

    path = _path(name)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(_digest(name, content) + b"\n" + content)
        Path(file.name).replace(path)


def _path(name: str) -> Path:
    return Path(user_cache_dir("rulelang", appauthor=False)) / name


def _digest(name: str, content: bytes) -> bytes:
    return sha256(name.encode() + b"\n" + content).hexdigest().encode()
