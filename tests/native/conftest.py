"""What the tests of the native backend share: they are skipped where it cannot run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("llvmlite", reason="llvmlite is not installed, so there is no native backend here")

from rulelang import kept


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes the caches of whoever runs it."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept, "user_cache_dir", lambda *_, **__: str(folder))
        yield
