"""The values of the citation check: a mention, a citation, a checked citation. Frozen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from rules_cli.captions import Remark
from rules_cli.citation_check.snapshot import EditionSnapshot
from rules_cli.model import RuleNumber
from rules_cli.numbers.worded import Step

Sign = Literal["book", "word", "section", "name", "shape", "bare", "worded", "step", "point", "quotation"]
"""Why a number looks like a citation: a book before it (`fab:`), a word that only rules have (`CR`, `rule`), a word
that other texts have too (`section`, `§`, any word at the end of a line), the name of the game, its shape. A `bare`
number has no sign; the words around it may introduce it. A `worded` one has words between its parts; a `step` is a
word and a number that any law may have, `§ 9`, a `point` one that
any list may have. A `quotation` is no number: a part of a draft that lacks one."""

VerdictWord = Literal[
    "fine", "not there", "moved", "changed", "misquoted", "suspect", "unquoted", "uncited", "unclear", "unchecked"
]
"""`unchecked`: whether the citation is right is unknown, since its book is not installed whole. `unquoted` and
`uncited` are faults of a draft that is checked strictly."""
WRONG: frozenset[VerdictWord] = frozenset(
    {"not there", "moved", "changed", "misquoted", "suspect", "unquoted", "uncited", "unchecked"}
)


_PLAIN = 2  # words of `§ 9`


@dataclass(frozen=True, slots=True)
class Mention:
    """A number in a text that looks like a citation; no book has been asked yet. Its sign (`rule`) begins at `start`,
    the number at `at`. `readings` are the rules that it may mean, likeliest first. `book`, `edition` and `words` (the
    digits of a permanent citation) are printed with it, or None. The mentions of one list or range have the same
    `chain`; a `ranged` one ends a range that the mention before it begins. `steps` are the words and numbers of a path
    through a book, `art. 5, § 2`, or the only one if its number is plain; `sentence` is the cited sentence of that
    rule, 0 without one."""

    start: int
    at: int
    end: int
    printed: str
    readings: tuple[RuleNumber, ...]
    sign: Sign
    chain: int
    book: str | None = None
    edition: str | None = None
    words: str | None = None
    ranged: bool = False
    steps: tuple[Step, ...] = ()
    sentence: int = 0

    @property
    def path(self) -> str:
        """Its words and numbers as printed, if they are more than a word and a number: `art. 5, § 2`; else ""."""
        return " ".join(self.printed.split()) if self.sign == "worded" and len(self.printed.split()) > _PLAIN else ""


@dataclass(frozen=True, slots=True)
class CitationReading:
    """A rule that a mention may mean."""

    book: str
    number: RuleNumber


@dataclass(frozen=True, slots=True)
class ResolvedCitation:
    """A mention that is a citation, with all rules that it may mean. If `exists`, an edition of each book has the rule,
    or may have it and is not installed whole. If not, `meanings` are numbers that the books lack."""

    mention: Mention
    meanings: tuple[CitationReading, ...]
    exists: bool


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """A citation with its verdict, and remarks that say why. `now` is the rule that a moved or suspect citation should
    name, `sure` whether that is more than a guess. `then` is the edition that the citation was written for, if it is
    known; `against` is the edition that it was compared with. `words_after` are the words after it if they are another
    rule's. `fix` is the line to write, in a strict check."""

    cited: ResolvedCitation
    verdict: VerdictWord
    remarks: tuple[Remark, ...] = ()
    now: CitationReading | None = None
    sure: bool = False
    then: EditionSnapshot | None = None
    against: EditionSnapshot | None = None
    words_after: str = ""
    fix: Remark | None = None

    def saying(self, verdict: VerdictWord, *remarks: Remark) -> CheckedCitation:
        """Return the citation with another verdict and further remarks."""
        return replace(self, verdict=verdict, remarks=(*self.remarks, *remarks))

    @property
    def names_edition(self) -> bool:
        """Whether an edition or the digits of the rule's words are printed with it."""
        return bool(self.cited.mention.edition or self.cited.mention.words)

    @property
    def detail(self) -> str:
        """The remarks in English."""
        return "; ".join(map(str, self.remarks))

    @property
    def meaning(self) -> CitationReading | None:
        """The rule that it names; None if it may name several."""
        return self.cited.meanings[0] if len(self.cited.meanings) == 1 else None
