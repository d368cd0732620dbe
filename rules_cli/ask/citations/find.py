"""Finding: a reader's text → the numbers in it that look like citations. No book is asked yet.

Guarantees: mentions come in the order of the text and never overlap; time is linear in the text's length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from rules_cli.ask.citations.model import Mention, Sign
from rules_cli.model import RuleNumber
from rules_cli.number import ask, natural_key, parts, readings

_END = r"(?![^\W_])(?!\.[0-9])(?!:[0-9])(?![  \t]?[%‰€°])"
_DIGITS = r"[1-9][0-9]{0,8}+(?:\.[0-9]{1,4}+){0,8}+"
_LETTER = r"(?:[a-zA-Z]{1,2}|[ ]?\([a-zA-Z]{1,2}\)|\.[a-z](?![^\W_]))"
_AGAIN = r"(?:\#[1-9][0-9]{0,2}+)?"
_NUMBER = rf"{_DIGITS}{_LETTER}?{_AGAIN}{_END}"
_SHAPE = r"(?:[1-9][0-9]{2}\.[0-9]{1,3}+|[1-9][0-9]?(?:\.[0-9]{1,3}+){2,4}+)"  # 704.5k, 2.7.3a
_STEP = r"(?:[^\W\d_][\w'-]*+|[0-9]{1,4}+)(?:\#[1-9][0-9]{0,2}+)?"
_PATH = rf"[^\W\d_][\w'-]*+(?:\.{_STEP})*+"
_ITEM = rf"(?=[\w'.\#-]*?\.[0-9]){_PATH}"

# Where a sign may begin: not inside a word, an address or another number. `_` may be a mark of emphasis.
_FREE = r"(?=[\w§])(?<![^\W_])(?<![^\W_]_)(?<![./@\\#$€£=+~-])(?<![^\W_]:)"
_BLANK = r"[ \t\u00a0\u202f]"
_LEADER = r"(?:[#*>;%!]|//|--)"  # what begins a line of a comment or a quotation
_GAP = rf"(?:{_BLANK}{{0,2}}(?:\r\n?|\n){_BLANK}*+(?:{_LEADER}{{1,3}}{_BLANK}{{0,2}})?|{_BLANK}{{1,3}})"
_OPENERS = r"[\[(*_`\"“']{0,4}"
_CLOSERS = r"[\])*_`\x00]*+"
_COUNTED = rf"(?i:(?:n[or]?\.|number|nº|nr){_BLANK}?|\#)?"
_LOOSE_WORD = r"(?i:rules?|regras?|sections?|se[cç](?:ão|ões|ao|oes))"
_TIGHT_WORD = r"(?i:CR|C\.R\.|§§?)"
_MARKS = r"[*_`]{0,3}"
_SIGNED = (
    rf"(?:(?P<loose>{_LOOSE_WORD})\.?{_MARKS}{_GAP}|(?P<tight>{_TIGHT_WORD}):?{_MARKS}{_GAP}?){_COUNTED}{_OPENERS}"
)
_TITLE = r"(?i:(?:comprehensive|official|the|livro\ de)\s{1,2}){0,2}"

_DASH = r"[-–—‒−]"
_TITLED = r",?\s{0,2}[“\"][^”\"\n]{0,60}[”\"]"  # a rule's title between two members
_AND = rf"(?:{_TITLED}(?=\s))?(?:[,;]?\s{{1,2}}(?:(?i:and|or|e|ou)\s)?|[,;]|\s?[&+]\s?|/)"
_SIGN_AGAIN = r"(?P<again>(?i:rules?|regras?|CR)\s{1,2}|§{1,2}\s?)?"
_TO = rf"(?:\s?(?:{_DASH}|\.\.)\s?|\s(?i:to|through|a|até)\s)"
_MORE = re.compile(
    rf"{_CLOSERS}(?:{_DASH}{_OPENERS}(?P<tail>[0-9]{{1,4}}+{_LETTER}?|[a-z]{{1,2}}|[A-Z]){_END}"
    rf"|/(?P<letter>[a-z]{{1,2}}){_END}"
    rf"|(?:(?P<to>{_TO})|{_AND}){_SIGN_AGAIN}{_OPENERS}(?P<member>{_NUMBER}))"
)
_ANYONES = re.compile(r"(?i:§|se)|.*[\r\n]", re.DOTALL)  # a section; or a word behind which a list may begin


def find(text: str, names: Mapping[str, str], slugs: frozenset[str]) -> list[Mention]:
    """Every mention in a text. `names` maps what games are called to their books, `slugs` are the books' own names."""
    pattern = _pattern(tuple(sorted(names, key=len, reverse=True)), tuple(sorted(slugs, key=len, reverse=True)))
    called = {**{slug: slug for slug in slugs}, **{name.lower(): slug for name, slug in names.items()}}
    found: list[Mention] = []
    at = 0
    while match := pattern.search(text, at):
        head = _head(match, called, len(found))
        chain = [head, *_members(text, head)] if head else []
        found += chain
        at = chain[-1].end if chain else match.end()
    return found


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...], slugs: tuple[str, ...]) -> re.Pattern[str]:
    """A book and a number, or a game's name or a word and a number, or a number that looks like nothing else."""
    slug = _any_of(slugs)
    name = rf"(?:{_any_of(names)}|(?i:{slug}))"
    after_name = r"(?:['’]s?)?[\s:(*_\x00]{1,3}"
    return re.compile(
        rf"{_FREE}(?:"
        rf"(?:(?P<slug>(?i:{slug}))(?:@(?P<edition>[\w.-]{{1,40}}))?:(?P<id>{_NUMBER}|{_PATH})"
        rf"(?:\\?~(?P<words>[0-9a-f]{{8,16}})(?![^\W_]))?)"
        rf"|(?:(?P<name>{name}){after_name}{_TITLE})?{_SIGNED}(?P<number>{_NUMBER}|{_ITEM})"
        rf"|(?P<caller>{name})(?:['’]s)?{_BLANK}{_OPENERS}(?P<called>{_NUMBER})"
        rf"|(?i:see|ver|cf\.){_BLANK}(?P<seen>[1-9][0-9]{{2}}\.[0-9]{{1,3}}+{_END})"
        rf"|(?P<bare>{_SHAPE}{_LETTER}{_AGAIN}{_END})"
        rf")"
    )


def _any_of(words: tuple[str, ...]) -> str:
    return f"(?:{'|'.join(map(re.escape, words))})" if words else "(?!)"


def _head(match: re.Match[str], called: Mapping[str, str], chain: int) -> Mention | None:
    """The mention that a match is; None where its number is none after all."""
    group = next(name for name in ("id", "number", "called", "seen", "bare") if match[name])
    name = match["slug"] or match["name"] or match["caller"]
    number = readings(match[group])
    if not number:
        return None
    return Mention(
        start=match.start(),
        at=match.start(group),
        end=match.end(),
        printed=match[group],
        readings=number,
        sign=_sign(match, group),
        chain=chain,
        book=called[name.lower()] if name else None,
        edition=match["edition"],
        words=match["words"],
    )


def _sign(match: re.Match[str], group: str) -> Sign:
    if group == "number":
        word = match.start("loose") if match["loose"] else match.start("tight")
        return "section" if _ANYONES.match(match.string, word, match.start(group)) else "word"
    signs: dict[str, Sign] = {"id": "book", "called": "name", "seen": "shape", "bare": "shape"}
    return signs[group]


def _members(text: str, head: Mention) -> Iterator[Mention]:
    """The further numbers of a list or a range: `601.2b and 601.2f–h` goes on with 601.2f and 601.2h."""
    last = replace(head, words=None)
    while not head.words and (match := _MORE.match(text, last.end)):
        group = match.lastgroup or ""
        at = match.start(group)
        number = _member(last, match, match[group])
        if not number:
            return
        yield (
            last := replace(
                last,
                start=match.start("again") if match["again"] else at,
                at=at,
                end=match.end(group),
                printed=match[group],
                readings=number,
                ranged=bool(match["tail"] or match["to"]),
            )
        )


def _member(last: Mention, match: re.Match[str], printed: str) -> tuple[RuleNumber, ...]:
    """What a further number may mean; nothing where it is no part of the list."""
    before = last.readings[0]
    if match["member"]:
        found = readings(printed)
        alike = bool(found) and _alike(before, found[0])
        return found if alike and (not match["to"] or _after(before, found[0])) else ()
    end = ask(f"{before}-{printed}").last
    return readings(end) if end and _after(before, end) else ()


def _after(first: str, last: str) -> bool:
    return natural_key(first) < natural_key(last)


def _alike(a: str, b: str) -> bool:
    """Whether two numbers are printed alike: "rule 704.5k, 2 cards" names one."""
    one, other = parts(a), parts(b)
    if one is None or other is None:
        return False
    widths = [len(str(each.digits[0])) for each in (one, other)]
    return len(one.digits) == len(other.digits) and (widths[0] == widths[1] or max(widths) < len("100"))
