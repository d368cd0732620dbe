"""The corpora of several editions answer as if they were the corpus of one book."""

from __future__ import annotations

from array import array

from hypothesis import given
from hypothesis import strategies as st
from searching import corpora_of

from rules_cli.search.corpus import Content, CorpusRow, CorpusTerm, CorpusWord, Postings

WORDS = ["anchor", "berth", "cargo", "dock"]
texts = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), min_size=1, max_size=5)


def content_of(rows: list[list[str]], before: int = 0) -> Content:
    """Rows of words, each word of weight 150; a term for each row, which cites and defines the row itself."""
    places = list(range(before + 1, before + len(rows) + 1))
    words = {}
    for text in WORDS:
        own = [place for place, row in zip(places, rows, strict=True) if text in row]
        postings = Postings(array("I", own), bytes([150] * len(own)))
        words[text] = CorpusWord(len(own), f"{text} {text}", postings, Postings(array("I", places[:1]), b"\x5a"))
    return Content(
        words=words,
        forms={f"en {text}": [text] for text in WORDS},
        parts={("en anchor", 1): places, ("en berth", 2): places[:1]},
        names=[(" ".join(row), at) for at, row in enumerate(rows, 1)],
        kinds={"rule": places},
        terms=[CorpusTerm((" ".join(row),), (place,)) for place, row in zip(places, rows, strict=True)],
        rows=[
            CorpusRow(f"1.{len(row)}", "rule", "", "", " ".join(row), "", "", "", 0, (place,), (place,))
            for place, row in zip(places, rows, strict=True)
        ],
    )


@given(st.lists(texts, min_size=2, max_size=4))
def test_several_books_are_numbered_one_after_the_other(books: list[list[list[str]]]) -> None:
    several = corpora_of(*map(content_of, books))
    one = corpora_of(content_of([row for rows in books for row in rows]))
    before = [sum(map(len, books[:at])) for at in range(len(books))]
    assert several.rows == one.rows
    for text in WORDS:
        (found, expected) = several.words.word(text), one.words.word(text)
        assert found and expected
        assert (found.stems, found.own) == (expected.stems, expected.own)
        assert list(found.near.rows) == [base + 1 for base in before]
        assert found.frequency == len(found.own.rows) + len(before)
    everything = range(1, one.rows + 1)
    assert several.read_rows(everything) == one.read_rows(everything)
    assert [several.words.name(number) for number in everything] == [one.words.name(number) for number in everything]
    assert list(several.words.of_kind("rule")) == list(everything)
    assert [number for *_, names in several.words.parts(["en anchor"]) for number in names] == list(everything)
    for edition, base in zip(several.editions, before, strict=True):
        assert several.rows_of(edition, range(1, 2)) == range(base + 1, base + 2)


def test_names_come_in_the_same_order_whatever_the_number_of_books() -> None:
    several = corpora_of(content_of([["anchor"], ["berth"]]), content_of([["cargo"]]))
    assert [(size, list(names)) for _, size, names in several.words.parts(["en berth", "en anchor"])] == [
        (1, [1, 2, 3]),
        (2, [1, 3]),
    ]


def test_words_of_all_books_are_found_in_order() -> None:
    several = corpora_of(content_of([["dock", "berth"]]), content_of([["anchor"]]))
    assert several.words.vocabulary() == WORDS
    assert several.words.forms(["en dock", "en anchor", "en unknown"]) == ["anchor", "dock"]
    assert several.words.beginning("b", 5) == ["berth"]
    assert several.words.word("unknown") is None
