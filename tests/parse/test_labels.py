"""Examples and notes begin with the source's word for them, in several languages; the word is no part of an example."""

from __future__ import annotations

import pytest
from parsing import book_of, by_number

from rules_cli.model import RuleText

KITES = "1 Kites\n\n1.1 Kites fly.\n\n"
REST = "\n\n1.2 Boats float.\n"


def words(text: str, name: str = "book.txt") -> RuleText:
    """The words of a rule with these paragraphs under it."""
    return by_number(book_of(KITES + text + REST, name=name))["1.1"].words


@pytest.mark.parametrize(
    "label",
    [
        *("Example:", "Example A:", "Example 2b:", "EXAMPLE III:", "Example -", "Example. ", "Ex.:", "(Example)"),
        *("For example,", "For another example,", "E.g.,", "1. Example:", "2) Example:"),
        *("Beispiel A:", "Beispiele:", "Zum Beispiel:", "Exemple :", "Exemples 3:", "Par exemple,"),
        *("Ejemplo:", "Por ejemplo,", "Esempio:", "Per esempio,", "Exemplo 2:", "Por exemplo,"),
        *("例：", "例A：", "例１：", "【例】", "（例）", "例えば、", "例如，"),
    ],
)
def test_an_example_begins_with_its_label(label: str) -> None:
    assert words(f"{label} Red ones fly too.").examples == ("Red ones fly too.",)


@pytest.mark.parametrize(
    "text", ["> **Example.** Red ones fly.", "_Example:_ Red ones fly.", "- **Example A:** Red ones fly."]
)
def test_an_example_in_markdown(text: str) -> None:
    assert words(text, "book.md").examples == ("Red ones fly.",)


@pytest.mark.parametrize(
    "note",
    [
        *("Note: Mind it.", "Remark. Mind it.", "Tip: Mind it.", "TD TIP: Mind it.", "Anmerkung: Es fliegt."),
        *("Hinweis: Es fliegt.", "Remarque : Il vole.", "Nota: Vuela.", "注：凧は飛ぶ。", "注意：風筝会飞。"),
    ],
)
def test_a_note_keeps_its_label(note: str) -> None:
    assert words(note).notes == (note,)


@pytest.mark.parametrize(
    "text",
    [
        "Examples abound: here.",
        "Exemplary kites fly.",
        "For example a kite.",
        "Example kites fly.",
        "Example",
        "Notes of a kite.",
        "例外は飛ばない。",
        "Ex-kites fly.",
        "Note, however, the kite.",
    ],
)
def test_a_sentence_that_only_begins_like_a_label_is_text(text: str) -> None:
    assert words(text) == RuleText(f"Kites fly.\n{text}")


def test_a_phrase_in_the_middle_of_a_paragraph_begins_no_example() -> None:
    text = "A kite flies over the harbour while there is any wind\nfor example, in May."
    assert words(text).examples == ()


@pytest.mark.parametrize("label", ["Examples", "Examples:", "Example:", "Beispiele", "Exemplos:", "**Examples**"])
def test_each_item_under_a_label_is_an_example(label: str) -> None:
    found = words(f"{label}\n\n- A red one.\n- A blue one:\n    - small\n    - big\n\nMore words.", "book.md")
    assert found.examples == ("A red one.", "A blue one:\n• small\n• big")
    assert found.text == "Kites fly.\nMore words."


def test_each_line_right_under_the_label_is_an_example() -> None:
    found = words("Examples:\nA red kite flies.\nA blue kite flies.\n\nMore words.")
    assert found == RuleText("Kites fly.\nMore words.", ("A red kite flies.", "A blue kite flies."))


def test_a_title_under_the_examples_is_none() -> None:
    assert words("Examples:\nA red kite flies.\nA blue kite flies.\nProcedure and Penalty\n").examples == (
        "A red kite flies.",
        "A blue kite flies.",
    )


@pytest.mark.parametrize(("between", "listed"), [(70, True), (71, False)])
def test_a_sentence_may_lead_to_a_list_of_examples(between: int, listed: bool) -> None:
    lead = f"Examples {'i' * (between - 1)}e:"
    found = words(f"{lead}\n\n- A red one.\n- A blue one.")
    assert (found.examples == ("A red one.", "A blue one.")) is listed
    assert (found.text or "").startswith(f"Kites fly.\n{lead}")


def test_lists_below_numbered_headings_are_rules() -> None:
    text = """\
# Club of Kites

## 1. Guests

1. Guests pay for one reel.
2. Guests sign the book of kites.

## 2. In the air

### 2.1 Before the start

1. The owner shows the kite.
2. Lines are laid out by lot.

### 2.2 After the start

1. A torn line is cut.
2. A kite that sank stays down.
"""
    rules = [row.number for row in book_of(text, name="book.md").rows if row.kind == "rule"]
    assert rules == ["1.1", "1.2", "2.1.1", "2.1.2", "2.2.1", "2.2.2"]


def test_lists_below_numbered_rules_are_their_text() -> None:
    rule = "A kite may be flown by two pilots:\n\n1. One holds the reel.\n2. One holds the tail.\n\n"
    text = "# Kites\n\n" + "".join(f"## {n}. Part\n\n{n}.1 {rule}{n}.2 {rule}" for n in (1, 2, 3))
    rules = [row.number for row in book_of(text, name="book.md").rows if row.kind == "rule"]
    assert rules == [f"{n}.{rule}" for n in (1, 2, 3) for rule in (1, 2)]
