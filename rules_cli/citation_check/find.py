"""Finding: a reader's text → the numbers in it that look like citations. No book is asked yet.

Guarantees: mentions come in the order of the text and never overlap; time is linear in the text's length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from rules_cli.citation_check.grammar import ANYONES, MORE, mention
from rules_cli.citation_check.model import Mention, Sign
from rules_cli.errors import UsageError
from rules_cli.model import RuleNumber
from rules_cli.rule_number import natural_key, parts, read_asked, readings


def find(text: str, names: Mapping[str, str], slugs: frozenset[str]) -> list[Mention]:
    """Every mention in a text. `names` maps what games are called to their books, `slugs` are the books' own names."""
    pattern = mention(tuple(sorted(names, key=len, reverse=True)), tuple(sorted(slugs, key=len, reverse=True)))
    called = {**{slug: slug for slug in slugs}, **{name.lower(): slug for name, slug in names.items()}}
    found: list[Mention] = []
    at = 0
    while match := pattern.search(text, at):
        head = _head(match, called, len(found))
        chain = [head, *_members(text, head)] if head else []
        found += chain
        at = chain[-1].end if chain else match.end()
    return found


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
        return "section" if ANYONES.match(match.string, word, match.start(group)) else "word"
    signs: dict[str, Sign] = {"id": "book", "called": "name", "seen": "shape", "bare": "shape"}
    return signs[group]


def _members(text: str, head: Mention) -> Iterator[Mention]:
    """The further numbers of a list or a range: `601.2b and 601.2f–h` goes on with 601.2f and 601.2h."""
    last = replace(head, words=None)
    while not head.words and (match := MORE.match(text, last.end)):
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
    if match["letter"] and not _lettered(before):
        return ()
    with suppress(UsageError):  # what is behind a dash may be anything
        end = read_asked(f"{before}-{printed}").last
        return readings(end) if end and _after(before, end) else ()
    return ()


def _lettered(number: str) -> bool:
    found = parts(number)
    return bool(found and found.letters)


def _after(first: str, last: str) -> bool:
    return natural_key(first) < natural_key(last)


def _alike(a: str, b: str) -> bool:
    """Whether two numbers are printed alike: "rule 704.5k, 2 cards" names one."""
    one, other = parts(a), parts(b)
    if one is None or other is None:
        return False
    widths = [len(str(each.digits[0])) for each in (one, other)]
    return len(one.digits) == len(other.digits) and (widths[0] == widths[1] or max(widths) < len("100"))
