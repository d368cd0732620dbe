"""What was once misread without a word: rules that joined their neighbours, examples gone astray."""

from __future__ import annotations

import pytest
from parsing import book_of, by_number, odd, parents, references, texts

KITES = "1 Kites\n\n1.1 Kites fly.\n\n"

NEXT_RULES = {
    "a blank line": KITES + "1.2 a kite needs wind.\n\n1.3 boats float.\n",
    "a closed sentence": "1 Kites\n\n1.1 Kites fly.\n1.2 a kite needs wind.\n1.3 boats float.\n",
    "sub-rules": KITES + "1.1.1 A reel.\n\n1.1.1a A line.\n\n1.2 a kite needs wind.\n\n1.3 boats float.\n",
    "no chapter": "1.1 Kites fly.\n\n1.2 a kite needs wind.\n\n1.3 boats float.\n",
}

SENTENCES = {
    "a wrapped line": "As is said of the wind that carries it, and in rule\n1.2 of a kite.",
    "a page's end": "See rule\n\n1.2 of a kite.",
    "one further down": "Kites fly.\n\n1.3 times as many points are given.",
    "one that was": "Kites fly.\n\n1.1 times as many points are given.",
    "a list of weights": "The box holds:\n1.2 grams of sand.",
    "an item": "Kites fly.\n\n- 1.2 times as many points are given.",
}


class TestARuleThatBeginsWithASmallLetter:
    @pytest.mark.parametrize("text", NEXT_RULES.values(), ids=NEXT_RULES)
    def test_is_read_if_it_is_the_next_and_begins_a_sentence(self, text: str) -> None:
        rows = texts(book_of(text))
        assert (rows["1.1"], rows["1.2"], rows["1.3"]) == ("Kites fly.", "a kite needs wind.", "boats float.")

    def test_is_the_first_one_of_a_chapter(self) -> None:
        rows = texts(book_of("1 Kites\n\n1.1 kites fly.\n\n2 Boats\n\n2.1 boats float.\n"))
        assert rows == {"1": "Kites", "1.1": "kites fly.", "2": "Boats", "2.1": "boats float."}

    @pytest.mark.parametrize("words", SENTENCES.values(), ids=SENTENCES)
    def test_is_none_where_a_sentence_has_that_number(self, words: str) -> None:
        rows = texts(book_of(f"1 Kites\n\n1.1 {words}\n\n1.2 Boats float. See rule 1.1.\n"))
        assert rows["1.2"] == "Boats float. See rule 1.1."
        assert list(rows) == ["1", "1.1", "1.2"]


UNUSUAL = {
    "a direction mark": "\u200f1.2 Boats float.",
    "a byte-order mark": "\ufeff1.2 Boats float.",
    "a soft hyphen": "1.\u00ad2 Boats float.",
    "a mark after it": "1.2\u200e Boats float.",
    "wide figures": "１.２ Boats float.",
    "wide figures and dot": "１．２　Boats float.",
    "a star": "1.2* Boats float.",
    "two stars": "1.2** Boats float.",
    "a dagger": "1.2.† Boats float.",
    "a footnote": "1.2¹ Boats float.",
    "square brackets": "[1.2] Boats float.",
    "round brackets": "(1.2) Boats float.",
    "brackets and a dot": "(1.2). Boats float.",
    "a sign": "§1.2 Boats float.",
    "a sign and a blank": "§ 1.2 Boats float.",
}

NOT_DUE = (
    "[1.4] says more.",
    "(1.1) says more.",
    "(2) boats float.",
    "§1.7 says more.",
    "[1.2]-kites fly.",
    "1.2*3 boats float.",
    "2* boats float.",
)


class TestANumberThatIsNotPrintedPlainly:
    @pytest.mark.parametrize("line", UNUSUAL.values(), ids=UNUSUAL)
    def test_is_its_rules_number(self, line: str) -> None:
        book = book_of(f"{KITES}{line}\n\n1.3 Reels turn.\n")
        assert texts(book) == {"1": "Kites", "1.1": "Kites fly.", "1.2": "Boats float.", "1.3": "Reels turn."}
        assert not book.anomalies

    def test_is_also_a_sub_rules(self) -> None:
        rows = texts(book_of(KITES + "[1.1a] By day.\n\n\u200f1.1b By night.\n\n1.1c* At sea.\n"))
        assert (rows["1.1a"], rows["1.1b"], rows["1.1c"]) == ("By day.", "By night.", "At sea.")

    @pytest.mark.parametrize("words", NOT_DUE)
    def test_is_none_where_another_is_due(self, words: str) -> None:
        rows = texts(book_of(f"{KITES}{words}\n\n1.2 Reels turn.\n"))
        assert rows == {"1": "Kites", "1.1": f"Kites fly.\n{words}", "1.2": "Reels turn."}

    def test_a_reference_after_a_sentence_is_none(self) -> None:
        text = "1 Kites\n\n1.1 Kites fly over the harbour while there is any wind.\n[1.2] Boats float.\n\n1.2 Reels.\n"
        assert list(texts(book_of(text))) == ["1", "1.1", "1.2"]


A_RED_KITE = {
    "under its label": ("Example:\nA red kite flies.", "book.txt"),
    "after a blank line": ("Example:\n\nA red kite flies.", "book.txt"),
    "wrapped": ("Example:\nA red\nkite flies.", "book.txt"),
    "on a web page": ("<p>Example:</p><p>A red kite flies.</p>", "book.html"),
    "in bold": ("**Example:**\n\nA red kite flies.", "book.md"),
    "numbered": ("Example 3:\nA red kite flies.", "book.txt"),
    "with its rule's number": ("Example 1.1: A red kite flies.", "book.txt"),
    "with a sub-rule's number": ("Example 1.1.1a:\nA red kite flies.", "book.txt"),
}


class TestALabelThatStandsAlone:
    @pytest.mark.parametrize(("words", "name"), A_RED_KITE.values(), ids=A_RED_KITE)
    def test_is_that_of_the_next_paragraph(self, words: str, name: str) -> None:
        web = name.endswith(".html")
        rules = ("<p>1.1 Kites fly.</p>", "<p>1.2 Boats float.</p>") if web else ("1.1 Kites fly.", "1.2 Boats float.")
        rows = by_number(book_of(f"{rules[0]}\n\n{words}\n\n{rules[1]}\n", name=name))
        assert rows["1.1"].words.text == "Kites fly."
        assert rows["1.1"].words.examples == ("A red kite flies.",)
        assert rows["1.2"].words.text == "Boats float."

    def test_begins_an_example_of_its_own(self) -> None:
        text = KITES + "Example: One.\n\nExample:\n\nTwo.\n\nExamples:\n- Three.\n- Four.\n\nMore words.\n"
        words = by_number(book_of(text))["1.1"].words
        assert words.examples == ("One.", "Two.", "Three.", "Four.")
        assert words.text == "Kites fly.\nMore words."

    @pytest.mark.parametrize("between", ["\n", "\n\n"])
    def test_may_be_a_notes(self, between: str) -> None:
        words = by_number(book_of(f"{KITES}Note:{between}Red ones too.\n\nMore words.\n"))["1.1"].words
        assert words.notes == ("Note: Red ones too.",)
        assert words.text == "Kites fly.\nMore words."

    def test_is_no_example_before_another_rule(self) -> None:
        rows = by_number(book_of(KITES + "Example:\n\n1.2 Boats float.\n"))
        assert rows["1.1"].words.examples == ()
        assert rows["1.2"].words.text == "Boats float."

    def test_is_the_same_on_a_page_of_lists(self) -> None:
        page = "# Kites\n\n1. Kites fly.\n\nExample:\n\nA red kite.\n\nNote:\n\nA blue one too.\n\n2. Boats.\n"
        words = by_number(book_of(page, "ga", "kites.md"))["kites.1"].words
        assert (words.text, words.examples, words.notes) == ("Kites fly.", ("A red kite.",), ("Note: A blue one too.",))


def test_rules_in_another_script_are_no_page_furniture() -> None:
    book = book_of(KITES + "2 凧\n\n2.1 凧は飛ぶ。\n\n2.2 船は浮く。\n")
    assert texts(book) == {"1": "Kites", "1.1": "Kites fly.", "2": "凧", "2.1": "凧は飛ぶ。", "2.2": "船は浮く。"}
    assert not book.dropped


def test_signs_of_another_script_without_letters_are_kept() -> None:
    book = book_of("1.1 a\n\n1.2. b\n\n1.3. c\n\n「」\n")
    assert not book.dropped


REFERENCES = {
    "a quantity after a dotted number": ("Apply rule 1.2 to 3 kites.", [("rule 1.2", "1.2")]),
    "a quantity after a comma": ("As in rule 1.2, 4 kites fly.", [("rule 1.2", "1.2")]),
    "a quantity in a list": ("See rules 1.2 and 3 cards.", [("rules 1.2", "1.2")]),
    "the tail of a range": ("See rules 1.2–3.", [("rules 1.2", "1.2"), ("3", "1.3")]),
    "a semicolon and a sign": ("See rules 1.2; 1.3 & 1.4.", [("rules 1.2", "1.2"), ("1.3", "1.3"), ("1.4", "1.4")]),
    "a stroke": ("See rules 1.2/1.3.", [("rules 1.2", "1.2"), ("1.3", "1.3")]),
    "a letter in brackets": ("See rule 1.2(a).", [("rule 1.2(a)", "1.2a")]),
    "two of them": ("See rules 1.2(a) and 1.2(b).", [("rules 1.2(a)", "1.2a"), ("1.2(b)", "1.2b")]),
    "in brackets itself": ("It flies (1.2(a)).", [("(1.2(a))", "1.2a")]),
    "no letter of its own": ("It pays by rule 1.2(c).", [("rule 1.2", "1.2")]),
    "a second letter": ("See rules 1.2a, b.", [("rules 1.2a", "1.2a"), ("b", "1.2b")]),
    "a second letter after a word": ("See rules 1.2a and b.", [("rules 1.2a", "1.2a"), ("b", "1.2b")]),
    "a word of one letter": ("By rule 1.2b, a kite flies.", [("rule 1.2b", "1.2b")]),
    "a letter after none": ("By rule 1.2, b flies.", [("rule 1.2", "1.2")]),
}


@pytest.mark.parametrize(("words", "named"), REFERENCES.values(), ids=REFERENCES)
def test_a_list_of_references_ends_where_the_words_go_on(words: str, named: list[tuple[str, str]]) -> None:
    more = "1.2 B.\n\n1.2a C.\n\n1.2b D.\n\n1.3 E.\n\n1.4 F. See rule 1.1 (1.2).\n\n"
    book = book_of(f"1 Kites\n\n1.1 {words}\n\n{more}3 Reels\n\n3.1 G.\n\n4 Boats\n\n4.1 H.\n")
    assert references(book, "1.1") == [(printed, target, True) for printed, target in named]


class TestAPartWithoutNumbers:
    def test_may_stand_before_the_first_chapter(self) -> None:
        text = "# Harbour\n\n# Game Terms\n\n**Kite**: it flies.\n\n# 1 Setup\n\n1.1 Shuffle.\n\n# 2 Play\n\n2.1 Fly.\n"
        book = book_of(text, name="book.md")
        assert parents(book) == {
            "harbour": None, "game-terms": None, "game-terms.kite": "game-terms",
            "1": None, "1.1": "1", "2": None, "2.1": "2",
        }  # fmt: skip
        assert texts(book)["1"] == "Setup"

    def test_may_stand_before_the_first_rule_of_a_book_without_chapters(self) -> None:
        rows = texts(book_of("# Harbour\n\n## Credits\n\nBy A. Judge\n\n1.1 Shuffle.\n\n1.2 Deal.\n", name="book.md"))
        assert (rows["credits"], rows["1.1"], rows["1.2"]) == ("By A. Judge", "Shuffle.", "Deal.")

    def test_ends_at_a_chapter_marked_like_it(self) -> None:
        text = "# 1 Kites\n\n1.1 Fly.\n\n## Credits\n\nBy A. Judge\n\n# 3 Boats\n\n3.1 Float.\n"
        book = book_of(text, name="book.md")
        assert parents(book) == {"1": None, "1.1": "1", "credits": None, "3": None, "3.1": "3"}
        assert odd(book) == [("number-gap", "3")]

    def test_does_not_end_at_a_number_in_its_words(self) -> None:
        text = "# Harbour\n\n# Game Terms\n\nKite: a toy described in\n1.2 Boats.\n\n# 1 Setup\n\n1.1 Shuffle.\n"
        assert list(texts(book_of(text, name="book.md"))) == ["harbour", "game-terms", "game-terms.kite", "1", "1.1"]


CONTENTS = {
    "as in the book": "1 Setup\n2 Play\n2.1 Turns\n3 Scores",
    "with pages": "1 Setup 3\n2 Play 12\n2.1 Turns 13\n3 Scores 20",
    "with dots": "1 Setup ........ 3\n2 Play ........ 12\n2.1 Turns .......13\n3 Scores ..... 20",
    "in capitals": "1 SETUP\n2 PLAY\n2.1 TURNS\n3 SCORES",
    "with full stops": "1. Setup\n2. Play\n2.1. Turns\n3. Scores",
}
BODY = "1 Setup\n\n1.1 Shuffle the cards.\n\n2 Play\n\n2.1 Turns\n\n2.1.1 Fly.\n\n3 Scores\n\n3.1 Count them.\n"


class TestContents:
    @pytest.mark.parametrize("listed", CONTENTS.values(), ids=CONTENTS)
    @pytest.mark.parametrize("heading", ["Contents\n\n", ""])
    def test_are_dropped_where_number_and_title_come_again(self, heading: str, listed: str) -> None:
        book = book_of(f"{heading}{listed}\n\n{BODY}")
        assert texts(book) == texts(book_of(BODY))
        assert {dropped.why for dropped in book.dropped} == {"table of contents"}

    def test_of_a_box_are_none(self) -> None:
        box = "Harbour Kites\n\nContents\n\n60 Kite Cards\n2 Reels\n1 Rulebook\n4 Boats\n\n"
        book = book_of(box + BODY)
        assert not book.dropped
        said = "\n".join(filter(None, texts(book).values()))
        assert all(part in said for part in ("60 Kite Cards", "2 Reels", "1 Rulebook", "4 Boats"))
        numbered = [number for number in texts(book) if number[0].isdigit()]
        assert numbered == ["1", "1.1", "2", "2.1", "2.1.1", "3", "3.1"]


QUANTITIES = {
    "a factor": "1.5x for a kite",
    "a unit": "2.5cm tails count double",
    "a count": "1. 2x red kites and their reels.",
}


class TestLettersAfterANumber:
    @pytest.mark.parametrize("listed", QUANTITIES.values(), ids=QUANTITIES)
    @pytest.mark.parametrize("mark", ["- ", ""])
    def test_may_be_a_units(self, mark: str, listed: str) -> None:
        book = book_of(f"1 Kites\n\n1.1 The box holds:\n{mark}{listed}\n\n1.2 Boats float.\n")
        assert list(texts(book)) == ["1", "1.1", "1.2"]
        assert not book.anomalies

    def test_are_a_sub_rules_of_a_rule_that_is_printed(self) -> None:
        rows = texts(book_of(KITES + "1.1a one.\n\n1.1b two.\n\n1. 1c Three.\n\n1.2 Boats.\n"))
        assert (rows["1.1a"], rows["1.1b"], rows["1.1c"]) == ("one.", "two.", "Three.")

    def test_are_a_sub_rules_among_others_whose_rule_is_not_printed(self) -> None:
        book = book_of(KITES + "1.2a one.\n\n1.2b two.\n\n1.4d A kite.\n")
        assert list(texts(book)) == ["1", "1.1", "1.2a", "1.2b", "1.4d"]

    def test_are_a_sub_rules_where_an_excerpt_begins(self) -> None:
        assert list(texts(book_of("7.5k a kite flies.\n\n7.5m a boat floats.\n"))) == ["7.5k", "7.5m"]


LETTERED = {
    "capitals": "1.1A By day.\n\n1.1B By night.",
    "capitals before a full stop": "1.1A. By day.\n\n1.1B. By night.",
    "in brackets": "1.1(a) By day.\n\n1.1(b) By night.",
    "capitals in brackets": "1.1(A) By day.\n\n1.1(B) By night.",
}


class TestALetterPrintedInAnotherWay:
    @pytest.mark.parametrize("lines", LETTERED.values(), ids=LETTERED)
    def test_is_a_sub_rules(self, lines: str) -> None:
        book = book_of(f"{KITES}{lines}\n\n1.2 Boats float by rule 1.1A.\n")
        assert list(parents(book).items())[2:] == [("1.1a", "1.1"), ("1.1b", "1.1"), ("1.2", "1")]
        assert (texts(book)["1.1a"], texts(book)["1.1b"]) == ("By day.", "By night.")
        assert references(book, "1.2") == [("rule 1.1A", "1.1a", True)]
        assert not book.anomalies

    def test_in_brackets_may_be_of_a_rule_that_is_not_printed(self) -> None:
        book = book_of(KITES + "1.2(a) Boats float.\n\n1.2(b) Reels turn.\n")
        assert (texts(book)["1.2a"], texts(book)["1.2b"]) == ("Boats float.", "Reels turn.")
        assert odd(book) == [("missing-parent", "1.2a"), ("missing-parent", "1.2b")]

    def test_is_a_word_where_no_such_sub_rule_is_due(self) -> None:
        rows = texts(book_of(KITES + "1.2A boat floats.\n\n1.3(x) Reels turn.\n\n1.4All sleep.\n"))
        assert (rows["1.2"], rows["1.3"], rows["1.4"]) == ("A boat floats.", "(x) Reels turn.", "All sleep.")
