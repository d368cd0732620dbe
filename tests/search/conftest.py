"""The made-up rulebooks of `searching`, installed."""

from __future__ import annotations

from pathlib import Path

import pytest
from searching import BAKERY, KITES, add

from rules_cli import Library


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """Both books, installed."""
    add(tmp_path, KITES, "kites")
    add(tmp_path, BAKERY, "bakery")
    return Library.open()
