"""Checked citations as a page, with the place first so that an editor can jump to it, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import fsencode
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from rules_cli.captions import Remark, Words
from rules_cli.numbers.parts import parts
from rules_cli.render.language import said, say
from rules_cli.render.page import Page, Span, Style
from rules_cli.text import first_words

if TYPE_CHECKING:
    from rules_cli.citation_check import Checked, CheckedCitation
    from rules_cli.citation_check.model import Mention

_STYLES: Mapping[str, Style] = {"fine": "good", "suspect": "note", "unclear": "note"}  # all others are wrong
_ORDER = (
    "fine", "not there", "moved", "changed", "misquoted", "suspect", "unquoted", "uncited", "unchecked", "unclear"
)  # fmt: skip
_HANGING = 2
_SNIPPET = 60  # characters of a quotation without a citation
_MOST_PASSED = 5  # numbers that are no citations: more do not fit on two lines
_WIDEST = 40  # columns of a place: a longer file name pushes only its own line to the right
_NOW = frozenset({"is now", "is perhaps now"})
_OF_ONE_END = frozenset({"text changed since", "split, rest", "merged with", "number reused", "perhaps another"})
"""Remarks that do not name the rule that they are about."""

Tell = Callable[[object], str]
"""Returns a remark in the language of the page, or in English for programs."""


class _Line(NamedTuple):
    """A line of the report: a citation, or the citations of both ends of a range."""

    text: Checked
    ends: tuple[CheckedCitation, ...]

    @property
    def verdict(self) -> str:
        """The verdict; of two ends the one that comes first in `_ORDER`, but fine last."""
        return min((end.verdict for end in self.ends), key=lambda verdict: (verdict == "fine", _ORDER.index(verdict)))

    @property
    def place(self) -> tuple[int, int]:
        """The row and the column where it begins."""
        return self.text.place(self.ends[0])

    @property
    def fix(self) -> Remark | None:
        """The line that corrects the citation, in a strict check; else None."""
        return next((end.fix for end in self.ends if end.fix), None)

    def spans(self, tell: Tell) -> Iterator[Span]:
        """Yield the citation as printed, the id of its rule, or of the first and last rule, and the remarks."""
        first, last, is_range = self.ends[0], self.ends[-1], len(self.ends) > 1
        printed = _printed(self.text, last, first)
        yield Span(f"  {printed}", "id")
        ids = _id(last)
        if ids and is_range:
            ids = f"{_id(first)}–{ids.partition(':')[2]}"
        if ids and ids != printed:
            yield Span(f" ({ids})", "quiet")
        remarks = self._remarks_on_range(tell) if is_range else map(tell, first.remarks)
        if line := "; ".join(dict.fromkeys(remarks)):
            yield Span(f": {line}")

    # Complexity: one case for each kind of remark.
    def _remarks_on_range(self, tell: Tell) -> Iterator[str]:
        """Yield the remarks on both ends of the range. If both exist, one remark says where the range is now."""
        shared = set(self.ends[0].remarks) & set(self.ends[1].remarks)
        both_exist = all(end.verdict != "not there" for end in self.ends)
        captions = {remark.caption for end in self.ends for remark in end.remarks}
        first, last = (str((end.now or end.cited.meanings[0]).number) for end in self.ends)
        first_parts, last_parts = parts(first), parts(last)
        if first_parts and last_parts and first_parts.digits == last_parts.digits and first_parts.letters:
            last = last_parts.letters  # 601.2g–i
        range_now = Remark("is perhaps now" if "is perhaps now" in captions else "is now", (f"{first}–{last}",))
        for end in self.ends:
            for remark in end.remarks:
                if remark.caption in _NOW and both_exist:
                    yield tell(range_now)
                elif remark.caption in _NOW | _OF_ONE_END and remark not in shared:
                    yield f"{end.cited.meanings[0].number}: {tell(remark)}"
                else:
                    yield tell(remark)


def _lines(checked: Iterable[Checked], every: bool = False) -> Iterator[_Line]:
    """Yield a line for each citation that is not fine, or with `every` for all; both ends of a range are one."""
    for text in checked:
        lines: list[_Line] = []
        for citation in text.found:
            if lines and citation.cited.mention.ranged and len(lines[-1].ends) == 1:
                lines[-1] = _Line(text, (*lines[-1].ends, citation))
            else:
                lines.append(_Line(text, (citation,)))
        yield from (line for line in lines if every or line.verdict != "fine")


def _printed(checked: Checked, citation: CheckedCitation, first: CheckedCitation | None = None) -> str:
    """Return a citation as printed, from `first` if it ends a range; of a quotation without one, its beginning."""
    whole = checked.printed(citation, first)
    return first_words(whole, _SNIPPET) if citation.cited.mention.sign == "quotation" else whole


def _id(citation: CheckedCitation) -> str | None:
    mention = citation.cited.mention
    is_missing_path = mention.path and not citation.cited.exists  # its remark says it as printed
    return f"{citation.meaning.book}:{citation.meaning.number}" if citation.meaning and not is_missing_path else None


def page(checked: Sequence[Checked], more: Iterable[Words] = (), every: bool = False) -> Page:
    """Return the citations that are not fine, or with `every` all, then the counts, the editions, and `more` lines."""
    made = Page()
    lines = [(line, ":".join(map(str, (line.text.source.name, *line.place)))) for line in _lines(checked, every)]
    width = min(_WIDEST, max((len(place) for _, place in lines), default=0))
    column = max(len(say(f"verdict {word}")) for word in _ORDER)
    for line, place in lines:
        verdict = Span(f"{say(f'verdict {line.verdict}'):<{column}}", _STYLES.get(line.verdict, "bad"))
        made.add(Span(f"{place:<{width}}  ", "quiet"), verdict, *line.spans(said), hanging=_HANGING)
        if line.fix:
            made.add(Span(say("fix"), "label"), line.fix, indent=2 * _HANGING)
    _add_sum(made, checked, list(_lines(checked, every=True)))
    for each in checked:
        quoted = [(f"“{quotation.words}”", quotation.start) for quotation in each.uncompared]
        for found, caption in ((_places(each.unread), "passed over"), (quoted, "not compared")):
            if found:
                made.add(Span(_numbers(each, found, caption), "quiet"))
    for text in more:
        made.add(text)
    return made


# Complexity: each line of a sum may be empty.
def _add_sum(made: Page, checked: Sequence[Checked], lines: Sequence[_Line]) -> None:
    """Add how many citations have which verdict, and the editions that they are compared with and written for."""
    if not lines:
        made.add(Remark("no citation"))
        return
    for text in checked:
        if not text.found:
            made.add(Span(say("no citation in", text.source.name), "quiet"))
    counts = Counter(line.verdict for line in lines)
    verdicts = ", ".join(say("count", f"{counts[word]:,}", say(f"verdict {word}")) for word in _ORDER if counts[word])
    count = sum(line.ends[0].cited.mention.sign != "quotation" for line in lines)
    files = checked[0].source.name if len(checked) == 1 else say("files", f"{len(checked):,}")
    made.add(Span(say("citations", f"{count:,}", files, verdicts), "title"))
    citations = [citation for text in checked for citation in text.found]
    against = {repr(citation.against.edition) for citation in citations if citation.against}
    then = {repr(citation.then.edition) for citation in citations if citation.then} - against
    if against:
        caption = "compared and written" if then else "compared"
        made.add(Span(say(caption, ", ".join(sorted(against)), ", ".join(sorted(then))), "quiet"))
    for text in checked:
        if text.looks_like:
            made.add(Span.of(looks_like(text), "note"))


def left_alone(checked: Checked) -> str:
    """Return a sentence on the lines that are not rewritten because of a number that was not read."""
    return _numbers(checked, _places(checked.left_alone), "left alone")


def _places(mentions: Iterable[Mention]) -> list[tuple[str, int]]:
    return [(mention.printed, mention.at) for mention in mentions]


def _numbers(checked: Checked, found: Sequence[tuple[str, int]], caption: str) -> str:
    """Return a caption filled in with how many were found, the file, and the first ones with their lines."""
    shown = [
        say("number in line", first_words(words, _SNIPPET), checked.line(at)) for words, at in found[:_MOST_PASSED]
    ]
    numbers = ", ".join(shown) + (" …" if len(found) > len(shown) else "")
    return say(caption, f"{len(found):,}", checked.source.name, numbers)


def looks_like(checked: Checked) -> Remark:
    """Return a sentence on the edition that a text seems to be written for."""
    return Remark("looks like", (checked.source.name, checked.looks_like.name if checked.looks_like else ""))


def as_json(checked: Iterable[Checked]) -> list[dict[str, Any]]:
    """Return every citation of every text, in order, as JSON."""
    return [
        {
            "file": text.source.name,
            "line": text.place(each)[0],
            "column": text.place(each)[1],
            "printed": _printed(text, each),
            "id": _id(each),
            "verdict": each.verdict,
            "detail": each.detail,
            "now": f"{each.now.book}:{each.now.number}" if each.now else None,
            "sure": each.sure if each.now else None,
            "edition": each.against.edition.name if each.against else None,
            "written": each.then.edition.name if each.then else None,
            "fix": str(each.fix) if each.fix else None,
        }
        for text in checked
        for each in text.found
    ]


def _problems(checked: Iterable[Checked]) -> Iterator[tuple[_Line, str, str]]:
    """Yield each line of the report, with its level (`warning` or `error`) and its message in English."""
    for line in _lines(checked):
        message = "".join(span.text for span in line.spans(str)).strip()
        message += f"; {Remark('fix')} {line.fix}" if line.fix else ""
        yield line, "warning" if line.verdict == "unclear" else "error", message


def github(checked: Iterable[Checked]) -> str:
    """Return the problems as lines that GitHub shows beside the text: `::error file=…,line=…,col=…,title=…::…`."""

    def escaped(text: str, more: str = "") -> str:
        return "".join(f"%{ord(sign):02X}" if sign in f"%\r\n{more}" else sign for sign in text)

    lines = ""
    for line, kind, message in _problems(checked):
        row, column = line.place
        file, title = (escaped(word, ",:") for word in (line.text.source.name, line.verdict))
        lines += f"::{kind} file={file},line={row},col={column},title={title}::{escaped(message)}\n"
    return lines


def sarif(checked: Iterable[Checked], version: str) -> dict[str, Any]:
    """Return the problems as a SARIF 2.1.0 log."""
    kinds = [
        {"id": verdict.replace(" ", "-"), "shortDescription": {"text": str(Remark(f"meaning {verdict}"))}}
        for verdict in _ORDER[1:]
    ]
    results = []
    for line, level, message in _problems(checked):
        row, column = line.place
        region = {"startLine": row, "startColumn": column}
        path = PurePath(line.text.source.name)
        address = path.as_uri() if path.is_absolute() else quote(fsencode(path.as_posix()))
        place = {"artifactLocation": {"uri": address}, "region": region}
        what = {"ruleId": line.verdict.replace(" ", "-"), "level": level, "message": {"text": message}}
        results.append({**what, "locations": [{"physicalLocation": place}]})
    # The address is the name of the package: the project has no page.
    about = {"name": "rules check", "version": version, "informationUri": f"pkg:pypi/rules-cli@{version}"}
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    run = {"tool": {"driver": {**about, "rules": kinds}}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": schema, "version": "2.1.0", "runs": [run]}
