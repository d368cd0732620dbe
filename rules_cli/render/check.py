"""Checked citations as a page, with the place first so that an editor can jump to it, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import fsencode
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from rules_cli.captions import Remark, Words
from rules_cli.render.language import said, say
from rules_cli.render.page import Page, Span, Style
from rules_cli.rule_number import parts
from rules_cli.text import first_words

if TYPE_CHECKING:
    from rules_cli.citation_check import Checked, CheckedCitation
    from rules_cli.citation_check.model import Mention, VerdictWord

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

Tell = Callable[[Remark], str]
"""Returns a remark in the language of the page, or in English for programs."""


class _Line(NamedTuple):
    """A citation of the report, or a range; `end` is the citation that ends it."""

    text: Checked
    citation: CheckedCitation
    end: CheckedCitation | None = None

    @property
    def ends(self) -> tuple[CheckedCitation, ...]:
        """The citation, or both ends of the range."""
        return (self.citation, self.end) if self.end else (self.citation,)

    @property
    def verdict(self) -> VerdictWord:
        """The worse verdict of the two ends."""
        return min((each.verdict for each in self.ends), key=lambda verdict: (verdict == "fine", _ORDER.index(verdict)))

    @property
    def printed(self) -> str:
        return printed(self.text, self.ends[-1], self.citation)

    @property
    def fix(self) -> Remark | None:
        """The line that corrects the citation, in a strict check."""
        return next((each.fix for each in self.ends if each.fix), None)

    @property
    def named(self) -> str | None:
        """The id of the rule; of a range, the ids of its ends."""
        first, last = _id(self.citation), _id(self.ends[-1])
        if self.end is None or last is None:
            return last
        return f"{first}–{last.partition(':')[2]}"

    def remarks(self, tell: Tell) -> str:
        """Return the remarks on the citation, or on the ends of the range."""
        said = map(tell, self.citation.remarks) if self.end is None else self._remarks_on_ends(self.end, tell)
        return "; ".join(dict.fromkeys(said))

    def _remarks_on_ends(self, end: CheckedCitation, tell: Tell) -> Iterator[str]:
        """Yield the remarks on both ends of the range; of two ends that exist, where the range is now."""
        ends, shared = (self.citation, end), set(self.citation.remarks) & set(end.remarks)
        exists = all(each.verdict != "not there" for each in ends)
        captions = {remark.caption for each in ends for remark in each.remarks}
        now = Remark("is perhaps now" if "is perhaps now" in captions else "is now", (_range_now(*ends),))
        for each in ends:
            for remark in each.remarks:
                if remark.caption in _NOW and exists:
                    yield tell(now)
                elif remark.caption in _NOW | _OF_ONE_END and remark not in shared:
                    yield f"{each.cited.meanings[0].number}: {tell(remark)}"
                else:
                    yield tell(remark)


def printed(checked: Checked, citation: CheckedCitation, since: CheckedCitation | None = None) -> str:
    """Return a citation as the text prints it, or the first words of a quotation that lacks one."""
    whole = checked.printed(citation, since)
    return first_words(whole, _SNIPPET) if citation.cited.mention.sign == "quotation" else whole


def _range_now(first: CheckedCitation, last: CheckedCitation) -> str:
    """Return the range that two ends are today: 601.2g–i."""
    start, end = (str((each.now or each.cited.meanings[0]).number) for each in (first, last))
    one, other = parts(start), parts(end)
    if one and other and one.digits == other.digits and one.letters:
        end = other.letters
    return f"{start}–{end}"


def page(checked: Sequence[Checked], more: Iterable[Words] = (), every: bool = False) -> Page:
    """Return the citations that are not fine (or `every` one) with their verdicts, the counts, the editions compared
    with, and `more` lines."""
    made = Page()
    lines = [line for each in checked for line in _lines(each) if every or line.verdict != "fine"]
    width = min(_WIDEST, max((len(_place(line)) for line in lines), default=0))
    column = max(len(_verdict(word)) for word in _ORDER)
    for line in lines:
        verdict = Span(f"{_verdict(line.verdict):<{column}}", _STYLES.get(line.verdict, "bad"))
        words = _said(line, line.remarks(said))
        made.add(Span(f"{_place(line):<{width}}  ", "quiet"), verdict, *words, hanging=_HANGING)
        if line.fix:
            made.add(Span(say("fix"), "label"), line.fix, indent=2 * _HANGING)
    _sum(made, checked)
    _passed_over(made, checked)
    for text in more:
        made.add(text)
    return made


def _verdict(word: str) -> str:
    """Return a verdict in the language of the captions."""
    return say(f"verdict {word}")


def _lines(checked: Checked) -> Iterator[_Line]:
    """Yield the citations of a text in order, the two ends of a range as one."""
    before: CheckedCitation | None = None
    for citation in checked.found:
        if before and citation.cited.mention.ranged:
            yield _Line(checked, before, citation)
            before = None
            continue
        if before:
            yield _Line(checked, before)
        before = citation
    if before:
        yield _Line(checked, before)


def _place(line: _Line) -> str:
    row, column = line.text.place(line.citation)
    return f"{line.text.source.name}:{row}:{column}"


def _said(line: _Line, remarks: str) -> Iterator[Span]:
    """Yield a citation as printed, the rule that it names, and the remarks on it."""
    yield Span(f"  {line.printed}", "id")
    if line.named and line.named != line.printed:
        yield Span(f" ({line.named})", "quiet")
    if remarks:
        yield Span(f": {remarks}")


def _id(citation: CheckedCitation) -> str | None:
    """Return the id of the rule that a citation names, None if it may name several."""
    return f"{citation.meaning.book}:{citation.meaning.number}" if citation.meaning else None


def _sum(made: Page, checked: Sequence[Checked]) -> None:
    """Add the counts of verdicts, the files without citations, and the editions."""
    found = [line for each in checked for line in _lines(each)]
    if not found:
        made.add(say("no citation"))
        return
    for each in checked:
        if not each.found:
            made.add(Span(say("no citation in", each.source.name), "quiet"))
    made.add(Span(_counts(checked, found), "title"))
    _editions(made, [citation for each in checked for citation in each.found])
    for each in checked:
        if each.looks_like:
            made.add(Span(looks_like(each), "note"))


def _counts(checked: Sequence[Checked], found: Sequence[_Line]) -> str:
    """Return how many citations have each verdict."""
    counts = Counter(str(line.verdict) for line in found)
    said = ", ".join(say("count", f"{counts[verdict]:,}", _verdict(verdict)) for verdict in _ORDER if counts[verdict])
    cited = sum(line.citation.cited.mention.sign != "quotation" for line in found)
    where = checked[0].source.name if len(checked) == 1 else say("files", f"{len(checked):,}")
    return say("one citation" if cited == 1 else "citations", f"{cited:,}", where, said)


def _passed_over(made: Page, checked: Sequence[Checked]) -> None:
    """Add a line on each text's numbers that were not taken for citations: the first of them, with their lines."""
    for each in checked:
        if each.unread:
            caption = "one passed over" if len(each.unread) == 1 else "passed over"
            made.add(Span(_numbers(each, each.unread, caption), "quiet"))


def left_alone(checked: Checked) -> str:
    """Return a sentence on the lines that are not rewritten because of a number that was not read."""
    return _numbers(checked, checked.left_alone, "left alone")


def _numbers(checked: Checked, mentions: Sequence[Mention], caption: str) -> str:
    """Return a caption with the count of some numbers, the file, and the first of the numbers with their lines."""
    shown = [say("number in line", mention.printed, checked.line(mention)) for mention in mentions[:_MOST_PASSED]]
    listed = ", ".join(shown) + (" …" if mentions[_MOST_PASSED:] else "")
    return say(caption, f"{len(mentions):,}", checked.source.name, listed)


def looks_like(checked: Checked) -> str:
    """Return a sentence on the edition that a text seems to be written for."""
    name = checked.looks_like.name if checked.looks_like else ""
    return say("looks like", checked.source.name, name)


def _editions(made: Page, found: Sequence[CheckedCitation]) -> None:
    """Add the editions that citations were compared with, and those that they were written for."""
    against = {repr(citation.against.edition) for citation in found if citation.against}
    then = {repr(citation.then.edition) for citation in found if citation.then} - against
    if against:
        caption = "compared and written" if then else "compared"
        made.add(Span(say(caption, ", ".join(sorted(against)), ", ".join(sorted(then))), "quiet"))


def as_json(checked: Iterable[Checked]) -> list[dict[str, Any]]:
    """Return every citation of every text, in order."""
    return [_value(each, citation) for each in checked for citation in each.found]


def _value(checked: Checked, citation: CheckedCitation) -> dict[str, Any]:
    line, column = checked.place(citation)
    return {
        "file": checked.source.name,
        "line": line,
        "column": column,
        "printed": printed(checked, citation),
        "id": _id(citation),
        "verdict": citation.verdict,
        "detail": citation.detail,
        "now": f"{citation.now.book}:{citation.now.number}" if citation.now else None,
        "sure": citation.sure if citation.now else None,
        "edition": citation.against.edition.name if citation.against else None,
        "written": citation.then.edition.name if citation.then else None,
        "fix": str(citation.fix) if citation.fix else None,
    }


def github(checked: Iterable[Checked]) -> str:
    """Return the problems as lines that GitHub shows beside the text: `::error file=…,line=…,col=…,title=…::…`."""
    return "".join(_annotation(line) for line in _problems(checked))


def _problems(checked: Iterable[Checked]) -> Iterator[_Line]:
    return (line for each in checked for line in _lines(each) if line.verdict != "fine")


def _message(line: _Line) -> str:
    """Return the message on a citation for programs, in English."""
    said = "".join(span.text for span in _said(line, line.remarks(str))).strip()
    return f"{said}; {Remark('fix')} {line.fix}" if line.fix else said


def _annotation(line: _Line) -> str:
    row, column = line.text.place(line.citation)
    kind = "warning" if line.verdict == "unclear" else "error"
    file, title = (_escaped(word, ",:") for word in (line.text.source.name, line.verdict))
    return f"::{kind} file={file},line={row},col={column},title={title}::{_escaped(_message(line))}\n"


def _escaped(text: str, more: str = "") -> str:
    """Return a text in GitHub's escapes."""
    return "".join(f"%{ord(sign):02X}" if sign in f"%\r\n{more}" else sign for sign in text)


def sarif(checked: Iterable[Checked], version: str) -> dict[str, Any]:
    """Return the problems as a SARIF 2.1.0 log."""
    results = [_sarif_result(line) for line in _problems(checked)]
    kinds = [
        {"id": _sarif_id(verdict), "shortDescription": {"text": str(Remark(f"meaning {verdict}"))}}
        for verdict in _ORDER[1:]
    ]
    # The address is the name of the package: the project has no page.
    about = {"name": "rules check", "version": version, "informationUri": f"pkg:pypi/rules-cli@{version}"}
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    run = {"tool": {"driver": {**about, "rules": kinds}}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": schema, "version": "2.1.0", "runs": [run]}


def _sarif_id(verdict: str) -> str:
    return verdict.replace(" ", "-")


def _sarif_result(line: _Line) -> dict[str, Any]:
    row, column = line.text.place(line.citation)
    address = {"uri": _address(line.text.source.name)}
    place = {"artifactLocation": address, "region": {"startLine": row, "startColumn": column}}
    return {
        "ruleId": _sarif_id(line.verdict),
        "level": "warning" if line.verdict == "unclear" else "error",
        "message": {"text": _message(line)},
        "locations": [{"physicalLocation": place}],
    }


def _address(name: str) -> str:
    """Return a file's name as an address, relative to the folder of the run unless it is absolute."""
    path = PurePath(name)
    return path.as_uri() if path.is_absolute() else quote(fsencode(path.as_posix()))
