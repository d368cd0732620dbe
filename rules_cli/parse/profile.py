"""A profile: what one rulebook's print looks like. Data, with a strict schema and no regular expressions.

Forms are written as they are printed, with `{number}` where a rule number stands (`{dotted}`: one with a dot in
it, so that a quantity in brackets is no reference) and `*` for any words. So a profile can't become a program,
and no profile can make reading slow.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fnmatch import translate
from typing import Any

from rules_cli.errors import SchemaError
from rules_cli.references import NUMBER_IN_FORM


@dataclass(frozen=True, slots=True)
class Profile:
    """How to read one rulebook.

    - `numbering`: `dotted` (2.7.3a is printed) or `pages` (lists on pages, `abilities.3.1`).
    - `separator`: what stands between the parts of a number, `.` or `-` (1-2-3 is then addressed as 1.2.3).
    - `prefixes`: words or signs before a rule's own number, `Rule` in "Rule 1.2: …".
    - `chapters`: `hundreds` where section 205 belongs to chapter 2, else `dotted`.
    - `language`: of the source, `en` or `pt`.
    - `examples`, `notes`: the words that begin such a paragraph.
    - `references`: forms that name another rule, `[{number}]`, `rule {number}`.
    - `contents`: headings of a table of contents, besides the usual ones in English and Portuguese.
    - `furniture`: lines of a web page or print that are no rules, `*` for any words.
    - `menu_ends`: the line at which a web page's menu ends; what stands before it is dropped.
    - `skipped_letters`: letters that the book never gives to a sub-rule.
    - `glossary`: titles under which terms are explained, `back_matter` those of credits and thanks: what stands under
      either has no rule numbers, whatever it begins with.
    - `dates`: forms in which the text states when it took effect, the most telling first.
    """

    numbering: str = "dotted"
    separator: str = "."
    prefixes: tuple[str, ...] = ()
    chapters: str = "dotted"
    language: str = ""
    examples: tuple[str, ...] = ("Example", "Examples", "Exemplo", "Exemplos", "E.g.")
    notes: tuple[str, ...] = ("Note", "Nota", "Observação")
    references: tuple[str, ...] = (
        "[{dotted}]",
        "({dotted})",
        "rule {number}",
        "rules {number}",
        "section {number}",
        "regra {number}",
        "regras {number}",
        "§{number}",
        "§ {number}",
    )
    contents: tuple[str, ...] = ("Contents", "Table of Contents", "Sumário", "Índice")
    furniture: tuple[str, ...] = ()
    menu_ends: str = ""
    skipped_letters: str = ""
    glossary: tuple[str, ...] = ("Glossary", "Glossary of Terms", "Game Terms", "Glossário", "Glossário de Termos")
    back_matter: tuple[str, ...] = (
        "Credits",
        "Acknowledgments",
        "Acknowledgements",
        "Créditos",
        "Agradecimentos",
    )
    dates: tuple[str, ...] = (
        "effective as of {date}",
        "effective from {date}",
        "effective date {date}",
        "effective {date}",
        "in effect from {date}",
        "current as of {date}",
        "valid from {date}",
        "em vigor a partir de {date}",
        "em vigor desde {date}",
        "válido a partir de {date}",
        "last updated {date}",
        "last update {date}",
        "updated {date}",
        "última atualização {date}",
        "atualizado em {date}",
        "as of {date}",
    )
    _choices: tuple[tuple[str, tuple[str, ...]], ...] = field(
        default=(("numbering", ("dotted", "pages")), ("separator", (".", "-")), ("chapters", ("dotted", "hundreds"))),
        repr=False,
    )


def profile_from(value: Any, where: str, lines: Mapping[str, int] | None = None) -> Profile:
    """A profile from the plain value of its YAML; `where` names the file in errors, `lines` the line of each key.

    Raises SchemaError that lists every fault: an unknown key, a wrong type, a form that can't be.
    """

    def fault(key: object, what: str) -> str:
        return f"line {lines[str(key)]}: {what}" if lines and str(key) in lines else what

    if value is None:
        return Profile()
    if not isinstance(value, Mapping):
        raise SchemaError(f"{where}: a profile is a list of keys and values")
    known = {f.name: f for f in fields(Profile) if not f.name.startswith("_")}
    faults: list[str] = []
    kept: dict[str, Any] = {}
    for key, given in value.items():
        if key not in known:
            faults.append(fault(key, f"unknown key {key!r} (known: {', '.join(known)})"))
        elif isinstance(known[key].default, tuple):
            if isinstance(given, list) and all(isinstance(word, str) and word for word in given):
                kept[key] = tuple(given)
            else:
                faults.append(fault(key, f"{key}: a list of words is due"))
        elif isinstance(given, str):
            kept[key] = given
        else:
            faults.append(fault(key, f"{key}: a word is due"))
    profile = Profile(**kept)
    faults += [
        fault(key, f"{key}: one of {', '.join(choices)} is due")
        for key, choices in profile._choices
        if getattr(profile, key) not in choices
    ]
    faults += [
        fault("references", f"references: {form!r} holds no {{number}}")
        for form in profile.references
        if not NUMBER_IN_FORM.search(form)
    ]
    faults += [fault("dates", f"dates: {form!r} holds no {{date}}") for form in profile.dates if "{date}" not in form]
    if faults:
        raise SchemaError(f"{where}: {'; '.join(faults)}")
    return profile


def furniture_pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    """One pattern for all lines of furniture; matches nothing where there is none."""
    if not forms:
        return re.compile(r"(?!)")
    return re.compile(
        "|".join(translate(form.replace("[", "[[]").replace("?", "[?]")) for form in forms), re.IGNORECASE
    )
