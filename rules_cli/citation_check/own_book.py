"""Citations of a book of the user's own by a word and a number that any law may have: `§ 9`, `art. 4.2 b)`, `point 4`.

Such a number is a citation if the book has it, or has numbers like it, and if the text names nothing else beside it:
`§ 7 BGB`, `article 14 of the Constitution`, `StVO, § 1`, `Lei 9.099, art. 2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from rules_cli.citation_check.model import CitationReading, Mention, ResolvedCitation
from rules_cli.citation_check.snapshot import Editions, EditionSnapshot, shape
from rules_cli.lookup.path import has_chapters, number_of
from rules_cli.model import RuleNumber
from rules_cli.numbers.parts import is_roman, numbers_above, parts
from rules_cli.numbers.references import is_of_other_things
from rules_cli.text import fold, words_of_text
from rules_cli.words import Language, any_of, folded, languages, words

_NEAR = 60  # characters before and after a number: room for the name of a law
LONG = 5  # letters that two forms of a word begin with, Drachenvereins, or that the end of a word has, Mietvertrag
_POINT = re.compile(r"\s?[.(]?(?P<label>[a-z]|(?<=\()[0-9]{1,2})\)?\Z")
_POINT_BEHIND = re.compile(r"(?:\((?=[0-9a-z])|\s\(?(?=[a-z]))(?P<label>[0-9]{1,2}|[a-z])\)(?!\w)")  # 2.3(9), 2.3 b)
_FAR = 2  # times as far as the last number beside it: 4.9 is like 4.1 to 4.5, and 4.50 is a price
_BEFORE = re.compile(r"(?P<first>\A|[.!?:;\n(–—-]\s*)?(?P<name>\b[^\W\d_]+)(?P<joint>[ \u00a0]|[,(:][ \u00a0]?\(?)\Z")
_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE_ENDS = re.compile(r"[.!?]\s+(?=[A-ZÀ-Þ])|[:;\n]")
_AFTER = re.compile(r"[ \u00a0](?:ff?\.[ \u00a0])?(?P<name>[^\W\d_]{2,})")


def point_of(number: str, snapshot: EditionSnapshot) -> tuple[str, bool]:
    """Return the rule that a number is a point of, and whether its words have that point; an empty rule if the edition
    has the number, or if it has no rule with such points above it."""
    above = next(iter(numbers_above(number)), "")
    label = number.removeprefix(above).strip(".()")
    points = snapshot.points(above) if above and number not in snapshot else frozenset()
    if not any(point.isdecimal() == label.isdecimal() for point in points):
        return "", False
    return above, label in points


def at_rule(mention: Mention, snapshot: EditionSnapshot) -> Mention:
    """Return a mention of a point that the words of a rule have as one of the rule: of 4.2 for `4.2(b)`."""
    rule, has_point = point_of(mention.readings[0], snapshot)
    label = _POINT.search(mention.printed) if has_point else None
    if not label or mention.sign == "worded":
        return mention
    printed = mention.printed[: label.start()]
    return replace(mention, printed=printed, end=mention.at + len(printed), readings=(RuleNumber(rule),))


def with_point(text: str, mention: Mention, snapshot: EditionSnapshot) -> tuple[Mention, bool]:
    """Return a mention of a rule, and whether a point in brackets is behind it, `2.3(9)`, as the words of the rule have
    them. If they lack that point, it is part of the mention."""
    number = mention.readings[0]
    if mention.printed.endswith(")") and (point_of(number, snapshot)[0] or _has_parts(number, snapshot)):
        return mention, True
    behind = _POINT_BEHIND.match(text, mention.end)
    label = behind["label"] if behind else ""
    points = snapshot.points(number) if behind else frozenset[str]()
    if not behind or not any(point.isdecimal() == label.isdecimal() for point in points):
        return mention, False
    if label in points:
        return mention, True
    longer = RuleNumber(f"{number}({label})")
    return replace(mention, end=behind.end(), printed=mention.printed + behind[0], readings=(longer,)), True


def _has_parts(number: RuleNumber, snapshot: EditionSnapshot) -> bool:
    """Return whether the rule above a number has rules for its parts right below it, letters for a letter: 3.7a."""
    above = next(iter(numbers_above(number)), "")
    own = (each.removeprefix(above).strip(".()") for each in (number, *snapshot.children(above)))
    label, *others = (part.isdecimal() for part in own)
    return label in others


def is_near(number: str, snapshot: EditionSnapshot) -> bool:
    """Return whether a number that an edition lacks is like those of the rules beside it: 4.9 with 4.1 to 4.5."""
    above, last = next(iter(numbers_above(number)), ""), number.rpartition(".")[2]
    beside = [each.digits[-1] for each in map(parts, snapshot.children(above)) if each and each.digits]
    return bool(beside) and last.isdecimal() and int(last) <= _FAR * max(beside)


def label_cites(label: Iterable[str], number: str, snapshot: EditionSnapshot) -> bool:
    """Return whether words of a label before a number are in the chapter that the number would be in."""
    return not snapshot.stems(numbers_above(number)[-1]).isdisjoint(map(snapshot.stem, label))


# Complexity: the number may be there, be a point, or be missing.
def own_citation(text: str, mention: Mention, book: str, editions: Editions) -> ResolvedCitation | None:
    """Return the citation of a number with words, of a book of the user's own that is known; None if it cites none."""
    snapshot = editions.now(book)
    if is_of_another(text, mention, snapshot, editions):
        return None
    mention = at_rule(mention, snapshot)
    number = mention.readings[0]
    if existing := editions.followed(book, number, mention.steps):
        is_rule = mention.sign != "point" or len(parts(number) or ()) > 1 or snapshot.texts(existing)
        has_sentence = snapshot.children(existing) or mention.sentence <= snapshot.sentence_count(existing)
        return ResolvedCitation(mention, (CitationReading(book, existing),), bool(has_sentence)) if is_rule else None
    above, has_point = ("", False) if mention.steps[1:] else point_of(number, snapshot)
    if has_point and (rule := editions.spelled(book, above)):
        return ResolvedCitation(mention, (CitationReading(book, rule),), True)
    if above or _is_like(mention, snapshot):
        return ResolvedCitation(mention, (CitationReading(book, number),), False)
    return None


def _is_like(mention: Mention, snapshot: EditionSnapshot) -> bool:
    """Return whether an edition may have a number that it lacks: it has numbers or chapters like its first step, or
    those above a point."""
    number, first = mention.readings[0], next(iter(mention.steps), None)
    if first and has_chapters(snapshot.edition, first.word):
        return True
    if mention.steps[1:] and first:
        number = number_of(first)
    is_below = mention.sign == "point" and any(each in snapshot for each in numbers_above(number))
    return shape(number) in snapshot.shapes and parts(number) is not None and (is_below or mention.sign != "point")


# Complexity: a name may be before or after a number, with "of" or without.
def is_of_another(text: str, mention: Mention, snapshot: EditionSnapshot, editions: Editions) -> bool:
    """Return whether a text names another law, book or list beside a number."""
    about, slug = snapshot.edition.about, snapshot.edition.slug
    titles = [about["title"], slug, *(row.title or "" for row in snapshot.rows(mention.readings[0]))]
    own = words_of_text(" ".join(titles))

    def is_other(name: str) -> bool:
        is_own = editions.names.get(name) == slug or any(alike(fold(name), each) for each in own)
        steps = folded("sections", "chapters", "parts", "steps", "abbreviations")  # §§ 1 and 2 of art. 8
        return not is_own and fold(name) not in steps

    near, behind = max(0, mention.start - _NEAR), text[mention.end : mention.end + _NEAR]
    before = _BEFORE.search(text[near : mention.start])
    is_word_of_line_above = "\n" in text[mention.start : mention.at]  # "by this rule\n2 kites"
    is_thing = is_word_of_line_above or is_of_other_things(text, mention.at, mention.end)
    if is_thing or _is_other_part(mention, snapshot):
        return True
    if of := _of(str(about["language"])).match(behind):
        return is_other(of["name"])
    if before and is_other(before["name"]):
        begins = before["first"] is not None and not (mention.sign == "point" and mention.printed.isdecimal())
        is_small = fold(before["name"]) in words("citing", "little", "see")
        is_name = before["name"][0].isupper() and before["joint"].isspace() and not (begins or is_small)
        is_short = sum(map(str.isupper, before["name"])) > 1 and not is_roman(before["name"])  # art. 4, II, art. 5
        if is_name or is_short:
            return True
    if any(map(is_other, filter(_is_law, _WORD.findall(_SENTENCE_ENDS.split(text[near : mention.start])[-1])))):
        return True
    after = _AFTER.match(behind)
    return bool(after and after["name"][0].isupper() and is_other(after["name"]))


def _is_other_part(mention: Mention, snapshot: EditionSnapshot) -> bool:
    """Return whether a word for a part is before a number whose row is not a part, as `Anlage 2` where the book has
    § 2. A row is a part if it is a heading over rules whose numbers begin with its own, as 2.1 does."""
    number, word = (number_of(mention.steps[0]), mention.steps[0].word) if mention.steps else ("", "")
    if not number.isdecimal() or word not in words("parts") or has_chapters(snapshot.edition, word):
        return False
    is_heading = number in snapshot and snapshot.entries[number].row.kind == "heading"
    return not (is_heading and any(child.startswith(f"{number}.") for child in snapshot.children(number)))


def alike(one: str, other: str) -> bool:
    """Return whether two folded words are forms of one, or the first is the last part of the other: Hausordnung."""
    return one == other or (len(one) >= LONG and (one[:LONG] == other[:LONG] or other.endswith(one)))


def _is_law(word: str) -> bool:
    """Return whether a word is one for a law or a contract, or ends with one: Mietvertrag."""
    is_ending = any(word.lower().endswith(law.lower()) for law in words("laws") if len(law) >= LONG)
    return is_ending or word in words("laws") or word.lower() in words("laws")


@cache
def _of(language: str) -> re.Pattern[str]:
    """Return the pattern of `of the Constitution` behind a number, for a book in a language. A word that may also be an
    article, such as `der`, means "of" only right before a name with a capital, unlike `§ 4, der mir hilft`. A word that
    is only an article in this language never means "of": `§ 4 das Recht`."""
    own = languages().get(language, Language())
    of = set(words("of")) - (set(own.articles) - set(own.of))
    either = {word for each in languages().values() for word in each.of if word in each.articles}
    return re.compile(
        rf"(?:,?\s{{1,2}}(?i:(?:{any_of(of - either)})\s{{1,2}}(?:(?:{any_of(words('articles'))})\s{{1,2}})?"
        rf"|d['’]|dell['’])(?:l['’])?|\s{{1,2}}(?:{any_of(either)})\s{{1,2}}(?=[A-ZÀ-Þ]))(?P<name>[^\W\d_]+)"
    )
