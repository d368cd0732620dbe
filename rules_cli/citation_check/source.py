"""A text to be checked, as a file holds it: bytes that come back byte for byte, and the places in them."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import Literal

from rules_cli.errors import SourceError
from rules_cli.formats import is_page
from rules_cli.formats.markdown import is_markdown

Format = Literal["html", "markdown", "text"]

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_KEPT = "surrogateescape"  # a byte that is no character comes back as that byte
_MARKUP = (".html", ".htm", ".xhtml", ".xml", ".svg")
_MARKDOWN = (".md", ".markdown", ".mdx")
_LINE_START = re.compile("\r\n|\r|\n")


@dataclass(frozen=True)
class CheckedText:
    """A file's text. `mark` is its byte-order mark, which is no part of the text."""

    name: str
    text: str
    encoding: str = "utf-8"
    mark: bytes = b""

    def bytes_of(self, text: str) -> bytes:
        """A text as this file would hold it; `bytes_of(source.text)` are the bytes that it was read from."""
        return self.mark + text.encode(self.encoding, _KEPT)

    @property
    def format(self) -> Format:
        """What it is written in: by its name, else by how it begins. Code is text."""
        suffix = PurePath(self.name).suffix.lower()
        if suffix in _MARKUP or is_page(self.text, self.name):
            return "html"
        unnamed = not suffix and is_markdown(self.text, "")
        return "markdown" if suffix in _MARKDOWN or unnamed else "text"

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(end.end() for end in _LINE_START.finditer(self.text))]

    def place(self, offset: int) -> tuple[int, int]:
        """The line and the column of a character, both counted from 1, as an editor counts them."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1


def source_of(data: bytes, name: str) -> CheckedText:
    """The text that bytes hold: by their byte-order mark, else UTF-8, else Windows-1252.

    Raises SourceError for what is no text.
    """
    mark, encoding = next((each for each in _MARKS if data.startswith(each[0])), (b"", _encoding(data)))
    try:
        text = data.removeprefix(mark).decode(encoding, _KEPT)
    except UnicodeDecodeError:
        text = "\0"  # half a character of UTF-16
    if "\0" in text or data.startswith(b"%PDF-"):
        raise SourceError(f"{name}: not a text file; citations are looked for in text, markdown, HTML and code")
    return CheckedText(name, text, encoding, mark)


def _encoding(data: bytes) -> str:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"
