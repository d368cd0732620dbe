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


def test_a_header_may_repeat_the_title_and_name_the_chapter(tmp_path: Path) -> None:
    """The lists at the beginning print numbers outside their links, and captions have numbers of rules, too."""
    figures = "".join(
        f'<dt>{at}.{n}. <a href="{at}-{n}.html">A picture of it</a></dt>' for at in (1, 2) for n in (1, 2)
    )
    (tmp_path / "index.html").write_text(f"<html><body><h1>Lakes</h1><p>Figures</p><dl>{figures}</dl></body></html>")
    for at, title in enumerate(TITLES, 1):
        for n in (0, 1, 2):
            own = f"{at}.{n}. Of {title} {n}" if n else f"Chapter {at}. {title}"
            around = '<td><a href="x.html">Prev</a></td><th>{}</th><td><a href="y.html">Next</a></td>'
            local = "".join(f'<dt><a href="#">{at}.{k}. Of {title} {k}</a></dt>' for k in (1, 2)) if not n else RULE
            rows = (f"<th>{own}</th>", around.format(f"Chapter {at}. {title}"))
            header = "".join(f"<table><tr>{row}</tr></table>" for row in rows)
            (tmp_path / f"{at}-{n}.html").write_text(
                f"<html><body>{header}<h2>{own}</h2><p>{local}</p></body></html>", encoding="utf-8"
            )
    book = parse(read_files([tmp_path]), None, "lakes", "1")
    texts = {row.number: row.words.text for row in book.rows if row.number[0].isdigit()}
    assert texts == {
        number: None if "." not in number else RULE for at in range(1, 5) for number in (f"{at}", f"{at}.1", f"{at}.2")
    }


def test_two_pages_have_no_navigation(tmp_path: Path) -> None:
    for name in ("1.txt", "2.txt"):
        (tmp_path / name).write_text(f"The same line\n\n{name[0]}.1 A kite flies.\n", encoding="utf-8")
    assert all(document.lines[0].role == "text" for document in read_files([tmp_path]))
