"""Citations with words between their parts are followed step by step, in books of the user's own."""

from __future__ import annotations

import pytest
from citation_check.kites import check, install, verdicts_of

PONDS = """CAPÍTULO I
DOS LAGOS

Art. 1º O lago é de todos.

Art. 2º O pescador paga.
§ 1º Crianças não pagam.
§ 2º Pagam a metade:
I - vizinhos;
II - sócios:
a) novos;
b) antigos.

CAPÍTULO II
DAS FALTAS

Art. 3º São faltas:
I - sujar o lago;
II - gritar.

Art. 4º O guarda julga.
Parágrafo único. O guarda ouve os dois.
"""
BRIDGE = """Ordnung der Brücke

§ 1 Zweck
(1) Die Brücke verbindet zwei Ufer.
(2) Sie trägt
1. Wagen,
2. Schafe.

§ 2 Zoll
(1) Der Zoll ist ein Apfel.
(2) Schafe zahlen nichts.

§ 3 Streit
Der Wächter entscheidet.
"""
MILL = """Règlement du moulin

Article 1 - Objet
Le moulin tourne.

Article 2 - Grain
Le grain est sec.
Le sac est fermé.

Article 3 - Fautes
Sont des fautes :
a) mouiller le grain ;
b) arrêter la roue.
"""
BARN = """Rules of the barn

1. Hay
1.1 Hay is dry.
1.2 A stack holds
a) ten bales,
b) one cat.

2. Doors
2.1 Doors are shut at night.
2.2 The last one out locks them.
"""


def found(book: str, text: str) -> list[tuple[str, str, str]]:
    """Return each citation of a text as printed, with the number of its rule and the verdict."""
    install(book, "house", "2020-05-01")
    named = verdicts_of(check(text, book="house"))
    return [(printed, rule.partition(":")[2] if verdict == "fine" else "", verdict) for printed, rule, verdict in named]


@pytest.mark.parametrize(
    ("book", "text", "rule"),
    [
        (PONDS, "art. 2º, § 2º, inciso II, alínea b", "2.2(II)b"),
        (PONDS, "parágrafo único do art. 4º", "4.1"),
        (PONDS, "art. 2º, § 2º, I", "2.2(I)"),
        (PONDS, 'art. 2º, § 2º, II, "b"', "2.2(II)b"),
        (PONDS, "capítulo II, art. 3º, inciso II", "3(II)"),
        (PONDS, "capítulo II", "capítulo-ii"),
        (BRIDGE, "§ 1 Abs. 2 Nr. 2", "1(2).2"),
        (BRIDGE, "Abs. 2 des § 2", "2(2)"),
        (MILL, "article 2, alinéa 2", "2"),
        (MILL, "alinéa 1 de l'article 2", "2"),
        (MILL, "article 3, lettre b", "3"),
        (BARN, "point b of rule 1.2", "1.2"),
        (BARN, "chapter 2, rule 2.1", "2.1"),
        (BRIDGE, "§ 1 II", "1(2)"),
        (PONDS, "art. 3º II", "3(II)"),
        (MILL, "article 3 b", "3"),
    ],
)
def test_each_step_is_looked_for_inside_the_one_before(book: str, text: str, rule: str) -> None:
    assert found(book, f"Ja: {text}.") == [(text, rule, "fine")]


@pytest.mark.parametrize(
    ("book", "text", "rules"),
    [
        (BRIDGE, "§ 1 Abs. 2 Nr. 1 und Nr. 2", ["1(2).1", "1(2).2"]),
        (BRIDGE, "§ 1 Abs. 1, Abs. 2 und § 3", ["1(1)", "1(2)", "3"]),
        (PONDS, "art. 2º, § 1º e § 2º", ["2.1", "2.2"]),
        (PONDS, "§§ 1º e 2º do art. 2º", ["2.1", "2.2"]),
        (PONDS, "art. 2º, § 2º, II, a e b", ["2.2(II)a", "2.2(II)b"]),
        (PONDS, "art. 3º, § 1º e art. 2º, § 1º", ["", "2.1"]),
    ],
)
def test_what_is_above_the_first_number_of_a_list_is_above_the_others(book: str, text: str, rules: list[str]) -> None:
    assert [rule for _, rule, _ in found(book, f"Ja: {text} so.")] == rules


@pytest.mark.parametrize("text", ["Nach § 2 d. S. ja", "Nach § 3 a oder so", "By § 3 I think", "§ 3 e depois"])
def test_a_word_of_one_letter_is_no_part(text: str) -> None:
    assert [verdict for *_, verdict in found(BRIDGE, text)] == ["fine"]


@pytest.mark.parametrize(
    ("book", "text"),
    [
        (PONDS, "art. 9º, § 1º"),
        (PONDS, "art. 1º, § 1º"),
        (PONDS, "art. 3º, III"),
        (PONDS, "Art. 2º, Parágrafo Único"),
        (PONDS, "capítulo I, art. 3º"),
        (PONDS, "capítulo VI, art. 3º"),
        (PONDS, "capítulo IX"),
        (BRIDGE, "§ 7 Abs. 2"),
        (BRIDGE, "§ 1 Abs. 2 Nr. 3"),
        (BRIDGE, "§ 3 Abs. 2"),
        (MILL, "article 9, alinéa 1"),
        (MILL, "article 2, alinéa 3"),
        (MILL, "lettre c de l'article 3"),
        (BARN, "point d of rule 1.2"),
        (BARN, "chapter 5, rule 1"),
    ],
)
def test_a_step_that_leads_nowhere_is_not_there(book: str, text: str) -> None:
    assert found(book, f"Ja: {text}.") == [(text, "", "not there")]


@pytest.mark.parametrize(
    ("book", "text"),
    [
        (BRIDGE, "Es gilt § 7 Abs. 2 BGB."),
        (MILL, "L'article 9, alinéa 1, du Code civil s'applique."),
        (PONDS, "O art. 5º, XXXV, da Constituição vale."),
        (BARN, "Article IV, Section 2 says so."),
    ],
)
def test_no_path_of_another_law_or_form(book: str, text: str) -> None:
    assert found(book, text) == []


def test_a_section_behind_a_paragraph_or_a_sentence_begins_another_citation() -> None:
    assert [printed for printed, *_ in found(BRIDGE, "Es gilt § 1 Abs. 2, Artikel 2 Abs. 1.")] == [
        "§ 1 Abs. 2",
        "Artikel 2 Abs. 1",
    ]
    assert [printed for printed, *_ in found(BRIDGE, "Es gilt § 1 Abs. 2 Satz 1, Artikel 2 Abs. 1.")] == [
        "§ 1 Abs. 2 Satz 1",
        "Artikel 2 Abs. 1",
    ]


def test_a_missing_number_is_said_as_it_was_typed() -> None:
    install(PONDS, "house", "2020-05-01")
    details = [each.detail for each in check("Art. 3º, Inciso IV; Art. 2º, § 7º; Art. 3º, IX.", book="house").found]
    assert [detail.partition(";")[0] for detail in details] == [
        "no rule house:Art. 3º, Inciso IV in edition 2020-05-01",
        "no rule house:Art. 2º, § 7º in edition 2020-05-01",
        "no rule house:Art. 3º, IX in edition 2020-05-01",
    ]
    details = [each.detail for each in check("art. 3º, I e IX, art. 2º, § 2º e 8º.", book="house").found]
    assert details[1::2] == [
        "no rule house:art 3º, IX in edition 2020-05-01",
        "no rule house:art 2º, § 8º in edition 2020-05-01; closest: house:2.2, house:2.2(I), house:2.2(II)",
    ]
