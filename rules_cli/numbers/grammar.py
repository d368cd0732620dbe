"""The grammar of rule numbers: the pieces of every pattern that reads one.

- `printed_pattern`: any number that a book may print, `A5b`, `IV.2`, `8-1-1`, `4.01(a)(1)`;
- `PARTED`, `MIXED`: numbers that the readers of formats take for a rule's before the book is known;
- `Context`: where a number such as `2.7.3a` is read (figures, dots, perhaps a letter): at the `HEAD` of a line, in the
  text of a `RULEBOOK`, in `ANY_TEXT`. What a user types is spelt in more ways (`typed`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rules_cli.words import any_of, languages, words

INSERTED = ("bis", "ter", "quater", "quinquies", "sexies", "septies", "octies", "novies", "decies")
LATIN = rf"(?:{'|'.join(INSERTED)})(?!\w|\s{{1,3}}(?:[0-9(§]|[a-z]\b|zu[mr]?\b|Abs|Art|Nr|Nummer|Satz))"
"""The pattern of what follows the number of an article that was put in later, 4 bis; in German, 4 bis 6 is a range."""
PART = re.compile(r"[0-9]+|[A-Za-z]+")
CODE = "[A-Z]{2,4}"  # before the figures of a number that has it as its first part: GR-1, TR.1.2
CLOSING = r"(?:[.):](?:[-–—](?=\s|$))?)"
"""The pattern of what a book prints right behind a number: `1.`, `1)`, `1:`, and in Spanish or Italian `1.-`."""
SEPARATORS = "/·:_>"
"""The signs beside the dot and the dash that a book may print between figures: 1/2 is read as 1.2."""


def printed_pattern(signs: str = "", figures: int = 9) -> str:
    """Return the pattern of a number as a book prints it: a first part, and further ones with dots, dashes, some other
    signs or nothing before them, or in brackets; each of so many figures at most."""
    part = f"[0-9]{{1,{figures}}}+"
    return (
        rf"(?:(?:[A-Z]|[IVXLC]{{2,7}})(?![A-Za-z])|{CODE}(?=[.-]?[0-9])|{part})"
        rf"(?:(?:[.{signs}-]|(?<=[A-Za-z)])){part}|[.-]?[A-Za-z](?![A-Za-z])|(?<=[0-9])(?:[a-z]{{2}}|{LATIN})(?![A-Za-z])"
        r"|\.[ivx]{2,5}(?![A-Za-z])|\((?:[A-Za-z]{1,2}|[ivxlc]{3,5}|[IVXLC]{3,5}|[0-9]{1,3})\))*"  # items: 1.2(b)(ii)
    )


PARTED = (
    r"(?:[A-Z]{0,2}[0-9]{1,4}(?:\.(?:[0-9]{1,4}|[A-Za-z])){1,8}\.?[a-z]{0,2}"  # 1.1, 1.2.2 a, 1.5.1.A, O16.1
    r"|[0-9]{1,4}(?:-[0-9]{1,4}){2,8})"  # 8-1-1; `8-1` may be a range
)
MIXED = r"[A-Z]?[0-9]{1,4}(?:[A-Za-z][0-9]{0,3}){1,6}[.)]"  # 2k2a), A5b.
"""Numbers that are surely a rule's, in any format: those of several parts, and those of figures and letters."""


class Context(NamedTuple):
    """A place where numbers are read; each field is a pattern."""

    first: str  # the figures that a number begins with
    letter: str  # behind its figures
    end: str = ""  # what may not follow a number
    closers: str = ""  # signs that close a number, before the next one of a list
    again: str = ""  # the word before the next number of a list
    openers: str = ""  # signs that open it
    items: str = ""  # in brackets right behind its figures and letter

    def figures(self, least: int = 0) -> str:
        """Return the pattern of figures with so many dots between them at least."""
        return rf"{self.first}(?:\.[0-9]{{1,4}}+){{{least},8}}"

    def number(self, least: int = 0) -> str:
        """Return the pattern of a number with so many dots between its figures at least."""
        return f"{self.figures(least)}(?:{self.letter})?{self.items}{self.end}"

    def further(self, member: str) -> str:
        """Return the pattern of what continues a list or range behind a number: a whole number (`member`) in `, 602` or
        `and 602`, or in ` to 602` (then `to` matches, too); the end of one (`tail`) in `–h`, after a tight dash, as
        "rule 601.2b – as above" names one rule; or a `letter` in `, c`. A word before the number is in `again`."""
        either = f"(?i:{or_words()})"
        title = r"(?:,?\s{0,2}[“\"][^”\"\n]{0,30}[”\"](?=[\s,])|\s\([^()]{1,60}\))?"  # 1.9, “Dash,” and 1.2 (Kite)
        joint = rf"{title}(?:[,;]?\s{{1,2}}(?:{either}\s{{1,2}})?|\s{{0,2}}[,;&+/、]\s{{0,2}})"
        is_last = rf"(?=(?-i:[a-z])(?:[,;:)\]&/]|\.(?!\s?\w)|\Z|\n|\s(?:{either}\s|&)))"  # `, b.` and not `, b flies`
        before_letter = (
            rf",?\s{{1,2}}(?i:{_plain_joints()})\s{{1,2}}(?=(?-i:[b-wyz]))"
            rf"|(?:,?\s{{1,2}}{either}\s{{1,2}}|\s{{0,2}}[&/]\s{{0,2}})(?:(?={LONE_LETTER})|{is_last})|,\s{{0,2}}{is_last}"
        )
        opened = self.openers.replace("(", "")
        tail_in_brackets = rf"{_IN_BRACKETS}|" if self.items else ""  # 4(1)–(3)
        item = rf"(?<=\)){joint}(?P<item>{_IN_BRACKETS}){self.end}" if self.items else "(?P<item>(?!))"  # 4(1), (3)
        return (
            rf"{self.closers}(?:{_DASH}{opened}(?P<tail>{tail_in_brackets}[0-9]{{1,4}}+(?:{self.letter})?|[a-z]{{1,2}}|[A-Z]){self.end}"
            rf"|{item}|(?:{before_letter})(?P<letter>[a-zA-Z](?!['’]|\.[a-z])){self.end}"
            rf"|(?:(?P<to>\s?(?:{_DASH}|\.\.)\s?|\s{{1,2}}(?i:{through_words()})\s{{1,2}})|{joint})"
            rf"{self.again}{self.openers}(?P<member>{member}))"
        )


_DASH = "[-–—‒−〜～]"
LONE_LETTER = "[b-df-hj-np-wz]"  # "a", "e", "i", "o" and "y" are words of a language, and X is a number
_BELOW_LETTER = r"(?:\.(?:[0-9]{1,4}|[a-z])){0,6}"  # 103.1.b.1
SIGN = r"(?-i:[^\W\u3040-\u9fff\uac00-\ud7a3])"  # of a word; re takes long to compile so large a set if case is ignored
NO_WORD = rf"(?!{SIGN})"
"""No letter or figure may follow, but for Japanese, Chinese and Korean ones."""
NO_LONGER = r"(?![^\W_])(?!\.[0-9])(?!:[0-9])(?![ \u00a0\t]?[%‰€°])"
"""The rest of a longer number, of a time or of a quantity may not follow."""
AGAIN = r"(?:\#[1-9][0-9]{0,2}+)?"
"""The sign of a number printed again: 1.14.7#2."""

_IN_BRACKETS = r"\((?:[0-9]{1,3}|[a-zA-Z]{1,2}|[ivx]{3,5})\)"

HEAD = Context(r"[0-9]{1,4}", rf"[a-z]{{1,2}}|{LATIN}")
RULEBOOK = Context(
    r"[0-9]{1,4}",
    rf"[ -]?{LATIN}|[a-z]{{1,2}}|\([a-z]\)|\.[a-z]{_BELOW_LETTER}",
    rf"{NO_WORD}(?!\.\d)",
)
ANY_TEXT = Context(
    r"[1-9][0-9]{0,8}+",
    rf"[a-zA-Z]{{1,2}}|[ ]?\([a-zA-Z]{{1,2}}\)|\.[a-z]{_BELOW_LETTER}",  # 704.5k, 704.5 (k), 704.5.k, 103.1.b.1
    AGAIN + NO_LONGER,
    closers=r"[\])*_`\x00]*+",
    again=r"(?P<again>(?i:rules?|regras?|CR)\s{1,2}|§{1,2}\s?)?",
    openers=r"[\[(*_`\"“']{0,4}",
    items=rf"(?:{_IN_BRACKETS}){{0,6}}(?!{_IN_BRACKETS})",  # 4(2), 4.1(a)(2): a citation is read whole
)


def or_words() -> str:
    """Return the pattern of the words between the last two numbers of a list."""
    return f"(?:{any_of(words('and_words', 'or_words'))})"


def _plain_joints() -> str:
    """Return the pattern of "and" and "or" in the languages that have no other word of one letter than "a"."""
    known = [({*each.and_words, *each.or_words}, {*each.articles}) for each in languages().values()]
    plain, others = set[str](), set[str]()
    for joints, articles in known:
        (others if any(len(word) == 1 and word != "a" for word in joints | articles) else plain).update(joints)
    return any_of(plain - others)


def through_words() -> str:
    """Return the pattern of the words between the two ends of a range."""
    return f"(?:{any_of(words('through'))})"
