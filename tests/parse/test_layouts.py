"""Layouts of rulebooks, laws, bylaws and wargames, each as a made-up book: every number answers with its own words."""

from __future__ import annotations

import pytest
from parsing import book_of, by_number, odd, parents, references, texts

from rules_cli.model import Book
from rules_cli.numbers.parts import parts


def markdown(text: str) -> Book:
    return book_of(text, None, "book.md")


class TestLaws:
    def test_numbers_after_a_sign_on_headings_are_rules(self) -> None:
        law = "".join(
            f"## Abschnitt {c}: Wind\n\n### § {c * 10} Drachen\n\n(1) Der Drachen fliegt nach § {c * 10 + 1}.\n\n"
            f"### § {c * 10}a Leine\n\nDie Leine ist nicht lang.\n\n### § {c * 10 + 1} Wind\n\nEr weht.\n\n"
            for c in range(1, 6)
        )
        book = markdown(f"# Drachengesetz\n\n{law}")
        rows = texts(book)
        assert (rows["30"], rows["30a"]) == ("(1) Der Drachen fliegt nach § 31.", "Die Leine ist nicht lang.")
        assert (by_number(book)["31"].title, references(book, "30")) == ("Wind", [("§ 31", "31", True)])

    def test_a_letter_before_the_number_is_part_of_the_word(self) -> None:
        law = "".join(
            f"Article L. {c}-{x}\n\nLe joueur {x} lance le cerf-volant. Voir l'article L. {c}-1.\n\n"
            for c in (1, 2, 3)
            for x in (1, 2, 3)
        )
        book = book_of(f"Code du cerf-volant\n\n{law}")
        assert (texts(book)["2-3"] or "").startswith("Le joueur 3")
        assert [each.target for each in by_number(book)["2-3"].references] == ["2-1"]


class TestBylaws:
    def test_an_article_alone_on_its_line_has_its_sections_below(self) -> None:
        text = "".join(
            f"ARTICLE {roman}\nRED KITES\n\nSection {n}.01 Wind. It blows.\n\nSection {n}.02 Lines. They break.\n\n"
            for n, roman in enumerate("I II III IV".split(), 1)
        )
        book = book_of(f"BYLAWS OF THE KITE CLUB\n\n{text}")
        assert (texts(book)["II"], texts(book)["3.02"]) == ("RED KITES", "Lines. They break.")
        assert (parents(book)["3.02"], odd(book)) == ("III", [])

    def test_a_number_alone_inside_a_sentence_is_no_article(self) -> None:
        text = "".join(f"Section {n}.1 Wind blows.\n\nSection {n}.2 As in\nSection 1.1\nit stops.\n\n" for n in "1234")
        assert list(texts(book_of(text))) == [f"{n}.{x}" for n in "1234" for x in "12"]


class TestWargames:
    BOOK = "".join(
        f"[{c}.0] KITES\n\nGENERAL RULE:\n\nThe kites fly.\n\n"
        + "".join(f"[{c}.{x}] WIND\n\n[{c}.{x}1] It blows, see [1.1].\n\n[{c}.{x}2] It stops.\n\n" for x in (1, 2))
        for c in (1, 2, 3)
    )

    def test_numbers_in_brackets_are_read(self) -> None:
        book = book_of(f"KITE STORM: Rules of Play\n\n{self.BOOK}")
        assert (texts(book)["2.12"], texts(book)["3.2"]) == ("It stops.", "WIND")
        assert references(book, "2.21") == [("[1.1]", "1.1", True)]

    def test_a_few_references_in_brackets_are_no_form(self) -> None:
        book = book_of(
            "1 Kites\n\n1.1 A kite flies.\n\n[1.1] says so.\n\n1.2 A kite lands.\n\n1.3 A kite has a line.\n"
        )
        assert list(texts(book)) == ["1", "1.1", "1.2", "1.3"]


def test_rules_of_three_figures_in_tables_without_chapters() -> None:
    def row(number: str, words: str) -> str:
        return f"<tr><td>{number}.</td><td>{words}</td></tr>\n"

    tables = "".join(
        "## Kites\n\n<table><tbody>\n"
        + "".join(
            row(f"{c}0{x}", "A kite flies.") + row(f"{c}0{x}.1", "It lands.") + row(f"{c}0{x}.1.a", "Here.")
            for x in "123"
        )
        + "</tbody></table>\n\n"
        for c in "12"
    )
    book = markdown(f"# Rules\n\n{tables}")
    assert (texts(book)["101"], texts(book)["203"], parents(book)["203.1"]) == ("A kite flies.", "A kite flies.", "203")


class TestGlossaries:
    RULES = "# Kites\n\n## 1 Kites\n\n1.1 A kite flies.\n\n1.2 It has a line.\n\n## Glossary\n\n"

    def test_a_table_has_an_entry_in_each_row(self) -> None:
        table = "| Term | Meaning |\n|---|---|\n| Line | What holds a kite. |\n| Tail | What hangs from it. |\n"
        book = markdown(self.RULES + table)
        assert [(row.title, row.words.text) for row in book.rows if row.parent == "glossary"] == [
            ("Line", "What holds a kite."),
            ("Tail", "What hangs from it."),
        ]

    def test_an_example_is_no_entry(self) -> None:
        book = book_of("1 Kites\n\n1.1 A kite flies.\n\nGlossary\n\nLine\nWhat holds a kite.\n\nExample: A red line.\n")
        assert by_number(book)["glossary.line"].words.examples == ("A red line.",)
        assert "glossary.example" not in by_number(book)


def test_appendices_of_tournament_rules_are_sections_and_their_changes_are_no_rules() -> None:
    chapters = "".join(
        f"{c}. Kites\n\n" + "".join(f"{c}.{x} Match Structure\n\nA match lasts 50 minutes.\n\n" for x in (1, 2, 3))
        for c in (1, 2, 10)
    )
    appendices = (
        "Appendix A—Changes\n\n2.1: It is longer.\n\n2.2: A new section.\n\nAppendix B—Time Limits\n\nThey are short.\n"
    )
    book = book_of(f"Kite Tournament Rules\n\n{chapters}{appendices}", "mtg-mtr")
    rows = by_number(book)
    assert rows["A"].words.text == "2.1: It is longer.\n2.2: A new section."
    assert (rows["B"].title, rows["B"].words.text) == ("Time Limits", "They are short.")
    assert odd(book) == [("number-gap", "10")]


class TestTitles:
    @pytest.mark.parametrize(
        ("first", "second"),
        [
            ("Drachen und Leinen", "Pflichten der Mitglieder"),
            ("Objet du club", "Conditions de participation"),
            ("Змеи и линии", "Права членов клуба"),
            ("Rights of the players", "How a kite is launched"),
        ],
    )
    @pytest.mark.parametrize("mark", [".", ""])
    def test_chapters_have_titles_in_small_letters(self, mark: str, first: str, second: str) -> None:
        book = book_of(
            f"1{mark} {first}\n\n1.1 Der Wind weht.\n\n1.2 Er weht nicht.\n\n"
            f"2{mark} {second}\n\n2.1 Die Leine ist lang.\n\n2.2 Sie ist kurz.\n"
        )
        rows = by_number(book)
        assert (rows["1"].title, rows["2"].title, odd(book)) == (first, second, [])
        assert parents(book) == {"1": None, "1.1": "1", "1.2": "1", "2": None, "2.1": "2", "2.2": "2"}

    def test_a_quantity_in_the_middle_of_a_sentence_is_no_chapter(self) -> None:
        book = book_of(
            "1 Kites\n\n1.1 A kite flies over the field and the judge counts\n2 lines of the kite\nthen it lands.\n\n"
            "1.2 A kite has a line.\n\n2 Boats\n\n2.1 A boat floats.\n"
        )
        assert list(texts(book)) == ["1", "1.1", "1.2", "2", "2.1"]


class TestExamples:
    def test_lettered_rules_go_on_after_an_example(self) -> None:
        text = "".join(
            f"{c}. Kites\n\n"
            + "".join(
                f"{c}.{x}. A kite flies.\n\na. It has a line.\n\nb. The line may break.\n\n"
                "Example: The wind blows.\n\nc. Then it falls.\n\n"
                for x in (1, 2, 3)
            )
            for c in (1, 2, 3)
        )
        book = book_of(text)
        assert texts(book)["2.3c"] == "Then it falls."
        assert (parents(book)["2.3c"], by_number(book)["2.3b"].words.examples) == ("2.3", ("The wind blows.",))

    def test_a_list_inside_an_example_is_no_list_of_rules(self) -> None:
        text = "".join(
            f"{c}. Kites\n\n{c}.1. A kite flies.\n\nExample: The judge acts:\n\n(a) She looks.\n\n(b) She waits.\n\n"
            for c in (1, 2, 3, 4)
        )
        assert list(texts(book_of(text))) == [n for c in "1234" for n in (c, f"{c}.1")]


class TestContents:
    def test_contents_with_letters_and_dots_are_dropped(self) -> None:
        parts = [("I", "Kites"), ("II", "Lines"), ("III", "Wind")]
        contents = "".join(f"{r}. {w.upper()} {'.' * 20} 3\n  A. Red {w} {'.' * 20} 4\n" for r, w in parts)
        text = "".join(
            f"{r}. {w.upper()}\n\nThis part is about them.\n\nA. Red {w}\n\n1. A judge looks at {w}.\n\n"
            f"2. A player waits.\n\na. He sits.\n\nb. He rests.\n\nB. Blue {w}\n\n1. They go up.\n\n2. They fall.\n\n"
            for r, w in parts
        )
        book = book_of(f"Kite Policy\n\nTable of Contents\n\n{contents}\n{text}")
        assert texts(book)["II.A.2b"] == "He rests."
        assert (parents(book)["II.A.2b"], by_number(book)["II.A"].title, odd(book)) == ("II.A.2", "Red Lines", [])
        assert {line.why for line in book.dropped} >= {"table of contents"}

    def test_titles_of_lettered_chapters_may_be_printed_apart(self) -> None:
        names = ("Kites", "Lines", "Wind", "Reels")
        entries = "\n".join(f"{letter}.      {name}" for letter, name in zip("ABCD", names, strict=True))
        chapters = "".join(
            f"{letter}.{name.upper():>30}\n\nThis part is about them.\n\n1. They fly.\n\n2. They land.\n\n"
            for letter, name in zip("ABCD", names, strict=True)
        )
        rows = by_number(book_of(f"Kite Policy\n\nContents\n{entries}\n\n{chapters}"))
        assert (rows["B"].title, rows["D.2"].parent, "D.A" in rows) == ("LINES", "D", False)


class TestPolicy:
    def test_a_table_under_examples_is_no_example(self) -> None:
        book = markdown(
            "# Policy\n\n## 1 Lines\n\n### 1.1 Short line\n\nA line is short.\n\nExamples of this are:\n\n"
            "* Ada cuts it.\n* Bo burns it.\n\n"
            "| Penalty | Club | Final |\n|---|---|---|\n| Minor | Caution | Warning |\n\n"
            "### 1.2 Long line\n\nA line is long.\n"
        )
        row = by_number(book)["1.1"]
        assert row.words.examples == ("Ada cuts it.", "Bo burns it.")
        assert (row.words.text or "").endswith("• | Minor | Caution | Warning |")


CHANGES = "\n{0}\n\n1.2: The words are shorter.\n\n2.1: The line is new.\n"
CHAPTERS = "1 Kites\n\n1.1 A kite flies.\n\n1.2 It lands.\n\n2 Lines\n\n2.1 A line holds.\n"


@pytest.mark.parametrize("title", ["Change Log", "Revision History", "Änderungen", "変更履歴"])
def test_a_short_change_log_begins_no_rules(title: str) -> None:
    book = book_of(CHAPTERS + CHANGES.format(title))
    assert [str(row.number) for row in book.rows if row.number[0].isdigit()] == ["1", "1.1", "1.2", "2", "2.1"]
    assert "The line is new." in "".join(row.words.text or "" for row in book.rows)
    assert odd(book) == []


def test_a_chapter_may_follow_a_change_log() -> None:
    book = book_of(CHAPTERS + CHANGES.format("Change Log") + "\n3 Reels\n\n3.1 A reel turns.\n")
    assert {"3", "3.1"} <= {str(row.number) for row in book.rows}


@pytest.mark.parametrize(("entries", "are_contents"), [(3, True), (2, True)])
def test_contents_before_an_introduction_end_with_their_dots(entries: int, are_contents: bool) -> None:
    titles = ("Red Kites", "Blue Lines", "Green Reels")
    contents = "".join(f"{title} {'.' * 20} {at}\n\n" for at, title in enumerate(titles[:entries], 2))
    book = book_of(f"Contents\n\n{contents}Introduction\n\nKites are fun.\n\n{CHAPTERS}")
    assert ({each.why for each in book.dropped} == {"table of contents"}) == are_contents
    assert by_number(book)["introduction"].words.text == "Kites are fun."


class TestNumbersInBrackets:
    def test_letters_and_romans_in_brackets_are_part_of_a_whole_number(self) -> None:
        text = "".join(
            f"{c}. Kites\n\n{c}.1 A kite flies.\n\n{c}.1(a) It has a line.\n\n{c}.1(b) It has a tail.\n\n"
            f"{c}.1(b)(i) The tail is red.\n\n{c}.1(b)(ii) It is long.\n\n{c}.1(b)(iii) It may break.\n\n"
            f"{c}.1(c) It lands.\n\n"
            for c in (1, 2, 3)
        )
        book = book_of(text)
        assert (texts(book)["2.1(b)(iii)"], texts(book)["2.1(c)"]) == ("It may break.", "It lands.")
        assert (parents(book)["2.1(b)(iii)"], parents(book)["2.1(c)"], odd(book)) == ("2.1(b)", "2.1", [])

    def test_steps_under_a_lettered_rule_do_not_end_its_list(self) -> None:
        text = "".join(
            f"{c}. Kites\n\n{c}.1 A kite flies.\n\nA. It has a line.\n\nB. It lands so:\n\n"
            "1. It falls.\n\n2. It stops.\n\nC. It has a tail.\n\n"
            for c in (1, 2, 3, 4)
        )
        assert texts(book_of(text))["2.1C"] == "It has a tail."

    def test_the_sections_of_a_law_are_no_steps_and_leave_out_what_is_repealed(self) -> None:
        text = "".join(
            f"{c}. Kites and lines of length {c}.\n\n(1) A kite flies.\n\n(1A) It has a line.\n\n(4) It lands.\n\n"
            for c in range(1, 9)
        )
        book = book_of(text)
        assert [texts(book)[f"7({label})"] for label in ("1", "1A", "4")] == [
            "A kite flies.",
            "It has a line.",
            "It lands.",
        ]

    def test_a_text_may_begin_with_rule_0(self) -> None:
        text = "".join(f"{c}. A kite flies so:\n\na) It rises.\n\nb) It lands.\n\n" for c in range(6))
        assert {"0", "0b", "1", "5b"} <= {str(row.number) for row in book_of(text).rows}


class TestNumbersAlone:
    BOOK = "KITE RULES\n\n" + "".join(
        f"{c}\nKites and wind\n\n{c}.1\nFlight\n\n{c}.1.1\nA kite flies.\n\n{c}.2\nThe line is as long as you like.\n\n"
        for c in (1, 2, 3)
    )

    def test_a_number_over_its_words_is_read_at_every_depth(self) -> None:
        book = book_of(self.BOOK)
        assert (texts(book)["2"], texts(book)["2.1"]) == ("Kites and wind", "Flight")
        assert (parents(book)["2.1.1"], parents(book)["2.2"], odd(book)) == ("2.1", "2", [])

    @pytest.mark.parametrize("number", ["7", "1.5", "2"])
    def test_a_quantity_or_a_page_alone_on_its_line_is_no_rule(self, number: str) -> None:
        text = self.BOOK.replace("A kite flies.\n", f"A kite flies.\n\n{number}\n\n", 1)
        assert list(texts(book_of(text))) == list(texts(book_of(self.BOOK)))


class TestFarEasternLaws:
    BOOK = "2026年3月3日施行\n\n" + "".join(
        f"第{a}条（凧{a}）\n\n凧は飛びます。\n\n（１）赤い凧です。\n\n（２）青い凧です。\n\n" for a in (1, 2, 3, 4)
    )

    @pytest.mark.parametrize("name", ["book.txt", "book.md"])
    def test_items_in_wide_brackets_are_rules_of_their_article(self, name: str) -> None:
        text = self.BOOK.replace("第", "## 第") if name == "book.md" else self.BOOK
        book = book_of(text, None, name)
        assert (texts(book)["3(2)"], parents(book)["3(2)"], odd(book, "duplicate-number")) == ("青い凧です。", "3", [])
        assert "2026" not in texts(book)

    def test_chinese_figures_in_brackets_count(self) -> None:
        law = "".join(f"第{a}条 风筝飞行。\n\n（一）红色。\n\n（二）蓝色。\n\n（三）绿色。\n\n" for a in "一二三四")
        assert texts(book_of(law))["4(3)"] == "绿色。"


class TestArticlesThroughChapters:
    LAW = "".join(
        f"CAPÍTULO {roman}\n\nPIPAS\n\n"
        + "".join(
            f"Art. {a}º A pipa voa.\n\n§ 1º Ela é azul.\n\n§ 2º Ela cai:\n\nI – na água;\n\nII – no campo.\n\n"
            for a in (2 * c - 1, 2 * c)
        )
        for c, roman in enumerate(("I", "II", "III"), 1)
    )

    @pytest.mark.parametrize("name", ["book.txt", "book.md"])
    def test_the_chapter_is_no_part_of_a_number_that_goes_on(self, name: str) -> None:
        text = self.LAW.replace("CAP", "# CAP").replace("PIPAS", "## PIPAS") if name == "book.md" else self.LAW
        book = book_of(text, None, name)
        rows = texts(book)
        assert [rows[n] for n in ("1", "4.1", "6.2(II)")] == ["A pipa voa.", "Ela é azul.", "no campo."]
        assert parents(book)["6.2(II)"] == "6.2"


class TestHeadingsOwnTheirNumbers:
    """A line of a table or of a list of changes names a section that has a heading."""

    @staticmethod
    def numbers(others: int) -> list[str]:
        """The numbers of a book with eight sections as headings, and some named again in a table."""
        sections = "".join(
            f"## {c} Kites\n\n" + "".join(f"### {c}.{s} Lines\n\nA line holds.\n\n" for s in (1, 2, 3, 4))
            for c in (1, 2)
        )
        table = "| Roll | Wind |\n|---|---|\n" + "".join(f"| 1.{n} | Strong wind |\n" for n in range(1, others + 1))
        return [str(row.number) for row in markdown(f"# Kites\n\n{sections}{table}").rows if parts(row.number)]

    @pytest.mark.parametrize("others", [2, 3])
    def test_not_those_of_a_table(self, others: int) -> None:
        assert "1.1#2" not in self.numbers(others)
        assert {"1.1", "1.2", "2.4"} <= set(self.numbers(others))

    def test_a_short_list_of_changes_before_the_body(self) -> None:
        sections = "".join(f"## {c} Kites\n\n### {c}.1 Lines\n\nA line of 2.1 m holds.\n\n" for c in range(1, 9))
        book = markdown(
            f"# Guide\n\n## Changes of May 2026\n\n**1.1:** New words.\n\n* 2.1 - Fewer lines.\n\n{sections}"
        )
        assert texts(book)["1.1"] == "A line of 2.1 m holds."
        assert odd(book) == []


class TestWordsBeforeNumbers:
    def test_a_heading_may_go_on_in_brackets_or_small_letters(self) -> None:
        law = "".join(
            f"## § {n} {title}\n\n{'Er fliegt.' if title != '(weggefallen)' else ''}\n\n"
            for n, title in enumerate(("Drachen", "(weggefallen)", "“Wind” und Wetter", "von der Leine"), 1)
        )
        book = markdown(f"# Drachengesetz\n\n{law}")
        assert [(str(row.number), row.title) for row in book.rows[1:]] == [
            ("1", "Drachen"),
            ("2", "(weggefallen)"),
            ("3", "“Wind” und Wetter"),
            ("4", "von der Leine"),
        ]

    def test_paragraphs_past_a_hundred_are_not_under_the_first(self) -> None:
        law = "".join(f"## § {n} Drachen\n\nDer Drachen {n} fliegt.\n\n" for n in range(1, 130))
        assert set(parents(markdown(law)).values()) == {None}
        assert odd(markdown(law)) == []

    def test_the_first_article_in_french(self) -> None:
        rules = "".join(
            f"ARTICLE {'1er' if c == 1 else c} : VENT\n\nArticle {c}.1 : Lignes\n\nUne ligne tient.\n\n"
            for c in (1, 2, 3)
        )
        book = book_of(f"Règlement du club\n\n{rules}")
        assert list(texts(book))[1:] == ["1", "1.1", "2", "2.1", "3", "3.1"]


def test_every_number_in_brackets() -> None:
    rules = "".join(f"({c}) Kites\n\n({c}.1) A kite flies.\n\n({c}.1.1) It lands; see (1.1).\n\n" for c in (1, 2, 3))
    book = book_of(f"KITE RULES\n\n{rules}")
    assert list(texts(book))[1:] == ["1", "1.1", "1.1.1", "2", "2.1", "2.1.1", "3", "3.1", "3.1.1"]
    assert references(book, "2.1.1") == [("(1.1)", "1.1", True)]


def test_guidelines_with_signs_after_the_number() -> None:
    items = "".join(
        f"- {c}a+) Kites.\n- {c}a++) Lines.\n- {c}a+++) Reels.\n- {c}b+) Wind.\n    - {c}b1) Air.\n\n"
        for c in (1, 2, 3)
    )
    book = markdown(f"# Guidelines\n\n{items}")
    assert [text for number, text in texts(book).items() if number.startswith("3a")] == ["Kites.", "Lines.", "Reels."]


def test_a_formula_begins_no_rule() -> None:
    rules = "".join(
        f"## {c} Kites\n\n### {c}.1 Wind\n\nIt blows.\n\n    2.2 = a gust\n\n### {c}.2 Lines\n\n" for c in "123"
    )
    assert [str(row.number) for row in markdown(rules).rows] == [
        "1",
        "1.1",
        "1.2",
        "2",
        "2.1",
        "2.2",
        "3",
        "3.1",
        "3.2",
    ]


def test_two_changes_before_the_rules_are_printed_unlike_them() -> None:
    rules = "".join(f"{c} Kites\n\n{c}.1 Wind blows.\n\n{c}.2 It stops.\n\n{c}.3 It turns.\n\n" for c in (1, 2, 3))
    book = book_of(f"KITES\n\n1.1: New words.\n\n2.3: Fewer lines.\n\n{rules}")
    assert (texts(book)["1.1"], texts(book)["2.3"]) == ("Wind blows.", "It turns.")
    assert odd(book) == []


def test_sections_of_appendices_are_named() -> None:
    sections = "".join(f"## {c} Kites\n\n### {c}.1 Wind\n\nIt blows [A.{c}].\n\n" for c in (1, 2, 3))
    appendices = "".join(
        f"## Appendix {a}: Reels\n\n" + "".join(f"### {a}.{x} Reels\n\nSee {a}.{x - 1} or p.2.\n\n" for x in (1, 2, 3))
        for a in "AB"
    )
    book = markdown(f"# Kites\n\n{sections}{appendices}")
    assert references(book, "2.1") == [("[A.2]", "A.2", True)]
    assert references(book, "B.3") == [("See B.2", "B.2", True)]


def test_a_capital_after_figures_is_a_letter_if_others_follow() -> None:
    rules = "".join(f"{c} Kites\n\n" + "".join(f"{c}-1{x} Wind blows.\n\n" for x in "ABC") for c in range(1, 6))
    assert {"1-1A", "1-1B", "5-1C"} <= set(texts(book_of(f"KITES\n\n{rules}")))


@pytest.mark.parametrize(("next_number", "is_chapter"), [(401, True), (402, False)])
def test_a_chapter_of_three_figures_in_small_letters_is_followed_by_its_first_section(
    next_number: int, is_chapter: bool
) -> None:
    rules = "".join(f"{n}. A kite {n} flies.\n\n{n}.1. It lands.\n\n" for n in range(301, 306))
    book = book_of(
        f"Kites\n\n{rules}400. Kites in the wind\n{next_number}. A kite turns.\n{next_number}.1. It stops.\n"
    )
    assert ("400" in texts(book)) == is_chapter


def test_entries_of_a_numbered_glossary_in_an_appendix_are_its_text() -> None:
    rules = "1. Kites\n1.1 Kites fly.\n1.2 Kites land.\n2. Wind\n2.1 Wind blows.\n2.2 Wind turns.\n"
    entries = "\nAppendix A: Glossary\n\n1. Kite: what flies.\n2. Wind: what blows.\n3. Line: what holds.\n"
    assert list(parents(book_of(rules + entries))) == ["1", "1.1", "1.2", "2", "2.1", "2.2", "A"]


COUNTED = {
    "slashes": "{s}/{i} ",
    "middle dots": "1·{s}·{i} ",
    "colons": "{s}:{i} ",
    "arrows": "{s}>{i} ",
    "codes": "{code}-{i} ",
    "codes of several parts": "TR.{s}.{i} ",
    "codes in bold": "**{code}{i}** ",
    "a word before a code": "Rule {code}.{i}: ",
    "a sign": "№ {k} ",
    "a word and a sign": "Rule #{k} ",
    "a short word": "Nr. {k} – ",
    "brackets": "({k}) ",
    "a code in brackets": "[R-{s}0{i}] ",
    "circles": "{circled} ",
}
CODES = ("GR", "TRN", "FIN")


class TestLinesThatCount:
    @pytest.mark.parametrize("head", COUNTED.values(), ids=list(COUNTED))
    def test_each_rule_has_the_number_at_the_head_of_its_line(self, head: str) -> None:
        places = [(s, i, 4 * (s - 1) + i) for s in (1, 2, 3) for i in (1, 2, 3, 4)]
        lines = [
            head.format(s=s, i=i, k=k, code=CODES[s - 1], circled=chr(0x245F + k)) + f"Kite {k} flies."
            for s, i, k in places
        ]
        rules = [row for row in book_of("Kites of the North\n\n" + "\n\n".join(lines)).rows if row.kind == "rule"]
        assert [row.words.text for row in rules] == [f"Kite {k} flies." for _, _, k in places]
        assert all(parts(row.number) for row in rules)

    @pytest.mark.parametrize("caption", ["Table {k}", "#{k}: a caption", "10:{k}0 we fly"])
    def test_a_few_captions_are_no_rules(self, caption: str) -> None:
        rules = "\n\n".join(f"{k}.1 Kite {k} flies.\n\n{caption.format(k=k)}" for k in (1, 2, 3))
        rows = book_of(f"Kites\n\n{rules}").rows
        assert [row.number for row in rows if parts(row.number)] == ["1.1", "2.1", "3.1"]

    def test_paragraphs_in_circles_are_under_their_article(self) -> None:
        articles = "\n\n".join(
            f"제{n}조 (연)\n① 연은 난다.\n② 줄은 길다.\n1. 바람이 분다.\n2. 비가 온다." for n in (1, 2, 3)
        )
        found = parents(book_of(f"연 규정\n\n{articles}"))
        assert (found["2(2)"], found["2(2).1"]) == ("2", "2(2)")


def test_titles_that_are_wrapped_sentences_are_contents() -> None:
    questions = [f"May a kite of {colour} paper fly over the harbour, if the wind blows" for colour in ("red", "blue")]
    entries = [f"    1.{at}. {question}\n    from the sea?" for at, question in enumerate(questions, 1)]
    rules = [f"1.{at}. {question} from\nthe sea?\n\nIt may, by day." for at, question in enumerate(questions, 1)]
    book = book_of("\n\n".join(("Contents", "\n".join(("1. Kites", *entries)), "1. Kites", *rules)))
    assert [row.number for row in book.rows] == ["1", "1.1", "1.2"]
    assert book.rows[1].words.text == f"{questions[0]} from the sea?\nIt may, by day."
