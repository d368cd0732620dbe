"""A text that cannot be a name is refused with one line that says what to do."""

from __future__ import annotations

import pytest
from names.games import FAB, FABULA, GA, MTG, NAMING

from rules_cli.errors import SchemaError, UsageError
from rules_cli.names import match_names
from rules_cli.names.compare import Options, match, moniker, part
from rules_cli.names.name_rules import NameRules, naming_from

EMPTY = "the name is empty: give a card name in quotes"
REFUSED: dict[str, tuple[NameRules, str, str]] = {
    "nothing": (FAB, "", EMPTY),
    "blanks": (FAB, " \t ", EMPTY),
    "edge signs only": (FAB, "...", EMPTY),
    "a lone hyphen": (FAB, " - ", EMPTY),
    "marks that can't be seen": (FAB, "\u200b\u00ad", EMPTY),
    "a pitch note only": (FAB, "(red)", EMPTY),
    "too long": (FAB, "a" * 201, "that is too long for a card name (201 characters, at most 200)"),
    "a control character": (FAB, "Bra\x07vo", "the name holds an unreadable character at position 4"),
    "a replacement character": (MTG, "\ufffd", "the name holds an unreadable character at position 1"),
    "an undecodable byte": (GA, "Rai\udcff", "the name holds an unreadable character at position 4"),
    "a Cyrillic look-alike": (
        FAB,
        "Вravo",
        "'В' (U+0412) is not a Latin letter; fab names are compared in English (fab@2.14.0:2.7.4)",
    ),
    "a Chinese name": (
        MTG,
        "森林",
        "'森' (U+68EE) is not a Latin letter; mtg names are compared in English (mtg@2026-01-16:201.2)",
    ),
    "a Greek letter in a Portuguese name": (FABULA, "Onça α", "'α' (U+03B1) is not a Latin letter"),
    "an empty side": (FAB, "Null //", "one side of the split name is empty"),
    "an empty side between": (MTG, "Who // // What", "one side of the split name is empty"),
    "two sides in Fábula": (FABULA, "Rio // Mar", "Fábula cards have one name"),
    "a rule number": (FAB, "2.7.3a", "that is a rule number; use: rules show 2.7.3a"),
    "a rule id": (FAB, "fab:2.7.3a", "that is a rule number; use: rules show fab:2.7.3a"),
}


@pytest.mark.parametrize(("naming", "name", "line"), REFUSED.values(), ids=REFUSED.keys())
def test_refused_by_every_question(naming: NameRules, name: str, line: str) -> None:
    questions = (
        lambda: match(name, "Bravo", naming),
        lambda: match("Bravo", name, naming),
        lambda: part(name, "Bravo", naming),
        lambda: part("Bravo", name, naming),
        lambda: moniker(name, naming),
    )
    for question in questions:
        with pytest.raises(UsageError) as refusal:
            question()
        assert str(refusal.value).startswith(line)
        assert "\n" not in str(refusal.value)


def test_one_side_at_a_time() -> None:
    for ask in (lambda: moniker("Null // Shock", FAB), lambda: part("Null // Shock", "Shock", FAB)):
        with pytest.raises(UsageError, match="ask about one side at a time"):
            ask()


ANSWERED = {
    "200 characters": "a" * 200,
    "a no-break space": "Blazing\u00a0Aether",
    "a line end": "Blazing Aether\n",
    "Icelandic letters": "Þór Ðagr",
    "full-width letters": "Ｂｒａｖｏ",
    "an ordinal sign": "Nª Senhora",
    "an okina": "Oʻahu",
    "signs and figures": "+2 Mace & Co_7",
    "an emoji": "Bravo 🛡️",
    "a number": "10,000",
}


@pytest.mark.parametrize("name", ANSWERED.values(), ids=ANSWERED.keys())
@pytest.mark.parametrize("book", NAMING)
def test_unusual_names_are_answered(book: str, name: str) -> None:
    assert match(name, name.upper().lower(), NAMING[book]).match


def test_a_book_of_the_users_own_may_use_another_script() -> None:
    own = naming_from("mine", None)
    answer = match("Вода", "ВОДА", own)
    assert answer.match
    assert answer.decided_by == ()
    assert answer.help.notes


def test_a_layout_or_face_that_cannot_be_is_refused() -> None:
    with pytest.raises(UsageError, match="fab has no --layout"):
        match("Null // Shock", "Shock", FAB, Options(layout="dfc"))
    with pytest.raises(UsageError, match="use one of split, dfc, adventure, omen, prototype, flip, meld"):
        match("A // B", "B", MTG, Options(layout="folded"))
    with pytest.raises(UsageError, match="--face is for a card with one name at a time"):
        match("A // B", "B", MTG, Options(face="back"))


def test_every_fault_of_a_file_is_reported() -> None:
    with pytest.raises(SchemaError, match=r"fab/names\.yaml: .*seperators.*monikers: expected one of personal"):
        naming_from("fab", {"seperators": ["//"], "monikers": "guessed"})


def test_a_game_without_naming_rules_is_refused() -> None:
    with pytest.raises(UsageError, match="no naming rules ship for 'chess'; the books that have them are fab"):
        match_names("chess", "Bravo", "Bravo")
    assert match_names("mtg", "Forest", "forest").match


@pytest.mark.parametrize("book", NAMING)
def test_every_situation_in_a_file_can_occur(book: str) -> None:
    naming = NAMING[book]
    known = SITUATIONS | {f"faces-{layout}" for layout in (*naming.layouts, *(card.layout for card in naming.faces))}
    assert set(naming.decided_by) <= known
    assert set(naming.notes) <= known | NOTES


SITUATIONS = {
    *("same-name", "interchangeable", "side", "side-of-unknown", "letter-variant", "distinct"),
    *("same-moniker", "card-named-as-moniker", "bare-moniker"),
    *("part", "short-name", "token-word", "name-inside", "none"),
    *("moniker", "no-moniker", "of-no-person", "ask-part", "ask-part-inside", "asked-moniker"),
}
NOTES = {
    *("same-card", "pitch-unknown", "translation", "hyphen", "may-share", "derived", "ignored", "if-split"),
    *("no-part-rule", "if-one-name-at-a-time"),
}
