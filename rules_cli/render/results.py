"""The page of a search: the first result, or the first rule of a keyword, whole; the others in a line or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rules_cli.captions import Remark, Words
from rules_cli.model import penalty_in_words
from rules_cli.numbers.parts import parts
from rules_cli.render.excerpt import Sought, excerpt, marked, sought, text_found
from rules_cli.render.language import say
from rules_cli.render.page import Page, Span
from rules_cli.render.rules import PIPE, command, foot, hanging_of, named, restated, step_of_breadcrumb
from rules_cli.search.context import ResultContext
from rules_cli.search.ranking import ASKED
from rules_cli.text import announces_list, words_of_text

if TYPE_CHECKING:
    from rules_cli.model import Rule
    from rules_cli.search import Findings, Result
    from rules_cli.search.sentences import OurSentence

_LINES = 2  # of each result but the first
_SENTENCE_LINES = 4  # of one sentence at most: nine in ten of those in rulebooks are whole at 80 columns
_HANGING = 2
_ON_CARD = 4  # rules of a section with their words: half a screen
_MOST_PARAGRAPHS = 8  # of the first result, which policy documents print in up to a hundred
_LEAST_WORDS = 40  # characters of a rule beside a long number or title
_NO_CONTEXT = ResultContext()
_CLEAR = 0.1  # points of a reason that a reader sees from the rule
_SHORT = {
    **{"asked": "short asked", "sentence": "short sentence", "phrase": "short phrase", "quoted": "short quoted"},
    **{"slang": "short slang", "interaction": "short interaction", "defines": "short defines"},
}
"""The features that a reader can check, the surest first, with their captions."""


# Complexity: sections, the rest of a short one, and what a pipe leaves out.
def results(
    findings: Findings,
    context: ResultContext = _NO_CONTEXT,
    why: int = 0,
    plain: bool = False,
    columns: int | None = None,
) -> Page:
    """Return ranked rules under the shortest ids that are unique among them.

    `columns` is the width of the terminal; without one, each result is one line with the title of its section, and
    there is no card of a short section. `why` says for each result in a line why it is there; from 2 on, all of it.
    """
    every, is_list = list(findings.results), findings.total is not None
    shown = found = every[: context.most]
    beside = _beside(findings, context, plain, columns)
    if not found:
        return beside
    page, numbers = beside + Page.noting(findings.remarks()), _numbers(found)
    has_card = bool(columns and context.card and not is_list)
    if columns and has_card:
        found = _after_card(page, found, numbers, context, columns)
    sections: dict[str, list[Result]] = {}  # in the order of the best result of each
    top = shown[0].rule
    first = None if is_list or has_card else context.first_rules.get(top.id)  # it is printed with its heading
    for hit in (hit for hit in found if first is None or hit.rule.id != first.id):
        section = context.sections.get(hit.rule.id) if columns and not (is_list or has_card) else None
        sections.setdefault(step_of_breadcrumb(section) if section else "", []).append(hit)
    for title, inside in sections.items():
        if title:
            page.gap()
            page.add(Span(title, "quiet"))
        if title == step_of_breadcrumb(top):  # whoever asks for a section reads it in its order
            inside.sort(key=lambda hit: hit.rule.order)
        for hit in _with_lists_in_order(inside):
            begin = _beginning(hit.rule, numbers[hit.rule.id, hit.rule.edition], context, titled=not columns)
            is_whole = hit is shown[0] and not is_list
            _add(page, hit, begin, context, None if is_whole else (columns or PIPE) - _HANGING - 1)
            parts_of_list = hit.rule.children if is_whole and announces_list(hit.rule.text) else ()
            if parts_of_list and not any(other.rule.parent == hit.rule.number for other in shown):
                ends = Span(f"{parts_of_list[0]} – {parts_of_list[-1]}", "id")
                page.add(ends, Span(f"  ({command('show', hit.rule)})", "quiet"), indent=_HANGING)
            restated(page, hit.rule, 2 * _HANGING)
            if why:
                page.add(Span(_reasons(hit, why > 1), "quiet"), indent=2 * _HANGING)
    if columns:
        page.gap()
    rest = [say("more results", len(every) - len(shown), len(every))] if len(shown) < len(every) else []
    foot(page, (context.first_rules.get(hit.rule.id, hit.rule) for hit in shown), rest)
    return page


def _with_lists_in_order(hits: Sequence[Result]) -> list[Result]:
    """Return results with the parts of a list in its order, if they come after the rule that announces it."""
    announced: set[str] = set()
    parts: list[Result] = []
    for hit in hits:
        if hit.rule.parent in announced:
            parts.append(hit)
        if announces_list(hit.rule.text):
            announced.add(hit.rule.number)
    in_order = iter(sorted(parts, key=lambda hit: hit.rule.order))
    return [next(in_order) if hit in parts else hit for hit in hits]


def _beside(findings: Findings, context: ResultContext, plain: bool, columns: int | None) -> Page:
    """Return the rule of another document that answers a query, under its printed number; an empty page without one."""
    page, hit = Page(plain), findings.beside
    if hit:
        page.add(Span.of(Remark("answered beside", (hit.rule.book,)), "note"))
        rule = hit.rule if parts(hit.rule.number) else context.sections.get(hit.rule.id, hit.rule)
        penalty = penalty_in_words(rule.penalty) if rule is not hit.rule else ""  # a part of an infraction
        begin = [
            Span(rule.id, "id"),
            Span(f"  {rule.title or ''}", "title"),
            Span(f"  {penalty}  " if penalty else "  "),
        ]
        _add(page, hit, begin, context, (columns or PIPE) - _HANGING - 1 if findings.results else None)
        foot(page, [hit.rule])
        page.gap()
    return page


# Complexity: all that a score is made of, or one line for each kind of reason.
def _reasons(hit: Result, all_of_it: bool) -> str:
    """Return the reasons that a reader can check: a question like the query, the words, the term that is named; or all
    that a score is made of: for each word what was found for it, then the features with most points."""
    words = [each for each in hit.why if each.feature == "word"]
    if all_of_it:
        features = sorted((each for each in hit.why if each.feature != "word"), key=lambda each: -abs(each.points))
        reasons = ("".join(say(key, *each.words) for key in each.captions) for each in (*words, *features))
        return f"{say(f'tier {hit.tier}')}, {hit.score}: {'; '.join(reasons)}"
    clear = {each.feature: each for each in hit.why if each.points >= _CLEAR}
    asked = sorted((clear[name] for name in ASKED if name in clear), key=lambda each: each.points)
    parts = [say("asked like", each.words[1]) for each in asked[-1:]]
    if held := dict.fromkeys(each.words[2] for each in words if each.words[2]):
        parts.append(say("has", ", ".join(held)))
    parts += [say(key) for name, key in _SHORT.items() if name in clear]
    return "; ".join(parts) or say(f"tier {hit.tier}")


def sentences_above(said: Sequence[OurSentence], page: Page) -> Page:
    """Return the results of a search below our sentences on the question, each with its rules."""
    if not said:
        return page
    made = Page(page.plain)
    for each in said:
        words, rules = words_of_sentence(each)
        made.add(Span(words, "text"), Span(rules, "quiet"))
    made.gap()
    return made + page


def words_of_sentence(said: OurSentence) -> tuple[str, str]:
    """Return one of our sentences, and the rules that it is by."""
    rules = ", ".join(rule.number for rule in said.rules)
    if said.kind == "together":
        return say("together", say("both").join(said.terms), said.text), say("by rules", rules)
    return say("not said", said.text), say("nearest rules", rules)


def readings(
    found: Sequence[Rule], context: ResultContext, command: str, notes: Sequence[Words] = (), columns: int | None = None
) -> Page:
    """Return the rules that a word may mean in two lines each, with the command that shows one whole."""
    page = Page.noting(notes)
    worded = [context.first_rules.get(rule.id, rule) for rule in found]
    for rule, first in zip(found, worded, strict=True):
        begin = _beginning(rule, f"{command}{rule.id}", context)
        room = _LINES * ((columns or PIPE) - _HANGING - 1) - sum(len(span.text) for span in begin)
        words = excerpt(first.text or "", max(room, _LEAST_WORDS), sought(titles=(rule.title,)))
        page.add(*begin, Span(words, "text"), hanging=_HANGING)
    foot(page, worded)
    return page


def _numbers(found: Sequence[Result]) -> dict[tuple[str, str], str]:
    rules = [hit.rule for hit in found]
    editions = {(rule.book, rule.edition) for rule in rules}
    books = {book for book, _ in editions}
    if len(editions) > len(books):
        return {(rule.id, rule.edition): f"{rule.book}@{rule.edition}:{rule.number}" for rule in rules}
    return {(rule.id, rule.edition): rule.id if len(books) > 1 else str(rule.number) for rule in rules}


def _beginning(rule: Rule, number: str, context: ResultContext, titled: bool = False) -> list[Span]:
    """Return the number and title of a rule, or that of its section if it has none and is to be `titled`; of a heading
    also the number of its first rule, whose text follows."""
    spans = [Span(number, "id"), Span("  ")]
    if rule.title:
        spans += [*marked(rule.title, context.typed, "title"), Span("  ")]
    elif titled and (section := context.sections.get(rule.id)) and section.title:
        spans.append(Span(f"{section.title}: ", "quiet"))
    if first := context.first_rules.get(rule.id):
        spans += [Span(first.number, "id"), Span("  ")]
    return spans


def _add(page: Page, hit: Result, begin: Sequence[Span], context: ResultContext, columns: int | None) -> None:
    first, section = context.first_rules.get(hit.rule.id), context.sections.get(hit.rule.id)
    looked_for = sought(context.typed or hit.hits, titles=(hit.rule.title, section.title if section else None))
    text = (first.text or first.title or "") if first else text_found(hit.rule, hit.hits)
    if columns is not None:
        text = _cut(text, looked_for, sum(len(span.text) for span in begin), columns)
    paragraphs = _main_paragraphs(text.split("\n"), context.typed)
    if not text and hit.rule.kind == "heading":
        begin = [*begin, Span(f"({say('odd')}{say('title alone')})", "quiet")]
    page.add(*begin, *marked(paragraphs[0], context.typed, "text"), hanging=_HANGING)
    for paragraph in paragraphs[1:]:
        page.add(*marked(paragraph, context.typed, "text"), indent=_HANGING)


def _main_paragraphs(paragraphs: Sequence[str], words: frozenset[str]) -> list[str]:
    """Return the first paragraph of a long text and those with a typed word, with … for the others; of a short text
    all."""
    if len(paragraphs) <= _MOST_PARAGRAPHS:
        return list(paragraphs)
    having = [at for at, each in enumerate(paragraphs) if at and not words.isdisjoint(words_of_text(each))]
    shown = [0, *having[: _MOST_PARAGRAPHS - 1]]
    return [f"{paragraphs[at]}{'' if at + 1 in shown or at + 1 == len(paragraphs) else ' …'}" for at in shown]


# Complexity: the rules that are shown, those that are named, and the results that are on neither.
def _after_card(
    page: Page,
    found: Sequence[Result],
    numbers: Mapping[tuple[str, str], str],
    context: ResultContext,
    columns: int,
) -> list[Result]:
    """Add the section that is the first result as a card; return the results that are not on it."""
    section = found[0].rule
    page.add(Span(numbers[section.id, section.edition], "id"), Span(f"  {section.title or ''}", "title"))
    above = frozenset(words_of_text(section.title or ""))
    count = min(_ON_CARD, context.most or _ON_CARD)
    for at, rule in enumerate(context.card[:count]):
        text = rule.text or rule.title or ""
        if at:
            looked_for = sought(context.typed, titles=(section.title, rule.title))
            text = _cut(text, looked_for, len(rule.number) + 2, columns - 2 * _HANGING - 1)
        words = marked(text, context.typed - above, "text")
        page.add(Span(f"{rule.number}  ", "id"), *words, indent=_HANGING, hanging=hanging_of(rule))
        restated(page, rule, 2 * _HANGING)
    if others := sorted(context.card[count:], key=lambda rule: rule.order):
        names = ", ".join(named(rule, section.book) for rule in others)
        whole = Span(f"  ({command('show', section)})", "quiet")
        page.add(Span(say("also"), "label"), Span(names, "id"), whole, indent=_HANGING, hanging=_HANGING)
    on_card = {section.id, *(rule.id for rule in context.card)}
    left = [hit for hit in found if hit.rule.id not in on_card]
    if left:
        page.gap()
        page.add(Span(say("elsewhere"), "title"))
    return left


def _cut(text: str, looked_for: Sought, used: int, columns: int) -> str:
    """Return the part of a text to show in lines of `columns`, of which the first has `used` columns already."""
    room, most = (max(lines * columns - used, _LEAST_WORDS) for lines in (_LINES, _SENTENCE_LINES))
    return excerpt(text, room, looked_for, most)
