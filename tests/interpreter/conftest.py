"""What the tests of the machine share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from interpreter.python import cache


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes the cache of whoever runs it."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "folder", lambda: folder)
        yield
