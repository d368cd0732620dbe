"""Pages of a wiki: the link `[edit]` after each heading is no part of the title."""

from __future__ import annotations

from parsing import book_of

EDIT = '<span class="mw-editsection"><span>[</span><a href="/w?section=1">edit</a><span>]</span></span>'


def test_links_to_edit_a_section_are_left_out() -> None:
    page = "".join(
        f"<h2>{number}. {title}{EDIT}</h2><p>{number}.1 A kite flies.</p>"
        for number, title in enumerate(("Kites", "Lines", "Winds"), 1)
    )
    rows = book_of(f"<html><body>{page}</body></html>", name="book.html").rows
    assert [row.title for row in rows if row.kind == "heading"] == ["Kites", "Lines", "Winds"]
    assert not any(row.references for row in rows)


def test_what_a_wiki_or_a_blog_prints_around_its_text_is_left_out() -> None:
    page = (
        '<div id="toc" class="toc"><h2>Contents</h2><ul><li><a href="#a">Kites</a></li></ul></div>'
        '<div class="site-menu menu"><ul><li>Login</li></ul></div>'
        "<h2>Kites</h2><ul><li>A kite flies.</li><li>A kite has a tail.</li></ul><h2>Boats</h2><p>A boat sails.</p>"
        "<h2>Wind</h2><p>The wind turns.</p><h2>End</h2><p>The last kite wins.</p>"
        '<div class="printfooter">Retrieved from "<a href="x">here</a>"</div>'
        '<div id="catlinks"><a href="/c">Categories</a>: <ul><li>Kite games</li></ul></div>'
        '<div id="footer"><ul><li>This page was last modified in June.</li></ul></div>'
        '<div class="related"><h2>Related posts</h2><p>A fair of kites.</p></div>'
    )
    rows = book_of(f"<html><body>{page}</body></html>", name="book.html").rows
    assert [row.title for row in rows if row.title] == ["Kites", "Boats", "Wind", "End"]
    assert [row.words.text for row in rows if row.words.text] == [
        "• A kite flies.\n• A kite has a tail.",
        *("A boat sails.", "The wind turns.", "The last kite wins."),
    ]
