"""The look-up of a library with two made-up books beside those that ship."""

from __future__ import annotations

import pytest
from searching import BAKERY, KITES
from support import Install

from rules_cli.library import Library
from rules_cli.look.answers import Answers

FORMS = "".join(
    [
        "1 One\n\n",
        *(f"1.{n} Fold a form {n} times.\n\n" for n in range(1, 12)),
        *(f"{n} Chapter\n\n{n}.1 Fill in form {n}.\n\n" for n in range(2, 12)),
    ]
)
"""A made-up book in which 111 may be 1.11 or 11.1."""


@pytest.fixture
def answers(install: Install) -> Answers:
    install("kites", {"2024-05-01": KITES})
    install("bakery", {"2023-06-01": BAKERY})
    install("forms", {"2024-05-01": FORMS})
    return Answers(Library.open())
