"""The pocket book: installed books as one HTML file that needs no network, with search.

Every row of a book is in it, in source order, and can be read without a script. The file asks nothing of any network:
its policy allows one style and one script, each by its hash. Time and size are linear in the books.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from hashlib import sha256
from html import escape
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from string import Template
from urllib.parse import quote

from rules_cli.captions import captions_in, in_language
from rules_cli.lookup.compose import RowRef
from rules_cli.lookup.find import Lookup
from rules_cli.model import Reference, Rule
from rules_cli.pocket.search_data import search_data
from rules_cli.store.edition import UNDATED, Edition

_DEEPEST = 6  # HTML has headings h1 to h6; h1 is the title of the book
_CAPTIONS = (
    "pocket search", "pocket contents", "pocket case", "pocket rule", "pocket copy citation", "pocket copied",
    "pocket share", "pocket keep", "pocket kept", "pocket close", "pocket go", "pocket used", "pocket nothing",
    "pocket clear", "pocket recent", "pocket empty", "pocket back",
)  # fmt: skip
_WORDINGS = {"official": "pocket official", "copy": "pocket copy", "plain": "pocket plain"}


def pocket_book(library: Lookup, editions: Sequence[Edition], today: date) -> str:
    """Return the pocket book of the given editions, each of another book, as HTML; the first is shown first."""
    captions = captions_in(library.lang)
    words = {key.split()[1]: captions[key] for key in _CAPTIONS}  # `copy` of "pocket copy citation"
    first, *others = editions
    pages = [_BookPage(library, first, ""), *(_BookPage(library, other, f"{other.slug}:") for other in others)]
    style = _file("pocket.css")
    script = _file("search.js") + _file("pocket.js")
    data = {"captions": words, "books": [page.data() for page in pages]}
    options = "".join(f'<option value="{escape(page.slug)}">{escape(page.title)}</option>' for page in pages)
    switch = f'<select id="book" aria-label="{escape(captions["pocket book"])}" disabled>{options}</select>\n'
    return Template(_file("pocket.html")).substitute(
        lang=escape(pages[0].language),
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        title=escape(" · ".join(page.title for page in pages)),
        switch=switch if len(pages) > 1 else "",
        sources="\n".join(_source(page, today, captions) for page in pages),
        books="\n".join(page.html(captions) for page in pages),
        data=json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        bar=escape(captions["pocket bar"]),
        **{name: escape(words[name]) for name in ("search", "contents", "case", "rule")},
    )


def _file(name: str) -> str:
    """Return the text of a file beside this module."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """Return the hash by which the policy of the page allows a style or a script."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _source(page: _BookPage, today: date, captions: Mapping[str, str]) -> str:
    """Return the line that is on every screen: the edition, whose words they are, and when the page was made."""
    edition = captions["no date"] if page.edition.name == UNDATED else page.edition.name
    parts = [edition, *page.wordings(captions), captions["pocket made"].format(today), *page.cautions]
    about = escape(" · ".join(parts))
    return f'<div class="source" data-book="{escape(page.slug)}"><h1>{escape(page.title)}</h1> {about}</div>'


class _BookPage:
    """One book on the page. `prefix` is written before the numbers of its rows to make them unique on the page."""

    def __init__(self, library: Lookup, edition: Edition, prefix: str) -> None:
        self.edition = edition
        self.lang = library.lang
        self.slug = edition.slug
        self.title = library.title_of(edition)
        self.prefix = prefix
        self.rules = [library.compose(RowRef(edition, entry)) for entry in edition.entries()]
        self.numbers = {rule.number for rule in self.rules}
        first = next((rule for rule in self.rules if rule.text), None)
        is_restated = first is not None and first.wording == "plain"
        self.language = (first.plain_language if first and is_restated else "") or edition.about["language"]
        info = library.installed.info(edition.slug)
        names = (*info.documents, *info.called) if info else ()
        self.name = names[0] if names else ""

    @cached_property
    def cautions(self) -> list[str]:
        """The caution about the whole book, in a list; empty if there is none, or if rules have different cautions."""
        cautions = {self._in_language(rule.caution) for rule in self.rules}
        return list(filter(None, cautions)) if len(cautions) == 1 else []

    def wordings(self, captions: Mapping[str, str]) -> list[str]:
        """Return whose words the rules are: for each wording of a rule a caption."""
        wordings = {rule.wording: "copy" if rule.is_copy else rule.wording for rule in self.rules if rule.wording}
        return [captions[_WORDINGS[wording]] for wording in sorted(wordings.values())]

    def data(self) -> dict[str, object]:
        """Return what the script needs to know of the book, as plain values."""
        edition = "" if self.edition.name == UNDATED else self.edition.name
        about = {"slug": self.slug, "prefix": self.prefix, "title": self.title, "edition": edition, "name": self.name}
        places: dict[str | None, int] = {rule.number: place for place, rule in enumerate(self.rules, 1)}
        parents = [places.get(rule.parent, 0) for rule in self.rules]
        return {**about, "search": {**search_data(self.edition), "parents": parents}}

    def html(self, captions: Mapping[str, str]) -> str:
        """Return the contents and all rows of the book as HTML."""
        depths: dict[str, int] = {}  # how many headings each row is under
        depths_below: dict[str | None, int] = {}  # the same of the rows right below it
        chapters: list[str] = []  # for each row, the number of the last row at the top of the tree
        for rule in self.rules:
            depths[rule.number] = depths_below.get(rule.parent, 0)
            depths_below[rule.number] = depths[rule.number] + (1 if rule.kind == "heading" else 0)
            chapters.append(rule.number if rule.parent is None or not chapters else chapters[-1])
        tops = [rule for rule in self.rules if rule.title and depths[rule.number] <= 1 and rule.children]
        contents = "".join(f'<li class="d{depths[top.number]}">{self._link(top)}</li>' for top in tops)
        sections = "".join(
            f"<section>{''.join(self._row(rule, depths[rule.number], captions) for _, rule in rules)}</section>\n"
            for _, rules in groupby(zip(chapters, self.rules, strict=True), itemgetter(0))
        )
        label = escape(captions["pocket contents"])
        return (
            f'<div class="book" data-book="{escape(self.slug)}" lang="{escape(self.language)}">'
            f'<nav aria-label="{label} {escape(self.slug)}"><ol>{contents}</ol></nav>\n{sections}</div>'
        )

    def _address(self, number: str) -> str:
        return f"#{quote(self.prefix + number, safe=':.-~§')}"

    def _link(self, rule: Rule) -> str:
        return f'<a href="{self._address(rule.number)}">{_printed(rule)}{escape(rule.title or "")}</a>'

    def _row(self, rule: Rule, depth: int, captions: Mapping[str, str]) -> str:
        number = f'<a class="n" href="{self._address(rule.number)}">{_printed(rule).rstrip() or "¶"}</a>'
        title = escape(rule.title or "")
        if rule.kind == "heading":
            level = min(depth + 2, _DEEPEST)
            first = f"<h{level}>{number} {title}</h{level}>"
        else:
            first = f"{number}<b>{title}</b>" if title else number
        own_caution = [rule.caution] if rule.caution and not self.cautions else []
        parts = [
            first,
            *(f"<p>{text}</p>" for text in self._linked(rule.text or "", rule.references).split("\n") if text),
            *self._paragraphs(rule.examples, "e", captions["example"], rule.references),
            *self._paragraphs(rule.notes, "k", captions["note"], rule.references),
            *self._paragraphs((" ".join(filter(None, each)) for each in rule.penalty), "k", captions["penalty"], ()),
            *self._paragraphs((note for _, note in rule.conflicts), "w", captions["conflict"].format(""), ()),
            *self._paragraphs(map(self._in_language, own_caution), "w", captions["caution"].format(""), ()),
        ]
        return f'<div class="r" id="{escape(self.prefix + rule.number)}">{"".join(parts)}</div>\n'

    def _in_language(self, words: object) -> str:
        return in_language(words, self.lang)

    def _paragraphs(
        self, texts: Iterable[str], css_class: str, label: str, references: Sequence[Reference]
    ) -> Iterator[str]:
        for text in texts:
            yield f'<p class="{css_class}"><i>{escape(label)}</i>{self._linked(text, references)}</p>'

    def _linked(self, text: str, references: Sequence[Reference]) -> str:
        """Return a text as HTML, with its references as links. `references` are in the order of the text."""
        html, end = "", 0
        for reference in references:
            start = text.find(reference.printed, end)
            if start < 0 or reference.target not in self.numbers:
                continue
            link = f'<a href="{self._address(reference.target)}">{escape(reference.printed, quote=False)}</a>'
            html += escape(text[end:start], quote=False) + link
            end = start + len(reference.printed)
        return html + escape(text[end:], quote=False)


def _printed(rule: Rule) -> str:
    """Return a rule's number and a blank; empty for a row whose number is only words, which is not printed."""
    return f"{escape(rule.number)} " if any(map(str.isdigit, rule.number)) else ""
