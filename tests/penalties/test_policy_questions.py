"""Judges' questions to the policy documents of two games find their section first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import pytest
import yaml
from support import ROOT, SHARED, Install, read_book

from rules_cli import Library
from rules_cli.lookup.definitions import look_up
from rules_cli.penalties import find
from rules_cli.store.edition import Edition

OTHER = SHARED / "sources" / "other"
FILES = {
    "fab-ppg": "fab-ppg-2026.txt",
    "lorcana-pcg": "lorcana-pcg-pdf.pdf",
    "fab-trp": "fab-trp-2026.txt",
    "mtg-ipg": "mtg-ipg.md",
}
QUESTIONS = yaml.safe_load((ROOT / "tests" / "data" / "policy-questions.yaml").read_text(encoding="utf-8"))
SITUATIONS = yaml.safe_load((ROOT / "tests" / "data" / "situations.yaml").read_text(encoding="utf-8"))
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


def orders(
    library: Library, questions: Mapping[str, Mapping[str, Sequence[str]]]
) -> Iterator[tuple[list[str], set[str]]]:
    """Yield what each question finds, in order, and the sections that it is about."""
    for slug, asked in questions.items():
        edition = library.installed.edition(slug)
        for question, sections in asked.items():
            yield found_by(library, edition, question), set(sections)


def found_by(library: Library, edition: Edition, question: str) -> list[str]:
    """The sections that a question finds, the likeliest first."""
    if edition.slug == "fab-trp":
        number = library.search(question, edition.slug)[0].rule.number
        return [number if number[0] == "A" else ".".join(part for part in number.split(".") if part.isdigit())]
    return [each.rule.number for each in find(library, edition, question)]


def share(found: Iterable[tuple[list[str], set[str]]], most: int) -> float:
    """The share of the questions of which a right section is among the first ones."""
    right = [not sections.isdisjoint(order[:most]) for order, sections in found]
    return sum(right) / len(right)


@pytest.mark.parametrize(
    ("half", "first", "among_three"),
    [("known", 0.9, 0.97), ("held_out", 0.88, 0.97)],
)
def test_most_questions_find_their_section(library: Library, half: str, first: float, among_three: float) -> None:
    found = list(orders(library, QUESTIONS[half]))
    assert (share(found, 1) >= first, share(found, 3) >= among_three) == (True, True)


@pytest.mark.parametrize(
    ("half", "first", "among_three"),
    [("fit", 0.85, 0.95), ("kept", 0.85, 0.97)],
)
def test_most_situations_find_their_section(library: Library, half: str, first: float, among_three: float) -> None:
    found = list(orders(library, SITUATIONS[half]))
    assert (share(found, 1) >= first, share(found, 3) >= among_three) == (True, True)


def test_nine_in_ten_sure_answers_are_right(library: Library) -> None:
    sure = []
    for slug, asked in SITUATIONS["kept"].items():
        for question, sections in asked.items():
            first = find(library, library.installed.edition(slug), question)[0]
            if not first.unsure:
                sure.append(first.rule.number in sections)
    assert len(sure) >= 20
    assert sum(sure) >= 0.9 * len(sure)


@pytest.mark.parametrize(
    ("slug", "question", "among"),
    [
        ("mtg-ipg", "player yelled at the judge", {"4.5", "4.1"}),
        ("mtg-ipg", "player kept 8 cards", {"2.4"}),
        ("fab-ppg", "player swore at opponent", {"4.1.1", "4.3"}),
    ],
)
def test_what_may_cost_little_or_much_is_unsure(library: Library, slug: str, question: str, among: set[str]) -> None:
    first, *others = find(library, library.installed.edition(slug), question)
    assert first.unsure
    assert among <= {each.rule.number for each in (first, *others)}
    assert [part.penalty for part in first.rule.penalty] != ["Disqualification"] or first.rule.number == "4.5"


@pytest.mark.parametrize("question", ["pizza", "deathtouch trample", "the weather is nice", "train ticket home"])
def test_other_questions_name_no_infraction_surely(library: Library, question: str) -> None:
    for slug in ("fab-ppg", "mtg-ipg"):
        assert find(library, library.installed.edition(slug), question)[0].unsure


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


def first_of(guide: str, question: str, install: Install) -> str:
    """Return the number of the first infraction for a question to a made-up guide."""
    install("kites-guide", {"2026": guide})
    library = Library.open()
    return str(find(library, library.installed.edition("kites-guide"), question)[0].rule.number)


OTHER_NAMES = """\
1 Offences

1.1 Late Arrival

Warning

The person is absent.

1.2 Robbery

Disqualification

Property of others is kept.

1.3 Delay of Play

Warning

Moves need an age.

1.4 Physical Violence

Disqualification

Persons are harmed.
"""


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("he overslept and is not at the table", "1.1"),
        ("she went off with my bag", "1.2"),
        ("stares at his cards and cannot make up his mind", "1.3"),
        ("he punched me", "1.4"),
    ],
)
def test_infractions_with_other_names_are_found_by_situations_of_their_kind(
    question: str, number: str, install: Install
) -> None:
    assert first_of(OTHER_NAMES, question, install) == number


DEGREES = """\
1 Offences

1.1 Draft Procedure Violation - Minor

Warning

A slip at the kite stand.

1.2 Unsporting Conduct - Minor

Warning

Words that hurt.

1.3 Cheating

Disqualification

A rule is broken for gain.
"""


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("he swears all day", "1.2"),  # not 1.1: a degree alone is no kind
        ("passes the booster the wrong way", "1.1"),
        ("running down the clock because he leads", "1.3"),  # the guide has no Stalling
    ],
)
def test_kinds_are_named_by_whole_titles_and_lead_to_broader_ones(question: str, number: str, install: Install) -> None:
    assert first_of(DEGREES, question, install) == number
