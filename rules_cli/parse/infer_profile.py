"""A rulebook that nobody wrote a profile for: how it is printed, worked out from its text.

Nothing here decides what a line is; it only chooses among what a profile may say, by counting in the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from rules_cli.formats.source_line import Document, SourceLine
from rules_cli.parse.line_filter import DASHED, as_usual, is_title, numbered
from rules_cli.parse.links import with_dots
from rules_cli.parse.number_variants import plain_number
from rules_cli.parse.profile import Profile
from rules_cli.references import first_numbers
from rules_cli.rule_number import parts
from rules_cli.text import fold

_PORTUGUESE = frozenset("nao uma sao ou pelo pela quando jogador seu sua dos das tambem voce cartas".split())
_LABEL = re.compile(r"^([^\W\d_][^\W\d_.]{1,14}\.?)\s?\d{0,2}\s?:\s")
_EXAMPLES = frozenset("example examples exemplo exemplos ejemplo ejemplos exemple exemples beispiel esempio ex".split())
_NOTES = frozenset("note notes nota notas observacao remark hinweis remarque important importante reminder".split())
_PREFIXED = re.compile(
    r"(rule|section|article|art|paragraph|regra|artigo|seção|regel|règle|regla|r|cr|§)\.?\s{0,3}"
    r"\d{1,4}(?:[.-]\d{1,4}){0,8}[a-z]{0,2}(?:[.:)]?\s|$)",
    re.IGNORECASE,
)
_TWICE = 2
_RESOLVED = 0.5  # of the numbers that a form finds, for it to be a reference's
_SAMPLE = 4_000  # lines in which forms are tried
_SKIPPABLE = "lo"


def infer_profile(documents: Sequence[Document]) -> Profile:
    """The profile of a book that has none; linear in the lines of its documents."""
    lines = [line for document in documents for line in document.lines if line.role != "blank"]
    printed = Profile(separator=_separator(lines), prefixes=_prefixes(lines))
    lines = [as_usual(line, printed) for line in lines]
    rows = [found for line in lines if (found := numbered(line.words))]
    numbers = [number for number, _, _ in rows]
    labels = Counter(label for line in lines if (label := _label(line)))
    return Profile(
        separator=printed.separator,
        prefixes=printed.prefixes,
        numbering=_numbering(documents, numbers),
        chapters=_chapters(rows),
        language=language_of(documents),
        examples=_words(labels, _EXAMPLES, Profile().examples),
        notes=_words(labels, _NOTES, Profile().notes),
        references=_references(lines, {*numbers, *_printed_otherwise(lines)}, printed),
        skipped_letters=_skipped(numbers),
    )


def labels_of(documents: Sequence[Document], profile: Profile) -> list[tuple[str, int]]:
    """Words that begin many paragraphs as an example's or a note's would, and are named as neither."""
    known = {fold(word).rstrip(".") for word in (*profile.examples, *profile.notes)}
    found = Counter(
        label for d in documents for line in d.lines if (label := _label(line)) and fold(label).rstrip(".") not in known
    )
    return [(label, count) for label, count in found.most_common(5) if count > _TWICE]


def language_of(documents: Sequence[Document]) -> str:
    """`pt` or `en`, by the little words of the first lines."""
    words = [word for d in documents for line in d.lines[:400] for word in fold(line.text).split()]
    return "pt" if sum(word in _PORTUGUESE for word in words) > len(words) / 50 else "en"


def _separator(lines: Sequence[SourceLine]) -> str:
    """Dashes where more lines begin with 1-2 than with 1.2."""
    dashed = sum(bool(DASHED.match(line.words)) for line in lines)
    return "-" if dashed > max(_TWICE, _dotted(lines)) else "."


def _prefixes(lines: Sequence[SourceLine]) -> tuple[str, ...]:
    """The words before numbers, where more lines begin with one than with a dotted number of their own."""
    met = Counter(found[1] for line in lines if (found := _PREFIXED.match(line.words)))
    return tuple(met) if met.total() > max(_TWICE, _dotted(lines)) else ()


def _dotted(lines: Sequence[SourceLine]) -> int:
    return sum(bool((found := numbered(line.words)) and "." in found[0]) for line in lines)


def _numbering(documents: Sequence[Document], numbers: Sequence[str]) -> str:
    """Pages where lists are numbered and lines are not, else dotted."""
    counted = any(line.counted or line.role == "heading" for document in documents for line in document.lines)
    dotted = any("." in number for number in numbers)
    return "pages" if counted and not dotted and any(document.joins for document in documents) else "dotted"


def _chapters(rows: Sequence[tuple[str, str, str]]) -> str:
    """Hundreds where titles are numbered 1, 2, … and 100, 101, …, and no rule bears a chapter's own number."""
    titles = {number for number, _, text in rows if number.isdigit() and is_title(text, marked=True)}
    chapters = {number for number in titles if len(number) == 1}
    sections = {number for number in titles if len(number) == 3}
    below = {number.partition(".")[0] for number, _, _ in rows if "." in number}
    fits = bool(sections) and all(number[0] in chapters for number in sections)
    return "hundreds" if fits and not below & chapters else "dotted"


def _label(line: SourceLine) -> str:
    found = _LABEL.match(line.text) if line.role in ("text", "item", "note") else None
    return found[1] if found else ""


def _words(labels: Counter[str], known: frozenset[str], usual: tuple[str, ...]) -> tuple[str, ...]:
    """The usual words, and those of the text that mean the same."""
    taken = {fold(word).rstrip(".") for word in usual}
    met = (label for label in labels if fold(label).rstrip(".") in known)
    return (*usual, *(label for label in met if fold(label).rstrip(".") not in taken))


def _printed_otherwise(lines: Sequence[SourceLine]) -> Iterator[str]:
    """The numbers of lines that may be rules' in an unusual print: 1.1a of `1.1A By day`."""
    for line in lines:
        if (text := plain_number(line.words)) and (found := numbered(text)):
            yield found[0]


def _references(lines: Sequence[SourceLine], numbers: set[str], printed: Profile) -> tuple[str, ...]:
    """The forms that name rules in this text: most of the numbers that they find are there, or are like those that
    are (an excerpt names more rules than it holds)."""
    text = with_dots("\n".join(line.text for line in lines[:_SAMPLE]), printed)
    shapes = {_shape(number) for number in numbers if "." in number}
    forms = (*Profile().references, *_FURTHER)
    return tuple(form for form in forms if _names_rules(form, text, numbers, shapes))


def _names_rules(form: str, text: str, numbers: set[str], shapes: set[str]) -> bool:
    found = first_numbers(text, form)
    return bool(found) and sum(n in numbers or _shape(n) in shapes for n in found) >= _RESOLVED * len(found)


def _shape(number: str) -> str:
    return re.sub(r"[a-z]+", "a", re.sub(r"\d+", "1", number))


_FURTHER = ("see {dotted}", "ver {dotted}", "CR {dotted}")


def _skipped(numbers: Sequence[str]) -> str:
    """The letters, of those that look like figures, that the text leaves out where it goes past them."""
    letters = Counter(found.letters for number in numbers if (found := parts(number)) and len(found.letters) == 1)
    return "".join(letter for letter in _SKIPPABLE if not letters[letter] and letters[chr(ord(letter) + 1)] >= _TWICE)


def decisions(profile: Profile, documents: Sequence[Document]) -> Iterator[str]:
    """What was worked out, a line each, for a person to check."""
    yield f"numbering: {profile.numbering}, chapters: {profile.chapters}, language: {profile.language}"
    if profile.prefixes:
        yield f"before a rule's number stands: {', '.join(profile.prefixes)}"
    if profile.separator != ".":
        yield f"numbers are printed with {profile.separator} (ask for 1.2.3)"
    yield f"references: {', '.join(profile.references) or 'none found'}"
    yield f"examples begin with: {', '.join(profile.examples)}; notes with: {', '.join(profile.notes)}"
    if profile.skipped_letters:
        yield f"letters that no sub-rule bears: {', '.join(profile.skipped_letters)}"
    for label, count in labels_of(documents, profile):
        yield f"{count} paragraphs begin with {label}: (taken as text; a profile can name them)"
