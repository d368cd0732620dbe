"""Files that are as large and as hostile as files get: what each is called, and how to make it at any size.

`make(1.0)` is the full size that the promises name; a test makes them smaller, `tests/bench/hostile.py` does not.
"""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable, Iterator

from pdf_files import Page, pdf

MB = 1_000_000
Make = Callable[[float], bytes]


def _lines(line: str, count: int) -> Make:
    return lambda size: b"1 Ships\n\n1.1 A ship.\n" + line.encode() * int(count * size)


def _filled(sign: str, length: int) -> Make:
    return lambda size: b"1.1 A ship.\n\n" + sign.encode() * (int(length * size) // len(sign.encode()))


def _counted(line: Callable[[int], str], count: int) -> Make:
    return lambda size: "".join(map(line, range(1, int(count * size)))).encode()


def _page(start: str, middle: str, end: str, count: int) -> Make:
    many = "<!doctype html><body><p>1.1 A ship.</p>{}{}{}</body>"
    return lambda size: many.format(start * int(count * size), middle, end * int(count * size)).encode()


_XML = '<?xml version="1.0"?><w:document xmlns:w="w"><w:body>{}</w:body></w:document>'
_RUN = "<w:r><w:t>{}</w:t></w:r>"
_PARAGRAPH = f"<w:p>{_RUN}</w:p>"


def zipped(members: dict[str, bytes]) -> bytes:
    """A zip file of these members."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members.items():
            made.writestr(name, data)
    return packed.getvalue()


def docx(body: str, **parts: str) -> bytes:
    """A Word document with this body, and other parts by name."""
    others = {f"word/{name}.xml": text.encode() for name, text in parts.items()}
    return zipped({"word/document.xml": _XML.format(body).encode(), **others})


def _word(start: str, middle: str, end: str, count: int) -> Make:
    first = _PARAGRAPH.format("1.1 A ship.")
    return lambda size: docx(first + start * int(count * size) + middle + end * int(count * size))


def _zip_of_zips(size: float) -> bytes:
    held = b"1.1 A ship.\n"
    for depth in range(max(3, int(30 * size))):
        held = zipped({f"{n}-{depth}.zip": held for n in range(3)})
    return zipped({"rules.txt": b"1.1 A ship.\n", "more.zip": held})


def _lying(size: float) -> bytes:
    """An archive whose list says that a file of many megabytes holds ten bytes."""
    data = zipped({"rules.txt": b"1.1 A ship.\n" + b"a " * int(150 * MB * size)})
    real = struct.pack("<L", 12 + 2 * int(150 * MB * size))
    return data.replace(real, struct.pack("<L", 10))


def _bomb(size: float) -> bytes:
    return zipped({f"{n}.txt": b"1.1 A ship.\n" + b"0" * int(100 * MB * size) for n in range(5)})


def _pages(size: float) -> Iterator[Page]:
    for number in range(1, int(5_000 * size) + 1):
        yield Page().put(72, 72, f"{number} Ships").put(72, 100, f"{number}.1 A ship sails.").put(300, 760, str(number))


def _long_page(size: float) -> bytes:
    page = Page()
    for at in range(int(40_000 * size)):
        page.put(72, 20 + at % 750, "fifty letters to a line, or nearly so, all of them", size=1)
    return pdf(Page().put(72, 72, "1.1 A ship."), page)


def _pile(size: float) -> bytes:
    """A page on which all words stand at one place."""
    page = Page()
    for at in range(int(100_000 * size)):
        page.put(72 + at % 3, 100, f"1.{at} A")
    return pdf(page)


def _laughs(size: float) -> bytes:
    """The billion laughs: nine lists, each of nine times the one before."""
    rows = ["a0: &a0 [" + ", ".join(["lol"] * 9) + "]"]
    rows += [f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * 9) + "]" for n in range(1, max(9, int(9 * size)))]
    return ("\n".join(rows) + "\nfurniture: *a8\n").encode()


def _nested(size: float) -> bytes:
    return b"furniture: " + b"[" * int(100_000 * size)


BOOKS: dict[str, tuple[str, Make]] = {
    "a line of 20 MB": ("book.txt", _filled("word ", 20 * MB)),
    "a line of 20 MB of markdown": ("book.md", _filled("*word* ", 20 * MB)),
    "a line of 20 MB without a blank": ("book.txt", _filled("a", 20 * MB)),
    "20 MB of lines": ("book.txt", _counted(lambda n: f"{n // 999 + 1}.{n % 999} A ship sails on.\n", 600_000)),
    "100,000 equal numbers": ("book.txt", _lines("1.1 A ship.\n", 100_000)),
    "a list 3,000 deep": ("book.md", _counted(lambda n: "\t" * n + "1. Deep.\n", 3_000)),
    "bullets 3,000 deep": ("book.md", lambda s: b"1.1 A.\n" + _counted(lambda n: "\t" * n + "- Deep.\n", 3_000)(s)),
    "100,000 headings": ("book.md", lambda size: b"# Same\n" * int(100_000 * size) + b"1.1 A ship.\n"),
    "100,000 headings, each its own": ("book.md", _counted(lambda n: f"# Ships {n}\n\n1. A ship.\n\n", 100_000)),
    "100,000 references": ("book.txt", _counted(lambda n: f"1.{n % 900} See rule 1.{n} and [1.{n + 1}].\n", 100_000)),
    "100,000 terms": (
        "book.txt",
        lambda s: b"1.1 A.\n\nGlossary\n\n" + _counted(lambda n: f"T{n}\nIs.\n\n", 100_000)(s),
    ),
    "50 MB of digits": ("book.txt", _filled("0123456789", 50 * MB)),
    "50 MB of 1.": ("book.txt", _filled("1.", 50 * MB)),
    "50 MB of brackets": ("book.md", _filled("[", 50 * MB)),
    "50 MB of brackets, a line to a hundred": ("book.md", _filled("[" * 99 + "\n", 50 * MB)),
    "9 MB of brackets, a line to a hundred": ("book.md", _filled("[" * 99 + "\n", 9 * MB)),
    "9 MB of signs of markdown": ("book.md", _filled("*a_`[](b) " * 20 + "\n", 9 * MB)),
    "490,000 bullets": ("book.txt", _lines("- a\n", 490_000)),
    "490,000 rules": ("book.txt", _counted(lambda n: f"{n // 999 + 1}.{n % 999} A ship.\n", 490_000)),
    "490,000 rows of dots": ("book.txt", _lines(". . . . . .\n", 490_000)),
    "50 MB of quotes": ("book.txt", _filled('"', 50 * MB)),
    "50 MB of quote marks": ("book.md", _filled(">", 50 * MB)),
    "50 MB of #": ("book.md", _filled("#", 50 * MB)),
    "50 MB of {%": ("book.md", _filled("{%", 50 * MB)),
    "50 MB of {% hint %}": ("book.md", _filled("{% hint %}\n", 50 * MB)),
    "50 MB of [](": ("book.md", _filled("[](", 50 * MB)),
    "20 MB of &#x20;": ("book.md", _filled("&#x20;", 20 * MB)),
    "2 MB of lines of &#x20;": ("book.md", _filled("&#x20;" * 900 + "\n", 2 * MB)),
    "2 MB of lines of *a": ("book.md", _filled("*a_" * 3_000 + "\n", 2 * MB)),
    "2 MB of lines of ![[": ("book.md", _filled("![[" * 3_000 + "\n", 2 * MB)),
    "2 MB of lines of <a": ("book.md", _filled("<a <" * 3_000 + "\n", 2 * MB)),
    "2 MB of lines of `": ("book.md", _filled("`" + "`a" * 3_000 + "\n", 2 * MB)),
    "50 MB of spaces": ("book.txt", _filled(" ", 50 * MB)),
    "50 MB of line ends": ("book.txt", _filled("\r\n\r", 50 * MB)),
    "20 MB of dots": ("book.txt", _filled(". . . . . .\n", 20 * MB)),
    "20 MB of bullets": ("book.txt", _filled("- a\n", 20 * MB)),
    "20 MB of combining accents": ("book.txt", _filled("a" + "\u0301" * 500 + "\n", 20 * MB)),
    "20 MB of another script": ("book.txt", _filled("\u0436 ", 20 * MB)),
    "200,000 nested tags": ("book.html", _page("<div>", "x", "</div>", 200_000)),
    "200,000 nested lists": ("book.html", _page("<ul><li>", "x", "</li></ul>", 200_000)),
    "3,000 nested tables": ("book.html", _page("<table><tr><td>a", "x", "</table>", 3_000)),
    "200,000 tags left open": ("book.html", _page("<b><p>x", "", "", 200_000)),
    "200,000 cells": ("book.html", _page("<table><tr>", "", "<td>1", 200_000)),
    "200,000 ends of nothing": ("book.html", _page("</p></b>", "x", "", 200_000)),
    "one tag of 200,000 attributes": (
        "book.html",
        lambda s: b"<!doctype html><p>1.1 A.<p " + b"a=b " * int(200_000 * s),
    ),
    "19 MB of <p>": ("book.html", _page("<p>x", "", "", 4_750_000)),
    "2.4 MB of <p>, a line each": ("book.html", _page("<p>x\n", "", "", 490_000)),
    "20 MB of <": ("book.html", lambda size: b"<!doctype html><p>1.1 A." + b"<" * int(20 * MB * size)),
    "20 MB of <!--": ("book.html", lambda size: b"<!doctype html><p>1.1 A." + b"<!--" * int(5 * MB * size)),
    "20 MB of &": ("book.html", lambda size: b"<!doctype html><p>1.1 A." + b"&a" * int(10 * MB * size)),
    "20 MB of <script>": ("book.html", lambda size: b"<!doctype html><p>1.1 A." + b"<script>" * int(2.5 * MB * size)),
    "DOCX of 200,000 nested elements": ("book.docx", _word("<w:ins>", "", "</w:ins>", 200_000)),
    "DOCX of 200,000 runs": (
        "book.docx",
        lambda s: docx(f"<w:p>{_RUN.format('1.1 A ship. ') * int(200_000 * s)}</w:p>"),
    ),
    "DOCX of 200,000 paragraphs": ("book.docx", _word("", "", _PARAGRAPH.format("1.1 A ship."), 200_000)),
    "DOCX of 200,000 rows": (
        "book.docx",
        lambda s: docx(
            "<w:tbl>" + f"<w:tr><w:tc>{_PARAGRAPH.format('1.1')}</w:tc></w:tr>" * int(200_000 * s) + "</w:tbl>"
        ),
    ),
    "DOCX of boxes 60 deep": (
        "book.docx",
        _word("", "<w:p><w:r><w:txbxContent>" * 60 + "<w:p/>" * 1000 + "</w:txbxContent></w:r></w:p>" * 60, "", 1),
    ),
    "DOCX of 200,000 entities": (
        "book.docx",
        lambda s: zipped(
            {"word/document.xml": b"<!DOCTYPE a [<!ENTITY a 'a'>]>" + _XML.format("&a;" * int(200_000 * s)).encode()}
        ),
    ),
    "zip of zips": ("book.zip", _zip_of_zips),
    "zip whose sizes lie": ("book.zip", _lying),
    "zip of 500 MB of one sign": ("book.zip", _bomb),
    "zip of 10,001 files": (
        "book.zip",
        lambda size: zipped({f"{n}.txt": b"1.1 A." for n in range(10_001 + int(size))}),
    ),
    "zip of 9,000 pages": (
        "book.zip",
        lambda s: zipped({f"{n}.md": b"# P\n\n1. A [l](%d.md)\n" % n for n in range(int(9_000 * s))}),
    ),
    "PDF of 5,000 pages": ("book.pdf", lambda size: pdf(*_pages(size))),
    "PDF of 2 million letters": ("book.pdf", _long_page),
    "PDF of words at one place": ("book.pdf", _pile),
}
"""Rulebooks: the name of the file, and its bytes at a size."""

PROFILES: dict[str, tuple[str, Make]] = {
    "profile: billion laughs": ("profile.yaml", _laughs),
    "profile: 100,000 brackets": ("profile.yaml", _nested),
    "profile: 100,000 forms": (
        "profile.yaml",
        lambda s: ("furniture: [" + "'*a*b', " * int(100_000 * s) + "x]").encode(),
    ),
    "profile: a form of 100,000 stars": (
        "profile.yaml",
        lambda s: ("furniture: ['" + "*a" * int(100_000 * s) + "']").encode(),
    ),
    "profile: 10 MB": ("profile.yaml", lambda size: b"menu_ends: " + b"a" * int(10 * MB * size)),
}
TREES: dict[str, tuple[str, Make]] = {
    "tree: billion laughs": ("1.yaml", lambda s: _laughs(s).replace(b"furniture", b"rules")),
    "tree: 100,000 brackets": ("1.yaml", lambda s: _nested(s).replace(b"furniture", b"rules")),
}
CARDS: dict[str, tuple[str, Make]] = {
    "cards: 500,000 rows": (
        "cards.csv",
        lambda s: b"name,types\n" + b"".join(b'"Mara %d, Queen",Hero\n' % n for n in range(int(500_000 * s))),
    ),
    "cards: a cell of 20 MB": (
        "cards.csv",
        lambda size: b'name,text\nMara,"' + b"Mara flies. " * int(20 * MB * size / 12) + b'"\n',
    ),
    "cards: a name of 5 MB": ("cards.csv", lambda size: b"name,text\nMara" + b" Vel" * int(1.25 * MB * size) + b",x\n"),
    "cards: 100,000 brackets": ("cards.json", lambda size: b"[" * int(100_000 * size)),
    "cards: billion laughs": ("cards.yaml", _laughs),
}
TEXTS: dict[str, tuple[str, Make]] = {
    "check: 5 MB of numbers": ("notes.md", _filled("rule 704.5k, ", 5 * MB)),
    "check: 5 MB of quotes": ("notes.md", _filled("“a ", 5 * MB)),
    "check: 5 MB of brackets": ("notes.md", _filled("[704.5k](", 5 * MB)),
    "check: 5 MB of tags": ("notes.html", _filled("<a b='", 5 * MB)),
    "check: 5 MB of >": ("notes.md", _filled("> ", 5 * MB)),
}
