"""What was answered about a game before, and is answered again at once while nothing that it was made of has changed.

Comes in: a game's inputs, a question, and how to work out its answer.  Goes out: the answer.  An answer is kept under
the rules text, the question, and the language itself as it is installed; with it stands all else that was read, and it
holds while the same comes of reading that again.  Where answers lie, and whether a file can be trusted, is left to
`kept`; and even then nothing but the language's own data is made of one.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from rulelang import kept
from rulelang.inputs import Inputs, Reads

FOLDER = "answers"
MOST_FILES = 300
"""Beyond so many answers the oldest are thrown away; the program of the largest game has 100,000 bytes."""

_LIBRARIES = ("attr", "lark")
Answer = TypeVar("Answer")


def again(inputs: Inputs, question: tuple[object, ...], work: Callable[[], Answer], about: object = None) -> Answer:
    """The answer that was kept, if it still holds, or else worked out anew and kept.  `question` has a `repr` that says
    all of it; `about`: what of the text it is about, by default all.
    """
    all_of_it = repr((_language(), about or inputs.source, str(inputs.folder), question))
    name = f"{FOLDER}/{sha256(all_of_it.encode(errors='surrogatepass')).hexdigest()}.answer"
    known = _fetch(name, inputs)
    if known is not None:
        answer: Answer = known[0]
        return answer
    answer = work()
    with suppress(RecursionError):  # deeper than can be written
        kept.keep(name, _written(inputs.reads(), answer), MOST_FILES)
    return answer


def _fetch(name: str, inputs: Inputs) -> tuple[Any] | None:
    """The answer that was kept under this name, if the inputs are still those that it was made of."""
    content = kept.fetch(name)
    if content is None:
        return None
    reader = _Reader(BytesIO(content))
    if not inputs.are(reader.load()):
        return None
    return (reader.load(),)


def _written(reads: Reads, answer: object) -> bytes:
    """Both one after the other, so that the reads can be read alone."""
    file = BytesIO()
    pickler = pickle.Pickler(file)
    pickler.dump(reads)
    pickler.dump(answer)
    return file.getvalue()


class _Reader(pickle.Unpickler):
    """Makes objects of the language's own classes, and of no others."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if module.startswith("rulelang.") else None
        if not isinstance(found, type) or found.__module__ != module:
            raise pickle.UnpicklingError(f"{module}.{name} is no class of the language")
        return found


@cache
def _language() -> str:
    """A digest of the language as it is installed, which changes with every file of it; that of a file is not read,
    as Python itself does not read it when it takes the bytecode that it keeps.
    """
    libraries = [spec.origin for name in _LIBRARIES if (spec := find_spec(name)) and spec.origin]
    told = [(path, *_stamp(os.stat(path))) for path in libraries]
    return sha256(repr((sys.version, told, digest(Path(__file__).parent))).encode()).hexdigest()


def digest(folder: Path) -> str:
    """One that changes with every file below a folder."""
    return sha256(repr(sorted(_files(str(folder)))).encode()).hexdigest()


def _files(folder: str) -> Iterator[tuple[str, int, int, int]]:
    """Every file below a folder but bytecode."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _files(entry.path)
            else:
                yield entry.path, *_stamp(entry.stat())


def _stamp(about: os.stat_result) -> tuple[int, int, int]:
    return about.st_size, about.st_mtime_ns, about.st_ctime_ns
