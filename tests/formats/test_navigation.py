"""Navigation around the text of the pages of a folder, and contents whose entries are links."""

from __future__ import annotations

from pathlib import Path

from rules_cli.formats import read_files
from rules_cli.parse import parse

RULE = "A crew rests on the shore of the lake until the wind comes back."
TITLES = ("Boats", "Sails", "Winds", "Knots")


def _pages(folder: Path) -> Path:
    """Write pages like those of DocBook: a header, local contents, a footer with the titles of the pages around."""
    for at, title in enumerate(TITLES, 1):
        entries = "".join(f'<dt><a href="#s{n}">{at}.{n}. Of {title} {n}</a></dt>' for n in (1, 2))
        rules = "".join(f'<h2 id="s{n}">{at}.{n}. Of {title} {n}</h2><p>{RULE}</p>' for n in (1, 2))
        before = f'<td>{TITLES[at - 2] if at > 1 else ""}</td><td><a href="i.html">Home</a></td>'
        (folder / f"{at}.html").write_text(
            '<html><body><p><a href="i.html">Prev</a></p><p><a href="i.html">Next</a></p>'
            f"<h1>Chapter {at}. {title}</h1><dl>{entries}</dl>{rules}"
            '<table><tr><td><a href="i.html">Prev</a></td><td><a href="i.html">Next</a></td></tr>'
            f"<tr>{before}</tr></table>"
            "</body></html>",
            encoding="utf-8",
        )
    return folder


def test_navigation_and_linked_contents_are_no_rules(tmp_path: Path) -> None:
    book = parse(read_files([_pages(tmp_path)]), None, "sails", "1")
    texts = {row.number: row.words.text for row in book.rows if row.number[0].isdigit()}
    assert texts == {
        number: None if "." not in number else RULE for at in range(1, 5) for number in (f"{at}", f"{at}.1", f"{at}.2")
    }
    assert {line.why for line in book.dropped} >= {"navigation between pages", "table of contents"}


def test_two_pages_have_no_navigation(tmp_path: Path) -> None:
    for name in ("1.txt", "2.txt"):
        (tmp_path / name).write_text(f"The same line\n\n{name[0]}.1 A kite flies.\n", encoding="utf-8")
    assert all(document.lines[0].role == "text" for document in read_files([tmp_path]))
