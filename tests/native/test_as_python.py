"""Whatever the tests of the reference ask, asked of the native engine.

Those tests make their engines in `programs`; here it makes native ones.
"""

from __future__ import annotations

from functools import partial

import pytest

from interpreter.native.drive.engine import NativeEngine
from tests.interpreter import programs
from tests.interpreter.test_python_backend_cards import *  # noqa: F403
from tests.interpreter.test_python_backend_decisions import *  # noqa: F403
from tests.interpreter.test_python_backend_knowledge import *  # noqa: F403
from tests.interpreter.test_python_backend_values import *  # noqa: F403


@pytest.fixture(autouse=True)
def native(monkeypatch: pytest.MonkeyPatch) -> None:
    """Native engines wherever a test makes one."""
    monkeypatch.setattr(programs, "ReferenceEngine", partial(NativeEngine, pipeline="fast"))
