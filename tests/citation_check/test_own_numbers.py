"""Plain numbers in a text that is checked against a book of the user's own: labels, brackets, points, quotations."""

from __future__ import annotations

import pytest
from citation_check.kites import check, install, verdicts_of
from citation_check.test_own_books import HOUSE, PIPAS, TENT

from rules_cli.citation_check import snapshot
from rules_cli.text import words_of_text

CLUB = """\
Rules of the kite club

1. Strings
1.1 A string is made of cotton.
1.2 A string has no wire in it.
1.3 A knot counts as string.

2. Judges
2.1 A judge stands at the tent.
2.2 A judge may
a) stop the wind watch,
b) lower a flag.
"""


def found(book: str, text: str) -> list[tuple[str, str]]:
    """Return each citation of a text as printed, with its verdict."""
    install(book, "house", "2020-05-01")
    return [(printed, verdict) for printed, _, verdict in verdicts_of(check(text, book="house"))]


@pytest.mark.parametrize(
    ("book", "text", "expected"),
    [
        (PIPAS, "Pelo art. 1º e o art. 3º.", [("art. 1º", "fine"), ("art. 3º", "fine")]),
        (PIPAS, "Vale o art. 3, e a tenda decide.", [("art. 3", "fine")]),
        (TENT, "Under section 1 and a judge.", [("section 1", "fine")]),
        (PIPAS, "Ver art. 2º, § 1º; ver art. 2º, § 3º.", [("art. 2º, § 1º", "fine"), ("art. 2º, § 3º", "not there")]),
        (HOUSE, 'Nach § 2 Abs. 3 "wartet eine Runde".', [("§ 2 Abs. 3", "fine")]),
        (HOUSE, "Laut § 2 Abs. 1 S. 1.", [("§ 2 Abs. 1 S. 1", "fine")]),
        (HOUSE, "Laut § 2 Abs. 5 S. 2.", [("§ 2 Abs. 5 S. 2", "not there")]),
        (HOUSE, "Es gelten §§ 1, 3.", [("§§ 1", "fine"), ("3", "fine")]),
        (HOUSE, "Siehe §§ 4, 9.", [("§§ 4", "fine"), ("9", "not there")]),
        (PIPAS, "Pelos arts. 1, 7.", [("arts. 1", "fine"), ("7", "not there")]),
        (HOUSE, "Es gilt § 2 Abs. 1 bis 3.", [("§ 2 Abs. 1", "fine"), ("3", "fine")]),
        (HOUSE, "Es gilt § 2 Abs. 1-4.", [("§ 2 Abs. 1", "fine"), ("4", "not there")]),
        (HOUSE, "Es gilt § 2 (1) bis (4).", [("§ 2 (1)", "fine"), ("(4)", "not there")]),
        (HOUSE, "Siehe §§ 3 bis 9.", [("§§ 3", "fine"), ("9", "not there")]),
        (HOUSE, "Nach § 4 Abs. 3 der Ordnung.", [("§ 4 Abs. 3", "not there")]),
        (HOUSE, "Nach § 4 Abs. 3 der Stadt.", []),
        (HOUSE, "Gespielt wird nach § 1 bis 18 Uhr.", [("§ 1", "fine")]),
        (
            PIPAS,
            "O § 1º, do art. 2º, vale; o § 3º, do art. 2º, não.",
            [("§ 1º, do art. 2º", "fine"), ("§ 3º, do art. 2º", "not there")],
        ),
        (PIPAS, "Ver art. 2º, I a V.", [("art. 2º, I", "not there"), ("V", "not there")]),
        (PIPAS, "Art. 1 c/c art. 3.", [("Art. 1", "fine"), ("art. 3", "fine")]),
        (PIPAS, "Pelos arts. 1 a 7.", [("arts. 1", "fine"), ("7", "not there")]),
    ],
)
def test_words_beside_a_citation_neither_hide_it_nor_add_one(
    book: str, text: str, expected: list[tuple[str, str]]
) -> None:
    assert found(book, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wire: 1.2. Flags: 2.4.", [("1.2", "fine"), ("2.4", "not there")]),
        ("Wire (1.2) is out, glue (1.5) too.", [("1.2", "fine"), ("1.5", "not there")]),
        ('Strings: 1.1 "made of cotton".', [("1.1", "fine")]),
        ("He said 2.2(b), not 2.2(d).", [("2.2", "fine"), ("2.2(d)", "not there")]),
        (
            "As 2.4 says, 1.4 requires a knot; 1.1 forbids wire.",
            [("2.4", "not there"), ("1.4", "not there"), ("1.1", "fine")],
        ),
        (
            "The rules (2.4), Rules 2.5, no. 2.3",
            [("2.4", "not there"), ("Rules 2.5", "not there"), ("2.3", "not there")],
        ),
        ("Version 2.4 requires a kite, and a gull costs 2.3 or more.", []),
        ("Version: 1.2. Wind: 2.1 m. It cost 1.3 euros; he flew 2.2 hours.", []),
    ],
)
def test_a_plain_number_after_a_label_or_with_a_point_is_a_citation(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(CLUB, text) == expected


BELLS = """1 Bells

1.1 Ties are broken by

1.1(a) the number of bells;

1.1(b) a die.

1.2 A bell is rung once.
"""


def test_a_part_in_brackets_needs_no_word_before_it() -> None:
    assert found(BELLS, "See 1.1(a), (b) and (d).") == [("1.1(a)", "fine"), ("(b)", "fine"), ("(d)", "not there")]
    text = "The die decides, 1.1(b). A coin decides, 1.1(c). See rule 1.1(d). It took 1.2 hours."
    assert found(BELLS, text) == [("1.1(b)", "fine"), ("1.1(c)", "not there"), ("rule 1.1(d)", "not there")]
    (missing,) = [each.detail for each in check("See rule 1.1(d).", book="house").found]
    assert "house:1.1d" in str(missing) and "rule" not in str(missing).partition("house:")[2].partition(" ")[0]


def test_a_dotted_number_of_a_book_that_prints_brackets() -> None:
    assert found(HOUSE, "Anmeldung (2.3), Schluss: 4.1.") == [("2.3", "fine"), ("4.1", "fine")]


def test_a_missing_number_behind_a_label_that_cites_nothing_is_named_as_passed_over() -> None:
    install(CLUB, "house", "2020-05-01")
    checked = check(
        "Fee: 2.4. Price: 2.3. Version: 1.4. Rule: 2.4. Strings: 1.4. The judge: 2.3. Fee: 2.1.", book="house"
    )
    assert [(each.cited.mention.printed, each.verdict) for each in checked.found] == [
        *[("2.4", "not there"), ("1.4", "not there"), ("2.3", "not there"), ("2.1", "fine")],
    ]
    assert [each.printed for each in checked.unread] == ["2.4", "2.3"]


def test_a_number_that_is_like_none_of_the_book_is_named_as_passed_over() -> None:
    install(CLUB, "house", "2020-05-01")
    checked = check("Fee: 2.50. Wire: 1.2.", book="house")
    assert [each.printed for each in checked.unread] == ["2.50"]
    assert [each.verdict for each in checked.found] == ["fine"]


def test_a_chapter_is_read_once_for_all_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def reads(text: str) -> list[str]:
        read.append(text)
        return words_of_text(text)

    monkeypatch.setattr(snapshot, "words_of_text", reads)
    install(CLUB, "house", "2020-05-01")
    check("Fee: 2.4. " * 20, book="house")
    assert len(read) == len(set(read)) > 0


def test_a_plain_number_of_a_published_book_needs_more_than_a_label() -> None:
    install(CLUB, "house", "2020-05-01")
    assert not check("Wire: 1.2. Flags: 2.4.", book="mtg").found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rule: 2.9", [("2.9", "not there")]),
        ("Rule: 1.1\nFee: 7.9", [("1.1", "fine")]),
        ("Anna quoted 2.9 to me.", [("2.9", "not there")]),
        ("The shop quoted 2.9 euros.", []),
    ],
)
def test_a_word_that_cites_introduces_a_number_that_is_like_none_of_the_book(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert found(CLUB, text) == expected
