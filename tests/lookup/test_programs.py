"""What programs ask: exact ids, without paying for suggestions."""

from __future__ import annotations

import pytest

from rules_cli import Library
from rules_cli.lookup import near


@pytest.fixture
def no_suggestions(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("suggestions were worked out")

    monkeypatch.setattr(near, "near_rules", fail)


@pytest.mark.usefixtures("no_suggestions")
class TestExactIds:
    def test_a_rule_with_and_without_its_edition(self) -> None:
        library = Library.open()
        for rule_id in ("fab:2.7.3a", "fab@2025:2.7.3a"):
            rule = library.get(rule_id)
            assert rule and rule.id == "fab:2.7.3a"

    @pytest.mark.parametrize("rule_id", ["fab:9.9.9", "fab@1999:2.7.3a", "nowhere:1.1", "2.7.3a", "fab:273a", ""])
    def test_anything_else_is_none(self, rule_id: str) -> None:
        assert Library.open().get(rule_id) is None

    def test_a_missing_rule_costs_no_suggestions(self) -> None:
        assert [str(missing.asked) for missing in Library.open().find(["fab:9.9.9"]).missing] == ["fab:9.9.9"]  # type: ignore[attr-defined]
