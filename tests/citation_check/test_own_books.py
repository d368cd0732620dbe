"""Rulings that cite a book of the user's own, whose plain numbers any law may have: `§ 9`, `art. 4.2 b)`, `point 4`."""

from __future__ import annotations

import pytest
from citation_check.kites import check, install, verdicts_of

HOUSE = """\
Hausordnung des Drachenvereins

§ 1 Zweck
Der Verein lässt am Strand Drachen steigen.

§ 2 Anmeldung
(1) Wer fliegen will, meldet sich am Zelt.
(2) Kinder melden sich mit einem Erwachsenen.
(3) Wer zu spät kommt, wartet eine Runde.

§ 3 Streit
Über Streit entscheidet der Richter am Zelt.

§ 4 Ende
(1) Um sechs Uhr ist Schluss.
(2) Wer danach fliegt, spült die Tassen.
"""
TOURNEY = """\
Reglamento del torneo de cometas

Artículo 1. Objeto
1.1 Este reglamento vale para todas las cometas de la playa.
1.2 El juez decide lo que no está escrito.

Artículo 2. Inscripción
2.1 Cada volador se inscribe en la carpa.
2.2 Los niños se inscriben con un adulto.

Artículo 3. Puntos
3.1 Gana la figura más alta.
3.2 En caso de empate se vuela otra vez:
a) primero el más joven,
b) luego el otro.
"""
CLUB = """\
Règlement du club de cerfs-volants

Article 1 - Objet
Le club fait voler des cerfs-volants sur la plage.

Article 2 - Inscription
Chaque pilote s'inscrit à la tente.
Les enfants s'inscrivent avec un adulte.

Article 3 - Points
La figure la plus haute gagne.
"""
TENT = """\
House rules of the kite tent

1. General
1.1 Everyone flies from the blue line.
1.2 The judge at the tent decides.

2. Behaviour
2.1 Nobody shouts at a flier.
2.2 Nobody may
a) cut the string of another flier,
b) step on a kite,
c) feed the gulls.
"""
PAPER = """\
Regeln für Papierdrachen

1. Der Drachen ist aus Papier.
2. Die Schnur ist aus Baumwolle.
2.1 Sie ist höchstens zehn Meter lang.
2.2 Knoten sind erlaubt.
3. Wer den Boden berührt, scheidet aus.
"""
PIPAS = """\
Regimento do clube de pipas

Art. 1º O clube solta pipas na praia.

Art. 2º A inscrição é feita na tenda.
§ 1º Crianças inscrevem-se com um adulto.
§ 2º Quem chega tarde espera uma rodada.

Art. 3º A linha mede no máximo quarenta metros.
"""


def found(book: str, text: str) -> list[tuple[str, str]]:
    """Return each citation of a text as printed, with its verdict."""
    install(book, "house", "2020-05-01")
    return [(printed, verdict) for printed, _, verdict in verdicts_of(check(text, book="house"))]


@pytest.mark.parametrize(
    ("book", "text", "expected"),
    [
        (HOUSE, "Nach § 4 Abs. 2 spült er, und § 4 gilt immer.", [("§ 4 Abs. 2", "fine"), ("§ 4", "fine")]),
        (HOUSE, "Er stritt (§ 3). Ein § 12 ist nicht da.", [("§ 3", "fine"), ("§ 12", "not there")]),
        (HOUSE, "Es gelten §§ 3 und 4 der Hausordnung.", [("§§ 3", "fine"), ("4", "fine")]),
        (TOURNEY, "Según el art. 3 y el artículo 7.", [("art. 3", "fine"), ("artículo 7", "not there")]),
        (TOURNEY, "Artículo 3.2 b); artículo 3.2 d).", [("Artículo 3.2", "fine"), ("artículo 3.2 d)", "not there")]),
        (CLUB, "Voir l'article 2, alinéa 2.", [("article 2, alinéa 2", "fine")]),
        (CLUB, "Voir l'article 2, alinéa 5.", [("article 2, alinéa 5", "not there")]),
        (CLUB, "Le point 3 du règlement, et l'article 8.", [("point 3", "fine"), ("article 8", "not there")]),
        (PAPER, "Regel 3; Ziffer 2.1.", [("Regel 3", "fine"), ("Ziffer 2.1", "fine")]),
        (PAPER, "Es gilt Regel 9, und Ziffer 2.3.", [("Regel 9", "not there"), ("Ziffer 2.3", "not there")]),
        (HOUSE, "§ 12, den ich suche; § 12, der mir hilft.", [("§ 12", "not there"), ("§ 12", "not there")]),
        (HOUSE, "§ 12, das steht fest, und § 12 das Recht.", [("§ 12", "not there"), ("§ 12", "not there")]),
        (TENT, "Under point 2.1 he is out, see section 2.", [("point 2.1", "fine"), ("section 2", "fine")]),
        (PIPAS, "Pelo art. 2º, § 2º; o art. 9º.", [("art. 2º, § 2º", "fine"), ("art. 9º", "not there")]),
        (
            PIPAS,
            "Pelo art. 2º, caput, o art. 3º, caput, IV.",
            [("art. 2º", "fine"), ("art. 3º, caput, IV", "not there")],
        ),
        (HOUSE, "Es gelten §§ 3 und 4 Abs. 2.", [("§§ 3", "fine"), ("4 Abs. 2", "fine")]),
        (HOUSE, "Es gelten §§ 1, 3 und 4 Abs. 7.", [("§§ 1", "fine"), ("3", "fine"), ("4 Abs. 7", "not there")]),
        (
            HOUSE,
            "§ 4 Abs. 1 Satz 1; § 4 Abs. 1 S. 2.",
            [("§ 4 Abs. 1 Satz 1", "fine"), ("§ 4 Abs. 1 S. 2", "not there")],
        ),
        (HOUSE, "Paragraph 3 und Paragraf 12.", [("Paragraph 3", "fine"), ("Paragraf 12", "not there")]),
    ],
)
def test_a_word_and_a_number_cite_the_chosen_book(book: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert found(book, text) == expected


@pytest.mark.parametrize(
    ("book", "text"),
    [
        (HOUSE, "Nach § 2 BGB und § 3 des Waffengesetzes; StVO, § 1."),
        (TOURNEY, "El artículo 2 de la Constitución no vale."),
        (CLUB, "L'article 2 du Code civil, l'article 3 de la loi."),
        (TENT, "It took 2 minutes at table 1; point 2 of my list is moot."),
        (TENT, "He asked about the rule\n2 kites flew."),
        (PAPER, "Tisch Nr. 3 und Runde 2."),
        (PIPAS, "Ver o art. 3º da Constituição."),
        (PAPER, "Punkte: 3. Regel 3 BGB."),
        (PIPAS, "A Lei 7.421, art. 2º, e o Código Civil, em seu art. 3º."),
        (PIPAS, "A Lei nº 7.421/2001 (art. 2º, § 2º)."),
        (HOUSE, "Das steht im Mietvertrag (§ 3) und im Gesetz über Drachen, § 12."),
        (TENT, "Under the Kites Act 1980, section 2, it flew."),
        (HOUSE, "Nach § 2 der Badeordnung und § 3 von der Marktordnung."),
        (HOUSE, "Die Anlage 3 zum Brief, Teil 4 und Anhang 12."),
    ],
)
def test_no_number_of_another_law_or_list(book: str, text: str) -> None:
    assert found(book, text) == []


def test_a_law_in_another_sentence_or_before_the_named_book_hides_nothing() -> None:
    text = "Das Gesetz gilt. Nach § 3 geht er. Ein Gesetz mag es geben, aber § 4 der Hausordnung gilt auch."
    assert found(HOUSE, text) == [("§ 3", "fine"), ("§ 4", "fine")]


@pytest.mark.parametrize(
    ("book", "point", "verdict"),
    [
        (TENT, "2.2(a)", "fine"),
        (TENT, "2.2(c)", "fine"),
        (TENT, "2.2(e)", "not there"),
        (TOURNEY, "3.2(b)", "fine"),
        (TOURNEY, "3.2(c)", "not there"),
    ],
)
def test_a_point_in_the_words_of_a_rule(book: str, point: str, verdict: str) -> None:
    assert [each for _, each in found(book, f"See {point}.")] == [verdict]
    assert [each for _, each in found(book, f"It is house:{point}.")] == [verdict]


def test_a_range_of_items_is_printed_whole() -> None:
    assert found(HOUSE, "Siehe house:2(1)–(3).") == [("house:2(1)", "fine"), ("(3)", "fine")]
    assert found(HOUSE, "Siehe house:2(1)–(5).") == [("house:2(1)", "fine"), ("(5)", "not there")]


def test_an_edition_without_a_date_is_not_named() -> None:
    install(HOUSE, "house", "undated")
    (judged,) = check("Siehe § 9.", book="house").found
    assert (judged.verdict, str(judged.remarks[0])) == ("not there", "no rule 9 in house")
