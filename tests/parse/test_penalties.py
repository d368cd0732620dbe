"""The penalties of judges' policy: read from the text, and compared with the document's own table."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from parsing import by_number, document
from support import SHARED, read_book

from rules_cli.model import Book, Penalty
from rules_cli.parse import parse
from rules_cli.parse.penalties import _ROWS_OF_A_TABLE
from rules_cli.parse.profile import Profile
from rules_cli.store import tree_yaml
from rules_cli.store.data_files import from_yaml

OTHER = SHARED / "sources" / "other"
KITES = ("Torn Kite", "Lost Kite", "Late Kite", "Wet Kite", "Loud Kite")


def guide(sections: list[str], name: str = "guide.md", more: str = "") -> Book:
    """A guide with these sections, each a title and its words, and more text after them."""
    text = "\n\n".join(f"## 1.{at} {words}" for at, words in enumerate(sections, 1))
    return parse([document(f"# 1 Errors\n\n{text}\n\n{more}\n", name)], Profile(), "guide", "1")


def penalties(first: str, name: str = "guide.md") -> list[tuple[str | None, str]]:
    """The penalties of the first of two sections; the second has a penalty line."""
    return [
        (each.level, each.penalty)
        for each in by_number(guide([first, "Lost Kite\n\nCaution\n\nIt is lost."], name))["1.1"].penalty
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Torn Kite\n\nWarning\n\nIt is torn.", [(None, "Warning")]),
        ("Torn Kite\n\nWarning / Game Loss\n\nIt is torn.", [(None, "Warning / Game Loss")]),
        ("Torn Kite\n\nIt is torn.\n\nPenalty: Warning", [(None, "Warning")]),
        ("Torn Kite\n\nIt is torn.\n\n**Penalty:** Warning.", [(None, "Warning")]),
        ("Torn Kite\n\nIt is torn.\n\n> Penalty: Game Loss", [(None, "Game Loss")]),
        ("Torn Kite\n\nPenalty\n\nMatch Loss\n\nIt is torn.", [(None, "Match Loss")]),
        (
            "Torn Kite\n\nIt is torn.\n\nCorrective Action: Casual – Caution / Competitive – Game Loss",
            [("Casual", "Caution"), ("Competitive", "Game Loss")],
        ),
        (
            "Torn Kite\n\n**Recommended penalty**\n\n- **Casual** - Caution\n- **Pro** - Warning - or so\n\nX.",
            [("Casual", "Caution"), ("Pro", "Warning")],
        ),
        (
            "Torn Kite\n\nIt is torn.\n\n**Recommended penalty - Major (cut)**\n\n- Casual - Warning\n- Pro - DQ",
            [("Major (cut), Casual", "Warning"), ("Major (cut), Pro", "DQ")],
        ),
        (
            "Torn Kite\n\nPenalty\n\n- Casual\n  - Best of 1 - Warning (3 minutes), Match Loss (10 minutes)",
            [("Casual, Best of 1", "Warning (3 minutes), Match Loss (10 minutes)")],
        ),
        (
            "Torn Kite\n\nPenalty\n\n- All events of one kite club\n  - Best of 1 - Warning",
            [("All events of one kite club, Best of 1", "Warning")],
        ),
        ("Torn Kite\n\nPenalty\n\n- All the events of one kite club\n  - Best of 1 - Warning", []),
        (
            "Torn Kite\n\nPenalty\n\n| Level | Penalty |\n|---|---|\n| Casual | Caution |\n| Pro | Warning |\n",
            [("Casual", "Caution"), ("Pro", "Warning")],
        ),
        ("Torn Kite\n\nA warning is too little.", []),
        ("Torn Kite\n\nThe penalty: a warning was too little.", []),
        ("Torn Kite\n\nIt is torn.\n\nPenalties are severe.\n\n- Warning", []),
    ],
)
def test_the_penalty_of_a_section(words: str, expected: list[tuple[str | None, str]]) -> None:
    assert penalties(words) == expected


def test_a_penalty_that_ends_a_title_begins_the_text() -> None:
    rows = by_number(guide(["Kite Error — Torn Kite No Penalty\n\nIt is torn.", "Lost Kite Game Loss\n\nIt is lost."]))
    assert (rows["1.1"].title, rows["1.1"].words.text) == ("Kite Error — Torn Kite", "No Penalty\nIt is torn.")
    assert rows["1.1"].penalty == (Penalty(None, "No Penalty"),)
    assert rows["1.2"].title == "Lost Kite"


@pytest.mark.parametrize(("others", "is_penalty"), [(1, False), (0, True)])
def test_most_titles_of_a_chapter_end_in_their_penalty(others: int, is_penalty: bool) -> None:
    sections = [
        "Torn Kite Warning\n\nIt is torn.",
        "Appeals of a Warning\n\nAsk.",
        *["Kites\n\nThey fly."] * (1 + others),
    ]
    row = by_number(guide(sections))["1.1"]
    assert (row.title == "Torn Kite") is is_penalty
    assert bool(row.penalty) is is_penalty


def test_a_heading_among_sections_without_penalties_is_none() -> None:
    assert not by_number(guide(["Kinds\n\nWarning\n\nIt is kept.", "Use\n\nUse it.", "More\n\nMore."]))["1.1"].penalty


def test_a_tree_keeps_the_penalties() -> None:
    book = guide(["Torn Kite\n\nPenalty: Casual – Caution / Pro – Warning", "Lost Kite\n\nPenalty: Warning"])
    assert tree_yaml.from_plain(from_yaml(tree_yaml.dump(book), "guide.yaml"), "guide.yaml") == book


# --- the table


def differences(book: Book) -> list[tuple[str | None, str]]:
    """Where a guide differs from its own table."""
    return [(each.number, each.detail) for each in book.anomalies if each.kind == "penalty-differs"]


def listed(rows: list[str]) -> str:
    return "# Quick Reference\n\n" + "\n".join(f"- {row}" for row in rows)


SECTIONS = [f"{title}\n\nWarning\n\nIt is so." for title in KITES]


def test_a_table_that_says_the_same() -> None:
    assert not differences(guide(SECTIONS, more=listed([f"{title} Warning" for title in KITES])))


def test_a_table_with_a_penalty_on_its_own_line() -> None:
    lines = "\n\n".join(f"{title}\n\n{'Caution' if title == 'Wet Kite' else 'Warning'}" for title in KITES)
    assert [number for number, _ in differences(guide(SECTIONS, more=f"# Quick Reference\n\n{lines}"))] == ["1.4"]


def test_each_difference_is_named() -> None:
    rows = [
        "Very Torn Kite Warning",
        "Lost Kite Game Loss",
        *(f"{title} Warning" for title in (*KITES[2:], "Low Kite")),
    ]
    more = [f"{title}\n\nWarning\n\nIt is so." for title in ("Low Kite", "Red Kite")]
    assert differences(guide([*SECTIONS, *more], more=listed(rows))) == [
        ("1.2", "Lost Kite has Warning, but the table of penalties says Lost Kite: Game Loss"),
    ]


def test_a_short_list_is_no_table() -> None:
    rows = [f"{title} Caution" for title in KITES]
    assert len(rows) == _ROWS_OF_A_TABLE
    assert len(differences(guide(SECTIONS, more=listed(rows)))) == len(rows)
    assert not differences(guide(SECTIONS, more=listed(rows[1:])))


def test_a_table_with_a_column_for_each_level() -> None:
    sections = [f"{title}\n\nPenalty: Casual – Caution / Pro – Warning" for title in KITES]
    rows = [f"{title} | Caution | {'Game Loss' if title == 'Wet Kite' else 'Warning'} |" for title in KITES]
    head = "# Quick Reference\n\n| Infraction | Casual | Pro |\n|---|---|---|\n| "
    assert differences(guide(sections, more=head + "\n| ".join(rows))) == [
        ("1.4", "Wet Kite has Caution / Warning, but the table of penalties says Wet Kite: Caution / Game Loss")
    ]


@pytest.mark.parametrize(("length", "count"), [(180, len(KITES)), (200, 0)])
def test_a_long_line_is_no_row_of_a_table(length: int, count: int) -> None:
    rows = [f"{title} {'–' * length} Caution" for title in KITES]
    assert len(differences(guide(SECTIONS, more=listed(rows)))) == count


def test_a_file_with_very_many_penalties_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    book = guide(SECTIONS, more=listed([f"{title} Caution" for title in KITES]))
    assert len(differences(book)) == len(KITES)
    monkeypatch.setattr("rules_cli.parse.penalties._MOST_SECTIONS", len(KITES) - 1)
    assert not differences(guide(SECTIONS, more=listed([f"{title} Caution" for title in KITES])))


# --- the guides of Flesh and Blood


def source(name: str) -> str:
    if not (OTHER / name).is_file():
        pytest.skip("the source documents are not here")
    return (OTHER / name).read_text(encoding="utf-8")


def words(title: str) -> str:
    return " ".join(re.findall(r"\w+", title.lower()))


def test_every_penalty_of_the_newest_guide_is_that_of_its_table() -> None:
    lines = [line.strip() for line in source("fab-ppg-2026.txt").partition("A.1 Quick Reference Table")[2].splitlines()]
    names = {"Caution", "Warning", "IP2", "Game Loss", "Disqualification"}
    table = {words(name): penalty for name, penalty in pairwise(lines) if penalty in names}
    assert len(table) == 29
    book = read_book([OTHER / "fab-ppg-2026.txt"], "fab-ppg")
    read = {words(row.title or ""): row.penalty for row in book.rows if row.penalty}
    # The guide contradicts itself in this one, and lint says so.
    assert table.pop("outside assistance") == "Game Loss"
    assert read.pop("note taking and outside assistance") == ((None, "Warning"),)
    assert {name: read[name] for name in table} == {name: ((None, penalty),) for name, penalty in table.items()}
    assert set(read) - set(table) == {"draft procedure violation", "unsporting conduct"}  # each is in two rows of it
    assert [number for number, _ in differences(book)] == ["3.2"]


def test_every_penalty_of_the_older_guide_is_that_of_its_lists() -> None:
    text = source("fab-ppg.md")  # the table in it is empty: it has lists under each infraction
    counted = len(re.findall(r"^\s*[*+] (?:\*\*)?(?:Casual|Professional)(?:\*\*)?\s[-–]\s", text, re.MULTILINE))
    tardy = [(level, f"Best of {n} match") for level in ("Casual", "Professional") for n in (1, 3)]
    read = by_number(read_book([OTHER / "fab-ppg.md"], "fab-ppg"))
    found = [each for row in read.values() for each in row.penalty]
    assert len(found) == counted + len(tardy)
    for level, penalty in found:
        assert level is not None
        assert re.search(rf"{level.rpartition(', ')[2]}\W+{re.escape(penalty.split(' (')[0])}", text)
    assert read["2.3"].penalty == (("Casual", "Warning"), ("Professional", "Warning / IP2"))
    assert [level for level, _ in read["3.1"].penalty] == [", ".join(each) for each in tardy]


def test_every_penalty_of_the_magic_guide_is_that_of_its_table() -> None:
    table = source("mtg-ipg.md").partition("APPENDIX A — PENALTY QUICK REFERENCE\n")[2].partition("APPENDIX B")[0]
    book = read_book([OTHER / "mtg-ipg.md"], "mtg-ipg")
    read = {words(row.title or ""): row.penalty for row in book.rows if row.penalty}
    assert len(read) == 23
    for title, ((level, penalty),) in read.items():
        short = title.partition("error ")[2] or title
        short = short if short in words(table) else short.removeprefix("unsporting conduct ")
        printed = next(line for line in table.splitlines() if words(line).startswith(short))
        assert level is None
        assert words(printed).endswith(words(penalty.replace("No Penalty", "None")))
    assert not differences(book)
