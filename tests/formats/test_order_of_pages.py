"""The order of the pages of a folder, an archive or an EPUB book."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from support import Run

from rules_cli.formats import archive
from rules_cli.formats.source_line import Document

PAGE = "<html><body><p>1.1 A kite.</p></body></html>"
CONTAINER = (
    '<?xml version="1.0"?><container xmlns="c"><rootfiles><rootfile full-path="O/book.opf"/></rootfiles></container>'
)
PACKAGE = """<?xml version="1.0"?><package xmlns="p"><manifest>
<item id="n" href="nav.xhtml" properties="nav"/><item id="b" href="b%20b.xhtml"/><item id="a" href="text/a.xhtml"/>
<item id="c" href="cover.xhtml"/><item id="s" href="style.css"/></manifest>
<spine><itemref idref="b"/><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/><itemref idref="gone"/></spine>
</package>"""
EPUB = {
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": CONTAINER,
    "O/book.opf": PACKAGE,
    "O/nav.xhtml": '<?xml version="1.0"?><html><body><p>1.1 A kite.</p><p>1.2 A line.</p></body></html>',
    "O/b b.xhtml": '<?xml version="1.0"?><html><body><h1>1 Kites</h1><p>1.1 A kite.</p></body></html>',
    "O/text/a.xhtml": '<?xml version="1.0"?><html><body><p>1.2 A line.</p></body></html>',
    "O/cover.xhtml": '<?xml version="1.0"?><html><body><p>1.1 A picture.</p></body></html>',
    "O/style.css": "p{}",
}


def zipped(files: Mapping[str, str]) -> bytes:
    """Return a zip file."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, text in files.items():
            file.writestr(name, text)
    return buffer.getvalue()


def read(files: Mapping[str, str]) -> list[Document]:
    """Return the documents of a zip file."""
    return archive.read_archive(zipped(files), "book.zip")


def pages(documents: list[Document]) -> list[str]:
    """Return the names of the documents that are pages."""
    return [each.name for each in documents if any(line.role not in ("markup", "blank") for line in each.lines)]


def test_a_book_in_epub_is_read_in_the_order_of_its_spine_and_once() -> None:
    found = read(EPUB)
    assert pages(found) == ["O/b b.xhtml", "O/text/a.xhtml"]
    assert {line.text for each in found if each.name == "O/nav.xhtml" for line in each.lines} <= {
        "table of contents",
        "",
    }


def test_its_rules_are_found(run: Run, tmp_path: Path) -> None:
    (path := tmp_path / "kites.epub").write_bytes(zipped(EPUB))
    assert "2 rules" in run("import", str(path), "--book", "kites").out
    assert "A line." in run("show", "kites:1.2").out


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("META-INF/container.xml", "<container"),
        ("META-INF/container.xml", "<container/>"),
        ("META-INF/container.xml", CONTAINER.replace("O/book.opf", "../../etc/passwd")),
        ("O/book.opf", '<!DOCTYPE x [<!ENTITY a "b">]><package>&a;</package>'),
    ],
)
def test_a_broken_book_is_read_as_a_folder(name: str, text: str) -> None:
    found = pages(read({**EPUB, name: text}))
    assert {"b b.xhtml", "text/a.xhtml", "cover.xhtml"} <= set(found) or not found


@pytest.mark.parametrize(
    ("name", "text", "order"),
    [
        (
            "index.html",
            '<a href="z.html">Z</a> <a class=x href=b.html#top>B</a><a href="z.html#2">',
            ["index.html", "z.html", "b.html"],
        ),
        ("toc.html", '<a href="z.html">Z</a><a href="b.html">B</a>', ["z.html", "b.html"]),
        ("README.md", "1. [Z](z.html)\n2. [B](b.html)\n", ["README.md", "z.html", "b.html"]),
        ("_sidebar.md", "* [Z](/z)\n* [B](b.html)\n* [Z](z.html)\n", ["z.html", "b.html"]),
        ("index.html", '<a href="z.html">Z</a>', ["index.html", "a.html", "b.html", "z.html"]),  # one of three pages
        ("other.html", '<a href="z.html">Z</a><a href="b.html">B</a>', ["a.html", "b.html", "other.html", "z.html"]),
    ],
)
def test_pages_are_in_the_order_of_their_index(name: str, text: str, order: list[str]) -> None:
    others = ["a.html"] if "a.html" in order else []
    found = read({**dict.fromkeys((*others, "b.html", "z.html"), PAGE), name: f"<p>Kites</p>{text}"})
    assert pages(found) == order


def test_a_page_that_the_index_does_not_list_comes_last() -> None:
    index = '<p>Kites</p><a href="z.html">Z</a><a href="b.html">B</a>'
    assert pages(read({**dict.fromkeys(("a.html", "b.html", "z.html"), PAGE), "index.html": index})) == [
        *("index.html", "z.html", "b.html", "a.html"),
    ]


@pytest.mark.parametrize("tag", ['<link rel="next" href="{}">', '<a href="{}" class="nav" rel="next prefetch">On</a>'])
def test_pages_that_name_the_next_one_are_in_that_order(tag: str) -> None:
    """The index lists the chapters only; their sections are on pages of their own."""
    order = ["index.html", "b.html", "z.html", "a.html", "c.html"]
    names = [*(tag.format(name) for name in order[1:]), tag.format("b.html")]  # the last one leads back
    files = {
        name: f"<html>{after}<body><p>{name[0]} A kite.</p></body></html>"
        for name, after in zip(order, names, strict=True)
    }
    files["index.html"] += '<a href="b.html">B</a><a href="a.html">A</a>'
    assert pages(read(files)) == order
