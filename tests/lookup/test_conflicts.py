"""A rule that disagrees with another is never shown without it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Run, Ship

from rules_cli import schema
from rules_cli.errors import SchemaError
from rules_cli.library import Library
from rules_cli.lookup.notes import NotesFile
from rules_cli.text import fingerprint

BY_DAY, BY_NIGHT, ROPE, KNOT = (
    "Cargo is loaded by day.",
    "Cargo is loaded by night.",
    "A rope is long.",
    "A knot is tied in a rope.",
)
NOTE = "<1.1.1> loads by day, <1.1.2> by night."
NOTES = f"""\
conflicts:
  - rules: [1.1.1, 1.1.2]
    note: {{en: "{NOTE}", pt: "<1.1.1> de dia, <1.1.2> de noite."}}
  - rules: [1.9.1 {fingerprint(ROPE)}, 1.9.2 {fingerprint(KNOT)}]
    note: {{en: "<1.9.1> has no knot, <1.9.2> has."}}
"""
MOVED = f"1 Ships\n\n1.1 Cargo\n\n1.1.1 {KNOT}\n\n1.1.2 {BY_DAY}\n\n1.1.3 {BY_NIGHT}\n\n1.1.4 {ROPE}\n"
SETTLED = f"1 Ships\n\n1.1 Cargo\n\n1.1.1 {BY_DAY}\n\n1.1.2 Cargo is loaded by noon.\n\n1.1.3 {ROPE}\n"


@pytest.fixture
def port(run: Run, ship: Ship) -> Run:
    """The command line with a book that ships, in which two rules disagree."""
    ship({"1.1.1": (BY_DAY, "You load by day."), "1.1.2": (BY_NIGHT, "You load by night.")}, NOTES)
    return run


@pytest.fixture
def imported(port: Run, tmp_path: Path) -> Run:
    """The same with two editions of the user's: one in which the rules moved, one in which they agree."""
    for edition, text in (("moved", MOVED), ("settled", SETTLED)):
        path = tmp_path / f"{edition}.txt"
        path.write_text(text, encoding="utf-8")
        assert port("import", str(path), "--book", "port", "--edition", edition).code == 0
    return port


@pytest.mark.parametrize("command", ["show", "explain", "search by day -b", "term cargo -b"])
def test_a_page_names_the_other_rule_once(port: Run, command: str) -> None:
    asked = "port" if "-b" in command else "port:1.1.1"
    printed = port(*command.split(), asked).out
    assert printed.count("conflict: 1.1.1 loads by day, 1.1.2 by night.") == 1


def test_a_section_shows_the_conflicts_of_its_rules_once(port: Run) -> None:
    assert port("show", "port:1").out.count("loads by day, 1.1.2 by night") == 1


@pytest.mark.parametrize("form", ["plain", "markdown", "html"])
def test_a_citation_names_the_other_rule(port: Run, form: str) -> None:
    printed = port("cite", "port:1.1.2", "--format", form).out
    assert "conflict: 1.1.1 loads by day, 1.1.2 by night" in printed


@pytest.mark.parametrize("chat", ["discord", "slack", "reddit", "telegram"])
def test_a_message_about_a_section_names_the_conflict_and_the_source_of_its_rules(port: Run, chat: str) -> None:
    printed = port("cite", "port:1.1", "--for", chat).out
    assert "restated, not the official wording; conflict: 1.1.1 loads by day, 1.1.2 by night" in printed
    assert printed.count("conflict") == 1


def test_json_has_the_other_rules_and_the_note(port: Run) -> None:
    conflicts = [{"rules": ["1.1.2"], "note": "1.1.1 loads by day, 1.1.2 by night."}]
    for command in ("show", "cite"):
        (found,) = json.loads(port(command, "port:1.1.1", "--json").out)
        assert found["conflicts"] == conflicts
    assert json.loads(port("explain", "port:1.1.1", "--json").out)["rule"]["conflicts"] == conflicts
    assert "conflicts" not in json.loads(port("show", "port:1.1", "--json").out)[0]


@pytest.mark.usefixtures("port")
def test_the_note_is_in_the_language_of_the_user_or_else_in_english() -> None:
    assert Library.open("pt").rule("port:1.1.1").conflicts[0].note == "1.1.1 de dia, 1.1.2 de noite."
    assert "by night" in Library.open("en").rule("port:1.1.1").conflicts[0].note


@pytest.mark.usefixtures("imported")
def test_rules_that_moved_are_named_by_their_new_numbers() -> None:
    library = Library.open()
    (conflict,) = library.rule("port@moved:1.1.3").conflicts
    assert conflict == (("1.1.2",), "1.1.2 loads by day, 1.1.3 by night.")
    assert library.rule("port@moved:1.1.4").conflicts == ((("1.1.1",), "1.1.4 has no knot, 1.1.1 has."),)


@pytest.mark.usefixtures("imported")
def test_an_edition_with_other_words_in_one_of_the_rules_has_no_conflict() -> None:
    library = Library.open()
    assert not any(library.rule(f"port@settled:1.1.{number}").conflicts for number in (1, 2, 3))


@pytest.mark.parametrize(
    ("conflict", "fault"),
    [
        ({"rules": ["1.1"], "note": {"en": "<1.1>"}}, "at least two rules"),
        ({"rules": ["1.1", "1.2"], "note": {"pt": "x"}}, "a text in English"),
        ({"rules": ["1.1", "1.2 0f"], "note": {"en": "<1.1>"}}, "does not name <1.2> in en"),
        ({"rules": ["1.1", "1.2"]}, "note: is missing"),
    ],
)
def test_a_broken_file_is_named_with_the_fault(conflict: dict[str, object], fault: str) -> None:
    with pytest.raises(SchemaError, match=rf"port/notes.yaml: conflicts\[0\].*{fault}"):
        schema.read(NotesFile, {"conflicts": [conflict]}, "port/notes.yaml")
