"""The named parts of a section have addresses of their own, and their words."""

from __future__ import annotations

import pytest
from parsing import by_number, document

from rules_cli.model import Row
from rules_cli.parse import parse
from rules_cli.parse.profile import Profile

PROFILE = Profile(parts=("Philosophy", "Upgrade", "Examples", "Casual*fix"))
GUIDE = """\
1 Errors

1.1 Torn Kite

The kite of a player is torn.

{}

1.2 Lost Kite

The kite of a player is lost.
"""


def rows(part: str, name: str = "guide.txt") -> dict[str, Row]:
    """The rows of a guide with a part in its first section."""
    return by_number(parse([document(GUIDE.format(part), name)], PROFILE, "guide", "1"))


@pytest.mark.parametrize(
    ("part", "address", "title", "text"),
    [
        ("Philosophy\n\nKites tear.", "1.1.philosophy", "Philosophy", "Kites tear."),
        ("Philosophy:\n\nKites tear.", "1.1.philosophy", "Philosophy", "Kites tear."),
        ("Upgrade: If it was cut, more.", "1.1.upgrade", "Upgrade", "If it was cut, more."),
        ("UPGRADE: If it was cut, more.", "1.1.upgrade", "UPGRADE", "If it was cut, more."),
        ("Casual/Local fix\n\nGlue it.", "1.1.casual-local-fix", "Casual/Local fix", "Glue it."),
    ],
)
def test_a_part_is_a_row_under_its_section(part: str, address: str, title: str, text: str) -> None:
    row = rows(part)[address]
    assert (row.parent, row.title, row.words.text) == ("1.1", title, text)


def test_a_bold_label_is_a_part() -> None:
    assert rows("**Philosophy**\n\nKites tear.", "guide.md")["1.1.philosophy"].words.text == "Kites tear."


def test_parts_with_one_label_are_told_apart() -> None:
    found = rows("Upgrade: If cut, more.\n\nUpgrade: If burnt, most.")
    assert [found[number].words.text for number in ("1.1.upgrade", "1.1.upgrade#2")] == [
        "If cut, more.",
        "If burnt, most.",
    ]


@pytest.mark.parametrize("text", ["Philosophy is hard.", "Upgrades are rare: none is known.", "The upgrade: no."])
def test_a_sentence_is_no_part(text: str) -> None:
    found = rows(text)
    assert len(found) == 3
    assert found["1.1"].words.text == f"The kite of a player is torn.\n{text}"


def test_the_longest_label() -> None:
    fits, too_long = (f"Casual{' x' * count} fix" for count in (25, 26))
    assert (len(fits), len(too_long)) == (60, 62)
    assert len(rows(f"{fits}\n\nGlue it.")) == 4
    assert len(rows(f"{too_long}\n\nGlue it.")) == 3


def test_a_part_with_examples_holds_nothing_else() -> None:
    found = rows("Examples:\n\n- It fell.\n- It burnt.\n\nA torn kite is mended with glue.", "guide.md")
    assert found["1.1.examples"].words.examples == ("It fell.", "It burnt.")
    assert found["1.1"].words.text == "The kite of a player is torn.\nA torn kite is mended with glue."
