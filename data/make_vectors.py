#!/usr/bin/env python3
"""Make data/vectors/en.bin: vectors of English words, near each other for words of like meaning; and data/words/pt.txt:
the most common words of Portuguese.

usage: data/make_vectors.py FOLDER    (the folder that holds the sources of the books)

It needs the packages wordllama (the vectors), tokenizers, safetensors, scipy and pyspellchecker (the common words of
English); nothing else here does. The vector of a word is the sum of the vectors of its tokens, fitted to the questions
of players (data/fit_vectors.py). The words are those of the books and of the thesaurus, then the most common ones of
English. `rules_cli/search/vectors.py` describes the file.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from fit_vectors import fitted
from make_deciding import SOURCES, rows_of

from rules_cli.search.vectors import COMMON, DIMENSIONS, LONGEST, OFFSET, RARE
from rules_cli.text import fold, words_of_text

_WORDS = 27_000  # 144 bytes each: 3.9 MB, and a word beyond them is hardly ever typed
_COMMON = 8_000  # words that are hardly a slip of spelling: `hate` for `haste` is not, `lop` for `loop` may be
_SCALE = 40  # of the vectors, whose numbers are mostly within 3: more of them would be cut off, or less told apart
_COMMON_PORTUGUESE = 13_000  # it inflects more: so many tell as much as 8,000 of English
_PORTUGUESE = 24_000  # words, without accents: few others are typed, and 0.2 MB
_DATA = Path(__file__).parent


def main() -> int:
    """Write the file."""
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    wheel = _package("wordllama")
    tokenizer = Tokenizer.from_file(str(wheel / "tokenizers" / "l2_supercat_tokenizer_config.json"))
    tokens = load_file(str(wheel / "weights" / "l2_supercat_256.safetensors"))["embedding.weight"].astype(float)
    spoken = _most_common_first()
    common = set(spoken[:_COMMON])
    folder = Path(sys.argv[1])
    words = sorted(_words(folder, spoken))
    ids = (tokenizer.encode(word, add_special_tokens=False).ids for word in words)
    general = {word: tokens[each].sum(0)[:DIMENSIONS] for word, each in zip(words, ids, strict=True)}
    vectors = fitted(general, folder)
    with (_DATA / "vectors" / "en.bin").open("wb") as file:
        for word, vector in vectors.items():
            numbers = (vector * _SCALE).round().clip(-OFFSET, OFFSET - 1) + OFFSET
            file.write(word.encode().ljust(LONGEST) + (COMMON if word in common else RARE) + bytes(map(int, numbers)))
    portuguese = _most_common_first("pt")[:_PORTUGUESE]
    common = set(portuguese[:_COMMON_PORTUGUESE])
    signs = ((word, (COMMON if word in common else RARE).decode()) for word in sorted(portuguese))
    lines = "".join(f"{word:<{LONGEST}}{sign}\n" for word, sign in signs)
    (_DATA / "words" / "pt.txt").write_text(lines, encoding="utf-8")
    return 0


def _words(folder: Path, spoken: Sequence[str]) -> set[str]:
    """Return the words that get a vector: of what players say, those of Portuguese do not."""
    printed = _words_of(_rules(folder))
    foreign = set(_most_common_first("pt")[:_PORTUGUESE]).difference(printed, spoken[:_WORDS])
    found = printed | (_words_of(_of_players()) - foreign)
    return {*found, *[word for word in spoken if word not in found][: _WORDS - len(found)]}


def _most_common_first(language: str = "en") -> list[str]:
    """Return the words of a language, without accents, the most common first."""
    times: Counter[str] = Counter()
    file = _package("spellchecker") / "resources" / f"{language}.json.gz"
    for word, count in json.loads(gzip.decompress(file.read_bytes())).items():
        times[fold(word)] += count
    return sorted(filter(_has_vector, times), key=lambda word: (-times[word], word))


def _words_of(texts: Iterator[str]) -> set[str]:
    return {word for text in texts for word in words_of_text(text) if _has_vector(word)}


def _rules(folder: Path) -> Iterator[str]:
    """Yield the texts of the rulebooks in English."""
    for slug, editions in SOURCES.items():
        for row in rows_of(slug, next(iter(editions)), folder) if slug != "fabula" else ():
            yield from filter(None, (row.title, row.words.text, *row.words.examples, *row.words.notes))


def _of_players() -> Iterator[str]:
    """Yield the files with other words for those of the rules."""
    for file in (_DATA / "thesaurus" / "en.yaml", *_DATA.glob("books/*/slang.yaml"), *_DATA.glob("books/*/terms.yaml")):
        if file.parent.name != "fabula":
            yield file.read_text(encoding="utf-8")


def _has_vector(word: str) -> bool:
    return len(word) <= LONGEST and bool(re.fullmatch(r"[a-z]+", word))


def _package(name: str) -> Path:
    """Return the folder of an installed package."""
    found = find_spec(name)
    if found is None or found.origin is None:
        raise SystemExit(f"make_vectors needs the package {name}: pip install wordllama pyspellchecker")
    return Path(found.origin).parent


if __name__ == "__main__":
    sys.exit(main())
