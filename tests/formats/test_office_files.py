"""ODT, RTF and CSV: what a word processor or a spreadsheet shows becomes the lines that a reader sees."""

from __future__ import annotations

import contextlib
import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import Run

from rules_cli.errors import SourceError
from rules_cli.formats import read_bytes

Shown = list[tuple[str, str]]


def shown(data: bytes, name: str) -> Shown:
    """Return the role and the words of each line."""
    lines = read_bytes(data, name).lines
    return [(line.role, f"{line.marker} {line.text}".strip()) for line in lines if line.role != "blank"]


# --- RTF

RTF = rb"""{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil\fcharset0 Serif;}{\f1\fnil\fcharset204 Cyr;}
{\f2\fcharset128 Kana;}}
{\stylesheet{\s0 Normal;}{\s1\b heading 1;}{\s7 Titre;}}{\*\generator X 1.1;}{\info{\title 9.9 No}}{\header 9.8 Head}
\pard\s1 1 Kites\par
\pard\s0 1.1 A kite flies\'97always. \u8220?Yes\u8221? said \i he\i0 .{\v hidden}\par
1.2 A rule{\footnote\pard A note.} here.\line broken\par
{\listtext\f0 1.3.\tab}\pard\fi-360\li720 A listed rule.\par
{\pntext\f0\'B7\tab}A mark.\par
\pard\f1 1.4 \'cf\'f0\'e8\'e2\'e5\'f2.\f0\par
\f2 1.5 \'91\'8a.\f0\par
\trowd\intbl 1.6\cell The words\par of it\cell\row
\trowd\intbl Kite\cell Red\cell\row
\pard{\field{\*\fldinst HYPERLINK "x"}{\fldrslt A link}}{\pict 010203} and \{brackets\}.\par
\pard\s7 2 Wind\par \pard{\b 2.1 Bold}\par
}"""


def test_rich_text() -> None:
    assert shown(RTF, "kites.rtf") == [
        ("heading", "1 Kites"),
        ("text", "1.1 A kite flies—always. “Yes” said he."),
        *[("text", "1.2 A rule here."), ("text", "broken"), ("note", "A note.")],
        *[("item", "1.3. A listed rule."), ("item", "• A mark.")],
        *[("text", "1.4 Привет."), ("text", "1.5 相.")],
        *[("text", "1.6 The words"), ("text", "of it"), ("item", "• | Kite | Red |")],
        ("text", "A link and {brackets}."),
        *[("heading", "2 Wind"), ("text", "2.1 Bold")],
    ]
    assert [line.strong for line in read_bytes(RTF, "kites.rtf").lines if line.text == "2.1 Bold"] == [True]


def test_the_rules_of_rich_text_are_found(run: Run, tmp_path: Path) -> None:
    (path := tmp_path / "kites.rtf").write_bytes(RTF)
    assert run("import", str(path), "--book", "kites").code == 0
    assert "A listed rule." in run("show", "kites:1.3").out


@pytest.mark.parametrize("data", [rb"{\rtf1}", rb"{\rtf1 " + b"{" * 600, rb"{\rtf1{\fonttbl 1.1 A kite.}}"])
def test_rich_text_without_words_or_too_deep_is_refused(data: bytes) -> None:
    with pytest.raises(SourceError):
        read_bytes(data, "kites.rtf")


@given(
    st.lists(
        st.sampled_from(
            [
                b"{",
                b"}",
                b"\\par",
                b"\\u-1?",
                b"\\'9",
                b"\\'e9",
                b"\\*",
                b"\\cell",
                b"\\row",
                b"\\intbl",
                b" a",
                b"\\b",
                b"\\uc9999999999",
                b"\\f1",
                b"\\footnote",
                b"\\\n",
                b"\\",
                b"\\li-9",
            ]
        )
    )
)
def test_any_rich_text_is_read_or_refused(tokens: list[bytes]) -> None:
    data = b"{\\rtf1 1.1 A kite.\\par " + b"".join(tokens)
    assert ("text", "1.1 A kite.") in shown(data, "kites.rtf")


# --- ODT

NAMES = " ".join(f'xmlns:{each}="urn:{each}"' for each in ("office", "text", "style", "table", "fo"))


def odt(body: str, styles: str = "", kind: str = "text") -> bytes:
    """Return an OpenDocument text, or another kind of document; its parts are in the order of their names."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        start = f'<?xml version="1.0"?><office:document-content {NAMES}><office:automatic-styles>{styles}'
        middle = "</office:automatic-styles><office:body><office:text>"
        file.writestr("content.xml", f"{start}{middle}{body}</office:text></office:body></office:document-content>")
        file.writestr("mimetype", f"application/vnd.oasis.opendocument.{kind}")
    return buffer.getvalue()


def level(
    depth: int, form: str, shown_levels: int = 1, suffix: str = ".", kind: str = "list-level-style-number"
) -> str:
    """Return how a level of a list is numbered."""
    return (
        f'<text:{kind} text:level="{depth}" style:num-format="{form}" style:num-suffix="{suffix}"'
        f' text:display-levels="{shown_levels}"/>'
    )


LEGAL = (
    '<text:list-style style:name="L">'
    + level(1, "1")
    + level(2, "1", 2)
    + level(3, "a", suffix=")")
    + "</text:list-style>"
)
BULLETS = '<text:list-style style:name="B"><text:list-level-style-bullet text:level="1"/></text:list-style>'
OUTLINE = (
    "<text:outline-style>"
    + level(1, "1", kind="outline-level-style")
    + level(2, "1", 2, "", "outline-level-style")
    + "</text:outline-style>"
)


def item(text: str, inner: str = "") -> str:
    """Return an item of a list."""
    return f"<text:list-item><text:p>{text}</text:p>{inner}</text:list-item>"


def test_the_lists_of_an_open_document() -> None:
    inmost = f"<text:list>{item('S')}</text:list>"
    inner = f"<text:list>{item('It has a line.')}{item('It is light.', inmost)}</text:list>"
    body = f'<text:list text:style-name="L">{item("A kite flies.", inner)}{item("It lands.")}</text:list>'
    body += f'<text:list text:style-name="B">{item("A mark.")}</text:list>'
    body += f'<text:list text:style-name="L" text:continue-numbering="true">{item("It rests.")}</text:list>'
    body += f'<text:list text:style-name="L">{item("Again.")}</text:list>'
    assert shown(odt(body, LEGAL + BULLETS), "kites.odt") == [
        *[
            ("item", "1. A kite flies."),
            ("item", "1.1. It has a line."),
            ("item", "1.2. It is light."),
            ("item", "a) S"),
        ],
        *[("item", "2. It lands."), ("item", "• A mark."), ("item", "3. It rests."), ("item", "1. Again.")],
    ]


def test_the_words_of_an_open_document() -> None:
    body = "<text:table-of-content><text:p>1 Kites 1</text:p></text:table-of-content>"
    body += '<text:h text:outline-level="1">Kites</text:h><text:h text:outline-level="2">Wind</text:h>'
    body += "<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>"
    body += (
        "<text:p>1.2 A<text:s/>kite<text:tab/>flies<text:note><text:note-body><text:p>A note.</text:p></text:note-body>"
    )
    body += "</text:note> \n high.<text:line-break/>broken</text:p>"
    body += "<table:table><table:table-row><table:table-cell><text:p>1.3</text:p></table:table-cell><table:table-cell>"
    body += "<text:p>In a</text:p><text:p>table.</text:p></table:table-cell></table:table-row></table:table>"
    assert shown(odt(body, OUTLINE), "kites.odt") == [
        ("markup", "table of contents"),
        *[("heading", "1. Kites"), ("heading", "1.1 Wind")],
        *[("text", "1.2 A kite flies high."), ("text", "broken"), ("note", "A note.")],
        *[("text", "1.3 In a"), ("text", "table.")],
    ]


def test_the_rules_of_an_open_document_are_found(run: Run, tmp_path: Path) -> None:
    inner = f"<text:list>{item('It has a line.')}</text:list>"
    (path := tmp_path / "kites.odt").write_bytes(
        odt(f'<text:list text:style-name="L">{item("Kites", inner)}{item("Wind", inner)}</text:list>', LEGAL)
    )
    assert run("import", str(path), "--book", "kites").code == 0
    assert "It has a line." in run("show", "kites:2.1").out


@pytest.mark.parametrize("body", ["", "<text:p/>", "<text:p", "&a;", "<text:p>" * 300 + "a" + "</text:p>" * 300])
def test_an_open_document_without_words_or_broken_is_refused(body: str) -> None:
    with pytest.raises(SourceError):
        read_bytes(odt(body), "kites.odt")


def test_a_spreadsheet_is_refused_with_what_to_do() -> None:
    data = odt("<text:p>1.1 A kite.</text:p>", kind="spreadsheet")
    with pytest.raises(SourceError, match="a spreadsheet; save the sheet that has the rules as CSV"):
        read_bytes(data, "kites.ods")


# --- CSV

TABLES = {
    "commas": ('Number,Rule\n1.1,"A kite, red, flies."\n1.2,A line.\n', [("item", "• | Number | Rule |")]),
    "semicolons": ("1.1;A kite, red, flies.\n1.2;A line.\n", []),
    "tabs": ("1.1\tA kite, red, flies.\n1.2\tA line.\n", []),
    "a line end in a cell": ('1.1,"A kite, red,\nflies."\n1.2,A line.\n', []),
}


@pytest.mark.parametrize(("text", "head"), TABLES.values(), ids=TABLES)
def test_a_row_with_a_number_is_a_rule(text: str, head: Shown) -> None:
    assert shown(text.encode(), "kites.csv") == [*head, ("text", "1.1 A kite, red, flies."), ("text", "1.2 A line.")]


def test_titles_have_a_column(run: Run, tmp_path: Path) -> None:
    (path := tmp_path / "kites.csv").write_text("1,Kites,\n1.1,Flight,A kite flies.\n1.2,Line,A kite has a line.\n")
    assert run("import", str(path), "--book", "kites").code == 0
    assert "Flight" in run("tree", "kites").out
    assert "A kite flies." in run("show", "kites:1.1").out


@given(st.text(alphabet='1.a,;\t|"\n\r', max_size=60))
def test_any_table_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(SourceError):
        read_bytes(b"1.1,x\n" + text.encode(), "kites.csv")
