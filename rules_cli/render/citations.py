"""Citations as pages to paste: how people name a rule, its words, and where they come from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rules_cli.render import writers
from rules_cli.render.language import say
from rules_cli.render.page import Page, Span
from rules_cli.render.rules import edition_named, sources
from rules_cli.store.edition import UNDATED

if TYPE_CHECKING:
    from rules_cli.lookup.permalink import Citation
    from rules_cli.model import Rule


def citation(
    found: Citation, form: str = "plain", permanent: bool = False, plain: bool = False, listed: Iterable[Rule] = ()
) -> str:
    """Return a citation as text to paste, with the rules `listed` below it. `permanent` names the rule by its permanent
    id, `plain` adds our restatement after official words."""
    page = Page()
    add_words(page, found.rule, found.permanent if permanent else dated(found), found.link)
    for rule in listed:
        add_words(page, rule, rule.number)
    if plain and found.rule.wording == "official" and found.rule.plain:
        page.add(f"({say('plain')}: {found.rule.plain})")
    page.add(Span(f"({'; '.join([source(found, ()), *cautions_of(found, ())])})", "quiet"))
    if form == "plain" and found.link:
        page.add(found.link)
    return writers.quotation(page, form)


def add_words(page: Page, rule: Rule, name: str, link: str | None = None, examples: bool = False) -> None:
    """Add the title and the text of a rule after its name; with `examples`, also its examples."""
    title = [rule.title] if rule.title else []
    first, *others = [*title, *(rule.text.split("\n") if rule.text else ())] or [""]
    page.add(Span(name, "id", link), f" {first}")
    for line in others:
        page.add(line, indent=2 if line.startswith("• ") else 0)
    for example in rule.examples if examples else ():
        for line in f"{say('example')}{example}".split("\n"):
            page.add(line)


def dated(found: Citation) -> str:
    """Return how people name a rule, with the edition: `CR 702.19b (2026-01-16)`."""
    return found.name if found.rule.edition == UNDATED else f"{found.name} ({found.rule.edition})"


def source(found: Citation, below: Sequence[Rule]) -> str:
    """Return where the words of a rule and its sub-rules come from."""
    return f"{found.book_title}, {'; '.join(sources((found.rule, *below), lambda rule: edition_named(rule.edition)))}"


def cautions_of(found: Citation, below: Sequence[Rule]) -> list[str]:
    """Return the cautions about a rule and its sub-rules, and the rules that they conflict with."""
    rules = (found.rule, *below)
    notes = [say("caution", rule.caution) for rule in rules if rule.caution]
    conflicts = (conflict for rule in rules for conflict in rule.conflicts)
    notes += [say("conflict", conflict.note.removesuffix(".")) for conflict in conflicts]
    return list(dict.fromkeys(notes))
