"""Links between the pages of a book: which row the path and anchor of a link lead to."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from rules_cli.model import RuleNumber
from rules_cli.parse.row_draft import Draft
from rules_cli.parse.slugs import hyphenated

_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_ENDINGS = frozenset(".md .markdown .html .htm .xhtml .txt".split())
_FIRST_OF_FOLDER = ("readme", "index")


def leads_elsewhere(href: str) -> bool:
    """Whether a link is an address on the web, or no link at all."""
    return not href or bool(_ELSEWHERE.match(href))


def _unquoted(path: str) -> str:
    if "%" not in path:
        return path
    from urllib.parse import unquote  # takes longer to load than most books have reason to wait for

    return unquote(path)


def place_of(path: str, source: str = "") -> str:
    """What a path written in the file `source` names, from the book's root: `../kites/README.md` in `a/b.md` is
    `kites`, and so is `/kites/`."""
    bare = _unquoted(path.partition("?")[0])
    joined = posixpath.join("" if bare[:1] == "/" else posixpath.dirname(source), bare)
    place = posixpath.normpath(joined).lstrip("/")
    stem, ending = posixpath.splitext(place)
    folder, name = posixpath.split(stem if ending.lower() in _ENDINGS else place)
    return posixpath.join(folder, "" if name.lower() in _FIRST_OF_FOLDER or name == "." else name).rstrip("/")


class Places:
    """The rows of a book that links can lead to. Pages are known by their paths; a file that was given by itself, or
    that stands outside the folder of a link, by as much of a path as both show, or by its title."""

    def __init__(self, drafts: Sequence[Draft], pages: bool) -> None:
        self.pages = pages
        self._first: dict[str, Draft] = {}
        for draft in drafts:
            self._first.setdefault(draft.source, draft)
        self._sources: dict[str, str] = {}
        self._ends: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for source, draft in self._first.items():
            for place in _names_of(draft):
                self._sources.setdefault(place, source)
                self._ends[posixpath.basename(place)].append((place, source))
        self._anchors = _anchors(drafts)
        self._in_folders = any("/" in source for source in self._first)

    def find(self, source: str, href: str) -> RuleNumber | None:
        """The row that a link in the file `source` leads to: what its anchor names, else the page's or the file's
        first; None where the book holds neither."""
        path, _, anchor = href.partition("#")
        page = self._page(source, path) if path else source
        if page is None:
            return None
        row = self._anchors.get((page, _key(_unquoted(anchor))))
        return row or (self._first[page].number if path or self.pages else None)

    def _page(self, source: str, path: str) -> str | None:
        place = place_of(path, source)
        if place in self._sources or (self._in_folders and not place.startswith("..")):
            return self._sources.get(place)
        shown = place.rpartition("../")[2]
        found = {end for known, end in self._ends[posixpath.basename(shown)] if _is_end(known, shown)}
        return found.pop() if len(found) == 1 else None


def _names_of(page: Draft) -> Iterator[str]:
    """The places that name a page: its path, and its title where the file was given by itself."""
    yield place_of(page.source)
    if "/" not in page.source:
        yield hyphenated((page.title or "").replace(" - ", " "))


def _is_end(a: str, b: str) -> bool:
    """Whether one path is the end of the other."""
    return f"/{a}".endswith(f"/{b}") or f"/{b}".endswith(f"/{a}")


def _anchors(drafts: Sequence[Draft]) -> dict[tuple[str, str], RuleNumber]:
    """The rows that anchors lead to: by the names that the source gives, else by a heading's words, numbered from the
    second of a kind."""
    named: dict[tuple[str, str], RuleNumber] = {}
    for draft in drafts:
        for anchor in draft.anchors:
            named.setdefault((draft.source, _key(anchor)), draft.number)
    times: Counter[tuple[str, str]] = Counter()
    for draft in drafts:
        if draft.kind == "heading":
            key = (draft.source, _key(draft.title or ""))
            named.setdefault((key[0], f"{key[1]}-{times[key]}") if times[key] else key, draft.number)
            times[key] += 1
    return named


def _key(anchor: str) -> str:
    return hyphenated(anchor.replace("-", " "))
