"""A question in German, French, Italian or Spanish is understood by what people say, and by the families of words."""

from __future__ import annotations

from pathlib import Path

import pytest
from searching import add

from rules_cli import Library

GERMAN = """\
Ordnung der Drachenwerft

§ 1 Ankunft
Bei Verspätung entfällt der Anspruch auf einen Liegeplatz.
§ 2 Nachbauten
Proxys von Drachen dürfen nicht fliegen.
§ 3 Schnüre
Wer eine Schnur verliert, leistet dafür Ersatz.
§ 4 Absprachen
Die Absprache der Flughöhe ist nur unter Lotsen gültig.
§ 5 Ausstieg
Ein aufgegebener Flug zählt nicht.
§ 6 Abmeldung
Für die Kündigung gilt eine Frist von zwei Wochen.
§ 7 Aufsicht
Minderjährige brauchen jemanden, der auf sie achtet.
§ 8 Schluss
Winden sind am Tor abzugeben.
"""
FRENCH = """\
Règlement des cerfs-volants

Article 1
Les mineurs volent avec un parent.
Article 2
Chaque retard coûte un euro.
Article 3
Le fil est fourni par le club.
"""
ITALIAN = """\
Regolamento degli aquiloni

Articolo 1
Chi arriva in ritardo non vola.
Articolo 2
I telefoni restano spenti.
Articolo 3
Il filo è del club.
"""
SPANISH = """\
Reglamento de las cometas

Artículo 1
Las trampas se castigan con la expulsión.
Artículo 2
La cuota anual se abona en enero.
Artículo 3
El hilo está en el tablero.
"""


@pytest.fixture
def books(tmp_path: Path) -> Library:
    """Four books, installed."""
    for slug, text in (("werft", GERMAN), ("volants", FRENCH), ("aquiloni", ITALIAN), ("cometas", SPANISH)):
        add(tmp_path, text, slug)
    return Library.open()


def first(library: Library, query: str, book: str) -> str:
    """Return the number of the first result; empty if nothing is found."""
    return next((hit.rule.number for hit in library.search(query, book=book)), "")


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("bin zu spät dran", "1"),  # by the thesaurus, without the small words
        ("proxies", "2"),  # an English plural
        ("Schnur verloren", "3"),
        ("absprechen", "4"),  # by the family of the word, whose vowel changes
        ("aufgeben", "5"),  # a participle
        ("abgeben", "8"),  # an infinitive with a syllable in it
        ("Kündigungsfrist", "6"),  # two words of the book in one
        ("Kinderaufsicht", "7"),  # one of which is only what people say
    ],
)
def test_a_german_question(books: Library, query: str, number: str) -> None:
    assert first(books, query, "werft") == number


@pytest.mark.parametrize(
    ("query", "book", "number"),
    [
        ("je suis en retard", "volants", "2"),
        ("mon enfant veut jouer", "volants", "1"),
        ("arrivare tardi", "aquiloni", "1"),
        ("posso usare il cellulare", "aquiloni", "2"),
        ("alguien hizo trampa", "cometas", "1"),
        ("cuánto cuesta al año", "cometas", "2"),
        ("el mes que viene", "cometas", ""),  # no form of mesa
    ],
)
def test_a_question_in_a_romance_language(books: Library, query: str, book: str, number: str) -> None:
    assert first(books, query, book) == number
