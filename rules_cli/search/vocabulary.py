"""The words of a book: which of them a word of a query may be, by its form or by a slip of spelling."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, wraps
from itertools import chain, islice
from math import inf, log10
from typing import Any, TypeVar

from rules_cli.search.corpus import Corpus, CorpusTerm, CorpusWord, Numbers, Postings
from rules_cli.search.stems import (
    LANGUAGES,
    STOPWORDS,
    by_language,
    is_inflected,
    kin_keys,
    stem,
    stem_keys,
    stems_of,
)
from rules_cli.search.thesaurus import Thesaurus, ThesaurusEntry
from rules_cli.search.vectors import Sum, WordVectors, has_words, is_common, is_known, rarity, vectors_of

Answer = TypeVar("Answer")
EXACT, INFLECTED = 1.0, 0.92  # an inflection says nearly the same
KIN = 0.85  # a word of one family says it less surely
_CUT = 0.8  # times the share of its letters that is typed: a word cut short may go on in many ways
_SHORTEST_CUT = 4  # letters: words that begin with fewer are only guessed, as corrections are
_MOST_CUT = 40  # words that begin alike, so that `comm` does not mean half a book

_COMPOUNDING = frozenset(("de", "nl", "sv", "da", "no"))  # languages

_CORRECTED = 0.75  # below a word cut short: a slip of spelling is guessed
_MOST_CORRECTIONS = 20  # words compared by how odd the slip is, far more than are ever equally likely
_ALLOWED_SLIPS = ((6, 1), (9, 2), (10**9, 3))  # (letters, slips) for words with fewer letters: two slips in a short
# word make another word. A word of the language may have one slip at most: `planetary` is not a slip of `planar`.
_LEAST_OF_SLIP = 6  # letters, in a language whose words we do not know: half of the shorter words have a like one
_ODD_FIRST_LETTER = 0.6  # slips: people rarely miss the first letter
_ODD_LENGTH = 0.2  # slips for each letter more or less: people mostly keep the length
_ODD_SLANG = 0.6  # slips: a word that only players use is less likely meant than one of the books
_FREQUENT = 0.3  # slips for ten times as many rules: `flyng` is flying with one letter less, and not the rare fling
_AS_LIKELY = 0.5  # slips: how much odder than the likeliest a correction may be
_VOWELS = frozenset("aeiou")
_LEAST_SAVED = 2  # letters left out of a word: `puts` is hardly written `pts`
_SHORTEST_SLIP = 5  # letters: a shorter word without vowels is an abbreviation, and no slip of another short one
_ODD_ENDING = 0.1  # slips for each letter left out at the end: of equip and equipment, `eqp` is rather the first
_UNKNOWN_TRUST = 0.6  # a word without corrections still counts: a row with all other words is not a full answer
_LEAST_TRUST = 0.3  # however much of a word was changed, it still counts for something

_SHORTEST_SPLIT = 3  # letters of each part of a word written together
_SHORTEST_PART = 4  # letters of each part of a compound that no book has: many a slip is two shorter words
_LONGEST_SPLIT = 100  # letters, since each place to split costs two look-ups
_ABSENT = CorpusWord(0, "", Postings(array("I"), b""), Postings(array("I"), b""))
_SIZE = 100  # of an answer, counted in rows of a word: some 1 kB
_MOST_CACHED = 2_000_000  # rows of words that answers kept in memory may hold: some 20 MB


def _cached(method: Callable[..., Answer]) -> Callable[..., Answer]:
    """Cache the answers of a method in its object, and empty the cache if it is full. An lru_cache would be part of a
    reference cycle, so that the files of books that are no longer used would stay open."""

    @wraps(method)
    def cached(self: Vocabulary, *values: Any) -> Answer:
        key, cache = (method, *values), self._cache
        if key not in cache:
            answer = cache[key] = method(self, *values)
            self._size += _SIZE + (answer.frequency if isinstance(answer, CorpusWord) else 0)
            if self._size > _MOST_CACHED:
                self._cache, self._size = {}, 0
        return cache[key]  # type: ignore[no-any-return]

    return cached


def _odd_if_short(letters: str, word: str) -> float:
    """Return how odd it is to write some letters for a word, in slips: one for each consonant left out between them,
    and less for the end of the word. `inf` if the word is no longer, or does not have the letters in this order."""
    end = 0 if len(word) > len(letters) else len(word)
    for letter in letters:
        end = word.find(letter, end) + 1
        if not end:
            return inf
    left_out = (Counter(word[:end]) - Counter(letters)).items()
    return sum(count for letter, count in left_out if letter not in _VOWELS) + _ODD_ENDING * (len(word) - end)


def _lacks_a_letter(text: str, other: str) -> bool:
    """Return whether one of two words is the other without one letter, and not without its ending."""
    short, long = sorted((text, other), key=len)
    at = next((at for at, (one, two) in enumerate(zip(short, long, strict=False)) if one != two), len(short))
    return at < len(short) and short[at:] == long[at + 1 :]


class Vocabulary:
    """The words of a book. Answers are cached, since many queries share words."""

    def __init__(self, corpus: Corpus, thesaurus: Thesaurus) -> None:
        self.corpus = corpus
        self._thesaurus = thesaurus
        self._cache: dict[tuple[Any, ...], Any] = {}
        self._size = 0

    @_cached
    def word(self, text: str) -> CorpusWord:
        """Return a word with the rows that use it."""
        return self.corpus.word(text) or _ABSENT

    @_cached
    def name(self, number: int) -> tuple[str, CorpusTerm]:
        """Return the words of a name of a term, and the term."""
        return self.corpus.name(number)

    def own_names(self) -> list[str]:
        """Return the names that the book itself gives its terms."""
        terms = self.corpus.all_terms()
        named = ((name, terms[number - 1]) for name, number in self.corpus.all_names())  # terms are numbered from 1
        return [name for name, term in named if term.naming == "term" and name in term.own]

    def frequency(self, text: str) -> int:
        """Return how many rows hold a word."""
        return self.word(text).frequency

    @_cached
    def keys(self, text: str) -> tuple[str, ...]:
        """Return the stem keys of a word in the languages of the books; in all languages if it is Portuguese only."""
        return stem_keys(text, self.stems(text), LANGUAGES if self.is_foreign(text) else self.corpus.languages)

    @_cached
    def keys_of_name(self, part: str) -> tuple[str, ...]:
        """Return the stem keys under which the corpus keeps a word of a name: those of all languages."""
        return stem_keys(part, self.stems(part), LANGUAGES)

    # Complexity: one line for each way to part a word.
    def split(self, text: str) -> tuple[str, str] | None:
        """Return the two words of the books that were typed as one, such as `textbox`; None if it is not two words. One
        of them may be a form of a word of the books, `decklist` where those say `deck lists`, unless the whole is a
        common word: `noticed` is not `not iced`."""
        if len(text) > _LONGEST_SPLIT:
            return None
        cuts = range(_SHORTEST_SPLIT, len(text) - _SHORTEST_SPLIT + 1)
        pairs = [(text[:cut], text[cut:]) for cut in cuts]
        in_part = [pair for pair in pairs if any(map(self.frequency, pair))]
        is_whole = any(is_common(text, language) for language in self.corpus.languages)
        likely = [] if is_whole else pairs if self._has_compounds else in_part
        whole = (pair for pair in in_part if all(map(self.frequency, pair)))
        return next(whole, None) or next((pair for pair in likely if all(map(self._is_form, pair))), None)

    def _is_form(self, text: str) -> bool:
        """Return whether a text is a word of the books, or a form of one that the language has."""
        keys = stem_keys(text, self.stems(text), self.corpus.languages)
        is_long = len(text) >= _SHORTEST_PART and (self.is_known(text) or self._has_compounds)
        is_said = is_long and self._has_compounds and self.meanings((text,), self.corpus.languages)
        return bool(self.frequency(text) or (is_long and self.corpus.forms(keys)) or is_said)

    @_cached
    def halves(self, text: str) -> Sequence[tuple[frozenset[str], frozenset[str]]]:
        """Return the two words that a compound is made of, each in all its forms in the books, for each way to part
        it: `Kündigung` and `Frist` of `Kündigungsfrist`."""
        cuts = range(_SHORTEST_PART, len(text) - _SHORTEST_PART + 1) if self._has_compounds else ()
        keys = (self.keys(part) for cut in cuts[:_LONGEST_SPLIT] for part in (text[:cut], text[cut:]))
        forms = (frozenset(self.corpus.forms(of_part)) for of_part in keys)
        return [(first, last) for first, last in zip(forms, forms, strict=True) if first and last]

    @_cached
    def parts(self, keys: tuple[str, ...]) -> Sequence[tuple[int, Numbers]]:
        """Return the names of terms with a word that has one of these keys, as (count of words, numbers of names)."""
        return [(size, names) for _, size, names in self.corpus.parts(keys)]

    @_cached
    def asked(self, keys: tuple[str, ...]) -> Mapping[int, int]:
        """Return the questions with a word that has one of these keys, with the weight of the word."""
        return dict(zip(*self.corpus.asked(keys), strict=True))

    def is_of_players(self, keys: tuple[str, ...]) -> bool:
        """Return whether a word with one of these keys is part of the name of a term, or of several questions. One
        question alone may have it as a slip of its writer."""
        return bool(self.parts(keys)) or len(self.asked(keys)) > 1

    def is_form_of(self, text: str, part: str) -> bool:
        """Return whether a word is a form of a word of a name."""
        return not set(self.keys(text)).isdisjoint(self.keys_of_name(part))

    @_cached
    def rows_of_phrase(self, words: Sequence[frozenset[str]]) -> Numbers:
        """Return the rows whose title or text has all words of a phrase; each word is given as its forms."""
        rows = (set(chain.from_iterable(self.word(form).own.rows for form in sorted(forms))) for forms in words)
        return array("I", sorted(set.intersection(*rows)))

    @_cached
    def stems(self, text: str) -> str:
        """Return the stems of a word, as `stems_of` returns them."""
        return self.word(text).stems or self._thesaurus.stems(text) or stems_of(text)

    def stems_by_language(self, text: str, languages: Sequence[str] = LANGUAGES) -> list[str]:
        """Return the stem of a word in each of the languages, after the name of the language."""
        return [stem for stem in by_language(self.stems(text)) if stem.partition(":")[0] in languages]

    @_cached
    def forms(self, text: str, languages: Sequence[str] | None = None) -> Mapping[str, float]:
        """Return the words of the books that are this word, a form of it, or begin with it, with weights."""
        weights = {text: EXACT} if self.frequency(text) else {}
        if not is_inflected(text):
            return weights
        for other in self.corpus.forms(stem_keys(text, self.stems(text), languages or self.corpus.languages)):
            weights.setdefault(other, INFLECTED)
        others = self._others(text, is_word=bool(weights)) if len(text) >= _SHORTEST_CUT else {}
        return weights | {other: weight for other, weight in others.items() if other not in weights}

    def _others(self, text: str, is_word: bool) -> Mapping[str, float]:
        """Return the words of the books that begin with a word, else those that end with it; else, for letters that are
        no word, those of its family."""
        return self.going_on(text, is_word) or self._compounds(text) or ({} if is_word else self._kin(text))

    def _kin(self, text: str) -> Mapping[str, float]:
        """Return the words of the books of one family with a word, `Absprache` with `absprechen`, with weights, in a
        language whose words we do not know. A word with one letter less, or two letters in another order, is a slip."""
        kin = self.corpus.forms(kin_keys(text, self.corpus.languages))
        return {other: KIN for other in kin if Counter(text) != Counter(other) and not _lacks_a_letter(text, other)}

    @property
    def _has_compounds(self) -> bool:
        """Whether a language of the books writes several words as one."""
        return not _COMPOUNDING.isdisjoint(self.corpus.languages)

    def _compounds(self, text: str) -> Mapping[str, float]:
        """Return the words of the books that end with a word, `Spieltisch` for `Tisch`, with weights, if the
        language has such words: the last part says what the thing is."""
        if not self._has_compounds:
            return {}
        longer = (other for others in self._by_length.values() for other in others if other.endswith(text))
        return {other: _CUT * len(text) / len(other) for other in longer if len(other) > len(text)}

    def beginning(self, text: str) -> Sequence[str]:
        """Return the most frequent words of the books that begin with these letters."""
        return self.corpus.beginning(text, _MOST_CUT)

    def going_on(self, text: str, is_word: bool = False) -> Mapping[str, float]:
        """Return the words of the books that begin with these letters, with weights: the longer a word, the smaller. If
        the letters are not a word themselves, the shortest of the words has the weight of a word typed in full."""
        longer = self.beginning(text)
        length = len(text) if is_word else min(map(len, longer), default=0)
        return {other: _CUT * length / len(other) for other in longer}

    def is_foreign(self, text: str) -> bool:
        """Return whether a word is only Portuguese, and the books do not use it: it may be asked of an English book."""
        return not self.frequency(text) and not is_known(text, "en") and is_known(text, "pt")

    def are_in_the_first_language(self, words: Iterable[str]) -> bool:
        """Return whether no word is only of another language of the book than the first, which alone has vectors."""
        first, *others = self.corpus.languages or LANGUAGES
        return not any(is_known(text, other) and not is_known(text, first) for text in words for other in others)

    @_cached
    def meanings(self, phrase: tuple[str, ...], languages: Sequence[str]) -> list[ThesaurusEntry]:
        """Return what players may mean by a phrase in the given languages."""

        def stem_of(text: str, language: str) -> str:
            return dict(zip(LANGUAGES, self.stems(text).split(), strict=True)).get(language) or stem(text, language)

        return self._thesaurus.meanings(phrase, languages, stem_of)

    @_cached
    def corrections(self, text: str) -> tuple[Mapping[str, float], float]:
        """Return the words of books and names that a misspelt word may be, likeliest first, with weights; and a trust.
        The more of the word was changed, the less the corrections are to be trusted."""
        is_short = _VOWELS.isdisjoint(text[1:])
        near = sorted(self._written_out(text) or self._written_out(text.removesuffix("s"))) if is_short else []
        if not near and not (is_short and len(text) < _SHORTEST_SLIP):
            near = sorted((self._oddness(text, other, slips), other) for other, slips in self._nearly_spelt(text))
        if not near:
            return {}, _UNKNOWN_TRUST
        least = near[0][0]
        likely = [
            (odd - _FREQUENT * log10(max(1, self.frequency(other))), other)
            for odd, other in near
            if odd <= least + _AS_LIKELY
        ]
        return dict.fromkeys((other for _, other in sorted(likely)), _CORRECTED), max(
            _LEAST_TRUST, 1 - 2 * least / len(text)
        )

    def _written_out(self, text: str) -> list[tuple[float, str]]:
        """Return the words that a hurried user may write without vowels, `eqp` for equip, each after how odd that is. A
        word with only one letter more is left out, unless it is of a name: those are written most often."""
        known = (other for words in self._by_length.values() for other in words if other[0] == text[0])
        odd = sorted((oddness, other) for other in known if (oddness := _odd_if_short(text, other)) < inf)
        long = len(text) + _LEAST_SAVED
        written = (
            each for each in odd if self.frequency(each[1]) and (len(each[1]) >= long or self._is_of_name(each[1]))
        )
        return [*islice(written, _MOST_CORRECTIONS)]

    def _is_of_name(self, text: str) -> bool:
        """Return whether a word, as it is, is part of the name of a term."""
        numbers = chain.from_iterable(numbers for _, numbers in self.parts(self.keys(text)))
        return any(text in self.name(number)[0].split() for number in islice(numbers, _MOST_CUT))

    def _nearly_spelt(self, text: str) -> list[tuple[str, float]]:
        """Return words spelt nearly like this one, each with the number of slips between them."""
        if not is_inflected(text):
            return []
        from rapidfuzz import process  # here, because most queries have no misspelling
        from rapidfuzz.distance import OSA

        most, may_be = self._slips(text)
        lengths = range(len(text) - most, len(text) + most + 1)
        words = [word for length in lengths for word in self._by_length.get(length, ()) if may_be(word)]
        near = process.extract(text, words, scorer=OSA.distance, limit=_MOST_CORRECTIONS, score_cutoff=most)
        return [(other, slips) for other, slips, _ in near]

    def _slips(self, text: str) -> tuple[int, Callable[[str], bool]]:
        """Return how many slips a word may have at most, and which words it may be then. A word of the language is not
        taken for a slip of a common one: it is a word that the books do not have. In a language whose words we do not
        know, only one slip after the first letter of a longer word counts."""
        if not any(map(has_words, self.corpus.languages)):
            return 1, lambda other: len(text) >= _LEAST_OF_SLIP and other[0] == text[0]
        if self.is_known(text):
            return 1, lambda other: not self.is_common(other)
        return next(slips for length, slips in _ALLOWED_SLIPS if len(text) < length), lambda _: True

    def _oddness(self, text: str, other: str, slips: float) -> float:
        """Return how odd it would be to type a word for another, in slips."""
        odd_start = 0.0 if text[0] == other[0] else _ODD_FIRST_LETTER
        odd = slips + odd_start + _ODD_LENGTH * abs(len(text) - len(other))
        return odd if self.frequency(other) else odd + _ODD_SLANG

    def is_common(self, text: str) -> bool:
        """Return whether a word is common in a language of the books, or two common words in one, such as threefold."""
        cuts = range(_SHORTEST_PART, len(text) - _SHORTEST_PART + 1) if len(text) <= _LONGEST_SPLIT else ()
        return any(
            is_common(text, language)
            or any(is_common(text[:cut], language) and is_common(text[cut:], language) for cut in cuts)
            for language in self.corpus.languages
        )

    def is_known(self, text: str) -> bool:
        """Return whether a language of the books has a word, whether they use it or not."""
        return any(is_known(text, language) for language in self.corpus.languages)

    def is_spelt(self, text: str) -> bool:
        """Return whether a word is not a misspelling: the thesaurus has it, or it is common in the language."""
        is_listed = self._thesaurus.stems(text) is not None or self.meanings((text,), self.corpus.languages)
        return bool(is_listed) or self.is_common(text)

    @_cached
    def vector(self, text: str) -> Sum:
        """Return the vector of a word; 0 if it has none."""
        return (self.vectors.word(text) or 0) if self.vectors else 0

    def weighed(self, text: str) -> Sum:
        """Return the vector of a word, times its rarity."""
        return self.vector(text) * rarity(self.corpus.rows, self.frequency(text))

    @cached_property
    def vectors(self) -> WordVectors | None:
        """The vectors of the language of the books."""
        return vectors_of(self.corpus.languages[0]) if self.corpus.languages else None

    @cached_property
    def _by_length(self) -> Mapping[int, Sequence[str]]:
        """The words that a misspelling may be of, by their number of letters."""
        words: dict[int, list[str]] = defaultdict(list)
        for text in self.corpus.vocabulary():
            if is_inflected(text) and text not in STOPWORDS:
                words[len(text)].append(text)
        return words
