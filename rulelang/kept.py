"""What was worked out once and may be used again: files in the user's own cache folder.

Comes in: a name that changes with everything that the content depends on.  Goes out: the content, or None.  A file that
is missing, damaged, someone else's or open to others for writing is no content: it is code, or can do as much.  All
code that is kept goes through here, that of the language and that of the machine.  A folder that cannot be written to
costs time and nothing else.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG

from platformdirs import user_cache_dir

_PART = ".part"
"""How a file ends that is not whole yet."""


def fetch(name: str) -> bytes | None:
    """The content that was kept under this name."""
    try:
        descriptor = os.open(_path(name), os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(descriptor, "rb") as file:
            if not _is_ours(os.fstat(descriptor)):
                return None
            head, _, content = file.read().partition(b"\n")
    except OSError:
        return None
    return content if head == _digest(name, content) else None


def is_kept(name: str) -> bool:
    """Whether there is something under this name; it may yet turn out not to be what was kept."""
    try:
        return _path(name).is_file()
    except OSError:
        return False


def keep(name: str, content: bytes, most: int | None = None) -> None:
    """Write aside and move into place, so that nobody reads half a file; `most`: so many files, the youngest, stay
    in the folder.
    """
    from tempfile import mkstemp  # slow to import, and seldom needed

    with suppress(OSError):
        path = _path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, aside = mkstemp(dir=path.parent, suffix=_PART)
        try:
            with open(descriptor, "wb") as file:
                file.write(_digest(name, content) + b"\n" + content)
            os.replace(aside, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(aside)
            raise
        if most is not None:
            _thin_out(path.parent, most)


def _thin_out(folder: Path, most: int) -> None:
    files = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)
    for path in files[:-most]:
        path.unlink()


def _is_ours(about: os.stat_result) -> bool:
    ours = not hasattr(os, "getuid") or (about.st_uid == os.getuid() and not about.st_mode & 0o022)
    return ours and S_ISREG(about.st_mode)


def _path(name: str) -> Path:
    """OSError where there is no such folder: one that depends on where somebody stands is nobody's own."""
    folder = Path(user_cache_dir("rulelang", appauthor=False))
    if not folder.is_absolute():
        raise NotADirectoryError(folder)
    return folder / name


def _digest(name: str, content: bytes) -> bytes:
    return sha256(name.encode() + b"\n" + content).hexdigest().encode()
