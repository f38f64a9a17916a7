"""What may end a game from outside: Ctrl-C, a closed window, an end of the process.

Comes in: signals.  Goes out: a call of whoever can still say something, or `Stopped`.  Nothing is known of games.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = ("SIGTERM", "SIGHUP")


class Stopped(BaseException):
    """The process has to end.  Not an Exception: nobody who lets things fail may let this pass."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def name(self) -> str:
        return signal.Signals(self.number).name


def _raise(stopped: Stopped) -> None:
    raise stopped


@contextmanager
def heeded(stop: Callable[[Stopped], None] = _raise) -> Iterator[None]:
    """Within, `stop` is called when the process has to end; `nohup` stays what it is.  Only in the main thread."""

    def handle(number: int, _: FrameType | None) -> None:
        stop(Stopped(number))

    before = {}
    for name in _SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, handle)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
