"""pyproject.toml, the lock file and the list of lowest versions agree with one another and with the imports."""

from __future__ import annotations

import ast
import re
import sys
import tomllib

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from support import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
MODULES = {"yaml": "pyyaml", "markdown_it": "markdown-it-py"}
"""Packages whose module has another name."""
OF_TESTS = ("fast", "dev", "fuzz", "browser")
"""Extras that the package itself does not import."""
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s\\]+)", re.MULTILINE)


def asked(*groups: list[str]) -> dict[str, Requirement]:
    """Return the packages in lists of requirements, without this project's own extras and those of other systems."""
    wanted = (Requirement(line) for group in groups for line in group)
    here = (each for each in wanted if each.marker is None or each.marker.evaluate())
    return {canonicalize_name(each.name): each for each in here if each.name != PROJECT["name"]}


def pinned(name: str) -> dict[str, Version]:
    """Return the packages and versions in a file of pinned versions."""
    text = (ROOT / name).read_text(encoding="utf-8")
    assert not re.search(r"https?:|--(?:extra-)?index|--find-links|file:", text)
    return {canonicalize_name(package): Version(version) for package, version in _PINNED.findall(text)}


def imported() -> set[str]:
    """Return the third-party packages that this package imports."""
    found = set()
    for path in (ROOT / "rules_cli").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.partition(".")[0])
    return {MODULES.get(module, module) for module in found - sys.stdlib_module_names - {"rules_cli", "__future__"}}


RUN = asked(PROJECT["dependencies"], *(names for extra, names in EXTRAS.items() if extra not in OF_TESTS))
ALL = asked(PROJECT["dependencies"], EXTRAS["dev"])


def test_every_dependency_is_imported_and_every_import_is_a_dependency() -> None:
    assert imported() == set(RUN)


def test_the_lowest_versions_are_the_bounds_of_pyproject() -> None:
    lowest = pinned(".ci/lowest.txt")
    assert set(lowest) == set(ALL)
    for name, requirement in ALL.items():
        (bound,) = (Version(each.version) for each in requirement.specifier if each.operator == ">=")
        assert bound == lowest[name], name


def test_every_locked_version_is_allowed_and_has_a_digest() -> None:
    locked = pinned("requirements-dev.lock")
    assert set(ALL) <= set(locked)
    assert all(requirement.specifier.contains(str(locked[name])) for name, requirement in ALL.items())
    text = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    assert all("--hash=sha256:" in part for part in _PINNED.split(text)[3::3])
