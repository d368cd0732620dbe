"""`terms.yaml`: a book's terms as we list them, and the keywords that the book lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules_cli import schema
from rules_cli.lookup.terms import Term
from rules_cli.model import RuleNumber
from rules_cli.store import data_files
from rules_cli.text import fold


@dataclass(frozen=True, slots=True)
class _ListedTerm:
    """A term in `terms.yaml`; `titled` are titles of the sections that define it, in a book that ships without text."""

    rules: tuple[RuleNumber, ...] = ()
    titled: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    other: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Keywords:
    """Keywords of one kind in `terms.yaml`, the rule that lists them, and the kind in other languages."""

    kind: str
    rule: RuleNumber
    words: tuple[str, ...]
    other: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TermsFile:
    """A file `terms.yaml`; `everyday` are names of terms that the book mostly uses as common words."""

    terms: Mapping[str, _ListedTerm] = field(default_factory=dict)
    keywords: tuple[_Keywords, ...] = ()
    everyday: tuple[str, ...] = ()


def terms_file(slug: str) -> TermsFile:
    """The `terms.yaml` of a book; raises SchemaError if it is broken."""
    return schema.read(TermsFile, data_files.load(slug, "terms.yaml"), f"{slug}/terms.yaml")


def listed_terms(slug: str) -> list[Term]:
    """The terms and keywords of a book's `terms.yaml`; raises SchemaError if the file is broken."""
    file = terms_file(slug)
    terms = {
        fold(name): Term(name, listed.rules, players=listed.also, other=listed.other)
        for name, listed in file.terms.items()
    }
    for group in file.keywords:
        for word in group.words:
            known = terms.get(fold(word))
            if known is None or not known.rules:
                named = known or Term(word, ())
                terms[fold(word)] = named._replace(
                    name=word, rules=(group.rule,), keyword=group.kind, kinds=group.other
                )
    return list(terms.values())
