"""What programs ask: exact ids, without paying for suggestions."""

from __future__ import annotations

import json

import pytest
from support import Run

from rules_cli import Library
from rules_cli.errors import UsageError
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


class TestPrintedAgain:
    """A number that a book prints more than once means all its rules; `#2` means the second alone."""

    IDS = ("fabula:1.17.5", "fabula:1.17.5#2", "fabula:1.17.5#3")

    def test_show_and_cite_give_every_rule_and_say_so(self, run: Run) -> None:
        ran = run("fabula:1.17.5")
        assert "fabula:1.17.5 is printed 3 times: all are shown" in ran.out
        assert tuple(rule["id"] for rule in json.loads(run("show", "fabula:1.17.5", "--json").out)) == self.IDS
        cited = run("cite", "fabula:1.17.5").out
        assert all(f"Fábula {rule_id.partition(':')[2]}\u0020" in cited for rule_id in self.IDS)

    def test_one_of_them_is_that_one_alone(self, run: Run) -> None:
        (rule,) = json.loads(run("show", "fabula:1.17.5#2", "--json").out)
        assert rule["id"] == "fabula:1.17.5#2"

    def test_a_program_and_a_trace_get_the_first(self, run: Run) -> None:
        assert Library.open().rule("fabula:1.17.5").number == "1.17.5"
        assert run("trace", "fabula", "1.17.5").out.startswith("fabula:1.17.5 ")


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("port:1.0-1.0.2", "port:1.0, port:1.0.1, port:1.0.1a, port:1.0.2; name"),
        ("port:1.0-1.1", "port:1.0, port:1.0.1, port:1.0.1a, port:1.0.2, …; name"),
    ],
)
def test_words_that_mean_several_rules_name_four(port: Run, asked: str, named: str) -> None:
    with pytest.raises(UsageError) as raised:
        Library.open().rule(asked)
    message = f"{asked} may be {named} one of them"
    assert str(raised.value) == message
    assert port("trace", asked).err == f"rules: {message}\n"
