"""Plain text: every encoding and line end that a rulebook comes in, and not a character changed but blanks."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from rules_cli.errors import SourceError
from rules_cli.formats import read, read_bytes
from rules_cli.formats.plain_text import indent_of, is_blank, item_of, split_lines
from rules_cli.formats.source_line import SourceLine

LINE_ENDS = {
    "LF": ("1\n2\n\n3\n", ["1", "2", "", "3"]),
    "CR LF": ("1\r\n2\r\n\r\n3\r\n", ["1", "2", "", "3"]),
    "CR alone": ("1\r2\r\r3\r", ["1", "2", "", "3"]),
    "LF CR": ("1\n\r2\n\r\n\r3\n\r", ["1", "2", "", "3"]),
    "CR with a few CR LF": ("1\r2\r\n3\r4\r\n\r\n5", ["1", "2", "3", "4", "", "5"]),
    "LF with a few CR LF": ("1\n2\r\n3\n\r\n4", ["1", "2", "3", "", "4"]),
    "none at the end": ("1\n2", ["1", "2"]),
    "a blank line at the end": ("1\n\n", ["1", ""]),
    "form feed and unusual separators stay in their line": ("1\x0c2\x853\u20284\n5", ["1\x0c2\x853\u20284", "5"]),
}


@pytest.mark.parametrize(("text", "lines"), LINE_ENDS.values(), ids=LINE_ENDS)
def test_line_end(text: str, lines: list[str]) -> None:
    assert split_lines(text) == lines


def test_lines_are_counted_from_one_blank_ones_too() -> None:
    lines = read_bytes(b"1.1 A raft.\r\n\r\n1.2 A sail.\r\n", "book.txt").lines
    assert [(line.number, line.role, line.raw) for line in lines] == [
        (1, "text", "1.1 A raft."),
        (2, "blank", ""),
        (3, "text", "1.2 A sail."),
    ]


def one(raw: str) -> SourceLine:
    """A line of a plain text."""
    (line, _) = read_bytes(f"{raw}\n1.1 A raft.".encode(), "book.txt").lines
    assert line.raw == raw
    return line


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        pytest.param("1.1 A raft.§", "1.1 A raft.", id="permalink sign"),
        pytest.param("1.1 A raft.¶", "1.1 A raft.", id="paragraph sign"),
        pytest.param("1.1 A raft. §", "1.1 A raft.", id="permalink sign after a blank"),
        pytest.param("1.1 See § 2 and §3.", "1.1 See § 2 and §3.", id="section signs inside stay"),
        pytest.param("\u00a01.1\u00a0A\u202fraft.\u00a0", "1.1 A raft.", id="no-break spaces"),
        pytest.param("1.1 A ra\u200bft.\ufeff", "1.1 A raft.", id="zero-width spaces"),
        pytest.param("1.1 A *raft* of *, **two** _", "1.1 A *raft* of *, **two** _", id="asterisks are wording"),
        pytest.param("1.1 “A” ‘raft’ – it’s…", "1.1 “A” ‘raft’ – it’s…", id="typography stays"),
        pytest.param("1.1 [A](raft) &amp; <b>", "1.1 [A](raft) &amp; <b>", id="brackets and tags are wording"),
    ],
)
def test_what_is_shown_of_a_line(raw: str, text: str) -> None:
    assert one(raw).text == text


@pytest.mark.parametrize("raw", ["", " ", "\t", "\u00a0", " \u200b\ufeff", "\x0c"], ids=repr)
def test_a_blank_line(raw: str) -> None:
    assert is_blank(raw)
    assert one(raw).role == "blank"


@pytest.mark.parametrize("raw", ["§", " ¶ ", "\u00a0§"], ids=repr)
def test_a_sign_alone_is_no_blank_line_but_has_no_words(raw: str) -> None:
    assert one(raw).role == "markup"


@pytest.mark.parametrize(
    ("raw", "marker", "text", "level"),
    [
        pytest.param("  • A raft.", "•", "A raft.", 2, id="bullet"),
        pytest.param("- A raft.", "-", "A raft.", 0, id="hyphen"),
        pytest.param("-Raft", "-", "Raft", 0, id="hyphen with no blank"),
        pytest.param("\t– A raft.", "–", "A raft.", 4, id="dash after a tab"),
        pytest.param("\t * A raft.", "*", "A raft.", 5, id="asterisk after a tab and a blank"),
        pytest.param("  3. A raft.", "3.", "A raft.", 2, id="number"),
        pytest.param("12) A raft.", "12)", "A raft.", 0, id="number in a bracket"),
    ],
)
def test_a_list_item(raw: str, marker: str, text: str, level: int) -> None:
    line = one(raw)
    assert (line.role, line.marker, line.text, line.level) == ("item", marker, text, level)
    assert line.counted == marker[0].isdigit()
    assert line.words == (f"{marker} {text}" if line.counted else text)


@pytest.mark.parametrize("raw", ["-1 to power", "–", "*", "1.1 A raft.", "2006.", "12345. A raft.", "*raft*", "3.A"])
def test_no_list_item(raw: str) -> None:
    assert item_of(raw) is None
    assert one(raw).role == "text"


def test_a_tab_is_worth_four_columns() -> None:
    assert [indent_of(line) for line in ("x", " x", "\tx", " \t x", "")] == [0, 1, 4, 6, 0]


class TestRefusals:
    def test_an_empty_file(self) -> None:
        with pytest.raises(SourceError, match=r"^book\.txt: an empty file; save the rulebook again"):
            read_bytes(b" \r\n\t\n", "book.txt")

    @pytest.mark.parametrize("data", [b"\x7fELF\0\1", "1.1 A raft.".encode("utf-16-le")], ids=["program", "UTF-16"])
    def test_no_text(self, data: bytes) -> None:
        with pytest.raises(SourceError, match=r"^book\.txt: not a text file; give"):
            read_bytes(data, "book.txt")

    def test_no_file(self, tmp_path: Path) -> None:
        with pytest.raises(SourceError, match=r"gone\.txt: no such file; check its name"):
            read(tmp_path / "gone.txt")

    def test_a_folder(self, tmp_path: Path) -> None:
        (tmp_path / "book").mkdir()
        with pytest.raises(SourceError, match=r"^book: no text"):
            read(tmp_path / "book")

    def test_a_file_too_large_is_never_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "large.txt"
        path.write_bytes(b"1.1 A raft.")
        monkeypatch.setattr("rules_cli.formats.files.MAX_BYTES", 5)
        with pytest.raises(SourceError, match="too large for a rulebook"):
            read(path)


def test_a_file_is_read_by_its_name_and_bytes(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_bytes(b"1.1 A raft.\r1.2 A sail.\r")
    (document,) = read(path)
    assert document.name == "book.txt"
    assert not document.joins
    assert [line.text for line in document.lines] == ["1.1 A raft.", "1.2 A sail."]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="not every system has named pipes")
def test_what_a_slow_program_writes_to_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")

    def write() -> None:
        with pipe.open("wb", buffering=0) as file:
            for at in range(1, 4):
                sleep(0.1)
                file.write(b"1.%d A raft.\n" % at * 20_000)

    writer = Thread(target=write)
    writer.start()
    [document] = read(pipe)
    writer.join()
    assert len(document.lines) == 60_000
