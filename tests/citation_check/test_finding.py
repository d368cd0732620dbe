"""What looks like a citation in a text, before any book is asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.citation_check.find import find
from rules_cli.citation_check.model import Mention

NAMES = {"Harbour Kites": "kites", "Kites": "kites", "Gulls": "gulls"}
SLUGS = frozenset({"kites", "gulls"})


def found(text: str) -> list[Mention]:
    """The mentions with a sign in a text that knows two games."""
    return [mention for mention in find(text, NAMES, SLUGS) if mention.sign != "bare"]


def numbers(text: str) -> list[str]:
    """The likeliest number of each mention."""
    return [mention.readings[0] for mention in found(text)]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        pytest.param("CR 704.5k", "704.5k", id="CR"),
        pytest.param("CR704.5k", "704.5k", id="CR without a blank"),
        pytest.param("C.R. 704.5k", "704.5k", id="C.R."),
        pytest.param("CR: 704.5k", "704.5k", id="CR and a colon"),
        pytest.param("rule 2.7.3a", "2.7.3a", id="rule"),
        pytest.param("Rules 2.7.3a.", "2.7.3a", id="rules, and a full stop"),
        pytest.param("rule no. 2.7.3", "2.7.3", id="rule no."),
        pytest.param("rule #2.7.3", "2.7.3", id="rule #"),
        pytest.param("regra 1.6.1", "1.6.1", id="regra"),
        pytest.param("Seção 1.6.1", "1.6.1", id="seção"),
        pytest.param("section 704", "704", id="section"),
        pytest.param("§2.7.3(a)", "2.7.3a", id="section sign, letter in brackets"),
        pytest.param("§§ 2.7.3.a", "2.7.3a", id="letter behind a dot"),
        pytest.param("rule 2.7.3 (A)", "2.7.3a", id="large letter in brackets"),
        pytest.param("CR 704.5zz", "704.5zz", id="two letters"),
        pytest.param("CR 7045k", "7045k", id="run together"),
        pytest.param("kites:101.1", "101.1", id="book"),
        pytest.param("KITES:101", "101", id="book in capitals, a section"),
        pytest.param("kites@2020-05-01:101.1a", "101.1a", id="edition"),
        pytest.param("kites@2020-05-01:101.1a~0123abcd", "101.1a", id="permanent"),
        pytest.param("kites:tails.3.1#2", "tails.3.1#2", id="item of a page"),
        pytest.param("rule tails.3.1", "tails.3.1", id="word and item of a page"),
        pytest.param("Kites 101.1", "101.1", id="game's name"),
        pytest.param("Harbour Kites' Comprehensive Rules 101.1", "101.1", id="game, title and number"),
        pytest.param("704.5k", "704.5k", id="shape"),
        pytest.param("514.2 Second, the wind", "514.2", id="first in the text"),
        pytest.param("Kites.\r  // 514.2 Second", "514.2", id="first in a line of a comment"),
        pytest.param("See 704.5", "704.5", id="see, and a shape without its letter"),
        pytest.param("(704.5(k))", "704.5k", id="shape in brackets"),
        pytest.param("**rule** *704.5k*", "704.5k", id="emphasis"),
        pytest.param("_CR 704.5k_", "704.5k", id="emphasis by underscores"),
        pytest.param("rule [704.5k]", "704.5k", id="link"),
        pytest.param("rule\u00a0704.5k", "704.5k", id="no-break space"),
        pytest.param("the rule\n    # 704.5k says", "704.5k", id="broken in a comment"),
        pytest.param("the rule\r\n> 704.5k says", "704.5k", id="broken in a quotation"),
    ],
)
def test_a_number_with_a_sign(text: str, number: str) -> None:
    assert numbers(text) == [number]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("601.2f–h", ["601.2f", "601.2h"], id="range of letters"),
        pytest.param("rules 119.7-8", ["119.7", "119.8"], id="range of last parts"),
        pytest.param("rules 2.7.3 – 2.7.5", ["2.7.3", "2.7.5"], id="loose dash"),
        pytest.param("rules 2.7.3 to 2.7.5", ["2.7.3", "2.7.5"], id="to"),
        pytest.param("CR 704.5j–CR 704.5m", ["704.5j", "704.5m"], id="sign twice"),
        pytest.param("kites:tails.10-12", ["tails.10", "tails.12"], id="range of items"),
        pytest.param("rules 601.2b and 601.2f–h, 702.3", ["601.2b", "601.2f", "601.2h", "702.3"], id="list and range"),
        pytest.param("rules 702.1, “Dash,” 702.2, and 702.3", ["702.1", "702.2", "702.3"], id="titles between"),
        pytest.param("rules 704.5j/k", ["704.5j", "704.5k"], id="stroke"),
        pytest.param("rules 704.5j and k", ["704.5j", "704.5k"], id="a letter behind a word"),
        pytest.param("rules 704.5b, c & d", ["704.5b", "704.5c", "704.5d"], id="letters in a list"),
        pytest.param("rules 704.5b and e for all, not b", ["704.5b", "704.5e"], id="a letter that is a word elsewhere"),
        pytest.param("Rules 704.5a, e and i.", ["704.5a", "704.5e", "704.5i"], id="letters that are words elsewhere"),
        pytest.param("rules 704.5b/e/i", ["704.5b", "704.5e", "704.5i"], id="the same behind strokes"),
        pytest.param("Regel 704.5b oder e gilt", ["704.5b", "704.5e"], id="the same in German"),
        pytest.param("regra 704.5b e o resto", ["704.5b"], id="words of Portuguese"),
        pytest.param("rule 704.5b and i.e. kites", ["704.5b"], id="an abbreviation"),
        pytest.param("rule 704.5b(iii)", ["704.5b.iii"], id="a roman item"),
        pytest.param("regras 704.5b ou d", ["704.5b", "704.5d"], id="ou"),
        pytest.param("rule 704.5b and a kite", ["704.5b"], id="a word of one letter"),
        pytest.param("rule 704.5b, x is 3", ["704.5b"], id="a sign behind a comma"),
        pytest.param("rule 704.5b and k's kite", ["704.5b"], id="somebody's"),
        pytest.param("rule 704.5 and b", ["704.5"], id="a letter behind none"),
        pytest.param("regras 1.1.1 e 1.1.2", ["1.1.1", "1.1.2"], id="e"),
        pytest.param("CR 7045j–k", ["7045j", "7045k"], id="run together"),
        pytest.param("CR 704,5k", ["704.5k"], id="a comma for the dot"),
        pytest.param("CR 704. 5k", ["704.5k"], id="a blank behind the dot"),
        pytest.param("rule 704, 5k people", ["704"], id="a comma and a blank"),
        pytest.param("rule 704. 5 kites", ["704"], id="the end of a sentence"),
        pytest.param("rule 704.5k, 2 cards", ["704.5k"], id="a count behind it"),
        pytest.param("rule 704.5 and 2.5 points", ["704.5"], id="a decimal behind it"),
        pytest.param("rule 601.2b to a kite", ["601.2b"], id="to a thing"),
        pytest.param("rule 704.5-2", ["704.5"], id="no range runs backwards"),
        pytest.param("rule 704.5k – as above", ["704.5k"], id="dash and words"),
        pytest.param("gulls:nest#2–4", ["nest#2"], id="dash behind a page"),
        pytest.param("KITE\u017f:101.1 and \u212aITES:101.1", [], id="letters that are only like a book's"),
    ],
)
def test_each_end_and_member_is_found(text: str, expected: list[str]) -> None:
    assert numbers(text) == expected


def test_ends_of_ranges_and_lists_share_their_sign_and_chain() -> None:
    first, second, last, other = found("gulls:1.1.1, 1.1.2–1.1.4; kites:101")
    assert [mention.book for mention in (first, second, last, other)] == ["gulls", "gulls", "gulls", "kites"]
    assert [mention.ranged for mention in (first, second, last, other)] == [False, False, True, False]
    assert first.chain == second.chain == last.chain != other.chain


@pytest.mark.parametrize(
    "text",
    [
        "Python 3.11",
        "version 1.0.1",
        "v1.0.1",
        "costs $2.50",
        "€3.50a",
        "2024.11.08",
        "1.2.2024",
        "192.168.1.1",
        "at 12:30, or 12.30",
        "a rule of 3",
        "3.14 and 2.5%",
        "rule 0.1.0",
        "rule 50%",
        "CR 2.5%",
        "## 2.7.3 Installing",
        "1.5em 100px 704.5",
        "http://x.y/704.5k",
        "file-704.5k.txt",
        "x704.5k",
        "704.5k1",
        "704.5kg2",
        "a@b.com:704.5k",
        "other:704.5k",
        "other@2020:704.5k",
        "EM_CR 103",
        "my_rule 704.5",
        "2704.5kilo",
        "see 2.5 and 12.75",
        "1.704.5.3",
        "rulers 704",
        "overrule",
    ],
)
def test_other_numbers_are_no_mentions(text: str) -> None:
    assert numbers(text) == []


PIECES = st.sampled_from(
    [
        *("CR ", "rule", "rules ", "§", "kites:", "kites@1:", "Kites ", "704.5k", "2.7.3", "704", "7045k", "a.b", "h"),
        *("–", "-", ", ", " and ", " to ", "/", "(a)", ".", "~0123abcd", "#2", "\n", "\0", "“", "*", "[", ")"),
    ]
)


@given(st.lists(PIECES | st.text(max_size=3), max_size=20).map("".join))
def test_mentions_come_in_order_never_overlap_and_stand_where_they_say(text: str) -> None:
    mentions = found(text)
    at = 0
    for mention in mentions:
        assert at <= mention.start <= mention.at < mention.end <= len(text)
        assert text[mention.at :].startswith(mention.printed)
        assert mention.readings
        at = mention.end
