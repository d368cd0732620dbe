"""The library's pages and JSON: installed books, imports, downloads, anomalies, the doctor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rules_cli.captions import translated
from rules_cli.render import as_json
from rules_cli.render.language import say
from rules_cli.render.page import Page, Span, Style
from rules_cli.text import number_of, shorten

if TYPE_CHECKING:
    from rules_cli.cards.card_list import ListInfo
    from rules_cli.doctor import Health
    from rules_cli.history.summary import EditionNews
    from rules_cli.model import Anomaly
    from rules_cli.parse.health import Fault
    from rules_cli.parse.survey import RowReason
    from rules_cli.sources.fetching import Fetched
    from rules_cli.sources.importing import Imported
    from rules_cli.store.book_info import BookInfo
    from rules_cli.store.edition import Edition

_MOST_READ = 8  # rules with news, of those that were read: as many as fit on a line


def installed(
    editions: Iterable[tuple[Edition, BookInfo | None, bool]], card_lists: Iterable[ListInfo], whole: bool = False
) -> Page:
    """Return the editions below the title of their book, then the imported card lists. A `whole` page also says what an
    edition that ships covers of the official book, and how to get the rest."""
    page, last_book = Page(), ("", "")
    for edition, info, official in editions:
        book = edition.slug, edition.about["title"]
        is_first_of_book = book != last_book
        if is_first_of_book:
            _add_book(page, *book)
        last_book = book
        origin = say("ships with rules") if edition.shipped else say("imported by you", words_of(official))
        count = say("rules", f"{int(edition.about['rules']):,}")
        page.add(Span(f"{edition.slug}@{edition.name}", "id"), f"  {count}, {origin}", indent=2, hanging=2)
        if not (edition.shipped and info):
            continue
        if whole:
            page.add(say("covers", translated(info.covers, info.covers_other)), indent=4)
            page.add(Span.of(translated(info.more, info.more_other), "quiet"), indent=4)
        if info.caution and (whole or is_first_of_book):
            page.add(Span(say("caution", translated(info.caution, info.caution_other)), "bad"), indent=4)
    for cards in card_lists:
        _add_book(page, cards.book, say("card list"))
        page.add(say("imported by you", say("names from", f"{cards.names:,}", cards.source)), indent=2)
    return page


def _add_book(page: Page, name: str, title: str) -> None:
    page.add(Span(name, "id"), Span(f"  {title}", "title"), hanging=2)


def obtainable(page: Page, infos: Sequence[BookInfo]) -> None:
    """Add a line with the books that are not installed, if any, and one with the command that says more of a book."""
    page.gap()
    if infos:
        page.add(f"{say('not installed')}: ", Span(", ".join(info.slug for info in infos), "id"), hanging=2)
    page.add(Span(say("about a book"), "quiet"), hanging=2)


def obtainable_json(info: BookInfo) -> dict[str, Any]:
    """Return a book that is not installed as JSON."""
    return {"book": info.slug, "edition": None, "title": info.title, "language": info.language, "more": info.more}


def how_to_look_up(page: Page, edition: Edition, name: str, term: str) -> None:
    """Add the commands that look a book up by its `name`, with one of its rules and a term, which may be empty."""
    groups = zip(edition.entries(), edition.groups(), strict=True)
    numbers = (str(entry.row.number) for entry, group in groups if group == "rule")
    number = next((number for number in numbers if any(map(str.isdigit, number))), "")
    commands = [f"rules {name} {number}"] if number else []
    commands += [f"rules term {term} -b {name}"] if term else []
    page.gap()
    page.add(Span(say("look it up"), "label"))
    for command in (*commands, f"rules {name} {say('words to type')}", f"rules tree {name}"):
        page.add(command, indent=2)


def words_of(official: bool) -> str:
    """Return what the words of an imported book are: official, or not recognised."""
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
        "wording": edition.wording,
        "official": official,
        "covers": info.covers if edition.shipped and info else "",
    }


# Complexity: one line of the report for each thing that may be told.
def imported(read: Imported, news: EditionNews | None = None) -> Page:
    """Return what an import read, decided and did, and the news since the edition before."""
    page, book = Page(), read.book
    name = f"{book.slug}@{book.edition}"

    def tell(key: str, *words: object, style: Style = "note") -> None:
        page.add(Span(say(key, *words), style), indent=2)

    if read.status == "unchanged":
        page.add(Span(name, "id"), say("nothing to do"))
        return page
    if read.faults:
        page.add(Span(say("this looks wrong", looks_wrong(read.faults)), "note"))
    groups = Counter(book.groups())
    counts = {"rules": groups["rule"], "headings": groups["heading"]}
    counts["of examples"] = sum(len(row.words.examples) for row in book.rows)
    counts |= {"of terms": groups["glossary"]} if groups["glossary"] else {}
    page.add(Span(name, "id"), f"  {', '.join(say(key, f'{count:,}') for key, count in counts.items())}")
    if read.status != "installed":
        tell("rules before", say("rules", f"{read.rules_before:,}"), read.status, style="")
    if news:
        page.add(*_news(news, book.slug), indent=2)
    tell("edition from", book.edition, say(f"from {read.edition_from}"), style="quiet")
    tell("whose words", words_of(read.official), style="quiet")
    for key, word in (
        ("encoding", ", ".join(sorted({each.encoding for each in read.documents} - {""}))),
        ("titles of another", read.other.slug if read.other else ""),
        ("in name", read.in_name),
    ):
        if word:
            tell(key, word)
    for decision in read.decisions:
        page.add(Span(decision, "quiet"), indent=2)
    anomalies = Counter(anomaly.kind for anomaly in book.anomalies)
    for kind, count in anomalies.items():
        tell(f"found {kind}", f"{count:,}")
    if book.skipped:
        tell("skipped", f"{len(book.skipped):,}", style="quiet")
    if anomalies:
        tell("details", name, style="quiet")
    return page


def _news(news: EditionNews, slug: str) -> Iterator[str | Span]:
    """Yield the parts of the line about what is new in an edition, with the changed rules that the user has read."""
    counts = {"added": news.added, "removed": news.removed, "changed": news.changed}
    yield say("news", news.before, ", ".join(say(f"counted {kind}", count) for kind, count in counts.items()))
    if news.read:
        more = len(news.read) - _MOST_READ
        shown = ", ".join(news.read[:_MOST_READ])
        yield Span(say("news read", shown if more <= 0 else say("and more", shown, more)), "note")
    yield Span(f" (rules diff {slug})", "quiet")


def looks_wrong(faults: Sequence[Fault]) -> str:
    """Return in words what looks wrong with how a book was read."""
    return "; ".join(map(_fault, faults))


def _fault(fault: Fault) -> str:
    """Return what looks wrong, and in which lines."""
    what = say(f"looks wrong {fault.kind}", f"{fault.share:.0%}", fault.number)
    if not fault.lines:
        return what
    return say("looks wrong at", what, fault.lines[0], fault.source, shorten(fault.example))


def imported_json(read: Imported, news: EditionNews | None = None) -> dict[str, Any]:
    """Return what an import read, decided and did as JSON, with all anomalies and dropped lines."""
    faults = [
        {"kind": each.kind, "share": round(each.share, 3), "number": each.number, "file": each.source}
        | {"lines": list(each.lines)}
        for each in read.faults
    ]
    decided = {"official": read.official, "status": read.status, "looks_wrong": faults}
    return {**as_json.imported(read.book), **decided, "news": news._asdict() if news else None}


def reasons(found: Sequence[RowReason], line: int) -> Page:
    """Return why a line is a row or not, for each number that it may begin with: how much each of its features adds."""
    page = Page()
    if not found:
        page.add(f"line {line} begins with no number")
    for reason in found:
        decision = f"a row ({reason.how})" if reason.how else "no row"
        total = sum(weight for _, weight in reason.adds)
        page.add(Span(reason.number, "id"), f"  {shorten(reason.text)}  {decision}: {total:+.1f}")
        page.add(Span(", ".join(f"{name} {weight:+.1f}" for name, weight in reason.adds), "quiet"), indent=2)
    return page


_FETCHED = {
    "newest": ("you have the newest: ", ""),
    "newer": ("there is a newer one: ", " (without --check it is installed)"),
    "changed": ("the publisher has changed the words of ", " (--replace takes the new ones)"),
}


def fetched(found: Fetched, news: EditionNews | None = None) -> Page:
    """Return what a download installed, or whether there is a newer edition; then the addresses."""
    book = Span(f"{found.book.slug}@{found.book.edition}", "id")
    page = imported(found.read, news) if found.status == "installed" else Page()
    if found.status in _FETCHED:
        before, after = _FETCHED[found.status]
        page.add(before, book, after)
    for address in found.addresses:
        page.add(Span(f"from {address}", "quiet"), indent=2)
    return page


def fetched_json(found: Fetched, news: EditionNews | None = None) -> dict[str, Any]:
    """Return the JSON of an import, and in `fetched` where it came from."""
    origin = {"status": found.status, "addresses": found.addresses}
    return {**as_json.imported(found.book), "fetched": origin, "news": news._asdict() if news else None}


def anomalies(found: Sequence[Anomaly], name: str) -> Page:
    """Return the anomalies of a source, a line each, then how many they are."""
    page = Page()
    for anomaly in found:
        place = f"{anomaly.source}:{anomaly.line}" if anomaly.line else anomaly.source
        kind, number = Span(anomaly.kind, "note"), Span(f"  {anomaly.number or ''}", "id")
        page.add(Span(f"{place}  ", "quiet"), kind, number, Span(f"  {anomaly.detail}"), hanging=2)
    page.add(Span(f"{name}: {number_of(len(found), 'anomaly') if found else 'no anomalies'}", "quiet"))
    return page


def health(found: Health) -> Page:
    """Return each problem with what to do, how many they are, and how much was checked."""
    page = Page()
    for finding in found.findings:
        page.add(Span(finding.where, "id"), f"  {finding.wrong}")
        page.add(Span(finding.do, "note"), indent=2)
    page.gap()
    count = len(found.findings)
    page.add(Span("no problems", "good") if found.is_well else Span(f"problems for you to fix: {count}", "bad"))
    checked = (number_of(count, plural.removesuffix("s")) for plural, count in found.looked_at.items())
    emptied = "; the cache was emptied, and the next answers build it again" * bool(found.looked_at["indexes"])
    page.add(Span(f"checked {', '.join(checked)}{emptied}", "quiet"))
    return page


def health_json(found: Health) -> dict[str, Any]:
    """Return the health of the library as JSON."""
    return {"well": found.is_well, "findings": list(map(asdict, found.findings)), "looked_at": dict(found.looked_at)}
