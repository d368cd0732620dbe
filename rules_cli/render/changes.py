"""Changes between editions as pages: each rule with its numbers, what changed, and the words that differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING
from urllib.parse import quote

from rules_cli.history.text_diff import Piece, readable
from rules_cli.render.language import say, say_word
from rules_cli.render.page import SECTION, Page, Span, Style
from rules_cli.render.rules import body, date_named, edition_named, foot, heading
from rules_cli.text import first_words

if TYPE_CHECKING:
    from rules_cli.history.diff import Diff, RuleChange
    from rules_cli.history.text_diff import Differences
    from rules_cli.history.trace import Trace, TraceStep
    from rules_cli.model import Row

_STEP = 2
_LONG = 40  # words in a row that did not change: of more, only the ends are shown
_ENDS = 15  # words at either end, enough to find the sentence in the book
_LEAST_RUN = 3  # rules renumbered in a row: two have a line each, which is as short
_MOST_LINES = 28  # of what changed in a rule: the page has 40 with the rule itself and its foot
_SHORT = 8  # the last of these lines, for editions of which only the kind of change is shown
_SNIPPET = 70  # characters of a rule that only moved: with its numbers, some 80 columns
_ALONE: dict[str, Style] = {"old": "bad", "new": "good", "same": "text"}
_COMPARED: dict[str, Style] = {"old": "old", "new": "new", "same": "text"}


def diff(found: Diff) -> Page:
    """Return the changes between two editions, rule by rule; a summary has new rules, removed rules, other changes. The
    anchor of a change is its newer number; for a rule that is gone, `a-` and the older number."""
    page = Page()
    # a shipped edition may have the name of an imported one
    a, b = (say("shipped", edition.name) if edition.shipped else edition.name for edition in (found.a, found.b))
    page.head(Span(f"{found.a.slug} {a} → {b}", "title"), level=1)
    for line in _counts(found):
        page.add(Span(line, "note"))
    group = _kind_of_change if found.is_summary else attrgetter("headings")
    for number, (headings, changes) in enumerate(groupby(found.changes, group), 1):
        page.gap()
        if headings:
            page.head(*(Span(heading, "quiet") for heading in headings), level=SECTION, anchor=f"s{number}")
        for run in ([change] for change in changes) if found.is_summary else _runs(changes):
            _add_run(page, run, found.is_summary)
    if found.left_out:
        page.gap()
        page.add(Span(say("left out", f"{found.left_out:,}"), "quiet"))
    return page


def _counts(found: Diff) -> Iterator[str]:
    """Yield the lines above the changes: how many there are, and what became of the older numbers."""
    yield ", ".join(say(f"counted {kind}", count) for kind, count in found.counts.items()) or say("no differences")
    if not found.worded:
        yield say("fingerprints only")
    stale = {"name another": len(found.reused), "are gone": len(found.gone)}
    if parts := [say(key, count) for key, count in stale.items() if count]:
        yield say("of the older numbers", say("both").join(parts))
    if found.retyped:
        yield say("retyped", say("other rules", f"{found.retyped:,}"))


def _kind_of_change(change: RuleChange) -> tuple[str, ...]:
    kind = change.kinds[0] if change.kinds[0] in ("added", "removed") else "changed"
    return (say(f"summary {kind}"),)


def _runs(changes: Iterable[RuleChange]) -> Iterator[list[RuleChange]]:
    """Yield changes, each in a list; rules that were only renumbered, one after the other in both editions, in one."""

    def shift(numbered: tuple[int, RuleChange]) -> tuple[int, int] | None:
        """Return how far a rule's places are from its position: the same for each rule of a run."""
        position, change = numbered
        a, b = change.places
        if a is None or b is None or change.kinds != ("renumbered",) or not change.link.sure:
            return None
        return a - position, b - position

    for same_shift, group in groupby(enumerate(changes), key=shift):
        run = [change for _, change in group]
        if same_shift and len(run) >= _LEAST_RUN:
            yield run
        else:
            yield from ([change] for change in run)


# Complexity: a rule that is new, gone or changed, whole or in a summary.
def _add_run(page: Page, run: Sequence[RuleChange], is_summary: bool) -> None:
    """Add one change, or rules renumbered in a row: the numbers, the kinds of change, and the words that changed. The
    title of a new or removed rule is in its label; in a summary none of its words are shown."""
    change, link = run[0], run[0].link
    anchor = quote(link.b[0] if link.b else f"a-{link.a[0]}")
    if len(run) > 1:
        last = run[-1].link
        numbers = f"{link.a[0]} … {last.a[0]} → {link.b[0]} … {last.b[0]}"
        count = Span(f"  {say('rules renumbered', f'{len(run):,}')}", "note")
        page.head(Span(numbers, "id"), count, level=3, anchor=anchor)
        return
    is_new_or_gone = not (change.a and change.b)
    kinds = _in_words(change.kinds) + (say("and below", change.below) if change.below else "")
    if not link.sure:
        kinds = f"{say('perhaps')} ({link.confidence:.2f}): {kinds}"
    style: Style = "good" if change.kinds[0] == "added" else "bad" if change.kinds[0] == "removed" else "note"
    spans = [Span(_label(change, is_new_or_gone), "id"), Span(f"  {kinds}", style)]
    if beginning := _beginning(change, is_new_or_gone, is_summary):
        spans.append(Span(f"  {beginning}", "quiet"))
    page.head(*spans, hanging=4, level=3, anchor=anchor)
    if not (is_new_or_gone and is_summary):
        words = change.words._replace(title=()) if is_new_or_gone else change.words
        for name, pieces in _changed_texts(words):
            _add_pieces(page, pieces, name, _ALONE if is_new_or_gone else _COMPARED)


def _label(change: RuleChange, is_new_or_gone: bool) -> str:
    """Return the older and the newer numbers of a change, with the titles of the rules; both only if they differ."""

    def name(row: Row) -> str:
        return f"{row.number} “{row.title}”" if row.title and (is_new_or_gone or row.kind != "heading") else row.number

    a, b = (" + ".join(map(name, rows)) for rows in (change.a, change.b))
    return f"{a} → {b}" if a and b and a != b else b or a


def _in_words(kinds: Iterable[str]) -> str:
    return ", ".join(map(say_word, kinds))


def _beginning(change: RuleChange, is_new_or_gone: bool, is_summary: bool) -> str:
    """Return the first words of a rule whose title and text are not shown; empty if they are."""
    row = (change.b or change.a)[0]
    is_shown = any(piece.op != "same" for piece in (*change.words.title, *change.words.text))
    if is_new_or_gone:
        is_shown = bool(row.title) or not is_summary  # in a summary only by its title
    if is_shown:
        return ""
    return first_words(" ".join((row.title or row.words.text or "").split()), _SNIPPET)


def _changed_texts(words: Differences) -> Iterator[tuple[str, Sequence[Piece]]]:
    """Yield each text of a rule that changed, after its name, which is empty for the title and the text."""
    texts = [("", words.title), ("", words.text)]
    texts += [(say("example"), example) for example in words.examples]
    texts += [(say("note"), note) for note in words.notes]
    texts += [(say("link to"), link) for link in words.link_texts()]
    yield from ((name, pieces) for name, pieces in texts if any(piece.op != "same" for piece in pieces))


def _add_pieces(page: Page, pieces: Sequence[Piece], name: str, styles: Mapping[str, Style]) -> None:
    """Add a compared text in paragraphs; its name is before the first."""
    label = [Span(name, "label")] if name else []
    for line in _paragraphs(pieces, styles):
        page.add(*label, *line, indent=2 * _STEP)
        label = []


# Complexity: pieces become lines, and lines without a change are folded.
def _paragraphs(pieces: Iterable[Piece], styles: Mapping[str, Style]) -> list[list[Span]]:
    """Return a text in paragraphs; those that are not next to a change are folded into one."""
    lines: list[list[Piece]] = [[]]
    for piece in readable(pieces):
        first, *others = piece.text.split("\n")
        lines[-1].append(piece._replace(text=first))
        lines += [[piece._replace(text=text)] for text in others]
    differs = [any(piece.op != "same" for piece in line) for line in lines]
    is_near = [any(differs[max(0, index - 1) : index + 2]) for index in range(len(lines))]
    paragraphs: list[list[Span]] = []
    for near, group in groupby(zip(is_near, lines, strict=True), itemgetter(0)):
        shown = [[span for piece in line for span in _spans(piece, styles)] for _, line in group]
        if near:
            paragraphs += shown
        else:
            folded = "\n".join("".join(span.text for span in spans) for spans in shown)
            paragraphs.append([Span(folded, "folded")])
    return paragraphs


def _spans(piece: Piece, styles: Mapping[str, Style]) -> Iterator[Span]:
    """Yield the spans of a piece. If it is long and did not change, its middle is folded."""
    words = piece.text.split(" ")
    if piece.op != "same" or len(words) <= _LONG:
        yield Span(piece.text, styles[piece.op])
        return
    yield Span(f"{' '.join(words[:_ENDS])} ", "text")
    yield Span(" ".join(words[_ENDS:-_ENDS]), "folded")
    yield Span(f" {' '.join(words[-_ENDS:])}", "text")


# Complexity: with sub-rules or without, of one edition or of all.
def trace(found: Trace, only: TraceStep | None = None) -> Page:
    """Return a rule with its sub-rules as in its newest edition, then what each edition changed, the newest first. With
    `only`, the rule in that edition."""
    page, shown, asked = Page(), only or found.steps[-1], found.asked
    page.add(Span(asked.id, "id"), Span("  " + say("traced", edition_named(asked.edition.name)), "quiet"))
    page.gap()
    _add_name(page, shown)
    page.add(Span(" › ".join(shown.headings), "quiet"), indent=_STEP)
    if shown.rule.text or not shown.family:
        page.block(shown.rule.text or shown.rule.title or "", indent=2 * _STEP)
    for rule in shown.family:
        heading(page, rule, _STEP)
        body(page, rule, _STEP)
    if not only and len(found.steps) > 1:
        page.gap()
        _add_steps(page, found.steps)
    page.gap()
    _add_life(page, found)
    if shown.rule.children and not shown.family and len(found.steps) > 1:
        compared = " ".join(repr(step.edition) for step in (found.steps[0], found.steps[-1]))
        page.add(Span(say("more"), "label"), Span(f"rules diff {compared} {shown.place.number}", "quiet"))
    foot(page, [shown.rule, *shown.family])
    return page


def _add_life(page: Page, found: Trace) -> None:
    """Add in which editions a rule appeared, was missing and went, and those in which its number is another rule's."""
    first, last = (date_named(step.edition.name) for step in (found.steps[0], found.steps[-1]))
    page.add(Span(say("first in", first, found.before.name) if found.before else say("already in", first), "quiet"))
    if found.between:
        page.add(Span(say("not in", ", ".join(edition.name for edition in found.between)), "quiet"))
    page.add(Span(say("gone in", found.gone.name, last) if found.gone else say("still in", last), "quiet"))
    if found.others:
        oldest, newest, count = found.others[0], found.others[-1], len(found.others)
        editions = newest.name if count == 1 else say("editions from", count, oldest.name, newest.name)
        another = say("number of another", found.asked.number, editions)
        page.add(Span(f"{another}: rules trace {newest!r}:{found.asked.number}", "note"))


def _add_name(page: Page, step: TraceStep, *more: Span) -> None:
    """Add the edition of a step and the rule's numbers in it, with its title if it has one, then `more`."""
    other_parts = [number for number in (step.since.b if step.since else ()) if number != step.place.number]
    number = f"{step.place.number} “{step.rule.title}”" if step.rule.title else step.place.number
    page.add(Span(f"{date_named(step.edition.name)}  ", "title"), Span(" + ".join([number, *other_parts]), "id"), *more)


def _add_steps(page: Page, steps: Sequence[TraceStep]) -> None:
    """Add the words that each edition changed, the newest first, and a line for each run of editions without a change.
    After about `_MOST_LINES`, a line says how many earlier changes there are."""
    most = len(page.lines) + _MOST_LINES
    older = {step.edition.path: before for before, step in pairwise(steps)}
    for is_unchanged, group in groupby(reversed(steps), key=lambda step: step.since and not _kinds(step)):
        run = list(group)
        if is_unchanged:
            names = " … ".join(dict.fromkeys(date_named(step.edition.name) for step in (run[-1], run[0])))
            unchanged = say("unchanged") if len(run) == 1 else say("unchanged in", len(run))
            page.add(Span(f"{names}  ", "quiet"), Span(run[0].place.number, "id"), Span(f"  {unchanged}", "quiet"))
            continue
        for step in run:
            if len(page.lines) >= most and step is not steps[0]:
                earlier = steps[: steps.index(step) + 1]
                count = sum(bool(_kinds(other)) for other in earlier)
                page.add(Span(say("earlier changes", count), "quiet"))
                return
            _add_step(page, step, older.get(step.edition.path), is_short=len(page.lines) >= most - _SHORT)


def _kinds(step: TraceStep) -> str:
    """Return how a rule changed since the edition before, and how many rules under it did; empty if none did."""
    if step.since is None:
        return ""
    counts = Counter(kind for change in step.below for kind in change.kinds)
    below = [say(f"counted {kind}", count) for kind, count in counts.items()]
    return "; ".join(filter(None, [_in_words(step.since.kinds), ", ".join(below)]))


# Complexity: what a step may have changed: place, words, sub-rules, parts.
def _add_step(page: Page, step: TraceStep, before: TraceStep | None, is_short: bool) -> None:
    """Add a rule in an edition, the kinds of its change since the edition `before`, and the words that changed.
    `is_short` leaves out the words."""
    since = [] if step.sure else [say("perhaps")]
    since += [_kinds(step) or say("unchanged")] if step.since else []
    _add_name(page, step, Span(f"  {'; '.join(since)}", "note"))
    if step.since is None or is_short:
        return
    if before and step.headings != before.headings:
        page.add(Span(" › ".join(step.headings), "quiet"), indent=_STEP)
    changed = list(_changed_texts(step.words))
    for name, pieces in changed:
        _add_pieces(page, pieces, name, _COMPARED)
    for run in _runs(step.below):
        _add_run(page, run, is_summary=False)
    if not changed and len(step.since.a + step.since.b) > 2:  # the parts of one that split or merged
        page.block("".join(piece.text for piece in step.words.text), indent=2 * _STEP)
