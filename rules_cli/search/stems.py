"""The forms of words: stems, keys that all forms of a word share, words that tell nothing.

Stems are those of the Snowball stemmers. A word is inflected only in a language that has it or a cognate of it: English
`here` is not a form of Portuguese `herói`, though the Portuguese stemmer makes `her` of both.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

from rules_cli.search.vectors import has_words, is_known
from rules_cli.words import Language, hurried_words
from rules_cli.words import languages as known_languages

LANGUAGES = ("en", "pt")
SHORTEST_INFLECTED = 3  # letters: stemmers leave shorter words as they are, but `s` and `d` are no forms of one word
_SNOWBALL = {
    **{"en": "english", "pt": "portuguese", "de": "german", "fr": "french", "es": "spanish", "it": "italian"},
    **{"nl": "dutch", "sv": "swedish", "da": "danish", "no": "norwegian", "fi": "finnish", "ru": "russian"},
}
_NOT_INFLECTED = frozenset(("ja", "zh"))
_COGNATE = 5  # letters of a stem: shorter ones are alike by chance, as `her` of herói and here, `lend` of lendário
_SHORTEST_OF_UNKNOWN = 4  # letters of a stem: the Portuguese stemmer makes `sac` of a name, `saci`, and of `sacar`
_CACHED = 50_000  # stems kept in memory, about 10 MB; a whole book has some 5,000 words
_LONG_WITH_T = 6  # letters of a German stem: a shorter one would be another word, as `nach` of `Nacht`
_BEFORE_E = {"pt": {"gu": "g", "qu": "c"}, "es": {"gu": "g", "qu": "c", "z": "c"}}
"""Ends of stems that are spelt as on the right before other vowels: `joguei` of `jogar`, `ataque` of `atacar`."""
_thread = threading.local()  # Snowball's stemmers are stateful, so each thread has its own

_BEFORE_NT = {*"don doesn didn isn aren wasn weren won hasn haven hadn couldn wouldn shouldn mustn needn".split()}
STOPWORDS = frozenset(_BEFORE_NT).union(
    """
    a an the of to in on at by for from with without and or is are was were be been being am it its this that these
    those there here i me my mine you your he she his her they them their we us our what which who whom whose when
    where why how does do did doing done can could may might must shall should will would not no if then than so as
    but about into out up down over under again any some all each just only get gets got have has had say says said
    mean means meant meaning define definition happen happens work works use uses used using same vs tell exactly
    actually really still even also let lets many much very lot thing things something someone somebody anyone
    anybody

    o os um uma uns umas de do da dos das em na nos nas por para com sem que qual quais quem quando onde como porque
    se e ou ao aos pelo pela pelos pelas eu ele ela eles elas meu minha seu sua seus suas isso isto esse essa este
    esta ser sao foi posso pode podem tem ter tenho faz fazer funciona acontece quer dizer significa mais menos muito
    ja nao pra pro pras pros ta vai vou cara coisa coisas quanto quanta quantos quantas alguem

    s t re ll ve d m
    """.split()
)
"""Words of questions, and words too common to tell anything, without accents."""
_SILENT, _REPEATED = re.compile("[aeiouyh]"), re.compile(r"(.)\1+")
_LEAST_SKELETON = 4  # letters: shorter ones are alike by chance, as those of `Wetter` and `weiter`
_LONGEST_PREFIX = 7  # letters before the mark of a participle: *zurückgenommen*
_TYPED = re.compile(r"[\w'’/]+")


def written_out(text: str) -> str:
    """Return a question with the words in full that a hurried user cuts short: `don't` for `dont`, `with` for `w/`. A
    text of one word is not changed: `w` alone may be white mana, as a capital letter may be anywhere."""
    short = hurried_words()
    if len(text.split()) <= 1:
        return text
    return _TYPED.sub(lambda word: short.get(word[0] if len(word[0]) == 1 else word[0].lower(), word[0]), text)


def are_small(words: Collection[str]) -> bool:
    """Return whether all words are stopwords; but `don` without the `t` of *don't* may be a name."""
    return bool(words) and STOPWORDS.issuperset(words) and ("t" in words or _BEFORE_NT.isdisjoint(words))


def languages_of(language: str) -> tuple[str, ...]:
    """Return the languages whose inflections a book may use: its own, and English if we restate it in English."""
    return ("en", "pt") if language == "pt" else (language,)


_known: dict[str, str] = {}


def remember(stems: Iterable[tuple[str, str]]) -> None:
    """Remember the stems of words for `stems_of`: the stemmer takes longer to load than a search takes."""
    if len(_known) > _CACHED:
        _known.clear()
    _known.update(stems)


# Complexity: one line for what each stemmer does not know.
@lru_cache(maxsize=_CACHED)
def stem(word: str, language: str) -> str:
    """Return the stem of a folded word; the English stem if the language has no stemmer."""
    if language in _NOT_INFLECTED:
        return word
    if language == "pt" and word.endswith("oes"):  # the stemmer knows the plural ações, but not folded to acoes
        word = f"{word[:-3]}ao"
    language = language if language in _SNOWBALL else "en"
    stemmers: dict[str, Any] = _thread.__dict__
    if language not in stemmers:
        import snowballstemmer

        stemmers[language] = snowballstemmer.stemmer(_SNOWBALL[language])
    stemmed = str(stemmers[language].stemWord(word))
    if language == "pt" and len(stemmed) < _SHORTEST_OF_UNKNOWN and not is_known(word, "pt"):
        return word
    if language == "de" and len(stemmed) >= _LONG_WITH_T:
        stemmed = stemmed.removesuffix("t")  # *er verkauft* is a form of *verkaufen*
    spelt = _BEFORE_E.get(language, {}) if len(stemmed) >= _SHORTEST_OF_UNKNOWN else {}
    return next((stemmed.removesuffix(end) + other for end, other in spelt.items() if stemmed.endswith(end)), stemmed)


def kin_keys(word: str, languages: Iterable[str]) -> tuple[str, ...]:
    """Return the keys that words of one family share, `Absprache` and `absprechen`, in the languages whose words we do
    not know: the consonants of the stem, after its first letter, since vowels change within a family. Also without the
    syllable of a participle or an infinitive, `ge` of *aufgegeben*, `zu` of *abzugeben*. A word with few consonants has
    no such key. And the English stem: players use English words in all languages, *proxies* and *Proxys*."""
    unknown = [language for language in languages if not has_words(language)]
    families = (
        f"~{language} {skeleton}"
        for language in unknown
        for skeleton in dict.fromkeys(_skeletons(stem(word, language), _marks(language)))
    )
    return (*families, *(f"~ {stem(word, 'en')}" for _ in unknown[:1] if is_inflected(word)))


@cache
def _marks(language: str) -> tuple[str, ...]:
    """Return the syllables that a language puts before or into a verb."""
    known = known_languages().get(language, Language())
    return (*known.participles, *known.infinitives)


def _skeletons(stemmed: str, marks: Iterable[str]) -> Iterator[str]:
    places = ((at, at + len(mark)) for mark in marks for at in range(_LONGEST_PREFIX) if stemmed.startswith(mark, at))
    for each in (stemmed, *(stemmed[:start] + stemmed[end:] for start, end in places)):
        skeleton = _REPEATED.sub(r"\1", each[:1] + _SILENT.sub("", each[1:])).rstrip("t")
        if len(skeleton) >= _LEAST_SKELETON:
            yield skeleton


def stems_of(word: str) -> str:
    """Return the stems of a word in all LANGUAGES, in their order, joined by blanks."""
    if word in _known:
        return _known[word]
    return " ".join(stem(word, language) or word for language in LANGUAGES)


def by_language(stems: str) -> list[str]:
    """Return stems, as `stems_of` returns them, each after the name of its language."""
    return [f"{language}:{stem}" for language, stem in zip(LANGUAGES, stems.split(), strict=True)]


def is_inflected(word: str) -> bool:
    """Return whether a word may have other forms or be misspelt; a short word, a number or a symbol may not."""
    return len(word) >= SHORTEST_INFLECTED and word[0] != "{" and not word.strip("+-").isdigit()


def languages_of_word(word: str, languages: Sequence[str], stem_of: Callable[[str, str], str] = stem) -> Sequence[str]:
    """Return the languages that have a word, of those given; all of them if none has it. A language with a long stem of
    the word may have it as a cognate: English `respond`, Portuguese `responder`."""
    known = [language for language in languages if is_known(word, language)] if len(languages) > 1 else []
    if not known:
        return languages
    return [language for language in languages if language in known or len(stem_of(word, language)) >= _COGNATE]


@lru_cache(maxsize=_CACHED)
def stem_keys(word: str, stems: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys of a word: words that share a key are forms of one word. `stems` is the result of `stems_of`."""
    if not is_inflected(word):
        return (f"= {word}",)
    by_language = dict(zip(LANGUAGES, stems.split(), strict=True))

    def stem_of(text: str, language: str) -> str:
        return by_language.get(language) or stem(text, language)

    return tuple(f"{language} {stem_of(word, language)}" for language in languages_of_word(word, languages, stem_of))


def content_words(words: Iterable[str]) -> tuple[str, ...]:
    """Return the different words without stopwords; the stopwords if there are no others."""
    different = tuple(dict.fromkeys(words))
    return tuple(word for word in different if word not in STOPWORDS) or different
