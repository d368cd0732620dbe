"""What ships, against its schemas: each file is read as it is read for an answer, and its tree checked as any other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from rules_cli.citation_check.snapshot import citation_facts
from rules_cli.costs.games import costs_from
from rules_cli.doctor.model import Finding
from rules_cli.errors import RulesError
from rules_cli.lookup.terms import listed_terms
from rules_cli.names.name_rules import naming_from
from rules_cli.parse.profile import profile_from
from rules_cli.search.thesaurus import Thesaurus
from rules_cli.sources.publisher import origin_from
from rules_cli.store import paths, tree_yaml
from rules_cli.store.data_files import load_yaml
from rules_cli.store.editions import info_from

_DUE = ("book.yaml", "profile.yaml", "tree.yaml")
_AGAIN = "install rules again"


def _book(slug: str, value: Any, where: str) -> None:
    origin_from(info_from(slug, value, where).fetch, f"{where}, fetch")


def _names(slug: str, value: Any, _: str) -> None:
    naming = naming_from(slug, value)
    for used in ("all_names", "separator", "pitch_note", "version_mark", "interchangeable_keys"):
        getattr(naming, used)


_CHECKS: dict[str, Callable[[str, Any, str], object]] = {
    "book.yaml": _book,
    "profile.yaml": lambda _, value, where: profile_from(value, where),
    "terms.yaml": lambda slug, *_: listed_terms(slug),
    "names.yaml": _names,
    "costs.yaml": lambda _, value, where: costs_from(value, where),
    "citations.yaml": lambda slug, *_: citation_facts(slug),
}
"""How each file of a book is checked: by its slug, its plain value and its name. Trees are checked as editions."""


def faults_of_data() -> Iterator[Finding]:
    """What is wrong with the files that ship; time linear in their size."""
    books = sorted(path for path in paths.shipped().glob("*") if path.is_dir())
    if not books:
        yield Finding(str(paths.shipped()), "no book is there", _AGAIN)
    for folder in books:
        yield from (
            Finding(f"{folder.name}/{name}", "it is not there", _AGAIN)
            for name in _DUE
            if not (folder / name).is_file()
        )
    for path in _files():
        yield from _tried(str(path.relative_to(paths.data())), partial(_check, path))
    yield from _tried("thesaurus", Thesaurus.open)


def count_files() -> int:
    """How many files of data ship."""
    return len(_files())


def _files() -> list[Path]:
    return sorted(path for root in (paths.shipped(), paths.thesaurus()) for path in root.rglob("*.yaml"))


def _check(path: Path) -> None:
    """Read a file as it is read for an answer; raises what is raised then."""
    if path.parent.parent.name == "words":
        tree_yaml.load_words(path)
        return
    value = load_yaml(path)
    if check := _CHECKS.get(path.name) if path.parent.parent == paths.shipped() else None:
        check(path.parent.name, value, f"{path.parent.name}/{path.name}")


def _tried(where: str, check: Callable[[], object]) -> Iterator[Finding]:
    """What a check raises, as a finding: a value of another shape than is due shows as Python's own errors too."""
    try:
        check()
    except (RulesError, OSError) as error:
        yield Finding(where, str(error), _AGAIN)
    except (TypeError, ValueError, LookupError, AttributeError, re.error) as error:
        yield Finding(where, f"it is not in its schema ({type(error).__name__}: {error})", _AGAIN)
