"""A text to check, as read from a file: it can be written back byte for byte, and knows lines and columns."""

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
_INVALID_BYTES = "surrogateescape"  # they are written back as they were
_MARKUP = (".html", ".htm", ".xhtml", ".xml", ".svg")
_MARKDOWN = (".md", ".markdown", ".mdx")
_LINE_START = re.compile("\r\n|\r|\n")


@dataclass(frozen=True)
class CheckedText:
    """A file's text, without its byte-order mark, which is in `mark`."""

    name: str
    text: str
    encoding: str = "utf-8"
    mark: bytes = b""

    def bytes_of(self, text: str) -> bytes:
        """Return a text in the file's encoding; `bytes_of(source.text)` are the bytes of the file."""
        return self.mark + text.encode(self.encoding, _INVALID_BYTES)

    @property
    def format(self) -> Format:
        """The markup of the text, by the file's name, else by its beginning. Code counts as text."""
        suffix = PurePath(self.name).suffix.lower()
        if suffix in _MARKUP or is_page(self.text, self.name):
            return "html"
        unnamed = not suffix and is_markdown(self.text, "")
        return "markdown" if suffix in _MARKDOWN or unnamed else "text"

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(end.end() for end in _LINE_START.finditer(self.text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of a character, both counted from 1, as an editor counts them."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1


def read_text(data: bytes, name: str) -> CheckedText:
    """Decode a file by its byte-order mark, else as UTF-8, else as Windows-1252. Raises SourceError if not text."""
    mark, encoding = next((each for each in _MARKS if data.startswith(each[0])), (b"", _encoding(data)))
    try:
        text = data.removeprefix(mark).decode(encoding, _INVALID_BYTES)
    except UnicodeDecodeError:
        text = "\0"  # half a character of UTF-16
    if "\0" in text or data.startswith(b"%PDF-"):
        raise SourceError(f"{name}: not a text file; rules check reads text, markdown, HTML and code")
    return CheckedText(name, text, encoding, mark)


def _encoding(data: bytes) -> str:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"
