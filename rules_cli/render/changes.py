"""Changes between editions as pages: each rule with its numbers, what changed, and the words that differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING
from urllib.parse import quote

from rules_cli.history.text_diff import Piece, readable
from rules_cli.render.language import say, say_word
from rules_cli.render.page import SECTION, Page, Span, Style
from rules_cli.render.rules import date_named, edition_named, foot
from rules_cli.text import first_words

if TYPE_CHECKING:
    from rules_cli.history.diff import Diff, RuleChange
    from rules_cli.history.text_diff import Differences
    from rules_cli.history.trace import Trace, TraceStep
    from rules_cli.model import Row

_STEP = 2
_LONG = 40  # words in a row that did not change: of more, only the ends are shown
_ENDS = 15  # words at either end, enough to find the sentence in the book
_RUN = 3  # rules renumbered in a row: two lines are as short as one for both
_MOST_LINES = 28  # of what changed in a rule: the page has 40 with the rule itself and its foot
_SHORT = 8  # of these, the last ones are of editions without the words that they changed
_SNIPPET = 70  # characters of a rule that only moved: with its numbers, some 80 columns
_ALONE: dict[str, Style] = {"old": "bad", "new": "good", "same": "text"}
_COMPARED: dict[str, Style] = {"old": "old", "new": "new", "same": "text"}


# Complexity: each line above the changes may be missing.
def diff(found: Diff) -> Page:
    """Return the changes between two editions, rule by rule; a summary has new rules, removed rules, other changes.

    Each change has its newer number as its anchor, `a-` and the older one if it is gone.
    """
    page = Page()
    # a shipped edition may have the name of an imported one
    a, b = (say("shipped", edition.name) if edition.shipped else edition.name for edition in (found.a, found.b))
    page.head(Span(f"{found.a.slug} {a} → {b}", "title"), level=1)
    counts = ", ".join(say(f"counted {kind}", count) for kind, count in found.counts.items())
    lines = [counts or say("no differences"), *([] if found.worded else [say("fingerprints only")])]
    stale = {"name another": len(found.reused), "are gone": len(found.gone)}
    if parts := [say(key, count) for key, count in stale.items() if count]:
        lines.append(say("of the older numbers", say("both").join(parts)))
    lines += [say("retyped", say("other rules", f"{found.retyped:,}"))] if found.retyped else []
    for line in lines:
        page.add(Span(line, "note"))
    group = _group if found.is_summary else attrgetter("headings")
    for at, (headings, changes) in enumerate(groupby(found.changes, group), 1):
        page.gap()
        if headings:
            page.head(*(Span(each, "quiet") for each in headings), level=SECTION, anchor=f"s{at}")
        for run in ([each] for each in changes) if found.is_summary else _runs(changes):
            _add_run(page, run, found.is_summary)
    if found.left_out:
        page.gap()
        page.add(Span(say("left out", f"{found.left_out:,}"), "quiet"))
    return page


def _group(change: RuleChange) -> tuple[str, ...]:
    return (say(f"summary {change.kinds[0] if change.kinds[0] in ('added', 'removed') else 'changed'}"),)


def _runs(changes: Iterable[RuleChange]) -> Iterator[list[RuleChange]]:
    """Yield changes; in one list rules renumbered in a row, which are equally far from their places in print."""

    def shift(each: tuple[int, RuleChange]) -> tuple[int, int] | None:
        position, change = each
        a, b = change.places
        if a is None or b is None or change.kinds != ("renumbered",) or not change.link.sure:
            return None
        return a - position, b - position

    for same, group in groupby(enumerate(changes), key=shift):
        run = [change for _, change in group]
        yield from [run] if same and len(run) >= _RUN else ([change] for change in run)


# Complexity: a rule that is new, gone or changed, whole or in a summary.
def _add_run(page: Page, run: Sequence[RuleChange], is_summary: bool) -> None:
    """Add one change, or rules renumbered in a row: the numbers, the kinds of change, and the words; of a rule that is
    new or gone without its title, which is in its label, and in a summary none."""
    change, link = run[0], run[0].link
    anchor = quote(link.b[0] if link.b else f"a-{link.a[0]}")
    if len(run) > 1:
        last = run[-1].link
        numbers = f"{link.a[0]} … {last.a[0]} → {link.b[0]} … {last.b[0]}"
        many = Span(f"  {say('rules renumbered', f'{len(run):,}')}", "note")
        page.head(Span(numbers, "id"), many, level=3, anchor=anchor)
        return
    is_alone = not (change.a and change.b)
    kinds = _named(change.kinds) + (say("and below", change.below) if change.below else "")
    if not link.sure:
        kinds = f"{say('perhaps')} ({link.confidence:.2f}): {kinds}"
    style: Style = "good" if change.kinds[0] == "added" else "bad" if change.kinds[0] == "removed" else "note"
    start = _beginning(change, is_alone, is_summary)
    quiet = [Span(f"  {start}", "quiet")] if start else []
    label = Span(_label(change, is_alone), "id")
    page.head(label, Span(f"  {kinds}", style), *quiet, hanging=4, level=3, anchor=anchor)
    if not (is_alone and is_summary):
        words = change.words._replace(title=()) if is_alone else change.words
        for name, pieces in _changed_texts(words):
            _add_pieces(page, pieces, name, compared=not is_alone)


def _label(change: RuleChange, is_alone: bool) -> str:
    def name(row: Row) -> str:
        return f"{row.number} “{row.title}”" if row.title and (is_alone or row.kind != "heading") else row.number

    a, b = (" + ".join(map(name, rows)) for rows in (change.a, change.b))
    return f"{a} → {b}" if a and b and a != b else b or a


def _named(kinds: Iterable[str]) -> str:
    return ", ".join(say_word(kind) for kind in kinds)


def _beginning(change: RuleChange, is_alone: bool, is_summary: bool) -> str:
    """Return the first words of a rule whose title and text are not shown; nothing of others."""
    row = (change.b or change.a)[0]
    is_shown = not is_alone and any(piece.op != "same" for piece in (*change.words.title, *change.words.text))
    if is_shown or (is_alone and (row.title or not is_summary)):
        return ""
    return first_words(" ".join((row.title or row.words.text or "").split()), _SNIPPET)


def _changed_texts(words: Differences) -> Iterator[tuple[str, Sequence[Piece]]]:
    found = [("", words.title), ("", words.text)]
    found += [(say("example"), each) for each in words.examples]
    found += [(say("note"), each) for each in words.notes]
    found += [(say("link to"), each) for each in words.link_texts()]
    yield from ((name, pieces) for name, pieces in found if any(piece.op != "same" for piece in pieces))


def _add_pieces(page: Page, pieces: Sequence[Piece], name: str, compared: bool = True) -> None:
    spans = [Span(name, "label")] if name else []
    for line in _paragraphs(pieces, _COMPARED if compared else _ALONE):
        page.add(*spans, *line, indent=2 * _STEP)
        spans = []


def _paragraphs(pieces: Iterable[Piece], styles: Mapping[str, Style]) -> list[list[Span]]:
    """Return a text in paragraphs, those folded that are not next to a change."""
    lines: list[list[Piece]] = [[]]
    for piece in readable(pieces):
        first, *others = piece.text.split("\n")
        lines[-1].append(piece._replace(text=first))
        lines += [[piece._replace(text=text)] for text in others]
    differs = [any(piece.op != "same" for piece in line) for line in lines]
    shown: list[list[Span]] = []
    for is_near, group in groupby(enumerate(lines), lambda each: any(differs[max(0, each[0] - 1) : each[0] + 2])):
        near = [[span for piece in line for span in _spans(piece, styles)] for _, line in group]
        folded = "\n".join("".join(span.text for span in spans) for spans in near)
        shown += near if is_near else [[Span(folded, "folded")]]
    return shown


def _spans(piece: Piece, styles: Mapping[str, Style]) -> Iterator[Span]:
    """Yield a piece; the middle is folded if it is long and did not change."""
    words = piece.text.split(" ")
    if piece.op != "same" or len(words) <= _LONG:
        yield Span(piece.text, styles[piece.op])
        return
    yield Span(f"{' '.join(words[:_ENDS])} ", "text")
    yield Span(" ".join(words[_ENDS:-_ENDS]), "folded")
    yield Span(f" {' '.join(words[-_ENDS:])}", "text")


# Complexity: each line about when the rule was there may be missing.
def trace(found: Trace, only: TraceStep | None = None) -> Page:
    """Return a rule as it is in its newest edition, whole, then what each edition changed, the newest first; or the
    rule in one edition."""
    page, shown, asked = Page(), only or found.steps[-1], found.asked
    page.add(Span(asked.id, "id"), Span("  " + say("traced", edition_named(asked.edition.name)), "quiet"))
    page.gap()
    _add_name(page, shown)
    page.add(Span(" › ".join(shown.headings), "quiet"), indent=_STEP)
    page.block(shown.rule.text or shown.rule.title or "", indent=2 * _STEP)
    if not only and len(found.steps) > 1:
        page.gap()
        _add_steps(page, found.steps)
    page.gap()
    first, last = (date_named(step.edition.name) for step in (found.steps[0], found.steps[-1]))
    when = [say("first in", first, found.before.name) if found.before else say("already in", first)]
    when += [say("not in", ", ".join(edition.name for edition in found.between))] if found.between else []
    when.append(say("gone in", found.gone.name, last) if found.gone else say("still in", last))
    for line in when:
        page.add(Span(line, "quiet"))
    if found.others:
        oldest, newest, count = found.others[0], found.others[-1], len(found.others)
        where = newest.name if count == 1 else say("editions from", count, oldest.name, newest.name)
        another = say("number of another", asked.number, where)
        page.add(Span(f"{another}: rules trace {newest!r}:{asked.number}", "note"))
    foot(page, [shown.rule])
    return page


def _add_name(page: Page, step: TraceStep, *more: Span) -> None:
    """Add the edition of a step and the numbers of the rule there, with its title if it has one."""
    also = [number for number in (step.since.b if step.since else ()) if number != step.place.number]
    own = f"{step.place.number} “{step.rule.title}”" if step.rule.title else step.place.number
    page.add(Span(f"{date_named(step.edition.name)}  ", "title"), Span(" + ".join([own, *also]), "id"), *more)


def _add_steps(page: Page, steps: Sequence[TraceStep]) -> None:
    """Add the words that each edition changed, the newest first, and a line for each run of editions without a change.

    A page has `_MOST_LINES`; of older editions, only their number.
    """
    most = len(page.lines) + _MOST_LINES
    older = {step.edition.path: before for before, step in pairwise(steps)}
    for is_same, group in groupby(reversed(steps), key=lambda step: step.since and not step.since.kinds):
        run = list(group)
        if is_same:
            names = " … ".join(dict.fromkeys(date_named(step.edition.name) for step in (run[-1], run[0])))
            many = say("unchanged") if len(run) == 1 else say("unchanged in", len(run))
            page.add(Span(f"{names}  ", "quiet"), Span(run[0].place.number, "id"), Span(f"  {many}", "quiet"))
            continue
        for step in run:
            if len(page.lines) >= most and step is not steps[0]:
                left = sum(bool(each.since and each.since.kinds) for each in steps[: steps.index(step) + 1])
                page.add(Span(say("earlier changes", left), "quiet"))
                return
            _add_step(page, step, older.get(step.edition.path), is_short=len(page.lines) >= most - _SHORT)


def _add_step(page: Page, step: TraceStep, before: TraceStep | None, is_short: bool) -> None:
    since = [] if step.sure else [say("perhaps")]
    since += [_named(step.since.kinds) or say("unchanged")] if step.since else []
    _add_name(page, step, Span(f"  {'; '.join(since)}", "note"))
    if step.since is None or is_short:
        return
    if before and step.headings != before.headings:
        page.add(Span(" › ".join(step.headings), "quiet"), indent=_STEP)
    changed = list(_changed_texts(step.words))
    for name, pieces in changed:
        _add_pieces(page, pieces, name)
    if not changed and len(step.since.a + step.since.b) > 2:  # the parts of one that split or merged
        page.block("".join(piece.text for piece in step.words.text), indent=2 * _STEP)
