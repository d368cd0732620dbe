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
