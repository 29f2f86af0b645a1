"""What holds for all tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests neither see nor fill the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CUDALINT_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield
