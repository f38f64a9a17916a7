"""What all tests share: snapshots as single text files, and the checker, as soon as there is one."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator

import pytest
from hypothesis import settings
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from rulelang import answers
from rulelang.diagnostics import Diagnostic

REALLY_AGAIN = answers.again

# A loaded machine is no mistake: no time limit for each example.
settings.register_profile("rulelang", deadline=None)
settings.load_profile("rulelang")

# What is started in the background by a shell ignores Ctrl-C, and so would every process that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


class TextFile(SingleFileSnapshotExtension):
    """A snapshot that a person can read: one `.txt` file."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture(scope="session", autouse=True)
def own_shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test keeps a game among those of whoever runs it, not even in a process of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture
def text_snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """`assert text == text_snapshot`, or `text_snapshot(name="…")` where a test has several."""
    return snapshot.use_extension(TextFile)


@pytest.fixture(scope="session", autouse=True)
def _nothing_is_answered_again() -> Iterator[None]:
    """No test is answered with what an earlier one has made, which may have changed how things are made."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answers, "again", lambda inputs, question, work, about=None: work())
        yield


@pytest.fixture(scope="session")
def check_text() -> Callable[..., list[Diagnostic]]:
    """`rulelang.check_text`; the tests that need it are skipped only while a stage is not written yet."""
    try:
        from rulelang import check_text

        check_text("")
    except ModuleNotFoundError as missing:
        if not (missing.name or "").startswith("rulelang."):
            raise
        pytest.skip(f"{missing.name} is not written yet")
    return check_text
