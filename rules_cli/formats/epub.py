"""The order in which an EPUB book is read: its container names a package file, and its spine lists the pages."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import unquote

from rules_cli.formats.xml_package import BROKEN, parsed

CONTAINER = "META-INF/container.xml"


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
    try:
        rootfile = next(each for each in parsed(files[root + CONTAINER]()).iter() if each.tag == "rootfile")
        package = posixpath.normpath(root + rootfile.get("full-path", ""))
        elements = list(parsed(files[package]()).iter())
    except (StopIteration, KeyError, *BROKEN):
        return None
    items, contents = {}, ""
    for item in (each for each in elements if each.tag == "item"):
        href = unquote(item.get("href", "").partition("#")[0])
        path = posixpath.normpath(posixpath.join(posixpath.dirname(package), href))
        items[item.get("id")] = path
        if "nav" in item.get("properties", "").split():
            contents = path
    listed = dict.fromkeys(items.get(each.get("idref"), "") for each in elements if each.tag == "itemref")
    order = tuple(page for page in listed if page in files and page != contents)
    return Spine(order, contents) if order else None
