"""Open a document that is a zip file of XML parts, as Word and LibreOffice write them, within limits.

No part can declare an entity, and nothing is unpacked to disk.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Collection, Iterator, Sequence
from typing import Literal
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

from rules_cli.errors import SourceError

MAX_UNPACKED = 100_000_000  # bytes: twenty times those of the longest rulebook
_LISTED = b"PK\x01\x02"  # begins each entry in the list of parts
_MOST_PARTS = 10_000  # a document of a thousand pictures has some more than a thousand
_WORD = "word/document.xml"
_MIME_TYPE = 200  # bytes: the longest kind that an OpenDocument file states
_MAX_TAGS = 4_000_000  # or attributes: twenty times those of the longest rulebook
_MAX_DEPTH = 200  # of elements in elements: the walks are recursive
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ParseError, ValueError, LookupError)


def kind_of(data: bytes) -> Literal["docx", "odt", "sheet", ""]:
    """Return which kind of document a zip file is, by its parts, or "". A broken file may be Word's."""
    if data.count(_LISTED) > _MOST_PARTS:
        return ""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        names = archive.NameToInfo
        is_open = "mimetype" in names and "content.xml" in names
        kind = archive.open("mimetype").read(_MIME_TYPE) if is_open else b""
    except (*BROKEN, RuntimeError):
        return "docx" if _WORD.encode() in data else ""
    if _WORD in names:
        return "docx"
    if is_open:
        return "odt" if b"opendocument.text" in kind else "sheet"
    return "sheet" if "xl/workbook.xml" in names else ""


class _Builder(TreeBuilder):
    """Builds the elements of a part. Without a document type, a part can declare no entities."""

    def doctype(self, *_: object) -> None:
        """Refuse the part."""
        raise ValueError("it declares a document type, which no such document does")


def unpacked(data: bytes, name: str, parts: Sequence[str]) -> dict[str, Element]:
    """Return the roots of the parts that are there, by their names; the first must be. Raises SourceError."""
    left = MAX_UNPACKED
    roots: dict[str, Element] = {}
    try:
        package = zipfile.ZipFile(io.BytesIO(data))
        members = package.namelist()
        if parts[0] not in members:
            raise SourceError(f"{name}: a zip file, but no Word document; give the rulebook itself")
        for part in parts:
            if members.count(part) > 1:
                raise SourceError(f"{name}: it holds two parts named {part!r}; save it again")
            if part in members:
                with package.open(part) as file:
                    content = file.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise SourceError(f"{name}: over {MAX_UNPACKED // 1_000_000} MB when unpacked; not read")
                if max(content.count(b"<"), content.count(b"=")) > _MAX_TAGS:
                    raise SourceError(f"{name}: too large for a rulebook; not read")
                roots[part] = parsed(content)
    except BROKEN as error:
        raise SourceError(f"{name}: a broken file ({error}); save it again") from None
    except RuntimeError:  # zipfile's error for an encrypted member
        raise SourceError(f"{name}: locked with a password; save it without one") from None
    return roots


def parsed(content: bytes) -> Element:
    """Return the root of an XML file, its names without their namespaces; raises ValueError, ParseError."""
    parser = XMLParser(target=_Builder())
    parser.feed(content)
    root: Element = parser.close()
    level, depth = [root], 0
    while level:
        depth += 1
        if depth > _MAX_DEPTH:
            raise ValueError("nested too deep for a rulebook")
        for element in level:
            element.tag = element.tag.rpartition("}")[2]
            element.attrib = {key.rpartition("}")[2]: value for key, value in element.attrib.items()}
        level = [child for element in level for child in element]
    return root


def children(element: Element, tags: Collection[str], holders: Collection[str]) -> Iterator[Element]:
    """Yield the children of an element that have some tags, also those in holders, but not those in one another."""
    for child in element:
        if child.tag in tags:
            yield child
        elif child.tag in holders:
            yield from children(child, tags, holders)
