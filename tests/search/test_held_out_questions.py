"""The held-out questions about whole official books: their form, and that what they ask for is in those books."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest
from support import ROOT, SHARED, read_book

from rules_cli.model import Book
from rules_cli.store.data_files import load_yaml

QUESTIONS: list[dict[str, Any]] = load_yaml(ROOT / "tests" / "data" / "judge-questions.yaml")
SOURCES = SHARED / "sources"
BOOKS = {"mtg": "mtg/2024-11-08.txt", "fab": "fab/en-fab-cr-2.14.0.txt", "ga": "ga"}
STYLES = {"keywords", "question", "paraphrase", "typo", "cut", "talk"}
LONG = 5  # words in a question that might be a sentence of the book
every_book = pytest.mark.parametrize("slug", list(BOOKS))


def asked_of(slug: str) -> list[dict[str, Any]]:
    """The questions about one book."""
    return [question for question in QUESTIONS if question["book"] == slug]


@cache
def official(slug: str) -> Book:
    """The whole book, as a user's import has it."""
    path = SOURCES / BOOKS[slug]
    if not path.exists():
        pytest.skip("the source rulebooks are not in ../shared/sources")
    return read_book([path], slug)


def plain(text: str) -> str:
    """A text's words, lower case, one blank between."""
    return f" {' '.join(re.findall(r'[a-z0-9]+', text.lower()))} "


def test_every_question_has_the_form_that_the_benchmark_reads() -> None:
    for question in QUESTIONS:
        assert set(question) == {"book", "style", "ask", "rules"}, question
        assert question["book"] in BOOKS and question["style"] in STYLES, question
        assert question["ask"].strip() and question["rules"], question
        assert all(isinstance(number, str) for number in question["rules"]), question


def test_no_question_is_asked_twice_and_no_answer_listed_twice() -> None:
    assert not [key for key, count in Counter((q["book"], q["ask"]) for q in QUESTIONS).items() if count > 1]
    assert not [q["ask"] for q in QUESTIONS if len(set(q["rules"])) < len(q["rules"])]


@pytest.mark.parametrize(("slug", "least"), [("mtg", 200), ("fab", 25), ("ga", 25)])
def test_there_are_enough_to_measure_by(slug: str, least: int) -> None:
    assert len(asked_of(slug)) >= least
    assert {question["style"] for question in asked_of(slug)} == STYLES


@every_book
def test_answers_are_in_the_book(slug: str) -> None:
    numbers = {row.number for row in official(slug).rows}
    assert not [(q["ask"], n) for q in asked_of(slug) for n in q["rules"] if n not in numbers]


@every_book
def test_questions_are_in_no_words_of_the_book(slug: str) -> None:
    text = plain("\n".join(row.words.text or "" for row in official(slug).rows))
    assert not [q["ask"] for q in asked_of(slug) if len(q["ask"].split()) >= LONG and plain(q["ask"]) in text]
