#!/usr/bin/env python3
"""Which sentence of a long rule do lists show? `python tests/bench/excerpts.py` over the books in the user's library.

`asked.yaml` of a game has questions that a rule answers. The sentence that shares most with them (rare words count
more) is the one that people ask about; rules without a clear one are left out. Printed is the share of rules for
which a way to choose finds it: the first sentence, the longest, the one that says most beyond the titles, and the
same capped, as `rules_cli.render.excerpt` does.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import yaml

from rules_cli import Library
from rules_cli.lookup.compose import RowRef
from rules_cli.model import Rule
from rules_cli.render.excerpt import _ENOUGH, _deciding, _sentences, sought
from rules_cli.search.stems import STOPWORDS
from rules_cli.store import paths
from rules_cli.text import words_of_text

LONG = 150  # characters of a rule that no list shows whole
CLEAR = 1.3  # times what the second sentence shares with the questions


def content(text: str) -> set[str]:
    return {word.removesuffix("s") for word in words_of_text(text)} - STOPWORDS


def asked_about(sentences: list[str], questions: list[str], weigh: Callable[[str], float]) -> int | None:
    """Return the place of the sentence that the questions are about; None if none is clearly it."""
    asked = Counter(word for question in questions for word in content(question))
    shared = [sum(weigh(word) * asked[word] for word in content(sentence)) for sentence in sentences]
    best, second = sorted(shared, reverse=True)[:2]
    return shared.index(best) if best > CLEAR * second else None


def ways(sentences: list[str], titles: tuple[str | None, ...]) -> Iterator[tuple[str, int]]:
    known = {word for title in titles if title for word in words_of_text(title)}
    new = [len(set(words_of_text(sentence)) - known) for sentence in sentences]
    yield "first", 0
    yield "longest", max(range(len(sentences)), key=lambda at: len(sentences[at]))
    yield "most new words", new.index(max(new))
    for cap in (_ENOUGH // 2, 2 * _ENOUGH):
        capped = [min(count, cap) for count in new]
        yield f"at most {cap}", capped.index(max(capped))
    yield "ours", _deciding(sentences, sought(titles=titles))


def measure(library: Library, book: str, questions: Mapping[str, list[str]]) -> str:
    edition = library.editions_for(book)[0]
    rules: dict[str, Rule] = {
        str(entry.row.number): library.compose(RowRef(edition, entry)) for entry in edition.entries()
    }
    rows = Counter(word for rule in rules.values() for word in content(rule.text or ""))
    found, count = Counter[str](), 0
    for number, asked in questions.items():
        rule = rules.get(number)
        sentences = _sentences(" ".join((rule.text or "").split())) if rule else []
        if rule is None or len(rule.text or "") < LONG or len(sentences) < 2:
            continue
        wanted = asked_about(sentences, asked, lambda word: math.log((len(rules) + 1) / (1 + rows[word])))
        if wanted is not None:
            section = library.section(rule)
            count += 1
            found.update(
                name for name, at in ways(sentences, (rule.title, section.title if section else None)) if at == wanted
            )
    return f"{book}, {count} rules: " + ", ".join(f"{name} {hits / count:.0%}" for name, hits in found.items())


def main() -> None:
    library = Library.open()
    for book in library.books():
        path = Path(paths.data()) / "books" / book / "asked.yaml"
        if path.exists():
            print(measure(library, book, yaml.safe_load(path.read_text(encoding="utf-8"))["asked"]))


if __name__ == "__main__":
    main()
