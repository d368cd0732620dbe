"""The page of a search: the first result, or the first rule of a keyword, whole; the others in a line or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rules_cli.captions import Remark, Words
from rules_cli.model import penalty_in_words
from rules_cli.numbers.parts import parts
from rules_cli.render.excerpt import Sought, excerpt, lead, marked, sought, text_found, without_bars
from rules_cli.render.language import said, say
from rules_cli.render.page import Page, Span
from rules_cli.render.rules import PIPE, command, foot, hanging_of, named, restated
from rules_cli.search.context import ResultContext
from rules_cli.search.ranking import ASKED
from rules_cli.store.book_info import game_of
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
_MOST_OF_CELL = 4  # words of a paragraph that is a cell of a table
_LEAST_WORDS = 40  # characters of a rule beside a long number or title
_NO_CONTEXT = ResultContext()
_CLEAR = 0.1  # points that a reason needs to be shown
_SHORT = {
    **{"asked": "short asked", "sentence": "short sentence", "phrase": "short phrase", "quoted": "short quoted"},
    **{"slang": "short slang", "interaction": "short interaction", "defines": "short defines"},
}
"""The features that a reader can check, the surest first, with their captions."""


def results(
    findings: Findings,
    context: ResultContext = _NO_CONTEXT,
    why: int = 0,
    plain: bool = False,
    columns: int | None = None,
) -> Page:
    """Return ranked rules, and the rule of another document that answers better: above them, but below those of a
    policy document, which was asked for by its name. See `_ranked`."""
    book = findings.results[0].rule.book if findings.results else ""
    above, below = _beside(findings, context, plain, columns), _ranked(findings, context, why, plain, columns)
    if game_of(book) != book:
        above, below = below, above
    if below.lines:
        above.gap()
    return above + below


# Complexity: titles of sections, the rest of a short one, and what a pipe leaves out.
def _ranked(findings: Findings, context: ResultContext, why: int, plain: bool, columns: int | None) -> Page:
    """Return ranked rules under the shortest ids that are unique among them.

    `columns` is the width of the terminal; without one, each result is one line with the title of its section, and a
    short section is not shown as a card. `why` adds to each result its reasons; from 2 on, all that its score is from.
    """
    every, is_list = list(findings.results), findings.total is not None
    parts = {part.id for part in context.listed}
    every = [hit for hit in every if hit.rule.id not in parts]
    shown = listed = every[: 1 if columns and len(parts) > _MOST_PARAGRAPHS else context.most]
    if not shown:
        return Page(plain)
    page, numbers = Page(plain) + Page.noting(findings.remarks()), _numbers(shown)
    has_card = bool(columns and context.card and not is_list)
    if columns and has_card:
        listed = _after_card(page, shown, numbers, context, columns)
    top = shown[0].rule
    above = top if has_card else None  # the section of the result above: its title is not said again
    for hit in _with_lists_in_order(listed if is_list else _of_section_in_order(top, _once(listed, context), context)):
        section = context.sections.get(hit.rule.id)
        is_titled = not columns or not (is_list or (section and section == above))
        above = section
        beginning = _beginning(hit.rule, numbers[hit.rule.id, hit.rule.edition], context, titled=is_titled)
        is_first = hit is shown[0] and not is_list
        lines = context.lines if is_first else _LINES
        _add(page, hit, beginning, context, (columns or PIPE) - _HANGING - 1, lines)
        if is_first:
            _add_parts(page, hit.rule, shown, context, columns)
        restated(page, hit.rule, 2 * _HANGING)
        if why:
            page.add(Span(_all_reasons(hit) if why > 1 else _reasons(hit), "quiet"), indent=2 * _HANGING)
    if columns:
        page.gap()
    more = [say("more results", len(every) - len(shown), len(every))] if len(shown) < len(every) else []
    if len({game_of(hit.rule.book) for hit in shown}) > 1:
        more.append(say("of one game", game_of(top.book)))
    if context.lines is not None and not has_card:  # a card names the command itself
        more.append(f"{say('whole')}{command('show', top)}")
    foot(page, (context.first_rules.get(hit.rule.id, hit.rule) for hit in shown), more)
    return page


def _add_parts(page: Page, rule: Rule, shown: Sequence[Result], context: ResultContext, columns: int | None) -> None:
    """Add the parts of the list that a rule announces: each, if the list was asked for; else the first and the last,
    unless some of them are results."""
    lines = 1 if len(context.listed) > _MOST_PARAGRAPHS else _LINES
    for part in context.listed:
        beginning = f"{part.number}  {part.title or ''}".rstrip() + "  "
        room = lines * ((columns or PIPE) - 2 * _HANGING - 1) - len(beginning)
        text = lead(part.text or "", room)
        title = Span(beginning.removeprefix(part.number), "title")
        page.add(Span(part.number, "id"), title, Span(text, "text"), indent=_HANGING, hanging=_HANGING)
    is_open = announces_list(rule.text) and rule.children and not context.listed
    if is_open and not any(other.rule.parent == rule.number for other in shown):
        ends = Span(f"{rule.children[0]} – {rule.children[-1]}", "id")
        page.add(ends, Span(f"  ({command('show', rule)})", "quiet"), indent=_HANGING)


def _once(hits: Sequence[Result], context: ResultContext) -> list[Result]:
    """Return results without those whose text another one shows: a heading shows that of its first rule."""
    different: dict[tuple[str, str], Result] = {}
    for hit in hits:
        with_text = context.first_rules.get(hit.rule.id, hit.rule)
        different.setdefault((with_text.id, with_text.edition), hit)
    return [*different.values()]


def _of_section_in_order(top: Rule, hits: Sequence[Result], context: ResultContext) -> list[Result]:
    """Return results; if the best one is a heading, its rules first and in order: whoever asks for it reads it so."""
    if top.kind != "heading":
        return list(hits)
    own = [hit for hit in hits if top.id in (hit.rule.id, getattr(context.sections.get(hit.rule.id), "id", None))]
    return [*sorted(own, key=lambda hit: hit.rule.order), *(hit for hit in hits if hit not in own)]


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
        # a part of an infraction prints no number: the infraction is named, with its penalty
        rule = hit.rule if parts(hit.rule.number) else context.sections.get(hit.rule.id, hit.rule)
        penalty = penalty_in_words(rule.penalty) if rule is not hit.rule else ""
        title, words = Span(f"  {rule.title or ''}", "title"), Span(f"  {penalty}  " if penalty else "  ")
        lines = _LINES if findings.results else context.lines  # alone, it is whole
        _add(page, hit, [Span(rule.id, "id"), title, words], context, (columns or PIPE) - _HANGING - 1, lines)
        foot(page, [hit.rule])
    return page


def _all_reasons(hit: Result) -> str:
    """Return all that a score is made of: what was found for each word, then the features, the weightiest first."""
    words = [reason for reason in hit.why if reason.feature == "word"]
    features = [reason for reason in hit.why if reason.feature != "word"]
    features.sort(key=lambda reason: abs(reason.points), reverse=True)
    reasons = ("".join(say(key, *reason.words) for key in reason.captions) for reason in (*words, *features))
    return f"{say(f'tier {hit.tier}')}, {hit.score}: {'; '.join(reasons)}"


# Complexity: all that a score is made of, or one line for each kind of reason.
def _reasons(hit: Result) -> str:
    """Return the reasons that a reader can check: a question like the query, the words, the term that is named."""
    clear = {reason.feature: reason for reason in hit.why if reason.points >= _CLEAR}
    questions = [clear[name] for name in ASKED if name in clear]
    parts = []
    if questions:
        likest = max(reversed(questions), key=lambda reason: reason.points)
        parts.append(say("asked like", likest.words[1]))
    if words := dict.fromkeys(reason.words[2] for reason in hit.why if reason.feature == "word" and reason.words[2]):
        parts.append(say("has", ", ".join(words)))
    parts += [say(key) for name, key in _SHORT.items() if name in clear]
    return "; ".join(parts) or say(f"tier {hit.tier}")


def sentences_above(sentences: Sequence[OurSentence], page: Page) -> Page:
    """Return the results of a search below our sentences on the question, each with its rules."""
    if not sentences:
        return page
    made = Page(page.plain)
    for sentence in sentences:
        words, rules = words_of_sentence(sentence)
        made.add(Span(words, "text"), Span(rules, "quiet"))
    made.gap()
    return made + page


def words_of_sentence(sentence: OurSentence) -> tuple[str, str]:
    """Return one of our sentences, and the line with the rules that it follows from."""
    rules = ", ".join(rule.number for rule in sentence.rules)
    if sentence.kind == "together":
        return say("together", say("both").join(sentence.terms), said(sentence.text)), say("by rules", rules)
    return say("not said", said(sentence.text)), say("nearest rules", rules)


def readings(
    found: Sequence[Rule], context: ResultContext, command: str, notes: Sequence[Words] = (), columns: int | None = None
) -> Page:
    """Return the rules that a word may mean in two lines each, with the command that shows one whole."""
    page = Page.noting(notes)
    with_text = [context.first_rules.get(rule.id, rule) for rule in found]  # of a heading, its first rule
    for rule, first in zip(found, with_text, strict=True):
        beginning = _beginning(rule, f"{command}{rule.id}", context)
        room = _LINES * ((columns or PIPE) - _HANGING - 1) - sum(len(span.text) for span in beginning)
        words = excerpt(first.text or "", max(room, _LEAST_WORDS), sought(titles=(rule.title,)))
        page.add(*beginning, Span(words, "text"), hanging=_HANGING)
    foot(page, with_text)
    return page


def _numbers(found: Sequence[Result]) -> dict[tuple[str, str], str]:
    """Return the name of each result, by id and edition: its number, with its book and edition if several are shown."""
    rules = [hit.rule for hit in found]
    editions = {(rule.book, rule.edition) for rule in rules}
    books = {book for book, _ in editions}
    if len(editions) > len(books):
        return {(rule.id, rule.edition): f"{rule.book}@{rule.edition}:{rule.number}" for rule in rules}
    return {(rule.id, rule.edition): rule.id if len(books) > 1 else str(rule.number) for rule in rules}


def _beginning(rule: Rule, number: str, context: ResultContext, titled: bool = False) -> list[Span]:
    """Return the number and title of a rule; with `titled`, the sentence that it is a part of, or the title of its
    section if it has none. For a heading also the number of its first rule, whose text follows."""
    spans = [Span(number, "id"), Span("  ")]
    if rule.title:
        spans += [*marked(rule.title, context.typed, "title"), Span("  ")]
    elif titled and (lead_in := context.lead_ins.get(rule.id)):
        spans.append(Span(f"{lead_in} ", "quiet"))
    elif titled and (section := context.sections.get(rule.id)) and section.title:
        spans.append(Span(f"{section.title}: ", "quiet"))
    if first := context.first_rules.get(rule.id):
        spans += [Span(first.number, "id"), Span("  ")]
    return spans


def _add(  # noqa: PLR0913, PLR0917 - a result and the room for it
    page: Page, hit: Result, beginning: Sequence[Span], context: ResultContext, columns: int, lines: int | None
) -> None:
    """Add the text of a result after its beginning: whole if `lines` is None, else an excerpt in about so many."""
    first, section = context.first_rules.get(hit.rule.id), context.sections.get(hit.rule.id)
    looked_for = sought(context.typed or hit.hits, titles=(hit.rule.title, section.title if section else None))
    text = (first.text or first.title or "") if first else text_found(hit.rule, hit.hits)
    if lines is not None:
        text = _cut(text, looked_for, sum(len(span.text) for span in beginning), columns, lines)
    if not text and hit.rule.kind == "heading":
        beginning = [*beginning, Span(f"({say('odd')}{say('title alone')})", "quiet")]
    line, *others = _main_paragraphs(without_bars(text).split("\n"), context.typed)
    page.add(*beginning, *marked(line, context.typed, "text"), hanging=_HANGING)
    for line in others:
        page.add(*marked(line, context.typed, "text"), indent=_HANGING)


def _main_paragraphs(paragraphs: Sequence[str], words: frozenset[str]) -> list[str]:
    """Return all paragraphs of a short text; of a long one the first, and those with a typed word, … for the others."""
    if len(paragraphs) <= _MOST_PARAGRAPHS:
        return list(paragraphs)
    having = [at for at, each in enumerate(paragraphs) if at and not words.isdisjoint(words_of_text(each))]
    cells = [at + 1 for at in having if _is_cell(paragraphs[at]) and at + 1 < len(paragraphs)]
    shown = [0, *sorted({*having, *cells})[: _MOST_PARAGRAPHS - 1]]
    return [f"{paragraphs[at]}{'' if at + 1 in shown or at + 1 == len(paragraphs) else ' …'}" for at in shown]


def _is_cell(paragraph: str) -> bool:
    """Return whether a paragraph is a cell of a table, whose neighbour says what it comes to: a few words, no end."""
    return len(paragraph.split()) <= _MOST_OF_CELL and paragraph[-1:].isalnum()


# Complexity: the rules that are shown, those that are named, and the results that are on neither.
def _after_card(
    page: Page, found: Sequence[Result], numbers: Mapping[tuple[str, str], str], context: ResultContext, columns: int
) -> list[Result]:
    """Add the section that is the first result as a card; return the results that are not on it."""
    section = found[0].rule
    page.add(Span(numbers[section.id, section.edition], "id"), Span(f"  {section.title or ''}", "title"))
    words_of_title = frozenset(words_of_text(section.title or ""))
    count = min(_ON_CARD, context.most or _ON_CARD)
    for index, rule in enumerate(context.card[:count]):
        text = rule.text or rule.title or ""
        lines = _LINES if index > 0 else context.lines
        if lines is not None:
            looked_for = sought(context.typed, titles=(section.title, rule.title))
            text = _cut(text, looked_for, len(rule.number) + 2, columns - 2 * _HANGING - 1, lines)
        words = marked(text, context.typed - words_of_title, "text")
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


def _cut(text: str, looked_for: Sought, used: int, columns: int, lines: int) -> str:
    """Return the part of a text to show in `lines` of `columns`; `used` columns of the first are not free."""
    room, most = (max(count * columns - used, _LEAST_WORDS) for count in (lines, max(lines, _SENTENCE_LINES)))
    return excerpt(text, room, looked_for, most)
