"""Rules that have a list: what a question such as *what are the zones* asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from rules_cli.lookup.forms import other_numbers
from rules_cli.search.stems import STOPWORDS
from rules_cli.text import announces_list, sentences_of, words_of_text

_COLON = re.compile(r":\s")
_VERB = re.compile(r"\b(?:are|includes?|são|incluem?)\b")
_LAST = re.compile(r",? (?:and|or|e|ou) ")
_COMMAS = 2  # of a list of three or more, which end in "and"


def has_list_of(text: str | None, subject: Sequence[str]) -> bool:
    """Return whether a text has a list of what the words of a subject name: `The colors are white, blue, and red.`
    for *colors*. The words are in front of the list; a rule may also announce it with a colon at its end."""
    phrases = [list(phrase) for is_small, phrase in groupby(subject, STOPWORDS.__contains__) if not is_small]
    sentences = sentences_of(text or "")
    for sentence in sentences:
        for mark in (_COLON.search(sentence), _VERB.search(sentence)):
            if mark and _is_list(sentence[mark.end() :]) and _names(sentence[: mark.start()], phrases):
                return True
    return announces_list(text) and _names(sentences[-1], phrases)


def _is_list(words: str) -> bool:
    return words.count(",") >= _COMMAS and _LAST.search(words) is not None


def _names(words: str, phrases: Sequence[Sequence[str]]) -> bool:
    """Return whether some words have each phrase of a subject, in the singular or plural."""
    own = words_of_text(words)
    return bool(phrases) and all(any(_is_same(own[at:], phrase) for at in range(len(own))) for phrase in phrases)


def _is_same(words: Sequence[str], phrase: Sequence[str]) -> bool:
    pairs = zip(words, phrase, strict=False)
    return len(words) >= len(phrase) and all(word == part or word in other_numbers(part) for word, part in pairs)
