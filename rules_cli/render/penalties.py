"""Infractions as a page that fits a screen, as a list, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rules_cli.captions import say, say_phrase
from rules_cli.penalties import in_words
from rules_cli.render.page import Page, Span
from rules_cli.render.rules import foot
from rules_cli.text import first_words

if TYPE_CHECKING:
    from rules_cli.model import Rule
    from rules_cli.penalties import Infraction

_LINE = 72  # characters of a line of a terminal of 80 columns, beside the indent
_ROOM = 15  # lines for what changes the penalty and for the remedy: a screen of 24 without all that is around them
_DEFINITION = 2 * _LINE - 10
_USUAL_PARTS = ("upgrade", "downgrade", "philosophy", "additional remedy", "procedure and penalty")
_LEAST_SHOWN = 20  # characters of a text, if a line is hardly longer than its label and its address


def infraction(found: Sequence[Infraction], book_title: str, address: str) -> Page:
    """Return the likeliest infraction on one screen, and the names of the others; `address` is that of the edition."""
    page, (first, *others) = Page(), found
    rule = first.rule
    page.add(Span(" › ".join([book_title, *(f"{above.number} {above.title or ''}" for above in first.above)]), "quiet"))
    page.add(Span(str(rule.number), "id"), Span(f"  {rule.title or ''}", "title"))
    if len(rule.penalty) == 1:
        page.add(Span(say("penalty"), "label"), Span(in_words(rule), "bad"), indent=2)
    for each in rule.penalty if len(rule.penalty) > 1 else ():
        page.add(Span(f"{each.level}: ", "label"), Span(each.penalty, "bad"), indent=2)
    for odd in first.odd:
        page.add(Span(say("odd"), "label"), Span(say_phrase(odd), "note"), indent=2)
    page.add(Span(first_words(_definition(first), _DEFINITION), "text"), indent=2)
    _changes(page, first, address)
    for part in first.philosophy:
        page.add(Span(_label(part), "label"), Span(f"rules {address}:{part.number}", "id"), indent=2)
    if others:
        names = ", ".join(f"{each.rule.number} {each.rule.title}" for each in others)
        page.add(Span(say("or"), "label"), Span(first_words(names, 2 * _LINE), "quiet"))
    foot(page, [rule])
    return page


def _label(part: Rule) -> str:
    """Return the title of a part of an infraction as a label, in the language of the captions if it is a usual one."""
    title = (part.title or "").lower()
    return f"{say(title) if title in _USUAL_PARTS else title}: "


def _definition(found: Infraction) -> str:
    """Return the first sentences on what the infraction is: of the part that says so, or of the section's own text."""
    text = (found.definition or found.rule).text or ""
    penalties = {each.penalty for each in found.rule.penalty}
    return next((line for line in text.split("\n") if line not in penalties), "")


def _changes(page: Page, found: Infraction, address: str) -> None:
    """Add what changes the penalty, and the remedy: short ones whole, the others each as long as there is room."""
    parts = (*found.upgrades, *found.downgrades, *found.remedy)
    labels = [_label(part) for part in parts]
    texts = [" ".join((part.text or "").split("\n")) for part in parts]
    needed = [_lines(label + text) for label, text in zip(labels, texts, strict=True)]
    shares = _shares(needed, _ROOM - len(found.rule.penalty) - 2 * len(found.odd))
    for part, label, text, lines, share in zip(parts, labels, texts, needed, shares, strict=True):
        more = f" rules {address}:{part.number}" if lines > share else ""
        room = max(share * _LINE - len(label) - len(more), _LEAST_SHOWN)
        shown = first_words(text, room) if more else text
        page.add(Span(label, "label"), Span(shown, "text"), Span(more, "id"), indent=2)


def _lines(text: str) -> int:
    return -(-len(text) // _LINE)


def _shares(needed: Sequence[int], room: int) -> list[int]:
    """Return how many lines each text gets: what it needs, or else as many as the others that need more get."""
    shares = [0] * len(needed)
    for done, at in enumerate(sorted(range(len(needed)), key=needed.__getitem__)):
        shares[at] = min(needed[at], max(1, room // (len(needed) - done)))
        room -= shares[at]
    return shares


def listed(found: Sequence[Infraction], book_title: str) -> Page:
    """Return all infractions of a document with their penalties, a line each."""
    page, rules = Page(), [each.rule for each in found]
    page.add(Span(book_title, "quiet"))
    for rule in rules:
        title = Span(f"  {rule.title or ''}  ", "title")
        page.add(Span(str(rule.number), "id"), title, Span(in_words(rule), "bad"), hanging=2)
    foot(page, rules[:1])
    return page


def as_json(found: Sequence[Infraction], book: str, edition: str) -> dict[str, Any]:
    """Return infractions as JSON."""
    return {"book": book, "edition": edition, "results": list(map(_result, found))}


def _result(found: Infraction) -> dict[str, Any]:
    return {
        "id": found.rule.id,
        "title": found.rule.title,
        "penalty": [each._asdict() for each in found.rule.penalty],
        "upgrades": [part.text for part in found.upgrades],
        "downgrades": [part.text for part in found.downgrades],
        "remedy": "\n".join(part.text for part in found.remedy if part.text) or None,
        "odd": list(found.odd),
        "philosophy": [part.id for part in found.philosophy],
    }
