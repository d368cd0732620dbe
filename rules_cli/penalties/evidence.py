"""What speaks for each infraction of a policy document, for a judge's words: a few numbers, and their sum.

    whole    how well the words fit the whole section, by bm25, beside the section that they fit best
    phrase   the longest name of the infraction that the words hold, such as `took too long`
    said     the words that are in its section, its names or known situations of its kind
    meaning  how like the words its nearest paragraph or name is, by word vectors
    alike    how like the words the known situations of its kind are, by word vectors
    words    how much likelier the words are in the known situations of its kind than in all of them, as a logarithm
    letters  the same, of each five letters in a row: other forms of a word, and words side by side
    example  the share of words, and of pairs of words, that the question and the nearest own example have in common

`phrase` and `said` are shares of the rarity of all words of the question. `data/penalties/ranking.yaml` has the
weights, `situations.yaml` the known situations, which are of infractions with any name.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import astuple, dataclass, field, replace
from functools import cache, cached_property, lru_cache
from itertools import chain, pairwise
from math import exp, log
from typing import NamedTuple
from weakref import WeakKeyDictionary

from rules_cli.lookup.terms import terms_of
from rules_cli.model import Row, RuleNumber
from rules_cli.parse.penalty_sentences import names_act
from rules_cli.parse.penalty_words import begins_with_condition
from rules_cli.penalties.word_families import WordFamilies
from rules_cli.schema import Text
from rules_cli.search.stems import STOPWORDS, stem
from rules_cli.search.thesaurus import Thesaurus
from rules_cli.search.vectors import cosine, rarity, unit, vectors_of
from rules_cli.store import cache as kept
from rules_cli.store import data_files, paths
from rules_cli.store.edition import Edition
from rules_cli.text import fold, sentences_of, words_of_text
from rules_cli.words import languages, small_words, words

_OFTEN, _LENGTH = 1.2, 0.75  # k and b of bm25, at their usual values
_SAME_KIND = 1.1  # likeness of an infraction to the name and to the situations of a kind: less is another kind
_SHARPNESS = 3.0  # of likelihoods: weights are fitted with it, and another value would only scale them
_RUN = 5  # letters in a row: of 4 and of 6, fewer situations are named rightly
_PRIOR = 100  # letters of all situations that are added to those of a kind: what it lacks may be chance
_NEAR_WORDS = 3  # after `before` or `between`: *before the next game*
_MOST = 0.8  # of a question: the rest, a word or two, is in each document
_SHORTEST_PART = 4  # letters of a word in a compound: fewer are there by chance, or are an ending
_APART = 3.0  # of `words` and `letters`: acts without intent have up to 1.2 more of both, those with it 4.6
_EXPLAINED = 1 / 3  # of a question: less is a word by chance
_MOST_EXPLAINED = 2 / 3  # of a question that several infractions explain
_MORE_THAN_OTHERS = 0.5  # likelihood of an infraction that is as likely as all others
_ALIKE = 0.3  # likeness of a question and known situations: situations that no document covers have less
_QUESTIONS = 2  # of which the evidence is kept: the words, and the words without times
_SCALE = 0.1  # of logarithms, so that weights are near 1


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for one infraction, as numbers."""

    whole: float = 0.0
    phrase: float = 0.0
    said: float = 0.0
    meaning: float = 0.0
    alike: float = 0.0
    words: float = 0.0
    letters: float = 0.0
    example: float = 0.0


@dataclass(frozen=True, slots=True)
class RankingFile:
    """The file `ranking.yaml`: a weight for each field of Evidence, words that speak of `intent` and of an `accident`,
    the names of the infractions that need intent (`intentional`), and words on repeated infractions in a document,
    where a sentence has one of each list (`of_repeats`); `degrees` of one infraction; times outside of play (a word of
    each list of `outside_play` in a row), words of a definition for those `in_play`, and of a sentence that `permits`;
    the past forms of `irregular` verbs; `numbers` in words, and units of time in seconds.
    """

    weights: Evidence
    intent: tuple[Text, ...]
    intentional: tuple[Text, ...] = ()
    accident: tuple[Text, ...] = ()
    degrees: tuple[Text, ...] = ()
    outside_play: tuple[tuple[Text, ...], ...] = ()
    in_play: tuple[Text, ...] = ()
    permits: tuple[Text, ...] = ()
    of_repeats: tuple[tuple[Text, ...], ...] = ()
    numbers: Mapping[str, float] = field(default_factory=dict)
    seconds: Mapping[str, int] = field(default_factory=dict)
    irregular: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of infraction: names that documents have for it, and situations in the words of judges.

    `under` are names of broader kinds: in a document without this kind, its situations are of the first one that the
    document has.
    """

    called: tuple[Text, ...]
    situations: tuple[Text, ...]
    under: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class SituationsFile:
    """The file `situations.yaml`. `allowed` are situations that are no infraction."""

    kinds: tuple[Kind, ...]
    allowed: tuple[Text, ...] = ()


def ranking() -> RankingFile:
    """Return the weights. Raises SchemaError if the file is broken."""
    found = data_files.read_file(RankingFile, paths.data() / "penalties" / "ranking.yaml")
    return found or RankingFile(Evidence(), ())


def likelihoods(evidence: Mapping[RuleNumber, Evidence]) -> dict[RuleNumber, float]:
    """Return how likely each infraction is meant, the likeliest first; together they are 1."""
    weights = ranking().weights
    if is_by_words(evidence):
        weights = _without_vectors(weights)
    score = {n: sum(map(float.__mul__, astuple(weights), astuple(each))) for n, each in evidence.items()}
    best = max(score.values(), default=0.0)
    raised = {number: exp(_SHARPNESS * (each - best)) for number, each in score.items()}
    total = sum(raised.values())
    return {number: each / total for number, each in sorted(raised.items(), key=lambda item: -item[1])}


def is_by_words(evidence: Mapping[RuleNumber, Evidence]) -> bool:
    """Return whether nothing but the document's own words speaks for any infraction, as in another language than
    English."""
    return not any(each.meaning or each.alike for each in evidence.values())


def _without_vectors(weights: Evidence) -> Evidence:
    """Return weights, those of the words raised by what vectors would add: in another language than English, nothing
    else tells."""
    shared = weights.whole + weights.phrase + weights.said
    raised = (shared + weights.meaning + weights.alike) / shared
    return replace(weights, whole=raised * weights.whole, phrase=raised * weights.phrase, said=raised * weights.said)


def without_intent(found: Mapping[RuleNumber, Evidence], needing: Collection[RuleNumber]) -> dict[RuleNumber, Evidence]:
    """Return the evidence without the infractions `needing` intent that no words of a question set apart: another one
    has as many of them, and its known situations are nearly as like."""
    others = [each for number, each in found.items() if number not in needing]

    def is_apart(one: Evidence) -> bool:
        like = one.words + one.letters - _APART
        return all(one.said > each.said or like > each.words + each.letters for each in others)

    return {number: each for number, each in found.items() if number not in needing or is_apart(each)}


def speaks_of_intent(words: str) -> bool:
    """Return whether the words of a judge say that a player did something on purpose."""
    return intent_in(words) > 0


def intent_in(text: str) -> int:
    """Return 1 if words say that somebody did something on purpose, -1 if by accident, else 0."""
    plain = without = _plain(text)
    for each in map(_plain, ranking().accident):
        without = without.replace(each, " ")
    stems, phrases = _intent()
    is_meant = not stems.isdisjoint(_stems(without)) or any(each in without for each in phrases)
    return 1 if is_meant else -1 if without != plain else 0


@cache
def _intent() -> tuple[frozenset[str], Sequence[str]]:
    """Return the stems of the words that speak of intent, and those that are several words."""
    listed = ranking().intent
    phrases = [_plain(each) for each in listed if " " in each]
    return frozenset(_stems(" ".join(each for each in listed if " " not in each))), phrases


def is_outside(words: str, definition: str) -> bool:
    """Return whether words speak of a time outside of play, *between games*, that a definition lacks or permits, and
    the definition of one in play: *during a game*."""
    asked, in_play = _stemmed(words), _any_stem(ranking().in_play)
    defined = list(map(_stemmed, sentences_of(definition)))
    if in_play.isdisjoint(chain(*defined)) or not in_play.isdisjoint(asked):
        return False
    permits = _any_stem(ranking().permits)
    forbidden = (_times_outside(each) for each in defined if permits.isdisjoint(each))
    return not _times_outside(asked) <= set().union(*forbidden)


def _stemmed(text: str) -> list[str]:
    return [_stem(word) for word in words_of_text(text)]


def _times_outside(stems: Sequence[str]) -> set[tuple[str, str]]:
    """Return each time outside of play in some words: *between* and *game*."""
    before, times = map(_any_stem, ranking().outside_play or ((), ()))
    found = ((first, times.intersection(stems[at : at + _NEAR_WORDS])) for at, first in enumerate(stems, 1))
    return {(first, time) for first, near in found if first in before for time in near}


def _any_stem(words: Iterable[str]) -> frozenset[str]:
    return frozenset(map(_stem, words))


def words_shared(words: str, text: str, others: str) -> frozenset[str]:
    """Return the words of a text, in any form, that a question has and that other texts lack."""
    wanted = set(_stems(words)).difference(_stems(others))
    return frozenset(word for word in words_of_text(text) if _stem(word) in wanted)


def share_of(words: str, some: Iterable[str], edition: Edition) -> float:
    """Return the share of a question that is some words, by how rare each is in a policy document."""
    policy = _policy(edition)
    rarity, wanted = policy.texts.rarity, frozenset(_stems(policy.telling(words)))
    return sum(map(rarity, wanted.intersection(map(_stem, some)))) / (sum(map(rarity, wanted)) or 1.0)


def own_share(edition: Edition, words: str, number: RuleNumber) -> float:
    """Return the share of a question that an infraction itself has, without known situations."""
    policy = _policy(edition)
    return policy.asked(words).share(policy.sections[number].own)


def is_explained(
    edition: Edition, words: str, found: Mapping[RuleNumber, Evidence], likely: Mapping[RuleNumber, float]
) -> bool:
    """Return whether an infraction explains a question at all: its name is in that, or the document's own words have
    most of it, or a good part if one infraction is likelier than all others; or it is like known situations."""
    policy = _policy(edition)
    asked = policy.asked(words)
    own = max(asked.share(section.own) for section in policy.sections.values())
    needed = _EXPLAINED if is_by_words(found) or max(likely.values()) >= _MORE_THAN_OTHERS else _MOST_EXPLAINED
    return own >= needed or any(each.phrase or each.alike >= _ALIKE for each in found.values())


def seems_allowed(words: str, edition: Edition) -> bool:
    """Return whether a known situation that is no infraction has most of a question."""
    return any(share_of(words, words_of_text(each), edition) >= _MOST for each in _known().allowed)


# Complexity: one expression for each kind of evidence.
@lru_cache(maxsize=_QUESTIONS)
def evidence(edition: Edition, words: str) -> Mapping[RuleNumber, Evidence]:
    """Return what speaks for each infraction, in source order.

    Time is linear in the text of the document.
    """
    policy = _policy(edition)
    texts, everything, asked = policy.texts, policy.told, policy.asked(words)
    words, wanted, parts = asked.text, asked.worth.keys(), _parts(asked.text)
    scored = wanted | {*_stems(" ".join(word for word in words.split() if word in policy.people))}
    fits = {number: policy.bm25(number, scored) for number in policy.sections}
    best = max(fits.values(), default=0.0)
    known_words = _plain(words) if policy.is_english else ""  # vectors and known situations are English
    vector, known_vector = texts.vector(known_words), _known().texts.vector(known_words)
    told = everything.counted(f" {word} " for word in known_words.split())
    runs = everything.counted(_runs(known_words))

    found = {}
    for number, section in policy.sections.items():
        names = [name for name in section.names if name and wanted >= {*name}]
        found[number] = Evidence(
            whole=fits[number] / (best or 1.0),
            phrase=max(map(asked.share, names), default=0.0),
            said=asked.share(section.stems),
            meaning=max((cosine(vector, each) for each in section.vectors), default=0.0),
            alike=cosine(known_vector, section.middle),
            words=_likelier(told, section.told, everything.size),
            letters=_likelier(runs, section.told, everything.size),
            example=max((policy.likeness(parts, each) for each in section.examples), default=0.0),
        )
    return found


def _likelier(parts: Mapping[str, int], own: _Told, size: int) -> float:
    """Return how much likelier words or runs of letters are in some situations than in all, as a logarithm. `parts` has
    how often each is in all, which have `size` letters."""
    ratios = (own.often(part) * size / often + _PRIOR for part, often in parts.items())
    return _SCALE * sum(log(ratio / (own.size + _PRIOR)) for ratio in ratios)


def _runs(plain: str) -> Iterator[str]:
    return (plain[at : at + _RUN] for at in range(len(plain) - _RUN + 1))


def _plain(text: str) -> str:
    return f" {' '.join(words_of_text(text))} "


class _Texts:
    """How rare the stems of some texts are, and texts as those see them."""

    def __init__(self, stems: Sequence[Iterable[str]]) -> None:
        self._count = len(stems)
        self._using = Counter(stem for each in stems for stem in set(each))

    def rarity(self, stem: str) -> float:
        """Return how much a stem tells, by the texts that have it."""
        return log(1 + self._count / (1 + self._using[stem]))

    def vector(self, text: str) -> array[int]:
        """Return the vector of a text; zeros for a text without known words."""
        total, vectors = 0, vectors_of("en")
        for word, often in Counter(words_of_text(text)).items():
            if word not in STOPWORDS and vectors and (one := vectors.word(word)) is not None:
                total += one * often * rarity(self._count, self._using[_stem(word)])
        return unit(total)


def as_written(edition: Edition, words: str) -> str:
    """Return a question with its unknown words as a policy document writes them."""
    return " ".join(word for word, _ in _policy(edition).as_written(words))


def continued(edition: Edition, number: RuleNumber) -> RuleNumber | None:
    """Return the infraction that another one continues, as it names nothing but an amount; None if it names more."""
    return _policy(edition).continued.get(number)


def telling(edition: Edition, words: str) -> str:
    """Return a question without its small words, and those for people that a policy document lacks."""
    return _policy(edition).telling(words)


# --- known situations


class _Told:
    """Situations in the words of judges: how often each word, between blanks, and each run of letters is there, and the
    count of all letters. Runs are counted as they are asked for: a question has few of all that there are."""

    def __init__(self, texts: Iterable[str]) -> None:
        texts = tuple(map(_plain, texts))
        self.size = sum(map(len, texts))
        self.text = "\n".join(texts)
        self._words = Counter(f" {word} " for word in self.text.split())

    def counted(self, parts: Iterable[str]) -> dict[str, int]:
        """Return how often each word or run is there, without those that are not."""
        return {part: often for part in parts if (often := self.often(part))}

    def often(self, part: str) -> int:
        """Return how often a word between blanks, or a run of letters, is there."""
        return self.text.count(part) if len(part) == _RUN else self._words[part]


class _Known:
    """The kinds of infractions, and the known situations of each."""

    def __init__(self, kinds: Sequence[Kind], allowed: Sequence[str]) -> None:
        self.kinds, self.allowed = kinds, allowed
        self.texts = _Texts([list(_stems(text)) for kind in kinds for text in kind.situations])
        self._called = [frozenset(map(_name, kind.called)) for kind in kinds]

    def of(self, subjects: Mapping[RuleNumber, tuple[str, str]]) -> dict[RuleNumber, list[int]]:
        """Return the kinds of each infraction, by its title and what it is about: those that are called so, else the
        likest one, and those that no infraction is called by but that are under it."""
        found = {number: self._of_title(title) or self._likest(about) for number, (title, about) in subjects.items()}
        present = {at for each in found.values() for at in each}
        for at, kind in enumerate(self.kinds):
            broader = [self._named(_name(name)) for name in kind.under] if at not in present else []
            wanted = next((set(each) for each in broader if not present.isdisjoint(each)), set())
            for own in found.values():
                own += [at] if not wanted.isdisjoint(own) else []
        return found

    def situations(self, places: Iterable[int]) -> Iterator[str]:
        """Yield the known situations of some kinds."""
        return (text for at in sorted(places) for text in self.kinds[at].situations)

    @cached_property
    def _vectors(self) -> list[tuple[list[bytes], bytes]]:
        """The vectors of the names of each kind, and that of its situations."""
        texts = [(kind.called, "\n".join(kind.situations)) for kind in self.kinds]
        vector = self.texts.vector
        return [([vector(name).tobytes() for name in names], vector(told).tobytes()) for names, told in texts]

    def _named(self, name: str) -> list[int]:
        return [at for at, called in enumerate(self._called) if name in called]

    def _of_title(self, title: str) -> list[int]:
        first, *_, last = re.split(" - ", _name(title)) * 2
        for name in (_name(title), last, first):  # with its class, *Tournament Error — Slow Play*, or a degree, *Minor*
            if named := self._named(name):
                return named
        return []

    def _likest(self, subject: str) -> list[int]:
        """Return the kind whose names and situations are likest to the words of an infraction, if that is like it."""
        vector = self.texts.vector(subject)
        likeness = [
            cosine(vector, middle) + max(cosine(vector, name) for name in names) for names, middle in self._vectors
        ]
        likest = max(likeness, default=0.0)
        return [likeness.index(likest)] if likest >= _SAME_KIND else []


def _name(title: str) -> str:
    return fold(re.sub(r"\s{0,3}[–—]\s{0,3}", " - ", title))


@lru_cache(maxsize=1)
def _known() -> _Known:
    file = paths.data() / "penalties" / "situations.yaml"
    found = data_files.read_file(SituationsFile, file)
    kinds = found.kinds if found else ()
    path, state = paths.cache_dir() / "penalties" / "stems.json", kept.stamp(file) if kinds else ""
    allowed = found.allowed if found else ()
    situations = (*allowed, *(each for kind in kinds for each in kind.situations))
    words = (word for text in situations for word in words_of_text(text))
    _stored.update(kept.kept_json(path, state, lambda: {word: _stem(word) for word in set(words)}))
    return _Known(kinds, allowed)


# --- a policy document


@dataclass(frozen=True, slots=True)
class _Section:
    """One infraction: the stems of its names, of its text, of both, and of all with those of known situations; the
    parts of each of its examples; vectors of its paragraphs and names; and the known situations of its kind, with their
    vector."""

    names: list[list[str]]
    counts: Counter[str]
    own: frozenset[str]
    stems: frozenset[str]
    examples: list[frozenset[str]]
    vectors: list[bytes]
    told: _Told
    middle: bytes


class _Asked(NamedTuple):
    """A question as a document writes it, what each stem that tells something is worth, and what all would be worth if
    they were surely words of the document."""

    text: str
    worth: Mapping[str, float]
    total: float

    def share(self, stems: Iterable[str]) -> float:
        """Return the share of the question that some stems are."""
        return sum(self.worth.get(each, 0.0) for each in set(stems)) / (self.total or 1.0)


class _Policy:
    """The infractions of a document as they are compared with words."""

    # Complexity: one comprehension for each table.
    def __init__(self, edition: Edition) -> None:
        rows, known = _sections(edition), _known()
        self.continued = _continued(rows)
        texts = _texts_of(rows, self.continued)
        examples = {n: [_parts(text) for row in each for text in row.words.examples] for n, each in rows.items()}
        self._examples = _Texts([parts for each in examples.values() for parts in each])
        titles = {entry.row.number: entry.row.title or "" for entry in edition.entries()}
        parents = {entry.row.number: entry.row.parent for entry in edition.entries()}
        for number in rows:  # a paragraph has the title of its section, but not that of the document
            above = parents[number]
            titles[number] = titles[number] or (titles[above] if above and parents.get(above) else "")
        names = _names_of(edition, titles)
        stems = {n: [list(_stems(text)) for text in (*each, titles[n])] for n, each in texts.items()}
        self.texts = _Texts([paragraph for each in stems.values() for paragraph in each])
        counts = {number: Counter(stem for paragraph in each for stem in paragraph) for number, each in stems.items()}
        self._in_sections = Counter(stem for each in counts.values() for stem in each)
        self._words = {word for each in texts.values() for text in each for word in words_of_text(text)}
        self._words.update(word for number in texts for word in words_of_text(titles[number]))
        self._length = sum(sum(each.values()) for each in counts.values()) / (len(counts) or 1)
        kinds = known.of({number: (titles[number], _subject(each[0], texts[number])) for number, each in rows.items()})
        self.told = _Told(known.situations({at for each in kinds.values() for at in each}))
        self.language = _language_of(edition)
        self._families = WordFamilies(filter(str.isalpha, self._words), self.language)
        self.sections = {}
        for number in texts:
            told = _Told(known.situations(kinds[number]))
            if not any(map(set(_stems(titles[number])).issubset, map(_stems, names[number]))):
                names[number].append(titles[number])  # a title that is a sentence is no term
            named = [list(_stems(name if self.is_english else self.telling(name))) for name in names[number]]
            own = frozenset((*counts[number], *chain.from_iterable(named)))
            self.sections[number] = _Section(
                named,
                counts[number],
                own,
                own.union(_stems(told.text)),
                examples[number],
                [self.texts.vector(text).tobytes() for text in (*texts[number], *names[number])],
                told,
                known.texts.vector(told.text).tobytes(),
            )

    @cached_property
    def people(self) -> frozenset[str]:
        """The words for people that tell nothing; in English, where vectors tell the rest, those that are not here."""
        listed = languages().get(self.language)
        people = frozenset(map(fold, listed.people if listed else ()))
        return people - self._words if self.is_english else people

    def asked(self, question: str) -> _Asked:
        """Return a question as it is compared with the infractions."""
        read = self.as_written(question)
        text, sure = " ".join(word for word, _ in read), {_stem(word): sure for word, sure in read}
        worth = {each: self.texts.rarity(each) for each in set(_stems(self.telling(text)))}
        return _Asked(text, {each: rare * sure.get(each, 1.0) for each, rare in worth.items()}, sum(worth.values()))

    def as_written(self, question: str) -> list[tuple[str, float]]:
        """Return the words of a question, the unknown ones as the document writes them, and how surely each is that
        word: two together that begin one of its words, `zu spät` of *Zuspätkommen*, one apart that is two of them,
        `decklist` of *deck lists*, and one of the same family: `insultó` of *insultos*."""
        words = words_of_text(question)
        for at, (one, other) in enumerate(pairwise(words)):
            is_known = self._has(one) and self._has(other)
            is_small = len(other) < _SHORTEST_PART or not STOPWORDS.isdisjoint((one, other))
            whole = [] if is_known or is_small else [word for word in self._words if word.startswith(one + other)]
            if whole:
                words[at : at + 2] = [min(whole, key=len), ""]
        return list(chain.from_iterable(map(self._apart, filter(None, words))))

    # Complexity: one case for each way to know a word.
    def _apart(self, word: str) -> Sequence[tuple[str, float]]:
        """Return a word, or the two words of the document that an unknown one is made of, one of its family, or what it
        means by the thesaurus."""
        if self._has(word) or word in self.people:
            return [(word, 1.0)]
        cuts = range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
        pairs = ((word[:cut], word[cut:]) for cut in cuts)
        known = (pair for pair in pairs if all(_stem(part) in self._in_sections for part in pair))
        if apart := [(part, 1.0) for part in next(known, ())]:
            return apart
        if same := [] if self.is_english else self._same(word):
            return same
        written, likeness = self._families.of(word)
        is_weak = likeness < 1 and self.is_english  # its known situations tell more
        return [(word, 1.0) if is_weak else (written, likeness or 1.0)]

    def _same(self, word: str) -> list[tuple[str, float]]:
        """Return the words of the document that mean the same as one by the thesaurus, and how surely; none without."""
        listed = Thesaurus.open().meanings((word,), (self.language,))
        known = [each for each in listed if all(map(self._has, words_of_text(each.phrase)))]
        best = max(known, key=lambda each: each.weight, default=None)
        return [(part, best.weight) for part in words_of_text(best.phrase)] if best else []

    @property
    def is_english(self) -> bool:
        """Whether word vectors and known situations, which are English, tell something."""
        return self.language == "en"

    def telling(self, words: str) -> str:
        """Return a question without its small words, and those for people that the document lacks."""
        said = [word for word in words_of_text(words) if word not in small_words(self.language)]
        return " ".join([word for word in said if word not in self.people] or said)

    def _has(self, word: str) -> bool:
        """Return whether the document, or a known situation of one of its kinds, has a word."""
        return _stem(word) in self._in_sections or self.told.often(f" {word} ") > 0

    def likeness(self, some: frozenset[str], others: frozenset[str]) -> float:
        """Return how much of what two texts have, by `_parts`, both have: 1 is all. It is cubed, so that a few common
        words count for nearly nothing."""
        total = sum(map(self._examples.rarity, some)) + sum(map(self._examples.rarity, others))
        return (2 * sum(map(self._examples.rarity, some & others)) / (total or 1.0)) ** 3

    def bm25(self, number: RuleNumber, wanted: Set[str]) -> float:
        """Return how well stems fit a section as a whole."""
        counts, sections = self.sections[number].counts, len(self.sections)
        longer = 1 - _LENGTH + _LENGTH * sum(counts.values()) / self._length
        score = 0.0
        for each in wanted & counts.keys():
            rare = log(1 + (sections - self._in_sections[each] + 0.5) / (self._in_sections[each] + 0.5))
            score += rare * counts[each] * (1 + _OFTEN) / (counts[each] + _OFTEN * longer)
        return score


def _names_of(edition: Edition, numbers: Iterable[RuleNumber]) -> dict[RuleNumber, list[str]]:
    """Return the names that the terms of a document have for each of some rows."""
    names: dict[RuleNumber, list[str]] = {number: [] for number in numbers}
    for term in terms_of(edition):
        for rule in term.rules:
            names.setdefault(rule, []).extend(term.names())
    return names


def _language_of(edition: Edition) -> str:
    """Return the language of a document: if a short one looks English, the one in which its penalties have names."""
    own = str(edition.about["language"])
    printed = [fold(each.penalty) for entry in edition.entries() for each in entry.row.penalty]
    names = {
        code: {fold(name) for each, others in language.penalties.items() for name in (each, *others)}
        for code, language in languages().items()
    }
    named = {code: sum(each in known for each in printed) for code, known in names.items()}
    best = max(named, key=lambda code: (named[code], code == own))
    return best if own == "en" else own


_policies: WeakKeyDictionary[Edition, _Policy] = WeakKeyDictionary()


def _policy(edition: Edition) -> _Policy:
    if (policy := _policies.get(edition)) is None:
        policy = _policies[edition] = _Policy(edition)
    return policy


def _paragraphs(rows: Iterable[Row]) -> list[str]:
    """Return the lines, examples and notes of some rows, without their penalties, which no question is about."""
    texts = [(*_without_penalties(row).split("\n"), *row.words.examples, *row.words.notes) for row in rows]
    return [text for each in texts for text in each if text.strip()]


def _without_penalties(row: Row) -> str:
    """Return the text of a row without its own penalties."""
    text = row.words.text or ""
    for each in row.penalty:
        text = text.replace(each.penalty, " ")
    return text


# Complexity: rows that have no infraction above them are passed over.
def _sections(edition: Edition) -> dict[RuleNumber, list[Row]]:
    """Return the rows of each infraction that has no infractions below it."""
    rows = {entry.row.number: entry.row for entry in edition.entries()}
    divided = {row.parent for row in rows.values() if row.penalty}
    found: dict[RuleNumber, list[Row]] = {n: [] for n, row in rows.items() if row.penalty and n not in divided}
    for row in rows.values():
        above: RuleNumber | None = row.number
        while above and above not in found:
            above = rows[above].parent if above in rows else None
        if above:
            found[above].append(row)
    return found


def _texts_of(
    rows: Mapping[RuleNumber, Iterable[Row]], continued: Mapping[RuleNumber, RuleNumber]
) -> dict[RuleNumber, list[str]]:
    """Return the paragraphs of each infraction, those that it continues first."""
    texts = {number: _paragraphs(each) for number, each in rows.items()}
    for number, subject in continued.items():
        texts[number] = [*texts[subject], *texts[number]]
    return texts


def _continued(rows: Mapping[RuleNumber, Sequence[Row]]) -> dict[RuleNumber, RuleNumber]:
    """Return the infractions that name nothing but when they hold, `After ten minutes they lose the match`, each with
    the one above it, which says what it is about."""
    found = dict[RuleNumber, RuleNumber]()
    for (above, (before, *_)), (number, (row, *_)) in pairwise(rows.items()):
        if row.title or len(row.penalty) != 1 or row.parent != before.parent:
            continue
        text = _without_penalties(row)
        if begins_with_condition(text) and not names_act(text, "", words("penalties")):
            found[number] = above
    return found


def _subject(row: Row, texts: Iterable[str]) -> str:
    """Return what an infraction is about: its title if that is several words, else with its text."""
    title = row.title or ""
    return title if " " in title else " ".join((title, *texts))


def _stems(text: str) -> Iterator[str]:
    """Yield the stems of the words of a text that tell something."""
    return (_stem(word) for word in words_of_text(text) if word not in STOPWORDS)


def _parts(text: str) -> frozenset[str]:
    """Return the stems of a text, without letters that count, *A.*, and each two stems in a row."""
    stems = [stem for stem in _stems(text) if len(stem) > 1]
    return frozenset((*stems, *map(" ".join, pairwise(stems))))


_stored: dict[str, str] = {}  # the stems of the words of known situations: the stemmer takes longer than the rest


def _stem(word: str) -> str:
    word = _irregular().get(word, word)
    return _stored.get(word) or stem(word, "en") or word


@cache
def _irregular() -> Mapping[str, str]:
    """Return the verbs of irregular past forms: `swear` of *swore* and *sworn*."""
    return {form: verb for verb, forms in ranking().irregular.items() for form in forms}
