"""Folders and zip archives of pages: which files are pages, in which order they come, and what is refused."""

from __future__ import annotations

import io
import os
import random
import stat
import struct
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.errors import SourceError
from rules_cli.formats import archive, read
from rules_cli.formats.archive import entries, natural
from rules_cli.formats.markdown import read_markdown
from rules_cli.formats.source_line import ContentsEntry, Document

Files = Mapping[str, str | bytes]
ReadFiles = Callable[[Files], list[Document]]

LINK = {"a link, which is not followed"}
PAGE = "# Kites\n\n1. A kite flies.\n"


def content(text: str | bytes) -> bytes:
    """A file's bytes."""
    return text.encode() if isinstance(text, str) else text


def zipped(files: Files, top: str = "") -> bytes:
    """A zip archive of files, each below a folder at its top."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(top + name, content(text))
    return buffer.getvalue()


def write(root: Path, files: Files) -> Path:
    """The files in a folder."""
    root.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content(text))
    return root


@pytest.fixture(params=["folder", "archive", "archive with one folder at its top"])
def read_files(request: pytest.FixtureRequest, tmp_path: Path) -> ReadFiles:
    """Read files as a folder, or as an archive of either shape; what comes of it is the same."""

    def reads(files: Files) -> list[Document]:
        if request.param == "folder":
            return read(write(tmp_path / "book", files))
        path = tmp_path / "book.zip"
        path.write_bytes(zipped(files, "repo-main/" if "top" in request.param else ""))
        return read(path)

    return reads


def pages(documents: list[Document]) -> list[str]:
    """The names of the documents that are pages."""
    return [d.name for d in documents if not d.lines or any(line.role not in ("blank", "markup") for line in d.lines)]


def aside(documents: list[Document]) -> dict[str, set[str]]:
    """What the lines are of each document that is no page."""
    return {
        document.name: {line.text for line in document.lines if line.role == "markup"}
        for document in documents
        if document.name not in pages(documents)
    }


class TestOrderOfTheContents:
    def test_pages_come_as_summary_lists_them_then_those_that_it_does_not(self, read_files: ReadFiles) -> None:
        found = read_files(
            {
                "SUMMARY.md": "# Table of contents\n\n* [B](b.md)\n  * [C](sub/c.md)\n* [A](a.md)\n",
                "a.md": PAGE,
                "b.md": PAGE,
                "sub/c.md": PAGE,
                "page10.md": PAGE,
                "page2.md": PAGE,
            }
        )
        assert pages(found) == ["b.md", "sub/c.md", "a.md", "page2.md", "page10.md"]
        assert aside(found) == {"SUMMARY.md": {"table of contents"}}

    def test_each_line_of_the_contents_is_there_with_its_number(self, read_files: ReadFiles) -> None:
        (summary,) = (
            d for d in read_files({"SUMMARY.md": "# Contents\n\n* [A](a.md)\n", "a.md": PAGE}) if "S" in d.name
        )
        assert [(line.number, line.raw) for line in summary.lines] == [(1, "# Contents"), (2, ""), (3, "* [A](a.md)")]

    def test_a_page_listed_twice_comes_once_and_one_that_is_not_there_not_at_all(self, read_files: ReadFiles) -> None:
        summary = "* [A](a.md)\n* [Gone](gone.md)\n* [A again](a.md#anchor)\n* [Web](https://example.org/b.md)\n"
        assert pages(read_files({"SUMMARY.md": summary, "a.md": PAGE})) == ["a.md"]

    def test_a_page_has_its_title_in_the_contents_and_the_entry_above_it(self, read_files: ReadFiles) -> None:
        summary = "* [Top](top/README.md)\n  * [Gone](top/gone.md)\n    * [Leaf](top/leaf.md)\n* [Other](other.md)\n"
        found = read_files({"SUMMARY.md": summary, "top/README.md": PAGE, "top/leaf.md": PAGE, "other.md": PAGE})
        top = ContentsEntry("Top", "top/README.md")
        assert [document.entry for document in found] == [
            top,
            ContentsEntry("Leaf", "top/leaf.md", ContentsEntry("Gone", "", top)),
            ContentsEntry("Other", "other.md"),
            None,
        ]

    def test_an_empty_page_that_is_listed_is_a_page(self, read_files: ReadFiles) -> None:
        summary = "* [A](a.md)\n* [B](b.md)\n"
        found = read_files({"SUMMARY.md": summary, "a.md": PAGE, "b.md": " \n", "c.md": ""})
        assert pages(found) == ["a.md", "b.md"]

    def test_the_folder_of_the_contents_is_the_book(self, read_files: ReadFiles) -> None:
        found = read_files(
            {"README.md": "About\n", "docs/SUMMARY.md": "* [A](a.md)\n", "docs/a.md": PAGE, "docs/b/c.md": PAGE}
        )
        assert pages(found) == ["a.md", "b/c.md"]
        assert aside(found) == {
            "SUMMARY.md": {"table of contents"},
            "../README.md": {"outside the folder of the rulebook"},
        }

    def test_a_summary_that_lists_no_page_is_a_page(self, read_files: ReadFiles) -> None:
        assert pages(read_files({"a.md": PAGE, "summary.md": "# Summary\n\n1. In short.\n"})) == ["a.md", "summary.md"]

    def test_the_contents_of_another_book_are_no_page(self, read_files: ReadFiles) -> None:
        found = read_files({"SUMMARY.md": "* [A](a.md)\n", "a.md": PAGE, "old/SUMMARY.md": "* [B](b.md)\n"})
        assert pages(found) == ["a.md"]

    @pytest.mark.parametrize(
        ("line", "name"),
        [
            ("* [A](a%20b.md)", "a b.md"),
            ("* [A](<a b.md>)", "a b.md"),
            ('* [A](a.md "A page")', "a.md"),
            ("* [A](./x/../a.md)", "a.md"),
            ("* [A](/a.md)", "a.md"),
            ("* [A](a)", "a.md"),
            ("* [A](a/)", "a/README.md"),
            ("1. [A](a.md)", "a.md"),
            ("[A](a.md)", "a.md"),
        ],
    )
    def test_however_a_page_is_listed(self, line: str, name: str) -> None:
        (entry,) = entries(read_markdown(line, "SUMMARY.md"), {name})
        assert entry == ContentsEntry("A", name)

    def test_a_group_of_pages_ends_what_came_before(self) -> None:
        summary = read_markdown("* [A](a.md)\n## Words\n  * [B](b.md)\n\n* Group\n\n  * [C](c.md)\n", "SUMMARY.md")
        above = [entry.above.title if entry.above else None for entry in entries(summary, {"a.md", "b.md", "c.md"})]
        assert above == [None, None, "Group"]


class TestNaturalOrder:
    NAMES = """
        index.md chapter2.md chapter2/README.md chapter2/a.md chapter10.md Chapter11.txt intro.md part/b.md
    """.split()

    def test_without_contents(self, read_files: ReadFiles) -> None:
        shuffled = random.Random(1).sample(self.NAMES, k=len(self.NAMES))
        assert pages(read_files(dict.fromkeys(shuffled, PAGE))) == self.NAMES

    def test_what_is_first_in_a_folder(self) -> None:
        assert sorted(["a.md", "Index.html", "1.md", "z/b.md", "z/README.md"], key=natural) == [
            *("Index.html", "1.md", "a.md", "z/README.md", "z/b.md")
        ]

    def test_numbers_of_any_length(self) -> None:
        names = ["a10", "a" + "9" * 5000, "a3b", "a0", "a02", "a1"]
        assert sorted(names, key=natural) == ["a0", "a1", "a02", "a3b", "a10", "a" + "9" * 5000]

    def test_one_folder_around_all_pages_is_no_part_of_their_names(self, read_files: ReadFiles) -> None:
        assert pages(read_files({"book/en/a.md": PAGE, "book/en/b/c.md": PAGE})) == ["a.md", "b/c.md"]


class TestOtherFiles:
    def test_files_that_are_no_documents_are_left_out(self, read_files: ReadFiles) -> None:
        names = """
            .DS_Store .gitbook.yaml .gitbook/assets/kite.png .gitbook/notes.md .git/HEAD.txt __MACOSX/._a.md ._a.md
            style.css script.js kite.png book.json Makefile LICENSE node_modules/x/README.md _book/a.html
            a_files/frame.html a_files/frame.rtf node_modules/x/README.rst .notes.rtf
        """.split()
        found = read_files({"a.md": PAGE, "a.html": PAGE, **dict.fromkeys(names, b"\x00\x01")})
        assert [document.name for document in found] == ["a.html", "a.md"]

    def test_a_document_in_a_format_that_is_not_read_is_reported(self, read_files: ReadFiles) -> None:
        chapters: Files = {"ch2.doc": b"\xd0\xcf\x11\xe0", "old/ch2.RST": "Tails\n=====\n", "more.zip": b"PK"}
        found = read_files({"ch1.txt": "1.1 A kite.\n", "ch3.txt": "1.3 A reel.\n", **chapters})
        assert [name for name in pages(found) if name.endswith("txt")] == ["ch1.txt", "ch3.txt"]
        told = [(line.raw, line.text) for document in found[2:] for line in document.lines]
        assert told == [(name, "not a format that is read") for name in ("ch2.doc", "more.zip", "ch2.RST")]

    def test_the_lines_of_a_licence_are_no_rules(self, read_files: ReadFiles) -> None:
        found = read_files({"a.md": PAGE, "LICENSE.md": "# Licence\n\n1.1 Do.\n", "robots.txt": "Disallow\n"})
        assert pages(found) == ["a.md"]
        assert aside(found) == {"LICENSE.md": {"no page of the rulebook"}, "robots.txt": {"no page of the rulebook"}}

    def test_a_licence_does_not_change_the_names_of_pages(self, read_files: ReadFiles) -> None:
        found = read_files({"LICENSE.md": "Do.\n", "book/a.md": PAGE})
        assert [document.name for document in found] == ["a.md", "../LICENSE.md"]

    def test_a_file_that_the_contents_list_is_a_page(self, read_files: ReadFiles) -> None:
        assert pages(read_files({"SUMMARY.md": "* [L](security.md)\n", "security.md": PAGE})) == ["security.md"]

    def test_a_folder_named_like_that_of_a_saved_page_is_read_without_such_a_page(self, read_files: ReadFiles) -> None:
        assert pages(read_files({"a.md": PAGE, "rule_files/b.md": PAGE})) == ["a.md", "rule_files/b.md"]

    @pytest.mark.parametrize("files", [{}, {"kite.png": b"x"}, {"LICENSE.txt": "Do.\n"}, {"a.md": "\n"}])
    def test_a_folder_without_pages_is_an_error_that_says_what_to_do(self, files: Files, read_files: ReadFiles) -> None:
        with pytest.raises(SourceError, match=r"^book(\.zip)?: no text, .*give the rulebook's own folder$"):
            read_files(files)

    def test_a_page_that_cannot_be_read_is_named(self, read_files: ReadFiles) -> None:
        with pytest.raises(SourceError, match=r"^sub/b\.txt: not a text file"):
            read_files({"a.md": PAGE, "sub/b.txt": b"\x00\x01"})


class TestFolders:
    def test_links_are_not_followed(self, tmp_path: Path) -> None:
        (tmp_path / "secret.md").write_text("# Secret\n")
        book = write(tmp_path / "book", {"a.md": PAGE, "sub/b.md": PAGE})
        (book / "secret.md").symlink_to(tmp_path / "secret.md")
        (book / "up").symlink_to(tmp_path)
        (book / "sub" / "loop").symlink_to(book)
        (book / "gone.md").symlink_to("nowhere")
        (book / "node_modules").mkdir()
        (book / "node_modules" / "x.md").symlink_to(tmp_path / "secret.md")
        found = read(book)
        assert pages(found) == ["a.md", "sub/b.md"]
        assert aside(found) == dict.fromkeys(["gone.md", "secret.md", "sub/loop", "up"], LINK)

    def test_a_link_to_the_folder_itself_is(self, tmp_path: Path) -> None:
        write(tmp_path / "book", {"a.md": PAGE})
        (tmp_path / "link").symlink_to(tmp_path / "book")
        assert pages(read(tmp_path / "link")) == ["a.md"]

    def test_what_is_no_file_is_never_opened(self, tmp_path: Path) -> None:
        os.mkfifo(write(tmp_path, {"a.md": PAGE}) / "pipe.md")
        assert pages(read(tmp_path)) == ["a.md"]

    @pytest.mark.skipif(os.name != "posix", reason="names of any bytes are a matter of POSIX")
    def test_a_name_is_one_line_of_text_whatever_its_bytes(self, tmp_path: Path) -> None:
        try:
            (Path(os.fsdecode(os.fsencode(tmp_path) + b"/k\xe9\n.md"))).write_text(PAGE)
        except OSError:
            pytest.skip("this system takes no such name")
        assert pages(read(tmp_path)) == ["k\ufffd\ufffd.md"]

    def test_a_folder_of_too_many_files_is_refused(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archive, "MAX_FILES", 3)
        write(tmp_path / "book", {f"{n}/{n}.md": PAGE for n in range(2)})
        with pytest.raises(SourceError, match=r"^book: over 3 files; give the folder"):
            read(tmp_path / "book")

    def test_and_one_of_too_many_bytes(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archive, "MAX_BYTES", 50)
        write(tmp_path / "book", {f"{n}.md": PAGE for n in range(3)})
        with pytest.raises(SourceError, match=r"^book: over 0 MB of pages"):
            read(tmp_path / "book")


class TestArchives:
    def refused(self, data: bytes, says: str) -> None:
        """The archive is refused, in one line that says so."""
        with pytest.raises(SourceError, match=says) as error:
            archive.read_archive(data, "book.zip")
        assert "\n" not in str(error.value)

    def test_a_zipped_document_is_no_archive_but_an_archive_of_one_is(self) -> None:
        document = zipped({"[Content_Types].xml": "x", "word/document.xml": "x"})
        stored = io.BytesIO()
        with zipfile.ZipFile(stored, "w") as file:
            file.writestr("book.docx", document)
        assert not archive.is_archive(document)
        assert archive.is_archive(stored.getvalue())
        assert archive.is_archive(zipped({}))
        assert not archive.is_archive(b"PK is short for packed")

    @pytest.mark.parametrize(
        "name", ["../up.md", "/etc/absolute.md", "a/../../b.md", "..\\up.md", "c:\\x.md", "\\x.md"]
    )
    def test_a_name_that_leads_out_of_it_is_refused(self, name: str) -> None:
        self.refused(zipped({"a.md": PAGE, name: PAGE}), "outside of it; unpack it and give the folder")

    def test_names_are_shown_as_one_line(self) -> None:
        names = ["./a.md", "win\\dows.md", "a//b..md", "\x1b[31mred\n.md"]
        found = archive.read_archive(zipped(dict.fromkeys(names, PAGE)), "book.zip")
        assert pages(found) == ["a.md", "a/b..md", "win/dows.md", "\ufffd[31mred\ufffd.md"]

    def test_a_link_in_it_is_no_page(self) -> None:
        buffer = io.BytesIO(zipped({"a.md": PAGE}))
        with zipfile.ZipFile(buffer, "a") as file:
            link = zipfile.ZipInfo("link.md")
            link.external_attr = (stat.S_IFLNK | 0o777) << 16
            file.writestr(link, "/etc/passwd")
        found = archive.read_archive(buffer.getvalue(), "book.zip")
        assert pages(found) == ["a.md"]
        assert aside(found) == {"link.md": LINK}

    def test_archives_in_it_are_not_opened(self) -> None:
        self.refused(zipped({"inner.zip": zipped({"a.md": PAGE})}), "no text")

    def test_too_many_files(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archive, "MAX_FILES", 3)
        data = zipped({f"{n}.png": b"" for n in range(4)})
        assert archive.is_archive(data)
        self.refused(data, r"^book\.zip: over 3 files")

    def test_too_many_bytes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archive, "MAX_BYTES", 1000)
        self.refused(zipped({"a.md": "1. A kite.\n" * 50, "b.md": "1. A kite.\n" * 50}), r"^book\.zip: over 0 MB")

    def test_pictures_do_not_count(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archive, "MAX_BYTES", 100)
        assert pages(archive.read_archive(zipped({"a.md": PAGE, "kite.png": b"x" * 1000}), "book.zip")) == ["a.md"]

    def test_what_a_document_in_it_unpacks_to_counts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archive, "MAX_BYTES", 10_000)
        self.refused(zipped({"a.docx": zipped({"word/document.xml": b"x" * 20_000})}), "over 0 MB")

    @pytest.mark.parametrize("says", [10, 10**6, 2**32 - 2])
    def test_a_header_that_lies_of_its_size(self, says: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archive, "MAX_BYTES", 10_000)
        data, real = zipped({"a.md": b"x" * 5000}), struct.pack("<L", 5000)
        lying = data.replace(real, struct.pack("<L", says))
        assert lying != data
        if says < 5000:
            self.refused(lying, r"^book\.zip: can't be unpacked")
        else:
            assert [len(d.lines[0].raw) for d in archive.read_archive(lying, "book.zip")] == [5000]

    def test_a_locked_one(self) -> None:
        data = bytearray(zipped({"a.md": PAGE}))
        for sign, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            data[data.index(sign) + flags] |= 1
        self.refused(bytes(data), r"^book\.zip: can't be unpacked .*encrypted.*; pack it again, or unpack it")

    def test_an_unusual_packing(self) -> None:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_BZIP2) as archive:
            archive.writestr("a.md", PAGE)
        self.refused(buffer.getvalue(), r"^book\.zip: can't be unpacked .*packed in a way that is not read here")

    @pytest.mark.parametrize("at", [5, 40, 60, -40, -25, -10])
    def test_a_broken_one(self, at: int) -> None:
        data = zipped({"a.md": PAGE * 20})
        self.refused(data[:at], "can't be unpacked")

    def test_damage_inside_a_page(self) -> None:
        data = bytearray(zipped({"a.md": PAGE * 20}))
        data[45] ^= 0xFF
        self.refused(bytes(data), "can't be unpacked")


NAMES = ["a.md", "b.md", "sub/README.md", "sub/c.md", "sub/deep/d.md", "LICENSE.md", "kite.png"]
LISTED = st.builds(
    "{}{} [{}]({})".format,
    st.sampled_from(["", "  ", "    ", "\t", " " * 9]),
    st.sampled_from(["*", "-", "1.", "##", ""]),
    st.sampled_from(["Kite", "", "Kites - Wind"]),
    st.sampled_from(
        [*NAMES, "sub/", "../a.md", "/b", "gone.md", "https://example.org/a.md", "a.md#x", "%61.md", "%ff", ""]
    ),
)


@given(st.lists(LISTED, max_size=8))
def test_whatever_the_contents_list_each_page_comes_once(lines: list[str]) -> None:
    files = {"SUMMARY.md": "\n".join(lines) + "\n#", **dict.fromkeys(NAMES, PAGE)}
    found = [document.name for document in archive.read_archive(zipped(files), "book.zip")]
    assert sorted(found) == sorted(set(files) - {"kite.png"})
