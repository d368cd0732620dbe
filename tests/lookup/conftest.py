"""Fixtures of the tests of look-ups."""

from __future__ import annotations

import pytest
from support import SHARED, Run

MAGIC = SHARED / "sources" / "mtg" / "2026-01-16.txt"


@pytest.fixture
def magic(run: Run) -> Run:
    """The command line with whole Magic."""
    if not MAGIC.exists():
        pytest.skip("the source rulebooks are not in ../shared/sources")
    assert run("import", str(MAGIC), "--book", "mtg").code == 0
    return run
