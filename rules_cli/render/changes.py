"""What changed between editions, as pages: each change with its numbers, what it is, and the words that differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from rules_cli.history.text_diff import Piece, readable
from rules_cli.render.page import Page, Span, Style
from rules_cli.render.rules import foot

if TYPE_CHECKING:
    from rules_cli.history.diff import Diff, RuleChange
    from rules_cli.history.text_diff import Differences
    from rules_cli.history.trace import Trace, TraceStep
    from rules_cli.model import Row

_STEP = 2
_LONG = 40  # words that did not change, of which only the ends are shown
_ENDS = 15
_RUN = 3  # rules renumbered in a row that are told in one line
_SNIPPET = 70
_STYLES: dict[str, Style] = {"old": "bad", "new": "good", "same": "text"}
_MARKS = {"old": ("[-", "-]"), "new": ("{+", "+}"), "same": ("", "")}
_LEFT_OUT = [Piece("same", "…")]
FINGERPRINTS_ONLY = (
    "one of the two is restated, not the official wording: compared by number and fingerprint only, without words"
)


def diff(found: Diff) -> Page:
    """The changes from one edition to another, a rule after another."""
    page = Page()
    page.add(Span(title(found), "title"))
    for line in head(found):
        page.add(Span(line, "note"))
    for above, changes in sections(found):
        page.gap()
        if above:
            page.add(Span(" › ".join(above), "quiet"))
        for run in changes:
            if len(run) > 1:
                page.add(Span(span_of(run), "id"), Span(f"  {len(run)} rules renumbered", "note"))
            else:
                _change(page, run[0])
    return page


def head(found: Diff) -> Iterator[str]:
    """What is to be known of two editions before the changes are read."""
    yield ", ".join(f"{count} {kind}" for kind, count in found.counts.items()) or "no differences"
    if not found.worded:
        yield FINGERPRINTS_ONLY
    reused, gone = len(found.reused), len(found.gone)
    told = [f"{reused} now {_plural(reused, 'names', 'name')} another rule"] if reused else []
    told += [f"{gone} {_plural(gone, 'is', 'are')} gone"] if gone else []
    if told:
        yield f"of the older numbers, {' and '.join(told)}"


def _plural(count: int, one: str, many: str) -> str:
    return one if count == 1 else many


def sections(found: Diff) -> Iterator[tuple[tuple[str, ...], list[list[RuleChange]]]]:
    """The changes under each heading, those of rules that were renumbered in a row together."""
    for above, changes in groupby(found.changes, key=lambda change: change.headings):
        yield above, list(_runs(changes))


def _runs(changes: Iterable[RuleChange]) -> Iterator[list[RuleChange]]:
    for way, run in groupby(enumerate(changes), key=lambda each: _way_of(*each)):
        together = [change for _, change in run]
        if way and len(together) >= _RUN:
            yield together
        else:
            yield from ([change] for change in together)


def _way_of(at: int, change: RuleChange) -> tuple[int, int] | None:
    """The same for changes in a row of rules that were only renumbered, each the next in print in both editions."""
    a, b = change.places
    if a is None or b is None or change.kinds != ("renumbered",) or not change.link.sure:
        return None
    return a - at, b - at


def span_of(run: Sequence[RuleChange]) -> str:
    """The numbers of rules that were renumbered in a row, with no other rule between them in either edition."""
    first, last = run[0].link, run[-1].link
    return f"{first.a[0]} … {last.a[0]} → {first.b[0]} … {last.b[0]}"


def title(found: Diff) -> str:
    """The two editions: one that ships may bear the name of the user's own."""
    a, b = (f"{edition.name} (shipped)" if edition.shipped else edition.name for edition in (found.a, found.b))
    return f"{found.a.slug} {a} → {b}"


def _change(page: Page, change: RuleChange) -> None:
    """One change: the numbers, what it is, and the words."""
    beginning = [Span(f"  {words}", "quiet")] if (words := gist(change)) else []
    page.add(Span(label(change), "id"), Span(f"  {told_kinds(change)}", _kind_style(change)), *beginning)
    both = bool(change.a and change.b)
    for name, pieces in texts(change.words):
        _words(page, pieces, name, marked=both)


def texts(words: Differences) -> Iterator[tuple[str, Sequence[Piece]]]:
    """All that differs in a rule, each text with what it is called."""
    told = [("", words.title), ("", words.text), *(("example: ", each) for each in words.examples)]
    told += [*(("note: ", each) for each in words.notes), *(("link to ", each) for each in words.link_texts())]
    yield from ((name, pieces) for name, pieces in told if any(piece.op != "same" for piece in pieces))


def label(change: RuleChange) -> str:
    """The numbers of a rule before and after."""
    a, b = (" + ".join(map(_name, rows)) for rows in (change.a, change.b))
    unnumbered = all(row.kind == "fragment" and not row.title for row in (*change.a, *change.b))
    return f"{a} → {b}" if a and b and a != b and not unnumbered else b or a


def _name(row: Row) -> str:
    """A rule's number; an entry of a glossary is its term."""
    return f"“{row.title}”" if row.kind == "fragment" and row.title else row.number


def told_kinds(change: RuleChange) -> str:
    """What became of a rule, and how sure that is where it is a guess."""
    kinds = ", ".join(change.kinds)
    return kinds if change.link.sure else f"perhaps ({change.link.confidence:.2f}): {kinds}"


def _kind_style(change: RuleChange) -> Style:
    return {"added": "good", "removed": "bad"}.get(change.kinds[0], "note")  # type: ignore[return-value]


def gist(change: RuleChange) -> str:
    """The beginning of a rule whose words did not change; of others nothing, as they are shown."""
    if any(piece.op != "same" for piece in (*change.words.title, *change.words.text)):
        return ""
    row = (change.b or change.a)[0]
    text = " ".join((row.title or row.words.text or "").split())
    return text if len(text) <= _SNIPPET else f"{text[: _SNIPPET - 1]}…"


def _words(page: Page, pieces: Sequence[Piece], name: str, marked: bool = True) -> None:
    """A text with what is old and new in it marked, in paragraphs as it is printed."""
    label = [Span(name, "label")] if name else []
    for line in paragraphs(pieces):
        spans = [span for piece in line for span in _spans(piece, marked)]
        page.add(*label, *spans, indent=2 * _STEP)
        label = []


def _spans(piece: Piece, marked: bool) -> Iterator[Span]:
    """A run of words between its marks, the blanks after it outside them."""
    core = piece.text.strip()
    before, after = _MARKS[piece.op] if marked and core else ("", "")
    yield Span(f"{before}{core}{after}", _STYLES[piece.op])
    yield Span(piece.text[len(piece.text.rstrip()) :])


def paragraphs(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """A compared text as a person reads it, in paragraphs; of much that is the same, only what is near a change."""
    lines: list[list[Piece]] = [[]]
    for piece in readable(pieces):
        first, *others = piece.text.split("\n")
        lines[-1].append(replace(piece, text=first))
        lines += [[replace(piece, text=text)] for text in others]
    differ = [any(piece.op != "same" for piece in line) for line in lines]
    near = [any(differ[max(0, place - 1) : place + 2]) for place in range(len(lines))]
    shown: list[list[Piece]] = []
    for line, close in zip(lines, near, strict=True):
        if close:
            shown.append([_shortened(piece) for piece in line])
        elif not shown or shown[-1] != _LEFT_OUT:
            shown.append(_LEFT_OUT)
    return shown


def _shortened(piece: Piece) -> Piece:
    words = piece.text.split(" ")
    if piece.op != "same" or len(words) <= _LONG:
        return piece
    return replace(piece, text=" ".join([*words[:_ENDS], "…", *words[-_ENDS:]]))


def trace(found: Trace, only: TraceStep | None = None) -> Page:
    """A rule through its editions, the oldest first, or in one of them."""
    page = Page()
    page.add(Span(found.asked.id, "id"), Span(f"  in edition {found.asked.edition.name}, traced", "quiet"))
    for step in (only,) if only else found.steps:
        page.gap()
        page.add(Span(f"{step.edition.name}  ", "title"), Span(_way(step), "id"), Span(f"  {_since(step)}", "note"))
        page.add(Span(" › ".join(step.headings), "quiet"), indent=_STEP)
        differ = [] if only else list(texts(step.words))
        for name, pieces in differ:
            _words(page, pieces, name)
        if not differ and (text := _whole(step, told=bool(only))):
            page.block(text, indent=2 * _STEP)
    page.gap()
    for line in _ends(found):
        page.add(Span(line, "quiet"))
    for edition in found.others:
        other = f"{edition!r}:{found.asked.number}"
        page.add(Span(f"{found.asked.number} is another rule's number in {edition.name}: rules trace {other}", "note"))
    foot(page, [step.rule for step in ((only,) if only else found.steps)])
    return page


def _way(step: TraceStep) -> str:
    also = [n for n in (step.since.b if step.since else ()) if n != step.place.number]
    number = f"“{step.rule.title}”" if step.rule.kind == "fragment" and step.rule.title else step.place.number
    return " + ".join([number, *also])


def _since(step: TraceStep) -> str:
    """What became of the rule since the edition before."""
    perhaps = "" if step.sure else "perhaps; "
    if step.since is None:
        return perhaps.removesuffix("; ")
    return perhaps + (", ".join(step.since.kinds) or "unchanged")


def _whole(step: TraceStep, told: bool) -> str:
    """A rule's words, where they are asked for or are the first; those of all parts of one split or merged."""
    if told or not step.since:
        return step.rule.text or step.rule.title or ""
    return "".join(piece.text for piece in step.words.text)


def _ends(found: Trace) -> Iterator[str]:
    """When the rule appeared, where it was missing, and when it went."""
    first, last = found.steps[0].edition.name, found.steps[-1].edition.name
    yield f"first in {first}, not in {found.before.name}" if found.before else f"already in {first}, the oldest here"
    if found.between:
        yield f"not in {', '.join(edition.name for edition in found.between)}"
    yield f"gone in {found.gone.name}, last in {last}" if found.gone else f"still in {last}, the newest here"
