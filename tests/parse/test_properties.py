"""Any text is refused in one line, or becomes a book from which nothing is lost."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from parsing import ANOMALIES, document, shipped, unaccounted
from strategies import LINES, NUMBERS, books

from rules_cli.errors import RulesError
from rules_cli.formats import read_bytes
from rules_cli.formats.source_line import Document
from rules_cli.model import Book
from rules_cli.numbers.typed import MAX_LENGTH, looks_like_number, normal_form, readings
from rules_cli.numbers.typed import read_asked as ask_number
from rules_cli.parse import parse, read_all, without_text
from rules_cli.parse.inference import infer_profile
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import slug_of
from rules_cli.store import tree_yaml
from rules_cli.text import fingerprint

SLUG_AND_RANGE = re.compile(r"\d\w{0,2}-\w")  # an unnumbered heading "1-2": its slug is a range too

names = st.sampled_from(["book.txt", "book.md", "a page.md"])
profiles = st.sampled_from([None, "fab", "mtg", "ga", "fabula"]).map(shipped)
texts = st.tuples(books, names, profiles)
Text = tuple[str, str, Profile | None]


def documents_of(text: str, name: str) -> list[Document]:
    """The text as a document; an empty list if it is refused in one line."""
    try:
        return [document(text, name)]
    except RulesError as error:
        assert len(str(error).splitlines()) == 1
        return []


def book_of(given_text: Text) -> Book | None:
    """The book of a text; None if it is refused in one line."""
    text, name, profile = given_text
    try:
        return parse([document(text, name)], profile, "made-up", "1")
    except RulesError as error:
        assert len(str(error).splitlines()) == 1
        return None


@given(texts)
def test_any_text_is_refused_in_one_line_or_a_tree(given_text: Text) -> None:
    book = book_of(given_text)
    if book is None:
        return
    numbers = [row.number for row in book.rows]
    assert len(set(numbers)) == len(numbers)
    earlier: set[str] = set()
    for row in book.rows:
        assert row.parent is None or row.parent in earlier
        earlier.add(row.number)
        assert (row.words.text is None) == (row.kind == "heading")
        assert row.title is not None or row.kind != "heading"
        assert row.kind != "fragment" or row.parent is None
        assert row.fingerprint == (None if row.words.text is None else fingerprint(row.words.text))


@given(texts)
def test_every_row_can_be_asked_for_by_its_number(given_text: Text) -> None:
    book = book_of(given_text)
    for row in book.rows if book else ():
        if len(row.number) <= MAX_LENGTH and not SLUG_AND_RANGE.search(row.number):
            assert ask_number(row.number).readings[0] == row.number
            typed = row.number.upper() if row.number.isascii() else row.number
            assert ask_number(f"made-up:{typed}").readings[0] == row.number


@given(texts)
def test_every_resolved_reference_leads_to_a_row_and_every_other_is_reported(given_text: Text) -> None:
    book = book_of(given_text)
    if book is None:
        return
    numbers = {row.number for row in book.rows}
    assert all(r.target in numbers for row in book.rows for r in row.references if r.resolved)
    unresolved = Counter(row.number for row in book.rows for r in row.references if not r.resolved)
    assert unresolved == Counter(a.number for a in book.anomalies if a.kind == "dangling-reference")


@given(texts)
def test_every_anomaly_names_its_row_and_a_line_of_the_source(given_text: Text) -> None:
    book = book_of(given_text)
    if book is None:
        return
    lines = len(document(given_text[0], given_text[1]).lines)
    numbers = {row.number for row in book.rows}
    for anomaly in book.anomalies:
        assert anomaly.kind in ANOMALIES
        assert anomaly.number in numbers
        assert 0 <= anomaly.line <= lines
        assert anomaly.source == given_text[1]


@given(books, names, profiles)
def test_every_line_is_in_one_row_or_dropped_with_a_reason(text: str, name: str, profile: Profile | None) -> None:
    documents = documents_of(text, name)
    reading = read_all(documents, profile or infer_profile(documents))
    assert not unaccounted(documents, reading)
    assert all(dropped.why for dropped in reading.dropped)


@pytest.mark.slow
@given(books, books, profiles)
def test_every_line_of_several_files_is_accounted_for(first: str, second: str, profile: Profile | None) -> None:
    documents = [*documents_of(first, "first.txt"), *documents_of(second, "second.md")]
    reading = read_all(documents, profile or infer_profile(documents))
    assert not unaccounted(documents, reading)


@given(books, names, profiles)
def test_no_word_is_lost_from_a_line_that_is_kept(text: str, name: str, profile: Profile | None) -> None:
    for doc in documents_of(text, name):
        reading = read_all([doc], profile or infer_profile([doc]))
        times = Counter(line.number for line in doc.lines)  # signs that no editor knows may split a line
        words = {line.number: line.words for line in doc.lines if times[line.number] == 1}
        for draft in reading.drafts:
            printed = Counter(w for n in draft.lines for w in re.findall(r"[^\W\d_]{3,}", words.get(n, "")))
            kept = " ".join([draft.number, draft.title or "", *draft.texts, *draft.examples, *draft.notes])
            lost = printed - Counter(re.findall(r"[^\W\d_]{3,}", kept))
            assert {word.lower() for word in lost} <= {"example", "exemplo"}


@pytest.mark.slow
@given(texts)
def test_a_tree_gives_the_same_book_back(given_text: Text) -> None:
    book = book_of(given_text)
    for kept in (book, without_text(book)) if book else ():
        assert tree_yaml.from_plain(yaml.safe_load(tree_yaml.dump(kept)), "tree") == kept


@given(st.binary(max_size=300), names)
def test_any_bytes_are_read_or_refused_in_one_line(data: bytes, name: str) -> None:
    try:
        doc = read_bytes(data, name)
    except RulesError as error:
        assert len(str(error).splitlines()) == 1
        assert name in str(error)
    else:
        numbers = [line.number for line in doc.lines]
        assert numbers[:1] in ([], [1])
        assert all(after - before in (0, 1) for before, after in pairwise(numbers))  # 0 if an editor sees one line


@given(books, names)
def test_a_reader_keeps_every_line_as_in_the_file(text: str, name: str) -> None:
    others = re.search("[\v\x85\u2028\u2029]", text)  # signs that split a line also strip its blanks
    ends = r"\s" if others else "[\r\n]"
    for doc in documents_of(text, name):
        kept = "".join(line.raw for line in doc.lines)
        assert re.sub(ends, "", text).lstrip("\ufeff") == re.sub(ends, "", kept).lstrip("\ufeff")


@given(st.text(max_size=20) | st.builds("{}{}".format, st.sampled_from(NUMBERS), st.text(max_size=5)))
def test_the_normal_form_of_a_number_is_its_own(raw: str) -> None:
    number = normal_form(raw)
    assert number is None or normal_form(number) == number
    assert readings(raw)[:1] == ((number,) if number else ())


@given(st.text(max_size=30))
def test_a_title_makes_a_slug_that_can_be_asked_for(title: str) -> None:
    slug = slug_of(title)
    assert slug in readings(slug)


@given(st.text(max_size=60) | st.sampled_from(LINES))
def test_any_word_is_a_number_a_range_or_refused_in_one_line(raw: str) -> None:
    looks_like_number(raw)
    try:
        ask_number(raw)
    except RulesError as error:
        assert len(str(error).splitlines()) == 1


@given(st.lists(st.text("abcdeéãçßñ日19", min_size=1, max_size=8), max_size=8), st.data())
def test_case_quotes_and_spacing_do_not_change_a_fingerprint(parts: list[str], data: st.DataObject) -> None:
    gap = st.sampled_from([" ", "  ", "\n", "\t", "\u00a0", ", ", " “", "” ", "' ", '" ', " – ", " - ", "… "])
    cased = [data.draw(st.sampled_from([part, part.upper(), part.title()])) for part in parts]
    dressed = "".join(part + data.draw(gap) for part in cased)
    assert fingerprint(dressed) == fingerprint(" ".join(parts))


@given(st.lists(st.text("abc", min_size=1, max_size=4), min_size=1, max_size=6), st.data())
def test_another_word_changes_a_fingerprint(parts: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(parts) - 1))
    other = [*parts[:at], parts[at] + "d", *parts[at + 1 :]]
    assert fingerprint(" ".join(other)) != fingerprint(" ".join(parts))
