#!/usr/bin/env python3
"""Fit the weights of data/costs.yaml to labelled questions about costs, and say which of them matter.

usage: tests/bench/fit_costs.py FILE… [--fit] [--each] [--show refused|wrong] [--write]

A file has one JSON object a line: `game`, the question `q`, `total` (null if it should be refused), `payable` (null if
it does not matter). A total without a plus is of mana or of the first kind of points alone. Prints how many questions
of each file are answered rightly, refused and answered wrongly. With `--fit`, each weight in turn takes the value with
which the questions cost least (a wrong answer five times as much as a refusal), until none changes; `--each` says what
each weight costs if it is 0; `--write` keeps the fitted ones.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from rules_cli.cli.cost_cards import read_with_cards
from rules_cli.costs import answer
from rules_cli.costs.arguments import cost_words
from rules_cli.costs.roles import Roles
from rules_cli.errors import UsageError

WEIGHTS = Path(__file__).resolve().parents[2] / "data" / "costs.yaml"
FACTORS = (0, 0.5, 0.8, 1.25, 2)  # of a weight, which are tried
LEAST_CHANGE = 0.1

Outcome = Literal["right", "refused", "wrong"]
LOSS: dict[Outcome, int] = {"right": 0, "refused": 1, "wrong": 5}


class Labelled(NamedTuple):
    """A question with its right total and whether it can be paid, None if it does not matter."""

    game: str
    words: str
    total: str | None
    payable: bool | None

    def outcome(self) -> tuple[Outcome, str]:
        """Return how it is answered, with the answer or the refusal."""
        try:
            found = answer(read_with_cards([self.game, *self.words.split()], None))
        except UsageError as refusal:
            return "right" if self.total is None else "refused", str(refusal)
        total = found.total if "+" in (self.total or "+") else found.total.partition(" + ")[0]
        is_right = _symbols(total) == _symbols(self.total) and self.payable in (None, found.payable)
        return "right" if is_right else "wrong", f"{found.total} {found.payable}"


def labelled(path: Path) -> Iterator[Labelled]:
    """Yield the questions of a file."""
    for line in filter(None, path.read_text(encoding="utf-8").splitlines()):
        each = json.loads(line)
        yield Labelled(each["game"], each["q"], each["total"], each["payable"])


def main() -> int:
    """Report, and fit if asked."""
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--show", choices=("refused", "wrong"))
    for flag in ("--fit", "--each", "--write"):
        parser.add_argument(flag, action="store_true")
    args = parser.parse_args()
    questions = {path: list(labelled(path)) for path in args.files}
    for path, some in questions.items():
        outcomes = [(each, *each.outcome()) for each in some]
        for each, outcome, said in outcomes:
            if outcome == args.show:
                print(f"{each.game} {each.words} | {each.total} {each.payable} | {said}")
        counts = Counter(outcome for _, outcome, _ in outcomes)
        print(f"{path}: {len(some)}", *(f"{name} {counts[name]}" for name in LOSS))
    every = [each for some in questions.values() for each in some]
    weights = dict(cost_words().weights)
    if args.fit:
        weights = fitted(every, weights)
    if args.each:
        least = loss(every, weights)
        for name in weights:
            print(f"{loss(every, {**weights, name: 0}) - least:5} {name}")
    if args.write:
        write(weights)
    return 0


def loss(questions: Iterable[Labelled], weights: Mapping[str, float], most: float = float("inf")) -> float:
    """Return what the answers with these weights cost; more than `most` may be less than all."""
    Roles.weights = weights  # type: ignore[assignment]
    total = 0
    for each in questions:
        total += LOSS[each.outcome()[0]]
        if total > most:
            break
    return total


def fitted(questions: list[Labelled], weights: dict[str, float]) -> dict[str, float]:
    """Return weights, each of which costs more with any other of the values tried: coordinate descent."""
    least, is_better = loss(questions, weights), True
    while is_better:
        is_better = False
        for name in weights:
            for value in sorted({round(weights[name] * each, 2) for each in FACTORS}):
                if abs(value - weights[name]) < LEAST_CHANGE:
                    continue
                if (found := loss(questions, {**weights, name: value}, least)) < least:
                    print(f"{name}: {weights[name]} -> {value}, {least} -> {found}", flush=True)
                    weights, least, is_better = {**weights, name: value}, found, True
    return weights


def write(weights: Mapping[str, float]) -> None:
    """Write the weights into the data file."""
    text = WEIGHTS.read_text(encoding="utf-8")
    for name, value in weights.items():
        text = re.sub(rf"^  {name}: [-0-9.]+$", f"  {name}: {value}", text, flags=re.MULTILINE)
    WEIGHTS.write_text(text, encoding="utf-8")


def _symbols(total: str | None) -> str:
    return "".join(sorted(re.sub(r"[{}\s]", "", (total or "").upper())))


if __name__ == "__main__":
    sys.exit(main())
