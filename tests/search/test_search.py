"""Search, on a made-up book: exact before fuzzy, by titles too, in any case and order, with or without accents."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import Install, import_book

from rules_cli import Library
from rules_cli.search import Result, find
from rules_cli.search.corpus import Corpus, CorpusWord
from rules_cli.store.editions import InstalledBooks

FLEET = """\
1 Ships

1.1 Anchoring

1.1.1 To stop a vessel, drop its hook before the tide turns.

1.1.2 A vessel with a dropped hook can't be towed.

1.2 Crew

1.2.1 A sailor is a person aboard. Each sailor needs one ration a day.

1.2.2 If a sailor has no ration, that sailor leaves at dawn.

1.2.3 A ration of provisions can be shared by two sailors in a storm.

1.3 Storms

1.3.1 During a storm a vessel moves twice.

Example: A vessel with torn sails drifts two spaces.

1.3.2 Flags stay up; the crew's morale does not. A façade of calm is no rule.
"""


@pytest.fixture
def fleet(tmp_path: Path) -> Library:
    path = tmp_path / "fleet.txt"
    path.write_text(FLEET, encoding="utf-8")
    import_book(InstalledBooks(), [path], "fleet")
    return Library.open()


def numbers(fleet: Library, query: str) -> list[str]:
    return [hit.rule.number for hit in fleet.search(query, book="fleet")]


@pytest.mark.parametrize("minus", ["-", "−", "–"])
def test_signs_are_part_of_the_words(tmp_path: Path, minus: str) -> None:
    path = tmp_path / "kites.txt"
    text = (
        f"1 Kites\n\n1.1 Counters\n\n1.1.1 A knot is a {minus}1/{minus}1 counter.\n\n1.1.2 A bow is a +1/+1 counter.\n"
    )
    path.write_text(text, encoding="utf-8")
    import_book(InstalledBooks(), [path], "kites")
    library = Library.open()
    assert library.search("-1/-1 counters", book="kites")[0].rule.number == "1.1.1"
    assert library.search("+1/+1 counters", book="kites")[0].rule.number == "1.1.2"
    assert [hit.rule.number for hit in library.search("-1/-1", book="kites")] == ["1.1.1"]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("1.2.2", "1.2.2"),
        ("two sailors in a storm", "1.2.3"),
        ("storm sailors two in a", "1.2.3"),
        ("SAILOR ABOARD", "1.2.1"),
        ("facade", "1.3.2"),
        ("sailrs ration dawn", "1.2.2"),
        ("towing", "1.1.2"),
        ("provis", "1.2.3"),
        ("torn sails", "1.3.1"),
        ('"no ration"', "1.2.2"),
    ],
    ids=[
        "a number",
        "a phrase",
        "any order",
        "any case",
        "no accents",
        "a typo",
        "an inflection",
        "cut short",
        "in an example",
        "a quoted phrase",
    ],
)
def test_first_hit(fleet: Library, query: str, first: str) -> None:
    assert numbers(fleet, query)[0] == first


def test_found_by_the_title_of_its_section(fleet: Library) -> None:
    assert {"1.1.1", "1.1.2"} <= set(numbers(fleet, "anchoring"))


def test_a_word_that_the_book_has_is_never_corrected(fleet: Library) -> None:
    hits = fleet.search("crew", book="fleet")
    assert all(hit.tier != "corrected words" for hit in hits)


def test_a_quoted_phrase_must_be_there(fleet: Library) -> None:
    assert [(hit.rule.number, hit.tier) for hit in fleet.search('"dropped hook"', book="fleet")] == [
        ("1.1.2", "phrase")
    ]


def test_says_why_it_matched(fleet: Library) -> None:
    hit = fleet.search("torn sails", book="fleet", why=True)[0]
    assert any("torn" in reason for reason in map(str, hit.why))


def test_the_same_question_has_the_same_answer(fleet: Library) -> None:
    assert fleet.search("sailor storm ration") == fleet.search("sailor storm ration")


def test_table_talk_finds_the_term_in_a_shipped_book() -> None:
    hits = Library.open().search("cemitério", book="fabula", limit=3)
    assert any(hit.rule.number.startswith("4.4") for hit in hits)


@given(st.text(max_size=60))
def test_any_words_are_a_question(fleet: Library, query: str) -> None:
    for hit in fleet.search(query, book="fleet"):
        assert isinstance(hit, Result)


@pytest.mark.parametrize(
    "query", ["AND", "NEAR(a b)", "sailor*", 'x" OR "y', "title:crew", "-sailor", "(((", "^crew", "'; DROP TABLE row"]
)
def test_query_syntax_is_only_words(fleet: Library, query: str) -> None:
    fleet.search(query, book="fleet")
    assert fleet.rule("fleet:1.2.1").kind == "rule"


def test_a_word_of_any_length_is_looked_up_a_few_times_only(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    really = Corpus.word

    def word(corpus: Corpus, text: str) -> CorpusWord | None:
        asked.append(text)
        return really(corpus, text)

    monkeypatch.setattr(Corpus, "word", word)
    assert Library.open().search("moniker" + "b" * 5000, book="fab") == []
    assert len(asked) < 10


QUESTIONS = {
    "de": (
        "Der Vorstand wird von den Spielern gewählt",
        "Der Beitrag ist von jedem Spieler zu zahlen",
        "wie hoch ist der Beitrag",
    ),
    "es": (
        "Las mesas de los jugadores son redondas",
        "La queja se presenta al juez en la mesa",
        "dónde se presenta una queja",
    ),
    "fr": (
        "Les tables sont rondes pour les joueurs",
        "La plainte est remise au juge par le joueur",
        "où est remise la plainte",
    ),
}


@pytest.mark.parametrize("language", QUESTIONS)
def test_words_that_ask_are_not_searched_in_their_language(install: Install, language: str) -> None:
    other, answer, question = QUESTIONS[language]
    install("liga", {"1": "1 Liga\n\n" + "".join(f"1.{at} {other}.\n\n" for at in range(1, 8)) + f"1.8 {answer}.\n"})
    found = find(Library.open(), question, "liga")
    assert (found.results[0].rule.language, found.results[0].rule.number) == (language, "1.8")
    assert found.absent == () and not found.corrected
    assert found.confidence and not found.confidence.is_doubtful
