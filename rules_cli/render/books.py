"""The library's pages and JSON: installed books, imports, downloads, anomalies, the doctor."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rules_cli.captions import translated
from rules_cli.render import as_json
from rules_cli.render.language import say
from rules_cli.render.page import Page, Span
from rules_cli.text import number_of, shorten

if TYPE_CHECKING:
    from rules_cli.cards.card_list import ListInfo
    from rules_cli.doctor import Health
    from rules_cli.history.news import EditionNews
    from rules_cli.model import Anomaly, Book
    from rules_cli.parse.readings import Fault
    from rules_cli.parse.survey import RowReason
    from rules_cli.sources.fetching import Fetched
    from rules_cli.sources.importing import Imported
    from rules_cli.store.book_info import BookInfo
    from rules_cli.store.edition import Edition

_MOST_READ = 8  # rules with news, of those that were read: as many as fit on a line
_EDITION_FROM = {
    "you": "as you named it",
    "the text": "from the text",
    "the file's name": "from the file's name; the text states none",
    "the library": "the one that you have",
    "nothing": "no date in the text, no date or version in the file's name; name it with --edition",
}


def installed(editions: Iterable[tuple[Edition, BookInfo | None, bool]], card_lists: Iterable[ListInfo]) -> Page:
    """Return each edition with what it covers and how to get the rest, then the imported card lists."""
    page = Page()
    for edition, info, official in editions:
        words = say("ships with rules") if edition.shipped else say("imported by you", words_of(official))
        count = say("rules", f"{int(edition.about['rules']):,}")
        _add_book(page, f"{edition.slug}@{edition.name}", edition.about["title"], f"{count}, {words}")
        if edition.shipped and info:
            page.add(say("covers", translated(info.covers, info.covers_other)), indent=2)
            page.add(Span.of(translated(info.more, info.more_other), "quiet"), indent=2)
            if info.caution:
                page.add(Span(say("caution", translated(info.caution, info.caution_other)), "bad"), indent=2)
    for cards in card_lists:
        words = say("names from", f"{cards.names:,}", cards.source)
        _add_book(page, cards.book, say("card list"), say("imported by you", words))
    return page


def _add_book(page: Page, name: str, title: str, words: str) -> None:
    page.gap()
    page.add(Span(name, "id"), Span(f"  {title}", "title"))
    page.add(words, indent=2)


def obtainable(page: Page, infos: Iterable[BookInfo]) -> None:
    """Add the books that are not installed, and the command that gets each."""
    for info in infos:
        _add_book(page, info.slug, info.title, say("not installed"))
        page.add(Span.of(translated(info.more, info.more_other), "quiet"), indent=2)


def obtainable_json(info: BookInfo) -> dict[str, Any]:
    """Return a book that is not installed as JSON."""
    return {"book": info.slug, "edition": None, "title": info.title, "language": info.language, "more": info.more}


def how_to_look_up(page: Page, edition: Edition, name: str, term: str) -> None:
    """Add the commands that look a book up by its `name`, with one of its rules and one of its terms."""
    groups = zip(edition.entries(), edition.groups(), strict=True)
    numbers = (str(entry.row.number) for entry, group in groups if group == "rule")
    number = next((each for each in numbers if any(map(str.isdigit, each))), "")
    ways = [f"rules {name} {number}"] * bool(number) + [f"rules term {term} -b {name}"] * bool(term)
    page.gap()
    page.add(Span(say("look it up"), "label"))
    for way in (*ways, f"rules {name} {say('words to type')}", f"rules tree {name}"):
        page.add(way, indent=2)


def words_of(official: bool) -> str:
    """Return how the words of an imported book are called."""
    return say("official" if official else "not recognised")


def installed_json(edition: Edition, info: BookInfo | None, official: bool) -> dict[str, Any]:
    """Return one edition as JSON."""
    about = edition.about
    return {
        "book": edition.slug,
        "edition": edition.name,
        "title": about["title"],
        "language": about["language"],
        "restated_in": about["languages"].split(),
        "rules": int(about["rules"]),
        "headings": int(about["headings"]),
        "ships": edition.shipped,
        "wording": "plain" if edition.shipped else "official",
        "official": official,
        "covers": info.covers if edition.shipped and info else "",
    }


# Complexity: one line of the report for each thing that may be told.
def imported(read: Imported, news: EditionNews | None = None) -> Page:
    """Return what an import read, decided and did, and the news since the edition before."""
    page, book = Page(), read.book
    name = f"{book.slug}@{book.edition}"
    if read.status == "unchanged":
        page.add(Span(name, "id"), " is installed already with these words: nothing to do")
        return page
    if read.faults:
        page.add(Span(f"this looks wrong: {looks_wrong(read.faults)}", "note"))
    page.add(Span(name, "id"), Span(f"  {', '.join(_counts(book))}"))
    if read.status != "installed":
        page.add(f"{read.status}: {number_of(read.rules_before, 'rule')} before", indent=2)
    if news:
        page.add(*_news(news, book.slug), indent=2)
    page.add(Span(f"edition: {book.edition} ({_EDITION_FROM[read.edition_from]})", "quiet"), indent=2)
    page.add(Span(f"words: {words_of(read.official)}", "quiet"), indent=2)
    if encodings := ", ".join(sorted({each.encoding for each in read.documents} - {""})):
        page.add(
            Span(f"encoding: {encodings} (worked out from the letters; --encoding names another)", "note"), indent=2
        )
    if read.other:
        known = f"it has the title or the section titles of {read.other.title}: rules import … --book {read.other.slug}"
        page.add(Span(known, "note"), indent=2)
    if read.in_name:
        page.add(Span(f"the file's name says {read.in_name}, but the edition above was used", "note"), indent=2)
    for decision in read.decisions:
        page.add(Span(decision, "quiet"), indent=2)
    anomalies = Counter(anomaly.kind for anomaly in book.anomalies)
    for kind, count in anomalies.items():
        page.add(Span(_in_words(kind, count), "note"), indent=2)
    if book.skipped:
        skipped = f"skipped {number_of(len(book.skipped), 'line')} (headers, credits); --json lists them"
        page.add(Span(skipped, "quiet"), indent=2)
    if anomalies:
        page.add(Span(f"details: rules lint {name}", "quiet"), indent=2)
    return page


def _news(news: EditionNews, slug: str) -> Iterator[str | Span]:
    yield f"since {news.before}: {number_of(news.reworded, 'rule')} reworded, {news.added:,} new, {news.removed:,} gone"
    if news.read:
        shown, more = ", ".join(news.read[:_MOST_READ]), len(news.read) - _MOST_READ
        yield Span(f"; of those that you read: {shown}{f' and {more} more' if more > 0 else ''}", "note")
    yield Span(f" (rules diff {slug})", "quiet")


_LOOKS_WRONG = {
    "row": "{share} of the words are in one row, {number}",
    "bare": "{share} of the rows are headings with nothing under them, like a table of contents",
    "again": "{share} of the rows have a number that was printed before",
    "outside": "{share} of the lines that begin with a number are not read as rules",
    "lost": "{share} of the words are in no row",
}


def looks_wrong(faults: Sequence[Fault]) -> str:
    """Return in words what looks wrong with how a book was read."""
    return "; ".join(_LOOKS_WRONG[each.kind].format(share=f"{each.share:.0%}", number=each.number) for each in faults)


def _counts(book: Book) -> list[str]:
    groups = Counter(book.groups())
    counts = [(groups["rule"], "rule"), (groups["heading"], "heading")]
    counts += [(sum(len(row.words.examples) for row in book.rows), "example")]
    counts += [(groups["glossary"], "term")] if groups["glossary"] else []
    return [number_of(count, name) for count, name in counts]


_IN_WORDS = {
    "duplicate-number": "{rule} whose number was printed before",
    "number-outside-parent": "{rule} printed in a section of another number",
    "missing-parent": "{rule} whose parent is not printed",
    "numbers-restart": "{part} whose numbers begin again",
    "leading-fragment": "introduction kept as text",
    "number-gap": "{gap} in the numbers",
    "dangling-reference": "{reference} to a rule that does not exist",
    "displaced-text": "{line} out of place",
    "penalty-differs": "{penalty} unlike the document's own table",
}
"""The words of an import for each kind of anomaly; the word in brackets is counted."""


def _in_words(kind: str, count: int) -> str:
    """Return how often an anomaly was found: `1 reference to a rule that does not exist`."""
    words = _IN_WORDS.get(kind, "{" + kind + "}")
    return re.sub(r"\{([^{}]+)\}", lambda counted: number_of(count, counted[1]), words)


def imported_json(read: Imported, news: EditionNews | None = None) -> dict[str, Any]:
    """Return the same as JSON, with all anomalies and dropped lines."""
    wrong = [{"kind": fault.kind, "share": round(fault.share, 3), "number": fault.number} for fault in read.faults]
    return {
        **as_json.imported(read.book),
        "official": read.official,
        "status": read.status,
        "looks_wrong": wrong,
    } | _news_json(news)


def _news_json(news: EditionNews | None) -> dict[str, Any]:
    return {"news": news._asdict() if news else None}


def reasons(found: Sequence[RowReason], line: int) -> Page:
    """Return why a line is a row or not: how much each of its features adds."""
    page = Page()
    if not found:
        page.add(f"line {line} begins with no number")
    for reason in found:
        said = f"a row ({reason.how})" if reason.how else "no row"
        total = sum(weight for _, weight in reason.adds)
        page.add(Span(reason.number, "id"), f"  {shorten(reason.text)}  {said}: {total:+.1f}")
        page.add(Span(", ".join(f"{name} {weight:+.1f}" for name, weight in reason.adds), "quiet"), indent=2)
    return page


def fetched(found: Fetched, news: EditionNews | None = None) -> Page:
    """Return what a download installed, or that there is no newer edition, or that there is one."""
    book = Span(f"{found.book.slug}@{found.book.edition}", "id")
    page = imported(found.read, news) if found.status == "installed" else Page()
    if found.status == "newest":
        page.add("you have the newest: ", book)
    if found.status == "newer":
        page.add("there is a newer one: ", book, " (without --check it is installed)")
    if found.status == "changed":
        page.add("the publisher has changed the words of ", book, " (--replace takes the new ones)")
    for address in found.addresses:
        page.add(Span(f"from {address}", "quiet"), indent=2)
    return page


def fetched_json(found: Fetched, news: EditionNews | None = None) -> dict[str, Any]:
    """Return the JSON of an import, and in `fetched` where it came from."""
    return {
        **as_json.imported(found.book),
        "fetched": {"status": found.status, "addresses": found.addresses},
    } | _news_json(news)


def anomalies(found: Sequence[Anomaly], name: str) -> Page:
    """Return the anomalies of a source, a line each."""
    page = Page()
    for each in found:
        place = f"{each.source}:{each.line}" if each.line else each.source
        kind, number = Span(each.kind, "note"), Span(f"  {each.number or ''}", "id")
        page.add(Span(f"{place}  ", "quiet"), kind, number, Span(f"  {each.detail}"), hanging=2)
    page.add(Span(f"{name}: {number_of(len(found), 'anomaly') if found else 'no anomalies'}", "quiet"))
    return page


def health(found: Health) -> Page:
    """Return each problem with what to do, and the sum of them."""
    page = Page()
    for finding in found.findings:
        page.add(Span(finding.where, "id"), f"  {finding.wrong}")
        page.add(Span(finding.do, "note"), indent=2)
    page.gap()
    page.add(
        Span(
            *(("no problems", "good") if found.is_well else (f"problems for you to fix: {len(found.findings)}", "bad"))
        )
    )
    page.add(
        Span(
            f"checked {', '.join(number_of(n, what.removesuffix('s')) for what, n in found.looked_at.items())}", "quiet"
        )
    )
    return page


def health_json(found: Health) -> dict[str, Any]:
    """Return the same as JSON."""
    return {
        "well": found.is_well,
        "findings": [asdict(finding) for finding in found.findings],
        "looked_at": dict(found.looked_at),
    }
