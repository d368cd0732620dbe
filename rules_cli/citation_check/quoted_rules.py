"""Quotations held against the rules that are cited beside them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from rules_cli.citation_check.model import CheckedCitation
from rules_cli.citation_check.quotations import Beside, Quotation, difference, quotations
from rules_cli.citation_check.snapshot import EditionSnapshot
from rules_cli.citation_check.visible_text import Clean
from rules_cli.text import fingerprint

Row = tuple[EditionSnapshot, str]
"""A row of an edition: its number."""

_NO_SOURCE = "what is quoted can't be held against a source: only a restatement is installed"


class Quoted:
    """Compares the quotations of any number of texts; what rules say is put together once."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], list[str]] = {}

    def compare(self, clean: Clean, found: Sequence[CheckedCitation]) -> list[CheckedCitation]:
        """The citations with what is to be said of the quotations beside them."""
        judged = list(found)
        for quotation, places in self._claims(clean, judged).items():
            for place in places[:1]:
                judged[place] = self._of(quotation, judged[place], [judged[other] for other in places])
        return judged

    def _claims(self, clean: Clean, judged: Sequence[CheckedCitation]) -> dict[Quotation, list[int]]:
        """Each quotation with the places of the citations that stand beside it."""
        all_quotations = quotations(clean) if judged else []
        beside = Beside(clean, all_quotations)
        claims: dict[Quotation, list[int]] = defaultdict(list)
        if all_quotations:
            for _, group in groupby(enumerate(judged), key=lambda each: each[1].cited.mention.chain):
                chain = list(group)
                first, last = chain[0][1].cited.mention, chain[-1][1].cited.mention
                quotation = beside.of(first, last)
                if quotation and (quotation not in claims or beside.in_brackets(last)):
                    claims[quotation] += [place for place, _ in chain]
        return claims

    def _of(self, quotation: Quotation, first: CheckedCitation, cited: Sequence[CheckedCitation]) -> CheckedCitation:
        """What is to be said of a quotation: it may be of any of the rules cited beside it, as they were or are."""
        known = [each for each in cited if each.meaning and each.verdict not in ("not there", "unclear")]
        if first not in known:
            return first
        now, then = list(_rows_now(known)), list(_rows_then(known))
        if self._says_so(quotation, now):
            return first
        if self._says_so(quotation, then):
            old = f"it quotes the words of edition {then[0][0].edition.name}"
            return replace(
                first, verdict="changed" if first.verdict == "fine" else first.verdict, detail=_add(first, old)
            )
        texts = self._texts_of(then) or self._texts_of(now)
        if not texts:
            return replace(first, detail=_add(first, _NO_SOURCE))
        what = f"its quotation differs: {difference(quotation.words, texts)}"
        return replace(first, verdict="moved" if first.verdict == "moved" else "misquoted", detail=_add(first, what))

    def _says_so(self, quotation: Quotation, rows: Sequence[Row]) -> bool:
        """Whether rules say what is quoted; one whose words are not here is known by their fingerprint."""
        whole = fingerprint(quotation.words)
        if any(held.entries[number].row.fingerprint == whole for held, number in rows):
            return True
        texts = self._texts_of(rows)
        return bool(texts) and difference(quotation.words, texts) is None

    def _texts_of(self, rows: Iterable[Row]) -> list[str]:
        """What rules and their sub-rules say, where the official words are here."""
        return [text for held, number in rows for text in self._texts_of_one(held, number)]

    def _texts_of_one(self, held: EditionSnapshot, number: str) -> list[str]:
        key = str(held.edition.path), number
        if key not in self._texts:
            self._texts[key] = held.texts(number)
        return self._texts[key]


def _rows_now(cited: Iterable[CheckedCitation]) -> Iterator[Row]:
    """The rows that citations should name."""
    numbers = ((each.against, each.now or each.meaning, each.cited.mention.ranged) for each in cited)
    yield from _rows((held, meaning.number, ranged) for held, meaning, ranged in numbers if held and meaning)


def _rows_then(cited: Iterable[CheckedCitation]) -> Iterator[Row]:
    """The rows that citations name in the edition that they were written for."""
    numbers = ((each.then, each.meaning, each.cited.mention.ranged) for each in cited)
    yield from _rows((held, meaning.number, ranged) for held, meaning, ranged in numbers if held and meaning)


def _rows(numbers: Iterable[tuple[EditionSnapshot, str, bool]]) -> Iterator[Row]:
    """The rows of numbers, of a range all between its ends, each as often as its number is printed."""
    before = ""
    for held, number, ranged in numbers:
        inside = held.between(before, number) if ranged and before in held and number in held else [number]
        yield from ((held, row) for each in inside for row in held.printed_as(each))
        before = number


def _add(judged: CheckedCitation, detail: str) -> str:
    return f"{judged.detail}; {detail}" if judged.detail else detail
