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
    """A citation of the report, or a range with the citations of both of its ends."""

    text: Checked
    ends: tuple[CheckedCitation, ...]

    @property
    def verdict(self) -> str:
        """The worse verdict of the two ends."""
        return min((each.verdict for each in self.ends), key=lambda verdict: (verdict == "fine", _ORDER.index(verdict)))

    @property
    def place(self) -> tuple[int, int]:
        """The row and the column."""
        return self.text.place(self.ends[0])

    @property
    def fix(self) -> Remark | None:
        """The line that corrects the citation, in a strict check."""
        return next((each.fix for each in self.ends if each.fix), None)

    def spans(self, tell: Tell) -> Iterator[Span]:
        """Yield the citation as printed, the rule that it names, of a range the first and the last, and the remarks."""
        printed = _printed(self.text, self.ends[-1], self.ends[0])
        yield Span(f"  {printed}", "id")
        first, last = (_id(each) for each in (self.ends[0], self.ends[-1]))
        named = f"{first}–{last.partition(':')[2]}" if last and len(self.ends) > 1 else last
        if named and named != printed:
            yield Span(f" ({named})", "quiet")
        told = map(tell, self.ends[0].remarks) if len(self.ends) == 1 else self._remarks_on_range(tell)
        if remarks := "; ".join(dict.fromkeys(told)):
            yield Span(f": {remarks}")

    # Complexity: one case for each kind of remark.
    def _remarks_on_range(self, tell: Tell) -> Iterator[str]:
        """Yield the remarks on both ends of the range; of two ends that exist, where the range is now."""
        shared = set(self.ends[0].remarks) & set(self.ends[1].remarks)
        exists = all(each.verdict != "not there" for each in self.ends)
        captions = {remark.caption for each in self.ends for remark in each.remarks}
        start, end = (str((each.now or each.cited.meanings[0]).number) for each in self.ends)
        one, other = parts(start), parts(end)
        if one and other and one.digits == other.digits and one.letters:
            end = other.letters
        now = Remark("is perhaps now" if "is perhaps now" in captions else "is now", (f"{start}–{end}",))  # 601.2g–i
        for each in self.ends:
            for remark in each.remarks:
                if remark.caption in _NOW and exists:
                    yield tell(now)
                elif remark.caption in _NOW | _OF_ONE_END and remark not in shared:
                    yield f"{each.cited.meanings[0].number}: {tell(remark)}"
                else:
                    yield tell(remark)


def _lines(checked: Iterable[Checked], every: bool = False) -> Iterator[_Line]:
    """Yield the citations of texts that are not fine (or `every` one) in order, the two ends of a range as one."""
    for text in checked:
        ends: list[tuple[CheckedCitation, ...]] = []
        for citation in text.found:
            if ends and citation.cited.mention.ranged and len(ends[-1]) == 1:
                ends[-1] = (*ends[-1], citation)
            else:
                ends.append((citation,))
        lines = (_Line(text, each) for each in ends)
        yield from (line for line in lines if every or line.verdict != "fine")


def _printed(checked: Checked, citation: CheckedCitation, since: CheckedCitation | None = None) -> str:
    whole = checked.printed(citation, since)
    return first_words(whole, _SNIPPET) if citation.cited.mention.sign == "quotation" else whole


def _id(citation: CheckedCitation) -> str | None:
    return f"{citation.meaning.book}:{citation.meaning.number}" if citation.meaning else None


def page(checked: Sequence[Checked], more: Iterable[Words] = (), every: bool = False) -> Page:
    """Return the citations that are not fine (or `every` one) with their verdicts, the counts, the editions compared
    with, and `more` lines."""
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
        if each.unread:
            made.add(Span(_numbers(each, each.unread, "passed over"), "quiet"))
    for text in more:
        made.add(text)
    return made


# Complexity: each line of a sum may be empty.
def _add_sum(made: Page, checked: Sequence[Checked], found: Sequence[_Line]) -> None:
    if not found:
        made.add(Remark("no citation"))
        return
    for each in checked:
        if not each.found:
            made.add(Span(say("no citation in", each.source.name), "quiet"))
    counts = Counter(line.verdict for line in found)
    parts = ", ".join(say("count", f"{counts[each]:,}", say(f"verdict {each}")) for each in _ORDER if counts[each])
    cited = sum(line.ends[0].cited.mention.sign != "quotation" for line in found)
    where = checked[0].source.name if len(checked) == 1 else say("files", f"{len(checked):,}")
    made.add(Span(say("citations", f"{cited:,}", where, parts), "title"))
    citations = [citation for each in checked for citation in each.found]
    against = {repr(each.against.edition) for each in citations if each.against}
    then = {repr(each.then.edition) for each in citations if each.then} - against
    if against:
        caption = "compared and written" if then else "compared"
        made.add(Span(say(caption, ", ".join(sorted(against)), ", ".join(sorted(then))), "quiet"))
    for each in checked:
        if each.looks_like:
            made.add(Span.of(looks_like(each), "note"))


def left_alone(checked: Checked) -> str:
    """Return a sentence on the lines that are not rewritten because of a number that was not read."""
    return _numbers(checked, checked.left_alone, "left alone")


def _numbers(checked: Checked, mentions: Sequence[Mention], caption: str) -> str:
    """Return a caption with the count of some numbers, the file, and the first of the numbers with their lines."""
    shown = [say("number in line", mention.printed, checked.line(mention)) for mention in mentions[:_MOST_PASSED]]
    numbers = ", ".join(shown) + " …" * (len(mentions) > len(shown))
    return say(caption, f"{len(mentions):,}", checked.source.name, numbers)


def looks_like(checked: Checked) -> Remark:
    """Return a sentence on the edition that a text seems to be written for."""
    return Remark("looks like", (checked.source.name, checked.looks_like.name if checked.looks_like else ""))


def as_json(checked: Iterable[Checked]) -> list[dict[str, Any]]:
    """Return every citation of every text, in order."""
    return [
        {
            "file": text.source.name,
            **dict(zip(("line", "column"), text.place(each), strict=True)),
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
    for line in _lines(checked):
        told = "".join(span.text for span in line.spans(str)).strip()
        message = f"{told}; {Remark('fix')} {line.fix}" if line.fix else told
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
