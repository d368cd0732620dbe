"""Rulebooks saved as web pages: the same tree as in any other format, and nothing of the web page around it."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from parsing import BOOKS, by_number, document, odd, parents, read_paths, references, shipped, texts, unaccounted
from support import SHARED

from rules_cli.errors import SourceError
from rules_cli.formats import read_bytes, read_files
from rules_cli.model import Book, Row
from rules_cli.parse import parse, read_all
from rules_cli.parse.inference import infer_profile

WEB = "navigation of the web page"


def book_of(page: str, slug: str | None = None) -> Book:
    """The book that one page holds."""
    return parse([document(page, "page.html")], shipped(slug), "made-up", "1")


# --- made-up rulebooks

OF_1998 = """\
<HTML><HEAD><TITLE>The Kite Game</TITLE></HEAD>
<BODY BGCOLOR=#FFFFFF>
<CENTER><IMG SRC=kite.gif ALT="Kite"><H1>The Kite Game</H1></CENTER>
<A HREF=index.htm>Home</A> | <A HREF=links.htm>Links</A>
<HR>
<H2>Contents</H2>
<UL><LI><A HREF="#1">1. Kites</A>
<LI><A HREF="#2">2. Winds</A></UL>
<A NAME="1"><H2>1. Kites</H2></A>
<P><A NAME="1.1"><B>1.1</B> A kite flies while its player
holds a string.
<P><B>1.1a</B> A kite &amp; its tail are <I>one</I> kite.
<P>Example: A kite with two tails<BR>
is one kite.
<P>Example 2: So is a kite with none.
<P><B>1.2</B> A kite may be:
<UL><LI>red
<LI>blue
</UL>
<P><FONT COLOR=red>1.3 A kite lands when
<OL><LI>Its string breaks<LI>the wind falls (see rule <A HREF="#1.1">1.1</A>)</OL>
<A NAME="2"><H2>2. Winds</H2></A>
<P>2.1 Winds are weak.<BR>2.2 Gusts are strong.
<P>Note: Gales are no winds.
</BODY></HTML>
"""

OF_LISTS = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Bakery</title></head>
<body>
<nav><ol><li><a href="/">Home</a></li><li>Bakery</li></ol></nav>
<main>
<h1>Bakery - Baking</h1>
<p>How bread is made.</p>
<h2>Dough</h2>
<ol>
<li>Dough is flour and water.
  <ol><li>Flour is white.</li>
  <li>Water is one of:<ul><li>cold</li><li>warm</li></ul></li></ol>
</li>
<li><p>Dough rises.</p><p>It takes an hour.</p></li>
</ol>
<aside>Wash your hands.</aside>
<h2>General Rules</h2>
<ol start="3"><li>An oven is hot. See <a href="#dough">Dough</a>.</li></ol>
</main>
<footer>Version 1.2</footer>
</body></html>
"""

OF_WORD = """\
<html xmlns:o="urn:schemas-microsoft-com:office:office">
<head><meta http-equiv=Content-Type content="text/html; charset=windows-1252"><style><!-- p.MsoNormal {} --></style>
<!--[if gte mso 9]><xml><o:Pages>9</o:Pages></xml><![endif]--></head>
<body lang=EN-US style='tab-interval:36.0pt'><div class=WordSection1>
<p class=MsoToc1><a href="#_Toc1">1<span style='mso-tab-count:1'>   </span>Ships<span
style='display:none;mso-hide:screen'>. 3</span></a><o:p></o:p></p>
<p class=MsoToc2><a href="#_Toc2">1.1&nbsp;&nbsp; Decks ..... 3</a></p>
<h1><a name="_Toc1"></a><![if !supportLists]><span
style='mso-list:Ignore'>1<span>&nbsp;&nbsp;</span></span><![endif]>Ships</h1>
<h2><a name="_Toc2">1.1 Decks</a></h2>
<p class=MsoNormal><b><span style='font-size:11.0pt'>1.1.1</span></b><span
lang=EN-US>&nbsp; A deck is
flat and <span class=GramE>has</span> planks:<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-list:Ignore'>\u00b7<span>&nbsp;&nbsp;&nbsp; </span></span><![endif]>oak</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-list:Ignore'>\u00b7<span>&nbsp;&nbsp;&nbsp; </span></span><![endif]>pine</p>
<p class=MsoNormal><span style='mso-list:Ignore'>1.1.2<span>&nbsp;&nbsp;</span></span>Planks are long.</p>
<p class=MsoNormal>Example:&nbsp;A plank.</p>
<table class=MsoTableGrid><tr><td><p class=MsoNormal>1.1.3</p></td><td><p class=MsoNormal>Nails hold.</p></td></tr>
</table></div></body></html>
"""

OF_A_WIKI = """\
<!doctype html><html><body>
<a href="#main">Skip to content</a>
<header><nav><a href="/">Home</a></nav><form role="search"><input><button>Go</button></form></header>
<main id="main">
<nav aria-label="Contents"><ul><li><a href="#1">1 Harbours</a><ul><li><a href="#1.0">1.0 Quays</a></ul></ul></nav>
<article>
<h1 id="1">1 Harbours<a class="headerlink" href="#1">\u00b6</a></h1>
<h2 id="1.0">1.0 Quays<a class="headerlink" href="#1.0">\u00b6</a></h2>
<h3 id="1.0.1">1.0.1 A quay holds ships<sup><a href="#1.0.2">[1.0.2]</a></sup>.<a href="#1.0.1">\u00b6</a></h3>
<h4 id="1.0.1a">1.0.1a A quay is never full.<sup><a href="#9.9">[9.9]</a></sup><a href="#1.0.1a">\u00b6</a></h4>
<blockquote><p><strong>Example:</strong> Ten ships gain +1<span><img alt="{w}" src="w.png"></span>.</p>
<p><strong>Example:</strong> So do eleven.</p><p><strong>Note:</strong> Twelve don't.</p></blockquote>
<h3 id="1.0.2">1.0.2 A ship is one of:<a href="#1.0.2">\u00b6</a></h3>
<ul><li>barge</li><li>sloop</li></ul>
</article></main>
<footer>Harbour Masters, rules 3.1</footer><script>var rule = "1.0.3 None.";</script>
</body></html>
"""


def test_a_page_of_1998() -> None:
    book = book_of(OF_1998)
    assert texts(book) == {
        "the-kite-game": "The Kite Game",
        "1": "Kites",
        "1.1": "A kite flies while its player holds a string.",
        "1.1a": "A kite & its tail are one kite.",
        "1.2": "A kite may be:\n• red\n• blue",
        "1.3": "A kite lands when\n1. Its string breaks\n2. the wind falls (see rule 1.1)",
        "2": "Winds",
        "2.1": "Winds are weak.",
        "2.2": "Gusts are strong.",
    }
    assert by_number(book)["1.1a"].words.examples == ("A kite with two tails is one kite.", "So is a kite with none.")
    assert by_number(book)["2.2"].words.notes == ("Note: Gales are no winds.",)
    assert references(book, "1.3") == [("rule 1.1", "1.1", True)]
    assert odd(book) == []
    assert Counter(line.why for line in book.dropped) == {"table of contents": 3, WEB: 1}


def test_a_page_of_nested_lists() -> None:
    book = book_of(OF_LISTS)
    assert texts(book) == {
        "baking": "Bakery - Baking",
        "baking.1": "How bread is made.",
        "baking.dough": "Dough",
        "baking.dough.1": "Dough is flour and water.",
        "baking.dough.1.1": "Flour is white.",
        "baking.dough.1.2": "Water is one of:\n• cold\n• warm",
        "baking.dough.2": "Dough rises.\nIt takes an hour.",
        "baking.general-rules": "General Rules",
        "baking.3": "An oven is hot. See Dough.",
    }
    assert by_number(book)["baking.dough.2"].words.notes == ("Wash your hands.",)
    assert references(book, "baking.3") == [("Dough", "baking.dough", True)]
    assert [line.text for line in book.dropped] == ["Home", "Bakery", "Version 1.2"]


def test_a_page_exported_by_word() -> None:
    book = book_of(OF_WORD)
    assert texts(book) == {
        "1": "Ships",
        "1.1": "Decks",
        "1.1.1": "A deck is flat and has planks:\n• oak\n• pine",
        "1.1.2": "Planks are long.",
        "1.1.3": "Nails hold.",
    }
    assert by_number(book)["1.1.2"].words.examples == ("A plank.",)
    assert odd(book) == []
    assert [line.text for line in book.dropped] == ["1 Ships", "1.1 Decks ..... 3"]


def test_a_page_of_a_publisher() -> None:
    book = book_of(OF_A_WIKI, "fab")
    assert parents(book) == {"1": None, "1.0": "1", "1.0.1": "1.0", "1.0.1a": "1.0.1", "1.0.2": "1.0"}
    assert texts(book)["1.0.1"] == "A quay holds ships[1.0.2]."
    assert texts(book)["1.0.1a"] == "A quay is never full.[9.9]"
    assert by_number(book)["1.0.1a"].words.examples == ("Ten ships gain +1{w}.", "So do eleven.")
    assert by_number(book)["1.0.1a"].words.notes == ("Note: Twelve don't.",)
    assert references(book, "1.0.1") == [("[1.0.2]", "1.0.2", True)]
    assert references(book, "1.0.1a") == [("[9.9]", "9.9", False)]
    assert [line.text for line in book.dropped if line.why == WEB] == [
        "Home",
        "Go",
        "1 Harbours",
        "1.0 Quays",
        "Harbour Masters, rules 3.1",
    ]


@pytest.mark.parametrize("page", [OF_1998, OF_LISTS, OF_WORD, OF_A_WIKI])
@pytest.mark.parametrize("slug", [None, "fab", "mtg", "ga"])
def test_every_line_is_accounted_for(page: str, slug: str | None) -> None:
    documents = [document(page, "page.html")]
    reading = read_all(documents, shipped(slug) or infer_profile(documents))
    assert not unaccounted(documents, reading)
    assert all(dropped.why for dropped in reading.dropped)


def plain_row(row: Row) -> tuple[object, ...]:
    """What must be the same of a row in every format: not where its own new lines stand."""
    words = row.words
    said = (" ".join((words.text or "").split()), *words.examples, *words.notes)
    return row.number, row.kind, row.parent, row.title, said, row.references


@pytest.mark.parametrize(("name", "slug"), [("converted.md", "fabula"), ("page.md", "ga")])
def test_markdown_shown_by_a_browser_gives_the_tree_of_the_markdown(name: str, slug: str) -> None:
    text = (BOOKS / name).read_text(encoding="utf-8")
    boxed = re.sub(r"\{% hint.*?%\}", '\n<div class="hint">\n\n', text).replace("{% endhint %}", "\n\n</div>\n\n")
    page = f"<!doctype html><body>{MarkdownIt('commonmark').render(boxed)}</body>"
    as_page = parse([read_bytes(page.encode(), name.replace(".md", ".html"))], shipped(slug), "made-up", "1")
    as_markdown = parse([read_bytes(text.encode(), name)], shipped(slug), "made-up", "1")
    assert list(map(plain_row, as_page.rows)) == list(map(plain_row, as_markdown.rows))


# --- what web pages have and other formats have not


@pytest.mark.parametrize(
    ("page", "text"),
    [
        pytest.param("1.1 A kite is<br>red", "A kite is red", id="in the midst of a sentence"),
        pytest.param("1.1 A kite is:<br>Red<br>Blue", "A kite is:\nRed\nBlue", id="a list"),
        pytest.param("1.1 Fly.<br>Land.", "Fly.\nLand.", id="sentences"),
        pytest.param("1.1 Fly.<br><br>Land.", "Fly.\nLand.", id="paragraphs"),
        pytest.param("1.1 Fly.<br>• high<br>• far", "Fly.\n• high\n• far", id="bullets"),
    ],
)
def test_a_line_that_its_author_broke_stays_broken(page: str, text: str) -> None:
    assert texts(book_of(f"<p>{page}</p>"))["1.1"] == text


def test_what_follows_a_broken_line_of_an_example_is_part_of_it() -> None:
    page = "<p>1.1 Fly.<br>Example: One.<br>It flies.<br>Note: Mind the trees.<br>All of them.</p><p>And land.</p>"
    row = by_number(book_of(page))["1.1"]
    assert row.words.examples == ("One.\nIt flies.",)
    assert row.words.notes == ("Note: Mind the trees.\nAll of them.",)
    assert row.words.text == "Fly.\nAnd land."


def test_broken_lines_of_a_page_without_numbers_are_one_paragraph() -> None:
    page = "<h1>Kites</h1><p>Fly<br>Land.<br>Example: One.</p><ol><li>A kite.<br>It flies.</ol>"
    book = book_of(page, "ga")
    assert texts(book) == {"kites": "Fly\nLand.", "kites.1": "A kite.\nIt flies."}
    assert by_number(book)["kites"].words.examples == ("One.",)


def test_items_of_a_list_are_no_chapters_where_rules_have_numbers_of_their_own() -> None:
    page = "<h1>1 Kites</h1><p>1.1 A turn:</p><ol><li>Draw Phase<li>Wind Phase</ol><ol type=a><li>Red<li>Blue</ol>"
    assert texts(book_of(page)) == {"1": "Kites", "1.1": "A turn:\n1. Draw Phase\n2. Wind Phase\na. Red\nb. Blue"}


def test_rows_of_a_table_are_no_chapters() -> None:
    page = "<h1>1 Kites</h1><p>1.1 Winds are:</p><table><tr><td>1<td>Calm<tr><td>2<td>Storm</table>"
    assert texts(book_of(page)) == {"1": "Kites", "1.1": "Winds are:\n• | 1 | Calm |\n• | 2 | Storm |"}


def test_a_link_around_the_number_that_it_names_is_one_reference() -> None:
    page = '<p id="k">1.1 See rule <a href="#w">1.2</a>, <a href="#w">[1.2]</a> and <a href="#w">wind</a>.</p>'
    book = book_of(f'{page}<p id="w">1.2 Wind.</p>')
    assert references(book, "1.1") == [("rule 1.2", "1.2", True), ("[1.2]", "1.2", True), ("wind", "1.2", True)]


def test_a_rule_that_ends_in_a_reference_is_no_heading() -> None:
    page = "<h1>1 Kites</h1><h3>1.1 A kite flies.[1.2]</h3><h3>1.2 It lands. [1.1][1.1a]</h3>"
    assert [row.kind for row in book_of(page).rows] == ["heading", "rule", "rule"]


NO_BOOKS = {
    "not found": "<html><head><title>404 Not Found</title></head><body><center><h1>404 Not Found</h1></center>"
    "<hr><center>server/1.18.0</center></body></html>",
    "not found, in a sentence": "<html><h2>404 - File or directory not found.</h2><h3>It may be gone.</h3></html>",
    "not found, politely": "<html><h1>Not Found</h1><p>The page was not found.</p><address>Server 2.4</address></html>",
    "no service": "<html><body><h1>503 Service Unavailable</h1>\nNo server is available.</body></html>",
    "no access": "<html><body><h1>Error 1020</h1><h2>Access denied</h2><p>Your IP: 203.0.113.9</p></body></html>",
    "XML": '<?xml version="1.0"?><Error><Code>AccessDenied</Code><RequestId>1.2</RequestId></Error>',
    "a program": "<!doctype html><div id=root></div><noscript>Switch on 1.1 JavaScript.</noscript><script>1.1</script>",
    "frames": "<html><frameset cols='20%,80%'><frame src=a.htm><noframes>1.1 Frames.</noframes></frameset></html>",
    "a menu": "<html><body><nav><ul><li>1.1 Kites</ul></nav></body></html>",
    "nothing": "<html><body></body></html>",
}


@pytest.mark.parametrize("slug", [None, "fab", "mtg", "ga"])
@pytest.mark.parametrize("page", NO_BOOKS.values(), ids=NO_BOOKS)
def test_a_page_that_holds_no_rules_is_no_book(page: str, slug: str | None) -> None:
    with pytest.raises(SourceError, match=r"page\.html: no numbered rule in it"):
        book_of(page, slug)


def test_lists_without_end_make_no_numbers_without_end() -> None:
    book = book_of("<ol><li>word" * 900, "ga")
    assert len(book.rows) == 901
    assert max(len(row.number) for row in book.rows) < 200


TAGS = """
    <p> </p> <ul> <ol> </ol> <li> <dl> <dt> <dd> <table> <tr> <td> </table> <h1> <h3> </h3> <b> <br> <pre>
    <aside> </aside> <nav> </nav> <form> <a_href=#1.1> </a> <blockquote>
""".split()
words = st.sampled_from(["1.1", "1", "1.1a", "2.", "A kite flies.", "Kites", "Example: One.", "Note: Two.", "• three"])
soup = st.lists(st.sampled_from([tag.replace("_", " ") for tag in TAGS]) | words.map(" {} ".format), max_size=30)


@given(soup, st.sampled_from([None, "fab", "ga"]))
def test_every_line_of_any_page_is_accounted_for(parts: list[str], slug: str | None) -> None:
    documents = [document("<html>" + "".join(parts), "page.html")]
    reading = read_all(documents, shipped(slug) or infer_profile(documents))
    assert not unaccounted(documents, reading)


# --- the publisher's pages

FAB = SHARED / "sources" / "fab"
PAGES = ["01-game-concepts.html", "05-layers-cards-abilities.html"]
published = pytest.mark.skipif(not FAB.is_dir(), reason="the publisher's pages are not in ../shared/sources/fab")


class _Seen(HTMLParser):
    """The rules of a publisher's page, read from its tags alone: each numbered heading by its id, and the quotations
    under it."""

    def __init__(self) -> None:
        super().__init__()
        self.rules: dict[str, str] = {}
        self.quoted: list[str] = []
        self.references = 0
        self._into = ""
        self._skip = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if re.fullmatch("h[1-6]", tag) and (given.get("id") or "").startswith("cr"):
            self._into = (given["id"] or "").removeprefix("cr")
            self.rules[self._into] = ""
        elif tag == "p" and self.rules:
            self._into = "quoted"
            self.quoted.append("")
        elif tag == "a" and given.get("class") == "headerlink":
            self._skip = True
        elif tag == "a" and self._into and "#cr" in (given.get("href") or ""):
            self.references += 1
        elif tag == "img" and self._into:
            self.handle_data(given.get("alt") or "")

    def handle_endtag(self, tag: str) -> None:
        self._skip = False if tag == "a" else self._skip
        self._into = "" if tag[0] in "hp" else self._into

    def handle_data(self, data: str) -> None:
        if self._into == "quoted":
            self.quoted[-1] += data
        elif self._into and not self._skip:
            self.rules[self._into] += data


def seen(path: Path) -> _Seen:
    """A page of the publisher's as its tags tell it."""
    found = _Seen()
    found.feed(path.read_text(encoding="utf-8"))
    return found


@published
def test_the_publishers_pages_give_every_rule_example_and_reference_and_nothing_else() -> None:
    book = parse(read_files([FAB / page for page in PAGES]), shipped("fab"), "fab", "1")
    pages = [seen(FAB / page) for page in PAGES]
    rules = {number: " ".join(text.split()) for page in pages for number, text in page.rules.items()}
    assert list(rules) == [row.number for row in book.rows]
    for row in book.rows:
        own = row.title if row.kind == "heading" else (row.words.text or "").partition("\n")[0]
        assert rules[row.number] == f"{row.number} {own}"
    quoted = [" ".join(text.split()) for page in pages for text in page.quoted]
    kept = [
        text
        for row in book.rows
        for text in (
            *(row.words.text or "").split("\n")[1:],
            *(f"Example: {example}" for example in row.words.examples),
            *row.words.notes,
        )
    ]
    assert Counter(kept) == Counter(quoted)
    assert sum(len(row.references) for row in book.rows) == sum(page.references for page in pages)
    assert (len(book.rows), sum(len(row.words.examples) for row in book.rows)) == (318, 108)
    assert max(len(row.words.examples) for row in book.rows) == 4
    assert Counter(kind for kind, _ in odd(book)) == {"dangling-reference": 59, "number-gap": 1}


@pytest.mark.slow
@published
def test_every_line_of_the_publishers_pages_is_accounted_for() -> None:
    for slug in ("fab", None):
        assert not unaccounted(*read_paths([FAB / page for page in PAGES], slug))


@published
def test_a_rule_is_said_to_stand_on_the_line_of_the_file_where_it_does() -> None:
    (page,) = read_files([FAB / PAGES[0]])
    raw = (FAB / PAGES[0]).read_text(encoding="utf-8").splitlines()
    numbered = [line for line in page.lines if line.role == "heading"]
    assert len(numbered) == 234
    for line in numbered:
        assert f'id="{line.anchors[0]}"' in raw[line.number - 1]
