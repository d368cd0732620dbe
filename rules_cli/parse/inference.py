"""Facts that a book's text tells: the date of its edition, and how it is printed if no profile says so.

Nothing here reads rules; a profile is chosen by counting in the text, among the values that a profile may have.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from itertools import islice, pairwise
from pathlib import PurePosixPath
from typing import Literal

from rules_cli.formats.source_line import Document, SourceLine
from rules_cli.model import RuleNumber
from rules_cli.numbers.grammar import CLOSING, LATIN
from rules_cli.numbers.heads import (
    LineNumber,
    chapter_words,
    line_number,
    printed_number,
    section_words,
    unusual_number,
)
from rules_cli.numbers.parts import parts
from rules_cli.numbers.references import BARE, BookNumbers, find_references, first_numbers, shape_of
from rules_cli.numbers.worded import find_worded
from rules_cli.parse.candidates import has_leaders
from rules_cli.parse.labels import Labels, item_numbers
from rules_cli.parse.line_shape import (
    chapter_of,
    has_title_of_list,
    is_dotted,
    is_title,
    is_title_of_book,
    own_number,
    without_prefix,
)
from rules_cli.parse.links import plain_signs
from rules_cli.parse.number_forms import forms_of, forms_over_lists, numbers_rules, unread_numbers
from rules_cli.parse.penalty_lines import penalty_pattern
from rules_cli.parse.penalty_names import house_penalties
from rules_cli.parse.penalty_tables import is_row
from rules_cli.parse.profile import Profile, after_label
from rules_cli.text import HAN, KANA, fold
from rules_cli.words import any_of, languages, words

_FEW = 2  # times: a sign printed only so often may be chance
_NAMING_RULES = 0.5  # of the numbers in a form: if fewer are like the book's, the form is for other numbers
_SURELY_A_RULE = 2  # parts of a bare number that may be a quantity; one with more, as 5-2-1, is a rule's
_LINES_FOR_FORMS = 4_000  # lines in which forms are tried: half of the longest rulebook
_LINES_FOR_LANGUAGE = 400  # lines of each document: some thousand words
_LITTLE_WORDS = 0.02  # of the words of a text in a language at least; an English text has none of them
_NUMBERS_SHOWN = 3  # of those that were not read: enough to see their form
_LABELS_SHOWN = 5  # labels that a person is asked about: more would hide the other decisions
_KANA, _HAN, _HANGUL = re.compile(f"[{KANA}]"), re.compile(f"[{HAN}]"), re.compile("[\uac00-\ud7a3]")
_MOSTLY = 0.1  # of the signs of a Japanese, Chinese or Korean text; names in English cards have fewer
_LABEL = re.compile(r"^([^\W\d_][^\W\d_.]{1,14}\.?)\s?\d{0,2}\s?:\s")


@cache
def _prefixed() -> re.Pattern[str]:
    """Return the pattern of a number after a word for sections, chapters or rules, or after another word or sign."""
    other = r"(?:[^\W\d_][^\W\d_]{0,14}\.?\s{0,2})?[#№¶]|[^\W\d_a-z][^\W\d_]{0,14}\.?(?=\s)"
    return re.compile(
        rf"(?:(?i:({section_words()}|{chapter_words()})\.?\s{{0,3}}|({any_of(words('typed'))})\.?\s{{1,3}})|({other})\s{{0,3}})"
        rf"(\d{{1,4}}(?:[.-]\d{{1,4}}){{0,8}})(?:[ -]?(?i:{LATIN})|[a-zA-Z]{{0,2}})[º°]?(?:{CLOSING}?\s|$)"
    )


_LIKE_FIGURES = "lo"


# Complexity: one expression for each field of the profile.
def infer_profile(documents: Sequence[Document]) -> Profile:
    """Return a profile for a book that has none; linear in the lines of its documents."""
    lines = [
        line for document in documents for line in document.lines if line.role != "blank" and not has_leaders(line.text)
    ]
    prefixes, printed = _prefixes(lines), lines
    examples = _labels_in(lines, Profile().examples)
    lines = [without_prefix(line, prefixes) for line in lines]
    forms = forms_of(lines, printed if prefixes else ()) or forms_over_lists(lines)
    profile = Profile(numbers=forms, prefixes=prefixes)
    numbers = [own_number(line, profile) for line in printed]
    numbered = list(filter(None, numbers))
    unusual = [] if forms else [found for line in lines if (found := unusual_number(line.words))]
    joins = any(document.joins for document in documents)
    items = item_numbers(Labels(printed, numbers, joins, examples))
    return Profile(
        numbers=forms,
        prefixes=prefixes,
        items="rules" if items else "text",
        numbering="dotted" if items or prefixes else _numbering(documents, numbered, forms),
        chapters=_chapters(numbered),
        language=language_of(documents),
        examples=examples,
        notes=_labels_in(lines, Profile().notes),
        penalties=house_penalties(
            f"# {line.text}" if line.strong or line.role == "heading" else line.text for line in printed
        ),
        references=_references(lines, items.union(RuleNumber(found.number) for found in (*numbered, *unusual)), forms),
        skipped_letters=skipped_letters(each.number for each in numbered),
    )


def language_of(documents: Sequence[Document]) -> str:
    """Return the code of the language of a text, `pt`: by its signs, or by the little words of its first lines.
    English if none fits."""
    lines = [line.text for document in documents for line in document.lines[:_LINES_FOR_LANGUAGE]]
    signs = "".join(lines)
    if len(_HAN.findall(signs)) + len(_KANA.findall(signs)) > _MOSTLY * len(signs):
        return "ja" if len(_KANA.findall(signs)) > _MOSTLY * len(_HAN.findall(signs)) else "zh"
    if len(_HANGUL.findall(signs)) > _MOSTLY * len(signs):
        return "ko"
    counts = Counter(word for line in lines for word in fold(line).split())
    shares = {code: sum(counts[word] for word in set(each.common)) for code, each in languages().items()}
    likeliest = max(shares, key=lambda language: shares[language])
    is_likely = shares[likeliest] > max(_LITTLE_WORDS * counts.total(), counts["the"])
    return likeliest if is_likely else "en"


def _worded_references(documents: Sequence[Document]) -> Iterator[str]:
    """Yield the references with words in them, `art. 2, § 1`, that do not begin a line."""
    for document in documents:
        for line in document.lines:
            yield from (line.text[ref.start : ref.end] for ref in find_worded(line.text) if ref.start and ref.steps[1:])


# Complexity: one line of the report for each decision, left out if it is the usual one.
def decisions(profile: Profile, documents: Sequence[Document]) -> Iterator[str]:
    """Yield what was inferred, a line each, for a person to check."""
    numbers = "no rule has a number of its own: read by its headings and lists"
    if profile.numbering == "dotted":
        manners = {"hundreds": ", with three figures for each chapter (601.2)", "decimals": ", 4.31 under 4.3"}
        chapters = manners.get(profile.chapters, "")
        numbers = f"rules are known by their printed numbers{chapters}"
    yield f"{numbers}; language: {profile.language}"
    if profile.prefixes:
        yield f"before a rule's number: {', '.join(profile.prefixes)}"
    if profile.numbers:
        yield f"numbers: {', '.join(profile.numbers)}"
    if profile.items == "rules":
        yield "the items of lists are rules: item 3 of section 4 is 4.3, item (a) of 4.01 is 4.01(a)"
    unread = unread_numbers((line for document in documents for line in document.lines), profile.numbers)
    if len(unread) > _FEW and profile.numbering == "dotted":
        shown = ", ".join(list(dict.fromkeys(unread))[:_NUMBERS_SHOWN])
        yield f"{len(unread)} lines begin like {shown}: not read as numbers (a profile can state their forms)"
    forms = [form.replace("{dotted}", "1.2").replace("{number}", "1") for form in profile.references]
    named = forms or [*islice(_worded_references(documents), 1)]
    yield f"references to other rules look like: {', '.join(named)}" if named else "no rule names another"
    usual = Profile()
    examples = "" if profile.examples == usual.examples else ", ".join(profile.examples)
    notes = "" if profile.notes == usual.notes else ", ".join(profile.notes)
    if examples:
        yield f"examples begin with: {examples}"
    if notes:
        yield f"notes begin with: {notes}"
    if profile.skipped_letters:
        yield f"sub-rules skip the letters {', '.join(profile.skipped_letters)}"
    before = (*profile.prefixes, *(form.partition("{")[0].strip() for form in profile.numbers))
    known = {"", *map(fold, before), *(fold(label).rstrip(".") for label in (*profile.examples, *profile.notes))}
    printed = (line.text for each in documents for line in each.lines if line.role in ("text", "item", "note"))
    labels = (found[1] for found in map(_LABEL.match, printed) if found)
    unknown = Counter(label for label in labels if fold(label).rstrip(".") not in known)
    for label, count in unknown.most_common(_LABELS_SHOWN):
        if count > _FEW:
            yield f"{count} paragraphs begin with {label}: (taken as text; a profile can name them)"


# Complexity: one condition for each sign that a word belongs to the numbers.
def _prefixes(lines: Sequence[SourceLine]) -> tuple[str, ...]:
    """Return the words before the numbers of rules, `Section` of `Section 4.01 Kites`, if more lines begin with one
    than with a dotted number. A word that no language has belongs to them if most numbers of several parts have it,
    `MTR 3.10 Sleeves`, or if the single numbers after it count on and the book has no others: `Rule #12`, `№ 4`."""
    matches = [match for line in lines if (match := _prefixed().match(line.words))]
    printed = [(found.word, found.number) for line in lines if (found := printed_number(line.words))]
    known = Counter(match[1] or match[2] for match in matches if not match[3])
    known = Counter({word: times for word, times in known.items() if numbers_rules(word.lower(), printed)})
    without_word = list(filter(None, (line_number(line.words) for line in lines)))
    fewest = max(_FEW, sum(map(is_dotted, without_word)))
    if known.total() > fewest:
        return tuple(known)
    of_parts, single = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    others = {fold(word) for word in words("other_numbers", "examples", "notes", "units")}
    for match in matches:
        word = match[1] or match[2] or match[3].strip().rstrip(".")
        (single if match[4].isdecimal() else of_parts)[word].append(match[4])
    word, numbers = max(of_parts.items(), key=lambda each: len(each[1]), default=("", []))
    is_prefix = len(numbers) > fewest and len(set(numbers)) >= _MOST * len(numbers)
    if not is_prefix or fold(word) in others:
        word, numbers = max(single.items(), key=lambda each: len(each[1]), default=("", []))
        is_prefix = _count_on(numbers, _COUNTED_STEPS) and not without_word
    return (word,) if is_prefix and fold(word) not in others else ()


_COUNTED_STEPS = 3  # from a number after a word to the next; so few may be those of captions
_MOST = 0.8  # of the numbers after a word are printed once, or count on; those of figures and examples begin again


# Complexity: one case for each kind of source.
def _numbering(
    documents: Sequence[Document], numbered: Sequence[LineNumber], forms: Sequence[str]
) -> Literal["dotted", "pages"]:
    """Return `pages` if the documents have headings or numbered lists, and no number of two parts or of an article: at
    least one with a dot, `1.2`, or a few with a letter, `2a`. Headings that mostly count on, `## 3. Kites`, are no
    pages, nor is one list through a text without headings."""
    have_parts = any("." in found.number for found in numbered) or sum(found.levels > 1 for found in numbered) > _FEW
    if have_parts or any(form.count("{") > 1 for form in forms):
        return "dotted"
    if not any(document.joins for document in documents):
        are_titled = sum(
            has_title_of_list(document.lines, at) for document in documents for at in range(len(document.lines))
        )
        return "pages" if are_titled > _FEW else "dotted"
    lines = [line for document in documents for line in document.lines]
    headings = [line_number(line.words) for line in lines if line.role == "heading"]
    counted = [found.number for found in headings if found and found.number.isdecimal()]
    are_all = len(counted) >= _FEW and len(headings) <= len(counted) + 1  # but for the title of the book
    if 2 * len(counted) > len(headings) and _count_on(counted, 0 if are_all else _FEW):
        return "dotted"
    items = [line.marker[:-1] for line in lines if line.counted and line.level == 0]
    if not headings and (reached := _reached(items)) > _FEW and 2 * reached > len(items):
        return "dotted"
    return "pages" if any(line.counted or line.role == "heading" for line in lines) else "dotted"


def _reached(numbers: Iterable[str]) -> int:
    """Return the last number of the list that begins with the first 1; others may be between its items."""
    last = 0
    for number in numbers:
        last += number == str(last + 1)
    return last


def _count_on(numbers: Sequence[str], few: int) -> bool:
    """Whether most of some numbers, and more than a few, are the next after the one before."""
    steps = sum(int(after) == int(before) + 1 for before, after in pairwise(numbers))
    return steps > few and steps >= _MOST * (len(numbers) - 1)


# Complexity: comprehensions; there are only two branches.
def _chapters(numbered: Sequence[LineNumber]) -> Literal["dotted", "hundreds", "decimals"]:
    """Return `hundreds` if titles are numbered 1, 2, … and 100, 101, …, and rules only under the hundreds. Paragraphs
    that count from 1 to 200 have more numbers of two figures than of one. `decimals` if 4.4 follows 4.32 in most
    places, and 4.10 never 4.9."""
    pairs = [*pairwise(found.number for found in numbered if _DECIMAL.fullmatch(found.number))]
    falls = sum(len(before) > len(after) and _is_next_decimal(before, after) for before, after in pairs)
    if falls > _FEW and not any(before.endswith(".9") and after == before[:-1] + "10" for before, after in pairs):
        return "decimals"
    titles = {found.number for found in numbered if found.number.isdigit() and is_title(found.text, marked=True)}
    chapters = {number for number in titles if len(number) == 1}
    sections = {number for number in titles if len(number) == 3}
    counts_on = sum(10 <= int(number) < 100 for number in titles) > len(chapters)
    if not sections or counts_on or any(number[0] not in chapters for number in sections):
        return "dotted"
    has_rules = {found.number.partition(".")[0] for found in numbered if "." in found.number}
    return "dotted" if has_rules & chapters else "hundreds"


_DECIMAL = re.compile(r"[0-9]{1,3}\.[1-9][0-9]{0,3}")


def _is_next_decimal(before: str, after: str) -> bool:
    """Whether a number follows those that only have more decimals: 4.4 follows 4.31 and 4.321."""
    return after[:-1] == before[: len(after) - 1] and int(after[-1]) == int(before[len(after) - 1]) + 1


def _labels_in(lines: Sequence[SourceLine], labels: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the labels that begin a paragraph of the text; all of them if none does."""
    labelled = [line.words for line in lines if after_label(line.words, labels) is not None]
    printed = (label for label in labels if any(after_label(words, (label,)) is not None for words in labelled))
    return tuple(printed) or labels


# Complexity: comprehensions over the forms and the numbers found; nothing is nested.
def _references(lines: Sequence[SourceLine], numbers: set[RuleNumber], number_forms: Sequence[str]) -> tuple[str, ...]:
    """Return the forms of references, `rule {number}`, in which most numbers are the book's or are built like them,
    because an excerpt names more rules than it has. Bare numbers have to be the book's, and more than a few."""
    text = plain_signs("\n".join(line.text for line in lines[:_LINES_FOR_FORMS]))
    shapes = {shape_of(number) for number in numbers if "." in number or "-" in number}
    book = BookNumbers(numbers, number_forms)

    def are_of_rules(found: Sequence[RuleNumber]) -> bool:
        likely = sum(number in book or shape_of(number) in shapes for number in found)
        return bool(found) and likely >= _NAMING_RULES * len(found)

    tried = first_numbers(text, Profile().references, book)
    forms = tuple(form for form, found in tried.items() if are_of_rules(found))
    bare = [found.number for found in find_references(text, (*forms, BARE), book) if found.bare]
    known = [number for number in bare if number in book]
    are_many = len(known) > _FEW or any(len(parts(number) or ()) > _SURELY_A_RULE for number in known)
    return (*forms, BARE) if are_many and len(known) >= _NAMING_RULES * len(bare) else forms


def skipped_letters(numbers: Iterable[str]) -> str:
    """Return the letters that look like figures, if the book goes past them without printing them."""
    found = map(parts, numbers)
    letters = Counter(each.letters for each in found if each and len(each.letters) == 1)
    return "".join(c for c in _LIKE_FIGURES if not letters[c] and letters[chr(ord(c) + 1)] >= _FEW)


# Complexity: one condition for each sign of a line that is no title.
def printed_title(documents: Sequence[Document], profile: Profile) -> str:
    """Return the title of a book without a heading for it: that of its page, else its first line; "" if it has none."""
    parts_of_book = {fold(title) for title in (*profile.front_matter, *profile.contents, *profile.glossary)}
    for document in documents[:1]:
        first = next((line.text for line in document.lines if line.text and line.role != "markup"), "")
        is_part = line_number(first) or chapter_of(first) or fold(first).strip(" :.") in parts_of_book
        is_item = is_row(first) or penalty_pattern(profile.penalties).fullmatch(first)  # of a list without a title
        return document.title or (first if is_title_of_book(first) and not (is_part or is_item) else "")
    return ""


# --- the date of the edition
#
# The text and the name of a file often differ (a file is published a day early, or named after the release it
# prepares): the text is trusted, and the name is shown beside it.

_LINES_AT_BEGINNING = 80  # lines of text: a title page and a preface; a date further down is a rule's
_LONGEST_LINE = 300  # characters: a sentence that states a date is shorter; a bound for hostile lines


@cache
def _months() -> dict[str, int]:
    """Return the number of each month by its names, without accents."""
    named = (enumerate(each.months, 1) for each in languages().values())
    return {name: at for months in named for at, names in months for name in names.split()}


@cache
def _month_names() -> str:
    """Return the pattern of the name of a month."""
    return "|".join(sorted(_months(), key=len, reverse=True))


@cache
def _date() -> str:
    """Return the pattern of a date; `_iso` reads its groups: year, month and day, by the number of the alternative."""
    names = _month_names()
    return (
        r"(?P<y1>\d{4})(?:[-/.]|\s?年\s?)(?P<m1>\d{1,2})(?:[-/.]|\s?月\s?)(?P<d1>\d{1,2})(?!\d)"
        rf"|(?P<m2>{names})\.?\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y2>\d{{4}})(?!\d)"
        rf"|(?P<d3>\d{{1,2}})(?:st|nd|rd|th|o|er)?\.?\s+(?:de\s+|of\s+)?(?P<m3>{names})\.?,?\s+(?:del?\s+)?(?P<y3>\d{{4}})(?!\d)"
        rf"|(?P<m4>{names})\.?,?\s+(?:del?\s+)?(?P<y4>\d{{4}})(?!\d)"
        r"|(?P<a5>\d{1,2})(?P<sign>[/.])(?P<b5>\d{1,2})(?P=sign)(?P<y5>\d{4})(?!\d)"
    )


_IN_NAME = re.compile(r"(?<![0-9A-Za-z])(\d{4})([-_.]?)(\d\d)\2(\d\d)(?![0-9A-Za-z])")


@cache
def _month_in_name() -> re.Pattern[str]:
    """Return the pattern of a date with the name of a month in the name of a file: `2024Nov8`, `Nov 8, 2024`."""
    names = _month_names()
    return re.compile(
        rf"(?<![0-9a-z])(?P<y1>\d{{4}})[-_. ]?(?P<m1>{names})[-_. ]?(?P<d1>\d{{1,2}})(?!\d)"
        rf"|(?<![a-z])(?P<m2>{names})[-_. ]?(?P<d2>\d{{1,2}})[-_., ]{{1,2}}(?P<y2>\d{{4}})(?!\d)"
    )


# Complexity: the first lines of each document, then each form of a date in them.
def stated_date(documents: Sequence[Document], profile: Profile) -> str | None:
    """Return the date on which the text says it took effect, `2024-11-08` or (a month alone) `2024-11`. The profile's
    `dates` are tried in their order: "effective as of" is more reliable than "last updated". Lines outside the book's
    text count too, such as the head of a web page."""
    lines: list[str] = []
    for document in documents:
        places = [at for at, line in enumerate(document.lines) if line.text and line.role not in ("blank", "markup")]
        end = places[_LINES_AT_BEGINNING] if len(places) > _LINES_AT_BEGINNING else None
        beginning = (line.raw if line.role == "markup" else line.text for line in document.lines[:end])
        lines.extend(fold(text[:_LONGEST_LINE]) for text in beginning if text)
    for form in profile.dates:
        pattern = _date_pattern(form)
        found = (_iso(match, profile.language) for line in lines for match in pattern.finditer(line))
        if stated := next(filter(None, found), None):
            return stated
    return None


_LINES_OF_TITLE_PAGE = 30  # lines of text, with the authors and the rights
_WORDS_BEFORE_DATE = 10  # `Revision 7.1, Kite Policy 4.6, 2022-12-17`
_RIGHTS = re.compile(r"©|\(c\)|copyright", re.IGNORECASE)  # their years are those of the first words
_YEAR = re.compile(r"(?<![\w.])(199[0-9]|20[0-9]{2})(?![0-9A-Za-z]|\.[0-9])")  # since rulebooks are files


@cache
def _dated_line() -> re.Pattern[str]:
    """Return the pattern of a line that ends in a date; `before` are the words before it."""
    return re.compile(rf"(?P<before>.{{0,90}}?)(?<![\w.])(?:{_date()})[)\s|]*(?:[^\W\d_]{{1,12}}|\.)?$")


def date_on_title_page(documents: Sequence[Document], profile: Profile) -> str | None:
    """Return the date that ends a short line at the beginning, `May 2022`, `Version 2.0, January 2004`. A sentence that
    ends in a date tells when something happened, unless it has a number before: that of a version."""
    printed = (line.text for each in documents[:1] for line in each.lines if line.role not in ("blank", "markup"))
    for text in islice(printed, _LINES_OF_TITLE_PAGE):
        found = _dated_line().match(fold(text[:_LONGEST_LINE]).strip(" |"))
        if (
            not found
            or not (stated := _iso(found, profile.language))
            or not _YEAR.match(stated)
            or _RIGHTS.search(text)
        ):
            continue
        is_told = text.rstrip().endswith(".") and not any(map(str.isdigit, found["before"]))
        if not is_told and len(found["before"].split()) <= _WORDS_BEFORE_DATE:
            return stated
    return None


def year_in(titles: Iterable[str]) -> str | None:
    """Return the first year in titles or in the names of files."""
    named = (title.replace("_", " ") for title in titles if not _RIGHTS.search(title))
    return next((found[1] for title in named for found in _YEAR.finditer(title)), None)


def named_date(names: Sequence[str]) -> str | None:
    """Return the date in the name of a file, `2024-11-08`, `20241108` or `2024Nov8`; of several files, the latest."""
    stems = [PurePosixPath(name).stem for name in names]
    found = [_day(*map(int, match.group(1, 3, 4))) for stem in stems for match in _IN_NAME.finditer(stem)]
    return max(filter(None, [*found, *map(date_in_words, stems)]), default=None)


def date_in_words(text: str) -> str | None:
    """Return the date with the name of a month in a title or a name: `2024Nov8`, `November 8, 2024`; None if none."""
    for match in _month_in_name().finditer(fold(text[:_LONGEST_LINE])):
        year, month, day = match.group("y1", "m1", "d1") if match["y1"] else match.group("y2", "m2", "d2")
        if found := _day(int(year), _months()[month], int(day)):
            return found
    return None


@cache
def _date_pattern(form: str) -> re.Pattern[str]:
    """Return the pattern of a form of a profile, `effective as of {date}`."""
    before, _, after = fold(form).partition("{date}")
    stated = r"\s+".join(map(re.escape, before.split()))
    gap = r"[\s:,–-]{1,3}" if stated.isascii() and stated else r"[\s:,–-]{0,3}"
    end = r"\s?日?\s?" + re.escape(after.strip()) if after.strip() else ""
    return re.compile((r"\b" if stated else "") + stated + gap + f"(?:{_date()}){end}")


def _iso(found: re.Match[str], language: str) -> str | None:
    """Return the date that `_date` found, as `2024-11-08` or `2024-11`; None if it is no date, or may be two. The
    figure in the name of a group is the number of the alternative."""
    for alternative in "123":
        if year := found[f"y{alternative}"]:
            month = found[f"m{alternative}"]
            return _day(int(year), _months().get(month) or int(month), int(found[f"d{alternative}"]))
    if found["y4"]:
        return f"{found['y4']}-{_months()[found['m4']]:02d}"
    # 8.11.2024 is day first, 8/11/2024 in English may be either, and 11.30.2024 can only be month first
    first, second, year = int(found["a5"]), int(found["b5"]), int(found["y5"])
    if language in {"", "en"} and found["sign"] == "/" and first <= 12 and second <= 12 and first != second:
        return None
    return _day(year, second, first) or _day(year, first, second)


def _day(year: int, month: int, day: int) -> str | None:
    """Return a day as `2024-11-08`; None if the calendar has no such day."""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
