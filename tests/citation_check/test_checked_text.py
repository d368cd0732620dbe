"""Files as they come: any encoding and line end, and back byte for byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.citation_check.checked_text import CheckedText, read_text
from rules_cli.errors import SourceError

TEXT = "Kites – see §101.1a.\r\nNão.\n"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(TEXT.encode(), id="utf-8"),
        pytest.param(TEXT.encode("utf-8-sig"), id="utf-8 with a mark"),
        pytest.param(TEXT.encode("cp1252"), id="windows-1252"),
        pytest.param(b"\xff\xfe" + TEXT.encode("utf-16-le"), id="utf-16"),
        pytest.param(b"\xfe\xff" + TEXT.encode("utf-16-be"), id="utf-16, big end first"),
    ],
)
def test_every_encoding_is_read_and_comes_back(data: bytes) -> None:
    source = read_text(data, "a.txt")
    assert source.text == TEXT
    assert source.bytes_of(source.text) == data


@given(st.binary().filter(lambda data: b"\0" not in data))
def test_any_bytes_without_a_null_come_back_as_they_were(data: bytes) -> None:
    try:
        source = read_text(data, "a.txt")
    except SourceError:
        assert data.startswith((b"\xff\xfe", b"\xfe\xff", b"%PDF-"))  # no whole characters of UTF-16; a print file
    else:
        assert source.bytes_of(source.text) == data


@pytest.mark.parametrize(
    "data",
    [b"\x7fELF\0\0", b"%PDF-1.7\nwords", b"\xff\xfeodd", "CR 101.1".encode("utf-32-le")],
    ids=["a program", "a PDF", "half a character", "four bytes to a character"],
)
def test_what_is_no_text_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(SourceError, match=r"x\.bin: not a text file"):
        read_text(data, "x.bin")


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("a.md", "x", "markdown"),
        ("A.HTML", "x", "html"),
        ("a.svg", "<svg/>", "html"),
        ("a.py", "# a comment, and no heading", "text"),
        ("a.txt", "# a heading", "text"),
        ("<stdin>", "# a heading", "markdown"),
        ("<stdin>", "<!DOCTYPE html><p>x", "html"),
        ("<stdin>", "words", "text"),
        ("README", "## A heading", "markdown"),
    ],
)
def test_format_is_known_by_the_name_else_by_the_beginning(name: str, text: str, form: str) -> None:
    assert CheckedText(name, text).format == form


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("X", (1, 1)),
        ("a\nX", (2, 1)),
        ("a\r\nbX", (2, 2)),
        ("a\rb\rX", (3, 1)),
        ("é–X", (1, 3)),
        ("\n\nX", (3, 1)),
        ("a\u2028X", (1, 3)),
    ],
)
def test_lines_and_columns_are_an_editors(text: str, place: tuple[int, int]) -> None:
    assert CheckedText("a.txt", text).place(text.index("X")) == place
