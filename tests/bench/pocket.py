#!/usr/bin/env python3
"""How well the search inside the pocket book answers: `python tests/bench/pocket.py [--home FOLDER] [--write]`

Needs numpy and the extra `browser`. Makes the page of each whole book, asks it the questions of tests/data/asked-*.yaml
in a browser, and prints recall at 1, 3 and 10 for each half: only `kept` and `fresh` say how good it is. Then it
fits the weights to the half `fit`, as fit.py does; `--write` keeps them in data/search/pocket.yaml.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections import defaultdict
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bench.ask import BOOKS, FIT, asked, figures, whole_books
from bench.fit import PULL, RATE, STEPS

from rules_cli.pocket.page import pocket_book

WEIGHTS = Path(__file__).resolve().parents[2] / "data" / "search" / "pocket.yaml"
FIXED = {"asked": 40.0}  # what was asked for by its name is first
_ASK = """(asked) => {
  const about = JSON.parse(document.getElementById('data').textContent).books[0];
  const ids = [...document.querySelectorAll('.r')].map((row) => row.id);
  const { search, features } = bookSearch(about.search, null);
  return asked.map((words) => {
    const best = search(words, 60);
    const likely = features(words).found.filter(([row]) => best.includes(row));
    const measured = likely.map(([row, own]) => [ids[row - 1], own]);
    return { ranked: best.slice(0, 10).map((row) => ids[row - 1]), measured };
  });
}"""


def fit(questions: list[tuple[Any, Any]], names: list[str]) -> Any:
    """The weights by which answers are likeliest: a softmax over all candidates of each question."""
    free = np.array([name not in FIXED for name in names])
    weights = np.array([FIXED.get(name, 0.0) for name in names])
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        slope = PULL * weights * free
        for features, answers in questions:
            scores = features @ weights
            likely = np.exp(scores - scores.max())
            right = likely * answers
            slope += features.T @ (likely / likely.sum() - right / right.sum()) / len(questions)
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        weights = weights - free * RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights / weights[names.index("first")]


def main() -> None:
    """Ask, print, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    ranks: dict[str, list[int | None]] = defaultdict(list)
    fitted: list[tuple[Any, Any]] = []
    names = list(yaml.safe_load(WEIGHTS.read_text(encoding="utf-8"))["weights"])
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        library = whole_books(str(options.home or folder))
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for slug in BOOKS:
            path = Path(folder) / f"{slug}.html"
            path.write_text(pocket_book(library, [library.installed.edition(slug)], date.today()), encoding="utf-8")
            page = browser.new_page()
            page.goto(path.as_uri())
            for half, questions in asked().items():
                own = [question for question in questions if question.book == slug]
                answers = page.evaluate(_ASK, [question.ask for question in own])
                for question, answer in zip(own, answers, strict=True):
                    rank = next((at for at, rule in enumerate(answer["ranked"], 1) if rule in question.rules), None)
                    ranks[f"{half} {slug}"].append(rank)
                    ranks[f"{half} ~all"].append(rank)
                    right = np.array([float(rule in question.rules) for rule, _ in answer["measured"]])
                    if half == FIT and right.any():
                        fitted.append(
                            (np.array([[each[name] for name in names] for _, each in answer["measured"]]), right)
                        )
        browser.close()
    for group in sorted(ranks):
        print(f"{group:14} {len(ranks[group]):4} {figures(ranks[group])}")
    lines = [f"  {name}: {weight:.2f}\n" for name, weight in zip(names, fit(fitted, names), strict=True)]
    print("".join(lines), end="")
    if options.write:
        head = WEIGHTS.read_text(encoding="utf-8").partition("weights:")[0]
        WEIGHTS.write_text(f"{head}weights:\n{''.join(lines)}", encoding="utf-8")


if __name__ == "__main__":
    main()
