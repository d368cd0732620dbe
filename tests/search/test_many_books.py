"""Search in many books: what is left out to be quick changes no answer."""

from __future__ import annotations

from array import array
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from searching import BAKERY, KITES, add, corpora_of

from rules_cli import Library
from rules_cli.search import corpus
from rules_cli.search.candidates import Scores, add_scores, best, score
from rules_cli.search.corpus import HIGHEST, Content, Corpora, CorpusRow, CorpusWord, Postings
from rules_cli.search.query import Phrase, QueryWord
from rules_cli.search.thesaurus import Thesaurus
from rules_cli.search.vocabulary import Vocabulary

CANDIDATES = import_module("rules_cli.search.candidates")  # the package has a function of this name
WORDS = ["anchor", "berth", "cargo", "dock"]
matches = st.dictionaries(st.integers(1, 40), st.integers(1, HIGHEST), max_size=30)
fields = st.tuples(matches, matches)
phrases = st.lists(st.tuples(st.just((frozenset({"berth"}), frozenset({"cargo", "dock"}))), st.just(0.9)), max_size=1)
asked = st.lists(
    st.tuples(st.dictionaries(st.sampled_from(WORDS), st.floats(0.1, 1.0), min_size=1), phrases, st.floats(0.0, 1.0)),
    min_size=1,
    max_size=4,
)


def content_of(words: list[tuple[dict[int, int], dict[int, int]]]) -> Content:
    """A book of 40 rows, with the rows that have each of the words in their text, and near it."""

    def postings(weights: dict[int, int]) -> Postings:
        return Postings(array("I", sorted(weights)), bytes(weights[row] for row in sorted(weights)))

    found = {}
    for text, (own, near) in zip(WORDS, words, strict=True):
        near = {row: weight for row, weight in near.items() if row not in own}
        found[text] = CorpusWord(len(own) + len(near), f"{text} {text}", postings(own), postings(near))
    rows = [CorpusRow(f"1.{row}", "rule", "", "", "", "", "", "", 0) for row in range(1, 41)]
    return Content(found, {}, {}, (), {"aside": [3, 4]}, (), rows)


def scored(books: Corpora, words: list[QueryWord], keep: set[int] | None, many: bool) -> tuple[Scores, Vocabulary]:
    books.are_many = many
    vocabulary = Vocabulary(books, Thesaurus.open())
    return score(words, vocabulary, keep), vocabulary


@given(
    books=st.lists(st.lists(fields, min_size=4, max_size=4), min_size=2, max_size=4),
    asked=asked,
    keep=st.none() | st.sets(st.integers(1, 160)),
    compared=st.sampled_from([1, 3, 10, 40]),
)
def test_the_best_rows_and_their_scores_are_those_of_all_rows(
    books: list[list[tuple[dict[int, int], dict[int, int]]]],
    asked: list[tuple[dict[str, float], list[Phrase], float]],
    keep: set[int] | None,
    compared: int,
) -> None:
    several = corpora_of(*map(content_of, books))
    words = [QueryWord(max(variants), variants, {}, found, trust=trust) for variants, found, trust in asked]
    every, _ = scored(several, words, keep, many=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CANDIDATES, "COMPARED", compared)
        few, vocabulary = scored(several, words, keep, many=True)
        assert len(few.rows) <= compared
        assert [(row, few.rows[row]) for row in best(few.rows, compared)] == [
            (row, every.rows[row]) for row in best(every.rows, compared)
        ]
        add_scores(few, set(every.rows), vocabulary)
    assert few.rows == every.rows


def test_an_answer_from_many_books_is_the_same_if_no_row_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    books = [f"{name}-{at}" for name in ("kites", "bakery") for at in range(4)]
    for slug in books:
        add(tmp_path, KITES if slug.startswith("kites") else BAKERY, slug)
    monkeypatch.setattr(corpus, "_ALL_COMPARED", 40)
    monkeypatch.setattr(CANDIDATES, "COMPARED", 8)
    questions = ["kite", "kite gust", "tangle line cut", "boxktie lantrn", "who loses the game", "oven of a baker kite"]

    def answers() -> list[list[tuple[str, float]]]:
        corpus._open.cache_clear()
        library = Library.open()
        return [[(hit.rule.id, hit.score) for hit in library.search(each, ",".join(books))] for each in questions]

    pruned = answers()
    assert all(pruned)
    monkeypatch.setattr(CANDIDATES, "HIGHEST", 10**6)
    assert answers() == pruned


def joined(home: Path) -> list[Path]:
    return sorted((home / "cache" / "joined").glob("*"))


def test_each_choice_of_books_has_one_file_and_the_oldest_go(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus, "_MOST_JOINED", 2)
    for slug in ("a", "b", "c"):
        add(tmp_path, KITES, slug)
    Library.open().search("kite", "a")
    assert joined(home) == []
    Library.open().search("kite", "a,b")
    (first,) = joined(home)
    add(tmp_path, KITES.replace("lantern", "candle"), "b")
    assert [hit.rule.book for hit in Library.open().search("candle", "a,b")] == ["b"]
    assert joined(home) == [first]
    Library.open().search("kite", "a,c")
    Library.open().search("kite", "b,c")
    assert len(joined(home)) == 2 and first not in joined(home)


@pytest.mark.parametrize("damage", [b"", b"no database", b"\0" * 20_000], ids=["empty", "text", "zeros"])
def test_a_damaged_file_of_several_books_is_built_again(tmp_path: Path, home: Path, damage: bytes) -> None:
    add(tmp_path, KITES, "kites")
    add(tmp_path, BAKERY, "bakery")
    before = [hit.rule.id for hit in Library.open().search("tangle", "kites,bakery")]
    (path,) = joined(home)
    path.write_bytes(damage)
    assert [hit.rule.id for hit in Library.open().search("tangle", "kites,bakery")] == before
