"""The shape of a question: what it asks for, such as a permission, and the words of rules that answer it."""

from __future__ import annotations

import re
from collections.abc import Callable

from rules_cli.text import fold

_SHAPES = (
    (
        r"\b(?:can|could|may|am i able|(?:am|are|is) \w+ allowed|is it (?:possible|legal|ok)|posso|pode|podem)\b",
        "may can cannot able allowed legal illegal only unless pode podem nao",
    ),
    (
        r"\b(?:what (?:happens|if)|happens? (?:if|when|to)|o que acontece|e se)\b",
        "if instead would then result se caso entao",
    ),
    (
        r"\b(?:(?:do|does|has?|have|needs?|required?) (?:\w+ )?to|must|forced|mandatory|preciso|tenho que|obrigado)\b",
        "must required requires unless has have deve devem obrigado obrigatorio",
    ),
    (
        r"\b(?:wins?|won|loses?|lost|vence|perde|ganha)\b",
        "wins win loses lose draw loss vence perde ganha empate derrota",
    ),
    (
        r"\b(?:how (?:many|much|often|big|large|far)|maximum|minimum|limit|at most|quant[ao]s?)\b",
        "number maximum minimum least most once one two three four five six seven ten twenty sixty hundred"
        " each equal numero maximo minimo uma um dois duas tres cinco",
    ),
    (
        r"\b(?:when|at what point|how long|until when|which (?:step|phase)|quando)\b",
        "beginning begins end ends step phase during until after before turn time next comeco inicio fim fase durante"
        " ate depois antes turno",
    ),
    (
        r"\b(?:who (?:chooses|decides|picks|gets)|who|whose|quem)\b",
        "controller owner player opponent active chooses controlador dono jogador oponente escolhe",
    ),
    (
        r"\b(?:what order|which first|order|first|ordem|primeiro)\b",
        "order first then simultaneously timestamp ordem primeiro",
    ),
)
_ENOUGH = 2  # words of an answer's shape, from which on more make no difference


def shape_of(question: str) -> Callable[[str], float]:
    """Return a measure of texts: how far one has the shape of an answer to a question, from 0 to 1."""
    folded = fold(question)
    wanted = {word for asked, answers in _SHAPES if re.search(asked, folded) for word in answers.split()}
    return lambda body: min(len(wanted.intersection(body.split())), _ENOUGH) / _ENOUGH if wanted else 0.0
