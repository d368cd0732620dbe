"""A profile: how one rulebook is printed. Data, with a strict schema and no regular expressions.

Forms are written as they are printed, with `{number}` in place of a rule number (`{dotted}`: one with a dot in it, so
that a quantity in brackets is no reference) and `*` in place of any words. So a profile cannot become a program, and
no profile can make reading slow.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from typing import Annotated, Any, Literal

from rules_cli import schema
from rules_cli.numbers.heads import PLACE
from rules_cli.numbers.references import NUMBER_IN_FORM
from rules_cli.schema import Condition, Text
from rules_cli.words import any_of, words

_ReferenceForm = Annotated[
    Text, Condition(lambda form: bool(NUMBER_IN_FORM.search(form)), "a form with {number} or {dotted} in it")
]
_NumberForm = Annotated[
    Text, Condition(lambda form: bool(PLACE.search(form)), "a form with {n}, {a}, {A} or {I} in it, as in {n}.{n}.{a}")
]
_DateForm = Annotated[Text, Condition(lambda form: "{date}" in form, "a form with {date} in it")]


@cache
def _references() -> tuple[str, ...]:
    """Return the usual forms of references; the word for a step names a rule only before a number with parts."""
    steps = {*words("steps"), *words("before_dotted")}
    before_number = (*words("sections"), *words("chapters"), *words("before_number"), "§§", "§")
    return (
        *("[{dotted}]", "({dotted})", "§{number}"),
        *(f"{word} {{number}}" for word in before_number if word not in steps),
        *(f"{word} {{dotted}}" for word in words("before_dotted")),
        *words("forms"),
    )


def _usual(*keys: str) -> Any:
    """Return the field of a profile whose usual value is the words of some keys in all languages."""
    return field(default_factory=partial(words, *keys))


@dataclass(frozen=True, slots=True)
class Profile:
    """How to read one rulebook; docs/profiles.md explains each key. Words and forms that a file leaves out are those of
    all languages."""

    numbering: Literal["dotted", "pages"] = "dotted"
    numbers: tuple[_NumberForm, ...] = ()
    items: Literal["text", "rules"] = "text"
    prefixes: tuple[Text, ...] = ()
    chapters: Literal["dotted", "hundreds", "decimals"] = "dotted"
    language: str = ""
    examples: tuple[Text, ...] = _usual("examples")
    notes: tuple[Text, ...] = _usual("notes")
    parts: tuple[Text, ...] = ()
    penalties: tuple[Text, ...] = _usual("penalties")
    references: tuple[_ReferenceForm, ...] = field(default_factory=_references)
    documents: Mapping[str, Text] = field(default_factory=dict)
    other_book: str = ""
    contents: tuple[Text, ...] = _usual("contents")
    body_begins: str = ""
    body_ends: str = ""
    furniture: tuple[Text, ...] = ()
    menu_ends: str = ""
    transparent_headings: tuple[Text, ...] = ("General Rules",)
    list_openers: tuple[Text, ...] = _usual("list_openers")
    displaced_terms: Mapping[str, Text] = field(default_factory=dict)
    skipped_letters: str = ""
    glossary: tuple[Text, ...] = _usual("glossary")
    back_matter: tuple[Text, ...] = _usual("back_matter")
    front_matter: tuple[Text, ...] = _usual("front_matter", "change_logs")
    dates: tuple[_DateForm, ...] = field(default_factory=lambda: (*words("dates"), *words("updates")))


def profile_from(value: object, where: str, text: str | None = None) -> Profile:
    """Return the profile that the plain value of a YAML file describes. `where` names the file in errors, `text` is its
    text. Raises SchemaError, which lists every fault."""
    return schema.read(Profile, value, where, text)


def furniture_pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    """Return one pattern for all lines of furniture; without forms it matches no line."""
    return re.compile("|".join(map(_whole_line, forms)) or r"(?!)", re.IGNORECASE)


def _whole_line(form: str) -> str:
    """Return the pattern of a form; each part of it is looked for once, so the time is linear."""
    first, *others = map(re.escape, form.split("*"))
    between = "".join(rf"(?:(?!{part}).)*{part}" for part in others[:-1] if part)
    return first + between + (f".*{others[-1]}" if others else "") + r"\Z"


_LEAD_IN = 70  # characters between "Examples" and the colon: "Examples include, but are not limited to:"


@lru_cache(maxsize=64)
def label_pattern(labels: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a label that begins a paragraph: `Example 2:`, `1. Beispiel A:`, `For example,`, `【例】`.
    After a label of one word comes a colon, a full stop or a dash; after a `phrase`, a comma or a colon. A plural may
    be alone on its line."""
    phrases = [label for label in labels if " " in label or label in _PHRASES]
    nouns = [label.rstrip(".") for label in labels if label not in phrases]
    plurals = [label for label in nouns if label[:-1] in nouns]
    number = r"(?:\s{0,3}\d{1,4}(?:\.\d{1,4}){0,8}[a-z]?|(?:\s{1,3}|(?<=[^\x00-\u2fff]))(?-i:[A-ZＡ-Ｚ]|[IVX]{1,4}))?"
    sign = (
        r"[)\]】）]?(?:\s{0,3}[:：]\s{0,9}|(?:\s{0,3}[.．。]\s{1,9}|\s{1,3}[-–—]\s{1,3}|(?<=[\])】）])\s{0,3})(?=\S))"
    )
    return re.compile(
        rf"(?:\d{{1,3}}[.)]\s{{1,3}})?(?:(?P<phrase>(?:{any_of(phrases)}){number}\s{{0,3}}[:：,，、]\s{{0,9}})"
        rf"|(?:[(\[【（]?(?:{any_of(nouns)})\.?{number}{sign})+|(?:{any_of(plurals)})$)",
        re.IGNORECASE,
    )


_PHRASES = frozenset(("E.g.", "例えば", "例如"))  # of one word, but before a comma


def after_label(text: str, labels: tuple[str, ...], is_paragraph: bool = True) -> str | None:
    """Return the words after a label, even if that is misprinted twice; None if no label begins the text. A phrase
    ("For example, …") is a label only where it begins a paragraph."""
    found = label_pattern(labels).match(text)
    if found is None or (found["phrase"] and not is_paragraph):
        return None
    return text[found.end() :]


def leads_to_examples(text: str, labels: tuple[str, ...]) -> bool:
    """Whether a paragraph leads to a list of examples: "Examples include (but are not limited to):"."""
    return text[-1:] in ":：" and bool(_lead_in_pattern(labels).fullmatch(text))


@lru_cache(maxsize=64)
def _lead_in_pattern(labels: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a paragraph that leads to examples: a label, some words and a colon."""
    single = any_of(label for label in labels if " " not in label)
    return re.compile(rf"(?:{single})\s[^:：.。]{{0,{_LEAD_IN}}}[:：]", re.IGNORECASE)


_LONGEST_LABEL = 60  # characters: a longer line that fits a form with `*` is a sentence


def part_label(text: str, forms: tuple[str, ...]) -> tuple[str, str] | None:
    """Return the label at the beginning of a line and the words after it; None if the line begins with no label. A
    label is alone on its line, or before a colon. `forms` are those of a profile, with `*` in place of any words."""
    label, colon, words = text.partition(":")
    label = label.strip()
    if not forms or len(label) > _LONGEST_LABEL or not _part_pattern(forms).fullmatch(label):
        return None
    return label, words.strip() if colon else ""


@lru_cache(maxsize=64)
def _part_pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a label in one of the forms, with `*` for any words of one sentence."""
    words = (re.escape(form).replace(r"\*", r"[^.!?]*") for form in forms)
    return re.compile("|".join(words), re.IGNORECASE)
