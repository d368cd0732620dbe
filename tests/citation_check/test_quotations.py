"""Quotations beside citations: which are, and whether the rule says so."""

from __future__ import annotations

import pytest
from citation_check.kites import NEWER, OLDER, both_editions, check, install

from rules_cli.citation_check.compare import difference, in_figures, words_of

RULE = "A kite that leaves its string is lost until dusk falls.[102.1] Its flier’s turn – if any – ends."


@pytest.mark.parametrize(
    "quoted",
    [
        pytest.param("A kite that leaves its string is lost until dusk falls.", id="a sentence"),
        pytest.param("leaves its string is lost until", id="a part"),
        pytest.param("LEAVES its string, is lost until", id="capitals and commas"),
        pytest.param("lost until dusk falls. Its flier's turn - if any - ends.", id="typography; a reference left out"),
        pytest.param("until dusk falls. [102.1] Its flier's", id="a reference kept"),
        pytest.param("A kite … is lost until dusk falls", id="an ellipsis"),
        pytest.param("A kite ... is lost [...] turn (…) ends", id="ellipses of all kinds"),
        pytest.param("[The lost] kite that leaves its string", id="words of the writer's own in brackets"),
        pytest.param("A kite that\n> leaves *its* _string_ is", id="marks of a format"),
    ],
)
def test_the_rule_says_so(quoted: str) -> None:
    assert difference(quoted, ["Another text.", RULE]) is None


@pytest.mark.parametrize(
    ("quoted", "said"),
    [
        pytest.param(
            "A kite that leaves its line is lost",
            "after “kite that leaves its” it has “line is lost”, the rule “string is lost until”",
            id="another word",
        ),
        pytest.param(
            "Dusk falls on the harbour and", "after “dusk falls” it has “on the harbour and”, the rule “its", id="more"
        ),
        pytest.param(
            "Gulls have three calls for fish", "the rule does not say “gulls have three calls…”", id="no word of it"
        ),
        pytest.param(
            "lost until dusk … leaves its string", "not say these words in this order", id="the wrong way round"
        ),
        pytest.param(
            "any ends for good and all",
            "after “any ends” it has “for good and all”, the rule ends",
            id="past the end",
        ),
        pytest.param("kit that leaves its string is", "the rule does not say “kit that leaves its…”", id="half a word"),
    ],
)
def test_where_it_departs(quoted: str, said: str) -> None:
    assert said in str(difference(quoted, [RULE]))


def test_a_difference_is_shown_where_the_texts_are_most_alike_and_in_whole_words() -> None:
    texts = [f"{RULE} Then the flier’s turn – if none – begins.", "Example: Its flier’s turn goes to the judge."]
    said = str(difference("Its flier’s turn, then, if any, ends.", texts))
    assert "after “its flier’s turn” it has “then if any ends”, the rule “if any ends then”" in said
    said = str(difference("A kite that can leave the flier soars", ["A kite that can’t leave the flier soars."]))
    assert "it has “leave the flier soars”, the rule “can’t leave the flier”" in said


def test_a_difference_is_shown_with_accents() -> None:
    rule = "Der Drachen wird für zwölf Böen gehalten, nicht länger."
    said = str(difference("Der Drachen wird für fünf Böen gehalten", [rule]))
    assert "after “der drachen wird für” it has “fünf böen gehalten”, the rule “zwölf böen gehalten nicht”" in said


SAID = "A kite that leaves its string is lost until"
NOT = "A kite that leaves its string is free until"


@pytest.fixture
def kites() -> None:
    """Both editions of the kites."""
    both_editions()


def told(text: str, name: str = "notes.md", written: str | None = None) -> list[str]:
    """The verdicts_of of a text."""
    return [judged.verdict for judged in check(text, name, written=written).found]


@pytest.mark.usefixtures("kites")
class TestBeside:
    @pytest.mark.parametrize(
        "form",
        [
            pytest.param("CR 101.2: “{}”", id="colon"),
            pytest.param("CR 101.2, “{}”", id="comma"),
            pytest.param("CR 101.2 says that “{}”", id="says that"),
            pytest.param("Rule 101.2 (“{}”) is clear.", id="in brackets behind it"),
            pytest.param("“{}” (CR 101.2)", id="brackets behind the quotation"),
            pytest.param("“{}.” – CR 101.2", id="dash"),
            pytest.param('CR 101.2: "{}"', id="straight quotes"),
            pytest.param("A regra 101.2 diz: «{}»", id="angle quotes"),
            pytest.param("**CR 101.2** – “{}”", id="emphasis"),
            pytest.param("CR 101.2:\n\n> {}\n> dusk", id="a block behind it"),
            pytest.param("> {}\n\n— CR 101.2", id="a block before it, with a dash"),
            pytest.param("We read:\n\n> {}\n> (CR 101.2)\n\nSo it is.", id="a block that ends with it"),
            pytest.param("> {}\n>\n> -- CR 101.2", id="a block with a dash at its end"),
            pytest.param("> {} dusk – CR 101.2", id="the same on one line"),
            pytest.param("> {} dusk (from rule 101.2).\n", id="a block with brackets at its end"),
            pytest.param("> {}\n> — CR 101.2 and 103.1", id="a block that ends with a list"),
            pytest.param("CR 101.2: “{}\ndusk”", id="broken over two lines"),
            pytest.param("[CR 101.2](http://x.y) says “{}”", id="a link"),
            pytest.param("rules 101.2 and 103.1: “{}”", id="a list, of which one says so"),
            pytest.param("rules 101.1–102.1: “{}”", id="a range, of which one inside says so"),
        ],
    )
    def test_a_quotation_is_held_against_the_rule(self, form: str) -> None:
        older = {"written": OLDER}
        assert "misquoted" not in told(form.format(SAID), **older)
        assert told(form.format(NOT), **older)[0] == "misquoted"

    @pytest.mark.parametrize(
        ("form", "name"),
        [
            ("<p>CR 101.2 says <q>{}</q>", "a.html"),
            ("<p>CR 101.2:</p><blockquote><p>{}</p></blockquote>", "a.html"),
            ("<p>&ldquo;{}&rdquo; (CR&nbsp;101.2)", "a.html"),
            ("# CR 101.2: “{}”", "a.py"),
            ("<table><tr><td>CR 101.2</td><td>“{}”</td></tr></table>", "a.html"),
            ("<dl><dt>CR 101.2</dt><dd>“{}”</dd></dl>", "a.html"),
            ("<blockquote>{}<br>CR 101.2</blockquote>", "a.html"),
            ("<p>Lost: <q>{}</q> CR 101.2</p>", "a.html"),
            ("Lost: <q>{}</q> CR 101.2", "a.md"),
            ("<blockquote><p>{}</p><cite>CR 101.2</cite></blockquote>", "a.html"),
            ("<blockquote>{} <cite>CR 101.2</cite></blockquote>", "a.html"),
            ("<blockquote>{} <footer><cite>CR 101.2</cite></footer></blockquote>", "a.html"),
            ("<blockquote>{}</blockquote><cite>CR 101.2</cite>", "a.html"),
        ],
    )
    def test_in_other_formats(self, form: str, name: str) -> None:
        assert told(form.format("A kite that leaves its string is lost until"), name) == ["fine"]
        assert told(form.format(NOT), name) == ["misquoted"]

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("CR 101.2. He said: “I never saw the kite again”", id="another sentence"),
            pytest.param("CR 101.2 is “a long and winding road”", id="is"),
            pytest.param("“I never saw the kite again” (see CR 101.2)", id="see"),
            pytest.param("CR 101.2, “Lost kites”, is new.", id="a short title"),
            pytest.param("CR 101.2\n\n“I never saw the kite again”", id="another paragraph"),
            pytest.param("> I never saw the kite again, friend\n\nCR 101.2 is why.", id="a block that ended"),
            pytest.param("“By CR 101.2 we never saw it again”", id="around it"),
            pytest.param('raise Lost("the kite is lost for good", "CR 101.2")', id="strings of a program"),
            pytest.param('x = "the kite is lost for good"  # CR 101.2', id="a string before a comment"),
        ],
    )
    def test_words_that_are_no_quotation_of_it(self, text: str) -> None:
        assert told(text) == ["fine"]

    def test_a_quotation_between_two_citations_is_of_the_one_in_brackets_or_before_it(self) -> None:
        assert told(f"CR 103.1, “{SAID}” (CR 101.2)") == ["fine", "fine"]
        assert told(f"CR 101.2: “{SAID}”. See CR 103.1") == ["fine", "fine"]
        assert told(f"CR 101.2: “{NOT}”. See CR 103.1") == ["misquoted", "fine"]


@pytest.mark.usefixtures("kites")
class TestJoinedByWords:
    """A few words between a citation and a quotation give it to the citation, whatever they are."""

    OTHER = "Whenever a gull takes a string, tie two knots"

    @pytest.mark.parametrize(
        "form", ["CR 101.2 lautet: “{}”", "Rule 101.2 provides “{}”, and so on.", "CR 101.2, qui dispose que « {} »"]
    )
    def test_are_compared(self, form: str) -> None:
        assert told(form.format(SAID), written=OLDER) == ["changed"]
        assert told(form.format(NOT)) == ["misquoted"]
        assert told(form.format("A kite lands when both of its corners touch")) == ["misquoted"]

    @pytest.mark.parametrize(
        ("text", "verdict"),
        [
            pytest.param(f"Rule 101.2 puts it: “{OTHER}”", "misquoted", id="a colon behind two words"),
            pytest.param(f"Rule 101.2 puts “{OTHER}”", "fine", id="no colon"),
            pytest.param(f"Under CR 101.2 Anna said: “{OTHER}”", "fine", id="a name before the colon"),
            pytest.param(f"CR 101.2 does not have “{NOT}”", "fine", id="denied"),
            pytest.param(f"CR 101.2 is short. It has “{NOT}”", "fine", id="another sentence"),
            pytest.param("CR 102.1 is about “kites that fly”", "fine", id="a term"),
            pytest.param(f"* CR 101.2\n* Anna: “{NOT}”", "fine", id="another item"),
        ],
    )
    def test_are_not_all_of_the_rule(self, text: str, verdict: str) -> None:
        assert told(text) == [verdict]

    def test_the_next_citation_may_be_meant(self) -> None:
        words = "A kite lands when both of its corners touch"
        assert told(f"By CR 101.2 one knows that “{words}”, so CR 102.1") == ["fine", "fine"]
        assert told(f"CR 101.2 and, in short, CR 102.1 has “{words}”") == ["fine", "fine"]


@pytest.mark.usefixtures("kites")
class TestEditions:
    def test_words_of_the_older_edition_are_told_from_wrong_ones(self) -> None:
        old = "CR 101.2: “is lost until dusk falls”"
        (judged,) = check(old, written=OLDER).found
        assert judged.verdict == "changed"
        assert f"quotes the text of edition {OLDER}" in judged.detail
        assert told(old) == ["misquoted"]
        assert told("CR 101.2: “is lost until the next horn sounds”", written=OLDER) == ["changed"]

    def test_a_rule_that_moved_is_looked_up_where_it_is(self) -> None:
        assert told("CR 102.3: “A tail that is longer than the pole”", written=OLDER) == ["moved"]
        (judged,) = check("CR 102.3: “A tail that is shorter than the pole”", written=OLDER).found
        assert judged.verdict == "moved"
        assert "its quotation differs" in judged.detail

    def test_an_example_is_of_the_rule_too(self) -> None:
        assert told("CR 102.1: “A corner in a pool of water does not touch the sand.”") == ["fine"]

    def test_words_of_a_sub_rule_are_its_rules(self) -> None:
        assert told("CR 101.1: “A second flier may steady the frame”") == ["fine"]
        assert told("CR 101.1a says: “A second flier may steady the frame”") == ["misquoted"]

    def test_what_is_not_there_says_nothing_of_its_quotation(self) -> None:
        (judged,) = check("CR 103.9: “Whatever you may want to say”").found
        assert "quot" not in judged.detail


def test_a_citation_that_rules_cite_printed_is_compared() -> None:
    both_editions()
    said = "Two knots of one colour may never stand side by side on a tail."
    text = f"> **kites:103.1**\n> {said}\n>\n> (Harbour Kites, {NEWER})\n"
    for head in ("kites:103.1", "CR 103.1", f"[CR 103.1 ({NEWER})](https://example.org)", f"kites\\@{NEWER}:103.1"):
        cited = text.replace("kites:103.1", head)
        assert told(cited) == ["fine"]
        assert told(cited.replace("Two knots of one colour", "Three ropes of one kind")) == ["misquoted"]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("> CR 103.1 is the rule that nobody on the quay can explain to me.", "fine"),
        ("> CR 103.1: Two knots of a colour may never stand side by side on a tail.", "misquoted"),
        ("> CR 103.1 says “Two knots of a colour may never stand side by side”", "misquoted"),
        ("> CR 103.1 says “Two knots of one colour may never stand side by side”, and so do I.", "fine"),
        ("> **CR 103.1**\n> [1.1] [1.2] [1.3]\n", "fine"),
    ],
    ids=["no words of the rule", "words of the rule", "a quotation in it", "the same, true", "nothing but references"],
)
def test_a_block_that_begins_with_a_citation(text: str, verdict: str) -> None:
    both_editions()
    assert told(text) == [verdict]


@pytest.mark.usefixtures("kites")
class TestWordsOfOthers:
    """Words beside a number are the rule's if a word or a colon says so, or if they are like the rule's."""

    CARD = "Whenever a gull takes a string, tie two knots"

    @pytest.mark.parametrize(
        ("text", "verdict"),
        [
            pytest.param(f"CR 101.2: “{CARD}”", "misquoted", id="behind a colon"),
            pytest.param(f"CR 101.2: “{CARD}” is such a text", "fine", id="in a longer sentence"),
            pytest.param(f"“{CARD}” (CR 101.2)", "fine", id="the same, before the number"),
            pytest.param(f"CR 101.2 says “{CARD}”", "misquoted", id="said to be the rule's"),
            pytest.param(
                "CR 101.2: “A kite leaves its string and is lost until now”", "misquoted", id="seven of ten words"
            ),
            pytest.param(
                "“A kite goes from its string and so was lost there” (CR 101.2)", "fine", id="half of the words"
            ),
        ],
    )
    def test_are_not_misquoted(self, text: str, verdict: str) -> None:
        assert told(text) == [verdict]

    @pytest.mark.parametrize(
        ("text", "right"),
        [
            ("CR 101.2: “A kite lands when both of its corners touch”", "102.1"),
            ("“may never stand side by side on a tail” (CR 102.2)", "103.1"),
            ("“may never stand side by side on a tail” is CR 102.2", "103.1"),
            ("The flier, by CR 101.1a, “the string is let out at one arm's length”", "101.1d"),
        ],
        ids=["after", "before", "said to be it", "below the same rule"],
    )
    def test_of_another_rule_are_named(self, text: str, right: str) -> None:
        (judged,) = check(text).found
        assert (judged.verdict, judged.detail) == ("misquoted", f"these are the words of {right}")
        assert judged.now
        assert judged.now.number == right

    def test_of_the_rule_above_or_of_many_rules_are_fine(self) -> None:
        assert told("“A kite is launched from open ground” (CR 101.1a)") == ["fine"]
        many = "".join(
            f"{n}. Gulls call thrice\n\n{n}.1. A gull of kind {n} calls twice for fish or bread.\n\n"
            for n in range(101, 106)
        )
        install(f"1. Gulls\n\n{many}", "terns", "2024-01-01")
        assert [each.verdict for each in check("“calls twice for fish or bread” (CR 101)", book="terns").found] == [
            "fine"
        ]

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\n"])
    def test_a_quotation_at_the_end_of_a_rule_is_not_of_the_next(self, end: str) -> None:
        text = (
            f"101.1a Whoever ties it says “I tie this kite to my own string.”{end}101.2 A kite that leaves its string."
        )
        assert told(text) == ["fine", "fine"]


class TestHowFarAQuotationReaches:
    @pytest.mark.parametrize(("words", "verdict"), [(5, "misquoted"), (4, "fine")], ids=["quotation", "term"])
    def test_fewer_than_five_words_are_a_term(self, words: int, verdict: str) -> None:
        both_editions()
        quoted = " ".join("Gulls steal every string here".split()[:words])
        assert check(f"CR 101.1a says “{quoted}”").found[0].verdict == verdict

    @pytest.mark.parametrize(("blanks", "verdict"), [(50, "misquoted"), (65, "fine")], ids=["near", "far"])
    def test_a_quotation_far_from_the_number_is_not_of_the_rule(self, blanks: int, verdict: str) -> None:
        both_editions()
        checked = check(f"CR 101.1a says{' ' * (blanks - 5)}“Gulls steal every string here”")
        assert checked.found[0].verdict == verdict


def test_a_block_with_a_number_of_its_own_is_not_of_the_number_before_it() -> None:
    both_editions()
    text = "All of this is so by 102.2.\n\n> **101.1b** The flier names the wind before the kite leaves the hand.\n"
    assert {each.verdict for each in check(text, "notes.md").found} == {"fine"}


@pytest.mark.usefixtures("kites")
@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("CR 102.1 says ‘A kite lands when both of its corners touch a gull’.", "misquoted"),
        ("CR 102.1 says 'A kite lands when both of its corners touch the sand'.", "fine"),
        ("The fliers' CR 102.1 says 'A kite lands when both of its corners touch my gull's wing'.", "misquoted"),
        ("CR 102.1 lautet: »A kite lands when both of its corners touch a gull«", "misquoted"),
        ('CR 102.1 says "A kite lands when "both" of its corners touch the gull".', "misquoted"),
        ('CR 102.1 says "A kite lands when "both" of its corners touch the sand".', "fine"),
        ("CR 102.1 says “[A] kite lands when both of its corners touch the sand”", "fine"),
        ("CR 102.1 says “A kite lands when both of” and “its corners touch the soft warm sand”", "misquoted"),
        ("CR 102.1 says “A kite lands when both of” and “its corners touch the sand”", "fine"),
    ],
    ids=[
        *("single marks", "plain ones, true", "a word with one", "marks that point inwards", "the same marks inside"),
        *("the same, true", "another capital", "a second one", "the same, both true"),
    ],
)
def test_any_marks_of_quotation_are_compared(text: str, verdict: str) -> None:
    assert told(text) == [verdict]


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("lasts forty-five minutes", "lasts 45 minutes"),
        ("dauert fünfundvierzig Minuten", "dauert 45 minuten"),
        ("einundzwanzig Tage und hundertfünf", "21 tage und 105"),
        ("dura vinte e oito minutos", "dura 28 minutos"),
        ("veinticinco cartas, treinta y seis", "25 cartas 36"),
        ("quatre-vingt-dix-sept cartes", "97 cartes"),
        ("ventuno carte", "21 carte"),
        ("drieëntwintig kaarten", "23 kaarten"),
        ("dwadzieścia pięć kart", "25 kart"),
        ("двадцать пять карт", "25 карт"),
        ("one hundred and five cards and a tenet", "105 cards and a tenet"),
    ],
)
def test_numbers_in_words_are_read_in_each_language(text: str, figures: str) -> None:
    assert in_figures(text) == in_figures(figures)
    assert in_figures(figures).split() == words_of(figures)


@pytest.mark.parametrize(
    ("quoted", "verdict"),
    [("has thirty-five tails", "misquoted"), ("has 45 tails", "fine"), ("has forty-five tails", "fine")],
)
def test_a_short_quotation_may_give_a_number_in_words_or_figures(quoted: str, verdict: str) -> None:
    install("1. Kites\n\n1.1 A kite has forty-five tails and/or one string.\n\n1.2 It flies.\n", "tails", "2024")
    assert [each.verdict for each in check(f"Rule 1.1 says “{quoted}”.", book="tails").found] == [verdict]
    (found,) = check("Rule 1.1: “A kite has forty-five tails and/or two strings.”", book="tails").found
    assert "tails and/or" in found.detail
