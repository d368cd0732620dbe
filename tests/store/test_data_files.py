"""YAML files are read only within bounds."""

from __future__ import annotations

import pytest

from rules_cli.errors import SchemaError
from rules_cli.store.data_files import from_yaml


def test_lists_are_nested_fifty_deep_at_most() -> None:
    assert from_yaml("[" * 50 + "]" * 50, "kites.yaml")
    with pytest.raises(SchemaError, match="nested over 50 deep"):
        from_yaml("[" * 51 + "]" * 51, "kites.yaml")
