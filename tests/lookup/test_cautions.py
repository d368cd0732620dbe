"""A rule of a part that ships says that the newest edition which was read differs from it."""

from __future__ import annotations

import json
from pathlib import Path

from support import Run, Ship

from rules_cli import Library
from rules_cli.lookup.notes import cautions_of
from rules_cli.model import RuleNumber

RULES = {
    "1.1.1": ("Cargo is any card under a ship.", "Cards under a ship are cargo."),
    "1.1.2": ("Cargo is never seen.", "Nobody sees cargo."),
    "1.1.3": ("A ship holds one card.", "One card fits on a ship."),
    "1.1.4": ("A ship sails once.", "Each ship sails one time."),
}
KNOWN = 'edition: "2026"\ntoday: {"1.1.2": ["1.4.7"], "1.1.3": [], "1.1.4": []}\n'
NOTES = 'changed: {"1.1.4": {en: "it sails twice now."}}\n'


def test_each_rule_says_what_has_become_of_it(ship: Ship) -> None:
    ship(RULES, notes=NOTES, known=KNOWN)
    library = Library.open()
    assert [str(library.rule(f"port:{number}").caution) for number in RULES] == [
        "",
        "1.1.2 is 1.4.7 in edition 2026",
        "1.1.3 has other words in edition 2026; do not rule by it today",
        "1.1.4 has changed in edition 2026: it sails twice now.",
    ]


def test_the_caution_is_printed_and_in_json(ship: Ship, run: Run) -> None:
    ship(RULES, notes=NOTES, known=KNOWN)
    for command in ("show", "cite"):
        assert "it sails twice now" in run(command, "port:1.1.4").out
    assert json.loads(run("show", "port:1.1.4", "--json").out)[0]["caution"].startswith("1.1.4 has changed")
    assert "caution" not in json.loads(run("show", "port:1.1.1", "--json").out)[0]


def test_an_imported_edition_has_none(ship: Ship, run: Run, tmp_path: Path) -> None:
    ship(RULES, notes=NOTES, known=KNOWN)
    path = tmp_path / "port.txt"
    path.write_text("1 Ships\n\n1.1 Cargo\n\n1.1.4 A ship sails twice.\n", encoding="utf-8")
    assert run("import", str(path), "--book", "port", "--edition", "2027").code == 0
    assert not Library.open().rule("port@2027:1.1.4").caution


def test_excerpts_that_ship_say_where_they_are_out_of_date() -> None:
    """Eight rules of Flesh and Blood have other words today; of Grand Archive twelve have, and ten have moved."""
    fab, ga = cautions_of("fab"), cautions_of("ga")
    assert len(fab) == 8
    assert "base value is not an increase" in str(fab[RuleNumber("2.0.3b")])
    assert (len(ga), str(ga[RuleNumber("cost.9")])) == (22, "cost.9 is cost.5 in edition 2026-08-21")
    assert not cautions_of("fabula")
