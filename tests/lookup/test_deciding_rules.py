"""A rule that decides an answer is named as it is in the newest installed edition that has it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import SHARED, Run

from rules_cli import schema
from rules_cli.errors import SchemaError
from rules_cli.library import Library
from rules_cli.lookup.deciding_rules import DecidingFile, DecidingRules
from rules_cli.store import data_files, paths
from rules_cli.store.edition import is_dated
from rules_cli.text import fingerprint

DAY, NIGHT, TIDE, LEFT = ("A ship sails by day.", "A ship rests at night.", "The tide wins.", "A ship may be left.")
PLACES = {
    "day": {"2024": f"1.1 {fingerprint(DAY)}"},
    "night": {"2024": f"1.2 {fingerprint('A ship sleeps at night.')}", "2020": f"1.3 {fingerprint(NIGHT)}"},
    "tide": {"2024": f"1.9 {fingerprint(TIDE)}"},
    "left": {"2024": f"1.4 {fingerprint(LEFT)}"},
}
OLD, NEW = "2020-01-01", "2025-01-01"


@pytest.fixture
def port(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """A library with two editions of a made-up book, whose deciding rules are known."""
    texts = {
        OLD: f"1 Ships\n\n1.1 Ships are cards.\n\n1.2 {DAY}\n\n1.3 {NIGHT}\n",
        NEW: f"1 Ships\n\n1.1 Ships are cards.\n\n1.2 Ships are old.\n\n1.3 {LEFT}\n\n1.4 {LEFT}\n\n1.5 {DAY}\n",
    }
    for edition, text in texts.items():
        path = tmp_path / f"{edition}.txt"
        path.write_text(text, encoding="utf-8")
        assert run("import", str(path), "--book", "port", "--edition", edition).code == 0
    read = data_files.read
    deciding = DecidingFile(PLACES)
    monkeypatch.setattr(
        data_files, "read", lambda kind, *of, **fixed: deciding if kind is DecidingFile else read(kind, *of, **fixed)
    )
    return Library.open()


@pytest.mark.parametrize(
    ("key", "edition", "named"),
    [
        pytest.param("day", None, "port:1.5", id="the newest edition has it under another number"),
        pytest.param("night", None, f"port@{OLD}:1.3", id="only an older edition has it"),
        pytest.param("tide", None, "port@2024:1.9", id="no edition has it"),
        pytest.param("left", None, "port:1.4", id="two rules have its words, one of them its number"),
        pytest.param("day", OLD, f"port@{OLD}:1.2", id="in the edition asked for"),
        pytest.param("left", OLD, "port:1.4", id="not in the edition asked for"),
    ],
)
def test_a_rule_is_found_by_its_words(port: Library, key: str, edition: str | None, named: str) -> None:
    assert DecidingRules("port", port, edition).id(key) == named


def test_without_a_library_it_is_that_of_the_newest_edition_known(port: Library) -> None:
    assert DecidingRules("port").ids(["day", "night", "day"]) == ["port@2024:1.1", "port@2024:1.2"]
    assert port.books()


def test_a_text_names_its_rules_and_says_the_edition_unless_it_is_the_newest(port: Library) -> None:
    text = DecidingRules("port", port).in_text("By day (<day>), at night (<night>), with the tide (<tide>).")
    assert text == f"By day (1.5), at night (port@{OLD}:1.3), with the tide (port@2024:1.9)."


def test_what_is_not_installed_has_our_words_and_says_so(port: Library) -> None:
    deciding = DecidingRules("port", port)
    here, nowhere = deciding.because(deciding.ids(["day", "tide"]), {"tide": "Ours."})
    assert (here.rule, here.text, here.installed) == ("port:1.5", DAY, True)
    assert (nowhere.rule, nowhere.text, nowhere.installed) == ("port@2024:1.9", "Ours.", False)


def test_an_unknown_key_and_a_rule_without_an_edition_are_errors(port: Library) -> None:
    with pytest.raises(KeyError):
        DecidingRules("port", port).id("nothing")
    with pytest.raises(SchemaError, match="no edition for day"):
        schema.read(DecidingFile, {"rules": {"day": {}}}, "deciding.yaml")


def test_what_ships_is_always_named_with_its_edition(run: Run) -> None:
    found = json.loads(run("cost", "ga", "3", "+1", "--json").out)
    assert [step["rule"] for step in found["steps"]] == ["ga@2024:cost.5", "ga@2024:cost.10.1"]
    out = run("name", "match", "Bravo", "Bravo, Showstopper", "-b", "fab").out
    assert "\n  fab@2025:2.7.3c  " in out
    assert re.search(r"\(fab@\S+:8\.5\.21a\)", out)


# --- the data


BOOKS = sorted(path.parent.name for path in paths.shipped().glob("*/deciding.yaml"))


def texts_of(value: Any) -> Iterator[str]:
    """Every text in a plain value, keys aside."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from texts_of(each)
    elif isinstance(value, str):
        yield value


def keys_of(book: str) -> set[str]:
    """Every key by which the files of a book name a rule."""
    names, costs = (data_files.load(book, name) or {} for name in ("names.yaml", "costs.yaml"))
    keys = {str(key) for rules in names.get("decided_by", {}).values() for key in rules} | set(
        names.get("restated", {})
    )
    keys |= {found for text in texts_of([names, costs]) for found in re.findall(r"<([^<>\s]+)>", text)}
    keys |= {f"keyword-{name.replace(' ', '-')}" for name in costs.get("keywords", {})}
    return keys | set(costs.get("restated", {}))


@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_that_names_and_costs_cite_is_known_and_no_other(book: str) -> None:
    assert keys_of(book) == set(data_files.load(book, "deciding.yaml")["rules"])


@pytest.mark.parametrize("book", BOOKS)
def test_no_text_of_names_and_costs_has_a_number_of_its_own(book: str) -> None:
    """A number in a note would be another rule's in the next edition."""
    files = [data_files.load(book, name) or {} for name in ("names.yaml", "costs.yaml")]
    for file in files:
        shown = [file.get(key, "") for key in ("notes", "script", "one_name", "translation", "restated", "refused")]
        for text in texts_of(shown):
            assert not re.search(r"(?<![<.\w#-])(?:\d{3}\.\d|\d\.\d+\.\d|[a-z-]+\.\d)", text), text


@pytest.mark.slow
@pytest.mark.skipif(not (SHARED / "sources").is_dir(), reason="needs the official books in ../shared/sources")
@pytest.mark.parametrize(
    ("book", "source", "edition"),
    [
        ("mtg", "mtg/2026-01-16.txt", None),
        ("mtg", "mtg/2024-11-08.txt", None),
        ("ga", "ga-whole", "2026-08-21"),
        ("ga", "ga-whole", None),
        ("fab", "fab/en-fab-cr-2.14.0.txt", None),
        ("fabula", "seeds/003*", None),
    ],
)
def test_every_rule_that_may_be_cited_is_in_the_installed_book(
    run: Run, book: str, source: str, edition: str | None
) -> None:
    files = [str(path) for path in (SHARED / "sources").glob(source)]
    assert run("import", *files, "--book", book, *(("--edition", edition) if edition else ())).code == 0
    library = Library.open()
    deciding = DecidingRules(book, library)
    file = data_files.read(DecidingFile, book, "deciding.yaml")
    for key, places in file.places().items() if file else ():
        if is_dated(Path(source).stem) and all(place.edition > Path(source).stem for place in places):
            continue  # a rule of later editions
        found = library.get(deciding.id(key))
        assert found is not None, key
        assert deciding.id(key) == f"{book}:{found.number}", key
        assert found.wording == "official"
        assert fingerprint(found.text or "") in {place.words for place in places}
