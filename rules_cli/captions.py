"""The captions of answer pages, in English and Portuguese: all words on a page that no book says.

Errors, help and the keys of JSON are English and not here. `{0}` and `{1}` are filled in.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar

CAPTIONS: Mapping[str, Mapping[str, str]] = {
    "en": {
        # where words come from
        "undated": "undated edition",
        "edition": "edition {0}",
        "official": "official text",
        "copy": "your copy",
        "plain": "restated, not the official wording",
        "restated": "restated: ",
        "caution": "caution: {0}",
        "conflict": "conflict: {0}",
        # around a rule
        "previous": "previous {0}",
        "next": "next {0}",
        "again": "also printed as ",
        "odd": "in the source: ",
        "example": "example: ",
        "note": "note: ",
        "refers to": "refers to ",
        "refers to also": "refers to also ",
        "not here": "not in this book as installed",
        "other document": "in another document, which is not installed",
        "referred to by": "referred to by ",
        "referred to by also": "referred to by also ",
        "no references": "refers to no rule, and none refers to it",
        # results of a search
        "corrected": "spelling corrected",
        "partial": "partial match",
        "no term": "no book here defines {0!r}. Search results:",
        "no term in book": "{1} does not define {0!r}. Search results:",
        # terms and explanations
        "Refers to": "Refers to",
        "Referred to by": "Referred to by ",
        "Terms": "Terms it uses",
        "keyword": "a {0} keyword",
        "keyword listed": "a {0} keyword, listed in {1}",
        "typo": "showing {0} (you typed “{1}”)",
        "of players": "showing {0}: “{1}” is what players say for it",
        "more": "more: ",
        "whole": "whole: ",
        # infractions
        "penalty": "penalty: ",
        "or": "or: ",
        # misprints and several readings
        "printed under": "is printed under",
        "printed again": "is printed again",
        "never printed": "is never printed",
        "gap": "not printed before",
        "repeated": "{0} is printed {1} times: all are shown",
        "ambiguous": "{0} may be {1}",
        "either": " or ",
        "both": " and ",
        "to": " to ",
        "choose a book": "; to choose a book for good: rules config book {0}",
    },
    "pt": {
        "undated": "edição sem data",
        "edition": "edição {0}",
        "official": "texto oficial",
        "copy": "sua cópia",
        "plain": "reescrito, não é o texto oficial",
        "restated": "reescrito: ",
        "caution": "atenção: {0}",
        "conflict": "conflito: {0}",
        "previous": "anterior {0}",
        "next": "próxima {0}",
        "again": "número repetido em ",
        "odd": "no livro: ",
        "example": "exemplo: ",
        "note": "nota: ",
        "refers to": "remete a ",
        "refers to also": "remete também a ",
        "not here": "não está na parte instalada deste livro",
        "other document": "em outro documento, que não está instalado",
        "referred to by": "citada em ",
        "referred to by also": "citada também em ",
        "no references": "não remete a nenhuma regra, e nenhuma remete a ela",
        "corrected": "ortografia corrigida",
        "partial": "só parte das palavras",
        "no term": "nenhum livro daqui define {0!r}. Resultados da busca:",
        "no term in book": "{1} não define {0!r}. Resultados da busca:",
        "Refers to": "Remete a",
        "Referred to by": "Citada em ",
        "Terms": "Termos usados",
        "keyword": "{0}",
        "keyword listed": "{0}, na lista de {1}",
        "typo": "este é o termo {0} (você digitou “{1}”)",
        "of players": "este é o termo {0}: “{1}” é como os jogadores dizem",
        "more": "mais: ",
        "whole": "completo: ",
        "penalty": "penalidade: ",
        "or": "ou: ",
        "printed under": "está impressa em",
        "printed again": "está impressa de novo",
        "never printed": "não está impressa",
        "gap": "não está impressa antes de",
        "repeated": "{0} está impressa {1} vezes: aqui estão todas",
        "ambiguous": "{0} pode ser {1}",
        "either": " ou ",
        "both": " e ",
        "to": " a ",
        "choose a book": "; para escolher um livro de uma vez: rules config book {0}",
    },
}

_language: ContextVar[str] = ContextVar("language", default="en")


def choose(language: str) -> None:
    """Choose the language of the captions from now on; a language without captions has the English ones."""
    _language.set(language if language in CAPTIONS else "en")


def say(key: str, *words: object) -> str:
    """Return a caption in the chosen language, with `words` in the places of `{0}` and `{1}`."""
    return CAPTIONS[_language.get()][key].format(*words)


MISPRINTS = ("printed under", "printed again", "never printed", "gap")


def say_phrase(sentence: str) -> str:
    """Return an English sentence about a misprint in the chosen language; it is a phrase between numbers."""
    for key in MISPRINTS:
        sentence = sentence.replace(CAPTIONS["en"][key], say(key))
    return sentence
