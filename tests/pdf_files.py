"""Made-up PDFs: words set at places. Every letter is 0.6 of its size wide, so that a test knows where a line ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from textwrap import wrap

WIDTH, HEIGHT = 612, 792
LETTER = 0.6
LEADING = 12
_CODES = str.maketrans({"ﬁ": "\x01", "\u00ad": "\x02"})
_TURNS = {0: "1 0 0 1", 1: "0 1 -1 0", 2: "-1 0 0 -1", 3: "0 -1 1 0", None: "0.7 0.7 -0.7 0.7"}


@dataclass
class Page:
    """A page that is being set; places are in points, x from the left, y down."""

    marks: list[bytes] = field(default_factory=list)
    rotate: int = 0

    def put(self, x: float, y: float, text: str, size: float = 10, bold: bool = False, turn: int | None = 0) -> Page:
        """Set words at a place, turned to the left by so many quarters (None: askew)."""
        shown = text.translate(_CODES).encode("cp1252")
        for sign in (b"\\", b"(", b")"):
            shown = shown.replace(sign, b"\\" + sign)
        font = "B" if bold else "R"
        place = f"BT /{font} {size} Tf {_TURNS[turn]} {x} {HEIGHT - y} Tm ("
        self.marks.append(place.encode() + shown + b") Tj ET")
        return self

    def lines(self, x: float, y: float, *texts: str, size: float = 10, leading: float = LEADING) -> float:
        """Set lines one below the other, indented by the blanks they begin with; return the y of the next line."""
        for at, text in enumerate(texts):
            indent = len(text) - len(text.lstrip(" "))
            if text.strip():
                self.put(x + indent * LETTER * size, y + at * leading, text.strip(" "), size)
        return y + len(texts) * leading

    def column(
        self, x: float, y: float, letters: int, paragraphs: Sequence[str], gap: float = 6, hang: int = 0
    ) -> float:
        """Set paragraphs in a column of so many letters; return the y of the next line."""
        for paragraph in paragraphs:
            y = self.lines(x, y, *wrapped(paragraph, letters, hang)) + gap
        return y


def wrapped(text: str, letters: int, hang: int = 0) -> list[str]:
    """The lines of a paragraph, broken only at blanks; those after the first are indented by some letters."""
    return wrap(text, letters, subsequent_indent=" " * hang, break_on_hyphens=False, break_long_words=False)


def pdf(*pages: Page, trailer: bytes = b"") -> bytes:
    """The file of some pages."""
    encoding = b"<</BaseEncoding/WinAnsiEncoding/Differences[1/fi/hyphen]>>"
    fonts = [b"<</Type/Font/Subtype/Type1/BaseFont/" + name + b"/Encoding " + encoding + b">>" for name in _FONTS]
    kids = b" ".join(b"%d 0 R" % (5 + 2 * at) for at in range(len(pages)))
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, len(pages)), *fonts]
    for at, page in enumerate(pages):
        content = b"\n".join(page.marks)
        about = b"/MediaBox[0 0 %d %d]/Rotate %d/Resources<</Font<</R 3 0 R/B 4 0 R>>>>" % (WIDTH, HEIGHT, page.rotate)
        objects.append(b"<</Type/Page/Parent 2 0 R%s/Contents %d 0 R>>" % (about, 6 + 2 * at))
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(content), content))
    return _file(objects, trailer)


_FONTS = (b"Courier", b"Courier-Bold")


def _file(objects: Sequence[bytes], trailer: bytes) -> bytes:
    out, places = b"%PDF-1.4\n", []
    for number, written in enumerate(objects, 1):
        places.append(b"%010d 00000 n \n" % len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, written)
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, b"".join(places))
    end = b"trailer<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, len(out))
    return out + table + end


LOCKED = b"/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<%s>/U<%s>>>" % (b"5a" * 32, b"a5" * 32)
"""The trailer of a PDF that is locked with a password."""
