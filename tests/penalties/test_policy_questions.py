"""Judges' questions to the policy documents of two games find their section first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import yaml
from support import ROOT, SHARED

from rules_cli import Library
from rules_cli.lookup.definitions import look_up
from rules_cli.penalties import InfractionNotFound, find
from rules_cli.sources.importing import read_book
from rules_cli.store.edition import Edition

OTHER = SHARED / "sources" / "other"
FILES = {"fab-ppg": "fab-ppg-2026.txt", "fab-trp": "fab-trp-2026.txt", "mtg-ipg": "mtg-ipg.md"}
QUESTIONS = yaml.safe_load((ROOT / "tests" / "data" / "policy-questions.yaml").read_text(encoding="utf-8"))
HELD_OUT = 34 / 50  # of the questions that nothing was tuned to; the others name the right one among the next
pytestmark = pytest.mark.slow


@pytest.fixture
def library() -> Library:
    """A library with the documents that are here."""
    library = Library.open()
    for slug, name in FILES.items():
        if not (OTHER / name).is_file():
            pytest.skip("the source documents are not here")
        library.install(read_book([OTHER / name], slug, "2026"))
    return library


def answers(library: Library, kind: str) -> Iterator[tuple[str, str, bool]]:
    """Yield each question with its book, and whether the first answer is one of the sections that it is about."""
    for slug, questions in QUESTIONS[kind].items():
        edition = library.installed.edition(slug)
        for question, sections in questions.items():
            yield slug, question, first(library, edition, question) in sections


def first(library: Library, edition: Edition, question: str) -> str:
    """The section that a question finds first."""
    if edition.slug == "fab-trp":
        number = library.search(question, edition.slug)[0].rule.number
        return number if number[0] == "A" else ".".join(part for part in number.split(".") if part.isdigit())
    try:
        return find(library, edition, question)[0].rule.number
    except InfractionNotFound as error:
        return error.closest[0].partition(":")[2]


def test_questions_find_their_section_first(library: Library) -> None:
    assert [(slug, question) for slug, question, is_right in answers(library, "known") if not is_right] == []


def test_most_questions_that_were_held_out_find_their_section_first(library: Library) -> None:
    found = [is_right for *_, is_right in answers(library, "held_out")]
    assert len(found) == 50
    assert sum(found) >= HELD_OUT * len(found)


@pytest.mark.parametrize("question", ["pizza", "deathtouch trample", "the weather is nice", "train ticket home"])
def test_other_questions_name_no_infraction(library: Library, question: str) -> None:
    for slug in ("fab-ppg", "mtg-ipg"):
        with pytest.raises(InfractionNotFound):
            find(library, library.installed.edition(slug), question)


@pytest.mark.parametrize(
    ("slug", "abbreviations"),
    [
        (
            "fab-ppg",
            {
                "GRV": "2.1",
                "FtMGS": "2.2",
                "MT": "2.3",
                "LEC": "2.4",
                "HCE": "2.5",
                "IP": "1.4",
                "GL": "1.4",
                "DQ": "1.4",
            },
        ),
        (
            "mtg-ipg",
            {
                "MT": "2.1",
                "LEC": "2.2",
                "HCE": "2.3",
                "MPE": "2.4",
                "GRV": "2.5",
                "FtMGS": "2.6",
                "GL": "1.1",
                "DQ": "1.1",
            },
        ),
    ],
)
def test_abbreviations_are_terms(library: Library, slug: str, abbreviations: dict[str, str]) -> None:
    assert {short: look_up(library, short, slug)[0].rules[0].number for short in abbreviations} == abbreviations
