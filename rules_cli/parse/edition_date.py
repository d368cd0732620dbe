"""The date of an edition: the one that its text states, else the one in its file's name.

The two often differ (a file is published a day early, or named after the release it prepares): the text is trusted,
and the name is shown beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice
from pathlib import PurePosixPath

from rules_cli.formats.source_line import Document
from rules_cli.parse.profile import Profile
from rules_cli.text import fold

_LINES_AT_BEGINNING = 80  # lines that are not blank: a title page and a preface; a date further down is a rule's
_LONGEST_LINE = 300  # characters: a sentence that states a date is shorter; a bound for hostile lines
_MONTHS = (
    ("january", "jan", "janeiro"),
    ("february", "feb", "fevereiro", "fev"),
    ("march", "mar", "marco"),
    ("april", "apr", "abril", "abr"),
    ("may", "maio", "mai"),
    ("june", "jun", "junho"),
    ("july", "jul", "julho"),
    ("august", "aug", "agosto", "ago"),
    ("september", "sept", "sep", "setembro", "set"),
    ("october", "oct", "outubro", "out"),
    ("november", "nov", "novembro"),
    ("december", "dec", "dezembro", "dez"),
)
_MONTH = {name: at for at, names in enumerate(_MONTHS, 1) for name in names}
_NAMES = "|".join(sorted(_MONTH, key=len, reverse=True))
_DATE = (
    r"(?P<y1>\d{4})[-/.](?P<m1>\d{1,2})[-/.](?P<d1>\d{1,2})(?!\d)"
    rf"|(?P<m2>{_NAMES})\.?\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y2>\d{{4}})(?!\d)"
    rf"|(?P<d3>\d{{1,2}})(?:st|nd|rd|th|o)?\.?\s+(?:de\s+|of\s+)?(?P<m3>{_NAMES})\.?,?\s+(?:de\s+)?(?P<y3>\d{{4}})(?!\d)"
    rf"|(?P<m4>{_NAMES})\.?,?\s+(?:de\s+)?(?P<y4>\d{{4}})(?!\d)"
    r"|(?P<a5>\d{1,2})(?P<sign>[/.])(?P<b5>\d{1,2})(?P=sign)(?P<y5>\d{4})(?!\d)"
)
_IN_NAME = re.compile(r"(?<![0-9A-Za-z])(\d{4})([-_.]?)(\d\d)\2(\d\d)(?![0-9A-Za-z])")


def stated_date(documents: Sequence[Document], profile: Profile) -> str | None:
    """Return the date on which the text says it took effect, `2024-11-08` or (a month alone) `2024-11`.

    The profile's `dates` are tried in their order: "effective as of" is more reliable than "last updated".
    """
    lines = [line for document in documents for line in _beginning(document)]
    for form in profile.dates:
        pattern = _pattern(form)
        for line in lines:
            for found in pattern.finditer(line):
                if stated := _iso(found):
                    return stated
    return None


def named_date(names: Sequence[str]) -> str | None:
    """Return the date in the name of a file, `2024-11-08` or `20241108`; of several files, the latest."""
    found = (
        _day(int(match[1]), int(match[3]), int(match[4]))
        for name in names
        for match in _IN_NAME.finditer(PurePosixPath(name).stem)
    )
    return max(filter(None, found), default=None)


def _beginning(document: Document) -> Iterator[str]:
    printed = (line.text for line in document.lines if line.role != "blank" and line.text)
    for text in islice(printed, _LINES_AT_BEGINNING):
        yield fold(text[:_LONGEST_LINE])


def _pattern(form: str) -> re.Pattern[str]:
    words = fold(form.replace("{date}", " ")).split()
    return re.compile(r"\b" + r"\s+".join(map(re.escape, words)) + rf"[\s:,–-]{{1,3}}(?:{_DATE})")


def _iso(found: re.Match[str]) -> str | None:
    if found["y1"]:
        return _day(int(found["y1"]), int(found["m1"]), int(found["d1"]))
    if found["y2"]:
        return _day(int(found["y2"]), _MONTH[found["m2"]], int(found["d2"]))
    if found["y3"]:
        return _day(int(found["y3"]), _MONTH[found["m3"]], int(found["d3"]))
    if found["y4"]:
        return f"{found['y4']}-{_MONTH[found['m4']]:02d}"
    first, second, year = int(found["a5"]), int(found["b5"]), int(found["y5"])
    if found["sign"] == "/" and first <= 12 and second <= 12 and first != second:
        return None  # 1/3 is the 1st of March or the 3rd of January
    return _day(year, second, first) or _day(year, first, second)


def _day(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
