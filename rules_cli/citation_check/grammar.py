"""How citations are printed: the patterns of finding, built from small ones, none worse than linear.

Numbers are read as people type them (INTERFACE's list of spellings), but what stands apart from its number by a blank
is none of its letters: "rule 704.5 a kite".
"""

from __future__ import annotations

import re
from functools import lru_cache

# --- numbers

_END = r"(?![^\W_])(?!\.[0-9])(?!:[0-9])(?![ \u00a0\t]?[%‰€°])"  # no longer number, no time, no quantity
_DIGITS = r"[1-9][0-9]{0,8}+(?:\.[0-9]{1,4}+){0,8}+"
_LETTER = r"(?:[a-zA-Z]{1,2}|[ ]?\([a-zA-Z]{1,2}\)|\.[a-z](?![^\W_]))"  # 704.5k, 704.5 (k), 704.5.k
_AGAIN = r"(?:\#[1-9][0-9]{0,2}+)?"  # 1.14.7#2
_NUMBER = rf"{_DIGITS}{_LETTER}?{_AGAIN}{_END}"
_SHAPE = r"(?:[1-9][0-9]{2}\.[0-9]{1,3}+|[1-9][0-9]?(?:\.[0-9]{1,3}+){2,4}+)"  # of 704.5k and 2.7.3a, the letter apart
_SLUG = r"[^\W\d_][\w'-]*+"
_PATH = rf"{_SLUG}{_AGAIN}(?:\.(?:{_SLUG}|[0-9]{{1,4}}+){_AGAIN})*+"  # abilities.3.1
_ITEM = rf"(?=[\w'.\#-]*?\.[0-9]){_PATH}"  # the same, with a number in it

# --- what stands before a number

_FREE = r"(?=[\w§])(?<![^\W_])(?<![^\W_]_)(?<![./@\\#$€£=+~-])(?<![^\W_]:)"  # no part of a word, address or number
_BLANK = r"[ \t\u00a0\u202f]"
_LEADER = r"(?:[#*>;%!]|//|--)"  # what begins a line of a comment or a quotation
_LINE_END = rf"{_BLANK}{{0,2}}(?:\r\n?|\n){_BLANK}*+(?:{_LEADER}{{1,3}}{_BLANK}{{0,2}})?"
_GAP = rf"(?:{_LINE_END}|{_BLANK}{{1,3}})"
_MARKS = r"[*_`]{0,3}"
_OPENERS = r"[\[(*_`\"“']{0,4}"
_COUNTED = rf"(?i:(?:n[or]?\.|number|nº|nr){_BLANK}?|\#)?"  # rule no. 704.5
_LOOSE_WORD = r"(?i:rules?|regras?|sections?|se[cç](?:ão|ões|ao|oes))"  # a blank has to follow
_TIGHT_WORD = r"(?i:CR|C\.R\.|§§?)"  # a blank may follow
_WORD = rf"(?:(?P<loose>{_LOOSE_WORD})\.?{_MARKS}{_GAP}|(?P<tight>{_TIGHT_WORD}):?{_MARKS}{_GAP}?)"
_SIGNED = rf"{_WORD}{_COUNTED}{_OPENERS}"
_TITLE = r"(?i:(?:comprehensive|official|the|livro\ de)\s{1,2}){0,2}"  # Magic Comprehensive Rules 704.5k

# --- what joins the numbers of a list or a range

_CLOSERS = r"[\])*_`\x00]*+"
_DASH = r"[-–—‒−]"
_TITLED = r",?\s{0,2}[“\"][^”\"\n]{0,60}[”\"]"  # a rule's title between two members
_OR = r"(?i:and|or|e|ou)"
_AND = rf"(?:{_TITLED}(?=\s))?(?:[,;]?\s{{1,2}}(?:{_OR}\s)?|[,;]|\s?[&+]\s?|/)"
_TO = rf"(?:\s?(?:{_DASH}|\.\.)\s?|\s(?i:to|through|a|até)\s)"
_LETTERED = rf"(?:,?\s{{1,2}}{_OR}\s|\s?&\s?|,\s?(?=[a-z](?:,|\s(?:{_OR}\s|&))))"  # 704.5b, c and d
_SIGN_AGAIN = r"(?P<again>(?i:rules?|regras?|CR)\s{1,2}|§{1,2}\s?)?"

MORE = re.compile(
    rf"{_CLOSERS}(?:{_DASH}{_OPENERS}(?P<tail>[0-9]{{1,4}}+{_LETTER}?|[a-z]{{1,2}}|[A-Z]){_END}"
    rf"|(?:/|{_LETTERED})(?P<letter>(?<=/)[a-z]{{1,2}}|[b-df-hj-np-wz](?!['’])){_END}"
    rf"|(?:(?P<to>{_TO})|{_AND}){_SIGN_AGAIN}{_OPENERS}(?P<member>{_NUMBER}))"
)
"""What goes on behind a number: `tail`, the end of a tight range (601.2f–h); `letter` (704.5j/k, 704.5j and k; but "a"
is a word); or a `member`, which ends a range where `to` stands before it. `again` is a sign said twice."""

ANYONES = re.compile(r"(?i:§|se)|.*[\r\n]", re.DOTALL)
"""What a sign begins with that stands before other numbers too: a section; a word at a line's end."""


@lru_cache(maxsize=64)
def mention(names: tuple[str, ...], slugs: tuple[str, ...]) -> re.Pattern[str]:
    """The pattern of a mention, where games have these names and books these slugs, the longest first.

    Its number is in the group `id` (behind a `slug`, perhaps with `edition` and `words`), `number` (behind a word,
    perhaps with the `name` of a game), `called` (behind a `caller`, a game's name), `seen` (behind "see") or `bare`.
    """
    slug = _any_of(slugs)
    name = rf"(?:{_any_of(names)}|(?ai:{slug}))"
    after_name = r"(?:['’]s?)?[\s:(*_\x00]{1,3}"
    return re.compile(
        rf"{_FREE}(?:"
        rf"(?:(?P<slug>(?ai:{slug}))(?:@(?P<edition>[\w.-]{{1,40}}))?:(?P<id>{_NUMBER}|{_PATH})"
        rf"(?:\\?~(?P<words>[0-9a-f]{{8,16}})(?![^\W_]))?)"
        rf"|(?:(?P<name>{name}){after_name}{_TITLE})?{_SIGNED}(?P<number>{_NUMBER}|{_ITEM})"
        rf"|(?P<caller>{name})(?:['’]s)?{_BLANK}{_OPENERS}(?P<called>{_NUMBER})"
        rf"|(?i:see|ver|cf\.){_BLANK}(?P<seen>[1-9][0-9]{{2}}\.[0-9]{{1,3}}+{_END})"
        rf"|(?P<bare>{_SHAPE}{_LETTER}{_AGAIN}{_END})"
        rf")"
    )


def _any_of(words: tuple[str, ...]) -> str:
    return f"(?:{'|'.join(map(re.escape, words))})" if words else "(?!)"
