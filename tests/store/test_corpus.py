"""A corpus of several editions holds what theirs hold, one after the other."""

from __future__ import annotations

from array import array

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_cli.search.corpus import Corpus, CorpusRow, CorpusTerm, Postings
from rules_cli.search.corpus_build import Content, CorpusWord, merge, write
from rules_cli.search.corpus_build import Postings as Gathered
from rules_cli.store.sqlite_cache import CacheFile

WORDS = ["anchor", "berth", "cargo", "dock"]
texts = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), min_size=1, max_size=5)


def corpus_of(rows: list[list[str]]) -> Corpus:
    """A corpus in memory: rows of words, each word of weight 150 in a row of its own, and a term for each row."""
    words = {text: CorpusWord(text, stems=f"{text} {text}") for text in WORDS}
    for place, row in enumerate(rows, 1):
        for text in sorted(set(row)):
            words[text].held += 1
            words[text].own.rows.append(place)
            words[text].own.weights.append(150)
    words["dock"].near = Gathered(array("I", [1]), bytearray([90]))
    content = Content(
        words=[words[text] for text in WORDS],
        forms={f"en {text}": [text] for text in WORDS},
        parts={("en anchor", 1): list(range(1, len(rows) + 1))},
        names=[(" ".join(row), place) for place, row in enumerate(rows, 1)],
        kinds={"rule": list(range(1, len(rows) + 1))},
        terms=[CorpusTerm((" ".join(row),), (place,)) for place, row in enumerate(rows, 1)],
        lines=[CorpusRow(str(place), "rule", "", " ".join(row), "", "") for place, row in enumerate(rows, 1)],
    )
    return opened(write(content, None, {"languages": "en"}))


def opened(connection: object) -> Corpus:
    """A corpus over an open file in memory."""
    about = dict(connection.execute("SELECT key, value FROM about"))  # type: ignore[attr-defined]
    return Corpus(CacheFile(connection, about))  # type: ignore[arg-type]


def shifted(postings: Postings, base: int) -> list[tuple[int, int]]:
    return [(row + base, weight) for row, weight in zip(postings.rows, postings.weights, strict=True)]


@given(st.lists(texts, min_size=2, max_size=4))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_merged_is_one_after_the_other(books: list[list[list[str]]]) -> None:
    each = [corpus_of(rows) for rows in books]
    whole = opened(merge(each, None, {}))
    bases = [sum(len(rows) for rows in books[:at]) for at in range(len(books))]
    assert whole.about["rows_bases"].split() == [str(base) for base in bases]
    assert whole.count("rows") == sum(map(len, books))
    for text in WORDS:
        for side in (0, 1):
            expected = [
                pair for one, base in zip(each, bases, strict=True) for pair in shifted(one.postings(text)[side], base)
            ]
            assert shifted(whole.postings(text)[side], 0) == expected
        assert whole.held(text) == sum(one.held(text) for one in each)
    rows = [row for rows in books for row in rows]
    assert [line.body for line in whole.lines(range(1, len(rows) + 1)).values()] == [" ".join(row) for row in rows]
    assert [whole.name(at)[0] for at in range(1, len(rows) + 1)] == [" ".join(row) for row in rows]
    assert list(whole.of_kind("rule")) == list(range(1, len(rows) + 1))
    assert [list(names) for _, names in whole.parts(["en anchor"])] == [list(range(1, len(rows) + 1))]


@given(st.lists(texts, min_size=3, max_size=3))
@settings(max_examples=20, deadline=None, derandomize=True)
def test_merging_in_steps_is_merging_at_once(books: list[list[list[str]]]) -> None:
    first, second, third = (corpus_of(rows) for rows in books)
    at_once = opened(merge([first, second, third], None, {}))
    in_steps = opened(merge([opened(merge([first, second], None, {})), third], None, {}))
    assert dict(at_once.about) == dict(in_steps.about)
    for text in WORDS:
        assert [shifted(p, 0) for p in at_once.postings(text)] == [shifted(p, 0) for p in in_steps.postings(text)]
    for name in range(1, at_once.count("names") + 1):
        assert at_once.name(name) == in_steps.name(name)
