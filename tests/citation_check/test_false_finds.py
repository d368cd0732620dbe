"""Texts full of numbers that cite nothing, compared with books of both numberings; rulebooks that cite themselves."""

from __future__ import annotations

import pytest
from citation_check.kites import GULLS, both_editions, check, install
from support import ROOT, SHARED, read_book

from rules_cli.citation_check import Check, CheckedText, Editions, read_text
from rules_cli.store.editions import InstalledBooks

CHANGELOG = """\
# Changelog

## [1.1.1] - 2024-11-08

- Rules engine: section 1.1 of the config moved to section 1.1.2. Costs $102.50, was 101.1 EUR.
- Needs Python >=3.11, node v18.2.0 and OpenSSL 1.1.1a; tested on 10.1.1.1:8080 at 10:11.

### 1.1 Upgrading

See section 1.1 and §1.1. 101.5k downloads, 102.3 MB, 103.1%, 1.1.2024, 101.1kg.
"""
PROGRAM = """\
/* Copyright (c) 2024. Version 1.1.1a. */
#define EM_CR 101
#define NO_SECTION 102
static const float ratios[] = {101.1f, 102.2f, 1.1f, 0x101.1p3};
const char *path = "M101.1 102.2c-3 103.1h4";
if (rule < 101 && rules[1] > 102.1) return section(1.1); // 101 of 102, rule 1, rules 12
url("https://example.org/CR/101.1a"); mail("rule@1.1.1.org"); tag("kites:latest", "kites:8080");
"""
STYLE = ".rule-101 { margin: 101.1em 102.2pc; flex: 1.1 1.1.1 auto } .cr101\\.1a { top: 103.1% }"
DATA = '{"rule": 101, "rules": [101.1, 102.2], "section": "1.1", "cr": 103.1, "version": "1.1.1a", "t": "10:11:01.1"}'
LOG = "2024-11-08 10:11:01.101 [101] GET /rules/101.1a 200 102.3ms 1.1.1.1 kites-101.1a.tar rule=101 rule_101.1 #101.1a"
LICENCE = (
    "under Section 4(a), Sections 2(b) and 3(c); 17 USC §101; Section 1.1.9; RFC 1011, section 1.1.1; GPL section 3."
)


@pytest.mark.parametrize("book", ["kites", None, "gulls"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("CHANGELOG.md", CHANGELOG),
        ("main.c", PROGRAM),
        ("style.css", STYLE),
        ("data.json", DATA),
        ("server.log", LOG),
        ("LICENCE", LICENCE),
    ],
)
def test_numbers_that_cite_nothing(name: str, text: str, book: str | None) -> None:
    both_editions()
    install(GULLS, "gulls", "2022")
    if book == "gulls":  # where the book counts by dots and is chosen, its shapes are versions too
        text = text.replace("1.1.1a", "3.1.1a").replace("1.1.2.", "3.1.2.").replace("§1.1", "§3.1")
    checked = check(text, name, book)
    assert [checked.printed(judged) for judged in checked.found] == []


def test_the_read_text_this_package_cites_only_its_examples() -> None:
    """Numbers in code are found only where they are examples of rules: behind a book, a word or by their shape."""
    checking = Check(Editions(InstalledBooks()))
    for path in sorted((ROOT / "rules_cli" / "store").glob("*.py")):
        for judged in checking.text(read_text(path.read_bytes(), path.name)).found:
            assert judged.cited.mention.sign == "book", path.name


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["2006-10-01", "2015-01-23", "2024-11-08"])
def test_a_rulebook_holds_what_it_cites(edition: str) -> None:
    path = SHARED / "sources" / "mtg" / f"{edition}.txt"
    if not path.is_file():
        pytest.skip("the source rulebooks are not here")
    book = read_book([path], "mtg", edition)
    InstalledBooks().install(book)
    checking = Check(Editions(InstalledBooks(), f"mtg@{edition}"))
    dangling = {str(ref.target) for row in book.rows for ref in row.references if not ref.resolved}
    # bare numbers without a letter ("an exception to 613.10", "see 718") are citations only first in a line
    misquoted = {("401.7", "413"), ("609.2b", "603")}  # the titles of sections 413 and 603 are others
    for row in book.rows:
        text = "\n\n".join(filter(None, (row.words.text, *row.words.examples, *row.words.notes)))
        found = checking.text(CheckedText("rule.txt", text)).found
        cited = {str(judged.meaning.number) for judged in found if judged.meaning}
        bare = {"", "see"}
        signed = [
            ref
            for ref in row.references
            if ref.printed.removesuffix(ref.target).strip().lower() not in bare or ref.target[-1].isalpha()
        ]
        assert cited >= {str(ref.target) for ref in signed if len(ref.target) >= len("100")}
        wrong = {str(judged.cited.mention.readings[0]) for judged in found if judged.verdict != "fine"} - dangling
        assert not wrong or {(row.number, number) for number in wrong} <= misquoted
