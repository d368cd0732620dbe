"""A restatement is shown only with the words that it was written for, whatever their number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import SHARED, Run, Ship

from rules_cli.library import Library
from rules_cli.render.page import Page
from rules_cli.render.rules import foot
from rules_cli.text import fingerprint

CARGO = "Cargo is any card beneath a ship."
SOURCES = SHARED / "sources"
OURS = "What lies under a ship is its cargo."
NEWER = f"1 Ships\n\n1.1 Cargo\n\n1.1.1 Cargo is loaded by day.\n\n1.1.2 {CARGO}\n"


@pytest.fixture
def port(run: Run, ship: Ship, tmp_path: Path) -> Run:
    """The command line with a book that ships restated, and a newer official edition in which its rule has moved."""
    ship({"1.1.1": (CARGO, OURS)})
    newer = tmp_path / "newer.txt"
    newer.write_text(NEWER, encoding="utf-8")
    assert run("import", str(newer), "--book", "port", "--edition", "2021").code == 0
    return run


def rule(run: Run, rule_id: str) -> dict[str, Any]:
    """The JSON of a rule."""
    (found,) = json.loads(run("show", rule_id, "--json").out)
    return dict(found)


def test_a_rule_with_the_number_but_other_words_has_no_restatement(port: Run) -> None:
    found = rule(port, "port:1.1.1")
    assert (found["text"], found["wording"]) == ("Cargo is loaded by day.", "official")
    assert (found["plain"], found["plain_current"]) == (None, None)
    assert Library.open().rule("port:1.1.1").plain is None
    shown = port("show", "port:1.1.1", "--plain").out
    assert OURS not in shown and "we have no restatement of this" in shown
    assert "no restatement" not in port("show", "port:1.1.1").out + port("show", "port:1.1.2", "--plain").out


def test_a_rule_with_the_words_has_the_restatement_under_its_new_number(port: Run) -> None:
    found = rule(port, "port:1.1.2")
    assert (found["text"], found["plain"], found["plain_current"]) == (CARGO, OURS, True)
    assert Library.open().rule("port:1.1.2").plain == OURS


def test_what_ships_is_its_own_restatement(port: Run) -> None:
    found = rule(port, "port@2020:1.1.1")
    assert (found["text"], found["wording"], found["plain"], found["plain_current"]) == (OURS, "plain", OURS, None)


@pytest.mark.parametrize(
    "question",
    [
        ("show", "port:1.1.2"),
        ("explain", "port:1.1.2"),
        ("term", "cargo", "-b", "port"),
        ("search", "card beneath", "-b", "port"),
        ("cite", "port:1.1.2"),
        ("cite", "port:1.1.2", "--format", "markdown"),
        ("cite", "port:1.1.2", "--format", "html"),
    ],
    ids=" ".join,
)
def test_official_words_stand_alone_unless_plain_asks_for_ours(port: Run, question: tuple[str, ...]) -> None:
    alone, beside = port(*question), port(*question, "--plain")
    assert CARGO in alone.out
    assert OURS not in alone.out
    assert CARGO in beside.out
    assert OURS in beside.out


def test_search_finds_no_rule_by_a_restatement_of_other_words(port: Run) -> None:
    found = json.loads(port("search", "lies under", "-b", "port", "--json").out)["results"]
    assert [hit["number"] for hit in found] in ([], ["1.1.2"])


def test_an_edition_of_an_older_version_has_its_fingerprints_worked_out_again(port: Run, home: Path) -> None:
    """Version 1 of the fingerprint had no signs. The words decide, not what the file says of them."""
    path = next(home.rglob("2021.yaml"))
    text = "A card in cargo gets -1/-1."
    old = path.read_text(encoding="utf-8").replace("Cargo is loaded by day.", text)
    path.write_text(old.replace(fingerprint("Cargo is loaded by day."), fingerprint(text, version=1)), encoding="utf-8")
    entry = Library.open().installed.edition("port").get("1.1.1")
    assert entry is not None
    assert entry.row.fingerprint == fingerprint(text) != fingerprint(text, version=1)
    assert "fingerprint" not in port("doctor").out


@pytest.mark.slow
@pytest.mark.skipif(not SOURCES.is_dir(), reason="needs the official books in ../shared/sources")
@pytest.mark.parametrize(
    ("book", "source", "rules", "wrong"),
    [
        ("mtg", "mtg/2024-11-08.txt", ["209.1", "210.1", "211.1"], "illustration credit"),
        ("mtg", "mtg/2026-01-16.txt", ["209.1", "210.1", "211.1"], "illustration credit"),
        ("ga", "ga-whole", [f"cost.{n}" for n in range(1, 11)], None),
    ],
)
def test_official_rules_of_today_are_not_restated_with_rules_of_then(
    run: Run, book: str, source: str, rules: list[str], wrong: str | None
) -> None:
    shipped = Library.open().installed.edition(book)
    assert run("import", str(SOURCES / source), "--book", book, "--edition", "2030").code == 0
    for number in rules:
        entry = shipped.get(number)
        out = run("show", f"{book}:{number}", "--depth", "0").out
        assert "restated" not in out
        assert wrong is None or wrong not in run("show", f"{book}:{number}", "--plain").out
        found = rule(run, f"{book}:{number}")
        if entry and found["plain"]:  # only where the words are those that it was written for
            assert found["plain"] in {
                words.text
                for e in shipped.entries()
                for words in e.row.restated.values()
                if e.row.fingerprint == fingerprint(found["text"])
            }


@pytest.mark.parametrize(
    ("language", "plain_language", "with_plain", "said"),
    [("pt", "en", False, True), ("pt", "en", True, False), ("pt", "pt", False, False), ("en", "en", False, False)],
)
def test_official_words_in_another_language_say_how_to_see_ours(
    language: str, plain_language: str, with_plain: bool, said: bool
) -> None:
    shipped = Library.open().rule("fabula:1.22.1")
    official = shipped._replace(wording="official", language=language, plain_language=plain_language)
    page = Page(with_plain)
    foot(page, [official])
    assert any("in English: --plain" in span.text for line in page.lines for span in line.spans) == said
