"""Texts compared word for word: which signs are equal, and which words are marked as changed."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules_cli.history.passages import passages
from rules_cli.history.text_diff import compare, differences, readable, without_references
from rules_cli.model import Reference, Row, RuleNumber, RuleText


def said(text: str, *references: tuple[str, str], examples: tuple[str, ...] = ()) -> Row:
    """A rule that says this, with its references as (printed, target)."""
    named = tuple(Reference(printed, target, True) for printed, target in references)
    return Row(RuleNumber("1.1"), "rule", words=RuleText(text, examples), references=named)


def marked(a: Row, b: Row) -> str:
    """The comparison of two rules' texts with what differs in brackets."""
    pieces = compare(passages(a).text, passages(b).text, lambda ref: ref.target, lambda ref: ref.target)
    marks = {"same": "{}", "old": "[-{}-]", "new": "[+{}+]"}
    return "".join(marks[piece.op].format(piece.text.strip()) for piece in pieces if piece.text.strip())


class TestTypographyIsNoChange:
    @pytest.mark.parametrize(
        ("a", "b"),
        [
            ('Raise the "flag" now.', "Raise the “flag” now."),
            ("Raise the 'flag' now.", "Raise the ‘flag’ now."),
            ("Raise the “flag.” Now.", "Raise the «flag». Now."),
            ("A kite's tail can't tear.", "A kite’s tail can’t tear."),
            ("The players' kites.", "The players’ kites."),
            ("Red kites -- and blue.", "Red kites—and blue."),
            ("Red kites - and blue.", "Red kites–and blue."),
            ("Pay  two\u00a0strings .", "Pay two strings."),
            ("Wait . . . then pull.", "Wait… then pull."),
            ("Dam\u00adage the kite\u200b.", "Damage the kite."),
            ("Résumé.", "Re\u0301sume\u0301."),
            ("The game _Harbour Kites_(tm).", "The game Harbour Kites™."),
            ("Raise the ?flag? now, and a ?kite.?", "Raise the “flag” now, and a “kite.”"),
            ("Pay {oT}: draw.", "Pay {T}: draw."),
        ],
    )
    def test_quotes_dashes_spaces_and_what_is_invisible(self, a: str, b: str) -> None:
        assert "[" not in marked(said(a), said(b))

    @pytest.mark.parametrize(
        ("a", "b", "shown"),
        [
            ("It gets +1/+1.", "It gets -1/-1.", "It gets[-+-][+-+]1/[-+-][+-+]1."),
            ("Cut the tail, then run.", "Cut the tail then run.", "Cut the tail[-,-]then run."),
            ("The kite flies.", "The Kite flies.", "The[-kite-][+Kite+]flies."),
            ("Pay {2}{W}.", "Pay {3}{W}.", "Pay[-{2}-][+{3}+]{W}."),
            ("Draw 7 cards.", "Draw 8 cards.", "Draw[-7-][+8+]cards."),
            ("May I fly?", "May I fly.", "May I fly[-?-][+.+]"),
            ("Take 2.5 metres.", "Take 25 metres.", "Take[-2.5-][+25+]metres."),
        ],
    )
    def test_every_other_sign_number_and_capital_is(self, a: str, b: str, shown: str) -> None:
        assert marked(said(a), said(b)) == shown

    @given(st.text(), st.text())
    @example("", "0 '")
    @example("x ” ", "y")
    def test_the_pieces_give_back_both_texts(self, a: str, b: str) -> None:
        old, new = passages(said(a)).text, passages(said(b)).text
        pieces = compare(old, new, hash, hash)
        words = ("".join(p.text for p in pieces if p.op != gone).split() for gone in ("old", "new"))
        assert "".join(next(words)) == "".join(new.text.split()) or not new.tokens(hash)
        if all(piece.op != "same" for piece in pieces):
            assert "".join(next(words)) == "".join(old.text.split()) or not old.tokens(hash)


class TestReferences:
    def test_one_is_compared_by_what_it_names_not_by_its_number(self) -> None:
        a = said("Tie it (see rule 1.2), then fly.", ("rule 1.2", "1.2"))
        b = said("Tie it (see rule 1.3), then fly.", ("rule 1.3", "1.3"))
        pieces = compare(passages(a).text, passages(b).text, lambda _: "the knot", lambda _: "the knot")
        assert [piece.op for piece in pieces] == ["same"]

    def test_one_to_another_rule_is_a_change_of_its_own_that_can_be_left_out(self) -> None:
        a = said("Tie it (see rule 1.2), then fly.", ("rule 1.2", "1.2"))
        b = said("Tie it (see rule 1.3), then fly.", ("rule 1.3", "1.3"))
        assert marked(a, b) == "Tie it (see[-rule 1.2-][+rule 1.3+]), then fly."
        both = [passages(a)], [passages(b)]
        found = differences(*both, lambda ref: ref.target, lambda ref: ref.target)
        assert list(found.kinds()) == ["references"]
        assert list(found.references()) == [("rule 1.2", "rule 1.3")]
        assert {piece.op for piece in without_references(found.text)} == {"same"}
        assert not list(found.without_references().kinds())

    def test_the_ends_of_a_range_are_found_in_their_places(self) -> None:
        row = said(
            "Follow rules 6.1b and 6.1f–h. The hook holds.", ("rules 6.1b", "6.1b"), ("6.1f", "6.1f"), ("h", "6.1h")
        )
        assert [row.words.text[start:end] for start, end, _ in passages(row).text.spots] == ["rules 6.1b", "6.1f", "h"]  # type: ignore[index]

    def test_a_link_is_compared_beside_the_words_that_it_lies_under(self) -> None:
        a, b = said("Fly the kite.", ("kite", "kites.1")), said("Fly the kite.", ("kite", "kites.2"))
        found = differences([passages(a)], [passages(b)], lambda ref: ref.target, lambda ref: ref.target)
        assert list(found.kinds()) == ["references"]
        assert list(found.references()) == [("kites.1", "kites.2")]


class TestExamples:
    def kinds(self, a: tuple[str, ...], b: tuple[str, ...]) -> list[str]:
        found = differences([passages(said("Fly.", examples=a))], [passages(said("Fly.", examples=b))], hash, hash)
        return ["".join(piece.op[0] for piece in example) for example in found.examples]

    def test_one_that_comes_leaves_the_others_as_they_are(self) -> None:
        assert self.kinds(("Two kites meet.",), ("A string snaps.", "Two kites meet.")) == ["n", "s"]

    def test_one_that_changed_is_compared_word_for_word(self) -> None:
        assert self.kinds(("Two red kites meet.",), ("Two blue kites meet.",)) == ["sons"]

    def test_one_that_went_and_one_that_came_are_not_one(self) -> None:
        assert self.kinds(("Two red kites meet over the sea.",), ("No one wins.",)) == ["o", "n"]


def test_a_speck_keeps_the_space_behind_it_that_only_the_older_text_has() -> None:
    a = passages(said("Die Gebühr von 9 Kronen wird bei Regen erstattet.")).text
    b = passages(said("Die Gebühr beträgt 7 Kronen. Hat der Pilot Regen, wird sie erstattet.")).text
    words = [word for op, text, _ in readable(compare(a, b, hash, hash)) if op == "old" for word in text.split()]
    assert words
    assert all(word in a.text.split() for word in words)


def test_changes_with_a_speck_between_them_read_as_one() -> None:
    a = said("The first player to land takes the golden spool at once.")
    b = said("Whoever has flown longest to a tree gives up the golden spool at once.")
    pieces = compare(passages(a).text, passages(b).text, hash, hash)
    assert [(piece.op, piece.text.strip()) for piece in readable(pieces)] == [
        ("old", "The first player to land takes"),
        ("new", "Whoever has flown longest to a tree gives up"),
        ("same", "the golden spool at once."),
    ]
