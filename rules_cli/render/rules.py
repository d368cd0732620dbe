"""Answers as pages: what a judge reads, in the order in which it is needed. The number and the words come first;
where they come from always stands with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rules_cli.render.page import Page, Span, Style
from rules_cli.rule_number import parts
from rules_cli.text import excerpt

if TYPE_CHECKING:
    from rules_cli.lookup.cite import Citation
    from rules_cli.lookup.explain import Explanation, ReferencedRule, TermExplained
    from rules_cli.lookup.rule_lookup import RuleInContext
    from rules_cli.lookup.terms import TermDefinition
    from rules_cli.model import Anomaly, Rule
    from rules_cli.search import Result

_STEP = 2
_MOST_LISTED = 12
PLAIN = "restated, not the official wording"


def source_of(rule: Rule) -> str:
    """Where a rule's words come from: `fab, edition 2025, restated, not the official wording`."""
    edition = "undated edition" if rule.edition == "undated" else f"edition {rule.edition}"
    words = {"official": "official text", "plain": PLAIN}.get(rule.wording or "", "")
    return ", ".join(filter(None, (rule.book, edition, words)))


def show(shown: Sequence[RuleInContext], notes: Iterable[str] = ()) -> Page:
    """Rules with what stands around them."""
    page = Page()
    for note in notes:
        page.add(Span(note, "note"))
    told: set[str] = set()
    for each in shown:
        if each.rule.id not in told:
            page.gap()
            _shown(page, each)
        told |= {each.rule.id, *(below.id for below in each.below)}
    return page


def _shown(page: Page, shown: RuleInContext) -> None:
    rule = shown.rule
    page.add(Span(breadcrumb(shown), "quiet"))
    _family(page, shown)
    page.gap()
    _related(page, "refers to", shown.names, [ref.printed for ref in rule.references if not ref.resolved])
    _related(page, "referred to by", shown.named_by)
    _oddities(page, shown)
    ends = [f"{name} {place}" for name, place in (("previous", shown.previous), ("next", shown.next)) if place]
    page.add(Span("   ".join(ends), "quiet"))
    foot(page, (rule, *shown.below))


def _family(page: Page, shown: RuleInContext) -> None:
    """A rule and its sub-rules, each as far in as it is down."""
    heading(page, shown.rule, link=shown.link)
    body(page, shown.rule, 0)
    base = _depth(shown.rule)
    for below in shown.below:
        indent = _STEP * max(1, _depth(below) - base)
        heading(page, below, indent)
        body(page, below, indent)


def foot(page: Page, rules: Iterable[Rule]) -> None:
    """Where the words come from, and what to beware of."""
    told = list(rules)
    worded = [rule for rule in told if rule.wording] or told
    sources = dict.fromkeys(source_of(rule) for rule in worded)
    page.add(Span(f"[{'; '.join(sources)}]", "quiet"))
    for caution in dict.fromkeys(rule.caution for rule in told if rule.caution):
        page.add(Span(f"caution: {caution}", "bad"))


def _oddities(page: Page, shown: RuleInContext) -> None:
    """Other rows of the same number, and what is odd about this one in the source."""
    if shown.again:
        page.add(Span("also printed as ", "label"), Span(", ".join(shown.again), "id"))
    for odd in shown.odd:
        page.add(Span("in the source: ", "label"), Span(odd, "note"))


def breadcrumb(shown: RuleInContext) -> str:
    """The way down to a rule: the book's title and the headings above it."""
    return " › ".join([shown.book_title, *(_step(above) for above in shown.above)])


def _step(above: Rule) -> str:
    """A row above, in a breadcrumb: its number and title; a slug is only its title again."""
    return f"{above.number} {above.title or ''}".strip() if above.number[:1].isdigit() else above.title or above.number


def heading(page: Page, rule: Rule, indent: int = 0, link: str | None = None) -> None:
    """A rule's number with its title or the first line of its text; the number leads to `link` where it can."""
    if rule.kind == "heading":
        page.add(Span(rule.number, "id", link), Span(f"  {rule.title or ''}", "title"), indent=indent)
        return
    first, _, rest = (rule.text or "").partition("\n")
    term = (Span(f"  {rule.title}", "title"),) if rule.title else ()
    page.add(Span(rule.number, "id", link), *term, Span(f"  {first}", "text"), indent=indent)
    if rest:
        page.block(rest, indent=indent + _STEP)


def body(page: Page, rule: Rule, indent: int) -> None:
    """What belongs to a rule besides its text: examples, notes, and our restatement beside official words."""
    for label, texts in (("example", rule.examples), ("note", rule.notes)):
        for text in texts:
            first, _, rest = text.partition("\n")
            page.add(Span(f"{label}: ", "label"), Span(first, "text"), indent=indent + _STEP)
            if rest:
                page.block(rest, indent=indent + 2 * _STEP)
    if rule.wording == "official" and rule.plain:
        stale = "" if rule.plain_current else " of an older wording"
        page.add(
            Span(f"restated{stale}: ", "label"),
            Span(" ".join(rule.plain.split("\n")), "quiet"),
            indent=indent + _STEP,
        )


def _depth(rule: Rule) -> int:
    number = parts(rule.number.partition("#")[0])
    return len(number.digits) + bool(number.letters) if number else rule.number.count(".")


def _related(page: Page, label: str, rules: Sequence[Rule], not_here: Sequence[str] = ()) -> None:
    for rule in rules[:_MOST_LISTED]:
        page.add(
            Span(f"{label} ", "label"),
            Span(rule.number, "id"),
            *((Span(f"  {rule.title}", "quiet"),) if rule.title and rule.text else ()),
            Span(f"  {excerpt(rule_text(rule), _SHORT)}", "quiet"),
        )
    if len(rules) > _MOST_LISTED:
        others = ", ".join(rule.number for rule in rules[_MOST_LISTED:])
        page.add(Span(f"{label} also ", "label"), Span(others, "id"))
    if not_here:
        page.add(
            Span(f"{label} ", "label"),
            Span(", ".join(dict.fromkeys(not_here))),
            Span("  not in this book as installed", "quiet"),
        )


def refs(shown: RuleInContext) -> Page:
    """References both ways."""
    page = Page()
    page.add(Span(shown.rule.number, "id"), Span(f"  {snippet(shown.rule, set(), 70)}", "text"))
    _related(page, "refers to", shown.names, [ref.printed for ref in shown.rule.references if not ref.resolved])
    _related(page, "referred to by", shown.named_by)
    if not shown.rule.references and not shown.named_by:
        page.add(Span("refers to no rule, and none refers to it", "quiet"))
    foot(page, [shown.rule])
    return page


def tree(rows: Sequence[tuple[int, Rule]], head: str) -> Page:
    """A table of contents or a branch: each row with its depth."""
    page = Page()
    page.add(Span(head, "quiet"))
    for depth, rule in rows:
        text = rule.title or excerpt(rule_text(rule), _SHORT)
        page.add(
            Span(rule.number, "id"),
            Span(f"  {text}", "title" if rule.title else "text"),
            indent=_STEP * depth,
        )
    for caution in dict.fromkeys(rule.caution for _, rule in rows if rule.caution):
        page.add(Span(f"caution: {caution}", "bad"))
    return page


def meanings(found: Sequence[TermDefinition]) -> Page:
    """What a word means, in each book that defines it: what its glossary says, then the rules."""
    page = Page()
    for meaning in found:
        page.gap()
        term = meaning.term
        page.add(Span(term.name, "title"), Span(f"  {meaning.book_title}, edition {meaning.edition}", "quiet"))
        if meaning.how == "typo":
            page.add(Span(f"taken for {meaning.asked!r}", "note"))
        if term.keyword:
            page.add(Span(f"a {term.keyword} keyword, listed in {meaning.book}:{term.rules[0]}"), indent=_STEP)
        if term.other:
            page.add(Span(", ".join(f"{lang}: {name}" for lang, name in term.other.items()), "quiet"), indent=_STEP)
        if term.also:
            page.add(Span("also: ", "label"), Span(", ".join(term.also)), indent=_STEP)
        for rule in meaning.rules:
            heading(page, rule, _STEP)
            body(page, rule, _STEP)
        foot(page, meaning.rules)
    return page


def explanation(found: Explanation) -> Page:
    """A rule explained: where it stands, what it says, what it leans on, its terms, what leans on it."""
    page = Page()
    _explained(page, found)
    return page


def _explained(page: Page, found: Explanation) -> None:
    shown, rule = found.shown, found.shown.rule
    page.add(Span(breadcrumb(shown), "quiet"))
    for above in shown.above:
        if above.text:
            heading(page, above)
    _family(page, shown)
    if found.leans_on or found.not_here:
        page.gap()
        page.add(Span("It leans on", "title"))
        for unfolded in found.leans_on:
            _unfolded(page, unfolded, _STEP)
        if found.not_here:
            page.add(
                Span(", ".join(found.not_here)),
                Span("  not in this book as installed", "quiet"),
                indent=_STEP,
            )
    if found.terms:
        page.gap()
        page.add(Span("Words it uses", "title"))
        for name, defining in found.terms:
            page.add(
                Span(name, "title"),
                Span("  "),
                Span(defining.number, "id"),
                Span(f"  {snippet(defining, set(), 300)}"),
                indent=_STEP,
            )
    if shown.named_by:
        page.gap()
        page.add(Span("What leans on it", "title"))
        for citing in shown.named_by[:_MOST_LISTED]:
            page.add(Span(citing.number, "id"), Span(f"  {snippet(citing, set(), 110)}"), indent=_STEP)
    page.gap()
    _oddities(page, shown)
    foot(page, (rule, *shown.below))


def _unfolded(page: Page, unfolded: ReferencedRule, indent: int) -> None:
    rule = unfolded.rule
    if unfolded.cut:
        page.add(Span(rule.number, "id"), Span("  told above", "quiet"), indent=indent)
        return
    heading(page, rule, indent)
    body(page, rule, indent)
    for deeper in unfolded.leans_on:
        _unfolded(page, deeper, indent + _STEP)


def term_explained(found: Sequence[TermExplained]) -> Page:
    """A word explained in each book that defines it."""
    page = Page()
    for each in found:
        page.gap()
        meaning = each.meaning
        kind = f", a {meaning.term.keyword} keyword" if meaning.term.keyword else ""
        page.add(Span(f"{meaning.term.name}{kind}", "title"), Span(f"  {meaning.book_title}", "quiet"))
        told = {one.shown.rule.number for one in each.explanations}
        for rule in meaning.rules:
            if rule.number in meaning.term.entries and rule.number not in told:
                heading(page, rule, _STEP)
        for one in each.explanations:
            page.gap()
            _explained(page, one)
    return page
