"""What a fetch came to, as a page and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules_cli.render import as_json
from rules_cli.render.imports import imported
from rules_cli.render.page import Page, Span

if TYPE_CHECKING:
    from rules_cli.sources.fetching import Fetched


def page(found: Fetched) -> Page:
    """What was installed, or that there is nothing to install, or that there is."""
    book = Span(f"{found.book.slug}@{found.book.edition}", "id")
    told = imported(found.read) if found.status == "installed" and found.read else Page()
    if found.status == "newest":
        told.add("you have the newest: ", book, Span(f", fetched on {found.on}" if found.on else "", "quiet"))
    if found.status == "newer":
        told.add("there is a newer one: ", book, " (without --check it is installed)")
    for file in found.files:
        told.add(Span(f"from {file.url}", "quiet"), indent=2)
    return told


def document(found: Fetched) -> dict[str, Any]:
    """The JSON of an import of the publisher's edition, and `fetched`: how it was come by."""
    files = [{"url": file.url, "etag": file.etag, "last_modified": file.modified} for file in found.files]
    return {**as_json.imported(found.book), "fetched": {"status": found.status, "on": found.on, "files": files}}
