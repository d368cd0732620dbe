"""A number that begins with a code, GR-1, is looked up if a book has it, and searched for if none does."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import Run

KITES = "# Kites\n\n" + "".join(f"GR-{number} Kite {number} flies.\n\n" for number in range(1, 6))


@pytest.mark.parametrize("typed", ["GR-2", "gr-2", "GR2", "gr.2"])
def test_a_code_is_looked_up(run: Run, tmp_path: Path, typed: str) -> None:
    (tmp_path / "kites.md").write_text(KITES)
    assert run("import", str(tmp_path / "kites.md"), "--book", "kites").code == 0
    assert run(typed).out.startswith("GR-2  Kite 2 flies.")


@pytest.mark.parametrize("typed", ["GR-9", "ab-2"])
def test_another_word_is_searched_for(run: Run, tmp_path: Path, typed: str) -> None:
    (tmp_path / "kites.md").write_text(KITES)
    assert run("import", str(tmp_path / "kites.md"), "--book", "kites").code == 0
    assert "no rule gr" not in run(typed).err.lower()


REGULATIONS = "# Timing\n\n" + "".join(
    f"{letter}{number}) The judge waits {number} seconds.\n\n{letter}{number}a) The {letter} player may wait, too.\n\n"
    for letter in "AB"
    for number in range(1, 6)
)


@pytest.mark.parametrize("typed", [["A4a"], ["a4a"], ["timing", "A4a"], ["A4a", "-n", "3"], ["search", "A4a"]])
def test_a_letter_before_a_number_is_no_word(run: Run, tmp_path: Path, typed: list[str]) -> None:
    """As the book prints it, and with options of search."""
    (tmp_path / "timing.md").write_text(REGULATIONS)
    assert run("import", str(tmp_path / "timing.md"), "--book", "timing").code == 0
    asked = run(*typed)
    assert asked.out.startswith("A4a  ") and "The A player may wait, too." in asked.out
    assert "nearest" not in asked.out


@pytest.mark.parametrize(("typed", "expected"), [("2hg", "5. A team of 2HG"), ("2ab", "2ab  It lands.")])
def test_figures_with_two_letters_are_a_number_only_if_a_book_has_it(
    run: Run, tmp_path: Path, typed: str, expected: str
) -> None:
    rules = [line for number in range(1, 5) for line in (f"{number}. Kite {number} flies.", f"{number}ab. It lands.")]
    (tmp_path / "kites.md").write_text("# Kites\n\n" + "\n\n".join([*rules, "5. A team of 2HG flies two kites."]))
    assert run("import", str(tmp_path / "kites.md"), "--book", "kites").code == 0
    assert run(typed).out.startswith(expected.replace(". ", "  "))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (["rule", "K2"], "K2  A kite has a line."),
        (["K3b"], "K3b is point b"),
        (["K3.b"], "K3.b is point b"),
        (["list.2"], "list.2 is point 2"),
    ],
)
def test_points_and_words_before_a_code(run: Run, tmp_path: Path, typed: list[str], expected: str) -> None:
    """As a number with figures alone is read: with a word before it, to a point in its text, by its end."""
    rules = "**K1** A kite has a tail.\n\n**K2** A kite has a line.\n\n**K3** A knot\n - a. is tied;\n - b. is cut.\n\n"
    (tmp_path / "kites.md").write_text(f"# Fair\n\n## K. Kites\n\n{rules}## List\n\n- A red kite.\n- A blue kite.\n")
    assert run("import", str(tmp_path / "kites.md"), "--book", "kites").code == 0
    asked = run(*typed)
    assert (asked.err + asked.out).startswith(expected)


@pytest.mark.parametrize(("typed", "expected"), [("II.B", "II.B  Boats sail."), ("ii.a", "II.A  Boats land.")])
def test_a_roman_number_with_a_letter_is_looked_up(run: Run, tmp_path: Path, typed: str, expected: str) -> None:
    text = "FAIR\n\nI. KITES\n   A. Kites fly.\n   B. Kites land.\n\nII. BOATS\n   A. Boats land.\n   B. Boats sail.\n"
    (tmp_path / "fair.txt").write_text(text)
    assert run("import", str(tmp_path / "fair.txt"), "--book", "fair").code == 0
    assert run(typed).out.startswith(expected)
