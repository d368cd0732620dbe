"""Books of pages without numbers of their own: slugs, list paths, ordinals, notes, and what is dropped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest
from parsing import book_of, by_number, document, odd, parents, shipped, texts

from rules_cli.model import Book
from rules_cli.parse import parse
from rules_cli.parse.profile import Profile


def page(text: str, title: str = "# Kites\n\n") -> Book:
    """A page of markdown with a title."""
    return book_of(title + text, "ga", "page.md")


def saved(text: str, title: str = "Sky - Kites", terms: Mapping[str, str] = MappingProxyType({})) -> Book:
    """The text of a saved page: menu, the way to the page, title, furniture, and what follows."""
    head = f"SkySky\n  • Menu\nOn this page\nExport as PDF\n  1. Sky\n  2. Sky - Kites\n\n{title}\n\n"
    page = document(f"{head}Last updated 2 days ago\n\n{text}", "kites.txt")
    return parse([page], with_terms(terms), "made-up", "1")


def with_terms(terms: Mapping[str, str]) -> Profile:
    """A profile of pages with these displaced terms."""
    profile = shipped("ga")
    assert profile
    return replace(profile, displaced_terms=terms)


class TestListPaths:
    def test_items_and_their_sub_items(self) -> None:
        book = page("1. A\n   1. B\n      1. C\n      2. D\n   2. E\n2. F\n")
        assert parents(book) == {
            "kites": None,
            "kites.1": "kites",
            "kites.1.1": "kites.1",
            "kites.1.1.1": "kites.1.1",
            "kites.1.1.2": "kites.1.1",
            "kites.1.2": "kites.1",
            "kites.2": "kites",
        }
        assert odd(book) == []

    @pytest.mark.parametrize("indent", ["  ", "   ", "    ", "\t"], ids=["two", "three", "four", "tab"])
    def test_any_indent_nests(self, indent: str) -> None:
        assert list(parents(page(f"1. A\n{indent}1. B\n{indent * 2}1. C\n2. D\n"))) == [
            *("kites", "kites.1", "kites.1.1", "kites.1.1.1", "kites.2")
        ]

    def test_the_printed_number_is_kept(self) -> None:
        book = page("3. A\n7. B\n")
        assert list(parents(book)) == ["kites", "kites.3", "kites.7"]
        assert odd(book) == [("number-gap", "kites.3"), ("number-gap", "kites.7")]

    def test_an_item_number_printed_twice_and_its_sub_items(self) -> None:
        book = page("1. A\n2. B\n   1. Of the first.\n2. C\n   1. Of the second.\n")
        assert parents(book)["kites.2#2.1"] == "kites.2#2"
        assert odd(book) == [("duplicate-number", "kites.2#2")]

    def test_numbers_resume_after_a_box(self) -> None:
        book = page("1. A\n   1. B\n\n{% hint %}\nMind it.\n{% endhint %}\n\n   2. C\n2. D\n")
        assert list(parents(book)) == ["kites", "kites.1", "kites.1.1", "kites.1.2", "kites.2"]
        assert by_number(book)["kites.1.1"].words.notes == ("Mind it.",)


class TestHeadings:
    def test_a_sub_headings_slug_joins_the_numbers_below_it(self) -> None:
        book = page("## Awake\n\n1. A\n\n## At Rest\n\n1. B\n\n### Deep Rest\n\n1. C\n\n## Gone\n\n1. D\n")
        assert parents(book) == {
            "kites": None,
            "kites.awake": "kites",
            "kites.awake.1": "kites.awake",
            "kites.at-rest": "kites",
            "kites.at-rest.1": "kites.at-rest",
            "kites.at-rest.deep-rest": "kites.at-rest",
            "kites.at-rest.deep-rest.1": "kites.at-rest.deep-rest",
            "kites.gone": "kites",
            "kites.gone.1": "kites.gone",
        }

    @pytest.mark.parametrize(
        "line", ["#### General Rules:", "## General Rules", "General Rules:", "**General Rules:**"]
    )
    def test_general_rules_adds_nothing_to_the_numbers_and_is_a_row(self, line: str) -> None:
        book = page(f"{line}\n\n1. A\n   1. B\n")
        assert parents(book) == {
            "kites": None,
            "kites.general-rules": "kites",
            "kites.1": "kites.general-rules",
            "kites.1.1": "kites.1",
        }
        assert by_number(book)["kites.general-rules"].title == "General Rules"

    def test_general_rules_under_a_sub_heading_have_that_headings_numbers(self) -> None:
        book = page("## Awake\n\n### General Rules\n\n1. A\n")
        assert parents(book)["kites.awake.1"] == "kites.awake.general-rules"

    def test_a_line_that_is_only_a_label_with_a_list_under_it_is_a_heading(self) -> None:
        book = page("## Awake\n\nStrong Wind:\n\n1. A\n")
        assert by_number(book)["kites.awake.strong-wind"].title == "Strong Wind"
        assert parents(book)["kites.awake.strong-wind.1"] == "kites.awake.strong-wind"

    @pytest.mark.parametrize(
        "line",
        [
            pytest.param("Strong Wind:\n\nA paragraph.", id="no list under it"),
            pytest.param("Strong Wind\n\n1. A", id="no colon"),
            pytest.param("These are the winds that may carry kites of paper:\n\n1. A", id="a sentence"),
            pytest.param("strong wind:\n\n1. A", id="lower case"),
        ],
    )
    def test_a_line_that_is_none(self, line: str) -> None:
        assert [row.number for row in page(f"{line}\n").rows if row.title] == ["kites"]

    def test_a_page_without_a_title_is_called_by_its_file(self) -> None:
        book = book_of("1. A rule of kites is this.\n", "ga", "strong_wind-kites.md")
        assert list(parents(book)) == ["strong-wind-kites", "strong-wind-kites.1"]
        assert by_number(book)["strong-wind-kites"].title == "strong wind kites"

    def test_a_title_after_blank_lines(self) -> None:
        assert list(parents(book_of("\n\nSky - Kites\n\n1. A rule.\n", "ga"))) == ["kites", "kites.1"]


class TestParagraphs:
    def test_outside_every_list_each_takes_the_next_ordinal(self) -> None:
        assert texts(page("A kite flies.\n\nIt falls\nat dusk.\n\nIt is mended.\n")) == {
            "kites": "Kites",
            "kites.1": "A kite flies.",
            "kites.2": "It falls at dusk.",
            "kites.3": "It is mended.",
        }

    def test_a_list_that_follows_one_is_its_children(self) -> None:
        book = saved(
            "A kite flies.\n\nA kite falls.\n\n  1. At dusk.\n\n  2. At dawn.\n\nIt is mended.\n\n  1. Once.\n"
        )
        assert parents(book) == {
            "kites": None,
            "kites.1": "kites",
            "kites.2": "kites",
            "kites.2.1": "kites.2",
            "kites.2.2": "kites.2",
            "kites.3": "kites",
            "kites.3.1": "kites.3",
        }
        assert odd(book) == []

    def test_ordinals_begin_anew_under_a_heading(self) -> None:
        book = page("A kite flies.\n\n## Awake\n\nA kite sees.\n\nIt hears.\n")
        assert list(parents(book)) == ["kites", "kites.1", "kites.awake", "kites.awake.1", "kites.awake.2"]

    def test_before_printed_numbers_they_are_the_text_of_the_heading(self) -> None:
        book = page("A kite flies.\n\n- on air\n- on rope\n\nIt falls.\n\n1. A\n")
        assert parents(book) == {"kites": None, "kites.1": "kites"}
        kites = by_number(book)["kites"]
        assert (kites.kind, kites.title) == ("rule", "Kites")
        assert kites.words.text == "A kite flies.\n• on air\n• on rope\nIt falls."
        assert odd(book) == []

    def test_and_before_general_rules_too_for_these_are_the_pages_numbers(self) -> None:
        book = page("A kite flies.\n\n#### General Rules:\n\n1. A\n")
        assert texts(book)["kites"] == "A kite flies."
        assert "kites.1#2" not in parents(book)
        assert odd(book) == []

    def test_numbers_under_another_heading_leave_the_ordinals_to_the_page(self) -> None:
        book = page("A kite flies.\n\n#### Awake\n\n1. A\n")
        assert list(parents(book)) == ["kites", "kites.1", "kites.awake", "kites.awake.1"]

    def test_general_rules_beside_a_heading_are_not_that_headings(self) -> None:
        book = page("#### Awake\n\nA kite sees.\n\n#### General Rules:\n\n1. A\n")
        assert parents(book)["kites.awake.1"] == "kites.awake"
        assert parents(book)["kites.1"] == "kites.general-rules"
        assert odd(book) == []

    def test_lines_of_a_text_are_paragraphs_each(self) -> None:
        assert texts(saved("A kite flies.\nIt falls.\n")) == {
            "kites": "Sky - Kites",
            "kites.1": "A kite flies.",
            "kites.2": "It falls.",
        }

    def test_after_printed_numbers_they_are_notes(self) -> None:
        book = page("1. A\n   1. B\n\nA kite flies.\n\nIt falls.\n\n2. C\n")
        assert by_number(book)["kites.1.1"].words.notes == ("A kite flies.", "It falls.")
        assert parents(book)["kites.2"] == "kites"

    def test_inside_an_item_they_are_the_items(self) -> None:
        assert texts(page("1. A kite.\n\n   It flies\n   high.\n\n2. C\n"))["kites.1"] == "A kite.\nIt flies high."

    def test_one_that_a_page_end_broke_is_joined(self) -> None:
        assert texts(saved("A kite flies when\n\nthe wind is strong.\n\nIt falls.\n"))["kites.1"] == (
            "A kite flies when the wind is strong."
        )

    def test_words_under_a_heading_are_not_given_to_the_rule_before_it(self) -> None:
        book = page("1. A\n\n## Awake\n\nA kite\nsees.\n\n* far\n\n{% hint %}\nMind it.\n{% endhint %}\n\n1. B\n")
        assert by_number(book)["kites.1"].words.notes == ()
        assert texts(book)["kites.1"] == "A"
        assert texts(book)["kites.awake"] == "A kite sees.\n• far"
        assert by_number(book)["kites.awake"].words.notes == ("Mind it.",)


class TestWhatBelongsToAnItem:
    def item(self, after: str) -> tuple[str | None, tuple[str, ...], tuple[str, ...]]:
        """Text, examples and notes of an item with something after it."""
        words = by_number(page(f"1. A kite.\n\n{after}\n\n2. Next.\n"))["kites.1"].words
        return words.text, words.examples, words.notes

    def test_lists_without_numbers(self) -> None:
        assert self.item("   * red\n   * blue\n     * pale") == ("A kite.\n• red\n• blue\n• pale", (), ())

    def test_boxes(self) -> None:
        box = '{% hint style="info" %}\nE.g., red.\n{% endhint %}'
        assert self.item(f"{box}\n\n{box}") == ("A kite.", (), ("E.g., red.", "E.g., red."))

    def test_paragraphs_of_one_box_are_one_note(self) -> None:
        assert self.item("{% hint %}\nRed\nor blue.\n\n* pale\n* dark\n\nNot green.\n{% endhint %}") == (
            "A kite.",
            (),
            ("Red or blue.\n• pale\n• dark\nNot green.",),
        )

    @pytest.mark.parametrize("indent", ["", "   "], ids=["outside the item", "inside it"])
    def test_examples_and_their_lists(self, indent: str) -> None:
        assert self.item(f"{indent}Example: Two:\n\n{indent}* red\n{indent}* blue") == (
            "A kite.",
            ("Two:\n• red\n• blue",),
            (),
        )

    def test_an_example_goes_on_in_its_next_line(self) -> None:
        assert self.item("Example: A red\nkite.\n\nExample: A blue one.") == (
            "A kite.",
            ("A red kite.", "A blue one."),
            (),
        )

    def test_notes_by_their_label(self) -> None:
        assert self.item("Note: Not green.\n\n* nor grey") == ("A kite.", (), ("Note: Not green.\n• nor grey",))


class TestSavedPages:
    def test_what_is_dropped_and_why(self) -> None:
        book = saved("A kite flies.\n\nPreviousWindNextRain\n\nIt falls.\n")
        assert [(line.line, line.why) for line in book.dropped] == [
            (1, "menu of the web page"),
            (2, "menu of the web page"),
            (3, "menu of the web page"),
            (4, "page furniture"),
            (10, "page furniture"),
            (14, "page furniture"),
            (5, "the way to this page"),
            (6, "the way to this page"),
        ]

    def test_a_page_of_nothing_but_a_list_keeps_it(self) -> None:
        assert (
            texts(book_of("Menu\nOn this page\n\n1. A kite.\n2. A reel.\n", "ga", "kites.txt"))["kites.2"] == "A reel."
        )

    TERMS = MappingProxyType({"Cloud row": "kites.1", "hidden": "kites.2", "lost": "kites.9"})
    HOLES = "Cards go to the .\n\nAll are red and until dusk as one.\n\nA card leaves the Cloud row.\n\nIt stays.\n"

    def test_displaced_terms_are_dropped_and_reported_in_their_rules(self) -> None:
        book = saved(f"{self.HOLES}\nhidden\n\nCloud row\n", terms=self.TERMS)
        assert odd(book) == [("displaced-text", "kites.1"), ("displaced-text", "kites.2")]
        assert "'Cloud row'" in book.anomalies[0].detail
        assert [line.text for line in book.dropped][-2:] == ["hidden", "Cloud row"]
        assert texts(book)["kites.1"] == "Cards go to the ."

    def test_a_displaced_term_whose_rule_is_not_there_is_reported_on_its_page(self) -> None:
        assert odd(saved("A kite flies.\n\nlost\n", terms=self.TERMS)) == [("displaced-text", "kites")]

    @pytest.mark.parametrize("line", ["Cloud rows", "Cloud row\n\nIt rains.", "  1. Cloud"])
    def test_other_lines_at_the_end_of_a_saved_page_stay(self, line: str) -> None:
        assert odd(saved(f"A kite flies.\n\n{line}\n", terms=self.TERMS)) == []

    def test_a_term_at_the_end_of_a_page_that_was_not_saved_stays(self) -> None:
        book = parse([document("# Kites\n\nA kite flies.\n\nhidden\n", "page.md")], with_terms(self.TERMS), "x", "1")
        assert texts(book)["kites.2"] == "hidden"
        assert odd(book) == []


class TestNavigation:
    def test_a_list_of_links_to_sub_pages_is_dropped_with_the_line_that_leads_to_it(self) -> None:
        book = page("1. A\n\nMore pages:\n\n* [Wind](kites-wind.md)\n* [*Rain*](kites/rain.md)\n")
        assert [(line.line, line.why) for line in book.dropped] == [(n, "navigation to sub-pages") for n in (5, 7, 8)]
        assert by_number(book)["kites.1"].words.notes == ()

    def test_a_list_that_says_more_than_a_link_stays(self) -> None:
        book = page("1. A\n\nMore:\n\n* [Wind](kites-wind.md) blows\n")
        assert book.dropped == ()
        assert by_number(book)["kites.1"].words.notes == ("More:\n• Wind blows",)


def test_pages_of_one_book_are_one_tree() -> None:
    first = document("# Sky - Kites\n\nOne.\n\n1. A\n", "kites.md")
    second = document("# Sky - Wind\n\nTwo.\n\n1. B [kites](kites.md)\n", "wind.md")
    book = parse([first, second], shipped("ga"), "made-up", "1")
    assert parents(book) == {
        "kites": None,
        "kites.1": "kites",
        "wind": None,
        "wind.1": "wind",
    }
    assert [(r.target, r.resolved) for r in by_number(book)["wind.1"].references] == [("kites", True)]
    assert book.title == "Sky - Kites"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (
            "Store Policy\n\nReturns: A kite may come back in a week.\n\n"
            "Food: Eat at the bar, never\nat the tables.\n\nTrades - The store has no part in them.\n\n"
            "We may close early.\n",
            {
                "returns": ("Returns", "A kite may come back in a week."),
                "food": ("Food", "Eat at the bar, never at the tables."),
                "trades": ("Trades", "The store has no part in them."),
                "trades.1": (None, "We may close early."),
            },
        ),
        (
            "Questions\n\nQ: May I fly two kites?\nA: Yes, at two strings.\n\nWho pays for a lost kite?\nIts owner.\n\n"
            "When does the park close?\n\n9 in the evening.\n",
            {
                "q-may-i-fly-two-kites.1": (None, "A: Yes, at two strings."),
                "who-pays-for-a-lost-kite.1": (None, "Its owner."),
                "when-does-the-park-close.1": (None, "9 in the evening."),
            },
        ),
        (
            "Kite League\n\n- Start: 18:00 sharp\n- End - 23:00\n- Fee: 4 euros\n  - members 2\n- Kites: two each\n",
            {"start": ("Start", "18:00 sharp"), "end": ("End", "23:00"), "fee": ("Fee", "4 euros\n• members 2")},
        ),
        (
            "# Kite League\n\n## Costs\n\n* **Entry** – 4 euros\n* **Loan** — none\n\n## Time\n\n* **Start** – 18:00\n",
            {"costs.entry": ("Entry", "4 euros"), "costs.loan": ("Loan", "none"), "time.start": ("Start", "18:00")},
        ),
        (
            "Kite League\n\n* Kites\n  - Two each.\n  - No wires.\n* Lines:\n  - Red.\n* Loss\n  - Its owner pays.\n",
            {
                "kites": ("Kites", "• Two each.\n• No wires."),
                "lines": ("Lines", "• Red."),
                "loss": ("Loss", "• Its owner pays."),
            },
        ),
        (
            "KITE CLUB\n\nCONDUCT\n\na) Be kind.\nb) Pay first.\n\nAPPEALS\n\na) Ask.\n\nLOSS\n\na) Is yours.\n",
            {"conduct.a": (None, "Be kind."), "conduct.b": (None, "Pay first."), "appeals.a": (None, "Ask.")},
        ),
    ],
    ids=["names", "questions", "items", "items under headings", "items over items", "letters"],
)
def test_paragraphs_that_begin_with_their_name(text: str, rows: dict[str, tuple[str | None, str]]) -> None:
    book = parse([document(text)], None, "made-up", "1")
    found = {row.number: (row.title, row.words.text) for row in book.rows}
    assert {number: found.get(number) for number in rows} == rows  # type: ignore[call-overload]


def test_titles_of_a_plain_text_with_a_list_in_it() -> None:
    text = "Kite Club\n\nEntry\n\nCome early.\n\nFlying\n\n"
    text += "1. Hold the line.\n2. Then:\n   a. run;\n   b. let go.\n3. Rest.\n\n"
    book = parse([document(f"{text}Weather\n\nStorms end the day.\n\nPrizes\n\nNone.\n")], None, "made-up", "1")
    club = "kite-club"
    assert [row.number for row in book.rows if row.title] == [
        club,
        *(f"{club}.{x}" for x in "entry flying weather prizes".split()),
    ]
    assert texts(book)[f"{club}.flying.3"] == "Rest."


def test_names_in_bold_on_a_page_whose_title_is_a_setting() -> None:
    text = "---\ntitle: Dragon's Draft\nlayout: page\n---\n\n**Seats.** At random.\n\n"
    text += "**Packs.** Three each.\n\n**Rounds.** Fifty minutes.\n\n**Prizes.** None.\n"
    book = parse([document(text, "page.md")], None, "made-up", "1")
    assert [(row.number, row.title) for row in book.rows] == [
        ("dragons-draft", "Dragon's Draft"),
        ("seats", "Seats"),
        ("packs", "Packs"),
        ("rounds", "Rounds"),
        ("prizes", "Prizes"),
    ]


@pytest.mark.parametrize(("asks", "answers"), [("Q", "A"), ("Pergunta", "Resposta"), ("F", "Antwort")])
def test_an_answer_belongs_to_the_question_above_it(asks: str, answers: str) -> None:
    text = (
        f"# Kite Club\n\n## Flying\n\n**{asks}: May two kites fly?**\n\n{answers}: Only at two lines.\n\n"
        f"**{asks}: Who pays for a lost kite?**\n\n{answers}: Its owner.\n\n## Prizes\n\nNone are given.\n"
    )
    rows = texts(parse([document(text, "faq.md")], None, "made-up", "1"))
    assert rows["kite-club.flying.1"] == f"{asks}: May two kites fly?\n{answers}: Only at two lines."
    assert rows["kite-club.flying.2"] == f"{asks}: Who pays for a lost kite?\n{answers}: Its owner."
