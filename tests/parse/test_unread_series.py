"""Lines that count on inside the texts of a book: they may be rules in a form that nothing reads."""

from __future__ import annotations

import pytest
from parsing import book_of

_RULES = ("A kite has one tail.", "A boat has two sails.", "The judge rings a bell.", "Nobody cuts a line.")


def told(text: str) -> list[str]:
    """Return the first line of each series that is said to be read as text."""
    return [each.detail.split("'")[1] for each in book_of(text).anomalies if each.kind == "series-in-text"]


def sections(lines: list[str]) -> str:
    """Return a book with two lines in each of its sections."""
    return "\n\n".join(["Harbour", "1. Gear", *lines[:2], "2. Wind", *lines[2:], "3. End", "All kites land at dusk."])


@pytest.mark.parametrize(
    "labels",
    [
        *(
            tuple(form.format(n) for n in range(1, 5))
            for form in ("#{}", "{}/", "<{}>", "Clause {}", "N° {}", "III/{}")
        ),
        *(tuple(form.format(n) for n in "abcd") for form in ("({})", "{}.")),
        ("I -", "II -", "III -", "IV -"),
        ("①", "②", "③", "④"),
    ],
)
def test_a_series_that_is_read_as_text_is_told(labels: tuple[str, ...]) -> None:
    lines = [f"{label} {rule}" for label, rule in zip(labels, _RULES, strict=True)]
    assert told(sections(lines)) == [lines[0]]


def test_titles_of_sections_that_are_in_texts_are_told() -> None:
    assert told(sections([f"{n}) {rule}" for n, rule in enumerate(_RULES, 1)])) == ["1. Gear"]


@pytest.mark.parametrize(
    "text",
    [
        "1. Play\n\n1.1 A flier may:\n(a) Run to a kite.\n(b) Jump on a boat.\n(c) Wait for it.\n\n1.2 Kites.\n",
        "1. Play\n\n1.1 A turn has steps.\n1) Draw\n2) Fly\n3) Land\n\n1.2 Kites fly.\n",
        "1. Play\n\n1.1 Kites fly.\n\nGlossary\n\nKite\n1. A thing that flies.\n2. A bird.\n3. A toy.\n",
    ],
    ids=["after a colon", "of no sentences", "in a glossary"],
)
def test_lists_are_not(text: str) -> None:
    assert told(text) == []
