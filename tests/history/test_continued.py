"""Words that go on: the text of a page, a note or a title that became a numbered rule is not removed and added."""

from __future__ import annotations

from collections.abc import Sequence

from rules_cli.history.edition_pair import link_editions
from rules_cli.history.indexed_edition import IndexedEdition
from rules_cli.history.rule_links import RuleLink
from rules_cli.model import Row, RuleNumber, RuleText

STRING = "The string is let out at one arm's length for each breath of the flier."
TAIL = "A tail that is longer than the striped pole is folded over twice before noon."
GRASS = "Whoever touches the wet grass during a launch has to begin from the pier again."
SHORT = "All kites have tails."


def row(
    number: str, text: str = "", title: str | None = None, above: str | None = None, notes: Sequence[str] = ()
) -> Row:
    words = RuleText(text or None, (), tuple(notes))
    parent = RuleNumber(above) if above else None
    return Row(RuleNumber(number), "rule" if text else "heading", parent, title, words=words)


def links(a: Sequence[Row], b: Sequence[Row]) -> dict[str, RuleLink]:
    """Return the link of each rule of the newer edition."""
    found = link_editions(IndexedEdition(a), IndexedEdition(b))
    assert sorted(number for link in found for number in link.a) == sorted(each.number for each in a)
    return {number: link for link in found for number in link.b}


PAGE = row("kites", f"{STRING} {TAIL} {SHORT}", "Kites")
RULES = [row("kites", "", "Kites"), row("kites.1", STRING, above="kites"), row("kites.2", TAIL, above="kites")]


def test_the_text_of_a_page_becomes_rules() -> None:
    found = links([PAGE], [*RULES, row("kites.3", SHORT, above="kites")])
    assert {found[f"kites.{number}"].a for number in (1, 2, 3)} == {("kites",)}
    assert found["kites"].b == ("kites", "kites.1", "kites.2", "kites.3")
    assert "split" in found["kites"].kinds and found["kites"].sure


def test_rules_become_the_text_of_a_page() -> None:
    (found,) = set(links(RULES, [PAGE]).values())
    assert found.a == ("kites", "kites.1", "kites.2") and "merged" in found.kinds


def test_a_note_becomes_a_rule_and_a_rule_a_note() -> None:
    with_note = [row("1", "", "Play"), row("1.1", TAIL, above="1", notes=[STRING])]
    with_rule = [row("1", "", "Play"), row("1.1", TAIL, above="1"), row("1.2", STRING, above="1")]
    assert links(with_note, with_rule)["1.2"].a == ("1.1",)
    assert links(with_rule, with_note)["1.1"].a == ("1.1", "1.2")


def test_a_title_becomes_the_text_of_a_rule() -> None:
    found = links(
        [row("1", "", "Play"), row("1.1", "", TAIL, "1")], [row("1", "", "Play"), row("1.2", TAIL, above="1")]
    )
    assert found["1.2"].a == ("1.1",) and found["1.2"].sure


def test_a_rule_that_goes_on_in_another_page_is_its_part() -> None:
    page = row("kites", f"{STRING} {GRASS}", "Kites")
    found = links(
        [page, row("knots", "", "Knots")],
        [row("kites", STRING, "Kites"), row("knots", "", "Knots"), row("knots.1", GRASS, above="knots")],
    )
    assert found["knots.1"].a == ("kites",)


def test_a_phrase_that_several_rules_had_does_not_go_on_in_a_new_rule() -> None:
    phrase = "and its flier waits there for the second bell"
    kites = ["A red kite of the harbour lands at once", "A blue kite of the harbour lands an hour late"]
    a = [row("1", "", "Play"), *(row(f"1.{n}", f"{kite} {phrase}.", above="1") for n, kite in enumerate(kites, 1))]
    boats = [row("2", "", "Boats"), row("2.1", f"Boats are tied {phrase}.", above="2")]
    b = [a[0], row("1.1", f"{kites[0]}.", above="1"), a[2], *boats]
    assert links(a, b)["2.1"].a == ()


def test_few_words_go_on_only_below_the_row_that_had_them() -> None:
    page = row("kites", f"{STRING} {SHORT}", "Kites")
    found = links(
        [page, row("knots", "", "Knots")],
        [row("kites", STRING, "Kites"), row("knots", "", "Knots"), row("knots.1", SHORT, above="knots")],
    )
    assert found["knots.1"].a == ()
