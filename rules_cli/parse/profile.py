"""A profile: how one rulebook is printed. Data, with a strict schema and no regular expressions.

Forms are written as they are printed, with `{number}` in place of a rule number (`{dotted}`: one with a dot in it, so
that a quantity in brackets is no reference) and `*` in place of any words. So a profile cannot become a program, and
no profile can make reading slow.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from typing import Annotated, Any, Literal

from rules_cli import schema
from rules_cli.parse.number_forms import PLACE
from rules_cli.references import NUMBER_IN_FORM
from rules_cli.schema import Condition, Text
from rules_cli.words import words

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


@cache
def _front_matter() -> tuple[str, ...]:
    return words("front_matter", "change_logs")


@cache
def _dates() -> tuple[str, ...]:
    return (*words("dates"), *words("updates"))


def _usual(key: str) -> Any:
    """Return the field of a profile whose usual value is the words of a key in all languages."""
    return field(default_factory=partial(words, key))


@dataclass(frozen=True, slots=True)
class Profile:
    """How to read one rulebook; docs/profiles.md explains each key to the people who write them.

    - `numbering`: `dotted` (2.7.3a is printed) or `pages` (lists on pages, `abilities.3.1`).
    - `numbers`: the forms of the book's numbers, if they are not like 2.7.3a: `{n}-{n}`, `{n}.{n}.{a}.{n}`.
    - `items`: `rules` if items of lists are rules: item 3 of Article 4 is 4.3, (a) of 4.01 is 4.01(a).
    - `prefixes`: words or signs before a rule's own number, `Rule` in "Rule 1.2: …".
    - `chapters`: `hundreds` if section 205 belongs to chapter 2, else `dotted`.
    - `language`: of the source, `en`, `pt`, `de`, `fr`, `es`, `it`, `ja`, `zh` or another of two letters.
    - `examples`, `notes`: the words that begin such a paragraph.
    - `parts`: labels of the parts of a section, `Philosophy`, `Upgrade`, `*` for any words.
    - `penalties`: names of the penalties in judges' policy.
    - `references`: forms that name another rule, `[{number}]`, `rule {number}`.
    - `documents`: names of other documents, each with its book: in "MTR 4.3" the number is of `mtg-mtr`.
    - `other_book`: the book that a number means if this one does not have its chapter.
    - `contents`: headings of a table of contents, besides the usual ones in several languages.
    - `body_begins`, `body_ends`: the first line of the rules, and the first one after them, `*` for any words; no line
      outside has a rule's number.
    - `furniture`: lines of a web page or print that are no rules, `*` for any words.
    - `menu_ends`: the line that ends a saved web page's menu; the menu is dropped.
    - `transparent_headings`: headings that add nothing to the numbers of the rules under them.
    - `list_openers`: words that make a line before a list a sentence ("the following kites:"), and no heading.
    - `displaced_terms`: terms that a saved page prints at its end, each with the rule in which the word is missing.
    - `skipped_letters`: letters that the book never gives to a sub-rule.
    - `glossary`: titles of parts that explain terms; `back_matter`: titles of credits. No line of these parts has a
      rule number.
    - `front_matter`: titles of introductions, prefaces and change logs.
    - `dates`: forms in which the text states when it took effect, the most reliable first.
    """

    numbering: Literal["dotted", "pages"] = "dotted"
    numbers: tuple[_NumberForm, ...] = ()
    items: Literal["text", "rules"] = "text"
    prefixes: tuple[Text, ...] = ()
    chapters: Literal["dotted", "hundreds"] = "dotted"
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
    front_matter: tuple[Text, ...] = field(default_factory=_front_matter)
    dates: tuple[_DateForm, ...] = field(default_factory=_dates)


def profile_from(value: object, where: str, text: str | None = None) -> Profile:
    """Return the profile that the plain value of a YAML file describes.

    `where` names the file in errors, `text` is its text. Raises SchemaError, which lists every fault.
    """
    return schema.read(Profile, value, where, text)


def furniture_pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    """Return one pattern for all lines of furniture; without forms it matches no line."""
    if not forms:
        return re.compile(r"(?!)")
    return re.compile("|".join(map(_whole_line, forms)), re.IGNORECASE)


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
    be alone on its line.
    """
    phrases = [label for label in labels if " " in label or label in _PHRASES]
    nouns = [label.rstrip(".") for label in labels if label not in phrases]
    plurals = [label for label in nouns if label[:-1] in nouns]
    number = r"(?:\s{0,3}\d{1,4}(?:\.\d{1,4}){0,8}[a-z]?|(?:\s{1,3}|(?<=[^\x00-\u2fff]))(?-i:[A-ZＡ-Ｚ]|[IVX]{1,4}))?"
    sign = (
        r"[)\]】）]?(?:\s{0,3}[:：]\s{0,9}|(?:\s{0,3}[.．。]\s{1,9}|\s{1,3}[-–—]\s{1,3}|(?<=[\])】）])\s{0,3})(?=\S))"
    )
    return re.compile(
        rf"(?:\d{{1,3}}[.)]\s{{1,3}})?(?:(?P<phrase>(?:{_any_of(phrases)}){number}\s{{0,3}}[:：,，、]\s{{0,9}})"
        rf"|(?:[(\[【（]?(?:{_any_of(nouns)})\.?{number}{sign})+|(?:{_any_of(plurals)})$)",
        re.IGNORECASE,
    )


_PHRASES = frozenset(("E.g.", "例えば", "例如"))  # of one word, but before a comma


def _any_of(words: Sequence[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True)) or "(?!)"


def after_label(text: str, labels: tuple[str, ...], is_paragraph: bool = True) -> str | None:
    """Return the words after a label, even if that is misprinted twice; None if no label begins the text.

    A phrase ("For example, …") is a label only where it begins a paragraph.
    """
    found = label_pattern(labels).match(text)
    if found is None or (found["phrase"] and not is_paragraph):
        return None
    return text[found.end() :]


def leads_to_examples(text: str, labels: tuple[str, ...]) -> bool:
    """Whether a paragraph leads to a list of examples: "Examples include (but are not limited to):"."""
    return text[-1:] in ":：" and bool(_lead_in_pattern(labels).fullmatch(text))


@lru_cache(maxsize=64)
def _lead_in_pattern(labels: tuple[str, ...]) -> re.Pattern[str]:
    words = _any_of([label for label in labels if " " not in label])
    return re.compile(rf"(?:{words})\s[^:：.。]{{0,{_LEAD_IN}}}[:：]", re.IGNORECASE)


_LONGEST_LABEL = 60  # characters: a longer line that fits a form with `*` is a sentence


def part_label(text: str, forms: tuple[str, ...]) -> tuple[str, str] | None:
    """Return the label at the beginning of a line and the words after it; None if the line begins with no label.

    A label is alone on its line, or before a colon. `forms` are those of a profile, with `*` in place of any words.
    """
    label, colon, words = text.partition(":")
    label = label.strip()
    if not forms or len(label) > _LONGEST_LABEL or not _part_pattern(forms).fullmatch(label):
        return None
    return label, words.strip() if colon else ""


@lru_cache(maxsize=64)
def _part_pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    words = (re.escape(form).replace(r"\*", r"[^.!?]*") for form in forms)
    return re.compile("|".join(words), re.IGNORECASE)
