"""What changed between editions, as pages, as JSON, and as one HTML file to share.

The JSON of `rules diff`:

    {"book": "mtg", "from": "2015-01-23", "to": "2024-11-08", "worded": true,
     "summary": {"added": 1, "removed": 0, "split": 0, "merged": 0, "moved": 0, "renumbered": 1, "changed": 1,
                 "examples": 0, "notes": 0, "references": 0},
     "numbers": {"reused": ["704.5k"], "gone": []},
     "changes": [{"kinds": ["renumbered", "changed"], "a": "704.5k", "b": "704.5j", "also_a": [], "also_b": [],
                  "confidence": 0.97, "sure": true, "title": null, "words": [{"op": "same", "text": "…"},
                  {"op": "old", "text": "…"}, {"op": "new", "text": "…", "reference": true}],
                  "examples": [[{"op": "new", "text": "…"}]], "notes": [], "references": [{"a": "…", "b": "…"}]}]}

The JSON of `rules trace`:

    {"book": "mtg", "asked": "704.5k", "asked_edition": "2015-01-23", "at": null,
     "steps": [{"edition": "2015-01-23", "number": "704.5k", "id": "mtg:704.5k", "sure": true, "above": ["…"],
                "title": null, "text": "…", "wording": "official", "since": null},
               {"edition": "2024-11-08", "number": "704.5j", …, "since": {a change, as above}}],
     "appeared": {"edition": "2015-01-23", "after": "2006-10-01"}, "gone": {"edition": "…", "last": "…"},
     "other_rules": ["2024-11-08"]}

`appeared` is null where the oldest edition installed has the rule, `gone` where the newest has; `other_rules` are the
editions in which the number asked for is another rule's. With `--at`, `steps` is the one in force on that day.

`a` is null for a rule that was added, `b` for one that was removed; `also_b` are the further parts of one that was
split, `also_a` of one that was merged. `sure` is false for a guess. `words` is empty where only the number changed;
`reference` marks a run of words that is a reference alone. `references` are the tokens that name another rule than
before, as printed. `numbers` are those of the older edition that name another rule in the newer, or none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rules_cli.ask.changes.links import KINDS, Link
from rules_cli.ask.changes.words import Piece, readable
from rules_cli.render.page import Page, Span, Style
from rules_cli.render.pages import foot

if TYPE_CHECKING:
    from rules_cli.ask.changes.diff import Change, Diff
    from rules_cli.ask.changes.differences import Differences
    from rules_cli.ask.changes.trace import Step, Trace
    from rules_cli.model import Row

_STEP = 2
_LONG = 40  # words that did not change, of which only the ends are shown
_ENDS = 15
_RUN = 3  # rules renumbered in a row that are told in one line
_SNIPPET = 70
_STYLES: dict[str, Style] = {"old": "bad", "new": "good", "same": "text"}
_MARKS = {"old": ("[-", "-]"), "new": ("{+", "+}"), "same": ("", "")}
_TAGS = {"old": "del", "new": "ins", "same": ""}
_LEFT_OUT = [Piece("same", "…")]
_PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>{style}</style></head>
<body>
{body}
</body></html>
"""
_CSS = """
:root { color-scheme: light dark; --old: #fbdcdc; --new: #d5f2da; --quiet: #667; }
@media (prefers-color-scheme: dark) { :root { --old: #5b2226; --new: #1d4a2b; --quiet: #99a; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em; }
h2 { font-size: 1em; color: var(--quiet); border-top: 1px solid; padding-top: 1em; }
h3 { font-size: 1em; margin: 1em 0 0; }
small, i { color: var(--quiet); }
p { margin: 0 0 .5em; overflow-wrap: anywhere; }
del { background: var(--old); }
ins { background: var(--new); }
"""
FINGERPRINTS_ONLY = (
    "one of the two is restated, not the official wording: compared by number and fingerprint only, without words"
)


def diff(found: Diff) -> Page:
    """The changes from one edition to another, a rule after another."""
    page = Page()
    page.add(Span(title(found), "title"), Span(f"  {summary(found)}"))
    if not found.worded:
        page.add(Span(FINGERPRINTS_ONLY, "note"))
    if told := numbers(found):
        page.add(Span(told, "note"))
    for above, changes in groupby(found.changes, key=lambda change: change.above):
        page.gap()
        if above:
            page.add(Span(" › ".join(above), "quiet"))
        for run in runs(list(changes)):
            if len(run) >= _RUN:
                _renumbered(page, run)
            else:
                for change in run:
                    _change(page, change)
    return page


def title(found: Diff) -> str:
    """The two editions: one that ships may bear the name of the user's own."""
    a, b = (f"{edition.name} (shipped)" if edition.shipped else edition.name for edition in (found.a, found.b))
    return f"{found.a.slug} {a} → {b}"


def summary(found: Diff) -> str:
    """How many changes there are of each kind."""
    return ", ".join(f"{count} {kind}" for kind, count in found.counts.items()) or "no differences"


def numbers(found: Diff) -> str:
    """How many of the older edition's numbers can't be relied on."""
    reused, gone = len(found.reused), len(found.gone)
    told = [f"{reused} now {_plural(reused, 'names', 'name')} another rule"] if reused else []
    told += [f"{gone} {_plural(gone, 'is', 'are')} gone"] if gone else []
    return f"of the older numbers, {' and '.join(told)}" if told else ""


def _plural(count: int, one: str, many: str) -> str:
    return one if count == 1 else many


def runs(changes: Sequence[Change]) -> Iterator[list[Change]]:
    """The changes, those of which only the number changed together with the ones after them."""
    for alone, run in groupby(changes, key=lambda change: change.kinds == ("renumbered",) and change.link.sure):
        if alone:
            yield list(run)
        else:
            yield from ([change] for change in run)


def _renumbered(page: Page, run: Sequence[Change]) -> None:
    first, last = run[0].link, run[-1].link
    page.add(
        Span(f"{first.a[0]} … {last.a[0]} → {first.b[0]} … {last.b[0]}", "id"),
        Span(f"  {len(run)} rules renumbered", "note"),
    )


def _change(page: Page, change: Change) -> None:
    """One change: the numbers, what it is, and the words."""
    page.add(Span(label(change), "id"), Span(f"  {told_kinds(change)}", _kind_style(change)), *_gist(change))
    both = bool(change.a and change.b)
    for name, pieces in texts(change.words):
        _words(page, pieces, name, marked=both)


def texts(words: Differences) -> Iterator[tuple[str, Sequence[Piece]]]:
    """All that differs in a rule, each text with what it is called."""
    told = [("", words.title), ("", words.text), *(("example: ", each) for each in words.examples)]
    told += [*(("note: ", each) for each in words.notes), *(("link to ", each) for each in words.links())]
    yield from ((name, pieces) for name, pieces in told if any(piece.kind != "same" for piece in pieces))


def label(change: Change) -> str:
    """The numbers of a rule before and after."""
    a, b = (" + ".join(map(_name, rows)) for rows in (change.a, change.b))
    unnumbered = all(row.kind == "fragment" and not row.title for row in (*change.a, *change.b))
    return f"{a} → {b}" if a and b and a != b and not unnumbered else b or a


def _name(row: Row) -> str:
    """A rule's number; an entry of a glossary is its term."""
    return f"“{row.title}”" if row.kind == "fragment" and row.title else row.number


def told_kinds(change: Change) -> str:
    """What became of a rule, and how sure that is where it is a guess."""
    kinds = ", ".join(change.kinds)
    return kinds if change.link.sure else f"perhaps ({change.link.confidence:.2f}): {kinds}"


def _kind_style(change: Change) -> Style:
    return {"added": "good", "removed": "bad"}.get(change.kinds[0], "note")  # type: ignore[return-value]


def _gist(change: Change) -> list[Span]:
    """The beginning of a rule whose words did not change."""
    if any(piece.kind != "same" for piece in (*change.words.title, *change.words.text)):
        return []
    row = (change.b or change.a)[0]
    text = " ".join((row.title or row.words.text or "").split())
    return [Span(f"  {text if len(text) <= _SNIPPET else text[: _SNIPPET - 1] + '…'}", "quiet")]


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
    before, after = _MARKS[piece.kind] if marked and core else ("", "")
    yield Span(f"{before}{core}{after}", _STYLES[piece.kind])
    yield Span(piece.text[len(piece.text.rstrip()) :])


def paragraphs(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """A compared text as a person reads it, in paragraphs; of much that is the same, only what is near a change."""
    lines: list[list[Piece]] = [[]]
    for piece in readable(pieces):
        first, *others = piece.text.split("\n")
        lines[-1].append(replace(piece, text=first))
        lines += [[replace(piece, text=text)] for text in others]
    differ = [any(piece.kind != "same" for piece in line) for line in lines]
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
    if piece.kind != "same" or len(words) <= _LONG:
        return piece
    return replace(piece, text=" ".join([*words[:_ENDS], "…", *words[-_ENDS:]]))


def diff_as_json(found: Diff) -> dict[str, Any]:
    """The changes as the JSON above."""
    return {
        "book": found.a.slug,
        "from": found.a.name,
        "to": found.b.name,
        "worded": found.worded,
        "summary": {kind: found.counts.get(kind, 0) for kind in KINDS},
        "numbers": {"reused": list(found.reused), "gone": list(found.gone)},
        "changes": [_change_as_json(change) for change in found.changes],
    }


def _change_as_json(change: Change) -> dict[str, Any]:
    title = (change.b or change.a)[0].title
    return {**_link_as_json(change.link, change.kinds), "title": title, **_words_as_json(change.words)}


def _link_as_json(link: Link, kinds: Sequence[str]) -> dict[str, Any]:
    first_a, *also_a = link.a or (None,)
    first_b, *also_b = link.b or (None,)
    return {
        "kinds": list(kinds),
        "a": first_a,
        "b": first_b,
        "also_a": also_a,
        "also_b": also_b,
        "confidence": link.confidence,
        "sure": link.sure,
    }


def _words_as_json(words: Differences) -> dict[str, Any]:
    return {
        "words": pieces_as_json((*words.title, *words.text)),
        "examples": [pieces for each in words.examples if (pieces := pieces_as_json(each))],
        "notes": [pieces for each in words.notes if (pieces := pieces_as_json(each))],
        "references": [{"a": old, "b": new} for old, new in words.references()],
    }


def pieces_as_json(pieces: Sequence[Piece]) -> list[dict[str, Any]]:
    """A compared text; nothing where all is the same."""
    if all(piece.kind == "same" for piece in pieces):
        return []
    named = {"reference": True}
    return [{"op": each.kind, "text": each.text, **(named if each.named else {})} for each in pieces]


def diff_as_html(found: Diff) -> str:
    """The changes as one HTML file: no script, nothing from elsewhere, readable by day and by night."""
    notes = [*([] if found.worded else [FINGERPRINTS_ONLY]), *filter(None, [numbers(found)])]
    body = [f"<h1>{escape(title(found))}</h1>", f"<p>{escape(summary(found))}</p>"]
    body += [f"<p>{escape(note)}</p>" for note in notes]
    for above, changes in groupby(found.changes, key=lambda change: change.above):
        body.append(f"<section><h2>{escape(' › '.join(above))}</h2>")
        body += [_article(change) for change in changes]
        body.append("</section>")
    language = escape(found.b.index.about["language"])
    return _PAGE.format(language=language, title=escape(title(found)), style=_CSS, body="\n".join(body))


def _article(change: Change) -> str:
    gist = "".join(span.text for span in _gist(change)).strip()
    parts = [f"<h3>{escape(label(change))} <small>{escape(told_kinds(change))}</small></h3>"]
    parts += [f"<p><i>{escape(gist)}</i></p>"] if gist else []
    parts += [_paragraph(name, pieces) for name, pieces in texts(change.words)]
    return f'<article class="{escape(change.kinds[0])}">{"".join(parts)}</article>'


def _paragraph(name: str, pieces: Sequence[Piece]) -> str:
    lines = ("".join(_element(piece) for piece in line) for line in paragraphs(pieces))
    return f"<p>{name}{'<br>'.join(lines)}</p>"


def _element(piece: Piece) -> str:
    """A run of words as an element, the blanks after it outside."""
    core = piece.text.strip()
    tag = _TAGS[piece.kind]
    blank = " " if piece.text[len(piece.text.rstrip()) :] else ""
    return (f"<{tag}>{escape(core)}</{tag}>" if tag and core else escape(core)) + blank


def trace(found: Trace, only: Step | None = None) -> Page:
    """A rule through its editions, the oldest first, or in one of them."""
    page = Page()
    page.add(Span(found.asked.id, "id"), Span(f"  in edition {found.asked.edition.name}, traced", "quiet"))
    for step in (only,) if only else found.steps:
        page.gap()
        page.add(Span(f"{step.edition.name}  ", "title"), Span(_way(step), "id"), Span(f"  {_since(step)}", "note"))
        page.add(Span(" › ".join(step.above), "quiet"), indent=_STEP)
        differ = [] if only else list(texts(step.words))
        for name, pieces in differ:
            _words(page, pieces, name)
        if only or (not step.since and not differ):
            page.block(step.rule.text or step.rule.title or "", indent=2 * _STEP)
    page.gap()
    for line in _ends(found):
        page.add(Span(line, "quiet"))
    for edition in found.others:
        other = f"{edition!r}:{found.asked.number}"
        page.add(Span(f"{found.asked.number} is another rule's number in {edition.name}: rules trace {other}", "note"))
    foot(page, [step.rule for step in ((only,) if only else found.steps)])
    return page


def _way(step: Step) -> str:
    also = [n for n in (step.since.b if step.since else ()) if n != step.place.number]
    number = f"“{step.rule.title}”" if step.rule.kind == "fragment" and step.rule.title else step.place.number
    return " + ".join([number, *also])


def _since(step: Step) -> str:
    """What became of the rule since the edition before."""
    perhaps = "" if step.sure else "perhaps; "
    if step.since is None:
        return perhaps.removesuffix("; ")
    return perhaps + (", ".join(step.since.kinds) or "unchanged")


def _ends(found: Trace) -> Iterator[str]:
    """When the rule appeared, and when it went."""
    first, last = found.steps[0].edition.name, found.steps[-1].edition.name
    yield f"first in {first}, not in {found.before.name}" if found.before else f"already in {first}, the oldest here"
    yield f"gone in {found.gone.name}, last in {last}" if found.gone else f"still in {last}, the newest here"


def trace_as_json(found: Trace, at: str | None = None, only: Step | None = None) -> dict[str, Any]:
    """A trace as the JSON above."""
    first, last = found.steps[0].edition.name, found.steps[-1].edition.name
    return {
        "book": found.asked.edition.slug,
        "asked": found.asked.number,
        "asked_edition": found.asked.edition.name,
        "at": at,
        "steps": [_step_as_json(step) for step in ((only,) if only else found.steps)],
        "appeared": {"edition": first, "after": found.before.name} if found.before else None,
        "gone": {"edition": found.gone.name, "last": last} if found.gone else None,
        "other_rules": [edition.name for edition in found.others],
    }


def _step_as_json(step: Step) -> dict[str, Any]:
    since = step.since
    return {
        "edition": step.edition.name,
        "number": step.place.number,
        "id": step.place.id,
        "sure": step.sure,
        "above": list(step.above),
        "title": step.rule.title,
        "text": step.rule.text,
        "wording": step.rule.wording,
        "since": {**_link_as_json(since, since.kinds), **_words_as_json(step.words)} if since else None,
    }
