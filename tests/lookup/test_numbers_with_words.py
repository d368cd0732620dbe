"""Numbers with words as judges type them: a part of an article is never another article; ranges and lists are whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support import Ran, Run

Asked = Callable[[str], Ran]

LAW = """CAPÍTULO I
DOS BALÕES

Art. 1º Um balão sobe.

Art. 2º Um balão tem cesto.
§ 1º O cesto é de vime.
§ 2º A corda é de linho.
§ 3º O lastro é de areia.

CAPÍTULO II
DAS FALTAS

Art. 3º São faltas:
I - pousar no lago;
II - soltar o lastro;
III - perder o cesto.
§ 1º A falta custa a vez.
§ 2º A segunda falta custa o balão.

Art. 4º O juiz conta as faltas.

Art. 5º Vence o balão mais alto.
"""
ORDER = """§ 1 Start
(1) Die Glocke läutet.
(2) Alle steigen ein.
(3) Das Seil fällt.

§ 2 Fahrt
(1) Der Wind entscheidet.
(2) Sand wird abgeworfen.

§ 3 Ende
Die Landung zählt.
"""


STORE = """§ 1 Korb
(1) Der Korb ist rund.
(2) In den Korb gehören
1. ein Seil,
2. zwei Decken,
3. Wasser.
(3) Der Korb wird gewogen:
a) leer,
b) voll.

§ 2 Ballon
(1) Der Ballon ist rot.
(2) Er ist dicht.
"""
POLICY = """# Balloon House Policy

## 1 Baskets

### 1.1 Weight

A basket holds:

a. two riders;
b. one sandbag.

### 1.2 Landing

A rider who lands:

1. folds the balloon;
2. calls the tower.

## 2 Wind

Nobody flies in a storm.
"""
HOUSE = """# Rules of the Basket House

1. Fly by day.
2. Land before:
   a. rain,
   b. night.
3. Pay for lost sand.
"""


@pytest.fixture
def asked(run: Run, tmp_path: Path) -> Asked:
    """Look a number up in the one of two made-up laws whose words it has."""
    for name, text in (("law", LAW), ("order", ORDER)):
        (tmp_path / f"{name}.txt").write_text(text)
        run("import", str(tmp_path / f"{name}.txt"), "--book", name)
    return lambda number: run("show", *number.split(), "-b", "law" if "art" in number else "order")


@pytest.fixture
def shown(run: Run, tmp_path: Path) -> Callable[[str, str], list[str]]:
    """Return the rules that a number without a command finds in one of five made-up books, each once."""
    for name, text in (
        ("law.txt", LAW),
        ("order.txt", ORDER),
        ("policy.md", POLICY),
        ("house.md", HOUSE),
        ("store.txt", STORE),
    ):
        (tmp_path / name).write_text(text)
        run("import", str(tmp_path / name), "--book", name.partition(".")[0])

    def numbers(book: str, typed: str) -> list[str]:
        found = json.loads(run(*typed.split(), "-b", book, "--json").out)
        return [rule["number"] for rule in (found if isinstance(found, list) else [found]) if "number" in rule]

    return numbers


def test_each_step_is_looked_for_inside_the_one_before(shown: Callable[[str, str], list[str]]) -> None:
    expected = [
        *[("order", "1 Abs. 2", "1(2)"), ("order", "1 abs 2", "1(2)"), ("order", "§ 1 II", "1(2)")],
        *[("order", "2 §1", "2(1)"), ("order", "1 III", "1(3)")],
        *[("order", "paragraph 2 absatz 1", "2(1)"), ("order", "§ 3 Abs. 1", "")],
        *[
            ("law", "2 §3", "2.3"),
            ("law", "art 2, par. 1", "2.1"),
            ("law", "3º, § 1º", "3.1"),
            ("law", "3 II", "3(II)"),
        ],
        *[("law", "art. 3, I e III", "3(I) 3(III)"), ("law", "art 3 inciso 2", "3(II)")],
        *[("law", "inciso III do art. 3", "3(III)"), ("law", "art. 2 inc. II", ""), ("law", "art. 3, § 3", "")],
        *[("law", "capítulo II, arts. 4 a 5", "4 5"), ("law", "capítulo I, arts. 4 a 5", "")],
        *[("law", "capitulo V", ""), ("law", "cap. II", "capítulo-ii"), ("law", "parágrafo único do art. 3", "")],
        *[("policy", "1.1.2", ""), ("policy", "1.1b", "1.1"), ("policy", "1.1 point b", "1.1"), ("policy", "1.1c", "")],
        *[("policy", "point a of 1.1", "1.1"), ("policy", "1.2.2", "1.2"), ("policy", "1.2.3", "")],
        *[("policy", "section 1.2, item 1", "1.2"), ("house", "4", ""), ("house", "2(c)", "")],
        *[("house", "2", "rules-of-the-basket-house.2"), ("house", "rule 3", "rules-of-the-basket-house.3")],
        *[("house", "2b", "rules-of-the-basket-house.2"), ("house", "#3", "rules-of-the-basket-house.3")],
        *[("store", "§ 1 Nr. 3", "1(2).3"), ("store", "§ 1 Abs. 3", "1(3)"), ("store", "§ 1 lit. b", "1(3)b")],
        *[
            ("store", "1, 3, b", "1(3)b"),
            ("store", "1, II, 2", ""),
            ("store", "1, 2", "1 2"),
            ("store", "§ 2 Nr. 2", "2(2)"),
        ],
        *[("store", "§ 1 Absatz 3 Buchstabe b)", "1(3)b"), ("store", "1 (3) b)", "1(3)b"), ("law", "3, III", "3(III)")],
    ]
    found = [(book, typed, " ".join(shown(book, typed))) for book, typed, _ in expected]
    assert found == expected


def test_the_only_paragraph_of_an_article_that_has_three_is_named_as_missing(asked: Asked) -> None:
    assert "no rule law:art. 2, Parágrafo Único; law:2 has 2.1 to 2.3" in asked("art. 2, Parágrafo Único").err


@pytest.mark.parametrize(
    "number", ["art. 2, § 5º", "art. 1, § 4", "§ 5 do art. 2", "art. 3, § 5", "capítulo I, art. 5"]
)
def test_a_part_that_an_article_lacks_is_not_the_article_of_that_number(asked: Asked, number: str) -> None:
    found = asked(number)
    assert found.code == 1
    assert found.out == ""
    assert "no rule law:" in found.err


def test_an_article_is_found_by_its_chapter_where_articles_count_on(asked: Asked) -> None:
    assert asked("capítulo II, art. 5").out.startswith("5  Vence o balão")


@pytest.mark.parametrize(
    ("number", "rules"),
    [
        ("arts. 4 a 5", ["4  O juiz", "5  Vence"]),
        ("arts. 1 e 4", ["1  Um balão", "4  O juiz"]),
        ("art. 2, §§ 1 a 3", ["2.1  O cesto", "2.2  A corda", "2.3  O lastro"]),
        ("art. 2, §§ 1-2", ["2.1  O cesto", "2.2  A corda"]),
        ("art. 3, II", ["3(II)  São faltas: soltar"]),
        ("art. 3, III", ["3(III)  São faltas: perder"]),
        ("§§ 2 bis 3", ["2  Fahrt", "3  Ende"]),
        ("§§ 1 und 3", ["1  Start", "3  Ende"]),
        ("§ 1 Abs. 1 und 3", ["1(1)  Die Glocke", "1(3)  Das Seil"]),
        ("§ 1 Abs. 1 bis 3", ["1(1)  Die Glocke", "1(2)  Alle", "1(3)  Das Seil"]),
        ("Absatz 1 und 2 des § 2", ["2(1)  Der Wind", "2(2)  Sand"]),
        ("paragraphs 1 through 2 of § 2", ["2(1)  Der Wind", "2(2)  Sand"]),
    ],
)
def test_a_range_and_a_list_print_their_rules_and_no_others(asked: Asked, number: str, rules: list[str]) -> None:
    found = asked(number)
    assert found.code == 0
    shown = [line for line in found.out.split("\n") if line[:1].isdigit() and " · " not in line]
    assert [any(map(line.startswith, rules)) for line in shown] == [True] * len(rules)
    assert found.err == ""


@pytest.mark.parametrize("number", ["§§ 3 bis 1", "§§ 2 bis 9", "§ 1 Abs. 2 bis 7"])
def test_a_range_without_both_ends_or_backwards_is_refused(asked: Asked, number: str) -> None:
    found = asked(number)
    assert found.code != 0
    assert found.out == ""
