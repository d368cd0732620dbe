"""The corpus of an edition: what is written is read."""

from __future__ import annotations

from array import array

from hypothesis import given
from hypothesis import strategies as st
from searching import corpus_of

from rules_cli.search.corpus import Content, CorpusRow, CorpusTerm, CorpusWord, Postings

WORDS = ["anchor", "berth", "cargo", "dock"]
texts = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), min_size=1, max_size=5)


def content_of(rows: list[list[str]]) -> Content:
    """Rows of words, each word of weight 150; a term for each row, which cites and defines the row itself."""
    places = list(range(1, len(rows) + 1))
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


@given(texts)
def test_what_is_written_is_read(rows: list[list[str]]) -> None:
    content = content_of(rows)
    corpus = corpus_of(content)
    everything = range(1, len(rows) + 1)
    assert (corpus.rows, corpus.names) == (len(rows), len(rows))
    assert {text: corpus.word(text) for text in WORDS} == content.words
    assert list(corpus.read_rows(everything).values()) == content.rows
    assert [corpus.name(number) for number in everything] == [
        (name, content.terms[term - 1]) for name, term in content.names
    ]
    assert list(corpus.of_kind("rule")) == list(everything)
    assert [(size, list(names)) for _, size, names in corpus.parts(["en berth", "en anchor"])] == [
        (1, list(everything)),
        (2, [1]),
    ]


def test_words_are_found_in_order() -> None:
    corpus = corpus_of(content_of([["dock", "berth"], ["anchor"]]))
    assert corpus.vocabulary() == WORDS
    assert corpus.forms(["en dock", "en anchor", "en unknown"]) == ["anchor", "dock"]
    assert corpus.beginning("b", 5) == ["berth"]
    assert corpus.word("unknown") is None
