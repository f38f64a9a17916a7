"""No test of the benchmarks reads or writes the caches of whoever runs it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("llvmlite", reason="llvmlite is not installed, and the benchmarks measure native code")

from rulelang import kept


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept, "user_cache_dir", lambda *_, **__: str(folder))
        yield
