"""Plain text: bytes in any of the encodings and line ends that rulebooks come in → lines.

Guarantees: every line of the file is one `SourceLine`, several where other signs end a line in it, or part of one
where the text is wrapped, in order; no character is changed but no-break and zero-width blanks, and the permalink sign
that a web page leaves at the end of a line.
"""

from __future__ import annotations

import codecs
import re

from rules_cli.errors import SourceError
from rules_cli.formats.source_line import Document, SourceLine
from rules_cli.formats.unwrap import unwrapped, width_of

_LINE_END = re.compile("\r\n|\n\r|\r|\n")
_OTHER_ENDS = "\v\x85\u2028\u2029"
_OTHER_END = re.compile(r"[\v\u2028\u2029]|\x85(?=\s{0,3}[0-9]{1,4}\.)")  # \x85 is often what became of an ellipsis
_ITEM = re.compile(r"^([ \t]*)([-*+•‣◦▪●–—](?=\s)|[-•‣◦▪●](?=[^\W\d_])|[0-9]{1,4}[.)](?=\s))\s*(.*)$")
_BLANKS = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2007": " ", "\u200b": None, "\ufeff": None, "\u2060": None})
_OTHER_BLANKS = re.compile("[\u00a0\u202f\u2007\u200b\ufeff\u2060]")
_TAB = 4
_HEAD = 4096  # bytes of a page in which it says how it is encoded
_DECLARED = re.compile(
    rb"<(?:meta|\?xml)\s[^>]{0,200}?(?:charset|encoding)\s*=[\"'\s]*"
    rb"(utf-8|windows-125[0-8]|iso-8859-(?:[2-9]|1[03-6])|koi8-[ru]|shift_jis|euc-(?:jp|kr)|gbk|gb2312|gb18030|big5)"
    rb"[\"'\s/>;]",
    re.IGNORECASE,
)


def decode(data: bytes, name: str) -> str:
    """The text of a file: by its byte-order mark, else UTF-8, else as a web page says, else Windows-1252; where most of
    it is UTF-8, only the lines that are not are Windows-1252.

    Raises SourceError on binary.
    """
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    if b"\0" in data[:65536]:
        raise SourceError(f"{name}: not a text file; give the rulebook as text, markdown, HTML, DOCX or PDF")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        declared = _DECLARED.search(data[:_HEAD])
        encoding = declared[1].decode().lower() if declared else ""
        mixed = _mixed(data) if encoding in ("", "utf-8") else None
        return mixed or data.decode(encoding or "cp1252", errors="replace")


def _mixed(data: bytes) -> str | None:
    """A text of UTF-8 into which lines in Windows-1252 were pasted; None where more of its lines are not UTF-8 than
    show that they are."""
    lines = data.splitlines(keepends=True)
    texts = [_utf8(line) for line in lines]
    if sum(text is not None and not text.isascii() for text in texts) < texts.count(None):
        return None
    return "".join(
        line.decode("cp1252", errors="replace") if text is None else text
        for line, text in zip(lines, texts, strict=True)
    )


def _utf8(line: bytes) -> str | None:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return None


def split_lines(text: str) -> list[str]:
    """The lines of a text, whatever mixture of line ends it has."""
    ends = text.count("\r\n")
    if ends == text.count("\n") == text.count("\r"):  # one kind of line end throughout
        lines = text.split("\r\n")
    elif "\r" not in text:
        lines = text.split("\n")
    else:
        lines = _LINE_END.split(text)
    return lines[:-1] if lines and not lines[-1] else lines


def numbered_lines(text: str) -> list[tuple[int, str]]:
    """The lines of a text, each with its number, counted from 1 as editors count; those that only a sign parts which is
    no line end for an editor have one number."""
    lines = enumerate(split_lines(text), 1)
    if not any(sign in text for sign in _OTHER_ENDS):
        return list(lines)
    return [(number, part) for number, raw in lines for part in parts_of(raw, _OTHER_END)]


def parts_of(raw: str, end: re.Pattern[str]) -> list[str]:
    """The parts of a line between what ends one; the line as it is where it holds nothing but blanks."""
    return [part for part in end.split(raw) if part.strip()] or [raw]


def tidy(line: str) -> str:
    """Blanks of all kinds as blanks, and no permalink sign at the end."""
    return _common(line).rstrip().removesuffix("§").removesuffix("¶").rstrip()


def _common(line: str) -> str:
    """The line with the blanks of the keyboard only; most lines have no others, and finding out costs less."""
    return line.translate(_BLANKS) if _OTHER_BLANKS.search(line) else line


def is_blank(line: str) -> bool:
    """Whether a line holds nothing but blanks of any kind: not even a permalink sign."""
    return not _common(line).strip()


def indent_of(line: str) -> int:
    """The columns of blank space before the text, a tab being worth four."""
    return len(blank := line[: len(line) - len(line.lstrip(" \t"))]) + blank.count("\t") * (_TAB - 1)


def item_of(line: str) -> tuple[str, str] | None:
    """A list item's mark and text, `("•", "…")` or `("3.", "…")`; None where the line is no item."""
    found = _ITEM.match(line)
    return (found[2], found[3]) if found else None


def read_text(text: str, name: str) -> Document:
    """Plain text, one paragraph to a line; lines that an editor wrapped are joined again."""
    lines = numbered_lines(text)
    raws = [raw for _, raw in lines]
    if width := width_of(raws):
        lines = [(lines[at - 1][0], raw) for at, raw in unwrapped(raws, width)]
    return Document(name, tuple(text_line(number, raw) for number, raw in lines))


def text_line(number: int, raw: str) -> SourceLine:
    """One line of plain text, and what it is: blank, a list's item, or text."""
    if not raw:
        return SourceLine(number, raw, "", "blank")
    line = raw.rstrip() if raw.isascii() else tidy(raw)
    if not line.strip():
        return SourceLine(number, raw, "", "blank" if is_blank(raw) else "markup")
    if item := item_of(line):
        return SourceLine(number, raw, item[1], "item", indent_of(line), item[0])
    return SourceLine(number, raw, line.strip(), "text", indent_of(line))
