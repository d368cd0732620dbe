"""Find the numbers in a text that look like citations, before any book is asked.

Guarantees: mentions come in the order of the text and never overlap; time is linear in the text's length. Numbers are
read as people type them, but a letter behind a blank is no part of a number: "rule 704.5 a kite".
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from rules_cli.citation_check.model import Mention, ResolvedCitation, Sign
from rules_cli.numbers.grammar import AGAIN, ANY_TEXT, NO_LONGER
from rules_cli.numbers.references import any_text, further_numbers
from rules_cli.numbers.typed import normal_form, readings, worded_readings
from rules_cli.numbers.worded import find_worded
from rules_cli.words import any_of, languages, words

# --- numbers that need no word before them

_NUMBER = ANY_TEXT.number()
_OF_SECTION = r"[1-9][0-9]{2}\.[0-9]{1,3}+"  # 704.5
_SHAPE = rf"(?:{_OF_SECTION}|[1-9][0-9]?(?:\.[0-9]{{1,3}}+){{2,4}})"  # of 704.5k and 2.7.3a, without the letter
_PAIR = (
    r"[1-9][0-9]?\.[0-9]{1,3}+(?:\.?[a-z]|\([a-z]\))?"  # 3.4 and 3.4b: a price or a size, but for the words around it
)
_MISTYPED = rf"[1-9][0-9]{{2}}(?:[,-]|\.\s)[0-9]{{1,3}}[a-z]{NO_LONGER}"  # 702,19b and 702. 19b, behind a word
_SLUG = r"[^\W\d_][\w'-]*+"
_PATH = rf"{_SLUG}{AGAIN}(?:\.(?:{_SLUG}|[0-9]{{1,4}}+){AGAIN})*"  # abilities.3.1
_ITEM = rf"(?=[\w'.\#-]*?\.[0-9]){_PATH}"  # the same, with a number in it

# --- before a number

_FREE = r"(?=[\w§#])(?<![^\W_])(?<![^\W_]_)(?<![./@\\#$€£=+~-])(?<![^\W_]:)"  # not inside a word, address or number
_BLANK = r"[ \t\u00a0\u202f]"
_LEADER = r"(?:[#*>;%!]|//|--)"  # begins a line of a comment or a quotation
_COMMENT = r"(?:[*>;%!]|//|--)"  # the same without the mark of a markdown heading, whose number is the text's own
_LINE_END = rf"{_BLANK}{{0,2}}(?:\r\n?|\n){_BLANK}*+(?:{_LEADER}{{1,3}}{_BLANK}{{0,2}})?"
_GAP = rf"(?:{_LINE_END}|{_BLANK}{{1,3}})"
_EMPHASIS = r"[*_`]{0,3}"
_COUNTED = rf"(?i:(?:n[or]?\.|number|nº|nr){_BLANK}?|\#)?"  # rule no. 704.5
_TIGHT_WORD = r"(?i:CR|C\.R\.|§§?)"  # needs no blank before the number
_TITLE = r"(?i:(?:comprehensive|official|the|livro\ de)\s{1,2}){0,2}"  # Magic Comprehensive Rules 704.5k
_OTHERS_USE_IT = re.compile(r"(?i:§|se)|.*[\r\n]", re.DOTALL)  # "section", "§", and a word that ends its line
_WORD_BEFORE = re.compile(r"(?<![^\W_])[a-zß-ÿ]{1,40}\.?\s?\Z")
_LONGEST_WORD = 44  # characters, with the signs behind it
_ROMAN_ITEM = re.compile(r"\(([IVXLC]+)\)$")


def find(text: str, names: Mapping[str, str], slugs: frozenset[str]) -> list[Mention]:
    """Return every mention in a text. `names` maps the names of games to their books, `slugs` are the books."""
    pattern = mention_pattern(tuple(sorted(names, key=len, reverse=True)), tuple(sorted(slugs, key=len, reverse=True)))
    books = {slug: slug for slug in slugs} | {name.lower(): slug for name, slug in names.items()}
    mentions: list[Mention] = []
    end = 0
    while match := pattern.search(text, end):
        end = match.end()
        if first := _first(match, books, chain=len(mentions)):
            mentions += [first, *_further(text, first)]
            end = mentions[-1].end
    return mentions


@lru_cache(maxsize=64)
def mention_pattern(names: tuple[str, ...], slugs: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a mention for games with these names and books with these slugs, the longest first. The
    number is in the group `id` (after a `slug`, perhaps with `edition` and `words`), `number` (after a word, perhaps
    with the `name` of a game), `called` (after a `caller`, the name of a game), `seen` (after "see"), `led` (first in
    its line), `bare` (with a letter) or `alone`."""
    slug = _any_of(slugs)
    name = rf"(?:{_any_of(names)}|(?ai:{slug}))"
    loose = rf"(?i:{any_of(_rule_words())}|sections?|se[cç](?:ão|ões|ao|oes))"  # needs a blank before the number
    word = rf"(?:(?P<loose>{loose})\.?{_EMPHASIS}{_GAP}|(?P<tight>{_TIGHT_WORD}):?{_EMPHASIS}{_GAP}?)"
    signed = f"{word}{_COUNTED}{ANY_TEXT.openers}"
    after_name = r"(?:['’]s?)?[\s:(*_\x00]{1,3}"
    return re.compile(
        rf"{_FREE}(?:"
        rf"(?:(?P<slug>(?ai:{slug}))(?:@(?P<edition>[\w.-]{{1,40}}))?:(?P<id>{_NUMBER}|{_PATH})"
        rf"(?:~(?P<words>[0-9a-f]{{24}}|[0-9a-f]{{8,16}})(?![^\W_]))?)"
        rf"|(?:(?P<name>{name}){after_name}{_TITLE})?{signed}(?P<number>{_MISTYPED}|{_NUMBER}|{_ITEM})"
        rf"|(?P<caller>{name})(?:['’]s)?{_BLANK}{ANY_TEXT.openers}(?P<called>{_NUMBER})"
        rf"|(?:(?i:see|ver|cf\.){_BLANK}|(?i:r\.?){_BLANK}?|\#)(?P<seen>{_OF_SECTION}(?:{ANY_TEXT.letter})?{ANY_TEXT.end})"
        rf"|(?P<bare>{_SHAPE}(?:{ANY_TEXT.letter}){ANY_TEXT.end})"
        rf")"
        rf"|(?:^|(?<=\r)){_BLANK}*+(?:{_COMMENT}{{1,3}}{_BLANK}{{0,2}})?(?P<led>{_OF_SECTION}{NO_LONGER})"
        rf"|{_FREE}(?P<alone>(?:{_SHAPE}|{_PAIR}){NO_LONGER})",
        re.MULTILINE,
    )


def is_behind_word(text: str, start: int) -> bool:
    """Return whether a word without a capital, so not the name of a program, is right before a place in a text."""
    return bool(_WORD_BEFORE.search(text, max(0, start - _LONGEST_WORD), start))


def outside(mentions: Iterable[Mention], others: Sequence[Mention]) -> Iterator[Mention]:
    """Yield the mentions whose number is inside none of the others. The others are in the order of the text."""
    starts = [other.start for other in others]
    for mention in mentions:
        count = bisect_right(starts, mention.at)  # of the others that begin before the number
        if count == 0 or mention.at >= others[count - 1].end:
            yield mention


def longest(some: Iterable[ResolvedCitation], others: Iterable[ResolvedCitation]) -> list[ResolvedCitation]:
    """Return citations of two kinds; of two with one number, the one that reads more of it, or else the first."""
    found: dict[int, ResolvedCitation] = {}
    for cited in sorted((*some, *others), key=lambda each: (-each.mention.end, each.mention.start)):
        found.setdefault(cited.mention.at, cited)
    return list(found.values())


# Complexity: a number may have words or be plain, and be the first of a list.
def worded_numbers(text: str) -> Iterator[Mention]:
    """Yield the numbers with words between their parts, `Article IV, Section 2`; those of a list have one chain."""
    for first in find_worded(text):
        members = ((start, end, first.with_member(printed)) for start, end, printed in first.more)
        chain = -1 - first.start  # below 0, since `find` numbers its chains from 0
        for start, end, number in ((first.start, first.first_end, first), *members):
            if numbers := worded_readings(number):
                printed = text[start:end] if number is first else _ROMAN_ITEM.sub(r", \1", str(number))
                yield Mention(
                    start, start, end, printed, numbers, "worded", chain, steps=number.path, sentence=number.sentence
                )
            elif not number.steps[1:] and (plain := normal_form((step := number.steps[0]).number)):
                at = end - len(step.number) if start == first.start else start
                sign: Sign = "point" if step.is_low and step.word not in words("sections") else "step"
                yield Mention(
                    start, at, end, text[at:end], (plain,), sign, chain, steps=number.path, sentence=number.sentence
                )


def _rule_words() -> list[str]:
    """Return the word for a rule in each language, in all its forms."""
    listed = (language.sections for language in languages().values())
    firsts = (next(iter(sections.items())) for sections in listed if isinstance(sections, Mapping) and sections)
    return [word for first, forms in firsts for word in (first, *forms)]


def _any_of(words: tuple[str, ...]) -> str:
    """Return a pattern of any of the words; without words, one that matches nothing."""
    return f"(?:{'|'.join(map(re.escape, words))})" if words else "(?!)"


# Complexity: one condition for each sign that a number may have.
def _first(match: re.Match[str], books: Mapping[str, str], chain: int) -> Mention | None:
    """Return the mention in a match of the pattern; None if its number cannot be read."""
    group = next(group for group in ("id", "number", "called", "seen", "bare", "led", "alone") if match[group])
    name = match["slug"] or match["name"] or match["caller"]
    numbers = readings(match[group])
    if not numbers:
        return None
    signs: dict[str, Sign] = {"id": "book", "called": "name", "alone": "bare", "number": "word"}
    is_counted = match[0].startswith("#")  # it may be of any list, but `that is #704.5k`
    if is_counted and not (numbers[0][-1].isalpha() and is_behind_word(match.string, match.start())):
        signs["seen"] = "bare"
    word_start = match.start("loose" if match["loose"] else "tight")
    if group == "number" and _OTHERS_USE_IT.match(match.string, word_start, match.start(group)):
        signs["number"] = "section"
    return Mention(
        start=match.start(group) if group == "led" else match.start(),
        at=match.start(group),
        end=match.end(),
        printed=match[group],
        readings=numbers,
        sign=signs.get(group, "shape"),
        chain=chain,
        book=books[name.lower()] if name else None,
        edition=match["edition"],
        words=match["words"],
    )


def _further(text: str, first: Mention) -> Iterator[Mention]:
    """Yield the other numbers of a list or range: `601.2b and 601.2f–h` goes on with 601.2f and 601.2h. If the first
    number is printed with an edition or has no word before it, a number with a sign ends the list: `, CR 601.2f`."""
    if first.words:
        return
    for number in further_numbers(text, first.end, first.readings[0], any_text()):
        if (first.edition or first.sign == "shape") and number.start < number.at:
            return
        yield replace(
            first,
            start=number.start,
            at=number.at,
            end=number.end,
            printed=text[number.at : number.end],
            readings=number.readings,
            ranged=number.since is not None,
        )
