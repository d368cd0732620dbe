"""Numbers without a sign: which words make them citations, and which numbers are passed over."""

from __future__ import annotations

from pathlib import Path

import pytest
from citation_check.kites import verdicts_of
from support import Install, Run

from rules_cli.citation_check import Check, Checked, CheckedText, Editions
from rules_cli.library import Library
from rules_cli.render import check as rendered
from rules_cli.render.language import choose

SAILS = """\
Sail Rules
Effective as of May 1, 2024.

7. Sails

701. Kinds of Sail

701.1. Jib

701.1a A jib is set before the mast.

701.1b Two of them on one boat share their sheet.

701.2. Genoa

701.2a A genoa reaches behind the mast.

701.2b Its foot may touch the deck.

701.3. Spinnaker

701.3a A spinnaker is set only with the wind from behind. It replaces the genoa.

702. Harbour Tax

702.1. The tax is paid before a boat leaves.

Glossary

Genoa
A large sail. See rule 701.2, “Genoa.”

Jib
A small sail. See rule 701.1, “Jib.”

Spinnaker
A round sail. See rule 701.3, “Spinnaker.”

Harbour Tax
The price of a stay. See rule 702, “Harbour Tax.”

Sheet Sharing Rule
Two jibs share. See rule 701.1b.
"""
DOTS = """\
Rope Rules
Effective as of May 1, 2024.

8 Ropes

8.3 Kinds

8.3.1 Halyard

8.3.1a A halyard hoists a sail.

8.3.1b It ends at the masthead.

8.3.2 Sheet

8.3.2a A sheet trims a sail.

Glossary

Halyard
A rope that hoists. See rule 8.3.1, “Halyard.”

Topping Lift
A rope that holds up a boom. See rule 8.3.2.
"""


@pytest.fixture(autouse=True)
def books(install: Install) -> None:
    """Install a book numbered by hundreds and one numbered by dots."""
    install("sails", {"2024-05-01": SAILS})
    install("ropes", {"2024-05-01": DOTS})


def checked(text: str, book: str) -> Checked:
    return Check(Editions(Library.open().installed, book)).text(CheckedText("notes.txt", text))


def found(text: str, book: str) -> list[tuple[str, str]]:
    return [(printed, verdict) for printed, _, verdict in verdicts_of(checked(text, book))]


def shown(text: str) -> str:
    """The last line of the page on a text."""
    *_, last = rendered.page([checked(text, "sails")]).lines
    return "".join(span.text for span in last.spans)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Jib is 701.1.", "fine"),
        ("Jib é 701.1.", "fine"),
        ("A jib (701.1) is small.", "fine"),
        ("Jib: 701.1.", "fine"),
        ("- **Jib**: 701.1", "fine"),
        ("Lost [701.1] at once.", "fine"),
        ("See 701.1", "fine"),
        ("Veja 701.1 antes.", "fine"),
        ("According to 701.1 it is set.", "fine"),
        ("It falls under 701.1.", "fine"),
        ("By 701.1, it is set.", "fine"),
        ("Pela 701.1, é assim.", "fine"),
        ("Jib is 701.1 and genoa 701.2", "fine, fine"),
        ("A jib 701.1 long is still that rule.", "fine"),
        ("By 701.1 (jib) it is set.", "fine"),
        ("701.1: Jib", "fine"),
        ("Spinnaker 701.1.", "suspect"),
        ("The price of a “jib” 701.2, all in.", "fine"),
        ("Jib is 701.3.", "suspect"),
        ("Jib: 701.2.", "fine"),
        ("Jib (701.2)", "suspect"),
        ("Harbour-wide.\n\nSpinnaker 701.99.", "not there"),
        ("Sheet sharing: 701.1b.", "fine"),
        ("Sheet sharing: 701.2.", "fine"),
        ("“The tax is paid in advance.” (702.1)", "misquoted"),
        ("“Nobody pays the tax.” (702.9)", "not there"),
        ("701.1zz and CR 999.1.", "not there, not there"),
        ("See 701.99.", "not there"),
        ("See 701.9.", "not there"),
        ("[701.99]", "not there"),
        ("See 701.1zz", "not there"),
        ("A jib (701.1d) is no sail.", "not there"),
    ],
)
def test_words_that_introduce_a_number_by_hundreds(text: str, verdict: str) -> None:
    assert [each for _, each in found(text, "sails")] == verdict.split(", ")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Halyard 8.3.1", "fine"),
        ("Halyard 8.3.2.", "suspect"),
        ("Halyard 8.3.1d.", "not there"),
        ("A halyard (8.3.1d) is no sheet.", "not there"),
        ("See 8.3.1d", "not there"),
        ("8.3.1d says more", "not there"),
        ("[8.3.99]", "not there"),
        ("It hoists.[8.3.1]", "fine"),
        ("See 8.3.99.", "not there"),
        ("Halyard is 8.3.1", "fine"),
        ("Halyard is 8.3.2", "suspect"),
        ("Halyard (8.3.2).", "suspect"),
    ],
)
def test_words_that_introduce_a_number_by_dots(text: str, verdict: str) -> None:
    assert [each for _, each in found(text, "ropes")] == [verdict]


@pytest.mark.parametrize(
    "text",
    [
        "It costs 701.1 in all, or 702.10.",
        "The boat is 701.1 long.",
        "The price is 701.1.",
        "The jib costs: 701.1.",
        "Average jib: 701.1.",
        "The jib weighs (701.1 kg).",
        "A jib (701.1 kg) is heavy.",
        "It stayed under 701.1 points.",
        "It rose by 701.99.",
        'const x = [701.1]; {"x": [701.1]}',
        "Jib, 701.1.",
        "$701.1 for a jib",
        "At 8.3.1 it was 10:30.1, on 8.3.24, in version 8.3.1.",
        "## [8.3.1] - 2024-11-08",
        "[8.3.1] - 2024-11-08",
        "Release 8.3.1d and OpenSSL 8.3.1d",
        "8.3 and 8.3.1.1.1",
    ],
)
def test_other_numbers_are_not_citations(text: str) -> None:
    assert found(text, "sails") == found(text, "ropes") == []


def test_a_section_of_the_text_itself_is_not_a_citation() -> None:
    assert found("## 8.3.1 Setup\n\nSee 8.3.1.", "ropes") == []


def test_numbers_that_were_passed_over_are_listed_in_the_text_form_only() -> None:
    text = "Costs 701.1.\nThe boat is 702.1 long. See 701.2. It is 999.5 or 3.14."
    line = "2 numbers in notes.txt were not taken for citations: 701.1 (line 1), 702.1 (line 2)"
    assert line in shown(text)
    assert [each["printed"] for each in rendered.as_json([checked(text, "sails")])] == ["See 701.2"]


@pytest.mark.parametrize(("count", "goes_on"), [(5, False), (6, True)])
def test_the_first_five_are_listed(count: int, goes_on: bool) -> None:
    page = shown("Costs 701.1. " * count)
    assert page.count("701.1 (line 1)") == 5
    assert ("…" in page) is goes_on


def test_one_number_in_portuguese() -> None:
    choose("pt")
    page = shown("Custa 701.1.")
    assert "1 número em notes.txt não foi tomado por citação: 701.1 (linha 1)" in page


HARBOUR = """\
# Harbour Rules

Version 2024-05-01

## 3 Boats

3.1 A boat has a name and a number.

3.2 Two boats may share a buoy.

3.4 If both lines are equally long, the race is a draw.
"""


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("A boat is named (3.1).", "fine"),
        ("“If both lines are equally long, the race is a draw.” (3.4)", "fine"),
        ("According to 3.7 a boat may leave.", "not there"),
        ("Buoys: see 3.2.", "fine"),
        ("Boote haben Namen, siehe 3.1, und laut 3.9 auch Lichter.", "fine, not there"),
        ("Das steht in Regel 3.4.", "fine"),
        ("See also 3.9 and 3.4; siehe auch 3.8; ver também 3.7.", "not there, fine, not there, not there"),
        ("Según 3.2, se comparte.", "fine"),
        ("Selon 3.1, il y a un nom. La règle 3.8 l’interdit.", "fine, not there"),
        ("Sells for 3.2 euros, scored 3.4 points, (3.2 km).", ""),
        ("A call of section(3.1), and version 3.4 of it.", ""),
        ("Names and draws: see 3.1 and 3.4, or 3.8.", "fine, fine, not there"),
    ],
)
def test_numbers_of_two_parts_are_citations_where_the_text_cites(
    text: str, verdicts: str, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "harbour.md").write_text(HARBOUR, encoding="utf-8")
    run("import", str(tmp_path / "harbour.md"), "--book", "harbour")
    assert ", ".join(verdict for _, verdict in found(text, "harbour")) == verdicts


def test_numbers_of_two_parts_that_cite_nothing_are_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "harbour.md").write_text(HARBOUR, encoding="utf-8")
    run("import", str(tmp_path / "harbour.md"), "--book", "harbour")
    text = checked("It took 3.2 hours and 9.5 days, by version 3.4. Race 3.1 is on.", "harbour")
    assert [mention.printed for mention in text.unread] == ["3.1"]
    strict = Check(Editions(Library.open().installed, "harbour"), strict=True)
    quoted = "“If both lines are equally long, the race is a draw.” (3.4) It costs 3.50 a day."
    assert [each.verdict for each in strict.text(CheckedText("notes.txt", quoted)).found] == ["fine"]
