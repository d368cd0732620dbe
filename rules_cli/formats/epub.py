"""The order in which an EPUB book is read: its container names a package file, and its spine lists the pages.

Both are XML and come from strangers: no entity is expanded, and nothing outside is loaded.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple
from urllib.parse import unquote

from lxml import etree

CONTAINER = "META-INF/container.xml"
_MOST_BYTES = 5_000_000  # of a package file: one of a thousand pages has 200,000


class Spine(NamedTuple):
    """The pages of a book in the order of reading, and the page that is only its table of contents, "" if none is."""

    pages: tuple[str, ...]
    contents: str = ""


# Complexity: any step from the container to the pages may be missing.
def spine(files: Mapping[str, Callable[[], bytes]]) -> Spine | None:
    """Return the order of the pages among some files; None if they are no EPUB book, or its order can't be read."""
    root = next((name.removesuffix(CONTAINER) for name in files if name.endswith(CONTAINER)), None)
    if root is None:
        return None
    container = _parsed(files[root + CONTAINER]())
    package = (
        "" if container is None else next((each.get("full-path", "") for each in _named(container, "rootfile")), "")
    )
    package = posixpath.normpath(root + package)
    tree = _parsed(files[package]()) if package in files else None
    if tree is None:
        return None
    folder, items = posixpath.dirname(package), {}
    contents = ""
    for item in _named(tree, "item"):
        name = _path(folder, item.get("href", ""), files)
        items[item.get("id")] = name
        if "nav" in item.get("properties", "").split():
            contents = name
    pages = (items.get(each.get("idref"), "") for each in _named(tree, "itemref"))
    order = tuple(dict.fromkeys(page for page in pages if page and page != contents))
    return Spine(order, contents) if order else None


def _path(folder: str, href: str, files: Collection[str]) -> str:
    path = posixpath.normpath(posixpath.join(folder, unquote(href.partition("#")[0])))
    return path if path in files else ""


def _named(tree: etree._Element, name: str) -> list[etree._Element]:
    """Return the elements with a name, in any namespace."""
    return list(tree.iter("{*}" + name))


def _parsed(data: bytes) -> etree._Element | None:
    """Return the root of an XML file, None if it is broken or too large."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True)
    try:
        return etree.fromstring(data, parser) if len(data) <= _MOST_BYTES else None
    except etree.XMLSyntaxError:
        return None
